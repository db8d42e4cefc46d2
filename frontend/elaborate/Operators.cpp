//===- Operators.cpp - Arithmetic, comparison and subscripts --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on numbers, strings, containers and tensors in both modes.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static double asDouble(const Value &v) {
  return v.is(Kind::Float) ? v.real : static_cast<double>(v.integer);
}

static int64_t wrap(__int128 value) { return static_cast<int64_t>(value); }

static int64_t floorDivide(int64_t a, int64_t c) {
  if (c == -1)
    return wrap(-static_cast<__int128>(a));
  int64_t q = a / c;
  return (a % c != 0 && ((a < 0) != (c < 0))) ? q - 1 : q;
}

static double floatMod(double a, double c) {
  double m = std::fmod(a, c);
  if (m != 0 && ((c < 0) != (m < 0)))
    m += c;
  return m;
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

static StringRef methodName(ast::BinaryOp op) {
  switch (op) {
  case ast::BinaryOp::Add:
    return "add";
  case ast::BinaryOp::Sub:
    return "sub";
  case ast::BinaryOp::Mul:
    return "mul";
  case ast::BinaryOp::Div:
    return "truediv";
  case ast::BinaryOp::FloorDiv:
    return "floordiv";
  case ast::BinaryOp::Mod:
    return "mod";
  case ast::BinaryOp::Pow:
    return "pow";
  case ast::BinaryOp::MatMul:
    return "matmul";
  case ast::BinaryOp::BitAnd:
    return "and";
  case ast::BinaryOp::BitOr:
    return "or";
  case ast::BinaryOp::BitXor:
    return "xor";
  case ast::BinaryOp::ShiftLeft:
    return "lshift";
  case ast::BinaryOp::ShiftRight:
    return "rshift";
  }
  return "";
}

/// The tensor function of an operator.
static StringRef tensorFunction(ast::BinaryOp op) {
  switch (op) {
  case ast::BinaryOp::Add:
    return "torch.add";
  case ast::BinaryOp::Sub:
    return "torch.sub";
  case ast::BinaryOp::Mul:
    return "torch.mul";
  case ast::BinaryOp::Div:
    return "torch.div";
  case ast::BinaryOp::FloorDiv:
    return "torch.floor_divide";
  case ast::BinaryOp::Mod:
    return "torch.remainder";
  case ast::BinaryOp::Pow:
    return "torch.pow";
  case ast::BinaryOp::MatMul:
    return "torch.matmul";
  case ast::BinaryOp::BitAnd:
    return "torch.bitwise_and";
  case ast::BinaryOp::BitOr:
    return "torch.bitwise_or";
  case ast::BinaryOp::BitXor:
    return "torch.bitwise_xor";
  case ast::BinaryOp::ShiftLeft:
    return "torch.bitwise_left_shift";
  case ast::BinaryOp::ShiftRight:
    return "torch.bitwise_right_shift";
  }
  return "";
}

Value Elaborator::toFloat(const Value &value, ast::Range range) {
  if (value.is(Kind::Float))
    return value;
  if (value.is(Kind::Int) || value.is(Kind::Bool)) {
    if (value.isConst())
      return makeFloat(static_cast<double>(value.integer));
    mlir::Value v = value.ssa;
    if (value.is(Kind::Bool))
      v = arith::ExtUIOp::create(b, loc(range), b.getI64Type(), v);
    return makeFloat(
        arith::SIToFPOp::create(b, loc(range), b.getF64Type(), v).getResult());
  }
  if (value.is(Kind::Tensor)) {
    Value number = item(value, range);
    return stopped ? Value() : toFloat(number, range);
  }
  if (value.is(Kind::Str)) {
    return makeFloat(
        StringToFloatOp::create(b, loc(range), ssa(value)).getResult());
  }
  return error(range, "cannot convert a value of type '" +
                          toString(typeOf(value)) + "' to float");
}

Value Elaborator::toInt(const Value &value, ast::Range range) {
  if (value.is(Kind::Int))
    return value;
  if (value.is(Kind::Bool)) {
    if (value.isConst())
      return makeInt(value.integer);
    return makeInt(
        arith::ExtUIOp::create(b, loc(range), b.getI64Type(), value.ssa)
            .getResult());
  }
  if (value.is(Kind::Float)) {
    if (value.isConst()) {
      // The conversion of C++ on x86, which TorchScript uses.
      if (script() && !(std::fabs(value.real) < 0x1p63))
        return makeInt(INT64_MIN);
      if (!std::isfinite(value.real) || std::fabs(value.real) >= 9.2e18)
        return error(range, "cannot convert this float to an integer");
      return makeInt(static_cast<int64_t>(value.real));
    }
    return makeInt(
        arith::FPToSIOp::create(b, loc(range), b.getI64Type(), value.ssa)
            .getResult());
  }
  if (value.is(Kind::Tensor)) {
    Value number = item(value, range);
    return stopped ? Value() : toInt(number, range);
  }
  if (value.is(Kind::Str))
    return makeInt(
        StringToIntOp::create(b, loc(range), ssa(value)).getResult());
  if (value.is(Kind::DType))
    return makeInt(value.integer);
  return error(range, "cannot convert a value of type '" +
                          toString(typeOf(value)) + "' to int");
}

Value Elaborator::truth(Value value, ast::Range range) {
  switch (value.kind) {
  case Kind::Bool:
    return value;
  case Kind::None:
    return makeBool(false);
  case Kind::Int:
    if (value.isConst())
      return makeBool(value.integer != 0);
    return makeBool(arith::CmpIOp::create(b, loc(range),
                                          arith::CmpIPredicate::ne, value.ssa,
                                          constInt(0))
                        .getResult());
  case Kind::Float:
    if (value.isConst())
      return makeBool(value.real != 0);
    return makeBool(arith::CmpFOp::create(b, loc(range),
                                          arith::CmpFPredicate::UNE, value.ssa,
                                          ssa(makeFloat(0.0)))
                        .getResult());
  case Kind::Str:
    if (value.isConst())
      return makeBool(!value.text.empty());
    return truth(length(value, range), range);
  case Kind::Tensor: {
    Value number = item(value, range);
    return stopped ? Value() : truth(number, range);
  }
  case Kind::Tuple:
    return makeBool(!value.items.empty());
  case Kind::List:
  case Kind::Dict: {
    Value n = length(value, range);
    return stopped ? Value() : truth(n, range);
  }
  case Kind::Optional:
    if (script())
      return error(
          range,
          "an Optional cannot be used as a condition; compare with None");
    return select(
        value.ssa, [&] { return truth(value.items[0], range); },
        [&] { return makeBool(false); }, range);
  case Kind::Object: {
    CallArgs args;
    args.range = range;
    if (findMember(get(value.id).classInfo, "__bool__"))
      return callMethod(value, "__bool__", args);
    if (findMember(get(value.id).classInfo, "__len__")) {
      Value n = callMethod(value, "__len__", args);
      return stopped ? Value() : truth(n, range);
    }
    return makeBool(true);
  }
  case Kind::Future:
    return error(range,
                 "a Future cannot be used as a condition; wait for it first");
  default:
    return makeBool(true);
  }
}

Value Elaborator::unary(ast::UnaryOp op, Value a, ast::Range range) {
  Location where = loc(range);
  if (op == ast::UnaryOp::Not) {
    Value t = truth(a, range);
    if (stopped)
      return {};
    if (t.isConst())
      return makeBool(!t.integer);
    return makeBool(arith::XOrIOp::create(b, where, t.ssa, ssa(makeBool(true)))
                        .getResult());
  }
  if (a.is(Kind::Tensor)) {
    CallArgs args;
    args.range = range;
    args.positional = {a};
    if (op == ast::UnaryOp::Pos)
      return a;
    return callBuiltin(makeBuiltin(op == ast::UnaryOp::Neg
                                       ? "torch.neg"
                                       : "torch.bitwise_not"),
                       args);
  }
  if (a.is(Kind::Object)) {
    CallArgs args;
    args.range = range;
    return callMethod(a,
                      op == ast::UnaryOp::Neg   ? "__neg__"
                      : op == ast::UnaryOp::Pos ? "__pos__"
                                                : "__invert__",
                      args);
  }
  if (a.is(Kind::Bool))
    a = toInt(a, range);
  if (op == ast::UnaryOp::Pos && a.isNumber())
    return a;
  if (op == ast::UnaryOp::Invert && a.is(Kind::Int)) {
    if (a.isConst())
      return makeInt(~a.integer);
    return makeInt(
        arith::XOrIOp::create(b, where, a.ssa, constInt(-1)).getResult());
  }
  if (op == ast::UnaryOp::Neg && a.is(Kind::Int)) {
    if (a.isConst() && a.integer == INT64_MIN && !script())
      return error(range,
                   "the result does not fit 64 bits, as integers have to here");
    if (a.isConst())
      return makeInt(wrap(-static_cast<__int128>(a.integer)));
    return makeInt(
        arith::SubIOp::create(b, where, constInt(0), a.ssa).getResult());
  }
  if (op == ast::UnaryOp::Neg && a.is(Kind::Float)) {
    if (a.isConst())
      return makeFloat(-a.real);
    return makeFloat(arith::NegFOp::create(b, where, a.ssa).getResult());
  }
  return error(range, "bad operand of type '" + toString(typeOf(a)) +
                          "' for this operator");
}

/// int and float arithmetic where both operands are known, or null.
static std::optional<Value> foldNumbers(ast::BinaryOp op, const Value &a,
                                        const Value &c, bool script) {
  bool ints = !a.is(Kind::Float) && !c.is(Kind::Float);
  __int128 x = a.integer, y = c.integer;
  double f = asDouble(a), g = asDouble(c);
  switch (op) {
  case ast::BinaryOp::Add:
    return ints ? makeInt(wrap(x + y)) : makeFloat(f + g);
  case ast::BinaryOp::Sub:
    return ints ? makeInt(wrap(x - y)) : makeFloat(f - g);
  case ast::BinaryOp::Mul:
    return ints ? makeInt(wrap(x * y)) : makeFloat(f * g);
  case ast::BinaryOp::Div:
    if (g == 0 && !script)
      return std::nullopt;
    return makeFloat(f / g);
  case ast::BinaryOp::FloorDiv:
    if (g == 0)
      return std::nullopt;
    return ints ? makeInt(floorDivide(a.integer, c.integer))
                : makeFloat(std::floor(f / g));
  case ast::BinaryOp::Mod:
    if (g == 0)
      return std::nullopt;
    return ints ? makeInt(wrap(x - static_cast<__int128>(
                                       floorDivide(a.integer, c.integer)) *
                                       y))
                : makeFloat(floatMod(f, g));
  case ast::BinaryOp::Pow:
    if (ints && !script && c.integer >= 0)
      return makeInt(intPow(a.integer, c.integer));
    return makeFloat(std::pow(f, g));
  case ast::BinaryOp::BitAnd:
    return ints ? std::optional(makeInt(a.integer & c.integer)) : std::nullopt;
  case ast::BinaryOp::BitOr:
    return ints ? std::optional(makeInt(a.integer | c.integer)) : std::nullopt;
  case ast::BinaryOp::BitXor:
    return ints ? std::optional(makeInt(a.integer ^ c.integer)) : std::nullopt;
  case ast::BinaryOp::ShiftLeft:
    if (ints && !script && a.integer == 0 && c.integer >= 0)
      return makeInt(0);
    if (!ints || c.integer < 0 || c.integer > 63)
      return std::nullopt;
    return makeInt(
        static_cast<int64_t>(static_cast<uint64_t>(a.integer) << c.integer));
  case ast::BinaryOp::ShiftRight:
    if (!ints || c.integer < 0 || (script && c.integer > 63))
      return std::nullopt;
    return makeInt(a.integer >> std::min<int64_t>(c.integer, 63));
  default:
    return std::nullopt;
  }
}

bool Elaborator::checkPythonRange(ast::BinaryOp op, const Value &a,
                                  const Value &c, ast::Range range) {
  double f = asDouble(a), g = asDouble(c);
  if (op == ast::BinaryOp::Pow && f == 0 && g < 0) {
    fault("ZeroDivisionError", range,
          "0.0 cannot be raised to a negative power");
    return false;
  }
  if (a.is(Kind::Float) || c.is(Kind::Float)) {
    if (op != ast::BinaryOp::Pow || !std::isfinite(f) || !std::isfinite(g))
      return true;
    if (f < 0 && g != std::floor(g)) {
      error(range, "this power is a complex number, which is not supported");
      return false;
    }
    if (!std::isinf(std::pow(f, g)))
      return true;
    fault("OverflowError", range, "(34, 'Numerical result out of range')");
    return false;
  }
  int64_t result = 0;
  bool fits = true;
  switch (op) {
  case ast::BinaryOp::Add:
    fits = !__builtin_add_overflow(a.integer, c.integer, &result);
    break;
  case ast::BinaryOp::Sub:
    fits = !__builtin_sub_overflow(a.integer, c.integer, &result);
    break;
  case ast::BinaryOp::Mul:
    fits = !__builtin_mul_overflow(a.integer, c.integer, &result);
    break;
  case ast::BinaryOp::FloorDiv:
    fits = a.integer != INT64_MIN || c.integer != -1;
    break;
  case ast::BinaryOp::Pow:
    // -1, 0 and 1 have all powers, other numbers less than 64.
    result = 1;
    if (a.integer < -1 || a.integer > 1)
      for (int64_t i = 0; i < c.integer && fits; ++i)
        fits = !__builtin_mul_overflow(result, a.integer, &result);
    break;
  case ast::BinaryOp::ShiftLeft:
    if (c.integer > 0 && a.integer)
      fits = c.integer < 63 && !__builtin_mul_overflow(
                                   a.integer, int64_t(1) << c.integer, &result);
    break;
  default:
    break;
  }
  if (fits)
    return true;
  error(range, "the result does not fit 64 bits, as integers have to here");
  return false;
}

Value Elaborator::binary(ast::BinaryOp op, Value a, Value c, ast::Range range) {
  if (stopped)
    return {};
  Location where = loc(range);
  auto unsupported = [&]() -> Value {
    return error(range, "unsupported operand types for " + ast::spelling(op) +
                            ": '" + toString(typeOf(a)) + "' and '" +
                            toString(typeOf(c)) + "'");
  };
  for (Value *operand : {&a, &c})
    if (operand->is(Kind::Optional) && !script()) {
      auto typeName = [&](const Value &value) {
        return operand == &value ? "NoneType" : toString(typeOf(value));
      };
      *operand =
          present(*operand, "TypeError",
                  "unsupported operand type(s) for " + ast::spelling(op) +
                      ": '" + typeName(a) + "' and '" + typeName(c) + "'",
                  range);
    }
  // Classes with operators of their own.
  for (int i = 0; i < 2; ++i) {
    const Value &object = i == 0 ? a : c;
    if (!object.is(Kind::Object))
      continue;
    std::string name = ((i == 0 ? "__" : "__r") + methodName(op) + "__").str();
    if (!findMember(get(object.id).classInfo, name))
      continue;
    CallArgs args;
    args.range = range;
    args.positional = {i == 0 ? c : a};
    return callMethod(object, name, args);
  }
  if (a.is(Kind::Tensor) || c.is(Kind::Tensor)) {
    if (!(a.is(Kind::Tensor) || a.isNumber()) ||
        !(c.is(Kind::Tensor) || c.isNumber()))
      return unsupported();
    CallArgs args;
    args.range = range;
    args.positional = {a, c};
    // A scalar on the left is a rewriting, as PyTorch's.
    if (a.isNumber() && op == ast::BinaryOp::Sub)
      return callBuiltin(makeBuiltin("torch.rsub_scalar"), args);
    if (a.isNumber() && op == ast::BinaryOp::Div)
      return callBuiltin(makeBuiltin("torch.rdiv_scalar"), args);
    return callBuiltin(makeBuiltin(tensorFunction(op)), args);
  }
  if (a.is(Kind::Str) || c.is(Kind::Str)) {
    if (op == ast::BinaryOp::Add && a.is(Kind::Str) && c.is(Kind::Str)) {
      if (a.isConst() && c.isConst())
        return makeStr(a.text + c.text);
      return makeStrSsa(
          StringConcatOp::create(b, where, ssa(a), ssa(c)).getResult());
    }
    if (op == ast::BinaryOp::Mod && a.is(Kind::Str))
      return percentFormat(a, c, range);
    if (op == ast::BinaryOp::Mul && !script()) {
      Value s = a.is(Kind::Str) ? a : c, n = a.is(Kind::Str) ? c : a;
      if (s.isConst() && n.is(Kind::Int) && n.isConst()) {
        uint64_t size = s.text.size();
        if (n.integer > 0 &&
            (__builtin_mul_overflow(size, static_cast<uint64_t>(n.integer),
                                    &size) ||
             !checkText(size, range)))
          return stopped ? Value() : error(range, "this string is too long");
        std::string text;
        for (int64_t i = 0; i < n.integer; ++i)
          text += s.text;
        return makeStr(text);
      }
    }
    return unsupported();
  }
  if (a.is(Kind::List) || c.is(Kind::List) || a.is(Kind::Tuple) ||
      c.is(Kind::Tuple)) {
    if (op == ast::BinaryOp::Add && a.is(Kind::Tuple) && c.is(Kind::Tuple)) {
      std::vector<Value> items = a.items;
      llvm::append_range(items, c.items);
      Value result = makeTuple(items);
      result.isSize = a.isSize && c.isSize;
      return result;
    }
    if (op == ast::BinaryOp::Add && a.is(Kind::List) && c.is(Kind::List)) {
      std::vector<Value> items;
      if (!get(a.id).isRuntime && !get(c.id).isRuntime) {
        staticItems(a, items);
        staticItems(c, items);
        if (!spend(range, items.size() / 8))
          return {};
        return newList(items, get(a.id).elementType, nullptr, range);
      }
      Type type = joinTypes(typeOf(a), typeOf(c));
      SmallVector<mlir::Value> leaves;
      if (!type || !flatten(a, type, range, leaves, true) ||
          !flatten(c, type, range, leaves, true))
        return stopped ? Value() : unsupported();
      mlir::Value copy = ListCopyOp::create(b, where, leaves[0]);
      ListExtendOp::create(b, where, copy, leaves[1]);
      ValueRange range2(copy);
      return unflatten(type, range2);
    }
    if (op == ast::BinaryOp::Mul) {
      Value l = a.is(Kind::Int) ? c : a, n = a.is(Kind::Int) ? a : c;
      if (!n.is(Kind::Int))
        return unsupported();
      bool isTuple = l.is(Kind::Tuple);
      if ((isTuple || !get(l.id).isRuntime) && n.isConst()) {
        std::vector<Value> once, items;
        staticItems(l, once);
        uint64_t size = once.size();
        if (n.integer > 0 && size > 0) {
          size = __builtin_mul_overflow(size, n.integer, &size) ? ~0ull : size;
          if (!checkLength(size, range, isTuple ? "tuple" : "list"))
            return {};
        }
        for (int64_t i = 0; i < n.integer; ++i)
          llvm::append_range(items, once);
        return isTuple ? makeTuple(items)
                       : newList(items, get(l.id).elementType, nullptr, range);
      }
      if (isTuple)
        return unsupported();
      Type type = typeOf(l);
      SmallVector<mlir::Value> leaves;
      if (!flatten(l, type, range, leaves, true))
        return {};
      mlir::Value out = ListRepeatOp::create(b, where, leaves[0], ssa(n));
      ValueRange range2(out);
      return unflatten(type, range2);
    }
    return unsupported();
  }
  if (!a.isNumber() || !c.isNumber())
    return unsupported();
  bool bools = a.is(Kind::Bool) && c.is(Kind::Bool);
  if (bools && (op == ast::BinaryOp::BitAnd || op == ast::BinaryOp::BitOr ||
                op == ast::BinaryOp::BitXor)) {
    if (a.isConst() && c.isConst())
      return makeBool(op == ast::BinaryOp::BitAnd  ? (a.integer & c.integer)
                      : op == ast::BinaryOp::BitOr ? (a.integer | c.integer)
                                                   : (a.integer ^ c.integer));
    mlir::Value x = ssa(a), y = ssa(c);
    if (op == ast::BinaryOp::BitAnd)
      return makeBool(arith::AndIOp::create(b, where, x, y).getResult());
    if (op == ast::BinaryOp::BitOr)
      return makeBool(arith::OrIOp::create(b, where, x, y).getResult());
    return makeBool(arith::XOrIOp::create(b, where, x, y).getResult());
  }
  if (op == ast::BinaryOp::MatMul)
    return unsupported();
  if (a.is(Kind::Bool))
    a = toInt(a, range);
  if (c.is(Kind::Bool))
    c = toInt(c, range);
  if (a.isConst() && c.isConst()) {
    if (!script() && !checkPythonRange(op, a, c, range))
      return {};
    if (std::optional<Value> folded = foldNumbers(op, a, c, script()))
      return *folded;
    bool partial = op == ast::BinaryOp::Div || op == ast::BinaryOp::FloorDiv ||
                   op == ast::BinaryOp::Mod || op == ast::BinaryOp::ShiftLeft ||
                   op == ast::BinaryOp::ShiftRight;
    if (!partial || (!a.is(Kind::Int) && op != ast::BinaryOp::Div &&
                     op != ast::BinaryOp::FloorDiv && op != ast::BinaryOp::Mod))
      return unsupported();
  }
  bool ints = a.is(Kind::Int) && c.is(Kind::Int);
  // Where a number that is known makes the operation trivial, it stays simple.
  if (ints && op == ast::BinaryOp::Mul &&
      ((a.isConst() && a.integer == 1) || (c.isConst() && c.integer == 1)))
    return a.isConst() ? c : a;
  if (ints && op == ast::BinaryOp::Add &&
      ((a.isConst() && a.integer == 0) || (c.isConst() && c.integer == 0)))
    return a.isConst() ? c : a;
  auto checkZero = [&](StringRef text) {
    if (c.isConst() && asDouble(c) != 0)
      return;
    mlir::Value ok =
        ints
            ? arith::CmpIOp::create(b, where, arith::CmpIPredicate::ne, ssa(c),
                                    constInt(0))
                  .getResult()
            : arith::CmpFOp::create(b, where, arith::CmpFPredicate::UNE,
                                    ssa(toFloat(c, range)), ssa(makeFloat(0.0)))
                  .getResult();
    check(ok, "ZeroDivisionError", text, range);
  };
  if (ints) {
    mlir::Value x, y;
    auto operands = [&] {
      x = ssa(a);
      y = ssa(c);
    };
    // The machine's division traps on the one quotient that does not fit.
    auto quotient = [&]() -> mlir::Value {
      if (c.isConst() && c.integer != -1)
        return arith::FloorDivSIOp::create(b, where, x, y);
      mlir::Value negates = arith::CmpIOp::create(
          b, where, arith::CmpIPredicate::eq, y, constInt(-1));
      mlir::Value safe =
          arith::SelectOp::create(b, where, negates, constInt(1), y);
      mlir::Value plain = arith::FloorDivSIOp::create(b, where, x, safe);
      mlir::Value negated = arith::SubIOp::create(b, where, constInt(0), x);
      return arith::SelectOp::create(b, where, negates, negated, plain);
    };
    switch (op) {
    case ast::BinaryOp::Add:
      operands();
      return makeInt(arith::AddIOp::create(b, where, x, y).getResult());
    case ast::BinaryOp::Sub:
      operands();
      return makeInt(arith::SubIOp::create(b, where, x, y).getResult());
    case ast::BinaryOp::Mul:
      operands();
      return makeInt(arith::MulIOp::create(b, where, x, y).getResult());
    case ast::BinaryOp::Div: {
      if (!script())
        checkZero("division by zero");
      Value f = toFloat(a, range), g = toFloat(c, range);
      return makeFloat(
          arith::DivFOp::create(b, where, ssa(f), ssa(g)).getResult());
    }
    case ast::BinaryOp::FloorDiv:
      checkZero(script() ? "division by 0"
                         : "integer division or modulo by zero");
      operands();
      return makeInt(quotient());
    case ast::BinaryOp::Mod: {
      checkZero(script() ? "division by 0"
                         : "integer division or modulo by zero");
      operands();
      mlir::Value p = arith::MulIOp::create(b, where, quotient(), y);
      return makeInt(arith::SubIOp::create(b, where, x, p).getResult());
    }
    case ast::BinaryOp::Pow: {
      if (script() || !c.isConst() || c.integer < 0) {
        Value f = toFloat(a, range), g = toFloat(c, range);
        if (!script() && !c.isConst())
          return error(
              range,
              "the type of ** depends on the sign of an exponent that is not "
              "known at compile time; use float(...) for one operand");
        return makeFloat(
            math::PowFOp::create(b, where, ssa(f), ssa(g)).getResult());
      }
      operands();
      // By squaring; the product wraps around as every power above 63 of an
      // even number does.
      mlir::Value power = constInt(1);
      for (uint64_t n = c.integer; n; n >>= 1) {
        if (n & 1)
          power = arith::MulIOp::create(b, where, power, x);
        if (n > 1)
          x = arith::MulIOp::create(b, where, x, x);
      }
      return makeInt(power);
    }
    case ast::BinaryOp::BitAnd:
      operands();
      return makeInt(arith::AndIOp::create(b, where, x, y).getResult());
    case ast::BinaryOp::BitOr:
      operands();
      return makeInt(arith::OrIOp::create(b, where, x, y).getResult());
    case ast::BinaryOp::BitXor:
      operands();
      return makeInt(arith::XOrIOp::create(b, where, x, y).getResult());
    case ast::BinaryOp::ShiftLeft:
    case ast::BinaryOp::ShiftRight: {
      operands();
      if (c.isConst() && (c.integer < 0 || c.integer > 63))
        return fault("ValueError", range,
                     c.integer < 0 ? "negative shift count"
                                   : "shift count out of range");
      mlir::Value ok = arith::CmpIOp::create(
          b, where, arith::CmpIPredicate::ult, y, constInt(64));
      check(ok, "ValueError", "shift count out of range", range);
      if (op == ast::BinaryOp::ShiftLeft)
        return makeInt(arith::ShLIOp::create(b, where, x, y).getResult());
      return makeInt(arith::ShRSIOp::create(b, where, x, y).getResult());
    }
    default:
      return unsupported();
    }
  }
  mlir::Value x = ssa(toFloat(a, range)), y = ssa(toFloat(c, range));
  switch (op) {
  case ast::BinaryOp::Add:
    return makeFloat(arith::AddFOp::create(b, where, x, y).getResult());
  case ast::BinaryOp::Sub:
    return makeFloat(arith::SubFOp::create(b, where, x, y).getResult());
  case ast::BinaryOp::Mul:
    return makeFloat(arith::MulFOp::create(b, where, x, y).getResult());
  case ast::BinaryOp::Div:
    if (!script())
      checkZero("float division by zero");
    return makeFloat(arith::DivFOp::create(b, where, x, y).getResult());
  case ast::BinaryOp::FloorDiv:
  case ast::BinaryOp::Mod: {
    if (!script())
      checkZero(op == ast::BinaryOp::Mod ? "float modulo"
                                         : "float floor division by zero");
    mlir::Value q = arith::DivFOp::create(b, where, x, y);
    mlir::Value f = math::FloorOp::create(b, where, q);
    if (op == ast::BinaryOp::FloorDiv)
      return makeFloat(f);
    mlir::Value m = arith::RemFOp::create(b, where, x, y);
    mlir::Value zero = ssa(makeFloat(0.0));
    mlir::Value mNeg =
        arith::CmpFOp::create(b, where, arith::CmpFPredicate::OLT, m, zero);
    mlir::Value yNeg =
        arith::CmpFOp::create(b, where, arith::CmpFPredicate::OLT, y, zero);
    mlir::Value nonZero =
        arith::CmpFOp::create(b, where, arith::CmpFPredicate::UNE, m, zero);
    mlir::Value differ = arith::XOrIOp::create(b, where, mNeg, yNeg);
    mlir::Value fix = arith::AndIOp::create(b, where, differ, nonZero);
    mlir::Value sum = arith::AddFOp::create(b, where, m, y);
    return makeFloat(
        arith::SelectOp::create(b, where, fix, sum, m).getResult());
  }
  case ast::BinaryOp::Pow:
    return makeFloat(math::PowFOp::create(b, where, x, y).getResult());
  default:
    return unsupported();
  }
}

Value Elaborator::inplace(ast::BinaryOp op, Value a, Value c,
                          ast::Range range) {
  // TorchScript's `%=` truncates, as fmod does and `%` does not, and makes a
  // float; of the others only + - * / change a tensor in place.
  if (script() && op == ast::BinaryOp::Mod &&
      (a.isNumber() || a.is(Kind::Tensor))) {
    CallArgs args;
    args.range = range;
    args.positional = {a, c};
    return callBuiltin(
        makeBuiltin(a.is(Kind::Tensor) ? "Tensor.fmod_" : "math.fmod"), args);
  }
  if (script() && a.is(Kind::Tensor) && op != ast::BinaryOp::Add &&
      op != ast::BinaryOp::Sub && op != ast::BinaryOp::Mul &&
      op != ast::BinaryOp::Div)
    return binary(op, a, c, range);
  if (a.is(Kind::Tensor)) {
    CallArgs args;
    args.range = range;
    args.positional = {a, c};
    std::string name = tensorFunction(op).substr(6).str();
    return callBuiltin(makeBuiltin("Tensor." + name + "_"), args);
  }
  if (a.is(Kind::List) && op == ast::BinaryOp::Add) {
    CallArgs args;
    args.range = range;
    args.positional = {c};
    listMethod(a, "extend", args);
    return stopped ? Value() : a;
  }
  if (a.is(Kind::Object)) {
    std::string name = ("__i" + methodName(op) + "__").str();
    if (findMember(get(a.id).classInfo, name)) {
      CallArgs args;
      args.range = range;
      args.positional = {c};
      return callMethod(a, name, args);
    }
  }
  return binary(op, a, c, range);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

Value Elaborator::identical(Value a, Value c, ast::Range range) {
  for (int i = 0; i < 2; ++i) {
    const Value &x = i == 0 ? a : c, &y = i == 0 ? c : a;
    if (!y.is(Kind::None))
      continue;
    if (x.is(Kind::Optional)) {
      return makeBool(
          arith::XOrIOp::create(b, loc(range), x.ssa, ssa(makeBool(true)))
              .getResult());
    }
    return makeBool(x.is(Kind::None));
  }
  if (a.kind != c.kind)
    return makeBool(false);
  if (a.is(Kind::List) || a.is(Kind::Dict)) {
    if (a.id == c.id)
      return makeBool(true);
    if (get(a.id).isRuntime && get(c.id).isRuntime &&
        get(a.id).current.getType() == get(c.id).current.getType())
      return makeBool(
          SameOp::create(b, loc(range), get(a.id).current, get(c.id).current)
              .getResult());
    return makeBool(false);
  }
  if (a.is(Kind::Tensor) || a.is(Kind::Object))
    return makeBool(a.id == c.id);
  if (a.isNumber() || a.is(Kind::Str))
    return compare(ast::CompareOp::Eq, a, c, range);
  return makeBool(sameValue(a, c));
}

Value Elaborator::contains(Value container, Value itemValue, ast::Range range) {
  std::vector<Value> items;
  switch (container.kind) {
  case Kind::Str:
    if (!itemValue.is(Kind::Str))
      break;
    if (container.isConst() && itemValue.isConst())
      return makeBool(StringRef(container.text).contains(itemValue.text));
    {
      mlir::Value at =
          StringMethodOp::create(b, loc(range), b.getI64Type(), "find",
                                 ssa(container), ValueRange{ssa(itemValue)});
      return makeBool(arith::CmpIOp::create(b, loc(range),
                                            arith::CmpIPredicate::sge, at,
                                            constInt(0))
                          .getResult());
    }
  case Kind::Dict:
    return dictContains(container, itemValue, range);
  case Kind::Iterator:
    if (container.text == "keys")
      return dictContains(container.items[0], itemValue, range);
    break;
  case Kind::Range: {
    Value above =
        compare(ast::CompareOp::Ge, itemValue, container.items[0], range);
    Value below =
        compare(ast::CompareOp::Lt, itemValue, container.items[1], range);
    if (stopped)
      return {};
    if (above.isConst() && below.isConst() && container.items[2].isConst() &&
        container.items[2].integer == 1)
      return makeBool(above.integer && below.integer);
    break;
  }
  case Kind::List:
    if (get(container.id).isRuntime) {
      mlir::Value at = ListFindOp::create(
          b, loc(range), compareOf(get(container.id).elementType),
          get(container.id).current, ssa(itemValue));
      return makeBool(arith::CmpIOp::create(b, loc(range),
                                            arith::CmpIPredicate::sge, at,
                                            constInt(0))
                          .getResult());
    }
    [[fallthrough]];
  case Kind::Tuple: {
    staticItems(container, items);
    Value result = makeBool(false);
    for (const Value &element : items) {
      bool comparable = element.kind == itemValue.kind ||
                        (element.isNumber() && itemValue.isNumber());
      Value equal =
          comparable
              ? element.is(Kind::Object) || element.is(Kind::Class)
                    ? identical(element, itemValue, range)
                    : compare(ast::CompareOp::Eq, element, itemValue, range)
              : makeBool(false);
      if (stopped)
        return {};
      equal = truth(equal, range);
      if (stopped)
        return {};
      if (equal.isConst() && equal.integer)
        return makeBool(true);
      if (equal.isConst())
        continue;
      result = result.isConst()
                   ? equal
                   : makeBool(arith::OrIOp::create(b, loc(range), result.ssa,
                                                   equal.ssa)
                                  .getResult());
    }
    return result;
  }
  case Kind::Object: {
    CallArgs args;
    args.range = range;
    args.positional = {itemValue};
    if (findMember(get(container.id).classInfo, "__contains__"))
      return callMethod(container, "__contains__", args);
    break;
  }
  default:
    break;
  }
  return error(range, "'in' is not supported between '" +
                          toString(typeOf(itemValue)) + "' and '" +
                          toString(typeOf(container)) + "'");
}

static bool holds(ast::CompareOp op, int order) {
  switch (op) {
  case ast::CompareOp::Eq:
    return order == 0;
  case ast::CompareOp::Ne:
    return order != 0;
  case ast::CompareOp::Lt:
    return order < 0;
  case ast::CompareOp::Le:
    return order <= 0;
  case ast::CompareOp::Gt:
    return order > 0;
  default:
    return order >= 0;
  }
}

static arith::CmpIPredicate intPredicate(ast::CompareOp op) {
  switch (op) {
  case ast::CompareOp::Eq:
    return arith::CmpIPredicate::eq;
  case ast::CompareOp::Ne:
    return arith::CmpIPredicate::ne;
  case ast::CompareOp::Lt:
    return arith::CmpIPredicate::slt;
  case ast::CompareOp::Le:
    return arith::CmpIPredicate::sle;
  case ast::CompareOp::Gt:
    return arith::CmpIPredicate::sgt;
  default:
    return arith::CmpIPredicate::sge;
  }
}

static arith::CmpFPredicate floatPredicate(ast::CompareOp op) {
  switch (op) {
  case ast::CompareOp::Eq:
    return arith::CmpFPredicate::OEQ;
  case ast::CompareOp::Ne:
    return arith::CmpFPredicate::UNE;
  case ast::CompareOp::Lt:
    return arith::CmpFPredicate::OLT;
  case ast::CompareOp::Le:
    return arith::CmpFPredicate::OLE;
  case ast::CompareOp::Gt:
    return arith::CmpFPredicate::OGT;
  default:
    return arith::CmpFPredicate::OGE;
  }
}

Value Elaborator::compare(ast::CompareOp op, Value a, Value c,
                          ast::Range range) {
  Location where = loc(range);
  auto negate = [&](Value v) -> Value {
    if (stopped)
      return {};
    return unary(ast::UnaryOp::Not, v, range);
  };
  switch (op) {
  case ast::CompareOp::Is:
    return identical(a, c, range);
  case ast::CompareOp::IsNot:
    return negate(identical(a, c, range));
  case ast::CompareOp::In:
    return contains(c, a, range);
  case ast::CompareOp::NotIn:
    return negate(contains(c, a, range));
  default:
    break;
  }
  bool equality = op == ast::CompareOp::Eq || op == ast::CompareOp::Ne;
  static const char *names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  const char *name = names[static_cast<int>(op)];
  if ((a.is(Kind::Tensor) && (c.is(Kind::Tensor) || c.isNumber())) ||
      (c.is(Kind::Tensor) && a.isNumber())) {
    CallArgs args;
    args.range = range;
    if (a.isNumber()) {
      static const char *swapped[] = {"eq", "ne", "gt", "ge", "lt", "le"};
      name = swapped[static_cast<int>(op)];
      std::swap(a, c);
    }
    args.positional = {a, c};
    return callBuiltin(makeBuiltin(std::string("torch.") + name), args);
  }
  if (a.is(Kind::Object)) {
    std::string method = std::string("__") + name + "__";
    if (findMember(get(a.id).classInfo, method)) {
      CallArgs args;
      args.range = range;
      args.positional = {c};
      return callMethod(a, method, args);
    }
    if (op == ast::CompareOp::Ne && findMember(get(a.id).classInfo, "__eq__")) {
      CallArgs args;
      args.range = range;
      args.positional = {c};
      return negate(callMethod(a, "__eq__", args));
    }
  }
  if (a.isNumber() && c.isNumber()) {
    if (a.isConst() && c.isConst()) {
      if (!a.is(Kind::Float) && !c.is(Kind::Float))
        return makeBool(
            holds(op, a.integer < c.integer ? -1 : a.integer > c.integer));
      double x = asDouble(a), y = asDouble(c);
      if (std::isnan(x) || std::isnan(y))
        return makeBool(op == ast::CompareOp::Ne);
      return makeBool(holds(op, x < y ? -1 : x > y));
    }
    if (a.is(Kind::Float) || c.is(Kind::Float))
      return makeBool(arith::CmpFOp::create(b, where, floatPredicate(op),
                                            ssa(toFloat(a, range)),
                                            ssa(toFloat(c, range)))
                          .getResult());
    return makeBool(arith::CmpIOp::create(b, where, intPredicate(op),
                                          ssa(toInt(a, range)),
                                          ssa(toInt(c, range)))
                        .getResult());
  }
  if (a.is(Kind::Str) && c.is(Kind::Str)) {
    if (a.isConst() && c.isConst())
      return makeBool(holds(op, a.text.compare(c.text)));
    mlir::Value order = StringCompareOp::create(b, where, ssa(a), ssa(c));
    return makeBool(
        arith::CmpIOp::create(b, where, intPredicate(op), order, constInt(0))
            .getResult());
  }
  auto isSequence = [](const Value &v) {
    return v.is(Kind::Tuple) || v.is(Kind::List);
  };
  if (isSequence(a) && isSequence(c) && equality) {
    bool runtime = (a.is(Kind::List) && get(a.id).isRuntime) ||
                   (c.is(Kind::List) && get(c.id).isRuntime);
    if (!runtime) {
      std::vector<Value> x, y;
      staticItems(a, x);
      staticItems(c, y);
      // A Size compares with lists in TorchScript.
      bool alike = a.kind == c.kind || script();
      Value result = makeBool(alike && x.size() == y.size());
      for (size_t i = 0; i < x.size() && (!result.isConst() || result.integer);
           ++i) {
        Value equal = compare(ast::CompareOp::Eq, x[i], y[i], range);
        equal = stopped ? equal : truth(equal, range);
        if (stopped)
          return {};
        if (equal.isConst() && equal.integer)
          continue;
        result = result.isConst() || (equal.isConst() && !equal.integer)
                     ? equal
                     : makeBool(arith::AndIOp::create(b, where, ssa(result),
                                                      ssa(equal))
                                    .getResult());
      }
      return op == ast::CompareOp::Ne ? negate(result) : result;
    }
    auto asList = [&](const Value &v) {
      if (v.is(Kind::List))
        return v;
      return newList(v.items, {}, nullptr, range);
    };
    Value x = asList(a), y = asList(c);
    Type type = joinTypes(typeOf(x), typeOf(y));
    SmallVector<mlir::Value> leaves;
    if (!type || !flatten(x, type, range, leaves, true) ||
        !flatten(y, type, range, leaves, true))
      return stopped ? Value() : error(range, "cannot compare these lists");
    mlir::Value equal = ListEqualOp::create(
        b, where, compareOf(type->elements[0]), leaves[0], leaves[1]);
    Value result = makeBool(equal);
    return op == ast::CompareOp::Ne ? negate(result) : result;
  }
  if (a.is(Kind::Tuple) && c.is(Kind::Tuple) && !equality) {
    // Lexicographic: the first elements that differ decide.
    std::function<Value(size_t)> from = [&](size_t i) -> Value {
      if (i >= a.items.size() || i >= c.items.size())
        return compare(op, makeInt(static_cast<int64_t>(a.items.size())),
                       makeInt(static_cast<int64_t>(c.items.size())), range);
      Value same = compare(ast::CompareOp::Eq, a.items[i], c.items[i], range);
      same = stopped ? same : truth(same, range);
      if (stopped)
        return {};
      auto decide = [&] { return compare(op, a.items[i], c.items[i], range); };
      if (same.isConst())
        return same.integer ? from(i + 1) : decide();
      return select(same.ssa, [&] { return from(i + 1); }, decide, range);
    };
    return from(0);
  }
  if (equality) {
    if (a.is(Kind::Optional) || c.is(Kind::Optional)) {
      Value o = a.is(Kind::Optional) ? a : c,
            other = a.is(Kind::Optional) ? c : a;
      if (other.is(Kind::None)) {
        Value same = identical(a, c, range);
        return op == ast::CompareOp::Ne ? negate(same) : same;
      }
      Value same = select(
          o.ssa,
          [&] { return compare(ast::CompareOp::Eq, o.items[0], other, range); },
          [&] { return makeBool(false); }, range);
      return op == ast::CompareOp::Ne ? negate(same) : same;
    }
    // A dtype is an int in TorchScript.
    if (a.is(Kind::DType) && c.is(Kind::Int))
      return compare(op, makeInt(a.integer), c, range);
    if (c.is(Kind::DType) && a.is(Kind::Int))
      return compare(op, a, makeInt(c.integer), range);
    if (a.is(Kind::Device) && c.is(Kind::Str))
      c = makeDevice(c.text);
    bool same = a.kind == c.kind && sameValue(a, c);
    bool settled = a.kind != c.kind || a.is(Kind::None) || a.is(Kind::DType) ||
                   a.is(Kind::Device) || a.is(Kind::Class) ||
                   a.is(Kind::Object) || a.is(Kind::Function) ||
                   a.is(Kind::Builtin) || a.is(Kind::TypeValue) ||
                   a.is(Kind::Dict);
    if (settled && !(a.is(Kind::Dict) && c.is(Kind::Dict) && !same))
      return makeBool(op == ast::CompareOp::Ne ? !same : same);
  }
  return error(range, StringRef("'") + ast::spelling(op) +
                          "' is not supported between '" + toString(typeOf(a)) +
                          "' and '" + toString(typeOf(c)) + "'");
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// Python's indices(): the elements that a slice of known bounds takes.
static std::vector<int64_t> sliceIndices(const Value &slice, int64_t n) {
  int64_t step = slice.items[2] ? slice.items[2].integer : 1;
  auto bound = [&](const Value &v, int64_t absent) {
    if (!v)
      return absent;
    int64_t i = v.integer;
    if (i < 0)
      i += n;
    return step > 0 ? std::clamp<int64_t>(i, 0, n)
                    : std::clamp<int64_t>(i, -1, n - 1);
  };
  int64_t from = bound(slice.items[0], step > 0 ? 0 : n - 1);
  int64_t to = bound(slice.items[1], step > 0 ? n : -1);
  std::vector<int64_t> indices;
  for (int64_t i = from; step > 0 ? i < to : i > to; i += step)
    indices.push_back(i);
  return indices;
}

static bool knownSlice(const Value &slice) {
  return llvm::all_of(slice.items, [](const Value &v) {
    return !v || (v.is(Kind::Int) && v.isConst());
  });
}

Value Elaborator::subscript(Value base, Value index, ast::Range range) {
  Location where = loc(range);
  if (index.is(Kind::Tensor) && !base.is(Kind::Tensor) &&
      !base.is(Kind::Dict)) {
    index = toInt(index, range);
    if (stopped)
      return {};
  }
  if (index.is(Kind::Bool) && !base.is(Kind::Tensor) && !base.is(Kind::Dict))
    index = toInt(index, range);
  if (index.is(Kind::Slice) && index.items[2] && index.items[2].isConst() &&
      index.items[2].integer == 0)
    return error(range, "slice step cannot be zero");
  switch (base.kind) {
  case Kind::Tensor:
    return indexTensor(base, index, range);
  case Kind::Tuple:
  case Kind::List: {
    bool runtime = base.is(Kind::List) && get(base.id).isRuntime;
    if (index.is(Kind::Slice)) {
      if (!runtime && knownSlice(index)) {
        std::vector<Value> all, items;
        staticItems(base, all);
        for (int64_t i : sliceIndices(index, all.size()))
          items.push_back(all[i]);
        if (base.is(Kind::List))
          return newList(items, get(base.id).elementType, nullptr, range);
        Value tuple = makeTuple(items);
        tuple.isSize = base.isSize;
        return tuple;
      }
      if (base.is(Kind::Tuple))
        return error(
            range,
            "the bounds of a tuple's slice must be known at compile time");
      Type type = typeOf(base);
      SmallVector<mlir::Value> leaves;
      if (!flatten(base, type, range, leaves, true))
        return {};
      auto part = [&](int i) {
        return index.items[i] ? ssa(index.items[i]) : mlir::Value();
      };
      mlir::Value step = index.items[2] ? part(2) : constInt(1);
      mlir::Value out = ListSliceOp::create(b, where, leaves[0].getType(),
                                            leaves[0], part(0), part(1), step);
      ValueRange values(out);
      return unflatten(type, values);
    }
    if (!index.is(Kind::Int))
      return error(
          range,
          "indices of a " + StringRef(base.is(Kind::List) ? "list" : "tuple") +
              " must be integers, not '" + toString(typeOf(index)) + "'");
    if (runtime)
      return listGet(base, index, range);
    std::vector<Value> items;
    staticItems(base, items);
    if (index.isConst()) {
      int64_t i = index.integer < 0
                      ? index.integer + static_cast<int64_t>(items.size())
                      : index.integer;
      if (i < 0 || i >= static_cast<int64_t>(items.size())) {
        StringRef what = base.is(Kind::List) ? "list" : "tuple";
        return fault("IndexError", range, what + " index out of range");
      }
      return items[i];
    }
    // An index that is not known: of equal elements a list of run time is made,
    // for others the loop around is unrolled.
    Type type = typeOf(base);
    SmallVector<mlir::Type> leaves;
    bool uniform = base.is(Kind::List) && !hasStatic(type) &&
                   !isPartial(type) && leafTypes(type, leaves);
    if (uniform && get(base.id).site.first) {
      facts.runtimeLists[get(base.id).site] = type->elements[0];
      return requestRestart();
    }
    if (unrollEnclosingLoop())
      return {};
    if (uniform && materialize(base, range))
      return listGet(base, index, range);
    if (stopped)
      return {};
    // A tuple of numbers, such as a shape.
    Type element;
    for (const Value &v : items)
      element = joinTypes(element, typeOf(v));
    if (!items.empty() && element && !isPartial(element) &&
        !hasStatic(element)) {
      Value list = newList(items, {}, nullptr, range);
      if (!stopped && materialize(list, range))
        return listGet(list, index, range);
      return {};
    }
    return error(
        range,
        "this index must be known at compile time, because the elements are of "
        "different types");
  }
  case Kind::Class:
    if (base.classInfo->isEnum && index.is(Kind::Str) && index.isConst())
      return getAttribute(base, index.text, range);
    break;
  case Kind::Dict:
    return dictGet(base, index, range);
  case Kind::Str: {
    if (index.is(Kind::Slice)) {
      if (base.isConst() && knownSlice(index)) {
        std::vector<Value> characters;
        staticItems(base, characters);
        std::string text;
        for (int64_t i : sliceIndices(index, characters.size()))
          text += characters[i].text;
        return makeStr(text);
      }
      auto part = [&](int i) {
        return index.items[i] ? ssa(index.items[i]) : mlir::Value();
      };
      mlir::Value step = index.items[2] ? part(2) : constInt(1);
      return makeStrSsa(StringSliceOp::create(b, where,
                                              StringType::get(context),
                                              ssa(base), part(0), part(1), step)
                            .getResult());
    }
    if (!index.is(Kind::Int))
      return error(range, "string indices must be integers");
    return makeStrSsa(
        StringIndexOp::create(b, where, ssa(base), ssa(index)).getResult());
  }
  case Kind::Object: {
    if (!findMember(get(base.id).classInfo, "__getitem__"))
      break;
    CallArgs args;
    args.range = range;
    args.positional = {index};
    // A container of modules needs the index at compile time.
    if (get(base.id).classInfo->isModule && index.is(Kind::Int) &&
        !index.isConst() && unrollEnclosingLoop())
      return {};
    return callMethod(base, "__getitem__", args);
  }
  case Kind::Range: {
    Value offset = binary(ast::BinaryOp::Mul, index, base.items[2], range);
    return binary(ast::BinaryOp::Add, base.items[0], offset, range);
  }
  case Kind::Optional: {
    Value value = present(base, "TypeError",
                          "'NoneType' object is not subscriptable", range);
    return stopped ? Value() : subscript(value, index, range);
  }
  default:
    break;
  }
  return error(range, "a value of type '" + toString(typeOf(base)) +
                          "' cannot be indexed");
}

bool Elaborator::storeSubscript(Value base, Value index, Value value,
                                ast::Range range) {
  Location where = loc(range);
  if (base.is(Kind::Tensor))
    return storeTensor(base, index, value, range);
  if (base.is(Kind::Dict))
    return dictSet(base, index, value, range);
  if (base.is(Kind::Object)) {
    CallArgs args;
    args.range = range;
    args.positional = {index, value};
    callMethod(base, "__setitem__", args);
    return !stopped;
  }
  if (!base.is(Kind::List)) {
    error(range, "elements of a value of type '" + toString(typeOf(base)) +
                     "' cannot be assigned");
    return false;
  }
  if (index.is(Kind::Slice)) {
    error(range, "assignment to a slice of a list is not supported; assign to "
                 "its elements");
    return false;
  }
  if (!index.is(Kind::Int)) {
    error(range, "list indices must be integers");
    return false;
  }
  if (!get(base.id).isRuntime && index.isConst()) {
    int64_t n = get(base.id).items.size();
    int64_t i = index.integer < 0 ? index.integer + n : index.integer;
    if (i < 0 || i >= n) {
      fault("IndexError", range, "list assignment index out of range");
      return false;
    }
    if (!checkItem(base, value, range))
      return false;
    mutate(base.id).items[i] = value;
    return true;
  }
  if (!get(base.id).isRuntime) {
    if (get(base.id).site.first) {
      Type type = joinTypes(typeOf(base)->kind == TypeKind::List
                                ? typeOf(base)->elements[0]
                                : Type(),
                            typeOf(value));
      if (type && !isPartial(type)) {
        facts.runtimeLists[get(base.id).site] = type;
        requestRestart();
        return false;
      }
    }
    if (!materialize(base, range))
      return false;
  }
  if (!needElementType(base.id, typeOf(value), range))
    return false;
  SmallVector<mlir::Value> leaves;
  if (!flatten(value, get(base.id).elementType, range, leaves, true))
    return false;
  ListSetOp::create(b, where, get(base.id).current, ssa(index), leaves);
  return true;
}

} // namespace tine::elaborate
