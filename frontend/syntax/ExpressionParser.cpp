//===- ExpressionParser.cpp - Expressions by precedence -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators, calls and subscripts. What is in brackets is in
// DisplayParser.cpp, strings are in StringParser.cpp, and what can be
// assigned to is in TargetParser.cpp.
//
// Left-associative operators and postfix forms are parsed in loops; only what
// nests to the right recurses, and counts as a level of nesting.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ExpressionParser.h"
#include "llvm/ADT/StringSet.h"

using namespace tine;
using namespace tine::ast;

//===----------------------------------------------------------------------===//
// Lists and forms that bind weakest
//===----------------------------------------------------------------------===//

const Expr *ExpressionParser::starExpressions() {
  return openTuple([&] { return starExpression(); });
}

const Expr *ExpressionParser::starExpression() {
  if (!at(Tok::Star))
    return expression();
  uint32_t begin = take().begin;
  const Expr *value = binary(1);
  return value ? node<StarredExpr>(begin, value) : nullptr;
}

bool ExpressionParser::startsWalrus() {
  return at(Tok::Name) && peek(1).kind == Tok::ColonEqual;
}

const Expr *ExpressionParser::namedExpression() {
  if (!startsWalrus())
    return expression();
  Token name = take();
  auto *target = node<NameExpr>(name.begin, tokens.intern(name));
  take();
  const Expr *value = expression();
  return value ? node<WalrusExpr>(name.begin, target, value) : nullptr;
}

const Expr *ExpressionParser::starNamedExpression() {
  return at(Tok::Star) ? starExpression() : namedExpression();
}

const Expr *ExpressionParser::yieldOrStarExpressions() {
  return at(Tok::KwYield) ? yield() : starExpressions();
}

const Expr *ExpressionParser::yield() {
  uint32_t begin = take().begin;
  bool isFrom = accept(Tok::KwFrom);
  const Expr *value = nullptr;
  if (isFrom || startsExpression(peek().kind)) {
    value = isFrom ? expression() : starExpressions();
    if (!value)
      return nullptr;
  }
  return node<YieldExpr>(begin, value, isFrom);
}

const Expr *ExpressionParser::expression() {
  Nest nest(tokens);
  if (!nest.allowed())
    return nullptr;
  if (at(Tok::KwLambda))
    return lambda();
  uint32_t begin = peek().begin;
  const Expr *value = disjunction();
  if (!value || !accept(Tok::KwIf))
    return value;
  const Expr *condition = disjunction();
  if (!condition ||
      !expect(Tok::KwElse, "and the other value of the conditional expression"))
    return nullptr;
  const Expr *otherwise = expression();
  if (!otherwise)
    return nullptr;
  return node<IfElseExpr>(begin, condition, value, otherwise);
}

bool ExpressionParser::expressionBehind(Tok token, const Expr *&out) {
  return !accept(token) || (out = expression());
}

const Expr *ExpressionParser::lambda() {
  uint32_t begin = take().begin;
  const Params *params = parameters.params(Tok::Colon, /*annotations=*/false);
  if (!params || !expect(Tok::Colon))
    return nullptr;
  const Expr *value = expression();
  return value ? node<LambdaExpr>(begin, params, value) : nullptr;
}

//===----------------------------------------------------------------------===//
// Logic and comparison
//===----------------------------------------------------------------------===//

/// Operands with `and` or `or` between them.
const Expr *ExpressionParser::boolOp(Tok keyword, ParseElement operand) {
  uint32_t begin = peek().begin;
  Exprs values = {operand()};
  if (!values[0] || !at(keyword))
    return values[0];
  while (accept(keyword)) {
    const Expr *value = operand();
    if (!value)
      return nullptr;
    values.push_back(value);
  }
  return node<BoolOpExpr>(begin, keyword == Tok::KwAnd, module.copy(values));
}

const Expr *ExpressionParser::disjunction() {
  return boolOp(Tok::KwOr, [&] { return conjunction(); });
}

const Expr *ExpressionParser::conjunction() {
  return boolOp(Tok::KwAnd, [&] { return inversion(); });
}

const Expr *ExpressionParser::inversion() {
  return at(Tok::KwNot) ? unary(UnaryOp::Not, [&] { return inversion(); })
                        : comparison();
}

static std::optional<CompareOp> comparisonOperator(Tok kind) {
  static constexpr std::pair<Tok, CompareOp> operators[] = {
      {Tok::EqualEqual, CompareOp::Eq}, {Tok::NotEqual, CompareOp::Ne},
      {Tok::Less, CompareOp::Lt},       {Tok::LessEqual, CompareOp::Le},
      {Tok::Greater, CompareOp::Gt},    {Tok::GreaterEqual, CompareOp::Ge},
      {Tok::KwIs, CompareOp::Is},       {Tok::KwIn, CompareOp::In},
      {Tok::KwNot, CompareOp::NotIn},
  };
  for (auto [token, op] : operators)
    if (token == kind)
      return op;
  return std::nullopt;
}

const Expr *ExpressionParser::comparison() {
  uint32_t begin = peek().begin;
  const Expr *lhs = binary(1);
  if (!lhs)
    return nullptr;
  llvm::SmallVector<CompareOp, 2> ops;
  Exprs operands;
  while (std::optional<CompareOp> found = comparisonOperator(peek().kind)) {
    CompareOp op = *found;
    take();
    if (op == CompareOp::NotIn && !expect(Tok::KwIn, "after 'not'"))
      return nullptr;
    if (op == CompareOp::Is && accept(Tok::KwNot))
      op = CompareOp::IsNot;
    const Expr *operand = binary(1);
    if (!operand)
      return nullptr;
    ops.push_back(op);
    operands.push_back(operand);
  }
  if (ops.empty())
    return lhs;
  return node<CompareExpr>(begin, lhs, module.copy(ops), module.copy(operands));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {

struct LeftAssociative {
  Tok token;
  BinaryOp op;
  unsigned precedence; // from 1
};

} // namespace

/// Null for any other token.
static const LeftAssociative *binaryOperator(Tok kind) {
  static constexpr LeftAssociative operators[] = {
      {Tok::Pipe, BinaryOp::BitOr, 1},
      {Tok::Caret, BinaryOp::BitXor, 2},
      {Tok::Ampersand, BinaryOp::BitAnd, 3},
      {Tok::ShiftLeft, BinaryOp::ShiftLeft, 4},
      {Tok::ShiftRight, BinaryOp::ShiftRight, 4},
      {Tok::Plus, BinaryOp::Add, 5},
      {Tok::Minus, BinaryOp::Sub, 5},
      {Tok::Star, BinaryOp::Mul, 6},
      {Tok::Slash, BinaryOp::Div, 6},
      {Tok::SlashSlash, BinaryOp::FloorDiv, 6},
      {Tok::Percent, BinaryOp::Mod, 6},
      {Tok::At, BinaryOp::MatMul, 6},
  };
  for (const LeftAssociative &entry : operators)
    if (entry.token == kind)
      return &entry;
  return nullptr;
}

const Expr *ExpressionParser::binary(unsigned precedence) {
  uint32_t begin = peek().begin;
  const Expr *lhs = factor();
  while (lhs) {
    const LeftAssociative *found = binaryOperator(peek().kind);
    if (!found || found->precedence < precedence)
      break;
    Token opToken = take();
    const Expr *rhs = binary(found->precedence + 1);
    if (!rhs)
      return nullptr;
    lhs = node<BinaryExpr>(begin, found->op, opToken.range(), lhs, rhs);
  }
  return lhs;
}

/// An operator in front of its operand.
const Expr *ExpressionParser::unary(UnaryOp op, ParseElement operand) {
  Nest nest(tokens);
  if (!nest.allowed())
    return nullptr;
  uint32_t begin = take().begin;
  const Expr *value = operand();
  return value ? node<UnaryExpr>(begin, op, value) : nullptr;
}

const Expr *ExpressionParser::factor() {
  auto operand = [&] { return factor(); };
  switch (peek().kind) {
  case Tok::Minus:
    return unary(UnaryOp::Neg, operand);
  case Tok::Plus:
    return unary(UnaryOp::Pos, operand);
  case Tok::Tilde:
    return unary(UnaryOp::Invert, operand);
  default:
    return power();
  }
}

/// Binds tighter than a sign on its left and weaker than one on its right.
const Expr *ExpressionParser::power() {
  uint32_t begin = peek().begin;
  const Expr *base = awaitPrimary();
  if (!base || !at(Tok::StarStar))
    return base;
  Nest nest(tokens);
  if (!nest.allowed())
    return nullptr;
  Token opToken = take();
  const Expr *exponent = factor();
  if (!exponent)
    return nullptr;
  return node<BinaryExpr>(begin, BinaryOp::Pow, opToken.range(), base,
                          exponent);
}

//===----------------------------------------------------------------------===//
// Attributes, calls and subscripts
//===----------------------------------------------------------------------===//

const Expr *ExpressionParser::awaitPrimary() {
  if (!at(Tok::KwAwait))
    return primary();
  uint32_t begin = take().begin;
  const Expr *value = primary();
  return value ? node<AwaitExpr>(begin, value) : nullptr;
}

const Expr *ExpressionParser::primary() {
  uint32_t begin = peek().begin;
  const Expr *value = displays.atom();
  while (value) {
    if (at(Tok::LeftParen)) {
      value = call(value, begin);
    } else if (at(Tok::LeftBracket)) {
      value = subscript(value, begin);
    } else if (accept(Tok::Dot)) {
      bool keyword = tokens.syntax == Syntax::Archive && isKeyword(peek().kind);
      if (!at(Tok::Name) && !keyword)
        return expected("the name of an attribute after '.'");
      Token name = take();
      value =
          node<AttributeExpr>(begin, value, tokens.intern(name), name.range());
    } else {
      break;
    }
  }
  return value;
}

const Expr *ExpressionParser::call(const Expr *callee, uint32_t begin) {
  Token open = take();
  Exprs args;
  llvm::SmallVector<Keyword, 4> keywords;
  if (!arguments(args, keywords, open))
    return nullptr;
  return node<CallExpr>(begin, callee, module.copy(args),
                        module.copy(keywords));
}

bool ExpressionParser::arguments(Exprs &args, Keywords &keywords,
                                 const Token &open) {
  while (!at(Tok::RightParen)) {
    if (!argument(args, keywords))
      return false;
    if (args.size() == 1 && keywords.empty() && atFor()) {
      // The call's brackets serve a generator that is the only argument.
      args[0] = displays.generatorTail(ComprehensionKind::Generator, open.begin,
                                       nullptr, args[0], Tok::RightParen, open);
      return args[0];
    }
    if (at(Tok::KwFor))
      return error(peek().range(), "expected brackets around a generator that "
                                   "is not the only argument, found 'for'");
    if (!accept(Tok::Comma))
      break;
  }
  if (!close(Tok::RightParen, open, "',' or "))
    return false;
  llvm::StringSet<> seen;
  for (const Keyword &keyword : keywords)
    if (!keyword.name.empty() && !seen.insert(keyword.name).second)
      return error(keyword.nameRange, "expected each keyword argument once, "
                                      "found '" +
                                          keyword.name + "' again");
  return true;
}

bool ExpressionParser::argument(Exprs &args, Keywords &keywords) {
  Token first = peek();
  if (accept(Tok::StarStar)) {
    keywords.push_back({"", {first.begin, first.begin}, expression()});
    return keywords.back().value;
  }
  if (first.kind == Tok::Name && peek(1).kind == Tok::Equal) {
    take();
    take();
    keywords.push_back({tokens.intern(first), first.range(), expression()});
    return keywords.back().value;
  }
  bool starred = accept(Tok::Star);
  const Expr *value = starred ? expression() : namedExpression();
  if (starred && value)
    value = node<StarredExpr>(first.begin, value);
  if (!value)
    return false;
  if (at(Tok::Equal))
    return error(value->range, "expected the name of a keyword argument before "
                               "'=', found an expression");
  if (!keywords.empty() && !starred)
    return error(value->range, "expected positional arguments before keyword "
                               "arguments, found one after them");
  if (!keywords.empty() && keywords.back().name.empty())
    return error(value->range, "expected '*' arguments before '**' arguments, "
                               "found one after them");
  args.push_back(value);
  return true;
}

const Expr *ExpressionParser::subscript(const Expr *value, uint32_t begin) {
  Token open = take();
  uint32_t indexBegin = peek().begin;
  const Expr *index = slice();
  if (!index)
    return nullptr;
  if (at(Tok::Comma) || index->kind == ExprKind::Starred) {
    Exprs elements = {index};
    while (accept(Tok::Comma) && !at(Tok::RightBracket)) {
      const Expr *element = slice();
      if (!element)
        return nullptr;
      elements.push_back(element);
    }
    index = makeTuple(indexBegin, elements);
    if (!index)
      return nullptr;
  }
  if (!close(Tok::RightBracket, open, "',' or "))
    return nullptr;
  return node<SubscriptExpr>(begin, value, index);
}

const Expr *ExpressionParser::slice() {
  uint32_t begin = peek().begin;
  const Expr *lower = nullptr;
  if (!at(Tok::Colon)) {
    bool isIndex = startsWalrus() || at(Tok::Star);
    lower = starNamedExpression();
    if (!lower || !at(Tok::Colon) || isIndex)
      return lower;
  }
  take();
  const Expr *bounds[2] = {nullptr, nullptr};
  for (const Expr *&bound : bounds) {
    if (!at(Tok::Colon) && !at(Tok::Comma) && !at(Tok::RightBracket)) {
      bound = expression();
      if (!bound)
        return nullptr;
    }
    if (&bound == &bounds[0] && !accept(Tok::Colon))
      break;
  }
  return node<SliceExpr>(begin, lower, bounds[0], bounds[1]);
}
