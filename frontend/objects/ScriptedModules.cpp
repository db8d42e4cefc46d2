//===- ScriptedModules.cpp - torch.jit.script -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scripting a module makes another one of it, and of its children: they share
// tensors, and have attributes of their own. What Python sees of them is what
// PyTorch's RecursiveScriptModule shows.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/objects/Scripts.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/Program.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

class Scripting {
public:
  Scripting(Scripts &e, ast::Range range) : e(e), range(range) {}

  Value module(const Value &original);
  /// A list, dict or object as TorchScript has it, which is a copy; its parts
  /// are copies of their own even where they are one.
  Value container(const Value &value);

private:
  Value object(const Value &original);
  Value attribute(const ClassInfo *info, StringRef name, const Value &value);
  /// A list or tuple as the tuple that a constant is.
  Value constant(const Value &value);
  Type annotation(const ClassInfo *info, StringRef name);

  Scripts &e;
  ast::Range range;
};

} // namespace

static const ast::Expr *annotationOf(const ClassInfo *info, StringRef name) {
  for (const ClassInfo *c : info->order) {
    auto it = c->fields.types.find(name.str());
    if (it != c->fields.types.end())
      return it->second;
  }
  return nullptr;
}

static bool isFinal(const ast::Expr *annotation) {
  if (auto *subscript = dyn_cast<ast::SubscriptExpr>(annotation))
    annotation = subscript->value;
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(annotation))
    return attribute->name == "Final";
  auto *name = dyn_cast<ast::NameExpr>(annotation);
  return name && name->id == "Final";
}

bool Scripts::isScriptConstant(const ClassInfo *info, StringRef name) {
  if (const ast::Expr *annotation = annotationOf(info, name))
    if (isFinal(annotation))
      return true;
  Value names = objects.findMember(info, "__constants__");
  std::vector<Value> items;
  return names && containers.staticItems(names, items) &&
         llvm::any_of(items, [&](const Value &v) { return v.text == name; });
}

Type Scripting::annotation(const ClassInfo *info, StringRef name) {
  for (const ClassInfo *c : info->order) {
    auto it = c->fields.types.find(name.str());
    if (it == c->fields.types.end())
      continue;
    FunctionInfo none;
    Frame reader;
    reader.scope = c->scope;
    reader.function = &none;
    reader.call.location = e.frames.back().call.location;
    e.frames.push_back(std::move(reader));
    Type type = e.model.evalType(it->second);
    e.frames.pop_back();
    return type;
  }
  return {};
}

Value Scripting::constant(const Value &value) {
  std::vector<Value> items;
  if ((!value.is(Kind::List) && !value.is(Kind::Tuple)) || value.classInfo ||
      !e.containers.staticItems(value, items))
    return value;
  for (Value &item : items) {
    item = e.budget.spend(range) ? constant(item) : Value();
    if (e.stopped())
      return {};
  }
  return makeTuple(std::move(items));
}

Value Scripting::object(const Value &original) {
  // One that is TorchScript's already is shared, as modules are.
  const Object &shared = e.get(original.id);
  const ClassInfo *info = shared.classInfo;
  bool isScripts = shared.scripted && !info->scripted;
  if (shared.kind != Object::Kind::Instance || isScripts ||
      info->traits.isModule || (info->scope->isLibrary && !info->scripted))
    return original;
  Object made = shared;
  auto attributes = std::move(made.attributes);
  made.attributes.clear();
  Value copy = makeRef(Kind::Object, e.objects.allocate(std::move(made)));
  for (auto &[name, value] : attributes) {
    Value part = container(value);
    if (e.stopped())
      return {};
    e.mutate(copy.id).attributes[name] = part;
  }
  return copy;
}

Value Scripting::container(const Value &value) {
  if (!e.budget.spend(range))
    return {};
  if (value.is(Kind::Object))
    return object(value);
  if (value.is(Kind::Optional) &&
      (value.items[0].is(Kind::List) || value.items[0].is(Kind::Dict)))
    return e.paths.select(
        value.ssa, [&] { return container(value.items[0]); },
        [] { return makeNone(); }, range);
  if (value.is(Kind::Tuple)) {
    Value copy = value;
    for (Value &item : copy.items) {
      item = container(item);
      if (e.stopped())
        return {};
    }
    return copy;
  }
  if (!value.is(Kind::List) && !value.is(Kind::Dict))
    return value;
  if (e.get(value.id).isRuntime) {
    CallArgs none(range);
    Value copy = value.is(Kind::List) ? listMethod(e, value, "copy", none)
                                      : dictMethod(e, value, "copy", none);
    if (!e.stopped())
      e.mutate(copy.id).site = e.get(value.id).site;
    return copy;
  }
  if (!e.containers.needsKeys(value, range))
    return {};
  Object made = e.get(value.id);
  std::vector<Value> items = made.items;
  Value copy = makeRef(value.kind, e.objects.allocate(std::move(made)));
  for (auto [i, item] : llvm::enumerate(items)) {
    Value part = container(item);
    if (e.stopped())
      return {};
    e.mutate(copy.id).items[i] = part;
  }
  return copy;
}

Value Scripting::attribute(const ClassInfo *info, StringRef name,
                           const Value &value) {
  switch (value.kind) {
  case Kind::Object:
    return e.objects.isModule(value) ? module(value) : object(value);
  case Kind::Tensor: {
    // A buffer is a tensor by its type, or it is a plain attribute.
    const Object &tensor = e.get(value.id);
    if (!tensor.isBuffer || tensor.isParameter || !annotationOf(info, name))
      return value;
    Type type = annotation(info, name);
    if (!type || type->kind != TypeKind::Optional)
      return value;
    Object made = e.get(value.id);
    made.isBuffer = false;
    return makeRef(Kind::Tensor, e.objects.allocate(std::move(made)));
  }
  case Kind::List:
  case Kind::Dict:
    return e.isScriptConstant(info, name) ? constant(value) : container(value);
  case Kind::Tuple:
    return container(value);
  default:
    return value;
  }
}

bool Scripts::scriptChildren(const Value &module, ast::Range range) {
  if (!get(module.id).classInfo->inherits(ClassRole::ScriptModule))
    return true;
  auto attributes = get(module.id).attributes;
  for (auto &[name, value] : attributes) {
    if (!objects.isModule(value))
      continue;
    Value child = Scripting(*this, range).module(value);
    if (stopped())
      return false;
    mutate(module.id).attributes[name] = child;
  }
  return true;
}

Value Scripting::module(const Value &original) {
  // ScriptModules stay what they are.
  const ClassInfo *info = e.get(original.id).classInfo;
  if (e.get(original.id).scripted || info->inherits(ClassRole::ScriptModule))
    return original;
  if (!e.budget.spend(range))
    return {};
  if (e.objects.findMember(info, "__prepare_scriptable__")) {
    CallArgs none(range, {});
    Value prepared = e.run.callMethod(original, "__prepare_scriptable__", none);
    if (e.stopped())
      return {};
    if (!e.objects.isModule(prepared))
      return e.error(range, "__prepare_scriptable__ gives no module");
    if (prepared.id != original.id)
      return module(prepared);
    info = e.get(original.id).classInfo;
  }
  for (const char *what : {"<hooks>", "parametrizations"})
    if (e.get(original.id).attributes.count(what)) {
      CallArgs none(range);
      e.run.callMethod(original, "_check_scriptable", none);
      if (e.stopped())
        return {};
    }
  Object made = e.get(original.id);
  auto attributes = std::move(made.attributes);
  made.attributes.clear();
  made.scripted = true;
  made.original = original.id + 1;
  Value copy = makeRef(Kind::Object, e.objects.allocate(std::move(made)));
  for (auto &[name, value] : attributes) {
    // TorchScript does not know that a buffer is left out of the state.
    if (name == "<not in state_dict>" || name == "<hooks>")
      continue;
    Value part = attribute(info, name, value);
    if (e.stopped())
      return {};
    e.mutate(copy.id).attributes[name] = part;
  }
  e.scriptChecker.addModule(e.get(copy.id));
  return copy;
}

bool Scripts::isReadByPython(const Value &module) {
  return get(module.id).original && !frames.callsScript() &&
         !frames.back().scope->isLibrary;
}

Value Scripts::readScripted(const Value &module, StringRef name,
                            ast::Range range) {
  const Object &object = get(module.id);
  const ClassInfo *info = object.classInfo;
  // It has its own text.
  if (name == "__repr__" || name == "__str__")
    for (const ClassInfo *c : info->order)
      if (c->has(ClassRole::Module))
        return makeMethod(c->members.at("__repr__"), module);
  if (!isReadByPython(module))
    return {};
  auto it = object.attributes.find(name.str());
  if (it != object.attributes.end()) {
    const Value value = it->second;
    // A dtype is an int in TorchScript.
    if (value.is(Kind::DType) && !isScriptConstant(info, name))
      return makeInt(value.integer);
    return acrossScript(value, range);
  }
  if (name == "original_name")
    return makeStr(info->name);
  if (info->has(ClassRole::ModuleDict) &&
      (name == "keys" || name == "values" || name == "items"))
    return fault("AttributeError", range,
                 "'RecursiveScriptModule' object has no attribute '" + name +
                     "'");
  if (name == "__class__")
    return error(range, "the class of a scripted module is PyTorch's "
                        "RecursiveScriptModule; ask for its original_name");
  Value member = objects.findMember(info, name);
  if (member.is(Kind::Function) && member.function->decorators.isProperty)
    return error(range, "Python does not compute the properties of a scripted "
                        "module; write a method with @torch.jit.export");
  return {};
}

bool Scripts::isElementsOfScripted(const Value &self,
                                   const FunctionInfo &method) {
  static const std::set<std::string> names = {"__getitem__", "__iter__",
                                              "__len__", "__contains__"};
  const ClassInfo *info = get(self.id).classInfo;
  return get(self.id).original && method.owner && method.scope->isLibrary &&
         names.count(method.name) &&
         (info->inherits(ClassRole::ModuleList) ||
          info->inherits(ClassRole::ModuleDict));
}

Value Scripts::acrossScript(const Value &value, ast::Range range) {
  return Scripting(*this, range).container(value);
}

Value Scripts::makeScripted(Value value, ast::Range range) {
  if (value.is(Kind::Function)) {
    auto copy = std::make_shared<FunctionInfo>(*value.function);
    copy->decorators.scripted = true;
    value.function = copy;
    scriptChecker.add(*copy);
    return value;
  }
  if (value.is(Kind::Class)) {
    value.classInfo->scripted = true;
    for (auto &member : value.classInfo->members)
      if (member.second.is(Kind::Function))
        member.second.function->markScripted();
    scriptChecker.addClass(*value.classInfo);
    return value;
  }
  if (objects.isModule(value)) {
    Value made = Scripting(*this, range).module(value);
    if (made)
      program.parameters.scripted(value, made);
    return made;
  }
  if (value.is(Kind::Object)) {
    Value made = acrossScript(value, range);
    if (made)
      mutate(made.id).scripted = true;
    return made;
  }
  if (value.is(Kind::Method) || value.is(Kind::Builtin))
    return value;
  return error(range, "torch.jit.script takes a function, class or module, not "
                      "a value of type '" +
                          toString(types.typeOf(value)) + "'");
}

} // namespace tine::elaborate
