//===- DecomposeAttention.cpp - Attention as products and a softmax -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  nn.attention and nn.attention_grad.
// Output: plain ops of nn, with a matrix of scores in memory, in the places of
//         those that have no kernels of their own (AttentionKernels.h).
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/support/DecomposeAttention.h"
#include "dialects/nn/Attention.h"
#include "dialects/nn/LayerOps.h"
#include "lowering/cuda/AttentionKernels.h"
#include "lowering/cuda/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tine {
#define GEN_PASS_DEF_DECOMPOSEATTENTION
#include "lowering/cuda/Passes.h.inc"
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

/// Without kernels of its own.
template <typename Op> bool isPlain(Op op) {
  return !cuda::hasAttentionKernels(cast<ShapedType>(op.getQuery().getType()),
                                    cast<ShapedType>(op.getValue().getType()));
}

struct DecomposeAttention
    : tine::impl::DecomposeAttentionBase<DecomposeAttention> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto attention = dyn_cast<nn::AttentionOp>(op);
          attention && isPlain(attention))
        decompose(attention);
      else if (auto derivative = dyn_cast<nn::AttentionGradOp>(op);
               derivative && isPlain(derivative))
        decomposeAttentionGrad(derivative);
    });
  }
};

} // namespace
