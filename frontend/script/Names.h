//===- Names.h - Names that scripted functions see --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the text of a file tells of its names.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SCRIPT_NAMES_H
#define TINE_FRONTEND_SCRIPT_NAMES_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace tine::elaborate {

struct ScriptNames {
  /// `isBuiltin` tells of the functions of torch and Python.
  ScriptNames(ast::Block file, std::function<bool(llvm::StringRef)> isBuiltin);

  /// Whether the file, or a function around `position`, binds the name.
  bool isOwn(llvm::StringRef name, uint32_t position) const;
  /// Whether a function around `position` binds the name.
  bool isAround(llvm::StringRef name, uint32_t position) const;
  /// Whether it gives the name a meaning that typing and torch do not.
  bool bindsType(llvm::StringRef name) const;
  /// Whether it is a value in any function at `position`.
  bool isKnown(llvm::StringRef name, uint32_t position) const;
  /// Whether the file gives the name a number, text, list, dict, tuple or
  /// tensor, and never anything else. TorchScript cannot read it.
  bool isPlainValue(llvm::StringRef name, uint32_t position) const;
  /// The function of the file that the name always is, and that TorchScript
  /// may call; null if there is none.
  const ast::FunctionDefStmt *function(llvm::StringRef name,
                                       uint32_t position) const;

private:
  std::function<bool(llvm::StringRef)> isBuiltin;
  void bind(llvm::StringRef name, bool isPlain);
  void collect(ast::Block block, bool isTop);
  void collectNested(ast::Block block);

  struct Binding {
    unsigned count = 0;
    bool isPlain = true; // each time
    const ast::FunctionDefStmt *function = nullptr;
  };
  llvm::StringMap<Binding> bindings;
  llvm::StringSet<> own;
  /// Functions, and what they bind.
  std::vector<std::pair<ast::Range, llvm::StringSet<>>> around;
};

/// Calls `visit` for each variable that the statement, or one in it, sets.
void visitSet(const ast::Stmt *stmt,
              llvm::function_ref<void(llvm::StringRef)> visit);

/// Whether a decorator is torch.jit.script.
bool isScriptDecorator(const ast::Expr *decorator);
/// Whether an expression is `torch.jit.NAME`.
bool isTorchJit(const ast::Expr *e, llvm::StringRef name);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SCRIPT_NAMES_H
