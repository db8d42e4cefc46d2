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

#include "frontend/services/Choices.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Entries.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeLattice.h"

namespace tine::elaborate {

/// Whether what a value refers to was there before, and needs no SSA value.
static bool wasKnown(const Value &value, const Heap &before) {
  bool refers = value.is(Kind::Tensor) || value.is(Kind::List) ||
                value.is(Kind::Dict) || value.is(Kind::Object);
  if (value.ssa || value.is(Kind::Class) ||
      (refers && (value.id >= before.size() || !before[value.id])))
    return false;
  auto isKnown = [&](const Value &v) { return wasKnown(v, before); };
  return llvm::all_of(value.items, isKnown) &&
         (!value.function || llvm::all_of(value.function->defaults, isKnown));
}

bool wasKnown(const Type &type, const Heap &before) {
  bool names = type->kind == TypeKind::Static || type->isMadeDict;
  return (!names || wasKnown(*type->constant, before)) &&
         llvm::all_of(type->elements,
                      [&](const Type &t) { return wasKnown(t, before); });
}

/// A tensor that requires a gradient and keeps it.
static bool isLeaf(Context &e, const Value &value) {
  return value.is(Kind::Tensor) && e.get(value.id).isLeaf &&
         e.get(value.id).requiresGrad;
}

/// Whether this list or dict of compile time stays one in a join.
static bool isKept(Context &e, const Value &value) {
  if (e.script() || (!value.is(Kind::Dict) && !value.is(Kind::List)))
    return false;
  const Object &made = e.get(value.id);
  if (made.isRuntime || made.items.empty())
    return false;
  bool isDict = value.is(Kind::Dict);
  if (isDict && !made.keysAreKnown())
    return false;
  // Tensors and objects are keys of compile time only.
  for (size_t i = 0; isDict && i < made.items.size(); i += 2)
    if (!made.items[i].isConst())
      return true;
  if (llvm::any_of(made.items, [&](const Value &v) {
        return isLeaf(e, v) || isKept(e, v);
      }))
    return true;
  bool areTensors = true;
  for (size_t i = isDict; i < made.items.size(); i += 1 + isDict)
    areTensors &= made.items[i].is(Kind::Tensor);
  if (e.decisions.keepsLists() && (areTensors || !isDict))
    return areTensors;
  // Values of one type can as well be in one of run time, which may change.
  return (isDict && e.objects.isOrdered(value)) ||
         ((isDict || areTensors) &&
          e.types.typeOf(value)->kind == TypeKind::Static);
}

/// Whether it is a defaultdict of compile time that has no key yet.
static bool isEmptyWithFactory(Context &e, const Value &value) {
  if (e.script() || !value.is(Kind::Dict))
    return false;
  const Object &dict = e.get(value.id);
  return !dict.isRuntime && dict.items.empty() &&
         dict.attributes.count(defaultFactory.str());
}

/// Whether it is a list or dict of compile time that a kept dict can hold.
static bool isKnownPart(Context &e, const Value &value) {
  if (value.is(Kind::List))
    return !e.get(value.id).isRuntime;
  return value.is(Kind::Dict) && e.get(value.id).keysAreKnown();
}

static Type forgetMade(const Type &type, const Heap &before) {
  if (!type)
    return type;
  auto result = std::make_shared<TypeDesc>(*type);
  if (type->kind == TypeKind::Tensor && type->constant &&
      (type->constant->id >= before.size() || !before[type->constant->id]))
    result->constant = nullptr;
  for (Type &element : result->elements)
    element = forgetMade(element, before);
  return result;
}

static Type typeOfTensor(Context &e, const Value &value) {
  auto type = std::make_shared<TypeDesc>(*e.types.typeOf(value));
  type->constant = std::make_shared<const Value>(value);
  if (!isLeaf(e, value))
    return type;
  const Object &leaf = e.get(value.id);
  type->isParameter = leaf.isParameter;
  auto grad = leaf.attributes.find("grad");
  if (grad != leaf.attributes.end() && grad->second.is(Kind::Undefined))
    e.decisions.dropAssumption();
  type->elements = {grad == leaf.attributes.end() ? makeType(TypeKind::None)
                    : grad->second.is(Kind::Undefined)
                        ? makeStaticType(grad->second)
                        : e.types.typeOf(grad->second)};
  return type;
}

/// The type of a list or dict of compile time, or of what is in it.
static Type typeOfPart(Context &e, const Value &value) {
  // Options of an optimizer stay known.
  if (value.isConst())
    return makeStaticType(value);
  if (value.is(Kind::Optional))
    return makeType(TypeKind::Optional, {typeOfPart(e, value.items[0])});
  if (value.is(Kind::Maybe))
    return makeType(TypeKind::Maybe, {typeOfPart(e, value.items[0])});
  if (value.is(Kind::Tensor))
    return typeOfTensor(e, value);
  if (!isKnownPart(e, value))
    return e.types.typeOf(value);
  auto type = std::make_shared<TypeDesc>();
  type->kind = TypeKind::Tuple;
  type->isMadeList = value.is(Kind::List);
  type->isMadeDict = !type->isMadeList;
  std::vector<Value> items = e.get(value.id).items, keys;
  for (size_t i = 0; i < items.size(); ++i) {
    // Not set yet, in front of a loop.
    if (type->isMadeDict && items[i + 1].is(Kind::Undefined)) {
      ++i;
      continue;
    }
    if (type->isMadeDict)
      keys.push_back(items[i++]);
    type->elements.push_back(typeOfPart(e, items[i]));
  }
  // Behind the keys of a defaultdict comes what makes a value.
  auto factory = e.get(value.id).attributes.find(defaultFactory.str());
  if (factory != e.get(value.id).attributes.end())
    keys.push_back(factory->second);
  Value constant = makeTuple(std::move(keys));
  if (e.objects.isOrdered(value))
    constant.text = "ordered";
  constant.integer = e.get(value.id).unsureOrder;
  type->constant = std::make_shared<const Value>(constant);
  return type;
}

Type joinMadeDicts(const Type &a, const Type &b,
                   llvm::function_ref<Type(const Type &, const Type &)> join) {
  // As dicts without values.
  auto asDict = [](const Type &type) {
    Object dict{Object::Kind::Dict};
    for (size_t i = 0; i < type->elements.size(); ++i) {
      dict.items.push_back(type->constant->items[i]);
      dict.items.push_back(makeNone());
    }
    dict.unsureOrder = type->constant->integer;
    return dict;
  };
  auto factoryOf = [](const Type &type) {
    return type->constant->items.size() > type->elements.size()
               ? type->constant->items.back()
               : Value();
  };
  if (a->constant->text != b->constant->text ||
      !sameValue(factoryOf(a), factoryOf(b)))
    return {};
  auto find = [](const Type &type, const Value &key) {
    for (size_t i = 0; i < type->elements.size(); ++i)
      if (sameKey(type->constant->items[i], key))
        return type->elements[i];
    return Type();
  };
  MergedKeys merged = mergeKeys(asDict(a), asDict(b));
  auto type = std::make_shared<TypeDesc>(*a);
  type->elements.clear();
  for (const Value &key : merged.keys) {
    Type x = find(a, key), y = find(b, key);
    Type joined = x && y ? join(x, y) : withoutTensors(x ? x : y);
    if (!joined)
      return {};
    if ((!x || !y) && joined->kind != TypeKind::Maybe)
      joined = makeType(TypeKind::Maybe, {joined});
    type->elements.push_back(joined);
  }
  if (Value factory = factoryOf(a))
    merged.keys.push_back(factory);
  Value constant = makeTuple(std::move(merged.keys));
  constant.text = a->constant->text;
  constant.integer = merged.isUnsure;
  type->constant = std::make_shared<const Value>(constant);
  return type;
}

Type typeOfEntry(Context &e, const Value &value, const Heap &before,
                 bool keeps) {
  bool isMade = value.is(Kind::List) || value.is(Kind::Dict);
  if (isMade && keeps && value.id < before.size() && before[value.id])
    return makeStaticType(value);
  bool isPart = value.isConst() ||
                (value.is(Kind::Dict) && !e.script() && isKnownPart(e, value));
  Type type = isPart ? typeOfPart(e, value) : typeOfChoice(e, value);
  type = forgetMade(type, before);
  return wasKnown(type, before) ? type : Type();
}

/// Of a dict without keys.
static Type emptyDictType() {
  auto type = std::make_shared<TypeDesc>();
  type->kind = TypeKind::Tuple;
  type->isMadeDict = true;
  type->constant = std::make_shared<const Value>(makeTuple({}));
  return type;
}

Type typeOfRecord(Context &e, const Value &record,
                  llvm::function_ref<Type(const Value &)> typeOfPart) {
  auto type = std::make_shared<TypeDesc>();
  type->kind = TypeKind::Tuple;
  type->isRecord = true;
  type->classInfo = e.get(record.id).classInfo;
  std::vector<Value> names;
  for (const auto &[name, part] : e.get(record.id).attributes) {
    names.push_back(makeStr(name));
    type->elements.push_back(typeOfPart(part));
  }
  type->constant = std::make_shared<const Value>(makeTuple(std::move(names)));
  return type;
}

Type typeOfChoice(Context &e, const Value &value) {
  if (isDictOrEmpty(value))
    return makeType(TypeKind::Either,
                    {emptyDictType(), typeOfPart(e, value.items[1])});
  if (value.is(Kind::Optional))
    return makeType(TypeKind::Optional, {typeOfChoice(e, value.items[0])});
  if (value.is(Kind::Maybe))
    return makeType(TypeKind::Maybe, {typeOfChoice(e, value.items[0])});
  if (value.is(Kind::Tensor))
    return typeOfTensor(e, value);
  if (value.is(Kind::Tuple) && !value.items.empty()) {
    auto type = std::make_shared<TypeDesc>(*e.types.typeOf(value));
    for (auto [part, item] : llvm::zip_equal(type->elements, value.items))
      part = typeOfChoice(e, item);
    return type;
  }
  if (value.is(Kind::Object) &&
      e.get(value.id).classInfo->has(ClassRole::Record) && !e.script())
    return typeOfRecord(
        e, value, [&](const Value &part) { return typeOfChoice(e, part); });
  return isKept(e, value) || isEmptyWithFactory(e, value)
             ? typeOfPart(e, value)
             : e.types.typeOf(value);
}

Type typeOfMade(Context &e, const Value &value, const Heap &before) {
  return forgetMade(typeOfChoice(e, value), before);
}

/// Of a dict that makes what is missing.
static bool hasFactory(const Type &type) {
  return type->isMadeDict &&
         type->constant->items.size() > type->elements.size();
}

Type joinChoices(Context &e, const Type &a, const Type &b) {
  if (!a || !b || e.script())
    return e.types.joinAnyTypes(a, b);
  // It has no key on one path, but makes them.
  if (hasFactory(a) && hasFactory(b))
    return e.types.joinTypes(a, b);
  // Other dicts of the run know nothing of how it makes them.
  auto isEmptyMaker = [](const Type &type) {
    return hasFactory(type) && type->elements.empty();
  };
  if (isEmptyMaker(a) != isEmptyMaker(b)) {
    Type empty = makeType(TypeKind::Dict, {makeType(TypeKind::Unknown),
                                           makeType(TypeKind::Unknown)});
    return isEmptyMaker(a) ? joinChoices(e, empty, b)
                           : joinChoices(e, a, empty);
  }
  if (Type maybe = joinMaybe(a, b, [&](const Type &x, const Type &y) {
        return joinChoices(e, x, y);
      }))
    return maybe;
  auto isEmptyDict = [](const Type &type) {
    return (type->kind == TypeKind::Dict && isPartial(type)) ||
           (type->isMadeDict && type->elements.empty());
  };
  auto isEither = [](const Type &type) {
    return type->kind == TypeKind::Either && type->elements[0]->isMadeDict;
  };
  auto hasNoKey = [](const Type &type) {
    return type->kind == TypeKind::Dict
               ? type->elements[0]->kind == TypeKind::Unknown
               : type->isMadeDict && type->elements.empty();
  };
  if (hasNoKey(a) && hasNoKey(b))
    return emptyDictType();
  // A dict that is empty on one path, as before the first best state.
  auto full = [&](const Type &type) {
    return isEither(type)      ? type->elements[1]
           : isEmptyDict(type) ? Type()
           : type->isMadeDict  ? type
                               : nullptr;
  };
  bool some = isEither(a) || isEither(b) || isEmptyDict(a) || isEmptyDict(b);
  Type x = full(a), y = full(b);
  bool areDicts = (x || isEmptyDict(a)) && (y || isEmptyDict(b));
  if (!some || !areDicts || (!x && !y))
    return e.types.joinAnyTypes(a, b);
  Type joined = x && y ? e.types.joinTypes(x, y) : withoutTensors(x ? x : y);
  return joined ? makeType(TypeKind::Either, {emptyDictType(), joined})
                : Type();
}

Type joinEntryTypes(Context &e, const Type &a, const Type &b) {
  return a->isMadeDict && b->isMadeDict ? e.types.joinTypes(a, b)
                                        : joinChoices(e, a, b);
}

bool isDictOrEmpty(const Value &value) {
  return value.is(Kind::Either) && value.items[1].is(Kind::Dict);
}

bool isChoice(const Value &value) {
  if (!value.is(Kind::Either))
    return false;
  Kind first = value.items[0].kind;
  return first == value.items[1].kind &&
         (first == Kind::Tensor || first == Kind::Tuple);
}

/// The place of a kind of values among those of which a variable may have one
/// or the other; 0 for others.
static int placeOfKind(const Type &type) {
  switch (type->kind) {
  case TypeKind::Bool:
    return 1;
  case TypeKind::Int:
    return 2;
  case TypeKind::Float:
    return 3;
  case TypeKind::Str:
    return 4;
  case TypeKind::Tuple:
    return type->isRecord && type->classInfo->has(ClassRole::AnyValue) ? 5 : 0;
  default:
    return 0;
  }
}

/// Adds the kinds that a value of the type may have to `parts`, which has one
/// type for each; false if there is another one.
static bool addKinds(Context &e, const Type &type, std::array<Type, 6> &parts) {
  if (type->kind == TypeKind::Either)
    return llvm::all_of(type->elements, [&](const Type &element) {
      return addKinds(e, element, parts);
    });
  int place = placeOfKind(type);
  if (!place)
    return false;
  Type &part = parts[place];
  part = e.types.joinTypes(part, type);
  return part != nullptr;
}

Type joinKinds(Context &e, const Type &a, const Type &b) {
  std::array<Type, 6> parts;
  if (!addKinds(e, a, parts) || !addKinds(e, b, parts))
    return {};
  // Numbers alone are two at most.
  if (!parts[4] && !parts[5])
    return {};
  Type joined;
  for (const Type &part : parts)
    if (part)
      joined = joined ? makeType(TypeKind::Either, {joined, part}) : part;
  return joined;
}

bool isOfOpenKind(Context &e, const Value &value) {
  return value.is(Kind::Either) &&
         (value.items[1].is(Kind::Str) ||
          e.objects.hasRole(value.items[1], ClassRole::AnyValue));
}

} // namespace tine::elaborate
