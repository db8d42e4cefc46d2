//===- Entry.h - What an executable starts with -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of modules that were written by hand, for what nothing after the
// parser would find before the linker or the executable fails.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TINEC_ENTRY_H
#define TINE_TOOLS_TINEC_ENTRY_H

#include "mlir/IR/BuiltinOps.h"

namespace tine {

/// Fails with a diagnostic when `module` says that it has been through a phase
/// and does not look like it.
mlir::LogicalResult checkStage(mlir::ModuleOp module);

/// Fails with a diagnostic when an executable of `module` would have nothing
/// to start with: neither a function `program` without arguments and results,
/// nor C's `main`.
mlir::LogicalResult checkEntry(mlir::ModuleOp module);

/// Emits an error at each declaration in `module` that the linker's `messages`
/// call undefined. Gives whether there was one.
bool reportUndefined(mlir::ModuleOp module, llvm::StringRef messages);

} // namespace tine

#endif // TINE_TOOLS_TINEC_ENTRY_H
