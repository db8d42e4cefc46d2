//===- OpLowering.cpp - Tine ops as calls of the runtime ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Casts, conversions of booleans and numbers, slots.
//
//===----------------------------------------------------------------------===//

#include "lowering/llvm/OpLowering.h"
#include "dialects/tine/Tine.h"

using namespace mlir;
using namespace tine;

Value OpLowering::in(Value value) {
  Type type = types.convertType(value.getType());
  if (type == value.getType())
    return value;
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

SmallVector<Value> OpLowering::in(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) { return in(value); });
}

void OpLowering::out(Value value, unsigned index) {
  Value result = op->getResult(index);
  if (value.getType() != result.getType())
    value = UnrealizedConversionCastOp::create(builder, loc, result.getType(),
                                               value)
                .getResult(0);
  result.replaceAllUsesWith(value);
}

Value OpLowering::call(llvm::StringRef name, Type result,
                       ValueRange arguments) {
  return abi.call(builder, loc, name, result, arguments).getResult();
}

Value OpLowering::fromBool(Value value) {
  return LLVM::ZExtOp::create(builder, loc, i32Type(), value);
}

Value OpLowering::toBool(Value value) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value,
                              i32(0));
}

Value OpLowering::toI64(Value value) {
  return LLVM::SExtOp::create(builder, loc, i64Type(), value);
}

Value OpLowering::field(Value object, int64_t offset) {
  return LLVM::LoadOp::create(builder, loc, i64Type(),
                              abi.offset(builder, loc, object, offset), 8);
}

void OpLowering::store(Value slots, ValueRange values) {
  for (auto [i, value] : llvm::enumerate(values))
    abi.storeSlot(builder, loc, slots, i, in(value));
}

void OpLowering::load(Value slots, bool retain, unsigned first) {
  for (unsigned i = first, n = op->getNumResults(); i < n; ++i) {
    Type type = op->getResult(i).getType();
    Value value =
        abi.loadSlot(builder, loc, slots, i - first, getLeafType(type));
    if (retain && isCounted(type))
      call("retain", value);
    out(value, i);
  }
}
