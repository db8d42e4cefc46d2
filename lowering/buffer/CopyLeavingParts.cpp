//===- CopyLeavingParts.cpp - Parts of vectors that leave a region --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  buffers, before anything is freed.
// Output: what a branch or loop gives is never a part of a vector: who gets it
//         frees it by its address, which that of a part is not.
// How:    a part that a terminator yields, as it is or as a view of it, is
//         copied to a new buffer.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tine {
#define GEN_PASS_DEF_COPYLEAVINGPARTS
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

static bool isOfPart(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (isa<BufferPartOp>(view))
      return true;
    buffer = view.getViewSource();
  }
  return false;
}

namespace {

struct CopyLeavingParts : tine::impl::CopyLeavingPartsBase<CopyLeavingParts> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (!op->hasTrait<OpTrait::IsTerminator>())
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (isa<MemRefType>(operand.get().getType()) && isOfPart(operand.get()))
          operand.set(copy(op, operand.get()));
    });
  }

  static Value copy(Operation *end, Value part) {
    OpBuilder b(end);
    Location loc = part.getLoc();
    auto type = cast<MemRefType>(part.getType());
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(memref::DimOp::create(b, loc, part, i));
    auto plain = MemRefType::get(type.getShape(), type.getElementType());
    Value buffer = memref::AllocOp::create(b, loc, plain, sizes);
    memref::CopyOp::create(b, loc, part, buffer);
    if (plain != type)
      buffer = memref::CastOp::create(b, loc, type, buffer);
    return buffer;
  }
};

} // namespace
