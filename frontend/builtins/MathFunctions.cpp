//===- MathFunctions.cpp - Python's module math ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Where the result of math.* is not what a number or a finite number has.
enum class Failure {
  none,   // it is total
  nan,    // of a number only: the result is bounded
  domain, // and an infinite result of a finite number
  range,  // the same, which is an overflow then
};

/// math.* of one float: name, folded value, operation.
struct MathFunction {
  const char *name;
  double (*fold)(double);
  const char *op;
  Failure failure = Failure::domain;
};

static const MathFunction mathFunctions[] = {
    {"sqrt", std::sqrt, "math.sqrt", Failure::nan},
    {"exp", std::exp, "math.exp", Failure::range},
    {"log", std::log, "math.log"},
    {"log2", std::log2, "math.log2"},
    {"log10", std::log10, "math.log10"},
    {"log1p", std::log1p, "math.log1p"},
    {"expm1", std::expm1, "math.expm1", Failure::range},
    {"sin", std::sin, "math.sin", Failure::nan},
    {"cos", std::cos, "math.cos", Failure::nan},
    {"tan", std::tan, "math.tan", Failure::nan},
    {"asin", std::asin, "math.asin", Failure::nan},
    {"acos", std::acos, "math.acos", Failure::nan},
    {"atan", std::atan, "math.atan", Failure::none},
    {"sinh", std::sinh, "math.sinh", Failure::range},
    {"cosh", std::cosh, "math.cosh", Failure::range},
    {"tanh", std::tanh, "math.tanh", Failure::none},
    {"erf", std::erf, "math.erf", Failure::none},
    {"fabs", std::fabs, "math.absf", Failure::none},
    {"erfc", std::erfc, "math.erfc", Failure::none},
    {"asinh", std::asinh, "math.asinh", Failure::none},
    {"acosh", std::acosh, "math.acosh", Failure::nan},
    {"atanh", std::atanh, "math.atanh"},
    {"cbrt", std::cbrt, "math.cbrt", Failure::none},
    {"exp2", std::exp2, "math.exp2", Failure::range},
};

namespace {

/// Tests of floats at a place of the program.
struct FloatTests {
  Context &e;
  Location where;

  mlir::Value compare(arith::CmpFPredicate is, mlir::Value v, mlir::Value w) {
    return arith::CmpFOp::create(e.b, where, is, v, w);
  }
  mlir::Value either(mlir::Value v, mlir::Value w) {
    return arith::OrIOp::create(e.b, where, v, w);
  }
  mlir::Value isNan(mlir::Value v) {
    return compare(arith::CmpFPredicate::UNO, v, v);
  }
  mlir::Value isNumber(mlir::Value v) {
    return compare(arith::CmpFPredicate::ORD, v, v);
  }
  mlir::Value isInfinite(mlir::Value v) {
    return toInfinity(arith::CmpFPredicate::OEQ, v);
  }
  mlir::Value isNotInfinite(mlir::Value v) {
    return toInfinity(arith::CmpFPredicate::UNE, v);
  }
  mlir::Value isFinite(mlir::Value v) {
    return toInfinity(arith::CmpFPredicate::OLT, v);
  }

private:
  mlir::Value toInfinity(arith::CmpFPredicate is, mlir::Value v) {
    return compare(is, math::AbsFOp::create(e.b, where, v),
                   e.ssa(makeFloat(__builtin_inf())));
  }
};

} // namespace

static mlir::Value createFloat(Context &e, Location where, StringRef op,
                               ValueRange operands) {
  OperationState state(where, op);
  state.addOperands(operands);
  state.addTypes(e.b.getF64Type());
  return e.b.create(state)->getResult(0);
}

static Value applyMath(Context &e, Bound &a) {
  const MathFunction *function = llvm::find_if(
      mathFunctions, [&](const MathFunction &f) { return a.name == f.name; });
  bool isRange = function->failure == Failure::range;
  Value x = e.numbers.toFloat(a[0], a.range);
  if (e.stopped())
    return {};
  if (x.isConst()) {
    double y = function->fold(x.real);
    if (e.script())
      return makeFloat(y);
    if (std::isinf(y) && std::isfinite(x.real))
      return isRange ? e.fault("OverflowError", a.range, "math range error")
                     : e.fault("ValueError", a.range, "math domain error");
    if (std::isnan(y) && !std::isnan(x.real))
      return e.fault("ValueError", a.range, "math domain error");
    return makeFloat(y);
  }
  FloatTests tests{e, e.loc(a.range)};
  mlir::Value y = createFloat(e, tests.where, function->op, e.ssa(x));
  // The library's own code takes care of that.
  if (e.script() || function->failure == Failure::none ||
      e.frames.back().scope->isLibrary)
    return makeFloat(y);
  e.check(tests.either(tests.isNan(x.ssa), tests.isNumber(y)), "ValueError",
          "math domain error", a.range);
  if (function->failure != Failure::nan)
    e.check(tests.either(tests.isInfinite(x.ssa), tests.isNotInfinite(y)),
            isRange ? "OverflowError" : "ValueError",
            isRange ? "math range error" : "math domain error", a.range);
  return makeFloat(y);
}

/// math.log(x), and to another base.
static Value logOf(Context &e, Bound &a) {
  Bound one = a;
  one.name = "log";
  one.values = {a[0]};
  Value x = applyMath(e, one);
  if (!a.given(1) || e.stopped())
    return x;
  one.values = {a[1]};
  Value base = applyMath(e, one);
  return e.stopped() ? Value()
                     : e.model.binary(ast::BinaryOp::Div, x, base, a.range);
}

/// floor() and ceil() of TorchScript, unlike int().
static void checkFinite(Context &e, const Value &x, ast::Range range) {
  FloatTests tests{e, e.loc(range)};
  mlir::Value number = e.ssa(x);
  for (const auto &[text, value] :
       {std::pair<const char *, double>{"inf", INFINITY}, {"-inf", -INFINITY}})
    e.check(tests.compare(arith::CmpFPredicate::UNE, number,
                          e.ssa(makeFloat(value))),
            "RuntimeError",
            Twine("Cannot convert float ") + text + " to integer", range);
  e.check(tests.isNumber(number), "RuntimeError",
          "Cannot convert float nan to integer", range);
}

static Value floorCeil(Context &e, Bound &a) {
  if (a[0].is(Kind::Int))
    return e.model.unary(ast::UnaryOp::Pos, a[0], a.range);
  Value x = e.numbers.toFloat(a[0], a.range);
  if (e.stopped())
    return {};
  if (e.script() && a.name != "trunc")
    checkFinite(e, x, a.range);
  if (x.isConst())
    return e.numbers.toInt(makeFloat(a.name == "floor"  ? std::floor(x.real)
                                     : a.name == "ceil" ? std::ceil(x.real)
                                                        : std::trunc(x.real)),
                           a.range);
  mlir::Value rounded =
      createFloat(e, e.loc(a.range), "math." + a.name, e.ssa(x));
  return e.numbers.toInt(makeFloat(rounded), a.range);
}

static Value floatTest(Context &e, Bound &a) {
  Value x = e.numbers.toFloat(a[0], a.range);
  if (e.stopped())
    return {};
  if (x.isConst())
    return makeBool(a.name == "isnan"   ? std::isnan(x.real)
                    : a.name == "isinf" ? std::isinf(x.real)
                                        : std::isfinite(x.real));
  FloatTests tests{e, e.loc(a.range)};
  return makeBool(a.name == "isnan"   ? tests.isNan(x.ssa)
                  : a.name == "isinf" ? tests.isInfinite(x.ssa)
                                      : tests.isFinite(x.ssa));
}

/// Upstream folds atan2 of two zeros to NaN: any x of that sign gives the same.
static mlir::Value apartFromZero(Context &e, Location where, mlir::Value y,
                                 mlir::Value x) {
  mlir::Value zero = e.ssa(makeFloat(0.0)), one = e.ssa(makeFloat(1.0));
  FloatTests tests{e, where};
  mlir::Value both = arith::AndIOp::create(
      e.b, where, tests.compare(arith::CmpFPredicate::OEQ, y, zero),
      tests.compare(arith::CmpFPredicate::OEQ, x, zero));
  mlir::Value sign = math::CopySignOp::create(e.b, where, one, x);
  return arith::SelectOp::create(e.b, where, both, sign, x);
}

static Value floatPow(Context &e, Bound &a) {
  Value x = e.numbers.toFloat(a[0], a.range),
        y = e.stopped() ? Value() : e.numbers.toFloat(a[1], a.range);
  if (e.stopped())
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
    if (a.name == "atan2")
      g = apartFromZero(e, where, f, g);
    result = createFloat(
        e, where, a.name == "pow" ? "math.powf" : "math." + a.name, {f, g});
  }
  if (isChecked && !e.frames.back().scope->isLibrary) {
    // A NaN of numbers, and infinity of finite ones, of which that of zero is
    // no overflow.
    FloatTests tests{e, where};
    mlir::Value fine = tests.either(
        tests.compare(arith::CmpFPredicate::UNO, f, g), tests.isNumber(result));
    mlir::Value tame =
        tests.either(tests.isNotInfinite(result),
                     tests.either(tests.isInfinite(f), tests.isInfinite(g)));
    mlir::Value isNotZero =
        tests.compare(arith::CmpFPredicate::UNE, f, e.ssa(makeFloat(0.0)));
    e.check(fine, "ValueError", "math domain error", a.range);
    e.check(tests.either(tame, isNotZero), "ValueError", "math domain error",
            a.range);
    e.check(tame, "OverflowError", "math range error", a.range);
  }
  return makeFloat(result);
}

void registerMathFunctions(Registry &r) {
  for (const MathFunction &f : mathFunctions)
    r.add(std::string("math.") + f.name, "x", applyMath);
  r.add("math.log", "x, base=None", logOf);
  r.add("math.floor math.ceil math.trunc", "x", floorCeil);
  r.add("math.isnan math.isinf math.isfinite", "x", floatTest);
  r.add("math.pow math.atan2 math.fmod math.copysign", "x, y", floatPow);
}

} // namespace tine::elaborate
