//===- IndexingToLinalg.cpp - Indexing by tensors -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers index_select and gather: every index is checked before the loop that
// copies, so that the copy itself cannot fail.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/IndexingOps.h"
#include "lowering/support/Indices.h"
#include "lowering/support/ScalarRules.h"
#include "lowering/support/Sizes.h"
#include "lowering/support/Targets.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
using P = arith::CmpIPredicate;

namespace {

/// A loop over the result that reads `input` where `locate` says.
Value copyFrom(
    ImplicitLocOpBuilder &b, Value input, Value indices, AffineMap indexMap,
    RankedTensorType type, ArrayRef<OpFoldResult> sizes,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value)> locate) {
  Value empty = emptyTensor(b, type, sizes);
  SmallVector<AffineMap> maps = {indexMap,
                                 b.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, type, indices, empty, maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder body(loc, nested);
               Value x = tensor::ExtractOp::create(body, input,
                                                   locate(body, args[0]));
               linalg::YieldOp::create(body, x);
             })
      .getResult(0);
}

struct LowerIndexSelect : OpRewritePattern<nn::IndexSelectOp> {
  using OpRewritePattern::OpRewritePattern;

  static void checkIndices(ImplicitLocOpBuilder &b, nn::IndexSelectOp op,
                           Value size, Value zero) {
    Value lower = zero;
    if (op.getFromEnd())
      lower = arith::SubIOp::create(b, zero, size);
    if (issuesWork(op))
      return checkLater(b, op, lower, size);
    BadIndex bad = findBadIndex(b, op.getIndices(), lower, size);
    SmallVector<Value> numbers;
    if (op.getFromEnd())
      numbers = {bad.first, size};
    // Of a dimension without elements PyTorch says so before it looks.
    Value any = arith::CmpIOp::create(b, P::ne, size, zero);
    raiseUnlessAny(b, op, arith::OrIOp::create(b, negate(b, bad.found), any));
    raiseUnless(b, negate(b, bad.found), "IndexError", textOf(op), numbers);
  }

  static void raiseUnlessAny(ImplicitLocOpBuilder &b, nn::IndexSelectOp op,
                             Value any) {
    if (op.getFromEnd())
      raiseUnless(b, any, "IndexError",
                  "index is out of bounds for dimension with size 0");
    else
      raiseUnless(b, any, "RuntimeError",
                  "index_select(): self indexing axis dim should be positive");
  }

  static std::string textOf(nn::IndexSelectOp op) {
    if (!op.getFromEnd())
      return "index out of range in self";
    return ("index %i is out of bounds for dimension " + Twine(op.getDim()) +
            " with size %i")
        .str();
  }

  /// Of a dimension without elements, each index is out of range.
  static void checkLater(ImplicitLocOpBuilder &b, nn::IndexSelectOp op,
                         Value lower, Value size) {
    int64_t known = tensorType(op.getInput()).getDimSize(op.getDim());
    if (known == 0 || ShapedType::isDynamic(known)) {
      OpFoldResult count = multiplySizes(b, sizesOf(b, op.getIndices()));
      Value none = arith::CmpIOp::create(
          b, P::eq, getValueOrCreateConstantIndexOp(b, b.getLoc(), count),
          indexConstant(b, 0));
      Value zero = arith::ConstantIntOp::create(b, b.getI64Type(), 0);
      Value any = arith::CmpIOp::create(b, P::ne, size, zero);
      raiseUnlessAny(b, op, arith::OrIOp::create(b, none, any));
    }
    SmallVector<Value> values;
    if (op.getFromEnd())
      values = {size};
    raiseIfOutside(b, op.getIndices(), lower, size, "IndexError", textOf(op),
                   values);
  }

  LogicalResult matchAndRewrite(nn::IndexSelectOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput(), indices = op.getIndices();
    int64_t dim = op.getDim(), count = tensorType(indices).getRank();
    RankedTensorType type = tensorType(op.getResult());
    Value size =
        arith::IndexCastOp::create(b, b.getI64Type(), sizeValue(b, input, dim));
    Value zero = arith::ConstantIntOp::create(b, b.getI64Type(), 0);
    if (!hasKnownIndices(op))
      checkIndices(b, op, size, zero);
    bool isLate = issuesWork(op) && !hasKnownIndices(op);

    SmallVector<OpFoldResult> sizes = sizesOf(b, input);
    SmallVector<OpFoldResult> own = sizesOf(b, indices);
    sizes.erase(sizes.begin() + dim);
    sizes.insert(sizes.begin() + dim, own.begin(), own.end());
    SmallVector<AffineExpr> exprs;
    for (int64_t i = 0; i < count; ++i)
      exprs.push_back(b.getAffineDimExpr(dim + i));
    AffineMap map = AffineMap::get(type.getRank(), 0, exprs, b.getContext());
    rewriter.replaceOp(
        op, copyFrom(b, input, indices, map, type, sizes,
                     [&](ImplicitLocOpBuilder &body, Value index) {
                       Value row = index;
                       if (op.getFromEnd()) {
                         Value wrapped =
                             arith::AddIOp::create(body, index, size);
                         Value negative =
                             arith::CmpIOp::create(body, P::slt, index, zero);
                         row = arith::SelectOp::create(body, negative, wrapped,
                                                       index);
                       }
                       if (isLate)
                         row = keepInside(body, row, size);
                       SmallVector<Value> at;
                       for (int64_t i = 0; i < type.getRank(); ++i) {
                         if (i == dim)
                           at.push_back(arith::IndexCastOp::create(
                               body, body.getIndexType(), row));
                         if (i < dim || i >= dim + count)
                           at.push_back(linalg::IndexOp::create(body, i));
                       }
                       if (dim == type.getRank())
                         at.push_back(arith::IndexCastOp::create(
                             body, body.getIndexType(), row));
                       return at;
                     }));
    return success();
  }
};

struct LowerGather : OpRewritePattern<nn::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  /// Every other dimension of the indices must lie in the input.
  static void checkSizes(ImplicitLocOpBuilder &b, nn::GatherOp op) {
    SmallVector<OpFoldResult> ours = sizesOf(b, op.getIndices());
    SmallVector<OpFoldResult> theirs = sizesOf(b, op.getInput());
    int64_t rank = ours.size();
    for (int64_t i = 0; i < rank; ++i) {
      if (i == static_cast<int64_t>(op.getDim()) ||
          sameSize(ours[i], theirs[i]).value_or(false))
        continue;
      Value x = sizeValue(b, op.getIndices(), i);
      Value y = sizeValue(b, op.getInput(), i);
      SmallVector<Value> operands;
      std::string text = "Size does not match at dimension " +
                         std::to_string(i) + " expected index [";
      for (Value tensor : {op.getIndices(), op.getInput()}) {
        for (int64_t k = 0; k < rank; ++k) {
          text += k ? ", %i" : "%i";
          operands.push_back(sizeValue(b, tensor, k));
        }
        text += tensor == op.getIndices() ? "] to be no larger than self ["
                                          : "] apart from dimension ";
      }
      text += std::to_string(op.getDim());
      // Where there are no indices nothing is looked up.
      Value fits = arith::CmpIOp::create(b, P::ule, x, y);
      Value zero = indexConstant(b, 0);
      for (int64_t k = 0; k < rank; ++k)
        if (getConstantIntValue(ours[k]).value_or(0) == 0)
          fits = arith::OrIOp::create(
              b, fits,
              arith::CmpIOp::create(b, P::eq, sizeValue(b, op.getIndices(), k),
                                    zero)
                  .getResult());
      raiseUnless(b, fits, "RuntimeError", text, operands);
    }
  }

  LogicalResult matchAndRewrite(nn::GatherOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput(), indices = op.getIndices();
    int64_t dim = op.getDim();
    RankedTensorType type = tensorType(op.getResult());
    if (type.getRank() > 0)
      checkSizes(b, op);
    Value extent =
        type.getRank() ? sizeValue(b, input, dim) : indexConstant(b, 1);
    Value size = arith::IndexCastOp::create(b, b.getI64Type(), extent);
    Value zero = arith::ConstantIntOp::create(b, b.getI64Type(), 0);
    raiseIfOutside(b, indices, zero, size, "RuntimeError",
                   ("index %i is out of bounds for dimension " + Twine(dim) +
                    " with size %i")
                       .str(),
                   extent);
    bool isLate = issuesWork(op);
    rewriter.replaceOp(
        op,
        copyFrom(b, input, indices, b.getMultiDimIdentityMap(type.getRank()),
                 type, sizesOf(b, indices),
                 [&](ImplicitLocOpBuilder &body, Value index) {
                   SmallVector<Value> at;
                   for (int64_t i = 0; i < type.getRank(); ++i) {
                     if (i == dim)
                       at.push_back(arith::IndexCastOp::create(
                           body, body.getIndexType(),
                           isLate ? keepInside(body, index, size) : index));
                     else
                       at.push_back(linalg::IndexOp::create(body, i));
                   }
                   return at;
                 }));
    return success();
  }
};

} // namespace

void populateIndexingToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerIndexSelect, LowerGather>(patterns.getContext());
}

} // namespace tine
