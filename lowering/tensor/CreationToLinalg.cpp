//===- CreationToLinalg.cpp - Operations that make tensors ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers full and iota. Random tensors are drawn by the runtime and stay until
// box-escaping-tensors.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/CreationOps.h"
#include "lowering/support/ScalarRules.h"
#include "lowering/support/Sizes.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace tine {
namespace {

struct LowerFull : OpRewritePattern<nn::FullOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::FullOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    SmallVector<OpFoldResult> sizes = sizesOfResult(b, type, op.getSizes());
    raiseUnlessAllocatable(b, type, sizes);
    Value empty = emptyTensor(b, type, sizes);
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getValue(), empty);
    return success();
  }
};

struct LowerIota : OpRewritePattern<nn::IotaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::IotaOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    SmallVector<OpFoldResult> sizes = sizesOfResult(b, type, op.getSizes());
    raiseUnlessAllocatable(b, type, sizes);
    Value empty = emptyTensor(b, type, sizes);
    SmallVector<utils::IteratorType> loops = {utils::IteratorType::parallel};
    auto generic = linalg::GenericOp::create(
        b, type, ValueRange{}, empty, b.getMultiDimIdentityMap(1), loops,
        [&](OpBuilder &nested, Location loc, ValueRange) {
          ImplicitLocOpBuilder body(loc, nested);
          Value i = arith::IndexCastOp::create(
              body, body.getI64Type(), linalg::IndexOp::create(body, 0));
          Value x;
          if (isa<FloatType>(op.getStart().getType())) {
            Value step = arith::MulFOp::create(
                body, castScalar(body, i, body.getF64Type()), op.getStep());
            x = arith::AddFOp::create(body, op.getStart(), step);
          } else {
            x = arith::AddIOp::create(
                body, op.getStart(),
                arith::MulIOp::create(body, i, op.getStep()));
          }
          linalg::YieldOp::create(body,
                                  castScalar(body, x, type.getElementType()));
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

} // namespace

void populateCreationToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerFull, LowerIota>(patterns.getContext());
}

} // namespace tine
