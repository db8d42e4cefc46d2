//===- Numbers.cpp - Numbers of the program as SSA values -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, conversions to the types of elements, and arguments that must be
// known.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Numbers.h"
#include "dialects/nn/NN.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

mlir::Value Numbers::constIndex(int64_t value) {
  return arith::ConstantOp::create(b, loc(frames.here), b.getIndexAttr(value));
}

mlir::Value Numbers::constInt(int64_t value) {
  return arith::ConstantOp::create(b, loc(frames.here),
                                   b.getI64IntegerAttr(value));
}

mlir::Value Numbers::ssa(const Value &value) {
  // After an error what is made is dropped; it only has to be something.
  if (!value.isConst())
    return !value.ssa && stopped() ? constInt(0) : value.ssa;
  Location where = loc(frames.here);
  switch (value.kind) {
  case Kind::Int:
    return constInt(value.integer);
  case Kind::Bool:
    return arith::ConstantOp::create(b, where, b.getBoolAttr(value.integer));
  case Kind::Float:
    return arith::ConstantOp::create(b, where, b.getF64FloatAttr(value.real));
  default:
    return StringConstantOp::create(b, where, StringType::get(getContext()),
                                    b.getStringAttr(value.text));
  }
}

mlir::Value Numbers::toIndex(const Value &integer) {
  if (integer.isConst())
    return constIndex(integer.integer);
  if (stopped())
    return constIndex(0);
  return arith::IndexCastOp::create(b, loc(frames.here), b.getIndexType(),
                                    ssa(toInt(integer, frames.here)));
}

mlir::Type Numbers::elementTypeOf(int64_t dtype) {
  switch (dtype) {
  case TINE_UINT8:
    return b.getI8Type();
  case TINE_INT8:
    return b.getIntegerType(8, /*isSigned=*/true);
  case TINE_INT16:
    return b.getI16Type();
  case TINE_INT32:
    return b.getI32Type();
  case TINE_INT64:
    return b.getI64Type();
  case TINE_FLOAT16:
    return b.getF16Type();
  case TINE_BFLOAT16:
    return b.getBF16Type();
  case TINE_FLOAT32:
    return b.getF32Type();
  case TINE_FLOAT64:
    return b.getF64Type();
  case TINE_BOOL:
    return b.getI1Type();
  default:
    return {};
  }
}

mlir::Type Numbers::defaultFloat() {
  return objects.knownMode(Mode::DefaultF64, frames.here)
             ? mlir::Type(b.getF64Type())
             : mlir::Type(b.getF32Type());
}

int64_t Numbers::dtypeOf(mlir::Type element) {
  int32_t number = getDtype(element);
  return number < 0 ? TINE_INT64 : number;
}

mlir::Value Numbers::scalar(const Value &number, mlir::Type element) {
  Location where = loc(frames.here);
  mlir::Type type = nn::getComputeType(element);
  if (number.isConst()) {
    if (isa<FloatType>(type)) {
      double v = number.is(Kind::Float) ? number.real
                                        : static_cast<double>(number.integer);
      return arith::ConstantOp::create(b, where, b.getFloatAttr(type, v));
    }
    // As x86 does it.
    int64_t v = !number.is(Kind::Float) ? number.integer
                : std::fabs(number.real) < 0x1p63
                    ? static_cast<int64_t>(number.real)
                    : INT64_MIN;
    if (type.isInteger(1))
      v = number.is(Kind::Float) ? number.real != 0 : v != 0;
    auto integer = cast<IntegerType>(type);
    return arith::ConstantOp::create(
        b, where,
        b.getIntegerAttr(type, APInt(integer.getWidth(),
                                     static_cast<uint64_t>(v), false, true)));
  }
  if (isa<FloatType>(type)) {
    mlir::Value v = ssa(toFloat(number, frames.here));
    return type.isF64()
               ? v
               : arith::TruncFOp::create(b, where, type, v).getResult();
  }
  if (type.isInteger(1))
    return ssa(model.truth(number, frames.here));
  mlir::Value v = ssa(toInt(number, frames.here));
  return type.isInteger(64)
             ? v
             : arith::TruncIOp::create(b, where, type, v).getResult();
}

/// Whether PyTorch converts a number to the type of elements. A negative one is
/// taken for an unsigned that it stands for.
static bool holds(mlir::Type type, const Value &number) {
  double x = number.is(Kind::Float) ? number.real
                                    : static_cast<double>(number.integer);
  if (type.isF32())
    return !std::isfinite(x) ||
           std::fabs(x) <= std::numeric_limits<float>::max();
  if (type.isF16() || type.isBF16())
    return !std::isfinite(x) ||
           std::fabs(x) <= (type.isF16() ? 65504 : 0x1.FEp127);
  if (isa<FloatType>(type) || type.isInteger(1))
    return true;
  unsigned bits = type.getIntOrFloatBitWidth();
  if (type.isSignlessInteger(8))
    return x <= 255 && x >= (number.is(Kind::Float) ? 0 : -255);
  double end = std::ldexp(1.0, bits - 1);
  return x >= -end && (bits == 64 && !number.is(Kind::Float) ? true : x < end);
}

StringRef scalarName(mlir::Type element) {
  return element.isF32()                ? "float"
         : element.isF64()              ? "double"
         : element.isF16()              ? "c10::Half"
         : element.isBF16()             ? "c10::BFloat16"
         : element.isInteger(1)         ? "bool"
         : element.isSignlessInteger(8) ? "uint8_t"
         : element.isSignedInteger(8)   ? "int8_t"
         : element.isInteger(16)        ? "int16_t"
         : element.isInteger(32)        ? "int"
                                        : "int64_t";
}

static std::string overflowMessage(mlir::Type type) {
  return ("value cannot be converted to type " + scalarName(type) +
          " without overflow")
      .str();
}

bool Numbers::isHeldBy(mlir::Type type, const Value &number, ast::Range range) {
  if (!number.isConst() || holds(type, number))
    return true;
  fault("RuntimeError", range, overflowMessage(type));
  return false;
}

mlir::Value Numbers::exactScalar(const Value &number, mlir::Type type,
                                 ast::Range range) {
  if (!isHeldBy(type, number, range))
    return types.poison(nn::getComputeType(type));
  auto integer = dyn_cast<IntegerType>(type);
  bool isChecked = !number.isConst() && integer && integer.getWidth() > 1;
  if (isChecked && number.is(Kind::Float)) {
    bool isByte = type.isSignlessInteger(8);
    double end = std::ldexp(1.0, isByte ? 8 : integer.getWidth() - 1);
    auto within = [&](arith::CmpFPredicate how, double bound) {
      check(arith::CmpFOp::create(b, loc(range), how, ssa(number),
                                  ssa(makeFloat(bound))),
            "RuntimeError", overflowMessage(type), range);
    };
    within(arith::CmpFPredicate::OLT, end);
    within(arith::CmpFPredicate::OGE, isByte ? 0.0 : -end);
    return scalar(number, type);
  }
  if (isChecked && integer.getWidth() < 64) {
    mlir::Value whole = ssa(toInt(number, range));
    int64_t end = type.isSignlessInteger(8)
                      ? 255
                      : (int64_t(1) << (integer.getWidth() - 1)) - 1;
    int64_t least = type.isSignlessInteger(8) ? -255 : -end - 1;
    auto within = [&](arith::CmpIPredicate how, int64_t bound) {
      check(arith::CmpIOp::create(b, loc(range), how, whole, constInt(bound)),
            "RuntimeError", overflowMessage(type), range);
    };
    within(arith::CmpIPredicate::sle, end);
    within(arith::CmpIPredicate::sge, least);
    return scalar(makeInt(whole), type);
  }
  return scalar(number, type);
}

bool Numbers::knownInt(const Value &value, ast::Range range, const Twine &what,
                       int64_t &out) {
  if (value.is(Kind::Int) && value.isConst()) {
    out = value.integer;
    return true;
  }
  if (value.is(Kind::Int) && decisions.unrollEnclosingLoop())
    return false;
  error(range, what + " must be an integer that is known at compile time");
  return false;
}

bool Numbers::intList(const Value &value, ast::Range range, const Twine &what,
                      SmallVectorImpl<int64_t> &out) {
  std::vector<Value> items;
  if (value.is(Kind::Int)) {
    items = {value};
  } else if (!(value.is(Kind::Tuple) || value.is(Kind::List)) ||
             !containers.staticItems(value, items)) {
    if (!stopped() && !decisions.keepItems(value))
      error(range, what + " must be integers that are known at compile time");
    return false;
  }
  for (const Value &item : items) {
    int64_t n;
    if (!knownInt(item, range, what, n))
      return false;
    out.push_back(n);
  }
  return true;
}

bool Numbers::normalizeDim(const Value &dim, int64_t rank, ast::Range range,
                           int64_t &out) {
  if (!knownInt(dim, range, "dim", out))
    return false;
  int64_t n = std::max<int64_t>(rank, 1);
  if (out < -n || out >= n) {
    fault("IndexError", range,
          "Dimension out of range (expected to be in range of [" + Twine(-n) +
              ", " + Twine(n - 1) + "], but got " + Twine(out) + ")");
    return false;
  }
  if (out < 0)
    out += n;
  return true;
}

Value Numbers::item(const Value &tensor, ast::Range range) {
  RankedTensorType type = tensors.tensorType(tensor);
  Location where = loc(range);
  if (type.hasStaticShape() && type.getNumElements() != 1)
    return fault("RuntimeError", range,
                 "a Tensor with " + Twine(type.getNumElements()) +
                     " elements cannot be converted to Scalar");
  mlir::Value v = tensors.read(tensor);
  if (Value known = script() ? Value() : knownItem(v))
    return known;
  SmallVector<mlir::Value> zeros(type.getRank(), constIndex(0));
  if (!type.hasStaticShape()) {
    mlir::Value n = ssa(tensors.numel(tensor));
    check(arith::CmpIOp::create(b, where, arith::CmpIPredicate::eq, n,
                                constInt(1)),
          "RuntimeError",
          "a Tensor with %i elements cannot be converted to Scalar", range, n);
  }
  mlir::Type e = nn::getComputeType(type.getElementType());
  mlir::Value element =
      tensor::ExtractOp::create(b, where, tensors.castTensor(v, e), zeros);
  if (e.isInteger(1))
    return makeBool(element);
  if (e.isF64())
    return makeFloat(element);
  if (e.isF32())
    return makeFloat(
        arith::ExtFOp::create(b, where, b.getF64Type(), element).getResult());
  if (e.isInteger(64))
    return makeInt(element);
  if (e.isSignlessInteger(8))
    return makeInt(
        arith::ExtUIOp::create(b, where, b.getI64Type(), element).getResult());
  return makeInt(
      arith::ExtSIOp::create(b, where, b.getI64Type(), element).getResult());
}

} // namespace tine::elaborate
