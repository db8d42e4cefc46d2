//===- PackPanels.cpp - Packing into panels -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the copy of a matrix into panels. A plain matrix is copied by vectors;
// a transposed one by squares that are transposed in registers. Edges of a
// transposed matrix, and matrices with strided rows, go element by element.
// Large matrices are packed in chunks of panels.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Chunks.h"
#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

struct PackPanels {
  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  Value matrix, panels;
  bool transposed;
  int64_t lanes, width;
  VectorType vector;
  Value inner, columns;

  PackPanels(ImplicitLocOpBuilder &b, Value matrix, Value panels, Value inner,
             bool transposed, const TileShape &tile)
      : index{b}, b(b), matrix(matrix), panels(panels), transposed(transposed),
        lanes(tile.lanes),
        width(cast<MemRefType>(panels.getType()).getDimSize(2)),
        vector(VectorType::get(
            {lanes}, cast<MemRefType>(panels.getType()).getElementType())),
        inner(inner), columns(index.size(matrix, transposed ? 0 : 1)) {}

  void emit() {
    Value zero = index.constant(0);
    Value full = index.floorDiv(columns, width);
    Value count = index.ceilDiv(columns, width);
    bool byVectors = hasContiguousRows(matrix) && width % lanes == 0;
    forFullPanels(full, [&](Value panel) {
      if (!byVectors)
        copyElements(panel, zero, inner);
      else if (transposed)
        copySquares(panel);
      else
        copyRows(panel, /*masked=*/false);
    });
    index.loop(full, count, 1, [&](Value panel) {
      if (byVectors && !transposed)
        copyRows(panel, /*masked=*/true);
      else
        copyElements(panel, zero, inner);
    });
  }

  /// Panels are chunks of about 50 us, unless other chunks are around them.
  void forFullPanels(Value count, function_ref<void(Value)> body) {
    constexpr int64_t workOfElement = 10;
    Value zero = index.constant(0);
    std::optional<int64_t> full = getConstantIntValue(count),
                           rows = getConstantIntValue(inner);
    Value chunk;
    if (full && rows)
      chunk = index.constant(
          iterationsOfChunk(*full, *rows * width * workOfElement));
    else
      chunk = index.max(
          index.floorDiv(index.constant(chunkWork / workOfElement / width),
                         index.max(inner, 1)),
          1);
    Operation *parent = b.getInsertionBlock()->getParentOp();
    std::optional<int64_t> each = getConstantIntValue(chunk);
    if (isa<scf::ParallelOp>(parent) ||
        parent->getParentOfType<scf::ParallelOp>() ||
        (full && each && *full <= *each)) {
      index.loop(zero, count, 1, body);
      return;
    }
    auto parallel = scf::ParallelOp::create(
        b, ValueRange{zero}, ValueRange{count}, ValueRange{chunk});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(parallel.getBody());
    Value begin = parallel.getInductionVars()[0];
    index.loop(begin, index.min(index.add(begin, chunk), count), 1, body);
  }

  Value column(Value panel, int64_t offset) {
    return index.add(index.mul(panel, width), offset);
  }

  /// A panel of a plain matrix, row by row.
  void copyRows(Value panel, bool masked) {
    SmallVector<Value> masks(width / lanes);
    if (masked)
      for (auto [j, mask] : llvm::enumerate(masks))
        mask = vector::CreateMaskOp::create(
            b, VectorType::get({lanes}, b.getI1Type()),
            index.sub(columns, column(panel, j * lanes)));
    index.loop(index.constant(0), inner, 1, [&](Value k) {
      for (auto [j, mask] : llvm::enumerate(masks)) {
        SmallVector<Value> from = {k, column(panel, j * lanes)};
        Value row =
            mask ? vector::MaskedLoadOp::create(b, vector, matrix, from, mask,
                                                index.zero(vector))
                       .getResult()
                 : vector::LoadOp::create(b, vector, matrix, from).getResult();
        vector::StoreOp::create(
            b, row, panels, ValueRange{panel, k, index.constant(j * lanes)});
      }
    });
  }

  /// A full panel of a transposed matrix.
  void copySquares(Value panel) {
    Value whole = index.mul(index.floorDiv(inner, lanes), lanes);
    index.loop(index.constant(0), whole, lanes, [&](Value k) {
      for (int64_t j = 0; j < width; j += lanes) {
        SmallVector<Value> square;
        for (int64_t i = 0; i < lanes; ++i)
          square.push_back(vector::LoadOp::create(
              b, vector, matrix, ValueRange{column(panel, j + i), k}));
        transposeSquare(b, square);
        for (int64_t i = 0; i < lanes; ++i)
          vector::StoreOp::create(
              b, square[i], panels,
              ValueRange{panel, index.add(k, i), index.constant(j)});
      }
    });
    copyElements(panel, whole, inner);
  }

  /// Rows [from, to) of a panel, element by element; 0 beyond the matrix.
  void copyElements(Value panel, Value from, Value to) {
    Value used = index.min(index.constant(width),
                           index.sub(columns, index.mul(panel, width)));
    Value zero = index.zero(vector.getElementType());
    index.loop(from, to, 1, [&](Value k) {
      index.loop(index.constant(0), used, 1, [&](Value j) {
        SmallVector<Value> at = {k, index.add(index.mul(panel, width), j)};
        if (transposed)
          std::swap(at[0], at[1]);
        Value x = memref::LoadOp::create(b, matrix, at);
        memref::StoreOp::create(b, x, panels, ValueRange{panel, k, j});
      });
      index.loop(used, index.constant(width), 1, [&](Value j) {
        memref::StoreOp::create(b, zero, panels, ValueRange{panel, k, j});
      });
    });
  }
};

} // namespace

void emitPack(ImplicitLocOpBuilder &b, Value matrix, Value panels, Value inner,
              bool transposed, const TileShape &tile) {
  PackPanels(b, matrix, panels, inner, transposed, tile).emit();
}

} // namespace tine
