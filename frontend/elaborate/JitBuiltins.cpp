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

#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/ObjectModel.h"

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
static bool isMember(Elaborator &e, const Value &value) {
  if (value.is(Kind::Tensor))
    return e.get(value.id).isParameter || e.get(value.id).isBuffer;
  if (value.is(Kind::Optional) || value.is(Kind::Either) ||
      value.is(Kind::Maybe))
    return llvm::any_of(value.items,
                        [&](const Value &v) { return isMember(e, v); });
  return e.isModule(value);
}

using Register = llvm::function_ref<void(StringRef, StringRef, Handler)>;

/// torch.jit.
static void registerJit(Register reg) {
  auto same = [](Elaborator &, Bound &a) { return a[0]; };
  reg("torch.jit.script",
      "obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None",
      [](Elaborator &e, Bound &a) { return e.makeScripted(a[0], a.range); });
  reg("torch.jit.export torch.jit.script_if_tracing torch.jit.freeze "
      "torch.jit.optimize_for_inference torch.compile",
      "obj", same);
  reg("torch.jit.ignore torch.jit.unused torch.jit.script_method", "obj", same);
  reg("_tine.checkpoint", "*args",
      [](Elaborator &, Bound &) { return Value(); });
  reg("torch.jit.fork", "*args", [](Elaborator &, Bound &) { return Value(); });
  reg("torch.jit.wait", "future",
      [](Elaborator &e, Bound &a) { return e.wait(a[0], a.ranges[0]); });
  reg("torch.jit.is_scripting", "",
      [](Elaborator &e, Bound &) { return makeBool(e.script()); });
  reg("torch.jit.is_tracing", "",
      [](Elaborator &, Bound &) { return makeBool(false); });
  reg("torch.jit.annotate", "type, value",
      [](Elaborator &, Bound &a) { return a[1]; });
  reg("torch.jit.Attribute", "value, type",
      [](Elaborator &, Bound &a) { return a[0]; });
  reg("torch.jit.isinstance", "value, type", [](Elaborator &e, Bound &a) {
    return e.instanceOf(a[0], a[1], a.range);
  });
}

/// Whether operations are recorded for gradients.
static void registerModes(Register reg) {
  reg("torch.no_grad torch.inference_mode", "mode=True",
      [](Elaborator &, Bound &) { return contextManager("grad:off"); });
  reg("torch.enable_grad", "",
      [](Elaborator &, Bound &) { return contextManager("grad:on"); });
  reg("torch.set_grad_enabled", "mode", [](Elaborator &e, Bound &a) -> Value {
    if (!a[0].isConst())
      return e.error(a.range, "the grad mode must be known at compile time");
    // It switches at once; `with` switches back to what was before.
    Value manager = contextManager(a[0].integer ? "grad:on" : "grad:off");
    manager.items = {e.exchangeMode(Mode::Grad, makeBool(a[0].integer != 0))};
    return manager;
  });
  reg("torch.is_grad_enabled", "",
      [](Elaborator &e, Bound &) { return e.mode(Mode::Grad); });
}

/// Devices, sizes and parameters.
static void registerObjects(Register reg) {
  reg("torch.is_tensor _tine.is_tensor", "value",
      [](Elaborator &, Bound &a) { return makeBool(a[0].is(Kind::Tensor)); });
  reg("torch.set_num_threads torch.set_num_interop_threads", "n",
      [](Elaborator &, Bound &) { return makeNone(); });
  // The number that "cuda" means; it was another one before.
  reg("_tine.set_cuda", "number", [](Elaborator &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Int))
      return e.error(a.range, "the number of a device is an int");
    return e.exchangeMode(Mode::Cuda, a[0]);
  });
  reg("_tine.cuda", "",
      [](Elaborator &e, Bound &) { return e.mode(Mode::Cuda); });
  // It was another one before.
  reg("_tine.set_default_device", "number", [](Elaborator &e, Bound &a) {
    return e.exchangeMode(Mode::DefaultDevice, a[0]);
  });
  reg("_tine.default_device", "",
      [](Elaborator &e, Bound &) { return e.mode(Mode::DefaultDevice); });
  // Of --cuda.
  reg("_tine.cuda_devices", "", [](Elaborator &e, Bound &) {
    return makeInt(int64_t(e.facts.cudaDevices));
  });
  // torch.set_printoptions; None leaves an option as it is.
  reg("_tine.set_print_options",
      "precision, threshold, edgeitems, linewidth, scientific",
      [](Elaborator &e, Bound &a) -> Value {
        const int64_t least[] = {0, 0, 1, 0, -1};
        const int64_t most[] = {60, INT64_MAX, INT64_MAX, INT64_MAX, 1};
        for (auto [i, mode] : llvm::enumerate(printModes)) {
          if (a[i].is(Kind::None))
            continue;
          if (!a[i].is(Kind::Int) || !a[i].isConst())
            return e.error(a.range, "print options must be numbers that are "
                                    "known at compile time");
          if (a[i].integer < least[i] || a[i].integer > most[i])
            return e.error(a.range, "a precision from 0 to 60, edgeitems from "
                                    "1 and a linewidth from 0 are supported");
          e.exchangeMode(mode, a[i]);
        }
        return makeNone();
      });
  reg("_tine.set_default_dtype", "isDouble",
      [](Elaborator &e, Bound &a) -> Value {
        e.exchangeMode(Mode::DefaultF64, a[0]);
        return makeNone();
      });
  reg("torch.get_default_dtype", "", [](Elaborator &e, Bound &a) {
    return e.underMode(Mode::DefaultF64, a.range, [&](bool) {
      return makeDType(e.dtypeOf(e.defaultFloat()));
    });
  });
  reg("torch.device", "type, index=None", [](Elaborator &e, Bound &a) -> Value {
    if (a[0].is(Kind::Device))
      return a[0];
    if (!a[0].is(Kind::Str) || !a[0].isConst())
      return e.error(a.range, "a device must be known at compile time");
    std::string name = a[0].text;
    if (a.given(1))
      name += ":" + std::to_string(a[1].integer);
    return makeDevice(name);
  });
  reg("torch.Size", "sizes", [](Elaborator &e, Bound &a) -> Value {
    Value size = makeTuple({});
    size.isSize = true;
    if (!e.staticItems(a[0], size.items))
      return e.error(a.range, "a Size must be known at compile time");
    for (Value &item : size.items) {
      item = e.toInt(item, a.range);
      if (e.stopped)
        return {};
    }
    return size;
  });
  reg("torch.nn.Parameter", "data, requires_grad=True",
      [](Elaborator &e, Bound &a) -> Value {
        if (!a[0].is(Kind::Tensor))
          return e.error(a.range, "a Parameter is made of a tensor");
        Value data = a[0];
        // Gradients end at a Parameter.
        if (e.requiresGrad(data) && !e.get(data.id).isLeaf) {
          CallArgs args(a.range, {data});
          data = e.callBuiltin(makeBuiltin("torch.detach"), args);
          if (e.stopped)
            return {};
        }
        Object made = e.get(data.id);
        made.isParameter = true;
        made.isBuffer = false;
        made.isLeaf = true;
        made.attributes.clear();
        made.Sharing::clear();
        Value parameter = makeRef(Kind::Tensor, e.allocate(std::move(made)));
        if (!e.setRequiresGrad(parameter, a[1], a.range))
          return {};
        e.parameters.made(parameter, a.range);
        return parameter;
      });
}

/// The names and values of an object's own attributes.
static Value attributesOf(Elaborator &e, Bound &a) {
  if (a.name == "ordered_attributes" && e.get(a[0].id).unsureOrder)
    return e.error(a.range, "the order in which the object got its attributes "
                            "depends on the path that data takes");
  std::vector<Value> items;
  for (auto &[name, value] : e.get(a[0].id).attributes) {
    if (StringRef(name).starts_with("<"))
      continue;
    if (value.is(Kind::Undefined) && !value.known)
      return e.error(a.range, "whether the object has '" + name +
                                  "' depends on the path that data takes; "
                                  "set it before the branch");
    items.push_back(makeTuple({makeStr(name), value}));
  }
  return e.newList(items, {}, nullptr, a.range);
}

/// For the library of modules: attributes of objects.
static void registerForModules(Register reg) {
  reg("_tine.attributes _tine.ordered_attributes", "obj", attributesOf);
  // Those that are parameters, buffers and modules.
  reg("_tine.members", "module", [](Elaborator &e, Bound &a) -> Value {
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
    return e.newList(items, {}, nullptr, a.range);
  });
  reg("_tine.is_parameter", "value", [](Elaborator &e, Bound &a) {
    return makeBool(a[0].is(Kind::Tensor) && e.get(a[0].id).isParameter);
  });
  reg("_tine.is_buffer", "value", [](Elaborator &e, Bound &a) {
    return makeBool(a[0].is(Kind::Tensor) && e.get(a[0].id).isBuffer);
  });
  reg("_tine.is_module", "value",
      [](Elaborator &e, Bound &a) { return makeBool(e.isModule(a[0])); });
  // Whether it is a layer of torch.nn, or derived from one.
  reg("_tine.is_of_library", "module", [](Elaborator &e, Bound &a) {
    return makeBool(llvm::any_of(
        e.get(a[0].id).classInfo->order, [](const ClassInfo *info) {
          return info->scope->isLibrary && info->name != "Module";
        }));
  });
  reg("_tine.is_scripted", "module", [](Elaborator &e, Bound &a) {
    return makeBool(e.get(a[0].id).original != 0);
  });
  reg("_tine.mark_buffer", "tensor", [](Elaborator &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Tensor))
      return e.error(a.range, "a buffer is a tensor or None");
    e.mutate(a[0].id).isBuffer = true;
    return a[0];
  });
  // Without a __setattr__ of the program.
  reg("_tine.set_attribute", "obj, name, value", [](Elaborator &e, Bound &a) {
    bool isDone = e.mayChange(a[0], a[1].text, /*deletes=*/false, a.range) &&
                  e.setAttributePlainly(a[0], a[1].text, a[2], a.range);
    return isDone ? makeNone() : Value();
  });
  // The class of an object changes, its attributes stay.
  reg("_tine.become", "obj, cls", [](Elaborator &e, Bound &a) {
    e.mutate(a[0].id).classInfo = a[1].classInfo;
    return makeNone();
  });
  reg("_tine.delete_attribute", "obj, name", [](Elaborator &e, Bound &a) {
    return deletePlainly(e, a[0], a[1].text, a.range) ? makeNone() : Value();
  });
  reg("_tine.own_attribute", "obj, name", [](Elaborator &e, Bound &a) {
    return e.get(a[0].id).attributes.lookup(a[1].text);
  });
  reg("_tine.get_attribute", "obj, name", [](Elaborator &e, Bound &a) {
    if (a[1].is(Kind::Str) && !a[1].isConst())
      return e.unrollEnclosingLoop()
                 ? Value()
                 : e.error(a.range,
                           "which module or parameter this is must be known "
                           "at compile time; compare the key in 'if' and "
                           "'elif', and use one on each path");
    return e.getAttribute(a[0], a[1].text, a.range);
  });
  reg("_tine.has_attribute", "obj, name", [](Elaborator &e, Bound &a) {
    const Object &object = e.get(a[0].id);
    return makeBool(object.attributes.find(a[1].text) !=
                    object.attributes.end());
  });
  reg("_tine.class_name", "obj", [](Elaborator &e, Bound &a) {
    return makeStr(e.get(a[0].id).classInfo->name);
  });
}

/// For the rest of the library.
static void registerForLibrary(Register reg) {
  reg("_tine.parameter_names", "callable",
      [](Elaborator &e, Bound &a) -> Value {
        Value function = a[0];
        bool isBound = function.is(Kind::Method);
        if (function.is(Kind::Class)) {
          isBound = true;
          function = e.findMember(function.classInfo, "__init__");
        }
        if (!function.function ||
            (!function.function->def && !function.function->lambda))
          return e.error(a.range,
                         "signature() takes functions, methods and classes "
                         "that are written in Python");
        const ast::Params *params = function.function->def
                                        ? function.function->def->params
                                        : function.function->lambda->params;
        std::vector<Value> names;
        for (const ast::Param &param : params->params)
          names.push_back(makeStr(param.name));
        if (isBound && !names.empty())
          names.erase(names.begin());
        return e.newList(names, {}, nullptr, a.range);
      });
  // What the library lacks is diagnosed where it is asked for.
  // Whether the compiler knows a number.
  reg("_tine.is_known", "number",
      [](Elaborator &, Bound &a) { return makeBool(a[0].isConst()); });
  // A list as what Python has a tuple for, whose length only the run may know.
  reg("_tine.as_tuple", "items", [](Elaborator &e, Bound &a) {
    if (!e.get(a[0].id).isRuntime)
      return makeTuple(e.get(a[0].id).items);
    if (!e.script())
      e.mutate(a[0].id).attributes["is a tuple"] = makeBool(true);
    return a[0];
  });
  // A tensor that PyTorch has as a view of another one: here it is a copy, so
  // that neither may be changed from now on.
  reg("_tine.instead_of_view", "copy, base", [](Elaborator &e, Bound &a) {
    for (unsigned i : {0, 1})
      e.mutate(e.get(a[i].id).storage).shared = true;
    return a[0];
  });
  // The text of a tensor as NumPy writes an array.
  reg("_tine.array_text", "tensor, is_repr", [](Elaborator &e, Bound &a) {
    return makeStrSsa(FormatOp::create(e.b, e.loc(a.range),
                                       StringType::get(e.context),
                                       tine::Mode::eager,
                                       a[1].integer ? "%A" : "%a", e.read(a[0]))
                          .getResult());
  });
  // An error that the compiler tells, unless the program may catch it or has
  // printed before.
  reg("_tine.fault", "kind, text", [](Elaborator &e, Bound &a) {
    return e.fault(a[0].text, a.range, a[1].text);
  });
  reg("_tine.unsupported", "what",
      [](Elaborator &e, Bound &a) { return e.error(a.range, a[0].text); });
  // A new tensor as one without gaps in the order in memory that PyTorch calls
  // the format of `like`: channels last, or else row-major.
  reg("_tine.in_format", "tensor, like=None", [](Elaborator &e, Bound &a) {
    if (!a[0].is(Kind::Tensor))
      return a[0];
    e.setFormat(a[0], a.given(1) ? &a[1] : nullptr);
    return a[0];
  });
  // Whether data decides what the value is, or whether there is one.
  reg("_tine.is_open", "*values", [](Elaborator &, Bound &a) {
    const Value &value = a[0].items.front();
    return makeBool(value.is(Kind::Optional) ||
                    (value.isNumber() && !value.isConst()));
  });
  reg("_tine.open_keys", "dict, like=None", [](Elaborator &e, Bound &a) {
    e.mutate(a[0].id).unsureKeys |= !a.given(1) || e.get(a[1].id).unsureKeys;
    if (a.given(1))
      e.mutate(a[0].id).unsureOrder |= e.get(a[1].id).unsureOrder;
    return makeNone();
  });
  // It has all its keys on every path.
  reg("_tine.close_keys", "dict", [](Elaborator &e, Bound &a) {
    if (e.get(a[0].id).unsureKeys)
      e.mutate(a[0].id).unsureKeys = false;
    return makeNone();
  });
  // A copy to walk over where nobody sees the order. Who keeps what it gives
  // calls open_keys.
  reg("_tine.in_any_order", "dict", [](Elaborator &e, Bound &a) -> Value {
    if (!e.get(a[0].id).unsureOrder)
      return a[0];
    CallArgs none(a.range);
    Value copy = e.dictMethod(a[0], "copy", none);
    if (copy)
      e.mutate(copy.id).unsureOrder = false;
    return copy;
  });
  reg("_tine.same", "a, b", [](Elaborator &, Bound &a) {
    return makeBool(a[0].kind == a[1].kind && a[0].id == a[1].id);
  });
  reg("_tine.set_data", "tensor, other", [](Elaborator &e, Bound &a) {
    return e.setAttribute(a[0], "data", a[1], a.range) ? makeNone() : Value();
  });
  // One of torch.return_types.
  reg("_tine.result", "name, *values", [](Elaborator &, Bound &a) {
    Value result = makeTuple(a[1].items);
    result.text = a[0].text;
    return result;
  });
  reg("_tine.nothing", "*values",
      [](Elaborator &, Bound &) { return makeNone(); });
}

void registerJitBuiltins(Registry &r) {
  auto reg = [&](StringRef names, StringRef signature, Handler handler) {
    registerNames(r, names, signature, handler);
  };
  registerJit(reg);
  registerModes(reg);
  registerObjects(reg);
  registerForModules(reg);
  registerForLibrary(reg);
}

} // namespace tine::elaborate
