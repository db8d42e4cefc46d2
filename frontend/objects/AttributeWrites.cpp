//===- AttributeWrites.cpp - Attributes that are set or deleted -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of tensors, which have some that mean something to PyTorch; of objects, whose
// classes may have properties and __setattr__; of all else that is open.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/Tf32.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Deleting
//===----------------------------------------------------------------------===//

bool deletePlainly(Context &e, const Value &base, StringRef name,
                   ast::Range range) {
  if (!base.is(Kind::Object))
    return bool(e.error(range, "only attributes of objects can be deleted"));
  if (Value dict = dictOfAttributes(e, base)) {
    CallArgs args(range, {makeStr(name)}, {range});
    dictMethod(e, dict, "pop", args);
    return !e.stopped();
  }
  if (isOfRun(e, base))
    return bool(e.error(range, "attributes of an object that exists in the run "
                               "cannot be deleted; set them to None"));
  if (!e.get(base.id).attributes.count(name.str())) {
    e.fault("AttributeError", range,
            "'" + e.get(base.id).classInfo->name +
                "' object has no attribute '" + name + "'");
    return false;
  }
  e.objects.eraseAttribute(base.id, name);
  return true;
}

bool PythonObjects::deleteAttribute(Value base, StringRef name,
                                    ast::Range range) {
  if (script())
    return bool(error(range, "TorchScript cannot delete attributes"));
  if (base.is(Kind::Tensor))
    return deleteOwnAttribute(*this, base, name, range);
  if (base.is(Kind::Class) && base.classInfo->object) {
    auto &attributes = mutate(base.classInfo->object).attributes;
    auto it = attributes.find(name.str());
    if (it == attributes.end())
      return bool(fault("AttributeError", range,
                        "type object '" + base.classInfo->name +
                            "' has no attribute '" + name + "'"));
    attributes.erase(it);
    return true;
  }
  if (!base.is(Kind::Object))
    return deleteOpenAttribute(*this, base, name, range);
  if (!mayChange(*this, base, name, /*deletes=*/true, range))
    return false;
  ClassInfo *info = get(base.id).classInfo;
  CallArgs args(range, {makeStr(name)}, {range});
  if (Value own = ownersMember(*this, info, "__delattr__")) {
    run.call(bindMember(*this, own, base, info, range), args);
    return !stopped();
  }
  if (Value known = objects.findMember(info, name);
      known.is(Kind::Function) && known.function->decorators.isProperty) {
    if (!known.function->decorators.deleter)
      return bool(fault("AttributeError", range,
                        "property '" + name + "' of '" + info->name +
                            "' object has no deleter"));
    CallArgs none(range);
    run.call(makeMethod(known.function->decorators.deleter, base), none);
    return !stopped();
  }
  return deletePlainly(*this, base, name, range);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

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

/// False, with an error, unless it has the tensor's sizes and dtype.
static bool fitsGrad(Context &e, const Value &tensor, const Value &grad,
                     ast::Range range) {
  RankedTensorType own = e.tensors.tensorType(tensor),
                   given = e.tensors.tensorType(grad);
  if (own.getElementType() != given.getElementType()) {
    e.fault("RuntimeError", range,
            "attempting to assign a gradient of another dtype than the tensor "
            "has");
    return false;
  }
  if (own.getRank() != given.getRank() ||
      failed(verifyCompatibleShape(own.getShape(), given.getShape()))) {
    e.fault("RuntimeError", range,
            "attempting to assign a gradient of another size than the tensor "
            "has");
    return false;
  }
  if (own.hasStaticShape() && given.hasStaticShape())
    return true;
  SmallVector<mlir::Value> numbers;
  auto describe = [&](const Value &of) {
    std::string text;
    for (const Value &size : e.tensors.sizes(of).items) {
      text += text.empty() ? "%i" : ", %i";
      numbers.push_back(e.ssa(size));
    }
    return text;
  };
  std::string message = "attempting to assign a gradient of size '[" +
                        describe(grad) + "]' to a tensor of size '[";
  message += describe(tensor) + "]'. Please ensure that the gradient and the "
                                "tensor are the same size";
  for (int64_t d = 0; d < own.getRank() && !e.stopped(); ++d) {
    Value same = e.model.compare(ast::CompareOp::Eq, e.tensors.size(tensor, d),
                                 e.tensors.size(grad, d), range);
    if (!same.isConst())
      e.check(e.ssa(same), "RuntimeError", message, range, numbers);
  }
  return !e.stopped();
}

/// `tensor.data = value`
static bool setData(Service &e, const Value &base, const Value &value,
                    ast::Range range) {
  if (!value.is(Kind::Tensor)) {
    e.error(range, ".data takes a tensor");
    return false;
  }
  if (e.get(base.id).requiresGrad && !e.get(base.id).isLeaf) {
    e.error(range, "'.data' of a tensor that was computed cannot be assigned; "
                   "change it in place: .data.copy_(...)");
    return false;
  }
  Object &object = e.mutate(base.id);
  // What was made of its elements so far is made of this leaf still.
  for (mlir::Value own : e.get(object.storage).readAs)
    if (Elements former{own, object.path};
        !llvm::is_contained(object.formerly, former))
      object.formerly.push_back(former);
  const Object &from = e.get(value.id);
  object.storage = from.storage;
  object.path = from.path;
  object.tensorType = from.tensorType;
  return true;
}

/// `tensor.grad = value`, a tensor, None or either.
static bool setGrad(Context &e, const Value &base, const Value &value,
                    ast::Range range) {
  if (!value.is(Kind::None) &&
      !fitsGrad(e, base, value.is(Kind::Optional) ? value.items[0] : value,
                range))
    return false;
  for (unsigned other : e.objects.aliases(base.id)) {
    auto known = e.get(other).attributes.find("grad");
    if (known != e.get(other).attributes.end() && !known->second.is(Kind::None))
      e.grads.forgetGrad(other);
  }
  e.objects.setAttribute(base.id, "grad", value);
  return true;
}

static bool setTensorAttribute(Service &e, const Value &base, StringRef name,
                               const Value &value, ast::Range range) {
  if (name == "data")
    return setData(e, base, value, range);
  if (name == "requires_grad") {
    if (value.is(Kind::Bool))
      return e.grads.setRequiresGrad(base, value, range);
    e.fault("RuntimeError", range, "requires_grad must be a bool");
    return false;
  }
  if (name == "grad" && !e.get(base.id).isJoined &&
      !e.grads.knowsLeaf(base, range))
    return false;
  if (name == "grad" &&
      (value.is(Kind::None) || value.is(Kind::Tensor) ||
       (value.is(Kind::Optional) && value.items[0].is(Kind::Tensor))))
    return setGrad(e, base, value, range);
  if (name == "grad") {
    e.error(range, "the attribute 'grad' of a tensor is a tensor or None");
    return false;
  }
  return setOwnAttribute(e, base, name, value, range);
}

/// Calls the setter of a property.
static bool setProperty(Context &e, const Value &base, StringRef name,
                        const Value &property, const Value &value,
                        ast::Range range) {
  if (!property.function->decorators.setter) {
    e.fault("AttributeError", range,
            "property '" + name + "' of '" + e.get(base.id).classInfo->name +
                "' object has no setter");
    return false;
  }
  CallArgs args(range, {value}, {range});
  e.run.call(makeMethod(property.function->decorators.setter, base), args);
  return !e.stopped();
}

/// What the class or one of its bases declares for the attribute, or null.
static const ast::Expr *annotationOf(const ClassInfo &info, StringRef name) {
  for (const ClassInfo *c : info.order) {
    auto it = c->fields.types.find(name.str());
    if (it != c->fields.types.end())
      return it->second;
  }
  return nullptr;
}

/// Whether TorchScript lets the object have the value there; false after an
/// error.
static bool mayHold(Context &e, const Object &object, StringRef name,
                    const Value &value, ast::Range range) {
  const ClassInfo &info = *object.classInfo;
  bool isDeclared = annotationOf(info, name);
  auto before = object.attributes.find(name.str());
  if (before == object.attributes.end()) {
    const FunctionInfo *function = e.frames.back().function;
    bool initialises = function && function->name == "__init__";
    if (!info.traits.isModule && (initialises || isDeclared))
      return true;
    e.error(range, Twine(info.traits.isModule ? "a module" : "an object") +
                       " cannot get a new attribute '" + name +
                       "' in TorchScript; set it in __init__");
    return false;
  }
  if (isDeclared)
    return true;
  Type was = e.types.typeOf(before->second), now = e.types.typeOf(value);
  if (!isPlain(was) || !isPlain(now) || was->kind == now->kind)
    return true;
  e.error(range, "the attribute '" + name + "' has type '" + toString(was) +
                     "' and cannot hold a value of type '" + toString(now) +
                     "'");
  return false;
}

/// `x.__dict__ = dict`: from here on the dict has the attributes.
static bool setDict(Service &e, const Value &base, const Value &value,
                    ast::Range range) {
  Value dict = value.is(Kind::Dict) ? value : itemsBehind(e, value);
  if (!dict.is(Kind::Dict) || e.objects.isModule(base))
    return bool(e.error(range, "'__dict__' of this object cannot be assigned; "
                               "set its attributes"));
  Object &object = e.mutate(base.id);
  std::vector<std::string> names;
  for (const auto &[name, own] : object.attributes)
    if (!StringRef(name).starts_with("<"))
      names.push_back(name);
  for (const std::string &name : names)
    object.attributes.erase(name);
  object.attributes["<dict>"] = dict;
  return true;
}

/// What the class says of the attribute of its objects: a property, descriptor
/// or the like sets it. Nothing is said if it is an attribute as all others.
static std::optional<bool> setByClass(Context &e, const Value &base,
                                      StringRef name, const Value &value,
                                      ast::Range range) {
  Value known = e.objects.findMember(e.get(base.id).classInfo, name);
  if (e.stopped())
    return false;
  if (known.is(Kind::Function) && known.function->decorators.isProperty)
    return setProperty(e, base, name, known, value, range);
  if (known.is(Kind::Object) &&
      e.objects.findMember(e.get(known.id).classInfo, "__set__")) {
    CallArgs args(range, {base, value}, {range, range});
    e.run.callMethod(known, "__set__", args);
    return !e.stopped();
  }
  if (Value computes = parametrizationOf(e, base, name)) {
    CallArgs args(range, {value}, {range});
    e.run.callMethod(computes, "right_inverse", args);
    return !e.stopped();
  }
  return std::nullopt;
}

/// An empty list or dict takes the type that the class declares; false after an
/// error.
static bool convertToDeclared(Context &e, const ClassInfo &info, StringRef name,
                              Value &value, ast::Range range) {
  const ast::Expr *declared = annotationOf(info, name);
  if (!declared || info.scope->isLibrary ||
      (!value.is(Kind::List) && !value.is(Kind::Dict)))
    return true;
  Type type = e.model.evalType(declared);
  if (e.stopped())
    return false;
  bool script = std::exchange(e.frames.back().script, true);
  value = e.types.convert(value, type, range, "the attribute '" + name + "'");
  e.frames.back().script = script;
  return !e.stopped();
}

bool PythonObjects::setAttributePlainly(const Value &base, StringRef name,
                                        Value value, ast::Range range) {
  if (isOfRun(*this, base) && (name == "__dict__" || name == "__class__"))
    return bool(error(range, "'" + name +
                                 "' of an object that exists in the run "
                                 "cannot be set"));
  if (name == "__dict__")
    return setDict(*this, base, value, range);
  if (std::optional<bool> done = setByClass(*this, base, name, value, range))
    return *done;
  if (name == "__class__" && value.is(Kind::Class)) {
    mutate(base.id).classInfo = value.classInfo;
    return true;
  }
  if (Value dict = dictOfAttributes(*this, base))
    return containers.dictSet(dict, makeStr(name), value, range);
  if (isOfRun(*this, base))
    return setInRun(*this, base, name, value, range);
  const ClassInfo *info = get(base.id).classInfo;
  if (!convertToDeclared(*this, *info, name, value, range))
    return false;
  if (script() && !mayHold(*this, get(base.id), name, value, range))
    return false;
  if (scripting.isReadByPython(base)) {
    value = model.acrossScript(value, range);
    if (stopped())
      return false;
  }
  const Object &object = get(base.id);
  bool isParameter = value.is(Kind::Tensor) && get(value.id).isParameter;
  if (info->traits.isModule && (isParameter || objects.isModule(value)) &&
      !object.attributes.count("training")) {
    fault("AttributeError", range,
          Twine("cannot assign ") + (isParameter ? "parameters" : "module") +
              " before Module.__init__() call");
    return false;
  }
  // A buffer stays one when it is assigned.
  auto before = object.attributes.find(name.str());
  if (info->traits.isModule && value.is(Kind::Tensor) &&
      before != object.attributes.end() && before->second.is(Kind::Tensor) &&
      get(before->second.id).isBuffer && !get(value.id).isBuffer)
    mutate(value.id).isBuffer = true;
  mutate(base.id).attributes[name.str()] = value;
  return true;
}

static bool setClassAttribute(Context &e, const Value &base, StringRef name,
                              const Value &value, ast::Range range) {
  ClassInfo *info = base.classInfo;
  // What nobody reads.
  if (!info->object && (name == "__annotations__" || name == "__doc__"))
    return true;
  if (!info->object)
    return setOpenAttribute(e, base, name, value, range);
  e.objects.setAttribute(info->object, name, value);
  return true;
}

/// `P.__new__.__defaults__ = values`, of the last fields of a named tuple.
static bool setFieldDefaults(Context &e, ClassInfo &info, const Value &value,
                             ast::Range range) {
  size_t count = info.fields.names.size();
  if (!value.is(Kind::Tuple) || value.items.size() > count ||
      e.diagnoser.conditional)
    return bool(e.error(range, "the defaults of a named tuple are a tuple, "
                               "which is set outside of branches and loops"));
  info.fields.defaults.clear();
  size_t first = count - value.items.size();
  for (auto [i, item] : llvm::enumerate(value.items))
    info.fields.defaults[info.fields.names[first + i]] = item;
  return true;
}

bool PythonObjects::setAttribute(Value base, StringRef name, Value value,
                                 ast::Range range) {
  if (base.is(Kind::Optional) && !script())
    base = diagnoser.present(
        base, "AttributeError",
        "'NoneType' object has no attribute '" + name + "'", range);
  if (stopped())
    return false;
  if (base.is(Kind::Tensor))
    return setTensorAttribute(*this, base, name, value, range);
  // How fast cuDNN and its like are.
  if (base.is(Kind::Namespace) && StringRef(base.text).starts_with(backends))
    return setBackend(*this, base.text, name, value, range);
  if (base.is(Kind::Class))
    return setClassAttribute(*this, base, name, value, range);
  if (base.is(Kind::Builtin) && base.text == "NamedTuple.__new__" &&
      name == "__defaults__")
    return setFieldDefaults(*this, *base.classInfo, value, range);
  if (!base.is(Kind::Object))
    return setOpenAttribute(*this, base, name, value, range);
  if (!mayChange(*this, base, name, /*deletes=*/false, range))
    return false;
  ClassInfo *info = get(base.id).classInfo;
  if (Value own = ownersMember(*this, info, "__setattr__"); own && !script()) {
    CallArgs args(range, {makeStr(name), value}, {range, range});
    run.call(bindMember(*this, own, base, info, range), args);
    return !stopped();
  }
  return !stopped() && setAttributePlainly(base, name, value, range);
}

} // namespace tine::elaborate
