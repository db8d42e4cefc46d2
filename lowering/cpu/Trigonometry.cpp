//===- Trigonometry.cpp - Sine and cosine of f32 --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How: |x| = m 2^k is multiplied by 2/pi in f64. Multiples of four quarter
//   turns change nothing, so that for k > 0, where m is an integer of 24 bits,
//   a table has 2^k 2/pi modulo 4. It is in two parts: the first has 29 bits,
//   so its product with m is exact, and so is taking the nearest integer from
//   that. What is
//   left is an angle of at most pi/4, for which polynomials in f64 are
//   evaluated; they are minimax fits as those of ExpandMath.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Trigonometry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tine {
namespace {

constexpr StringLiteral tableName = "tine.quarter_turns";
/// Below 2^24 the table's first row, 2/pi, is exact enough.
constexpr int64_t firstExponent = 24;
constexpr int64_t rows = 1 + 128 - firstExponent;

Value number(ImplicitLocOpBuilder &b, double value) {
  return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
}

Value bits(ImplicitLocOpBuilder &b, Type type, int64_t value) {
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

/// c0 + c1 z + c2 z^2 + ...
Value poly(ImplicitLocOpBuilder &b, Value z, ArrayRef<double> coefficients) {
  Value sum = number(b, coefficients.back());
  for (double c : llvm::reverse(coefficients.drop_back()))
    sum = arith::AddFOp::create(b, arith::MulFOp::create(b, sum, z),
                                number(b, c));
  return sum;
}

/// |x| = quarters pi/2 + rest.
struct Angle {
  Value quarters; ///< as i64, the last two bits
  Value rest;     ///< as f64
};

Angle reduce(ImplicitLocOpBuilder &b, memref::GlobalOp table, Value x) {
  Type i32 = b.getI32Type(), f64 = b.getF64Type();
  Value magnitude =
      arith::BitcastOp::create(b, i32, math::AbsFOp::create(b, x));
  Value exponent =
      arith::ShRUIOp::create(b, magnitude, bits(b, i32, 23)).getResult();
  Value row =
      arith::SubIOp::create(b, exponent, bits(b, i32, 127 + firstExponent - 1));
  row = arith::MaxSIOp::create(b, row, bits(b, i32, 0));
  row = arith::MinSIOp::create(b, row, bits(b, i32, rows - 1));
  Value mantissa = arith::OrIOp::create(
      b, arith::AndIOp::create(b, magnitude, bits(b, i32, 0x7fffff)),
      bits(b, i32, 0x4b000000));
  Value large =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, row, bits(b, i32, 0));
  Value m = arith::SelectOp::create(b, large, mantissa, magnitude);
  Value single = arith::BitcastOp::create(b, b.getF32Type(), m);
  m = arith::ExtFOp::create(b, TypeRange{f64}, ValueRange{single});

  Value turns =
      memref::GetGlobalOp::create(b, table.getType(), table.getSymName());
  Value at = arith::IndexCastOp::create(b, b.getIndexType(), row);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value high = memref::LoadOp::create(b, turns, ValueRange{at, zero});
  Value low = memref::LoadOp::create(b, turns, ValueRange{at, one});

  // Rounds by adding 1.5 * 2^52, whose low bits are then the integer.
  Value magic = number(b, 6755399441055744.0);
  Value whole = arith::MulFOp::create(b, m, high);
  Value more = arith::MulFOp::create(b, m, low);
  Value shifted =
      arith::AddFOp::create(b, arith::AddFOp::create(b, whole, more), magic);
  Value nearest = arith::SubFOp::create(b, shifted, magic);
  Value rest =
      arith::AddFOp::create(b, arith::SubFOp::create(b, whole, nearest), more);
  return {arith::BitcastOp::create(b, b.getI64Type(), shifted),
          arith::MulFOp::create(b, rest, number(b, 1.5707963267948966))};
}

/// The sine of an angle, turned by `turn` more quarters.
Value sineOf(ImplicitLocOpBuilder &b, Angle angle, int64_t turn, Value sign) {
  Type i64 = b.getI64Type(), i32 = b.getI32Type();
  Value quarters = angle.quarters;
  if (turn)
    quarters = arith::AddIOp::create(b, quarters, bits(b, i64, turn));
  Value r = angle.rest, z = arith::MulFOp::create(b, r, r);
  Value s =
      arith::MulFOp::create(b, z,
                            poly(b, z,
                                 {-0.16666654942764544, 0.0083321781004899516,
                                  -0.00019517293826616995}));
  s = arith::AddFOp::create(b, r, arith::MulFOp::create(b, r, s));
  Value c = poly(b, z,
                 {1.0, -0.49999999725081716, 0.041666623322003076,
                  -0.0013886763732354273, 2.4390445609407163e-5});
  Value odd = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne,
      arith::AndIOp::create(b, quarters, bits(b, i64, 1)), bits(b, i64, 0));
  Value result = arith::TruncFOp::create(b, b.getF32Type(),
                                         arith::SelectOp::create(b, odd, c, s));
  // Two quarters change the sign.
  Value half = arith::ShLIOp::create(
      b, arith::AndIOp::create(b, quarters, bits(b, i64, 2)), bits(b, i64, 30));
  half = arith::TruncIOp::create(b, i32, half);
  if (sign)
    half = arith::XOrIOp::create(b, half, sign);
  result =
      arith::XOrIOp::create(b, arith::BitcastOp::create(b, i32, result), half);
  return arith::BitcastOp::create(b, b.getF32Type(), result);
}

/// NaN where x is not finite.
Value onlyOfFinite(ImplicitLocOpBuilder &b, Value x, Value result) {
  Value infinity = arith::ConstantOp::create(b, b.getF32FloatAttr(INFINITY));
  Value finite = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT,
                                       math::AbsFOp::create(b, x), infinity);
  return arith::SelectOp::create(b, finite, result,
                                 arith::SubFOp::create(b, x, x));
}

} // namespace

memref::GlobalOp quarterTurnTable(ModuleOp module) {
  if (auto old = module.lookupSymbol<memref::GlobalOp>(tableName))
    return old;
  // 2/pi after the point.
  const uint64_t words[] = {0xfe5163abdebbc561, 0xdb6295993c439041,
                            0xfc2757d1f534ddc0, 0xa2f9836e4e441529};
  SmallVector<double> values;
  for (int64_t row = 0; row < rows; ++row) {
    // Two bits in front of the point, 256 behind it.
    llvm::APInt turns =
        llvm::APInt(256, words).zext(512).shl(unsigned(row)).trunc(258);
    uint64_t high = turns.extractBitsAsZExtValue(29, 229);
    uint64_t low = turns.extractBitsAsZExtValue(53, 176);
    values.push_back(std::ldexp(double(high), 229 - 256));
    values.push_back(std::ldexp(double(low), 176 - 256));
  }
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto type = MemRefType::get({rows, 2}, b.getF64Type());
  auto tensor = RankedTensorType::get(type.getShape(), b.getF64Type());
  return memref::GlobalOp::create(
      b, module.getLoc(), tableName, b.getStringAttr("private"), type,
      DenseElementsAttr::get(tensor, ArrayRef<double>(values)),
      /*constant=*/true, /*alignment=*/b.getI64IntegerAttr(16));
}

Value expandSine(ImplicitLocOpBuilder &b, memref::GlobalOp table, Value x) {
  Type i32 = b.getI32Type();
  Value sign = arith::AndIOp::create(b, arith::BitcastOp::create(b, i32, x),
                                     bits(b, i32, 0x80000000));
  return onlyOfFinite(b, x, sineOf(b, reduce(b, table, x), 0, sign));
}

Value expandCosine(ImplicitLocOpBuilder &b, memref::GlobalOp table, Value x) {
  return onlyOfFinite(b, x, sineOf(b, reduce(b, table, x), 1, nullptr));
}

} // namespace tine
