//===- DecomposeAttention.cpp - Attention as products and a softmax -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  nn.attention and nn.attention_grad.
// Output: plain ops of nn in their places, with a matrix of scores in memory.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/differentiate/DecomposeAttention.h"
#include "dialects/nn/Attention.h"
#include "lowering/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tine {
#define GEN_PASS_DEF_DECOMPOSEATTENTION
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

void decompose(nn::AttentionOp op) {
  OpBuilder b(op);
  nn::AttentionResults made =
      nn::makePlainAttention(b, op.getLoc(), nn::AttentionOperands(op));
  Value parts[] = {made.result, made.rows};
  for (auto [part, result] : llvm::zip_equal(parts, op.getResults())) {
    if (part.getType() != result.getType())
      part = tensor::CastOp::create(b, op.getLoc(), result.getType(), part);
    result.replaceAllUsesWith(part);
  }
  op.erase();
}

struct DecomposeAttention
    : tine::impl::DecomposeAttentionBase<DecomposeAttention> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto attention = dyn_cast<nn::AttentionOp>(op))
        decompose(attention);
      else if (auto derivative = dyn_cast<nn::AttentionGradOp>(op))
        decomposeAttentionGrad(derivative);
    });
  }
};

} // namespace
