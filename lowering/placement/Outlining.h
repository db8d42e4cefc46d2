//===- Outlining.h - Functions made of parts of others ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_OUTLINING_H
#define TINE_LOWERING_PLACEMENT_OUTLINING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace tine {

/// A private function without a body in front of `beside`, whose code it will
/// have a part of: traces give it the same name.
mlir::func::FuncOp makeFunctionBeside(mlir::func::FuncOp beside,
                                      mlir::Location loc,
                                      const llvm::Twine &name,
                                      mlir::FunctionType type,
                                      mlir::SymbolTable &symbols);

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_OUTLINING_H
