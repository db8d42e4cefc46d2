//===- Transpose.cpp - Transposed copies ----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a copy whose dimensions change places.
//
// How:
// 1. Dimensions that stay next to each other become one; those of size 1 belong
//    to a neighbour.
// 2. Squares of the last dimensions of both sides are loaded by vectors, which
//    are transposed in registers: lines of the cache are read and written
//    whole.
// 3. What squares do not cover goes element by element.
// 4. A large copy is cut into chunks of its longest dimension that is not the
//    last one.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {

void transposeSquare(ImplicitLocOpBuilder &b, SmallVectorImpl<Value> &square) {
  int64_t lanes = square.size();
  for (int64_t distance = 1; distance < lanes; distance *= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      bool upper = lane & distance;
      low.push_back(upper ? lanes + lane - distance : lane);
      high.push_back(upper ? lanes + lane : lane + distance);
    }
    for (int64_t i = 0; i < lanes; ++i) {
      if (i & distance)
        continue;
      Value x = square[i], y = square[i + distance];
      square[i] = vector::ShuffleOp::create(b, x, y, low);
      square[i + distance] = vector::ShuffleOp::create(b, x, y, high);
    }
  }
}

namespace {

/// Elements of a chunk: about 100 us.
constexpr int64_t chunkElements = 300000;

using Groups = SmallVector<ReassociationIndices>;

class TransposedCopy {
public:
  TransposedCopy(ImplicitLocOpBuilder &b, linalg::TransposeOp op,
                 unsigned vectorBits)
      : b(b), index{b}, op(op), vectorBits(vectorBits) {}

  /// False, and nothing is emitted, where loops do as well.
  bool emit();

private:
  bool collapse();
  unsigned chunkedDim();
  void emitLoops(unsigned dim);
  void emitTile();
  void emitSquare(Value i, Value j);
  void emitElements(Value iBegin, Value iEnd, Value jBegin, Value jEnd);
  SmallVector<Value> inputIndices();

  ImplicitLocOpBuilder &b;
  IndexBuilder index;
  linalg::TransposeOp op;
  unsigned vectorBits;

  Value input, output; ///< collapsed
  /// The dimension of the input that one of the output is.
  SmallVector<int64_t> order;
  int64_t rank = 0, lanes = 0;
  /// Of the output: the dimension that is the last one of the input.
  unsigned across = 0;
  VectorType vector;
  /// Where loops over dimensions of the output begin and end, and are.
  SmallVector<Value> begins, ends, at;
};

bool TransposedCopy::collapse() {
  auto in = cast<MemRefType>(op.getInput().getType());
  ArrayRef<int64_t> from = op.getPermutation();
  SmallVector<int64_t> place(in.getRank(), -1);
  int64_t count = 0;
  for (int64_t dim = 0; dim < in.getRank(); ++dim)
    if (in.getDimSize(dim) != 1)
      place[dim] = count++;
  // The first dimension of each group, in the output and in the input.
  SmallVector<std::pair<int64_t, int64_t>> groups;
  int64_t before = -2;
  for (auto [dim, source] : llvm::enumerate(from)) {
    if (place[source] < 0)
      continue;
    if (place[source] != before + 1)
      groups.emplace_back(dim, source);
    before = place[source];
  }
  rank = groups.size();
  if (rank < 2)
    return false;
  SmallVector<int64_t> firstOut, firstIn;
  for (auto [out, source] : groups) {
    firstOut.push_back(out);
    firstIn.push_back(source);
  }
  llvm::sort(firstIn);
  for (auto [out, source] : groups)
    order.push_back(llvm::find(firstIn, source) - firstIn.begin());
  auto grouped = [&](ArrayRef<int64_t> firsts) {
    Groups result(rank);
    for (int64_t dim = 0, group = 0; dim < in.getRank(); ++dim) {
      if (group + 1 < rank && dim == firsts[group + 1])
        ++group;
      result[group].push_back(dim);
    }
    return result;
  };
  auto view = [&](Value buffer, const Groups &dims) -> Value {
    auto type = cast<MemRefType>(buffer.getType());
    if (!memref::CollapseShapeOp::isGuaranteedCollapsible(type, dims))
      return {};
    return index.collapse(buffer, dims);
  };
  input = view(op.getInput(), grouped(firstIn));
  output = view(op.getInit(), grouped(firstOut));
  return input && output && hasContiguousRows(input) &&
         hasContiguousRows(output);
}

unsigned TransposedCopy::chunkedDim() {
  unsigned best = across;
  auto type = cast<MemRefType>(output.getType());
  for (int64_t dim = 0; dim + 1 < rank; ++dim)
    if (!type.isDynamicDim(dim) && !type.isDynamicDim(best) &&
        type.getDimSize(dim) > type.getDimSize(best))
      best = dim;
  return best;
}

bool TransposedCopy::emit() {
  auto type = cast<MemRefType>(op.getInput().getType());
  Type element = type.getElementType();
  if (!element.isIntOrFloat() || (element.getIntOrFloatBitWidth() != 32 &&
                                  element.getIntOrFloatBitWidth() != 64))
    return false;
  if (!collapse() || order.back() == rank - 1)
    return false;
  across = llvm::find(order, rank - 1) - order.begin();
  lanes = vectorBits / element.getIntOrFloatBitWidth();
  vector = VectorType::get({lanes}, element);
  Value total = index.constant(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    begins.push_back(index.constant(0));
    ends.push_back(index.size(output, dim));
    total = index.mul(total, ends.back());
  }
  at.resize(rank);
  std::optional<int64_t> known = getConstantIntValue(total);
  if ((known && *known <= chunkElements) ||
      op->getParentOfType<scf::ParallelOp>()) {
    emitLoops(0);
    return true;
  }
  unsigned dim = chunkedDim();
  Value others = index.floorDiv(total, index.max(ends[dim], 1));
  Value some =
      index.floorDiv(index.constant(chunkElements), index.max(others, 1));
  Value chunk = index.mul(index.ceilDiv(index.max(some, 1), lanes), lanes);
  auto parallel =
      scf::ParallelOp::create(b, ValueRange{index.constant(0)},
                              ValueRange{ends[dim]}, ValueRange{chunk});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parallel.getBody());
  begins[dim] = parallel.getInductionVars()[0];
  ends[dim] = index.min(index.add(begins[dim], chunk), ends[dim]);
  emitLoops(0);
  return true;
}

void TransposedCopy::emitLoops(unsigned dim) {
  if (dim == rank - 1)
    return emitTile();
  if (dim == across)
    return emitLoops(dim + 1);
  auto loop = scf::ForOp::create(b, begins[dim], ends[dim], index.constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  at[dim] = loop.getInductionVar();
  emitLoops(dim + 1);
}

void TransposedCopy::emitTile() {
  auto whole = [&](Value begin, Value end) {
    Value count = index.floorDiv(index.sub(end, begin), lanes);
    return index.add(begin, index.mul(count, lanes));
  };
  unsigned along = rank - 1;
  Value iWhole = whole(begins[along], ends[along]);
  Value jWhole = whole(begins[across], ends[across]);
  index.loop(begins[across], jWhole, lanes, [&](Value j) {
    index.loop(begins[along], iWhole, lanes,
               [&](Value i) { emitSquare(i, j); });
  });
  emitElements(iWhole, ends[along], begins[across], jWhole);
  emitElements(begins[along], ends[along], jWhole, ends[across]);
}

SmallVector<Value> TransposedCopy::inputIndices() {
  SmallVector<Value> indices(rank);
  for (auto [dim, source] : llvm::enumerate(order))
    indices[source] = at[dim];
  return indices;
}

/// i is a place of the output's last dimension, j one of the input's.
void TransposedCopy::emitSquare(Value i, Value j) {
  SmallVector<Value> square;
  at[across] = j;
  for (int64_t k = 0; k < lanes; ++k) {
    at[rank - 1] = index.add(i, k);
    square.push_back(vector::LoadOp::create(b, vector, input, inputIndices()));
  }
  transposeSquare(b, square);
  at[rank - 1] = i;
  for (int64_t k = 0; k < lanes; ++k) {
    at[across] = index.add(j, k);
    vector::StoreOp::create(b, square[k], output, at);
  }
}

void TransposedCopy::emitElements(Value iBegin, Value iEnd, Value jBegin,
                                  Value jEnd) {
  index.loop(jBegin, jEnd, 1, [&](Value j) {
    index.loop(iBegin, iEnd, 1, [&](Value i) {
      at[across] = j;
      at[rank - 1] = i;
      Value x = memref::LoadOp::create(b, input, inputIndices());
      memref::StoreOp::create(b, x, output, at);
    });
  });
}

} // namespace

bool emitTranspose(ImplicitLocOpBuilder &b, linalg::TransposeOp op,
                   unsigned vectorBits) {
  return TransposedCopy(b, op, vectorBits).emit();
}

} // namespace tine
