//===- JoinsToLinalg.cpp - Operations that join tensors -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers cat and list_cat to insertions into one result. The sizes of the parts
// that are known at run time only are checked before anything is copied.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/JoinOps.h"
#include "lowering/support/Sizes.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
namespace {

Value insertPart(ImplicitLocOpBuilder &b, Value part, Value into, int64_t dim,
                 OpFoldResult offset, bool stacked) {
  int64_t rank = tensorType(into).getRank();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = sizesOf(b, part);
  part = withSizes(b, part, sizes);
  if (stacked)
    sizes.insert(sizes.begin() + dim, b.getIndexAttr(1));
  offsets[dim] = offset;
  return tensor::InsertSliceOp::create(b, part, into, offsets, sizes, strides);
}

struct LowerCat : OpRewritePattern<nn::CatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::CatOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    int64_t dim = op.getDim();
    SmallVector<OpFoldResult> sizes = sizesOf(b, op.getInputs().front());
    for (auto [i, size] : llvm::enumerate(type.getShape()))
      if (static_cast<int64_t>(i) != dim && !ShapedType::isDynamic(size))
        sizes[i] = b.getIndexAttr(size);
    OpFoldResult total = b.getIndexAttr(0);
    SmallVector<OpFoldResult> offsets;
    for (auto [number, input] : llvm::enumerate(op.getInputs())) {
      for (int64_t i = 0; i < type.getRank(); ++i)
        if (i != dim)
          raiseUnlessSame(b, sizes[i], sizeOf(b, input, i), "RuntimeError",
                          ("Sizes of tensors must match except in dimension " +
                           Twine(dim) +
                           ". Expected size %i but got size %i for tensor "
                           "number " +
                           Twine(number) + " in the list.")
                              .str());
      offsets.push_back(total);
      total = addSizes(b, total, sizeOf(b, input, dim));
    }
    if (!type.isDynamicDim(dim))
      raiseUnlessSame(b, b.getIndexAttr(type.getDimSize(dim)), total,
                      "RuntimeError", "Expected size %i but got size %i");
    sizes[dim] = total;
    Value result = emptyTensor(b, type, sizes);
    for (auto [input, offset] : llvm::zip_equal(op.getInputs(), offsets))
      result = insertPart(b, input, result, dim, offset, /*stacked=*/false);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Walks the list twice: sizes first, then the copies.
struct LowerListCat : OpRewritePattern<nn::ListCatOp> {
  using OpRewritePattern::OpRewritePattern;

  static Value element(ImplicitLocOpBuilder &b, nn::ListCatOp op, Value i) {
    auto list = cast<ListType>(op.getList().getType());
    Value number = arith::IndexCastOp::create(b, b.getI64Type(), i);
    return ListGetOp::create(b, list.getLeaves(), op.getList(), number)
        .getResult(0);
  }

  static std::string mismatch(nn::ListCatOp op, int64_t dim) {
    if (op.getStacked())
      return ("stack expects each tensor to be equal size, but got size %i and "
              "size %i in dimension " +
              Twine(dim))
          .str();
    return ("Sizes of tensors must match except in dimension " +
            Twine(op.getDim()) +
            ". Expected size %i but got size %i for tensor number %i in the "
            "list.")
        .str();
  }

  LogicalResult matchAndRewrite(nn::ListCatOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    int64_t dim = op.getDim();
    bool stacked = op.getStacked();
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    Value count = arith::IndexCastOp::create(
        b, b.getIndexType(), ListLengthOp::create(b, op.getList()));
    Value some =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, count, zero);
    if (stacked)
      raiseUnless(b, some, "RuntimeError",
                  "stack expects a non-empty TensorList");
    else
      raiseUnless(b, some, "ValueError",
                  "torch.cat(): expected a non-empty list of Tensors");

    Value first = element(b, op, zero);
    SmallVector<OpFoldResult> sizes = sizesOf(b, first);
    auto measure = scf::ForOp::create(
        b, zero, count, one, stacked ? ValueRange{} : ValueRange{zero},
        [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value part = element(body, op, i);
          for (int64_t k = 0; k < tensorType(part).getRank(); ++k)
            if (stacked || k != dim)
              checkSize(body, op, k, sizes[k], sizeOf(body, part, k), i);
          SmallVector<Value> next;
          if (!stacked)
            next.push_back(arith::AddIOp::create(body, state[0],
                                                 sizeValue(body, part, dim)));
          scf::YieldOp::create(body, next);
        });

    OpFoldResult total = stacked ? count : measure.getResult(0);
    if (stacked)
      sizes.insert(sizes.begin() + dim, total);
    else
      sizes[dim] = total;
    for (auto [i, size] : llvm::enumerate(type.getShape()))
      if (!ShapedType::isDynamic(size))
        raiseUnlessSame(b, b.getIndexAttr(size), sizes[i], "RuntimeError",
                        "Expected size %i but got size %i");
    Value empty = emptyTensor(b, type, sizes);
    auto copy = scf::ForOp::create(
        b, zero, count, one, ValueRange{empty, zero},
        [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value part = element(body, op, i);
          Value next = stacked
                           ? arith::AddIOp::create(body, state[1], one)
                           : arith::AddIOp::create(body, state[1],
                                                   sizeValue(body, part, dim));
          Value into = insertPart(body, part, state[0], dim, state[1], stacked);
          scf::YieldOp::create(body, ValueRange{into, next});
        });
    rewriter.replaceOp(op, copy.getResult(0));
    return success();
  }

  static void checkSize(ImplicitLocOpBuilder &b, nn::ListCatOp op, int64_t dim,
                        OpFoldResult wanted, OpFoldResult size, Value number) {
    if (sameSize(wanted, size).value_or(false))
      return;
    Value x = getValueOrCreateConstantIndexOp(b, b.getLoc(), wanted);
    Value y = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    Value same = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
    SmallVector<Value> operands = {x, y};
    if (!op.getStacked())
      operands.push_back(number);
    raiseUnless(b, same, "RuntimeError", mismatch(op, dim), operands);
  }
};

} // namespace

void populateJoinsToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerCat, LowerListCat>(patterns.getContext());
}

} // namespace tine
