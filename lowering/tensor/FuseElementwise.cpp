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
// 1. nobody else needs the producer's result, or it is behind an
//    nn.optimization_barrier, whose elementwise users each compute it, or
//    computing it again takes no more than reading it, as subtracting the mean
//    of a row does, and
// 2. the consumer reads each element of it once, or computing it again is no
//    more work than loading it.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
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

/// Whether the producer is computed again for a backward pass, and may be so in
/// each of the loops that use it. What somebody needs in memory is read there.
bool isComputedAgain(Operation *op) {
  auto producer = dyn_cast<linalg::GenericOp>(op);
  if (!producer || producer.getNumDpsInputs() == 0)
    return false;
  auto isApart = [](Value input) {
    auto barrier = input.getDefiningOp<nn::OptimizationBarrierOp>();
    return barrier && !barrier.getPinned();
  };
  auto isInLoop = [](OpOperand &use) {
    auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
    return user && linalg::isElementwise(user) && user.isDpsInput(&use) &&
           user.getMatchingIndexingMap(&use).isPermutation();
  };
  return llvm::all_of(producer.getInputs(), isApart) &&
         llvm::all_of(producer->getUses(), isInLoop);
}

/// Whether loops that read the result may as well read what it is made of: one
/// tensor as large, and others that are smaller.
bool isAsCheapAsReading(Operation *op) {
  auto producer = dyn_cast<linalg::GenericOp>(op);
  if (!producer || producer->getNumResults() != 1 || !isCheap(op) ||
      !linalg::isElementwise(producer) || producer.getNumDpsInputs() < 2)
    return false;
  auto width = [](Value value) {
    return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  };
  unsigned large = 0;
  for (OpOperand *input : producer.getDpsInputOperands()) {
    AffineMap map = producer.getMatchingIndexingMap(input);
    bool isSmall =
        llvm::any_of(map.getResults(), llvm::IsaPred<AffineConstantExpr>) ||
        map.getNumResults() < producer.getNumLoops();
    if (isSmall)
      continue;
    if (!map.isPermutation() ||
        width(input->get()) > width(producer.getResult(0)))
      return false;
    ++large;
  }
  constexpr unsigned mostUsers = 3;
  return large == 1 && llvm::hasNItemsOrLess(producer->getUses(), mostUsers) &&
         llvm::all_of(producer->getUses(), [&](OpOperand &use) {
           auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
           return user && user->getBlock() == op->getBlock() &&
                  user.isDpsInput(&use) &&
                  user.getMatchingIndexingMap(&use).isPermutation();
         });
}

bool isWorthFusing(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer)
    return false;
  // What a loop does not change is computed in front of it.
  if (producer->getParentRegion() != consumer->getParentRegion() &&
      !isCheap(producer))
    return false;
  if (!producer->hasOneUse())
    return isComputedAgain(producer) || isAsCheapAsReading(producer);
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
