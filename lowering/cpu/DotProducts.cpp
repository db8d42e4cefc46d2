//===- DotProducts.cpp - Products of few rows -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits dest = addend + lhs * rhs^T for few rows: each element is a dot product
// of two contiguous rows, and reading rhs once is all the work. Four rows of
// rhs are read side by side; the lanes are added up at the end.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

struct DotProducts {
  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  cpu::MatmulOp op;
  int64_t lanes, rows;
  bool useFma;
  VectorType vector;
  Value inner;

  DotProducts(ImplicitLocOpBuilder &b, cpu::MatmulOp op, const TileShape &tile,
              bool useFma)
      : index{b}, b(b), op(op), lanes(tile.lanes),
        rows(cast<MemRefType>(op.getDest().getType()).getDimSize(0)),
        useFma(useFma),
        vector(VectorType::get(
            {lanes},
            cast<MemRefType>(op.getDest().getType()).getElementType())),
        inner(index.size(op.getLhs(), 1)) {}

  void emit() {
    if (rows == 0)
      return;
    Value columns = index.size(op.getDest(), 1);
    Value whole = index.mul(index.floorDiv(columns, 4), 4);
    index.loop(index.constant(0), whole, 4,
               [&](Value column) { emitColumns(column, 4); });
    index.loop(whole, columns, 1,
               [&](Value column) { emitColumns(column, 1); });
  }

  Value load(Value from, Value row, Value k, Value mask) {
    if (!mask)
      return vector::LoadOp::create(b, vector, from, ValueRange{row, k});
    return vector::MaskedLoadOp::create(b, vector, from, ValueRange{row, k},
                                        mask, index.zero(vector));
  }

  SmallVector<Value> step(ValueRange sums, Value column, int64_t count, Value k,
                          Value mask) {
    SmallVector<Value> next, right;
    for (int64_t j = 0; j < count; ++j)
      right.push_back(load(op.getRhs(), index.add(column, j), k, mask));
    for (int64_t i = 0; i < rows; ++i) {
      Value left = load(op.getLhs(), index.constant(i), k, mask);
      for (int64_t j = 0; j < count; ++j)
        next.push_back(index.fma(left, right[j], sums[i * count + j], useFma));
    }
    return next;
  }

  void emitColumns(Value column, int64_t count) {
    SmallVector<Value> start(rows * count, index.zero(vector));
    Value whole = index.mul(index.floorDiv(inner, lanes), lanes);
    auto loop = scf::ForOp::create(b, index.constant(0), whole,
                                   index.constant(lanes), start);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      scf::YieldOp::create(b, step(loop.getRegionIterArgs(), column, count,
                                   loop.getInductionVar(), Value()));
    }
    SmallVector<Value> sums(loop.getResults());
    std::optional<int64_t> known = getConstantIntValue(inner);
    if (!known || *known % lanes) {
      Value mask = vector::CreateMaskOp::create(
          b, VectorType::get({lanes}, b.getI1Type()), index.sub(inner, whole));
      sums = step(sums, column, count, whole, mask);
    }
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < count; ++j)
        store(sums[i * count + j], index.constant(i), index.add(column, j));
  }

  void store(Value lanesOfSum, Value row, Value column) {
    Value sum =
        vector::ReductionOp::create(b, vector::CombiningKind::ADD, lanesOfSum,
                                    arith::FastMathFlags::reassoc);
    if (Value addend = op.getAddend()) {
      SmallVector<Value> at = {row, column};
      if (cast<MemRefType>(addend.getType()).getRank() == 1)
        at.erase(at.begin());
      Value start = memref::LoadOp::create(b, addend, at);
      sum = arith::AddFOp::create(b, sum, start);
    }
    memref::StoreOp::create(b, sum, op.getDest(), ValueRange{row, column});
  }
};

} // namespace

void emitDotProducts(ImplicitLocOpBuilder &b, cpu::MatmulOp op,
                     const TileShape &tile, bool useFma) {
  DotProducts(b, op, tile, useFma).emit();
}

} // namespace tine
