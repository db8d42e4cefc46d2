//===- TraceOperations.cpp - Spans of a trace around nests ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says in the program when its operations begin and end, and what they are.
// Fusion and outlining have been, and nothing that comes later looks over the
// border of a nest, so the code of the nests stays what it is.
//
// Input:  functions on buffers; operations carry their names in locations.
// Output: tine.trace_begin and tine.trace_end around nests and calls of nests.
// How:
// 1. A nest of linalg or cpu, or the call of a function that is one, gets a
//    span if it takes some microseconds by its sizes, or if the run decides on
//    them; the run leaves out then what was short.
// 2. A loop in which something gets a span has none of its own. A loop of short
//    nests has one as a whole, unless it starts or awaits tasks, and so has a
//    parallel one, whatever is in it.
// 3. A function that is one nest has its name in an attribute, `tine.traced`,
//    for parts of it that other threads run.
// 4. A function that is a loop with spans has them inside, for all its calls:
//    these are of the module that the calls have in common.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "dialects/linalg_ext/LinalgExt.h"
#include "dialects/tine/ModuleLocations.h"
#include "dialects/tine/Tine.h"
#include "lowering/cpu/NestWork.h"
#include "lowering/cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tine {
#define GEN_PASS_DEF_TRACEOPERATIONS
#include "lowering/cpu/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// From so many nanoseconds on a nest has a span, which takes about 200.
constexpr int64_t shortest = 3000;

/// With more nests whose sizes only the run knows, those that are no product,
/// window, sort or attention have no span: the code would take as long to
/// compile as theirs.
constexpr unsigned mostOpen = 256;

/// On a function that is one operation: how its calls are called in traces. The
/// threads' parts of it in its tasks have that name.
constexpr StringLiteral tracedAttribute = "tine.traced";

/// What holds both modules: the path that they begin with.
StringRef commonPath(StringRef a, StringRef b) {
  size_t length = 0, whole = 0;
  for (; length < std::min(a.size(), b.size()) && a[length] == b[length];
       ++length)
    if (a[length] == '.')
      whole = std::max<size_t>(length, 1); // "." is a task
  auto ends = [&](StringRef path) {
    return length == path.size() || path[length] == '.';
  };
  return a.take_front(ends(a) && ends(b) ? length : whole);
}

/// The same of all that describeModule has given.
std::string commonModule(ArrayRef<std::string> modules) {
  constexpr StringLiteral backward = " (backward)";
  StringRef path = modules.front();
  bool isBackward = path.consume_back(backward);
  for (StringRef module : modules) {
    isBackward &= module.consume_back(backward);
    path = commonPath(path, module);
  }
  return (path + (isBackward ? backward : "")).str();
}

struct TraceOperations : tine::impl::TraceOperationsBase<TraceOperations> {
  void runOnOperation() override {
    SymbolTable table(getOperation());
    symbols = &table;
    for (auto *answers : {&worthIt, &innerSpans, &units})
      answers->clear();
    unsigned open = 0;
    getOperation().walk([&](Operation *op) {
      open += nestOf(op) && workOf(op, table).runDecides;
    });
    crowded = open > mostOpen;
    llvm::DenseMap<Operation *, SmallVector<std::string>> callers;
    getOperation().walk([&](func::CallOp call) {
      callers[table.lookup(call.getCallee())].push_back(
          describeModule(call.getLoc()));
    });
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Operation *nest = nestOfFunction(function);
      if (nest && !hasInnerSpans(nest))
        continue;
      common.reset();
      if (nest && !llvm::all_equal(callers[function]))
        common = commonModule(callers[function]);
      visit(function.getBody());
    }
  }

  void visit(Region &region) {
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(block))
        if (isUnit(&op))
          trace(&op);
        else
          for (Region &inner : op.getRegions())
            visit(inner);
  }

  /// The nest that the op is or calls, or null.
  Operation *nestOf(Operation *op) {
    if (isNest(op))
      return op;
    auto call = dyn_cast<func::CallOp>(op);
    auto callee =
        call ? symbols->lookup<func::FuncOp>(call.getCallee()) : nullptr;
    return callee ? nestOfFunction(callee) : nullptr;
  }

  /// What is asked once for an op: loops are nested, and each asks those in it.
  bool once(llvm::DenseMap<Operation *, bool> &answers, Operation *op,
            llvm::function_ref<bool()> ask) {
    if (auto known = answers.find(op); known != answers.end())
      return known->second;
    bool answer = ask();
    answers[op] = answer;
    return answer;
  }

  bool isWorthIt(Operation *op) {
    return once(worthIt, op, [&] {
      NestWork work = workOf(op, *symbols);
      Operation *nest = nestOf(op);
      bool isOpen =
          work.runDecides &&
          (!crowded ||
           (nest && isa<cpu::CPUDialect, linalg_ext::LinalgExtDialect>(
                        nest->getDialect())));
      return isOpen || work.nanoseconds >= shortest;
    });
  }

  /// Whether spans inside of the nest or loop say more than one around it.
  bool hasInnerSpans(Operation *op) {
    return once(innerSpans, op, [&] { return findInnerSpan(op); });
  }
  bool findInnerSpan(Operation *op) {
    if (isNest(op) || isa<scf::ParallelOp>(op))
      return false;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps()) {
        if (isUnit(&inner) && isWorthIt(&inner))
          return true;
        if (inner.getNumRegions() != 0 && hasInnerSpans(&inner))
          return true;
      }
    return false;
  }

  /// Whether the op can have one span as a whole.
  bool isUnit(Operation *op) {
    return once(units, op, [&] { return findUnit(op); });
  }
  bool findUnit(Operation *op) {
    if (Operation *nest = nestOf(op))
      return !hasInnerSpans(nest);
    if (isa<scf::ParallelOp>(op))
      return true;
    return isa<scf::ForOp, scf::WhileOp>(op) &&
           (isOfNests(op) || isShortWork(op)) && !hasInnerSpans(op);
  }

  /// Whether nests and what they need are all that is in the loop.
  bool isOfNests(Operation *op) {
    return holdsNests(op, [](Operation *inner) {
      return isa<arith::ArithDialect, math::MathDialect, memref::MemRefDialect,
                 scf::SCFDialect>(inner->getDialect());
    });
  }

  /// Whether a loop of the program has nests, and no tasks: these have spans of
  /// their own, and a thread runs others while it waits.
  bool isShortWork(Operation *op) {
    return holdsNests(op, [](Operation *inner) {
      return !isa<SpawnOp, EnqueueOp, TransferOp, WaitOp>(inner);
    });
  }

  bool holdsNests(Operation *op,
                  llvm::function_ref<bool(Operation *)> mayHold) {
    bool some = false;
    bool other = op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
                     if (nestOf(inner)) {
                       some = true;
                       return WalkResult::skip();
                     }
                     return inner == op || mayHold(inner)
                                ? WalkResult::advance()
                                : WalkResult::interrupt();
                   }).wasInterrupted();
    return some && !other;
  }

  void trace(Operation *op) {
    if (!isWorthIt(op))
      return;
    NestWork work = workOf(op, *symbols);
    Operation *nest = nestOf(op);
    std::string name = namesOf(nest ? nest : op);
    if (!nest && isa<scf::ForOp, scf::WhileOp>(op) && !isOfNests(op))
      name = "loop of " + name;
    OpBuilder builder(op);
    if (nest && nest != op)
      nest->getParentOp()->setAttr(tracedAttribute,
                                   builder.getStringAttr(name));
    Location loc = op->getLoc();
    if (common)
      loc = inModule(withoutModules(loc), *common);
    Value start = TraceBeginOp::create(builder, loc);
    builder.setInsertionPointAfter(op);
    std::optional<int64_t> flops = work.flops.constant(),
                           bytes = work.bytes.constant();
    SmallVector<Value> numbers;
    if (!work.sizes.empty()) {
      auto sizeOf = [&](const RunSize &size) -> Value {
        return memref::DimOp::create(builder, loc, size.buffer, size.dim);
      };
      auto number = [&](const Amount &amount) -> Value {
        if (amount.isKnown())
          return amount.emit(builder, loc, sizeOf);
        return arith::ConstantIndexOp::create(builder, loc, -1);
      };
      numbers = {number(work.flops), number(work.bytes)};
      for (const RunSize &size : work.sizes)
        numbers.push_back(sizeOf(size));
    }
    TraceEndOp::create(builder, loc, start, name, work.shapes,
                       flops.value_or(-1), bytes.value_or(-1), numbers,
                       /*part=*/false);
  }

  SymbolTable *symbols = nullptr;
  bool crowded = false;
  std::optional<std::string> common; // of the calls of the function, if they
                                     // are of several modules
  llvm::DenseMap<Operation *, bool> worthIt, innerSpans, units;
};

} // namespace
