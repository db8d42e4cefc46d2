//===- ScanKernels.h - Blocks of threads for a line ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_SCANKERNELS_H
#define TINE_LOWERING_CUDA_SCANKERNELS_H

#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

/// Makes kernels of an op that writes along a line what the elements up to each
/// give. False, and nothing is made, where lines are short or what they give is
/// no combination in any order.
bool makeScanKernels(mlir::linalg::GenericOp op, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_SCANKERNELS_H
