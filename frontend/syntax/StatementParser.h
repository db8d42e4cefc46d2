//===- StatementParser.h - Parser of statements -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of statements, with recovery between them. Statements with blocks,
// definitions and type comments have classes and files of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_STATEMENTPARSER_H
#define TINE_FRONTEND_SYNTAX_STATEMENTPARSER_H

#include "frontend/syntax/ExpressionParser.h"

namespace tine {

class StatementParser;

/// Types in comments (`# type: T`).
class TypeCommentParser : PartWithExpressions {
public:
  using PartWithExpressions::PartWithExpressions;

  /// The type in a comment; null, with a warning, if it is something else.
  const Expr *type(ast::Range range);
  /// `# type: T` behind a parameter.
  void ofParams(llvm::MutableArrayRef<ast::Param> params, uint32_t end);
  /// `# type: (A, B) -> R` between the header and the first statement.
  bool ofFunction(ast::FunctionDefStmt &def, uint32_t from);

private:
  bool signature(ast::FunctionDefStmt &def);
};

/// What stands behind `case`.
class PatternParser : PartWithExpressions {
public:
  using PartWithExpressions::PartWithExpressions;

  /// A pattern, or several with commas between them.
  const ast::Pattern *patterns();

private:
  using Pattern = ast::Pattern;
  using Patterns = llvm::SmallVector<const Pattern *, 4>;
  /// A pattern from `begin` to the last token that was taken.
  Pattern *make(ast::PatternKind kind, uint32_t begin,
                const Patterns &parts = {});
  Pattern *make(ast::PatternKind kind, uint32_t begin, const Expr *expr);
  const Pattern *pattern();
  const Pattern *starPattern();
  const Pattern *orPattern();
  const Pattern *closedPattern();
  const Pattern *literal();
  const Pattern *named();
  const Pattern *inBrackets();
  const Pattern *mapping();
  const Pattern *classPattern(const Expr *type, uint32_t begin);
  const Expr *dottedName();
  /// The elements behind the first, up to a token that begins none.
  bool moreElements(Patterns &elements);
  /// The name of a variable; empty for `_`.
  bool variable(llvm::StringRef &out);
  bool checkNames(const Pattern *pattern);
};

/// Control flow.
class BlockParser : PartWithExpressions {
public:
  BlockParser(TokenStream &tokens, ExpressionParser &expressions,
              StatementParser &statements)
      : PartWithExpressions(tokens, expressions), statements(statements) {}

  const Stmt *ifStatement();
  const Stmt *whileStatement();
  const Stmt *forStatement(uint32_t begin, bool isAsync);
  const Stmt *withStatement(uint32_t begin, bool isAsync);
  const Stmt *tryStatement();
  const Stmt *matchStatement();
  /// `match` is a keyword where a block of `case` follows the line.
  bool isMatchStatement();

private:
  /// Parses the keyword and its block, if there is one.
  bool optional(Tok keyword, ast::Block &out);
  bool isWithParentheses();
  bool withItem(llvm::SmallVectorImpl<ast::WithItem> &items);
  bool withItems(llvm::SmallVectorImpl<ast::WithItem> &items);
  bool exceptHandler(llvm::SmallVectorImpl<ast::ExceptHandler> &handlers);
  bool matchCase(llvm::SmallVectorImpl<ast::MatchCase> &cases);

  StatementParser &statements;
  PatternParser patterns{tokens, expressions};
};

/// Functions and classes.
class DefinitionParser : PartWithExpressions {
public:
  DefinitionParser(TokenStream &tokens, ExpressionParser &expressions,
                   StatementParser &statements)
      : PartWithExpressions(tokens, expressions), statements(statements) {}

  const Stmt *decorated();
  const Stmt *functionDef(uint32_t begin, bool isAsync,
                          llvm::ArrayRef<const Expr *> decorators);
  const Stmt *classDef(llvm::ArrayRef<const Expr *> decorators);

private:
  StatementParser &statements;
};

class StatementParser : GrammarPart {
public:
  explicit StatementParser(TokenStream &tokens)
      : GrammarPart(tokens), expressions(tokens),
        typeComments(tokens, expressions), blocks(tokens, expressions, *this),
        definitions(tokens, expressions, *this) {}

  /// The statements of the file.
  ast::Block file();

  /// What stands around a statement.
  struct Place {
    bool inFunction = false;
    bool inLoop = false;
  };
  /// Parses ":" and the block; `header` is its keyword.
  bool body(const Token &header, ast::Block &out);
  bool loopBody(const Token &header, ast::Block &out);
  /// Parses the block behind ":".
  bool block(const Token &header, ast::Block &out);
  bool block(const Token &header, ast::Block &out, Place inside);

private:
  using Aliases = llvm::SmallVector<ast::ImportAlias, 4>;
  void statements(Stmts &out, bool top);
  bool statement(Stmts &out);
  bool simpleStatements(Stmts &out);
  const Stmt *simpleStatement();
  bool isCompound();
  const Stmt *compoundStatement();
  const Stmt *expressionStatement();
  const Stmt *assignment(const Expr *first, uint32_t begin);
  const Stmt *annotated(const Expr *target, uint32_t begin);
  const Stmt *augmented(const Expr *target, ast::BinaryOp op, uint32_t begin);
  const Stmt *returnStatement();
  const Stmt *raiseStatement();
  const Stmt *assertStatement();
  const Stmt *deleteStatement();
  template <typename T> const Stmt *nameList();
  const Stmt *import();
  const Stmt *importFrom();
  bool dottedName(llvm::StringRef &out);
  /// A name with the one behind `as`.
  bool alias(Aliases &aliases, bool isModule);

  ExpressionParser expressions;

public:
  TypeCommentParser typeComments;

private:
  BlockParser blocks;
  DefinitionParser definitions;
  Place place;
  bool recovering = false; // the last statement failed
};

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_STATEMENTPARSER_H
