//===- PointKernels.h - A thread for each point -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_POINTKERNELS_H
#define TINE_LOWERING_CUDA_POINTKERNELS_H

#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

/// Makes a kernel of an op on buffers: a thread for each point of its parallel
/// loops, which goes through the others in order. Takes every op.
void makePointKernel(mlir::linalg::GenericOp op, KernelSet &kernels);

/// The same with vectors of 16 bytes, of an op whose operands lie one element
/// after the other in the order of its loops, or have one element. False, and
/// nothing is made, of any other.
bool makeFlatKernel(mlir::linalg::GenericOp op, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_POINTKERNELS_H
