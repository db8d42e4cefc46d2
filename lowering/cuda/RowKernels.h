//===- RowKernels.h - Rows in registers -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_ROWKERNELS_H
#define TINE_LOWERING_CUDA_ROWKERNELS_H

#include "lowering/cuda/KernelBuilder.h"
#include "lowering/cuda/RowGroups.h"

namespace tine::cuda {

/// Makes a kernel of a group, in the place of its last op. Buffers that only
/// the group uses are gone then.
void makeRowKernel(RowGroup &group, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_ROWKERNELS_H
