//===- Unreachable.cpp - What stands behind a certain error ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Erases what stands behind errors that are certain.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Unreachable.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tine {

static bool hasRaise(Region &region) {
  return !region.empty() && llvm::any_of(region.front(), [](Operation &op) {
    return alwaysRaises(&op);
  });
}

bool alwaysRaises(Operation *op) {
  if (isa<RaiseOp>(op))
    return true;
  if (auto assert = dyn_cast<AssertOp>(op))
    return matchPattern(assert.getCondition(), m_Zero());
  auto branch = dyn_cast<scf::IfOp>(op);
  APInt taken;
  if (!branch || !matchPattern(branch.getCondition(), m_ConstantInt(&taken)))
    return false;
  return hasRaise(taken.isZero() ? branch.getElseRegion()
                                 : branch.getThenRegion());
}

static bool hasStandIn(Type type) {
  return type.isIntOrIndexOrFloat() || isa<RankedTensorType>(type);
}

/// A value of the type for what never runs.
static Value standIn(OpBuilder &b, Location loc, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  SmallVector<Value> sizes(tensor.getNumDynamicDims(), zero);
  return tensor::EmptyOp::create(b, loc, tensor, sizes);
}

LogicalResult eraseBehind(Operation *op, PatternRewriter &rewriter) {
  Operation *end = op->getBlock()->getTerminator();
  if (op == end || op->getNextNode() == end)
    return failure();
  auto isBehind = [&](Value value) {
    Operation *made = value.getDefiningOp();
    return made && made->getBlock() == op->getBlock() &&
           op->isBeforeInBlock(made);
  };
  if (llvm::any_of(end->getOperands(), [&](Value value) {
        return isBehind(value) && !hasStandIn(value.getType());
      }))
    return failure();
  SmallVector<Operation *> behind;
  for (Operation *at = op->getNextNode(); at != end; at = at->getNextNode())
    behind.push_back(at);
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : end->getOpOperands())
    if (isBehind(operand.get()))
      rewriter.modifyOpInPlace(end, [&] {
        Value value = operand.get();
        operand.set(standIn(rewriter, value.getLoc(), value.getType()));
      });
  for (Operation *unreachable : llvm::reverse(behind))
    rewriter.eraseOp(unreachable);
  return success();
}

namespace {
template <typename Op> struct EraseBehind : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    return alwaysRaises(op) ? eraseBehind(op, rewriter) : failure();
  }
};
} // namespace

void populateEraseUnreachable(RewritePatternSet &patterns) {
  patterns
      .add<EraseBehind<AssertOp>, EraseBehind<RaiseOp>, EraseBehind<scf::IfOp>>(
          patterns.getContext());
}

} // namespace tine
