//===- Visit.h - Walks over the syntax tree ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions in an expression and the blocks in a statement, for walks
// that look at some kinds only.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_VISIT_H
#define TINE_FRONTEND_SYNTAX_VISIT_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tine::ast {

/// Calls `visit` for each operand of an expression, in the order of their
/// evaluation; null where one is left out. Lambdas and comprehensions, which
/// have names of their own, and the target of `:=` are the caller's.
void visitOperands(const Expr *expr,
                   llvm::function_ref<void(const Expr *)> visit);

/// The blocks inside of a statement that run where it does. That of a loop's
/// iterations is the first.
llvm::SmallVector<Block> blocksOf(const Stmt *stmt);

} // namespace tine::ast

#endif // TINE_FRONTEND_SYNTAX_VISIT_H
