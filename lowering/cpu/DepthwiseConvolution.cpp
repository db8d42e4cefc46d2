//===- DepthwiseConvolution.cpp - Each channel convolved for itself -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a convolution whose groups have one channel and few results, and its
// derivative by the weight: as a product it would have one row or few, and
// packing its windows would take longer than the product.
//
// How:
// 1. Planes, which are channels of images, and bands of their rows are units;
//    some of them are a chunk. Of the derivative channels are chunks. Chunks
//    are independent of each other.
// 2. Units are copied with zeros around them to the stack (PaddedPlanes.cpp).
// 3. The sums of a tile stay in registers while it goes over the taps. The
//    derivative keeps a vector of sums for each tap, in registers while it goes
//    over the tiles; at the end its lanes are added.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Chunks.h"
#include "lowering/cpu/Epilogue.h"
#include "lowering/cpu/PaddedPlanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

/// Results of a group, at most: more of them make rows of a product.
constexpr int64_t mostResults = 4;
/// Rows of a kernel, at most: each is code for all vectors of a tile.
constexpr int64_t mostKernelRows = 31;

ArrayRef<int64_t> shapeOf(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getShape();
}

Type elementOf(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

/// What the convolution and its derivative have in common.
class Depthwise {
public:
  Depthwise(ImplicitLocOpBuilder &b, Value input, const PlaneWindow &window,
            const PlaneTiles &tiles, int64_t groups, int64_t results,
            bool useFma)
      : index{b}, b(b), window(window), tiles(tiles),
        planes(b, input, window, tiles), images(index.size(input, 0)),
        groups(groups), results(results), useFma(useFma) {}

protected:
  /// How many of all have enough work for a chunk, a multiple of `step`.
  Value someOf(Value all, int64_t work, int64_t step);
  /// Emits a parallel loop over chunks with memory on the stack.
  void forChunks(Value all, Value some,
                 function_ref<void(Value begin, Value end)> body);
  Value spread(Value number) {
    return vector::BroadcastOp::create(b, planes.vector, number);
  }

  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  PlaneWindow window;
  PlaneTiles tiles;
  PaddedPlanes planes;
  Value images;
  int64_t groups, results; ///< results of a group
  bool useFma;
};

Value Depthwise::someOf(Value all, int64_t work, int64_t step) {
  std::optional<int64_t> known = getConstantIntValue(all);
  int64_t some = known ? iterationsOfChunk(*known, work, step)
                       : llvm::alignTo(chunkWork / work, step);
  return index.constant(std::max(some, step));
}

void Depthwise::forChunks(Value all, Value some,
                          function_ref<void(Value, Value)> body) {
  auto parallel = scf::ParallelOp::create(b, ValueRange{index.constant(0)},
                                          ValueRange{all}, ValueRange{some});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parallel.getBody());
  auto scope = memref::AllocaScopeOp::create(b, TypeRange{});
  b.createBlock(&scope.getBodyRegion());
  planes.allocate();
  Value begin = parallel.getInductionVars()[0];
  body(begin, index.min(index.add(begin, some), all));
  memref::AllocaScopeReturnOp::create(b, ValueRange{});
}

//===----------------------------------------------------------------------===//
// The convolution
//===----------------------------------------------------------------------===//

class Forward : public Depthwise {
public:
  Forward(ImplicitLocOpBuilder &b, cpu::ConvOp op, Epilogue *epilogue,
          const PlaneWindow &window, const PlaneTiles &tiles, bool useFma)
      : Depthwise(b, op.getInput(), window, tiles, op.getGroups(),
                  shapeOf(op.getDest())[1] / op.getGroups(), useFma),
        epilogue(epilogue), addend(op.getAddend()),
        weight(index.collapse(op.getWeight(), {{0}, {1, 2, 3, 4}})),
        dest(epilogue ? epilogue->dest()
                      : index.collapse(op.getDest(), {{0}, {1}, {2, 3, 4}})) {}

  void emit();

private:
  void emitUnit(const PlaneUnit &unit);
  void emitTile(const PlaneUnit &unit, const PlaneTile &tile, Value start);
  Value weightAt(int64_t row, Value column);
  void finish(const PlaneUnit &unit, const PlaneTile &tile,
              ArrayRef<Value> sums);

  Epilogue *epilogue;
  Value addend;       ///< [O]
  Value weight, dest; ///< [O, taps], [N, O, P]

  // Of the channel of the result that is being emitted.
  Value channel;
  SmallVector<Value> weights; ///< of all taps; empty where columns are a loop
};

void Forward::emit() {
  Value units = index.mul(images, groups * tiles.bands);
  int64_t work = tiles.bandRows * window.out[1] * window.taps() * results;
  Value some = someOf(units, work, planes.together());
  forChunks(units, some, [&](Value begin, Value end) {
    auto planeOf = [&](Value number) {
      return std::pair(index.floorDiv(number, groups),
                       index.remainder(number, index.constant(groups)));
    };
    planes.forUnits(begin, end, planeOf,
                    [&](const PlaneUnit &unit) { emitUnit(unit); });
  });
}

void Forward::emitUnit(const PlaneUnit &unit) {
  index.loop(index.constant(0), index.constant(results), 1, [&](Value result) {
    channel = index.add(index.mul(unit.channel, results), result);
    Value start = index.zero(planes.vector);
    if (addend)
      start = spread(memref::LoadOp::create(b, addend, channel));
    SmallVector<Value> all;
    if (planes.isUnrolled())
      for (int64_t row = 0; row < window.kernel[0]; ++row)
        for (int64_t column = 0; column < window.kernel[1]; ++column)
          all.push_back(weightAt(row, index.constant(column)));
    weights = all;
    planes.forTiles(unit, {},
                    [&](const PlaneTile &tile, SmallVectorImpl<Value> &) {
                      emitTile(unit, tile, start);
                    });
    weights.clear();
  });
}

Value Forward::weightAt(int64_t row, Value column) {
  if (!weights.empty())
    return weights[row * window.kernel[1] + *getConstantIntValue(column)];
  Value tap = index.add(column, row * window.kernel[1]);
  return spread(memref::LoadOp::create(b, weight, ValueRange{channel, tap}));
}

void Forward::emitTile(const PlaneUnit &unit, const PlaneTile &tile,
                       Value start) {
  SmallVector<Value> sums(tile.places.size(), start);
  sums =
      planes.forColumns(sums, [&](Value column, SmallVectorImpl<Value> &sums) {
        SmallVector<Value> factors;
        for (int64_t row = 0; row < window.kernel[0]; ++row)
          factors.push_back(weightAt(row, column));
        planes.forReads(tile, column, /*masked=*/false,
                        [&](Value part, int64_t i, int64_t row) {
                          sums[i] =
                              index.fma(factors[row], part, sums[i], useFma);
                        });
      });
  finish(unit, tile, sums);
}

/// Stores sums, or what becomes of them.
void Forward::finish(const PlaneUnit &unit, const PlaneTile &tile,
                     ArrayRef<Value> sums) {
  // All are computed before one is stored: what they read of the channel is
  // loaded once.
  SmallVector<Value> all(sums);
  if (epilogue)
    for (auto [i, sum] : llvm::enumerate(all))
      sum =
          epilogue->apply(planes.vector, sum,
                          {unit.image, channel, tile.places[i]}, tile.masks[i]);
  for (auto [i, sum] : llvm::enumerate(all))
    index.store(sum, dest, {unit.image, channel, tile.places[i]},
                tile.masks[i]);
}

//===----------------------------------------------------------------------===//
// Its derivative by the weight
//===----------------------------------------------------------------------===//

class WeightGrad : public Depthwise {
public:
  WeightGrad(ImplicitLocOpBuilder &b, cpu::ConvWeightOp op,
             const PlaneWindow &window, const PlaneTiles &tiles, bool useFma)
      : Depthwise(b, op.getInput(), window, tiles, shapeOf(op.getDest())[0],
                  shapeOf(op.getDest())[5], useFma),
        seed(index.collapse(op.getSeed(), {{0}, {1}, {2, 3, 4}})),
        dest(index.collapse(op.getDest(), {{0, 1, 2}, {3}, {4}, {5}})) {}

  void emit();

private:
  void emitChannel(Value channel);
  void addUnit(const PlaneUnit &unit, Value result);
  void forTaps(function_ref<void(Value, Value, Value)> body);
  SmallVector<Value> load(Value result, Value column);

  Value seed, dest; ///< [N, O, P], [G, h, w, O / G]
  Value sums;       ///< [O / G, w, h times lanes], on the stack
};

void WeightGrad::emit() {
  int64_t work = window.places() * window.taps() * results *
                 getConstantIntValue(images).value_or(1);
  Value all = index.constant(groups);
  forChunks(all, someOf(all, std::max<int64_t>(work, 1), 1),
            [&](Value begin, Value end) {
              auto type = MemRefType::get(
                  {results, window.kernel[1], window.kernel[0] * tiles.lanes},
                  planes.vector.getElementType());
              sums = memref::AllocaOp::create(b, type, b.getI64IntegerAttr(64));
              index.loop(begin, end, 1,
                         [&](Value channel) { emitChannel(channel); });
            });
}

/// Emits `body` for each result of a group, column and row of the kernel.
void WeightGrad::forTaps(function_ref<void(Value, Value, Value)> body) {
  Value zero = index.constant(0);
  index.loop(zero, index.constant(results), 1, [&](Value result) {
    index.loop(zero, index.constant(window.kernel[1]), 1, [&](Value column) {
      index.loop(zero, index.constant(window.kernel[0]), 1,
                 [&](Value row) { body(result, column, row); });
    });
  });
}

void WeightGrad::emitChannel(Value channel) {
  forTaps([&](Value result, Value column, Value row) {
    index.store(index.zero(planes.vector), sums,
                {result, column, index.mul(row, tiles.lanes)}, Value());
  });
  auto planeOf = [&](Value number) { return std::pair(number, channel); };
  planes.forUnits(index.constant(0), index.mul(images, tiles.bands), planeOf,
                  [&](const PlaneUnit &unit) {
                    index.loop(index.constant(0), index.constant(results), 1,
                               [&](Value result) { addUnit(unit, result); });
                  });
  forTaps([&](Value result, Value column, Value row) {
    Value lanes =
        index.load(planes.vector, sums,
                   {result, column, index.mul(row, tiles.lanes)}, Value());
    Value sum = vector::ReductionOp::create(
        b, vector::CombiningKind::ADD, lanes, arith::FastMathFlags::reassoc);
    memref::StoreOp::create(b, sum, dest,
                            ValueRange{channel, row, column, result});
  });
}

void WeightGrad::addUnit(const PlaneUnit &unit, Value result) {
  Value channel = index.add(index.mul(unit.channel, results), result);
  auto addColumns = [&](ArrayRef<Value> columns) {
    auto forSums = [&](function_ref<void(int64_t, ValueRange)> body) {
      int64_t i = 0;
      for (Value column : columns)
        for (int64_t row = 0; row < window.kernel[0]; ++row)
          body(i++, {result, column, index.constant(row * tiles.lanes)});
    };
    SmallVector<Value> start;
    forSums([&](int64_t, ValueRange at) {
      start.push_back(index.load(planes.vector, sums, at, Value()));
    });
    SmallVector<Value> all = planes.forTiles(
        unit, start, [&](const PlaneTile &tile, SmallVectorImpl<Value> &all) {
          SmallVector<Value> seeds;
          for (auto [place, mask] : llvm::zip(tile.places, tile.masks))
            seeds.push_back(index.load(planes.vector, seed,
                                       {unit.image, channel, place}, mask));
          Value *first = all.data();
          for (Value column : columns) {
            // Beyond the last column 0 times infinity would be no number.
            planes.forReads(tile, column, /*masked=*/true,
                            [&](Value part, int64_t i, int64_t row) {
                              first[row] =
                                  index.fma(seeds[i], part, first[row], useFma);
                            });
            first += window.kernel[0];
          }
        });
    forSums([&](int64_t i, ValueRange at) {
      index.store(all[i], sums, at, Value());
    });
  };
  if (!planes.isUnrolled()) {
    index.loop(index.constant(0), index.constant(window.kernel[1]), 1,
               [&](Value column) { addColumns(column); });
    return;
  }
  SmallVector<Value> columns;
  for (int64_t column = 0; column < window.kernel[1]; ++column)
    columns.push_back(index.constant(column));
  addColumns(columns);
}

/// The numbers and tiles of a convolution whose groups have one channel and so
/// many results; none where a product does as well.
struct Plan {
  PlaneWindow window;
  PlaneTiles tiles;
};

template <typename Op>
std::optional<Plan> planOf(Op op, int64_t channels, int64_t results,
                           ArrayRef<int64_t> kernel, ArrayRef<int64_t> out,
                           const TileShape &tile) {
  if (channels != 1 || results < 1 || results > mostResults)
    return {};
  std::optional<PlaneWindow> window =
      PlaneWindow::of(shapeOf(op.getInput()).drop_front(2), out, kernel,
                      op.getStrides(), op.getPaddings(), op.getDilations());
  if (!window || window->kernel[0] > mostKernelRows)
    return {};
  std::optional<PlaneTiles> tiles =
      PlaneTiles::of(*window, elementOf(op.getInput()), tile.lanes);
  if (!tiles)
    return {};
  return Plan{*window, *tiles};
}

} // namespace

bool emitDepthwiseConv(ImplicitLocOpBuilder &b, cpu::ConvOp op,
                       Epilogue *epilogue, const TileShape &tile, bool useFma) {
  ArrayRef<int64_t> weight = shapeOf(op.getWeight());
  ArrayRef<int64_t> dest = shapeOf(op.getDest());
  int64_t groups = op.getGroups();
  if (ShapedType::isDynamic(dest[1]))
    return false;
  std::optional<Plan> plan =
      planOf(op, weight[1], dest[1] / groups, weight.drop_front(2),
             dest.drop_front(2), tile);
  if (plan)
    Forward(b, op, epilogue, plan->window, plan->tiles, useFma).emit();
  return plan.has_value();
}

bool emitDepthwiseConvWeight(ImplicitLocOpBuilder &b, cpu::ConvWeightOp op,
                             const TileShape &tile, bool useFma) {
  ArrayRef<int64_t> dest = shapeOf(op.getDest());
  if (ShapedType::isDynamic(dest[0]))
    return false;
  std::optional<Plan> plan = planOf(op, dest[1], dest[5], dest.slice(2, 3),
                                    shapeOf(op.getSeed()).drop_front(2), tile);
  if (plan)
    WeightGrad(b, op, plan->window, plan->tiles, useFma).emit();
  return plan.has_value();
}

} // namespace tine
