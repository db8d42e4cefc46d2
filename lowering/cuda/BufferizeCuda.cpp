//===- BufferizeCuda.cpp - Buffers of cuda operations ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attaches what one-shot bufferization asks for.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/BufferizeCuda.h"
#include "dialects/cuda/CUDA.h"
#include "lowering/support/OverwritesDestination.h"

using namespace mlir;

void tine::registerBufferizableCuda(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, cuda::CUDADialect *) {
    cuda::SortPiecesOp::attachInterface<
        OverwritesDestination<cuda::SortPiecesOp>>(*context);
  });
}
