//===- KeepTimedWork.cpp - Work between two readings of a clock is done ---===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program computes between two readings of a clock is computed there,
// even if nobody uses it: its time is what the program is about.
//
// Input:  nn as the front end makes it, with gradients.
// Output: every timed operation on tensors leads to an effect: `tine.keep`
//         reads the results of those that led to none. Branches and loops with
//         timed work have an effect, so that they are neither merged nor moved.
// How:    liveness from the effects backwards, then the operations in the
//         reverse of the program's order: what is dead is kept, and what it is
//         made of is alive then. So of a chain only the end is kept, and the
//         rest fuses as ever. The derivative needs no value of what it is taken
//         of: a gradient keeps its outputs not alive.
// Rejects: nothing. A program that reads no clock stays as it is.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/support/TimedCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"

namespace tine {
#define GEN_PASS_DEF_KEEPTIMEDWORK
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The values that lead to an effect, in one function.
class Liveness {
public:
  explicit Liveness(func::FuncOp function) {
    function.walk([&](Operation *op) {
      if (isa<func::ReturnOp, YieldOp>(op) ||
          (!op->hasTrait<OpTrait::IsTerminator>() &&
           !wouldOpBeTriviallyDead(op)))
        needOperands(op);
    });
  }

  bool isLive(Value value) const { return live.contains(value); }

  void add(Value value) {
    SmallVector<Value> added{value};
    while (!added.empty()) {
      Value next = added.pop_back_val();
      if (!live.insert(next).second)
        continue;
      if (auto argument = dyn_cast<BlockArgument>(next))
        getSources(argument, added);
      else
        getSources(cast<OpResult>(next), added);
    }
  }

  /// What the operations around `op` need to come to it.
  void addAround(Operation *op) {
    while (!isa<func::FuncOp>(op = op->getParentOp()))
      needOperands(op);
  }

private:
  void needOperands(Operation *op) {
    SmallVector<Value> needed;
    getControl(op, needed);
    for (Value value : needed)
      add(value);
  }

  /// What an operation reads by itself: of a loop its bounds, and not what it
  /// carries.
  static void getControl(Operation *op, SmallVectorImpl<Value> &out) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      out.append({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      out.push_back(loop.getConditionOp().getCondition());
    else
      out.append(op->operand_begin(), op->operand_end());
  }

  static void getSources(BlockArgument argument, SmallVectorImpl<Value> &out) {
    unsigned i = argument.getArgNumber();
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      if (i > 0)
        out.append({loop.getInitArgs()[i - 1], loop.getYieldedValues()[i - 1]});
    } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      if (argument.getOwner() == loop.getBeforeBody())
        out.append({loop.getInits()[i], loop.getYieldedValues()[i]});
      else
        out.push_back(loop.getConditionOp().getArgs()[i]);
    }
  }

  static void getSources(OpResult result, SmallVectorImpl<Value> &out) {
    Operation *op = result.getOwner();
    unsigned i = result.getResultNumber();
    if (isa<nn::DependsOp, tensor::DimOp>(op))
      return;
    if (auto gradient = dyn_cast<nn::GradientOp>(op)) {
      out.append(gradient.getSeeds().begin(), gradient.getSeeds().end());
      return;
    }
    getControl(op, out);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      out.append({loop.getInitArgs()[i], loop.getYieldedValues()[i]});
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      out.push_back(loop.getConditionOp().getArgs()[i]);
    else if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      for (Region &region : op->getRegions())
        out.push_back(region.front().getTerminator()->getOperand(i));
  }

  llvm::DenseSet<Value> live;
};

/// The results that the program is about and that lead to nothing. An operation
/// gives all its results at once; a gradient goes several ways.
SmallVector<Value> findDead(Operation *op, const Liveness &live) {
  SmallVector<Value> dead;
  for (Value result : op->getResults())
    if (isa<RankedTensorType>(result.getType()) && !live.isLive(result))
      dead.push_back(result);
  if (!isa<nn::GradientOp>(op) && dead.size() != op->getNumResults())
    dead.clear();
  return dead;
}

/// Gives a branch or loop an effect: reading what decides whether it goes on.
void pin(Operation *op) {
  OpBuilder b(op->getContext());
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    b.setInsertionPointToStart(loop.getBody());
    KeepOp::create(b, op->getLoc(), loop.getInductionVar());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    b.setInsertionPoint(loop.getConditionOp());
    KeepOp::create(b, op->getLoc(), loop.getConditionOp().getCondition());
  } else if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    for (Region &region : op->getRegions())
      if (!region.empty()) {
        b.setInsertionPointToStart(&region.front());
        KeepOp::create(b, op->getLoc(), op->getOperand(0));
      }
  }
}

bool holdsWork(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isTensorWork(inner) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

struct KeepTimedWork : tine::impl::KeepTimedWorkBase<KeepTimedWork> {
  void runOnOperation() override {
    TimedCode code(getOperation());
    if (code.empty())
      return;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        keepIn(function, code);
  }

  static void keepIn(func::FuncOp function, const TimedCode &code) {
    Liveness live(function);
    function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (!code.isTimed(op) || !isTensorWork(op))
        return;
      SmallVector<Value> dead = findDead(op, live);
      if (dead.empty())
        return;
      OpBuilder b(op->getContext());
      b.setInsertionPointAfter(op);
      KeepOp::create(b, op->getLoc(), dead);
      for (Value value : dead)
        live.add(value);
      live.addAround(op);
    });
    function.walk([&](Operation *op) {
      if (op->getNumRegions() != 0 && code.isTimed(op) &&
          wouldOpBeTriviallyDead(op) && holdsWork(op))
        pin(op);
    });
  }
};

} // namespace
