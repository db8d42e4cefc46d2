//===- LowerStored.cpp - Files that programs load and save ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each request and each format is a function of its own, so that only programs
// that call it hold its code.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

static void lowerStored(OpLowering &l, StoredOp op) {
  SmallVector<Value> arguments = l.in(op.getArguments());
  arguments.push_back(l.where());
  l.out(l.call(("stored_" + op.getWhat()).str(),
               getLeafType(op.getResult().getType()), arguments));
}

static void lowerStoredTensor(OpLowering &l, StoredTensorOp op) {
  RankedTensorType type = cast<BoxType>(op.getResult().getType()).getTensor();
  int64_t rank = type.getRank();
  Value sizes = l.abi.stackSlots(l.builder, l.loc, std::max<int64_t>(1, rank));
  for (int64_t i = 0; i != rank; ++i)
    l.abi.storeSlot(l.builder, l.loc, sizes, i,
                    l.i64(type.isDynamicDim(i) ? -1 : type.getDimSize(i)));
  int32_t flags = (op.getConverts() ? TINE_STORED_CONVERT : 0) |
                  (op.getFlat() ? TINE_STORED_FLAT : 0) |
                  (op.getFirst() ? TINE_STORED_FIRST : 0);
  l.out(l.call("stored_tensor", l.ptr(),
               {l.in(op.getFile()), l.in(op.getNode()), l.in(op.getName()),
                l.i32(getDtype(type.getElementType())), l.i32(rank), sizes,
                l.i32(flags), l.text(op.getKind()), l.text(op.getExpected()),
                l.where()}));
}

static void lowerSaveFile(OpLowering &l, SaveFileOp op) {
  ValueRange values = op.getValues();
  Value slots =
      l.abi.stackSlots(l.builder, l.loc, std::max<int64_t>(1, values.size()));
  l.store(slots, values);
  l.call(("save_" + op.getFormat()).str(),
         {l.in(op.getPath()), l.text(op.getPattern()), slots, l.where()});
}

bool tine::lowerStoredOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](StoredOp op) {
        lowerStored(l, op);
        return true;
      })
      .Case([&](StoredTensorOp op) {
        lowerStoredTensor(l, op);
        return true;
      })
      .Case([&](SaveFileOp op) {
        lowerSaveFile(l, op);
        return true;
      })
      .Default(false);
}
