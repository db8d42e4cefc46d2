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
//         and the list has one list of cotangents.
// How:    A carried list whose next value is its copy becomes the list in front
//         of the loop, where nobody can see the old one again: it is only read
//         in front of the copy, the copy is neither kept nor captured, and the
//         list that the loop starts with is not used behind that.
// Rejects: nothing; other loops stay as they are.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "dialects/tine/Tine.h"
#include "lowering/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tine {
#define GEN_PASS_DEF_GROWLISTSINPLACE
#include "lowering/Passes.h.inc"
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
  return use.getOperandNumber() == 0 &&
         isa<ListAppendOp, ListSetOp, ListInsertOp, ListPopOp, ListExtendOp,
             ListClearOp, ListReverseOp, ListSortOp>(use.getOwner());
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

namespace {

struct GrowListsInPlace : tine::impl::GrowListsInPlaceBase<GrowListsInPlace> {
  void runOnOperation() override {
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
      }
    });
  }
};

} // namespace
