//===- Attributes.cpp - Attributes of objects, read and written -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's order of lookup; of modules, parameters and buffers besides.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

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
  if (!mayChange(base, name, /*deletes=*/true, range))
    return false;
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

/// What to do instead of some things that PyTorch has; empty for others.
static StringRef wayOut(StringRef base, StringRef name) {
  static const std::pair<StringRef, StringRef> ways[] = {
      {"torch.save", "run the executable with --save FILE.safetensors, which "
                     "writes the parameters at its end"},
      {"torch.load", "run the executable with --load FILE.safetensors, which "
                     "starts with the file's parameters"},
      {"torch.jit.save", "run the executable with --save FILE.safetensors, "
                         "which writes the parameters at its end"},
      {"torch.jit.load", "run the executable with --load FILE.safetensors, "
                         "which starts with the file's parameters"},
      {"torch.jit.trace", "call the function or module itself, which is "
                          "compiled, or use torch.jit.script"},
      {"torch.jit.trace_module",
       "call the module itself, which is compiled, or "
       "use torch.jit.script"},
      {"torch.autograd.Function",
       "write it with functions of torch, whose derivatives are known, and use "
       "detach() where no gradient is to pass"},
      {"torch.autograd.functional", "use torch.autograd.grad"},
      {"Tensor.register_hook",
       "change the gradient behind backward(), or use torch.autograd.grad"},
  };
  for (auto &[whole, way] : ways)
    if (whole.size() == base.size() + 1 + name.size() &&
        whole.starts_with(base) && whole.ends_with(name))
      return way;
  return {};
}

Value Elaborator::tensorMethod(const Value &self, StringRef name) {
  std::string full = ("Tensor." + name).str();
  if (builtins().count(full)) {
    Value method = makeBuiltin(full);
    method.items = {self};
    return method;
  }
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
      method.items = {self};
      return method;
    }
  }
  return {};
}

Value Elaborator::memberOfInstance(const Value &self, StringRef name,
                                   ast::Range range) {
  ClassInfo *info =
      self.is(Kind::Object) ? get(self.id).classInfo : self.classInfo;
  Value member = findMember(info, name);
  if (!member || !member.is(Kind::Function) || !member.function->owner ||
      member.function->isStatic)
    return member;
  member.kind = Kind::Method;
  member.items = {self};
  if (member.function->isClassMethod)
    member.items = {classValue(info)};
  if (!member.function->isProperty)
    return member;
  CallArgs args;
  args.range = range;
  return call(member, args);
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
    // The library has CPython's functions; TorchScript has few of them, and
    // some of another last bit.
    if (script() && base.text == "math" && value.is(Kind::Function) &&
        name != "degrees" && name != "radians" && name != "factorial" &&
        name != "gcd")
      return error(range, "'math." + name +
                              "' is not supported in TorchScript code; call "
                              "it outside");
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
    if (StringRef way = wayOut(base.text, name); !way.empty())
      return error(range,
                   "'" + base.text + "." + name + "' is not supported; " + way);
    std::string near = nearestName(name, names);
    return error(range,
                 "'" + base.text + "' has no '" + name + "'" +
                     " that Tine supports" +
                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  case Kind::Object: {
    if (get(base.id).original)
      if (Value value = readScripted(base, name, range); value || stopped)
        return value;
    const Object &object = get(base.id);
    auto it = object.attributes.find(name.str());
    ClassInfo *info = object.classInfo;
    if (it != object.attributes.end())
      return it->second;
    if (Value member = memberOfInstance(base, name, range); member || stopped)
      return member;
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
    if (name == "__qualname__")
      return makeStr(base.classInfo->qualifiedName);
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
    if (Value method = tensorMethod(base, name))
      return method;
    SmallVector<StringRef> names;
    for (auto &entry : builtins())
      if (StringRef(entry.first).starts_with("Tensor."))
        names.push_back(StringRef(entry.first).drop_front(7));
    if (StringRef way = wayOut("Tensor", name); !way.empty())
      return error(range, "'Tensor." + name + "' is not supported; " + way);
    std::string near = nearestName(name, names);
    return error(range,
                 "'Tensor' has no attribute or method '" + name + "'" +
                     " that Tine supports" +
                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  case Kind::Tuple:
    if (base.classInfo && base.classInfo->isEnum) {
      if (name == "name" || name == "value")
        return base.items[name == "value"];
      if (Value member = memberOfInstance(base, name, range); member || stopped)
        return member;
      break;
    }
    if (base.classInfo) {
      for (auto [i, field] : llvm::enumerate(base.classInfo->annotationOrder))
        if (field == name)
          return base.items[i];
      if (Value member = memberOfInstance(base, name, range); member || stopped)
        return member;
      if (name == "_fields")
        return getAttribute(classValue(base.classInfo), name, range);
      if (name == "_replace" || name == "_asdict")
        return bound("NamedTuple.");
    }
    // What max, min, sort and topk return.
    if (!base.text.empty()) {
      auto [first, second] = fieldsOfPair(base.text);
      if (name == first || name == second)
        return base.items[name == second];
    }
    if (base.isSize && name == "numel")
      return bound("Size.");
    if (name == "index" || name == "count")
      return bound("list.");
    break;
  case Kind::Int:
    // A member of an IntEnum.
    if (!base.classInfo)
      break;
    if (name == "name")
      return makeStr(base.text);
    if (name == "value")
      return makeInt(base.integer);
    if (Value member = memberOfInstance(base, name, range); member || stopped)
      return member;
    break;
  case Kind::List:
    return bound("list.");
  case Kind::Dict:
    return bound("dict.");
  case Kind::Either:
    if (isDictOrEmpty(base))
      return bound("dict.");
    if (isChoice(base)) {
      Value method =
          base.items[0].is(Kind::Tensor) ? tensorMethod(base, name) : Value();
      return method ? method
                    : onEither(
                          base,
                          [&](Value v) { return getAttribute(v, name, range); },
                          range);
    }
    // A number on the other path has no such attribute.
    if (!base.items[1].is(Kind::Tensor))
      break;
    check(arith::XOrIOp::create(b, loc(range), base.ssa, ssa(makeBool(true))),
          "AttributeError",
          "'" + toString(typeOf(base.items[0])) +
              "' object has no attribute '" + name + "'",
          range);
    return getAttribute(base.items[1], name, range);
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
        const Value *found = ownMember(*at, name);
        if (!found)
          continue;
        Value member = *found;
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

/// Of values that have one type in TorchScript for good.
static bool isPlain(const Type &type) {
  switch (type->kind) {
  case TypeKind::Int:
  case TypeKind::Float:
  case TypeKind::Bool:
  case TypeKind::Str:
  case TypeKind::Tensor:
  case TypeKind::List:
  case TypeKind::Dict:
    return true;
  default:
    return false;
  }
}

bool Elaborator::fitsGrad(const Value &tensor, const Value &grad,
                          ast::Range range) {
  RankedTensorType own = tensorType(tensor), given = tensorType(grad);
  if (own.getElementType() != given.getElementType()) {
    fault("RuntimeError", range,
          "attempting to assign a gradient of another dtype than the tensor "
          "has");
    return false;
  }
  if (own.getRank() != given.getRank() ||
      failed(verifyCompatibleShape(own.getShape(), given.getShape()))) {
    fault("RuntimeError", range,
          "attempting to assign a gradient of another size than the tensor "
          "has");
    return false;
  }
  return true;
}

bool Elaborator::setAttribute(Value base, StringRef name, Value value,
                              ast::Range range) {
  if (base.is(Kind::Tensor)) {
    if (name == "data") {
      if (!value.is(Kind::Tensor)) {
        error(range, ".data takes a tensor");
        return false;
      }
      if (get(base.id).requiresGrad && !get(base.id).isLeaf) {
        error(range, "'.data' of a tensor that was computed cannot be "
                     "assigned; change it in place: .data.copy_(...)");
        return false;
      }
      Object &object = mutate(base.id);
      // What was made of its elements so far is made of this leaf still.
      for (mlir::Value own : get(object.storage).readAs)
        if (Elements former{own, object.path};
            !llvm::is_contained(object.formerly, former))
          object.formerly.push_back(former);
      const Object &from = get(value.id);
      object.storage = from.storage;
      object.path = from.path;
      object.tensorType = from.tensorType;
      return true;
    }
    if (name == "requires_grad") {
      if (!value.is(Kind::Bool)) {
        fault("RuntimeError", range, "requires_grad must be a bool");
        return false;
      }
      return setRequiresGrad(base, value, range);
    }
    if (name == "grad" && !get(base.id).isJoined && !knowsLeaf(base, range))
      return false;
    if (name == "grad" &&
        (value.is(Kind::None) || value.is(Kind::Tensor) ||
         (value.is(Kind::Optional) && value.items[0].is(Kind::Tensor)))) {
      if (!value.is(Kind::None) &&
          !fitsGrad(base, value.is(Kind::Optional) ? value.items[0] : value,
                    range))
        return false;
      for (unsigned other : aliases(base.id)) {
        auto known = get(other).attributes.find("grad");
        if (known != get(other).attributes.end() &&
            !known->second.is(Kind::None))
          forgetGrad(other);
      }
      mutate(base.id).attributes["grad"] = value;
      return true;
    }
    error(range, "the attribute '" + name + "' of a tensor cannot be assigned");
    return false;
  }
  if (base.is(Kind::Class)) {
    if (!base.classInfo->object)
      return bool(error(range, "attributes of class '" + base.classInfo->name +
                                   "' cannot be assigned"));
    mutate(base.classInfo->object).attributes[name.str()] = value;
    return true;
  }
  if (!base.is(Kind::Object)) {
    error(range, "attributes of a value of type '" + toString(typeOf(base)) +
                     "' cannot be assigned");
    return false;
  }
  if (!mayChange(base, name, /*deletes=*/false, range))
    return false;
  const Object &object = get(base.id);
  ClassInfo *info = object.classInfo;
  if (Value known = findMember(info, name);
      known.is(Kind::Function) && known.function->isProperty) {
    if (!known.function->setter) {
      fault("AttributeError", range,
            "property '" + name + "' of '" + info->name +
                "' object has no setter");
      return false;
    }
    CallArgs args;
    args.range = range;
    args.positional = {value};
    args.ranges = {range};
    Value setter = known;
    setter.function = known.function->setter;
    setter.kind = Kind::Method;
    setter.items = {base};
    call(setter, args);
    return !stopped;
  }
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
  auto before = object.attributes.find(name.str());
  bool isNew = before == object.attributes.end();
  const FunctionInfo *function = frames.back().function;
  bool initialises = function && function->name == "__init__";
  if (script() && isNew &&
      (info->isModule || (!initialises && !annotation(info)))) {
    error(range, Twine(info->isModule ? "a module" : "an object") +
                     " cannot get a new attribute '" + name +
                     "' in TorchScript; set it in __init__");
    return false;
  }
  if (script() && !isNew && !annotation(info)) {
    Type was = typeOf(before->second), now = typeOf(value);
    if (isPlain(was) && isPlain(now) && was->kind != now->kind) {
      error(range, "the attribute '" + name + "' has type '" + toString(was) +
                       "' and cannot hold a value of type '" + toString(now) +
                       "'");
      return false;
    }
  }
  if (isReadByPython(base)) {
    value = acrossScript(value, range);
    if (stopped)
      return false;
  }
  bool isParameter = value.is(Kind::Tensor) && get(value.id).isParameter;
  if (info->isModule && (isParameter || isModule(value)) &&
      !object.attributes.count("training")) {
    fault("AttributeError", range,
          Twine("cannot assign ") + (isParameter ? "parameters" : "module") +
              " before Module.__init__() call");
    return false;
  }
  // A buffer stays one when it is assigned.
  if (info->isModule && value.is(Kind::Tensor) &&
      before != object.attributes.end() && before->second.is(Kind::Tensor) &&
      get(before->second.id).isBuffer && !get(value.id).isBuffer)
    mutate(value.id).isBuffer = true;
  mutate(base.id).attributes[name.str()] = value;
  return true;
}

} // namespace tine::elaborate
