//===- Search.cpp - Places in sorted elements -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/Search.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

Value tine::cuda::searchSorted(
    ImplicitLocOpBuilder &b, Value first, Value end,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value)> isBefore) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::WhileOp::create(
      b, TypeRange{first.getType(), end.getType()}, ValueRange{first, end},
      [&](OpBuilder &nested, Location loc, ValueRange range) {
        Value isOpen = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::ult, range[0], range[1]);
        scf::ConditionOp::create(nested, loc, isOpen, range);
      },
      [&](OpBuilder &nested, Location loc, ValueRange range) {
        ImplicitLocOpBuilder body(loc, nested);
        Value half = arith::ShRUIOp::create(
            body, arith::SubIOp::create(body, range[1], range[0]), one);
        Value middle = arith::AddIOp::create(body, range[0], half);
        Value before = isBefore(body, middle);
        Value next = arith::AddIOp::create(body, middle, one);
        scf::YieldOp::create(
            body, ValueRange{
                      arith::SelectOp::create(body, before, next, range[0]),
                      arith::SelectOp::create(body, before, range[1], middle)});
      });
  return loop.getResult(0);
}
