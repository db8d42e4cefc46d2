//===- CudaBackend.h - Code for NVIDIA GPUs ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_CUDABACKEND_H
#define TINE_LOWERING_CUDA_CUDABACKEND_H

#include "lowering/support/TargetBackend.h"

namespace tine {

/// NVIDIA GPUs.
const TargetBackend &getCudaBackend();

} // namespace tine

#endif // TINE_LOWERING_CUDA_CUDABACKEND_H
