//===- Broadcast.h - Operands of different shapes ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How operands of different shapes meet in one loop.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TENSOR_BROADCAST_H
#define TINE_LOWERING_TENSOR_BROADCAST_H

#include "lowering/support/Sizes.h"

namespace tine {

/// Tensor operands made ready for a linalg.generic over the result.
struct BroadcastOperands {
  llvm::SmallVector<mlir::Value> tensors;
  llvm::SmallVector<mlir::AffineMap> maps;
  /// One size for each dimension of the result.
  llvm::SmallVector<mlir::OpFoldResult> sizes;
};

/// Broadcasts tensors to the type of a result. With `resultSizes` the result's
/// sizes are given, otherwise they follow from the operands. Sizes that are
/// known at run time only are compared there, with PyTorch's error; a size that
/// turns out to be 1 is broadcast by a copy.
BroadcastOperands
broadcastOperands(mlir::ImplicitLocOpBuilder &b,
                  llvm::ArrayRef<mlir::Value> tensors,
                  mlir::RankedTensorType result,
                  llvm::ArrayRef<mlir::OpFoldResult> resultSizes = {});

} // namespace tine

#endif // TINE_LOWERING_TENSOR_BROADCAST_H
