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

StringRef TargetParser::describe(const Expr *e) {
  switch (e->kind) {
  case ExprKind::Name:
    return "a name";
  case ExprKind::Int:
  case ExprKind::Float:
  case ExprKind::Imaginary:
    return "a number";
  case ExprKind::String:
  case ExprKind::FString:
    return "a string";
  case ExprKind::Bool:
  case ExprKind::None:
  case ExprKind::Ellipsis:
    return "a constant";
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::BoolOp:
    return "an operation";
  case ExprKind::Compare:
    return "a comparison";
  case ExprKind::IfElse:
    return "a conditional expression";
  case ExprKind::Call:
    return "a function call";
  case ExprKind::Attribute:
    return "an attribute";
  case ExprKind::Subscript:
  case ExprKind::Slice:
    return "a subscript";
  case ExprKind::Tuple:
    return "a tuple";
  case ExprKind::List:
    return "a list";
  case ExprKind::Set:
    return "a set display";
  case ExprKind::Dict:
    return "a dict display";
  case ExprKind::Comprehension:
    return "a comprehension";
  case ExprKind::Starred:
    return "a starred expression";
  case ExprKind::Lambda:
    return "a lambda";
  case ExprKind::Walrus:
    return "an assignment expression";
  case ExprKind::Await:
    return "an await expression";
  case ExprKind::Yield:
    return "a yield expression";
  }
  return "an expression";
}

/// The tree is not higher than
/// `maxTreeHeight`, so the recursion is bounded.
bool TargetParser::check(const Expr *target, Use use) {
  StringRef wanted;
  llvm::ArrayRef<const Expr *> elements;
  bool isList = false;
  if (const auto *tuple = llvm::dyn_cast<TupleExpr>(target)) {
    elements = tuple->elements;
    isList = true;
  } else if (const auto *list = llvm::dyn_cast<ListExpr>(target)) {
    elements = list->elements;
    isList = true;
  }
  bool several = use == Use::Assign || use == Use::Delete;
  if (isList && several) {
    for (const Expr *element : elements) {
      const auto *starred = llvm::dyn_cast<StarredExpr>(element);
      if (starred && use == Use::Assign)
        element = starred->value;
      if (!check(element, use))
        return false;
    }
    return true;
  }
  if (target->kind == ExprKind::Name || target->kind == ExprKind::Attribute ||
      target->kind == ExprKind::Subscript)
    return true;
  switch (use) {
  case Use::Assign:
    wanted = "something that can be assigned to";
    break;
  case Use::AugAssign:
    wanted = "a name, attribute or subscript before the operator";
    break;
  case Use::Annotate:
    wanted = "a name, attribute or subscript before ':'";
    break;
  case Use::Delete:
    wanted = "something that can be deleted";
    break;
  }
  return error(target->range,
               "expected " + wanted + ", found " + describe(target));
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
