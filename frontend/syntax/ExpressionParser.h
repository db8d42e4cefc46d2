//===- ExpressionParser.h - Parser of expressions ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators are in ExpressionParser.cpp; what is in brackets, strings,
// parameters and what is assigned to have classes and files of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_EXPRESSIONPARSER_H
#define TINE_FRONTEND_SYNTAX_EXPRESSIONPARSER_H

#include "frontend/syntax/GrammarPart.h"

namespace tine {

class ExpressionParser;

/// A part of whose rules expressions are parts.
class PartWithExpressions : protected GrammarPart {
public:
  PartWithExpressions(TokenStream &tokens, ExpressionParser &expressions)
      : GrammarPart(tokens), expressions(expressions) {}

protected:
  ExpressionParser &expressions;
};

/// String literals and f-strings.
class StringParser : PartWithExpressions {
public:
  using PartWithExpressions::PartWithExpressions;

  /// One string token or several side by side.
  const Expr *strings();

private:
  using Parts = llvm::SmallVector<ast::FStringPart, 4>;
  bool decode(ast::Range range, const StringToken &string, std::string &out);
  bool escape(uint32_t &pos, const StringToken &string, std::string &out);
  bool octal(uint32_t &pos, const StringToken &string, std::string &out);
  bool codePoint(uint32_t &pos, uint32_t begin, uint32_t end, unsigned count,
                 bool isByte, std::string &out);
  bool namedCharacter(uint32_t &pos, uint32_t begin, uint32_t end,
                      std::string &out);
  /// Parses parts from `pos` to the end of the string, or, in a spec, to '}'.
  bool parts(uint32_t &pos, const StringToken &string, unsigned specLevel,
             std::string &literal, Parts &out);
  bool field(uint32_t &pos, const StringToken &string, unsigned specLevel,
             std::string &literal, Parts &out);
  void flush(std::string &literal, Parts &out);

  unsigned formats = 0; // f-strings around this one
};

/// Names, literals, and what stands in brackets.
class DisplayParser : PartWithExpressions {
public:
  using PartWithExpressions::PartWithExpressions;

  const Expr *atom();
  /// The clauses behind the element, and the closing bracket.
  const Expr *generatorTail(ast::ComprehensionKind form, uint32_t begin,
                            const Expr *key, const Expr *element, Tok closing,
                            const Token &open);

private:
  const Expr *number();
  const Expr *parenthesized();
  const Expr *listDisplay();
  const Expr *braceDisplay();
  bool clauses(llvm::SmallVectorImpl<ast::ComprehensionClause> &out);

  StringParser strings{tokens, expressions};
};

/// What is assigned to. Where a target cannot be told from an expression
/// beforehand, it is parsed as one and checked.
class TargetParser : PartWithExpressions {
public:
  using PartWithExpressions::PartWithExpressions;

  enum class Use { Assign, AugAssign, Annotate, Delete };
  /// Reports what cannot be assigned to or deleted.
  bool check(const Expr *target, Use use);
  /// The targets of `for`, up to `in`.
  const Expr *starTargets();
  const Expr *starTarget();
  /// "a name", "a function call", ...
  static llvm::StringRef describe(const Expr *e);
};

/// Parameters of functions and lambdas.
class ParameterParser : PartWithExpressions {
public:
  using PartWithExpressions::PartWithExpressions;

  /// Parses up to `closing` and leaves it.
  const ast::Params *params(Tok closing, bool annotations);

private:
  bool param(llvm::SmallVectorImpl<ast::Param> &out, ast::ParamKind kind,
             bool annotations);
};

class ExpressionParser : GrammarPart {
public:
  explicit ExpressionParser(TokenStream &tokens)
      : GrammarPart(tokens), targets(tokens, *this), parameters(tokens, *this),
        displays(tokens, *this) {}

  const Expr *expression();
  /// Parses the expression behind a token, if that is there. False: an error.
  bool expressionBehind(Tok token, const Expr *&out);
  const Expr *starExpressions();
  const Expr *starExpression();
  const Expr *namedExpression();
  const Expr *starNamedExpression();
  const Expr *yield();
  const Expr *yieldOrStarExpressions();
  const Expr *disjunction();
  /// Operators of at least this precedence, from 1.
  const Expr *binary(unsigned precedence);
  /// Arguments up to the closing bracket, which is taken.
  bool arguments(Exprs &args, Keywords &keywords, const Token &open);
  /// True for `NAME :=`.
  bool startsWalrus();

private:
  const Expr *lambda();
  const Expr *boolOp(Tok keyword, ParseElement operand);
  const Expr *conjunction();
  const Expr *inversion();
  const Expr *unary(ast::UnaryOp op, ParseElement operand);
  const Expr *comparison();
  const Expr *factor();
  const Expr *power();
  const Expr *awaitPrimary();
  const Expr *primary();
  const Expr *call(const Expr *callee, uint32_t begin);
  bool argument(Exprs &args, Keywords &keywords);
  const Expr *subscript(const Expr *value, uint32_t begin);
  const Expr *slice();

public:
  TargetParser targets;
  ParameterParser parameters;

private:
  DisplayParser displays;
};

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_EXPRESSIONPARSER_H
