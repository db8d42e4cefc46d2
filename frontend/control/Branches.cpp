//===- Branches.cpp - Branches that stay branches -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both arms of a branch are elaborated into blocks of their own, each from a
// copy of the state. BranchMerge makes one state of their ends.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/BranchMerge.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/services/Choices.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Flow ControlFlow::branch(mlir::Value condition, function_ref<Flow()> thenArm,
                         function_ref<Flow()> elseArm, ast::Range range) {
  if (!budget.checkNesting(range) ||
      !budget.spend(range, objects.heap.size() / 4096))
    return Flow::none();
  State before = e.save();
  Path arms[2];
  ScratchRegion regions[2] = {ScratchRegion(program.dropped),
                              ScratchRegion(program.dropped)};
  function_ref<Flow()> bodies[2] = {thenArm, elseArm};
  for (int i = 0; i < 2; ++i) {
    OpBuilder::InsertionGuard guard(b);
    e.restore(before);
    arms[i].block = b.createBlock(&regions[i].get());
    ++diagnoser.conditional;
    SmallVector<mlir::Value> learnt;
    numbers.learn(condition, i == 0, learnt);
    {
      Outside::Guard guard(program.outside, condition);
      arms[i].flow = bodies[i]();
    }
    for (mlir::Value value : learnt)
      numbers.chosen.erase(value);
    --diagnoser.conditional;
    arms[i].flow = diagnoser.endPath(arms[i].flow);
    if (stopped())
      return Flow::none();
    // A nested branch may have moved the insertion point within this region.
    arms[i].block = b.getInsertionBlock();
    arms[i].end = e.save();
  }
  e.restore(before);
  program.outside.noteBranch(condition);
  return BranchMerge(e, arms, condition, before, range).run();
}

bool ControlFlow::isCounted(mlir::Value condition) {
  SmallVector<mlir::Value> todo{condition};
  llvm::DenseSet<mlir::Value> seen;
  while (!todo.empty()) {
    mlir::Value value = todo.pop_back_val();
    if (!seen.insert(value).second ||
        llvm::any_of(decisions.activeLoops, [&](const ActiveLoop &loop) {
          return loop.counter.value == value;
        }))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || !isa<arith::ArithDialect>(op->getDialect()))
      return false;
    llvm::append_range(todo, op->getOperands());
  }
  return true;
}

Value ControlFlow::select(mlir::Value condition, function_ref<Value()> thenArm,
                          function_ref<Value()> elseArm, ast::Range range) {
  // A value is what a path "returns".
  bool isWhole = e.isWhole(range);
  auto arm = [&](function_ref<Value()> body) {
    AsWhole whole(e, range, isWhole);
    Value value = body();
    return returnUnlessRaised(e, value, range);
  };
  std::optional<Flow> outer = std::exchange(e.partlyRaised, std::nullopt);
  Flow flow = branch(
      condition, [&] { return arm(thenArm); }, [&] { return arm(elseArm); },
      range);
  if (stopped())
    return {};
  e.partlyRaised = std::move(outer);
  if (flow.raises && flow.returns)
    return e.leaveCall(flow, range) ? flow.result : Value();
  diagnoser.thrown = flow.raises;
  return flow.returns ? flow.result : die();
}

Value ControlFlow::onEither(const Value &either, function_ref<Value(Value)> use,
                            ast::Range range) {
  // Within an arm, what is chosen alike is known.
  auto known = numbers.chosen.find(either.ssa);
  if (known != numbers.chosen.end())
    return use(either.items[known->second ? 0 : 1]);
  unsigned openKinds = isOfOpenKind(*this, either);
  auto arm = [&](bool first) {
    numbers.chosen[either.ssa] = first;
    Value value = use(either.items[first ? 0 : 1]);
    numbers.chosen.erase(either.ssa);
    return value;
  };
  diagnoser.openKinds += openKinds;
  Value value = select(
      either.ssa, [&] { return arm(true); }, [&] { return arm(false); }, range);
  diagnoser.openKinds -= openKinds;
  return value;
}

Value ControlFlow::onEitherArgument(const CallArgs &args, size_t i,
                                    function_ref<Value(CallArgs &)> call) {
  auto argument = [i](auto &of) -> auto & {
    size_t n = of.positional.size();
    return i < n ? of.positional[i] : of.keywords[i - n].second;
  };
  return onEither(
      argument(args),
      [&](Value v) {
        CallArgs one = args;
        argument(one) = v;
        return call(one);
      },
      args.range);
}

Flow ControlFlow::sequence(Flow first, function_ref<Flow()> rest,
                           ast::Range range) {
  if (stopped() || !first.normal)
    return first;
  if (first.onlyNormal())
    return rest();
  mlir::Value zero =
      arith::ConstantOp::create(b, loc(range), b.getI32IntegerAttr(0));
  mlir::Value normal = arith::CmpIOp::create(
      b, loc(range), arith::CmpIPredicate::eq, first.code, zero);
  Flow other = first;
  other.normal = false;
  return branch(normal, [&] { return rest(); }, [&] { return other; }, range);
}

} // namespace tine::elaborate
