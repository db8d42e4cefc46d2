//===- Conversions.cpp - int(x), float(x), bool(x) ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of other types, and what counts as true.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value Numbers::toFloat(const Value &value, ast::Range range) {
  if (value.is(Kind::Float))
    return pythonNumber(value);
  if (value.is(Kind::Object) && !script() &&
      objects.findMember(get(value.id).classInfo, "__float__")) {
    CallArgs none(range);
    Value own = run.callMethod(value, "__float__", none);
    return stopped() ? Value() : toFloat(own, range);
  }
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
    return stopped() ? Value() : toFloat(number, range);
  }
  if (value.is(Kind::Either) &&
      llvm::all_of(value.items, [](const Value &v) { return v.isNumber(); })) {
    mlir::Value x = ssa(toFloat(value.items[0], range));
    mlir::Value y = ssa(toFloat(value.items[1], range));
    return makeFloat(
        arith::SelectOp::create(b, loc(range), value.ssa, x, y).getResult());
  }
  if (value.is(Kind::Either))
    return paths.onEither(
        value, [&](Value v) { return toFloat(v, range); }, range);
  if (value.is(Kind::Str)) {
    if (value.isConst())
      return foldToFloat(*this, value, range);
    if (script())
      return makeFloat(StringMethodOp::create(b, loc(range), b.getF64Type(),
                                              "to_float", ssa(value),
                                              ValueRange(), /*bytes=*/true)
                           .getResult());
    if (diagnoser.isCaught("ValueError"))
      return run.callLibrary("_operations.float_of", {value}, range);
    return makeFloat(
        StringToFloatOp::create(b, loc(range), ssa(value)).getResult());
  }
  return error(range, "cannot convert a value of type '" +
                          toString(types.typeOf(value)) + "' to float");
}

/// A float of the run without its fraction. Python raises where it is no int;
/// TorchScript converts as C++ does on x86.
static mlir::Value wholeNumber(Context &e, mlir::Value x, ast::Range range) {
  Location where = e.loc(range);
  auto number = [&](double value) -> mlir::Value {
    return arith::ConstantOp::create(e.b, where, e.b.getF64FloatAttr(value));
  };
  auto compare = [&](arith::CmpFPredicate how, mlir::Value y,
                     mlir::Value bound) -> mlir::Value {
    return arith::CmpFOp::create(e.b, where, how, y, bound);
  };
  mlir::Value size = math::AbsFOp::create(e.b, where, x);
  mlir::Value fits = compare(arith::CmpFPredicate::OLT, size, number(0x1p63));
  if (!e.script()) {
    e.check(compare(arith::CmpFPredicate::ORD, x, x), "ValueError",
            "cannot convert float NaN to integer", range);
    e.check(compare(arith::CmpFPredicate::ONE, size, number(INFINITY)),
            "OverflowError", "cannot convert float infinity to integer", range);
    e.check(fits, "OverflowError", "this float is too large for 64 bits",
            range);
  }
  x = arith::SelectOp::create(e.b, where, fits, x, number(-0x1p63));
  return arith::FPToSIOp::create(e.b, where, e.b.getI64Type(), x);
}

Value Numbers::toInt(const Value &value, ast::Range range) {
  if (value.is(Kind::Int))
    return pythonNumber(value);
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
      if (std::isnan(value.real))
        return fault("ValueError", range,
                     "cannot convert float NaN to integer");
      if (std::isinf(value.real))
        return fault("OverflowError", range,
                     "cannot convert float infinity to integer");
      if (std::fabs(value.real) >= 0x1p63)
        return error(range, "this float is too large for 64 bits");
      return makeInt(static_cast<int64_t>(value.real));
    }
    return makeInt(wholeNumber(*this, value.ssa, range));
  }
  if (value.is(Kind::Tensor)) {
    Value number = item(value, range);
    return stopped() ? Value() : toInt(number, range);
  }
  if (value.is(Kind::Str) && value.isConst()) {
    Value known = foldMethod(*this, "to_int", 'i', value, {}, range);
    if (known || stopped())
      return known;
  }
  if (value.is(Kind::Str) && script())
    return makeInt(StringMethodOp::create(b, loc(range), b.getI64Type(),
                                          "to_int", ssa(value), ValueRange(),
                                          /*bytes=*/true)
                       .getResult());
  if (value.is(Kind::Str) && diagnoser.isCaught("ValueError"))
    return run.callLibrary("_operations.int_of", {value}, range);
  if (value.is(Kind::Str))
    return makeInt(
        StringToIntOp::create(b, loc(range), ssa(value)).getResult());
  if (value.is(Kind::DType))
    return makeInt(value.integer);
  if (value.is(Kind::Either))
    return paths.onEither(
        value, [&](Value v) { return toInt(v, range); }, range);
  if (value.is(Kind::Object) && !script() &&
      objects.findMember(get(value.id).classInfo, "__index__")) {
    Value number = run.callMethod(value, "__index__", CallArgs(range));
    if (stopped() || !number.is(Kind::Object))
      return stopped() ? Value() : toInt(number, range);
  }
  return error(range, "cannot convert a value of type '" +
                          toString(types.typeOf(value)) + "' to int");
}

} // namespace tine::elaborate
