//===- LowerImages.cpp - Images as calls of the runtime -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Image files, and images of another size.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"

using namespace mlir;
using namespace tine;

static void lowerHead(OpLowering &l, ReadImageHeadOp op) {
  Value slots = l.abi.stackSlots(l.builder, l.loc, op->getNumResults());
  l.call("image_head", {l.in(op.getPath()), slots, l.where()});
  l.load(slots, /*retain=*/false);
}

static void lowerResample(OpLowering &l, ResampleImageOp op) {
  Value edges = l.abi.stackSlots(l.builder, l.loc, 4);
  Value values[] = {op.getLeft(), op.getUpper(), op.getRight(), op.getLower()};
  for (auto [i, edge] : llvm::enumerate(values))
    l.abi.storeSlot(l.builder, l.loc, edges, i, l.in(edge));
  l.out(l.call("image_resample", l.ptr(),
               {l.in(op.getImage()), l.in(op.getWidth()), l.in(op.getHeight()),
                l.in(op.getFilter()), edges, l.where()}));
}

bool tine::lowerImageOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](ReadImageHeadOp op) {
        lowerHead(l, op);
        return true;
      })
      .Case([&](DecodeImageOp op) {
        l.out(l.call("image_decode", l.ptr(),
                     {l.in(op.getPath()), l.text(op.getMode()),
                      l.in(op.getScale()), l.where()}));
        return true;
      })
      .Case([&](ResampleImageOp op) {
        lowerResample(l, op);
        return true;
      })
      .Case([&](WriteImageOp op) {
        l.call("image_write", {l.in(op.getPath()), l.in(op.getImage()),
                               l.in(op.getQuality()), l.where()});
        return true;
      })
      .Default(false);
}
