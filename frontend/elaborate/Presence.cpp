//===- Presence.cpp - Whether a value depends on another in this run ------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How: each value depends on the input never, always, or under a condition.
// Results of a branch depend on it as what the taken arm yields does; those of
// a loop as what it yields does if it runs, else as what it starts with; other
// values as any of their operands do. An explicit stack visits operands first.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Presence.h"
#include "dialects/nn/NN.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tine;

namespace {

struct Dependence {
  enum Kind { Never, Always, Sometimes } kind = Never;
  Value condition; // Sometimes
};

class Finder {
public:
  Finder(OpBuilder &b, Location loc, Value input,
         const llvm::DenseSet<Value> &reached)
      : b(b), loc(loc), reached(reached) {
    known[input] = {Dependence::Always, {}};
  }

  Dependence find(Value value) {
    SmallVector<Value> todo = {value};
    while (!todo.empty()) {
      Value v = todo.back();
      if (known.count(v)) {
        todo.pop_back();
        continue;
      }
      SmallVector<Value> sources = sourcesOf(v);
      bool first = started.insert(v).second;
      if (first) {
        size_t before = todo.size();
        for (Value source : sources)
          if (!known.count(source) && !started.contains(source))
            todo.push_back(source);
        if (todo.size() != before)
          continue;
      }
      // What is still open is around a loop: it adds nothing.
      known[v] = combine(v, sources);
      todo.pop_back();
    }
    return known[value];
  }

private:
  /// What the value depends on; of a branch, what its arms yield.
  SmallVector<Value> sourcesOf(Value v) {
    SmallVector<Value> sources;
    auto all = [&](ValueRange values) {
      for (Value source : values)
        if (reached.contains(source))
          sources.push_back(source);
    };
    Operation *op = v.getDefiningOp();
    if (!op) {
      auto argument = cast<BlockArgument>(v);
      op = argument.getOwner()->getParentOp();
      unsigned i = argument.getArgNumber();
      if (auto loop = dyn_cast_or_null<scf::ForOp>(op)) {
        if (i > 0)
          all({loop.getInitArgs()[i - 1],
               loop.getBody()->getTerminator()->getOperand(i - 1)});
      } else if (auto loop = dyn_cast_or_null<scf::WhileOp>(op)) {
        if (argument.getOwner() == loop.getBeforeBody())
          all({loop.getInits()[i], loop.getYieldOp()->getOperand(i)});
        else
          all(loop.getConditionOp().getArgs()[i]);
      } else if (auto fork = dyn_cast_or_null<ForkOp>(op)) {
        all(fork.getCaptures()[i]);
      }
      return sources;
    }
    if (isa<nn::DetachOp>(op))
      return sources;
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      unsigned i = cast<OpResult>(v).getResultNumber();
      // Both, in this order, also when one is not reached.
      return {branch.thenYield().getOperand(i),
              branch.elseYield().getOperand(i)};
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned i = cast<OpResult>(v).getResultNumber();
      // After an iteration, after none.
      return {loop.getBody()->getTerminator()->getOperand(i),
              loop.getInitArgs()[i]};
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Value passed =
          loop.getConditionOp().getArgs()[cast<OpResult>(v).getResultNumber()];
      if (auto argument = dyn_cast<BlockArgument>(passed);
          argument && argument.getOwner() == loop.getBeforeBody())
        return {loop.getYieldOp().getOperand(argument.getArgNumber()),
                loop.getInits()[argument.getArgNumber()]};
      all(passed);
      return sources;
    }
    if (auto wait = dyn_cast<WaitOp>(op))
      if (auto fork = wait.getFuture().getDefiningOp<ForkOp>()) {
        all(fork.getBody().front().getTerminator()->getOperand(
            cast<OpResult>(v).getResultNumber()));
        return sources;
      }
    op->walk([&](Operation *inner) { all(inner->getOperands()); });
    return sources;
  }

  Dependence combine(Value v, ArrayRef<Value> sources) {
    // Containers: what was put into them counts as being in them.
    if (isa<ListType, DictType, FutureType>(v.getType()))
      return {Dependence::Always, {}};
    if (auto branch = v.getDefiningOp<scf::IfOp>()) {
      // An arm that gives nothing (it raises an error) is of no account.
      if (sources[0].getDefiningOp<ub::PoisonOp>())
        return known.lookup(sources[1]);
      if (sources[1].getDefiningOp<ub::PoisonOp>())
        return known.lookup(sources[0]);
      return select(branch.getCondition(), known.lookup(sources[0]),
                    known.lookup(sources[1]));
    }
    if (isa_and_nonnull<scf::ForOp, scf::WhileOp>(v.getDefiningOp()) &&
        sources.size() == 2)
      return selectByLoop(v.getDefiningOp(), known.lookup(sources[0]),
                          known.lookup(sources[1]));
    Dependence result;
    for (Value source : sources) {
      Dependence next = known.lookup(source);
      if (next.kind == Dependence::Never || result.kind == Dependence::Always)
        continue;
      if (next.kind == Dependence::Always)
        result = next;
      else if (result.kind == Dependence::Never)
        result = next;
      else if (result.condition != next.condition)
        result.condition =
            arith::OrIOp::create(b, loc, result.condition, next.condition);
    }
    return result;
  }

  bool isAvailable(Value condition) {
    return condition.getParentRegion()->isAncestor(
        b.getInsertionBlock()->getParent());
  }

  /// `condition` is null if it is not to be had here; then it counts as true.
  Dependence select(Value condition, Dependence then, Dependence other) {
    if (then.kind == other.kind && then.kind != Dependence::Sometimes)
      return then;
    if (!condition || !isAvailable(condition))
      return {Dependence::Always, {}};
    auto asValue = [&](const Dependence &d) -> Value {
      if (d.kind == Dependence::Sometimes)
        return d.condition;
      return arith::ConstantOp::create(
          b, loc, b.getBoolAttr(d.kind == Dependence::Always));
    };
    Value x = asValue(then), y = asValue(other);
    return {Dependence::Sometimes,
            arith::SelectOp::create(b, loc, condition, x, y)};
  }

  Dependence selectByLoop(Operation *loop, Dependence ran, Dependence idle) {
    if (ran.kind == idle.kind && ran.kind != Dependence::Sometimes)
      return ran;
    auto [entry, isNew] = runs.try_emplace(loop);
    if (isNew)
      entry->second = isa<scf::ForOp>(loop)
                          ? runsOnce(cast<scf::ForOp>(loop))
                          : runsOnce(cast<scf::WhileOp>(loop));
    Value condition = entry->second;
    if (condition && matchPattern(condition, m_NonZero()))
      return ran;
    if (condition && matchPattern(condition, m_Zero()))
      return idle;
    return select(condition, ran, idle);
  }

  /// The condition under which a loop has an iteration at all, made here; null
  /// if that cannot be said.
  Value runsOnce(scf::ForOp loop) {
    if (!isAvailable(loop.getLowerBound()) ||
        !isAvailable(loop.getUpperBound()))
      return {};
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt,
                                         loop.getLowerBound(),
                                         loop.getUpperBound());
  }
  Value runsOnce(scf::WhileOp loop) {
    // What the first block computes from the values that the loop starts with.
    Block *before = loop.getBeforeBody();
    Value condition = loop.getConditionOp().getCondition();
    llvm::SetVector<Operation *> slice;
    SmallVector<Value> todo = {condition};
    while (!todo.empty()) {
      Value v = todo.pop_back_val();
      if (v.getParentBlock() != before) {
        if (!isAvailable(v))
          return {};
        continue;
      }
      Operation *op = v.getDefiningOp();
      if (!op || !slice.insert(op))
        continue;
      if (!isMemoryEffectFree(op) || slice.size() > mostOperations)
        return {};
      llvm::append_range(todo, op->getOperands());
      SetVector<Value> above;
      getUsedValuesDefinedAbove(op->getRegions(), above);
      llvm::append_range(todo, above);
    }
    if (!llvm::all_of(loop.getInits(),
                      [&](Value init) { return isAvailable(init); }))
      return {};
    IRMapping mapping;
    mapping.map(before->getArguments(), loop.getInits());
    cloneFolded(*before, slice, mapping);
    return mapping.lookupOrDefault(condition);
  }

  /// Clones the operations of the block that are in `slice`; all if it is
  /// empty.
  void cloneFolded(Block &block, const llvm::SetVector<Operation *> &slice,
                   IRMapping &mapping) {
    for (Operation &op : block.without_terminator()) {
      if (!slice.empty() && !slice.contains(&op))
        continue;
      auto branch = dyn_cast<scf::IfOp>(op);
      Value condition =
          branch ? mapping.lookupOrDefault(branch.getCondition()) : Value();
      APInt taken;
      if (branch && branch.elseBlock() &&
          matchPattern(condition, m_ConstantInt(&taken))) {
        Block &arm = taken.isZero() ? *branch.elseBlock() : *branch.thenBlock();
        cloneFolded(arm, {}, mapping);
        for (auto [result, yielded] : llvm::zip_equal(
                 op.getResults(), arm.getTerminator()->getOperands()))
          mapping.map(result, mapping.lookupOrDefault(yielded));
        continue;
      }
      Operation *clone = b.clone(op, mapping);
      SmallVector<Value> folded;
      if (succeeded(b.tryFold(clone, folded)) && !folded.empty()) {
        for (auto [result, value] : llvm::zip_equal(op.getResults(), folded))
          mapping.map(result, value);
        clone->erase();
      }
    }
  }

  /// Of a while loop's condition, to compute it once more.
  static constexpr unsigned mostOperations = 64;

  OpBuilder &b;
  Location loc;
  const llvm::DenseSet<Value> &reached;
  llvm::DenseMap<Value, Dependence> known;
  llvm::DenseSet<Value> started;
  llvm::DenseMap<Operation *, Value> runs; // see runsOnce
};

} // namespace

Value tine::elaborate::presence(OpBuilder &b, Location loc,
                                ArrayRef<Value> outputs, Value input,
                                const llvm::DenseSet<Value> &reached) {
  bool choices = llvm::any_of(reached, [](Value v) {
    return isa_and_nonnull<scf::IfOp, scf::ForOp, scf::WhileOp>(
        v.getDefiningOp());
  });
  if (!choices)
    return {};
  Finder finder(b, loc, input, reached);
  Value condition;
  for (Value output : outputs) {
    Dependence found = finder.find(output);
    if (found.kind == Dependence::Always)
      return {};
    if (found.kind == Dependence::Sometimes)
      condition = condition
                      ? arith::OrIOp::create(b, loc, condition, found.condition)
                            .getResult()
                      : found.condition;
  }
  // A branch or loop may use the input, and the outputs not depend on that.
  if (!condition)
    condition = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  return condition;
}
