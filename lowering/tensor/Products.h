//===- Products.h - Building products of matrices ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the lowerings of products and of recurrent layers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TENSOR_PRODUCTS_H
#define TINE_LOWERING_TENSOR_PRODUCTS_H

#include "lowering/support/Sizes.h"

namespace tine {

/// A tensor of zeros.
mlir::Value zeroTensor(mlir::ImplicitLocOpBuilder &b,
                       mlir::RankedTensorType type,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// into + lhs @ rhs, where `transposed` says that rhs is given as [N, K].
mlir::Value multiplyMatrices(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                             mlir::Value rhs, bool transposed,
                             mlir::Value into);

} // namespace tine

#endif // TINE_LOWERING_TENSOR_PRODUCTS_H
