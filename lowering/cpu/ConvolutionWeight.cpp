//===- ConvolutionWeight.cpp - Derivatives by weights as products ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the derivative of a convolution by its weight: for each group the sum
// over all images of the product of the windows [K, P] and the derivatives by
// the result [P, O].
//
// How:
// 1. Groups, blocks of K, and groups of panels where these are few, are chunks,
//    which are independent of each other.
// 2. In a chunk: images, blocks of P, panels, tiles. The block of the windows
//    is packed once for all panels, a panel once for all rows of the chunk;
//    both are on the stack.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/ProductTile.h"
#include "lowering/cpu/Windows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tine {
namespace {

/// Rows of a chunk, and bytes of a row of its block of windows.
constexpr int64_t chunkRows = 128;
constexpr int64_t rowBytes = 768;
/// With fewer chunks than this the columns are cut, too.
constexpr int64_t fewChunks = 4;

class ConvolutionWeight {
public:
  ConvolutionWeight(ImplicitLocOpBuilder &b, cpu::ConvWeightOp op,
                    const TileShape &shape, bool useFma)
      : index{b}, b(b), shape(shape), groups(index.size(op.getDest(), 0)),
        channels(index.size(op.getDest(), 1)),
        columns(index.size(op.getDest(), 5)),
        windows(b, op.getInput(), index.sizes(op.getDest(), 2),
                index.sizes(op.getSeed(), 2), op.getStrides(), op.getPaddings(),
                op.getDilations(), shape.lanes),
        tile(b, windows.vector.getElementType(), shape,
             shape.panelWidth(
                 getConstantIntValue(columns).value_or(ShapedType::kDynamic)),
             useFma),
        images(index.size(op.getSeed(), 0)),
        seed(index.collapse(op.getSeed(), {{0, 1}, {2, 3, 4}})),
        blockPlaces(rowBytes * 8 / windows.vector.getElementTypeBitWidth()) {
    tile.dest = index.collapse(op.getDest(), {{0}, {1, 2, 3, 4}, {5}});
    tile.place = [this](Value row, Value column) -> SmallVector<Value> {
      return {group, index.add(firstRow, row), column};
    };
    tile.lhs = [this](Value row, Value k) -> Value {
      return memref::LoadOp::create(this->b, block, ValueRange{row, k});
    };
    tile.rhs = [this](const Columns &, Value k, int64_t j) {
      return tile.load(
          panel, {index.constant(0), k, index.constant(j * tile.tile.lanes)},
          Value());
    };
  }

  void emit();

private:
  Value panelsOfChunk(const WindowBlock &part, Value panels);
  void emitRows(Value channel, Value count, Value firstTap, Value lastTap);
  void emitBlock(const WindowRows &rows, Value begin, Value isFirst);
  void packPanel(Value image, const Columns &where, Value begin, Value length);

  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  const TileShape &shape;
  Value groups, channels, columns; ///< the last two of a group
  Windows windows;
  ProductTile tile;
  Value images, seed; ///< [N * O, P]
  int64_t blockPlaces;

  // Of the chunk that is being emitted.
  Value group, firstRow, firstPanel, lastPanel, block, panel;
};

/// All, or a part where rows alone give too few chunks.
Value ConvolutionWeight::panelsOfChunk(const WindowBlock &part, Value panels) {
  std::optional<int64_t> rows = getConstantIntValue(
      index.mul(groups, index.ceilDiv(channels, part.channels)));
  std::optional<int64_t> count = getConstantIntValue(panels);
  if (!rows || !count || *rows == 0 || *count == 0 || *rows >= fewChunks)
    return index.max(panels, 1);
  int64_t parts = std::min((fewChunks + *rows - 1) / *rows, *count);
  return index.constant((*count + parts - 1) / parts);
}

void ConvolutionWeight::emit() {
  WindowBlock part = windows.blockOf(channels, chunkRows);
  Value zero = index.constant(0), one = index.constant(1);
  Value panels = index.ceilDiv(columns, tile.width);
  Value somePanels = panelsOfChunk(part, panels);
  auto parallel = scf::ParallelOp::create(
      b, ValueRange{zero, zero, zero}, ValueRange{groups, channels, panels},
      ValueRange{one, index.constant(part.channels), somePanels});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parallel.getBody());
  auto scope = memref::AllocaScopeOp::create(b, TypeRange{});
  b.createBlock(&scope.getBodyRegion());
  group = parallel.getInductionVars()[0];
  Value channel = parallel.getInductionVars()[1];
  firstPanel = parallel.getInductionVars()[2];
  lastPanel = index.min(index.add(firstPanel, somePanels), panels);
  Type element = tile.vector.getElementType();
  block = index.stackMatrix(part.channels * part.taps, blockPlaces, element);
  panel = memref::AllocaOp::create(
      b, MemRefType::get({1, blockPlaces, tile.width}, element),
      b.getI64IntegerAttr(64));
  Value count =
      index.min(index.sub(channels, channel), index.constant(part.channels));
  if (part.isWhole)
    emitRows(channel, count, zero, windows.taps);
  else
    index.loop(zero, windows.taps, part.taps, [&](Value tap) {
      emitRows(channel, count, tap,
               index.min(index.add(tap, part.taps), windows.taps));
    });
  memref::AllocaScopeReturnOp::create(b, ValueRange{});
}

void ConvolutionWeight::emitRows(Value channel, Value count, Value firstTap,
                                 Value lastTap) {
  firstRow = index.add(index.mul(channel, windows.taps), firstTap);
  Value first = index.add(index.mul(group, channels), channel);
  Value zero = index.constant(0);
  // One round where there is nothing to sum, too: it gives zeros.
  index.loop(zero, index.max(images, 1), 1, [&](Value image) {
    index.loop(zero, index.max(windows.places, 1), blockPlaces,
               [&](Value begin) {
                 emitBlock({image, first, count, firstTap, lastTap}, begin,
                           index.isZero(index.add(image, begin)));
               });
  });
}

void ConvolutionWeight::emitBlock(const WindowRows &rows, Value begin,
                                  Value isFirst) {
  Value places = windows.places;
  if (!getConstantIntValue(images)) {
    Value isEmpty = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, images,
                                          index.constant(0));
    places = arith::SelectOp::create(b, isEmpty, index.constant(0), places);
  }
  Value end = index.min(index.add(begin, blockPlaces), places);
  windows.pack(rows, begin, end, block);
  Value zero = index.constant(0), length = index.sub(end, begin);
  Value height =
      index.mul(rows.channels, index.sub(rows.lastTap, rows.firstTap));
  tile.forPanels(columns, firstPanel, lastPanel, [&](const Columns &where) {
    packPanel(rows.image, where, begin, length);
    tile.forRows(zero, height, {tile.tile.rows, 8, 4, 2, 1}, where,
                 {zero, length, isFirst});
  });
}

/// The derivatives by some channels at some places, transposed.
void ConvolutionWeight::packPanel(Value image, const Columns &where,
                                  Value begin, Value length) {
  Value column = index.mul(where.panel, tile.width);
  Value count =
      index.min(index.sub(columns, column), index.constant(tile.width));
  Value number = index.add(index.mul(image, groups), group);
  Value row = index.add(index.mul(number, columns), column);
  SmallVector<OpFoldResult> offsets = {row, begin}, sizes = {count, length};
  SmallVector<OpFoldResult> strides(2, b.getIndexAttr(1));
  Value part = memref::SubViewOp::create(b, seed, offsets, sizes, strides);
  emitPack(b, part, panel, length, /*transposed=*/true, shape);
}

} // namespace

void emitConvWeight(ImplicitLocOpBuilder &b, cpu::ConvWeightOp op,
                    const TileShape &tile, bool useFma) {
  if (!emitDepthwiseConvWeight(b, op, tile, useFma))
    ConvolutionWeight(b, op, tile, useFma).emit();
}

} // namespace tine
