//===- TypeCommentParser.cpp - Types in comments --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/StatementParser.h"

using namespace tine;
using namespace tine::ast;

const Expr *TypeCommentParser::type(Range range) {
  const Expr *type =
      tokens.tryFragment(range, "comment", [&]() -> const Expr * {
        const Expr *result = expressions.starExpressions();
        return result && at(Tok::EndOfFile) ? result : nullptr;
      });
  if (!type)
    tokens.warning(range,
                   "expected a type, found a comment that is none; it is "
                   "ignored");
  return type;
}

void TypeCommentParser::ofParams(llvm::MutableArrayRef<Param> params,
                                 uint32_t end) {
  size_t before = 0; // parameters that end before the comment
  for (Range comment : tokens.typeComments()) {
    if (comment.begin >= end || tokens.text(comment).starts_with("("))
      continue;
    while (before < params.size() && params[before].range.end <= comment.begin)
      ++before;
    if (before > 0 && !params[before - 1].annotation)
      params[before - 1].annotation = type(comment);
  }
}

bool TypeCommentParser::ofFunction(FunctionDefStmt &def, uint32_t from) {
  for (Range comment : tokens.typeComments()) {
    if (comment.begin < from || !tokens.text(comment).starts_with("("))
      continue;
    return tokens.inFragment(comment, "comment",
                             [&] { return signature(def); });
  }
  return true;
}

bool TypeCommentParser::signature(FunctionDefStmt &def) {
  Token open = take();
  Exprs types;
  bool elsewhere = accept(Tok::Ellipsis);
  while (!elsewhere && !at(Tok::RightParen)) {
    const Expr *type = expressions.expression();
    if (!type)
      return false;
    types.push_back(type);
    if (!accept(Tok::Comma))
      break;
  }
  if (!close(Tok::RightParen, open, "',' or "))
    return false;
  const Expr *tuple = makeTuple(open.begin, types);
  if (!tuple)
    return false;
  // The type of the result may be left out.
  if (!expressions.expressionBehind(Tok::Arrow, def.typeCommentReturn))
    return false;
  if (!elsewhere)
    def.typeCommentParams = llvm::cast<TupleExpr>(tuple);
  return at(Tok::EndOfFile) ? true : expected("the end of the comment");
}
