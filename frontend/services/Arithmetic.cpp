//===- Arithmetic.cpp - Binary operators on numbers -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers that are known are folded as Python or TorchScript computes; others
// become operations of arith and math.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Arithmetic.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace tine;
using ast::BinaryOp;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Numbers that are known
//===----------------------------------------------------------------------===//

static int64_t wrap(__int128 value) { return static_cast<int64_t>(value); }

static int64_t floorDivide(int64_t a, int64_t c) {
  if (c == -1)
    return wrap(-static_cast<__int128>(a));
  int64_t q = a / c;
  return (a % c != 0 && ((a < 0) != (c < 0))) ? q - 1 : q;
}

/// Python's `%`, whose zeros have the divisor's sign.
static double floatMod(double a, double c) {
  double m = std::fmod(a, c);
  if (m == 0)
    return std::copysign(0.0, c);
  return (c < 0) != (m < 0) ? m + c : m;
}

/// TorchScript's, which differs where the sum is rounded.
static double scriptMod(double a, double c) {
  return std::fmod(c + std::fmod(a, c), c);
}

/// Python's `//`: the remainder is taken off before it gets the divisor's sign.
static double floatFloorDiv(double a, double c) {
  double m = std::fmod(a, c);
  double whole = (a - m) / c;
  if (m != 0 && ((c < 0) != (m < 0)))
    whole -= 1;
  if (whole == 0)
    return std::copysign(0.0, a / c);
  double floor = std::floor(whole);
  return whole - floor > 0.5 ? floor + 1 : floor;
}

/// base ** exponent of non-negative exponents, modulo 2^64.
static int64_t intPow(int64_t base, int64_t exponent) {
  uint64_t result = 1, b = base;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      result *= b;
    b *= b;
  }
  return static_cast<int64_t>(result);
}

/// int and float arithmetic where both operands are known, or null.
static std::optional<Value> foldNumbers(BinaryOp op, const Value &a,
                                        const Value &c, bool script) {
  bool ints = !a.is(Kind::Float) && !c.is(Kind::Float);
  __int128 x = a.integer, y = c.integer;
  double f = a.asDouble(), g = c.asDouble();
  switch (op) {
  case BinaryOp::Add:
    return ints ? makeInt(wrap(x + y)) : makeFloat(f + g);
  case BinaryOp::Sub:
    return ints ? makeInt(wrap(x - y)) : makeFloat(f - g);
  case BinaryOp::Mul:
    return ints ? makeInt(wrap(x * y)) : makeFloat(f * g);
  case BinaryOp::Div:
    if (g == 0 && !script)
      return std::nullopt;
    return makeFloat(f / g);
  case BinaryOp::FloorDiv:
    if (g == 0)
      return std::nullopt;
    return ints ? makeInt(floorDivide(a.integer, c.integer))
                : makeFloat(script ? std::floor(f / g) : floatFloorDiv(f, g));
  case BinaryOp::Mod:
    if (g == 0)
      return std::nullopt;
    return ints ? makeInt(wrap(x - static_cast<__int128>(
                                       floorDivide(a.integer, c.integer)) *
                                       y))
                : makeFloat(script ? scriptMod(f, g) : floatMod(f, g));
  case BinaryOp::Pow:
    if (ints && !script && c.integer >= 0)
      return makeInt(intPow(a.integer, c.integer));
    return makeFloat(std::pow(f, g));
  case BinaryOp::BitAnd:
    return ints ? std::optional(makeInt(a.integer & c.integer)) : std::nullopt;
  case BinaryOp::BitOr:
    return ints ? std::optional(makeInt(a.integer | c.integer)) : std::nullopt;
  case BinaryOp::BitXor:
    return ints ? std::optional(makeInt(a.integer ^ c.integer)) : std::nullopt;
  case BinaryOp::ShiftLeft:
    if (ints && !script && a.integer == 0 && c.integer >= 0)
      return makeInt(0);
    if (!ints || c.integer < 0 || c.integer > 63)
      return std::nullopt;
    return makeInt(
        static_cast<int64_t>(static_cast<uint64_t>(a.integer) << c.integer));
  case BinaryOp::ShiftRight:
    if (!ints || c.integer < 0 || (script && c.integer > 63))
      return std::nullopt;
    return makeInt(a.integer >> std::min<int64_t>(c.integer, 63));
  default:
    return std::nullopt;
  }
}

static constexpr StringLiteral zeroPowerText =
    "0.0 cannot be raised to a negative power";

/// Whether Python's unbounded integers and checked powers agree with ours.
static bool checkPythonRange(Context &e, BinaryOp op, const Value &a,
                             const Value &c, ast::Range range) {
  double f = a.asDouble(), g = c.asDouble();
  if (op == BinaryOp::Pow && f == 0 && g < 0) {
    e.fault("ZeroDivisionError", range, zeroPowerText);
    return false;
  }
  if (a.is(Kind::Float) || c.is(Kind::Float)) {
    if (op != BinaryOp::Pow || !std::isfinite(f) || !std::isfinite(g))
      return true;
    if (f < 0 && g != std::floor(g)) {
      e.error(range, "this power is a complex number, which is not supported");
      return false;
    }
    if (!std::isinf(std::pow(f, g)))
      return true;
    e.fault("OverflowError", range, "(34, 'Numerical result out of range')");
    return false;
  }
  int64_t result = 0;
  bool fits = true;
  switch (op) {
  case BinaryOp::Add:
    fits = !__builtin_add_overflow(a.integer, c.integer, &result);
    break;
  case BinaryOp::Sub:
    fits = !__builtin_sub_overflow(a.integer, c.integer, &result);
    break;
  case BinaryOp::Mul:
    fits = !__builtin_mul_overflow(a.integer, c.integer, &result);
    break;
  case BinaryOp::FloorDiv:
    fits = a.integer != INT64_MIN || c.integer != -1;
    break;
  case BinaryOp::Pow:
    // -1, 0 and 1 have all powers, other numbers less than 64.
    result = 1;
    if (a.integer < -1 || a.integer > 1)
      for (int64_t i = 0; i < c.integer && fits; ++i)
        fits = !__builtin_mul_overflow(result, a.integer, &result);
    break;
  case BinaryOp::ShiftLeft:
    if (c.integer > 0 && a.integer)
      fits = c.integer < 63 && !__builtin_mul_overflow(
                                   a.integer, int64_t(1) << c.integer, &result);
    break;
  default:
    break;
  }
  if (fits)
    return true;
  e.error(range, "the result does not fit 64 bits, as integers have to here");
  return false;
}

/// Whether the int is known not to be negative: made of the numbers of
/// iterations.
static bool isNatural(mlir::Value value) {
  llvm::SetVector<mlir::Value> parts;
  parts.insert(value);
  for (size_t i = 0; i < parts.size(); ++i) {
    APInt constant;
    if (matchPattern(parts[i], m_ConstantInt(&constant))) {
      if (constant.isNegative())
        return false;
      continue;
    }
    Operation *op = parts[i].getDefiningOp();
    if (isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op)) {
      parts.insert(op->operand_begin(), op->operand_end());
      continue;
    }
    // An argument that is an index counts the iterations of a loop from 0.
    if (!isa_and_nonnull<arith::IndexCastOp>(op) ||
        !isa<BlockArgument>(op->getOperand(0)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers that only the run knows
//===----------------------------------------------------------------------===//

Value unsupportedOperands(Context &e, BinaryOp op, const Value &a,
                          const Value &c, ast::Range range) {
  StringRef own = ast::spelling(op);
  std::string spelled = own == "**" ? "** or pow()" : own.str();
  std::string pythons = "unsupported operand type(s) for " + spelled + ": '" +
                        className(e, a) + "' and '" + className(e, c) + "'";
  // Sequences say what they take themselves.
  bool isStr = a.is(Kind::Str),
       isSequence = isStr || a.is(Kind::List) || a.is(Kind::Tuple);
  if (op == BinaryOp::Add && isSequence)
    pythons = "can only concatenate " + className(e, a) + " (not \"" +
              className(e, c) + "\") to " + className(e, a);
  if (op == BinaryOp::Mul && (isSequence || c.is(Kind::Str)))
    pythons = "can't multiply sequence by non-int of type '" +
              className(e, isSequence ? c : a) + "'";
  return typeError(e, {a, c}, range, pythons,
                   "unsupported operand types for " + own + ": '" +
                       toString(e.types.typeOf(a)) + "' and '" +
                       toString(e.types.typeOf(c)) + "'");
}

namespace {

/// One operation on two numbers.
class Arithmetic {
public:
  Arithmetic(Context &e, BinaryOp op, Value a, Value c, ast::Range range)
      : e(e), op(op), a(std::move(a)), c(std::move(c)), range(range),
        where(e.loc(range)), b(e.b) {}

  Value run() {
    if (a.is(Kind::Bool) && c.is(Kind::Bool) &&
        (op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
         op == BinaryOp::BitXor))
      return ofBools();
    if (op == BinaryOp::MatMul)
      return unsupported();
    if (a.is(Kind::Bool))
      a = e.numbers.toInt(a, range);
    if (c.is(Kind::Bool))
      c = e.numbers.toInt(c, range);
    if (a.isConst() && c.isConst()) {
      if (!e.script() && !checkPythonRange(e, op, a, c, range))
        return {};
      if (op == BinaryOp::Pow && a.asDouble() == 0 && c.asDouble() < 0)
        return e.fault("RuntimeError", range, zeroPowerText);
      if (std::optional<Value> folded = foldNumbers(op, a, c, e.script()))
        return *folded;
      if (!mayFail())
        return unsupported();
    }
    if (!a.is(Kind::Int) || !c.is(Kind::Int))
      return ofFloats();
    // A number that is known may make the operation trivial.
    int64_t neutral = op == BinaryOp::Mul;
    if (op == BinaryOp::Mul || op == BinaryOp::Add)
      if ((a.isConst() && a.integer == neutral) ||
          (c.isConst() && c.integer == neutral))
        return a.isConst() ? c : a;
    return ofInts();
  }

private:
  Value unsupported() { return unsupportedOperands(e, op, a, c, range); }

  /// Whether the operation has no result for some numbers of these types.
  bool mayFail() const {
    bool divides =
        op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod;
    bool shifts = op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight;
    return divides || (shifts && a.is(Kind::Int));
  }

  Value ofBools() {
    if (a.isConst() && c.isConst())
      return makeBool(op == BinaryOp::BitAnd  ? (a.integer & c.integer)
                      : op == BinaryOp::BitOr ? (a.integer | c.integer)
                                              : (a.integer ^ c.integer));
    x = e.ssa(a);
    y = e.ssa(c);
    return makeBool(bitwise());
  }

  mlir::Value bitwise() {
    if (op == BinaryOp::BitAnd)
      return arith::AndIOp::create(b, where, x, y);
    if (op == BinaryOp::BitOr)
      return arith::OrIOp::create(b, where, x, y);
    return arith::XOrIOp::create(b, where, x, y);
  }

  /// What `divide` gives unless the right operand is zero.
  Value unlessZero(StringRef text, function_ref<Value()> divide) {
    if (c.isConst() && c.asDouble() != 0)
      return divide();
    if (c.isConst() && e.diagnoser.isSeen(errorClass("ZeroDivisionError")))
      return e.fault("ZeroDivisionError", range, text);
    mlir::Value ok;
    if (a.is(Kind::Int) && c.is(Kind::Int))
      ok = arith::CmpIOp::create(b, where, arith::CmpIPredicate::ne, e.ssa(c),
                                 e.constInt(0));
    else
      ok = arith::CmpFOp::create(b, where, arith::CmpFPredicate::UNE,
                                 e.ssa(e.numbers.toFloat(c, range)),
                                 e.ssa(makeFloat(0.0)));
    return e.diagnoser.guarded(ok, "ZeroDivisionError", text, range, divide);
  }

  /// Makes sure that no zero is raised to a negative power.
  void checkPower(const Value &f, const Value &g) {
    if ((f.isConst() && f.real != 0) || (g.isConst() && g.real >= 0))
      return;
    auto compare = [&](const Value &v, arith::CmpFPredicate how) {
      return arith::CmpFOp::create(b, where, how, e.ssa(v),
                                   e.ssa(makeFloat(0.0)));
    };
    mlir::Value ok =
        arith::OrIOp::create(b, where, compare(f, arith::CmpFPredicate::UNE),
                             compare(g, arith::CmpFPredicate::UGE));
    e.check(ok, e.script() ? "RuntimeError" : "ZeroDivisionError",
            zeroPowerText, range);
  }

  //===--------------------------------------------------------------------===//
  // Integers
  //===--------------------------------------------------------------------===//

  Value ofInts() {
    if (op == BinaryOp::Div) {
      auto divide = [&] {
        Value f = e.numbers.toFloat(a, range), g = e.numbers.toFloat(c, range);
        return makeFloat(
            arith::DivFOp::create(b, where, e.ssa(f), e.ssa(g)).getResult());
      };
      return e.script() ? divide() : unlessZero("division by zero", divide);
    }
    if (op == BinaryOp::FloorDiv || op == BinaryOp::Mod)
      return unlessZero(e.script()            ? "division by 0"
                        : op == BinaryOp::Mod ? "integer modulo by zero"
                                              : "integer division or modulo by "
                                                "zero",
                        [&] { return ofSafeInts(); });
    return ofSafeInts();
  }

  /// Where the right operand of a division is not zero.
  Value ofSafeInts() {
    if (op == BinaryOp::Pow && (e.script() || !c.isConst() || c.integer < 0))
      return powerOfRun();
    x = e.ssa(a);
    y = e.ssa(c);
    switch (op) {
    case BinaryOp::Add:
      return makeInt(arith::AddIOp::create(b, where, x, y).getResult());
    case BinaryOp::Sub:
      return makeInt(arith::SubIOp::create(b, where, x, y).getResult());
    case BinaryOp::Mul:
      return makeInt(arith::MulIOp::create(b, where, x, y).getResult());
    case BinaryOp::FloorDiv:
      return makeInt(quotient());
    case BinaryOp::Mod: {
      mlir::Value p = arith::MulIOp::create(b, where, quotient(), y);
      return makeInt(arith::SubIOp::create(b, where, x, p).getResult());
    }
    case BinaryOp::Pow:
      return makeInt(power(c.integer));
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return makeInt(bitwise());
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
      return shift();
    default:
      return unsupported();
    }
  }

  /// The machine's division traps on the one quotient that does not fit.
  mlir::Value quotient() {
    if (c.isConst() && c.integer != -1)
      return arith::FloorDivSIOp::create(b, where, x, y);
    mlir::Value negates = arith::CmpIOp::create(
        b, where, arith::CmpIPredicate::eq, y, e.constInt(-1));
    mlir::Value safe =
        arith::SelectOp::create(b, where, negates, e.constInt(1), y);
    mlir::Value plain = arith::FloorDivSIOp::create(b, where, x, safe);
    mlir::Value negated = arith::SubIOp::create(b, where, e.constInt(0), x);
    return arith::SelectOp::create(b, where, negates, negated, plain);
  }

  /// An exponent that is not known to be natural.
  Value powerOfRun() {
    Value f = e.numbers.toFloat(a, range), g = e.numbers.toFloat(c, range);
    if (!e.script() && !c.isConst() && isNatural(c.ssa)) {
      x = e.ssa(a);
      y = e.ssa(c);
      return makeInt(math::IPowIOp::create(b, where, x, y).getResult());
    }
    if (!e.script() && !c.isConst())
      return e.error(
          range, "the type of ** depends on the sign of an exponent that is "
                 "not known at compile time; use float(...) for one operand");
    checkPower(f, g);
    return makeFloat(
        math::PowFOp::create(b, where, e.ssa(f), e.ssa(g)).getResult());
  }

  /// By squaring; the product wraps around as every power above 63 of an even
  /// number does.
  mlir::Value power(uint64_t exponent) {
    mlir::Value power = e.constInt(1);
    for (uint64_t n = exponent; n; n >>= 1) {
      if (n & 1)
        power = arith::MulIOp::create(b, where, power, x);
      if (n > 1)
        x = arith::MulIOp::create(b, where, x, x);
    }
    return power;
  }

  Value shift() {
    // In Python the sign is all that is left.
    if (op == BinaryOp::ShiftRight && !e.script() && c.isConst() &&
        c.integer > 63)
      c.integer = 63;
    if (c.isConst() && (c.integer < 0 || c.integer > 63))
      return e.fault("ValueError", range,
                     c.integer < 0 ? "negative shift count"
                                   : "shift count out of range");
    mlir::Value ok = arith::CmpIOp::create(b, where, arith::CmpIPredicate::sge,
                                           y, e.constInt(0));
    e.check(ok, "ValueError", "negative shift count", range);
    if (op == BinaryOp::ShiftRight && !e.script()) {
      y = arith::MinSIOp::create(b, where, y, e.constInt(63));
    } else {
      ok = arith::CmpIOp::create(b, where, arith::CmpIPredicate::ult, y,
                                 e.constInt(64));
      e.check(ok, "ValueError", "shift count out of range", range);
    }
    if (op == BinaryOp::ShiftLeft)
      return makeInt(arith::ShLIOp::create(b, where, x, y).getResult());
    return makeInt(arith::ShRSIOp::create(b, where, x, y).getResult());
  }

  //===--------------------------------------------------------------------===//
  // Floats
  //===--------------------------------------------------------------------===//

  Value ofFloats() {
    x = e.ssa(e.numbers.toFloat(a, range));
    y = e.ssa(e.numbers.toFloat(c, range));
    switch (op) {
    case BinaryOp::Add:
      return makeFloat(arith::AddFOp::create(b, where, x, y).getResult());
    case BinaryOp::Sub:
      return makeFloat(arith::SubFOp::create(b, where, x, y).getResult());
    case BinaryOp::Mul:
      return makeFloat(arith::MulFOp::create(b, where, x, y).getResult());
    case BinaryOp::Div: {
      auto divide = [&] {
        return makeFloat(arith::DivFOp::create(b, where, x, y).getResult());
      };
      return e.script() ? divide()
                        : unlessZero("float division by zero", divide);
    }
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod:
      if (e.script())
        return makeFloat(scriptRemainder());
      return unlessZero(op == BinaryOp::Mod ? "float modulo"
                                            : "float floor division by zero",
                        [&] { return makeFloat(pythonRemainder()); });
    case BinaryOp::Pow:
      checkPower(e.numbers.toFloat(a, range), e.numbers.toFloat(c, range));
      return makeFloat(math::PowFOp::create(b, where, x, y).getResult());
    default:
      return unsupported();
    }
  }

  /// TorchScript's // and %.
  mlir::Value scriptRemainder() {
    mlir::Value q = arith::DivFOp::create(b, where, x, y);
    if (op == BinaryOp::FloorDiv)
      return math::FloorOp::create(b, where, q);
    mlir::Value m = arith::RemFOp::create(b, where, x, y);
    return arith::RemFOp::create(b, where,
                                 arith::AddFOp::create(b, where, y, m), y);
  }

  mlir::Value compare(arith::CmpFPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs) {
    return arith::CmpFOp::create(b, where, predicate, lhs, rhs);
  }

  /// Python's // and %: the remainder has the divisor's sign.
  mlir::Value pythonRemainder() {
    mlir::Value q = arith::DivFOp::create(b, where, x, y);
    mlir::Value m = arith::RemFOp::create(b, where, x, y);
    mlir::Value zero = e.ssa(makeFloat(0.0));
    mlir::Value mNeg = compare(arith::CmpFPredicate::OLT, m, zero);
    mlir::Value yNeg = compare(arith::CmpFPredicate::OLT, y, zero);
    mlir::Value nonZero = compare(arith::CmpFPredicate::UNE, m, zero);
    mlir::Value differ = arith::XOrIOp::create(b, where, mNeg, yNeg);
    mlir::Value fix = arith::AndIOp::create(b, where, differ, nonZero);
    if (op == BinaryOp::FloorDiv)
      return pythonFloor(q, m, fix, zero);
    mlir::Value sum = arith::AddFOp::create(b, where, m, y);
    m = arith::SelectOp::create(b, where, fix, sum, m);
    // A remainder of zero has the sign of the divisor.
    mlir::Value none = math::CopySignOp::create(b, where, zero, y);
    return arith::SelectOp::create(b, where, nonZero, m, none);
  }

  /// What is left without the remainder is a whole number but for rounding,
  /// and one too much where the remainder gets the divisor's sign (`fix`).
  mlir::Value pythonFloor(mlir::Value quotient, mlir::Value remainder,
                          mlir::Value fix, mlir::Value zero) {
    mlir::Value one = e.ssa(makeFloat(1.0));
    mlir::Value whole = arith::DivFOp::create(
        b, where, arith::SubFOp::create(b, where, x, remainder), y);
    mlir::Value before = arith::SubFOp::create(b, where, whole, one);
    whole = arith::SelectOp::create(b, where, fix, before, whole);
    mlir::Value floor = math::FloorOp::create(b, where, whole);
    mlir::Value above = arith::CmpFOp::create(
        b, where, arith::CmpFPredicate::OGT,
        arith::SubFOp::create(b, where, whole, floor), e.ssa(makeFloat(0.5)));
    mlir::Value next = arith::AddFOp::create(b, where, floor, one);
    floor = arith::SelectOp::create(b, where, above, next, floor);
    mlir::Value isZero = compare(arith::CmpFPredicate::OEQ, whole, zero);
    mlir::Value none = math::CopySignOp::create(b, where, zero, quotient);
    return arith::SelectOp::create(b, where, isZero, none, floor);
  }

  Context &e;
  BinaryOp op;
  Value a, c;
  ast::Range range;
  Location where;
  OpBuilder &b;
  mlir::Value x, y; // of the operands
};

} // namespace

Value arithmetic(Context &e, BinaryOp op, const Value &a, const Value &c,
                 ast::Range range) {
  return Arithmetic(e, op, a, c, range).run();
}

} // namespace tine::elaborate
