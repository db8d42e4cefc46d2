//===- RoundedBuffers.h - Values of 16 bits in f32 --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of bf16 and f16 are computed in f32 and rounded after each operation,
// so many buffers of f32 have values of the narrow type only. A product of them
// is exact on tensor cores.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_ROUNDEDBUFFERS_H
#define TINE_LOWERING_CUDA_ROUNDEDBUFFERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tine::cuda {

/// Lets such buffers of a function with linalg on buffers have narrow elements,
/// or marks the allocations.
void narrowRounded(mlir::func::FuncOp function);

/// The narrow type that all values of the buffer are of, or null.
mlir::Type roundedType(mlir::Value buffer);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_ROUNDEDBUFFERS_H
