//===- CheckKernels.h - Checks that do not wait -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_CHECKKERNELS_H
#define TINE_LOWERING_CUDA_CHECKKERNELS_H

#include "lowering/cuda/KernelBuilder.h"

namespace tine::cuda {

/// Makes a kernel of each `tine.check` of the function. Checks move in front of
/// work that can neither fail nor change the indices: they would keep it apart.
void makeCheckKernels(mlir::func::FuncOp function, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_CHECKKERNELS_H
