//===- BufferizeCuda.h - Buffers of cuda operations -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_BUFFERIZECUDA_H
#define TINE_LOWERING_CUDA_BUFFERIZECUDA_H

#include "mlir/IR/DialectRegistry.h"

namespace tine {

void registerBufferizableCuda(mlir::DialectRegistry &registry);

} // namespace tine

#endif // TINE_LOWERING_CUDA_BUFFERIZECUDA_H
