//===- CheckReleasedGraphs.cpp - Gradients through what is gone -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient releases what its graph has saved, unless `retain` is set; PyTorch
// raises a RuntimeError where another one goes through it. Nothing is gone
// here, so that the program would go on with gradients that PyTorch has not.
//
// Input:  `nn.gradient`, anywhere.
// Output: an error is raised in front of a gradient that certainly goes through
//         a graph that was released.
// How:    from the outputs back over ops that always run with them. A gradient
//         fails (1) behind one that has an op that saves something in common
//         with it; in a loop, the second time it runs, (2) if such an op is in
//         front of the loop or (3) what an iteration hands to the next was made
//         by one that its own gradient has released. One in a branch of the
//         loop may have run some iterations before. Of a loop in front of a
//         gradient, the last iteration counts, if there is one. (4) Where
//         another one with such an op may have run before, in a branch or
//         loop, a list that is made with the op tells in the run whether it
//         has.
// Rejects: in front of all output, what would be raised. What goes through
//          branches and lists is not looked at.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/tine/Tine.h"
#include "lowering/differentiate/Activity.h"
#include "lowering/differentiate/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_CHECKRELEASEDGRAPHS
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

static constexpr llvm::StringLiteral message =
    "Trying to backward through the graph a second time (or directly access "
    "saved tensors after they have already been freed). Saved intermediate "
    "values of the graph are freed when you call .backward() or "
    "autograd.grad(). Specify retain_graph=True if you need to backward "
    "through the graph a second time or if you need to access saved tensors "
    "after calling backward.";

/// Whether PyTorch keeps something of the op for the derivative by what is
/// active.
static bool saves(Operation *op, const Activity &activity) {
  auto own = dyn_cast<nn::DerivativeOpInterface>(op);
  return own && !op->hasAttr(nn::savesNothing) &&
         llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
           return isDifferentiable(operand.get().getType()) &&
                  activity.isActive(operand.get()) &&
                  own.savesFor(operand.getOperandNumber());
         });
}

namespace {

/// What a gradient certainly goes through.
struct Way {
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<Operation *>
      saving; // those for which PyTorch keeps something
  llvm::SetVector<BlockArgument> args; // of loops, where it ends
};

/// From the values back to the inputs of a gradient, of which `activity` is.
/// The first iteration's arguments are what the loop starts with, which `first`
/// follows.
Way wayBack(ValueRange from, const Activity &activity, bool first) {
  Way way;
  llvm::SmallPtrSet<Operation *, 4> entered; // loops, by their ends
  SmallVector<Value> todo(from);
  while (!todo.empty()) {
    Value value = todo.pop_back_val();
    if (!isDifferentiable(value.getType()) || !activity.isActive(value) ||
        activity.isInput(value))
      continue;
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
      if (!loop || !way.args.insert(arg))
        continue;
      if (first && !entered.contains(loop))
        todo.push_back(loop.getTiedLoopInit(arg)->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto overwrite = dyn_cast<nn::OverwriteOp>(op);
        overwrite && overwrite.getKinked()) {
      way.ops.insert(op);
      way.saving.insert(op);
    }
    if (auto loop = dyn_cast<scf::ForOp>(op);
        loop && nn::hasIteration(loop).value_or(false)) {
      entered.insert(loop);
      todo.push_back(loop.getBody()->getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber()));
      continue;
    }
    if (auto own = dyn_cast<nn::WithDerivativeOp>(op)) {
      if (way.ops.insert(op)) {
        way.saving.insert(op);
        llvm::append_range(todo, own.getInputs());
      }
      continue;
    }
    if (op->getNumRegions() != 0 || !isa<nn::NNDialect>(op->getDialect()) ||
        isa<nn::DetachOp, nn::GradientOp, nn::OverwriteOp,
            nn::StraightThroughOp, nn::ListCatOp>(op) ||
        op->hasAttr("tine.update") || !way.ops.insert(op))
      continue;
    if (saves(op, activity))
      way.saving.insert(op);
    llvm::append_range(todo, op->getOperands());
  }
  return way;
}

/// A gradient that does not certainly fail.
struct Checked {
  nn::GradientOp op;
  Way way;
  bool isCounted; // that it runs once is checked
};

struct CheckReleasedGraphs
    : tine::impl::CheckReleasedGraphsBase<CheckReleasedGraphs> {
  void runOnOperation() override {
    SmallVector<nn::GradientOp> gradients;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](nn::GradientOp op) { gradients.push_back(op); });
    DominanceInfo dominance(getOperation());
    SmallVector<std::pair<Operation *, Way>> released;
    std::vector<Checked> all;
    for (nn::GradientOp op : gradients) {
      auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
      // In a branch of a loop it may come in any iteration.
      bool isFirst = loop || !op->getParentOfType<LoopLikeOpInterface>();
      Activity activity(op.getInputs());
      Way way = wayBack(op.getOutputs(), activity, isFirst);
      bool isGone = llvm::any_of(released, [&](const auto &other) {
        return runsBefore(other.first, op, dominance) &&
               llvm::any_of(way.saving, [&](Operation *step) {
                 return other.second.ops.contains(step);
               });
      });
      bool isCounted = false;
      if (isGone) {
        fail(op);
      } else if (scf::ForOp around = loopAround(op);
                 around && !op.getRetain() &&
                 failsAgain(op, around, activity)) {
        isCounted = true;
        failAgain(op, around);
      }
      if (!op.getRetain())
        released.emplace_back(op, std::move(way));
      // What it goes through in each iteration.
      if (!isGone)
        all.push_back(
            {op, wayBack(op.getOutputs(), activity, false), isCounted});
    }
    for (Checked &one : all)
      for (Checked &other : all)
        if (!other.op.getRetain() && (&one != &other || !one.isCounted))
          if (Operation *step = sharedStep(one, other, dominance))
            failAfter(one.op, other.op, step);
  }

  /// The outermost op that saves something in common with another gradient that
  /// may run before the op, but need not; null if there is none.
  static Operation *sharedStep(const Checked &one, const Checked &two,
                               DominanceInfo &dominance) {
    Operation *outermost = nullptr;
    Operation *op = one.op, *other = two.op;
    bool isInLoop = op->getParentOfType<LoopLikeOpInterface>() != nullptr;
    if (!mayRunBefore(other, op) ||
        (!isInLoop && runsBefore(other, op, dominance)))
      return nullptr;
    for (Operation *step : one.way.saving)
      if (two.way.ops.contains(step) && dominance.properlyDominates(step, op) &&
          dominance.properlyDominates(step, other) &&
          step->getParentOfType<ForkOp>() == other->getParentOfType<ForkOp>() &&
          step->getParentOfType<ForkOp>() == op->getParentOfType<ForkOp>() &&
          (!outermost || step->getParentRegion()->isProperAncestor(
                             outermost->getParentRegion())))
        outermost = step;
    return outermost && mayRunBefore(other, op, outermost) ? outermost
                                                           : nullptr;
  }

  /// Whether the one may run before the other, with one result of `step`.
  static bool mayRunBefore(Operation *one, Operation *other,
                           Operation *step = nullptr) {
    Region *inside = one->getParentRegion();
    while (!inside->isAncestor(other->getParentRegion()))
      inside = inside->getParentRegion();
    Operation *around = inside->getParentOp();
    for (Operation *op = around; op && !(step && op->isProperAncestor(step));
         op = op->getParentOp())
      if (isa<LoopLikeOpInterface>(op))
        return true;
    if (one == other)
      return false;
    // Arms of one branch exclude each other.
    Operation *first = inside->findAncestorOpInRegion(*one);
    Operation *second = inside->findAncestorOpInRegion(*other);
    return first != second && first->getBlock() == second->getBlock() &&
           first->isBeforeInBlock(second);
  }

  /// Fails in the run where the other gradient has run since the step.
  static void failAfter(nn::GradientOp op, nn::GradientOp other,
                        Operation *step) {
    Location loc = op.getLoc();
    OpBuilder b(step->getContext());
    b.setInsertionPointAfter(step);
    Value runs = ListNewOp::create(
        b, loc, ListType::get(b.getContext(), {b.getI64Type()}));
    b.setInsertionPoint(op);
    assertNone(b, loc, runs);
    b.setInsertionPoint(other);
    if (op == other)
      b.setInsertionPointAfter(other);
    Value zero = arith::ConstantIntOp::create(b, loc, 0, 64);
    ListAppendOp::create(b, loc, runs, zero);
  }

  /// Raises the error unless the list is empty.
  static void assertNone(OpBuilder &b, Location loc, Value runs) {
    Value count = ListLengthOp::create(b, loc, runs);
    Value zero = arith::ConstantIntOp::create(b, loc, 0, 64);
    Value isFirst =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, count, zero);
    AssertOp::create(b, loc, isFirst, b.getStringAttr("RuntimeError"),
                     b.getStringAttr(message), ValueRange());
  }

  /// Whether the one has certainly run where the other does, at last in the
  /// last iteration of a loop in front of it.
  static bool runsBefore(Operation *one, Operation *other,
                         DominanceInfo &dominance) {
    while (auto loop = dyn_cast<scf::ForOp>(one->getParentOp())) {
      if (loop->isProperAncestor(other) ||
          !nn::hasIteration(loop).value_or(false))
        break;
      one = loop;
    }
    return dominance.properlyDominates(one, other);
  }

  /// The loop around a gradient, or around the branches that it is in.
  static scf::ForOp loopAround(nn::GradientOp op) {
    Operation *around = op->getParentOp();
    while (isa<scf::IfOp>(around))
      around = around->getParentOp();
    return dyn_cast<scf::ForOp>(around);
  }

  /// Whether the gradient in the loop fails the second time it runs.
  static bool failsAgain(nn::GradientOp op, scf::ForOp loop,
                         const Activity &activity) {
    Way way = wayBack(op.getOutputs(), activity, false);
    if (llvm::any_of(way.saving, [&](Operation *step) {
          return !loop->isProperAncestor(step);
        }))
      return true;
    for (BlockArgument arg : way.args) {
      if (arg.getOwner() != loop.getBody())
        continue;
      Value next = loop.getTiedLoopYieldedValue(arg)->get();
      Way before = wayBack(next, activity, false);
      // It may have run several iterations ago.
      if (op->getParentOp() != loop && !before.args.contains(arg))
        continue;
      if (llvm::any_of(before.saving,
                       [&](Operation *step) { return way.ops.contains(step); }))
        return true;
    }
    return false;
  }

  void fail(nn::GradientOp op) {
    bool hadOutput = !isa<FunctionOpInterface>(op->getParentOp());
    for (Operation *before = op->getPrevNode(); before && !hadOutput;
         before = before->getPrevNode())
      hadOutput =
          before
              ->walk([](Operation *inner) {
                return isa<PrintOp, WriteFileOp, WriteImageOp, FileOp>(inner)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
    if (!hadOutput) {
      emitError(op.getLoc()) << message;
      return signalPassFailure();
    }
    OpBuilder b(op);
    Value text =
        StringConstantOp::create(b, op.getLoc(), StringType::get(&getContext()),
                                 b.getStringAttr(message));
    RaiseOp::create(b, op.getLoc(), b.getStringAttr("RuntimeError"), text);
  }

  /// Counts how often the gradient has run, in a list.
  static void failAgain(nn::GradientOp op, scf::ForOp loop) {
    Location loc = op.getLoc();
    OpBuilder b(loop);
    Value runs = ListNewOp::create(
        b, loc, ListType::get(b.getContext(), {b.getI64Type()}));
    b.setInsertionPoint(op);
    assertNone(b, loc, runs);
    Value zero = arith::ConstantIntOp::create(b, loc, 0, 64);
    ListAppendOp::create(b, loc, runs, zero);
  }
};

} // namespace
