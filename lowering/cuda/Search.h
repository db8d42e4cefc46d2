//===- Search.h - Places in sorted elements ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_SEARCH_H
#define TINE_LOWERING_CUDA_SEARCH_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine::cuda {

/// The first place in [first, end) of which `isBefore` is false, or `end`: it
/// is true of no place behind one of which it is false. Looks at as many places
/// as the range can be halved.
mlir::Value
searchSorted(mlir::ImplicitLocOpBuilder &b, mlir::Value first, mlir::Value end,
             llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                            mlir::Value place)>
                 isBefore);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_SEARCH_H
