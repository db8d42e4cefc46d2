//===- ShapesToLinalg.cpp - Operations that move elements -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers reshape, permute, expand, slice, insert_slice and flip.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/JoinOps.h"
#include "dialects/nn/ViewOps.h"
#include "lowering/tensor/Broadcast.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;

namespace tine {
namespace {

SmallVector<ReassociationIndices> allDims(int64_t rank) {
  if (rank == 0)
    return {};
  return {llvm::to_vector<2>(llvm::seq<int64_t>(rank))};
}

/// A static reshape by one op, where dimensions are only joined or only split.
Value reshapeByOneOp(ImplicitLocOpBuilder &b, Value input,
                     RankedTensorType to) {
  RankedTensorType from = tensorType(input);
  if (!from.hasStaticShape() || !to.hasStaticShape() ||
      from.getRank() == to.getRank())
    return {};
  auto groups = getReassociationIndicesForReshape(from, to);
  if (!groups)
    return {};
  if (from.getRank() > to.getRank())
    return tensor::CollapseShapeOp::create(b, to, input, *groups);
  return tensor::ExpandShapeOp::create(b, to, input, *groups);
}

/// A reshape through one dimension.
Value reshapeByOneDim(ImplicitLocOpBuilder &b, Value input, RankedTensorType to,
                      ArrayRef<OpFoldResult> sizes) {
  RankedTensorType from = tensorType(input);
  auto typeOf = [&](ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, to.getElementType());
  };
  int64_t count =
      to.hasStaticShape() ? to.getNumElements() : ShapedType::kDynamic;
  if (from.getRank() == 0) {
    input = tensor::ExpandShapeOp::create(b, typeOf({1}), input,
                                          ArrayRef<ReassociationIndices>{});
  } else if (from.getRank() > 1) {
    int64_t have =
        from.hasStaticShape() ? from.getNumElements() : ShapedType::kDynamic;
    input = tensor::CollapseShapeOp::create(b, typeOf({have}), input,
                                            allDims(from.getRank()));
  }
  input = castTensor(b, input, typeOf({count}));
  if (to.getRank() == 0)
    return tensor::CollapseShapeOp::create(b, to, input,
                                           ArrayRef<ReassociationIndices>{});
  if (to.getRank() == 1)
    return input;
  // Upstream loses the sizes of an expand_shape with more than one dynamic
  // dimension in a group when it expands strided metadata.
  if (to.getNumDynamicDims() > 1)
    return tensor::ReshapeOp::create(
        b, to, input,
        tensor::FromElementsOp::create(
            b, getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes)));
  return tensor::ExpandShapeOp::create(b, to, input, allDims(to.getRank()),
                                       sizes);
}

/// Whether a reshape is of nothing (upstream does not join a size of 0 with one
/// of the run), or stands behind a check of the sizes that fails.
bool isOfNothing(RankedTensorType from, RankedTensorType to) {
  return llvm::is_contained(from.getShape(), 0) ||
         llvm::is_contained(to.getShape(), 0) ||
         (from.hasStaticShape() && to.hasStaticShape() &&
          from.getNumElements() != to.getNumElements());
}

/// The type with its one size that is not known, if a number of elements gives
/// it.
RankedTensorType completed(RankedTensorType type, RankedTensorType like) {
  if (!like.hasStaticShape() || type.getNumDynamicDims() != 1)
    return type;
  int64_t rest = 1;
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t size : shape)
    if (!ShapedType::isDynamic(size))
      rest *= size;
  if (rest == 0 || like.getNumElements() % rest != 0)
    return type;
  llvm::replace(shape, ShapedType::kDynamic, like.getNumElements() / rest);
  return type.clone(shape);
}

struct LowerReshape : OpRewritePattern<nn::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    // Sizes may be known where the types do not say so.
    Value input = withSizes(b, op.getInput(), sizesOf(b, op.getInput()));
    SmallVector<OpFoldResult> sizes = sizesOfResult(b, type, op.getSizes());
    SmallVector<int64_t> shape;
    for (OpFoldResult size : sizes)
      shape.push_back(isa<Attribute>(size) ? *getConstantIntValue(size)
                                           : ShapedType::kDynamic);
    RankedTensorType to = completed(type.clone(shape), tensorType(input));
    input = castTensor(b, input, completed(tensorType(input), to));
    if (to.hasStaticShape())
      sizes = getAsIndexOpFoldResult(b.getContext(), to.getShape());
    if (isOfNothing(tensorType(input), to))
      input = emptyTensor(b, to, sizes);
    else if (Value result = reshapeByOneOp(b, input, to))
      input = result;
    else
      input = reshapeByOneDim(b, input, to, sizes);
    rewriter.replaceOp(op, castTensor(b, input, type));
    return success();
  }
};

struct LowerPermute : OpRewritePattern<nn::PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::PermuteOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    // In the types that are known, as upstream replaces a transpose of a
    // transpose by its operand whatever the types are.
    Value input = withSizes(b, op.getInput(), sizesOf(b, op.getInput()));
    SmallVector<OpFoldResult> sizes;
    SmallVector<int64_t> shape;
    for (int64_t dim : op.getDims()) {
      sizes.push_back(sizeOf(b, input, dim));
      shape.push_back(tensorType(input).getDimSize(dim));
    }
    RankedTensorType type = tensorType(op.getResult());
    Value empty = emptyTensor(b, type.clone(shape), sizes);
    auto transpose = linalg::TransposeOp::create(b, input, empty, op.getDims());
    rewriter.replaceOp(op, castTensor(b, transpose->getResult(0), type));
    return success();
  }
};

struct LowerExpand : OpRewritePattern<nn::ExpandOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::ExpandOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    BroadcastOperands operands = broadcastOperands(
        b, op.getInput(), type, sizesOfResult(b, type, op.getSizes()));
    if (operands.maps[0].isIdentity()) {
      rewriter.replaceOp(op, castTensor(b, operands.tensors[0], type));
      return success();
    }
    raiseUnlessAllocatable(b, type, operands.sizes);
    Value empty = emptyTensor(b, type, operands.sizes);
    SmallVector<AffineMap> maps = operands.maps;
    maps.push_back(b.getMultiDimIdentityMap(type.getRank()));
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        b, type, operands.tensors, empty, maps, loops,
        [](OpBuilder &at, Location loc, ValueRange args) {
          linalg::YieldOp::create(at, loc, args[0]);
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

/// Offsets, sizes and strides of a slice along one dimension.
struct Slice {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  Slice(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> partSizes, int64_t dim,
        OpFoldResult start, int64_t step)
      : offsets(partSizes.size(), b.getIndexAttr(0)),
        sizes(partSizes.begin(), partSizes.end()),
        strides(partSizes.size(), b.getIndexAttr(1)) {
    offsets[dim] = start;
    strides[dim] = b.getIndexAttr(step);
  }
};

/// Whether a tensor certainly has no elements.
bool isEmpty(RankedTensorType type) {
  return llvm::is_contained(type.getShape(), 0);
}

struct LowerSlice : OpRewritePattern<nn::SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::SliceOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    int64_t dim = op.getDim();
    SmallVector<OpFoldResult> sizes = sizesOf(b, op.getInput());
    // Upstream verifies offsets even where there are no elements.
    if (isEmpty(type)) {
      if (op.getSize())
        sizes[dim] = op.getSize();
      rewriter.replaceOp(op, emptyTensor(b, type, sizes));
      return success();
    }
    sizes[dim] = op.getSize() ? getAsOpFoldResult(op.getSize())
                              : b.getIndexAttr(type.getDimSize(dim));
    Slice slice(b, sizes, dim, getAsOpFoldResult(op.getStart()), op.getStep());
    Value part = tensor::ExtractSliceOp::create(b, op.getInput(), slice.offsets,
                                                slice.sizes, slice.strides);
    rewriter.replaceOp(op, castTensor(b, part, type));
    return success();
  }
};

struct LowerInsertSlice : OpRewritePattern<nn::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if (isEmpty(tensorType(op.getInput()))) {
      rewriter.replaceOp(op, op.getInto());
      return success();
    }
    Slice slice(b, sizesOf(b, op.getInput()), op.getDim(),
                getAsOpFoldResult(op.getStart()), op.getStep());
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, withSizes(b, op.getInput(), slice.sizes), op.getInto(),
        slice.offsets, slice.sizes, slice.strides);
    return success();
  }
};

struct LowerFlip : OpRewritePattern<nn::FlipOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::FlipOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    Value empty = emptyTensor(b, type, sizesOf(b, op.getInput()));
    SmallVector<Value> last(type.getRank());
    for (int64_t dim : op.getDims())
      last[dim] = arith::SubIOp::create(b, sizeValue(b, op.getInput(), dim),
                                        indexConstant(b, 1));
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        b, type, ValueRange{}, empty, b.getMultiDimIdentityMap(type.getRank()),
        loops, [&](OpBuilder &nested, Location loc, ValueRange) {
          ImplicitLocOpBuilder body(loc, nested);
          SmallVector<Value> index;
          for (int64_t i = 0; i < type.getRank(); ++i) {
            Value at = linalg::IndexOp::create(body, i);
            index.push_back(
                last[i] ? arith::SubIOp::create(body, last[i], at).getResult()
                        : at);
          }
          Value x = tensor::ExtractOp::create(body, op.getInput(), index);
          linalg::YieldOp::create(body, x);
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

/// A cast back to what a tensor was of before: upstream folds one of the two
/// into reshapes that then do not verify.
struct FoldCastBack : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getSource().getDefiningOp<tensor::CastOp>();
    if (!cast || cast.getSource().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, cast.getSource());
    return success();
  }
};

} // namespace

void populateShapesToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerReshape, LowerPermute, LowerExpand, LowerSlice,
               LowerInsertSlice, LowerFlip, FoldCastBack>(
      patterns.getContext());
}

} // namespace tine
