//===- JitBuiltins.cpp - torch.jit, modes and objects of torch ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of torch that say something of the program, not of tensors.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static Value contextManager(StringRef text) {
  Value v;
  v.kind = Kind::Iterator;
  v.text = text.str();
  return v;
}

/// Whether it is a parameter, buffer or module, on some path.
static bool isMember(Context &e, const Value &value) {
  if (value.is(Kind::Tensor))
    return e.get(value.id).isParameter || e.get(value.id).isBuffer;
  if (value.is(Kind::Optional) || value.is(Kind::Either) ||
      value.is(Kind::Maybe))
    return llvm::any_of(value.items,
                        [&](const Value &v) { return isMember(e, v); });
  return e.objects.isModule(value);
}

/// torch.jit.
static void registerJit(Registry &r) {
  auto same = [](Context &, Bound &a) { return a[0]; };
  r.add(
      "torch.jit.script",
      "obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None",
      [](Context &e, Bound &a) { return e.model.makeScripted(a[0], a.range); });
  r.add("torch.jit.export torch.jit.script_if_tracing torch.jit.freeze "
        "torch.jit.optimize_for_inference torch.compile",
        "obj", same);
  r.add("torch.jit.ignore torch.jit.unused torch.jit.script_method", "obj",
        same);
  r.add("_tine.with_derivative", "outputs, inputs, backward, name='Function'",
        [](Context &e, Bound &a) -> Value {
          std::vector<Value> outputs, inputs;
          if (!e.containers.staticItems(a[0], outputs) ||
              !e.containers.staticItems(a[1], inputs))
            return e.error(a.range, "these must be known at compile time");
          return e.run.withDerivative(outputs, inputs, a[2],
                                      a[3].text + "Backward", a.range);
        });
  r.add("_tine.checkpoint torch.jit.fork", "*args", callForm, TakesChoices);
  r.add("_tine.generated", "generator, takes_all", callForm);
  r.add("_tine.next_generated", "generator", callForm);
  r.add("torch.jit.wait", "future",
        [](Context &e, Bound &a) { return e.run.wait(a[0], a.ranges[0]); });
  r.add("torch.jit.is_scripting", "",
        [](Context &e, Bound &) { return makeBool(e.script()); });
  r.add("torch.jit.is_tracing", "",
        [](Context &, Bound &) { return makeBool(false); });
  r.add("torch.jit.annotate", "type, value",
        [](Context &, Bound &a) { return a[1]; });
  r.add("torch.jit.Attribute", "value, type",
        [](Context &, Bound &a) { return a[0]; });
  r.add("torch.jit.isinstance", "value, type", [](Context &e, Bound &a) {
    return instanceOf(e, a[0], a[1], a.range);
  });
}

/// Whether operations are recorded for gradients.
static void registerModes(Registry &r) {
  r.add("torch.no_grad torch.inference_mode", "mode=True",
        [](Context &, Bound &) { return contextManager("grad:off"); });
  r.add("torch.enable_grad", "",
        [](Context &, Bound &) { return contextManager("grad:on"); });
  r.add("torch.set_grad_enabled", "mode", [](Context &e, Bound &a) -> Value {
    if (!a[0].isConst())
      return e.error(a.range, "the grad mode must be known at compile time");
    // It switches at once; `with` switches back to what was before.
    Value manager = contextManager(a[0].integer ? "grad:on" : "grad:off");
    manager.items = {
        e.objects.exchangeMode(Mode::Grad, makeBool(a[0].integer != 0))};
    return manager;
  });
  r.add("torch.is_grad_enabled", "",
        [](Context &e, Bound &) { return e.objects.mode(Mode::Grad); });
}

/// Devices, sizes and parameters.
static void registerObjects(Registry &r) {
  r.add("torch.is_tensor _tine.is_tensor", "value",
        [](Context &, Bound &a) { return makeBool(a[0].is(Kind::Tensor)); });
  r.add("torch.set_num_threads torch.set_num_interop_threads", "n",
        [](Context &, Bound &) { return makeNone(); });
  // The number that "cuda" means; it was another one before.
  r.add("_tine.set_cuda", "number", [](Context &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Int))
      return e.error(a.range, "the number of a device is an int");
    return e.objects.exchangeMode(Mode::Cuda, a[0]);
  });
  r.add("_tine.cuda", "",
        [](Context &e, Bound &) { return e.objects.mode(Mode::Cuda); });
  // It was another one before.
  r.add("_tine.set_default_device", "number", [](Context &e, Bound &a) {
    return e.objects.exchangeMode(Mode::DefaultDevice, a[0]);
  });
  r.add("_tine.default_device", "", [](Context &e, Bound &) {
    return e.objects.mode(Mode::DefaultDevice);
  });
  // Of --cuda.
  r.add("_tine.cuda_devices", "", [](Context &e, Bound &) {
    return makeInt(int64_t(e.decisions.facts.cudaDevices));
  });
  // torch.set_printoptions; None leaves an option as it is.
  r.add("_tine.set_print_options",
        "precision, threshold, edgeitems, linewidth, scientific",
        [](Context &e, Bound &a) -> Value {
          const int64_t least[] = {0, 0, 1, 0, -1};
          const int64_t most[] = {60, INT64_MAX, INT64_MAX, INT64_MAX, 1};
          for (auto [i, mode] : llvm::enumerate(printModes)) {
            if (a[i].is(Kind::None))
              continue;
            if (!a[i].is(Kind::Int) || !a[i].isConst())
              return e.error(a.range, "print options must be numbers that are "
                                      "known at compile time");
            if (a[i].integer < least[i] || a[i].integer > most[i])
              return e.error(a.range,
                             "a precision from 0 to 60, edgeitems from "
                             "1 and a linewidth from 0 are supported");
            e.objects.exchangeMode(mode, a[i]);
          }
          return makeNone();
        });
  r.add("_tine.set_default_dtype", "isDouble",
        [](Context &e, Bound &a) -> Value {
          e.objects.exchangeMode(Mode::DefaultF64, a[0]);
          return makeNone();
        });
  r.add("torch.get_default_dtype", "", [](Context &e, Bound &a) {
    return e.objects.underMode(Mode::DefaultF64, a.range, [&](bool) {
      return makeDType(e.numbers.dtypeOf(e.numbers.defaultFloat()));
    });
  });
  r.add("torch.device", "type, index=None", [](Context &e, Bound &a) -> Value {
    if (a[0].is(Kind::Device))
      return a[0];
    if (!a[0].is(Kind::Str) || !a[0].isConst())
      return e.error(a.range, "a device must be known at compile time");
    std::string name = a[0].text;
    if (a.given(1))
      name += ":" + std::to_string(a[1].integer);
    return makeDevice(name);
  });
  r.add("torch.Size", "sizes", [](Context &e, Bound &a) -> Value {
    Value size = makeTuple({});
    size.isSize = true;
    if (!e.containers.staticItems(a[0], size.items))
      return e.error(a.range, "a Size must be known at compile time");
    for (Value &item : size.items) {
      item = e.numbers.toInt(item, a.range);
      if (e.stopped())
        return {};
    }
    return size;
  });
  r.add("torch.nn.Parameter", "data, requires_grad=True",
        [](Context &e, Bound &a) -> Value {
          if (!a[0].is(Kind::Tensor))
            return e.error(a.range, "a Parameter is made of a tensor");
          Value data = a[0];
          // Gradients end at a Parameter.
          if (e.grads.requiresGrad(data) && !e.get(data.id).isLeaf) {
            CallArgs args(a.range, {data});
            data = e.run.callBuiltin(makeBuiltin("torch.detach"), args);
            if (e.stopped())
              return {};
          }
          Object made = e.get(data.id);
          made.isParameter = true;
          made.isBuffer = false;
          made.isLeaf = true;
          made.attributes.clear();
          made.Sharing::clear();
          Value parameter =
              makeRef(Kind::Tensor, e.objects.allocate(std::move(made)));
          if (!e.grads.setRequiresGrad(parameter, a[1], a.range))
            return {};
          e.program.parameters.made(parameter, a.range);
          return parameter;
        });
}

/// The names and values of an object's own attributes.
static Value attributesOf(Context &e, Bound &a) {
  if (a.name == "ordered_attributes" && e.get(a[0].id).unsureOrder)
    return e.error(a.range, "the order in which the object got its attributes "
                            "depends on the path that data takes");
  std::vector<Value> items;
  if (isOfRun(e, a[0])) {
    auto attributes = attributesInRun(e, a[0], a.range);
    if (!attributes)
      return {};
    for (const auto &[name, value] : *attributes)
      items.push_back(makeTuple({makeStr(name), value}));
    return e.containers.newList(items, {}, nullptr, a.range);
  }
  for (auto &[name, value] : e.get(a[0].id).attributes) {
    if (StringRef(name).starts_with("<"))
      continue;
    if (value.is(Kind::Undefined) && !value.known)
      return e.error(a.range, "whether the object has '" + name +
                                  "' depends on the path that data takes; "
                                  "set it before the branch");
    items.push_back(makeTuple({makeStr(name), value}));
  }
  return e.containers.newList(items, {}, nullptr, a.range);
}

/// For the library of modules: attributes of objects.
static void registerForModules(Registry &r) {
  r.add("_tine.attributes _tine.ordered_attributes", "obj", attributesOf);
  // Those that are parameters, buffers and modules.
  r.add("_tine.members", "module", [](Context &e, Bound &a) -> Value {
    std::vector<Value> items;
    for (auto &[name, value] : e.get(a[0].id).attributes) {
      bool isUnset = value.is(Kind::Undefined) && value.type;
      if (!isUnset && !isMember(e, value))
        continue;
      if (!value.is(Kind::Tensor) && !value.is(Kind::Object))
        return e.error(a.range, "what the module has as '" + name +
                                    "' depends on the path that data takes; "
                                    "set it before the branch");
      items.push_back(makeTuple({makeStr(name), value}));
    }
    return e.containers.newList(items, {}, nullptr, a.range);
  });
  r.add("_tine.is_parameter", "value", [](Context &e, Bound &a) {
    return makeBool(a[0].is(Kind::Tensor) && e.get(a[0].id).isParameter);
  });
  r.add("_tine.is_buffer", "value", [](Context &e, Bound &a) {
    return makeBool(a[0].is(Kind::Tensor) && e.get(a[0].id).isBuffer);
  });
  r.add("_tine.is_module", "value", [](Context &e, Bound &a) {
    return makeBool(e.objects.isModule(a[0]));
  });
  // Whether it is a layer of torch.nn, or derived from one.
  r.add("_tine.is_of_library", "module", [](Context &e, Bound &a) {
    return makeBool(llvm::any_of(
        e.get(a[0].id).classInfo->order, [](const ClassInfo *info) {
          return info->scope->isLibrary && !info->has(ClassRole::Module);
        }));
  });
  r.add("_tine.is_scripted", "module", [](Context &e, Bound &a) {
    return makeBool(e.get(a[0].id).original != 0);
  });
  r.add("_tine.mark_buffer", "tensor", [](Context &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Tensor))
      return e.error(a.range, "a buffer is a tensor or None");
    e.tensors.markBuffer(a[0]);
    return a[0];
  });
  // Without a __setattr__ of the program.
  r.add("_tine.set_attribute", "obj, name, value", [](Context &e, Bound &a) {
    bool isDone = mayChange(e, a[0], a[1].text, /*deletes=*/false, a.range) &&
                  e.model.setAttributePlainly(a[0], a[1].text, a[2], a.range);
    return isDone ? makeNone() : Value();
  });
  // The class of an object changes, its attributes stay.
  r.add("_tine.become", "obj, cls", [](Context &e, Bound &a) {
    e.objects.setClass(a[0], a[1].classInfo);
    return makeNone();
  });
  r.add("_tine.delete_attribute", "obj, name", [](Context &e, Bound &a) {
    return deletePlainly(e, a[0], a[1].text, a.range) ? makeNone() : Value();
  });
  r.add("_tine.own_attribute", "obj, name", [](Context &e, Bound &a) {
    if (isOfRun(e, a[0]))
      return attributeInRun(e, a[0], a[1].text, a.range);
    return e.get(a[0].id).attributes.lookup(a[1].text);
  });
  r.add("_tine.get_attribute", "obj, name", [](Context &e, Bound &a) {
    if (a[1].is(Kind::Str) && !a[1].isConst())
      return e.decisions.unrollEnclosingLoop()
                 ? Value()
                 : e.error(a.range,
                           "which module or parameter this is must be known "
                           "at compile time; compare the key in 'if' and "
                           "'elif', and use one on each path");
    return e.model.getAttribute(a[0], a[1].text, a.range);
  });
  r.add("_tine.has_attribute", "obj, name", [](Context &e, Bound &a) {
    const Object &object = e.get(a[0].id);
    bool has = isOfRun(e, a[0]) ? hasInRun(e, a[0], a[1].text, a.range)
                                : object.attributes.count(a[1].text) != 0;
    return makeBool(has);
  });
  r.add("_tine.class_name", "obj", [](Context &e, Bound &a) {
    return makeStr(e.get(a[0].id).classInfo->name);
  });
}

/// For the rest of the library.
/// `_tine.parameter_names(callable)`
static Value parameterNames(Context &e, Bound &a) {
  Value function = a[0];
  bool isBound = function.is(Kind::Method);
  if (function.is(Kind::Class)) {
    isBound = true;
    function = e.objects.findMember(function.classInfo, "__init__");
  }
  if (!function.function ||
      (!function.function->def && !function.function->lambda))
    return e.error(a.range, "signature() takes functions, methods and classes "
                            "that are written in Python");
  const ast::Params *params = function.function->def
                                  ? function.function->def->params
                                  : function.function->lambda->params;
  std::vector<Value> names;
  for (const ast::Param &param : params->params)
    names.push_back(makeStr(param.name));
  if (isBound && !names.empty())
    names.erase(names.begin());
  return e.containers.newList(names, {}, nullptr, a.range);
}

static bool isKnown(Context &e, const Value &value) {
  if (value.is(Kind::List) && e.get(value.id).isRuntime)
    return false;
  const auto &items =
      value.is(Kind::List) ? e.get(value.id).items : value.items;
  if (value.is(Kind::List) || value.is(Kind::Tuple))
    return llvm::all_of(items, [&](const Value &v) { return isKnown(e, v); });
  return value.isConst() || value.is(Kind::None);
}

static void registerForLibrary(Registry &r) {
  r.add("_tine.parameter_names", "callable", parameterNames);
  // What the library lacks is diagnosed where it is asked for.
  // Whether the compiler knows a number, text, or list or tuple of them.
  r.add("_tine.is_known", "value",
        [](Context &e, Bound &a) { return makeBool(isKnown(e, a[0])); });
  // A list as what Python has a tuple for, whose length only the run may know.
  r.add("_tine.as_tuple", "items", [](Context &e, Bound &a) {
    if (!e.get(a[0].id).isRuntime)
      return makeTuple(e.get(a[0].id).items);
    if (!e.script())
      e.objects.setAttribute(a[0].id, "is a tuple", makeBool(true));
    return a[0];
  });
  // A tensor that PyTorch has as a view of another one: here it is a copy, so
  // that neither may be changed from now on.
  r.add("_tine.instead_of_view", "copy, base", [](Context &e, Bound &a) {
    for (unsigned i : {0, 1})
      e.tensors.freeze(a[i]);
    return a[0];
  });
  // The text of a tensor as NumPy writes an array.
  r.add("_tine.array_text", "tensor, is_repr", [](Context &e, Bound &a) {
    return makeStrSsa(
        FormatOp::create(e.b, e.loc(a.range), StringType::get(e.getContext()),
                         tine::Mode::eager, a[1].integer ? "%A" : "%a",
                         e.tensors.read(a[0]))
            .getResult());
  });
  // The bytes of its elements, row by row, as a string.
  r.add("_tine.bytes_of_tensor", "tensor", [](Context &e, Bound &a) {
    return makeStrSsa(
        FormatOp::create(e.b, e.loc(a.range), StringType::get(e.getContext()),
                         tine::Mode::eager, "%y", e.tensors.read(a[0]))
            .getResult());
  });
  // An error that the compiler tells, unless the program may catch it or has
  // printed before.
  r.add("_tine.fault", "kind, text", [](Context &e, Bound &a) -> Value {
    return e.fault(a[0].text, a.range, a[1].text);
  });
  r.add("_tine.unsupported", "what", [](Context &e, Bound &a) -> Value {
    return e.error(a.range, a[0].text);
  });
  // A new tensor as one without gaps in the order in memory that PyTorch calls
  // the format of `like`: channels last, or else row-major.
  r.add("_tine.in_format", "tensor, like=None", [](Context &e, Bound &a) {
    if (!a[0].is(Kind::Tensor))
      return a[0];
    e.tensors.setFormat(a[0], a.given(1) ? &a[1] : nullptr);
    return a[0];
  });
  // Whether data decides what the value is, or whether there is one.
  r.add("_tine.is_open", "*values", [](Context &, Bound &a) {
    const Value &value = a[0].items.front();
    return makeBool(value.is(Kind::Optional) ||
                    (value.isNumber() && !value.isConst()));
  });
  r.add("_tine.open_keys", "dict, like=None", [](Context &e, Bound &a) {
    KeyFacts facts = e.get(a[0].id);
    facts.unsureKeys |= !a.given(1) || e.get(a[1].id).unsureKeys;
    if (a.given(1))
      facts.unsureOrder |= e.get(a[1].id).unsureOrder;
    e.containers.setKeyFacts(a[0], facts);
    return makeNone();
  });
  // It has all its keys on every path.
  r.add("_tine.close_keys", "dict", [](Context &e, Bound &a) {
    KeyFacts facts = e.get(a[0].id);
    facts.unsureKeys = false;
    e.containers.setKeyFacts(a[0], facts);
    return makeNone();
  });
  // A copy to walk over where nobody sees the order. Who keeps what it gives
  // calls open_keys.
  r.add("_tine.in_any_order", "dict", [](Context &e, Bound &a) -> Value {
    if (!e.get(a[0].id).unsureOrder)
      return a[0];
    CallArgs none(a.range);
    Value copy = dictMethod(e, a[0], "copy", none);
    if (!copy)
      return copy;
    KeyFacts facts = e.get(copy.id);
    facts.unsureOrder = false;
    e.containers.setKeyFacts(copy, facts);
    return copy;
  });
  r.add("_tine.same", "a, b", [](Context &, Bound &a) {
    return makeBool(a[0].kind == a[1].kind && a[0].id == a[1].id);
  });
  r.add("_tine.set_data", "tensor, other", [](Context &e, Bound &a) {
    return e.model.setAttribute(a[0], "data", a[1], a.range) ? makeNone()
                                                             : Value();
  });
  // A function that another one has made, under the name that it gets.
  r.add("_tine.named", "name, function", [](Context &, Bound &a) {
    Value named = a[1];
    named.function = std::make_shared<FunctionInfo>(*a[1].function);
    named.function->name = named.function->qualifiedName = a[0].text;
    return named;
  });
  // One of torch.return_types.
  r.add("_tine.result", "name, *values", [](Context &, Bound &a) {
    Value result = makeTuple(a[1].items);
    result.text = a[0].text;
    return result;
  });
  r.add("_tine.nothing", "*values",
        [](Context &, Bound &) { return makeNone(); });
}

void registerJitBuiltins(Registry &r) {
  registerJit(r);
  registerModes(r);
  registerObjects(r);
  registerForModules(r);
  registerForLibrary(r);
}

} // namespace tine::elaborate
