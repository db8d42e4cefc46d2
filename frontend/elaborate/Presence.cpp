//===- Presence.cpp - Whether a value depends on another in this run ------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How: each value depends on the input never, always, or under a condition.
// Results of a branch depend on it as what the taken arm yields does; other
// values as any of their operands do. An explicit stack visits operands first.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Presence.h"
#include "dialects/nn/NN.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

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
      all({loop.getInitArgs()[i],
           loop.getBody()->getTerminator()->getOperand(i)});
      return sources;
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      all(loop.getConditionOp().getArgs()[cast<OpResult>(v).getResultNumber()]);
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
      return select(branch, known.lookup(sources[0]), known.lookup(sources[1]));
    }
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

  Dependence select(scf::IfOp branch, Dependence then, Dependence other) {
    if (then.kind == other.kind && then.kind != Dependence::Sometimes)
      return then;
    if (!isAvailable(branch.getCondition()))
      return {Dependence::Always, {}};
    auto asValue = [&](const Dependence &d) -> Value {
      if (d.kind == Dependence::Sometimes)
        return d.condition;
      return arith::ConstantOp::create(
          b, loc, b.getBoolAttr(d.kind == Dependence::Always));
    };
    Value x = asValue(then), y = asValue(other);
    return {Dependence::Sometimes,
            arith::SelectOp::create(b, loc, branch.getCondition(), x, y)};
  }

  OpBuilder &b;
  Location loc;
  const llvm::DenseSet<Value> &reached;
  llvm::DenseMap<Value, Dependence> known;
  llvm::DenseSet<Value> started;
};

} // namespace

Value tine::elaborate::presence(OpBuilder &b, Location loc,
                                ArrayRef<Value> outputs, Value input,
                                const llvm::DenseSet<Value> &reached) {
  bool branches = llvm::any_of(
      reached, [](Value v) { return v.getDefiningOp<scf::IfOp>(); });
  if (!branches)
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
  return condition;
}
