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
// 4. A tile keeps its accumulators in registers, one loop-carried vector each;
//    a step loads one row of the panel and multiplies it by one element of
//    each row of lhs. All but the first block start from dest.
// 5. Vectors that reach beyond the last column are masked.
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

/// Rows of a chunk, at least.
constexpr int64_t chunkRows = 96;
/// Multiplications of a chunk, at least: about 200 us.
constexpr int64_t chunkProducts = 10000000;
/// Steps of the inner dimension in a block of a packed product, and of a plain
/// one, which reads so many rows of the right operand side by side.
constexpr int64_t packedBlock = 1024;
constexpr int64_t plainBlock = 16;

/// Rows [begin, end) in tiles of `rows`.
struct RowPart {
  int64_t rows;
  Value begin, end;
};

/// A block of the inner dimension; `isFirst` is null when there is only one.
struct InnerBlock {
  Value begin, end, isFirst;
};

/// Columns of a panel that are computed.
struct Columns {
  Value panel;
  int64_t vectors;
  SmallVector<Value> masks; ///< null for vectors that are full
};

struct TiledProduct {
  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  TileShape tile;
  bool useFma;
  Value lhs, rhs, addend, dest;
  bool packed;
  int64_t width;
  VectorType vector;
  Value rows, columns, inner;

  TiledProduct(ImplicitLocOpBuilder &b, cpu::MatmulOp op, TileShape shape,
               bool useFma)
      : index{b}, b(b), tile(shape), useFma(useFma), lhs(op.getLhs()),
        rhs(op.getRhs()), addend(op.getAddend()), dest(op.getDest()) {
    auto type = cast<MemRefType>(rhs.getType());
    packed = type.getRank() == 3;
    int64_t n = cast<MemRefType>(dest.getType()).getDimSize(1);
    width = packed ? type.getDimSize(2) : tile.panelWidth(n);
    tile.rows = tile.rowsFor(width / tile.lanes);
    tile.vectors = width / tile.lanes;
    vector = VectorType::get({tile.lanes}, type.getElementType());
    rows = index.size(dest, 0);
    columns = index.size(dest, 1);
    inner = index.size(lhs, 1);
  }

  void emit() {
    SmallVector<RowPart> parts = cutRows();
    Value fullPanels = index.floorDiv(columns, width);
    for (const RowPart &part : parts)
      emitPart(part, fullPanels);
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// Chunks of rows times groups of panels.
  void emitPart(const RowPart &part, Value fullPanels) {
    Value panels = index.ceilDiv(columns, width);
    Value group = panelsOfChunk(part);
    Value rowsOfChunk = index.constant(chunkSize(part));
    std::optional<int64_t> total = getConstantIntValue(panels);
    std::optional<int64_t> some = getConstantIntValue(group);
    std::optional<int64_t> begin = getConstantIntValue(part.begin);
    std::optional<int64_t> end = getConstantIntValue(part.end);
    if (total && some && begin && end && *total <= *some &&
        *end - *begin <= chunkSize(part)) {
      emitChunk(part.rows, part.begin, part.end, index.constant(0), panels,
                fullPanels);
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
    emitChunk(part.rows, row, lastRow, panel, lastPanel, fullPanels);
  }

  /// As many panels as give a chunk enough work.
  Value panelsOfChunk(const RowPart &part) {
    Value work = index.mul(inner, width);
    Value high = index.min(index.sub(part.end, part.begin),
                           index.constant(chunkSize(part)));
    work = b.createOrFold<arith::MulIOp>(work, high);
    work = index.max(work, 1);
    return index.add(
        b.createOrFold<arith::DivUIOp>(index.constant(chunkProducts), work), 1);
  }

  static int64_t chunkSize(const RowPart &part) {
    return std::max<int64_t>(chunkRows / part.rows, 1) * part.rows;
  }

  SmallVector<RowPart> cutRows() {
    std::optional<int64_t> count = getConstantIntValue(rows);
    Value zero = index.constant(0);
    if (!count) {
      Value done = index.mul(index.floorDiv(rows, tile.rows), tile.rows);
      SmallVector<RowPart> parts = {{tile.rows, zero, done}};
      for (int64_t size = 8; size >= 1; size /= 2) {
        if (size >= tile.rows)
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
    int64_t tiles = (*count + tile.rows - 1) / tile.rows;
    int64_t high = (*count + tiles - 1) / tiles;
    int64_t highTiles = *count - (high - 1) * tiles;
    Value middle = index.constant(high * highTiles);
    SmallVector<RowPart> parts = {{high, zero, middle}};
    if (highTiles < tiles)
      parts.push_back({high - 1, middle, rows});
    return parts;
  }

  void emitChunk(int64_t tileRows, Value begin, Value end, Value firstPanel,
                 Value lastPanel, Value fullPanels) {
    forInnerBlocks([&](const InnerBlock &block) {
      auto panelOf = [&](const Columns &where) {
        index.loop(begin, end, tileRows,
                   [&](Value row) { emitTile(tileRows, row, where, block); });
      };
      Value full = index.min(lastPanel, fullPanels);
      index.loop(firstPanel, full, 1, [&](Value panel) {
        panelOf({panel, tile.vectors, SmallVector<Value>(tile.vectors)});
      });
      forLastPanel(fullPanels, lastPanel, panelOf);
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

  /// The panel that the columns do not fill.
  void forLastPanel(Value panel, Value lastPanel,
                    function_ref<void(const Columns &)> body) {
    std::optional<int64_t> count = getConstantIntValue(columns);
    if (count && *count % width == 0)
      return;
    Value rest = index.sub(columns, index.mul(panel, width));
    Columns where{panel, tile.vectors, {}};
    if (count)
      where.vectors = (*count % width + tile.lanes - 1) / tile.lanes;
    // Only the chunk at the end has it; no round where the panels are full.
    index.loop(panel, lastPanel, 1, [&](Value) {
      for (int64_t j = 0; j < where.vectors; ++j)
        where.masks.push_back(
            count && *count % width >= (j + 1) * tile.lanes
                ? Value()
                : mask(index.sub(rest, index.constant(j * tile.lanes))));
      body(where);
    });
  }

  Value mask(Value count) {
    auto type = VectorType::get({tile.lanes}, b.getI1Type());
    return vector::CreateMaskOp::create(b, type, count);
  }

  //===--------------------------------------------------------------------===//
  // One tile
  //===--------------------------------------------------------------------===//

  Value load(Value from, ValueRange at, Value mask) {
    if (!mask)
      return vector::LoadOp::create(b, vector, from, at);
    return vector::MaskedLoadOp::create(b, vector, from, at, mask,
                                        index.zero(vector));
  }

  SmallVector<Value> loadTile(Value from, int64_t tileRows, Value row,
                              const Columns &where) {
    SmallVector<Value> loaded;
    bool isRow = cast<MemRefType>(from.getType()).getRank() == 1;
    for (int64_t i = 0; i < tileRows; ++i)
      for (int64_t j = 0; j < where.vectors; ++j) {
        if (isRow && i > 0) {
          loaded.push_back(loaded[j]);
          continue;
        }
        Value column = columnOf(where, j);
        SmallVector<Value> at = {column};
        if (!isRow)
          at.insert(at.begin(), index.add(row, i));
        loaded.push_back(load(from, at, where.masks[j]));
      }
    return loaded;
  }

  Value columnOf(const Columns &where, int64_t j) {
    return index.add(index.mul(where.panel, width), j * tile.lanes);
  }

  SmallVector<Value> startTile(int64_t tileRows, Value row,
                               const Columns &where, Value isFirst) {
    auto start = [&]() -> SmallVector<Value> {
      if (addend)
        return loadTile(addend, tileRows, row, where);
      return SmallVector<Value>(tileRows * where.vectors, index.zero(vector));
    };
    if (!isFirst)
      return start();
    SmallVector<Type> types(tileRows * where.vectors, vector);
    auto branch = scf::IfOp::create(b, types, isFirst, true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, start());
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, loadTile(dest, tileRows, row, where));
    return SmallVector<Value>(branch.getResults());
  }

  /// The vectors of row k of the panel.
  SmallVector<Value> loadStep(const Columns &where, Value k) {
    SmallVector<Value> loaded;
    for (int64_t j = 0; j < where.vectors; ++j) {
      if (packed)
        loaded.push_back(load(
            rhs, {where.panel, k, index.constant(j * tile.lanes)}, Value()));
      else
        loaded.push_back(load(rhs, {k, columnOf(where, j)}, where.masks[j]));
    }
    return loaded;
  }

  void emitTile(int64_t tileRows, Value row, const Columns &where,
                const InnerBlock &block) {
    SmallVector<Value> start = startTile(tileRows, row, where, block.isFirst);
    auto loop =
        scf::ForOp::create(b, block.begin, block.end, index.constant(1), start);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value k = loop.getInductionVar();
      SmallVector<Value> step = loadStep(where, k);
      SmallVector<Value> sums;
      for (int64_t i = 0; i < tileRows; ++i) {
        Value x =
            memref::LoadOp::create(b, lhs, ValueRange{index.add(row, i), k});
        Value all = vector::BroadcastOp::create(b, vector, x);
        for (int64_t j = 0; j < where.vectors; ++j)
          sums.push_back(index.fma(all, step[j],
                                   loop.getRegionIterArg(i * where.vectors + j),
                                   useFma));
      }
      scf::YieldOp::create(b, sums);
    }
    for (int64_t i = 0; i < tileRows; ++i)
      for (int64_t j = 0; j < where.vectors; ++j) {
        Value sum = loop.getResult(i * where.vectors + j);
        SmallVector<Value> at = {index.add(row, i), columnOf(where, j)};
        if (where.masks[j])
          vector::MaskedStoreOp::create(b, dest, at, where.masks[j], sum);
        else
          vector::StoreOp::create(b, sum, dest, at);
      }
  }
};

} // namespace

void emitTiledProduct(ImplicitLocOpBuilder &b, cpu::MatmulOp op,
                      const TileShape &tile, bool useFma) {
  TiledProduct(b, op, tile, useFma).emit();
}

} // namespace tine
