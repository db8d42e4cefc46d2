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

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/Switches.h"
#include "frontend/services/Tf32.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// What to do instead of some things that PyTorch has; empty for others.
static StringRef wayOut(StringRef base, StringRef name) {
  static const std::pair<StringRef, StringRef> ways[] = {
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

Value PythonObjects::tensorMethod(const Value &self, StringRef name) {
  // `torch.Tensor.name = function`
  if (const Value *open = objects.findOpen("torch.Tensor." + name))
    return bindMember(*this, *open, self, nullptr, frames.here);
  std::string full = ("Tensor." + name).str();
  if (run.isBuiltin(full)) {
    Value method = makeBuiltin(full);
    method.items = {self};
    return method;
  }
  // Functions of the library are methods, too.
  for (StringRef home : {"torch.Tensor", "torch"}) {
    Scope *scope = modules.library(home);
    if (!scope)
      break;
    auto function = scope->globals.find(name.str());
    if (function != scope->globals.end() && function->second.is(Kind::Function))
      return makeMethod(function->second, self);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Appends what follows the prefix in the names of builtins.
static void builtinsIn(Context &e, StringRef prefix,
                       SmallVectorImpl<StringRef> &names) {
  for (auto &entry : e.run.builtins())
    if (StringRef(entry.first).starts_with(prefix))
      names.push_back(StringRef(entry.first).drop_front(prefix.size()));
}

/// The builtin method, bound to the value.
static Value boundBuiltin(const Value &self, const Twine &name) {
  Value method = makeBuiltin(name.str());
  method.items = {self};
  return method;
}

static Value ofNamespace(PythonObjects &e, const Value &base, StringRef name,
                         ast::Range range) {
  // What `grad_fn` gives.
  if (StringRef(base.text).contains("Backward") &&
      (name == "name" || name == "__class__")) {
    Value made =
        e.run.callLibrary("_builtins._GradFn", {makeStr(base.text)}, range);
    return e.stopped() ? Value() : e.model.getAttribute(made, name, range);
  }
  Value value = backendSetting(e, base.text, name, range);
  if (!value && !e.stopped())
    value = e.model.qualified((base.text + "." + name).str());
  // The library has CPython's functions; TorchScript has few of them, and some
  // of another last bit.
  if (e.script() && base.text == "math" && value.is(Kind::Function) &&
      name != "degrees" && name != "radians" && name != "factorial" &&
      name != "gcd")
    return e.error(range, "'math." + name +
                              "' is not supported in TorchScript code; call "
                              "it outside");
  if (value || e.stopped())
    return value;
  if (auto own = e.frames.userModules.find(base.text);
      own != e.frames.userModules.end()) {
    SmallVector<StringRef> known;
    for (auto &entry : own->second->globals)
      known.push_back(entry.first);
    return e.fault("AttributeError", range,
                   "module '" + base.text + "' has no attribute '" + name +
                       "'" + didYouMean(name, known));
  }
  SmallVector<StringRef> names;
  builtinsIn(e, base.text + ".", names);
  if (Scope *scope = e.modules.library(base.text))
    for (auto &entry : scope->globals)
      names.push_back(entry.first);
  if (StringRef way = wayOut(base.text, name); !way.empty())
    return e.error(range,
                   "'" + base.text + "." + name + "' is not supported; " + way);
  if (names.empty() && !e.model.qualified(base.text))
    return e.error(range, "the module '" + base.text +
                              "' is not supported, and neither is what is "
                              "computed with it");
  return e.error(range, "'" + base.text + "' has no '" + name + "'" +
                            " that Tine supports" + didYouMean(name, names));
}

Value parametrizationOf(Context &e, const Value &module, StringRef name) {
  if (!e.objects.isModule(module))
    return {};
  const auto &own = e.get(module.id).attributes;
  auto all = own.find("parametrizations");
  if (all == own.end() || !e.objects.isModule(all->second))
    return {};
  const auto &parametrized = e.get(all->second.id).attributes;
  auto found = parametrized.find(name.str());
  return found != parametrized.end() && e.objects.isModule(found->second)
             ? found->second
             : Value();
}

static Value ofTensor(Service &e, const Value &base, StringRef name,
                      ast::Range range) {
  Value value = tensorAttribute(e, base, name, range);
  if (!value && !e.stopped())
    value = e.model.tensorMethod(base, name);
  if (!value && !e.stopped())
    value = ownAttribute(e, base, name, range);
  if (value || e.stopped())
    return value;
  if (e.diagnoser.isSeen(errorClass("AttributeError")))
    return e.fault("AttributeError", range,
                   "'" + className(e, base) + "' object has no attribute '" +
                       name + "'");
  if (StringRef way = wayOut("Tensor", name); !way.empty())
    return e.error(range, "'Tensor." + name + "' is not supported; " + way);
  SmallVector<StringRef> names;
  builtinsIn(e, "Tensor.", names);
  return e.error(range, "'Tensor' has no attribute or method '" + name + "'" +
                            " that Tine supports" + didYouMean(name, names));
}

//===----------------------------------------------------------------------===//
// Of other kinds, each null, without an error, if there is no such attribute
//===----------------------------------------------------------------------===//

/// Members of enums, named tuples, what max and its like return, and sizes.
static Value ofTuple(Service &e, const Value &base, StringRef name,
                     ast::Range range) {
  if (base.classInfo) {
    if (base.classInfo->traits.isEnum && (name == "name" || name == "value"))
      return base.items[name == "value"];
    if (!base.classInfo->traits.isEnum)
      for (auto [i, field] : llvm::enumerate(base.classInfo->fields.names))
        if (field == name)
          return base.items[i];
    Value member = memberOfInstance(e, base, name, range);
    if (member || e.stopped() || base.classInfo->traits.isEnum)
      return member;
    if (name == "_fields")
      return e.model.getAttribute(classValue(base.classInfo), name, range);
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
static Value methodOfNumber(PythonObjects &e, const Value &base, StringRef name,
                            ast::Range range) {
  Value number = pythonNumber(base);
  if (name == "real" || name == "numerator")
    return e.model.unary(ast::UnaryOp::Pos, number, range);
  if (name == "imag")
    return base.is(Kind::Float) ? makeFloat(0.0) : makeInt(int64_t(0));
  Scope *methods = e.script() ? nullptr : e.modules.library("_numbers");
  if (!methods)
    return {};
  auto method = methods->globals.find(name.str());
  bool isMethod = method != methods->globals.end() &&
                  method->second.is(Kind::Function) && !name.starts_with("_");
  return isMethod ? makeMethod(method->second, number) : Value();
}

/// A number, or a member of an IntEnum.
static Value ofNumber(PythonObjects &e, const Value &base, StringRef name,
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

static Value ofDType(Service &e, const Value &base, StringRef name) {
  mlir::Type element = e.numbers.elementTypeOf(base.integer);
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

static bool hasOnePlain(const Value &value, StringRef name) {
  if (value.is(Kind::Either))
    return llvm::any_of(value.items,
                        [&](const Value &v) { return hasOnePlain(v, name); });
  return hasPlain(value, name) == std::optional(true);
}

/// Of a text or a number: the run checks that it is the one that has the
/// attribute. Invalid where both have it, or none.
static Value ofOpenKind(Service &e, const Value &base, StringRef name,
                        ast::Range range) {
  if (!base.items[1].is(Kind::Str))
    return e.error(range, "only the run knows the type of this value of JSON: "
                          "write str() of it for methods of str");
  bool ofText = hasOnePlain(base.items[1], name);
  if (ofText == hasOnePlain(base.items[0], name))
    return {};
  mlir::Value isIt = base.ssa;
  if (ofText)
    isIt =
        arith::XOrIOp::create(e.b, e.loc(range), isIt, e.ssa(makeBool(true)));
  e.check(isIt, "AttributeError",
          "'" + className(e, base.items[!ofText ? 1 : 0]) +
              "' object has no attribute '" + name + "'",
          range);
  return e.model.getAttribute(base.items[ofText ? 1 : 0], name, range);
}

static Value ofEither(Service &e, const Value &base, StringRef name,
                      ast::Range range) {
  if (isSwitch(base))
    return attributeOfSwitch(e, base, name, range);
  if (isDictOrEmpty(base))
    return boundBuiltin(base, "dict." + name);
  bool areNames =
      base.items[0].is(Kind::DType) || base.items[0].is(Kind::Device);
  if (isChoice(base) || areNames) {
    Value method = base.items[0].is(Kind::Tensor)
                       ? e.model.tensorMethod(base, name)
                       : Value();
    return method ? method
                  : e.paths.onEither(
                        base,
                        [&](Value v) {
                          return e.model.getAttribute(v, name, range);
                        },
                        range);
  }
  if (isOfOpenKind(e, base))
    return ofOpenKind(e, base, name, range);
  // A number on the other path has no such attribute.
  if (!base.items[1].is(Kind::Tensor))
    return {};
  e.check(
      arith::XOrIOp::create(e.b, e.loc(range), base.ssa, e.ssa(makeBool(true))),
      "AttributeError",
      "'" + toString(e.types.typeOf(base.items[0])) +
          "' object has no attribute '" + name + "'",
      range);
  return e.model.getAttribute(base.items[1], name, range);
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

static Value ofBuiltin(Service &e, const Value &base, StringRef name,
                       ast::Range range) {
  if (base.text == "super")
    return ofSuper(e, base, name, range);
  StringRef whole = base.text;
  if (name == "__name__")
    return makeStr(whole.substr(whole.rfind('.') + 1));
  if (name == "__qualname__" && !whole.contains('.'))
    return makeStr(whole);
  // The methods of Python's own classes, as functions.
  if ((whole == "dict" || whole == "list") && !e.script())
    if (Value type = e.model.qualified(("_containers." + whole).str());
        type.is(Kind::Class))
      if (Value member = e.objects.findMember(type.classInfo, name))
        return member;
  if (whole == "str" && !e.script() && name != "maketrans" &&
      hasPlain(makeStr(""), name) == std::optional(true))
    return e.run.callLibrary("_builtins._method_of_str", {makeStr(name)},
                             range);
  if (whole == "int" && name == "from_bytes" && !e.script())
    return e.model.qualified("_bytes.int_from_bytes");
  if (isException(whole) && !e.script())
    if (Value type = e.model.qualified("_builtins._Exception");
        type.is(Kind::Class))
      if (Value member = e.objects.findMember(type.classInfo, name))
        return member;
  return e.model.qualified((whole + "." + name).str());
}

static Value ofOptional(Service &e, const Value &base, StringRef name,
                        ast::Range range) {
  if (e.script())
    return e.error(range, "an Optional has no attribute '" + name +
                              "'; test 'is not None' first");
  return e.model.getAttribute(
      e.diagnoser.present(base, "AttributeError",
                          "'NoneType' object has no attribute '" + name + "'",
                          range),
      name, range);
}

static Value ofOther(PythonObjects &e, const Value &base, StringRef name,
                     ast::Range range) {
  switch (base.kind) {
  case Kind::Tuple:
    return ofTuple(e, base, name, range);
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
    return ofNumber(e, base, name, range);
  case Kind::List:
  case Kind::Dict:
  case Kind::Str:
    // A method that there is not is an error where it is called, but a `try`
    // takes it here.
    if (e.diagnoser.isSeen(errorClass("AttributeError")) &&
        !name.starts_with("_") &&
        !(base.is(Kind::Dict) && e.objects.isOrdered(base)) &&
        hasPlain(base, name) == std::optional(false))
      return {};
    return boundBuiltin(base, (base.is(Kind::List)   ? "list."
                               : base.is(Kind::Dict) ? "dict."
                                                     : "str.") +
                                  name);
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
    return base.function ? ofFunction(e, base, name, range) : Value();
  case Kind::TypeValue:
    if (Value own = openAttribute(e, base, name); own || e.stopped())
      return own;
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
    if (base.is(Kind::Slice) && name == "indices" && !e.script())
      return makeMethod(e.model.qualified("_builtins.indices_of_slice"), base);
    if (part < 0)
      return {};
    return base.items[part] ? base.items[part] : makeNone();
  }
  default:
    return {};
  }
}

Value PythonObjects::getAttribute(Value base, StringRef name,
                                  ast::Range range) {
  // It may not be what it was before a statement failed.
  if (diagnoser.failedAttributes.count(name.str()) && !base.is(Kind::Namespace))
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
  if (value || stopped())
    return value;
  return kindError("AttributeError", range,
                   "'" + className(*this, base) +
                       "' object has no attribute '" + name + "'",
                   "a value of type '" + toString(types.typeOf(base)) +
                       "' has no attribute '" + name + "'");
}

Value PythonObjects::unknownAttribute(StringRef name, ast::Range range,
                                      const Twine &message) {
  if (diagnoser.failedAttributes.count(name.str()))
    return failQuietly();
  // The same again is nothing new.
  if (diagnoser.collecting &&
      !diagnoser.failedAttributes.insert(message.str()).second)
    return failQuietly();
  return error(range, message);
}

} // namespace tine::elaborate
