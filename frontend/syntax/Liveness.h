//===- Liveness.h - Which variables a block reads ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which variables are live, exposed or set, as the syntax tree tells.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_LIVENESS_H
#define TINE_FRONTEND_SYNTAX_LIVENESS_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace tine::elaborate {

/// Names that the block may read before it has set them.
llvm::StringSet<> exposedNames(ast::Block block);

/// Names that the block may read, before it sets them, when control is behind
/// `range`: there, or in a loop around it. What functions and classes read
/// counts as behind, and so do the words of string literals where the block
/// hands its `globals()` on.
llvm::StringSet<> namesLiveBehind(ast::Block block, ast::Range range);

/// Names that the block may read then, whether it sets them before or not.
llvm::StringSet<> namesReadBehind(ast::Block block, ast::Range range);

/// The same from the beginning of the statement around `range` on.
llvm::StringSet<> namesLiveAt(ast::Block block, ast::Range range);

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

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SYNTAX_LIVENESS_H
