//===- EqualFunctions.h - Functions that do the same -*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equality of functions by what they do. Names are left out, and locations
// where nobody can see them: an op of tine that has effects names its line when
// it fails, no other op does.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_EQUALFUNCTIONS_H
#define TINE_LOWERING_SUPPORT_EQUALFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tine {

/// Equal for equal functions.
size_t hashFunction(mlir::func::FuncOp function);

/// Whether a call of either function does the same.
bool equalFunctions(mlir::func::FuncOp a, mlir::func::FuncOp b);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_EQUALFUNCTIONS_H
