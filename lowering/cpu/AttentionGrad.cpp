//===- AttentionGrad.cpp - The derivative of attention by tiles -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the derivative of attention. With weights P, scores S and results Y
//   dV = P^T dY,  dP = dY V^T,  dS = P (dP - sum(dY Y)),
//   dQ = scale dS K,  dK = scale dS^T Q.
//
// How:
// 1. Matrices of the batch are chunks, which are independent of each other.
//    Where they are few, groups of blocks of keys are, too: each has a matrix
//    dQ of its own, and these are added up in order.
// 2. In a chunk: blocks of keys, which are packed on the stack, and tiles of
//    rows. The weights of a tile are computed again, from what the forward pass
//    has kept of the rows.
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

class AttentionGrad : AttentionTiles {
public:
  AttentionGrad(ImplicitLocOpBuilder &b, linalg_ext::AttentionGradOp op,
                const TileShape &shape, bool useFma)
      : AttentionTiles(b, op, shape, useFma), op(op) {}

  void emit();

private:
  /// With fewer matrices than this blocks of keys are cut into groups.
  static constexpr int64_t fewMatrices = 8;

  void cutKeys();
  /// The part of dQ that a group makes.
  Value partOf(Value group);
  void emitMatrix(const Packed &keyPanels, const Packed &valuePanels);
  void emitTile(const Packed &keyPanels, const Packed &valuePanels);
  void emitRow(Value row);
  void emitProducts();
  void addParts();

  linalg_ext::AttentionGradOp op;
  /// Groups of keys, how many keys a group has, and dQ of each; null for one.
  Value groups, groupKeys, parts;

  // Of the matrix and group that are being emitted.
  Value weights, scores; ///< P and dS of a tile
  Value keyBegin, keyEnd;
  Value q, k, y, stats, seed; ///< matrices
  Value dq, dk, dv;
};

/// Chooses the groups, and allocates their parts of dQ.
void AttentionGrad::cutKeys() {
  Value one = index.constant(1);
  Value blocks = index.ceilDiv(keys, blockKeys);
  std::optional<int64_t> count = getConstantIntValue(matrices);
  groups = one;
  Value dest = op.getDest()[0];
  auto type = cast<MemRefType>(dest.getType());
  if (!count || *count < fewMatrices) {
    groups = index.floorDiv(
        index.add(index.constant(fewMatrices - 1), index.max(matrices, 1)),
        index.max(matrices, 1));
    groups = index.max(index.min(groups, blocks), 1);
  }
  if (getConstantIntValue(groups) != 1) {
    SmallVector<int64_t> shape = {
        getConstantIntValue(groups).value_or(ShapedType::kDynamic)};
    SmallVector<Value> sizes;
    if (ShapedType::isDynamic(shape[0]))
      sizes.push_back(groups);
    for (int64_t i = 0; i < 4; ++i) {
      shape.push_back(type.getDimSize(i));
      if (type.isDynamicDim(i))
        sizes.push_back(index.size(dest, i));
    }
    parts = memref::AllocOp::create(
        b, MemRefType::get(shape, type.getElementType()), sizes,
        b.getI64IntegerAttr(64));
  }
  Value each =
      index.floorDiv(index.add(blocks, index.sub(groups, one)), groups);
  groupKeys = index.max(index.mul(each, blockKeys), 1);
}

void AttentionGrad::emit() {
  Value zero = index.constant(0), one = index.constant(1);
  Value dest = op.getDest()[0];
  cutKeys();
  Value inner =
      index.add(index.size(op.getQuery(), 3), index.size(op.getValue(), 3));
  Value work = index.mul(
      index.mul(index.mul(rows, index.min(keys, groupKeys)), inner), 2);
  Value some = matricesOfChunk(work);
  auto parallel = scf::ParallelOp::create(b, ValueRange{zero, zero},
                                          ValueRange{matrices, groups},
                                          ValueRange{some, one});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(parallel.getBody());
    auto scope = memref::AllocaScopeOp::create(b, TypeRange{});
    b.createBlock(&scope.getBodyRegion());
    Value first = parallel.getInductionVars()[0];
    Value group = parallel.getInductionVars()[1];
    keyBegin = index.mul(group, groupKeys);
    keyEnd = index.min(index.add(keyBegin, groupKeys), keys);
    weights = tileOnStack();
    scores = tileOnStack();
    Packed keyPanels = packedLike(op.getKey());
    Packed valuePanels = packedLike(op.getValue());
    index.loop(first, index.min(index.add(first, some), matrices), 1,
               [&](Value matrix) {
                 setMatrix(matrix);
                 dq = matrixOf(parts ? partOf(group) : dest);
                 emitMatrix(keyPanels, valuePanels);
               });
    memref::AllocaScopeReturnOp::create(b, ValueRange{});
  }
  if (parts) {
    addParts();
    memref::DeallocOp::create(b, parts);
  }
}

Value AttentionGrad::partOf(Value group) {
  auto from = cast<MemRefType>(parts.getType());
  SmallVector<OpFoldResult> offsets(5, b.getIndexAttr(0)),
      strides(5, b.getIndexAttr(1)), sizes = {b.getIndexAttr(1)};
  offsets[0] = group;
  for (int64_t i = 1; i < 5; ++i)
    sizes.push_back(getAsOpFoldResult(index.size(parts, i)));
  MemRefType type = memref::SubViewOp::inferRankReducedResultType(
      from.getShape().drop_front(), from, offsets, sizes, strides);
  return memref::SubViewOp::create(b, type, parts, offsets, sizes, strides);
}

void AttentionGrad::emitMatrix(const Packed &keyPanels,
                               const Packed &valuePanels) {
  Value zero = index.constant(0);
  q = matrixOf(op.getQuery());
  k = matrixOf(op.getKey());
  y = matrixOf(op.getOutput());
  stats = matrixOf(op.getRows());
  seed = matrixOf(op.getSeed());
  dk = matrixOf(op.getDest()[1]);
  dv = matrixOf(op.getDest()[2]);
  fill(dq, zero, rows);
  fill(dk, keyBegin, keyEnd);
  fill(dv, keyBegin, keyEnd);
  index.loop(keyBegin, keyEnd, blockKeys, [&](Value from) {
    setBlock(from);
    pack(keyPanels);
    pack(valuePanels);
    // Rows in front of the first key see nothing of the block.
    Value begin =
        causal ? index.mul(index.floorDiv(from, tileRows), tileRows) : zero;
    index.loop(begin, rows, tileRows, [&](Value row) {
      setTile(row, rows);
      emitTile(keyPanels, valuePanels);
    });
  });
}

void AttentionGrad::emitTile(const Packed &keyPanels,
                             const Packed &valuePanels) {
  multiplyBlock(q, keyPanels, weights, /*scaled=*/true);
  multiplyBlock(seed, valuePanels, scores, /*scaled=*/false);
  addMask(weights);
  index.loop(index.constant(0), rowCount, 1, [&](Value row) { emitRow(row); });
  emitProducts();
}

/// Scores become weights, and derivatives by weights those by scores.
void AttentionGrad::emitRow(Value row) {
  Value at = index.add(firstRow, row), limit = limitOf(row);
  Value partial = overColumns(
      index.size(y, 1), index.zero(vector),
      [&](Value column, Value mask, ValueRange sum) -> Values {
        return {index.fma(load(y, {at, column}, mask),
                          load(seed, {at, column}, mask), sum[0], useFma)};
      })[0];
  Value mean = spread(vector::ReductionOp::create(
      b, vector::CombiningKind::ADD, partial, arith::FastMathFlags::reassoc));
  Value origin = spread(element(stats, {at, index.constant(0)}));
  Value share = spread(element(stats, {at, index.constant(1)}));
  Value factor = spread(number(scale));
  auto mul = [&](Value x, Value y) -> Value {
    return arith::MulFOp::create(b, x, y);
  };
  overRow(limit, {}, [&](Value column, Value mask, ValueRange) -> Values {
    Value x = load(weights, {row, column}, Value());
    Value p = mul(power(x, origin), share);
    Value d =
        arith::SubFOp::create(b, load(scores, {row, column}, Value()), mean);
    d = mul(mul(p, d), factor);
    if (mask) {
      p = index.choose(mask, p, index.zero(vector));
      d = index.choose(mask, d, index.zero(vector));
    }
    store(p, weights, {row, column}, Value());
    store(d, scores, {row, column}, Value());
    return {};
  });
  clearRest(limit, weights, row);
  clearRest(limit, scores, row);
}

void AttentionGrad::emitProducts() {
  auto byKeys = [&](Value tile, Value right, Value dest) {
    Sum sum;
    sum.rows = seenKeys;
    sum.totals = {keys};
    if (causal)
      sum.totals.push_back(rows);
    sum.inner = rowCount;
    sum.left = [&](Value key, Value row) { return element(tile, {row, key}); };
    sum.right = right;
    sum.first = firstRow;
    sum.dest = dest;
    sum.destFirst = firstKey;
    addProduct(sum);
  };
  byKeys(weights, seed, dv);
  byKeys(scores, q, dk);
  Sum sum;
  sum.rows = rowCount;
  sum.totals = {rows};
  sum.inner = seenKeys;
  sum.left = [&](Value row, Value key) { return element(scores, {row, key}); };
  sum.right = k;
  sum.first = firstKey;
  sum.dest = dq;
  sum.destFirst = firstRow;
  addProduct(sum);
}

/// The sum of what the groups have made, in their order.
void AttentionGrad::addParts() {
  Value zero = index.constant(0);
  Value columns = index.size(op.getQuery(), 3);
  Value some = matricesOfChunk(
      index.mul(index.mul(rows, columns), index.mul(groups, 8)));
  auto parallel = scf::ParallelOp::create(
      b, ValueRange{zero}, ValueRange{matrices}, ValueRange{some});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parallel.getBody());
  Value first = parallel.getInductionVars()[0];
  index.loop(
      first, index.min(index.add(first, some), matrices), 1, [&](Value matrix) {
        setMatrix(matrix);
        Value to = matrixOf(op.getDest()[0]);
        fill(to, zero, rows);
        index.loop(zero, groups, 1, [&](Value group) {
          Value part = matrixOf(partOf(group));
          index.loop(zero, rows, 1, [&](Value row) {
            overColumns(columns, {},
                        [&](Value column, Value mask, ValueRange) -> Values {
                          Value old = load(to, {row, column}, mask);
                          Value own = load(part, {row, column}, mask);
                          store(arith::AddFOp::create(b, old, own), to,
                                {row, column}, mask);
                          return {};
                        });
          });
        });
      });
}

} // namespace

void emitAttentionGrad(ImplicitLocOpBuilder &b, linalg_ext::AttentionGradOp op,
                       const TileShape &tile, bool useFma) {
  AttentionGrad(b, op, tile, useFma).emit();
}

} // namespace tine
