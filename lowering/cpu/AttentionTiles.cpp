//===- AttentionTiles.cpp - Tiles of a matrix of scores -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of a tile, and loops over its rows.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/AttentionTiles.h"
#include "lowering/target/MathFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {

AttentionTiles::AttentionTiles(ImplicitLocOpBuilder &b, Value query, Value key,
                               Value mask, const TileShape &shape, bool useFma)
    : index{b}, b(b), shape(shape), useFma(useFma),
      vector(VectorType::get(
          {shape.lanes}, cast<MemRefType>(query.getType()).getElementType())),
      mask(mask), heads(index.size(query, 1)),
      matrices(index.mul(index.size(query, 0), heads)),
      rows(index.size(query, 2)), keys(index.size(key, 2)),
      width(shape.panelWidth(
          getConstantIntValue(keys).value_or(ShapedType::kDynamic))),
      isFew(getConstantIntValue(rows).value_or(fewRows + 1) <= fewRows) {}

//===----------------------------------------------------------------------===//
// Scratch and views
//===----------------------------------------------------------------------===//

AttentionTiles::Packed AttentionTiles::packedLike(Value batch) {
  int64_t inner = cast<MemRefType>(batch.getType()).getDimSize(3);
  if (ShapedType::isDynamic(inner))
    inner = packedInner;
  auto type =
      MemRefType::get({(blockKeys + width - 1) / width,
                       std::clamp<int64_t>(inner, 1, packedInner), width},
                      vector.getElementType());
  return {batch, memref::AllocaOp::create(b, type, b.getI64IntegerAttr(64))};
}

Value AttentionTiles::rowsOnStack(int64_t count) {
  return memref::AllocaOp::create(
      b, MemRefType::get({count}, vector.getElementType()),
      b.getI64IntegerAttr(64));
}

Value AttentionTiles::matricesOfChunk(Value work) {
  Value rounds =
      index.floorDiv(index.constant(chunkProducts), index.max(work, 1));
  return index.add(rounds, 1);
}

void AttentionTiles::setMatrix(Value number) {
  // Of no matrices nothing is emitted that runs.
  Value some = index.max(heads, 1);
  batch = index.floorDiv(number, some);
  head = index.remainder(number, some);
}

static Value subview(ImplicitLocOpBuilder &b, Value of,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes) {
  auto from = cast<MemRefType>(of.getType());
  SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes.take_back(2))
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  MemRefType type = memref::SubViewOp::inferRankReducedResultType(
      shape, from, offsets, sizes, strides);
  return memref::SubViewOp::create(b, type, of, offsets, sizes, strides);
}

Value AttentionTiles::matrixOf(Value of) {
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  SmallVector<OpFoldResult> sizes = {one, one};
  for (int64_t dim : {2, 3})
    sizes.push_back(getAsOpFoldResult(index.size(of, dim)));
  return subview(b, of, {batch, head, zero, zero}, sizes);
}

//===----------------------------------------------------------------------===//
// Blocks of keys and tiles
//===----------------------------------------------------------------------===//

void AttentionTiles::setBlock(Value begin) {
  firstKey = begin;
  keyCount = index.min(index.sub(keys, begin), index.constant(blockKeys));
}

void AttentionTiles::packInner(const Packed &packed, Value begin, Value count) {
  Value part = subview(b, matrixOf(packed.batch), {firstKey, begin},
                       {getAsOpFoldResult(keyCount), getAsOpFoldResult(count)});
  emitPack(b, part, packed.panels, count, /*transposed=*/true, shape);
}

/// Whether the inner dimension is packed in one piece.
static bool isInOnePiece(Value size, int64_t most) {
  std::optional<int64_t> known = getConstantIntValue(size);
  return known && *known <= most;
}

void AttentionTiles::pack(const Packed &packed) {
  Value inner = index.size(packed.batch, 3);
  if (isInOnePiece(inner, packedInner) && !isFew)
    packInner(packed, index.constant(0), inner);
}

void AttentionTiles::setTile(Value begin, Value end) {
  firstRow = isFew ? index.constant(0) : begin;
  rowCount =
      isFew ? rows : index.min(index.sub(end, begin), index.constant(tileRows));
  seenKeys = keyCount;
  if (causal)
    seenKeys =
        index.min(keyCount, index.sub(index.add(firstRow, rowCount), firstKey));
}

Value AttentionTiles::isSeen() {
  if (!causal)
    return {};
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, seenKeys,
                               index.constant(0));
}

/// Rows of the tiles that rows are cut into. What is left at the end is a rest
/// of one of the totals, or of the rows that are worked on together.
SmallVector<int64_t> AttentionTiles::rowSizes(const ProductTile &tile,
                                              ValueRange totals) {
  int64_t most = tile.tile.rows;
  SmallVector<int64_t> sizes = {most};
  for (Value total : totals) {
    std::optional<int64_t> all = getConstantIntValue(total);
    if (!all)
      return {most, 2, 1};
    for (int64_t count :
         {*all, *all % tileRows, tileRows, *all % blockKeys, blockKeys})
      if (!llvm::is_contained(sizes, count % most))
        sizes.push_back(count % most);
  }
  llvm::sort(sizes, std::greater<>());
  return sizes;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void AttentionTiles::multiplyInner(ProductTile &tile, const InnerBlock &inner) {
  Columns where{Value(), tile.tile.vectors,
                SmallVector<Value>(tile.tile.vectors)};
  index.loop(index.constant(0), index.ceilDiv(seenKeys, width), 1,
             [&](Value panel) {
               where.panel = panel;
               tile.forRows(index.constant(0), rowCount, rowSizes(tile, rows),
                            where, inner);
             });
}

/// Dot products of rows and keys.
void AttentionTiles::multiplyFew(Value left, Value right, Value dest,
                                 bool scaled) {
  OpFoldResult none = b.getIndexAttr(0);
  OpFoldResult count = getAsOpFoldResult(rowCount);
  Value part = subview(
      b, right, {firstKey, none},
      {getAsOpFoldResult(seenKeys), getAsOpFoldResult(index.size(right, 1))});
  Value to =
      subview(b, dest, {none, none}, {count, getAsOpFoldResult(seenKeys)});
  auto product = cpu::MatmulOp::create(b, TypeRange{}, left, part, Value(), to,
                                       /*transposed=*/true);
  emitDotProducts(b, product, shape, useFma);
  product.erase();
  if (!scaled || scale == 1)
    return;
  Value zero = index.constant(0), factor = spread(number(scale));
  index.loop(zero, rowCount, 1, [&](Value row) {
    index.loop(zero, seenKeys, shape.lanes, [&](Value column) {
      Value x = load(dest, {row, column}, Value());
      store(arith::MulFOp::create(b, x, factor), dest, {row, column}, Value());
    });
  });
}

void AttentionTiles::multiplyBlock(Value left, const Packed &packed, Value dest,
                                   bool scaled) {
  if (isFew)
    return multiplyFew(left, matrixOf(packed.batch), dest, scaled);
  ProductTile tile(b, vector.getElementType(), shape, width, useFma);
  Value zero = index.constant(0), begin = zero, factor;
  tile.dest = dest;
  tile.place = [](Value row, Value column) -> SmallVector<Value> {
    return {row, column};
  };
  tile.lhs = [&](Value row, Value k) {
    return element(left, {index.add(firstRow, row), index.add(begin, k)});
  };
  tile.rhs = [&](const Columns &where, Value k, int64_t j) {
    return load(packed.panels,
                {where.panel, k, index.constant(j * shape.lanes)}, Value());
  };
  if (scaled && scale != 1)
    tile.finish = [&](Value sum, Value) -> Value {
      return arith::MulFOp::create(b, sum, spread(factor));
    };
  Value inner = index.size(packed.batch, 3);
  if (isInOnePiece(inner, packedInner)) {
    factor = number(scale);
    return multiplyInner(tile, {zero, inner, Value()});
  }
  // One round where there is nothing to sum, too: it gives zeros.
  index.loop(zero, index.max(inner, 1), packedInner, [&](Value from) {
    begin = from;
    Value count =
        index.min(index.sub(inner, from), index.constant(packedInner));
    packInner(packed, from, count);
    Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::sge,
                                         index.add(from, packedInner), inner);
    factor = index.choose(isLast, number(scale), number(1));
    multiplyInner(tile, {zero, count, index.isZero(from)});
  });
}

void AttentionTiles::addProduct(const Sum &sum) {
  Value columns = index.size(sum.dest, 1);
  ProductTile tile(b, vector.getElementType(), shape,
                   shape.panelWidth(getConstantIntValue(columns).value_or(
                       ShapedType::kDynamic)),
                   useFma);
  tile.dest = sum.dest;
  tile.place = [&](Value row, Value column) -> SmallVector<Value> {
    return {index.add(sum.destFirst, row), column};
  };
  tile.lhs = sum.left;
  tile.rhs = [&](const Columns &where, Value k, int64_t j) {
    return tile.load(sum.right,
                     {index.add(sum.first, k), tile.columnOf(where, j)},
                     where.masks[j]);
  };
  if (sum.share)
    tile.finish = [&](Value all, Value row) -> Value {
      return arith::MulFOp::create(b, all, spread(sum.share(row)));
    };
  auto start = [&](int64_t count, Value row, const Columns &where) {
    SmallVector<Value> loaded;
    for (int64_t i = 0; i < count; ++i) {
      Value at = index.add(row, i), factor;
      if (sum.factor)
        factor = spread(sum.factor(at));
      for (int64_t j = 0; j < where.vectors; ++j) {
        Value old = tile.load(sum.dest, tile.place(at, tile.columnOf(where, j)),
                              where.masks[j]);
        loaded.push_back(
            factor ? arith::MulFOp::create(b, old, factor).getResult() : old);
      }
    }
    return loaded;
  };
  if (!sum.isFirst)
    tile.start = start;
  Value zero = index.constant(0);
  tile.forPanels(columns, zero, index.ceilDiv(columns, tile.width),
                 [&](const Columns &where) {
                   tile.forRows(zero, sum.rows, rowSizes(tile, sum.totals),
                                where, {zero, sum.inner, Value()});
                 });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void AttentionTiles::addMask(Value scores) {
  if (!mask)
    return;
  auto type = cast<MemRefType>(mask.getType());
  auto at = [&](int64_t dim, Value place) {
    return type.getDimSize(dim) == 1 ? index.constant(0) : place;
  };
  Value zero = index.constant(0), none = number(-INFINITY);
  index.loop(zero, rowCount, 1, [&](Value row) {
    index.loop(zero, seenKeys, 1, [&](Value column) {
      Value old = element(scores, {row, column});
      Value own = element(mask, {at(0, batch), at(1, head),
                                 at(2, index.add(firstRow, row)),
                                 at(3, index.add(firstKey, column))});
      Value masked = type.getElementType().isInteger(1)
                         ? index.choose(own, old, none)
                         : arith::AddFOp::create(b, old, own).getResult();
      memref::StoreOp::create(b, masked, scores, ValueRange{row, column});
    });
  });
}

Value AttentionTiles::limitOf(Value row) {
  if (!causal)
    return keyCount;
  Value last = index.add(index.add(firstRow, row), 1);
  return index.min(keyCount, index.max(index.sub(last, firstKey), 0));
}

bool AttentionTiles::fillsVectors(Value count) {
  std::optional<int64_t> known = getConstantIntValue(count);
  return known && *known % shape.lanes == 0;
}

AttentionTiles::Values AttentionTiles::overColumns(Value count, bool isWhole,
                                                   ValueRange state,
                                                   Step step) {
  Value whole = index.mul(index.floorDiv(count, shape.lanes), shape.lanes);
  auto loop = [&](Value from, Value to, Value mask, ValueRange first) {
    auto made =
        scf::ForOp::create(b, from, to, index.constant(shape.lanes), first);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(made.getBody());
    Values next = step(made.getInductionVar(), mask, made.getRegionIterArgs());
    if (first.empty())
      b.setInsertionPoint(made.getBody()->getTerminator());
    else
      scf::YieldOp::create(b, next);
    return Values(made.getResults());
  };
  Values all = loop(index.constant(0), whole, Value(), state);
  if (isWhole)
    return all;
  Value mask = vector::CreateMaskOp::create(
      b, VectorType::get({shape.lanes}, b.getI1Type()),
      index.sub(count, whole));
  return loop(whole, count, mask, all);
}

void AttentionTiles::clearRest(Value limit, Value tile, Value row) {
  if (!causal)
    return;
  Value begin = index.mul(index.ceilDiv(limit, shape.lanes), shape.lanes);
  index.loop(begin, seenKeys, shape.lanes, [&](Value column) {
    store(index.zero(vector), tile, {row, column}, Value());
  });
}

void AttentionTiles::fill(Value matrix, Value begin, Value end) {
  Value zero = index.constant(0), nothing = number(0);
  index.loop(begin, end, 1, [&](Value row) {
    index.loop(zero, index.size(matrix, 1), 1, [&](Value column) {
      memref::StoreOp::create(b, nothing, matrix, ValueRange{row, column});
    });
  });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value AttentionTiles::number(double value) {
  return arith::ConstantOp::create(
      b, b.getFloatAttr(vector.getElementType(), value));
}

Value AttentionTiles::load(Value from, ValueRange at, Value mask) {
  if (!mask)
    return vector::LoadOp::create(b, vector, from, at);
  return vector::MaskedLoadOp::create(b, vector, from, at, mask,
                                      index.zero(vector));
}

void AttentionTiles::store(Value value, Value to, ValueRange at, Value mask) {
  if (mask)
    vector::MaskedStoreOp::create(b, to, at, mask, value);
  else
    vector::StoreOp::create(b, value, to, at);
}

Value AttentionTiles::spread(Value scalar) {
  return vector::BroadcastOp::create(b, vector, scalar);
}

Value AttentionTiles::power(Value x, Value greatest) {
  Value difference = arith::SubFOp::create(b, x, greatest);
  auto made = math::ExpOp::create(b, difference);
  made->setAttr(notPositive, b.getUnitAttr());
  return made;
}

Value AttentionTiles::element(Value buffer, ValueRange at) {
  return memref::LoadOp::create(b, buffer, at);
}

Value AttentionTiles::isNone(Value greatest) {
  return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, greatest,
                               number(-INFINITY));
}

} // namespace tine
