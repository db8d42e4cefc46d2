//===- AttributeBuiltins.cpp - getattr and its like -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// hasattr, getattr, setattr and delattr, whose names are known.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether Python's own classes give the value a special name, which the
/// program does not define; nullopt where that is not known here.
static std::optional<bool> hasSpecial(Context &e, const Value &value,
                                      StringRef name) {
  static const std::set<StringRef> ofEverything = {
      "__class__",   "__doc__",         "__dir__",    "__eq__",
      "__ne__",      "__lt__",          "__le__",     "__gt__",
      "__ge__",      "__hash__",        "__init__",   "__new__",
      "__repr__",    "__str__",         "__format__", "__getattribute__",
      "__setattr__", "__delattr__",     "__reduce__", "__reduce_ex__",
      "__sizeof__",  "__subclasshook__"};
  if (ofEverything.count(name))
    return true;
  // Dataclasses have it as a member.
  if (name == "__match_args__")
    return value.classInfo && value.classInfo->traits.isNamedTuple;
  static const std::set<StringRef> answered = {
      "__len__", "__iter__", "__getitem__", "__call__", "__name__", "__dict__"};
  if (!answered.count(name))
    return std::nullopt;
  bool ofElements =
      name == "__len__" || name == "__iter__" || name == "__getitem__";
  const ClassInfo *info = value.classInfo;
  switch (value.kind) {
  case Kind::Object: {
    const ClassInfo *own = e.get(value.id).classInfo;
    if (e.get(value.id).original || own->traits.isException)
      return std::nullopt;
    if (own->traits.isModule && !ofElements)
      return name != "__name__";
    // The library's classes may have less than PyTorch's.
    if (llvm::any_of(own->order, [](const ClassInfo *c) {
          return c->scope->isLibrary && !c->has(ClassRole::Module);
        }))
      return std::nullopt;
    // Slots are no dict, unless a class beside them has one.
    return name == "__dict__" &&
           !llvm::all_of(own->order, [](const ClassInfo *c) {
             return c->dataclass.hasSlots || c->members.count("__slots__");
           });
  }
  case Kind::Class:
    return info->traits.isEnum || info->traits.isNamedTuple ||
                   info->scope->isLibrary
               ? std::nullopt
               : std::optional(!ofElements);
  case Kind::Function:
    return !ofElements;
  case Kind::Tuple:
    if (info && info->traits.isNamedTuple && name == "__dict__")
      return std::nullopt;
    return info && info->traits.isEnum ? name == "__dict__" : ofElements;
  case Kind::Int:
    return info && name == "__dict__";
  case Kind::None:
  case Kind::Float:
  case Kind::Bool:
    return false;
  case Kind::Str:
  case Kind::Range:
    return ofElements;
  case Kind::List:
  case Kind::Dict:
    if (!ofElements && (name == "__dict__" || name == "__call__") &&
        value.is(Kind::Dict))
      return std::nullopt;
    return ofElements;
  case Kind::Tensor:
    return ofElements || name == "__dict__";
  default:
    return std::nullopt;
  }
}

std::optional<bool> hasPlain(const Value &value, StringRef name) {
  auto isOneOf = [&](StringRef names) {
    SmallVector<StringRef> list;
    names.split(list, ' ');
    return llvm::is_contained(list, name);
  };
  switch (value.kind) {
  case Kind::None:
    return false;
  case Kind::Int:
  case Kind::Bool:
    return isOneOf("as_integer_ratio bit_count bit_length conjugate "
                   "denominator from_bytes imag numerator real to_bytes");
  case Kind::Float:
    return isOneOf("as_integer_ratio conjugate fromhex hex imag is_integer "
                   "real");
  case Kind::List:
    return isOneOf("append clear copy count extend index insert pop remove "
                   "reverse sort");
  case Kind::Dict:
    return isOneOf("clear copy fromkeys get items keys pop popitem setdefault "
                   "update values");
  case Kind::Str:
    return isOneOf(
        "capitalize casefold center count encode endswith expandtabs find "
        "format format_map index isalnum isalpha isascii isdecimal isdigit "
        "isidentifier islower isnumeric isprintable isspace istitle isupper "
        "join ljust lower lstrip maketrans partition removeprefix removesuffix "
        "replace rfind rindex rjust rpartition rsplit rstrip split splitlines "
        "startswith strip swapcase title translate upper zfill");
  default:
    return std::nullopt;
  }
}

/// A named tuple, member of an enum, Size, or what max and its like return.
static bool tupleHas(Context &e, const Value &tuple, StringRef name) {
  const ClassInfo *info = tuple.classInfo;
  if (!info) {
    auto fields = fieldsOfResult(tuple.text);
    return name == "index" || name == "count" ||
           (tuple.isSize && name == "numel") ||
           (!tuple.text.empty() && llvm::is_contained(fields, name));
  }
  if (e.objects.findMember(info, name))
    return true;
  if (info->traits.isEnum)
    return name == "name" || name == "value";
  return llvm::is_contained(info->fields.names, name) || name == "_fields" ||
         name == "_asdict" || name == "_replace" || name == "_make" ||
         name == "_field_defaults" || name == "index" || name == "count";
}

/// Whether an object has the attribute without a __getattr__ of its class.
static bool objectHas(Context &e, const Value &value, StringRef name,
                      ast::Range range) {
  const Object &object = e.get(value.id);
  if (Value dict = dictOfAttributes(e, value)) {
    Value has = e.containers.dictContains(dict, makeStr(name), range);
    if (!e.stopped() && !has.isConst())
      e.error(range, "whether the object has '" + name +
                         "' depends on the path that data takes");
    if (e.stopped() || has.integer)
      return !e.stopped();
  }
  if (isOfRun(e, value) && hasInRun(e, value, name, range))
    return true;
  auto own = object.attributes.find(name.str());
  if (own != object.attributes.end() &&
      (own->second.is(Kind::Undefined) || own->second.is(Kind::Maybe)))
    return e.stopped() || e.error(range, "whether the object has '" + name +
                                             "' depends on the path that data "
                                             "takes; set it before the branch");
  return own != object.attributes.end() ||
         e.objects.findMember(object.classInfo, name) ||
         parametrizationOf(e, value, name);
}

static bool hasOwn(Context &e, const Value &value, StringRef name,
                   ast::Range range) {
  switch (value.kind) {
  case Kind::Object:
    return objectHas(e, value, name, range);
  case Kind::Class:
    return e.objects.findMember(value.classInfo, name) && !e.stopped();
  case Kind::Tuple:
    return tupleHas(e, value, name);
  case Kind::Namespace:
    return static_cast<bool>(
        e.model.qualified((value.text + "." + name).str()));
  case Kind::Tensor:
    return tensorAttribute(e, value, name, range) ||
           e.model.tensorMethod(value, name) ||
           ownAttribute(e, value, name, range);
  case Kind::Function:
  case Kind::Method:
    return static_cast<bool>(ofFunction(e, value, name, range));
  default:
    if (isNumpyNumber(value))
      return static_cast<bool>(e.objects.findMember(value.classInfo, name));
    // Nothing that is built in has private attributes.
    if (name.starts_with("_"))
      return false;
    if (!e.script() && !value.classInfo &&
        !(value.is(Kind::Dict) && e.objects.isOrdered(value)))
      if (std::optional<bool> has = hasPlain(value, name))
        return *has;
    e.error(range, "hasattr() takes an object, a class, a module or a "
                   "tensor here; use isinstance()");
    return false;
  }
}

static bool hasAttribute(Context &e, const Value &value, StringRef name,
                         ast::Range range) {
  bool isSpecial = name.starts_with("__") && name.ends_with("__");
  bool found = hasOwn(e, value, name, range);
  if (found || e.stopped() || !isSpecial)
    return found && !e.stopped();
  std::optional<bool> known = hasSpecial(e, value, name);
  if (!known)
    e.error(range, "whether a value of type '" +
                       toString(e.types.typeOf(value)) + "' has '" + name +
                       "' is not known here; use isinstance()");
  return known.value_or(false);
}

/// Whether a function of the program computes the attribute, which may fail.
static bool isComputed(Context &e, const Value &value, StringRef name) {
  if (!value.is(Kind::Object) || e.script())
    return false;
  const ClassInfo *info = e.get(value.id).classInfo;
  if (e.get(value.id).attributes.count(name.str()))
    return false;
  Value member = e.objects.findMember(info, name);
  if (member)
    return member.is(Kind::Function) && member.function->decorators.isProperty;
  return static_cast<bool>(e.objects.findMember(info, "__getattr__"));
}

static bool knowsName(Context &e, Bound &a) {
  if (a[1].is(Kind::Str) && !a[1].isConst() && !e.script() &&
      e.decisions.unrollEnclosingLoop())
    return false;
  if (!a[1].is(Kind::Str) || !a[1].isConst())
    e.error(a.range, "the name of an attribute must be known at compile time");
  return !e.stopped();
}

static Value attributeOrDefault(Context &e, Bound &a) {
  StringRef name = a[1].text;
  if (!a.has(2))
    return e.model.getAttribute(a[0], name, a.range);
  if (isComputed(e, a[0], name)) {
    std::optional<Value> value = unlessRaised(e, "AttributeError", [&] {
      return e.model.getAttribute(a[0], name, a.range);
    });
    return value ? *value : a[2];
  }
  switch (a[0].kind) {
  case Kind::Object:
  case Kind::Tuple:
  case Kind::Class:
  case Kind::Tensor:
  case Kind::Function:
  case Kind::Method:
  case Kind::None:
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::Str:
  case Kind::List:
  case Kind::Dict:
  case Kind::Namespace:
    break;
  default:
    return e.model.getAttribute(a[0], name, a.range);
  }
  bool found = hasAttribute(e, a[0], name, a.range);
  if (e.stopped() || !found)
    return e.stopped() ? Value() : a[2];
  return e.model.getAttribute(a[0], name, a.range);
}

void registerAttributeBuiltins(Registry &r) {
  r.add("hasattr", "value, name", [](Context &e, Bound &a) -> Value {
    if (!knowsName(e, a))
      return {};
    StringRef name = a[1].text;
    if (isComputed(e, a[0], name))
      return makeBool(unlessRaised(e, "AttributeError", [&] {
                        return e.model.getAttribute(a[0], name, a.range);
                      }).has_value());
    bool found = hasAttribute(e, a[0], name, a.range);
    return e.stopped() ? Value() : makeBool(found);
  });
  r.add("_tine.is_computed", "value, name", [](Context &e, Bound &a) -> Value {
    return knowsName(e, a) ? makeBool(isComputed(e, a[0], a[1].text)) : Value();
  });
  r.add("getattr", "value, name, default=", [](Context &e, Bound &a) {
    return knowsName(e, a) ? attributeOrDefault(e, a) : Value();
  });
  r.add(
      "setattr", "value, name, new",
      [](Context &e, Bound &a) -> Value {
        if (!knowsName(e, a))
          return {};
        return e.model.setAttribute(a[0], a[1].text, a[2], a.range) ? makeNone()
                                                                    : Value();
      },
      Traits(TakesChoices) | TakesOptional);
  r.add("delattr", "value, name", [](Context &e, Bound &a) -> Value {
    if (!knowsName(e, a))
      return {};
    return e.model.deleteAttribute(a[0], a[1].text, a.range) ? makeNone()
                                                             : Value();
  });
}

} // namespace tine::elaborate
