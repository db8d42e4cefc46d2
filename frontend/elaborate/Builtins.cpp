//===- Builtins.cpp - Python's builtins, math, torch.jit, dispatch --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builtin functions that are not about tensors, and the binding of arguments to
// the signatures of all.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

const Registry &builtins() {
  static const Registry registry = [] {
    Registry r;
    registerLanguageBuiltins(r);
    registerAutograd(r);
    registerJitBuiltins(r);
    registerCopies(r);
    registerFactories(r);
    registerTensorBuiltins(r);
    return r;
  }();
  return registry;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

/// The value of a default as a signature writes it.
static Value parseDefault(StringRef text) {
  int64_t integer;
  double real;
  if (text == "None")
    return makeNone();
  if (text == "True" || text == "False")
    return makeBool(text == "True");
  if (!text.getAsInteger(10, integer))
    return makeInt(integer);
  if (!text.getAsDouble(real))
    return makeFloat(real);
  return makeStr(text.trim('\''));
}

bool Elaborator::bind(const BuiltinInfo &info, StringRef name, CallArgs &args,
                      Bound &out) {
  out.range = args.range;
  out.name = name.str();
  SmallVector<StringRef> params;
  StringRef(info.signature).split(params, ',', -1, /*KeepEmpty=*/false);
  size_t next = 0;
  bool keywordOnly = false;
  std::set<std::string> used;
  SmallVector<StringRef> names;
  auto rangeOf = [&](size_t i) {
    return i < args.ranges.size() ? args.ranges[i] : args.range;
  };
  for (StringRef param : params) {
    param = param.trim();
    if (param == "*") {
      keywordOnly = true;
      continue;
    }
    if (param.consume_front("*")) {
      // The rest of the positional arguments as one tuple, or one by keyword.
      Value rest = makeTuple({});
      for (auto &[key, value] : args.keywords)
        if (key == param) {
          rest.items.push_back(value);
          used.insert(key);
        }
      while (next < args.positional.size())
        rest.items.push_back(args.positional[next++]);
      out.values.push_back(rest);
      out.ranges.push_back(args.range);
      names.push_back(param);
      keywordOnly = true;
      continue;
    }
    auto [key, fallback] = param.split('=');
    names.push_back(key);
    Value value;
    ast::Range range = args.range;
    if (!keywordOnly && next < args.positional.size()) {
      range = rangeOf(next);
      value = args.positional[next++];
    }
    for (auto &[given, v] : args.keywords) {
      // `self`, `x` and `input` are all the first parameter.
      bool alias = names.size() == 1 &&
                   (given == "self" || given == "input" || given == "tensor");
      if (given != key && !alias)
        continue;
      if (value) {
        error(args.range,
              "'" + name + "' got multiple values for '" + key + "'");
        return false;
      }
      value = v;
      used.insert(given);
    }
    if (!value && param.contains('='))
      value = parseDefault(fallback);
    if (!value) {
      error(args.range, "'" + name + "' needs the argument '" + key + "'");
      return false;
    }
    if (value.is(Kind::Optional)) {
      // None is a value of its own for some parameters.
      if (fallback == "None") {
        error(range,
              "'" + key + "' is None in some runs; test 'is not None' first");
        return false;
      }
      value = present(value, "TypeError",
                      name.rsplit('.').second + "(): argument '" + key +
                          "' (position " + Twine(names.size()) +
                          ") must be Tensor, not NoneType",
                      range);
      if (stopped)
        return false;
    }
    out.values.push_back(value);
    out.ranges.push_back(range);
  }
  if (next < args.positional.size()) {
    // `x.add_(2, y)` once meant `x.add_(y, alpha=2)`.
    bool scaled =
        args.positional.size() == 3 && args.positional[1].isNumber() &&
        args.positional[2].is(Kind::Tensor) &&
        (name == "add" || name == "add_" || name == "sub" || name == "sub_");
    error(rangeOf(next), "'" + name + "' takes at most " + Twine(next) +
                             " positional arguments" +
                             (scaled ? "; write '" + name +
                                           "(other, alpha=number)': the scaled "
                                           "tensor comes first"
                                     : ""));
    return false;
  }
  for (auto &[key, value] : args.keywords)
    if (!used.count(key)) {
      std::string near = nearestName(key, names);
      error(args.range,
            "'" + name + "' has no parameter '" + key + "'" +
                (near.empty() ? "" : "; did you mean '" + near + "'?"));
      return false;
    }
  return true;
}

Value Elaborator::callBuiltin(const Value &callee, CallArgs &args) {
  StringRef full = callee.text;
  CallArgs withSelf;
  CallArgs *use = &args;
  StringRef name =
      full.rsplit('.').second.empty() ? full : full.rsplit('.').second;
  if (!callee.items.empty()) {
    if (full.starts_with("str."))
      return stringMethod(callee.items[0], name, args);
    if (full.starts_with("list."))
      return listMethod(callee.items[0], name, args);
    if (full.starts_with("dict."))
      return dictMethod(callee.items[0], name, args);
    if (full.starts_with("Future."))
      return wait(callee.items[0], args.range);
    if (full.starts_with("Size.")) {
      Value n = makeInt(int64_t(1));
      for (const Value &v : callee.items[0].items)
        n = binary(ast::BinaryOp::Mul, n, v, args.range);
      return n;
    }
    withSelf = args;
    withSelf.positional.insert(withSelf.positional.begin(), callee.items[0]);
    withSelf.ranges.insert(withSelf.ranges.begin(), args.range);
    use = &withSelf;
  }
  here = args.range;
  if (full == "print")
    return print(args);
  if (full == "torch.jit.fork")
    return fork(args);
  if (full == "_tine.checkpoint") {
    // A task at this place: its derivative runs the body again.
    std::string redraws = args.positional.front().text;
    args.positional.erase(args.positional.begin());
    if (!args.ranges.empty())
      args.ranges.erase(args.ranges.begin());
    Value future = fork(args, "it is a checkpoint", redraws);
    return stopped ? Value() : wait(future, args.range);
  }
  if (full == "dict" && !args.keywords.empty() && args.positional.empty()) {
    std::vector<Value> items;
    for (auto &[key, value] : args.keywords) {
      items.push_back(makeStr(key));
      items.push_back(value);
    }
    return newDict(items, {}, {}, nullptr, args.range);
  }
  auto it = builtins().find(full.str());
  if (it == builtins().end())
    return error(args.range, "'" + full + "' cannot be called");
  // Functions of functions: x.f_() is f, written to x.
  Bound bound;
  if (!bind(it->second, name, *use, bound))
    return {};
  Value result = it->second.handler(*this, bound);
  if (!result && !stopped)
    return error(args.range, "'" + name + "' is not supported here");
  return result;
}

/// `add_` of `add`: computes, and writes the result to the first argument.
static Value derivedInPlace(Elaborator &e, Bound &a) {
  std::string base = a.name.substr(0, a.name.size() - 1);
  const Registry &registry = builtins();
  auto it = registry.find("Tensor." + base);
  if (it == registry.end())
    it = registry.find("torch." + base);
  Value self = a[0];
  if (!self.is(Kind::Tensor))
    return e.error(a.range, "'" + a.name +
                                "' changes a tensor in place; this is a '" +
                                toString(e.typeOf(self)) + "'");
  if (e.gradEnabled && e.get(self.id).isLeaf && e.get(self.id).requiresGrad)
    return e.fault("RuntimeError", a.range,
                   "a leaf Variable that requires grad is being used in an "
                   "in-place operation.");
  Bound inner = a;
  inner.name = base;
  Value result = it->second.handler(e, inner);
  if (e.stopped)
    return {};
  RankedTensorType own = e.tensorType(self), made = e.tensorType(result);
  if (isa<IntegerType>(own.getElementType()) &&
      isa<FloatType>(made.getElementType()))
    return e.fault(
        "RuntimeError", a.range,
        "result type Float can't be cast to the desired output type Long");
  mlir::Value v = e.castTensor(e.read(result), own.getElementType());
  auto type = cast<RankedTensorType>(v.getType());
  if (type != own) {
    if (type.getRank() != own.getRank())
      return e.fault(
          "RuntimeError", a.range,
          "output with this shape doesn't match the broadcast shape");
    for (auto [x, y] : llvm::zip(type.getShape(), own.getShape()))
      if (x != y && !ShapedType::isDynamic(x) && !ShapedType::isDynamic(y))
        return e.fault(
            "RuntimeError", a.range,
            "output with this shape doesn't match the broadcast shape");
    v = tensor::CastOp::create(e.b, e.loc(a.range), own, v);
  }
  bool grad = e.requiresGrad(result);
  std::string gradFn = e.get(result.id).gradFn;
  if (!e.write(self, v, a.range))
    return {};
  if (grad) {
    Object &object = e.mutate(self.id);
    object.requiresGrad = true;
    object.isLeaf = false;
    object.gradFn = gradFn;
    Object &storage = e.mutate(e.get(self.id).storage);
    storage.graded = storage.gradWritten = true;
  }
  return self;
}

//===----------------------------------------------------------------------===//
// Python's builtins
//===----------------------------------------------------------------------===//

Value Elaborator::length(const Value &value, ast::Range range) {
  switch (value.kind) {
  case Kind::Str:
    if (value.isConst()) {
      if (script())
        return makeInt(static_cast<int64_t>(value.text.size()));
      int64_t n = 0;
      for (char c : value.text)
        n += (c & 0xc0) != 0x80;
      return makeInt(n);
    }
    return makeInt(
        StringLengthOp::create(b, loc(range), value.ssa).getResult());
  case Kind::List:
    return listLength(value, range);
  case Kind::Dict:
    if (!get(value.id).isRuntime)
      return makeInt(static_cast<int64_t>(get(value.id).items.size() / 2));
    return makeInt(
        DictLengthOp::create(b, loc(range), get(value.id).current).getResult());
  case Kind::Tuple:
    return makeInt(static_cast<int64_t>(value.items.size()));
  case Kind::Tensor:
    if (rank(value) == 0)
      return fault("TypeError", range, "len() of a 0-d tensor");
    return size(value, 0);
  case Kind::Object: {
    CallArgs args;
    args.range = range;
    if (findMember(get(value.id).classInfo, "__len__"))
      return callMethod(value, "__len__", args);
    break;
  }
  case Kind::Range:
  case Kind::Iterator: {
    Sequence sequence;
    if (!sequenceOf(value, range, sequence))
      return {};
    return sequence.length;
  }
  default:
    break;
  }
  return error(range, "a value of type '" + toString(typeOf(value)) +
                          "' has no len()");
}

Value Elaborator::instanceOf(const Value &value, const Value &type,
                             ast::Range range) {
  if (type.is(Kind::Tuple) || type.is(Kind::List)) {
    std::vector<Value> types;
    staticItems(type, types);
    for (const Value &t : types) {
      Value is = instanceOf(value, t, range);
      if (stopped || is.integer)
        return is;
    }
    return makeBool(false);
  }
  if (value.is(Kind::Optional)) {
    return error(
        range, "isinstance of an Optional is not supported; compare with None");
  }
  if (type.is(Kind::Class)) {
    const ClassInfo *own =
        value.is(Kind::Object) ? get(value.id).classInfo : value.classInfo;
    return makeBool((value.is(Kind::Object) || value.is(Kind::Tuple)) && own &&
                    llvm::is_contained(own->order, type.classInfo));
  }
  StringRef text = type.text;
  if (type.is(Kind::Builtin)) {
    if (text == "int")
      return makeBool(value.is(Kind::Int) ||
                      (value.is(Kind::Bool) && !script()));
    if (text == "float")
      return makeBool(value.is(Kind::Float));
    if (text == "bool")
      return makeBool(value.is(Kind::Bool));
    if (text == "str")
      return makeBool(value.is(Kind::Str));
    if (text == "list" || text == "typing.List")
      return makeBool(value.is(Kind::List));
    if (text == "tuple" || text == "typing.Tuple")
      return makeBool(value.is(Kind::Tuple));
    if (text == "dict" || text == "typing.Dict")
      return makeBool(value.is(Kind::Dict));
    if (text == "collections.OrderedDict")
      return makeBool(isOrdered(value));
    if (text == "torch.nn.Parameter")
      return makeBool(value.is(Kind::Tensor) && get(value.id).isParameter);
    if (text == "torch.Size")
      return makeBool(value.isSize);
    if (text == "torch.device")
      return makeBool(value.is(Kind::Device));
    if (text == "torch.dtype")
      return makeBool(value.is(Kind::DType));
    if (text == "object")
      return makeBool(true);
  }
  if (type.is(Kind::TypeValue) && type.type) {
    Type own = typeOf(value);
    if (type.type->kind == TypeKind::Tensor)
      return makeBool(value.is(Kind::Tensor));
    return makeBool(joinTypes(own, type.type) != nullptr &&
                    own->kind == type.type->kind);
  }
  if (type.is(Kind::None))
    return makeBool(value.is(Kind::None));
  return error(range, "isinstance with this type is not supported");
}

/// math.* of one float: name, folded value, operation.
struct MathFunction {
  const char *name;
  double (*fold)(double);
  const char *op;
};

static const MathFunction mathFunctions[] = {
    {"sqrt", std::sqrt, "math.sqrt"},    {"exp", std::exp, "math.exp"},
    {"log", std::log, "math.log"},       {"log2", std::log2, "math.log2"},
    {"log10", std::log10, "math.log10"}, {"log1p", std::log1p, "math.log1p"},
    {"expm1", std::expm1, "math.expm1"}, {"sin", std::sin, "math.sin"},
    {"cos", std::cos, "math.cos"},       {"tan", std::tan, "math.tan"},
    {"asin", std::asin, "math.asin"},    {"acos", std::acos, "math.acos"},
    {"atan", std::atan, "math.atan"},    {"sinh", std::sinh, "math.sinh"},
    {"cosh", std::cosh, "math.cosh"},    {"tanh", std::tanh, "math.tanh"},
    {"erf", std::erf, "math.erf"},       {"fabs", std::fabs, "math.absf"},
    {"erfc", std::erfc, "math.erfc"},
};

static Value applyMath(Elaborator &e, Bound &a) {
  const MathFunction *function = llvm::find_if(
      mathFunctions, [&](const MathFunction &f) { return a.name == f.name; });
  Value x = e.toFloat(a[0], a.range);
  if (e.stopped)
    return {};
  if (x.isConst()) {
    double y = function->fold(x.real);
    if (!e.script() && (std::isnan(y) || std::isinf(y)) &&
        std::isfinite(x.real))
      return e.fault("ValueError", a.range, "math domain error");
    return makeFloat(y);
  }
  OperationState state(e.loc(a.range), function->op);
  state.addOperands(e.ssa(x));
  state.addTypes(e.b.getF64Type());
  return makeFloat(e.b.create(state)->getResult(0));
}

static Value floorCeil(Elaborator &e, Bound &a) {
  if (a[0].is(Kind::Int))
    return a[0];
  Value x = e.toFloat(a[0], a.range);
  if (e.stopped)
    return {};
  if (x.isConst())
    return e.toInt(makeFloat(a.name == "floor"  ? std::floor(x.real)
                             : a.name == "ceil" ? std::ceil(x.real)
                                                : std::trunc(x.real)),
                   a.range);
  OperationState state(e.loc(a.range), a.name == "floor"  ? "math.floor"
                                       : a.name == "ceil" ? "math.ceil"
                                                          : "math.trunc");
  state.addOperands(e.ssa(x));
  state.addTypes(e.b.getF64Type());
  return e.toInt(makeFloat(e.b.create(state)->getResult(0)), a.range);
}

static Value minMax(Elaborator &e, Bound &a) {
  std::vector<Value> items = a[0].items;
  bool isList = items.size() == 1;
  if (isList) {
    Value one = items[0];
    if (one.is(Kind::Tensor)) {
      CallArgs args;
      args.range = a.range;
      args.positional = {one};
      return e.callBuiltin(makeBuiltin("torch." + a.name), args);
    }
    items.clear();
    if (!e.staticItems(one, items)) {
      if (e.stopped || !one.is(Kind::List))
        return e.stopped
                   ? Value()
                   : e.error(a.range, "'" + a.name +
                                          "' takes numbers, or a list of them");
      // A list of run time: a copy, sorted.
      CallArgs none;
      none.range = a.range;
      Value copy = e.listMethod(one, "copy", none);
      none.positional = {makeBool(a.name == "max")};
      e.listMethod(copy, "sort", none);
      return e.stopped ? Value()
                       : e.listGet(copy, makeInt(int64_t(0)), a.range);
    }
  }
  if (items.empty() && a.has(2) && !a[2].is(Kind::None))
    return a[2];
  if (items.empty())
    return e.fault("ValueError", a.range,
                   a.name + "() arg is an empty sequence");
  Value best = items[0];
  bool isMax = a.name == "max";
  if (a.given(1)) {
    // The first of those whose key is best.
    Value bestKey;
    for (const Value &item : items) {
      CallArgs args;
      args.range = a.range;
      args.positional = {item};
      Value key = e.call(a[1], args);
      if (e.stopped)
        return {};
      Value better =
          !bestKey ? makeBool(true)
                   : e.compare(isMax ? ast::CompareOp::Gt : ast::CompareOp::Lt,
                               key, bestKey, a.range);
      if (e.stopped)
        return {};
      if (!better.isConst())
        return e.error(a.range, "'" + a.name +
                                    "' with a key needs keys that "
                                    "are known at compile time");
      if (better.integer) {
        best = item;
        bestKey = key;
      }
    }
    return best;
  }
  for (size_t i = 1; i < items.size(); ++i) {
    // TorchScript keeps the first one only when it is better; that matters for
    // NaN.
    bool swap = e.script() && !isList;
    Value x = items[i];
    if (swap)
      std::swap(x, best);
    Value better = e.compare(isMax ? ast::CompareOp::Gt : ast::CompareOp::Lt, x,
                             best, a.range);
    better = e.stopped ? better : e.truth(better, a.range);
    if (e.stopped)
      return {};
    if (better.isConst()) {
      best = better.integer ? x : best;
      continue;
    }
    Value old = best;
    if (old.kind != x.kind && old.isNumber() && x.isNumber()) {
      Value f = e.toFloat(x, a.range);
      old = e.toFloat(old, a.range);
      best =
          e.select(better.ssa, [&] { return f; }, [&] { return old; }, a.range);
    } else {
      best =
          e.select(better.ssa, [&] { return x; }, [&] { return old; }, a.range);
    }
  }
  return best;
}

static Value sumOf(Elaborator &e, Bound &a) {
  if (a[0].is(Kind::Tensor)) {
    CallArgs args;
    args.range = a.range;
    args.positional = {a[0]};
    return e.callBuiltin(makeBuiltin("torch.sum"), args);
  }
  Value total = a[1];
  std::vector<Value> items;
  if (e.staticItems(a[0], items)) {
    for (const Value &v : items) {
      total = e.binary(ast::BinaryOp::Add, total, v, a.range);
      if (e.stopped)
        return {};
    }
    return total;
  }
  if (e.stopped)
    return {};
  // A loop whose total is a variable of its own.
  std::string name = "$sum";
  if (a[0].is(Kind::List) && e.get(a[0].id).elementType &&
      e.get(a[0].id).elementType->kind == TypeKind::Float)
    total = e.toFloat(total, a.range);
  e.frames.back().locals[name] = total;
  LoopSource source;
  source.node = &name;
  ast::NameExpr use;
  use.id = "$sum";
  ast::ExprStmt statement;
  statement.value = &use;
  const ast::Stmt *body[] = {&statement};
  source.body = body;
  source.range = a.range;
  e.here = a.range;
  e.iterate(a[0], source, [&](Value v) -> Flow {
    Value next =
        e.binary(ast::BinaryOp::Add, e.frames.back().locals[name], v, a.range);
    if (e.stopped)
      return Flow::none();
    e.frames.back().locals[name] = next;
    return {};
  });
  if (e.stopped)
    return {};
  total = e.frames.back().locals[name];
  e.frames.back().locals.erase(name);
  return total;
}

static Value anyAllOf(Elaborator &e, Bound &a) {
  std::vector<Value> items;
  bool isAny = a.name == "any";
  if (!e.staticItems(a[0], items)) {
    if (e.stopped)
      return {};
    if (a[0].is(Kind::List)) {
      CallArgs args;
      args.range = a.range;
      Value found = e.contains(a[0], makeBool(isAny), a.range);
      return e.stopped ? Value()
             : isAny   ? found
                       : e.unary(ast::UnaryOp::Not, found, a.range);
    }
    return e.error(a.range, "'" + a.name + "' takes a list");
  }
  Value result = makeBool(!isAny);
  for (const Value &v : items) {
    Value t = e.truth(v, a.range);
    if (e.stopped)
      return {};
    if (t.isConst() && static_cast<bool>(t.integer) == isAny)
      return makeBool(isAny);
    if (t.isConst())
      continue;
    if (result.isConst())
      result = t;
    else
      result = makeBool(
          isAny ? arith::OrIOp::create(e.b, e.loc(a.range), result.ssa, t.ssa)
                      .getResult()
                : arith::AndIOp::create(e.b, e.loc(a.range), result.ssa, t.ssa)
                      .getResult());
  }
  return result;
}

static Value absOf(Elaborator &e, Bound &a) {
  if (a[0].is(Kind::Tensor)) {
    CallArgs args;
    args.range = a.range;
    args.positional = {a[0]};
    return e.callBuiltin(makeBuiltin("torch.abs"), args);
  }
  if (a[0].is(Kind::Float)) {
    if (a[0].isConst())
      return makeFloat(std::fabs(a[0].real));
    return makeFloat(
        math::AbsFOp::create(e.b, e.loc(a.range), a[0].ssa).getResult());
  }
  if (!a[0].isNumber())
    return e.error(a.range, "abs() takes a number");
  Value x = e.toInt(a[0], a.range);
  if (x.isConst())
    return x.integer < 0 ? e.unary(ast::UnaryOp::Neg, x, a.range) : x;
  return makeInt(math::AbsIOp::create(e.b, e.loc(a.range), x.ssa).getResult());
}

static Value roundOf(Elaborator &e, Bound &a) {
  if (a[0].is(Kind::Tensor)) {
    CallArgs args;
    args.range = a.range;
    args.positional = {a[0]};
    return e.callBuiltin(makeBuiltin("torch.round"), args);
  }
  Value x = e.toFloat(a[0], a.range);
  if (e.stopped)
    return {};
  if (a.given(1)) {
    // Correctly rounded decimals: through the text of the number.
    int64_t digits;
    if (!e.knownInt(a[1], a.range, "the number of digits", digits))
      return {};
    if (e.script())
      return e.error(a.range, "round() takes one argument in TorchScript");
    if (a[0].is(Kind::Int) && digits >= 0)
      return a[0];
    if (digits < 0 || digits > 300)
      return e.error(a.range,
                     "round() to this number of digits is not supported");
    std::string pattern = "%p." + std::to_string(digits) + "f%;";
    Value text = e.formatString(pattern, ValueRange{e.ssa(x)}, a.range);
    return makeFloat(
        StringToFloatOp::create(e.b, e.loc(a.range), e.ssa(text)).getResult());
  }
  Value rounded;
  if (x.isConst())
    rounded = makeFloat(std::nearbyint(x.real));
  else
    rounded = makeFloat(
        math::RoundEvenOp::create(e.b, e.loc(a.range), x.ssa).getResult());
  return e.script() ? rounded : e.toInt(rounded, a.range);
}

static Value rangeOf(Elaborator &e, Bound &a) {
  Value r;
  r.kind = Kind::Range;
  r.items = {makeInt(int64_t(0)), a[0], makeInt(int64_t(1))};
  if (a.given(1))
    r.items = {a[0], a[1], a.given(2) ? a[2] : makeInt(int64_t(1))};
  for (Value &v : r.items) {
    if (v.is(Kind::Float) || v.is(Kind::Str))
      return e.error(a.range, "range() takes integers");
    v = e.toInt(v, a.range);
    if (e.stopped)
      return {};
  }
  return r;
}

static Value iteratorOf(Elaborator &e, Bound &a) {
  Value v;
  v.kind = Kind::Iterator;
  v.text = a.name;
  if (a.name == "zip")
    v.items = a[0].items;
  else if (a.name == "enumerate")
    v.items = {a[0], a[1]};
  else
    v.items = {a[0]};
  if (a.name == "reversed" && e.script())
    return e.error(
        a.range,
        "reversed() is not supported in TorchScript; use range(n - 1, -1, -1)");
  return v;
}

static Value iterOf(Elaborator &e, Bound &a) {
  CallArgs args;
  args.range = a.range;
  args.positional = {a[0]};
  args.ranges = {a.ranges[0]};
  if (a[0].is(Kind::Object) &&
      e.findMember(e.get(a[0].id).classInfo, "__next__"))
    return a[0];
  Value made = e.qualified("torch.utils._iterator.Iterator");
  return e.stopped ? Value() : e.call(made, args);
}

static Value nextOf(Elaborator &e, Bound &a) {
  CallArgs args;
  args.range = a.range;
  const Value &iterator = a[0];
  if (iterator.is(Kind::Object) &&
      e.findMember(e.get(iterator.id).classInfo, "__next__")) {
    if (a[1].items.empty())
      return e.callMethod(iterator, "__next__", args);
    if (e.findMember(e.get(iterator.id).classInfo, "_next_or")) {
      args.positional = {a[1].items[0]};
      args.ranges = {a.range};
      return e.callMethod(iterator, "_next_or", args);
    }
  }
  // What is a generator in PyTorch, such as parameters(), is a list here. It
  // does not know how far it was read.
  if (iterator.is(Kind::List) && a[1].items.empty() &&
      !e.get(iterator.id).attributes.count("next")) {
    e.mutate(iterator.id).attributes["next"] = makeBool(true);
    Elaborator::Sequence sequence;
    if (!e.sequenceOf(iterator, a.range, sequence))
      return {};
    if (sequence.length.isConst() && sequence.length.integer == 0)
      return e.fault("StopIteration", a.range, "");
    return sequence.element(makeInt(int64_t(0)));
  }
  return e.error(a.range, "next() takes what iter() has given; write "
                          "'it = iter(values)' and 'next(it)'");
}

static Value listOf(Elaborator &e, Bound &a) {
  std::vector<Value> items;
  if (!a.given(0))
    return a.name == "list" ? e.newList({}, {}, nullptr, a.range)
                            : makeTuple({});
  if (!e.staticItems(a[0], items)) {
    if (e.stopped)
      return {};
    if (a.name == "tuple")
      return e.error(a.range,
                     "the length of a tuple must be known at compile time");
    if (a[0].is(Kind::List)) {
      CallArgs none;
      none.range = a.range;
      return e.listMethod(a[0], "copy", none);
    }
    // The call's place stands for the list, so that it can come to exist at run
    // time.
    const void *node = reinterpret_cast<const void *>(
        static_cast<uintptr_t>(a.range.begin) * 2 + 1);
    Value list = e.newList({}, makeType(TypeKind::Unknown), node, a.range);
    if (e.stopped)
      return {};
    // A sequence of run time: its elements one after the other.
    Elaborator::Sequence sequence;
    if (!e.sequenceOf(a[0], a.range, sequence))
      return {};
    if (sequence.length.isConst()) {
      for (int64_t i = 0; i < sequence.length.integer && !e.stopped; ++i)
        e.listAppend(list, sequence.element(makeInt(i)), a.range);
      return e.stopped ? Value() : list;
    }
    LoopSource source;
    source.node = node;
    source.range = a.range;
    e.here = a.range;
    e.iterate(a[0], source, [&](Value v) {
      return e.listAppend(list, v, a.range) ? Flow() : Flow::none();
    });
    return e.stopped ? Value() : list;
  }
  if (a.name == "tuple")
    return makeTuple(items);
  return e.newList(items, {}, nullptr, a.range);
}

static Value sortedOf(Elaborator &e, Bound &a) {
  Bound inner = a;
  inner.name = "list";
  Value copy = listOf(e, inner);
  if (e.stopped)
    return {};
  CallArgs args;
  args.range = a.range;
  if (a.given(2))
    args.keywords = {{"reverse", a[2]}};
  if (a.given(1))
    args.keywords.push_back({"key", a[1]});
  e.listMethod(copy, "sort", args);
  return e.stopped ? Value() : copy;
}

static Value divmodOf(Elaborator &e, Bound &a) {
  Value q = e.binary(ast::BinaryOp::FloorDiv, a[0], a[1], a.range);
  Value r =
      e.stopped ? Value() : e.binary(ast::BinaryOp::Mod, a[0], a[1], a.range);
  return e.stopped ? Value() : makeTuple({q, r});
}

static Value attributeOf(Elaborator &e, Bound &a) {
  if (!a[1].is(Kind::Str) || !a[1].isConst())
    return e.error(a.range,
                   "the name of an attribute must be known at compile time");
  StringRef name = a[1].text;
  if (a.name == "setattr") {
    e.setAttribute(a[0], name, a[2], a.range);
    return e.stopped ? Value() : makeNone();
  }
  auto has = [&]() -> bool {
    if (a[0].is(Kind::Object)) {
      const Object &object = e.get(a[0].id);
      return object.attributes.find(name.str()) != object.attributes.end() ||
             static_cast<bool>(e.findMember(object.classInfo, name));
    }
    if (a[0].is(Kind::Tensor))
      return builtins().count(("Tensor." + name).str()) ||
             static_cast<bool>(e.tensorAttribute(a[0], name, a.range));
    return false;
  };
  if (a.name == "hasattr")
    return makeBool(has());
  if (a.has(2) && !(a[0].is(Kind::Object) && has()))
    if (a[0].is(Kind::Object))
      return a[2];
  return e.getAttribute(a[0], name, a.range);
}

static Value convertTo(Elaborator &e, Bound &a) {
  if (a.name == "int")
    return a.given(0) ? e.toInt(a[0], a.range) : makeInt(int64_t(0));
  if (a.name == "float") {
    if (a[0].is(Kind::Str) && a[0].isConst()) {
      StringRef text = StringRef(a[0].text).trim();
      double v;
      std::string lower = text.lower();
      if (lower == "inf" || lower == "+inf" || lower == "infinity")
        return makeFloat(__builtin_inf());
      if (lower == "-inf" || lower == "-infinity")
        return makeFloat(-__builtin_inf());
      if (lower == "nan")
        return makeFloat(__builtin_nan(""));
      if (!text.getAsDouble(v))
        return makeFloat(v);
    }
    return a.given(0) ? e.toFloat(a[0], a.range) : makeFloat(0.0);
  }
  return a.given(0) ? e.truth(a[0], a.range) : makeBool(false);
}

static Value ordChr(Elaborator &e, Bound &a) {
  if (a.name == "ord") {
    if (a[0].is(Kind::Str) && a[0].isConst() && a[0].text.size() == 1)
      return makeInt(
          static_cast<int64_t>(static_cast<unsigned char>(a[0].text[0])));
    if (a[0].is(Kind::Str) && !a[0].isConst())
      return makeInt(StringMethodOp::create(e.b, e.loc(a.range),
                                            e.b.getI64Type(), "ord", a[0].ssa,
                                            ValueRange{})
                         .getResult());
    return e.error(a.range, "ord() takes a string of one byte");
  }
  if (a[0].isConst() && a[0].integer >= 0 && a[0].integer < 128)
    return makeStr(std::string(1, static_cast<char>(a[0].integer)));
  return e.error(
      a.range, "chr() takes a number below 128 that is known at compile time");
}

static Value timeOf(Elaborator &e, Bound &a) {
  // A barrier: the tensors that variables hold are computed before it.
  SmallVector<mlir::Value> live;
  std::set<unsigned> seen;
  std::function<void(const Value &)> collect = [&](const Value &v) {
    if (v.is(Kind::Tensor) && e.get(v.id).path.empty() &&
        seen.insert(e.get(v.id).storage).second)
      live.push_back(e.get(e.get(v.id).storage).current);
    for (const Value &item : v.items)
      collect(item);
  };
  for (auto &entry : e.frames.back().locals)
    collect(entry.second);
  bool monotonic = a.name != "time";
  return makeFloat(
      TimeOp::create(e.b, e.loc(a.range), e.b.getF64Type(), live, monotonic)
          .getResult());
}

static Value warnOf(Elaborator &e, Bound &a) {
  Value text = e.toText(a[0], a.range);
  if (e.stopped)
    return {};
  WarnOp::create(e.b, e.loc(a.range), e.ssa(text));
  return makeNone();
}

static Value floatTest(Elaborator &e, Bound &a) {
  Value x = e.toFloat(a[0], a.range);
  if (e.stopped)
    return {};
  if (x.isConst())
    return makeBool(a.name == "isnan"   ? std::isnan(x.real)
                    : a.name == "isinf" ? std::isinf(x.real)
                                        : std::isfinite(x.real));
  Location where = e.loc(a.range);
  if (a.name == "isnan")
    return makeBool(arith::CmpFOp::create(e.b, where, arith::CmpFPredicate::UNO,
                                          x.ssa, x.ssa)
                        .getResult());
  mlir::Value abs = math::AbsFOp::create(e.b, where, x.ssa),
              inf = e.ssa(makeFloat(__builtin_inf()));
  return makeBool(arith::CmpFOp::create(e.b, where,
                                        a.name == "isinf"
                                            ? arith::CmpFPredicate::OEQ
                                            : arith::CmpFPredicate::OLT,
                                        abs, inf)
                      .getResult());
}

static Value floatPow(Elaborator &e, Bound &a) {
  Value x = e.toFloat(a[0], a.range),
        y = e.stopped ? Value() : e.toFloat(a[1], a.range);
  if (e.stopped)
    return {};
  if (x.isConst() && y.isConst()) {
    if (a.name == "pow")
      return makeFloat(std::pow(x.real, y.real));
    if (a.name == "atan2")
      return makeFloat(std::atan2(x.real, y.real));
    if (a.name == "fmod")
      return makeFloat(std::fmod(x.real, y.real));
    return makeFloat(std::copysign(x.real, y.real));
  }
  if (a.name == "fmod")
    return makeFloat(
        arith::RemFOp::create(e.b, e.loc(a.range), e.ssa(x), e.ssa(y))
            .getResult());
  OperationState state(e.loc(a.range), a.name == "pow"     ? "math.powf"
                                       : a.name == "atan2" ? "math.atan2"
                                                           : "math.copysign");
  state.addOperands({e.ssa(x), e.ssa(y)});
  state.addTypes(e.b.getF64Type());
  return makeFloat(e.b.create(state)->getResult(0));
}

void registerLanguageBuiltins(Registry &r) {
  auto reg = [&](StringRef names, StringRef signature, Handler handler) {
    SmallVector<StringRef> list;
    names.split(list, ' ');
    for (StringRef name : list)
      r[name.str()] = {signature.str(), handler};
  };
  reg("print", "*values", [](Elaborator &, Bound &) { return Value(); });
  reg("len", "value",
      [](Elaborator &e, Bound &a) { return e.length(a[0], a.range); });
  reg("range", "start, stop=None, step=None", rangeOf);
  reg("enumerate", "iterable, start=0", iteratorOf);
  reg("zip", "*iterables", iteratorOf);
  reg("reversed", "sequence", iteratorOf);
  reg("iter", "iterable", iterOf);
  reg("next", "iterator, *default", nextOf);
  reg("min max", "*values, key=None, default=None", minMax);
  reg("sum", "iterable, start=0", sumOf);
  reg("any all", "iterable", anyAllOf);
  reg("abs", "value", absOf);
  reg("round", "value, ndigits=None", roundOf);
  reg("list tuple", "iterable=None", listOf);
  reg("sorted", "iterable, key=None, reverse=None", sortedOf);
  reg("collections.OrderedDict", "other=None",
      [](Elaborator &e, Bound &a) -> Value {
        CallArgs args;
        args.range = a.range;
        if (a.given(0))
          args.positional.push_back(a[0]);
        Value dict = e.callBuiltin(makeBuiltin("dict"), args);
        if (dict)
          e.mutate(dict.id).attributes["ordered"] = makeBool(true);
        return dict;
      });
  reg("dict", "other=None", [](Elaborator &e, Bound &a) -> Value {
    if (!a.given(0))
      return e.newDict({}, {}, {}, nullptr, a.range);
    if (a[0].is(Kind::Dict)) {
      CallArgs none;
      none.range = a.range;
      Value copy = e.dictMethod(a[0], "copy", none);
      if (copy)
        e.mutate(copy.id).attributes.erase("ordered");
      return copy;
    }
    std::vector<Value> items, flat;
    if (!e.staticItems(a[0], items))
      return e.stopped ? Value()
                       : e.error(a.range, "dict() takes a dict or pairs that "
                                          "are known at compile time");
    for (const Value &pair : items) {
      if (!pair.is(Kind::Tuple) || pair.items.size() != 2)
        return e.error(a.range, "dict() takes pairs");
      flat.push_back(pair.items[0]);
      flat.push_back(pair.items[1]);
    }
    return e.newDict(flat, {}, {}, nullptr, a.range);
  });
  reg("collections.defaultdict", "default_factory=None, other=None",
      [](Elaborator &e, Bound &a) -> Value {
        std::vector<Value> items;
        if (a.given(1)) {
          if (!a[1].is(Kind::Dict) || e.get(a[1].id).isRuntime)
            return e.error(a.range, "defaultdict() starts from a dict that is "
                                    "known at compile time");
          items = e.get(a[1].id).items;
        }
        Value dict = e.newDict(items, {}, {}, nullptr, a.range);
        if (dict && a.given(0))
          e.mutate(dict.id).attributes["default_factory"] = a[0];
        return dict;
      });
  reg("divmod", "a, b", divmodOf);
  reg("pow", "base, exponent", [](Elaborator &e, Bound &a) {
    return e.binary(ast::BinaryOp::Pow, a[0], a[1], a.range);
  });
  reg("isinstance", "value, type", [](Elaborator &e, Bound &a) {
    return e.instanceOf(a[0], a[1], a.range);
  });
  reg("hasattr", "value, name", attributeOf);
  reg("getattr", "value, name, default=None", attributeOf);
  reg("setattr", "value, name, new", attributeOf);
  reg("int float bool", "value=None", convertTo);
  reg("str", "value=''",
      [](Elaborator &e, Bound &a) { return e.toText(a[0], a.range); });
  reg("repr", "value", [](Elaborator &e, Bound &a) -> Value {
    std::string pattern;
    SmallVector<mlir::Value> leaves;
    return e.formatPattern(a[0], true, a.range, pattern, leaves)
               ? e.formatString(pattern, leaves, a.range)
               : Value();
  });
  reg("ord chr", "value", ordChr);
  reg("hex oct bin", "value", [](Elaborator &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Int))
      return e.error(a.range, a.name + "() takes an int");
    char code = a.name == "hex" ? 'x' : a.name == "oct" ? 'o' : 'b';
    return e.formatString(std::string("%p#") + code + "%;",
                          ValueRange{e.ssa(a[0])}, a.range);
  });
  reg("map filter", "function, iterable", [](Elaborator &e, Bound &a) -> Value {
    std::vector<Value> items, out;
    if (!e.staticItems(a[1], items))
      return e.stopped ? Value()
                       : e.error(a.range, a.name + "() needs a length that is "
                                                   "known at compile time; use "
                                                   "a comprehension");
    for (const Value &item : items) {
      CallArgs args;
      args.range = a.range;
      args.positional = {item};
      Value result = e.call(a[0], args);
      if (e.stopped)
        return {};
      if (a.name == "filter") {
        Value keep = e.truth(result, a.range);
        if (e.stopped)
          return {};
        if (!keep.isConst())
          return e.error(a.range, "filter() needs a condition that is known at "
                                  "compile time; use a comprehension");
        if (!keep.integer)
          continue;
        result = item;
      }
      out.push_back(result);
    }
    return e.newList(out, {}, nullptr, a.range);
  });
  reg("callable", "value", [](Elaborator &, Bound &a) {
    return makeBool(a[0].is(Kind::Function) || a[0].is(Kind::Method) ||
                    a[0].is(Kind::Builtin) || a[0].is(Kind::Class) ||
                    a[0].is(Kind::Object));
  });
  reg("type", "value", [](Elaborator &e, Bound &a) -> Value {
    if (a[0].is(Kind::Object))
      return e.getAttribute(a[0], "__class__", a.range);
    const char *names[] = {"int",  "float", "bool", "str",
                           "list", "dict",  "tuple"};
    Kind kinds[] = {Kind::Int,  Kind::Float, Kind::Bool, Kind::Str,
                    Kind::List, Kind::Dict,  Kind::Tuple};
    if (e.isOrdered(a[0]))
      return makeBuiltin("collections.OrderedDict");
    for (int i = 0; i < 7; ++i)
      if (a[0].is(kinds[i]))
        return makeBuiltin(names[i]);
    if (a[0].is(Kind::Tensor))
      return e.qualified("torch.Tensor");
    return e.error(a.range, "type() of this value is not supported");
  });
  reg("object", "", [](Elaborator &e, Bound &a) {
    return e.error(a.range, "object() is not supported");
  });
  for (const MathFunction &f : mathFunctions)
    reg((std::string("math.") + f.name), "x", applyMath);
  reg("math.floor math.ceil math.trunc", "x", floorCeil);
  reg("math.isnan math.isinf math.isfinite", "x", floatTest);
  reg("math.pow math.atan2 math.fmod math.copysign", "x, y", floatPow);
  reg("math.factorial", "n", [](Elaborator &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Int) || !a[0].isConst() || a[0].integer < 0 ||
        a[0].integer > 20)
      return e.error(a.range, "math.factorial takes an integer from 0 to 20 "
                              "that is known at compile time");
    int64_t product = 1;
    for (int64_t i = 2; i <= a[0].integer; ++i)
      product *= i;
    return makeInt(product);
  });
  reg("math.gcd", "a, b", [](Elaborator &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Int) || !a[1].is(Kind::Int) || !a[0].isConst() ||
        !a[1].isConst())
      return e.error(a.range,
                     "math.gcd takes integers that are known at compile time");
    int64_t x = std::abs(a[0].integer), y = std::abs(a[1].integer);
    while (y)
      std::swap(x %= y, y);
    return makeInt(x);
  });
  reg("math.prod", "values", [](Elaborator &e, Bound &a) -> Value {
    std::vector<Value> items;
    if (!e.staticItems(a[0], items))
      return e.stopped
                 ? Value()
                 : e.error(
                       a.range,
                       "math.prod takes a list that is known at compile time");
    Value p = makeInt(int64_t(1));
    for (const Value &v : items)
      p = e.binary(ast::BinaryOp::Mul, p, v, a.range);
    return p;
  });
  reg("time.time time.perf_counter time.monotonic", "", timeOf);
  reg("warnings.warn torch.warn", "message, category=None, stacklevel=2",
      warnOf);
  reg("sys.stderr sys.stdout", "", [](Elaborator &e, Bound &a) {
    return e.error(a.range, "a stream cannot be called");
  });
}

//===----------------------------------------------------------------------===//
// torch.jit, autograd modes, objects
//===----------------------------------------------------------------------===//

static Value contextManager(StringRef text) {
  Value v;
  v.kind = Kind::Iterator;
  v.text = text.str();
  return v;
}

void registerJitBuiltins(Registry &r) {
  auto reg = [&](StringRef names, StringRef signature, Handler handler) {
    SmallVector<StringRef> list;
    names.split(list, ' ');
    for (StringRef name : list)
      r[name.str()] = {signature.str(), handler};
  };
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
  reg("torch.jit.isinstance", "value, type", [](Elaborator &e, Bound &a) {
    return e.instanceOf(a[0], a[1], a.range);
  });
  reg("torch.no_grad torch.inference_mode", "mode=True",
      [](Elaborator &, Bound &) { return contextManager("grad:off"); });
  reg("torch.enable_grad", "",
      [](Elaborator &, Bound &) { return contextManager("grad:on"); });
  reg("torch.set_grad_enabled", "mode", [](Elaborator &e, Bound &a) -> Value {
    if (!a[0].isConst())
      return e.error(a.range, "the grad mode must be known at compile time");
    // As a statement it switches at once; in `with` it is switched back.
    Value manager = contextManager(a[0].integer ? "grad:on" : "grad:off");
    return manager;
  });
  reg("torch.is_grad_enabled", "",
      [](Elaborator &e, Bound &) { return makeBool(e.gradEnabled); });
  reg("torch.autograd.profiler.record_function", "name",
      [](Elaborator &, Bound &) { return contextManager("nothing"); });
  reg("torch.is_tensor _tine.is_tensor", "value",
      [](Elaborator &, Bound &a) { return makeBool(a[0].is(Kind::Tensor)); });
  reg("torch.set_num_threads torch.set_num_interop_threads", "n",
      [](Elaborator &, Bound &) { return makeNone(); });
  reg("torch.cuda.is_available", "",
      [](Elaborator &, Bound &) { return makeBool(false); });
  reg("torch.cuda.device_count", "",
      [](Elaborator &, Bound &) { return makeInt(int64_t(0)); });
  reg("torch.cuda.synchronize", "device=None",
      [](Elaborator &, Bound &) { return makeNone(); });
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
    return size;
  });
  reg("torch.nn.Parameter", "data, requires_grad=True",
      [](Elaborator &e, Bound &a) -> Value {
        if (!a[0].is(Kind::Tensor))
          return e.error(a.range, "a Parameter is made of a tensor");
        Object made = e.get(a[0].id);
        made.isParameter = true;
        made.isBuffer = false;
        made.isLeaf = true;
        made.attributes.clear();
        Value parameter = makeRef(Kind::Tensor, e.allocate(std::move(made)));
        e.setRequiresGrad(parameter, a[1].isConst() && a[1].integer);
        e.parameters.made(parameter, a.range);
        return parameter;
      });
  // For the library of modules.
  reg("_tine.attributes", "obj", [](Elaborator &e, Bound &a) -> Value {
    std::vector<Value> items;
    for (auto &entry : e.get(a[0].id).attributes)
      items.push_back(makeTuple({makeStr(entry.first), entry.second}));
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
  reg("_tine.mark_buffer", "tensor", [](Elaborator &e, Bound &a) {
    e.mutate(a[0].id).isBuffer = true;
    return a[0];
  });
  reg("_tine.set_attribute", "obj, name, value", [](Elaborator &e, Bound &a) {
    return e.setAttribute(a[0], a[1].text, a[2], a.range) ? makeNone()
                                                          : Value();
  });
  reg("_tine.delete_attribute", "obj, name", [](Elaborator &e, Bound &a) {
    return e.deleteAttribute(a[0], a[1].text, a.range) ? makeNone() : Value();
  });
  reg("_tine.get_attribute", "obj, name", [](Elaborator &e, Bound &a) {
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
  // Whether data decides what the value is, or whether there is one.
  reg("_tine.is_open", "*values", [](Elaborator &, Bound &a) {
    const Value &value = a[0].items.front();
    return makeBool(value.is(Kind::Optional) ||
                    (value.isNumber() && !value.isConst()));
  });
  reg("_tine.same", "a, b", [](Elaborator &, Bound &a) {
    return makeBool(a[0].kind == a[1].kind && a[0].id == a[1].id);
  });
  reg("_tine.set_data", "tensor, other", [](Elaborator &e, Bound &a) {
    return e.setAttribute(a[0], "data", a[1], a.range) ? makeNone() : Value();
  });
  reg("_tine.pair", "name, values, indices", [](Elaborator &, Bound &a) {
    Value pair = makeTuple({a[1], a[2]});
    pair.text = a[0].text;
    return pair;
  });
  reg("_tine.nothing", "*values",
      [](Elaborator &, Bound &) { return makeNone(); });

  // In-place forms of the functions of tensors.
  static const char *inPlace[] = {"add",
                                  "sub",
                                  "mul",
                                  "div",
                                  "pow",
                                  "neg",
                                  "abs",
                                  "exp",
                                  "log",
                                  "sqrt",
                                  "rsqrt",
                                  "tanh",
                                  "sigmoid",
                                  "relu",
                                  "clamp",
                                  "clamp_min",
                                  "clamp_max",
                                  "floor",
                                  "ceil",
                                  "round",
                                  "trunc",
                                  "sin",
                                  "cos",
                                  "reciprocal",
                                  "remainder",
                                  "fmod",
                                  "floor_divide",
                                  "addcmul",
                                  "addcdiv",
                                  "lerp",
                                  "masked_fill",
                                  "bitwise_and",
                                  "bitwise_or",
                                  "bitwise_xor",
                                  "bitwise_not",
                                  "bitwise_left_shift",
                                  "bitwise_right_shift",
                                  "logical_and",
                                  "logical_or",
                                  "logical_not",
                                  "erf",
                                  "expm1",
                                  "log1p",
                                  "tril",
                                  "triu",
                                  "cumsum",
                                  "square",
                                  "sign",
                                  "matmul",
                                  "addmm",
                                  "eq",
                                  "ne",
                                  "lt",
                                  "le",
                                  "gt",
                                  "ge"};
  Registry tensors;
  registerTensorBuiltins(tensors);
  for (const char *name : inPlace) {
    auto it = tensors.find(std::string("torch.") + name);
    if (it != tensors.end()) {
      r[std::string("Tensor.") + name + "_"] = {it->second.signature,
                                                derivedInPlace};
      r[std::string("torch.") + name + "_"] = {it->second.signature,
                                               derivedInPlace};
    }
  }
}

//===----------------------------------------------------------------------===//
// Methods of strings
//===----------------------------------------------------------------------===//

Value Elaborator::stringMethod(const Value &self, StringRef name,
                               CallArgs &args) {
  ast::Range range = args.range;
  if (name == "format")
    return stringFormatCall(self, args);
  auto arg = [&](size_t i) {
    return i < args.positional.size() ? args.positional[i] : Value();
  };
  bool known =
      self.isConst() &&
      llvm::all_of(args.positional, [](const Value &v) { return v.isConst(); });
  StringRef s = self.text;
  if (name == "join") {
    std::vector<Value> items;
    if (!staticItems(arg(0), items)) {
      if (stopped || !arg(0).is(Kind::List))
        return stopped ? Value() : error(range, "join takes a list of strings");
      return makeStrSsa(StringMethodOp::create(
                            b, loc(range), StringType::get(context), "join",
                            ssa(self), ValueRange{get(arg(0).id).current})
                            .getResult());
    }
    Value text = makeStr("");
    for (auto [i, item] : llvm::enumerate(items)) {
      if (!item.is(Kind::Str))
        return error(range, "join takes strings");
      if (i)
        text = binary(ast::BinaryOp::Add, text, self, range);
      text = binary(ast::BinaryOp::Add, text, item, range);
    }
    return text;
  }
  if (known) {
    std::string a0 = arg(0).is(Kind::Str) ? arg(0).text : "";
    if (name == "upper" || name == "lower")
      return makeStr(name == "upper" ? s.upper() : s.lower());
    if (name == "startswith" && args.positional.size() == 1)
      return makeBool(s.starts_with(a0));
    if (name == "endswith" && args.positional.size() == 1)
      return makeBool(s.ends_with(a0));
    if (name == "strip" && args.positional.empty())
      return makeStr(s.trim(" \t\n\r\f\v"));
    if (name == "replace" && args.positional.size() == 2 && !a0.empty()) {
      std::string out;
      StringRef rest = s;
      for (size_t at; (at = rest.find(a0)) != StringRef::npos;
           rest = rest.drop_front(at + a0.size()))
        out += (rest.substr(0, at) + arg(1).text).str();
      return makeStr(out + rest.str());
    }
    if (name == "split" && args.positional.size() == 1 && !a0.empty()) {
      std::vector<Value> parts;
      StringRef rest = s;
      for (size_t at; (at = rest.find(a0)) != StringRef::npos;
           rest = rest.drop_front(at + a0.size()))
        parts.push_back(makeStr(rest.substr(0, at)));
      parts.push_back(makeStr(rest));
      return newList(parts, {}, nullptr, range);
    }
  }
  // The others are computed at run time.
  static const std::map<std::string, char> results = {
      {"upper", 's'},       {"lower", 's'},        {"strip", 's'},
      {"lstrip", 's'},      {"rstrip", 's'},       {"replace", 's'},
      {"capitalize", 's'},  {"title", 's'},        {"swapcase", 's'},
      {"zfill", 's'},       {"rjust", 's'},        {"ljust", 's'},
      {"center", 's'},      {"find", 'i'},         {"rfind", 'i'},
      {"index", 'i'},       {"rindex", 'i'},       {"count", 'i'},
      {"startswith", 'b'},  {"endswith", 'b'},     {"isdigit", 'b'},
      {"isalpha", 'b'},     {"isalnum", 'b'},      {"isspace", 'b'},
      {"isupper", 'b'},     {"islower", 'b'},      {"isdecimal", 'b'},
      {"isnumeric", 'b'},   {"isidentifier", 'b'}, {"istitle", 'b'},
      {"isprintable", 'b'}, {"expandtabs", 's'},   {"split", 'l'},
      {"rsplit", 'l'},      {"splitlines", 'l'},   {"partition", 'p'},
      {"rpartition", 'p'}};
  auto it = results.find(name.str());
  if (it == results.end()) {
    SmallVector<StringRef> names{"format", "join"};
    for (auto &entry : results)
      names.push_back(entry.first);
    std::string near = nearestName(name, names);
    return error(range,
                 "'str' has no method '" + name + "'" +
                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  SmallVector<mlir::Value> values;
  for (const Value &v : args.positional) {
    if (v.is(Kind::None))
      continue;
    if (!v.is(Kind::Str) && !v.isNumber())
      return error(range, "'" + name + "' takes strings and numbers");
    values.push_back(ssa(v));
  }
  mlir::Type type =
      it->second == 's'   ? mlir::Type(StringType::get(context))
      : it->second == 'i' ? mlir::Type(b.getI64Type())
      : it->second == 'b'
          ? mlir::Type(b.getI1Type())
          : mlir::Type(ListType::get(context, {StringType::get(context)}));
  mlir::Value result =
      StringMethodOp::create(b, loc(range), type, name, ssa(self), values);
  switch (it->second) {
  case 's':
    return makeStrSsa(result);
  case 'i':
    return makeInt(result);
  case 'b':
    return makeBool(result);
  default: {
    ValueRange leaves(result);
    Value list =
        unflatten(makeType(TypeKind::List, {makeType(TypeKind::Str)}), leaves);
    if (it->second == 'l')
      return list;
    std::vector<Value> parts(3);
    for (size_t i = 0; i < parts.size(); ++i)
      parts[i] = listGet(list, makeInt(static_cast<int64_t>(i)), range);
    return makeTuple(parts);
  }
  }
}

} // namespace tine::elaborate
