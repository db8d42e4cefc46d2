//===- Trigonometry.h - Sine and cosine of f32 ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions for sine and cosine, for ExpandMath.
///
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TARGET_TRIGONOMETRY_H
#define TINE_LOWERING_TARGET_TRIGONOMETRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine {

/// The function of the module for the sine or cosine of an f32, which is made
/// once. Within 1.2 ulp; of infinity and NaN it
/// is NaN.
mlir::func::FuncOp angleFunction(mlir::ModuleOp module, bool cosine,
                                 unsigned vectorBits);

} // namespace tine

#endif // TINE_LOWERING_TARGET_TRIGONOMETRY_H
