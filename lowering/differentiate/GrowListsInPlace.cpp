//===- GrowListsInPlace.cpp - Lists that a loop makes anew ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  any module.
// Output: a loop that replaces a list by a changed copy of itself changes the
//         one list, as in `outputs = outputs + [x]`. That takes linear time,
//         and the list has one list of cotangents. A branch that begins a new
//         list, as in `losses = []`, clears the old one.
// How:    What both arms of a branch give is that list. The list of a branch
//         that gives a new one or the old one is the old one where nobody can
//         see that again: it has no other name. A carried list that stays the
//         same is that in front of the loop. A carried list whose next value is
//         its copy becomes the list in front of the loop, where nobody can see
//         the old one again: it is only read in front of the copy, the copy is
//         neither kept nor captured, and the list that the loop starts with is
//         not used behind that. What is not carried or given any more is
//         `ub.poison`.
// Rejects: nothing; other loops stay as they are.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/JoinOps.h"
#include "dialects/nn/Lists.h"
#include "dialects/tine/Tine.h"
#include "lowering/differentiate/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace tine {
#define GEN_PASS_DEF_GROWLISTSINPLACE
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

static bool isRead(OpOperand &use) {
  Operation *user = use.getOwner();
  return isa<ListLengthOp, ListGetOp, ListCopyOp, ListSliceOp, ListRepeatOp,
             ListEqualOp, ListFindOp, ListCountOp, nn::ListCatOp>(user) ||
         (isa<ListExtendOp>(user) && use.getOperandNumber() == 1);
}

static bool isChange(OpOperand &use) {
  return use.getOperandNumber() == 0 && nn::changesList(use.getOwner());
}

/// Whether this use hands the list on, and all others are in front of its user
/// and neither keep nor capture it.
static bool isLastUse(OpOperand &last) {
  Operation *user = last.getOwner();
  return llvm::all_of(last.get().getUses(), [&](OpOperand &use) {
    if (use.getOwner() == user)
      return &use == &last;
    Operation *other = user->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return other && other->isBeforeInBlock(user) &&
           (isRead(use) || isChange(use));
  });
}

/// Where a loop takes its first list, and those of its later iterations, for
/// this argument of its body; false for other arguments.
static bool findSources(BlockArgument arg, OpOperand *&first,
                        OpOperand *&later) {
  Operation *loop = arg.getOwner()->getParentOp();
  unsigned i = arg.getArgNumber();
  if (auto counted = dyn_cast<scf::ForOp>(loop)) {
    if (i < counted.getNumInductionVars())
      return false;
    first = counted.getTiedLoopInit(arg);
    later = counted.getTiedLoopYieldedValue(arg);
    return true;
  }
  auto open = dyn_cast<scf::WhileOp>(loop);
  if (!open || arg.getOwner() != open.getAfterBody())
    return false;
  // What its condition only hands on.
  scf::ConditionOp condition = open.getConditionOp();
  OpOperand &handed = condition->getOpOperand(i + 1);
  auto before = dyn_cast<BlockArgument>(handed.get());
  if (!before || before.getOwner() != open.getBeforeBody() ||
      !isLastUse(handed))
    return false;
  first = &open->getOpOperand(before.getArgNumber());
  later = &open.getYieldOp()->getOpOperand(before.getArgNumber());
  return true;
}

/// Whether the list has no other name where it gets to this one, which in a
/// loop is followed by `next`.
static bool isAlone(Value list, Value next) {
  if (Operation *op = list.getDefiningOp())
    return nn::makesList(op);
  OpOperand *first, *later;
  if (!findSources(cast<BlockArgument>(list), first, later) ||
      (later->get() != next && later->get() != list) || !isLastUse(*later) ||
      !isLastUse(*first))
    return false;
  Operation *loop = first->getOwner();
  unsigned result = isa<scf::ForOp>(loop)
                        ? cast<BlockArgument>(list).getArgNumber() - 1
                        : cast<BlockArgument>(list).getArgNumber();
  return isAlone(first->get(), loop->getResult(result));
}

/// The copy that the loop goes on with.
static ListCopyOp copyOf(scf::ForOp loop, unsigned i) {
  Value list = loop.getRegionIterArg(i);
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  auto copy = yield.getOperand(i).getDefiningOp<ListCopyOp>();
  if (!copy || copy.getList() != list || copy->getBlock() != loop.getBody())
    return {};
  for (OpOperand &use : list.getUses()) {
    Operation *user = loop.getBody()->findAncestorOpInBlock(*use.getOwner());
    if (user != copy && (!isRead(use) || !user->isBeforeInBlock(copy)))
      return {};
  }
  for (OpOperand &use : copy.getResult().getUses())
    if (!isRead(use) && !isChange(use) &&
        !(use.getOwner() == yield && use.getOperandNumber() == i))
      return {};
  for (OpOperand &use : loop.getInitArgs()[i].getUses()) {
    if (use.getOwner() == loop) {
      if (use.getOperandNumber() != loop.getNumControlOperands() + i)
        return {};
      continue;
    }
    Operation *user = loop->getBlock()->findAncestorOpInBlock(*use.getOwner());
    if (!user || !user->isBeforeInBlock(loop) ||
        (!isRead(use) && !isChange(use)))
      return {};
  }
  return copy;
}

/// Whether there may be no list, on a path where nobody asks for it.
static bool mayBeNothing(Value list, llvm::DenseSet<Value> &seen) {
  if (!seen.insert(list).second)
    return false;
  SmallVector<Value> sources = nn::predecessorsOf(list);
  // Of other dialects nobody says that they make one, as ub.poison does not.
  Operation *op = list.getDefiningOp();
  if (op && sources.empty())
    return !isa<TineDialect>(op->getDialect());
  return llvm::any_of(sources,
                      [&](Value source) { return mayBeNothing(source, seen); });
}

/// The new list of an arm whose branch gives it or, on the other way, `old`,
/// which nobody can see any more where there is the new one.
static ListNewOp newListOf(scf::IfOp branch, unsigned i, Value &old) {
  if (branch.getElseRegion().empty())
    return {};
  for (bool inThen : {true, false}) {
    scf::YieldOp mine = inThen ? branch.thenYield() : branch.elseYield();
    scf::YieldOp other = inThen ? branch.elseYield() : branch.thenYield();
    auto made = mine.getOperand(i).getDefiningOp<ListNewOp>();
    old = other.getOperand(i);
    llvm::DenseSet<Value> seen;
    if (!made || made->getBlock() != mine->getBlock() ||
        old.getParentBlock() != branch->getBlock() || mayBeNothing(old, seen) ||
        !isAlone(old, branch.getResult(i)))
      continue;
    bool isGone = llvm::all_of(old.getUses(), [&](OpOperand &use) {
      if (use.getOwner() == other)
        return use.getOperandNumber() == i;
      if (!isRead(use) && !isChange(use))
        return false;
      Operation *user =
          branch->getBlock()->findAncestorOpInBlock(*use.getOwner());
      if (user != branch)
        return user && user->isBeforeInBlock(branch);
      Operation *inArm =
          made->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return !inArm || inArm->isBeforeInBlock(made);
    });
    if (isGone)
      return made;
  }
  return {};
}

/// In the place of a list that nobody gets.
static Value nothing(Operation *before, Value list) {
  OpBuilder b(before);
  return ub::PoisonOp::create(b, before->getLoc(), list.getType());
}

static void clearInstead(scf::IfOp branch) {
  for (unsigned i = 0; i < branch.getNumResults(); ++i) {
    Value old;
    if (!isa<ListType>(branch.getResult(i).getType()))
      continue;
    Value same = branch.getElseRegion().empty()
                     ? Value()
                     : branch.thenYield().getOperand(i);
    if (same && same == branch.elseYield().getOperand(i) &&
        !branch->isAncestor(same.getParentRegion()->getParentOp())) {
      branch.getResult(i).replaceAllUsesWith(same);
      continue;
    }
    ListNewOp made = newListOf(branch, i, old);
    if (!made)
      continue;
    OpBuilder b(made);
    ListClearOp::create(b, made.getLoc(), old);
    made.getResult().replaceAllUsesWith(old);
    made.erase();
    branch.getResult(i).replaceAllUsesWith(old);
    // The result is no way to the list any more.
    for (scf::YieldOp end : {branch.thenYield(), branch.elseYield()})
      end->setOperand(i, nothing(branch, old));
  }
}

/// Lists that the loop hands from iteration to iteration as they are.
static void forgetCarried(LoopLikeOpInterface loop) {
  for (auto [operand, arg, result] :
       llvm::zip(loop.getInitsMutable(), loop.getRegionIterArgs(),
                 loop->getResults())) {
    Value init = operand.get();
    if (!isa<ListType>(init.getType()))
      continue;
    if (auto counted = dyn_cast<scf::ForOp>(*loop)) {
      if (counted.getTiedLoopYieldedValue(cast<BlockArgument>(arg))->get() !=
          arg)
        continue;
    } else {
      auto open = cast<scf::WhileOp>(*loop);
      unsigned i = cast<BlockArgument>(arg).getArgNumber();
      if (open.getConditionOp().getArgs().size() <= i ||
          open.getConditionOp().getArgs()[i] != arg ||
          open.getYieldOp().getOperand(i) != open.getAfterArguments()[i])
        continue;
      open.getAfterArguments()[i].replaceAllUsesExcept(init, open.getYieldOp());
    }
    result.replaceAllUsesWith(init);
    arg.replaceAllUsesExcept(
        init, isa<scf::ForOp>(*loop)
                  ? loop.getLoopRegions().front()->front().getTerminator()
                  : nullptr);
    operand.set(nothing(loop, init));
  }
}

namespace {

struct GrowListsInPlace : tine::impl::GrowListsInPlaceBase<GrowListsInPlace> {
  void runOnOperation() override {
    // A loop that starts with no list starts with an empty one.
    getOperation()->walk([](LoopLikeOpInterface loop) {
      for (OpOperand &init : loop.getInitsMutable())
        if (auto type = dyn_cast<ListType>(init.get().getType());
            type && init.get().getDefiningOp<ub::PoisonOp>()) {
          OpBuilder b(loop);
          init.set(ListNewOp::create(b, loop.getLoc(), type));
        }
    });
    // From the inside out.
    getOperation()->walk([](Operation *op) {
      if (auto branch = dyn_cast<scf::IfOp>(op))
        clearInstead(branch);
      else if (isa<scf::ForOp, scf::WhileOp>(op))
        forgetCarried(cast<LoopLikeOpInterface>(op));
    });
    getOperation()->walk([](scf::ForOp loop) {
      for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
        Value list = loop.getRegionIterArg(i), start = loop.getInitArgs()[i];
        if (!isa<ListType>(list.getType()) || !start.getDefiningOp() ||
            start.getDefiningOp()->getBlock() != loop->getBlock())
          continue;
        ListCopyOp copy = copyOf(loop, i);
        if (!copy)
          continue;
        copy.getResult().replaceAllUsesWith(list);
        copy.erase();
        list.replaceAllUsesExcept(start, loop.getBody()->getTerminator());
        loop.getResult(i).replaceAllUsesWith(start);
        loop.getInitArgsMutable()[i].set(nothing(loop, start));
      }
    });
  }
};

} // namespace
