//===- DecomposeAttention.cpp - Derivatives of attention in nn ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the derivative by a mask has it (dialects/nn/Attention.h).
//
//===----------------------------------------------------------------------===//

#include "lowering/support/DecomposeAttention.h"
#include "dialects/nn/Attention.h"
#include "dialects/nn/LayerOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tine;

void tine::decomposeAttentionGrad(nn::AttentionGradOp op) {
  OpBuilder b(op);
  nn::AttentionCotangents made = nn::makePlainCotangents(
      b, op.getLoc(), nn::AttentionOperands(op), op.getSeed());
  Value parts[] = {made.query, made.key, made.value};
  for (auto [part, result] : llvm::zip_equal(parts, op.getResults())) {
    if (part.getType() != result.getType())
      part = tensor::CastOp::create(b, op.getLoc(), result.getType(), part);
    result.replaceAllUsesWith(part);
  }
  op.erase();
}
