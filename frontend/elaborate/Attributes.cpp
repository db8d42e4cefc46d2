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
#include "frontend/elaborate/Numpy.h"
#include "frontend/elaborate/Switches.h"
#include "tine/abi.h"

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
      {"torch.autograd.functional", "use torch.autograd.grad"},
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
    if (function != scope->globals.end() && function->second.is(Kind::Function))
      return makeMethod(function->second, self);
  }
  return {};
}

/// What a member of a class is to an object: a bound method, or what a property
/// gives.
static Value bindMember(Elaborator &e, const Value &member, const Value &self,
                        ClassInfo *info, ast::Range range) {
  if (!member.is(Kind::Function) || !member.function->owner ||
      member.function->isStatic)
    return member;
  bool isOfClass = member.function->isClassMethod;
  Value method = makeMethod(member, isOfClass ? classValue(info) : self);
  if (!member.function->isProperty)
    return method;
  CallArgs args(range);
  return e.call(method, args);
}

/// The same of what the class of an object, named tuple or member of an enum
/// has under the name; null if nothing.
static Value memberOfInstance(Elaborator &e, const Value &self, StringRef name,
                              ast::Range range) {
  ClassInfo *info =
      self.is(Kind::Object) ? e.get(self.id).classInfo : self.classInfo;
  return bindMember(e, e.findMember(info, name), self, info, range);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The end of a message that there is no such name.
static std::string didYouMean(StringRef name, ArrayRef<StringRef> names) {
  std::string near = nearestName(name, names);
  return near.empty() ? "" : "; did you mean '" + near + "'?";
}

/// Appends what follows the prefix in the names of builtins.
static void builtinsIn(StringRef prefix, SmallVectorImpl<StringRef> &names) {
  for (auto &entry : builtins())
    if (StringRef(entry.first).starts_with(prefix))
      names.push_back(StringRef(entry.first).drop_front(prefix.size()));
}

/// The builtin method, bound to the value.
static Value boundBuiltin(const Value &self, const Twine &name) {
  Value method = makeBuiltin(name.str());
  method.items = {self};
  return method;
}

static Value ofNamespace(Elaborator &e, const Value &base, StringRef name,
                         ast::Range range) {
  Value value = e.qualified((base.text + "." + name).str());
  // The library has CPython's functions; TorchScript has few of them, and some
  // of another last bit.
  if (e.script() && base.text == "math" && value.is(Kind::Function) &&
      name != "degrees" && name != "radians" && name != "factorial" &&
      name != "gcd")
    return e.error(range, "'math." + name +
                              "' is not supported in TorchScript code; call "
                              "it outside");
  if (value || e.stopped)
    return value;
  if (auto own = e.userModules.find(base.text); own != e.userModules.end()) {
    SmallVector<StringRef> known;
    for (auto &entry : own->second->globals)
      known.push_back(entry.first);
    return e.fault("AttributeError", range,
                   "module '" + base.text + "' has no attribute '" + name +
                       "'" + didYouMean(name, known));
  }
  SmallVector<StringRef> names;
  builtinsIn(base.text + ".", names);
  if (Scope *scope = e.library(base.text))
    for (auto &entry : scope->globals)
      names.push_back(entry.first);
  if (StringRef way = wayOut(base.text, name); !way.empty())
    return e.error(range,
                   "'" + base.text + "." + name + "' is not supported; " + way);
  if (names.empty() && !e.qualified(base.text))
    return e.error(range, "the module '" + base.text +
                              "' is not supported, and neither is what is "
                              "computed with it");
  return e.error(range, "'" + base.text + "' has no '" + name + "'" +
                            " that Tine supports" + didYouMean(name, names));
}

Value Elaborator::parametrizationOf(const Value &module, StringRef name) {
  if (!isModule(module))
    return {};
  const auto &own = get(module.id).attributes;
  auto all = own.find("parametrizations");
  if (all == own.end() || !isModule(all->second))
    return {};
  const auto &parametrized = get(all->second.id).attributes;
  auto found = parametrized.find(name.str());
  return found != parametrized.end() && isModule(found->second) ? found->second
                                                                : Value();
}

static Value ofObject(Elaborator &e, const Value &base, StringRef name,
                      ast::Range range) {
  if (e.get(base.id).original)
    if (Value value = e.readScripted(base, name, range); value || e.stopped)
      return value;
  const Object &object = e.get(base.id);
  auto it = object.attributes.find(name.str());
  ClassInfo *info = object.classInfo;
  if (it != object.attributes.end() && it->second.is(Kind::Undefined)) {
    if (it->second.known)
      return e.failQuietly();
    StringRef why = it->second.text;
    return e.error(range, "the attribute '" + name + "' " +
                              (why.empty() ? "is set on some paths only; set "
                                             "it before the branch or loop"
                                           : why));
  }
  if (it != object.attributes.end())
    return it->second;
  if (Value computes = e.parametrizationOf(base, name)) {
    CallArgs none(range);
    return e.call(computes, none);
  }
  if (Value member = memberOfInstance(e, base, name, range);
      member || e.stopped)
    return member;
  if (name == "__class__")
    return classValue(info);
  if (name == "__dict__" && !e.script())
    return e.callLibrary("_builtins._Attributes", {base}, range);
  bool isGetter = name == "__getattr__" || name == "__getattribute__";
  if ((isGetter || name == "__setattr__" || name == "__delattr__") &&
      !e.script())
    return e.callLibrary(isGetter                ? "_builtins._Getter"
                         : name == "__setattr__" ? "_builtins._Setter"
                                                 : "_builtins._Deleter",
                         {base}, range);
  SmallVector<StringRef> names;
  for (auto &entry : object.attributes)
    names.push_back(entry.first);
  for (auto &entry : info->members)
    names.push_back(entry.first);
  return e.unknownAttribute(name, range,
                            "'" + info->name + "' object has no attribute '" +
                                name + "'" + didYouMean(name, names));
}

static Value ofClass(Elaborator &e, const Value &base, StringRef name,
                     ast::Range range) {
  const ClassInfo &info = *base.classInfo;
  if (name == "__name__")
    return makeStr(info.name);
  if (name == "__qualname__")
    return makeStr(info.qualifiedName);
  if (name == "__module__" && !info.scope->isLibrary)
    return makeStr(info.scope->moduleName);
  if (name == "_fields" && info.isNamedTuple) {
    Value fields = makeTuple({});
    for (const std::string &field : info.annotationOrder)
      fields.items.push_back(makeStr(field));
    return fields;
  }
  if (Value member = e.findMember(&info, name)) {
    return member.is(Kind::Function) && member.function->isClassMethod
               ? makeMethod(member, base)
               : member;
  }
  return e.unknownAttribute(
      name, range, "class '" + info.name + "' has no attribute '" + name + "'");
}

static Value ofTensor(Elaborator &e, const Value &base, StringRef name,
                      ast::Range range) {
  Value value = e.tensorAttribute(base, name, range);
  if (!value && !e.stopped)
    value = e.tensorMethod(base, name);
  if (value || e.stopped)
    return value;
  if (StringRef way = wayOut("Tensor", name); !way.empty())
    return e.error(range, "'Tensor." + name + "' is not supported; " + way);
  SmallVector<StringRef> names;
  builtinsIn("Tensor.", names);
  return e.error(range, "'Tensor' has no attribute or method '" + name + "'" +
                            " that Tine supports" + didYouMean(name, names));
}

//===----------------------------------------------------------------------===//
// Of other kinds, each null, without an error, if there is no such attribute
//===----------------------------------------------------------------------===//

/// Members of enums, named tuples, what max and its like return, and sizes.
static Value ofTuple(Elaborator &e, const Value &base, StringRef name,
                     ast::Range range) {
  if (base.classInfo) {
    if (base.classInfo->isEnum && (name == "name" || name == "value"))
      return base.items[name == "value"];
    if (!base.classInfo->isEnum)
      for (auto [i, field] : llvm::enumerate(base.classInfo->annotationOrder))
        if (field == name)
          return base.items[i];
    Value member = memberOfInstance(e, base, name, range);
    if (member || e.stopped || base.classInfo->isEnum)
      return member;
    if (name == "_fields")
      return e.getAttribute(classValue(base.classInfo), name, range);
    if (name == "_replace" || name == "_asdict")
      return boundBuiltin(base, "NamedTuple." + name);
  }
  if (!base.text.empty()) {
    auto fields = fieldsOfResult(base.text);
    if (auto field = llvm::find(fields, name); field != fields.end())
      return base.items[field - fields.begin()];
  }
  if (base.isSize && name == "numel")
    return boundBuiltin(base, "Size." + name);
  if (name == "index" || name == "count")
    return boundBuiltin(base, "list." + name);
  return {};
}

/// What Python's numbers have.
static Value methodOfNumber(Elaborator &e, const Value &base, StringRef name,
                            ast::Range range) {
  Value number = pythonNumber(base);
  if (name == "real" || name == "numerator")
    return e.unary(ast::UnaryOp::Pos, number, range);
  if (name == "imag")
    return base.is(Kind::Float) ? makeFloat(0.0) : makeInt(int64_t(0));
  Scope *methods = e.script() ? nullptr : e.library("_numbers");
  if (!methods)
    return {};
  auto method = methods->globals.find(name.str());
  bool isMethod = method != methods->globals.end() &&
                  method->second.is(Kind::Function) && !name.starts_with("_");
  return isMethod ? makeMethod(method->second, number) : Value();
}

/// A number, or a member of an IntEnum.
static Value ofNumber(Elaborator &e, const Value &base, StringRef name,
                      ast::Range range) {
  if (!base.classInfo || isUnsureNumber(base))
    return methodOfNumber(e, base, name, range);
  if (isNumpyNumber(base))
    return memberOfInstance(e, base, name, range);
  if (name == "name")
    return makeStr(base.text);
  if (name == "value")
    return makeInt(base.integer);
  return memberOfInstance(e, base, name, range);
}

static Value ofDType(Elaborator &e, const Value &base, StringRef name) {
  mlir::Type element = e.elementTypeOf(base.integer);
  if (!element)
    return {};
  bool isFloat = isa<FloatType>(element);
  if (name == "is_floating_point")
    return makeBool(isFloat);
  if (name == "is_complex")
    return makeBool(false);
  if (name == "is_signed")
    return makeBool(isFloat ||
                    (!element.isInteger(1) && base.integer != TINE_UINT8));
  if (name == "itemsize")
    return makeInt((element.getIntOrFloatBitWidth() + 7) / 8);
  return {};
}

static Value ofEither(Elaborator &e, const Value &base, StringRef name,
                      ast::Range range) {
  if (isSwitch(base))
    return attributeOfSwitch(e, base, name, range);
  if (isDictOrEmpty(base))
    return boundBuiltin(base, "dict." + name);
  bool areNames =
      base.items[0].is(Kind::DType) || base.items[0].is(Kind::Device);
  if (isChoice(base) || areNames) {
    Value method =
        base.items[0].is(Kind::Tensor) ? e.tensorMethod(base, name) : Value();
    return method ? method
                  : e.onEither(
                        base,
                        [&](Value v) { return e.getAttribute(v, name, range); },
                        range);
  }
  // A number on the other path has no such attribute.
  if (!base.items[1].is(Kind::Tensor))
    return {};
  e.check(
      arith::XOrIOp::create(e.b, e.loc(range), base.ssa, e.ssa(makeBool(true))),
      "AttributeError",
      "'" + toString(e.typeOf(base.items[0])) + "' object has no attribute '" +
          name + "'",
      range);
  return e.getAttribute(base.items[1], name, range);
}

static Value ofDevice(const Value &base, StringRef name) {
  auto [type, index] = StringRef(base.text).split(':');
  if (name == "type")
    return makeStr(type);
  int64_t number = 0;
  if (name == "index")
    return index.getAsInteger(10, number) ? makeNone() : makeInt(number);
  return {};
}

/// The next method in the order of the object's class.
static Value ofSuper(Elaborator &e, const Value &base, StringRef name,
                     ast::Range range) {
  const Value &self = base.items[0];
  ClassInfo *own =
      self.is(Kind::Object) ? e.get(self.id).classInfo : base.classInfo;
  auto at = llvm::find(own->order, base.classInfo);
  if (at == own->order.end())
    return e.error(range, "super() needs an object of the class");
  for (++at; at != own->order.end(); ++at) {
    if (const Value *found = e.ownMember(*at, name))
      return bindMember(e, Value(*found), self, own, range);
  }
  if (name == "__init__")
    return makeBuiltin("_tine.nothing");
  return e.error(range, "the base classes have no '" + name + "'");
}

static Value ofBuiltin(Elaborator &e, const Value &base, StringRef name,
                       ast::Range range) {
  if (base.text == "super")
    return ofSuper(e, base, name, range);
  StringRef whole = base.text;
  if (name == "__name__")
    return makeStr(whole.substr(whole.rfind('.') + 1));
  return e.qualified((whole + "." + name).str());
}

static Value ofOptional(Elaborator &e, const Value &base, StringRef name,
                        ast::Range range) {
  if (e.script())
    return e.error(range, "an Optional has no attribute '" + name +
                              "'; test 'is not None' first");
  return e.getAttribute(
      e.present(base, "AttributeError",
                "'NoneType' object has no attribute '" + name + "'", range),
      name, range);
}

static Value ofOther(Elaborator &e, const Value &base, StringRef name,
                     ast::Range range) {
  switch (base.kind) {
  case Kind::Tuple:
    return ofTuple(e, base, name, range);
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
    return ofNumber(e, base, name, range);
  case Kind::List:
    return boundBuiltin(base, "list." + name);
  case Kind::Dict:
    return boundBuiltin(base, "dict." + name);
  case Kind::Str:
    return boundBuiltin(base, "str." + name);
  case Kind::Either:
    return ofEither(e, base, name, range);
  case Kind::Future:
    return name == "wait" || name == "value" || name == "done"
               ? boundBuiltin(base, "Future." + name)
               : Value();
  case Kind::Device:
    return ofDevice(base, name);
  case Kind::DType:
    return ofDType(e, base, name);
  case Kind::Builtin:
    return ofBuiltin(e, base, name, range);
  case Kind::Method:
  case Kind::Function:
    return name == "__name__" && base.function ? makeStr(base.function->name)
                                               : Value();
  case Kind::TypeValue:
    return name == "__name__" && base.type &&
                   base.type->kind == TypeKind::Tensor
               ? makeStr("Tensor")
               : Value();
  case Kind::Optional:
    return ofOptional(e, base, name, range);
  case Kind::Range:
  case Kind::Slice: {
    int part = name == "start"  ? 0
               : name == "stop" ? 1
               : name == "step" ? 2
                                : -1;
    if (part < 0)
      return {};
    return base.items[part] ? base.items[part] : makeNone();
  }
  default:
    return {};
  }
}

Value Elaborator::getAttribute(Value base, StringRef name, ast::Range range) {
  // It may not be what it was before a statement failed.
  if (failedAttributes.count(name.str()) && !base.is(Kind::Namespace))
    return failQuietly();
  switch (base.kind) {
  case Kind::Namespace:
    return ofNamespace(*this, base, name, range);
  case Kind::Object:
    return ofObject(*this, base, name, range);
  case Kind::Class:
    return ofClass(*this, base, name, range);
  case Kind::Tensor:
    return ofTensor(*this, base, name, range);
  default:
    break;
  }
  Value value = ofOther(*this, base, name, range);
  return value || stopped
             ? value
             : error(range, "a value of type '" + toString(typeOf(base)) +
                                "' has no attribute '" + name + "'");
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
static bool fitsGrad(Elaborator &e, const Value &tensor, const Value &grad,
                     ast::Range range) {
  RankedTensorType own = e.tensorType(tensor), given = e.tensorType(grad);
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
    for (const Value &size : e.sizes(of).items) {
      text += text.empty() ? "%i" : ", %i";
      numbers.push_back(e.ssa(size));
    }
    return text;
  };
  std::string message = "attempting to assign a gradient of size '[" +
                        describe(grad) + "]' to a tensor of size '[";
  message += describe(tensor) + "]'. Please ensure that the gradient and the "
                                "tensor are the same size";
  for (int64_t d = 0; d < own.getRank() && !e.stopped; ++d) {
    Value same = e.compare(ast::CompareOp::Eq, e.size(tensor, d),
                           e.size(grad, d), range);
    if (!same.isConst())
      e.check(e.ssa(same), "RuntimeError", message, range, numbers);
  }
  return !e.stopped;
}

/// `tensor.data = value`
static bool setData(Elaborator &e, const Value &base, const Value &value,
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
static bool setGrad(Elaborator &e, const Value &base, const Value &value,
                    ast::Range range) {
  if (!value.is(Kind::None) &&
      !fitsGrad(e, base, value.is(Kind::Optional) ? value.items[0] : value,
                range))
    return false;
  for (unsigned other : e.aliases(base.id)) {
    auto known = e.get(other).attributes.find("grad");
    if (known != e.get(other).attributes.end() && !known->second.is(Kind::None))
      e.forgetGrad(other);
  }
  e.mutate(base.id).attributes["grad"] = value;
  return true;
}

static bool setTensorAttribute(Elaborator &e, const Value &base, StringRef name,
                               const Value &value, ast::Range range) {
  if (name == "data")
    return setData(e, base, value, range);
  if (name == "requires_grad") {
    if (value.is(Kind::Bool))
      return e.setRequiresGrad(base, value, range);
    e.fault("RuntimeError", range, "requires_grad must be a bool");
    return false;
  }
  if (name == "grad" && !e.get(base.id).isJoined && !e.knowsLeaf(base, range))
    return false;
  if (name == "grad" &&
      (value.is(Kind::None) || value.is(Kind::Tensor) ||
       (value.is(Kind::Optional) && value.items[0].is(Kind::Tensor))))
    return setGrad(e, base, value, range);
  e.error(range, "the attribute '" + name + "' of a tensor cannot be assigned");
  return false;
}

/// Calls the setter of a property.
static bool setProperty(Elaborator &e, const Value &base, StringRef name,
                        const Value &property, const Value &value,
                        ast::Range range) {
  if (!property.function->setter) {
    e.fault("AttributeError", range,
            "property '" + name + "' of '" + e.get(base.id).classInfo->name +
                "' object has no setter");
    return false;
  }
  CallArgs args(range, {value}, {range});
  e.call(makeMethod(property.function->setter, base), args);
  return !e.stopped;
}

/// What the class or one of its bases declares for the attribute, or null.
static const ast::Expr *annotationOf(const ClassInfo &info, StringRef name) {
  for (const ClassInfo *c : info.order) {
    auto it = c->annotations.find(name.str());
    if (it != c->annotations.end())
      return it->second;
  }
  return nullptr;
}

/// Whether TorchScript lets the object have the value there; false after an
/// error.
static bool mayHold(Elaborator &e, const Object &object, StringRef name,
                    const Value &value, ast::Range range) {
  const ClassInfo &info = *object.classInfo;
  bool isDeclared = annotationOf(info, name);
  auto before = object.attributes.find(name.str());
  if (before == object.attributes.end()) {
    const FunctionInfo *function = e.frames.back().function;
    bool initialises = function && function->name == "__init__";
    if (!info.isModule && (initialises || isDeclared))
      return true;
    e.error(range, Twine(info.isModule ? "a module" : "an object") +
                       " cannot get a new attribute '" + name +
                       "' in TorchScript; set it in __init__");
    return false;
  }
  if (isDeclared)
    return true;
  Type was = e.typeOf(before->second), now = e.typeOf(value);
  if (!isPlain(was) || !isPlain(now) || was->kind == now->kind)
    return true;
  e.error(range, "the attribute '" + name + "' has type '" + toString(was) +
                     "' and cannot hold a value of type '" + toString(now) +
                     "'");
  return false;
}

bool Elaborator::setAttribute(Value base, StringRef name, Value value,
                              ast::Range range) {
  if (base.is(Kind::Tensor))
    return setTensorAttribute(*this, base, name, value, range);
  // How fast cuDNN and its like are.
  if (base.is(Kind::Namespace) &&
      StringRef(base.text).starts_with("torch.backends."))
    return true;
  if (base.is(Kind::Class)) {
    // What nobody reads.
    if (!base.classInfo->object &&
        (name == "__annotations__" || name == "__doc__"))
      return true;
    if (!base.classInfo->object)
      return bool(error(range, "attributes of class '" + base.classInfo->name +
                                   "' cannot be assigned"));
    mutate(base.classInfo->object).attributes[name.str()] = value;
    return true;
  }
  if (isUserModule(base))
    return bool(error(range, "the variables of the module '" + base.text +
                                 "' cannot be set from outside; call a "
                                 "function of it that declares '" +
                                 name + "' 'global'"));
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
      known.is(Kind::Function) && known.function->isProperty)
    return setProperty(*this, base, name, known, value, range);
  if (Value computes = parametrizationOf(base, name)) {
    CallArgs args(range, {value}, {range});
    callMethod(computes, "right_inverse", args);
    return !stopped;
  }
  // An empty list or dict takes the type that the class declares.
  if (const ast::Expr *declared = annotationOf(*info, name);
      declared && !info->scope->isLibrary &&
      (value.is(Kind::List) || value.is(Kind::Dict))) {
    Type type = evalType(declared);
    if (stopped)
      return false;
    bool script = std::exchange(frames.back().script, true);
    value = convert(value, type, range, "the attribute '" + name + "'");
    frames.back().script = script;
    if (stopped)
      return false;
  }
  if (script() && !mayHold(*this, object, name, value, range))
    return false;
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
  auto before = object.attributes.find(name.str());
  if (info->isModule && value.is(Kind::Tensor) &&
      before != object.attributes.end() && before->second.is(Kind::Tensor) &&
      get(before->second.id).isBuffer && !get(value.id).isBuffer)
    mutate(value.id).isBuffer = true;
  mutate(base.id).attributes[name.str()] = value;
  return true;
}

} // namespace tine::elaborate
