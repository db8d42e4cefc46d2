//===- ProductTile.cpp - The register tile of a product -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile keeps its sums in registers, one loop-carried vector each; a step
// loads one row of the panel and multiplies it by one element of each row of
// the left operand. All but the first block of the inner dimension go on from
// what the one before has stored. Vectors that reach beyond the last column are
// masked.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/ProductTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {

ProductTile::ProductTile(ImplicitLocOpBuilder &b, Type element, TileShape shape,
                         int64_t panelWidth, bool useFma)
    : index{b}, b(b), tile(shape), width(panelWidth),
      vector(VectorType::get({shape.lanes}, element)), useFma(useFma) {
  tile.vectors = width / tile.lanes;
  tile.rows = shape.rowsFor(tile.vectors);
}

Value ProductTile::mask(Value count) {
  auto type = VectorType::get({tile.lanes}, b.getI1Type());
  return vector::CreateMaskOp::create(b, type, count);
}

Value ProductTile::load(Value from, ValueRange at, Value mask) {
  return index.load(vector, from, at, mask);
}

Value ProductTile::columnOf(const Columns &where, int64_t j) {
  return index.add(index.mul(where.panel, width), j * tile.lanes);
}

void ProductTile::forPanels(Value columns, Value first, Value last,
                            function_ref<void(const Columns &)> body) {
  Value fullPanels = index.floorDiv(columns, width);
  Value full = index.min(last, fullPanels);
  index.loop(first, full, 1, [&](Value panel) {
    body({panel, tile.vectors, SmallVector<Value>(tile.vectors)});
  });
  forLastPanel(columns, fullPanels, last, body);
}

void ProductTile::forLastPanel(Value columns, Value panel, Value last,
                               function_ref<void(const Columns &)> body) {
  std::optional<int64_t> count = getConstantIntValue(columns);
  if (count && *count % width == 0)
    return;
  Value rest = index.sub(columns, index.mul(panel, width));
  Columns where{panel, tile.vectors, {}};
  if (count)
    where.vectors = (*count % width + tile.lanes - 1) / tile.lanes;
  // Only the chunk at the end has it; no round where the panels are full.
  index.loop(panel, last, 1, [&](Value) {
    for (int64_t j = 0; j < where.vectors; ++j)
      where.masks.push_back(
          count && *count % width >= (j + 1) * tile.lanes
              ? Value()
              : mask(index.sub(rest, index.constant(j * tile.lanes))));
    body(where);
  });
}

void ProductTile::forRows(Value begin, Value end, ArrayRef<int64_t> sizes,
                          const Columns &where, const InnerBlock &block) {
  for (int64_t size : sizes) {
    if (size == 0 || size > tile.rows)
      continue;
    Value count = index.floorDiv(index.sub(end, begin), size);
    Value done = index.add(begin, index.mul(count, size));
    index.loop(begin, done, size,
               [&](Value row) { emit(size, row, where, block); });
    begin = done;
  }
}

SmallVector<Value> ProductTile::startOf(int64_t rows, Value row,
                                        const Columns &where) {
  if (start)
    return start(rows, row, where);
  return SmallVector<Value>(rows * where.vectors, index.zero(vector));
}

SmallVector<Value> ProductTile::loadDest(int64_t rows, Value row,
                                         const Columns &where) {
  SmallVector<Value> loaded;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < where.vectors; ++j)
      loaded.push_back(load(dest, place(index.add(row, i), columnOf(where, j)),
                            where.masks[j]));
  return loaded;
}

void ProductTile::emit(int64_t rows, Value row, const Columns &where,
                       const InnerBlock &block) {
  SmallVector<Value> first;
  if (!block.isFirst) {
    first = startOf(rows, row, where);
  } else {
    SmallVector<Type> types(rows * where.vectors, vector);
    auto branch = scf::IfOp::create(b, types, block.isFirst, true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, startOf(rows, row, where));
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, loadDest(rows, row, where));
    first.assign(branch.result_begin(), branch.result_end());
  }
  auto loop =
      scf::ForOp::create(b, block.begin, block.end, index.constant(1), first);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value k = loop.getInductionVar();
    SmallVector<Value> step, sums;
    for (int64_t j = 0; j < where.vectors; ++j)
      step.push_back(rhs(where, k, j));
    if (ahead)
      ahead(row, where, k);
    for (int64_t i = 0; i < rows; ++i) {
      Value all =
          vector::BroadcastOp::create(b, vector, lhs(index.add(row, i), k));
      for (int64_t j = 0; j < where.vectors; ++j)
        sums.push_back(index.fma(all, step[j],
                                 loop.getRegionIterArg(i * where.vectors + j),
                                 useFma));
    }
    scf::YieldOp::create(b, sums);
  }
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < where.vectors; ++j) {
      Value sum = loop.getResult(i * where.vectors + j);
      if (finish)
        sum = finish(sum, index.add(row, i));
      index.store(sum, dest, place(index.add(row, i), columnOf(where, j)),
                  where.masks[j]);
    }
  if (beside)
    beside(rows, row, block);
  emitEpilogue(rows, row, where, block);
}

void ProductTile::emitEpilogue(int64_t rows, Value row, const Columns &where,
                               const InnerBlock &block) {
  if (!epilogue)
    return;
  if (!block.isLast)
    return emitEpilogue(rows, row, where);
  index.when(block.isLast, [&] { emitEpilogue(rows, row, where); });
}

void ProductTile::emitEpilogue(int64_t rows, Value row, const Columns &where) {
  // A loop: code of its own for each row would take long to compile.
  index.loop(row, index.add(row, rows), 1, [&](Value each) {
    for (int64_t j = 0; j < where.vectors; ++j) {
      SmallVector<Value> at = place(each, columnOf(where, j));
      Value sum = load(dest, at, where.masks[j]);
      index.store(epilogue(sum, at, where.masks[j]), epilogueDest, at,
                  where.masks[j]);
    }
  });
}

} // namespace tine
