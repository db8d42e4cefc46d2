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
#include "frontend/elaborate/control/Cells.h"
#include "frontend/elaborate/control/Exits.h"
#include "frontend/elaborate/control/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr unsigned callLimit = 200;

static const ast::Params &paramsOf(const FunctionInfo &function) {
  return function.def ? *function.def->params : *function.lambda->params;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {

/// Binds the arguments of a call to the parameters of a function, as variables
/// of its frame.
class ArgumentBinder {
public:
  ArgumentBinder(Elaborator &e, const FunctionInfo &function, CallArgs &args,
                 Frame &frame)
      : e(e), function(function), params(paramsOf(function)), args(args),
        frame(frame) {
    // Type comments name the parameters behind self.
    if (function.def && function.def->typeCommentParams)
      comments = function.def->typeCommentParams->elements;
  }

  /// False after an error.
  bool bind() {
    size_t nextDefault = 0;
    for (auto [index, param] : llvm::enumerate(params.params)) {
      Value fallback;
      if (param.defaultValue)
        fallback = function.defaults[nextDefault++];
      if (param.kind == ast::ParamKind::VarArgs)
        bindRest(param);
      else if (param.kind == ast::ParamKind::VarKeywords)
        bindKeywords(param);
      else if (!bindParam(param, index, fallback))
        return false;
    }
    return isComplete();
  }

private:
  ast::Range rangeOf(size_t i) const {
    return i < args.ranges.size() ? args.ranges[i] : args.range;
  }

  void bindRest(const ast::Param &param) {
    size_t first = std::min(next, args.positional.size());
    next = args.positional.size();
    frame.locals[param.name.str()] =
        makeTuple({args.positional.begin() + first, args.positional.end()});
  }

  void bindKeywords(const ast::Param &param) {
    std::vector<Value> items;
    for (auto &[key, value] : args.keywords)
      if (used.insert(key).second) {
        items.push_back(makeStr(key));
        items.push_back(value);
      }
    frame.locals[param.name.str()] =
        e.newDict(items, {}, {}, nullptr, args.range);
  }

  bool bindParam(const ast::Param &param, size_t index, const Value &fallback) {
    std::string name = param.name.str();
    Value value;
    ast::Range range = args.range;
    if (param.kind == ast::ParamKind::Positional &&
        next < args.positional.size()) {
      range = rangeOf(next);
      value = args.positional[next++];
      if (llvm::any_of(args.keywords,
                       [&](auto &k) { return k.first == name; })) {
        e.error(args.range, "got multiple values for argument '" + name + "'");
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
      return true;
    }
    bool isSelf = index == 0 && function.owner && !function.isStatic;
    if (frame.script && !isSelf && !frame.scope->isLibrary &&
        !convertToDeclared(value, param, index, range))
      return false;
    frame.locals[name] = value;
    return true;
  }

  const ast::Expr *annotationOf(const ast::Param &param, size_t index) const {
    size_t offset = comments.size() < params.params.size()
                        ? params.params.size() - comments.size()
                        : 0;
    if (param.annotation || index < offset || comments.empty())
      return param.annotation;
    return comments[index - offset];
  }

  /// Annotations are read in the file of the function; null after an error.
  Type readAnnotation(const ast::Expr *annotation) {
    Frame reader;
    reader.scope = frame.scope;
    reader.script = true;
    reader.function = &function;
    reader.cells = function.cells;
    e.frames.push_back(std::move(reader));
    Type type = e.evalType(annotation);
    e.frames.pop_back();
    return e.stopped ? Type() : type;
  }

  /// As TorchScript does; false after an error.
  bool convertToDeclared(Value &value, const ast::Param &param, size_t index,
                         ast::Range range) {
    const ast::Expr *annotation = annotationOf(param, index);
    if (!annotation) {
      if (value.is(Kind::Tensor) || e.typeOf(value)->kind == TypeKind::Static)
        return true;
      e.error(range, "expected a value of type 'Tensor' for argument '" +
                         param.name + "' but instead found type '" +
                         toString(e.typeOf(value)) +
                         "'; a parameter without annotation is a Tensor");
      return false;
    }
    Type type = readAnnotation(annotation);
    if (e.stopped)
      return false;
    // Convert under the callee's rules, report at the argument.
    bool script = e.script();
    // Python's ints become floats where it calls TorchScript.
    if (!script && type && type->kind == TypeKind::Float && value.is(Kind::Int))
      value = e.toFloat(value, range);
    e.frames.back().script = true;
    value = e.convert(value, type, range, "argument '" + param.name + "'");
    e.frames.back().script = script;
    if (e.stopped)
      return false;
    frame.declared[param.name.str()] = type;
    return true;
  }

  /// Whether all parameters have values and all arguments are used.
  bool isComplete() {
    bool constructs = function.owner && function.name == "__init__";
    std::string shown = constructs ? function.qualifiedName : function.name;
    if (!missing.empty()) {
      std::string list;
      for (const std::string &name : missing)
        list += (list.empty() ? "'" : ", '") + name + "'";
      e.error(args.range, "missing argument" +
                              Twine(missing.size() > 1 ? "s " : " ") + list +
                              " of '" + shown + "'");
      return false;
    }
    if (next < args.positional.size()) {
      e.error(rangeOf(next), "'" + shown + "' takes " + Twine(next) +
                                 " positional arguments but " +
                                 Twine(args.positional.size()) + " were given");
      return false;
    }
    for (auto &[key, value] : args.keywords)
      if (!used.count(key)) {
        SmallVector<StringRef> names;
        for (const ast::Param &param : params.params)
          names.push_back(param.name);
        std::string near = nearestName(key, names);
        e.error(args.range,
                "'" + Twine(shown) + "' has no parameter '" + key + "'" +
                    (near.empty() ? "" : "; did you mean '" + near + "'?"));
        return false;
      }
    return true;
  }

  Elaborator &e;
  const FunctionInfo &function;
  const ast::Params &params;
  CallArgs &args;
  Frame &frame;
  ArrayRef<const ast::Expr *> comments;
  size_t next = 0;            // positional argument
  std::set<std::string> used; // keywords
  std::vector<std::string> missing;
};

} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The frame of a call without its variables; none after an error.
static std::optional<Frame>
makeFrame(Elaborator &e, const FunctionInfo &function, ast::Range range) {
  if (function.ignored && e.callsScript()) {
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
  frame.inScript = function.scripted || e.callsScript();
  frame.script = frame.inScript && !function.scope->isLibrary;
  frame.callLoc = e.loc(range);
  frame.callRange = range;
  frame.callFile = &e.file();
  frame.path = e.frames.back().path;
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
  const ast::Expr *returns = def.returns ? def.returns : def.typeCommentReturn;
  if (!returns)
    return true;
  Type type = e.evalType(returns);
  e.frames.back().returnType = type;
  if (e.stopped)
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
    value = e.newList(value.items, {}, nullptr, range);
  } else if (value.is(Kind::Tuple)) {
    for (Value &item : value.items)
      leaveScript(e, item, copied, range);
  } else if (value.is(Kind::List) || value.is(Kind::Dict) ||
             value.is(Kind::Object)) {
    if (value.id < copied)
      value = e.acrossScript(value, range);
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
                     ast::Range range) {
  if (e.script() && !isScriptable(e, function)) {
    e.frames.pop_back();
    return {};
  }
  GradMode grad = e.gradMode;
  size_t heapBefore = e.heap.size();
  if (function.grad)
    e.gradMode = *function.grad ? GradMode::On : GradMode::Off;
  Flow flow = e.exec(function.def->body);
  auto returnNone = [&]() -> Flow {
    Flow f = Flow::none();
    f.returns = true;
    f.result = makeNone();
    return f;
  };
  if (!e.stopped && flow.normal && flow.returns)
    flow = e.sequence(flow, returnNone, range);
  if (function.grad)
    e.gradMode = grad;
  Value result = flow.returns ? flow.result : makeNone();
  bool leavesScript = e.script();
  // An object whose construction failed in part is still looked at.
  bool failed = e.frames.back().failed && function.name != "__init__";
  if (!e.stopped)
    e.parameters.leave(e.frames.back());
  e.frames.pop_back();
  e.stopped |= failed;
  if (leavesScript && !e.callsScript() && !e.stopped) {
    leaveScript(e, result, copies ? heapBefore : 0, range);
    forgetNames(e, result);
  }
  if (!e.stopped && !flow.dead() && function.scope->isLibrary &&
      !function.owner)
    e.nameGradFn(function.name, result, heapBefore);
  if (e.stopped)
    return {};
  return flow.dead() ? e.die() : result;
}

static Value callFunction(Elaborator &e, const Value &callee, CallArgs &args) {
  const FunctionInfo &function = *callee.function;
  std::optional<Frame> frame = makeFrame(e, function, args.range);
  if (!frame)
    return {};
  // Names that a lambda or nested function took along.
  if (!callee.items.empty() && callee.is(Kind::Function)) {
    const std::vector<Value> &captured = callee.items[0].items;
    for (size_t i = 0; i + 1 < captured.size(); i += 2)
      frame->locals[captured[i].text] = captured[i + 1];
  }
  if (!ArgumentBinder(e, function, args, *frame).bind())
    return {};
  // A scripted class is Python's own when Python uses it.
  bool isPythons = function.owner && function.owner->scripted;
  bool copies = frame->script && !e.callsScript() && !isPythons;
  if (copies)
    for (auto &local : frame->locals)
      if (local.second = e.acrossScript(local.second, args.range); e.stopped)
        return {};
  const ast::Params &params = paramsOf(function);
  if (function.owner && !function.isStatic && !params.params.empty())
    frame->self = frame->locals[params.params[0].name.str()];
  shareVariables(e, *frame, function.shared);
  if (function.lambda) {
    e.frames.push_back(std::move(*frame));
    Value result = e.eval(function.lambda->body);
    e.frames.pop_back();
    return result;
  }
  frame->body = function.def->body;
  if (frame->script)
    for (auto &[name, value] : frame->locals)
      frame->defined[name] = {0, e.typeOf(value)};
  e.frames.push_back(std::move(*frame));
  return runBody(e, function, copies, args.range);
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
    return callFunction(*this, callee, args);
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
    return callFunction(*this, function, withSelf);
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
