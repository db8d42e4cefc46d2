//===- TiledProduct.cpp - The register-tiled product ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits dest = addend + lhs * rhs.
//
// How:
// 1. The rows are cut into parts of equal tiles: 50 = 5 * 6 + 4 * 5. A number
// of
//    rows that is known at run time only is cut into full tiles and tiles of
//    8, 4, 2 and 1 rows.
// 2. Chunks of rows times groups of panels are independent of each other.
// 3. In a chunk: blocks of the inner dimension, panels, tiles. The block of
//    lhs stays in the second cache, that of a panel in the first or second.
// 4. ProductTile.cpp emits a tile.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/ProductTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

/// Rows of a chunk, at least.
constexpr int64_t chunkRows = 96;
/// Multiplications of a chunk, at least: about 200 us.
constexpr int64_t chunkProducts = 10000000;
/// The same of a product of few rows, which waits for memory: about 50 us.
constexpr int64_t fewRows = 4, chunkOfFewRows = 400000;
/// Steps of the inner dimension in a block of a packed product, and of a plain
/// one, which reads so many rows of the right operand side by side.
constexpr int64_t packedBlock = 1024;
constexpr int64_t plainBlock = 16;

/// Rows [begin, end) in tiles of `rows`.
struct RowPart {
  int64_t rows;
  Value begin, end;
};

struct TiledProduct {
  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  ProductTile tile;
  Value lhs, rhs, addend, dest;
  bool packed;
  int64_t width;
  Value rows, columns, inner;

  TiledProduct(ImplicitLocOpBuilder &b, cpu::MatmulOp op, TileShape shape,
               bool useFma)
      : index{b}, b(b),
        tile(b, elementOf(op), shape, panelWidth(op, shape), useFma),
        lhs(op.getLhs()), rhs(op.getRhs()), addend(op.getAddend()),
        dest(op.getDest()), packed(isPacked(op)), width(tile.width),
        rows(index.size(dest, 0)), columns(index.size(dest, 1)),
        inner(index.size(lhs, 1)) {
    tile.lhs = [this](Value row, Value k) -> Value {
      return memref::LoadOp::create(this->b, lhs, ValueRange{row, k});
    };
    tile.rhs = [this](const Columns &where, Value k, int64_t j) {
      return loadRhs(where, k, j);
    };
    if (addend)
      tile.start = [this](int64_t tileRows, Value row, const Columns &where) {
        return loadAddend(tileRows, row, where);
      };
    tile.dest = dest;
    tile.place = [](Value row, Value column) -> SmallVector<Value> {
      return {row, column};
    };
  }

  static bool isPacked(cpu::MatmulOp op) {
    return cast<MemRefType>(op.getRhs().getType()).getRank() == 3;
  }
  static Type elementOf(cpu::MatmulOp op) {
    return cast<MemRefType>(op.getDest().getType()).getElementType();
  }
  static int64_t panelWidth(cpu::MatmulOp op, const TileShape &shape) {
    if (isPacked(op))
      return cast<MemRefType>(op.getRhs().getType()).getDimSize(2);
    return shape.panelWidth(
        cast<MemRefType>(op.getDest().getType()).getDimSize(1));
  }

  void emit() {
    for (const RowPart &part : cutRows())
      emitPart(part);
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// Chunks of rows times groups of panels.
  void emitPart(const RowPart &part) {
    Value panels = index.ceilDiv(columns, width);
    Value group = panelsOfChunk(part);
    Value rowsOfChunk = index.constant(chunkSize(part));
    std::optional<int64_t> total = getConstantIntValue(panels);
    std::optional<int64_t> some = getConstantIntValue(group);
    std::optional<int64_t> begin = getConstantIntValue(part.begin);
    std::optional<int64_t> end = getConstantIntValue(part.end);
    if (total && some && begin && end && *total <= *some &&
        *end - *begin <= chunkSize(part)) {
      emitChunk(part.rows, part.begin, part.end, index.constant(0), panels);
      return;
    }
    auto parallel = scf::ParallelOp::create(
        b, ValueRange{part.begin, index.constant(0)},
        ValueRange{part.end, panels}, ValueRange{rowsOfChunk, group});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(parallel.getBody());
    Value row = parallel.getInductionVars()[0];
    Value panel = parallel.getInductionVars()[1];
    Value lastRow = index.min(index.add(row, rowsOfChunk), part.end);
    Value lastPanel = index.min(index.add(panel, group), panels);
    emitChunk(part.rows, row, lastRow, panel, lastPanel);
  }

  /// As many panels as give a chunk enough work.
  Value panelsOfChunk(const RowPart &part) {
    Value work = index.mul(inner, width);
    Value high = index.min(index.sub(part.end, part.begin),
                           index.constant(chunkSize(part)));
    work = b.createOrFold<arith::MulIOp>(work, high);
    work = index.max(work, 1);
    Value least = index.constant(
        isStaticBelow(rows, fewRows + 1) ? chunkOfFewRows : chunkProducts);
    return index.add(b.createOrFold<arith::DivUIOp>(least, work), 1);
  }

  static int64_t chunkSize(const RowPart &part) {
    return std::max<int64_t>(chunkRows / part.rows, 1) * part.rows;
  }

  SmallVector<RowPart> cutRows() {
    std::optional<int64_t> count = getConstantIntValue(rows);
    Value zero = index.constant(0);
    if (!count) {
      Value done =
          index.mul(index.floorDiv(rows, tile.tile.rows), tile.tile.rows);
      SmallVector<RowPart> parts = {{tile.tile.rows, zero, done}};
      for (int64_t size = 8; size >= 1; size /= 2) {
        if (size >= tile.tile.rows)
          continue;
        Value rest = index.sub(rows, done);
        Value next =
            index.add(done, index.mul(index.floorDiv(rest, size), size));
        parts.push_back({size, done, next});
        done = next;
      }
      return parts;
    }
    if (*count == 0)
      return {};
    int64_t tiles = (*count + tile.tile.rows - 1) / tile.tile.rows;
    int64_t high = (*count + tiles - 1) / tiles;
    int64_t highTiles = *count - (high - 1) * tiles;
    Value middle = index.constant(high * highTiles);
    SmallVector<RowPart> parts = {{high, zero, middle}};
    if (highTiles < tiles)
      parts.push_back({high - 1, middle, rows});
    return parts;
  }

  void emitChunk(int64_t tileRows, Value begin, Value end, Value firstPanel,
                 Value lastPanel) {
    forInnerBlocks([&](const InnerBlock &block) {
      tile.forPanels(columns, firstPanel, lastPanel, [&](const Columns &where) {
        index.loop(begin, end, tileRows,
                   [&](Value row) { tile.emit(tileRows, row, where, block); });
      });
    });
  }

  void forInnerBlocks(function_ref<void(const InnerBlock &)> body) {
    int64_t most = packed ? packedBlock : plainBlock;
    if (!packed && !isStaticBelow(rows, 5))
      most = packedBlock;
    std::optional<int64_t> count = getConstantIntValue(inner);
    Value zero = index.constant(0);
    if (count && *count <= most + most / 2)
      return body({zero, inner, Value()});
    if (count) {
      int64_t blocks = (*count + most - 1) / most;
      most = (*count + blocks - 1) / blocks;
    }
    // One round for an empty inner dimension too: it gives the addend.
    index.loop(zero, index.max(inner, 1), most, [&](Value begin) {
      Value end = index.min(index.add(begin, most), inner);
      Value isFirst =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, begin, zero);
      body({begin, end, isFirst});
    });
  }

  static bool isStaticBelow(Value size, int64_t limit) {
    std::optional<int64_t> value = getConstantIntValue(size);
    return value && *value < limit;
  }

  //===--------------------------------------------------------------------===//
  // One tile
  //===--------------------------------------------------------------------===//

  SmallVector<Value> loadAddend(int64_t tileRows, Value row,
                                const Columns &where) {
    SmallVector<Value> loaded;
    bool isRow = cast<MemRefType>(addend.getType()).getRank() == 1;
    for (int64_t i = 0; i < tileRows; ++i)
      for (int64_t j = 0; j < where.vectors; ++j) {
        if (isRow && i > 0) {
          loaded.push_back(loaded[j]);
          continue;
        }
        SmallVector<Value> at = {tile.columnOf(where, j)};
        if (!isRow)
          at.insert(at.begin(), index.add(row, i));
        loaded.push_back(tile.load(addend, at, where.masks[j]));
      }
    return loaded;
  }

  /// A vector of row k of the panel.
  Value loadRhs(const Columns &where, Value k, int64_t j) {
    if (packed)
      return tile.load(
          rhs, {where.panel, k, index.constant(j * tile.tile.lanes)}, Value());
    return tile.load(rhs, {k, tile.columnOf(where, j)}, where.masks[j]);
  }
};

} // namespace

void emitTiledProduct(ImplicitLocOpBuilder &b, cpu::MatmulOp op,
                      const TileShape &tile, bool useFma) {
  TiledProduct(b, op, tile, useFma).emit();
}

} // namespace tine
