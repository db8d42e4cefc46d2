//===- ASTPrinter.h - Prints a syntax tree ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form that `tinec --emit=ast` shows and that tests compare.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_ASTPRINTER_H
#define TINE_FRONTEND_SYNTAX_ASTPRINTER_H

#include "frontend/syntax/AST.h"
#include "frontend/syntax/Source.h"

namespace tine {

/// Prints the tree as nested lists, a node a line: `(kind RANGE details`, then
/// its children, `-` for one that is absent. A range is line:column-line:column
/// with the end behind the last byte.
void printAst(const ast::Module &module, const SourceFile &file,
              llvm::raw_ostream &os);

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_ASTPRINTER_H
