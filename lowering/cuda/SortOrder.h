//===- SortOrder.h - Which element comes first ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_SORTORDER_H
#define TINE_LOWERING_CUDA_SORTORDER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine::cuda {

/// Whether x comes before y; NaN is greater than every number.
mlir::Value isBefore(mlir::ImplicitLocOpBuilder &b, mlir::Value x,
                     mlir::Value y, bool descending);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_SORTORDER_H
