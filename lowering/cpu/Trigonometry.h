//===- Trigonometry.h - Sine and cosine of f32 ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Branch-free arithmetic for sine and cosine, for ExpandMath.
///
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_TRIGONOMETRY_H
#define TINE_LOWERING_CPU_TRIGONOMETRY_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine {

/// The table that sine and cosine read, which is made once in a module.
mlir::memref::GlobalOp quarterTurnTable(mlir::ModuleOp module);

/// Within 0.6 ulp (0.9 next to multiples of pi); of infinity and NaN it is NaN.
mlir::Value expandSine(mlir::ImplicitLocOpBuilder &b,
                       mlir::memref::GlobalOp table, mlir::Value x);
mlir::Value expandCosine(mlir::ImplicitLocOpBuilder &b,
                         mlir::memref::GlobalOp table, mlir::Value x);

} // namespace tine

#endif // TINE_LOWERING_CPU_TRIGONOMETRY_H
