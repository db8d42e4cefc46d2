//===- OpLowering.h - Tine ops as calls of the runtime ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One object lowers one op: it casts operands to their LLVM types, calls the
// runtime and casts the results back; the type conversion of tine-to-llvm
// removes the casts.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_LLVM_OPLOWERING_H
#define TINE_LOWERING_LLVM_OPLOWERING_H

#include "lowering/abi/Abi.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace tine {

class OpLowering {
public:
  OpLowering(mlir::Operation *op, AbiBuilder &abi,
             const mlir::LLVMTypeConverter &types)
      : op(op), loc(op->getLoc()), builder(op), abi(abi), types(types) {}

  /// The operand as an LLVM value.
  mlir::Value in(mlir::Value value);
  llvm::SmallVector<mlir::Value> in(mlir::ValueRange values);
  /// Replaces result `index` of the op by an LLVM value.
  void out(mlir::Value value, unsigned index = 0);

  mlir::Value call(llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange arguments);
  void call(llvm::StringRef name, mlir::ValueRange arguments) {
    abi.call(builder, loc, name, {}, arguments);
  }
  mlir::Value where() { return abi.where(builder, op); }
  mlir::Value i32(int64_t value) { return abi.i32(builder, loc, value); }
  mlir::Value i64(int64_t value) { return abi.i64(builder, loc, value); }
  mlir::Value text(llvm::StringRef s) { return abi.text(builder, loc, s); }
  /// An i1 as the C type int32_t, and back.
  mlir::Value fromBool(mlir::Value value);
  mlir::Value toBool(mlir::Value value);
  mlir::Value toI64(mlir::Value value);
  mlir::Value field(mlir::Value object, int64_t offset);

  /// Stores values, with the counts that they own, to slots.
  void store(mlir::Value slots, mlir::ValueRange values);
  /// Loads the op's results from slots; `retain`s those that stay there too.
  void load(mlir::Value slots, bool retain, unsigned first = 0);

  mlir::Type ptr() { return abi.pointer(); }
  mlir::Type i32Type() { return builder.getI32Type(); }
  mlir::Type i64Type() { return builder.getI64Type(); }
  mlir::Type f64Type() { return builder.getF64Type(); }

  mlir::Operation *op;
  mlir::Location loc;
  mlir::OpBuilder builder;
  AbiBuilder &abi;
  const mlir::LLVMTypeConverter &types;
};

/// Each lowers the op when it is one of its own; the op then has no uses and
/// may be erased. False otherwise.
bool lowerStringOp(OpLowering &lowering);
bool lowerContainerOp(OpLowering &lowering);
bool lowerObjectOp(OpLowering &lowering);
bool lowerEffectOp(OpLowering &lowering);
bool lowerImageOp(OpLowering &lowering);
bool lowerOutsideOp(OpLowering &lowering);
bool lowerStoredOp(OpLowering &lowering);

} // namespace tine

#endif // TINE_LOWERING_LLVM_OPLOWERING_H
