//===- SortToLinalg.cpp - Sorting -----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the elements of sorted rows from the columns that they come from, so
// that a target only has to say which those are.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/IndexingOps.h"
#include "lowering/support/Sizes.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
namespace {

struct LowerSorted : OpRewritePattern<nn::SortOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::SortOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getValues().use_empty())
      return failure();
    RankedTensorType type = tensorType(op.getValues());
    // Where equal elements are the same, nobody sees their order.
    if (op.getIndices().use_empty() && type.getElementType().isInteger())
      rewriter.modifyOpInPlace(op, [&] { op.setStable(true); });
    rewriter.setInsertionPointAfter(op);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput();
    AffineMap same = b.getMultiDimIdentityMap(2);
    SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
    auto values = linalg::GenericOp::create(
        b, type, op.getIndices(), emptyTensor(b, type, sizesOf(b, input)),
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
    rewriter.replaceAllUsesWith(op.getValues(), values.getResult(0));
    return success();
  }
};

} // namespace

void populateSortToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerSorted>(patterns.getContext());
}

} // namespace tine
