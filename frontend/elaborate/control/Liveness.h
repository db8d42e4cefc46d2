//===- Liveness.h - Which variables a block reads ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntactic questions about blocks of statements.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_ELABORATE_CONTROL_LIVENESS_H
#define TINE_FRONTEND_ELABORATE_CONTROL_LIVENESS_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace tine::elaborate {

/// Names that the block may read before it has set them.
llvm::StringSet<> exposedNames(ast::Block block);

/// Names that the block may read, before it sets them, when control is behind
/// `range`: there, or in a loop around it. What functions and classes read
/// counts as behind.
llvm::StringSet<> namesLiveBehind(ast::Block block, ast::Range range);

/// Whether the block sets the variable anywhere.
bool setsName(ast::Block block, llvm::StringRef name);
/// Whether every run of the block sets it.
bool alwaysSets(ast::Block block, llvm::StringRef name);

/// Where a function reads a variable that was set in one arm of a branch or in
/// a loop only, which TorchScript refuses; none where it may decide while
/// compiling that the arm is taken or unroll the loop.
std::optional<std::pair<llvm::StringRef, ast::Range>>
readBeforeSet(const ast::FunctionDefStmt &function);

/// Whether all that the block does with the variable is to add to it, in every
/// run of the block.
bool onlyAddsTo(ast::Block block, llvm::StringRef name);

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

} // namespace tine::elaborate

#endif // TINE_FRONTEND_ELABORATE_CONTROL_LIVENESS_H
