//===- ObjectModel.cpp - Classes, their bases and members -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Members of objects, their binding, and what stands for an object that is a
// container.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/ObjectModel.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/objects/Iterators.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Exceptions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value classValue(const ClassInfo *info) {
  Value value;
  value.kind = Kind::Class;
  value.classInfo = const_cast<ClassInfo *>(info);
  return value;
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// Whether an object of the class takes the function as a method. A function of
/// the library that stands for one of C, as most of torch are, does not become
/// one.
static bool isBound(const FunctionInfo &function) {
  return !function.decorators.isStatic && function.name != "__new__" &&
         (function.owner || !function.scope->isLibrary);
}

Value bindMember(Context &e, const Value &member, const Value &self,
                 const ClassInfo *info, ast::Range range) {
  if (member.is(Kind::Object) &&
      e.objects.findMember(e.get(member.id).classInfo, "__get__")) {
    bool ofClass = self.is(Kind::Class);
    CallArgs args(range, {ofClass ? makeNone() : self, classValue(info)},
                  {range, range});
    return e.run.callMethod(member, "__get__", args);
  }
  if (!member.is(Kind::Function) || !isBound(*member.function))
    return member;
  bool isOfClass = member.function->decorators.isClassMethod;
  Value method = makeMethod(member, isOfClass ? classValue(info) : self);
  if (!member.function->decorators.isProperty)
    return method;
  CallArgs args(range);
  return e.run.call(method, args);
}

/// The class in whose text the code of the last frame stands; empty if none.
static StringRef classAround(const Context &e) {
  const Frame &frame = e.frames.back();
  if (frame.classBody)
    return frame.classBody->name;
  // "Class.method.<locals>.function"
  StringRef whole;
  if (frame.function)
    whole = frame.function->qualifiedName;
  while (!whole.empty()) {
    auto [around, own] = whole.rsplit(".<locals>.");
    if (own.empty())
      std::swap(around, own);
    StringRef owner = own.rsplit('.').first;
    if (owner != own)
      return owner.substr(owner.rfind('.') + 1);
    whole = around;
  }
  return {};
}

std::string attributeName(const Context &e, StringRef name) {
  if (!name.starts_with("__") || name.ends_with("__") || e.script() ||
      e.frames.back().scope->isLibrary)
    return name.str();
  StringRef owner = classAround(e).ltrim('_');
  return owner.empty() ? name.str() : ("_" + owner + name).str();
}

Value ownersMember(Context &e, const ClassInfo *info, StringRef name) {
  for (const ClassInfo *c : info->order) {
    if (c->scope->isLibrary)
      return {};
    if (e.objects.ownMember(c, name))
      return e.objects.findMember(c, name);
  }
  return {};
}

Value methodOfObject(const Value &self, StringRef name) {
  static const std::set<StringRef> names = {"__setattr__", "__delattr__",
                                            "__getattribute__", "__new__"};
  bool isClass = self.is(Kind::Class);
  Value method;
  if (name == "__init__" || name == "__init_subclass__" ||
      name == "__post_init__")
    return makeBuiltin("_tine.nothing");
  if (names.count(name))
    method = makeBuiltin(("object." + name).str());
  else if (isClass && name == "__call__")
    method = makeBuiltin("type.__call__");
  else
    return {};
  if (self && name != "__new__")
    method.items = {self};
  return method;
}

//===----------------------------------------------------------------------===//
// super()
//===----------------------------------------------------------------------===//

Value makeSuper(Context &e, const std::vector<Value> &args, ast::Range range) {
  const Frame &frame = e.frames.back();
  Value owner, self;
  if (args.size() == 2) {
    owner = args[0];
    self = args[1];
  } else if (args.empty() && frame.owner && frame.self) {
    owner = classValue(frame.owner);
    self = frame.self;
  } else {
    return e.error(range, "super() is only possible in a method");
  }
  if (!owner.is(Kind::Class))
    return e.error(range, "super() takes a class and an object of it");
  Value value = makeBuiltin("super");
  value.items = {self};
  value.classInfo = owner.classInfo;
  return value;
}

/// The classes in which super() looks, of which it starts behind its own.
static ArrayRef<const ClassInfo *> orderOf(Context &e, const Value &self,
                                           const ClassInfo *owner) {
  const ClassInfo *own =
      self.is(Kind::Object) ? e.get(self.id).classInfo : self.classInfo;
  if (!own)
    return {};
  if (llvm::is_contained(own->order, owner))
    return own->order;
  // In a method of its metaclass.
  for (const ClassInfo *c : own->order)
    if (c->metaclass && llvm::is_contained(c->metaclass->order, owner))
      return c->metaclass->order;
  return {};
}

Value ofSuper(Context &e, const Value &base, StringRef name, ast::Range range) {
  const Value &self = base.items[0];
  ArrayRef<const ClassInfo *> order = orderOf(e, self, base.classInfo);
  auto at = llvm::find(order, base.classInfo);
  if (at == order.end())
    return e.kindError("TypeError", range,
                       "super(type, obj): obj must be an instance or subtype "
                       "of type",
                       "super() needs an object of the class");
  const ClassInfo *own =
      self.is(Kind::Object) ? e.get(self.id).classInfo : self.classInfo;
  for (++at; at != order.end(); ++at) {
    if (const Value *found = e.objects.ownMember(*at, name)) {
      Value member = *found;
      bool isPlain = self.is(Kind::Class) && member.is(Kind::Function) &&
                     !member.function->decorators.isClassMethod &&
                     order == ArrayRef(own->order);
      return isPlain ? member : bindMember(e, member, self, own, range);
    }
    if (!(*at)->unusable.empty())
      return e.error(range, (*at)->unusable);
  }
  if (Value method = methodOfObject(self, name))
    return method;
  if (e.objects.isModule(self) &&
      (name == "__getattr__" || name == "__call__")) {
    Value method = makeBuiltin(("torch.nn.Module." + name).str());
    method.items = {self};
    return method;
  }
  return e.kindError("AttributeError", range,
                     "'super' object has no attribute '" + name + "'",
                     "the base classes have no '" + name + "'");
}

//===----------------------------------------------------------------------===//
// What Tine may not have
//===----------------------------------------------------------------------===//

/// The name of a class or function as the program writes it.
static std::string spelled(const ast::Expr *expr) {
  if (auto *name = dyn_cast<ast::NameExpr>(expr))
    return name->id.str();
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(expr))
    return spelled(attribute->value) + "." + attribute->name.str();
  return {};
}

Value evalIfSupported(Context &e, const ast::Expr *expr, std::string &why) {
  if (auto *name = dyn_cast<ast::NameExpr>(expr)) {
    const Value *found = findVariable(e, e.frames.back(), name->id);
    if (!found)
      if (const Frame *file = e.frames.moduleFrameOf(e.frames.back().scope))
        found = findVariable(e, *file, name->id);
    if (found && found->is(Kind::Undefined) && !found->known) {
      why = "'" + name->id.str() + "' " + found->text;
      return {};
    }
  }
  auto *attribute = dyn_cast<ast::AttributeExpr>(expr);
  if (!attribute)
    return e.run.eval(expr);
  Value base = evalIfSupported(e, attribute->value, why);
  if (!base)
    return {};
  if (base.is(Kind::Namespace) && !e.frames.isUserModule(base)) {
    Value value = e.model.qualified((base.text + "." + attribute->name).str());
    if (!value && !e.stopped())
      why = "'" + spelled(expr) + "' is not supported";
    return value;
  }
  return e.model.getAttribute(base, attribute->name, attribute->range);
}

bool isUsableClass(Context &e, const ClassInfo *info, ast::Range range) {
  for (const ClassInfo *c : info->order)
    if (!c->unusable.empty()) {
      e.error(range, c->unusable);
      return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Objects that stand for containers
//===----------------------------------------------------------------------===//

Value itemsBehind(const Context &e, const Value &value) {
  if (!value.is(Kind::Object))
    return {};
  const auto &attributes = e.get(value.id).attributes;
  auto items = attributes.find("<items>");
  return items == attributes.end() ? Value() : items->second;
}

Value dictOfAttributes(const Context &e, const Value &object) {
  const auto &attributes = e.get(object.id).attributes;
  auto dict = attributes.find("<dict>");
  return dict == attributes.end() ? Value() : dict->second;
}

/// The items of an object that has only __getitem__, which ends them with an
/// IndexError; null where that is not known.
static Value itemsByNumber(Context &e, const Value &object, ast::Range range) {
  constexpr int64_t most = 4096;
  std::vector<Value> items;
  const void *outer =
      std::exchange(e.diagnoser.numbered, e.get(object.id).classInfo->def);
  auto leave = llvm::scope_exit([&] { e.diagnoser.numbered = outer; });
  for (int64_t i = 0; i < most; ++i) {
    std::optional<Value> item = unlessRaised(e, "IndexError", [&] {
      CallArgs at(range, {makeInt(i)}, {range});
      return e.frames.along(
          i, [&] { return e.run.callMethod(object, "__getitem__", at); });
    });
    if (!item)
      return e.containers.newList(std::move(items), {}, nullptr, range);
    if (e.stopped())
      return {};
    items.push_back(*item);
  }
  return e.error(range, "this object has more than " + Twine(most) +
                            " items, and no '__iter__'");
}

bool isAskedByNumber(Context &e, const Value &object) {
  const ClassInfo *info = e.get(object.id).classInfo;
  return info->def && e.decisions.isAskedByNumber(info->def) &&
         !e.objects.findMember(info, "__iter__");
}

Value iterated(Context &e, const Value &value, ast::Range range,
               bool keepsIterators, bool takesAll) {
  Value items = value;
  while (items.is(Kind::Object) && !e.objects.isModule(items) &&
         !e.objects.isSet(items)) {
    if (isStream(e, items))
      return keepsIterators
                 ? items
                 : e.run.callLibrary("_streams.items", {items}, range);
    if (isGenerator(e, items)) {
      CallArgs how(range, {makeBool(takesAll)}, {range});
      return keepsIterators ? items : e.run.callMethod(items, "_all", how);
    }
    const ClassInfo *info = e.get(items.id).classInfo;
    bool byNumber = info->scope->isLibrary &&
                    e.objects.findMember(info, "__len__") &&
                    e.objects.findMember(info, "__getitem__");
    if (isAskedByNumber(e, items)) {
      items = e.run.callLibrary("_generators.by_number", {items}, range);
      continue;
    }
    if (!e.objects.findMember(info, "__iter__"))
      return byNumber || !e.objects.findMember(info, "__getitem__")
                 ? items
                 : itemsByNumber(e, items, range);
    CallArgs none(range);
    Value next = e.run.callMethod(items, "__iter__", none);
    if (e.stopped())
      return {};
    if (isOwnIterator(e, next))
      return keepsIterators ? next : allItems(e, next, range);
    if (next.is(Kind::Object) && (next.id == items.id || byNumber))
      return items;
    items = next;
  }
  return items;
}

bool entriesOf(Context &e, const Value &mapping, ast::Range range,
               std::vector<Value> &items) {
  const ClassInfo *info =
      mapping.is(Kind::Object) ? e.get(mapping.id).classInfo : nullptr;
  if (!info || !e.objects.findMember(info, "keys") ||
      !e.objects.findMember(info, "__getitem__"))
    return false;
  CallArgs none(range);
  Value keys = e.run.callMethod(mapping, "keys", none);
  std::vector<Value> names;
  if (e.stopped() || !e.containers.staticItems(keys, names))
    return false;
  for (const Value &name : names) {
    CallArgs at(range, {name}, {range});
    Value item = e.run.callMethod(mapping, "__getitem__", at);
    if (e.stopped())
      return false;
    items.push_back(name);
    items.push_back(item);
  }
  return true;
}

std::optional<Value> unlessRaised(Context &e, StringRef kind,
                                  function_ref<Value()> act) {
  unsigned pending = e.diagnoser.pendingError;
  beginAttempts(e);
  e.diagnoser.attempts.push_back({{kind.str()}});
  Value value = act();
  e.diagnoser.attempts.pop_back();
  // A `try` around may have let an error of another kind be raised.
  auto isOfKind = [&] {
    Value name = e.get(e.diagnoser.pendingError).attributes.lookup("kind");
    return name.isConst() &&
           catches({kind.str()}, e.diagnoser.raised[name.text]);
  };
  bool failed = e.diagnoser.thrown && isOfKind() && e.diagnoser.endDeadPath();
  e.diagnoser.pendingError = pending;
  return failed ? std::nullopt : std::optional(value);
}

//===----------------------------------------------------------------------===//
// Errors of types
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// What Python's own functions ask of classes
//===----------------------------------------------------------------------===//

/// Python's classes that are derived from others of its own.
static bool isDerivedBuiltin(StringRef derived, StringRef base) {
  return derived == base || base == "object" ||
         (derived == "bool" && base == "int") ||
         (derived == "collections.OrderedDict" && base == "dict") ||
         (derived == "collections.defaultdict" && base == "dict");
}

bool isProtocol(const ClassInfo *info) {
  return info->abstractBases.count("typing.Protocol");
}

Value followsProtocol(Context &e, const Value &value, const ClassInfo *protocol,
                      ast::Range range) {
  std::set<std::string> names;
  for (const ClassInfo *c : protocol->order) {
    if (!isProtocol(c))
      continue;
    for (const auto &member : c->members)
      names.insert(member.first);
    names.insert(c->fields.names.begin(), c->fields.names.end());
  }
  // Those of a class, and not of a protocol.
  for (const char *name : {"__init__", "__new__", "__doc__", "__slots__",
                           "__annotations__", "__module__"})
    names.erase(name);
  for (const std::string &name : names) {
    CallArgs args(range, {value, makeStr(name)}, {range, range});
    Value has = e.run.callBuiltin(makeBuiltin("hasattr"), args);
    if (e.stopped() || !has.integer)
      return has;
  }
  return makeBool(true);
}

static Value isSubclass(Context &e, const Value &type, const Value &of,
                        ast::Range range) {
  std::vector<Value> bases;
  if (of.is(Kind::Tuple)) {
    auto ask = [&](const Value &t) { return isSubclass(e, type, t, range); };
    return anyOf(e, of.items, ask, range);
  }
  ErrorClass kind = errorClass(of);
  // What __exit__ gets of an error that only the run knows.
  if (!kind.empty() && e.objects.hasRole(type, ClassRole::ErrorType))
    return isOfError(e, e.get(type.id).attributes.lookup("__name__"),
                     kind.front(), range);
  if (ErrorClass own = errorClass(type); !own.empty())
    return makeBool(!kind.empty() && llvm::is_contained(own, kind.front()));
  if (type.is(Kind::Class) && of.is(Kind::Class)) {
    bool isDerived = llvm::is_contained(type.classInfo->order, of.classInfo);
    return !isDerived && isProtocol(of.classInfo)
               ? followsProtocol(e, type, of.classInfo, range)
               : makeBool(isDerived);
  }
  if (type.is(Kind::Class) && of.is(Kind::Builtin)) {
    if (of.text == "object")
      return makeBool(true);
    if (of.text == "abc.ABC" || of.text == "typing.Generic" ||
        of.text == "typing.Protocol")
      return makeBool(
          llvm::any_of(type.classInfo->order, [&](const ClassInfo *c) {
            return c->abstractBases.count(of.text);
          }));
    Value words = e.objects.findMember(type.classInfo, "_abstract");
    SmallVector<StringRef> list;
    if (words.is(Kind::Str))
      StringRef(words.text).split(list, ' ');
    return makeBool(llvm::is_contained(
        list, StringRef(of.text).substr(of.text.rfind('.') + 1)));
  }
  bool areBuiltins = type.is(Kind::Builtin) && of.is(Kind::Builtin);
  bool isTensor = type.is(Kind::TypeValue) && of.is(Kind::TypeValue);
  if (areBuiltins || type.is(Kind::Builtin) || isTensor)
    return makeBool(areBuiltins ? isDerivedBuiltin(type.text, of.text)
                                : isTensor);
  return e.kindError("TypeError", range, "issubclass() arg 1 must be a class",
                     "issubclass() takes classes");
}

/// A number that two names have in common if they are one object.
static Value idOf(Context &e, Bound &a) {
  const Value &value = a[0];
  switch (value.kind) {
  case Kind::Tensor:
  case Kind::List:
  case Kind::Dict:
  case Kind::Object: {
    const Object &object = e.get(value.id);
    if (isOfRun(e, value) || object.isJoined || object.isRead ||
        object.isChoice || !e.objects.aliases(value.id).empty())
      return e.error(a.range, "only the run knows which object this is, "
                              "because a branch or loop chose it; keep a flag "
                              "beside it");
    return makeInt(static_cast<int64_t>(value.id) * 16);
  }
  case Kind::Class:
    if (value.classInfo->object)
      return makeInt(static_cast<int64_t>(value.classInfo->object) * 16);
    break;
  case Kind::Function:
    if (value.function->number)
      return makeInt(static_cast<int64_t>(value.function->number) * 16 + 8);
    break;
  case Kind::None:
    return makeInt(int64_t(8));
  default:
    break;
  }
  return e.error(a.range, "id() of a value of type '" +
                              toString(e.types.typeOf(value)) +
                              "' is not supported; compare with 'is'");
}

/// Objects without anything, as object.__new__ makes them.
static Value newObject(Context &e, Bound &a) {
  if (!a[0].is(Kind::Class) || a[0].classInfo->traits.isEnum ||
      a[0].classInfo->traits.isNamedTuple)
    return e.error(a.range, "__new__ takes a class of the program here");
  return makeInstance(e, a[0].classInfo, a.range);
}

static bool isNamed(Context &e, Bound &a) {
  if (a[1].is(Kind::Str) && a[1].isConst())
    return true;
  if (!e.decisions.unrollEnclosingLoop())
    e.error(a.range, "the name of an attribute must be known at compile time");
  return false;
}

/// `super().__getattr__(name)` in a module: what it has registered.
static Value getRegistered(Context &e, Bound &a) {
  if (!isNamed(e, a))
    return {};
  const Object &module = e.get(a[0].id);
  auto found = module.attributes.find(a[1].text);
  if (found != module.attributes.end() && !found->second.is(Kind::Undefined))
    return found->second;
  return e.fault("AttributeError", a.range,
                 "'" + module.classInfo->name + "' object has no attribute '" +
                     a[1].text + "'");
}

/// property(), staticmethod() and classmethod(), called with a function.
static Value markedFunction(Context &e, Bound &a) {
  Value made = a[0];
  if (!made.is(Kind::Function) && a.name == "staticmethod")
    return made;
  if (!made.is(Kind::Function))
    return e.error(a.range, a.name + "() takes a function");
  made.function = std::make_shared<FunctionInfo>(*made.function);
  made.function->decorators.isStatic |= a.name == "staticmethod";
  made.function->decorators.isClassMethod |= a.name == "classmethod";
  if (a.name != "property")
    return made;
  made.function->decorators.isProperty = true;
  if (a.given(1))
    made.function->decorators.setter = a[1];
  if (a.given(2))
    made.function->decorators.deleter = a[2];
  return made;
}

void registerObjectModel(Registry &r) {
  r.add("issubclass", "value, type", [](Context &e, Bound &a) {
    return isSubclass(e, a[0], a[1], a.range);
  });
  r.add("id", "value", idOf);
  r.add("staticmethod classmethod", "function", markedFunction);
  r.add("property", "fget, fset=None, fdel=None, doc=None", markedFunction);
  r.add("object.__new__", "cls, *values", newObject);
  r.add("object.__setattr__", "obj, name, value",
        [](Context &e, Bound &a) -> Value {
          if (!isNamed(e, a))
            return {};
          bool isDone =
              a[0].is(Kind::Object)
                  ? e.model.setAttributePlainly(a[0], a[1].text, a[2], a.range)
                  : e.model.setAttribute(a[0], a[1].text, a[2], a.range);
          return isDone ? makeNone() : Value();
        });
  r.add("object.__delattr__", "obj, name", [](Context &e, Bound &a) -> Value {
    if (!isNamed(e, a))
      return {};
    return deletePlainly(e, a[0], a[1].text, a.range) ? makeNone() : Value();
  });
  r.add("object.__getattribute__", "obj, name",
        [](Context &e, Bound &a) -> Value {
          return isNamed(e, a) ? readPlainly(e, a[0], a[1].text, a.range)
                               : Value();
        });
  r.add("torch.nn.Module.__getattr__", "obj, name", getRegistered);
  r.add("_tine.is_dict", "value",
        [](Context &, Bound &a) { return makeBool(a[0].is(Kind::Dict)); });
  r.add("_tine.items_behind", "value", [](Context &e, Bound &a) {
    Value items = itemsBehind(e, a[0]);
    return items ? items : makeNone();
  });
}

} // namespace tine::elaborate
