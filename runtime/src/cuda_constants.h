//===- cuda_constants.h - Static data on GPUs -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CUDA_CONSTANTS_H
#define TINE_RUNTIME_CUDA_CONSTANTS_H

#include "cuda_streams.h"

namespace tine::cuda {

/// Frees the copies of a GPU that nobody uses any more.
void freeConstants(Gpu &gpu);

} // namespace tine::cuda

#endif // TINE_RUNTIME_CUDA_CONSTANTS_H
