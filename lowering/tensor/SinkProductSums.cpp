//===- SinkProductSums.cpp - Sums of products behind their loop -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of a weight that each step of a recurrent layer multiplies by
// is a sum over steps of G' H, where G and H have a row for each sequence of
// the batch. With few rows a step does little else than read and write the sum.
//
// Input: linalg on tensors.
// Output: the same. A loop keeps the rows of G and H of all iterations, and one
//   product behind it has them all as its inner dimension.
// How:
// 1. A loop of a known number of iterations carries a sum that it uses for
//    nothing but as what a linalg.matmul starts from, whose left operand is a
//    linalg.transpose.
// 2. The operands are inserted into two tensors that the loop carries, in the
//    order of iterations, so that the sum over the inner dimension has the
//    order that it had, and the same bits.
// Rejects: nothing. Products of many rows stay, and so do those whose rows of
//   all iterations would be much memory, and loops that read a clock.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/support/Sizes.h"
#include "lowering/tensor/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_SINKPRODUCTSUMS
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Rows of an iteration, at most, and bytes of those of all iterations.
constexpr int64_t mostRows = 16;
constexpr int64_t mostBytes = int64_t(32) << 20;

/// A product that adds to what its loop carries.
struct ProductSum {
  unsigned number; ///< of the carried value
  linalg::MatmulOp product;
  linalg::TransposeOp lhs;

  Value left() { return lhs.getInput(); }          ///< [K, M]
  Value right() { return product.getInputs()[1]; } ///< [K, N]
};

/// Operands that change in each iteration.
bool isOfLoop(scf::ForOp loop, Value value) {
  return loop.getRegion().isAncestor(value.getParentRegion());
}

bool fits(ProductSum sum, int64_t iterations) {
  auto left = cast<RankedTensorType>(sum.left().getType());
  auto right = cast<RankedTensorType>(sum.right().getType());
  if (!left.hasStaticShape() || !right.hasStaticShape() ||
      !isa<Float32Type, Float64Type>(left.getElementType()))
    return false;
  int64_t rows = left.getDimSize(0);
  int64_t bytes = left.getElementTypeBitWidth() / 8 *
                  (left.getDimSize(1) + right.getDimSize(1));
  return rows > 0 && rows <= mostRows && bytes <= mostBytes &&
         iterations <= mostBytes / std::max<int64_t>(rows * bytes, 1);
}

std::optional<ProductSum> match(scf::ForOp loop, unsigned number,
                                int64_t iterations) {
  BlockArgument sum = loop.getRegionIterArg(number);
  if (!sum.hasOneUse())
    return std::nullopt;
  OpOperand &use = *sum.use_begin();
  auto product = dyn_cast<linalg::MatmulOp>(use.getOwner());
  if (!product || product->getBlock() != loop.getBody() ||
      !product.hasPureTensorSemantics() || !product.isDpsInit(&use) ||
      product.hasUserDefinedMaps() || !product->hasOneUse())
    return std::nullopt;
  OpOperand &next = *product->use_begin();
  auto lhs = product.getInputs()[0].getDefiningOp<linalg::TransposeOp>();
  if (!isa<scf::YieldOp>(next.getOwner()) ||
      next.getOwner()->getBlock() != loop.getBody() ||
      next.getOperandNumber() != number || !lhs ||
      lhs.getPermutation() != ArrayRef<int64_t>{1, 0})
    return std::nullopt;
  ProductSum match{number, product, lhs};
  if (!isOfLoop(loop, match.left()) || !isOfLoop(loop, match.right()) ||
      !fits(match, iterations))
    return std::nullopt;
  return match;
}

/// The rows of all iterations.
RankedTensorType typeOfAll(Value rows, int64_t iterations) {
  auto type = cast<RankedTensorType>(rows.getType());
  return RankedTensorType::get(
      {type.getDimSize(0) * iterations, type.getDimSize(1)},
      type.getElementType());
}

Value insertRows(ImplicitLocOpBuilder &b, Value rows, Value into,
                 Value iteration) {
  auto type = cast<RankedTensorType>(rows.getType());
  Value first = b.createOrFold<arith::MulIOp>(
      iteration, indexConstant(b, type.getDimSize(0)));
  SmallVector<OpFoldResult> offsets = {first, b.getIndexAttr(0)};
  SmallVector<OpFoldResult> strides(2, b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = {b.getIndexAttr(type.getDimSize(0)),
                                     b.getIndexAttr(type.getDimSize(1))};
  return tensor::InsertSliceOp::create(b, rows, into, offsets, sizes, strides);
}

/// The number of the iteration.
Value iterationOf(ImplicitLocOpBuilder &b, scf::ForOp loop) {
  Value done = b.createOrFold<arith::SubIOp>(loop.getInductionVar(),
                                             loop.getLowerBound());
  return b.createOrFold<arith::DivUIOp>(done, loop.getStep());
}

/// The sum behind the loop: what it started from plus the product of all rows.
Value productOfAll(ImplicitLocOpBuilder &b, Value left, Value right,
                   Value start) {
  auto type = cast<RankedTensorType>(left.getType());
  Value empty = tensor::EmptyOp::create(
      b, ArrayRef<int64_t>{type.getDimSize(1), type.getDimSize(0)},
      type.getElementType());
  Value turned =
      linalg::TransposeOp::create(b, left, empty, ArrayRef<int64_t>{1, 0})
          ->getResult(0);
  return linalg::MatmulOp::create(b, start.getType(), ValueRange{turned, right},
                                  start)
      .getResult(0);
}

bool readsClock(scf::ForOp loop) {
  return loop.walk([](TimeOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

void sink(scf::ForOp loop, MutableArrayRef<ProductSum> sums,
          int64_t iterations) {
  IRRewriter rewriter(loop.getContext());
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  SmallVector<Value> starts;
  for (ProductSum &sum : sums)
    for (Value rows : {sum.left(), sum.right()})
      starts.push_back(tensor::EmptyOp::create(
          b, typeOfAll(rows, iterations).getShape(),
          typeOfAll(rows, iterations).getElementType()));
  rewriter.setInsertionPoint(loop);
  unsigned old = loop.getNumResults();
  auto insertAll = [&](OpBuilder &at, Location loc,
                       ArrayRef<BlockArgument> all) {
    ImplicitLocOpBuilder body(loc, at);
    Value iteration = iterationOf(body, loop);
    SmallVector<Value> next;
    for (auto [i, sum] : llvm::enumerate(sums)) {
      next.push_back(insertRows(body, sum.left(), all[2 * i], iteration));
      next.push_back(insertRows(body, sum.right(), all[2 * i + 1], iteration));
    }
    return next;
  };
  auto wide = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, starts, /*replaceInitOperandUsesInLoop=*/false, insertAll));
  b.setInsertionPointAfter(wide);
  for (auto [i, sum] : llvm::enumerate(sums)) {
    b.setLoc(sum.product.getLoc());
    Value all = productOfAll(b, wide.getResult(old + 2 * i),
                             wide.getResult(old + 2 * i + 1),
                             wide.getInitArgs()[sum.number]);
    wide.getResult(sum.number).replaceAllUsesWith(all);
    sum.product.getResult(0).replaceAllUsesWith(sum.product.getOutputs()[0]);
    sum.product.erase();
    if (sum.lhs->use_empty())
      sum.lhs.erase();
  }
}

struct SinkProductSums : impl::SinkProductSumsBase<SinkProductSums> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<llvm::APInt> trip = loop.getStaticTripCount();
      if (!trip || !loop.getInductionVar().getType().isIndex() ||
          trip->getActiveBits() > 32 || trip->ult(2) || readsClock(loop))
        continue;
      auto iterations = static_cast<int64_t>(trip->getZExtValue());
      SmallVector<ProductSum> sums;
      for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
        if (std::optional<ProductSum> sum = match(loop, i, iterations))
          sums.push_back(*sum);
      if (!sums.empty())
        sink(loop, sums, iterations);
    }
  }
};

} // namespace
} // namespace tine
