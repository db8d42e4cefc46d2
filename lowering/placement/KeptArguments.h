//===- KeptArguments.h - What functions keep of their callers ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether somebody may still have a tensor when the call or task that took it
// has ended. A part of a vector that is kept would keep the whole vector.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_KEPTARGUMENTS_H
#define TINE_LOWERING_PLACEMENT_KEPTARGUMENTS_H

#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace tine {

class KeptArguments {
public:
  explicit KeptArguments(mlir::ModuleOp module) : symbols(module) {}

  /// Whether a user of the tensor gives it to a container, cell or result, also
  /// in the functions that it is passed to. Where control flow yields it counts
  /// only in those functions.
  bool isKept(mlir::Value tensor);

private:
  bool keeps(mlir::OpOperand &use);
  bool isKeptBy(mlir::func::FuncOp function, unsigned argument);

  mlir::SymbolTable symbols;
  llvm::DenseMap<mlir::Value, bool> arguments;
};

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_KEPTARGUMENTS_H
