//===- DataclassObjects.cpp - Objects of dataclasses ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which attributes of an object can change, as frozen classes and slots say,
// and what the library's functions and the made methods ask.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The class with the decorator that gives this one its fields; null if none.
static const ClassInfo *dataclassOf(const ClassInfo *info) {
  for (const ClassInfo *c : info->order)
    if (c->traits.isDataclass)
      return c;
  return nullptr;
}

static bool hasField(const ClassInfo *info, StringRef name) {
  return llvm::any_of(info->dataclass.fields, [&](const DataField &field) {
    return field.name == name && !field.isInitVar;
  });
}

/// The names in __slots__ of a class, as attributes are kept; none without it.
static std::optional<std::set<std::string>> slotsOf(Context &e,
                                                    const ClassInfo *info) {
  auto found = info->members.find("__slots__");
  if (found == info->members.end())
    return std::nullopt;
  std::vector<Value> items{found->second};
  if (!items[0].is(Kind::Str) && !e.containers.staticItems(items[0], items))
    return std::nullopt;
  std::set<std::string> names;
  for (const Value &item : items) {
    StringRef name = item.text;
    bool isPrivate = name.starts_with("__") && !name.ends_with("__");
    names.insert(isPrivate ? "_" + info->name + name.str() : name.str());
  }
  return names;
}

/// Whether a property or descriptor of the class sets it.
static bool isSetByClass(Context &e, const ClassInfo *info, StringRef name) {
  Value known = e.objects.findMember(info, name);
  return (known.is(Kind::Function) && known.function->decorators.isProperty) ||
         (known.is(Kind::Object) &&
          e.objects.findMember(e.get(known.id).classInfo, "__set__"));
}

bool mayChange(Context &e, const Value &object, StringRef name, bool deletes,
               ast::Range range) {
  const ClassInfo *info = e.get(object.id).classInfo;
  bool hasSlots = true, isField = false;
  for (const ClassInfo *c : info->order) {
    if (c->dataclass.isFrozen && (c == info || hasField(c, name))) {
      e.fault("FrozenInstanceError", range,
              "cannot " + StringRef(deletes ? "delete" : "assign to") +
                  " field '" + name + "'");
      return false;
    }
    std::optional<std::set<std::string>> slots = slotsOf(e, c);
    hasSlots &= c->dataclass.hasSlots || slots;
    isField |=
        hasField(c, name) ||
        (slots && (slots->count(name.str()) || slots->count("__dict__")));
  }
  if (!hasSlots || isField || name == "__class__" ||
      isSetByClass(e, info, name))
    return true;
  e.fault("AttributeError", range,
          "'" + info->name + "' object has no attribute '" + name + "'");
  return false;
}

//===----------------------------------------------------------------------===//
// What the library and the methods call
//===----------------------------------------------------------------------===//

/// The class that gives a class or an object its fields; null if none.
static const ClassInfo *dataclassOf(Context &e, const Value &value) {
  return value.is(Kind::Class)    ? dataclassOf(value.classInfo)
         : value.is(Kind::Object) ? dataclassOf(e.get(value.id).classInfo)
                                  : nullptr;
}

/// Whether an object of a dataclass is in the value.
static bool holdsDataclass(Context &e, const Value &value) {
  auto holds = [&](const Value &item) { return holdsDataclass(e, item); };
  if (value.is(Kind::Object))
    return dataclassOf(e, value);
  if (value.is(Kind::List) || value.is(Kind::Dict))
    return llvm::any_of(e.get(value.id).items, holds);
  return llvm::any_of(value.items, holds);
}

/// The fields, or else the variables of __init__ that are none.
static Value fieldsOf(Context &e, Bound &a) {
  const ClassInfo *info = dataclassOf(e, a[0]);
  if (!info)
    return makeNone();
  Value result = makeTuple({});
  for (const DataField &field : info->dataclass.fields)
    if (field.isInitVar == (a.name == "init_variables"))
      result.items.push_back(field.field);
  return result;
}

/// Sets the attribute in __init__; in TorchScript it has the declared type.
static Value setField(Context &e, Bound &a) {
  const ClassInfo *info = e.frames.back().owner;
  Value value = a[2];
  auto field =
      llvm::find_if(info->dataclass.fields, [&](const DataField &field) {
        return field.name == a[1].text;
      });
  if (e.frames.callsScript()) {
    Frame reader;
    reader.scope = info->scope;
    reader.script = true;
    reader.function = e.frames.back().function;
    e.frames.push_back(std::move(reader));
    Type type = e.model.evalType(field->annotation);
    e.frames.pop_back();
    if (e.stopped())
      return {};
    e.frames.back().script = true;
    value =
        e.types.convert(value, type, a.range, "the field '" + a[1].text + "'");
    e.frames.back().script = false;
    if (e.stopped())
      return {};
  }
  if (isOfRun(e, a[0]))
    return setInRun(e, a[0], a[1].text, value, a.range) ? makeNone() : Value();
  e.objects.setAttribute(a[0].id, a[1].text, value);
  return makeNone();
}

void registerDataclasses(Registry &r) {
  r.add("_tine.data_fields _tine.init_variables", "value", fieldsOf);
  r.add("_tine.set_field", "obj, name, value", setField);
  r.add("_tine.holds_dataclass", "value",
        [](Context &e, Bound &a) { return makeBool(holdsDataclass(e, a[0])); });
  r.add("_tine.is_class", "value",
        [](Context &, Bound &a) { return makeBool(a[0].is(Kind::Class)); });
  r.add("_tine.same_class", "a, b", [](Context &e, Bound &a) {
    return makeBool(a[1].is(Kind::Object) &&
                    e.get(a[0].id).classInfo == e.get(a[1].id).classInfo);
  });
}

} // namespace tine::elaborate
