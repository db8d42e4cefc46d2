//===- AST.cpp - Syntax tree of the TorchScript language ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How operators are written.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/AST.h"

using namespace tine::ast;

llvm::StringRef tine::ast::spelling(BinaryOp op) {
  static constexpr llvm::StringLiteral spellings[] = {
      "+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>"};
  return spellings[static_cast<size_t>(op)];
}

llvm::StringRef tine::ast::spelling(CompareOp op) {
  static constexpr llvm::StringLiteral spellings[] = {
      "==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  return spellings[static_cast<size_t>(op)];
}
