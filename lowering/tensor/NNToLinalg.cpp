//===- NNToLinalg.cpp - Tensor operations to linalg -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the dialect nn to linalg on tensors.
//
// Input: functions with operations of nn on tensors without devices.
// Output: linalg, tensor, arith, math and scf on tensors; checks at run time
//   are tine.assert and tine.raise. nn.random stays: box-escaping-tensors makes
//   it a box that the runtime fills; so do convolutions, pooling, attention and
//   sorting, of which the target decides (TargetBackend.h).
// How:
// 1. Operations are rewritten from the top down, one pattern for each family
// (see
//    Patterns.h); composite ones become other operations of nn first.
// 2. What no pattern takes is an error.
// 3. Sizes are what they were computed from, and a cast to a size that the
//    compiler has assumed is checked: later passes take it for proved.
// Rejects: an elementwise operation of an element type that PyTorch does not
//   compute it in.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/RandomOps.h"
#include "dialects/tine/Unreachable.h"
#include "lowering/support/Indices.h"
#include "lowering/support/Sizes.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_NNTOLINALG
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Marks casts that the input has; those of the patterns are of sizes that they
/// have checked.
constexpr StringLiteral checkedCast = "tine.checked";

bool narrows(tensor::CastOp cast) {
  RankedTensorType from = tensorType(cast.getSource());
  RankedTensorType to = tensorType(cast.getDest());
  return llvm::any_of(llvm::seq(to.getRank()), [&](int64_t d) {
    return from.isDynamicDim(d) && !to.isDynamicDim(d);
  });
}

void checkSizes(tensor::CastOp cast) {
  ImplicitLocOpBuilder b(cast.getLoc(), cast);
  RankedTensorType to = tensorType(cast.getDest());
  for (int64_t d = 0; d < to.getRank(); ++d)
    if (!to.isDynamicDim(d))
      raiseUnlessSame(b, b.getIndexAttr(to.getDimSize(d)),
                      sizeOf(b, cast.getSource(), d), "RuntimeError",
                      "Expected a tensor of size %i but got size %i");
}

void resolveSize(tensor::DimOp dim) {
  std::optional<int64_t> index = dim.getConstantIndex();
  auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
  if (!index || !type || *index >= type.getRank() ||
      !dim.getSource().getDefiningOp())
    return;
  ImplicitLocOpBuilder b(dim.getLoc(), dim);
  Value size = sizeValue(b, dim.getSource(), *index);
  dim.getResult().replaceAllUsesWith(size);
  dim.erase();
}

struct NNToLinalg : impl::NNToLinalgBase<NNToLinalg> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateElementwiseToLinalg(patterns);
    populateCreationToLinalg(patterns);
    populateShapesToLinalg(patterns);
    populateJoinsToLinalg(patterns);
    populateReductionsToLinalg(patterns);
    populateProductsToLinalg(patterns);
    populateDecomposeConvTranspose(patterns);
    populateIndexingToLinalg(patterns);
    populateScatterToLinalg(patterns);
    populateSortToLinalg(patterns);
    populateRnnToLinalg(patterns);
    populateEraseUnreachable(patterns);
    getOperation()->walk([&](tensor::CastOp cast) {
      if (narrows(cast))
        cast->setAttr(checkedCast, UnitAttr::get(&getContext()));
    });
    markKnownIndices(getOperation());
    // Producers first: a consumer then sees the sizes of their results.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    getOperation()->walk(resolveSize);
    getOperation()->walk([&](tensor::CastOp cast) {
      if (cast->removeAttr(checkedCast))
        checkSizes(cast);
    });
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<nn::NNDialect>(op->getDialect()) ||
          isa<nn::RandomOp, nn::RandomStateOp, nn::OptimizationBarrierOp,
              nn::ConvOp, nn::ConvWeightOp, nn::PoolOp, nn::SortOp, nn::TopKOp,
              nn::AttentionOp, nn::AttentionGradOp>(op))
        return;
      op->emitError() << "'" << op->getName()
                      << "' is not supported for these element types";
      signalPassFailure();
    });
  }
};

} // namespace
} // namespace tine
