//===- AttentionKernels.h - Attention by tiles ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of attention and its derivative, without a matrix of scores.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_ATTENTIONKERNELS_H
#define TINE_LOWERING_CUDA_ATTENTIONKERNELS_H

#include "dialects/linalg_ext/LinalgExt.h"
#include "lowering/cuda/KernelBuilder.h"

namespace tine::cuda {

/// True if there are kernels for queries and values of these types, of four
/// dimensions: f32, of at most 128 columns, and more than a few rows.
bool hasAttentionKernels(mlir::ShapedType query, mlir::ShapedType value);

/// Puts kernels in the place of the op, on buffers.
void makeAttentionKernels(linalg_ext::AttentionOp op, KernelSet &kernels);
/// Two kernels: one for the derivative by queries, one for keys and values.
void makeAttentionKernels(linalg_ext::AttentionGradOp op, KernelSet &kernels);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_ATTENTIONKERNELS_H
