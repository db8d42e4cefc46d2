//===- BlockParser.cpp - Statements with blocks ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow. Functions and classes are in DefinitionParser.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/StatementParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace tine;
using namespace tine::ast;

bool BlockParser::orelse(Block &out) {
  if (!at(Tok::KwElse))
    return true;
  Token keyword = take();
  return statements.body(keyword, out);
}

/// A chain of `elif` is parsed in a loop and nested afterwards.
const Stmt *BlockParser::ifStatement() {
  struct Arm {
    uint32_t begin;
    const Expr *condition;
    Block body;
  };
  llvm::SmallVector<Arm, 4> arms;
  do {
    Token keyword = take();
    Arm arm = {keyword.begin, expressions.namedExpression(), {}};
    if (!arm.condition || !statements.body(keyword, arm.body))
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

const Stmt *BlockParser::whileStatement() {
  Token keyword = take();
  auto *result = make<WhileStmt>(keyword.range());
  result->condition = expressions.namedExpression();
  if (!result->condition)
    return nullptr;
  if (!statements.loopBody(keyword, result->body) || !orelse(result->orelse))
    return nullptr;
  result->range = since(keyword.begin);
  return seal(result, result->condition, result->body, result->orelse);
}

const Stmt *BlockParser::forStatement(uint32_t begin, bool isAsync) {
  Token keyword = take();
  auto *result = make<ForStmt>(keyword.range());
  result->isAsync = isAsync;
  result->target = expressions.targets.starTargets();
  if (!result->target || !expect(Tok::KwIn, "after the target of 'for'"))
    return nullptr;
  result->iterable = expressions.starExpressions();
  if (!result->iterable)
    return nullptr;
  if (!statements.loopBody(keyword, result->body) || !orelse(result->orelse))
    return nullptr;
  result->range = since(begin);
  return seal(result, result->target, result->iterable, result->body,
              result->orelse);
}

//===----------------------------------------------------------------------===//
// With
//===----------------------------------------------------------------------===//

/// `with (` begins a list of items if there is an `as` inside the brackets.
bool BlockParser::isWithParentheses() {
  return tokens.lookAhead([&] {
    uint16_t inside = static_cast<uint16_t>(take().depth + 1);
    while (!tokens.endsLookAhead()) {
      Token token = take();
      if (token.depth < inside)
        return false; // behind the closing bracket
      if (token.kind == Tok::KwAs && token.depth == inside)
        return true;
    }
    return false;
  });
}

bool BlockParser::withItem(llvm::SmallVectorImpl<WithItem> &items) {
  WithItem item;
  item.context = expressions.expression();
  if (!item.context)
    return false;
  if (accept(Tok::KwAs)) {
    item.target = expressions.targets.starTarget();
    if (!item.target)
      return false;
  }
  items.push_back(item);
  return true;
}

bool BlockParser::withItems(llvm::SmallVectorImpl<WithItem> &items) {
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

const Stmt *BlockParser::withStatement(uint32_t begin, bool isAsync) {
  Token keyword = take();
  auto *result = make<WithStmt>(keyword.range());
  result->isAsync = isAsync;
  llvm::SmallVector<WithItem, 2> items;
  if (!withItems(items) || !statements.body(keyword, result->body))
    return nullptr;
  result->items = module.copy<WithItem>(items);
  result->range = since(begin);
  return seal(result, result->items, result->body);
}

//===----------------------------------------------------------------------===//
// Try and match
//===----------------------------------------------------------------------===//

const Stmt *BlockParser::tryStatement() {
  Token keyword = take();
  auto *result = make<TryStmt>(keyword.range());
  if (!statements.body(keyword, result->body))
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
    if (!statements.body(finally, result->finalbody))
      return nullptr;
  } else if (handlers.empty()) {
    expected("'except' or 'finally' after the block of 'try'");
    return result; // the next line is a statement of its own
  }
  result->range = since(keyword.begin);
  return seal(result, result->body, result->handlers, result->orelse,
              result->finalbody);
}

bool BlockParser::exceptHandler(
    llvm::SmallVectorImpl<ExceptHandler> &handlers) {
  Token keyword = take();
  ExceptHandler handler;
  bool isGroup = accept(Tok::Star);
  if (isGroup || !at(Tok::Colon)) {
    handler.type = expressions.expression();
    if (!handler.type ||
        (accept(Tok::KwAs) && !tokens.name(handler.name, "a name after 'as'")))
      return false;
  }
  if (!statements.body(keyword, handler.body))
    return false;
  handler.range = since(keyword.begin);
  handlers.push_back(handler);
  return true;
}

bool BlockParser::isMatchStatement() {
  return tokens.lookAhead([&] {
    take();
    Tok last = Tok::Name;
    if (startsExpression(peek().kind))
      while (!tokens.endsLookAhead())
        last = take().kind;
    return last == Tok::Colon && accept(Tok::Newline) && accept(Tok::Indent) &&
           at(Tok::Name) && tokens.text(peek().range()) == "case";
  });
}

const Stmt *BlockParser::matchStatement() {
  uint32_t begin = take().begin;
  const Expr *subject =
      openTuple([&] { return expressions.starNamedExpression(); });
  if (!subject)
    return nullptr;
  if (!expect(Tok::Colon) || !expect(Tok::Newline))
    return nullptr;
  tokens.skipBlock();
  auto *result = make<MatchStmt>(since(begin));
  result->subject = subject;
  return seal(result, subject);
}
