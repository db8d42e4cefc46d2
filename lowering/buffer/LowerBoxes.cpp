//===- LowerBoxes.cpp - Boxes as allocations ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  `tine.box` and `tine.unbox` of tensors.
// Output: `tine.box_alloc`, `tine.box_buffer` and the ops of the bufferization
//         dialect that connect buffers with tensors. A box's memory is
//         writable up to the copy that fills it and read-only afterwards.
// How:    1. each use of a `tensor.empty` gets its own; 2. a box whose tensor
//         is made by a chain of ops that each write into their destination, and
//         that nobody else uses, is allocated where the chain starts, and the
//         chain starts with its memory: the copy at its end becomes one of a
//         buffer to itself, which goes away; 3. any other box is a copy; 4. an
//         unboxed tensor is a read-only view of the buffer.
// Rejects: nothing.
//
// Upstream's empty tensor elimination is not used for boxes: it decides by an
// analysis that is run again afterwards, without knowing that a box is read
// where no tensor shows it. A chain of single uses needs no analysis.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Boxing.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tine {
#define GEN_PASS_DEF_LOWERBOXES
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

void lowerBox(BoxOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value tensor = op.getTensor(), box, buffer;
  if (tensor::EmptyOp start = findStart(op)) {
    builder.setInsertionPoint(start);
    box = BoxAllocOp::create(builder, loc, op.getBox().getType(),
                             start.getDynamicSizes());
    buffer = getBoxBuffer(builder, loc, box);
    startInBuffer(start, buffer);
    tensor = op.getTensor();
    builder.setInsertionPoint(op);
  } else {
    SmallVector<Value> sizes;
    auto type = cast<RankedTensorType>(tensor.getType());
    for (int64_t i = 0; i != type.getRank(); ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(builder, loc, tensor, i));
    box = BoxAllocOp::create(builder, loc, op.getBox().getType(), sizes);
    buffer = getBoxBuffer(builder, loc, box);
  }
  fillBuffer(builder, loc, tensor, buffer);
  op.getBox().replaceAllUsesWith(box);
  op.erase();
}

void lowerUnbox(UnboxOp op) {
  OpBuilder builder(op);
  Value buffer = getBoxBuffer(builder, op.getLoc(), op.getBox());
  Value tensor = bufferization::ToTensorOp::create(
      builder, op.getLoc(), op.getTensor().getType(), buffer,
      /*restrict=*/true, /*writable=*/false);
  op.getTensor().replaceAllUsesWith(tensor);
  op.erase();
}

struct LowerBoxes : tine::impl::LowerBoxesBase<LowerBoxes> {
  void runOnOperation() override {
    splitEmptyTensors(getOperation());
    getOperation().walk([](BoxOp op) { lowerBox(op); });
    getOperation().walk([](UnboxOp op) { lowerUnbox(op); });
  }
};

} // namespace
