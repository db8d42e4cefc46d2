//===- PythonBuiltins.cpp - Python's own functions ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// len, min, sum, sorted, range, math.sqrt and their like: builtin functions
// that are not about tensors.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

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
  if (value.is(Kind::Either))
    return onEither(
        value, [&](Value v) { return instanceOf(v, type, range); }, range);
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
    if (e.script() && old.kind != x.kind && old.isNumber() && x.isNumber()) {
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

} // namespace tine::elaborate
