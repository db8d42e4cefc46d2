//===- ProductKernels.h - Products in tiles ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_PRODUCTKERNELS_H
#define TINE_LOWERING_CUDA_PRODUCTKERNELS_H

#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

/// Of an op of linalg that is a convolution or a derivative of one.
constexpr llvm::StringLiteral convolutionAttribute = "tine.convolution";

/// A kernel, or two where results are few and sums long, in place of a product
/// of matrices with several rows and columns, and of ops around it. Returns
/// false, and does nothing, for other ops.
bool makeProductKernels(mlir::linalg::GenericOp op, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_PRODUCTKERNELS_H
