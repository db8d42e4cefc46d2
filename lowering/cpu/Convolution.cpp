//===- Convolution.cpp - Convolutions as products -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a convolution: for each image and group the product of the weights
// [O, K] and the windows [K, P].
//
// How:
// 1. Images times groups, parts of the rows, and groups of panels are chunks,
//    which are independent of each other.
// 2. In a chunk: panels of the windows, blocks of K, tiles. A block of a panel
//    is packed on the stack and read by all rows of the chunk.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Chunks.h"
#include "lowering/cpu/Epilogue.h"
#include "lowering/cpu/ProductTile.h"
#include "lowering/cpu/RestColumns.h"
#include "lowering/cpu/Windows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

/// Rows of a packed block: with panels of 256 bytes it is 128 KiB.
constexpr int64_t blockRows = 512;
/// Multiplications that take as long as an operation of Chunks.h.
constexpr int64_t productsOfWork = 2;
/// With fewer chunks than this the rows are cut, too.
constexpr int64_t fewChunks = 4;

class Convolution {
public:
  Convolution(ImplicitLocOpBuilder &b, cpu::ConvOp op, Epilogue *epilogue,
              const TileShape &shape, bool useFma)
      : index{b}, b(b), addend(op.getAddend()), groups(op.getGroups()),
        windows(b, op.getInput(), index.sizes(op.getWeight(), 2),
                index.sizes(op.getDest(), 2), op.getStrides(), op.getPaddings(),
                op.getDilations(), shape.lanes),
        restCount(RestColumns::countOf(windows.places, shape)),
        mainPlaces(index.sub(windows.places, index.constant(restCount))),
        tile(
            b, windows.vector.getElementType(), shape,
            shape.panelWidth(getConstantIntValue(mainPlaces).value_or(dynamic)),
            useFma),
        rest(tile, restCount),
        images(index.mul(index.size(op.getDest(), 0), groups)),
        rows(index.floorDiv(index.size(op.getDest(), 1), groups)),
        channels(index.size(op.getWeight(), 1)),
        panels(index.ceilDiv(mainPlaces, tile.width)) {
    weight = index.collapse(op.getWeight(), {{0}, {1, 2, 3, 4}});
    tile.dest = index.collapse(op.getDest(), {{0}, {1}, {2, 3, 4}});
    tile.place = [this](Value row, Value column) -> SmallVector<Value> {
      return {image, index.add(firstRow, row), column};
    };
    tile.lhs = [this](Value row, Value k) -> Value {
      return memref::LoadOp::create(this->b, weight,
                                    ValueRange{index.add(firstRow, row), k});
    };
    tile.rhs = [this](const Columns &, Value k, int64_t j) {
      return tile.load(
          block,
          {index.sub(k, blockBegin), index.constant(j * tile.tile.lanes)},
          Value());
    };
    if (epilogue) {
      tile.epilogueDest = epilogue->dest();
      tile.epilogue = [this, epilogue](Value sum, ValueRange at, Value mask) {
        return epilogue->apply(tile.vector, sum, at, mask);
      };
    }
    rest.left = weight;
    rest.leftRow = [this](Value row) { return index.add(firstRow, row); };
    if (addend)
      tile.start = [this](int64_t count, Value row, const Columns &where) {
        return loadAddend(count, row, where);
      };
  }

  void emit();

private:
  static constexpr int64_t dynamic = ShapedType::kDynamic;

  SmallVector<Value> loadAddend(int64_t count, Value row, const Columns &where);
  Value rowsOfChunk();
  /// How many rounds of so many multiplications each are a chunk.
  Value roundsOfChunk(Value rounds, Value products);
  void emitChunk(Value number, Value rowBegin, Value rowEnd, Value panelBegin,
                 Value panelEnd);
  using BlockBody = function_ref<void(const WindowRows &, const InnerBlock &)>;
  void forBlocks(Value group, BlockBody body);
  void emitRows(Value begin, Value end, const Columns &where,
                const InnerBlock &inner);
  void packRest(const WindowRows &part, const InnerBlock &inner, Value panel);

  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  Value weight, addend; ///< [O, K], [O]
  int64_t groups;
  Windows windows;
  int64_t restCount; ///< places at the end that are no part of a panel
  Value mainPlaces;  ///< the others
  ProductTile tile;
  RestColumns rest;
  /// Images times groups; rows and channels of a group; panels of an image.
  Value images, rows, channels, panels;

  // Of the chunk and block that are being emitted.
  Value image, firstRow, block, restBlock, blockBegin;
};

SmallVector<Value> Convolution::loadAddend(int64_t count, Value row,
                                           const Columns &where) {
  SmallVector<Value> start;
  for (int64_t i = 0; i < count; ++i) {
    Value at = index.add(firstRow, index.add(row, i));
    Value number = memref::LoadOp::create(b, addend, at);
    Value all = vector::BroadcastOp::create(b, tile.vector, number);
    start.append(where.vectors, all);
  }
  return start;
}

/// Null for all: a part where images and panels alone give too few chunks.
Value Convolution::rowsOfChunk() {
  std::optional<int64_t> count = getConstantIntValue(rows);
  std::optional<int64_t> others =
      getConstantIntValue(index.mul(images, panels));
  if (!count || !others || *others >= fewChunks || *others == 0)
    return {};
  int64_t parts = (fewChunks + *others - 1) / *others;
  int64_t step = tile.tile.rows;
  int64_t some = (*count + parts * step - 1) / (parts * step) * step;
  if (std::optional<int64_t> products = getConstantIntValue(
          index.mul(index.mul(channels, windows.taps), tile.width)))
    some = std::max(
        some, iterationsOfChunk(*count, *products / productsOfWork, step));
  return some >= *count ? Value() : index.constant(some);
}

Value Convolution::roundsOfChunk(Value rounds, Value products) {
  std::optional<int64_t> count = getConstantIntValue(rounds),
                         each = getConstantIntValue(products);
  if (count && each)
    return index.constant(std::max<int64_t>(
        iterationsOfChunk(*count, *each / productsOfWork), 1));
  Value some = index.floorDiv(index.constant(chunkWork * productsOfWork),
                              index.max(products, 1));
  return index.add(some, 1);
}

void Convolution::emit() {
  Value zero = index.constant(0), part = rowsOfChunk();
  Value work = index.mul(index.mul(channels, windows.taps),
                         index.mul(part ? part : rows, tile.width));
  Value somePanels = roundsOfChunk(panels, work);
  Value someImages = roundsOfChunk(images, index.mul(work, panels));
  auto parallel = scf::ParallelOp::create(
      b, ValueRange{zero, zero, zero},
      ValueRange{images, part ? rows : index.constant(1), panels},
      ValueRange{someImages, part ? part : index.constant(1), somePanels});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parallel.getBody());
  auto scope = memref::AllocaScopeOp::create(b, TypeRange{});
  b.createBlock(&scope.getBodyRegion());
  WindowBlock most = windows.blockOf(channels, blockRows);
  block = index.stackMatrix(most.channels * most.taps, tile.width,
                            tile.vector.getElementType());
  if (restCount) {
    restBlock = index.stackMatrix(most.channels * most.taps, restCount,
                                  tile.vector.getElementType());
    rest.allocate(most.channels * most.taps);
  }
  SmallVector<Value> at(parallel.getInductionVars());
  Value rowBegin = part ? at[1] : zero;
  Value rowEnd = part ? index.min(index.add(at[1], part), rows) : rows;
  Value panelEnd = index.min(index.add(at[2], somePanels), panels);
  Value lastImage = index.min(index.add(at[0], someImages), images);
  index.loop(at[0], lastImage, 1, [&](Value number) {
    emitChunk(number, rowBegin, rowEnd, at[2], panelEnd);
  });
  memref::AllocaScopeReturnOp::create(b, ValueRange{});
}

void Convolution::forBlocks(Value group, BlockBody body) {
  WindowBlock part = windows.blockOf(channels, blockRows);
  Value zero = index.constant(0);
  Value first = index.mul(group, channels);
  // One round where there is nothing to sum, too: it gives the addend.
  index.loop(zero, index.max(channels, 1), part.channels, [&](Value channel) {
    Value count =
        index.min(index.sub(channels, channel), index.constant(part.channels));
    Value begin = index.mul(channel, windows.taps);
    auto emitTaps = [&](Value tap, Value end) {
      Value from = index.add(begin, tap);
      Value to = index.add(from, index.mul(count, index.sub(end, tap)));
      Value isFirst = index.isZero(from), isLast;
      if (isFirst && tile.epilogue)
        isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, to,
                                       index.mul(channels, windows.taps));
      body({image, index.add(first, channel), count, tap, end},
           {from, to, isFirst, isLast});
    };
    if (part.isWhole)
      return emitTaps(zero, windows.taps);
    index.loop(zero, index.max(windows.taps, 1), part.taps, [&](Value tap) {
      emitTaps(tap, index.min(index.add(tap, part.taps), windows.taps));
    });
  });
}

void Convolution::emitRows(Value begin, Value end, const Columns &where,
                           const InnerBlock &inner) {
  // Only the chunk at the end has a rest.
  int64_t most = tile.tile.rows;
  if (std::optional<int64_t> all = getConstantIntValue(rows))
    return tile.forRows(begin, end, {most, *all % most}, where, inner);
  tile.forRows(begin, end, {most, 8, 4, 2, 1}, where, inner);
}

/// With the last panel the places that are left are packed, and its tiles sum
/// them, too.
void Convolution::packRest(const WindowRows &part, const InnerBlock &inner,
                           Value panel) {
  Value isLast = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                               index.add(panel, 1), panels);
  index.when(isLast, [&] {
    windows.pack(part, mainPlaces, windows.places, restBlock);
    rest.take(restBlock, index.sub(inner.end, inner.begin));
  });
  Columns where{panels, 1, {tile.mask(index.constant(restCount))}};
  tile.beside = [=](int64_t count, Value row, const InnerBlock &block) {
    index.when(isLast, [&] {
      rest.emit(count, row, mainPlaces, block);
      tile.emitEpilogue(count, row, where, block);
    });
  };
}

void Convolution::emitChunk(Value number, Value rowBegin, Value rowEnd,
                            Value panelBegin, Value panelEnd) {
  Value group = index.remainder(number, index.constant(groups));
  image = index.floorDiv(number, groups);
  firstRow = index.mul(group, rows);
  tile.forPanels(mainPlaces, panelBegin, panelEnd, [&](const Columns &where) {
    Value begin = index.mul(where.panel, tile.width);
    Value end = index.min(index.add(begin, tile.width), mainPlaces);
    forBlocks(group, [&](const WindowRows &part, const InnerBlock &inner) {
      windows.pack(part, begin, end, block);
      if (restCount)
        packRest(part, inner, where.panel);
      blockBegin = inner.begin;
      emitRows(rowBegin, rowEnd, where, inner);
    });
  });
}

} // namespace

void emitConv(ImplicitLocOpBuilder &b, cpu::ConvOp op, const TileShape &tile,
              bool useFma) {
  if (!emitDepthwiseConv(b, op, nullptr, tile, useFma))
    Convolution(b, op, nullptr, tile, useFma).emit();
}

void emitFusedConv(ImplicitLocOpBuilder &b, cpu::ConvOp op,
                   linalg::GenericOp epilogue, Value sums,
                   const TileShape &tile, bool useFma) {
  Epilogue behind(IndexBuilder{b}, epilogue, sums);
  if (!emitDepthwiseConv(b, op, &behind, tile, useFma))
    Convolution(b, op, &behind, tile, useFma).emit();
}

} // namespace tine
