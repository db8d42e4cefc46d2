//===- FuseElementwise.cpp - Elementwise operations into one loop ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fuses an elementwise linalg.generic with the one that consumes its result.
//
// Input: linalg on tensors. Output: the same with fewer, larger loops.
// How: upstream's fusion patterns, without those that move reshapes through
//   products (they turn a product into a contraction of rank 4), when
// 1. nobody else needs the producer's result, and
// 2. the consumer reads each element of it once, or computing it again is no
//    more work than loading it.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "lowering/Passes.h.inc"

namespace {

/// Whether the body is a few simple operations.
bool isCheap(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return false;
  Block *body = generic.getBody();
  if (body->getOperations().size() > 4)
    return false;
  return llvm::none_of(*body, [](Operation &inner) {
    return isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::RemSIOp,
               tensor::ExtractOp>(inner) ||
           inner.getNumRegions() != 0 ||
           isa<math::MathDialect>(inner.getDialect());
  });
}

bool isWorthFusing(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer || !producer->hasOneUse())
    return false;
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  return map.isPermutation() || isCheap(producer);
}

struct FuseElementwise : impl::FuseElementwiseBase<FuseElementwise> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthFusing);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::EmptyOp::getCanonicalizationPatterns(patterns, &getContext());
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
} // namespace tine
