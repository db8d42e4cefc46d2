//===- Exits.h - How control leaves a block ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By its end, return, break, continue or an error, as the syntax tree tells.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_EXITS_H
#define TINE_FRONTEND_SYNTAX_EXITS_H

#include "frontend/syntax/AST.h"

namespace tine::elaborate {

/// Whether the block can leave the loop around it, by break or return.
bool canLeaveLoop(ast::Block block);

/// Whether the loop goes on until a return or an error: `while True` without a
/// break.
bool isEndless(const ast::WhileStmt *loop);

/// Whether a statement ends in another way than normally or by an error.
bool hasAbrupt(ast::Block block);
/// Whether control can reach the end of the block.
bool canFallThrough(ast::Block block);
/// Whether TorchScript says that a function can end without `return`:
/// each loop can end, each arm can be taken. What it may decide while compiling
/// (`is None`, calls, constants) counts as decided for the arm that returns.
bool mayEndWithoutReturn(const ast::FunctionDefStmt &function);

/// Whether TorchScript may know the condition of a function with these
/// parameters while it compiles.
bool mayBeDecided(const ast::Expr *condition, const ast::Params &params);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SYNTAX_EXITS_H
