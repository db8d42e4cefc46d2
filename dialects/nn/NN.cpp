//===- NN.cpp - The nn dialect --------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect's operations, and what it folds of others.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Ops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tine::nn;

#include "dialects/nn/NNDialect.cpp.inc"
#include "dialects/nn/NNEnums.cpp.inc"

#include "dialects/nn/NNInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/nn/NNAttrs.cpp.inc"

Type tine::nn::getComputeType(Type element) {
  if (element.isF16() || element.isBF16())
    return Float32Type::get(element.getContext());
  if (element.isSignedInteger(8))
    return IntegerType::get(element.getContext(), 16);
  return element;
}

void NNDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/nn/NNAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/nn/NNOps.cpp.inc"
      >();
}

namespace {
/// A cast to other sizes than its source was cast from is on a path that
/// conditions rule out: of a stack of layers of different sizes, say, whose
/// number only the run knows. (Upstream's fold of such casts of buffers makes
/// one that is invalid.)
struct ImpossibleCast : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto first = op.getSource().getDefiningOp<tensor::CastOp>();
    if (!first || succeeded(verifyCompatibleShape(first.getSource().getType(),
                                                  op.getType())))
      return failure();
    rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, op.getType());
    return success();
  }
};
} // namespace

void NNDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {
  patterns.add<ImpossibleCast>(patterns.getContext());
}
