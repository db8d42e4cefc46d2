//===- StatementParser.cpp - Sequences and simple statements --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of statements, with recovery between them, and the statements that
// hold no others.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/StatementParser.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

Block StatementParser::file() {
  Stmts body;
  statements(body, /*top=*/true);
  return module.copy(body);
}

/// Statements up to the end of their block, or of the file.
void StatementParser::statements(Stmts &out, bool top) {
  while (!at(Tok::EndOfFile)) {
    if (at(Tok::Dedent)) {
      if (!top)
        return;
      take(); // closes a block that was skipped
      continue;
    }
    if (at(Tok::Indent)) {
      // Behind a header with an error this is its block.
      if (!recovering)
        expected("a line with the indentation of its block");
      Nest nest(tokens);
      if (!nest.allowed()) {
        tokens.skipBlock();
        continue;
      }
      take();
      // The header may have been that of a loop in a function.
      llvm::SaveAndRestore around(place,
                                  {/*inFunction=*/true, /*inLoop=*/true});
      statements(out, /*top=*/false);
      accept(Tok::Dedent);
      recovering = true; // an `else` may follow
      continue;
    }
    recovering = !statement(out);
    if (recovering)
      tokens.recover();
  }
}

bool StatementParser::statement(Stmts &out) {
  // Comments between statements belong to none.
  tokens.typeComments().clear();
  if (isCompound()) {
    const Stmt *result = compoundStatement();
    if (result)
      out.push_back(result);
    return result;
  }
  return simpleStatements(out);
}

bool StatementParser::simpleStatements(Stmts &out) {
  do {
    const Stmt *result = simpleStatement();
    if (!result)
      return false;
    out.push_back(result);
  } while (accept(Tok::Semicolon) && !at(Tok::Newline));
  return expect(Tok::Newline);
}

bool StatementParser::body(const Token &header, Block &out) {
  return expect(Tok::Colon) && block(header, out);
}

bool StatementParser::block(const Token &header, Block &out) {
  Stmts list;
  if (!accept(Tok::Newline)) {
    bool good = simpleStatements(list);
    out = module.copy(list);
    return good;
  }
  if (!at(Tok::Indent)) {
    expected("an indented block after '" + tokens.text(header.range()) + "'");
    return true; // the next line is a statement of its own
  }
  Nest nest(tokens);
  if (!nest.allowed()) {
    tokens.skipBlock();
    return true;
  }
  take();
  statements(list, /*top=*/false);
  accept(Tok::Dedent);
  out = module.copy(list);
  return true;
}

bool StatementParser::block(const Token &header, Block &out, Place inside) {
  llvm::SaveAndRestore outer(place, inside);
  return block(header, out);
}

bool StatementParser::loopBody(const Token &header, Block &out) {
  llvm::SaveAndRestore loop(place.inLoop, true);
  return body(header, out);
}

bool StatementParser::isCompound() {
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
    return tokens.text(peek().range()) == "match" && blocks.isMatchStatement();
  default:
    return false;
  }
}

const Stmt *StatementParser::compoundStatement() {
  uint32_t begin = peek().begin;
  bool isAsync = accept(Tok::KwAsync);
  switch (peek().kind) {
  case Tok::KwDef:
    return definitions.functionDef(begin, isAsync, {});
  case Tok::KwFor:
    return blocks.forStatement(begin, isAsync);
  case Tok::KwWith:
    return blocks.withStatement(begin, isAsync);
  default:
    break;
  }
  if (isAsync)
    return expected("'def', 'for' or 'with' after 'async'");
  switch (peek().kind) {
  case Tok::At:
    return definitions.decorated();
  case Tok::KwClass:
    return definitions.classDef({});
  case Tok::KwIf:
    return blocks.ifStatement();
  case Tok::KwTry:
    return blocks.tryStatement();
  case Tok::KwWhile:
    return blocks.whileStatement();
  default:
    return blocks.matchStatement();
  }
}

//===----------------------------------------------------------------------===//
// Simple statements
//===----------------------------------------------------------------------===//

const Stmt *StatementParser::simpleStatement() {
  Token first = peek();
  switch (first.kind) {
  case Tok::KwPass:
    take();
    return node<PassStmt>(first.begin);
  case Tok::KwBreak:
    take();
    if (!place.inLoop)
      error(first.range(), "expected 'break' inside a loop, found it outside");
    return node<BreakStmt>(first.begin);
  case Tok::KwContinue:
    take();
    if (!place.inLoop)
      error(first.range(),
            "expected 'continue' inside a loop, found it outside");
    return node<ContinueStmt>(first.begin);
  case Tok::KwReturn:
    return returnStatement();
  case Tok::KwRaise:
    return raiseStatement();
  case Tok::KwAssert:
    return assertStatement();
  case Tok::KwDel:
    return deleteStatement();
  case Tok::KwGlobal:
    return nameList<GlobalStmt>();
  case Tok::KwNonlocal:
    return nameList<NonlocalStmt>();
  case Tok::KwImport:
    return import();
  case Tok::KwFrom:
    return importFrom();
  case Tok::KwElse:
  case Tok::KwElif:
  case Tok::KwExcept:
  case Tok::KwFinally:
    // Belongs to a statement with an error.
    if (recovering)
      return nullptr;
    break;
  default:
    if (startsExpression(peek().kind))
      return expressionStatement();
    break;
  }
  return expected("a statement");
}

/// The operator in front of a "=".
static std::optional<BinaryOp> augmentedOperator(Tok kind) {
  StringRef text = spelling(kind);
  if (text.consume_back("="))
    for (BinaryOp op :
         llvm::enum_seq_inclusive(BinaryOp::Add, BinaryOp::ShiftRight,
                                  llvm::force_iteration_on_noniterable_enum))
      if (spelling(op) == text)
        return op;
  return std::nullopt;
}

/// An expression, or a statement that begins with one.
const Stmt *StatementParser::expressionStatement() {
  uint32_t begin = peek().begin;
  const Expr *value = expressions.yieldOrStarExpressions();
  if (!value)
    return nullptr;
  if (at(Tok::Equal))
    return assignment(value, begin);
  if (at(Tok::Colon))
    return annotated(value, begin);
  if (std::optional<BinaryOp> op = augmentedOperator(peek().kind))
    return augmented(value, *op, begin);
  return node<ExprStmt>(begin, value);
}

const Stmt *StatementParser::assignment(const Expr *first, uint32_t begin) {
  Exprs targets;
  const Expr *value = first;
  while (accept(Tok::Equal)) {
    if (!expressions.targets.check(value, TargetParser::Use::Assign))
      return nullptr;
    targets.push_back(value);
    value = expressions.yieldOrStarExpressions();
    if (!value)
      return nullptr;
  }
  const Expr *typeComment = nullptr;
  if (at(Tok::Newline)) {
    for (Range comment : tokens.typeComments())
      if (comment.begin >= tokens.taken())
        typeComment = typeComments.type(comment);
  }
  return node<AssignStmt>(begin, module.copy(targets), value, typeComment);
}

const Stmt *StatementParser::annotated(const Expr *target, uint32_t begin) {
  if (!expressions.targets.check(target, TargetParser::Use::Annotate))
    return nullptr;
  take();
  const Expr *annotation = expressions.expression();
  if (!annotation)
    return nullptr;
  const Expr *value = nullptr;
  if (accept(Tok::Equal)) {
    value = expressions.yieldOrStarExpressions();
    if (!value)
      return nullptr;
  }
  return node<AnnAssignStmt>(begin, target, annotation, value);
}

const Stmt *StatementParser::augmented(const Expr *target, BinaryOp op,
                                       uint32_t begin) {
  if (!expressions.targets.check(target, TargetParser::Use::AugAssign))
    return nullptr;
  Range opRange = take().range();
  const Expr *value = expressions.yieldOrStarExpressions();
  if (!value)
    return nullptr;
  return node<AugAssignStmt>(begin, target, op, opRange, value);
}

const Stmt *StatementParser::returnStatement() {
  Token keyword = take();
  if (!place.inFunction)
    error(keyword.range(),
          "expected 'return' inside a function, found it outside");
  const Expr *value = nullptr;
  if (startsExpression(peek().kind)) {
    value = expressions.starExpressions();
    if (!value)
      return nullptr;
  }
  return node<ReturnStmt>(keyword.begin, value);
}

const Stmt *StatementParser::raiseStatement() {
  uint32_t begin = take().begin;
  const Expr *exception = nullptr, *cause = nullptr;
  if (startsExpression(peek().kind)) {
    exception = expressions.expression();
    if (!exception || !expressions.expressionBehind(Tok::KwFrom, cause))
      return nullptr;
  }
  return node<RaiseStmt>(begin, exception, cause);
}

const Stmt *StatementParser::assertStatement() {
  uint32_t begin = take().begin;
  const Expr *condition = expressions.expression(), *message = nullptr;
  if (!condition || !expressions.expressionBehind(Tok::Comma, message))
    return nullptr;
  return node<AssertStmt>(begin, condition, message);
}

const Stmt *StatementParser::deleteStatement() {
  uint32_t begin = take().begin;
  Exprs targets;
  do {
    const Expr *target = expressions.expression();
    if (!target ||
        !expressions.targets.check(target, TargetParser::Use::Delete))
      return nullptr;
    targets.push_back(target);
  } while (continuesList());
  return node<DeleteStmt>(begin, module.copy(targets));
}

template <typename T> const Stmt *StatementParser::nameList() {
  uint32_t begin = take().begin;
  llvm::SmallVector<StringRef, 4> list;
  do {
    if (!tokens.name(list.emplace_back(), "a name"))
      return nullptr;
  } while (accept(Tok::Comma));
  return node<T>(begin, module.copy(list));
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

bool StatementParser::dottedName(StringRef &out) {
  std::string dotted;
  do {
    StringRef part;
    if (!tokens.name(part, "the name of a module"))
      return false;
    dotted += dotted.empty() ? "" : ".";
    dotted += part;
  } while (accept(Tok::Dot));
  out = tokens.intern(dotted);
  return true;
}

bool StatementParser::alias(Aliases &aliases, bool isModule) {
  ImportAlias alias;
  uint32_t begin = peek().begin;
  if (isModule ? !dottedName(alias.name)
               : !tokens.name(alias.name, "a name to import"))
    return false;
  if (!tokens.asName(alias.asName))
    return false;
  alias.range = since(begin);
  aliases.push_back(alias);
  return true;
}

const Stmt *StatementParser::import() {
  uint32_t begin = take().begin;
  Aliases aliases;
  do {
    if (!alias(aliases, /*isModule=*/true))
      return nullptr;
  } while (accept(Tok::Comma));
  return node<ImportStmt>(begin, module.copy(aliases));
}

const Stmt *StatementParser::importFrom() {
  uint32_t begin = take().begin;
  unsigned level = 0;
  while (at(Tok::Dot) || at(Tok::Ellipsis))
    level += take().kind == Tok::Dot ? 1 : 3;
  StringRef source;
  if ((level == 0 || at(Tok::Name)) && !dottedName(source))
    return nullptr;
  if (!expect(Tok::KwImport, "after the module"))
    return nullptr;
  Aliases aliases;
  Token open = peek();
  bool brackets = accept(Tok::LeftParen);
  if (!brackets && at(Tok::Star)) {
    aliases.push_back({"*", "", take().range()});
  } else {
    do {
      if (!alias(aliases, /*isModule=*/false))
        return nullptr;
    } while (accept(Tok::Comma) && !(brackets && at(Tok::RightParen)));
    if (brackets && !close(Tok::RightParen, open, "',' or "))
      return nullptr;
  }
  return node<ImportFromStmt>(begin, source, level, module.copy(aliases));
}
