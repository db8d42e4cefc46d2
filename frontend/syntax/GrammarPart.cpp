//===- GrammarPart.cpp - A part of the parser -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/GrammarPart.h"

using namespace tine;
using namespace tine::ast;

bool GrammarPart::continuesList() {
  return accept(Tok::Comma) && startsExpression(peek().kind);
}

bool GrammarPart::moreElements(Exprs &elements, ParseElement element) {
  while (continuesList()) {
    const Expr *next = element();
    if (!next)
      return false;
    elements.push_back(next);
  }
  return true;
}

const Expr *GrammarPart::makeTuple(uint32_t begin, const Exprs &elements) {
  auto *tuple = make<TupleExpr>(since(begin));
  tuple->elements = module.copy<const Expr *>(elements);
  return seal(tuple, tuple->elements);
}

const Expr *GrammarPart::openTuple(ParseElement element) {
  uint32_t begin = peek().begin;
  Exprs elements = {element()};
  if (!elements[0] || !at(Tok::Comma))
    return elements[0];
  return moreElements(elements, element) ? makeTuple(begin, elements) : nullptr;
}

bool GrammarPart::tooHigh(Range range) {
  // The end is where the chain has become too long.
  uint32_t from = range.end > 0 ? range.end - 1 : 0;
  error({from, range.end},
        "nested too deeply: expected a chain of at most about " +
            llvm::Twine(maxTreeHeight) + " operations");
  return true;
}

//===----------------------------------------------------------------------===//
// Heights
//===----------------------------------------------------------------------===//

unsigned GrammarPart::heightOf(const FStringPart &part) {
  return std::max(heightOf(part.value), heightOf(part.spec));
}

unsigned GrammarPart::heightOf(const ComprehensionClause &clause) {
  return std::max({heightOf(clause.target), heightOf(clause.iterable),
                   heightOf(clause.conditions)});
}

unsigned GrammarPart::heightOf(const Params *params) {
  unsigned height = 0;
  for (const Param &param : params ? params->params : llvm::ArrayRef<Param>())
    height = std::max(
        {height, heightOf(param.annotation), heightOf(param.defaultValue)});
  return height;
}

unsigned GrammarPart::heightOf(const WithItem &item) {
  return std::max(heightOf(item.context), heightOf(item.target));
}

unsigned GrammarPart::heightOf(const ExceptHandler &handler) {
  return std::max(heightOf(handler.type), heightOf(handler.body));
}
