//===- Classes.cpp - Classes, instances, modules, attributes, imports -----===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of functions and classes, attribute access, and the names that
// imports can reach.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/Library.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

Value Elaborator::defineFunction(const ast::FunctionDefStmt *stmt,
                                 const ClassInfo *owner) {
  auto info = std::make_shared<FunctionInfo>();
  info->def = stmt;
  info->scope = frames.back().scope;
  info->owner = owner;
  info->name = stmt->name.str();
  bool wantsProperty = false;
  for (const ast::Expr *decorator : stmt->decorators) {
    const ast::Expr *callee = decorator;
    if (auto *callExpr = dyn_cast<ast::CallExpr>(decorator))
      callee = callExpr->callee;
    if (auto *name = dyn_cast<ast::NameExpr>(callee)) {
      if (name->id == "staticmethod") {
        info->isStatic = true;
        continue;
      }
      if (name->id == "property") {
        wantsProperty = true;
        continue;
      }
      if (name->id == "classmethod") {
        info->isClassMethod = true;
        continue;
      }
    }
    Value value = eval(callee);
    if (stopped)
      return {};
    StringRef text = value.text;
    if (text == "torch.jit.script" || text == "torch.jit.script_method")
      info->scripted = true;
    else if (text == "torch.jit.ignore" || text == "torch.jit.unused")
      info->ignored = true;
    else if (text != "torch.jit.export" && text != "torch.no_grad" &&
             text != "torch.inference_mode" && text != "torch.enable_grad" &&
             text != "abc.abstractmethod" && text != "typing.overload" &&
             text != "functools.wraps")
      return error(decorator->range,
                   "this decorator is not supported; torch.jit's are");
    if (text == "torch.no_grad" || text == "torch.inference_mode" ||
        text == "torch.enable_grad")
      info->grad = text == "torch.enable_grad";
  }
  info->isProperty = wantsProperty;
  for (const ast::Param &param : stmt->params->params)
    if (param.defaultValue) {
      info->defaults.push_back(eval(param.defaultValue));
      if (stopped)
        return {};
    }
  Value value;
  value.kind = Kind::Function;
  value.function = info;
  // A nested function reads the variables of the one around it, by value.
  if (!owner && !frames.back().isModule && frames.back().function) {
    Value captured = makeTuple({});
    for (auto &entry : frames.back().locals) {
      captured.items.push_back(makeStr(entry.first));
      captured.items.push_back(entry.second);
    }
    value.items.push_back(captured);
  }
  return value;
}

Value Elaborator::defineClass(const ast::ClassDefStmt *stmt) {
  ClassInfo *info = &facts.classes[{stmt, classCounts[stmt]++}];
  *info = ClassInfo();
  info->name = stmt->name.str();
  info->def = stmt;
  info->scope = frames.back().scope;
  for (const ast::Expr *base : stmt->bases) {
    Value value = eval(base);
    if (stopped)
      return {};
    if (value.is(Kind::Class)) {
      info->bases.push_back(value.classInfo);
      info->isModule |= value.classInfo->isModule;
      info->isNamedTuple |= value.classInfo->isNamedTuple;
      info->isException |= value.classInfo->isException;
      info->isEnum |= value.classInfo->isEnum;
      continue;
    }
    StringRef text = value.text;
    if (text == "object" || text == "typing.Generic" || text == "abc.ABC")
      continue;
    if (text == "typing.NamedTuple") {
      info->isNamedTuple = true;
      continue;
    }
    if (text == "enum.Enum") {
      info->isEnum = true;
      continue;
    }
    if (value.is(Kind::Builtin) &&
        (text.ends_with("Error") || text.ends_with("Exception"))) {
      info->isException = true;
      continue;
    }
    return error(
        base->range,
        "a class cannot be derived from this; torch.nn.Module, NamedTuple, "
        "Enum, exceptions and classes of the program can be bases");
  }
  if (!spend(stmt->nameRange) || !orderBases(info))
    return stopped ? Value()
                   : error(stmt->nameRange,
                           "the bases of this class cannot be put into one "
                           "order of method resolution");
  if (info->scope->isLibrary && info->name == "Module")
    info->isModule = true;
  bool dataclass = false;
  for (const ast::Expr *decorator : stmt->decorators) {
    const ast::Expr *callee = decorator;
    if (auto *callExpr = dyn_cast<ast::CallExpr>(decorator))
      callee = callExpr->callee;
    Value value = eval(callee);
    if (stopped)
      return {};
    if (value.text == "torch.jit.script")
      info->scripted = true;
    else if (value.text == "torch.jit.interface")
      continue; // its methods are looked up in the object itself
    else if (value.text == "dataclasses.dataclass")
      dataclass = true;
    else
      return error(decorator->range,
                   "this decorator of a class is not supported");
  }
  for (const ast::Stmt *member : stmt->body) {
    if (auto *def = dyn_cast<ast::FunctionDefStmt>(member)) {
      Value function = defineFunction(def, info);
      if (stopped)
        return {};
      if (info->scripted)
        function.function->scripted = true;
      info->members[def->name.str()] = function;
    } else if (auto *assign = dyn_cast<ast::AssignStmt>(member)) {
      Value value = eval(assign->value);
      if (stopped)
        return {};
      for (const ast::Expr *target : assign->targets) {
        auto *name = dyn_cast<ast::NameExpr>(target);
        if (!name)
          return error(target->range,
                       "only names can be assigned in a class body");
        if (info->isEnum) {
          Value item = makeTuple({makeStr(name->id), value});
          item.classInfo = info;
          info->members[name->id.str()] = item;
          info->annotationOrder.push_back(name->id.str());
        } else {
          info->members[name->id.str()] = value;
        }
      }
    } else if (auto *ann = dyn_cast<ast::AnnAssignStmt>(member)) {
      auto *name = dyn_cast<ast::NameExpr>(ann->target);
      if (!name)
        return error(ann->range, "only names can be annotated in a class body");
      info->annotations[name->id.str()] = ann->annotation;
      info->annotationOrder.push_back(name->id.str());
      if (ann->value) {
        Value value = eval(ann->value);
        if (stopped)
          return {};
        info->fieldDefaults[name->id.str()] = value;
        info->members[name->id.str()] = value;
      }
    } else if (auto *nested = dyn_cast<ast::ClassDefStmt>(member)) {
      Value value = defineClass(nested);
      if (stopped)
        return {};
      info->members[nested->name.str()] = value;
    } else if (!isa<ast::PassStmt>(member) && !isa<ast::ExprStmt>(member)) {
      return error(member->range,
                   "this statement is not supported in a class body");
    }
  }
  if (dataclass)
    info->members["__dataclass__"] = makeBool(true);
  Value value;
  value.kind = Kind::Class;
  value.classInfo = info;
  return value;
}

bool Elaborator::orderBases(ClassInfo *info) {
  // C3: repeatedly the first class that no other list still has behind its
  // first place.
  std::vector<std::vector<const ClassInfo *>> lists;
  lists.reserve(info->bases.size() + 1);
  for (const ClassInfo *base : info->bases)
    lists.push_back(base->order);
  lists.emplace_back(info->bases.begin(), info->bases.end());
  uint64_t all = 0;
  for (auto &list : lists) {
    all += list.size();
    std::reverse(list.begin(), list.end()); // taken from the end
  }
  if (!spend(here, all * lists.size() / 64))
    return false;
  info->order = {info};
  for (;;) {
    llvm::erase_if(lists, [](const auto &list) { return list.empty(); });
    if (lists.empty())
      return true;
    DenseSet<const ClassInfo *> behind;
    if (lists.size() > 1)
      for (const auto &list : lists)
        behind.insert(list.begin(), list.end() - 1);
    auto next = llvm::find_if(
        lists, [&](const auto &list) { return !behind.count(list.back()); });
    if (next == lists.end())
      return false;
    const ClassInfo *taken = next->back();
    info->order.push_back(taken);
    for (auto &list : lists)
      if (list.back() == taken)
        list.pop_back();
  }
}

Value Elaborator::findMember(const ClassInfo *classInfo, StringRef name) {
  for (const ClassInfo *c : classInfo->order) {
    auto it = c->members.find(name.str());
    if (it != c->members.end())
      return it->second;
  }
  return {};
}

bool Elaborator::isSubclass(const ClassInfo *classInfo, StringRef name) {
  return llvm::any_of(classInfo->order,
                      [&](const ClassInfo *c) { return c->name == name; });
}

bool Elaborator::isModule(const Value &value) {
  return value.is(Kind::Object) && get(value.id).classInfo->isModule;
}

Value Elaborator::instantiate(ClassInfo *info, CallArgs &args) {
  auto bindFields =
      [&](std::vector<std::pair<std::string, Value>> &fields) -> bool {
    size_t next = 0;
    for (const std::string &name : info->annotationOrder) {
      Value value;
      if (next < args.positional.size())
        value = args.positional[next++];
      for (auto &[key, given] : args.keywords)
        if (key == name)
          value = given;
      if (!value) {
        auto it = info->fieldDefaults.find(name);
        if (it == info->fieldDefaults.end()) {
          error(args.range,
                "missing field '" + name + "' of '" + info->name + "'");
          return false;
        }
        value = it->second;
      }
      fields.push_back({name, value});
    }
    if (next < args.positional.size()) {
      error(args.range, "'" + info->name + "' has " +
                            Twine(info->annotationOrder.size()) + " fields");
      return false;
    }
    return true;
  };
  std::vector<std::pair<std::string, Value>> fields;
  if (info->isEnum) {
    for (const std::string &name : info->annotationOrder) {
      const Value &member = info->members[name];
      if (args.positional.size() == 1 &&
          sameValue(member.items[1], args.positional[0]))
        return member;
    }
    return error(args.range, "not a value of the enum '" + info->name + "'");
  }
  if (info->isNamedTuple) {
    if (!bindFields(fields))
      return {};
    Value tuple = makeTuple({});
    for (auto &field : fields)
      tuple.items.push_back(field.second);
    tuple.classInfo = info;
    return tuple;
  }
  Object object{Object::Kind::Instance};
  object.classInfo = info;
  object.scripted = info->scripted;
  Value self = makeRef(Kind::Object, allocate(std::move(object)));
  if (info->members.count("__dataclass__")) {
    if (!bindFields(fields))
      return {};
    for (auto &field : fields)
      mutate(self.id).attributes[field.first] = field.second;
    return self;
  }
  Value init = findMember(info, "__init__");
  if (!init) {
    if (!args.positional.empty() && !info->isException)
      return error(args.range, "'" + info->name + "' takes no arguments");
    return self;
  }
  init.kind = Kind::Method;
  init.items = {self};
  // The constructor of a module always runs as Python.
  bool script = frames.back().script;
  if (info->isModule) {
    if (script)
      return error(
          args.range,
          "a module cannot be made inside TorchScript; make it in __init__");
    frames.back().script = false;
  }
  size_t depth = frames.size();
  call(init, args);
  if (frames.size() == depth)
    frames.back().script = script;
  if (stopped)
    return {};
  if (info->isModule)
    parameters.made(self, args.range);
  return self;
}

Value Elaborator::makeScripted(Value value, ast::Range range) {
  if (value.is(Kind::Function)) {
    auto copy = std::make_shared<FunctionInfo>(*value.function);
    copy->scripted = true;
    value.function = copy;
    return value;
  }
  if (value.is(Kind::Class)) {
    value.classInfo->scripted = true;
    for (auto &member : value.classInfo->members)
      if (member.second.is(Kind::Function))
        member.second.function->scripted = true;
    return value;
  }
  if (value.is(Kind::Object)) {
    mutate(value.id).scripted = true;
    return value;
  }
  if (value.is(Kind::Method) || value.is(Kind::Builtin))
    return value;
  return error(range, "torch.jit.script takes a function, class or module, not "
                      "a value of type '" +
                          toString(typeOf(value)) + "'");
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static Value classValue(ClassInfo *info) {
  Value value;
  value.kind = Kind::Class;
  value.classInfo = info;
  return value;
}

bool Elaborator::deleteAttribute(Value base, StringRef name, ast::Range range) {
  if (!base.is(Kind::Object) || script()) {
    error(range, script() ? "TorchScript cannot delete attributes"
                          : "only attributes of objects can be deleted");
    return false;
  }
  auto &attributes = mutate(base.id).attributes;
  auto it = attributes.find(name.str());
  if (it == attributes.end()) {
    fault("AttributeError", range,
          "'" + get(base.id).classInfo->name + "' object has no attribute '" +
              name + "'");
    return false;
  }
  attributes.erase(it);
  return true;
}

Value Elaborator::getAttribute(Value base, StringRef name, ast::Range range) {
  auto bound = [&](StringRef prefix) {
    Value method = makeBuiltin((prefix + name).str());
    method.items = {base};
    return method;
  };
  switch (base.kind) {
  case Kind::Namespace: {
    Value value = qualified((base.text + "." + name).str());
    if (value)
      return value;
    if (stopped)
      return {};
    SmallVector<StringRef> names;
    std::string prefix = base.text + ".";
    for (auto &entry : builtins())
      if (StringRef(entry.first).starts_with(prefix))
        names.push_back(StringRef(entry.first).drop_front(prefix.size()));
    if (Scope *scope = library(base.text))
      for (auto &entry : scope->globals)
        names.push_back(entry.first);
    if ((base.text == "torch" || base.text == "torch.jit") &&
        (name == "save" || name == "load"))
      return error(range,
                   "'" + base.text + "." + name +
                       "' is not supported; run the executable with --" + name +
                       " FILE.safetensors, which " +
                       (name == "save" ? "writes the parameters at its end"
                                       : "starts with the file's parameters"));
    std::string near = nearestName(name, names);
    return error(range, "'" + base.text + "' has no '" + name + "'" +
                            (near.empty() ? " that Tine supports"
                                          : "; did you mean '" + near + "'?"));
  }
  case Kind::Object: {
    const Object &object = get(base.id);
    auto it = object.attributes.find(name.str());
    if (it != object.attributes.end())
      return it->second;
    ClassInfo *info = object.classInfo;
    if (Value member = findMember(info, name)) {
      if (member.is(Kind::Function) && member.function->owner) {
        if (member.function->isStatic)
          return member;
        member.kind = Kind::Method;
        member.items = {base};
        if (member.function->isClassMethod)
          member.items = {classValue(info)};
        if (member.function->isProperty) {
          CallArgs args;
          args.range = range;
          return call(member, args);
        }
      }
      return member;
    }
    if (name == "__class__")
      return classValue(info);
    SmallVector<StringRef> names;
    for (auto &entry : object.attributes)
      names.push_back(entry.first);
    for (auto &entry : info->members)
      names.push_back(entry.first);
    std::string near = nearestName(name, names);
    return unknownAttribute(
        name, range,
        "'" + info->name + "' object has no attribute '" + name + "'" +
            (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  case Kind::Class: {
    if (name == "__name__")
      return makeStr(base.classInfo->name);
    if (name == "_fields" && base.classInfo->isNamedTuple) {
      Value fields = makeTuple({});
      for (const std::string &field : base.classInfo->annotationOrder)
        fields.items.push_back(makeStr(field));
      return fields;
    }
    if (Value member = findMember(base.classInfo, name)) {
      if (member.is(Kind::Function) && member.function->isClassMethod) {
        member.kind = Kind::Method;
        member.items = {base};
      }
      return member;
    }
    return unknownAttribute(name, range,
                            "class '" + base.classInfo->name +
                                "' has no attribute '" + name + "'");
  }
  case Kind::Tensor: {
    Value value = tensorAttribute(base, name, range);
    if (value || stopped)
      return value;
    if (builtins().count(("Tensor." + name).str()))
      return bound("Tensor.");
    // Functions of the library are methods, too.
    for (StringRef home : {"torch.Tensor", "torch"}) {
      Scope *scope = library(home);
      if (!scope)
        break;
      auto function = scope->globals.find(name.str());
      if (function != scope->globals.end() &&
          function->second.is(Kind::Function)) {
        Value method = function->second;
        method.kind = Kind::Method;
        method.items = {base};
        return method;
      }
    }
    SmallVector<StringRef> names;
    for (auto &entry : builtins())
      if (StringRef(entry.first).starts_with("Tensor."))
        names.push_back(StringRef(entry.first).drop_front(7));
    std::string near = nearestName(name, names);
    return error(range, "'Tensor' has no attribute or method '" + name + "'" +
                            (near.empty() ? " that Tine supports"
                                          : "; did you mean '" + near + "'?"));
  }
  case Kind::Tuple:
    if (base.classInfo && base.classInfo->isEnum) {
      if (name == "name" || name == "value")
        return base.items[name == "value"];
      break;
    }
    if (base.classInfo) {
      for (auto [i, field] : llvm::enumerate(base.classInfo->annotationOrder))
        if (field == name)
          return base.items[i];
      if (Value member = findMember(base.classInfo, name)) {
        member.kind = Kind::Method;
        member.items = {base};
        return member;
      }
    }
    // What max, min, sort and topk return.
    if (!base.text.empty() && (name == "values" || name == "indices"))
      return base.items[name == "indices"];
    if (base.isSize && name == "numel")
      return bound("Size.");
    if (name == "index" || name == "count")
      return bound("list.");
    break;
  case Kind::List:
    return bound("list.");
  case Kind::Dict:
    return bound("dict.");
  case Kind::Str:
    return bound("str.");
  case Kind::Future:
    if (name == "wait" || name == "value")
      return bound("Future.");
    break;
  case Kind::Device:
    if (name == "type")
      return makeStr(StringRef(base.text).split(':').first);
    if (name == "index") {
      StringRef index = StringRef(base.text).split(':').second;
      int64_t number = 0;
      if (index.getAsInteger(10, number))
        return makeNone();
      return makeInt(number);
    }
    break;
  case Kind::DType:
    if (name == "is_floating_point")
      return makeBool(base.integer >= 5 && base.integer <= 7);
    break;
  case Kind::Builtin:
    if (base.text == "super") {
      // The next method in the order of the object's class.
      const Value &self = base.items[0];
      const ClassInfo *own =
          self.is(Kind::Object) ? get(self.id).classInfo : base.classInfo;
      auto at = llvm::find(own->order, base.classInfo);
      if (at == own->order.end())
        return error(range, "super() needs an object of the class");
      for (++at; at != own->order.end(); ++at) {
        auto found = (*at)->members.find(name.str());
        if (found == (*at)->members.end())
          continue;
        Value member = found->second;
        if (!member.is(Kind::Function))
          return member;
        member.kind = Kind::Method;
        member.items = {self};
        return member;
      }
      if (name == "__init__") {
        Value nothing = makeBuiltin("_tine.nothing");
        return nothing;
      }
      return error(range, "the base classes have no '" + name + "'");
    }
    if (name == "__name__") {
      StringRef whole = base.text;
      return makeStr(whole.substr(whole.rfind('.') + 1));
    }
    {
      Value value = qualified((base.text + "." + name).str());
      if (value)
        return value;
    }
    break;
  case Kind::Method:
  case Kind::Function:
    if (name == "__name__" && base.function)
      return makeStr(base.function->name);
    break;
  case Kind::TypeValue:
    if (name == "__name__" && base.type && base.type->kind == TypeKind::Tensor)
      return makeStr("Tensor");
    break;
  case Kind::Optional:
    if (script())
      return error(range, "an Optional has no attribute '" + name +
                              "'; test 'is not None' first");
    return getAttribute(
        present(base, "AttributeError",
                "'NoneType' object has no attribute '" + name + "'", range),
        name, range);
  case Kind::Range:
    if (name == "start" || name == "stop" || name == "step")
      return base.items[name == "start" ? 0 : name == "stop" ? 1 : 2];
    break;
  default:
    break;
  }
  return error(range, "a value of type '" + toString(typeOf(base)) +
                          "' has no attribute '" + name + "'");
}

bool Elaborator::setAttribute(Value base, StringRef name, Value value,
                              ast::Range range) {
  if (base.is(Kind::Tensor)) {
    if (name == "data") {
      if (!value.is(Kind::Tensor)) {
        error(range, ".data takes a tensor");
        return false;
      }
      Object &object = mutate(base.id);
      const Object &from = get(value.id);
      object.storage = from.storage;
      object.path = from.path;
      object.tensorType = from.tensorType;
      return true;
    }
    if (name == "requires_grad") {
      if (!value.isConst()) {
        error(range, "requires_grad must be known at compile time");
        return false;
      }
      setRequiresGrad(base, value.integer);
      return true;
    }
    if (name == "grad" &&
        (value.is(Kind::None) || value.is(Kind::Tensor) ||
         (value.is(Kind::Optional) && value.items[0].is(Kind::Tensor)))) {
      mutate(base.id).attributes["grad"] = value;
      return true;
    }
    error(range, "the attribute '" + name + "' of a tensor cannot be assigned");
    return false;
  }
  if (base.is(Kind::Class)) {
    base.classInfo->members[name.str()] = value;
    return true;
  }
  if (!base.is(Kind::Object)) {
    error(range, "attributes of a value of type '" + toString(typeOf(base)) +
                     "' cannot be assigned");
    return false;
  }
  const Object &object = get(base.id);
  ClassInfo *info = object.classInfo;
  // An empty list or dict takes the type that the class declares.
  auto annotation = [&](const ClassInfo *of) -> const ast::Expr * {
    for (const ClassInfo *c : of->order) {
      auto it = c->annotations.find(name.str());
      if (it != c->annotations.end())
        return it->second;
    }
    return nullptr;
  };
  if (!info->scope->isLibrary)
    if (const ast::Expr *declared = annotation(info)) {
      if (value.is(Kind::List) || value.is(Kind::Dict)) {
        Type type = evalType(declared);
        if (stopped)
          return false;
        bool script = frames.back().script;
        frames.back().script = true;
        value = convert(value, type, range, "the attribute '" + name + "'");
        frames.back().script = script;
        if (stopped)
          return false;
      }
    }
  bool frozen = script() &&
                object.attributes.find(name.str()) == object.attributes.end() &&
                info->isModule;
  if (frozen) {
    error(range, "a module cannot get a new attribute '" + name +
                     "' in TorchScript; set it in __init__");
    return false;
  }
  // A buffer stays one when it is assigned.
  auto before = object.attributes.find(name.str());
  if (info->isModule && value.is(Kind::Tensor) &&
      before != object.attributes.end() && before->second.is(Kind::Tensor) &&
      get(before->second.id).isBuffer && !get(value.id).isBuffer)
    mutate(value.id).isBuffer = true;
  mutate(base.id).attributes[name.str()] = value;
  return true;
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

Scope *Elaborator::library(StringRef name) {
  auto it = libraries.find(name.str());
  if (it != libraries.end())
    return it->second;
  StringRef text = librarySource(name);
  if (text.empty())
    return nullptr;
  Facts::Library &source = facts.libraries[name.str()];
  if (!source.file)
    source.file =
        std::make_unique<SourceFile>("<tine>/" + name.str(), text.str());
  scopes.emplace_back();
  Scope *scope = &scopes.back();
  scope->file = source.file.get();
  scope->moduleName = name.str();
  scope->isLibrary = true;
  libraries[name.str()] = scope;
  if (!source.tree)
    source.tree = parseModule(*scope->file, diagnostics);
  if (!source.tree) {
    stopped = true;
    return nullptr;
  }
  Frame frame;
  frame.scope = scope;
  frame.isModule = true;
  frame.body = source.tree->body;
  frames.push_back(std::move(frame));
  size_t first = heap.size();
  exec(source.tree->body);
  scope->globals = frames.back().locals;
  frames.pop_back();
  for (size_t id = first; id < heap.size(); ++id)
    permanent[id] = heap[id];
  return scope;
}

Value Elaborator::qualified(StringRef name) {
  static const std::map<std::string, int64_t> dtypes = {
      {"uint8", 0},   {"int8", 1},   {"int16", 2},   {"short", 2},
      {"int32", 3},   {"int", 3},    {"int64", 4},   {"long", 4},
      {"float16", 5}, {"half", 5},   {"float32", 6}, {"float", 6},
      {"float64", 7}, {"double", 7}, {"bool", 11},   {"bfloat16", 15}};
  if (name.starts_with("torch.")) {
    StringRef rest = name.drop_front(6);
    auto it = dtypes.find(rest.str());
    if (it != dtypes.end())
      return makeDType(it->second);
    // PyTorch's classes live in deeper modules, too.
    if (rest == "Tensor" || rest == "LongTensor.type" ||
        rest == "nn.parameter.Tensor") {
      Value value;
      value.kind = Kind::TypeValue;
      value.type = makeTensorType({});
      return value;
    }
    static const std::map<std::string, std::string> aliases = {
        {"torch.nn.parameter.Parameter", "torch.nn.Parameter"},
        {"torch.jit._fork", "torch.jit.fork"},
        {"torch.jit._wait", "torch.jit.wait"},
        {"torch.futures.Future", "torch.jit.Future"},
        {"torch._C.Future", "torch.jit.Future"},
        {"torch.autograd.no_grad", "torch.no_grad"}};
    auto alias = aliases.find(name.str());
    if (alias != aliases.end())
      return qualified(alias->second);
    if (rest == "pi" || rest == "e" || rest == "inf" || rest == "nan")
      return qualified(("math." + rest).str());
    if (rest == "strided" || rest == "contiguous_format")
      return makeInt(0);
    if (rest == "preserve_format")
      return makeInt(1);
    if (rest == "channels_last")
      return makeInt(2);
    if (rest == "__version__")
      return makeStr("2.13.0");
  }
  if (name.starts_with("math.")) {
    StringRef rest = name.drop_front(5);
    if (rest == "pi" || rest == "tau")
      return makeFloat(rest == "pi" ? 3.141592653589793 : 6.283185307179586);
    if (rest == "e")
      return makeFloat(2.718281828459045);
    if (rest == "inf" || rest == "nan")
      return makeFloat(rest == "inf" ? __builtin_inf() : __builtin_nan(""));
  }
  if (builtins().count(name.str()))
    return makeBuiltin(name);
  static const std::set<std::string> typing = {
      "List",         "Dict",       "Tuple",    "Optional", "Union",
      "Any",          "NamedTuple", "Callable", "Final",    "Sequence",
      "Iterable",     "Iterator",   "TypeVar",  "Generic",  "overload",
      "cast",         "Set",        "Type",     "Literal",  "Mapping",
      "TYPE_CHECKING"};
  if (name.starts_with("typing.") && typing.count(name.drop_front(7).str()))
    return name.ends_with("TYPE_CHECKING") ? makeBool(false)
                                           : makeBuiltin(name);
  if (name == "torch.jit.Future" || name == "torch.jit.interface" ||
      name == "torch.jit.Final" || name == "enum.Enum" || name == "abc.ABC" ||
      name == "abc.abstractmethod" || name == "dataclasses.dataclass" ||
      name == "torch.jit.annotate" || name == "torch.device" ||
      name == "torch.Size" || name == "torch.dtype" ||
      name == "functools.wraps")
    return makeBuiltin(name == "torch.jit.Final" ? "typing.Final" : name);
  static const std::set<std::string> namespaces = {"torch",
                                                   "torch.nn",
                                                   "torch.nn.functional",
                                                   "torch.nn.init",
                                                   "torch.jit",
                                                   "torch.autograd",
                                                   "torch.cuda",
                                                   "torch.utils",
                                                   "torch.utils.checkpoint",
                                                   "torch.nn.utils",
                                                   "torch.nn.parameter",
                                                   "torch.futures",
                                                   "torch.autograd.profiler",
                                                   "torch.random",
                                                   "math",
                                                   "time",
                                                   "typing",
                                                   "collections",
                                                   "copy",
                                                   "enum",
                                                   "abc",
                                                   "dataclasses",
                                                   "warnings",
                                                   "functools",
                                                   "torch.linalg",
                                                   "torch._C",
                                                   "torch.nn.modules",
                                                   "os",
                                                   "sys",
                                                   "torch.backends",
                                                   "_tine"};
  auto cut = name.rsplit('.');
  if (namespaces.count(name.str())) {
    if (!cut.second.empty() || name == cut.first)
      return makeNamespace(name);
  }
  if (!cut.second.empty()) {
    if (Scope *scope = library(cut.first)) {
      auto it = scope->globals.find(cut.second.str());
      if (it != scope->globals.end())
        return it->second;
    }
    // torch.nn.modules.x.Y is torch.nn.Y.
    if (cut.first.starts_with("torch.nn.modules"))
      return qualified(("torch.nn." + cut.second).str());
  }
  if (stopped)
    return {};
  if (!librarySource(name).empty())
    return makeNamespace(name);
  return {};
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

Type Elaborator::typeFromValue(const Value &value) {
  switch (value.kind) {
  case Kind::None:
    return makeType(TypeKind::None);
  case Kind::TypeValue:
    return value.type;
  case Kind::Class: {
    auto type = std::make_shared<TypeDesc>();
    type->kind =
        value.classInfo->isNamedTuple ? TypeKind::Tuple : TypeKind::Object;
    type->classInfo = value.classInfo;
    if (value.classInfo->isNamedTuple)
      for (const std::string &field : value.classInfo->annotationOrder) {
        Type element = evalType(value.classInfo->annotations[field]);
        if (!element)
          return {};
        type->elements.push_back(element);
      }
    return type;
  }
  case Kind::DType: // torch.int, torch.float as types
    return makeType(value.integer >= 5 && value.integer <= 7 ? TypeKind::Float
                                                             : TypeKind::Int);
  case Kind::Builtin: {
    StringRef text = value.text;
    if (text == "int")
      return makeType(TypeKind::Int);
    if (text == "float")
      return makeType(TypeKind::Float);
    if (text == "bool")
      return makeType(TypeKind::Bool);
    if (text == "str")
      return makeType(TypeKind::Str);
    if (text == "typing.Any" || text == "object")
      return makeType(TypeKind::Unknown);
    if (text == "torch.device")
      return makeType(TypeKind::Device);
    if (text == "torch.dtype")
      return makeType(TypeKind::Int);
    if (text == "torch.nn.Parameter" || text == "torch.FloatTensor" ||
        text == "torch.LongTensor")
      return makeTensorType({});
    if (text == "list" || text == "typing.List")
      return makeType(TypeKind::List, {makeType(TypeKind::Unknown)});
    if (text == "dict" || text == "typing.Dict" ||
        text == "collections.OrderedDict")
      return makeType(TypeKind::Dict, {makeType(TypeKind::Unknown),
                                       makeType(TypeKind::Unknown)});
    if (text == "torch.Size")
      return makeType(TypeKind::Unknown);
    if (text == "tuple" || text == "typing.Tuple" || text == "typing.Callable")
      return makeType(TypeKind::Unknown);
    break;
  }
  default:
    break;
  }
  return {};
}

Type Elaborator::evalType(const ast::Expr *annotation) {
  auto fail = [&](const Twine &message) -> Type {
    error(annotation->range, message);
    return {};
  };
  if (isa<ast::NoneExpr>(annotation))
    return makeType(TypeKind::None);
  if (auto *text = dyn_cast<ast::StringExpr>(annotation)) {
    // A forward reference: a name in quotes.
    if (text->value.find_first_of("[.|") != StringRef::npos) {
      // Padded so that its places are those of the string.
      std::string padding(annotation->range.begin, ' ');
      files.emplace_back(file().name().str(),
                         "(" + padding + text->value.str() + ")");
      std::unique_ptr<ast::Module> tree =
          parseModule(files.back(), diagnostics);
      if (!tree || tree->body.size() != 1 ||
          !isa<ast::ExprStmt>(tree->body.front()))
        return fail("this is not a type that TorchScript knows");
      const ast::Expr *type = cast<ast::ExprStmt>(tree->body.front())->value;
      trees.push_back(std::move(tree));
      return evalType(type);
    }
    Value value = lookup(text->value, annotation->range);
    if (stopped)
      return {};
    Type type = typeFromValue(value);
    return type ? type : fail("'" + text->value + "' is not a type");
  }
  if (auto *binary = dyn_cast<ast::BinaryExpr>(annotation)) {
    if (binary->op == ast::BinaryOp::BitOr) {
      Type x = evalType(binary->lhs);
      Type y = stopped ? Type() : evalType(binary->rhs);
      if (stopped)
        return {};
      if (y->kind == TypeKind::None)
        return makeType(TypeKind::Optional, {x});
      if (x->kind == TypeKind::None)
        return makeType(TypeKind::Optional, {y});
      return makeType(TypeKind::Unknown);
    }
  }
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(annotation)) {
    Value base = eval(sub->value);
    if (stopped)
      return {};
    StringRef text = base.text;
    text.consume_front("typing.");
    std::vector<const ast::Expr *> parts;
    if (auto *tuple = dyn_cast<ast::TupleExpr>(sub->index))
      parts.assign(tuple->elements.begin(), tuple->elements.end());
    else
      parts.push_back(sub->index);
    if (text == "Callable" || text == "Literal" || text == "Type")
      return makeType(TypeKind::Unknown);
    std::vector<Type> types;
    for (const ast::Expr *part : parts) {
      if (isa<ast::EllipsisExpr>(part))
        return makeType(TypeKind::Unknown);
      if (auto *empty = dyn_cast<ast::TupleExpr>(part);
          empty && empty->elements.empty())
        continue;
      types.push_back(evalType(part));
      if (stopped)
        return {};
    }
    auto needs = [&](size_t count) {
      if (types.size() == count)
        return true;
      error(annotation->range,
            "'" + text + "' takes " + Twine(count) + " types");
      return false;
    };
    if (text == "List" || text == "list" || text == "Sequence" ||
        text == "Iterable")
      return needs(1) ? makeType(TypeKind::List, types) : Type();
    if (text == "Dict" || text == "dict" || text == "Mapping")
      return needs(2) ? makeType(TypeKind::Dict, types) : Type();
    if (text == "Tuple" || text == "tuple")
      return makeType(TypeKind::Tuple, types);
    if (text == "Optional")
      return !needs(1) ? Type()
             : types[0]->kind == TypeKind::Optional
                 ? types[0]
                 : makeType(TypeKind::Optional, types);
    if (text == "Final")
      return needs(1) ? types[0] : Type();
    if (text == "torch.jit.Future")
      return needs(1) ? makeType(TypeKind::Future, types) : Type();
    if (text == "Union") {
      std::vector<Type> others;
      for (const Type &type : types)
        if (type->kind != TypeKind::None)
          others.push_back(type);
      if (others.size() == 1 && types.size() == 2)
        return makeType(TypeKind::Optional, others);
      return makeType(TypeKind::Unknown);
    }
    return fail("this is not a type that can be subscripted");
  }
  Value value = eval(annotation);
  if (stopped)
    return {};
  if (value.is(Kind::Builtin) && value.text == "torch.jit.Future")
    return fail("attempted to use Future without a contained type; write "
                "Future[Tensor]");
  if (value.is(Kind::Builtin) &&
      (value.text == "typing.List" || value.text == "typing.Dict" ||
       value.text == "typing.Optional") &&
      script())
    return fail("attempted to use " + value.text + " without a contained type");
  if (value.is(Kind::Builtin) &&
      (value.text == "torch.jit.Final" || value.text == "typing.Final"))
    return makeType(TypeKind::Unknown);
  Type type = typeFromValue(value);
  if (stopped)
    return {};
  return type ? type : fail("this is not a type that TorchScript knows");
}

} // namespace tine::elaborate
