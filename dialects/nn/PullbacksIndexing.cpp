//===- PullbacksIndexing.cpp - Derivatives of indexing --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was read once or often adds up where it was read.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/PullbackRules.h"
#include "dialects/nn/ViewOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

namespace {

Value size(Pullback &p, Value x, int64_t dim) {
  return tensor::DimOp::create(p.b, p.loc, x, dim);
}

Value product(Pullback &p, Value x, int64_t from, int64_t to) {
  Value n = arith::ConstantIndexOp::create(p.b, p.loc, 1);
  for (int64_t i = from; i < to; ++i)
    n = arith::MulIOp::create(p.b, p.loc, n, size(p, x, i));
  return n;
}

int64_t staticProduct(ArrayRef<int64_t> sizes) {
  int64_t n = 1;
  for (int64_t s : sizes) {
    if (ShapedType::isDynamic(s))
      return ShapedType::kDynamic;
    n *= s;
  }
  return n;
}

/// A matrix or vector of the sizes; those that are not known are given.
Value reshape(Pullback &p, Value x, ArrayRef<int64_t> shape,
              ArrayRef<Value> sizes) {
  SmallVector<Value> dynamic;
  for (auto [s, value] : llvm::zip(shape, sizes))
    if (ShapedType::isDynamic(s))
      dynamic.push_back(value);
  RankedTensorType type = tensorTypeOf(x);
  auto result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  if (result == type)
    return x;
  return ReshapeOp::create(p.b, p.loc, result, x, dynamic);
}

/// Indices from the start: negative ones count from the end.
Value wrapped(Pullback &p, Value indices, Value length) {
  RankedTensorType type = tensorTypeOf(indices);
  Value n = arith::IndexCastOp::create(p.b, p.loc, p.b.getI64Type(), length);
  Value zero = arith::ConstantIntOp::create(p.b, p.loc, 0, 64);
  Value negative =
      LtOp::create(p.b, p.loc, type.clone(p.b.getI1Type()), indices, zero);
  Value behind = AddOp::create(p.b, p.loc, type, indices, n);
  return WhereOp::create(p.b, p.loc, type, negative, behind, indices);
}

SmallVector<int64_t> moveToFront(int64_t rank, int64_t from, int64_t count) {
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < count; ++i)
    dims.push_back(from + i);
  for (int64_t i = 0; i < rank; ++i)
    if (i < from || i >= from + count)
      dims.push_back(i);
  return dims;
}

Value permute(Pullback &p, Value x, ArrayRef<int64_t> dims) {
  RankedTensorType type = tensorTypeOf(x);
  SmallVector<int64_t> shape;
  for (int64_t dim : dims)
    shape.push_back(type.getDimSize(dim));
  return PermuteOp::create(
      p.b, p.loc,
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding()),
      x, dims);
}

/// Rows of the cotangent are added to the rows of zeros that were selected.
void indexSelect(Pullback &p) {
  auto op = cast<IndexSelectOp>(p.op);
  if (!p.wants(0))
    return;
  int64_t dim = op.getDim();
  RankedTensorType type = tensorTypeOf(op.getInput());
  RankedTensorType indexType = tensorTypeOf(op.getIndices());
  int64_t rank = type.getRank(), indexRank = indexType.getRank();
  Value g = p.cotangent();
  if (dim != 0)
    g = permute(p, g, moveToFront(tensorTypeOf(g).getRank(), dim, indexRank));

  // Rows are named by the indices, columns are all other elements.
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      others.push_back(type.getDimSize(i));
  Value count = product(p, op.getIndices(), 0, indexRank);
  Value columns = arith::ConstantIndexOp::create(p.b, p.loc, 1);
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      columns =
          arith::MulIOp::create(p.b, p.loc, columns, size(p, op.getInput(), i));
  Value length = size(p, op.getInput(), dim);
  int64_t n = staticProduct(indexType.getShape());
  int64_t width = staticProduct(others);
  Value rows = reshape(p, g, {n, width}, {count, columns});
  Value places = reshape(p, wrapped(p, op.getIndices(), length), {n}, {count});
  SmallVector<Value> sizes;
  if (type.isDynamicDim(dim))
    sizes.push_back(length);
  if (ShapedType::isDynamic(width))
    sizes.push_back(columns);
  auto whole = RankedTensorType::get({type.getDimSize(dim), width},
                                     type.getElementType(), type.getEncoding());
  Value zero = arith::ConstantOp::create(
      p.b, p.loc, p.b.getZeroAttr(getComputeType(type.getElementType())));
  Value sum = FullOp::create(p.b, p.loc, whole, zero, sizes);
  sum = ScatterOp::create(p.b, p.loc, whole, Scatter::add, rows, places, sum);

  // Back to the operand's dimensions.
  SmallVector<int64_t> shape{type.getDimSize(dim)};
  SmallVector<Value> values{length};
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim) {
      shape.push_back(type.getDimSize(i));
      values.push_back(size(p, op.getInput(), i));
    }
  sum = reshape(p, sum, shape, values);
  if (dim != 0) {
    SmallVector<int64_t> front = moveToFront(rank, dim, 1), inverse(rank);
    for (auto [i, d] : llvm::enumerate(front))
      inverse[d] = i;
    sum = permute(p, sum, inverse);
  }
  p.add(0, sum);
}

/// Zeros of the size of the input, to which elements are added where indices of
/// a dimension say. They go by their places in the flattened input.
Value addAlong(Pullback &p, Value input, int64_t dim, Value indices, Value g,
               DictionaryAttr windows = {}) {
  RankedTensorType type = tensorTypeOf(input);
  RankedTensorType indexType = tensorTypeOf(indices);
  int64_t rank = type.getRank();
  Type i64 = p.b.getI64Type();
  Value zero = arith::ConstantIntOp::create(p.b, p.loc, 0, 64);
  Value one = arith::ConstantIntOp::create(p.b, p.loc, 1, 64);
  Value places = wrapped(p, indices, size(p, input, dim));
  auto scaled = [&](Value x, RankedTensorType t, Value by) {
    return MulOp::create(
        p.b, p.loc, t, x,
        arith::IndexCastOp::create(p.b, p.loc, i64, by).getResult());
  };
  places = scaled(places, indexType, product(p, input, dim + 1, rank));
  for (int64_t i = 0; i < rank; ++i) {
    if (i == dim)
      continue;
    SmallVector<int64_t> shape(rank, 1);
    shape[i] = indexType.getDimSize(i);
    auto line = RankedTensorType::get({shape[i]}, i64, indexType.getEncoding());
    SmallVector<Value> sizes;
    if (indexType.isDynamicDim(i))
      sizes.push_back(size(p, indices, i));
    Value step = IotaOp::create(p.b, p.loc, line, zero, one, sizes);
    step = scaled(step, line, product(p, input, i + 1, rank));
    step = ReshapeOp::create(
        p.b, p.loc, RankedTensorType::get(shape, i64, indexType.getEncoding()),
        step, sizes);
    places = AddOp::create(p.b, p.loc, indexType, places, step);
  }
  Value count = product(p, indices, 0, rank);
  Value length = product(p, input, 0, rank);
  Value unit = arith::ConstantIndexOp::create(p.b, p.loc, 1);
  int64_t n = staticProduct(indexType.getShape());
  int64_t all = staticProduct(type.getShape());
  auto whole = RankedTensorType::get({all, 1}, type.getElementType(),
                                     type.getEncoding());
  Value none = arith::ConstantOp::create(
      p.b, p.loc, p.b.getZeroAttr(getComputeType(type.getElementType())));
  Value sum = FullOp::create(p.b, p.loc, whole, none,
                             ShapedType::isDynamic(all) ? ValueRange(length)
                                                        : ValueRange());
  sum = ScatterOp::create(p.b, p.loc, whole, Scatter::add,
                          reshape(p, g, {n, 1}, {count, unit}),
                          reshape(p, places, {n}, {count}), sum);
  if (windows)
    sum.getDefiningOp()->setAttr("nn.windows", windows);
  return reshapeLike(p, sum, input);
}

void gather(Pullback &p) {
  auto op = cast<GatherOp>(p.op);
  if (p.wants(0))
    p.add(0, addAlong(p, op.getInput(), op.getDim(), op.getIndices(),
                      p.cotangent()));
}

/// [N, C, D...] to [N, C, all D].
Value asPlanes(Pullback &p, Value x) {
  RankedTensorType type = tensorTypeOf(x);
  int64_t all = staticProduct(type.getShape().drop_front(2));
  return reshape(
      p, x, {type.getDimSize(0), type.getDimSize(1), all},
      {size(p, x, 0), size(p, x, 1), product(p, x, 2, type.getRank())});
}

/// [N, C, D...] to [N C, 1, D...].
Value asImages(Pullback &p, Value x) {
  RankedTensorType type = tensorTypeOf(x);
  SmallVector<int64_t> shape = {staticProduct(type.getShape().take_front(2)),
                                1};
  SmallVector<Value> sizes = {product(p, x, 0, 2), Value()};
  for (int64_t i = 2; i < type.getRank(); ++i) {
    shape.push_back(type.getDimSize(i));
    sizes.push_back(type.isDynamicDim(i) ? size(p, x, i) : Value());
  }
  return reshape(p, x, shape, sizes);
}

/// Whether the windows neither overlap nor leave gaps.
bool isTiling(PoolOp op) {
  auto is = [](ArrayRef<int64_t> list, int64_t number) {
    return llvm::all_of(list, [=](int64_t x) { return x == number; });
  };
  return op.getKernel() == op.getStrides() && is(op.getPaddings(), 0) &&
         is(op.getDilations(), 1) &&
         tensorTypeOf(op.getInput()).hasStaticShape();
}

/// Each element of g repeated to a window, and zeros behind the last window.
Value repeatWindows(Pullback &p, PoolOp op) {
  RankedTensorType type = tensorTypeOf(op.getInput());
  SmallVector<int64_t> apart(type.getShape().take_front(2));
  SmallVector<int64_t> repeated = apart, shape = apart;
  for (auto [i, taps] : llvm::enumerate(op.getKernel())) {
    int64_t count = tensorTypeOf(p.cotangent()).getDimSize(2 + i);
    apart.append({count, 1});
    repeated.append({count, taps});
    shape.push_back(count * taps);
  }
  auto typeOf = [&](ArrayRef<int64_t> sizes) {
    return RankedTensorType::get(sizes, type.getElementType(),
                                 type.getEncoding());
  };
  Value all =
      ExpandOp::create(p.b, p.loc, typeOf(repeated),
                       reshape(p, p.cotangent(), apart, {}), ValueRange());
  all = reshape(p, all, shape, {});
  Value start = arith::ConstantIndexOp::create(p.b, p.loc, 0);
  Value zero = arith::ConstantOp::create(
      p.b, p.loc, p.b.getZeroAttr(getComputeType(type.getElementType())));
  for (int64_t i = 2; i < type.getRank(); ++i) {
    if (shape[i] == type.getDimSize(i))
      continue;
    shape[i] = type.getDimSize(i);
    Value none = FullOp::create(p.b, p.loc, typeOf(shape), zero, ValueRange());
    all = InsertSliceOp::create(p.b, p.loc, none.getType(), all, none,
                                p.b.getI64IntegerAttr(i), start,
                                p.b.getI64IntegerAttr(1));
  }
  return all;
}

/// Each window's cotangent for each of its elements: a transposed convolution
/// with ones.
Value spreadWindows(Pullback &p, PoolOp op) {
  if (isTiling(op))
    return repeatWindows(p, op);
  Value like = asImages(p, op.getInput());
  RankedTensorType type = tensorTypeOf(like);
  SmallVector<int64_t> shape = {1, 1};
  llvm::append_range(shape, op.getKernel());
  Type element = type.getElementType();
  Value one = arith::ConstantOp::create(
      p.b, p.loc, p.b.getFloatAttr(getComputeType(element), 1));
  Value ones = FullOp::create(
      p.b, p.loc, RankedTensorType::get(shape, element, type.getEncoding()),
      one, ValueRange());
  Value sum = ConvTransposeOp::create(
      p.b, p.loc, type, asImages(p, p.cotangent()), ones, op.getStrides(),
      op.getPaddings(), op.getDilations(), 1, dynamicSizes(p, like));
  return reshapeLike(p, sum, op.getInput());
}

/// What the scatter says of the windows, for targets that look for the values
/// of an element instead: images lie one behind the other in what is added to,
/// results of windows in the values, and each value goes to an element of its
/// window. Null where the run decides on sizes.
DictionaryAttr describeWindows(Pullback &p, PoolOp op) {
  ArrayRef<int64_t> images =
      tensorTypeOf(op.getInput()).getShape().drop_front(2);
  ArrayRef<int64_t> results =
      tensorTypeOf(op.getResult()).getShape().drop_front(2);
  if (ShapedType::isDynamicShape(images) || ShapedType::isDynamicShape(results))
    return {};
  SmallVector<NamedAttribute> attributes;
  auto add = [&](StringRef name, ArrayRef<int64_t> list) {
    attributes.push_back(
        p.b.getNamedAttr(name, p.b.getDenseI64ArrayAttr(list)));
  };
  add("images", images);
  add("results", results);
  add("kernel", op.getKernel());
  add("strides", op.getStrides());
  add("paddings", op.getPaddings());
  add("dilations", op.getDilations());
  return p.b.getDictionaryAttr(attributes);
}

/// A maximum gives to the element that it is, a sum to all.
void pool(Pullback &p) {
  auto op = cast<PoolOp>(p.op);
  Value x = op.getInput(), g = p.cotangent();
  if (op.getPool() == Pool::max) {
    auto indices = tensorTypeOf(g).clone(p.b.getI64Type());
    Value places = PoolOp::create(
        p.b, p.loc, indices, Pool::arg_max, x, op.getKernel(), op.getStrides(),
        op.getPaddings(), op.getDilations(), dynamicSizes(p, g));
    Value sum = addAlong(p, asPlanes(p, x), 2, asPlanes(p, places),
                         asPlanes(p, g), describeWindows(p, op));
    p.add(0, reshapeLike(p, sum, x));
  } else if (op.getPool() == Pool::sum) {
    p.add(0, spreadWindows(p, op));
  }
}

void scatter(Pullback &p) {
  auto op = cast<ScatterOp>(p.op);
  Value g = p.cotangent();
  RankedTensorType rows = tensorTypeOf(op.getValues());
  if (p.wants(0))
    p.add(0, IndexSelectOp::create(p.b, p.loc, rows, g, op.getPlaces(),
                                   p.b.getI64IntegerAttr(0)));
  if (!p.wants(2))
    return;
  if (op.getHow() == Scatter::add) {
    p.add(2, g);
    return;
  }
  p.add(2, ScatterOp::create(p.b, p.loc, g.getType(), Scatter::write,
                             zerosLike(p, op.getValues()), op.getPlaces(), g));
}

/// Each value goes back to the column that it came from.
void sort(Pullback &p) {
  auto op = cast<SortOp>(p.op);
  RankedTensorType type = tensorTypeOf(op.getInput());
  Value g = p.cotangent(0);
  // The inverse of a permutation is what sorts it.
  auto inverse = SortOp::create(p.b, p.loc, op.getIndices().getType(),
                                op.getIndices().getType(), op.getIndices(),
                                /*descending=*/false, /*stable=*/true);
  p.add(0, GatherOp::create(p.b, p.loc, type, g, inverse.getIndices(),
                            p.b.getI64IntegerAttr(1)));
}

} // namespace

void nn::addIndexingPullbacks(PullbackTable &table) {
  table.add<IndexSelectOp>(indexSelect);
  table.add<GatherOp>(gather);
  table.add<ScatterOp>(scatter);
  table.add<SortOp>(sort);
  table.add<PoolOp>(pool);
}
