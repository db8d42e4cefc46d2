//===- DecomposeRnn.h - Recurrent layers as loops of nn ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recurrent layer has no rule of its own: its derivative is that of a loop.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_DIFFERENTIATE_DECOMPOSERNN_H
#define TINE_LOWERING_DIFFERENTIATE_DECOMPOSERNN_H

#include "dialects/nn/NN.h"

namespace tine::nn {
class RnnOp;
} // namespace tine::nn

namespace tine {

/// Replaces the op by products for all steps and a loop over the steps.
void decomposeRnn(nn::RnnOp op);

} // namespace tine

#endif // TINE_LOWERING_DIFFERENTIATE_DECOMPOSERNN_H
