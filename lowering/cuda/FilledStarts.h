//===- FilledStarts.h - Sums that begin with a constant ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_FILLEDSTARTS_H
#define TINE_LOWERING_CUDA_FILLEDSTARTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

/// Notes what the results of the op begin with, where their buffers have been
/// filled with a constant just before, and erases what filled them: each
/// element would be written, read and written again.
void takeFills(mlir::linalg::GenericOp op);

/// The constant that a result begins with, instead of what its buffer holds;
/// null if there is none.
mlir::TypedAttr filledStart(mlir::OpOperand &init);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_FILLEDSTARTS_H
