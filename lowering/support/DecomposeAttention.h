//===- DecomposeAttention.h - Derivatives of attention in nn ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of attention is one op, which has no derivative. Where one is
// wanted it becomes products and a softmax.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_DECOMPOSEATTENTION_H
#define TINE_LOWERING_SUPPORT_DECOMPOSEATTENTION_H

#include "dialects/nn/NN.h"

namespace tine::nn {
class AttentionGradOp;
} // namespace tine::nn

namespace tine {

/// Puts plain ops in the place of the op.
void decomposeAttentionGrad(nn::AttentionGradOp op);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_DECOMPOSEATTENTION_H
