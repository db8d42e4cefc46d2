//===- NumberBuiltins.cpp - abs, min, sum, round --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builtin functions of numbers, and of several of them.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Paths.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// A function of torch of one tensor.
static Value callTorch(Context &e, StringRef name, const Value &tensor,
                       ast::Range range) {
  return e.run.callBuiltin(makeBuiltin(("torch." + name).str()),
                           CallArgs(range, {tensor}));
}

/// The best of a list of the run.
static Value bestOfRun(Context &e, Bound &a, const Value &list) {
  std::vector<Value> arguments{list, a[1], makeStr(a.name)};
  if (!a.has(2))
    return e.run.callLibrary("_builtins.best_item", arguments, a.range);
  arguments.push_back(a[2]);
  return e.run.callLibrary("_builtins.best_item_or", arguments, a.range);
}

/// The first of those whose key is best. From a key on that only the run knows,
/// the items left are a list of the run.
static Value bestByKey(Context &e, Bound &a, ArrayRef<Value> items) {
  Value best, bestKey;
  for (auto [i, item] : llvm::enumerate(items)) {
    Value key = e.run.call(a[1], CallArgs(a.range, {item}));
    if (e.stopped())
      return {};
    Value better = !best ? makeBool(true)
                         : e.model.compare(a.name == "max" ? ast::CompareOp::Gt
                                                           : ast::CompareOp::Lt,
                                           key, bestKey, a.range);
    better = e.stopped() ? Value() : e.model.truth(better, a.range);
    if (e.stopped())
      return {};
    if (!better.isConst()) {
      bool isKnown =
          hasStatic(e.types.typeOf(best)) || hasStatic(e.types.typeOf(item));
      if (isKnown && (bringObjects(e, best, "the run finds the best of them") ||
                      bringObjects(e, item, "the run finds the best of them")))
        return {};
      if (isKnown)
        return e.error(a.range, "which of these is the best depends on data, "
                                "and they exist at compile time only; take the "
                                "best of their keys");
      Value rest = e.containers.newList(items.drop_front(i + 1).vec(), {},
                                        nullptr, a.range);
      return e.stopped() ? Value()
                         : e.run.callLibrary("_builtins.best_of_rest",
                                             {rest, a[1], makeStr(a.name), best,
                                              bestKey, item, key, better},
                                             a.range);
    }
    if (better.integer) {
      best = item;
      bestKey = key;
    }
  }
  return best;
}

static Value minMax(Context &e, Bound &a) {
  std::vector<Value> items = a[0].items;
  bool isList = items.size() == 1;
  if (!isList && a.has(2))
    return e.fault("TypeError", a.range,
                   "Cannot specify a default for " + a.name +
                       "() with multiple positional arguments");
  if (isList) {
    Value one = items[0];
    if (one.is(Kind::Tensor)) {
      if (e.script())
        return callTorch(e, a.name, one, a.range);
      if (a.given(1) || a.has(2))
        return e.error(a.range, "'" + a.name +
                                    "' of a tensor's rows takes no key and no "
                                    "default; use list() of it");
      return e.run.callLibrary("_builtins.best_row", {one, makeStr(a.name)},
                               a.range);
    }
    items.clear();
    if (one.is(Kind::Object) && !e.objects.isSet(one) && !e.script())
      one = e.run.callBuiltin(makeBuiltin("list"), CallArgs(a.range, {one}));
    if (!e.containers.staticItems(one, items)) {
      if (one.is(Kind::Iterator) || one.is(Kind::Dict) || one.is(Kind::Range))
        one = e.containers.listOfView(one, a.range);
      if (e.stopped() || !one.is(Kind::List))
        return e.stopped()
                   ? Value()
                   : e.error(a.range, "'" + a.name +
                                          "' takes numbers, or a list of them");
      return bestOfRun(e, a, one);
    }
  }
  if (items.empty() && a.has(2))
    return a[2];
  if (items.empty())
    return e.fault("ValueError", a.range,
                   a.name + "() arg is an empty sequence");
  if (a.given(1))
    return bestByKey(e, a, items);
  // An int and a float are two floats in TorchScript.
  if (e.script() &&
      llvm::any_of(items, [](const Value &v) { return v.is(Kind::Float); }))
    for (Value &item : items)
      if (item.isNumber() && !e.stopped())
        item = e.numbers.toFloat(item, a.range);
  if (e.stopped())
    return {};
  Value best = items[0];
  bool isMax = a.name == "max";
  for (size_t i = 1; i < items.size(); ++i) {
    // TorchScript keeps the first one only when it is better; that matters for
    // NaN.
    bool swap = e.script() && !isList;
    Value x = items[i];
    if (swap)
      std::swap(x, best);
    Value better = e.model.compare(
        isMax ? ast::CompareOp::Gt : ast::CompareOp::Lt, x, best, a.range);
    better = e.stopped() ? better : e.model.truth(better, a.range);
    if (e.stopped())
      return {};
    if (better.isConst()) {
      best = better.integer ? x : best;
      continue;
    }
    Value old = best;
    best = e.paths.select(
        better.ssa, [&] { return x; }, [&] { return old; }, a.range);
  }
  return best;
}

static Value sumOf(Context &e, Bound &a) {
  if (a[0].is(Kind::Tensor))
    return e.script() ? callTorch(e, "sum", a[0], a.range)
                      : e.run.callLibrary("_builtins.sum_of_rows", {a[0], a[1]},
                                          a.range);
  Value total = a[1];
  std::vector<Value> items;
  if (e.containers.staticItems(a[0], items)) {
    for (const Value &v : items) {
      total = e.model.binary(ast::BinaryOp::Add, total, v, a.range);
      if (e.stopped())
        return {};
    }
    return total;
  }
  if (e.stopped())
    return {};
  // A loop whose total is a variable of its own.
  std::string name = "$sum";
  // The loop is one of floats; of no items Python's sum is what it began with.
  bool isOfFloats = a[0].is(Kind::List) && e.get(a[0].id).elementType &&
                    e.get(a[0].id).elementType->kind == TypeKind::Float;
  if (isOfFloats)
    total = e.numbers.toFloat(total, a.range);
  e.frames.back().locals[name] = total;
  LoopSource source;
  source.node = nodeOf(a.range);
  ast::NameExpr use;
  use.id = "$sum";
  ast::ExprStmt statement;
  statement.value = &use;
  const ast::Stmt *body[] = {&statement};
  source.body = body;
  source.range = a.range;
  e.frames.here = a.range;
  e.paths.iterate(a[0], source, [&](Value v) -> Flow {
    Value next = e.model.binary(ast::BinaryOp::Add,
                                e.frames.back().locals[name], v, a.range);
    if (e.stopped())
      return Flow::none();
    e.frames.back().locals[name] = next;
    return {};
  });
  if (e.stopped())
    return {};
  total = e.frames.back().locals[name];
  e.frames.back().locals.erase(name);
  if (e.script() || !isOfFloats || !a[1].is(Kind::Int))
    return total;
  Value any = e.model.truth(a[0], a.range);
  return e.stopped() || any.isConst() ? total
                                      : e.paths.select(
                                            any.ssa, [&] { return total; },
                                            [&] { return a[1]; }, a.range);
}

static Value anyAllOf(Context &e, Bound &a) {
  std::vector<Value> items;
  bool isAny = a.name == "any";
  if (a[0].is(Kind::Tensor) && e.script())
    return callTorch(e, isAny ? "any" : "all", a[0], a.range);
  if (a[0].is(Kind::Tensor))
    return e.run.callLibrary(isAny ? "_builtins.any_row" : "_builtins.all_rows",
                             {a[0]}, a.range);
  if (!e.containers.staticItems(a[0], items)) {
    if (e.stopped())
      return {};
    if (a[0].is(Kind::List)) {
      Value found = e.model.contains(a[0], makeBool(isAny), a.range);
      return e.stopped() ? Value()
             : isAny     ? found
                         : e.model.unary(ast::UnaryOp::Not, found, a.range);
    }
    StringRef takes = "' takes a list";
    if (a[0].is(Kind::Str))
      return e.error(a.range, "'" + a.name + takes);
    return typeError(e, a[0], a.range,
                     "'" + className(e, a[0]) + "' object is not iterable",
                     "'" + a.name + takes);
  }
  Value result = makeBool(!isAny);
  for (const Value &v : items) {
    Value t = e.model.truth(v, a.range);
    if (e.stopped())
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

static Value absOf(Context &e, Bound &a);

/// Of a number of NumPy, of its dtype.
static Value absOfNumpy(Context &e, Bound &a) {
  Bound plain = a;
  plain[0] = pythonNumber(a[0]);
  if (plain[0].is(Kind::Bool))
    return a[0];
  Value result = absOf(e, plain);
  if (e.stopped())
    return {};
  if (isUnsureNumber(a[0])) {
    result.classInfo = a[0].classInfo;
    return result;
  }
  return numpyNumber(e, result, numpyDType(a[0]), a.range);
}

static Value absOf(Context &e, Bound &a) {
  if (isNumpyNumber(a[0]))
    return absOfNumpy(e, a);
  if (a[0].is(Kind::Object))
    return e.run.callMethod(a[0], "__abs__", CallArgs(a.range));
  if (a[0].is(Kind::Tensor))
    return callTorch(e, "abs", a[0], a.range);
  if (a[0].is(Kind::Float)) {
    if (a[0].isConst())
      return makeFloat(std::fabs(a[0].real));
    return makeFloat(
        math::AbsFOp::create(e.b, e.loc(a.range), a[0].ssa).getResult());
  }
  if (!a[0].isNumber())
    return typeError(e, a[0], a.range,
                     "bad operand type for abs(): '" + className(e, a[0]) + "'",
                     "abs() takes a number");
  Value x = e.numbers.toInt(a[0], a.range);
  if (x.isConst())
    return e.model.unary(x.integer < 0 ? ast::UnaryOp::Neg : ast::UnaryOp::Pos,
                         x, a.range);
  return makeInt(math::AbsIOp::create(e.b, e.loc(a.range), x.ssa).getResult());
}

static Value roundOf(Context &e, Bound &a) {
  if (a[0].is(Kind::Tensor))
    return callTorch(e, "round", a[0], a.range);
  if (a[0].is(Kind::Object)) {
    CallArgs args(a.range);
    if (a.given(1))
      args.positional.push_back(a[1]);
    return e.run.callMethod(a[0], "__round__", args);
  }
  if (isNumpyNumber(a[0]) && !isUnsureNumber(a[0]) && a.given(1))
    return e.run.callLibrary("numpy.round", {a[0], a[1]}, a.range);
  Value x = e.numbers.toFloat(a[0], a.range);
  if (e.stopped())
    return {};
  if (a.given(1)) {
    // Correctly rounded decimals: through the text of the number.
    int64_t digits;
    if (!e.numbers.knownInt(a[1], a.range, "the number of digits", digits))
      return {};
    if (e.script())
      return e.error(a.range, "round() takes one argument in TorchScript");
    if (!a[0].is(Kind::Float)) {
      // The nearest multiple of a power of ten, and of two the even one.
      Value n = e.numbers.toInt(a[0], a.range);
      if (digits >= 0)
        return e.model.unary(ast::UnaryOp::Pos, n, a.range);
      if (digits < -18)
        return e.error(a.range, "round() of an int to so many digits is not "
                                "supported");
      int64_t unit = 1;
      for (int64_t i = digits; i < 0; ++i)
        unit *= 10;
      return e.run.callLibrary("math._round_to", {n, makeInt(unit)}, a.range);
    }
    if (digits < 0) {
      if (digits < -22)
        return e.error(a.range, "round() to so many digits is not supported");
      // Powers of ten are exact up to there.
      double unit = 1;
      for (int64_t i = digits; i < 0; ++i)
        unit *= 10;
      return e.run.callLibrary("math._round_float_to", {x, makeFloat(unit)},
                               a.range);
    }
    if (digits > 300)
      return e.error(a.range,
                     "round() to this number of digits is not supported");
    std::string pattern = "%p." + std::to_string(digits) + "f%;";
    Value text = formatString(e, pattern, ValueRange{e.ssa(x)}, a.range);
    return makeFloat(
        StringToFloatOp::create(e.b, e.loc(a.range), e.ssa(text)).getResult());
  }
  Value rounded;
  if (!a[0].is(Kind::Float) && !e.script())
    return e.model.unary(ast::UnaryOp::Pos, e.numbers.toInt(a[0], a.range),
                         a.range);
  if (x.isConst())
    rounded = makeFloat(std::nearbyint(x.real));
  else
    rounded = makeFloat(
        math::RoundEvenOp::create(e.b, e.loc(a.range), x.ssa).getResult());
  return e.script() ? rounded : e.numbers.toInt(rounded, a.range);
}

static Value divmodOf(Context &e, Bound &a) {
  Value q = e.model.binary(ast::BinaryOp::FloorDiv, a[0], a[1], a.range);
  // TorchScript has its own remainder of an int and a float.
  bool isMixed = e.script() && a[0].isNumber() && a[1].isNumber() &&
                 a[0].is(Kind::Float) != a[1].is(Kind::Float);
  Value r;
  if (!e.stopped() && !isMixed)
    r = e.model.binary(ast::BinaryOp::Mod, a[0], a[1], a.range);
  else if (!e.stopped())
    r = e.model.binary(ast::BinaryOp::Sub, a[0],
                       e.model.binary(ast::BinaryOp::Mul, q, a[1], a.range),
                       a.range);
  return e.stopped() ? Value() : makeTuple({q, r});
}

/// Says that the operation does not fail.
static void markChecked(Context &e, Operation *op) {
  op->setAttr(neverFails, e.b.getUnitAttr());
}

/// _tine.is_number(text, kind): whether a text is one of "int" or "float".
static Value isNumberText(Context &e, Bound &a) {
  auto op = StringMethodOp::create(e.b, e.loc(a.range), e.b.getI1Type(),
                                   "is_" + a[1].text, e.ssa(a[0]), ValueRange(),
                                   false);
  markChecked(e, op);
  return makeBool(op.getResult());
}

/// _tine.read_number(text, kind): the number that it is known to be.
static Value readNumber(Context &e, Bound &a) {
  if (a[1].text == "int") {
    auto op = StringToIntOp::create(e.b, e.loc(a.range), e.ssa(a[0]));
    markChecked(e, op);
    return makeInt(op.getResult());
  }
  auto op = StringToFloatOp::create(e.b, e.loc(a.range), e.ssa(a[0]));
  markChecked(e, op);
  return makeFloat(op.getResult());
}

void registerNumberBuiltins(Registry &r) {
  r.add("_tine.is_number", "text, kind", isNumberText);
  r.add("_tine.read_number", "text, kind", readNumber);
  r.add("min max", "*values, key=None, default=", minMax,
        over(1) | IgnoresOrder);
  r.add("sum", "iterable, start=0", sumOf, over(1) | ListsEntries);
  r.add("any all", "iterable", anyAllOf, over(1) | IgnoresOrder);
  r.add("abs", "value", absOf);
  r.add("round", "value, ndigits=None", roundOf);
  r.add("divmod", "a, b", divmodOf);
  r.add("pow", "base, exp, mod=None", [](Context &e, Bound &a) -> Value {
    if (!a.given(2))
      return e.model.binary(ast::BinaryOp::Pow, a[0], a[1], a.range);
    for (const Value &v : a.values)
      if (!v.is(Kind::Int) && !v.is(Kind::Bool))
        return e.error(a.range, "pow() with a modulus takes three ints");
    return e.run.callLibrary("math._power_modulo",
                             {e.numbers.toInt(a[0], a.range),
                              e.numbers.toInt(a[1], a.range),
                              e.numbers.toInt(a[2], a.range)},
                             a.range);
  });
}

} // namespace tine::elaborate
