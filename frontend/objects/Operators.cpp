//===- Operators.cpp - Unary and binary operators, truth ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On numbers, strings, containers and tensors, in Python and in TorchScript.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Arithmetic.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The names of an operator's method, without underscores, and of the function
/// of tensors, in the order of ast::BinaryOp.
static constexpr std::pair<StringRef, StringRef> names[] = {
    {"add", "add"},
    {"sub", "sub"},
    {"mul", "mul"},
    {"truediv", "div"},
    {"floordiv", "floor_divide"},
    {"mod", "remainder"},
    {"pow", "pow"},
    {"matmul", "matmul"},
    {"and", "bitwise_and"},
    {"or", "bitwise_or"},
    {"xor", "bitwise_xor"},
    {"lshift", "bitwise_left_shift"},
    {"rshift", "bitwise_right_shift"},
};

static StringRef methodName(ast::BinaryOp op) {
  return names[static_cast<size_t>(op)].first;
}

static StringRef tensorFunction(ast::BinaryOp op) {
  return names[static_cast<size_t>(op)].second;
}

Value PythonObjects::unary(ast::UnaryOp op, Value a, ast::Range range) {
  Location where = loc(range);
  if (op == ast::UnaryOp::Not) {
    Value t = truth(a, range);
    if (stopped())
      return {};
    if (t.isConst())
      return makeBool(!t.integer);
    return makeBool(arith::XOrIOp::create(b, where, t.ssa, ssa(makeBool(true)))
                        .getResult());
  }
  if (a.is(Kind::Either))
    return paths.onEither(
        a, [&](Value v) { return unary(op, v, range); }, range);
  if (a.is(Kind::Tensor)) {
    CallArgs args(range, {a});
    if (op == ast::UnaryOp::Pos)
      return tensors.tensorType(a).getElementType().isInteger(1)
                 ? notDefined(*this, "positive", b.getI1Type(), range)
                 : a;
    return run.callBuiltin(makeBuiltin(op == ast::UnaryOp::Neg
                                           ? "torch.neg"
                                           : "torch.bitwise_not"),
                           args);
  }
  if (a.is(Kind::Object)) {
    CallArgs args(range);
    return run.callMethod(a,
                          op == ast::UnaryOp::Neg   ? "__neg__"
                          : op == ast::UnaryOp::Pos ? "__pos__"
                                                    : "__invert__",
                          args);
  }
  if (isNumpyNumber(a) && !script())
    return numpyUnary(*this, op, a, range);
  if (a.is(Kind::Bool))
    a = numbers.toInt(a, range);
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
      return makeInt(static_cast<int64_t>(-static_cast<__int128>(a.integer)));
    return makeInt(
        arith::SubIOp::create(b, where, constInt(0), a.ssa).getResult());
  }
  if (op == ast::UnaryOp::Neg && a.is(Kind::Float)) {
    if (a.isConst())
      return makeFloat(-a.real);
    return makeFloat(arith::NegFOp::create(b, where, a.ssa).getResult());
  }
  return typeError(*this, a, range,
                   StringRef("bad operand type for unary ") +
                       (op == ast::UnaryOp::Neg   ? "-"
                        : op == ast::UnaryOp::Pos ? "+"
                                                  : "~") +
                       ": '" + className(*this, a) + "'",
                   "bad operand of type '" + toString(types.typeOf(a)) +
                       "' for this operator");
}

/// Whether it is the same to give an operation with `other` an int or the float
/// of the same value.
static bool takesFloats(const Value &either, const Value &other) {
  return either.items[1].is(Kind::Float) && other.is(Kind::Float) &&
         llvm::none_of(either.items, isNumpyNumber) && !isNumpyNumber(other);
}

/// `a op c` by a method of one of them; none if there is no such method.
static std::optional<Value> callOperator(Service &e, ast::BinaryOp op,
                                         const Value &a, const Value &c,
                                         ast::Range range) {
  // A text formats whatever stands behind its `%`.
  if (a.is(Kind::Str) && op == ast::BinaryOp::Mod)
    return std::nullopt;
  for (bool left : {true, false}) {
    const Value &object = left ? a : c;
    const ClassInfo *info = object.is(Kind::Object) ? e.get(object.id).classInfo
                            : object.is(Kind::Tuple) ? object.classInfo
                                                     : nullptr;
    std::string name = ((left ? "__" : "__r") + methodName(op) + "__").str();
    if (!info || !e.objects.findMember(info, name))
      continue;
    CallArgs args(range, {left ? c : a});
    Value result = e.run.callMethod(object, name, args);
    if (!result.is(Kind::Builtin) || result.text != "NotImplemented")
      return result;
  }
  return std::nullopt;
}

static Value binaryOfTensors(Service &e, ast::BinaryOp op, const Value &a,
                             const Value &c, ast::Range range) {
  if (!(a.is(Kind::Tensor) || a.isNumber()) ||
      !(c.is(Kind::Tensor) || c.isNumber()))
    return unsupportedOperands(e, op, a, c, range);
  CallArgs args(range, {a, c});
  // A scalar on the left is a rewriting, as PyTorch's.
  if (a.isNumber() && op == ast::BinaryOp::Sub)
    return e.run.callBuiltin(makeBuiltin("torch.rsub_scalar"), args);
  if (a.isNumber() && op == ast::BinaryOp::Div)
    return e.run.callBuiltin(makeBuiltin("torch.rdiv_scalar"), args);
  return e.run.callBuiltin(makeBuiltin(("torch." + tensorFunction(op)).str()),
                           args);
}

/// `n * text`; null, without an error, if the types are other ones.
static Value repeatText(Service &e, const Value &text, const Value &n,
                        ast::Range range) {
  if (text.isConst() && n.is(Kind::Int) && n.isConst()) {
    uint64_t size = text.text.size();
    if (n.integer > 0 && (__builtin_mul_overflow(
                              size, static_cast<uint64_t>(n.integer), &size) ||
                          !e.budget.checkText(size, range)))
      return e.stopped() ? Value() : e.error(range, "this string is too long");
    std::string repeated;
    for (int64_t i = 0; i < n.integer; ++i)
      repeated += text.text;
    return makeStr(repeated);
  }
  if (!text.is(Kind::Str) || (!n.is(Kind::Int) && !n.is(Kind::Bool)))
    return {};
  return makeStrSsa(StringMethodOp::create(
                        e.b, e.loc(range), StringType::get(e.getContext()),
                        "repeat", e.ssa(text),
                        ValueRange{e.ssa(e.numbers.toInt(n, range))}, false)
                        .getResult());
}

static Value binaryOfStrings(Service &e, ast::BinaryOp op, const Value &a,
                             const Value &c, ast::Range range) {
  if (op == ast::BinaryOp::Add && a.is(Kind::Str) && c.is(Kind::Str)) {
    if (a.isConst() && c.isConst())
      return makeStr(a.text + c.text);
    return makeStrSsa(
        StringConcatOp::create(e.b, e.loc(range), e.ssa(a), e.ssa(c))
            .getResult());
  }
  if (op == ast::BinaryOp::Mul && !e.script()) {
    Value repeated = a.is(Kind::Str) ? repeatText(e, a, c, range)
                                     : repeatText(e, c, a, range);
    if (repeated || e.stopped())
      return repeated;
  }
  return unsupportedOperands(e, op, a, c, range);
}

static Value concatTuples(const Value &a, const Value &c) {
  std::vector<Value> items = a.items;
  llvm::append_range(items, c.items);
  Value result = makeTuple(items);
  result.isSize = a.isSize && c.isSize;
  return result;
}

static Value concatLists(Service &e, Value a, Value c, ast::Range range) {
  std::vector<Value> items;
  if (!e.get(a.id).isRuntime && !e.get(c.id).isRuntime) {
    e.containers.staticItems(a, items);
    e.containers.staticItems(c, items);
    if (!e.budget.spend(range, items.size() / 8))
      return {};
    return e.containers.newList(items, e.get(a.id).elementType, nullptr, range);
  }
  Type type = e.types.joinTypes(e.types.typeOf(a), e.types.typeOf(c));
  // What one of them lacks, such as that a field is Optional.
  for (Value *list : {&a, &c})
    if (type && !e.get(list->id).isRuntime &&
        e.containers.staticItems(*list, items)) {
      *list = e.containers.newList(std::exchange(items, {}), type->elements[0],
                                   nullptr, range);
      if (e.stopped())
        return {};
    }
  SmallVector<mlir::Value> leaves;
  if (!type || !e.types.flatten(a, type, range, leaves, true) ||
      !e.types.flatten(c, type, range, leaves, true))
    return e.stopped()
               ? Value()
               : unsupportedOperands(e, ast::BinaryOp::Add, a, c, range);
  mlir::Value copy = ListCopyOp::create(e.b, e.loc(range), leaves[0]);
  ListExtendOp::create(e.b, e.loc(range), copy, leaves[1]);
  ValueRange made(copy);
  return e.types.unflatten(type, made);
}

/// `n * items`; null, without an error, if the types are other ones.
static Value repeatItems(Service &e, const Value &list, const Value &n,
                         ast::Range range) {
  if (!n.is(Kind::Int))
    return {};
  bool isTuple = list.is(Kind::Tuple);
  if ((isTuple || !e.get(list.id).isRuntime) && n.isConst()) {
    std::vector<Value> once, items;
    e.containers.staticItems(list, once);
    uint64_t size = once.size();
    if (n.integer > 0 && size > 0) {
      size = __builtin_mul_overflow(size, n.integer, &size) ? ~0ull : size;
      if (!e.budget.checkLength(size, range, isTuple ? "tuple" : "list"))
        return {};
    }
    for (int64_t i = 0; i < n.integer; ++i)
      llvm::append_range(items, once);
    return isTuple ? makeTuple(items)
                   : e.containers.newList(items, e.get(list.id).elementType,
                                          nullptr, range);
  }
  if (isTuple)
    return {};
  Type type = e.types.typeOf(list);
  SmallVector<mlir::Value> leaves;
  if (!e.types.flatten(list, type, range, leaves, true))
    return {};
  mlir::Value out =
      ListRepeatOp::create(e.b, e.loc(range), leaves[0], e.ssa(n));
  ValueRange made(out);
  return e.types.unflatten(type, made);
}

/// Of lists and tuples.
static Value binaryOfSequences(Service &e, ast::BinaryOp op, const Value &a,
                               const Value &c, ast::Range range) {
  if (op == ast::BinaryOp::Add && a.is(Kind::Tuple) && c.is(Kind::Tuple))
    return concatTuples(a, c);
  if (op == ast::BinaryOp::Add && a.is(Kind::List) && c.is(Kind::List))
    return concatLists(e, a, c, range);
  if (op == ast::BinaryOp::Mul) {
    Value repeated = a.is(Kind::Int) ? repeatItems(e, c, a, range)
                                     : repeatItems(e, a, c, range);
    if (repeated || e.stopped())
      return repeated;
  }
  return unsupportedOperands(e, op, a, c, range);
}

/// What Optional operands hold, where Python finds out in the run that it is
/// None.
static void makePresent(Service &e, ast::BinaryOp op, Value &a, Value &c,
                        ast::Range range) {
  for (Value *operand : {&a, &c})
    if (operand->is(Kind::Optional) && !e.script()) {
      auto typeName = [&](const Value &value) {
        return operand == &value ? "NoneType" : toString(e.types.typeOf(value));
      };
      *operand = e.diagnoser.present(
          *operand, "TypeError",
          "unsupported operand type(s) for " + ast::spelling(op) + ": '" +
              typeName(a) + "' and '" + typeName(c) + "'",
          range);
    }
}

/// Makes a set of the keys of a dict, which are an operand like one.
static void makeSetOfKeys(PythonObjects &e, Value &operand, ast::Range range) {
  if (!isDictView(operand) || operand.text != "keys" || e.script())
    return;
  CallArgs args(range, {e.containers.listOfView(operand, range)}, {range});
  if (!e.stopped())
    operand =
        e.run.call(e.modules.library("_builtins")->globals.at("set"), args);
}

Value PythonObjects::binary(ast::BinaryOp op, Value a, Value c,
                            ast::Range range) {
  if (stopped())
    return {};
  for (Value *operand : {&a, &c})
    makeSetOfKeys(*this, *operand, range);
  if (stopped())
    return {};
  if (a.is(Kind::Either) && takesFloats(a, c))
    a = numbers.toFloat(a, range);
  if (c.is(Kind::Either) && takesFloats(c, a))
    c = numbers.toFloat(c, range);
  if (a.is(Kind::Either))
    return paths.onEither(
        a, [&](Value v) { return binary(op, v, c, range); }, range);
  if (c.is(Kind::Either))
    return paths.onEither(
        c, [&](Value v) { return binary(op, a, v, range); }, range);
  makePresent(*this, op, a, c, range);
  if (auto result = callOperator(*this, op, a, c, range))
    return *result;
  if (op == ast::BinaryOp::Mod && a.is(Kind::Str))
    return percentFormat(*this, a, c, range);
  auto either = [&](Kind kind) { return a.is(kind) || c.is(kind); };
  if (either(Kind::Tensor))
    return binaryOfTensors(*this, op, a, c, range);
  if (either(Kind::Str))
    return binaryOfStrings(*this, op, a, c, range);
  if (either(Kind::List) || either(Kind::Tuple))
    return binaryOfSequences(*this, op, a, c, range);
  if (!a.isNumber() || !c.isNumber())
    return unsupportedOperands(*this, op, a, c, range);
  // In TorchScript they are Python's.
  if ((isNumpyNumber(a) || isNumpyNumber(c)) && !script())
    return numpyBinary(*this, op, a, c, range);
  return arithmetic(*this, op, a, c, range);
}

Value PythonObjects::inplace(ast::BinaryOp op, Value a, Value c,
                             ast::Range range) {
  if (a.is(Kind::Either) && a.items[1].is(Kind::Tensor))
    return paths.onEither(
        a, [&](Value v) { return inplace(op, v, c, range); }, range);
  if (c.is(Kind::Either) && a.is(Kind::Tensor))
    return paths.onEither(
        c, [&](Value v) { return inplace(op, a, v, range); }, range);
  // TorchScript's `%=` truncates, as fmod does and `%` does not, and makes a
  // float; of the others only + - * / change a tensor in place.
  if (script() && op == ast::BinaryOp::Mod &&
      (a.isNumber() || a.is(Kind::Tensor))) {
    CallArgs args(range, {a, c});
    return run.callBuiltin(
        makeBuiltin(a.is(Kind::Tensor) ? "Tensor.fmod_" : "math.fmod"), args);
  }
  if (script() && a.is(Kind::Tensor) && op != ast::BinaryOp::Add &&
      op != ast::BinaryOp::Sub && op != ast::BinaryOp::Mul &&
      op != ast::BinaryOp::Div)
    return binary(op, a, c, range);
  if (a.is(Kind::Tensor)) {
    CallArgs args(range, {a, c});
    return run.callBuiltin(
        makeBuiltin(("Tensor." + tensorFunction(op) + "_").str()), args);
  }
  if (a.is(Kind::List) && op == ast::BinaryOp::Add) {
    CallArgs args(range, {c});
    listMethod(*this, a, "extend", args);
    return stopped() ? Value() : a;
  }
  if (a.is(Kind::Object)) {
    std::string name = ("__i" + methodName(op) + "__").str();
    if (objects.findMember(get(a.id).classInfo, name)) {
      CallArgs args(range, {c});
      return run.callMethod(a, name, args);
    }
  }
  return binary(op, a, c, range);
}

Value PythonObjects::truth(Value value, ast::Range range) {
  switch (value.kind) {
  case Kind::Bool:
    return pythonNumber(value);
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
    return truth(makeInt(StringLengthOp::create(b, loc(range), value.ssa,
                                                /*bytes=*/true)
                             .getResult()),
                 range);
  case Kind::Tensor: {
    if (!script()) {
      Value n = tensors.numel(value);
      StringRef none = "Boolean value of Tensor with no values is ambiguous",
                many = "Boolean value of Tensor with more than one value is "
                       "ambiguous";
      if (n.isConst() && n.integer != 1)
        return fault("RuntimeError", range, n.integer ? many : none);
      auto isCount = [&](arith::CmpIPredicate is, int64_t count) {
        return arith::CmpIOp::create(b, loc(range), is, ssa(n),
                                     constInt(count));
      };
      if (!n.isConst()) {
        check(isCount(arith::CmpIPredicate::ne, 0), "RuntimeError", none,
              range);
        check(isCount(arith::CmpIPredicate::sle, 1), "RuntimeError", many,
              range);
      }
    }
    Value number = numbers.item(value, range);
    return stopped() ? Value() : truth(number, range);
  }
  case Kind::Tuple:
    return makeBool(!value.items.empty());
  case Kind::Dict:
    if (containers.isOpen(value))
      return containers.knowsKeys(value, range)
                 ? makeBool(containers.anyEntry(value, range))
                 : Value();
    [[fallthrough]];
  case Kind::List: {
    Value n = length(value, range);
    return stopped() ? Value() : truth(n, range);
  }
  case Kind::Optional:
    if (script())
      return error(
          range,
          "an Optional cannot be used as a condition; compare with None");
    return paths.select(
        value.ssa, [&] { return truth(value.items[0], range); },
        [&] { return makeBool(false); }, range);
  case Kind::Either:
    return paths.onEither(
        value, [&](Value v) { return truth(v, range); }, range);
  case Kind::Object: {
    CallArgs args(range);
    if (objects.findMember(get(value.id).classInfo, "__bool__")) {
      Value answer = run.callMethod(value, "__bool__", args);
      if (stopped() || answer.is(Kind::Bool))
        return answer;
      std::string message = "__bool__ should return bool, returned '" +
                            toString(types.typeOf(answer)) + "'";
      return script() ? error(range, message)
                      : fault("TypeError", range, message);
    }
    if (objects.findMember(get(value.id).classInfo, "__len__")) {
      Value n = run.callMethod(value, "__len__", args);
      return stopped() ? Value() : truth(n, range);
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

Value PythonObjects::length(const Value &value, ast::Range range) {
  return elaborate::length(*this, value, range);
}

Value PythonObjects::toText(const Value &value, ast::Range range) {
  return elaborate::toText(*this, value, range);
}

} // namespace tine::elaborate
