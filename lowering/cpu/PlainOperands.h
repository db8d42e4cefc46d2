//===- PlainOperands.h - Copies with contiguous rows ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitters that load and store vectors work on copies of strided buffers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_PLAINOPERANDS_H
#define TINE_LOWERING_CPU_PLAINOPERANDS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine {

/// A buffer of the same shape with contiguous rows.
mlir::Value allocLike(mlir::ImplicitLocOpBuilder &b, mlir::Value buffer);

/// Element by element: of strided views there is no copy in one piece.
void copyElements(mlir::ImplicitLocOpBuilder &b, mlir::Value from,
                  mlir::Value to);

} // namespace tine

#endif // TINE_LOWERING_CPU_PLAINOPERANDS_H
