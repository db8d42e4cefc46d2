//===- Statements.cpp - Statements of scripted functions ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables, what sets them, branches and loops, in the order in which
// TorchScript compiles them.
//
//===----------------------------------------------------------------------===//

#include "frontend/script/Function.h"
#include "frontend/syntax/Exits.h"

using namespace tine;
using namespace tine::ast;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::StringRef;
using llvm::Twine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

const ScriptVariable *ScriptFunction::find(StringRef name, size_t depth) const {
  for (size_t i = depth; i-- > 0;)
    if (auto it = frames[i].find(name); it != frames[i].end())
      return &it->second;
  return nullptr;
}

void ScriptFunction::forget(const Stmt *s) {
  visitSet(s, [&](StringRef name) { frames.back()[name] = {unknown()}; });
}

void ScriptFunction::setName(StringRef name, Type type, Range range) {
  const ScriptVariable *outer = find(name, frames.size() - 1);
  if (outer && outer->conflict.empty() &&
      neverConverts(type, outer->type, Place::Variable)) {
    report(range, "variable '" + name + "' previously had type '" +
                      toString(outer->type) +
                      "' but is now being assigned a value of type '" +
                      toString(type) + "'; use another name");
    type = unknown();
  }
  // Numbers are converted to what a branch or loop around has.
  if (outer && !isUnknown(outer->type) && type->kind != outer->type->kind &&
      outer->type->kind != TypeKind::Optional)
    type = outer->type;
  // Whether an Optional has a value, the tests of it tell.
  if (type->kind == TypeKind::Optional && tested.count(name))
    type = unknown();
  frames.back()[name] = {std::move(type)};
}

void ScriptFunction::assign(const Expr *target, const Type &type, Range range) {
  if (auto *name = dyn_cast<NameExpr>(target))
    return setName(name->id, type, range);
  ArrayRef<const Expr *> parts;
  if (auto *tuple = dyn_cast<TupleExpr>(target))
    parts = tuple->elements;
  else if (auto *list = dyn_cast<ListExpr>(target))
    parts = list->elements;
  else if (auto *sub = dyn_cast<SubscriptExpr>(target))
    return setItem(sub, type);
  else if (auto *attribute = dyn_cast<AttributeExpr>(target))
    return setAttribute(attribute);
  if (parts.empty())
    return;
  bool isKnown = type->kind == TypeKind::Tuple &&
                 llvm::none_of(parts, llvm::IsaPred<StarredExpr>);
  if (isKnown && type->elements.size() != parts.size())
    report(range, "expected " + Twine(parts.size()) +
                      " values to unpack but got " +
                      Twine(type->elements.size()));
  else if (isNumberType(type) || type->kind == TypeKind::Str ||
           type->kind == TypeKind::Tensor || type->kind == TypeKind::Dict ||
           type->kind == TypeKind::None || type->kind == TypeKind::Optional)
    report(range, "a value of type '" + toString(type) +
                      "' cannot be unpacked in TorchScript");
  Type element = type->kind == TypeKind::List ? type->elements[0] : unknown();
  bool fits = isKnown && type->elements.size() == parts.size();
  for (auto [i, part] : llvm::enumerate(parts)) {
    auto *star = dyn_cast<StarredExpr>(part);
    assign(star ? star->value : part,
           star   ? unknown()
           : fits ? type->elements[i]
                  : element,
           range);
  }
}

void ScriptFunction::setItem(const SubscriptExpr *target, const Type &type) {
  Type base = expr(target->value);
  Type index = expr(target->index);
  if (isUnknown(base))
    return;
  bool hasItems = base->kind == TypeKind::List ||
                  base->kind == TypeKind::Dict ||
                  base->kind == TypeKind::Tensor;
  if (!hasItems)
    return report(target->range, "elements of a value of type '" +
                                     toString(base) + "' cannot be assigned");
  if (base->kind == TypeKind::Tensor)
    return;
  bool isDict = base->kind == TypeKind::Dict;
  if (isDict && neverConverts(index, base->elements[0], Place::Variable))
    return report(target->index->range, "a dict of type '" + toString(base) +
                                            "' has no key of type '" +
                                            toString(index) + "'");
  const Type &element = base->elements[isDict];
  if (!isa<SliceExpr>(target->index) &&
      (type->kind == TypeKind::Str || element->kind == TypeKind::Str) &&
      certainlyDiffer(type, element))
    report(target->range, "cannot put a value of type '" + toString(type) +
                              "' into a value of type '" + toString(base) +
                              "'");
}

void ScriptFunction::setAttribute(const AttributeExpr *target) {
  if (isSelf(target->value) && !scripted.attributes.empty()) {
    if (!hasAttribute(target->name))
      report(target->range, "a module cannot get a new attribute '" +
                                target->name +
                                "' in TorchScript; set it in __init__");
    return;
  }
  Type base = expr(target->value);
  if (isUnknown(base))
    return;
  report(target->range, "a value of type '" + toString(base) +
                            "' has no attribute '" + target->name +
                            "' that TorchScript can set");
}

//===----------------------------------------------------------------------===//
// Simple statements
//===----------------------------------------------------------------------===//

void ScriptFunction::mustBecome(const Type &from, const Type &to, Place place,
                                Range range, const Twine &what) {
  if (neverConverts(from, to, place))
    report(range, "expected a value of type '" + toString(to) + "' for " +
                      what + " but instead found type '" + toString(from) +
                      "'");
}

static bool isEmptyList(const Expr *e) {
  auto *list = dyn_cast_or_null<ListExpr>(e);
  return list && list->elements.empty();
}

/// What a variable gets: an empty list is one of tensors, unless the variable
/// has a list already.
Type ScriptFunction::valueOf(const AssignStmt *s) {
  Type type = expr(s->value);
  auto *name = dyn_cast<NameExpr>(s->targets[0]);
  bool isNew = name && !find(name->id, frames.size());
  return isEmptyList(s->value) && isNew
             ? makeType(TypeKind::List, {makeType(TypeKind::Tensor)})
             : type;
}

void ScriptFunction::declare(const AnnAssignStmt *s) {
  Type value = expr(s->value);
  auto *name = dyn_cast<NameExpr>(s->target);
  if (!name)
    return;
  Type type = annotation(s->annotation);
  mustBecome(value, type, Place::Declared, s->value->range,
             "the variable '" + name->id + "'");
  // What is not known may be of a loop that has ended.
  const ScriptVariable *outer = find(name->id, frames.size() - 1);
  if (outer && !isUnknown(outer->type))
    return report(s->range, "'" + name->id +
                                "' cannot be declared again in a branch or "
                                "loop; leave out its type");
  frames.back()[name->id] = {tested.count(name->id) ? unknown() : type};
}

void ScriptFunction::change(const AugAssignStmt *s) {
  Type old = expr(s->target);
  Type operand = expr(s->value);
  Type result =
      old->kind == TypeKind::List ? old : typeOfBinary(s->op, old, operand);
  if (!result) {
    reportOperands(spelling(s->op), old, operand, s->range);
    result = unknown();
  }
  if (auto *name = dyn_cast<NameExpr>(s->target))
    setName(name->id, result, s->range);
}

void ScriptFunction::give(const ReturnStmt *s) {
  Type type = s->value ? expr(s->value) : makeType(TypeKind::None);
  if (returns)
    return mustBecome(type, returns, Place::Returned, s->range,
                      "the return value");
  if (!returned || returned->kind == TypeKind::None) {
    returned = type;
  } else if (certainlyDiffer(type, returned)) {
    report(s->range,
           "the previous 'return' gave a value of type '" + toString(returned) +
               "' but this one gives a value of type '" + toString(type) + "'");
  }
}

void ScriptFunction::fail(const RaiseStmt *s) {
  auto *call = dyn_cast<CallExpr>(s->exception);
  Type type = expr(call ? call->callee : s->exception);
  if (call)
    for (const Expr *argument : call->args)
      expr(argument);
  if (!isUnknown(type))
    report(s->range, "only exceptions can be raised");
}

void ScriptFunction::remove(const Expr *target, Range range) {
  if (isa<NameExpr>(target)) {
    expr(target);
    return;
  }
  if (isa<AttributeExpr>(target))
    return report(target->range, "TorchScript cannot delete attributes");
  auto *element = dyn_cast<SubscriptExpr>(target);
  if (!element)
    return;
  Type base = expr(element->value);
  if (!isUnknown(base) && base->kind != TypeKind::List &&
      base->kind != TypeKind::Dict)
    report(range, "'del' takes variables and elements of lists and dicts");
  else if (isa<SliceExpr>(element->index))
    report(target->range, "TorchScript deletes single elements only");
}

void ScriptFunction::simple(const Stmt *s) {
  switch (s->kind) {
  case StmtKind::Expr:
    if (isa<EllipsisExpr>(cast<ExprStmt>(s)->value))
      report(s->range, "TorchScript has no '...' as a statement; use 'pass'");
    else if (!isa<StringExpr>(cast<ExprStmt>(s)->value))
      expr(cast<ExprStmt>(s)->value);
    return;
  case StmtKind::Assign: {
    auto *assignment = cast<AssignStmt>(s);
    Type type = valueOf(assignment);
    if (assignment->typeComment)
      type = unknown();
    for (const Expr *target : assignment->targets)
      assign(target, type, assignment->value->range);
    return;
  }
  case StmtKind::AnnAssign:
    return declare(cast<AnnAssignStmt>(s));
  case StmtKind::AugAssign:
    return change(cast<AugAssignStmt>(s));
  case StmtKind::Return:
    return give(cast<ReturnStmt>(s));
  case StmtKind::Raise:
    return fail(cast<RaiseStmt>(s));
  case StmtKind::Assert:
    condition(cast<AssertStmt>(s)->condition);
    if (cast<AssertStmt>(s)->message)
      expr(cast<AssertStmt>(s)->message);
    return;
  case StmtKind::Delete:
    for (const Expr *target : cast<DeleteStmt>(s)->targets)
      remove(target, s->range);
    return forget(s);
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

bool ScriptFunction::block(Block body) {
  for (const Stmt *s : body) {
    bool goesOn = stmt(s);
    if (isLost || !goesOn)
      return false;
  }
  return true;
}

bool ScriptFunction::stmt(const Stmt *s) {
  switch (s->kind) {
  case StmtKind::If:
    return branch(cast<IfStmt>(s));
  case StmtKind::For:
    loop(cast<ForStmt>(s));
    return true;
  case StmtKind::While:
    condition(cast<WhileStmt>(s)->condition);
    loopBody(cast<WhileStmt>(s)->body, {});
    return true;
  case StmtKind::With:
    for (const WithItem &item : cast<WithStmt>(s)->items) {
      Type manager = expr(item.context);
      if (!isUnknown(manager))
        report(item.context->range, "a value of type '" + toString(manager) +
                                        "' cannot be used in 'with'");
      if (item.target)
        assign(item.target, unknown(), item.context->range);
    }
    return block(cast<WithStmt>(s)->body);
  case StmtKind::Return:
  case StmtKind::Raise:
    simple(s);
    return false;
  case StmtKind::Break:
  case StmtKind::Continue:
    return false;
  default:
    simple(s);
    return !isa<AssertStmt>(s) || canFallThrough(Block(s));
  }
}

bool ScriptFunction::branch(const IfStmt *s) {
  switch (condition(s->condition)) {
  case Decision::True:
    return block(s->body);
  case Decision::False:
    return block(s->orelse);
  case Decision::Unsure:
    // Whichever arm is compiled may leave.
    if (!canFallThrough(s->body) || !canFallThrough(s->orelse))
      isLost = true;
    forget(s);
    return true;
  case Decision::Run:
    break;
  }
  frames.emplace_back();
  bool thenGoesOn = block(s->body);
  Frame then = std::move(frames.back());
  frames.back().clear();
  bool elseGoesOn = !isLost && block(s->orelse);
  Frame other = std::move(frames.back());
  frames.pop_back();
  if (thenGoesOn && elseGoesOn)
    join(then, other);
  else
    for (auto &[name, variable] : thenGoesOn ? then : other)
      frames.back()[name] = variable;
  return thenGoesOn || elseGoesOn;
}

void ScriptFunction::join(const Frame &then, const Frame &other) {
  std::set<StringRef> names;
  for (const Frame *frame : {&then, &other})
    for (auto &entry : *frame)
      names.insert(entry.first);
  for (StringRef name : names) {
    auto x = then.find(name), y = other.find(name);
    const ScriptVariable *before = find(name, frames.size());
    // What one arm alone sets is Liveness.h's to report.
    ScriptVariable unset{unknown()};
    const ScriptVariable &a = x != then.end() ? x->second
                              : before        ? *before
                                              : unset;
    const ScriptVariable &b = y != other.end() ? y->second
                              : before         ? *before
                                               : unset;
    ScriptVariable joined{unknown()};
    joined.conflict = a.conflict.empty() ? b.conflict : a.conflict;
    if (!before && certainlyDiffer(a.type, b.type))
      joined.conflict = "has type '" + toString(a.type) +
                        "' on one path and '" + toString(b.type) +
                        "' on another; use another name";
    else if (a.type->kind == b.type->kind && !certainlyDiffer(a.type, b.type))
      joined.type = a.type;
    frames.back()[name] = joined;
  }
}

void ScriptFunction::loopBody(Block body, llvm::function_ref<void()> start) {
  frames.emplace_back();
  if (start)
    start();
  block(body);
  Frame set = std::move(frames.back());
  frames.pop_back();
  for (auto &[name, variable] : set) {
    const ScriptVariable *before = find(name, frames.size());
    bool isSame = before && before->type->kind == variable.type->kind;
    if (!isSame)
      frames.back()[name] = {unknown()};
  }
}

void ScriptFunction::loop(const ForStmt *s) {
  std::optional<Type> element = elementOf(s->iterable);
  // Tuples and modules are unrolled, in the block where the loop is.
  if (!element) {
    forget(s);
    if (!canFallThrough(s->body))
      return;
    assign(s->target, unknown(), s->iterable->range);
    block(s->body);
    return forget(s);
  }
  loopBody(s->body, [&] { assign(s->target, *element, s->iterable->range); });
}

} // namespace tine::elaborate
