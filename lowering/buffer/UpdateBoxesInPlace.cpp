//===- UpdateBoxesInPlace.cpp - Boxes changed where they lie --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vector of parameters that tasks take parts of is a box. When it is
// updated the tasks have ended and their parts are gone: the new value can take
// the old one's place. Where somebody still has a part, the counts say so.
//
// Input:  boxes, not yet counted.
// Output: a box that is made of another by ops that write into their
//         destination starts as `tine.box_own` of the other: its memory when
//         nobody else has it, else a copy.
// How:    from a `tine.box` back along results that have one use to the tensor
//         that the first op starts with. It must lie in a box of the same type,
//         and the op must read it: else new memory is better than a copy.
//         What still reads the old box behind `tine.box_own` needs a count of
//         it, by which insert-reference-counts makes the run take the copy.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Boxing.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tine {
#define GEN_PASS_DEF_UPDATEBOXESINPLACE
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The operand with which the chain of ops that makes the boxed tensor starts,
/// when it lies in a box of the same type; null otherwise.
OpOperand *findBoxedStart(BoxOp box) {
  Value value = box.getTensor();
  OpOperand *start = nullptr;
  while (value.hasOneUse()) {
    auto op = value.getDefiningOp<linalg::LinalgOp>();
    if (!op || op->getBlock() != box->getBlock())
      break;
    start = op.getDpsInitOperand(cast<OpResult>(value).getResultNumber());
    value = start->get();
  }
  auto from = value.getDefiningOp<UnboxOp>();
  if (!start || !from || from.getBox().getType() != box.getBox().getType() ||
      !cast<linalg::LinalgOp>(start->getOwner())
           .payloadUsesValueFromOperand(start))
    return nullptr;
  return start;
}

void updateInPlace(BoxOp box, OpOperand &start) {
  OpBuilder builder(start.getOwner());
  Location loc = box.getLoc();
  Value own = BoxOwnOp::create(builder, loc,
                               start.get().getDefiningOp<UnboxOp>().getBox());
  Value buffer = getBoxBuffer(builder, loc, own);
  start.set(getWritableTensor(builder, loc, buffer));
  builder.setInsertionPoint(box);
  fillBuffer(builder, loc, box.getTensor(), buffer);
  box.getBox().replaceAllUsesWith(own);
  box.erase();
}

struct UpdateBoxesInPlace
    : tine::impl::UpdateBoxesInPlaceBase<UpdateBoxesInPlace> {
  void runOnOperation() override {
    getOperation()->walk([](BoxOp box) {
      if (OpOperand *start = findBoxedStart(box))
        updateInPlace(box, *start);
    });
    getOperation()->walk([](UnboxOp op) {
      if (op.use_empty())
        op.erase();
    });
  }
};

} // namespace
