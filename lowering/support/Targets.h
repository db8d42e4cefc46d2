//===- Targets.h - Which target a function is for ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function without the attribute `tine.target` is for the CPU. That of
// another target issues work to a device: what it computes with numbers runs on
// a thread of the host, what touches elements of tensors on the device.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_TARGETS_H
#define TINE_LOWERING_SUPPORT_TARGETS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

namespace tine {

/// The attribute of functions, and that of modules: the targets beside the CPU
/// that their functions have.
constexpr llvm::StringLiteral targetAttribute = "tine.target";
constexpr llvm::StringLiteral targetsAttribute = "tine.targets";

constexpr llvm::StringLiteral cpuTarget = "cpu";

/// The target of the function that `op` is or is in.
llvm::StringRef targetOf(mlir::Operation *op);

/// Whether the function that `op` is or is in issues work to a device.
inline bool issuesWork(mlir::Operation *op) {
  return targetOf(op) != cpuTarget;
}

/// What `targetsAttribute` of the module lists.
std::vector<std::string> targetsOf(mlir::ModuleOp module);

/// A pass that runs `passes`, which are on functions, on those of one target.
std::unique_ptr<mlir::Pass> createForTarget(llvm::StringRef target,
                                            mlir::OpPassManager passes);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_TARGETS_H
