//===- ObjectAttributes.cpp - Attributes of objects, classes, functions ---===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's order of lookup: what the object has itself, its class, and at last
// __getattr__. What a module registers comes behind its class.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value memberOfInstance(Context &e, const Value &self, StringRef name,
                       ast::Range range) {
  ClassInfo *info =
      self.is(Kind::Object) ? e.get(self.id).classInfo : self.classInfo;
  return bindMember(e, e.objects.findMember(info, name), self, info, range);
}

std::string didYouMean(StringRef name, ArrayRef<StringRef> names) {
  std::string near = nearestName(name, names);
  return near.empty() ? "" : "; did you mean '" + near + "'?";
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// What a path has left of an attribute that is not set on every one.
static Value errorOfUnset(Context &e, const Value &base, const Value &unset,
                          StringRef name, ast::Range range) {
  if (unset.known)
    return e.failQuietly();
  // What its constructor sets, or what it is.
  if (bringObjects(e, base, "its constructor may raise an error") ||
      bringObjects(e, unset.classInfo, "paths choose between them"))
    return {};
  StringRef why = unset.text;
  return e.error(range, "the attribute '" + name + "' " +
                            (why.empty() ? "is set on some paths only; set "
                                           "it before the branch or loop"
                                         : why));
}

/// Parameters, buffers and modules, which a module registers: Python looks for
/// them behind all else.
static bool isRegistered(Context &e, const Object &module, const Value &value) {
  if (!module.classInfo->traits.isModule)
    return false;
  return e.objects.isModule(value) ||
         (value.is(Kind::Tensor) &&
          (e.get(value.id).isParameter || e.get(value.id).isBuffer));
}

/// What the object itself has under the name; null if nothing.
static Value ofOwn(Context &e, const Value &base, StringRef name,
                   ast::Range range) {
  if (Value dict = dictOfAttributes(e, base)) {
    Value has = e.containers.dictContains(dict, makeStr(name), range);
    if (e.stopped() || (has.isConst() && !has.integer))
      return {};
    return e.containers.dictGet(dict, makeStr(name), range);
  }
  if (isOfRun(e, base))
    return attributeInRun(e, base, name, range);
  const Object &object = e.get(base.id);
  auto it = object.attributes.find(name.str());
  if (it == object.attributes.end())
    return {};
  if (it->second.is(Kind::Undefined))
    return errorOfUnset(e, base, Value(it->second), name, range);
  if (it->second.is(Kind::Maybe))
    return presentAttribute(e, object.classInfo, name, Value(it->second),
                            range);
  // A class of the program may have a method or constant of that name.
  if (isRegistered(e, object, it->second)) {
    Value own = it->second;
    ClassInfo *info = object.classInfo;
    if (Value member = memberOfInstance(e, base, name, range);
        member || e.stopped())
      return member;
    if (Value getter = ownersMember(e, info, "__getattr__")) {
      CallArgs args(range, {makeStr(name)}, {range});
      return e.run.call(makeMethod(getter, base), args);
    }
    return own;
  }
  return it->second;
}

/// What every object has.
static Value ofEveryObject(Context &e, const Value &base, StringRef name,
                           ast::Range range) {
  if (name == "__class__")
    return classValue(e.get(base.id).classInfo);
  if (e.script())
    return {};
  if (name == "__dict__") {
    Value dict = dictOfAttributes(e, base);
    return dict ? dict
                : e.run.callLibrary("_builtins._Attributes", {base}, range);
  }
  if (name == "__module__" || name == "__doc__")
    return e.model.getAttribute(classValue(e.get(base.id).classInfo), name,
                                range);
  return name == "__getattr__" || name.starts_with("__init")
             ? Value()
             : methodOfObject(base, name);
}

Value readPlainly(Context &e, const Value &base, StringRef name,
                  ast::Range range) {
  if (Value own = ofOwn(e, base, name, range); own || e.stopped())
    return own;
  if (Value computes = parametrizationOf(e, base, name)) {
    CallArgs none(range);
    return e.run.call(computes, none);
  }
  if (Value member = memberOfInstance(e, base, name, range);
      member || e.stopped())
    return member;
  return ofEveryObject(e, base, name, range);
}

Value ofObject(Context &e, const Value &base, StringRef name,
               ast::Range range) {
  if (e.get(base.id).original)
    if (Value value = e.model.readScripted(base, name, range);
        value || e.stopped())
      return value;
  ClassInfo *info = e.get(base.id).classInfo;
  if (Value found = readPlainly(e, base, name, range); found || e.stopped())
    return found;
  if (!isUsableClass(e, info, range))
    return {};
  if (Value getter = e.objects.findMember(info, "__getattr__");
      getter && !e.script()) {
    CallArgs args(range, {makeStr(name)}, {range});
    return e.run.call(bindMember(e, getter, base, info, range), args);
  }
  if (name == "__getattr__" && !e.script())
    return e.run.callLibrary("_builtins._Getter", {base}, range);
  SmallVector<StringRef> names;
  for (auto &entry : e.get(base.id).attributes)
    if (!StringRef(entry.first).starts_with("<"))
      names.push_back(entry.first);
  for (auto &entry : info->members)
    names.push_back(entry.first);
  std::string text =
      ("'" + info->name + "' object has no attribute '" + name + "'").str();
  if (e.diagnoser.isSeen(errorClass("AttributeError")))
    return e.fault("AttributeError", range, text);
  return e.model.unknownAttribute(name, range, text + didYouMean(name, names));
}

//===----------------------------------------------------------------------===//
// Classes and functions
//===----------------------------------------------------------------------===//

Value docOf(ast::Block body) {
  auto *first = body.empty() ? nullptr : dyn_cast<ast::ExprStmt>(body.front());
  auto *text = first ? dyn_cast<ast::StringExpr>(first->value) : nullptr;
  return text ? makeStr(text->value) : makeNone();
}

/// The bases that programs see: those of a hidden one instead of it.
static void addBases(const ClassInfo &info, Value &bases) {
  for (const ClassInfo *base : info.bases)
    if (base->has(ClassRole::Hidden))
      addBases(*base, bases);
    else
      bases.items.push_back(classValue(base));
}

/// The names that every class has; null for others.
static Value ofEveryClass(Context &e, const Value &base, StringRef name) {
  const ClassInfo &info = *base.classInfo;
  if (name == "__name__")
    return makeStr(info.name);
  if (name == "__qualname__")
    return makeStr(info.qualifiedName);
  if (name == "__module__" && !info.scope->isLibrary)
    return makeStr(info.scope->moduleName);
  if (name == "__doc__" && info.def)
    return docOf(info.def->body);
  if (name == "__class__")
    return info.metaclass ? classValue(info.metaclass) : makeBuiltin("type");
  if (name == "__bases__" || name == "__base__") {
    Value bases = makeTuple({});
    addBases(info, bases);
    if (bases.items.empty())
      bases.items.push_back(makeBuiltin("object"));
    return name == "__base__" ? bases.items.front() : bases;
  }
  if (name == "__mro__") {
    Value all = makeTuple({});
    for (const ClassInfo *c : info.order)
      if (!c->has(ClassRole::Hidden))
        all.items.push_back(classValue(c));
    all.items.push_back(makeBuiltin("object"));
    return all;
  }
  if ((name == "_fields" || name == "__match_args__") &&
      info.traits.isNamedTuple) {
    Value fields = makeTuple({});
    for (const std::string &field : info.fields.names)
      fields.items.push_back(makeStr(field));
    return fields;
  }
  return {};
}

Value ofClass(Context &e, const Value &base, StringRef name, ast::Range range) {
  ClassInfo &info = *base.classInfo;
  if (Value value = ofEveryClass(e, base, name))
    return value;
  if (Value member = e.objects.findMember(&info, name)) {
    bool isPlain =
        member.is(Kind::Function) && !member.function->decorators.isClassMethod;
    return isPlain ? member : bindMember(e, member, base, &info, range);
  }
  if (e.stopped() || !isUsableClass(e, &info, range))
    return {};
  if (info.traits.isEnum && name == "__members__") {
    std::vector<Value> members;
    for (const std::string &member : info.fields.names) {
      members.push_back(makeStr(member));
      members.push_back(info.members[member]);
    }
    return e.containers.newDict(members, {}, {}, nullptr, range);
  }
  for (const ClassInfo *c : info.order)
    if (c->metaclass)
      if (Value member = e.objects.findMember(c->metaclass, name))
        return bindMember(e, member, base, c->metaclass, range);
  if (name == "__new__" && info.traits.isNamedTuple) {
    Value made = makeBuiltin("NamedTuple.__new__");
    made.classInfo = &info;
    return made;
  }
  if (Value method = methodOfObject({}, name))
    return method;
  if (info.traits.isModule && (name == "__call__" || name == "__getattr__"))
    return makeBuiltin(("torch.nn.Module." + name).str());
  return e.kindError(
      "AttributeError", range,
      "type object '" + info.name + "' has no attribute '" + name + "'",
      "class '" + info.name + "' has no attribute '" + name + "'");
}

/// `__code__` of a function, as far as programs ask for it.
static Value codeOf(Context &e, const FunctionInfo &function,
                    ast::Range range) {
  const ast::Params &params =
      function.def ? *function.def->params : *function.lambda->params;
  Value names = makeTuple({});
  int64_t count = 0;
  for (const ast::Param &param : params.params) {
    names.items.push_back(makeStr(param.name));
    count += param.kind != ast::ParamKind::VarArgs &&
             param.kind != ast::ParamKind::VarKeywords &&
             param.kind != ast::ParamKind::KeywordOnly;
  }
  return e.run.callLibrary("_builtins._Code",
                           {makeStr(function.name), makeInt(count), names},
                           range);
}

/// The defaults of positional parameters as a tuple, of others as a dict.
static Value defaultsOf(Context &e, const FunctionInfo &function,
                        bool ofKeywords, ast::Range range) {
  const ast::Params &params =
      function.def ? *function.def->params : *function.lambda->params;
  std::vector<Value> positional, keywords;
  size_t next = 0;
  for (const ast::Param &param : params.params) {
    if (!param.defaultValue)
      continue;
    Value value = function.defaults[next++];
    if (param.kind != ast::ParamKind::KeywordOnly) {
      positional.push_back(value);
      continue;
    }
    keywords.push_back(makeStr(param.name));
    keywords.push_back(value);
  }
  if (ofKeywords)
    return keywords.empty()
               ? makeNone()
               : e.containers.newDict(keywords, {}, {}, nullptr, range);
  return positional.empty() ? makeNone() : makeTuple(positional);
}

/// A function or method; the program may have set other names.
Value ofFunction(Context &e, const Value &base, StringRef name,
                 ast::Range range) {
  if (Value own = openAttribute(e, base, name); own || e.stopped())
    return own;
  const FunctionInfo &function = *base.function;
  if (name == "__name__")
    return makeStr(function.name);
  if (e.script())
    return {};
  if (name == "__qualname__")
    return makeStr(function.qualifiedName);
  if (name == "__module__" && !function.scope->isLibrary)
    return makeStr(function.scope->moduleName);
  if (name == "__doc__")
    return function.def ? docOf(function.def->body) : makeNone();
  if (name == "__self__" && base.is(Kind::Method))
    return base.items[0];
  if (name == "__func__" && base.is(Kind::Method))
    return functionOf(base);
  if (name == "__call__")
    return base;
  if (name == "__code__")
    return codeOf(e, function, range);
  if (name == "__defaults__" || name == "__kwdefaults__")
    return defaultsOf(e, function, name == "__kwdefaults__", range);
  return {};
}

} // namespace tine::elaborate
