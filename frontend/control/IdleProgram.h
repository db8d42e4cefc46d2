//===- IdleProgram.h - Programs that do nothing -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that only defines is most often one that forgot to call something.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_IDLEPROGRAM_H
#define TINE_FRONTEND_CONTROL_IDLEPROGRAM_H

#include "frontend/syntax/Source.h"
#include "mlir/IR/BuiltinOps.h"

namespace tine::elaborate {

/// Warns when all statements of the file import, define or set, and nobody can
/// see that the program `module` runs.
void warnOfIdleProgram(const SourceFile &file, const ast::Module &tree,
                       mlir::ModuleOp module, Diagnostics &diagnostics);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_IDLEPROGRAM_H
