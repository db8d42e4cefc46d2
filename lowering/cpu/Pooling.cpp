//===- Pooling.cpp - Maxima and sums of windows ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the pooling of images.
//
// How:
// 1. Images are chunks, which are independent of each other.
// 2. A line of the result goes by vectors as long as their windows lie inside
//    of the lines of the input, and element by element at the edges.
// 3. The elements of a window are taken in row-major order.
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

/// Elements of windows in a chunk, at least: about 100 us.
constexpr int64_t chunkElements = 300000;

class Pooling {
public:
  Pooling(ImplicitLocOpBuilder &b, cpu::PoolOp op, const TileShape &shape)
      : index{b}, b(b), kind(op.getPool()), input(op.getInput()),
        dest(op.getDest()),
        element(cast<MemRefType>(input.getType()).getElementType()),
        kernel(op.getKernel()), strides(op.getStrides()),
        paddings(op.getPaddings()), dilations(op.getDilations()),
        in(index.sizes(input, 1)), out(index.sizes(dest, 1)),
        lanes(shape.lanes) {}

  void emit();

private:
  /// Taps [begin, end) of a dimension lie inside; the first one's place.
  struct Taps {
    Value begin, end, place;
  };
  /// The best element or sum so far, and for a maximum its place.
  using Sums = SmallVector<Value, 2>;

  Taps tapsOf(Value at, int dim);
  void emitLine(Value image, Value z, Value y);
  void emitVectors(Value image, ArrayRef<Taps> outer, ValueRange line,
                   Value begin, Value end);
  Sums window(ArrayRef<Taps> taps, Type type,
              function_ref<Value(ArrayRef<Value>)> load);
  Sums start(ArrayRef<Taps> taps, Type type);
  Sums take(const Sums &sums, Value x, ArrayRef<Value> place, Type type);
  Value placeIn(ArrayRef<Value> place);
  void store(const Sums &sums, ValueRange at);

  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  cpu::Pool kind;
  Value input, dest; ///< [P, D, H, W]
  Type element;
  ArrayRef<int64_t> kernel, strides, paddings, dilations;
  std::array<Value, 3> in, out;
  int64_t lanes;
};

/// What PyTorch asks of an element: greater, or NaN.
Value isBetter(ImplicitLocOpBuilder &b, Value x, Value best) {
  using P = arith::CmpFPredicate;
  Value greater = arith::CmpFOp::create(b, P::OGT, x, best);
  return arith::OrIOp::create(b, greater,
                              arith::CmpFOp::create(b, P::UNO, x, x));
}

Pooling::Taps Pooling::tapsOf(Value at, int dim) {
  Value place = index.add(index.mul(at, strides[dim]), -paddings[dim]);
  int64_t d = dilations[dim];
  Value before = index.max(index.sub(index.constant(0), place), 0);
  Value rest = index.max(index.sub(in[dim], place), 0);
  Value begin = index.ceilDiv(before, d);
  Value end = index.min(index.ceilDiv(rest, d), index.constant(kernel[dim]));
  return {begin, end, place};
}

Value Pooling::placeIn(ArrayRef<Value> place) {
  Value line = index.add(index.mul(place[0], in[1]), place[1]);
  return arith::IndexCastOp::create(
      b, b.getI64Type(), index.add(index.mul(line, in[2]), place[2]));
}

Pooling::Sums Pooling::start(ArrayRef<Taps> taps, Type type) {
  auto same = [&](Value x) -> Value {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? vector::BroadcastOp::create(b, vector.clone(x.getType()), x)
                        .getResult()
                  : x;
  };
  if (kind == cpu::Pool::sum)
    return {same(index.zero(element))};
  auto none = APFloat::getInf(cast<FloatType>(element).getFloatSemantics(),
                              /*Negative=*/true);
  Sums sums = {
      same(arith::ConstantOp::create(b, b.getFloatAttr(element, none)))};
  if (kind == cpu::Pool::arg_max) {
    SmallVector<Value> first;
    for (auto [dim, tap] : llvm::enumerate(taps))
      first.push_back(
          index.add(tap.place, index.mul(tap.begin, dilations[dim])));
    sums.push_back(same(placeIn(first)));
  }
  return sums;
}

Pooling::Sums Pooling::take(const Sums &sums, Value x, ArrayRef<Value> place,
                            Type type) {
  if (kind == cpu::Pool::sum)
    return {arith::AddFOp::create(b, sums[0], x)};
  Value better = isBetter(b, x, sums[0]);
  Sums next = {arith::SelectOp::create(b, better, x, sums[0])};
  if (kind == cpu::Pool::arg_max)
    next.push_back(arith::SelectOp::create(b, better, placeIn(place), sums[1]));
  return next;
}

/// All elements of a window.
Pooling::Sums Pooling::window(ArrayRef<Taps> taps, Type type,
                              function_ref<Value(ArrayRef<Value>)> load) {
  SmallVector<Value> place(3);
  std::function<Sums(int, Sums)> nest = [&](int dim, Sums sums) -> Sums {
    if (dim == 3)
      return take(sums, load(place), place, type);
    auto loop = scf::ForOp::create(b, taps[dim].begin, taps[dim].end,
                                   index.constant(1), sums);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    place[dim] = index.add(taps[dim].place,
                           index.mul(loop.getInductionVar(), dilations[dim]));
    scf::YieldOp::create(b, nest(dim + 1, Sums(loop.getRegionIterArgs())));
    return Sums(loop.getResults());
  };
  return nest(0, start(taps, type));
}

void Pooling::store(const Sums &sums, ValueRange at) {
  Value result = sums.back();
  if (isa<VectorType>(result.getType()))
    vector::StoreOp::create(b, result, dest, at);
  else
    memref::StoreOp::create(b, result, dest, at);
}

/// Vectors of a line from `begin` to before `end`, whose windows lie inside.
void Pooling::emitVectors(Value image, ArrayRef<Taps> outer, ValueRange line,
                          Value begin, Value end) {
  auto type = VectorType::get({lanes}, element);
  index.loop(begin, end, lanes, [&](Value x) {
    Value place = index.add(index.mul(x, strides[2]), -paddings[2]);
    SmallVector<Taps> taps(outer);
    taps.push_back({index.constant(0), index.constant(kernel[2]), place});
    Sums sums = window(taps, type, [&](ArrayRef<Value> at) -> Value {
      SmallVector<Value> from = {image, at[0], at[1], at[2]};
      if (strides[2] == 1)
        return vector::LoadOp::create(b, type, input, from);
      auto wide = VectorType::get({2 * lanes}, element);
      Value both = vector::LoadOp::create(b, wide, input, from);
      SmallVector<int64_t> even;
      for (int64_t i = 0; i < lanes; ++i)
        even.push_back(2 * i);
      return vector::ShuffleOp::create(b, both, both, even);
    });
    SmallVector<Value> to(line);
    to.push_back(x);
    store(sums, to);
  });
}

void Pooling::emitLine(Value image, Value z, Value y) {
  SmallVector<Taps> outer = {tapsOf(z, 0), tapsOf(y, 1)};
  SmallVector<Value> line = {image, z, y};
  auto emitElements = [&](Value begin, Value end) {
    index.loop(begin, end, 1, [&](Value x) {
      SmallVector<Taps> taps(outer);
      taps.push_back(tapsOf(x, 2));
      Sums sums = window(taps, element, [&](ArrayRef<Value> at) -> Value {
        return memref::LoadOp::create(b, input,
                                      ValueRange{image, at[0], at[1], at[2]});
      });
      SmallVector<Value> to(line);
      to.push_back(x);
      store(sums, to);
    });
  };
  Value zero = index.constant(0);
  if (strides[2] > 2 || kind == cpu::Pool::arg_max)
    return emitElements(zero, out[2]);
  // Windows of [first, last) read inside of a line: the last element that a
  // vector of them loads is reach behind the place of its first one.
  Value first = index.min(
      index.constant((paddings[2] + strides[2] - 1) / strides[2]), out[2]);
  int64_t reach = (kernel[2] - 1) * dilations[2] + lanes * strides[2] - 1;
  Value room = index.max(
      index.sub(index.add(in[2], paddings[2]), index.constant(reach)), 0);
  Value last = index.min(index.ceilDiv(room, strides[2]),
                         index.max(index.add(out[2], 1 - lanes), 0));
  // From first on, whole vectors that begin before last.
  Value count = index.ceilDiv(index.max(index.sub(last, first), 0), lanes);
  Value end = index.add(first, index.mul(count, lanes));
  emitElements(zero, first);
  emitVectors(image, outer, line, first, end);
  emitElements(end, out[2]);
}

void Pooling::emit() {
  Value zero = index.constant(0), images = index.size(dest, 0);
  Value work = index.constant(kernel[0] * kernel[1] * kernel[2]);
  for (Value size : out)
    work = index.mul(work, size);
  Value some = index.add(
      index.floorDiv(index.constant(chunkElements), index.max(work, 1)), 1);
  auto parallel = scf::ParallelOp::create(b, ValueRange{zero},
                                          ValueRange{images}, ValueRange{some});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parallel.getBody());
  Value begin = parallel.getInductionVars()[0];
  Value end = index.min(index.add(begin, some), images);
  index.loop(begin, end, 1, [&](Value image) {
    index.loop(zero, out[0], 1, [&](Value z) {
      index.loop(zero, out[1], 1, [&](Value y) { emitLine(image, z, y); });
    });
  });
}

} // namespace

void emitPool(ImplicitLocOpBuilder &b, cpu::PoolOp op, const TileShape &tile,
              bool useFma) {
  Pooling(b, op, tile).emit();
}

} // namespace tine
