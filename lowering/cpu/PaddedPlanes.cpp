//===- PaddedPlanes.cpp - Planes of an image with zeros around ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The zeros around the image are written once; copies write what is between.
// A vector that reaches beyond the end of a row writes zeros there, which are
// the padding or the place of the next row: rows are copied from top to bottom,
// and behind each phase there is room for one vector.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/PaddedPlanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <map>

using namespace mlir;

namespace tine {

/// Vectors of a tile, at most, and lanes of a vector, at least.
static constexpr int64_t tileVectors = 8, leastLanes = 4;
/// Taps of a kernel that are emitted without a loop, at most.
static constexpr int64_t mostUnrolled = 9;
/// Bytes on the stack: as many as stay in the first cache, and what a band of
/// one tile may have.
static constexpr int64_t planeBytes = 32768, mostPlaneBytes = 98304;
/// Planes that are copied before the first of them is read, and their bytes, at
/// most.
static constexpr int64_t mostPlanes = 8, togetherBytes = 8192;

std::optional<PlaneWindow>
PlaneWindow::of(ArrayRef<int64_t> in, ArrayRef<int64_t> out,
                ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                ArrayRef<int64_t> paddings, ArrayRef<int64_t> dilations) {
  for (ArrayRef<int64_t> sizes : {in, out, kernel})
    if (sizes[0] != 1 || ShapedType::isDynamicShape(sizes) ||
        llvm::is_contained(sizes, 0))
      return {};
  if (paddings[0] != 0 || paddings[1] < 0 || paddings[2] < 0 ||
      strides[1] > 2 || strides[2] > 2)
    return {};
  auto last = [](ArrayRef<int64_t> list) {
    return std::array<int64_t, 2>{list[1], list[2]};
  };
  return PlaneWindow{last(in),      last(out),      last(kernel),
                     last(strides), last(paddings), last(dilations)};
}

std::optional<PlaneTiles> PlaneTiles::of(const PlaneWindow &window,
                                         Type element, int64_t mostLanes) {
  PlaneTiles tiles;
  tiles.lanes = mostLanes;
  while (tiles.lanes > leastLanes && window.out[1] <= tiles.lanes / 2)
    tiles.lanes /= 2;
  int64_t high = llvm::divideCeil(window.out[0], tileVectors);
  tiles.rows = llvm::divideCeil(window.out[0], high);
  tiles.vectors =
      std::clamp<int64_t>(tileVectors / tiles.rows, 1,
                          llvm::divideCeil(window.out[1], tiles.lanes));
  int64_t pitch =
      llvm::alignTo(window.phaseReach(1, window.out[1]), tiles.lanes);
  auto bytes = [&](int64_t rows) {
    int64_t phase = window.phaseReach(0, rows) * pitch + tiles.lanes;
    return window.strides[0] * window.strides[1] * phase *
           element.getIntOrFloatBitWidth() / 8;
  };
  tiles.bandRows = window.out[0];
  while (tiles.bandRows > tiles.rows && bytes(tiles.bandRows) > planeBytes)
    tiles.bandRows = llvm::alignTo(tiles.bandRows / 2, tiles.rows);
  tiles.bands = llvm::divideCeil(window.out[0], tiles.bandRows);
  if (bytes(tiles.bandRows) > mostPlaneBytes)
    return {};
  return tiles;
}

PaddedPlanes::PaddedPlanes(ImplicitLocOpBuilder &b, Value input,
                           const PlaneWindow &window, const PlaneTiles &tiles)
    : vector(VectorType::get(
          {tiles.lanes}, cast<MemRefType>(input.getType()).getElementType())),
      index{b}, b(b), input(input), window(window), tiles(tiles),
      pitch(llvm::alignTo(window.phaseReach(1, window.out[1]), tiles.lanes)),
      phase(window.phaseReach(0, tiles.bandRows) * pitch + tiles.lanes) {}

int64_t PaddedPlanes::together() const {
  int64_t bytes = elements() * vector.getElementTypeBitWidth() / 8;
  return std::clamp<int64_t>(togetherBytes / bytes, 1, mostPlanes);
}

void PaddedPlanes::allocate() {
  planes = index.stackMatrix(together(), elements(), vector.getElementType());
  Value zero = index.constant(0);
  index.loop(zero, index.constant(together()), 1, [&](Value plane) {
    index.loop(zero, index.constant(elements()), tiles.lanes,
               [&](Value place) { store(index.zero(vector), plane, place); });
  });
}

//===----------------------------------------------------------------------===//
// Units, tiles and taps
//===----------------------------------------------------------------------===//

void PaddedPlanes::forUnits(Value begin, Value end, PlaneOf planeOf,
                            function_ref<void(const PlaneUnit &)> body) {
  int64_t most = together();
  index.loop(begin, end, most, [&](Value first) {
    Value count = index.min(index.sub(end, first), index.constant(most));
    auto forEach = [&](function_ref<void(const PlaneUnit &)> body) {
      index.loop(index.constant(0), count, 1, [&](Value plane) {
        Value number = index.add(first, plane);
        auto [image, channel] = planeOf(index.floorDiv(number, tiles.bands));
        Value band = index.remainder(number, index.constant(tiles.bands));
        body({plane, image, channel, index.mul(band, tiles.bandRows)});
      });
    };
    forEach([&](const PlaneUnit &unit) { copy(unit); });
    forEach(body);
  });
}

SmallVector<Value> PaddedPlanes::forTiles(const PlaneUnit &unit,
                                          ValueRange start, TileBody body) {
  using Carried = SmallVectorImpl<Value>;
  Value zero = index.constant(0), left = index.constant(window.out[0]);
  if (tiles.bands > 1)
    left = index.sub(left, unit.firstRow);
  Value count = index.min(left, index.constant(tiles.bandRows));
  int64_t full = window.out[1] / tiles.lanes / tiles.vectors * tiles.vectors;
  int64_t rest = llvm::divideCeil(window.out[1], tiles.lanes) - full;
  Value end = index.constant(full * tiles.lanes);
  auto emitRows = [&](Value row, int64_t rows, Carried &carried) {
    carried = index.loop(
        zero, end, tiles.vectors * tiles.lanes, carried,
        [&](Value column, Carried &carried) {
          body(tileAt(unit, row, rows, column, tiles.vectors, false), carried);
        });
    if (rest > 0)
      body(tileAt(unit, row, rows, end, rest, true), carried);
  };
  Value done = index.mul(index.floorDiv(count, tiles.rows), tiles.rows);
  SmallVector<Value> carried = index.loop(
      zero, done, tiles.rows, start,
      [&](Value row, Carried &carried) { emitRows(row, tiles.rows, carried); });
  // Only the last band has rows left.
  if (int64_t rows = window.out[0] % tiles.rows)
    carried = index.loop(
        done, count, rows, carried,
        [&](Value row, Carried &carried) { emitRows(row, rows, carried); });
  return carried;
}

/// Rows of a band from `row` on. The last vector may reach beyond the columns.
PlaneTile PaddedPlanes::tileAt(const PlaneUnit &unit, Value row, int64_t rows,
                               Value column, int64_t vectors, bool isLast) {
  PlaneTile tile;
  tile.plane = unit.plane;
  tile.place = index.add(index.mul(row, pitch), column);
  Value place = index.add(
      index.mul(index.add(unit.firstRow, row), window.out[1]), column);
  int64_t rest = isLast ? window.out[1] % tiles.lanes : 0;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < vectors; ++j) {
      bool isRest = rest != 0 && j + 1 == vectors;
      tile.from.push_back(i * pitch + j * tiles.lanes);
      tile.places.push_back(
          index.add(place, i * window.out[1] + j * tiles.lanes));
      tile.masks.push_back(isRest ? mask(tiles.lanes, rest) : Value());
    }
  }
  return tile;
}

bool PaddedPlanes::isUnrolled() const { return window.taps() <= mostUnrolled; }

SmallVector<Value> PaddedPlanes::forColumns(ValueRange start,
                                            IndexBuilder::CarryingBody body) {
  SmallVector<Value> carried(start);
  if (!isUnrolled())
    return index.loop(index.constant(0), index.constant(window.kernel[1]), 1,
                      start, body);
  for (int64_t column = 0; column < window.kernel[1]; ++column)
    body(index.constant(column), carried);
  return carried;
}

void PaddedPlanes::forReads(const PlaneTile &tile, Value column, bool masked,
                            function_ref<void(Value, int64_t, int64_t)> body) {
  struct Use {
    int64_t vector, row;
  };
  std::map<int64_t, SmallVector<Use>> uses;
  for (int64_t row = 0; row < window.kernel[0]; ++row)
    for (auto [i, from] : llvm::enumerate(tile.from))
      uses[rowOffset(row) + from].push_back({static_cast<int64_t>(i), row});
  Value place = index.add(tile.place, columnOffset(column));
  for (auto &[offset, of] : uses) {
    // Vectors that read the same are of the same columns.
    Value part =
        index.load(vector, planes, {tile.plane, index.add(place, offset)},
                   masked ? tile.masks[of.front().vector] : Value());
    for (Use use : of)
      body(part, use.vector, use.row);
  }
}

int64_t PaddedPlanes::rowOffset(int64_t row) const {
  int64_t place = row * window.dilations[0];
  return place % window.strides[0] * window.strides[1] * phase +
         place / window.strides[0] * pitch;
}

Value PaddedPlanes::columnOffset(Value column) {
  Value place = index.mul(column, window.dilations[1]);
  if (window.strides[1] == 1)
    return place;
  Value stride = index.constant(window.strides[1]);
  return index.add(index.mul(index.remainder(place, stride), phase),
                   index.floorDiv(place, stride));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Where a row of the padded plane begins.
Value PaddedPlanes::placeOf(Value row) {
  if (window.strides[0] == 1)
    return index.mul(row, pitch);
  Value stride = index.constant(window.strides[0]);
  return index.add(
      index.mul(index.remainder(row, stride), window.strides[1] * phase),
      index.mul(index.floorDiv(row, stride), pitch));
}

void PaddedPlanes::store(Value part, Value plane, Value place) {
  vector::StoreOp::create(b, part, planes, ValueRange{plane, place});
}

void PaddedPlanes::copy(const PlaneUnit &unit) {
  int64_t top = window.paddings[0], reach = window.reach(0, tiles.bandRows);
  Value zero = index.constant(0);
  auto copyFrom = [&](Value y, Value row) {
    copyRow(unit.plane, {unit.image, unit.channel, zero, y}, row);
  };
  if (tiles.bands == 1) {
    int64_t count = std::min(window.in[0], reach - top);
    index.loop(zero, index.constant(count), 1,
               [&](Value y) { copyFrom(y, index.add(y, top)); });
    return;
  }
  Value first = index.add(index.mul(unit.firstRow, window.strides[0]), -top);
  index.loop(zero, index.constant(reach), 1, [&](Value row) {
    Value y = index.add(first, row);
    Value inside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, y,
                                         index.constant(window.in[0]));
    auto branch = scf::IfOp::create(b, inside, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    copyFrom(y, row);
    b.setInsertionPointToStart(branch.elseBlock());
    clearRow(unit.plane, row);
  });
}

/// `row` counts those of the padding, too.
void PaddedPlanes::copyRow(Value plane, ValueRange from, Value row) {
  if (window.strides[1] == 1)
    copyPlainRow(plane, from, placeOf(row));
  else
    copyHalves(plane, from, placeOf(row));
}

Value PaddedPlanes::loadPart(VectorType type, ValueRange from, Value column,
                             int64_t count) {
  SmallVector<Value> at(from);
  at.push_back(column);
  int64_t wide = type.getDimSize(0);
  return index.load(type, input, at,
                    count < wide ? mask(wide, count) : Value());
}

Value PaddedPlanes::mask(int64_t lanes, int64_t count) {
  return vector::CreateMaskOp::create(
      b, VectorType::get({lanes}, b.getI1Type()), index.constant(count));
}

void PaddedPlanes::copyPlainRow(Value plane, ValueRange from, Value to) {
  int64_t left = window.paddings[1], lanes = tiles.lanes;
  int64_t count = std::min(window.in[1], window.reach(1, window.out[1]) - left);
  if (count <= 0)
    return;
  auto move = [&](Value column) {
    store(loadPart(vector, from, column, count), plane,
          index.add(index.add(to, left), column));
  };
  if (count < lanes)
    return move(index.constant(0));
  index.loop(index.constant(0), index.constant(count - lanes + 1), lanes, move);
  if (count % lanes != 0)
    move(index.constant(count - lanes));
}

/// Even and odd columns to a phase each.
void PaddedPlanes::copyHalves(Value plane, ValueRange from, Value to) {
  int64_t left = window.paddings[1], lanes = tiles.lanes;
  int64_t count = std::min(window.in[1], window.reach(1, window.out[1]) - left);
  if (count <= 0)
    return;
  auto wide = VectorType::get({2 * lanes}, vector.getElementType());
  auto move = [&](Value column, int64_t some) {
    Value both = loadPart(wide, from, column, some);
    Value half = index.floorDiv(column, 2);
    for (int64_t odd : {0, 1}) {
      SmallVector<int64_t> every;
      for (int64_t i = 0; i < lanes; ++i)
        every.push_back(2 * i + odd);
      Value part = vector::ShuffleOp::create(b, both, both, every);
      int64_t place = left + odd;
      store(part, plane,
            index.add(index.add(to, place % 2 * phase + place / 2), half));
    }
  };
  int64_t full = count / (2 * lanes) * (2 * lanes);
  index.loop(index.constant(0), index.constant(full), 2 * lanes,
             [&](Value column) { move(column, 2 * lanes); });
  if (count > full)
    move(index.constant(full), count - full);
}

void PaddedPlanes::clearRow(Value plane, Value row) {
  Value place = placeOf(row);
  for (int64_t part = 0; part < window.strides[1]; ++part)
    index.loop(index.constant(0), index.constant(pitch), tiles.lanes,
               [&](Value column) {
                 store(index.zero(vector), plane,
                       index.add(index.add(place, part * phase), column));
               });
}

} // namespace tine
