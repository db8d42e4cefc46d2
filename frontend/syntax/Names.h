//===- Names.h - Which function a variable belongs to -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_NAMES_H
#define TINE_FRONTEND_SYNTAX_NAMES_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/StringSet.h"

namespace tine::ast {

/// What names begin with that no program can write: variables and functions
/// that the parser needs for a match statement.
inline constexpr char hiddenMark = '.';

/// The names of a function, lambda or file.
struct Names {
  llvm::StringSet<> own;
  llvm::StringSet<> globals;       // that it declares
  llvm::StringSet<> allGlobals;    // or a function in it
  llvm::StringSet<> outside;       // of functions around it, that it uses
  llvm::StringSet<> setOutside;    // and that it sets there
  std::vector<std::string> shared; // its own that functions in it share
};

/// Which names a function binds and uses; those of functions in it are theirs.
Names namesOf(const Params &params, Block body);
Names namesOf(const LambdaExpr &lambda);
/// The variables that some function of the file declares `global`, sorted.
std::vector<std::string> globalNames(Block file);
/// The variables of a comprehension that functions in it read, sorted.
std::vector<std::string> sharedNames(const ComprehensionExpr &expr);

} // namespace tine::ast

#endif // TINE_FRONTEND_SYNTAX_NAMES_H
