//===- SortToLinalg.cpp - Sorting -----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers sort to cpu.sort, which gives the columns that the elements of sorted
// rows come from. The elements are read from there. If only the columns of the
// first few are looked at, the rest need not be sorted.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "dialects/nn/NN.h"
#include "lowering/tensor/Patterns.h"
#include "lowering/tensor/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
namespace {

Value sortedPlaces(ImplicitLocOpBuilder &b, nn::SortOp op,
                   RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  Value empty = emptyTensor(b, type, sizes);
  return cpu::SortOp::create(b, type, op.getInput(), empty, op.getDescending(),
                             op->hasAttr("nn.any_order"))
      .getResult();
}

/// How many columns are looked at, if it is a number: all uses are one slice.
std::optional<int64_t> firstColumns(nn::SortOp op) {
  if (!op.getValues().use_empty() || !op.getIndices().hasOneUse())
    return std::nullopt;
  auto slice = dyn_cast<nn::SliceOp>(*op.getIndices().user_begin());
  RankedTensorType type = slice ? tensorType(slice.getResult()) : nullptr;
  if (!slice || slice.getDim() != 1 || slice.getStep() != 1 ||
      !isConstantIntValue(slice.getStart(), 0) || type.isDynamicDim(1))
    return std::nullopt;
  return type.getDimSize(1);
}

struct LowerSort : OpRewritePattern<nn::SortOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::SortOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput();
    SmallVector<OpFoldResult> sizes = sizesOf(b, input);
    RankedTensorType type = tensorType(op.getValues());
    if (std::optional<int64_t> columns = firstColumns(op)) {
      RankedTensorType few = tensorType(op.getIndices());
      few = RankedTensorType::get({few.getDimSize(0), *columns},
                                  few.getElementType());
      sizes[1] = b.getIndexAttr(*columns);
      Operation *slice = *op.getIndices().user_begin();
      rewriter.replaceOp(slice, castTensor(b, sortedPlaces(b, op, few, sizes),
                                           tensorType(slice->getResult(0))));
      rewriter.eraseOp(op);
      return success();
    }
    Value places = sortedPlaces(b, op, tensorType(op.getIndices()), sizes);
    AffineMap same = b.getMultiDimIdentityMap(2);
    SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
    auto values = linalg::GenericOp::create(
        b, type, places, emptyTensor(b, type, sizes),
        SmallVector<AffineMap>(2, same), loops,
        [&](OpBuilder &nested, Location loc, ValueRange args) {
          ImplicitLocOpBuilder body(loc, nested);
          Value line = linalg::IndexOp::create(body, 0);
          Value column =
              arith::IndexCastOp::create(body, body.getIndexType(), args[0]);
          Value x =
              tensor::ExtractOp::create(body, input, ValueRange{line, column});
          linalg::YieldOp::create(body, x);
        });
    rewriter.replaceOp(op, ValueRange{values.getResult(0), places});
    return success();
  }
};

} // namespace

void populateSortToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerSort>(patterns.getContext());
}

} // namespace tine
