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
// are
//   tine.assert and tine.raise. nn.random stays: box-escaping-tensors makes
//   it a box that the runtime fills; so do nn.conv, nn.conv_weight and
//   nn.pool, for windows-to-cpu.
// How:
// 1. Operations are rewritten from the top down, one pattern for each family
// (see
//    Patterns.h); composite ones become other operations of nn first.
// 2. What no pattern takes is an error.
// Rejects: an elementwise operation of an element type that PyTorch does not
//   compute it in.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/Passes.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_NNTOLINALG
#include "lowering/Passes.h.inc"

namespace {

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
    // Producers first: a consumer then sees the sizes of their results.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<nn::NNDialect>(op->getDialect()) ||
          isa<nn::RandomOp, nn::RandomStateOp, nn::OptimizationBarrierOp,
              nn::ConvOp, nn::ConvWeightOp, nn::PoolOp>(op))
        return;
      op->emitError() << "'" << op->getName()
                      << "' is not supported for these element types";
      signalPassFailure();
    });
  }
};

} // namespace
} // namespace tine
