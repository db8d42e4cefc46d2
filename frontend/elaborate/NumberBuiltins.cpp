//===- NumberBuiltins.cpp - abs, min, sum, math.sqrt ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builtin functions of numbers, and of several of them.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// A function of torch of one tensor.
static Value callTorch(Elaborator &e, StringRef name, const Value &tensor,
                       ast::Range range) {
  CallArgs args;
  args.range = range;
  args.positional = {tensor};
  return e.callBuiltin(makeBuiltin(("torch." + name).str()), args);
}

/// math.* of one float: name, folded value, operation.
/// `range`: where an infinite result of a finite number is an overflow.
struct MathFunction {
  const char *name;
  double (*fold)(double);
  const char *op;
  bool range = false;
};

static const MathFunction mathFunctions[] = {
    {"sqrt", std::sqrt, "math.sqrt"},
    {"exp", std::exp, "math.exp", true},
    {"log", std::log, "math.log"},
    {"log2", std::log2, "math.log2"},
    {"log10", std::log10, "math.log10"},
    {"log1p", std::log1p, "math.log1p"},
    {"expm1", std::expm1, "math.expm1", true},
    {"sin", std::sin, "math.sin"},
    {"cos", std::cos, "math.cos"},
    {"tan", std::tan, "math.tan"},
    {"asin", std::asin, "math.asin"},
    {"acos", std::acos, "math.acos"},
    {"atan", std::atan, "math.atan"},
    {"sinh", std::sinh, "math.sinh", true},
    {"cosh", std::cosh, "math.cosh", true},
    {"tanh", std::tanh, "math.tanh"},
    {"erf", std::erf, "math.erf"},
    {"fabs", std::fabs, "math.absf"},
    {"erfc", std::erfc, "math.erfc"},
    {"asinh", std::asinh, "math.asinh"},
    {"acosh", std::acosh, "math.acosh"},
    {"atanh", std::atanh, "math.atanh"},
    {"cbrt", std::cbrt, "math.cbrt"},
    {"exp2", std::exp2, "math.exp2", true},
};

static Value applyMath(Elaborator &e, Bound &a) {
  const MathFunction *function = llvm::find_if(
      mathFunctions, [&](const MathFunction &f) { return a.name == f.name; });
  Value x = e.toFloat(a[0], a.range);
  if (e.stopped)
    return {};
  if (x.isConst()) {
    double y = function->fold(x.real);
    if (!e.script() && std::isinf(y) && std::isfinite(x.real) &&
        function->range)
      return e.fault("OverflowError", a.range, "math range error");
    if (!e.script() && ((std::isnan(y) && !std::isnan(x.real)) ||
                        (std::isinf(y) && std::isfinite(x.real))))
      return e.fault("ValueError", a.range, "math domain error");
    return makeFloat(y);
  }
  OperationState state(e.loc(a.range), function->op);
  state.addOperands(e.ssa(x));
  state.addTypes(e.b.getF64Type());
  mlir::Value y = e.b.create(state)->getResult(0);
  StringRef name = function->name;
  bool isTotal = name == "tanh" || name == "atan" || name == "asinh" ||
                 name == "erf" || name == "erfc" || name == "fabs" ||
                 name == "cbrt";
  // The library's own code takes care of that.
  if (e.script() || isTotal || e.frames.back().scope->isLibrary)
    return makeFloat(y);
  // A NaN of a number, and infinity of a finite one.
  Location where = e.loc(a.range);
  auto test = [&](arith::CmpFPredicate is, mlir::Value v, mlir::Value w) {
    return arith::CmpFOp::create(e.b, where, is, v, w).getResult();
  };
  mlir::Value inf = e.ssa(makeFloat(__builtin_inf()));
  auto isFinite = [&](mlir::Value v) {
    return test(arith::CmpFPredicate::OLT, math::AbsFOp::create(e.b, where, v),
                inf);
  };
  auto either = [&](mlir::Value v, mlir::Value w) {
    return arith::OrIOp::create(e.b, where, v, w).getResult();
  };
  mlir::Value xIsNan = test(arith::CmpFPredicate::UNO, x.ssa, x.ssa);
  mlir::Value yIsNumber = test(arith::CmpFPredicate::ORD, y, y);
  e.check(either(xIsNan, yIsNumber), "ValueError", "math domain error",
          a.range);
  bool isBounded = name == "sqrt" || name == "sin" || name == "cos" ||
                   name == "tan" || name == "asin" || name == "acos" ||
                   name == "acosh";
  if (!isBounded) {
    mlir::Value xIsFinite = isFinite(x.ssa);
    mlir::Value isInfinite =
        arith::XOrIOp::create(e.b, where, xIsFinite, e.ssa(makeBool(true)));
    mlir::Value tame = test(arith::CmpFPredicate::UNE,
                            math::AbsFOp::create(e.b, where, y), inf);
    e.check(either(isInfinite, tame),
            function->range ? "OverflowError" : "ValueError",
            function->range ? "math range error" : "math domain error",
            a.range);
  }
  return makeFloat(y);
}

/// math.log(x), and to another base.
static Value logOf(Elaborator &e, Bound &a) {
  Bound one = a;
  one.name = "log";
  one.values = {a[0]};
  Value x = applyMath(e, one);
  if (!a.given(1) || e.stopped)
    return x;
  one.values = {a[1]};
  Value base = applyMath(e, one);
  return e.stopped ? Value() : e.binary(ast::BinaryOp::Div, x, base, a.range);
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
      if (e.script())
        return callTorch(e, a.name, one, a.range);
      if (a.given(1))
        return e.error(a.range, "'" + a.name +
                                    "' of a tensor's rows takes no key; use "
                                    "list() of it");
      return e.callLibrary("_builtins.best_row", {one, makeStr(a.name)},
                           a.range);
    }
    items.clear();
    if (!e.staticItems(one, items)) {
      if (one.is(Kind::Iterator) || one.is(Kind::Dict) || one.is(Kind::Range))
        one = e.listOfView(one, a.range);
      if (e.stopped || !one.is(Kind::List))
        return e.stopped
                   ? Value()
                   : e.error(a.range, "'" + a.name +
                                          "' takes numbers, or a list of them");
      if (a.given(1))
        return e.callLibrary("_builtins.best_item",
                             {one, a[1], makeStr(a.name)}, a.range);
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
      if (!better.isConst()) {
        Value list = isList ? e.listOfView(a[0].items[0], a.range)
                            : e.newList(items, {}, nullptr, a.range);
        return e.stopped
                   ? Value()
                   : e.callLibrary("_builtins.best_item",
                                   {list, a[1], makeStr(a.name)}, a.range);
      }
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
  if (a[0].is(Kind::Tensor))
    return e.script()
               ? callTorch(e, "sum", a[0], a.range)
               : e.callLibrary("_builtins.sum_of_rows", {a[0], a[1]}, a.range);
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
  if (a[0].is(Kind::Tensor))
    return e.callLibrary(isAny ? "_builtins.any_row" : "_builtins.all_rows",
                         {a[0]}, a.range);
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
    return callTorch(e, "abs", a[0], a.range);
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
    return callTorch(e, "round", a[0], a.range);
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
    if (!a[0].is(Kind::Float)) {
      // The nearest multiple of a power of ten, and of two the even one.
      Value n = e.toInt(a[0], a.range);
      if (digits >= 0)
        return n;
      if (digits < -18)
        return e.error(a.range, "round() of an int to so many digits is not "
                                "supported");
      CallArgs args;
      args.range = a.range;
      int64_t unit = 1;
      for (int64_t i = digits; i < 0; ++i)
        unit *= 10;
      args.positional = {n, makeInt(unit)};
      Value function = e.qualified("math._round_to");
      return e.stopped ? Value() : e.call(function, args);
    }
    if (digits < 0) {
      if (digits < -22)
        return e.error(a.range, "round() to so many digits is not supported");
      // A power of ten that is exact; the quotient's rounding is CPython's for
      // what is far from half.
      CallArgs args;
      args.range = a.range;
      double unit = 1;
      for (int64_t i = digits; i < 0; ++i)
        unit *= 10;
      args.positional = {x, makeFloat(unit)};
      Value function = e.qualified("math._round_float_to");
      return e.stopped ? Value() : e.call(function, args);
    }
    if (digits > 300)
      return e.error(a.range,
                     "round() to this number of digits is not supported");
    std::string pattern = "%p." + std::to_string(digits) + "f%;";
    Value text = e.formatString(pattern, ValueRange{e.ssa(x)}, a.range);
    return makeFloat(
        StringToFloatOp::create(e.b, e.loc(a.range), e.ssa(text)).getResult());
  }
  Value rounded;
  if (!a[0].is(Kind::Float) && !e.script())
    return e.toInt(a[0], a.range);
  if (x.isConst())
    rounded = makeFloat(std::nearbyint(x.real));
  else
    rounded = makeFloat(
        math::RoundEvenOp::create(e.b, e.loc(a.range), x.ssa).getResult());
  return e.script() ? rounded : e.toInt(rounded, a.range);
}

static Value divmodOf(Elaborator &e, Bound &a) {
  Value q = e.binary(ast::BinaryOp::FloorDiv, a[0], a[1], a.range);
  Value r =
      e.stopped ? Value() : e.binary(ast::BinaryOp::Mod, a[0], a[1], a.range);
  return e.stopped ? Value() : makeTuple({q, r});
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
  bool isChecked = !e.script() && (a.name == "pow" || a.name == "fmod");
  if (x.isConst() && y.isConst()) {
    double f = x.real, g = y.real;
    double result = a.name == "pow"     ? std::pow(f, g)
                    : a.name == "atan2" ? std::atan2(f, g)
                    : a.name == "fmod"  ? std::fmod(f, g)
                                        : std::copysign(f, g);
    bool isDomain = std::isnan(result) && !std::isnan(f) && !std::isnan(g);
    bool isRange = std::isinf(result) && std::isfinite(f) && std::isfinite(g);
    if (isChecked && (isDomain || (isRange && f == 0)))
      return e.fault("ValueError", a.range, "math domain error");
    if (isChecked && isRange)
      return e.fault("OverflowError", a.range, "math range error");
    return makeFloat(result);
  }
  Location where = e.loc(a.range);
  mlir::Value f = e.ssa(x), g = e.ssa(y), result;
  if (a.name == "fmod") {
    result = arith::RemFOp::create(e.b, where, f, g);
  } else {
    OperationState state(where, a.name == "pow"     ? "math.powf"
                                : a.name == "atan2" ? "math.atan2"
                                                    : "math.copysign");
    state.addOperands({f, g});
    state.addTypes(e.b.getF64Type());
    result = e.b.create(state)->getResult(0);
  }
  if (isChecked && !e.frames.back().scope->isLibrary) {
    // A NaN of numbers, and infinity of finite ones, of which that of zero is
    // no overflow.
    auto test = [&](arith::CmpFPredicate is, mlir::Value v, mlir::Value w) {
      return arith::CmpFOp::create(e.b, where, is, v, w).getResult();
    };
    auto either = [&](mlir::Value v, mlir::Value w) {
      return arith::OrIOp::create(e.b, where, v, w).getResult();
    };
    mlir::Value inf = e.ssa(makeFloat(__builtin_inf())),
                zero = e.ssa(makeFloat(0.0));
    auto size = [&](mlir::Value v) {
      return math::AbsFOp::create(e.b, where, v).getResult();
    };
    mlir::Value fine = either(test(arith::CmpFPredicate::UNO, f, g),
                              test(arith::CmpFPredicate::ORD, result, result));
    mlir::Value tame =
        either(test(arith::CmpFPredicate::UNE, size(result), inf),
               either(test(arith::CmpFPredicate::UEQ, size(f), inf),
                      test(arith::CmpFPredicate::UEQ, size(g), inf)));
    e.check(fine, "ValueError", "math domain error", a.range);
    e.check(either(tame, test(arith::CmpFPredicate::UNE, f, zero)),
            "ValueError", "math domain error", a.range);
    e.check(tame, "OverflowError", "math range error", a.range);
  }
  return makeFloat(result);
}

void registerNumberBuiltins(Registry &r) {
  auto reg = [&](StringRef names, StringRef signature, Handler handler) {
    registerNames(r, names, signature, handler);
  };
  reg("min max", "*values, key=None, default=None", minMax);
  reg("sum", "iterable, start=0", sumOf);
  reg("any all", "iterable", anyAllOf);
  reg("abs", "value", absOf);
  reg("round", "value, ndigits=None", roundOf);
  reg("divmod", "a, b", divmodOf);
  reg("pow", "base, exp, mod=None", [](Elaborator &e, Bound &a) -> Value {
    if (!a.given(2))
      return e.binary(ast::BinaryOp::Pow, a[0], a[1], a.range);
    for (const Value &v : a.values)
      if (!v.is(Kind::Int) && !v.is(Kind::Bool))
        return e.error(a.range, "pow() with a modulus takes three ints");
    CallArgs args;
    args.range = a.range;
    for (const Value &v : a.values)
      args.positional.push_back(e.toInt(v, a.range));
    Value function = e.qualified("math._power_modulo");
    return e.stopped ? Value() : e.call(function, args);
  });
  for (const MathFunction &f : mathFunctions)
    reg((std::string("math.") + f.name), "x", applyMath);
  reg("math.log", "x, base=None", logOf);
  reg("math.floor math.ceil math.trunc", "x", floorCeil);
  reg("math.isnan math.isinf math.isfinite", "x", floatTest);
  reg("math.pow math.atan2 math.fmod math.copysign", "x, y", floatPow);
}

} // namespace tine::elaborate
