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

#include "dialects/nn/DerivativeOps.h"
#include "lowering/tensor/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "lowering/tensor/Passes.h.inc"

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
  // A chain of operations that each read the one before several times would
  // grow with a power of its length.
  constexpr size_t mostOperations = 100;
  if (producer.getBody()->getOperations().size() > mostOperations)
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

/// Gives up what an operation starts with where it writes each element and
/// reads none. Upstream's pattern does so for reductions too, whose result is
/// what they start with where there is nothing to reduce.
struct DropUnreadStart : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0)
      return failure();
    bool changed = false;
    for (OpOperand &start : op.getDpsInitsMutable()) {
      auto type = cast<RankedTensorType>(start.get().getType());
      if (op.payloadUsesValueFromOperand(&start) ||
          start.get().getDefiningOp<tensor::EmptyOp>() || type.getEncoding())
        continue;
      rewriter.setInsertionPoint(op);
      Value empty = tensor::EmptyOp::create(
          rewriter, op.getLoc(),
          tensor::getMixedSizes(rewriter, op.getLoc(), start.get()),
          type.getElementType());
      rewriter.modifyOpInPlace(op, [&] { start.set(empty); });
      changed = true;
    }
    return success(changed);
  }
};

/// A reduction whose body gives a constant: that, if there is something to
/// reduce, else what it starts with. Bufferization takes that for unread.
struct SettleConstantReduction : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value given = op.getBody()->getTerminator()->getOperand(0);
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0 ||
        op->getNumResults() != 1 || !matchPattern(given, m_Constant()))
      return failure();
    rewriter.setInsertionPoint(op);
    Value start = op.getDpsInits()[0];
    Value some =
        arith::ConstantIntOp::create(rewriter, loc, rewriter.getI1Type(), 1);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    auto linalgOp = cast<linalg::LinalgOp>(op.getOperation());
    for (Range range : linalgOp.createLoopRanges(rewriter, loc)) {
      Value size = getValueOrCreateConstantIndexOp(rewriter, loc, range.size);
      Value isSome = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::ne, size, zero);
      some = arith::AndIOp::create(rewriter, loc, some, isSome);
    }
    auto branch = scf::IfOp::create(rewriter, loc, start.getType(), some,
                                    /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(rewriter, loc, start);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    Value own = rewriter.clone(*given.getDefiningOp())->getResult(0);
    Value filled =
        linalg::FillOp::create(rewriter, loc, own, start).getResult(0);
    scf::YieldOp::create(rewriter, loc, filled);
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

struct FuseElementwise : impl::FuseElementwiseBase<FuseElementwise> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthFusing);
    patterns.add<DropUnreadStart, SettleConstantReduction>(&getContext());
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::EmptyOp::getCanonicalizationPatterns(patterns, &getContext());
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    FrozenRewritePatternSet frozen(
        std::move(patterns), {"(anonymous namespace)::RemoveOutsDependency"});
    if (failed(applyPatternsGreedily(getOperation(), frozen, config)))
      signalPassFailure();
  }
};

} // namespace
} // namespace tine
