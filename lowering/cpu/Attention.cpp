//===- Attention.cpp - Attention by tiles ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits attention: the softmax of the scores goes on from block to block of the
// keys.
//
// How:
// 1. Matrices of the batch and parts of their rows are chunks, which are
//    independent of each other.
// 2. In a chunk: blocks of keys, which are packed on the stack, and tiles of
//    rows. With `causal` the tiles that see nothing of a block are left out.
// 3. Of a tile: the scores; for each row the greatest of them, and the
//    exponentials of what they differ from it; the product of these and the
//    values is added to the result. When a block has a greater score than those
//    before, what was summed is scaled down to it.
// 4. In the end the rows are divided by the sums of the exponentials: as they
//    are stored, where all keys are one block.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/AttentionTiles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

class Attention : AttentionTiles {
public:
  Attention(ImplicitLocOpBuilder &b, linalg_ext::AttentionOp op,
            const TileShape &shape, bool useFma)
      : AttentionTiles(b, op, shape, useFma), query(op.getQuery()),
        key(op.getKey()), value(op.getValue()), result(op.getDest()[0]),
        ofRows(op.getDest()[1]) {
    std::optional<int64_t> known = getConstantIntValue(keys);
    isOneBlock = known && *known > 0 && *known <= blockKeys;
  }

  void emit();

private:
  /// Rows of a chunk, and of one where there are few chunks.
  static constexpr int64_t chunkRows = 4 * tileRows, fewChunks = 16;

  Value rowsOfChunk();
  void emitChunk(Value begin, Value end);
  void emitTile(const Packed &packed, Value begin);
  void emitRow(Value row, Value place);
  void finishRow(Value row, Value place);
  Value shareOf(Value sum);
  void storeRow(Value row, Value most, Value share);

  Value query, key, value, result, ofRows;
  bool isOneBlock; ///< all keys are one

  // Of the chunk that is being emitted.
  Value scores;                  ///< of a tile
  Value greatest, sums, factors; ///< of all rows
  Value q, v, y, stats;          ///< matrices
};

Value Attention::rowsOfChunk() {
  Value chunks = index.mul(matrices, index.ceilDiv(rows, chunkRows));
  Value many = index.constant(chunkRows), few = index.constant(tileRows);
  if (std::optional<int64_t> known = getConstantIntValue(chunks))
    return *known < fewChunks ? few : many;
  Value isFew = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, chunks,
                                      index.constant(fewChunks));
  return index.choose(isFew, few, many);
}

void Attention::emit() {
  Value zero = index.constant(0), someRows = rowsOfChunk();
  Value inner = index.add(index.size(query, 3), index.size(value, 3));
  Value work = index.mul(index.mul(index.min(rows, someRows), keys), inner);
  Value someMatrices = matricesOfChunk(work);
  auto parallel = scf::ParallelOp::create(b, ValueRange{zero, zero},
                                          ValueRange{matrices, rows},
                                          ValueRange{someMatrices, someRows});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parallel.getBody());
  auto scope = memref::AllocaScopeOp::create(b, TypeRange{});
  b.createBlock(&scope.getBodyRegion());
  Value first = parallel.getInductionVars()[0];
  Value begin = parallel.getInductionVars()[1];
  Value last = index.min(index.add(first, someMatrices), matrices);
  Value end = index.min(index.add(begin, someRows), rows);
  scores = tileOnStack();
  greatest = rowsOnStack(chunkRows);
  sums = rowsOnStack(chunkRows);
  factors = rowsOnStack(chunkRows);
  Packed packed = packedLike(key);
  index.loop(first, last, 1, [&](Value matrix) {
    setMatrix(matrix);
    q = matrixOf(query);
    v = matrixOf(value);
    y = matrixOf(result);
    stats = matrixOf(ofRows);
    if (!isOneBlock) {
      index.loop(begin, end, 1, [&](Value row) {
        Value place = index.sub(row, begin);
        memref::StoreOp::create(b, number(-INFINITY), greatest, place);
        memref::StoreOp::create(b, number(0), sums, place);
      });
      fill(y, begin, end);
    }
    Value lastKey = causal ? index.min(keys, end) : keys;
    index.loop(zero, lastKey, blockKeys, [&](Value from) {
      setBlock(from);
      pack(packed);
      index.loop(begin, end, tileRows, [&](Value row) {
        setTile(row, end);
        emitTile(packed, begin);
      });
    });
    if (!isOneBlock)
      index.loop(begin, end, 1,
                 [&](Value row) { finishRow(row, index.sub(row, begin)); });
  });
  memref::AllocaScopeReturnOp::create(b, ValueRange{});
}

void Attention::emitTile(const Packed &packed, Value begin) {
  OpBuilder::InsertionGuard guard(b);
  if (Value seen = isSeen()) {
    auto branch = scf::IfOp::create(b, seen, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  multiplyBlock(q, packed, scores, /*scaled=*/true);
  addMask(scores);
  Value zero = index.constant(0), first = index.sub(firstRow, begin);
  index.loop(zero, rowCount, 1,
             [&](Value row) { emitRow(row, index.add(first, row)); });
  Sum sum;
  sum.rows = rowCount;
  sum.totals = {rows};
  sum.inner = seenKeys;
  sum.left = [&](Value row, Value k) { return element(scores, {row, k}); };
  sum.right = v;
  sum.first = firstKey;
  sum.dest = y;
  sum.destFirst = firstRow;
  sum.isFirst = isOneBlock;
  auto &scaling = isOneBlock ? sum.share : sum.factor;
  scaling = [&](Value row) { return element(factors, index.add(first, row)); };
  addProduct(sum);
}

/// Scores of a row become exponentials. A NaN is not the greatest, but makes
/// the sum one.
void Attention::emitRow(Value row, Value place) {
  Value limit = limitOf(row);
  Value old = isOneBlock ? number(-INFINITY) : element(greatest, place);
  auto isGreater = [&](Value x, Value y) -> Value {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x, y);
  };
  Value lanes =
      overRow(limit, spread(old),
              [&](Value column, Value mask, ValueRange most) -> Values {
                Value x = load(scores, {row, column}, Value());
                if (mask)
                  x = index.choose(mask, x, spread(number(-INFINITY)));
                return {index.choose(isGreater(x, most[0]), x, most[0])};
              })[0];
  Value most = vector::ReductionOp::create(b, vector::CombiningKind::MAXNUMF,
                                           lanes, arith::FastMathFlags::nnan);
  Value origin = index.choose(isNone(most), number(0), most);
  Value from = spread(origin);
  Value partial =
      overRow(limit, index.zero(vector),
              [&](Value column, Value mask, ValueRange sum) -> Values {
                Value x = load(scores, {row, column}, Value());
                x = power(x, from);
                if (mask)
                  x = index.choose(mask, x, index.zero(vector));
                store(x, scores, {row, column}, Value());
                return {arith::AddFOp::create(b, sum[0], x)};
              })[0];
  clearRest(limit, scores, row);
  Value sum = vector::ReductionOp::create(
      b, vector::CombiningKind::ADD, partial, arith::FastMathFlags::reassoc);
  if (isOneBlock) {
    Value share = shareOf(sum);
    memref::StoreOp::create(b, share, factors, place);
    return storeRow(index.add(firstRow, row), most, share);
  }
  Value factor = power(old, origin);
  factor = index.choose(isNone(old), number(0), factor);
  Value before = arith::MulFOp::create(b, element(sums, place), factor);
  memref::StoreOp::create(b, most, greatest, place);
  memref::StoreOp::create(b, factor, factors, place);
  memref::StoreOp::create(b, arith::AddFOp::create(b, before, sum), sums,
                          place);
}

/// What the exponentials of a row are multiplied by.
Value Attention::shareOf(Value sum) {
  Value share = arith::DivFOp::create(b, number(1), sum);
  Value isEmpty =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, sum, number(0));
  if (!zeros) {
    Value noKeys = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, keys,
                                         index.constant(0));
    isEmpty = arith::AndIOp::create(b, isEmpty, noKeys);
  }
  return index.choose(isEmpty, number(0), share);
}

void Attention::storeRow(Value row, Value most, Value share) {
  most = index.choose(isNone(most), number(0), most);
  memref::StoreOp::create(b, most, stats, ValueRange{row, index.constant(0)});
  memref::StoreOp::create(b, share, stats, ValueRange{row, index.constant(1)});
}

void Attention::finishRow(Value row, Value place) {
  Value share = shareOf(element(sums, place));
  overColumns(index.size(y, 1), {},
              [&](Value column, Value mask, ValueRange) -> Values {
                Value x = load(y, {row, column}, mask);
                x = arith::MulFOp::create(b, x, spread(share));
                store(x, y, {row, column}, mask);
                return {};
              });
  storeRow(row, element(greatest, place), share);
}

} // namespace

void emitAttention(ImplicitLocOpBuilder &b, linalg_ext::AttentionOp op,
                   const TileShape &tile, bool useFma) {
  Attention(b, op, tile, useFma).emit();
}

} // namespace tine
