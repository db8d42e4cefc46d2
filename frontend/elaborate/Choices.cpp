//===- Choices.cpp - Dicts of compile time that paths choose --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which dicts keep their keys in a join, and their types.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Choices.h"

namespace tine::elaborate {

bool keepsKeys(Elaborator &e, const Value &value) {
  if (e.script() || !value.is(Kind::Dict))
    return false;
  const Object &dict = e.get(value.id);
  if (dict.isRuntime || dict.items.empty())
    return false;
  for (size_t i = 0; i < dict.items.size(); i += 2)
    if (!dict.items[i].isConst())
      return false;
  // Values of one type can as well be in a dict of run time, which may change.
  return e.isOrdered(value) || e.typeOf(value)->kind == TypeKind::Static;
}

/// Whether it is a list or dict of compile time that a kept dict can hold.
static bool isKnownPart(Elaborator &e, const Value &value) {
  if (value.is(Kind::List))
    return !e.get(value.id).isRuntime;
  if (!value.is(Kind::Dict) || e.get(value.id).isRuntime)
    return false;
  const std::vector<Value> &items = e.get(value.id).items;
  for (size_t i = 0; i < items.size(); i += 2)
    if (!items[i].isConst())
      return false;
  return true;
}

/// The type of a list or dict of compile time, or of what is in it.
static Type typeOfPart(Elaborator &e, const Value &value) {
  // Options of an optimizer stay known.
  if (value.isConst())
    return makeStaticType(value);
  if (value.is(Kind::Optional))
    return makeType(TypeKind::Optional, {typeOfPart(e, value.items[0])});
  if (!isKnownPart(e, value))
    return e.typeOf(value);
  auto type = std::make_shared<TypeDesc>();
  type->kind = TypeKind::Tuple;
  type->isMadeList = value.is(Kind::List);
  type->isMadeDict = !type->isMadeList;
  std::vector<Value> items = e.get(value.id).items, keys;
  for (size_t i = 0; i < items.size(); ++i) {
    if (type->isMadeDict)
      keys.push_back(items[i++]);
    type->elements.push_back(typeOfPart(e, items[i]));
  }
  Value constant = makeTuple(std::move(keys));
  if (e.isOrdered(value))
    constant.text = "ordered";
  type->constant = std::make_shared<const Value>(constant);
  return type;
}

Type typeOfChoice(Elaborator &e, const Value &value) {
  if (value.is(Kind::Optional))
    return makeType(TypeKind::Optional, {typeOfChoice(e, value.items[0])});
  return keepsKeys(e, value) ? typeOfPart(e, value) : e.typeOf(value);
}

static void keptParts(Elaborator &e, const Value &value,
                      std::set<unsigned> &out) {
  for (const Value &item : value.items)
    keptParts(e, item, out);
  if (!isKnownPart(e, value) || !out.insert(value.id).second)
    return;
  std::vector<Value> items = e.get(value.id).items;
  for (const Value &item : items)
    keptParts(e, item, out);
}

void keptDicts(Elaborator &e, const Value &value, std::set<unsigned> &out) {
  for (const Value &item : value.items)
    keptDicts(e, item, out);
  if (keepsKeys(e, value))
    keptParts(e, value, out);
}

} // namespace tine::elaborate
