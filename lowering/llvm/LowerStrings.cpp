//===- LowerStrings.cpp - Strings as calls of the runtime -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, formats and string methods.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

/// The bounds of a slice: lower, upper, step and which of them are given.
template <typename Slice>
static SmallVector<Value> getSliceArguments(OpLowering &l, Slice op) {
  Value lower = op.getLower(), upper = op.getUpper();
  return {lower ? lower : l.i64(0), upper ? upper : l.i64(0), op.getStep(),
          l.i32((lower ? 1 : 0) | (upper ? 2 : 0)), l.where()};
}

static Value storeOnStack(OpLowering &l, ValueRange values) {
  Value slots =
      l.abi.stackSlots(l.builder, l.loc, std::max<int64_t>(1, values.size()));
  l.store(slots, values);
  return slots;
}

static void lowerSlice(OpLowering &l, StringSliceOp op) {
  SmallVector<Value> arguments{l.in(op.getString())};
  llvm::append_range(arguments, getSliceArguments(l, op));
  arguments.insert(arguments.end() - 1, l.i32(op.getBytes()));
  l.out(l.call("string_slice", l.ptr(), arguments));
}

static void lowerMethod(OpLowering &l, StringMethodOp op) {
  // Functions of their own, so that only programs that call them hold their
  // code.
  if (op.getMethod() == "png" || op.getMethod() == "png_base64") {
    l.out(l.call("png", l.ptr(),
                 {l.in(op.getString()), l.in(op.getArgs()[0]),
                  l.i32(op.getMethod() == "png_base64")}));
    return;
  }
  Value slot =
      l.call("string_method", l.i64Type(),
             {l.text(op.getMethod()), l.in(op.getString()),
              storeOnStack(l, op.getArgs()), l.i64(op.getArgs().size()),
              l.i32(op.getBytes()), l.where()});
  l.out(l.abi.fromSlot(l.builder, l.loc, slot,
                       getLeafType(op.getResult().getType())));
}

bool tine::lowerStringOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](StringConstantOp op) {
        l.out(l.abi.string(l.builder, l.loc, op.getValue()));
        return true;
      })
      .Case([&](FormatOp op) {
        l.out(l.call("format", l.ptr(),
                     {l.i32(int32_t(op.getMode())), l.text(op.getPattern()),
                      storeOnStack(l, op.getOperands()), l.where()}));
        return true;
      })
      .Case([&](StringConcatOp op) {
        l.out(l.call("string_concat", l.ptr(), l.in(op->getOperands())));
        return true;
      })
      .Case([&](StringCompareOp op) {
        l.out(l.toI64(
            l.call("string_compare", l.i32Type(), l.in(op->getOperands()))));
        return true;
      })
      .Case([&](StringLengthOp op) {
        Value string = l.in(op.getString());
        l.out(op.getBytes() ? l.field(string, offsetof(tine_string, length))
                            : l.call("string_length", l.i64Type(), {string}));
        return true;
      })
      .Case([&](StringIndexOp op) {
        l.out(l.call("string_index", l.ptr(),
                     {l.in(op.getString()), op.getIndex(), l.i32(op.getBytes()),
                      l.where()}));
        return true;
      })
      .Case([&](StringSliceOp op) {
        lowerSlice(l, op);
        return true;
      })
      .Case([&](StringMethodOp op) {
        lowerMethod(l, op);
        return true;
      })
      .Case([&](StringToIntOp op) {
        l.out(l.call("string_to_int", l.i64Type(),
                     {l.in(op.getString()), l.where()}));
        return true;
      })
      .Case([&](StringToFloatOp op) {
        l.out(l.call("string_to_float", l.f64Type(),
                     {l.in(op.getString()), l.where()}));
        return true;
      })
      .Default(false);
}
