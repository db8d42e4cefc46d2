//===- WindowsToCuda.cpp - Windows as sums of products --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  nn.conv, nn.conv_weight and nn.pool on tensors.
// Output: linalg.generic, whose body computes where in the image it reads and
//         takes 0, or what changes no maximum, for what lies outside.
// Rejects: nothing; checks of sizes that the run decides are tine.raise.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ProductOps.h"
#include "dialects/tine/Tine.h"
#include "lowering/cuda/Passes.h"
#include "lowering/cuda/ProductKernels.h"
#include "lowering/support/WindowSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_WINDOWSTOCUDA
#include "lowering/cuda/Passes.h.inc"

namespace {

/// Where windows lie in an image.
struct Windows {
  ArrayRef<int64_t> strides, paddings, dilations;

  template <typename Op>
  explicit Windows(Op op)
      : strides(op.getStrides()), paddings(op.getPaddings()),
        dilations(op.getDilations()) {}

  size_t rank() const { return strides.size(); }
};

Value timesConstant(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return b.createOrFold<arith::MulIOp>(x, indexConstant(b, y));
}

/// An element of an image.
struct Place {
  SmallVector<Value> indices; ///< in the tensor, always within
  Value isInside;             ///< whether they are the window's
};

/// Element `e * stride + k * dilation - padding` of the image [front..., *].
Place findPlace(ImplicitLocOpBuilder &b, Value image, ValueRange front,
                ValueRange e, ValueRange k, const Windows &windows) {
  Place place{SmallVector<Value>(front), Value()};
  Value zero = indexConstant(b, 0);
  for (size_t i = 0; i != windows.rank(); ++i) {
    Value at = b.createOrFold<arith::AddIOp>(
        timesConstant(b, e[i], windows.strides[i]),
        timesConstant(b, k[i], windows.dilations[i]));
    at = b.createOrFold<arith::SubIOp>(at,
                                       indexConstant(b, windows.paddings[i]));
    // What is below 0 is far above as a number without sign.
    Value size = tensor::DimOp::create(b, image, front.size() + i);
    Value inside =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at, size);
    place.isInside =
        place.isInside
            ? arith::AndIOp::create(b, place.isInside, inside).getResult()
            : inside;
    place.indices.push_back(arith::SelectOp::create(b, inside, at, zero));
  }
  return place;
}

Value readOr(ImplicitLocOpBuilder &b, Value image, const Place &place,
             Value outside) {
  Value element = tensor::ExtractOp::create(b, image, place.indices);
  return arith::SelectOp::create(b, place.isInside, element, outside);
}

Value zeroOf(ImplicitLocOpBuilder &b, Type type) {
  return arith::ConstantOp::create(b, cast<TypedAttr>(b.getZeroAttr(type)));
}

Value addProduct(ImplicitLocOpBuilder &b, Value sum, Value x, Value y) {
  return arith::AddFOp::create(b, sum, arith::MulFOp::create(b, x, y));
}

SmallVector<Value> loopIndices(ImplicitLocOpBuilder &b, unsigned first,
                               unsigned count) {
  SmallVector<Value> indices;
  for (unsigned i = first; i != first + count; ++i)
    indices.push_back(linalg::IndexOp::create(b, i));
  return indices;
}

/// The channel of the input for channel `c` of the group of `o`.
Value channelOf(ImplicitLocOpBuilder &b, Value o, Value c, int64_t groups,
                OpFoldResult outputs, OpFoldResult perGroup) {
  if (groups == 1)
    return c;
  auto value = [&](OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  };
  Value inGroup =
      b.createOrFold<arith::DivUIOp>(value(outputs), indexConstant(b, groups));
  Value group = arith::DivUIOp::create(b, o, inGroup);
  return arith::AddIOp::create(
      b, arith::MulIOp::create(b, group, value(perGroup)), c);
}

/// Dimension `dim` of `rank` is two on the other side.
SmallVector<ReassociationIndices> associationOf(int64_t rank, unsigned dim) {
  SmallVector<ReassociationIndices> association;
  int64_t next = 0;
  for (int64_t i = 0; i != rank; ++i) {
    association.push_back({next++});
    if (i == dim)
      association.back().push_back(next++);
  }
  return association;
}

/// Whether a loop goes over groups and one over the channels of each, so that a
/// group is a product of matrices. `x` and `y` are the numbers of channels of
/// tensors that are split.
bool hasGroupLoop(int64_t groups, int64_t x, int64_t y) {
  return groups != 1 && x == y && !ShapedType::isDynamic(x) && x != groups;
}

/// The tensor with dimension `dim`, of channels of all groups, as two.
Value splitGroups(ImplicitLocOpBuilder &b, Value tensor, unsigned dim,
                  int64_t groups) {
  RankedTensorType type = tensorType(tensor);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), tensor);
  int64_t inGroup = type.getDimSize(dim) / groups;
  sizes[dim] = b.getIndexAttr(groups);
  sizes.insert(sizes.begin() + dim + 1, b.getIndexAttr(inGroup));
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = groups;
  shape.insert(shape.begin() + dim + 1, inGroup);
  return tensor::ExpandShapeOp::create(
      b, type.clone(shape), tensor, associationOf(type.getRank(), dim), sizes);
}

Value joinGroups(ImplicitLocOpBuilder &b, RankedTensorType type, Value tensor,
                 unsigned dim) {
  return tensor::CollapseShapeOp::create(b, type, tensor,
                                         associationOf(type.getRank(), dim));
}

SmallVector<utils::IteratorType> iterators(unsigned parallel,
                                           unsigned reduction) {
  SmallVector<utils::IteratorType> kinds(parallel,
                                         utils::IteratorType::parallel);
  kinds.append(reduction, utils::IteratorType::reduction);
  return kinds;
}

/// Dimensions `numbers` of `count` loops.
AffineMap mapOf(MLIRContext *context, unsigned count,
                ArrayRef<unsigned> numbers) {
  SmallVector<AffineExpr> results;
  for (unsigned i : numbers)
    results.push_back(getAffineDimExpr(i, context));
  return AffineMap::get(count, 0, results, context);
}

SmallVector<unsigned> range(unsigned first, unsigned count) {
  return llvm::to_vector(llvm::seq(first, first + count));
}

/// What is added to.
Value startOf(ImplicitLocOpBuilder &b, nn::ConvOp op, const ConvSizes &sizes) {
  unsigned rank = 2 + unsigned(op.getStrides().size());
  RankedTensorType type = tensorType(op.getResult());
  Value bias = op.getBias();
  if (!bias)
    return filledTensor(b, type, sizes.result,
                        cast<TypedAttr>(b.getZeroAttr(type.getElementType())));
  AffineMap maps[] = {mapOf(b.getContext(), rank, {1}),
                      b.getMultiDimIdentityMap(rank)};
  return linalg::GenericOp::create(
             b, type, bias, emptyTensor(b, type, sizes.result), maps,
             iterators(rank, 0),
             [](OpBuilder &inner, Location loc, ValueRange values) {
               linalg::YieldOp::create(inner, loc, values[0]);
             })
      .getResult(0);
}

/// The channel of the input for channel `c` of the group of output `o`, or of
/// the loop over groups.
Value inputChannel(ImplicitLocOpBuilder &b, Value group, Value o, Value c,
                   int64_t groups, const ConvSizes &sizes) {
  if (!group)
    return channelOf(b, o, c, groups, sizes.weight[0], sizes.weight[1]);
  Value size = getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes.weight[1]);
  return arith::AddIOp::create(b, arith::MulIOp::create(b, group, size), c);
}

/// The result of an op that says what it is.
Value convolution(linalg::GenericOp op) {
  op->setAttr(cuda::convolutionAttribute, UnitAttr::get(op.getContext()));
  return op.getResult(0);
}

/// Loops n, (group,) o, e... and, to be summed over, c, k...
void rewrite(nn::ConvOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  ConvSizes sizes(b, op);
  sizes.check(b, op.getGroups());
  checkBias(b, op, sizes);
  Windows windows(op);
  RankedTensorType type = tensorType(op.getResult());
  int64_t groups = op.getGroups();
  bool isSplit = hasGroupLoop(groups, tensorType(op.getWeight()).getDimSize(0),
                              type.getDimSize(1));
  unsigned rank = windows.rank(), o = isSplit ? 2 : 1, c = o + 1 + rank;
  unsigned loops = c + 1 + rank;
  Value start = startOf(b, op, sizes), weight = op.getWeight();
  if (isSplit) {
    start = splitGroups(b, start, 1, groups);
    weight = splitGroups(b, weight, 0, groups);
  }
  SmallVector<unsigned> ofWeight = range(1, o);
  llvm::append_range(ofWeight, range(c, 1 + rank));
  AffineMap maps[] = {mapOf(b.getContext(), loops, ofWeight),
                      mapOf(b.getContext(), loops, range(0, c))};
  Value input = op.getInput();
  auto body = [&](OpBuilder &inner, Location loc, ValueRange values) {
    ImplicitLocOpBuilder b(loc, inner);
    SmallVector<Value> at = loopIndices(b, 0, loops);
    Value channel =
        inputChannel(b, isSplit ? at[1] : Value(), at[o], at[c], groups, sizes);
    Place place =
        findPlace(b, input, {at[0], channel}, ArrayRef(at).slice(o + 1, rank),
                  ArrayRef(at).slice(c + 1, rank), windows);
    Value x = readOr(b, input, place, zeroOf(b, type.getElementType()));
    linalg::YieldOp::create(b, addProduct(b, values[1], values[0], x));
  };
  Value made = convolution(linalg::GenericOp::create(
      b, start.getType(), weight, start, maps, iterators(c, 1 + rank), body));
  op.getResult().replaceAllUsesWith(isSplit ? joinGroups(b, type, made, 1)
                                            : made);
  op.erase();
}

/// Loops (group,) o, c, k... and, to be summed over, n, e...
void rewrite(nn::ConvWeightOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  ConvSizes sizes(b, op);
  sizes.check(b, op.getGroups());
  Windows windows(op);
  RankedTensorType type = tensorType(op.getResult());
  int64_t groups = op.getGroups();
  bool isSplit = hasGroupLoop(groups, type.getDimSize(0),
                              tensorType(op.getSeed()).getDimSize(1));
  unsigned rank = windows.rank(), o = isSplit ? 1 : 0, c = o + 1;
  unsigned n = c + 1 + rank, loops = n + 1 + rank;
  Value seed = op.getSeed(), input = op.getInput();
  Value start =
      filledTensor(b, type, sizes.weight,
                   cast<TypedAttr>(b.getZeroAttr(type.getElementType())));
  if (isSplit) {
    start = splitGroups(b, start, 0, groups);
    seed = splitGroups(b, seed, 1, groups);
  }
  SmallVector<unsigned> ofSeed = {n};
  llvm::append_range(ofSeed, range(0, c));
  llvm::append_range(ofSeed, range(n + 1, rank));
  AffineMap maps[] = {mapOf(b.getContext(), loops, ofSeed),
                      mapOf(b.getContext(), loops, range(0, n))};
  auto body = [&](OpBuilder &inner, Location loc, ValueRange values) {
    ImplicitLocOpBuilder b(loc, inner);
    SmallVector<Value> at = loopIndices(b, 0, loops);
    Value channel =
        inputChannel(b, isSplit ? at[0] : Value(), at[o], at[c], groups, sizes);
    Place place =
        findPlace(b, input, {at[n], channel}, ArrayRef(at).slice(n + 1, rank),
                  ArrayRef(at).slice(c + 1, rank), windows);
    Value x = readOr(b, input, place, zeroOf(b, type.getElementType()));
    linalg::YieldOp::create(b, addProduct(b, values[1], values[0], x));
  };
  Value made = convolution(linalg::GenericOp::create(
      b, start.getType(), seed, start, maps, iterators(n, 1 + rank), body));
  op.getResult().replaceAllUsesWith(isSplit ? joinGroups(b, type, made, 0)
                                            : made);
  op.erase();
}

/// The greatest element so far and its place in the image, and another one.
struct Greatest {
  Value element, place;
};
Greatest greater(ImplicitLocOpBuilder &b, Greatest best, Greatest other,
                 Value isInside) {
  Value none = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, best.place,
                                     zeroOf(b, b.getI64Type()));
  // Of NaNs the last one, of equal ones the first.
  Value isNan = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO,
                                      other.element, other.element);
  Value above = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                      other.element, best.element);
  Value takes = arith::AndIOp::create(
      b, isInside,
      arith::OrIOp::create(b, none, arith::OrIOp::create(b, isNan, above)));
  return {arith::SelectOp::create(b, takes, other.element, best.element),
          arith::SelectOp::create(b, takes, other.place, best.place)};
}

/// The number of an element of the image in row-major order, as i64.
Value numberIn(ImplicitLocOpBuilder &b, Value image, ArrayRef<Value> indices) {
  Value number = indexConstant(b, 0);
  for (auto [i, index] : llvm::enumerate(indices.drop_front(2))) {
    Value size = tensor::DimOp::create(b, image, 2 + i);
    number =
        arith::AddIOp::create(b, arith::MulIOp::create(b, number, size), index);
  }
  return arith::IndexCastOp::create(b, b.getI64Type(), number);
}

/// Loops n, c, e... and, to be gone through in order, k...
void rewrite(nn::PoolOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Windows windows(op);
  unsigned rank = windows.rank(), loops = 2 + 2 * rank;
  RankedTensorType type = tensorType(op.getResult());
  Value input = op.getInput();
  Type element = tensorType(input).getElementType();
  SmallVector<OpFoldResult> sizes = sizesOfResult(b, type, op.getSizes());
  checkImages(b, sizesOf(b, input), sizes);
  bool isSum = op.getPool() == nn::Pool::sum;
  bool hasPlace = op.getPool() == nn::Pool::arg_max;
  auto filled = [&](Type of, TypedAttr value) {
    return filledTensor(b, type.clone(of), sizes, value);
  };
  const llvm::fltSemantics &semantics =
      cast<FloatType>(element).getFloatSemantics();
  SmallVector<Value> starts = {filled(
      element,
      b.getFloatAttr(element, isSum ? APFloat::getZero(semantics)
                                    : APFloat::getInf(semantics, true)))};
  if (hasPlace)
    starts.push_back(filled(b.getI64Type(), b.getI64IntegerAttr(-1)));
  // Says how large the window is.
  Value window =
      tensor::EmptyOp::create(b, op.getKernel(), element).getResult();
  SmallVector<AffineMap> maps = {
      mapOf(b.getContext(), loops, range(2 + rank, rank))};
  maps.append(starts.size(), mapOf(b.getContext(), loops, range(0, 2 + rank)));
  auto body = [&](OpBuilder &inner, Location loc, ValueRange values) {
    ImplicitLocOpBuilder b(loc, inner);
    SmallVector<Value> at = loopIndices(b, 0, loops);
    Place place =
        findPlace(b, input, {at[0], at[1]}, ArrayRef(at).slice(2, rank),
                  ArrayRef(at).slice(2 + rank, rank), windows);
    Value x = tensor::ExtractOp::create(b, input, place.indices);
    Value best = values[1];
    if (hasPlace) {
      Greatest made =
          greater(b, {best, values[2]}, {x, numberIn(b, input, place.indices)},
                  place.isInside);
      linalg::YieldOp::create(b, ValueRange{made.element, made.place});
      return;
    }
    Value both = isSum ? arith::AddFOp::create(b, best, x).getResult()
                       : arith::MaximumFOp::create(b, best, x).getResult();
    linalg::YieldOp::create(
        b, arith::SelectOp::create(b, place.isInside, both, best).getResult());
  };
  auto made =
      linalg::GenericOp::create(b, TypeRange(ValueRange(starts)), window,
                                starts, maps, iterators(2 + rank, rank), body);
  op.getResult().replaceAllUsesWith(made.getResults().back());
  op.erase();
}

struct WindowsToCuda : impl::WindowsToCudaBase<WindowsToCuda> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto conv = dyn_cast<nn::ConvOp>(op))
        rewrite(conv);
      else if (auto conv = dyn_cast<nn::ConvWeightOp>(op))
        rewrite(conv);
      else if (auto pool = dyn_cast<nn::PoolOp>(op))
        rewrite(pool);
    });
  }
};

} // namespace
} // namespace tine
