//===- RestColumns.cpp - Columns that fill no vector ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How:
// 1. The columns of a block are copied so that each lies in order.
// 2. A vector of sums for each row and column goes over the block, then its
//    lanes are added, and what fills no vector of the block one by one.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/RestColumns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {

/// A column costs what a vector does divided by its lanes, and the sum of them:
/// that pays for a quarter of a vector.
int64_t RestColumns::countOf(Value columns, const TileShape &shape) {
  int64_t all = getConstantIntValue(columns).value_or(0);
  int64_t rest = all % shape.lanes, main = all - rest;
  if (main == 0 || rest * 4 > shape.lanes)
    return 0;
  int64_t width = shape.panelWidth(main);
  int64_t sums = shape.rowsFor(width / shape.lanes) * rest;
  return main % width == 0 && sums <= shape.rows * shape.vectors ? rest : 0;
}

RestColumns::RestColumns(ProductTile &tile, int64_t count)
    : index(tile.index), b(tile.b), tile(tile), count(count) {}

void RestColumns::allocate(int64_t rows) {
  columns = index.stackMatrix(count, rows, tile.vector.getElementType());
}

void RestColumns::take(Value from, Value rows) {
  index.loop(index.constant(0), rows, 1, [&](Value row) {
    for (int64_t i = 0; i < count; ++i) {
      Value column = index.constant(i);
      Value x = memref::LoadOp::create(b, from, ValueRange{row, column});
      memref::StoreOp::create(b, x, columns, ValueRange{column, row});
    }
  });
}

void RestColumns::emit(int64_t rows, Value row, Value first,
                       const InnerBlock &block) {
  Value length = index.sub(block.end, block.begin);
  int64_t lanes = tile.tile.lanes;
  Value whole = index.mul(index.floorDiv(length, lanes), lanes);
  Values sums = sumVectors(rows, row, block, whole);
  sums = addElements(sums, rows, row, block, whole);
  Columns none{Value(), 1, {Value()}};
  Values start = tile.start ? tile.start(rows, row, none) : Values();
  for (int64_t i = 0; i < rows * count; ++i) {
    Values at =
        tile.place(index.add(row, i / count), index.add(first, i % count));
    Value from = index.zero(tile.vector.getElementType());
    if (!start.empty())
      from = vector::ExtractOp::create(b, start[i / count], 0);
    if (block.isFirst) {
      // Before the first block it may be anything, but is there to be read.
      Value old = memref::LoadOp::create(b, tile.dest, at);
      from = index.choose(block.isFirst, from, old);
    }
    Value sum = arith::AddFOp::create(b, from, sums[i]);
    memref::StoreOp::create(b, sum, tile.dest, at);
  }
}

RestColumns::Values RestColumns::sumVectors(int64_t rows, Value row,
                                            const InnerBlock &block,
                                            Value whole) {
  Values zeros(rows * count, index.zero(tile.vector));
  Values sums = index.loop(
      index.constant(0), whole, tile.tile.lanes, zeros,
      [&](Value k, SmallVectorImpl<Value> &sums) {
        Values right;
        for (int64_t j = 0; j < count; ++j)
          right.push_back(index.load(tile.vector, columns,
                                     {index.constant(j), k}, Value()));
        for (int64_t i = 0; i < rows; ++i) {
          Value x = index.load(
              tile.vector, left,
              {leftRow(index.add(row, i)), index.add(block.begin, k)}, Value());
          for (int64_t j = 0; j < count; ++j)
            sums[i * count + j] =
                index.fma(x, right[j], sums[i * count + j], tile.useFma);
        }
      });
  for (Value &sum : sums)
    sum = vector::ReductionOp::create(b, vector::CombiningKind::ADD, sum,
                                      arith::FastMathFlags::reassoc);
  return sums;
}

RestColumns::Values RestColumns::addElements(ValueRange sums, int64_t rows,
                                             Value row, const InnerBlock &block,
                                             Value whole) {
  Value length = index.sub(block.end, block.begin);
  return index.loop(
      whole, length, 1, sums, [&](Value k, SmallVectorImpl<Value> &sums) {
        for (int64_t i = 0; i < rows; ++i) {
          Value x =
              memref::LoadOp::create(b, left,
                                     ValueRange{leftRow(index.add(row, i)),
                                                index.add(block.begin, k)});
          for (int64_t j = 0; j < count; ++j) {
            Value y = memref::LoadOp::create(b, columns,
                                             ValueRange{index.constant(j), k});
            Value product = arith::MulFOp::create(b, x, y);
            sums[i * count + j] =
                arith::AddFOp::create(b, sums[i * count + j], product);
          }
        }
      });
}

} // namespace tine
