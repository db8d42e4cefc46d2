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

#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/KnownText.h"
#include "frontend/elaborate/control/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr unsigned callLimit = 200;

bool Elaborator::bindParams(const FunctionInfo &function, CallArgs &args,
                            std::map<std::string, Value> &locals,
                            Frame &frame) {
  const ast::Params *params =
      function.def ? function.def->params : function.lambda->params;
  size_t next = 0, nextDefault = 0;
  std::set<std::string> used;
  std::vector<Value> rest;
  std::vector<std::string> missing;
  auto range = [&](size_t i) {
    return i < args.ranges.size() ? args.ranges[i] : args.range;
  };
  // Type comments name the parameters behind self.
  std::vector<const ast::Expr *> comments;
  if (function.def && function.def->typeCommentParams)
    comments.assign(function.def->typeCommentParams->elements.begin(),
                    function.def->typeCommentParams->elements.end());
  size_t commentOffset = comments.size() < params->params.size()
                             ? params->params.size() - comments.size()
                             : 0;
  for (auto [index, param] : llvm::enumerate(params->params)) {
    Value fallback;
    if (param.defaultValue)
      fallback = function.defaults[nextDefault++];
    std::string name = param.name.str();
    if (param.kind == ast::ParamKind::VarArgs) {
      std::vector<Value> more(args.positional.begin() +
                                  std::min(next, args.positional.size()),
                              args.positional.end());
      next = args.positional.size();
      locals[name] = makeTuple(more);
      continue;
    }
    if (param.kind == ast::ParamKind::VarKeywords) {
      std::vector<Value> items;
      for (auto &[key, value] : args.keywords)
        if (!used.count(key)) {
          items.push_back(makeStr(key));
          items.push_back(value);
          used.insert(key);
        }
      locals[name] = newDict(items, {}, {}, nullptr, args.range);
      continue;
    }
    Value value;
    ast::Range valueRange = args.range;
    if (param.kind == ast::ParamKind::Positional &&
        next < args.positional.size()) {
      valueRange = range(next);
      value = args.positional[next++];
      if (llvm::any_of(args.keywords,
                       [&](auto &k) { return k.first == name; })) {
        error(args.range, "got multiple values for argument '" + name + "'");
        return false;
      }
    } else {
      for (auto &[key, given] : args.keywords)
        if (key == name) {
          value = given;
          used.insert(key);
        }
      if (!value)
        value = fallback;
    }
    if (!value) {
      missing.push_back(name);
      continue;
    }
    const ast::Expr *annotation = param.annotation;
    if (!annotation && index >= commentOffset && !comments.empty())
      annotation = comments[index - commentOffset];
    bool isSelf = index == 0 && function.owner && !function.isStatic;
    if (frame.script && !isSelf && !frame.scope->isLibrary) {
      Type type;
      if (annotation) {
        // Annotations are read in the file of the function.
        Frame reader;
        reader.scope = frame.scope;
        reader.script = true;
        reader.function = &function;
        frames.push_back(std::move(reader));
        type = evalType(annotation);
        frames.pop_back();
        if (stopped)
          return false;
      } else {
        type = makeTensorType({});
      }
      if (!annotation && !value.is(Kind::Tensor) &&
          typeOf(value)->kind != TypeKind::Static) {
        error(valueRange, "expected a value of type 'Tensor' for argument '" +
                              name + "' but instead found type '" +
                              toString(typeOf(value)) +
                              "'; a parameter without annotation is a Tensor");
        return false;
      }
      if (annotation) {
        // Convert under the callee's rules, report at the argument.
        bool script = frames.back().script;
        // Python's ints become floats where it calls TorchScript.
        if (!script && type && type->kind == TypeKind::Float &&
            value.is(Kind::Int))
          value = toFloat(value, valueRange);
        frames.back().script = true;
        value = convert(value, type, valueRange, "argument '" + name + "'");
        frames.back().script = script;
        if (stopped)
          return false;
        frame.declared[name] = type;
      }
    }
    locals[name] = value;
  }
  bool constructs = function.owner && function.name == "__init__";
  std::string shown = constructs ? function.qualifiedName : function.name;
  if (!missing.empty()) {
    std::string list;
    for (const std::string &name : missing)
      list += (list.empty() ? "'" : ", '") + name + "'";
    error(args.range, "missing argument" +
                          Twine(missing.size() > 1 ? "s " : " ") + list +
                          " of '" + shown + "'");
    return false;
  }
  if (next < args.positional.size()) {
    error(range(next), "'" + shown + "' takes " + Twine(next) +
                           " positional arguments but " +
                           Twine(args.positional.size()) + " were given");
    return false;
  }
  for (auto &[key, value] : args.keywords)
    if (!used.count(key)) {
      SmallVector<StringRef> names;
      for (const ast::Param &param : params->params)
        names.push_back(param.name);
      std::string near = nearestName(key, names);
      error(args.range,
            "'" + Twine(shown) + "' has no parameter '" + key + "'" +
                (near.empty() ? "" : "; did you mean '" + near + "'?"));
      return false;
    }
  return true;
}

Value Elaborator::callFunction(const Value &callee, CallArgs &args) {
  const FunctionInfo &function = *callee.function;
  if (function.ignored && callsScript())
    return error(args.range,
                 "'" + function.name +
                     "' is excluded from compilation by its decorator");
  if (function.def && function.def->isAsync)
    return error(args.range,
                 "async functions are not supported; use torch.jit.fork");
  Frame frame;
  frame.scope = function.scope;
  frame.function = &function;
  frame.owner = function.owner;
  frame.inScript = function.scripted || callsScript();
  frame.script = frame.inScript && !function.scope->isLibrary;
  frame.callLoc = loc(args.range);
  frame.callRange = args.range;
  frame.callFile = &file();
  frame.path = frames.back().path;
  if (frame.script)
    for (const Frame &outer : frames)
      if (outer.function && outer.function->def == function.def && function.def)
        return error(
            args.range,
            "function '" + function.name +
                "' is called recursively, which TorchScript does not support");
  if (frames.size() > callLimit)
    return error(args.range,
                 "calls are nested more than " + Twine(callLimit) + " deep");
  std::map<std::string, Value> locals;
  // Names that a lambda or nested function took along.
  if (!callee.items.empty() && callee.kind == Kind::Function)
    for (size_t i = 0; i + 1 < callee.items[0].items.size(); i += 2)
      locals[callee.items[0].items[i].text] = callee.items[0].items[i + 1];
  if (!bindParams(function, args, locals, frame))
    return {};
  // A scripted class is Python's own when Python uses it.
  bool isPythons = function.owner && function.owner->scripted;
  bool copies = frame.script && !callsScript() && !isPythons;
  if (copies)
    for (auto &local : locals)
      if (local.second = acrossScript(local.second, args.range); stopped)
        return {};
  frame.locals = std::move(locals);
  const ast::Params *params =
      function.def ? function.def->params : function.lambda->params;
  if (function.owner && !function.isStatic && !params->params.empty())
    frame.self = frame.locals[params->params[0].name.str()];
  if (function.lambda) {
    frames.push_back(std::move(frame));
    Value result = eval(function.lambda->body);
    frames.pop_back();
    return result;
  }
  frame.body = function.def->body;
  if (frame.script)
    for (auto &[name, value] : frame.locals)
      frame.defined[name] = {0, typeOf(value)};
  frames.push_back(std::move(frame));
  for (const ast::Param &param : function.def->params->params)
    if (frames.back().script && (param.kind == ast::ParamKind::VarArgs ||
                                 param.kind == ast::ParamKind::VarKeywords)) {
      error(param.range,
            "TorchScript does not support functions that take any number of "
            "arguments; give '" +
                function.name + "' a list or tuple");
      frames.pop_back();
      return {};
    }
  if (frames.back().script && !function.scope->isLibrary)
    if (auto unset = readBeforeSet(*function.def)) {
      error(unset->second, "'" + unset->first +
                               "' is not set on every way to here; set it "
                               "before the branch or loop");
      frames.pop_back();
      return {};
    }
  const ast::Expr *returns = function.def->returns
                                 ? function.def->returns
                                 : function.def->typeCommentReturn;
  if (frames.back().script && returns) {
    frames.back().returnType = evalType(returns);
    if (stopped) {
      frames.pop_back();
      return {};
    }
    if (frames.back().returnType &&
        frames.back().returnType->kind != TypeKind::None &&
        mayEndWithoutReturn(*function.def)) {
      error(function.def->body.back()->range,
            "'" + function.name + "' returns '" +
                toString(frames.back().returnType) +
                "' but can end here without 'return'");
      frames.pop_back();
      return {};
    }
  }
  GradMode grad = gradMode;
  size_t heapBefore = heap.size();
  if (function.grad)
    gradMode = *function.grad ? GradMode::On : GradMode::Off;
  Flow flow = exec(function.def->body);
  auto returned = [&]() -> Flow {
    Flow f = Flow::none();
    f.returns = true;
    f.result = makeNone();
    return f;
  };
  if (!stopped && flow.normal && flow.returns)
    flow = sequence(flow, returned, args.range);
  if (function.grad)
    gradMode = grad;
  Value result = flow.returns ? flow.result : makeNone();
  bool died = flow.dead();
  bool leavesScript = frames.back().script;
  // An object whose construction failed in part is still looked at.
  bool failed = frames.back().failed && function.name != "__init__";
  if (!stopped)
    parameters.leave(frames.back());
  frames.pop_back();
  if (failed)
    stopped = true;
  leavesScript &= !callsScript();
  // A dtype is an int in TorchScript, a Size a list, and text any bytes.
  std::function<void(Value &)> leave = [&](Value &v) {
    if (v.is(Kind::DType))
      v = makeInt(v.integer);
    else if (v.is(Kind::Tuple) && v.isSize)
      v = newList(v.items, {}, nullptr, args.range);
    else if (v.is(Kind::Tuple))
      for (Value &item : v.items)
        leave(item);
    else if (copies &&
             (v.is(Kind::List) || v.is(Kind::Dict) || v.is(Kind::Object)) &&
             v.id < heapBefore)
      v = acrossScript(v, args.range);
    else if (v.is(Kind::Str) && v.isConst())
      foldMethod(*this, "decode", 'b', v, {}, args.range);
    else if (v.is(Kind::Str))
      StringMethodOp::create(b, loc(args.range), b.getI1Type(), "decode",
                             ssa(v), ValueRange(), /*bytes=*/true);
  };
  if (leavesScript && !stopped)
    leave(result);
  if (!stopped && !died && function.scope->isLibrary && !function.owner)
    nameGradFn(function.name, result, heapBefore);
  if (stopped)
    return {};
  return died ? die() : result;
}

Value Elaborator::callMethod(Value self, StringRef name, CallArgs &args) {
  Value method = getAttribute(self, name, args.range);
  return stopped ? Value() : call(method, args);
}

Value Elaborator::call(Value callee, CallArgs &args) {
  if (stopped)
    return {};
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
      return onEitherArgument(args, i, again);
  }
  if (isLibrary && callee.is(Kind::Method) && isChoice(callee.items[0]))
    return onEither(
        callee.items[0],
        [&](Value self) {
          Value one = callee;
          one.items[0] = self;
          return call(one, args);
        },
        args.range);
  switch (callee.kind) {
  case Kind::Function:
    return callFunction(callee, args);
  case Kind::Method: {
    CallArgs withSelf = args;
    withSelf.positional.insert(withSelf.positional.begin(), callee.items[0]);
    if (!withSelf.ranges.empty() || !args.positional.empty())
      withSelf.ranges.insert(withSelf.ranges.begin(), args.range);
    Value function = callee;
    function.kind = Kind::Function;
    function.items.clear();
    // A scripted module runs its methods as TorchScript.
    Value &self = withSelf.positional[0];
    if (self.is(Kind::Object) && get(self.id).scripted && !callsScript() &&
        !function.function->scripted && !function.function->ignored) {
      if (isElementsOfScripted(self, *function.function))
        self = makeRef(Kind::Object, get(self.id).original - 1);
      else
        function = makeScripted(function, args.range);
    }
    return callFunction(function, withSelf);
  }
  case Kind::Builtin:
    return callBuiltin(callee, args);
  case Kind::Class:
    return instantiate(callee.classInfo, args);
  case Kind::Object:
    if (isModule(callee)) {
      parameters.beforeCall(callee, args.range);
      return callMethod(callee, "forward", args);
    }
    if (findMember(get(callee.id).classInfo, "__call__"))
      return callMethod(callee, "__call__", args);
    break;
  case Kind::TypeValue:
    if (callee.type && callee.type->kind == TypeKind::Tensor)
      return callBuiltin(makeBuiltin("torch.FloatTensor"), args);
    break;
  default:
    break;
  }
  return error(args.range, "cannot call a value of type '" +
                               toString(typeOf(callee)) + "'");
}

} // namespace tine::elaborate
