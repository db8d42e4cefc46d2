//===- Numpy.cpp - Numbers of NumPy ---------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Their dtypes, conversions, joins and texts. Their arithmetic is in
// NumpyArithmetic.cpp, their methods in library/numpy/_scalars.py.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Numpy.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/TensorBuilder.h"
#include "tine/abi.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The class of numbers that are NumPy's on some paths only.
static constexpr StringRef unsure = "_unsure";

/// The names of the classes by dtype.
static constexpr std::pair<StringRef, int64_t> dtypes[] = {
    {"float64", TINE_FLOAT64}, {"int64", TINE_INT64}, {"float32", TINE_FLOAT32},
    {"int32", TINE_INT32},     {"bool", TINE_BOOL},   {"uint8", TINE_UINT8},
    {"int8", TINE_INT8},       {"int16", TINE_INT16},
};

bool isNumpyClass(const ClassInfo *info) {
  return info && info->scope && info->scope->isLibrary &&
         info->scope->moduleName == "numpy._scalars";
}

bool isNumpyNumber(const Value &v) {
  return v.isNumber() && isNumpyClass(v.classInfo);
}

bool isUnsureNumber(const Value &v) {
  return isNumpyNumber(v) && v.classInfo->has(ClassRole::UnsureNumber);
}

static int64_t dtypeOfClass(const ClassInfo &info) {
  return info.members.at("_type").integer;
}

int64_t numpyDType(const Value &v) {
  if (isNumpyNumber(v) && !isUnsureNumber(v))
    return dtypeOfClass(*v.classInfo);
  return v.is(Kind::Float) ? TINE_FLOAT64
         : v.is(Kind::Int) ? TINE_INT64
                           : TINE_BOOL;
}

Value pythonNumber(Value v) {
  if (isNumpyNumber(v))
    v.classInfo = nullptr;
  return v;
}

/// The class of a dtype; null, with an error, if there is none.
static ClassInfo *classOfDType(Context &e, int64_t dtype, ast::Range range) {
  for (const auto &[name, number] : dtypes)
    if (number == dtype)
      return e.model.qualified(("numpy._scalars." + name).str()).classInfo;
  e.error(range, "numbers of NumPy of this dtype are not supported");
  return nullptr;
}

/// An int that wraps around in as many bits as the dtype has.
static Value wrap(Context &e, const Value &number, int64_t dtype,
                  ast::Range range) {
  mlir::Type type = e.numbers.elementTypeOf(dtype);
  unsigned bits = type.getIntOrFloatBitWidth();
  bool isUnsigned = dtype == TINE_UINT8;
  if (bits == 64)
    return number;
  if (number.isConst()) {
    APInt low(bits, static_cast<uint64_t>(number.integer), false, true);
    return makeInt(isUnsigned ? static_cast<int64_t>(low.getZExtValue())
                              : low.getSExtValue());
  }
  Location where = e.loc(range);
  mlir::Type wide = e.b.getI64Type();
  mlir::Value low =
      arith::TruncIOp::create(e.b, where, e.b.getIntegerType(bits), number.ssa);
  return makeInt(isUnsigned
                     ? arith::ExtUIOp::create(e.b, where, wide, low).getResult()
                     : arith::ExtSIOp::create(e.b, where, wide, low));
}

/// A float that float32 has.
static Value roundToSingle(Context &e, const Value &number, ast::Range range) {
  if (number.isConst())
    return makeFloat(static_cast<float>(number.real));
  Location where = e.loc(range);
  mlir::Value narrow =
      arith::TruncFOp::create(e.b, where, e.b.getF32Type(), number.ssa);
  return makeFloat(
      arith::ExtFOp::create(e.b, where, e.b.getF64Type(), narrow).getResult());
}

Value numpyNumber(Context &e, const Value &number, int64_t dtype,
                  ast::Range range) {
  Value v;
  if (dtype == TINE_FLOAT64 || dtype == TINE_FLOAT32)
    v = e.numbers.toFloat(number, range);
  else
    v = dtype == TINE_BOOL ? e.model.truth(number, range)
                           : e.numbers.toInt(number, range);
  if (e.stopped())
    return {};
  if (dtype == TINE_FLOAT32)
    v = roundToSingle(e, v, range);
  else if (v.is(Kind::Int))
    v = wrap(e, v, dtype, range);
  v.text.clear();
  v.classInfo = classOfDType(e, dtype, range);
  return e.stopped() ? Value() : v;
}

/// The text of a float of 32 bits, which has fewer digits.
static Value singleText(Context &e, const Value &number, ast::Range range) {
  mlir::Type single = e.b.getF32Type();
  mlir::Value tensor = tensor::FromElementsOp::create(
      e.b, e.loc(range), RankedTensorType::get({}, single),
      e.numbers.scalar(pythonNumber(number), single));
  return makeStrSsa(FormatOp::create(e.b, e.loc(range),
                                     StringType::get(e.getContext()),
                                     tine::Mode::eager, "%a", tensor)
                        .getResult());
}

Value numpyText(Context &e, const Value &number, bool repr, ast::Range range) {
  if (repr && isUnsureNumber(number))
    return e.error(range,
                   "whether this is a number of NumPy, which has another text "
                   "in a list, depends on the path that data takes; use "
                   "float() or int() of it");
  Value text = !isUnsureNumber(number) && numpyDType(number) == TINE_FLOAT32
                   ? singleText(e, number, range)
                   : e.model.toText(pythonNumber(number), range);
  if (!repr || e.stopped())
    return text;
  bool isBool = number.is(Kind::Bool);
  Value open = makeStr(isBool ? "np." : "np." + number.classInfo->name + "(");
  Value whole = e.model.binary(ast::BinaryOp::Add, open, text, range);
  return e.model.binary(ast::BinaryOp::Add, whole, makeStr(isBool ? "_" : ")"),
                        range);
}

Type joinNumpyTypes(const Type &a, const Type &b) {
  const ClassInfo *x = a->classInfo, *y = b->classInfo;
  if (x == y)
    return a;
  // Python's numbers have 64 bits.
  auto isWide = [](const ClassInfo *info) {
    return !info || info->has(ClassRole::UnsureNumber) ||
           llvm::is_contained({TINE_FLOAT64, TINE_INT64, TINE_BOOL},
                              dtypeOfClass(*info));
  };
  if (!isWide(x) || !isWide(y))
    return {};
  const Scope *scope = (x ? x : y)->scope;
  auto joined = std::make_shared<TypeDesc>(*a);
  joined->classInfo = scope->globals.at(unsure.str()).classInfo;
  return joined;
}

} // namespace tine::elaborate
