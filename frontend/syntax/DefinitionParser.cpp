//===- DefinitionParser.cpp - Functions and classes -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/StatementParser.h"

using namespace tine;
using namespace tine::ast;

const Stmt *DefinitionParser::decorated() {
  Exprs decorators;
  while (accept(Tok::At)) {
    const Expr *decorator = expressions.namedExpression();
    if (!decorator || !expect(Tok::Newline, "after the decorator"))
      return nullptr;
    decorators.push_back(decorator);
  }
  uint32_t begin = peek().begin;
  bool isAsync = accept(Tok::KwAsync);
  if (at(Tok::KwDef))
    return functionDef(begin, isAsync, decorators);
  if (at(Tok::KwClass) && !isAsync)
    return classDef(decorators);
  return expected(isAsync ? "'def' after 'async'"
                          : "'def' or 'class' after the decorator");
}

const Stmt *
DefinitionParser::functionDef(uint32_t begin, bool isAsync,
                              llvm::ArrayRef<const Expr *> decorators) {
  Token keyword = take();
  FunctionDefStmt result;
  result.isAsync = isAsync;
  result.decorators = module.copy(decorators);
  result.nameRange = peek().range();
  if (!tokens.name(result.name, "the name of the function after 'def'"))
    return nullptr;
  Token open = peek();
  if (!expect(Tok::LeftParen, "after the name of the function"))
    return nullptr;
  const Params *parameters =
      expressions.parameters.params(Tok::RightParen, /*annotations=*/true);
  if (!parameters || !close(Tok::RightParen, open, "',' or "))
    return nullptr;
  if (!expressions.expressionBehind(Tok::Arrow, result.returns) ||
      !expect(Tok::Colon))
    return nullptr;
  uint32_t headerEnd = tokens.taken();
  if (at(Tok::Newline))
    peek(1); // the lexer has now seen the comments in between
  if (!tokens.typeComments().empty()) {
    llvm::SmallVector<Param, 8> commented(parameters->params);
    statements.typeComments.ofParams(commented, headerEnd);
    parameters = module.make(Params{module.copy(commented)});
    if (!statements.typeComments.ofFunction(result, headerEnd))
      return nullptr;
  }
  result.params = parameters;
  if (!statements.block(keyword, result.body, {/*inFunction=*/true}))
    return nullptr;
  return add(begin, result);
}

const Stmt *
DefinitionParser::classDef(llvm::ArrayRef<const Expr *> decorators) {
  Token keyword = take();
  ClassDefStmt result;
  result.decorators = module.copy(decorators);
  result.nameRange = peek().range();
  if (!tokens.name(result.name, "the name of the class after 'class'"))
    return nullptr;
  Token open = peek();
  if (accept(Tok::LeftParen)) {
    Exprs bases;
    llvm::SmallVector<Keyword, 2> keywords;
    if (!expressions.arguments(bases, keywords, open))
      return nullptr;
    result.bases = module.copy(bases);
    result.keywords = module.copy(keywords);
  }
  if (!expect(Tok::Colon) || !statements.block(keyword, result.body, {}))
    return nullptr;
  return add(keyword.begin, result);
}
