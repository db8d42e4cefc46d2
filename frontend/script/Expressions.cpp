//===- Expressions.cpp - Types of scripted expressions --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an expression of a scripted function gives, but for calls.
//
//===----------------------------------------------------------------------===//

#include "frontend/script/Function.h"
#include "frontend/syntax/Visit.h"

using namespace tine;
using namespace tine::ast;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

namespace tine::elaborate {

bool ScriptFunction::isBuiltin(StringRef name) const {
  return !find(name, frames.size()) &&
         !program.names.isOwn(name, def.range.begin);
}

bool ScriptFunction::isSelf(const Expr *e) const {
  auto *name = dyn_cast<NameExpr>(e);
  return name && scripted.hasSelf && scripted.owner &&
         !def.params->params.empty() && def.params->params[0].name == name->id;
}

//===----------------------------------------------------------------------===//
// Names and displays
//===----------------------------------------------------------------------===//

/// Python's functions that TorchScript has not, as tests of each have shown.
static bool isMissingInScript(StringRef name) {
  static const std::set<StringRef> names = {
      "aiter",   "anext",   "ascii",      "breakpoint", "callable", "compile",
      "delattr", "dir",     "eval",       "exec",       "format",   "globals",
      "input",   "iter",    "issubclass", "locals",     "next",     "open",
      "repr",    "setattr", "vars"};
  return names.count(name);
}

Type ScriptFunction::name(const NameExpr *e) {
  if (const ScriptVariable *variable = find(e->id, frames.size())) {
    if (!variable->conflict.empty() && missed.insert(e->id).second)
      report(e->range, "variable '" + e->id + "' " + variable->conflict);
    return variable->type;
  }
  const ScriptNames &names = program.names;
  bool isLater = false;
  if (const FunctionDefStmt *other = names.function(e->id, def.range.begin))
    isLater = other->range.begin > def.range.end && !def.decorators.empty() &&
              names.function(def.name, def.range.begin) == &def;
  std::string message;
  if (isLater)
    message = ("name '" + e->id + "' is not defined yet where '" + def.name +
               "' is scripted")
                  .str();
  else if (names.isPlainValue(e->id, def.range.begin))
    message = ("'" + e->id +
               "' is a global variable, which TorchScript cannot read; pass it "
               "as an argument, or make it a constant of the module")
                  .str();
  else if (isBuiltin(e->id) && isMissingInScript(e->id))
    message = ("'" + e->id + "' is not supported in TorchScript").str();
  else if (!names.isKnown(e->id, def.range.begin))
    message = ("name '" + e->id + "' is not defined").str();
  if (message.empty() || !missed.insert(e->id).second)
    return unknown();
  SmallVector<StringRef> near;
  for (const Frame &frame : frames)
    for (auto &entry : frame)
      near.push_back(entry.first);
  std::string hint = StringRef(message).ends_with("is not defined")
                         ? nearestName(e->id, near)
                         : "";
  report(e->range,
         message + (hint.empty() ? "" : "; did you mean '" + hint + "'?"));
  return unknown();
}

Type ScriptFunction::list(const ListExpr *e) {
  Type element;
  for (const Expr *item : e->elements) {
    Type type = expr(item);
    if (!element)
      element = type;
    else if (isUnknown(type) || certainlyDiffer(element, type) ||
             element->kind != type->kind)
      element = unknown();
  }
  bool isStarred = llvm::any_of(e->elements, llvm::IsaPred<StarredExpr>);
  return isStarred ? unknown()
                   : makeType(TypeKind::List, {element ? element : unknown()});
}

Type ScriptFunction::dict(const DictExpr *e) {
  Type key, value;
  auto merge = [&](Type &type, const Expr *part) {
    Type next = expr(part);
    type = !type || type->kind == next->kind ? next : unknown();
  };
  for (auto [k, v] : llvm::zip_equal(e->keys, e->values)) {
    merge(key, k);
    merge(value, v);
  }
  bool isEmpty = e->keys.empty();
  return makeType(TypeKind::Dict,
                  {isEmpty ? unknown() : key, isEmpty ? unknown() : value});
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

void ScriptFunction::reportOperands(StringRef op, const Type &a, const Type &b,
                                    Range range) {
  report(range, "unsupported operand types for " + op + ": '" + toString(a) +
                    "' and '" + toString(b) + "'");
}

Type ScriptFunction::binary(const BinaryExpr *e) {
  Type a = expr(e->lhs), b = expr(e->rhs);
  Type result = typeOfBinary(e->op, a, b);
  if (!result)
    reportOperands(spelling(e->op), a, b, e->range);
  return result ? result : unknown();
}

Type ScriptFunction::compare(const CompareExpr *e) {
  Type left = expr(e->lhs), result;
  for (auto [op, operand] : llvm::zip_equal(e->ops, e->rhs)) {
    Type right = expr(operand);
    result = typeOfCompare(op, left, right);
    if (!result) {
      reportOperands(spelling(op), left, right, e->range);
      return unknown();
    }
    left = right;
  }
  return e->ops.size() == 1 ? result : unknown();
}

Type ScriptFunction::choice(const IfElseExpr *e) {
  switch (condition(e->condition)) {
  case Decision::True:
    return expr(e->thenValue);
  case Decision::False:
    return expr(e->elseValue);
  case Decision::Unsure:
    return unknown();
  case Decision::Run:
    break;
  }
  Type a = expr(e->thenValue), b = expr(e->elseValue);
  if (certainlyDiffer(a, b)) {
    report(e->range, "the values of this 'if' have types '" + toString(a) +
                         "' and '" + toString(b) + "'");
    return unknown();
  }
  return a->kind == b->kind ? a : unknown();
}

Type ScriptFunction::subscript(const SubscriptExpr *e) {
  Type base = expr(e->value), index = expr(e->index);
  Type result = typeOfSubscript(base, e->index, index);
  if (result)
    return result;
  if (base->kind == TypeKind::Tuple)
    report(e->range, "tuple index out of range");
  else if (typeOfSubscript(base, e->index, unknown()))
    report(e->range, "a value of type '" + toString(base) +
                         "' cannot be indexed by a value of type '" +
                         toString(index) + "'");
  else
    report(e->range,
           "a value of type '" + toString(base) + "' cannot be indexed");
  return unknown();
}

Type ScriptFunction::comprehension(const ComprehensionExpr *e) {
  const ComprehensionClause &clause = e->clauses[0];
  std::optional<Type> item = elementOf(clause.iterable);
  frames.emplace_back();
  assign(clause.target, item ? *item : unknown(), clause.iterable->range);
  Type key = e->key ? expr(e->key) : unknown();
  Type value = expr(e->element);
  frames.pop_back();
  if (e->form == ComprehensionKind::List)
    return makeType(TypeKind::List, {value});
  return e->form == ComprehensionKind::Dict
             ? makeType(TypeKind::Dict, {key, value})
             : unknown();
}

bool ScriptFunction::hasAttribute(StringRef attribute) const {
  std::string name = attribute.str();
  return scripted.attributes.count(name) || attribute.starts_with("__") ||
         llvm::any_of(scripted.owner->order, [&](const ClassInfo *info) {
           return info->members.count(name) || info->fields.types.count(name) ||
                  info->fields.defaults.count(name) ||
                  info->members.count("__getattr__");
         });
}

Type ScriptFunction::attribute(const AttributeExpr *e) {
  if (isSelf(e->value) && !scripted.attributes.empty()) {
    if (!hasAttribute(e->name))
      report(e->range, "'" + scripted.owner->name +
                           "' object has no attribute '" + e->name + "'");
    return unknown();
  }
  return attributeOf(e, expr(e->value));
}

Type ScriptFunction::attributeOf(const AttributeExpr *e, const Type &base) {
  if (Type type = typeOfAttribute(base, e->name))
    return type;
  if (base->kind == TypeKind::Optional)
    report(e->range, "an Optional has no attribute '" + e->name +
                         "'; test 'is not None' first");
  else if (base->kind == TypeKind::Tensor)
    report(e->range, "'Tensor' has no attribute or method '" + e->name + "'");
  else
    report(e->range, "a value of type '" + toString(base) +
                         "' has no attribute '" + e->name + "'");
  return unknown();
}

Type ScriptFunction::expr(const Expr *e) {
  switch (e->kind) {
  case ExprKind::Name:
    return name(cast<NameExpr>(e));
  case ExprKind::Unary: {
    auto *unary = cast<UnaryExpr>(e);
    if (unary->op == UnaryOp::Not) {
      condition(e);
      return makeType(TypeKind::Bool);
    }
    Type operand = expr(unary->operand);
    Type result = typeOfUnary(unary->op, operand);
    if (!result)
      report(e->range, "bad operand of type '" + toString(operand) +
                           "' for this operator");
    return result ? result : unknown();
  }
  case ExprKind::Binary:
    return binary(cast<BinaryExpr>(e));
  case ExprKind::BoolOp:
    condition(e);
    return makeType(TypeKind::Bool);
  case ExprKind::Compare:
    return compare(cast<CompareExpr>(e));
  case ExprKind::IfElse:
    return choice(cast<IfElseExpr>(e));
  case ExprKind::Call:
    return call(cast<CallExpr>(e));
  case ExprKind::Attribute:
    return attribute(cast<AttributeExpr>(e));
  case ExprKind::Subscript:
    return subscript(cast<SubscriptExpr>(e));
  case ExprKind::List:
    return list(cast<ListExpr>(e));
  case ExprKind::Dict:
    return dict(cast<DictExpr>(e));
  case ExprKind::Comprehension:
    return comprehension(cast<ComprehensionExpr>(e));
  case ExprKind::Tuple: {
    std::vector<Type> types;
    for (const Expr *item : cast<TupleExpr>(e)->elements)
      types.push_back(expr(item));
    bool isStarred =
        llvm::any_of(cast<TupleExpr>(e)->elements, llvm::IsaPred<StarredExpr>);
    return isStarred ? unknown() : makeType(TypeKind::Tuple, types);
  }
  default:
    visitOperands(e, [&](const Expr *operand) {
      if (operand)
        expr(operand);
    });
    return typeOfLiteral(e);
  }
}

} // namespace tine::elaborate
