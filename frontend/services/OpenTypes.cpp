//===- OpenTypes.cpp - Types of what is empty so far ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An empty list in a container of the run (`groups[key] = []`) must exist in
// the run before anything tells what it will hold. Its elements are of an Open
// type then, which has the list's site. What is put into it later closes the
// type, by a decision about that site; where nothing is, it stays empty, so
// that no value of an Open type ever exists.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Decisions.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether it is a number or a text on each path.
static bool isScalar(const Value &value) {
  return value.isNumber() || value.is(Kind::Str) ||
         (value.is(Kind::Either) && llvm::all_of(value.items, isScalar));
}

/// The type of a list, or of a dict with its texts as keys, whose values are
/// numbers and texts of several types, or such lists and dicts, as one of the
/// run has it; null of others.
static Type typeOfScalars(Context &e, const Value &made) {
  bool isDict = made.is(Kind::Dict);
  const Object &object = e.get(made.id);
  if (object.isOpen())
    return {};
  Type element;
  for (size_t i = 0; i < object.items.size(); i += 1 + isDict) {
    const Value &item = object.items[i + isDict];
    bool isMade = item.is(Kind::List) || item.is(Kind::Dict);
    if ((isDict && !object.items[i].is(Kind::Str)) ||
        !(isScalar(item) || isMade))
      return {};
    Type own = isMade ? e.types.openTypeOf(item) : e.types.typeOf(item);
    if (isMade && (hasStatic(own) || isPartial(own)))
      return {};
    element = element ? e.types.joinAnyTypes(element, own) : own;
    if (!element)
      return {};
  }
  if (!element)
    return {};
  return isDict ? makeType(TypeKind::Dict, {makeType(TypeKind::Str), element})
                : makeType(TypeKind::List, {element});
}

Type TypeLattice::openTypeOf(const Value &value) {
  Type type = typeOf(value);
  if (script())
    return type;
  if ((value.is(Kind::List) || value.is(Kind::Dict)) && hasStatic(type))
    if (Type scalars = typeOfScalars(*this, value))
      return scalars;
  if (!isPartial(type))
    return type;
  if (value.is(Kind::Tuple)) {
    auto opened = std::make_shared<TypeDesc>(*type);
    for (auto [element, item] : llvm::zip_equal(opened->elements, value.items))
      element = openTypeOf(item);
    return opened;
  }
  if (type->isRecord) {
    auto opened = std::make_shared<TypeDesc>(*type);
    for (auto [element, name] :
         llvm::zip_equal(opened->elements, type->constant->items))
      element = openTypeOf(Value(get(value.id).attributes.lookup(name.text)));
    return opened;
  }
  bool isMade = value.is(Kind::List) || value.is(Kind::Dict);
  if (!isMade || get(value.id).isRuntime || type->kind == TypeKind::Static)
    return type;
  const std::vector<Value> items = get(value.id).items;
  Site site = get(value.id).site;
  auto opened = std::make_shared<TypeDesc>(*type);
  if (items.empty() && site.first)
    for (Type &element : opened->elements)
      element = isPartial(element) ? makeOpenType(site) : element;
  size_t step = value.is(Kind::Dict) ? 2 : 1;
  // Lists of several types have none that tells more than those of the run.
  Type &element = opened->elements.back();
  if (hasStatic(element) && !items.empty())
    element = nullptr;
  for (size_t i = step - 1; i < items.size(); i += step) {
    element = joinTypes(element, openTypeOf(items[i]));
    if (!element)
      return type;
  }
  return opened;
}

Type TypeLattice::joinHeldTypes(const Type &held, const Type &type) {
  Type joined = joinTypes(held, type);
  return joined || !held || held->kind != TypeKind::Either
             ? joined
             : joinAnyTypes(held, type);
}

/// What was decided about the list or dict in which `open` is element number
/// `i`; the type itself if nothing was.
static Type decidedFor(const Decided &decided, Type open, size_t i,
                       bool isList) {
  for (unsigned n = 0; open->kind == TypeKind::Open && n < Limits::depth; ++n) {
    Type known;
    if (isList && decided.runtimeLists.count(open->madeAt)) {
      known = decided.runtimeLists.at(open->madeAt);
    } else if (!isList && decided.runtimeDicts.count(open->madeAt)) {
      const auto &[key, value] = decided.runtimeDicts.at(open->madeAt);
      known = i == 0 ? key : value;
    }
    if (!known || sameType(known, open))
      break;
    open = known;
  }
  return open;
}

/// The type with what was decided about its Open parts.
static Type resolve(const Decided &decided, const Type &type,
                    unsigned depth = 0) {
  if (!type || type->elements.empty() || depth > Limits::depth)
    return type;
  bool isList = type->kind == TypeKind::List;
  auto resolved = std::make_shared<TypeDesc>(*type);
  for (auto [i, element] : llvm::enumerate(resolved->elements))
    element =
        resolve(decided, decidedFor(decided, element, i, isList), depth + 1);
  return resolved;
}

Type Decisions::typeInRun(Site list) const {
  auto known = facts.decided.runtimeLists.find(list);
  if (known == facts.decided.runtimeLists.end())
    return {};
  return resolve(facts.decided, makeType(TypeKind::List, {known->second}))
      ->elements[0];
}

std::optional<std::pair<Type, Type>> Decisions::dictInRun(Site dict) const {
  auto known = facts.decided.runtimeDicts.find(dict);
  if (known == facts.decided.runtimeDicts.end())
    return std::nullopt;
  Type type = resolve(
      facts.decided,
      makeType(TypeKind::Dict, {known->second.first, known->second.second}));
  return std::pair{type->elements[0], type->elements[1]};
}

std::optional<RunLayout> Decisions::layoutOf(const ClassInfo *info) const {
  auto known = facts.decided.classesOfRun.find(info);
  if (known == facts.decided.classesOfRun.end() || !known->second)
    return std::nullopt;
  RunLayout layout = *known->second;
  for (auto &[name, type] : layout)
    type = resolve(facts.decided, type);
  return layout;
}

/// Calls `decide` with each list or dict that has Open parts in one type and is
/// known in the other one.
static void forEachOpen(const Type &open, const Type &known,
                        llvm::function_ref<void(Site, const Type &)> decide) {
  if (!open || !known || open->elements.size() != known->elements.size() ||
      open->kind != known->kind)
    return;
  Site site{nullptr, 0};
  for (auto [own, other] : llvm::zip_equal(open->elements, known->elements))
    if (own->kind == TypeKind::Open && other->kind != TypeKind::Open &&
        !isPartial(other))
      site = own->madeAt;
    else
      forEachOpen(own, other, decide);
  if (site.first)
    decide(site, known);
}

bool TypeLattice::close(const Type &open, const Type &known) {
  bool any = false;
  forEachOpen(open, known, [&](Site site, const Type &type) {
    any = true;
    constexpr StringLiteral why = "it is known now what it holds";
    if (type->kind == TypeKind::List)
      decisions.bringToRun(site, type->elements[0], why);
    else
      decisions.bringToRun(site, type->elements[0], type->elements[1], why);
  });
  if (any)
    requestRestart();
  return any;
}

} // namespace tine::elaborate
