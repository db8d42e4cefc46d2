//===- PlainOperands.cpp - Copies with contiguous rows --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that copy buffers.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/PlainOperands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace tine {

Value allocLike(ImplicitLocOpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(memref::DimOp::create(b, buffer, i));
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  return memref::AllocOp::create(b, plain, sizes);
}

void copyElements(ImplicitLocOpBuilder &b, Value from, Value to) {
  SmallVector<Value> lower, upper, step;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  int64_t rank = cast<MemRefType>(from.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    lower.push_back(zero);
    upper.push_back(memref::DimOp::create(b, from, i));
    step.push_back(one);
  }
  scf::buildLoopNest(b, b.getLoc(), lower, upper, step,
                     [&](OpBuilder &nested, Location loc, ValueRange at) {
                       Value element =
                           memref::LoadOp::create(nested, loc, from, at);
                       memref::StoreOp::create(nested, loc, element, to, at);
                     });
}

} // namespace tine
