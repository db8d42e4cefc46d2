//===- SortOrder.cpp - Which element comes first --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/SortOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

Value tine::cuda::isBefore(ImplicitLocOpBuilder &b, Value x, Value y,
                           bool descending) {
  if (descending)
    std::swap(x, y);
  if (!isa<FloatType>(x.getType())) {
    // Those of a byte have no sign; int8 comes as 16 bits.
    auto less = x.getType().getIntOrFloatBitWidth() <= 8
                    ? arith::CmpIPredicate::ult
                    : arith::CmpIPredicate::slt;
    return arith::CmpIOp::create(b, less, x, y);
  }
  auto compare = [&](arith::CmpFPredicate how, Value x, Value y) -> Value {
    return arith::CmpFOp::create(b, how, x, y);
  };
  Value less = compare(arith::CmpFPredicate::OLT, x, y);
  Value isNumber = compare(arith::CmpFPredicate::ORD, x, x);
  Value isNan = compare(arith::CmpFPredicate::UNO, y, y);
  return arith::OrIOp::create(b, less,
                              arith::AndIOp::create(b, isNumber, isNan));
}
