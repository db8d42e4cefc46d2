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
// 1. The rows are cut into tiles that are nearly equal: 50 = 5 * 6 + 4 * 5. A
//    number of rows that is known at run time only is cut into full tiles and
//    tiles of 8, 4, 2 and 1 rows.
// 2. Chunks of tiles times groups of panels are independent of each other. All
//    rows of a chunk read a panel while it is in the cache.
// 3. In a chunk: blocks of the inner dimension, panels, short blocks, tiles.
//    The block of lhs stays in the second cache, the short block of a panel in
//    the first or second.
// 4. The tiles that read one short block of a panel fetch the next one into the
//    second cache, each a part of it, so that no tile waits for memory.
// 5. ProductTile.cpp emits a tile.
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

/// Rows of a chunk; all of a matrix that has a few more, when there are panels
/// enough for chunks, so that each panel is read once.
constexpr int64_t chunkRows = 96;
constexpr int64_t mostChunkRows = 264;
constexpr int64_t fewPanels = 8;
/// Multiplications of a chunk, at least: about 200 us.
constexpr int64_t chunkProducts = 10000000;
/// The same of a product of few rows, which waits for memory: about 50 us.
constexpr int64_t fewRows = 4, chunkOfFewRows = 400000;
/// Steps of the inner dimension in a block of a packed product, and of a plain
/// one, which reads so many rows of the right operand side by side.
constexpr int64_t packedBlock = 1024;
/// The same where all rows are so few that their part of the destination stays
/// in the first cache.
constexpr int64_t shortBlock = 256;
constexpr int64_t shortBlockRows = 64;
/// Tiles of a chunk that fetches ahead, at most: of more tiles the first one
/// does not wait long enough for it.
constexpr int64_t mostFetching = 24;
constexpr int64_t lineBytes = 64;
constexpr int64_t plainBlock = 16;

/// So many tiles of so many rows; those behind them have one row less.
struct TallTiles {
  int64_t rows, tiles;
};

struct TiledProduct {
  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  ProductTile tile;
  Value lhs, rhs, addend, dest;
  bool packed;
  int64_t width;
  Value rows, columns, inner;
  TallTiles tall = {0, 0}; ///< when the number of rows is known
  int64_t chunkTiles = 0;  ///< tiles of a chunk, at most; 0 for any number

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
    Value zero = index.constant(0);
    Value panels = index.ceilDiv(columns, width);
    std::optional<int64_t> count = getConstantIntValue(rows);
    int64_t high = tile.tile.rows;
    if (count) {
      if (*count == 0)
        return;
      int64_t tiles = (*count + high - 1) / high;
      high = (*count + tiles - 1) / tiles;
      tall = {high, *count - (high - 1) * tiles};
    }
    // In tiles where their number is known, else in rows.
    Value all = count ? index.constant(tall.tiles + shortTiles()) : rows;
    std::optional<int64_t> total = getConstantIntValue(panels);
    int64_t most = chunkRows;
    if (count && total && *count <= mostChunkRows && *total >= fewPanels)
      most = mostChunkRows;
    int64_t some = std::max<int64_t>(most / high, 1) * (count ? 1 : high);
    Value group = panelsOfChunk(count ? index.mul(all, high) : all,
                                count ? some * high : some);
    std::optional<int64_t> groupSize = getConstantIntValue(group);
    if (count)
      chunkTiles = std::min(some, *getConstantIntValue(all));
    if (count && total && groupSize && *total <= *groupSize &&
        *getConstantIntValue(all) <= some) {
      emitChunk(zero, all, zero, panels);
      return;
    }
    // The first loop is the outer one: what it goes over is read once.
    bool panelsFirst =
        count && total && groupSize &&
        readsLessByPanels(*count, some * high, *total, *groupSize);
    SmallVector<Value> to = {all, panels};
    SmallVector<Value> step = {index.constant(some), group};
    if (panelsFirst)
      for (SmallVector<Value> *pair : {&to, &step})
        std::swap((*pair)[0], (*pair)[1]);
    auto parallel =
        scf::ParallelOp::create(b, ValueRange{zero, zero}, to, step);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(parallel.getBody());
    Value first = parallel.getInductionVars()[panelsFirst ? 1 : 0];
    Value panel = parallel.getInductionVars()[panelsFirst ? 0 : 1];
    emitChunk(first, index.min(index.add(first, some), all), panel,
              index.min(index.add(panel, group), panels));
  }

  int64_t shortTiles() {
    int64_t left = *getConstantIntValue(rows) - tall.rows * tall.tiles;
    return left == 0 ? 0 : left / (tall.rows - 1);
  }

  /// Whether lhs, read again for each group of panels, is less than rhs, read
  /// again for each chunk of rows.
  bool readsLessByPanels(int64_t height, int64_t chunk, int64_t panels,
                         int64_t group) {
    int64_t byPanels = height * ((panels + group - 1) / group);
    int64_t byRows = panels * width * ((height + chunk - 1) / chunk);
    return byPanels < byRows;
  }

  /// As many panels as give a chunk of `most` rows enough work.
  Value panelsOfChunk(Value height, int64_t most) {
    Value work = index.mul(inner, width);
    Value high = index.min(height, index.constant(most));
    work = b.createOrFold<arith::MulIOp>(work, high);
    work = index.max(work, 1);
    Value least = index.constant(
        isStaticBelow(rows, fewRows + 1) ? chunkOfFewRows : chunkProducts);
    return index.add(b.createOrFold<arith::DivUIOp>(least, work), 1);
  }

  /// Tiles or rows [first, last) of a panel: tall tiles come first.
  void emitRows(Value first, Value last, const Columns &where,
                const InnerBlock &block) {
    if (!getConstantIntValue(rows)) {
      tile.forRows(first, last, {tile.tile.rows, 8, 4, 2, 1}, where, block);
      return;
    }
    Value border = index.constant(tall.tiles);
    Value middle = index.constant(tall.tiles * tall.rows);
    index.loop(index.mul(first, tall.rows),
               index.mul(index.min(last, border), tall.rows), tall.rows,
               [&](Value row) { tile.emit(tall.rows, row, where, block); });
    if (shortTiles() == 0)
      return;
    int64_t low = tall.rows - 1;
    auto rowOf = [&](Value number) {
      return index.add(middle, index.mul(index.sub(number, border), low));
    };
    index.loop(rowOf(index.max(first, border)), rowOf(last), low,
               [&](Value row) { tile.emit(low, row, where, block); });
  }

  void emitChunk(Value first, Value last, Value firstPanel, Value lastPanel) {
    Value firstRow = first;
    if (getConstantIntValue(rows))
      firstRow = index.add(index.mul(first, tall.rows - 1),
                           index.min(first, index.constant(tall.tiles)));
    forInnerBlocks([&](const InnerBlock &block) {
      tile.forPanels(columns, firstPanel, lastPanel, [&](const Columns &where) {
        forShortBlocks(block, [&](const InnerBlock &part) {
          fetchAhead(firstRow, block, part);
          emitRows(first, last, where, part);
        });
      });
    });
  }

  void forInnerBlocks(function_ref<void(const InnerBlock &)> body) {
    int64_t most = packed ? packedBlock : plainBlock;
    if (!packed && !isStaticBelow(rows, 5))
      most = packedBlock;
    forBlocks({index.constant(0), inner, Value()}, most, body);
  }

  /// Of a panel that several tiles read, but not many.
  void forShortBlocks(const InnerBlock &block,
                      function_ref<void(const InnerBlock &)> body) {
    if (!packed || chunkTiles == 1 || !isStaticBelow(rows, shortBlockRows + 1))
      return body(block);
    forBlocks(block, shortBlock, body);
  }

  /// Cuts a block into nearly equal ones of about `most` steps.
  void forBlocks(const InnerBlock &all, int64_t most,
                 function_ref<void(const InnerBlock &)> body) {
    std::optional<int64_t> from = getConstantIntValue(all.begin),
                           to = getConstantIntValue(all.end);
    if (from && to && *to - *from <= most + most / 2)
      return body(all);
    if (from && to) {
      int64_t blocks = (*to - *from + most - 1) / most;
      most = (*to - *from + blocks - 1) / blocks;
    }
    // One round for an empty inner dimension too: it gives the addend.
    Value zero = index.constant(0);
    Value end = index.max(all.end, 1);
    index.loop(all.begin, end, most, [&](Value begin) {
      Value isFirst =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, begin, zero);
      body({begin, index.min(index.add(begin, most), all.end), isFirst});
    });
  }

  /// Has each tile fetch a part of what comes behind `part` of a panel: the
  /// next part, or the first one of the next panel.
  void fetchAhead(Value firstRow, const InnerBlock &block,
                  const InnerBlock &part) {
    if (!packed || chunkTiles == 1 || chunkTiles > mostFetching)
      return;
    int64_t line = lineBytes * 8 / tile.vector.getElementTypeBitWidth();
    int64_t lines = (width + line - 1) / line;
    int64_t each = chunkTiles ? (lines + chunkTiles - 1) / chunkTiles : 1;
    int64_t high = tall.rows ? tall.rows : tile.tile.rows;
    Value zero = index.constant(0), one = index.constant(1);
    Value lastPanel = index.sub(index.ceilDiv(columns, width), one);
    if (isConstantIntValue(lastPanel, 0))
      return;
    Value isLast = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                                 part.end, block.end);
    Value steps = index.choose(isLast, index.sub(block.begin, part.begin),
                               index.sub(part.end, part.begin));
    Value panels = index.choose(isLast, one, zero);
    tile.ahead = [=](Value row, const Columns &where, Value k) {
      Value number =
          index.floorDiv(index.add(index.sub(row, firstRow), high / 2), high);
      Value first = index.mul(number, each);
      Value hasPart = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, first,
                                            index.constant(lines));
      Value panel = index.min(index.add(where.panel, panels), lastPanel);
      // Other tiles fetch what they have.
      panel = index.choose(hasPart, panel, where.panel);
      Value step = index.add(k, index.choose(hasPart, steps, zero));
      for (int64_t i = 0; i < each; ++i) {
        Value number =
            index.min(index.add(first, i), index.constant(lines - 1));
        memref::PrefetchOp::create(
            b, rhs, ValueRange{panel, step, index.mul(number, line)},
            /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
      }
    };
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
