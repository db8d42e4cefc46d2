//===- ParserBlocks.cpp - Statements with blocks --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow. Functions and classes are in ParserDefinitions.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace tine;
using namespace tine::ast;

bool Parser::isCompound() {
  switch (peek().kind) {
  case Tok::At:
  case Tok::KwAsync:
  case Tok::KwClass:
  case Tok::KwDef:
  case Tok::KwFor:
  case Tok::KwIf:
  case Tok::KwTry:
  case Tok::KwWhile:
  case Tok::KwWith:
    return true;
  case Tok::Name:
    return text(peek().range()) == "match" && isMatchStatement();
  default:
    return false;
  }
}

const Stmt *Parser::compoundStatement() {
  uint32_t begin = peek().begin;
  bool isAsync = accept(Tok::KwAsync);
  switch (peek().kind) {
  case Tok::KwDef:
    return functionDef(begin, isAsync, {});
  case Tok::KwFor:
    return forStatement(begin, isAsync);
  case Tok::KwWith:
    return withStatement(begin, isAsync);
  default:
    break;
  }
  if (isAsync)
    return expected("'def', 'for' or 'with' after 'async'");
  switch (peek().kind) {
  case Tok::At:
    return decorated();
  case Tok::KwClass:
    return classDef({});
  case Tok::KwIf:
    return ifStatement();
  case Tok::KwTry:
    return tryStatement();
  case Tok::KwWhile:
    return whileStatement();
  default:
    return matchStatement();
  }
}

bool Parser::orelse(Block &out) {
  if (!at(Tok::KwElse))
    return true;
  Token keyword = take();
  return body(keyword, out);
}

/// A chain of `elif` is parsed in a loop and nested afterwards.
const Stmt *Parser::ifStatement() {
  struct Arm {
    uint32_t begin;
    const Expr *condition;
    Block body;
  };
  llvm::SmallVector<Arm, 4> arms;
  do {
    Token keyword = take();
    Arm arm = {keyword.begin, namedExpression(), {}};
    if (!arm.condition || !body(keyword, arm.body))
      return nullptr;
    arms.push_back(arm);
  } while (at(Tok::KwElif));
  Block otherwise;
  if (!orelse(otherwise))
    return nullptr;
  const Stmt *result = nullptr;
  for (const Arm &arm : llvm::reverse(arms)) {
    auto *statement = make<IfStmt>(since(arm.begin));
    statement->condition = arm.condition;
    statement->body = arm.body;
    statement->orelse = otherwise;
    result = seal(statement, arm.condition, arm.body, otherwise);
    if (!result)
      return nullptr;
    otherwise = module.copy<const Stmt *>(result);
  }
  return result;
}

const Stmt *Parser::whileStatement() {
  Token keyword = take();
  auto *result = make<WhileStmt>(keyword.range());
  result->condition = namedExpression();
  if (!result->condition)
    return nullptr;
  {
    llvm::SaveAndRestore loop(inLoop, true);
    if (!body(keyword, result->body))
      return nullptr;
  }
  if (!orelse(result->orelse))
    return nullptr;
  result->range = since(keyword.begin);
  return seal(result, result->condition, result->body, result->orelse);
}

const Stmt *Parser::forStatement(uint32_t begin, bool isAsync) {
  Token keyword = take();
  auto *result = make<ForStmt>(keyword.range());
  result->isAsync = isAsync;
  result->target = starTargets();
  if (!result->target || !expect(Tok::KwIn, "after the target of 'for'"))
    return nullptr;
  result->iterable = starExpressions();
  if (!result->iterable)
    return nullptr;
  {
    llvm::SaveAndRestore loop(inLoop, true);
    if (!body(keyword, result->body))
      return nullptr;
  }
  if (!orelse(result->orelse))
    return nullptr;
  result->range = since(begin);
  return seal(result, result->target, result->iterable, result->body,
              result->orelse);
}

//===----------------------------------------------------------------------===//
// With
//===----------------------------------------------------------------------===//

bool Parser::withItem(llvm::SmallVectorImpl<WithItem> &items) {
  WithItem item;
  item.context = expression();
  if (!item.context)
    return false;
  if (accept(Tok::KwAs)) {
    item.target = starTarget();
    if (!item.target)
      return false;
  }
  items.push_back(item);
  return true;
}

bool Parser::withItems(llvm::SmallVectorImpl<WithItem> &items) {
  Token open = peek();
  if (open.kind == Tok::LeftParen && isWithParentheses()) {
    take();
    do {
      if (!withItem(items))
        return false;
    } while (accept(Tok::Comma) && !at(Tok::RightParen));
    return close(Tok::RightParen, open, "',' or ");
  }
  do {
    if (!withItem(items))
      return false;
  } while (accept(Tok::Comma));
  // What looks like a tuple is a list of items, too.
  const auto *tuple = llvm::dyn_cast<TupleExpr>(items[0].context);
  bool isList = tuple && items.size() == 1 && !items[0].target &&
                !tuple->elements.empty() && tuple->range.begin == open.begin &&
                llvm::none_of(tuple->elements, [](const Expr *element) {
                  return element->kind == ExprKind::Starred ||
                         element->kind == ExprKind::Walrus;
                });
  if (isList) {
    items.clear();
    for (const Expr *element : tuple->elements)
      items.push_back({element, nullptr});
  }
  return true;
}

const Stmt *Parser::withStatement(uint32_t begin, bool isAsync) {
  Token keyword = take();
  auto *result = make<WithStmt>(keyword.range());
  result->isAsync = isAsync;
  llvm::SmallVector<WithItem, 2> items;
  if (!withItems(items) || !body(keyword, result->body))
    return nullptr;
  result->items = module.copy<WithItem>(items);
  result->range = since(begin);
  return seal(result, result->items, result->body);
}

//===----------------------------------------------------------------------===//
// Try and match
//===----------------------------------------------------------------------===//

const Stmt *Parser::tryStatement() {
  Token keyword = take();
  auto *result = make<TryStmt>(keyword.range());
  if (!body(keyword, result->body))
    return nullptr;
  llvm::SmallVector<ExceptHandler, 2> handlers;
  while (at(Tok::KwExcept))
    if (!exceptHandler(handlers))
      return nullptr;
  result->handlers = module.copy<ExceptHandler>(handlers);
  if (!handlers.empty() && !orelse(result->orelse))
    return nullptr;
  if (at(Tok::KwFinally)) {
    Token finally = take();
    if (!body(finally, result->finalbody))
      return nullptr;
  } else if (handlers.empty()) {
    expected("'except' or 'finally' after the block of 'try'");
    return result; // the next line is a statement of its own
  }
  result->range = since(keyword.begin);
  return seal(result, result->body, result->handlers, result->orelse,
              result->finalbody);
}

bool Parser::exceptHandler(llvm::SmallVectorImpl<ExceptHandler> &handlers) {
  Token keyword = take();
  ExceptHandler handler;
  bool isGroup = accept(Tok::Star);
  if (isGroup || !at(Tok::Colon)) {
    handler.type = expression();
    if (!handler.type ||
        (accept(Tok::KwAs) && !name(handler.name, "a name after 'as'")))
      return false;
  }
  if (!body(keyword, handler.body))
    return false;
  handler.range = since(keyword.begin);
  handlers.push_back(handler);
  return true;
}

const Stmt *Parser::matchStatement() {
  uint32_t begin = take().begin;
  uint32_t subjectBegin = peek().begin;
  const Expr *subject = starNamedExpression();
  if (!subject)
    return nullptr;
  if (at(Tok::Comma)) {
    Exprs elements = {subject};
    while (continuesList()) {
      const Expr *element = starNamedExpression();
      if (!element)
        return nullptr;
      elements.push_back(element);
    }
    auto *tuple = make<TupleExpr>(since(subjectBegin));
    tuple->elements = module.copy<const Expr *>(elements);
    subject = seal(tuple, tuple->elements);
    if (!subject)
      return nullptr;
  }
  if (!expect(Tok::Colon) || !expect(Tok::Newline))
    return nullptr;
  skipBlock();
  auto *result = make<MatchStmt>(since(begin));
  result->subject = subject;
  return seal(result, subject);
}
