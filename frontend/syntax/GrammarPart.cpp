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
  return node<TupleExpr>(begin, module.copy(elements));
}

const Expr *GrammarPart::openTuple(ParseElement element) {
  uint32_t begin = peek().begin;
  Exprs elements = {element()};
  if (!elements[0] || !at(Tok::Comma))
    return elements[0];
  return moreElements(elements, element) ? makeTuple(begin, elements) : nullptr;
}

GrammarPart::Failure GrammarPart::tooHigh(Range range) {
  // The end is where the chain has become too long.
  uint32_t from = range.end > 0 ? range.end - 1 : 0;
  return error({from, range.end},
               "nested too deeply: expected a chain of at most about " +
                   llvm::Twine(maxTreeHeight) + " operations");
}
