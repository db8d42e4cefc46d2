//===- PatternParser.cpp - Patterns of match statements -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands behind `case`, and which names it may bind: each once, and in all
// alternatives the same.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/StatementParser.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace tine;
using namespace tine::ast;
using llvm::ArrayRef;
using llvm::StringRef;

Pattern *PatternParser::make(PatternKind kind, uint32_t begin,
                             const Patterns &parts) {
  Pattern made;
  made.kind = kind;
  made.range = since(begin);
  made.parts = module.copy(parts);
  return module.make(made);
}

Pattern *PatternParser::make(PatternKind kind, uint32_t begin,
                             const Expr *expr) {
  Pattern *made = make(kind, begin);
  made->exprs = module.copy(ArrayRef<const Expr *>(expr));
  return made;
}

const Pattern *PatternParser::patterns() {
  uint32_t begin = peek().begin;
  const Pattern *first = starPattern();
  if (first && at(Tok::Comma)) {
    Patterns elements = {first};
    if (!moreElements(elements))
      return nullptr;
    first = make(PatternKind::Sequence, begin, elements);
  } else if (first && first->kind == PatternKind::Star) {
    return expected("',' behind a pattern with '*'");
  }
  return first && checkNames(first) ? first : nullptr;
}

bool PatternParser::moreElements(Patterns &elements) {
  while (accept(Tok::Comma)) {
    if (at(Tok::Colon) || at(Tok::KwIf) || at(Tok::RightParen) ||
        at(Tok::RightBracket))
      break;
    const Pattern *next = starPattern();
    if (!next)
      return false;
    elements.push_back(next);
  }
  auto isStar = [](const Pattern *p) { return p->kind == PatternKind::Star; };
  if (llvm::count_if(elements, isStar) < 2)
    return true;
  return error(llvm::find_if(llvm::reverse(elements), isStar)[0]->range,
               "expected one pattern with '*' in a sequence, found several");
}

const Pattern *PatternParser::starPattern() {
  uint32_t begin = peek().begin;
  if (!accept(Tok::Star))
    return pattern();
  StringRef name;
  if (!variable(name))
    return nullptr;
  Pattern *star = make(PatternKind::Star, begin);
  star->name = name;
  return star;
}

bool PatternParser::variable(StringRef &out) {
  if (!tokens.name(out, "the name of a variable"))
    return false;
  if (out == "_")
    out = "";
  return true;
}

const Pattern *PatternParser::pattern() {
  Nest nest(tokens);
  if (!nest.allowed())
    return nullptr;
  uint32_t begin = peek().begin;
  const Pattern *first = orPattern();
  if (!first || !accept(Tok::KwAs))
    return first;
  Token token = peek();
  StringRef name;
  if (!variable(name))
    return nullptr;
  if (name.empty())
    return error(token.range(), "expected a name after 'as', found '_'");
  Pattern *result = make(PatternKind::As, begin, {first});
  result->name = name;
  return result;
}

const Pattern *PatternParser::orPattern() {
  uint32_t begin = peek().begin;
  Patterns alternatives;
  do {
    const Pattern *next = closedPattern();
    if (!next)
      return nullptr;
    alternatives.push_back(next);
  } while (accept(Tok::Pipe));
  return alternatives.size() == 1 ? alternatives[0]
                                  : make(PatternKind::Or, begin, alternatives);
}

const Pattern *PatternParser::closedPattern() {
  switch (peek().kind) {
  case Tok::Name:
    return named();
  case Tok::LeftParen:
  case Tok::LeftBracket:
    return inBrackets();
  case Tok::LeftBrace:
    return mapping();
  case Tok::Minus:
  case Tok::Int:
  case Tok::Float:
  case Tok::Imaginary:
  case Tok::String:
  case Tok::KwNone:
  case Tok::KwTrue:
  case Tok::KwFalse:
    return literal();
  default:
    return expected("a pattern");
  }
}

/// What a sign may stand in front of.
static const Expr *withoutSign(const Expr *e) {
  auto *unary = llvm::dyn_cast<UnaryExpr>(e);
  return unary && unary->op == UnaryOp::Neg ? unary->operand : e;
}

/// Whether two literals are known to be equal.
static bool areSame(const Expr *a, const Expr *b) {
  if (withoutSign(a) != a && withoutSign(b) != b)
    return areSame(withoutSign(a), withoutSign(b));
  auto *text = llvm::dyn_cast<StringExpr>(a);
  auto *otherText = llvm::dyn_cast<StringExpr>(b);
  if (text && otherText)
    return text->isBytes == otherText->isBytes &&
           text->value == otherText->value;
  auto number = [](const Expr *e) -> std::optional<double> {
    if (auto *integer = llvm::dyn_cast<IntExpr>(e))
      return static_cast<double>(integer->value);
    if (auto *real = llvm::dyn_cast<FloatExpr>(e))
      return real->value;
    if (auto *truth = llvm::dyn_cast<BoolExpr>(e))
      return truth->value;
    return std::nullopt;
  };
  if (number(a) && number(b))
    return number(a) == number(b);
  return llvm::isa<NoneExpr>(a) && llvm::isa<NoneExpr>(b);
}

const Pattern *PatternParser::literal() {
  constexpr unsigned additions = 5; // in the order of operators
  uint32_t begin = peek().begin;
  const Expr *value = expressions.binary(additions);
  if (!value)
    return nullptr;
  auto *sum = llvm::dyn_cast<BinaryExpr>(value);
  bool isComplex = sum &&
                   (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
                   llvm::isa<IntExpr, FloatExpr>(withoutSign(sum->lhs)) &&
                   llvm::isa<ImaginaryExpr>(sum->rhs);
  if (!isComplex && !llvm::isa<StringExpr, NoneExpr, BoolExpr>(value) &&
      !llvm::isa<IntExpr, FloatExpr, ImaginaryExpr>(withoutSign(value)))
    return error(value->range, "expected a literal or a name with a dot as a "
                               "pattern; compare other values in 'if'");
  return make(PatternKind::Value, begin, value);
}

const Expr *PatternParser::dottedName() {
  uint32_t begin = peek().begin;
  StringRef id;
  if (!tokens.name(id, "a name"))
    return nullptr;
  const Expr *value = node<NameExpr>(begin, id);
  while (value && accept(Tok::Dot)) {
    Range range = peek().range();
    if (!tokens.name(id, "the name of an attribute"))
      return nullptr;
    value = node<AttributeExpr>(begin, value, id, range);
  }
  return value;
}

/// A variable, a value or a class.
const Pattern *PatternParser::named() {
  uint32_t begin = peek().begin;
  const Expr *value = dottedName();
  if (!value)
    return nullptr;
  if (at(Tok::LeftParen))
    return classPattern(value, begin);
  auto *name = llvm::dyn_cast<NameExpr>(value);
  if (!name)
    return make(PatternKind::Value, begin, value);
  Pattern *result = make(PatternKind::Capture, begin);
  if (name->id != "_")
    result->name = name->id;
  return result;
}

/// A sequence, or a pattern in parentheses.
const Pattern *PatternParser::inBrackets() {
  Token open = take();
  bool isList = open.kind == Tok::LeftBracket, isSequence = isList;
  Tok closing = isList ? Tok::RightBracket : Tok::RightParen;
  Patterns elements;
  if (at(closing)) {
    isSequence = true;
  } else {
    const Pattern *first = starPattern();
    if (!first)
      return nullptr;
    elements.push_back(first);
    isSequence |= at(Tok::Comma);
    if (!isSequence && first->kind == PatternKind::Star)
      return expected("',' behind a pattern with '*'");
    if (!moreElements(elements))
      return nullptr;
  }
  if (!close(closing, open, "',' or "))
    return nullptr;
  return isSequence ? make(PatternKind::Sequence, open.begin, elements)
                    : elements[0];
}

const Pattern *PatternParser::mapping() {
  Token open = take();
  Exprs keys;
  Patterns values;
  StringRef rest;
  while (!at(Tok::RightBrace) && rest.empty()) {
    if (accept(Tok::StarStar)) {
      Token token = peek();
      if (!variable(rest))
        return nullptr;
      if (rest.empty())
        return error(token.range(), "expected a name after '**', found '_'");
    } else {
      const Pattern *key = at(Tok::Name) ? named() : literal();
      if (!key)
        return nullptr;
      if (key->kind != PatternKind::Value)
        return error(key->range,
                     "expected a literal or a name with a dot as a key");
      if (llvm::any_of(keys, [&](const Expr *other) {
            return areSame(other, key->exprs[0]);
          }))
        return error(key->range, "mapping pattern checks duplicate key");
      const Pattern *value =
          expect(Tok::Colon, "and a pattern") ? pattern() : nullptr;
      if (!value)
        return nullptr;
      keys.push_back(key->exprs[0]);
      values.push_back(value);
    }
    if (!accept(Tok::Comma))
      break;
  }
  if (!close(Tok::RightBrace, open, rest.empty() ? "',' or " : ""))
    return nullptr;
  Pattern *result = make(PatternKind::Mapping, open.begin, values);
  result->name = rest;
  result->exprs = module.copy(keys);
  return result;
}

const Pattern *PatternParser::classPattern(const Expr *type, uint32_t begin) {
  Token open = take();
  Patterns parts;
  llvm::SmallVector<StringRef, 4> keywords;
  while (!at(Tok::RightParen)) {
    Token token = peek();
    if (at(Tok::Name) && peek(1).kind == Tok::Equal) {
      StringRef keyword;
      tokens.name(keyword, "a name");
      take();
      if (llvm::is_contained(keywords, keyword))
        return error(token.range(), "attribute name repeated in class "
                                    "pattern: '" +
                                        keyword + "'");
      keywords.push_back(keyword);
    }
    const Pattern *part = pattern();
    if (!part)
      return nullptr;
    if (token.begin == part->range.begin && !keywords.empty())
      return error(part->range,
                   "expected 'NAME=' and a pattern behind those with names");
    parts.push_back(part);
    if (!accept(Tok::Comma))
      break;
  }
  if (!close(Tok::RightParen, open, "',' or "))
    return nullptr;
  Pattern *result = make(PatternKind::Class, begin, type);
  result->keywords = module.copy(keywords);
  result->parts = module.copy(parts);
  return result;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The variables that it binds; of alternatives those of the first.
static void addNames(const Pattern *pattern,
                     llvm::SmallVectorImpl<StringRef> &names) {
  if (!pattern->name.empty())
    names.push_back(pattern->name);
  auto parts = pattern->parts;
  for (const Pattern *part :
       pattern->kind == PatternKind::Or ? parts.take_front() : parts)
    addNames(part, names);
}

/// The first use of a variable that is among the names, in front of a dot or as
/// a class; null without one.
static const Expr *findRead(const Pattern *pattern, ArrayRef<StringRef> names) {
  for (const Expr *expr : pattern->exprs) {
    const Expr *root = expr;
    while (auto *attribute = llvm::dyn_cast<AttributeExpr>(root))
      root = attribute->value;
    auto *name = llvm::dyn_cast<NameExpr>(root);
    if (name && llvm::is_contained(names, name->id))
      return root;
  }
  for (const Pattern *part : pattern->parts)
    if (const Expr *read = findRead(part, names))
      return read;
  return nullptr;
}

/// Whether it matches anything.
static bool isIrrefutable(const Pattern *pattern) {
  switch (pattern->kind) {
  case PatternKind::Capture:
    return true;
  case PatternKind::As:
  case PatternKind::Or:
    return isIrrefutable(pattern->parts.back());
  default:
    return false;
  }
}

bool PatternParser::checkNames(const Pattern *pattern) {
  llvm::SmallVector<StringRef, 8> names;
  addNames(pattern, names);
  llvm::sort(names);
  auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    return error(pattern->range,
                 "multiple assignments to name '" + *twice + "' in pattern");
  if (const Expr *read = findRead(pattern, names))
    return error(read->range, "a pattern that reads the name it binds is not "
                              "supported; bind another name");
  if (pattern->kind == PatternKind::Or)
    for (const Pattern *part : pattern->parts) {
      llvm::SmallVector<StringRef, 8> own;
      addNames(part, own);
      llvm::sort(own);
      if (own != names)
        return error(part->range, "alternative patterns bind different names");
      if (isIrrefutable(part) && part != pattern->parts.back())
        return error(part->range, "this pattern matches anything, which makes "
                                  "the remaining alternatives unreachable");
    }
  return llvm::all_of(pattern->parts,
                      [&](const Pattern *part) { return checkNames(part); });
}
