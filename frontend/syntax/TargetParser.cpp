//===- TargetParser.cpp - What is assigned to -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The targets of assignments, loops, `with` and `del`. Where a target cannot be
// told from an expression beforehand, it is parsed as one and checked.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ExpressionParser.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;
using llvm::Twine;

StringRef TargetParser::describe(const Expr *e) {
#define TINE_KIND(KIND, NAME, DESCRIPTION) DESCRIPTION,
  static constexpr const char *descriptions[] = {TINE_EXPRESSIONS(TINE_KIND)};
#undef TINE_KIND
  return descriptions[static_cast<size_t>(e->kind)];
}

/// The tree is not higher than `maxTreeHeight`, so the recursion is bounded.
bool TargetParser::check(const Expr *target, Use use) {
  bool several = use == Use::Assign || use == Use::Delete;
  if (several && llvm::isa<TupleExpr, ListExpr>(target)) {
    bool good = true;
    visitOperands(target, [&](const Expr *element) {
      const auto *starred = llvm::dyn_cast<StarredExpr>(element);
      if (starred && use == Use::Assign)
        element = starred->value;
      good = good && check(element, use);
    });
    return good;
  }
  if (llvm::isa<NameExpr, AttributeExpr, SubscriptExpr>(target))
    return true;
  static constexpr const char *wanted[] = {
      "something that can be assigned to",
      "a name, attribute or subscript before the operator",
      "a name, attribute or subscript before ':'",
      "something that can be deleted"};
  return error(target->range, Twine("expected ") +
                                  wanted[static_cast<size_t>(use)] +
                                  ", found " + describe(target));
}

const Expr *TargetParser::starTarget() {
  const Expr *target =
      at(Tok::Star) ? expressions.starExpression() : expressions.binary(1);
  if (!target)
    return nullptr;
  const auto *starred = llvm::dyn_cast<StarredExpr>(target);
  if (!check(starred ? starred->value : target, Use::Assign))
    return nullptr;
  return target;
}

const Expr *TargetParser::starTargets() {
  return openTuple([&] { return starTarget(); });
}
