//===- DecomposeConvTranspose.cpp - Transposed convolutions ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes nn.conv_transpose convolutions.
//
// How:
// 1. Channels and outputs of the weight change places, its windows are flipped.
// 2. With a stride of 1 it is one convolution.
// 3. With a stride of s the places r, r + s, r + 2 s, ... of the result depend
//    on every s-th place of the kernel: they are a convolution of their own,
//    for each r in each dimension, and are interleaved. Where no window
//    reaches are zeros.
// 4. Windows that neither overlap nor leave gaps are a convolution with a
// kernel
//    of one place, whose channels are the places of the windows.
// 5. With a dilation, or very many remainders, zeros are put between the
//    elements of the input, and the stride is 1.
// A kernel whose size the run decides is not supported.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/CreationOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/ViewOps.h"
#include "lowering/support/Sizes.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tine {
namespace {

/// More of them are convolutions of too few places each.
constexpr int64_t mostRemainders = 16;

class Decomposer {
public:
  Decomposer(ImplicitLocOpBuilder &b, nn::ConvTransposeOp op)
      : b(b), op(op), rank(tensorType(op.getInput()).getRank() - 2),
        input(op.getInput()), element(tensorType(input).getElementType()),
        sizes(sizesOfResult(b, tensorType(op.getResult()), op.getSizes())),
        strides(op.getStrides()) {}

  Value run();

private:
  using Sizes = SmallVector<OpFoldResult>;

  OpFoldResult apply(AffineExpr expr, ArrayRef<OpFoldResult> operands) {
    return affine::makeComposedFoldedAffineApply(b, b.getLoc(), expr, operands);
  }
  RankedTensorType typeOf(ArrayRef<OpFoldResult> sizes) {
    SmallVector<int64_t> shape;
    for (OpFoldResult size : sizes)
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    return RankedTensorType::get(shape, element);
  }
  static SmallVector<Value> dynamic(ArrayRef<OpFoldResult> sizes) {
    SmallVector<Value> values;
    for (OpFoldResult size : sizes)
      if (auto value = dyn_cast<Value>(size))
        values.push_back(value);
    return values;
  }
  Value value(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  }
  Value reshape(Value x, ArrayRef<OpFoldResult> to) {
    return nn::ReshapeOp::create(b, typeOf(to), x, dynamic(to));
  }
  Value zeros(ArrayRef<OpFoldResult> to) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
    return nn::FullOp::create(b, typeOf(to), zero, dynamic(to));
  }
  Value everySth(Value x, int64_t dim, OpFoldResult start, int64_t step,
                 OpFoldResult count);
  Value insert(Value x, Value into, int64_t dim, int64_t start, int64_t step);
  Value flippedWeight();
  void spread();
  bool isTiling();
  Value tile();
  Value interleave(int64_t dim, Value weight, Sizes part,
                   SmallVector<int64_t> paddings);

  ImplicitLocOpBuilder &b;
  nn::ConvTransposeOp op;
  int64_t rank; // of the window
  Value input;
  Type element;
  Sizes sizes;
  SmallVector<int64_t> strides;
};

Value Decomposer::everySth(Value x, int64_t dim, OpFoldResult start,
                           int64_t step, OpFoldResult count) {
  Sizes own = sizesOf(b, x);
  own[dim] = count;
  Value size;
  if (!getConstantIntValue(count))
    size = value(count);
  return nn::SliceOp::create(b, typeOf(own), x, b.getI64IntegerAttr(dim),
                             value(start), b.getI64IntegerAttr(step), size);
}

Value Decomposer::insert(Value x, Value into, int64_t dim, int64_t start,
                         int64_t step) {
  return nn::InsertSliceOp::create(
      b, into.getType(), x, into, b.getI64IntegerAttr(dim),
      indexConstant(b, start), b.getI64IntegerAttr(step));
}

/// [O, C / G, K...] to [C, O / G, K...], with the windows flipped.
Value Decomposer::flippedWeight() {
  Value weight = op.getWeight();
  Sizes own = sizesOf(b, weight);
  int64_t groups = op.getGroups();
  OpFoldResult outputs =
      apply(b.getAffineDimExpr(0).floorDiv(groups), {own[0]});
  Sizes apart = {b.getIndexAttr(groups), outputs};
  apart.append(own.begin() + 1, own.end());
  Value grouped = reshape(weight, apart);
  SmallVector<int64_t> order = {0, 2, 1}, windows;
  for (int64_t i = 0; i < rank; ++i) {
    order.push_back(3 + i);
    windows.push_back(2 + i);
  }
  std::swap(apart[1], apart[2]);
  Value moved = nn::PermuteOp::create(b, typeOf(apart), grouped, order);
  Sizes together = {multiplySizes(b, {apart[0], apart[1]})};
  together.append(apart.begin() + 2, apart.end());
  Value whole = reshape(moved, together);
  return nn::FlipOp::create(b, whole.getType(), whole, windows);
}

/// Puts zeros between the elements of the input.
void Decomposer::spread() {
  for (int64_t i = 0; i < rank; ++i) {
    if (strides[i] == 1)
      continue;
    Sizes wide = sizesOf(b, input);
    AffineExpr e = b.getAffineDimExpr(0);
    // Zeros behind the last one do no harm.
    wide[2 + i] = apply(e * strides[i], {wide[2 + i]});
    input = insert(input, zeros(wide), 2 + i, 0, strides[i]);
    strides[i] = 1;
  }
}

/// The result from dimension `dim` of the window on; those in front are those
/// of one remainder each, with the `part` of the result's sizes, the places of
/// the kernel in `weight` and the paddings that belong to it.
Value Decomposer::interleave(int64_t dim, Value weight, Sizes part,
                             SmallVector<int64_t> paddings) {
  if (dim == rank)
    return nn::ConvOp::create(b, typeOf(part), input, weight, Value(),
                              SmallVector<int64_t>(rank, 1), paddings,
                              op.getDilations(), op.getGroups(), dynamic(part));
  int64_t at = 2 + dim, stride = strides[dim];
  int64_t padding = op.getPaddings()[dim];
  OpFoldResult taps = sizeOf(b, weight, at);
  int64_t dilation = op.getDilations()[dim];
  if (stride == 1) {
    std::optional<int64_t> known = getConstantIntValue(taps);
    paddings.push_back(dilation * (*known - 1) - padding);
    return interleave(dim + 1, weight, part, paddings);
  }
  int64_t count = *getConstantIntValue(taps);
  OpFoldResult whole = part[at];
  // Where each remainder has a place of the kernel all of it is written.
  Value result =
      count >= stride ? emptyTensor(b, typeOf(part), part) : zeros(part);
  for (int64_t r = 0; r < stride; ++r) {
    // The kernel's places k with (r + padding - k) a multiple of the stride.
    int64_t first = (r + padding) % stride;
    int64_t some = first < count ? (count - first + stride - 1) / stride : 0;
    std::optional<int64_t> known = getConstantIntValue(whole);
    if (some == 0 || (known && *known <= r))
      continue;
    OpFoldResult start =
        b.getIndexAttr(count - 1 - first - stride * (some - 1));
    Value every = everySth(weight, at, start, stride, b.getIndexAttr(some));
    Sizes own = part;
    AffineExpr e = b.getAffineDimExpr(0);
    own[at] = apply((e - r).ceilDiv(stride), {whole});
    SmallVector<int64_t> more = paddings;
    more.push_back(some - 1 - (r + padding - first) / stride);
    result =
        insert(interleave(dim + 1, every, own, more), result, at, r, stride);
  }
  return result;
}

bool Decomposer::isTiling() {
  for (int64_t i = 0; i < rank; ++i)
    if (tensorType(op.getWeight()).getDimSize(2 + i) != strides[i] ||
        op.getPaddings()[i] != 0 || op.getDilations()[i] != 1)
      return false;
  return llvm::any_of(strides, [](int64_t stride) { return stride > 1; });
}

/// A window for each place of the input.
Value Decomposer::tile() {
  Sizes own = sizesOf(b, op.getWeight()), in = sizesOf(b, input);
  OpFoldResult groups = b.getIndexAttr(op.getGroups());
  OpFoldResult outputs =
      apply(b.getAffineDimExpr(0).floorDiv(op.getGroups()), {own[0]});
  OpFoldResult rows = multiplySizes(b, ArrayRef(own).drop_front(1));
  Value weight = reshape(op.getWeight(), {groups, outputs, rows});
  weight = nn::PermuteOp::create(b, typeOf({groups, rows, outputs}), weight,
                                 ArrayRef<int64_t>{0, 2, 1});
  Sizes flat = {multiplySizes(b, {groups, rows}), outputs};
  flat.append(rank, b.getIndexAttr(1));
  Sizes product = in;
  product[1] = flat[0];
  SmallVector<int64_t> ones(rank, 1), zeroes(rank, 0);
  Value all = nn::ConvOp::create(b, typeOf(product), input,
                                 reshape(weight, flat), Value(), ones, zeroes,
                                 ones, op.getGroups(), dynamic(product));
  // [N, C, places of the windows, places of the input] to pairs of both.
  Sizes apart = {in[0], multiplySizes(b, {groups, own[1]})};
  Sizes paired = apart, together = apart;
  SmallVector<int64_t> order = {0, 1};
  apart.append(own.begin() + 2, own.end());
  apart.append(in.begin() + 2, in.end());
  for (int64_t i = 0; i < rank; ++i) {
    order.append({2 + rank + i, 2 + i});
    paired.append({in[2 + i], own[2 + i]});
    together.push_back(multiplySizes(b, {in[2 + i], own[2 + i]}));
  }
  all = nn::PermuteOp::create(b, typeOf(paired), reshape(all, apart), order);
  all = reshape(all, together);
  // What no window reaches is 0.
  for (int64_t i = 2; i < 2 + rank; ++i) {
    if (sameSize(together[i], sizes[i]).value_or(false))
      continue;
    together[i] = sizes[i];
    all = insert(all, zeros(together), i, 0, 1);
  }
  return all;
}

Value Decomposer::run() {
  if (isTiling())
    return tile();
  int64_t remainders = 1;
  bool isDilated = false;
  for (auto [stride, dilation] : llvm::zip(strides, op.getDilations())) {
    remainders *= stride;
    isDilated |= stride > 1 && dilation > 1;
  }
  if (isDilated || remainders > mostRemainders)
    spread();
  return interleave(0, flippedWeight(), sizes, {});
}

struct DecomposeConvTranspose : OpRewritePattern<nn::ConvTransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::ConvTransposeOp op,
                                PatternRewriter &rewriter) const override {
    if (llvm::any_of(tensorType(op.getWeight()).getShape().drop_front(2),
                     ShapedType::isDynamic))
      return rewriter.notifyMatchFailure(op, "the run decides the kernel");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value result = Decomposer(b, op).run();
    rewriter.replaceOp(op, castTensor(b, result, tensorType(op.getResult())));
    return success();
  }
};

} // namespace

void populateDecomposeConvTranspose(RewritePatternSet &patterns) {
  patterns.add<DecomposeConvTranspose>(patterns.getContext());
}

} // namespace tine
