//===- Unrolling.cpp - Iterations that come before or instead of a loop ---===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is unrolled, or its first iterations are elaborated in front of it,
// where the body needs what only the compiler knows. Who finds that out asks
// for another round of elaboration.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "frontend/services/Choices.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Iterations that are elaborated one by one, in all loops of a program.
static constexpr int64_t unrollLimit = 4096;

Flow ControlFlow::aroundLoop(const LoopSource &source,
                             function_ref<Flow()> loop) {
  if (decisions.isPrepared(frames.site(source.node))) {
    decisions.assumeStartsAlike(frames.site(source.node));
    for (unsigned id : objects.reachable()) {
      if (!objects.heap[id] || !makesState(get(id)))
        continue;
      CallArgs args(source.range);
      e.callMethod(makeRef(Kind::Object, id), "_prepare_all", args);
      if (stopped())
        return Flow::none();
    }
  }
  decisions.loopSites.push_back(frames.site(source.node));
  Flow flow = loop();
  decisions.loopSites.pop_back();
  return flow;
}

Flow ControlFlow::absorb(Flow flow, bool breaks, ast::Range range) {
  bool absorbs = flow.continues || (breaks && flow.breaks);
  if (!absorbs)
    return flow;
  flow.normal = true;
  flow.continues = false;
  if (breaks)
    flow.breaks = false;
  if (flow.count() == 1)
    flow.code = nullptr;
  if (flow.code) {
    auto constant = [&](int value) -> mlir::Value {
      return arith::ConstantOp::create(b, loc(range),
                                       b.getI32IntegerAttr(value));
    };
    // Those below: 1 return, 2 break, 3 continue, and -1 raise.
    mlir::Value keep =
        arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::sle,
                              flow.code, constant(breaks ? 1 : 2));
    flow.code =
        arith::SelectOp::create(b, loc(range), keep, flow.code, constant(0));
  }
  return flow;
}

Flow ControlFlow::unrolledLoop(int64_t trip, function_ref<Flow(int64_t)> body,
                               ast::Range range) {
  auto iteration = [&](int64_t i) {
    llvm::SaveAndRestore within(
        decisions.iterationPath,
        size_t(llvm::hash_combine(decisions.iterationPath, i + 1)));
    return absorb(body(i), /*breaks=*/false, range);
  };
  std::function<Flow(int64_t)> from = [&](int64_t i) -> Flow {
    if (i >= trip || stopped())
      return {};
    Flow flow = iteration(i);
    // Known one after the other: no recursion.
    while (flow.onlyNormal() && !stopped() && ++i < trip)
      flow = iteration(i);
    if (stopped() || flow.onlyNormal() || !flow.normal)
      return flow;
    return sequence(flow, [&] { return from(i + 1); }, range);
  };
  if (trip > unrollLimit) {
    error(range,
          "this loop needs its index or element at compile time and has " +
              Twine(trip) + " iterations; at most " + Twine(unrollLimit) +
              " are unrolled");
    return Flow::none();
  }
  Flow flow = from(0);
  return stopped() ? Flow::none() : absorb(flow, /*breaks=*/true, range);
}

Flow ControlFlow::knownWhile(function_ref<Value()> condition,
                             function_ref<Flow()> body,
                             function_ref<Flow()> rest, ast::Range range) {
  constexpr int most = 256;
  Flow flow;
  for (int i = 0; i < most && flow.onlyNormal(); ++i) {
    llvm::SaveAndRestore within(
        decisions.iterationPath,
        size_t(llvm::hash_combine(decisions.iterationPath, i + 1)));
    Value more = condition();
    more = stopped() ? more : model.truth(more, range);
    if (stopped())
      return Flow::none();
    if (more.isConst() && !more.integer)
      return {};
    if (!more.isConst())
      return absorb(branch(
                        more.ssa,
                        [&] {
                          Flow one = absorb(body(), /*breaks=*/false, range);
                          return sequence(one, rest, range);
                        },
                        []() -> Flow { return {}; }, range),
                    /*breaks=*/true, range);
    flow = absorb(body(), /*breaks=*/false, range);
    if (stopped())
      return Flow::none();
  }
  // Where only the run knows whether it goes on, it stays a loop.
  flow = sequence(flow, rest, range);
  return stopped() ? Flow::none() : absorb(flow, /*breaks=*/true, range);
}

Flow ControlFlow::peeledLoop(int64_t peeled, function_ref<Value()> condition,
                             function_ref<Flow(int64_t)> body,
                             function_ref<Flow()> rest, ast::Range range) {
  std::function<Flow(int64_t)> from = [&](int64_t i) -> Flow {
    if (i == peeled)
      return rest();
    auto one = [&]() -> Flow {
      Flow flow = absorb(body(i), /*breaks=*/false, range);
      if (stopped())
        return Flow::none();
      if (flow.onlyNormal())
        return from(i + 1);
      return sequence(flow, [&] { return from(i + 1); }, range);
    };
    Value more = condition();
    more = stopped() ? more : model.truth(more, range);
    if (stopped())
      return Flow::none();
    if (more.isConst())
      return more.integer ? one() : Flow();
    return branch(more.ssa, one, []() -> Flow { return {}; }, range);
  };
  Flow flow = from(0);
  return stopped() ? Flow::none() : absorb(flow, /*breaks=*/true, range);
}

} // namespace tine::elaborate
