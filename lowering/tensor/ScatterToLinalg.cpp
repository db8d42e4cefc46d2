//===- ScatterToLinalg.cpp - Writing where tensors say --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers scatter and nonzero to loops over scalars: their order is part of
// what they mean.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/IndexingOps.h"
#include "lowering/support/Indices.h"
#include "lowering/support/Scatter.h"
#include "lowering/support/Sizes.h"
#include "lowering/support/Targets.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
namespace {

struct LowerScatter : OpRewritePattern<nn::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nn::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    checkScatter(b, op);
    Value count = sizeValue(b, op.getPlaces(), 0);
    Value columns = sizeValue(b, op.getInput(), 1);
    auto loop = scf::ForOp::create(
        b, zero, count, one, op.getInput(),
        [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value place = placeOf(body, op, i);
          auto row = scf::ForOp::create(
              body, zero, columns, one, state,
              [&](OpBuilder &nested, Location loc, Value j, ValueRange state) {
                ImplicitLocOpBuilder inner(loc, nested);
                Value x = tensor::ExtractOp::create(inner, op.getValues(),
                                                    ValueRange{i, j});
                if (op.getHow() != nn::Scatter::write) {
                  Value old = tensor::ExtractOp::create(inner, state[0],
                                                        ValueRange{place, j});
                  x = combineScattered(inner, op.getHow(), old, x);
                }
                Value next = tensor::InsertOp::create(inner, x, state[0],
                                                      ValueRange{place, j});
                scf::YieldOp::create(inner, next);
              });
          scf::YieldOp::create(body, row.getResults());
        });
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }

  static Value placeOf(ImplicitLocOpBuilder &b, nn::ScatterOp op, Value i) {
    Value place = tensor::ExtractOp::create(b, op.getPlaces(), ValueRange{i});
    if (issuesWork(op))
      place =
          keepInside(b, place,
                     arith::IndexCastOp::create(
                         b, b.getI64Type(), sizeValue(b, op.getInput(), 0)));
    return arith::IndexCastOp::create(b, b.getIndexType(), place);
  }
};

/// Writes every place where the next true one belongs, and goes on when it is
/// one: no branch, and one element more than are needed.
struct LowerNonzero : OpRewritePattern<nn::NonzeroOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::NonzeroOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    Value size = sizeValue(b, op.getInput(), 0);
    RankedTensorType type = tensorType(op.getResult());
    auto step = [&](ImplicitLocOpBuilder &body, Value i, Value count) {
      Value bit = tensor::ExtractOp::create(body, op.getInput(), ValueRange{i});
      Value more = arith::AddIOp::create(body, count, one);
      return arith::SelectOp::create(body, bit, more, count).getResult();
    };
    auto measure = scf::ForOp::create(
        b, zero, size, one, zero,
        [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          scf::YieldOp::create(body, step(body, i, state[0]));
        });
    Value count = measure.getResult(0);
    OpFoldResult room = arith::AddIOp::create(b, count, one).getResult();
    auto fill = scf::ForOp::create(
        b, zero, size, one, ValueRange{emptyTensor(b, type, room), zero},
        [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value place = arith::IndexCastOp::create(body, b.getI64Type(), i);
          Value next = tensor::InsertOp::create(body, place, state[0],
                                                ValueRange{state[1]});
          scf::YieldOp::create(body, ValueRange{next, step(body, i, state[1])});
        });
    OpFoldResult start = b.getIndexAttr(0), stride = b.getIndexAttr(1);
    OpFoldResult length = count;
    rewriter.replaceOp(op, tensor::ExtractSliceOp::create(b, type,
                                                          fill.getResult(0),
                                                          start, length, stride)
                               .getResult());
    return success();
  }
};

} // namespace

void populateScatterToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerScatter, LowerNonzero>(patterns.getContext());
}

} // namespace tine
