//===- WindowScatter.h - Scatters within windows ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_WINDOWSCATTER_H
#define TINE_LOWERING_CUDA_WINDOWSCATTER_H

#include "dialects/nn/NN.h"

namespace tine::nn {
class ScatterOp;
} // namespace tine::nn

namespace tine {

/// Rewrites a scatter that adds each value to an element of its window, as the
/// derivative of a maximum of windows does and says (`nn.windows`): each
/// element looks at the windows that it lies in. False for others, and where
/// the run decides on sizes.
bool gatherFromWindows(nn::ScatterOp op);

} // namespace tine

#endif // TINE_LOWERING_CUDA_WINDOWSCATTER_H
