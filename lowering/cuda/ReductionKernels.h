//===- ReductionKernels.h - Blocks of threads for a result ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_REDUCTIONKERNELS_H
#define TINE_LOWERING_CUDA_REDUCTIONKERNELS_H

#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

/// Makes kernels of an op that combines many values into few: a block of
/// threads for each result, or several where results are few. False, and
/// nothing is made, where a thread for each result is as fast or the op is no
/// such combination.
bool makeReductionKernels(mlir::linalg::GenericOp op, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_REDUCTIONKERNELS_H
