//===- Modules.h - Modules of the library and of the program ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs modules when they are imported, and finds names in them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_MODULES_H
#define TINE_FRONTEND_OBJECTS_MODULES_H

#include "frontend/services/Context.h"
#include "frontend/syntax/AST.h"
#include <deque>

namespace tine::elaborate {

class Modules : public Service {
public:
  explicit Modules(const Context &context) : Service(context) {}

  Scope *library(llvm::StringRef name);
  /// Runs a module of the program that was not imported yet; null if there is
  /// none of the name, or after an error.
  Scope *importModule(llvm::StringRef name, ast::Range range);
  /// What such a module has under a name; null if nothing.
  Value ofUserModule(llvm::StringRef module, llvm::StringRef name,
                     ast::Range range);
  std::set<std::string> publicNamesOf(const Scope &scope);
  Value qualified(llvm::StringRef name);

  /// Parses text of the program that is an expression, as an annotation in
  /// quotes, which begins at a place in the file; null after an error.
  const ast::Expr *parseQuoted(const std::string &text, ast::Range range);

private:
  std::deque<SourceFile> files;
  std::deque<std::unique_ptr<ast::Module>> trees;
  std::map<std::string, Scope *> libraries;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_MODULES_H
