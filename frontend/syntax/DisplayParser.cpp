//===- DisplayParser.cpp - Atoms, displays and comprehensions -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, literals, and what stands in brackets.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ExpressionParser.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cstdlib>

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;

const Expr *DisplayParser::atom() {
  Token token = peek();
  switch (token.kind) {
  case Tok::Name:
    take();
    return node<NameExpr>(token.begin, tokens.intern(token));
  case Tok::Int:
  case Tok::Float:
  case Tok::Imaginary:
    return number();
  case Tok::String:
    return strings.strings();
  case Tok::KwTrue:
  case Tok::KwFalse:
    take();
    return node<BoolExpr>(token.begin, token.kind == Tok::KwTrue);
  case Tok::KwNone:
    take();
    return node<NoneExpr>(token.begin);
  case Tok::Ellipsis:
    take();
    return node<EllipsisExpr>(token.begin);
  case Tok::LeftParen:
    return parenthesized();
  case Tok::LeftBracket:
    return listDisplay();
  case Tok::LeftBrace:
    return braceDisplay();
  default:
    return expected("an expression");
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static double toDouble(const std::string &digits) {
  double value = 0;
  auto [end, status] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // from_chars leaves the value alone if it is infinite or too small.
  if (status == std::errc::result_out_of_range)
    return std::strtod(digits.c_str(), nullptr);
  return value;
}

const Expr *DisplayParser::number() {
  Token token = take();
  std::string digits;
  for (char c : tokens.text(token.range()))
    if (c != '_')
      digits += c;
  if (token.kind == Tok::Float)
    return node<FloatExpr>(token.begin, toDouble(digits));
  if (token.kind == Tok::Imaginary) {
    digits.pop_back();
    return node<ImaginaryExpr>(token.begin, toDouble(digits));
  }
  unsigned radix = 10;
  StringRef rest = digits;
  if (rest.consume_front_insensitive("0x"))
    radix = 16;
  else if (rest.consume_front_insensitive("0o"))
    radix = 8;
  else if (rest.consume_front_insensitive("0b"))
    radix = 2;
  uint64_t value = 0;
  bool overflow = false;
  for (char c : rest) {
    uint64_t digit = llvm::hexDigitValue(c);
    overflow |= __builtin_mul_overflow(value, radix, &value);
    overflow |= __builtin_add_overflow(value, digit, &value);
  }
  bool fitsNegated = !overflow && value == uint64_t(1) << 63;
  overflow |= value > static_cast<uint64_t>(INT64_MAX);
  return node<IntExpr>(token.begin, static_cast<int64_t>(value), overflow,
                       fitsNegated);
}

//===----------------------------------------------------------------------===//
// Brackets
//===----------------------------------------------------------------------===//

/// A tuple, a generator, or an expression in parentheses, which leave no trace
/// in the tree.
const Expr *DisplayParser::parenthesized() {
  Token open = take();
  if (accept(Tok::RightParen))
    return makeTuple(open.begin, {});
  if (at(Tok::KwYield)) {
    const Expr *value = expressions.yield();
    return value && close(Tok::RightParen, open) ? value : nullptr;
  }
  auto element = [&] { return expressions.starNamedExpression(); };
  const Expr *first = element();
  if (!first)
    return nullptr;
  if (atFor())
    return generatorTail(ComprehensionKind::Generator, open.begin, nullptr,
                         first, Tok::RightParen, open);
  if (!at(Tok::Comma)) {
    if (!close(Tok::RightParen, open, "',' or "))
      return nullptr;
    if (first->kind == ExprKind::Starred)
      return error(first->range, "expected a comma after the only element of a "
                                 "tuple, found a starred expression alone");
    return first;
  }
  Exprs elements = {first};
  if (!moreElements(elements, element) ||
      !close(Tok::RightParen, open, "',' or "))
    return nullptr;
  return makeTuple(open.begin, elements);
}

const Expr *DisplayParser::listDisplay() {
  Token open = take();
  Exprs elements;
  if (!at(Tok::RightBracket)) {
    do {
      const Expr *element = expressions.starNamedExpression();
      if (!element)
        return nullptr;
      elements.push_back(element);
      if (elements.size() == 1 && atFor())
        return generatorTail(ComprehensionKind::List, open.begin, nullptr,
                             element, Tok::RightBracket, open);
    } while (continuesList());
  }
  if (!close(Tok::RightBracket, open, elements.empty() ? "" : "',' or "))
    return nullptr;
  return node<ListExpr>(open.begin, module.copy(elements));
}

/// A dict or a set; the first element decides.
const Expr *DisplayParser::braceDisplay() {
  Token open = take();
  Exprs keys, values;
  bool isDict = true;
  while (!at(Tok::RightBrace)) {
    const Expr *key = nullptr;
    bool unpacks = (isDict || values.empty()) && accept(Tok::StarStar);
    bool isElement = expressions.startsWalrus() || at(Tok::Star);
    const Expr *value =
        unpacks ? expressions.binary(1) : expressions.starNamedExpression();
    if (!value)
      return nullptr;
    if (values.empty())
      isDict = unpacks || (at(Tok::Colon) && !isElement);
    if (isDict && isElement)
      return error(value->range, "expected a key and its value, found " +
                                     TargetParser::describe(value));
    if (isDict && !unpacks) {
      key = value;
      if (!expect(Tok::Colon, "after the key"))
        return nullptr;
      value = expressions.expression();
      if (!value)
        return nullptr;
    }
    keys.push_back(key);
    values.push_back(value);
    if (values.size() == 1 && !unpacks && atFor())
      return generatorTail(isDict ? ComprehensionKind::Dict
                                  : ComprehensionKind::Set,
                           open.begin, key, value, Tok::RightBrace, open);
    if (!accept(Tok::Comma))
      break;
  }
  if (!close(Tok::RightBrace, open, values.empty() ? "" : "',' or "))
    return nullptr;
  if (!isDict)
    return node<SetExpr>(open.begin, module.copy(values));
  return node<DictExpr>(open.begin, module.copy(keys), module.copy(values));
}

//===----------------------------------------------------------------------===//
// Comprehensions
//===----------------------------------------------------------------------===//

const Expr *DisplayParser::generatorTail(ComprehensionKind form, uint32_t begin,
                                         const Expr *key, const Expr *element,
                                         Tok closing, const Token &open) {
  if (element->kind == ExprKind::Starred)
    return error(element->range, "expected one value for each step of the "
                                 "comprehension, found a starred expression");
  llvm::SmallVector<ComprehensionClause, 2> all;
  if (!clauses(all) || !close(closing, open))
    return nullptr;
  return node<ComprehensionExpr>(begin, form, key, element, module.copy(all));
}

bool DisplayParser::clauses(llvm::SmallVectorImpl<ComprehensionClause> &out) {
  while (atFor()) {
    ComprehensionClause clause;
    clause.isAsync = accept(Tok::KwAsync);
    if (!expect(Tok::KwFor, "after 'async'"))
      return false;
    clause.target = expressions.targets.starTargets();
    if (!clause.target || !expect(Tok::KwIn, "after the target of 'for'"))
      return false;
    clause.iterable = expressions.disjunction();
    if (!clause.iterable)
      return false;
    Exprs conditions;
    while (accept(Tok::KwIf)) {
      const Expr *condition = expressions.disjunction();
      if (!condition)
        return false;
      conditions.push_back(condition);
    }
    clause.conditions = module.copy(conditions);
    out.push_back(clause);
  }
  return true;
}
