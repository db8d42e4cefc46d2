//===- Operators.cpp - Arithmetic in both modes ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unary and binary operators on numbers, strings, containers and tensors.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

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
  if (a.is(Kind::Either))
    return onEither(a, [&](Value v) { return unary(op, v, range); }, range);
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
  // Not the member of an IntEnum.
  if (op == ast::UnaryOp::Pos && a.isNumber())
    return a.is(Kind::Int) && a.isConst() ? makeInt(a.integer) : a;
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
  double f = a.asDouble(), g = c.asDouble();
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
                : makeFloat(script ? std::floor(f / g) : floatFloorDiv(f, g));
  case ast::BinaryOp::Mod:
    if (g == 0)
      return std::nullopt;
    return ints ? makeInt(wrap(x - static_cast<__int128>(
                                       floorDivide(a.integer, c.integer)) *
                                       y))
                : makeFloat(script ? scriptMod(f, g) : floatMod(f, g));
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
  double f = a.asDouble(), g = c.asDouble();
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

/// Whether it is the same to give an operation with `other` an int or the float
/// of the same value.
static bool takesFloats(const Value &either, const Value &other) {
  return either.items[1].is(Kind::Float) && other.is(Kind::Float);
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

Value Elaborator::binary(ast::BinaryOp op, Value a, Value c, ast::Range range) {
  if (stopped)
    return {};
  if (a.is(Kind::Either) && takesFloats(a, c))
    a = toFloat(a, range);
  if (c.is(Kind::Either) && takesFloats(c, a))
    c = toFloat(c, range);
  if (a.is(Kind::Either))
    return onEither(a, [&](Value v) { return binary(op, v, c, range); }, range);
  if (c.is(Kind::Either))
    return onEither(c, [&](Value v) { return binary(op, a, v, range); }, range);
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
    const ClassInfo *info = object.is(Kind::Object)  ? get(object.id).classInfo
                            : object.is(Kind::Tuple) ? object.classInfo
                                                     : nullptr;
    std::string name = ((i == 0 ? "__" : "__r") + methodName(op) + "__").str();
    if (!info || !findMember(info, name))
      continue;
    CallArgs args;
    args.range = range;
    args.positional = {i == 0 ? c : a};
    Value result = callMethod(object, name, args);
    if (result.is(Kind::Builtin) && result.text == "NotImplemented")
      continue;
    return result;
  }
  if (op == ast::BinaryOp::Mod && a.is(Kind::Str))
    return percentFormat(a, c, range);
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
      if (s.is(Kind::Str) && (n.is(Kind::Int) || n.is(Kind::Bool)))
        return makeStrSsa(StringMethodOp::create(
                              b, where, StringType::get(context), "repeat",
                              ssa(s), ValueRange{ssa(toInt(n, range))}, false)
                              .getResult());
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
      // What one of them lacks, such as that a field is Optional.
      for (Value *list : {&a, &c})
        if (type && !get(list->id).isRuntime && staticItems(*list, items)) {
          *list = newList(std::exchange(items, {}), type->elements[0], nullptr,
                          range);
          if (stopped)
            return {};
        }
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
    if (c.isConst() && c.asDouble() != 0)
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
        if (!script() && !c.isConst() && isNatural(c.ssa)) {
          operands();
          return makeInt(math::IPowIOp::create(b, where, x, y).getResult());
        }
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
    if (op == ast::BinaryOp::FloorDiv && script())
      return makeFloat(math::FloorOp::create(b, where, q).getResult());
    mlir::Value m = arith::RemFOp::create(b, where, x, y);
    if (script())
      return makeFloat(arith::RemFOp::create(
                           b, where, arith::AddFOp::create(b, where, y, m), y)
                           .getResult());
    mlir::Value zero = ssa(makeFloat(0.0));
    mlir::Value mNeg =
        arith::CmpFOp::create(b, where, arith::CmpFPredicate::OLT, m, zero);
    mlir::Value yNeg =
        arith::CmpFOp::create(b, where, arith::CmpFPredicate::OLT, y, zero);
    mlir::Value nonZero =
        arith::CmpFOp::create(b, where, arith::CmpFPredicate::UNE, m, zero);
    mlir::Value differ = arith::XOrIOp::create(b, where, mNeg, yNeg);
    mlir::Value fix = arith::AndIOp::create(b, where, differ, nonZero);
    if (op == ast::BinaryOp::Mod) {
      mlir::Value sum = arith::AddFOp::create(b, where, m, y);
      m = arith::SelectOp::create(b, where, fix, sum, m);
      // A remainder of zero has the sign of the divisor.
      mlir::Value none = math::CopySignOp::create(b, where, zero, y);
      return makeFloat(
          arith::SelectOp::create(b, where, nonZero, m, none).getResult());
    }
    // What is left is a whole number but for rounding.
    mlir::Value one = ssa(makeFloat(1.0));
    mlir::Value whole = arith::DivFOp::create(
        b, where, arith::SubFOp::create(b, where, x, m), y);
    mlir::Value before = arith::SubFOp::create(b, where, whole, one);
    whole = arith::SelectOp::create(b, where, fix, before, whole);
    mlir::Value floor = math::FloorOp::create(b, where, whole);
    mlir::Value above = arith::CmpFOp::create(
        b, where, arith::CmpFPredicate::OGT,
        arith::SubFOp::create(b, where, whole, floor), ssa(makeFloat(0.5)));
    mlir::Value next = arith::AddFOp::create(b, where, floor, one);
    floor = arith::SelectOp::create(b, where, above, next, floor);
    mlir::Value isZero =
        arith::CmpFOp::create(b, where, arith::CmpFPredicate::OEQ, whole, zero);
    mlir::Value none = math::CopySignOp::create(b, where, zero, q);
    return makeFloat(
        arith::SelectOp::create(b, where, isZero, none, floor).getResult());
  }
  case ast::BinaryOp::Pow:
    return makeFloat(math::PowFOp::create(b, where, x, y).getResult());
  default:
    return unsupported();
  }
}

Value Elaborator::inplace(ast::BinaryOp op, Value a, Value c,
                          ast::Range range) {
  if (a.is(Kind::Either) && a.items[1].is(Kind::Tensor))
    return onEither(
        a, [&](Value v) { return inplace(op, v, c, range); }, range);
  if (c.is(Kind::Either) && a.is(Kind::Tensor))
    return onEither(
        c, [&](Value v) { return inplace(op, a, v, range); }, range);
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

} // namespace tine::elaborate
