//===- NumpyArithmetic.cpp - Operators on numbers of NumPy ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NumPy 2's promotion (NEP 50): a number of Python takes the other's dtype
// unless it is of a greater kind. Ints wrap around, and dividing by zero is no
// error. float32 is computed in 64 bits and rounded, which is the same for
// + - * and /.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Arithmetic.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "tine/abi.h"
#include <cmath>

using namespace mlir;
using namespace tine;
using ast::BinaryOp;

namespace tine::elaborate {

static bool isFloating(int64_t dtype) {
  return dtype == TINE_FLOAT64 || dtype == TINE_FLOAT32;
}

/// Bits of an int.
static int64_t widthOf(int64_t dtype) {
  return dtype == TINE_INT64   ? 64
         : dtype == TINE_INT32 ? 32
         : dtype == TINE_INT16 ? 16
         : dtype == TINE_BOOL  ? 1
                               : 8;
}

/// The dtype of two numbers of NumPy together.
static int64_t promote(int64_t x, int64_t y) {
  if (x == y || y == TINE_BOOL)
    return x;
  if (x == TINE_BOOL)
    return y;
  if (isFloating(x) != isFloating(y)) {
    int64_t real = isFloating(x) ? x : y, integer = isFloating(x) ? y : x;
    return widthOf(integer) > 16 ? int64_t(TINE_FLOAT64) : real;
  }
  if (isFloating(x))
    return TINE_FLOAT64;
  if (widthOf(x) == 8 && widthOf(y) == 8)
    return TINE_INT16;
  return widthOf(x) < widthOf(y) ? y : x;
}

/// The same of two of which one may be Python's.
static int64_t commonDType(const Value &a, const Value &c) {
  if (isNumpyNumber(a) && isNumpyNumber(c))
    return promote(numpyDType(a), numpyDType(c));
  const Value &own = isNumpyNumber(a) ? a : c;
  const Value &other = isNumpyNumber(a) ? c : a;
  int64_t dtype = numpyDType(own);
  if (other.is(Kind::Float) && !isFloating(dtype))
    return TINE_FLOAT64;
  return other.is(Kind::Int) && dtype == TINE_BOOL ? int64_t(TINE_INT64)
                                                   : dtype;
}

/// The value as one that is known, if folding has made it a constant.
static Value knownIfConstant(mlir::Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    if (auto real = dyn_cast<FloatAttr>(constant))
      return makeFloat(real.getValueAsDouble());
    auto integer = cast<IntegerAttr>(constant);
    return value.getType().isInteger(1) ? makeBool(!integer.getValue().isZero())
                                        : makeInt(integer.getInt());
  }
  return isa<FloatType>(value.getType()) ? makeFloat(value)
         : value.getType().isInteger(1)  ? makeBool(value)
                                         : makeInt(value);
}

namespace {

/// One operator on two numbers.
class NumpyArithmetic {
public:
  NumpyArithmetic(Context &e, BinaryOp op, ast::Range range)
      : e(e), op(op), range(range), where(e.loc(range)) {}

  Value run(const Value &a, const Value &c) {
    int64_t dtype = commonDType(a, c);
    bool isBitwise = op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
                     op == BinaryOp::BitXor || op == BinaryOp::ShiftLeft ||
                     op == BinaryOp::ShiftRight;
    if (op == BinaryOp::MatMul || (isBitwise && isFloating(dtype)))
      return unsupportedOperands(e, op, a, c, range);
    if (op == BinaryOp::Div && !isFloating(dtype))
      dtype = TINE_FLOAT64;
    if (dtype == TINE_BOOL)
      return ofBools(a, c);
    Value x = operand(a, dtype), y = operand(c, dtype);
    if (e.stopped())
      return {};
    Value result =
        isFloating(dtype) ? ofFloats(x, y) : knownIfConstant(ofInts(x, y));
    return e.stopped() ? Value() : numpyNumber(e, result, dtype, range);
  }

private:
  /// In the common type. An int of Python has to be one of it.
  Value operand(const Value &v, int64_t dtype) {
    Value converted = pythonNumber(numpyNumber(e, v, dtype, range));
    if (!e.stopped() && !isNumpyNumber(v) && v.is(Kind::Int) && v.isConst() &&
        !isFloating(dtype) && converted.integer != v.integer)
      return e.fault("OverflowError", range,
                     "Python integer " + Twine(v.integer) +
                         " out of bounds for this type of NumPy");
    return converted;
  }

  template <typename Op, typename... Args> mlir::Value make(Args... args) {
    return e.b.createOrFold<Op>(where, args...);
  }
  mlir::Value isInt(arith::CmpIPredicate is, mlir::Value v, int64_t other) {
    return make<arith::CmpIOp>(is, v, e.constInt(other));
  }

  Value ofBools(const Value &a, const Value &c) {
    Value x = pythonNumber(a), y = pythonNumber(c);
    BinaryOp same = op == BinaryOp::Add   ? BinaryOp::BitOr
                    : op == BinaryOp::Mul ? BinaryOp::BitAnd
                                          : op;
    if (same == BinaryOp::Sub)
      return e.fault("TypeError", range,
                     "numpy boolean subtract, the `-` operator, is not "
                     "supported, use the bitwise_xor, the `^` operator, or the "
                     "logical_xor function instead.");
    if (same != BinaryOp::BitAnd && same != BinaryOp::BitOr &&
        same != BinaryOp::BitXor)
      return unsupportedOperands(e, op, a, c, range);
    Value result = arithmetic(e, same, x, y, range);
    return e.stopped() ? Value() : numpyNumber(e, result, TINE_BOOL, range);
  }

  //===--------------------------------------------------------------------===//
  // Integers, in 64 bits
  //===--------------------------------------------------------------------===//

  mlir::Value ofInts(const Value &a, const Value &c) {
    mlir::Value x = e.ssa(a), y = e.ssa(c);
    switch (op) {
    case BinaryOp::Add:
      return make<arith::AddIOp>(x, y);
    case BinaryOp::Sub:
      return make<arith::SubIOp>(x, y);
    case BinaryOp::Mul:
      return make<arith::MulIOp>(x, y);
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod:
      return quotient(x, y);
    case BinaryOp::Pow:
      return power(x, y, c);
    case BinaryOp::BitAnd:
      return make<arith::AndIOp>(x, y);
    case BinaryOp::BitOr:
      return make<arith::OrIOp>(x, y);
    case BinaryOp::BitXor:
      return make<arith::XOrIOp>(x, y);
    default:
      return shift(x, y);
    }
  }

  /// Of a division by zero both are 0.
  mlir::Value quotient(mlir::Value x, mlir::Value y) {
    mlir::Value isZero = isInt(arith::CmpIPredicate::eq, y, 0);
    // The machine's division traps on the one quotient that does not fit.
    mlir::Value negates = isInt(arith::CmpIPredicate::eq, y, -1);
    mlir::Value isUnsafe = make<arith::OrIOp>(isZero, negates);
    mlir::Value safe = make<arith::SelectOp>(isUnsafe, e.constInt(1), y);
    mlir::Value q = make<arith::FloorDivSIOp>(x, safe);
    mlir::Value negated = make<arith::SubIOp>(e.constInt(0), x);
    q = make<arith::SelectOp>(negates, negated, q);
    mlir::Value result = q;
    if (op == BinaryOp::Mod)
      result = make<arith::SubIOp>(x, make<arith::MulIOp>(q, y));
    return make<arith::SelectOp>(isZero, e.constInt(0), result);
  }

  mlir::Value power(mlir::Value x, mlir::Value y, const Value &exponent) {
    StringRef text = "Integers to negative integer powers are not allowed.";
    if (exponent.isConst() && exponent.integer < 0)
      e.fault("ValueError", range, text);
    else if (!exponent.isConst())
      e.check(isInt(arith::CmpIPredicate::sge, y, 0), "ValueError", text,
              range);
    return e.stopped() ? x : make<math::IPowIOp>(x, y);
  }

  /// By as many bits as there are, or more, all are shifted out.
  mlir::Value shift(mlir::Value x, mlir::Value y) {
    bool isLeft = op == BinaryOp::ShiftLeft;
    mlir::Value fits =
        make<arith::CmpIOp>(arith::CmpIPredicate::ult, y, e.constInt(64));
    mlir::Value by = make<arith::SelectOp>(fits, y, e.constInt(63));
    mlir::Value shifted =
        isLeft ? make<arith::ShLIOp>(x, by) : make<arith::ShRSIOp>(x, by);
    return isLeft ? make<arith::SelectOp>(fits, shifted, e.constInt(0))
                  : shifted;
  }

  //===--------------------------------------------------------------------===//
  // Floats
  //===--------------------------------------------------------------------===//

  Value ofFloats(const Value &a, const Value &c) {
    mlir::Value x = e.ssa(a), y = e.ssa(c);
    switch (op) {
    case BinaryOp::Add:
      return knownIfConstant(make<arith::AddFOp>(x, y));
    case BinaryOp::Sub:
      return knownIfConstant(make<arith::SubFOp>(x, y));
    case BinaryOp::Mul:
      return knownIfConstant(make<arith::MulFOp>(x, y));
    case BinaryOp::Div:
      return knownIfConstant(make<arith::DivFOp>(x, y));
    case BinaryOp::Pow:
      return a.isConst() && c.isConst() ? makeFloat(std::pow(a.real, c.real))
                                        : makeFloat(make<math::PowFOp>(x, y));
    default:
      return remainder(a, c);
    }
  }

  /// // and % are Python's but for zero, where the quotient is that of / and
  /// the remainder NaN.
  Value remainder(const Value &a, const Value &c) {
    mlir::Value y = e.ssa(c);
    mlir::Value isZero = make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, y,
                                             e.ssa(makeFloat(0.0)));
    mlir::Value safe = make<arith::SelectOp>(isZero, e.ssa(makeFloat(1.0)), y);
    Value plain = arithmetic(e, op, a, knownIfConstant(safe), range);
    if (e.stopped())
      return {};
    mlir::Value special = op == BinaryOp::Mod
                              ? e.ssa(makeFloat(NAN))
                              : make<arith::DivFOp>(e.ssa(a), y);
    return knownIfConstant(
        make<arith::SelectOp>(isZero, special, e.ssa(plain)));
  }

  Context &e;
  BinaryOp op;
  ast::Range range;
  Location where;
};

} // namespace

/// A number of Python as one that may be NumPy's, as the other one may.
static Value asUnsure(const Value &number, const Value &a, const Value &c) {
  Value result = number;
  result.classInfo = isUnsureNumber(a) ? a.classInfo : c.classInfo;
  return result;
}

/// Whether neither is certainly NumPy's.
static bool staysUnsure(const Value &a, const Value &c) {
  return (isUnsureNumber(a) || !isNumpyNumber(a)) &&
         (isUnsureNumber(c) || !isNumpyNumber(c));
}

Value numpyBinary(Context &e, BinaryOp op, const Value &a, const Value &c,
                  ast::Range range) {
  if (!staysUnsure(a, c))
    return NumpyArithmetic(e, op, range).run(a, c);
  Value result = arithmetic(e, op, pythonNumber(a), pythonNumber(c), range);
  return e.stopped() ? Value() : asUnsure(result, a, c);
}

Value numpyUnary(Context &e, ast::UnaryOp op, const Value &a,
                 ast::Range range) {
  if (op == ast::UnaryOp::Pos)
    return a;
  if (op == ast::UnaryOp::Neg && a.is(Kind::Bool))
    return e.fault("TypeError", range,
                   "The numpy boolean negative, the `-` operator, is not "
                   "supported, use the `~` operator or the logical_not "
                   "function instead.");
  bool inverts = a.is(Kind::Bool) && op == ast::UnaryOp::Invert;
  Value result =
      e.model.unary(inverts ? ast::UnaryOp::Not : op, pythonNumber(a), range);
  if (e.stopped())
    return {};
  return isUnsureNumber(a) ? asUnsure(result, a, a)
                           : numpyNumber(e, result, numpyDType(a), range);
}

Value numpyCompare(Context &e, ast::CompareOp op, const Value &a,
                   const Value &c, ast::Range range) {
  Value x = pythonNumber(a), y = pythonNumber(c);
  bool isUnsure = staysUnsure(a, c);
  // What is not in float32 is rounded to it first.
  if (!isUnsure && isFloating(commonDType(a, c))) {
    x = pythonNumber(numpyNumber(e, a, commonDType(a, c), range));
    y = pythonNumber(numpyNumber(e, c, commonDType(a, c), range));
  }
  Value result = e.stopped() ? Value() : e.model.compare(op, x, y, range);
  if (e.stopped())
    return {};
  return isUnsure ? asUnsure(result, a, c)
                  : numpyNumber(e, result, TINE_BOOL, range);
}

} // namespace tine::elaborate
