//===- Parser.h - Parser of the TorchScript language ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns source text into a syntax tree; never runs or imports anything.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_PARSER_H
#define TINE_FRONTEND_SYNTAX_PARSER_H

#include "frontend/syntax/AST.h"
#include "frontend/syntax/Source.h"
#include <memory>

namespace tine {

/// Python as people write it, or as TorchScript writes it into archives:
/// there octal escapes are bytes, names of attributes may be keywords, and a
/// parameter without default may follow one with.
enum class Syntax { Python, Archive };

/// Parses a whole file with Python's grammar and operator precedence.
/// Reports syntax errors ("expected ..."), and returns null if there was one.
/// Nesting deeper than 200 levels, or a tree higher than `ast::maxTreeHeight`
/// (reached by a long chain such as `a + b + ...`), is an error, so that no
/// later walk over the tree can exhaust the stack.
/// The module does not refer to `file`.
std::unique_ptr<ast::Module> parseModule(const SourceFile &file,
                                         Diagnostics &diagnostics,
                                         Syntax syntax = Syntax::Python);

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_PARSER_H
