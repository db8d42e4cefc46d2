//===- BlockParser.cpp - Statements with blocks ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow. Functions and classes are in DefinitionParser.cpp, patterns in
// PatternParser.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/MatchLowering.h"
#include "frontend/syntax/StatementParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace tine;
using namespace tine::ast;

bool BlockParser::optional(Tok keyword, Block &out) {
  return !at(keyword) || statements.body(take(), out);
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
  if (!optional(Tok::KwElse, otherwise))
    return nullptr;
  const Stmt *result = nullptr;
  for (const Arm &arm : llvm::reverse(arms)) {
    result = node<IfStmt>(arm.begin, arm.condition, arm.body, otherwise);
    if (!result)
      return nullptr;
    otherwise = module.copy<const Stmt *>(result);
  }
  return result;
}

const Stmt *BlockParser::whileStatement() {
  Token keyword = take();
  Block body, orelse;
  const Expr *condition = expressions.namedExpression();
  if (!condition || !statements.loopBody(keyword, body) ||
      !optional(Tok::KwElse, orelse))
    return nullptr;
  return node<WhileStmt>(keyword.begin, condition, body, orelse);
}

const Stmt *BlockParser::forStatement(uint32_t begin, bool isAsync) {
  Token keyword = take();
  Block body, orelse;
  const Expr *target = expressions.targets.starTargets();
  if (!target || !expect(Tok::KwIn, "after the target of 'for'"))
    return nullptr;
  const Expr *iterable = expressions.starExpressions();
  if (!iterable || !statements.loopBody(keyword, body) ||
      !optional(Tok::KwElse, orelse))
    return nullptr;
  return node<ForStmt>(begin, target, iterable, body, orelse, isAsync);
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
  llvm::SmallVector<WithItem, 2> items;
  Block body;
  if (!withItems(items) || !statements.body(keyword, body))
    return nullptr;
  return node<WithStmt>(begin, module.copy(items), body, isAsync);
}

//===----------------------------------------------------------------------===//
// Try and match
//===----------------------------------------------------------------------===//

const Stmt *BlockParser::tryStatement() {
  Token keyword = take();
  Block body, orelse, finalbody;
  if (!statements.body(keyword, body))
    return nullptr;
  llvm::SmallVector<ExceptHandler, 2> handlers;
  while (at(Tok::KwExcept))
    if (!exceptHandler(handlers))
      return nullptr;
  if (!handlers.empty() && !optional(Tok::KwElse, orelse))
    return nullptr;
  // If both are missing, the next line is a statement of its own.
  if (handlers.empty() && !at(Tok::KwFinally))
    expected("'except' or 'finally' after the block of 'try'");
  if (!optional(Tok::KwFinally, finalbody))
    return nullptr;
  return node<TryStmt>(keyword.begin, body, module.copy(handlers), orelse,
                       finalbody);
}

bool BlockParser::exceptHandler(
    llvm::SmallVectorImpl<ExceptHandler> &handlers) {
  Token keyword = take();
  ExceptHandler handler;
  bool isGroup = accept(Tok::Star);
  if (isGroup || !at(Tok::Colon)) {
    handler.type = expressions.expression();
    if (!handler.type || !tokens.asName(handler.name))
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
  if (!subject || !expect(Tok::Colon) || !expect(Tok::Newline) ||
      !expect(Tok::Indent))
    return nullptr;
  llvm::SmallVector<MatchCase, 4> cases;
  bool isGood = true;
  while (!accept(Tok::Dedent) && !at(Tok::EndOfFile)) {
    if (matchCase(cases))
      continue;
    isGood = false;
    tokens.recover();
    if (at(Tok::Indent))
      tokens.skipBlock();
  }
  MatchStmt match;
  match.subject = subject;
  match.cases = module.copy(cases);
  match.range = since(begin);
  if (isGood)
    match.lowered = MatchLowering(tokens).lower(match);
  return add(begin, match); // if bad, the next line is a statement of its own
}

bool BlockParser::matchCase(llvm::SmallVectorImpl<MatchCase> &cases) {
  if (!at(Tok::Name) || tokens.text(peek().range()) != "case")
    return expected("'case' in the block of 'match'");
  Token keyword = take();
  MatchCase made;
  made.pattern = patterns.patterns();
  if (!made.pattern)
    return false;
  if (accept(Tok::KwIf)) {
    made.guard = expressions.namedExpression();
    if (!made.guard)
      return false;
  }
  if (!statements.body(keyword, made.body))
    return false;
  made.range = since(keyword.begin);
  cases.push_back(made);
  return true;
}
