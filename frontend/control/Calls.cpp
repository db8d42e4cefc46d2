//===- Calls.cpp - Calls of functions, methods and modules ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls are elaborated in place, in a frame of their own.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Precision.h"
#include "frontend/builtins/Registry.h"
#include "frontend/control/Arguments.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/Generators.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Choices.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Switches.h"
#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Liveness.h"
#include "frontend/syntax/Names.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr unsigned callLimit = 200;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The frame of a call without its variables; none after an error.
static std::optional<Frame>
makeFrame(Elaborator &e, const FunctionInfo &function, ast::Range range) {
  if (function.decorators.isUnused && e.frames.callsScript()) {
    e.error(range, "'" + function.name +
                       "' is excluded from compilation by its decorator");
    return std::nullopt;
  }
  if (function.def && function.def->isAsync) {
    e.error(range, "async functions are not supported; use torch.jit.fork");
    return std::nullopt;
  }
  Frame frame;
  frame.scope = function.scope;
  frame.function = &function;
  frame.cells = function.cells;
  frame.owner = function.owner;
  // TorchScript calls Python for what it ignores. Python runs the methods of a
  // script class as they stand.
  bool isOfScriptClass = function.owner && function.owner->scripted;
  frame.inScript = (function.decorators.scripted && !isOfScriptClass) ||
                   (e.frames.callsScript() && !function.decorators.ignored);
  frame.script = frame.inScript && !function.scope->isLibrary;
  frame.call.location = e.loc(range);
  frame.call.range = range;
  frame.call.file = &e.frames.file();
  frame.call.path = e.frames.back().call.path;
  if (frame.script && function.def &&
      llvm::any_of(e.frames, [&](const Frame &outer) {
        return outer.function && outer.function->def == function.def;
      })) {
    e.error(range,
            "function '" + function.name +
                "' is called recursively, which TorchScript does not support");
    return std::nullopt;
  }
  if (e.frames.size() > callLimit) {
    e.error(range, "calls are nested more than " + Twine(callLimit) + " deep");
    return std::nullopt;
  }
  return frame;
}

/// Names that a lambda or nested function took along.
static void addCaptured(const Value &callee, Frame &frame) {
  if (callee.items.empty() || !callee.is(Kind::Function))
    return;
  const std::vector<Value> &captured = callee.items[0].items;
  for (size_t i = 0; i + 1 < captured.size(); i += 2)
    frame.locals[captured[i].text] = captured[i + 1];
}

/// Whether TorchScript takes the function whose frame is the last one; reads
/// the type that it returns. False after an error.
static bool isScriptable(Elaborator &e, const FunctionInfo &function) {
  const ast::FunctionDefStmt &def = *function.def;
  for (const ast::Param &param : def.params->params)
    if (param.kind == ast::ParamKind::VarArgs ||
        param.kind == ast::ParamKind::VarKeywords) {
      e.error(param.range,
              "TorchScript does not support functions that take any number of "
              "arguments; give '" +
                  function.name + "' a list or tuple");
      return false;
    }
  if (auto unset = readBeforeSet(def)) {
    e.error(unset->second, "'" + unset->first +
                               "' is not set on every way to here; set it "
                               "before the branch or loop");
    return false;
  }
  const ast::Expr *returns = def.returnType();
  if (!returns)
    return true;
  Type type = e.model.evalType(returns);
  e.frames.back().types.result = type;
  if (e.stopped())
    return false;
  if (type && type->kind != TypeKind::None && mayEndWithoutReturn(def)) {
    e.error(def.body.back()->range, "'" + function.name + "' returns '" +
                                        toString(type) +
                                        "' but can end here without 'return'");
    return false;
  }
  return true;
}

/// Python gets plain tuples for what has names in TorchScript, such as what
/// torch.max returns; here in the elements of a list or dict.
static Type withoutNames(const Type &type) {
  if (!type)
    return type;
  auto plain = std::make_shared<TypeDesc>(*type);
  if (type->kind == TypeKind::Tuple)
    plain->name.clear();
  for (Type &element : plain->elements)
    element = withoutNames(element);
  return plain;
}

static void forgetNames(Elaborator &e, Value &value) {
  for (Value &item : value.items)
    forgetNames(e, item);
  if (value.is(Kind::Tuple) && !value.classInfo)
    value.text.clear();
  if (!value.is(Kind::List) && !value.is(Kind::Dict))
    return;
  std::vector<Value> items = e.get(value.id).items;
  for (Value &item : items)
    forgetNames(e, item);
  Object &object = e.mutate(value.id);
  object.items = std::move(items);
  object.elementType = withoutNames(object.elementType);
  object.valueType = withoutNames(object.valueType);
}

/// What Python gets of TorchScript: a dtype is an int there, a Size a list, and
/// text any bytes. Lists, dicts and objects older than `copied` are copies.
static void leaveScript(Elaborator &e, Value &value, size_t copied,
                        ast::Range range) {
  if (value.is(Kind::DType)) {
    value = makeInt(value.integer);
  } else if (value.is(Kind::Tuple) && value.isSize) {
    value = e.containers.newList(value.items, {}, nullptr, range);
  } else if (value.is(Kind::Tuple)) {
    for (Value &item : value.items)
      leaveScript(e, item, copied, range);
  } else if (value.is(Kind::List) || value.is(Kind::Dict) ||
             value.is(Kind::Object)) {
    if (value.id < copied)
      value = e.model.acrossScript(value, range);
  } else if (value.is(Kind::Str) && value.isConst()) {
    foldMethod(e, "decode", 'b', value, {}, range);
  } else if (value.is(Kind::Str)) {
    StringMethodOp::create(e.b, e.loc(range), e.b.getI1Type(), "decode",
                           e.ssa(value), ValueRange(), /*bytes=*/true);
  }
}

/// Elaborates the body in the frame that is the last one, and removes that.
/// `copies`: what Python and TorchScript give each other is copied.
static Value runBody(Elaborator &e, const FunctionInfo &function, bool copies,
                     ast::Range range, Generation *generation) {
  if (e.script() && !isScriptable(e, function)) {
    e.frames.pop_back();
    return {};
  }
  Value grad = e.objects.mode(Mode::Grad);
  size_t heapBefore = e.objects.heap.size();
  if (function.decorators.grad)
    e.objects.exchangeMode(Mode::Grad, makeBool(*function.decorators.grad));
  e.frames.back().generation = generation;
  Flow flow = e.stopped() ? Flow::none() : e.exec(function.def->body);
  auto returnNone = [&]() -> Flow {
    Flow f = Flow::none();
    f.returns = true;
    f.result = makeNone();
    return f;
  };
  if (!e.stopped() && flow.normal && flow.returns)
    flow = e.paths.sequence(flow, returnNone, range);
  if (!e.stopped() && flow.raises && flow.count() == 1) {
    e.diagnoser.thrown = true;
    e.die();
  }
  if (function.decorators.grad)
    e.objects.exchangeMode(Mode::Grad, grad);
  Value result = flow.returns ? flow.result : makeNone();
  bool leavesScript = e.script();
  // An object whose construction failed in part is still looked at.
  bool failed = e.frames.back().body.failed && function.name != "__init__";
  if (!e.stopped())
    e.program.parameters.leave(e.frames.back());
  e.frames.pop_back();
  // Ranges of the function's file mean nothing in the caller's.
  e.frames.here = range;
  e.diagnoser.stopped |= failed;
  if (!e.stopped() && flow.raises && !e.leaveCall(flow, range))
    return {};
  if (leavesScript && !e.frames.callsScript() && !e.stopped()) {
    leaveScript(e, result, copies ? heapBefore : 0, range);
    forgetNames(e, result);
  }
  if (!e.stopped() && !flow.dead() && function.scope->isLibrary &&
      !function.owner)
    e.grads.nameGradFn(function.name, result, heapBefore);
  if (e.stopped())
    return {};
  return flow.dead() ? e.die() : result;
}

/// The body of a generator in the frame that is the last one, whose items a
/// loop goes over.
static void runGenerator(Elaborator &e, const FunctionInfo &function,
                         ast::Range range, Generation &generation) {
  Value grad = e.objects.mode(Mode::Grad);
  if (function.decorators.grad) {
    generation.switchGrad(grad);
    e.objects.exchangeMode(Mode::Grad, makeBool(*function.decorators.grad));
  }
  e.frames.back().generation = &generation;
  generation.begin();
  Flow flow = e.exec(function.def->body);
  if (!e.stopped())
    generation.finish(flow);
  if (function.decorators.grad)
    e.objects.exchangeMode(Mode::Grad, grad);
  bool failed = e.frames.back().body.failed;
  if (!e.stopped())
    e.program.parameters.leave(e.frames.back());
  e.frames.pop_back();
  e.frames.here = range;
  e.diagnoser.stopped |= failed;
}

static Value callPlainly(Elaborator &e, const Value &callee, CallArgs &args,
                         Generation *generation = nullptr) {
  const FunctionInfo &function = *callee.function;
  // Of two calls that are one expression the first may have raised.
  if (e.partlyRaised)
    return e.error(args.range,
                   "only the run knows whether a part of this raises an error "
                   "that a handler catches; make the part a statement of its "
                   "own");
  std::optional<Frame> frame = makeFrame(e, function, args.range);
  if (!frame)
    return {};
  bool yields = function.def && Generation::isNeeded(function.def->body);
  if (yields && frame->inScript)
    return e.error(function.def->nameRange,
                   "TorchScript has no 'yield'; return a list");
  if (yields && !generation)
    return makeGenerator(e, callee, args);
  addCaptured(callee, *frame);
  if (!bindArguments(e, function, args, *frame))
    return {};
  // A scripted class is Python's own when Python uses it.
  bool isPythons = function.owner && function.owner->scripted;
  bool copies = frame->script && !e.frames.callsScript() && !isPythons;
  if (copies)
    for (auto &local : frame->locals)
      if (local.second = e.model.acrossScript(local.second, args.range);
          e.stopped())
        return {};
  const ast::Params &params = paramsOf(function);
  if (function.owner && !function.decorators.isStatic && !params.params.empty())
    frame->self = frame->locals[params.params[0].name.str()];
  e.program.modulePaths.enter(*frame);
  shareVariables(e, *frame, function.shared);
  if (function.lambda) {
    e.frames.push_back(std::move(*frame));
    Value grad = e.objects.mode(Mode::Grad);
    if (function.decorators.grad)
      e.objects.exchangeMode(Mode::Grad, makeBool(*function.decorators.grad));
    Value result = evalWhole(e, function.lambda->body);
    std::optional<Flow> raised = std::exchange(e.partlyRaised, std::nullopt);
    if (function.decorators.grad)
      e.objects.exchangeMode(Mode::Grad, grad);
    e.frames.pop_back();
    e.frames.here = args.range;
    return !raised || e.stopped() || e.leaveCall(*raised, args.range) ? result
                                                                      : Value();
  }
  frame->body.statements = function.def->body;
  if (frame->script)
    for (auto &[name, value] : frame->locals)
      frame->types.defined[name] = {0, e.types.typeOf(value)};
  e.frames.push_back(std::move(*frame));
  if (!generation || generation->isManager())
    return runBody(e, function, copies, args.range, generation);
  runGenerator(e, function, args.range, *generation);
  return makeNone();
}

Value inResumedFrame(Elaborator &e, Value &function, CallArgs *args,
                     function_ref<Value()> run, ast::Range range) {
  std::optional<Frame> frame = makeFrame(e, *function.function, range);
  if (!frame)
    return {};
  addCaptured(function, *frame);
  const ast::FunctionDefStmt &def = *function.function->def;
  if (args) {
    if (!bindArguments(e, *function.function, *args, *frame))
      return {};
    // All its variables outlive the call.
    std::vector<std::string> names;
    for (const auto &name : ast::namesOf(*def.params, def.body).own)
      names.push_back(name.first().str());
    names.insert(names.end(), {walkedItems, walkedPlace});
    llvm::sort(names);
    shareVariables(e, *frame, names);
  }
  frame->body.statements = def.body;
  e.frames.push_back(std::move(*frame));
  Value item = run();
  if (args) {
    auto resumed = std::make_shared<FunctionInfo>(*function.function);
    resumed->cells = e.frames.back().cells;
    function.function = std::move(resumed);
  }
  e.frames.pop_back();
  e.frames.here = range;
  return e.stopped() ? Value() : item;
}

void callGenerator(Elaborator &e, const Value &function, CallArgs &args,
                   Generation &generation) {
  callPlainly(e, function, args, &generation);
}

bool callAround(Elaborator &e, const Value &function, CallArgs &args,
                Generation::Body body) {
  CallArgs own = args;
  if (function.is(Kind::Method))
    own.positional.insert(own.positional.begin(), function.items[0]);
  own.ranges.assign(own.positional.size(), args.range);
  Value plain = function.is(Kind::Method) ? functionOf(function) : function;
  bool isGenerator = plain.is(Kind::Function) && plain.function->def &&
                     Generation::isNeeded(plain.function->def->body);
  if (!isGenerator)
    return bool(e.error(args.range, "a context manager is made of a generator "
                                    "function"));
  Generation generation(e, Generation::Use::Manager, body);
  callPlainly(e, plain, own, &generation);
  return !e.stopped();
}

static Value callFunction(Elaborator &e, const Value &callee, CallArgs &args) {
  const FunctionInfo &function = *callee.function;
  StringRef module = function.scope->moduleName;
  bool isOfTorch =
      function.scope->isLibrary && !function.owner && function.def &&
      (module.starts_with("torch._") || module.starts_with("torch.linalg") ||
       module == "torch.special" || module == "torch.nn.functional" ||
       module.starts_with("torch.nn._"));
  if (!isOfTorch)
    return callPlainly(e, callee, args);
  CallArgs own = args;
  CallOperands operands;
  const auto &params = function.def->params->params;
  auto add = [&](Value &value, StringRef name) {
    operands.values.push_back(&value);
    if (name == "inplace")
      operands.inPlace = &value;
    if (name == "dtype" && !value.is(Kind::None))
      operands.hasDtype = true;
  };
  for (auto [i, value] : llvm::enumerate(own.positional))
    add(value, i < params.size() ? StringRef(params[i].name) : StringRef());
  for (auto &[name, value] : own.keywords)
    add(value, name);
  return callAtPrecision(e, function.name, operands, args.range,
                         [&] { return callPlainly(e, callee, own); });
}

Value Elaborator::callMethod(Value self, StringRef name, CallArgs &args) {
  Value method = model.getAttribute(self, name, args.range);
  if (stopped())
    return {};
  return frames.along(nodeOf(args.range), [&] { return call(method, args); });
}

/// Takes `out=` from the arguments of a function of torch that knows nothing
/// of it; null if there is none.
static Value takeOut(Elaborator &e, const Value &callee, CallArgs &args) {
  auto out = llvm::find_if(args.keywords, [](const auto &keyword) {
    return keyword.first == "out";
  });
  if (out == args.keywords.end() || e.script())
    return {};
  if (callee.is(Kind::Builtin)) {
    const BuiltinInfo *known = e.builtins().find(callee.text);
    if (!StringRef(callee.text).starts_with("torch.") || !known ||
        StringRef(known->signature).contains("out="))
      return {};
  } else {
    const FunctionInfo *function =
        callee.is(Kind::Function) ? callee.function.get() : nullptr;
    if (!function || !function->def || !function->scope->isLibrary ||
        !StringRef(function->scope->moduleName).starts_with("torch") ||
        llvm::any_of(function->def->params->params, [](const ast::Param &p) {
          return p.name == "out" || p.kind == ast::ParamKind::VarKeywords;
        }))
      return {};
  }
  Value into = out->second;
  args.keywords.erase(out);
  return into;
}

/// What torch.no_grad() and its like make of a function that they are called
/// with; null for other managers and arguments. torch.set_grad_enabled has
/// switched already, so that it is none of them.
static Value inGradMode(const Value &manager, const CallArgs &args) {
  bool isMode =
      StringRef(manager.text).starts_with("grad:") && manager.items.empty();
  if (!isMode || args.positional.size() != 1 || !args.keywords.empty() ||
      !args.positional[0].is(Kind::Function))
    return {};
  Value function = args.positional[0];
  function.function = std::make_shared<FunctionInfo>(*function.function);
  // The innermost one is the last that is set.
  if (!function.function->decorators.grad)
    function.function->decorators.grad = manager.text == "grad:on";
  return function;
}

Value Elaborator::call(Value callee, CallArgs &args) {
  if (stopped())
    return {};
  if (Value out = takeOut(*this, callee, args)) {
    Value result = call(callee, args);
    if (stopped() || out.is(Kind::None))
      return result;
    return callLibrary("torch._copies.into", {out, result}, args.range);
  }
  // The library takes a dict or tensor as it is on either path.
  const Scope *scope = callee.function ? callee.function->scope
                       : callee.is(Kind::Object)
                           ? get(callee.id).classInfo->scope
                           : nullptr;
  bool isLibrary = scope && scope->isLibrary;
  auto again = [&](CallArgs &one) { return call(callee, one); };
  size_t n = args.positional.size();
  for (size_t i = 0; isLibrary && i < n + args.keywords.size(); ++i) {
    const Value &argument =
        i < n ? args.positional[i] : args.keywords[i - n].second;
    if (isDictOrEmpty(argument) || isChoice(argument))
      return paths.onEitherArgument(args, i, again);
  }
  if (isLibrary && callee.is(Kind::Method) && isChoice(callee.items[0]))
    return paths.onEither(
        callee.items[0],
        [&](Value self) {
          Value one = callee;
          one.items[0] = self;
          return call(one, args);
        },
        args.range);
  if (isSwitch(callee))
    return paths.onEither(
        callee,
        [&](Value one) {
          CallArgs own = args;
          return call(one, own);
        },
        args.range);
  switch (callee.kind) {
  case Kind::Function:
    return callFunction(*this, callee, args);
  case Kind::Method: {
    CallArgs withSelf = args;
    withSelf.positional.insert(withSelf.positional.begin(), callee.items[0]);
    if (!withSelf.ranges.empty() || !args.positional.empty())
      withSelf.ranges.insert(withSelf.ranges.begin(), args.range);
    Value function = functionOf(callee);
    // A scripted module runs its methods as TorchScript.
    Value &self = withSelf.positional[0];
    if (self.is(Kind::Object) && get(self.id).scripted &&
        !frames.callsScript() && !function.function->decorators.scripted &&
        !function.function->decorators.ignored) {
      if (scripting.isElementsOfScripted(self, *function.function))
        self = makeRef(Kind::Object, get(self.id).original - 1);
      else
        function = model.makeScripted(function, args.range);
    }
    return callFunction(*this, function, withSelf);
  }
  case Kind::Builtin:
    return callBuiltin(callee, args);
  case Kind::Class:
    return model.instantiate(callee.classInfo, args);
  case Kind::Object:
    if (objects.isModule(callee)) {
      program.parameters.beforeCall(callee, args.range);
      if (Value own = ownersMember(*this, get(callee.id).classInfo, "__call__");
          own && !frames.callsScript()) {
        Value method = bindMember(*this, own, callee, get(callee.id).classInfo,
                                  args.range);
        return stopped() ? Value() : call(method, args);
      }
      bool hasHooks = get(callee.id).attributes.count("<hooks>");
      return callMethod(callee, hasHooks ? "_call_with_hooks" : "forward",
                        args);
    }
    if (objects.findMember(get(callee.id).classInfo, "__call__"))
      return callMethod(callee, "__call__", args);
    break;
  case Kind::TypeValue:
    if (callee.type && callee.type->kind == TypeKind::Tensor)
      return callBuiltin(makeBuiltin("_tine.Tensor"), args);
    break;
  case Kind::Tuple:
    if (!callee.classInfo)
      break;
    if (Value own = memberOfInstance(*this, callee, "__call__", args.range);
        own || stopped())
      return stopped() ? Value() : call(own, args);
    break;
  case Kind::Iterator:
    if (Value function = inGradMode(callee, args))
      return function;
    break;
  default:
    break;
  }
  std::string type = callee.is(Kind::Object) ? get(callee.id).classInfo->name
                                             : toString(types.typeOf(callee));
  return kindError("TypeError", args.range,
                   "'" + type + "' object is not callable",
                   "cannot call a value of type '" + type + "'");
}

Value Elaborator::callLibrary(StringRef name, std::vector<Value> arguments,
                              ast::Range range) {
  CallArgs args(range);
  args.positional = std::move(arguments);
  args.ranges.assign(args.positional.size(), range);
  Value function = model.qualified(name);
  if (stopped())
    return {};
  return frames.along(nodeOf(range), [&] { return call(function, args); });
}

} // namespace tine::elaborate
