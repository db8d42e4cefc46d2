//===- Syntax.h - Syntax that TorchScript lacks -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What TorchScript refuses wherever it is written in a function, also in arms
// that are never compiled: it reads the tree before it looks at conditions.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SCRIPT_SYNTAX_H
#define TINE_FRONTEND_SCRIPT_SYNTAX_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace tine::elaborate {

using Report = llvm::function_ref<void(ast::Range, const llvm::Twine &)>;

/// Calls `report` for each part of the function that TorchScript has no form
/// for. What is inside of such a part is not looked at.
void findUnscriptable(const ast::FunctionDefStmt &function, Report report);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SCRIPT_SYNTAX_H
