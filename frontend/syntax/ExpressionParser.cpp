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
  if (!value)
    return nullptr;
  auto *starred = make<StarredExpr>(since(begin));
  starred->value = value;
  return seal(starred, value);
}

bool ExpressionParser::startsWalrus() {
  return at(Tok::Name) && peek(1).kind == Tok::ColonEqual;
}

const Expr *ExpressionParser::namedExpression() {
  if (!startsWalrus())
    return expression();
  Token nameToken = take();
  auto *target = make<NameExpr>(nameToken.range());
  target->id = tokens.intern(tokens.text(nameToken.range()));
  take();
  const Expr *value = expression();
  if (!value)
    return nullptr;
  auto *walrus = make<WalrusExpr>(since(nameToken.begin));
  walrus->target = target;
  walrus->value = value;
  return seal(walrus, value);
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
  auto *result = make<YieldExpr>(since(begin));
  result->value = value;
  result->isFrom = isFrom;
  return seal(result, value);
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
  auto *result = make<IfElseExpr>(since(begin));
  result->condition = condition;
  result->thenValue = value;
  result->elseValue = otherwise;
  return seal(result, condition, value, otherwise);
}

const Expr *ExpressionParser::lambda() {
  uint32_t begin = take().begin;
  const Params *params = parameters.params(Tok::Colon, /*annotations=*/false);
  if (!params || !expect(Tok::Colon))
    return nullptr;
  const Expr *value = expression();
  if (!value)
    return nullptr;
  auto *result = make<LambdaExpr>(since(begin));
  result->params = params;
  result->body = value;
  return seal(result, params, value);
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
  auto *result = make<BoolOpExpr>(since(begin));
  result->isAnd = keyword == Tok::KwAnd;
  result->values = module.copy<const Expr *>(values);
  return seal(result, result->values);
}

const Expr *ExpressionParser::disjunction() {
  return boolOp(Tok::KwOr, [&] { return conjunction(); });
}

const Expr *ExpressionParser::conjunction() {
  return boolOp(Tok::KwAnd, [&] { return inversion(); });
}

const Expr *ExpressionParser::inversion() {
  if (!at(Tok::KwNot))
    return comparison();
  Nest nest(tokens);
  if (!nest.allowed())
    return nullptr;
  uint32_t begin = take().begin;
  const Expr *operand = inversion();
  if (!operand)
    return nullptr;
  auto *result = make<UnaryExpr>(since(begin));
  result->op = UnaryOp::Not;
  result->operand = operand;
  return seal(result, operand);
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
  auto *result = make<CompareExpr>(since(begin));
  result->lhs = lhs;
  result->ops = module.copy<CompareOp>(ops);
  result->rhs = module.copy<const Expr *>(operands);
  return seal(result, lhs, result->rhs);
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
    auto *result = make<BinaryExpr>(since(begin));
    result->op = found->op;
    result->opRange = opToken.range();
    result->lhs = lhs;
    result->rhs = rhs;
    lhs = seal(result, lhs, rhs);
  }
  return lhs;
}

const Expr *ExpressionParser::factor() {
  UnaryOp op;
  if (at(Tok::Minus))
    op = UnaryOp::Neg;
  else if (at(Tok::Plus))
    op = UnaryOp::Pos;
  else if (at(Tok::Tilde))
    op = UnaryOp::Invert;
  else
    return power();
  Nest nest(tokens);
  if (!nest.allowed())
    return nullptr;
  uint32_t begin = take().begin;
  const Expr *operand = factor();
  if (!operand)
    return nullptr;
  auto *result = make<UnaryExpr>(since(begin));
  result->op = op;
  result->operand = operand;
  return seal(result, operand);
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
  auto *result = make<BinaryExpr>(since(begin));
  result->op = BinaryOp::Pow;
  result->opRange = opToken.range();
  result->lhs = base;
  result->rhs = exponent;
  return seal(result, base, exponent);
}

//===----------------------------------------------------------------------===//
// Attributes, calls and subscripts
//===----------------------------------------------------------------------===//

const Expr *ExpressionParser::awaitPrimary() {
  if (!at(Tok::KwAwait))
    return primary();
  uint32_t begin = take().begin;
  const Expr *value = primary();
  if (!value)
    return nullptr;
  auto *result = make<AwaitExpr>(since(begin));
  result->value = value;
  return seal(result, value);
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
      Token nameToken = take();
      auto *attribute = make<AttributeExpr>(since(begin));
      attribute->value = value;
      attribute->name = tokens.intern(tokens.text(nameToken.range()));
      attribute->nameRange = nameToken.range();
      value = seal(attribute, value);
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
  auto *result = make<CallExpr>(since(begin));
  result->callee = callee;
  result->args = module.copy<const Expr *>(args);
  result->keywords = module.copy<Keyword>(keywords);
  return seal(result, callee, result->args, result->keywords);
}

bool ExpressionParser::arguments(Exprs &args, Keywords &keywords,
                                 const Token &open) {
  while (!at(Tok::RightParen)) {
    if (!argument(args, keywords))
      return false;
    if (args.size() == 1 && keywords.empty() &&
        (at(Tok::KwFor) || at(Tok::KwAsync))) {
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
    Keyword keyword;
    keyword.nameRange = {first.begin, first.begin};
    keyword.value = expression();
    keywords.push_back(keyword);
    return keyword.value;
  }
  if (first.kind == Tok::Name && peek(1).kind == Tok::Equal) {
    Keyword keyword;
    keyword.nameRange = first.range();
    keyword.name = tokens.intern(tokens.text(take().range()));
    take();
    keyword.value = expression();
    keywords.push_back(keyword);
    return keyword.value;
  }
  bool starred = at(Tok::Star);
  const Expr *value;
  if (starred) {
    take();
    const Expr *inner = expression();
    if (!inner)
      return false;
    auto *star = make<StarredExpr>(since(first.begin));
    star->value = inner;
    value = seal(star, inner);
  } else {
    value = namedExpression();
  }
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
  auto *result = make<SubscriptExpr>(since(begin));
  result->value = value;
  result->index = index;
  return seal(result, value, index);
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
  auto *result = make<SliceExpr>(since(begin));
  result->lower = lower;
  result->upper = bounds[0];
  result->step = bounds[1];
  return seal(result, lower, bounds[0], bounds[1]);
}
