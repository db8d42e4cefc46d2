//===- Combiners.h - How a reduction combines values ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations that combine the values of each result of a reduction, for
// kernels that change the order in which they are combined.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_COMBINERS_H
#define TINE_LOWERING_CUDA_COMBINERS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine::cuda {

/// How the values of a result are combined.
struct Combiner {
  mlir::Operation *op;
  mlir::TypedAttr neutral;
};

/// Of each result; nothing where one is not combined by a single operation that
/// does not mind the order.
std::optional<llvm::SmallVector<Combiner>>
findCombiners(mlir::linalg::GenericOp op);

llvm::SmallVector<mlir::Value> neutralsOf(llvm::ArrayRef<Combiner> combiners,
                                          mlir::ImplicitLocOpBuilder &b);

/// Each result from two partial ones.
llvm::SmallVector<mlir::Value> combine(llvm::ArrayRef<Combiner> combiners,
                                       llvm::ArrayRef<mlir::Value> x,
                                       llvm::ArrayRef<mlir::Value> y,
                                       mlir::ImplicitLocOpBuilder &b);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_COMBINERS_H
