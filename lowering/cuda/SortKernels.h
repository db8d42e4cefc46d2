//===- SortKernels.h - Blocks that sort -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_SORTKERNELS_H
#define TINE_LOWERING_CUDA_SORTKERNELS_H

#include "dialects/cuda/CUDA.h"
#include "lowering/cuda/KernelBuilder.h"

namespace tine::cuda {

/// Makes a kernel of the op, with a block for each piece, or for several short
/// ones.
void makeSortKernel(SortPiecesOp op, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_SORTKERNELS_H
