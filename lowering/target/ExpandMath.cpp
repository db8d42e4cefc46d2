//===- ExpandMath.cpp - Branch-free arithmetic for math functions ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces functions of f32 by polynomials, so that LLVM's vectoriser takes the
// loop around them.
//
// Input: math operations on scalars, and exp of vectors.
// Output: exp, expm1, tanh, log, log2, log10, log1p, erf, pow, sin and cos of
//         f32 are arith and math.fma (sin and cos are calls, see
//         Trigonometry.cpp); expm1 and log1p of f64 are calls of the C library,
//         because the upstream conversion to LLVM computes log(1 + x) and
//         exp(x) - 1. Everything else stays.
// How: each function reduces its argument to a short interval and evaluates a
//   polynomial there. The coefficients are minimax fits (iteratively reweighted
//   least squares on Chebyshev nodes against the double function), rounded to
//   f32; pow runs in f64. Largest errors in ulp: pow 0.6, exp and
//   logarithms 1.1, expm1 1.6, tanh 2.0, erf 1.3, of 1 + erf
//   1.1. NaN, infinities, overflow,
//   subnormal results and -0 come out as in C. Quotients of f32 with the flag
//   arcp (only those of softmax have it) are corrected products with the
//   reciprocal.
//
//===----------------------------------------------------------------------===//

#include "lowering/target/MathFacts.h"
#include "lowering/target/Passes.h"
#include "lowering/target/Trigonometry.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_EXPANDMATH
#include "lowering/target/Passes.h.inc"

namespace {

/// Arithmetic on f32 and its bits, with short names; exp, on vectors, too.
struct F32 {
  ImplicitLocOpBuilder &b;
  bool useFma;
  VectorType vector = {}; ///< null for scalars

  using P = arith::CmpFPredicate;

  Value constant(TypedAttr value) {
    if (vector)
      value = DenseElementsAttr::get(vector.clone(value.getType()),
                                     Attribute(value));
    return arith::ConstantOp::create(b, value);
  }
  Type typeOf(Type element) {
    return vector ? Type(vector.clone(element)) : element;
  }
  Value num(float value) { return constant(b.getF32FloatAttr(value)); }
  Value bitsOf(int32_t value) { return constant(b.getI32IntegerAttr(value)); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value neg(Value x) { return arith::NegFOp::create(b, x); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value sign(Value x, Value of) { return math::CopySignOp::create(b, x, of); }
  Value fma(Value x, Value y, Value z) {
    if (useFma)
      return math::FmaOp::create(b, x, y, z);
    return add(mul(x, y), z);
  }
  Value cmp(P predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value pick(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// Into [low, high]; a NaN stays.
  Value clamp(Value x, float low, float high) {
    x = pick(cmp(P::OLT, x, num(low)), num(low), x);
    return pick(cmp(P::OGT, x, num(high)), num(high), x);
  }
  Value toBits(Value x) {
    return arith::BitcastOp::create(b, typeOf(b.getI32Type()), x);
  }
  Value toFloat(Value bits) {
    return arith::BitcastOp::create(b, typeOf(b.getF32Type()), bits);
  }
  Value addInt(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value subInt(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value shiftLeft(Value x, int32_t by) {
    return arith::ShLIOp::create(b, x, bitsOf(by));
  }
  Value shiftRight(Value x, int32_t by) {
    return arith::ShRSIOp::create(b, x, bitsOf(by));
  }
  /// c0 + c1 x + c2 x^2 + ...
  Value poly(Value x, ArrayRef<float> coefficients) {
    Value sum = num(coefficients.back());
    for (float c : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, num(c));
    return sum;
  }
  /// 2^n for an integer -126 <= n <= 127 in the low 9 bits.
  Value powerOfTwo(Value n) {
    return toFloat(shiftLeft(addInt(n, bitsOf(127)), 23));
  }
};

/// x = n ln 2 + rest, |rest| <= ln 2 / 2.
struct Reduced {
  Value whole; ///< n in the low 9 bits of an i32
  Value rest;
};

/// Rounds by adding 1.5 * 2^23, whose low bits are then the integer: unlike a
/// conversion this is defined for a NaN.
Reduced reduceByLn2(F32 &f, Value x) {
  Value magic = f.num(12582912.0f);
  Value shifted = f.fma(x, f.num(1.44269504f), magic);
  Value n = f.sub(shifted, magic);
  // ln 2 in two parts; n times the first has no rounding error.
  Value rest = f.fma(n, f.num(-0.693145752f), x);
  rest = f.fma(n, f.num(-1.42860677e-6f), rest);
  return {f.toBits(shifted), rest};
}

/// e^rest
Value expOfRest(F32 &f, Value rest) {
  Value p = f.poly(rest, {0.5f, 0.16666667f, 0.041666266f, 0.0083332658f,
                          0.0013946265f, 1.9917420e-4f});
  p = f.fma(f.mul(rest, rest), p, rest);
  return f.add(p, f.num(1.0f));
}

/// exp(x) for |x| < 86.6.
Value expCore(F32 &f, Value x) {
  Reduced r = reduceByLn2(f, x);
  return f.mul(expOfRest(f, r.rest), f.powerOfTwo(r.whole));
}

/// exp(x) for x <= 0, as of scores and the greatest of them; 0 where the result
/// would be subnormal.
Value expOfNotPositive(F32 &f, Value x) {
  Value vanishes = f.cmp(F32::P::OLT, x, f.num(-86.6f));
  Value p = expCore(f, f.pick(vanishes, f.num(0.0f), x));
  return f.pick(vanishes, f.num(0.0f), p);
}

Value expandExp(F32 &f, Value x) {
  using P = F32::P;
  // Where the result is 0 nothing is multiplied: a product that is subnormal
  // takes some processors 150 cycles, and masked scores are all of that kind.
  Value vanishes = f.cmp(P::OLT, x, f.num(-104.0f));
  Value isSmall = f.cmp(P::OLT, x, f.num(-87.0f));
  Value isGreat = f.cmp(P::UGT, x, f.num(88.7228317f));
  Reduced r = reduceByLn2(f, x);
  // n is added to the exponent. What may be subnormal gets 32 more first.
  Value n = f.pick(isSmall, f.addInt(r.whole, f.bitsOf(32)), r.whole);
  Value bits = f.toBits(expOfRest(f, r.rest));
  Value result = f.toFloat(f.addInt(bits, f.shiftLeft(n, 23)));
  result = f.pick(vanishes, f.num(0.0f), result);
  result = f.pick(isSmall, f.mul(result, f.num(2.32830644e-10f)), result);
  return f.pick(isGreat, f.add(x, f.num(INFINITY)), result);
}

/// exp(x) - 1 for |x| < 40.
Value expm1Core(F32 &f, Value x) {
  Reduced r = reduceByLn2(f, x);
  Value q = f.poly(r.rest, {0.49999997f, 0.16666543f, 0.041667204f,
                            0.0083666146f, 0.0013882499f});
  q = f.fma(f.mul(r.rest, r.rest), q, r.rest);
  Value power = f.powerOfTwo(r.whole);
  return f.fma(power, q, f.sub(power, f.num(1.0f)));
}

Value expandExpm1(F32 &f, Value x) {
  Value core = expm1Core(f, f.clamp(x, -30.0f, 40.0f));
  Value large = f.cmp(F32::P::OGT, x, f.num(30.0f));
  core = f.pick(large, expandExp(f, x), core);
  return f.pick(f.cmp(F32::P::OEQ, x, f.num(0.0f)), x, core);
}

Value expandTanh(F32 &f, Value x) {
  // (e^2a - 1) / (e^2a + 1); beyond 9.1 it rounds to 1.
  Value a = f.abs(x);
  a = f.pick(f.cmp(F32::P::OGT, a, f.num(9.1f)), f.num(9.1f), a);
  Value q = expm1Core(f, f.add(a, a)), two = f.num(2.0f);
  Value below = f.add(q, two), result = f.div(q, below);
  // What the sum has lost counts where it is near 2.
  Value lost = f.sub(q, f.sub(below, two));
  Value whole = f.fma(f.mul(result, lost), f.num(-0.5f), result);
  result = f.pick(f.cmp(F32::P::OLT, q, f.num(1.0f)), whole, result);
  return f.sign(result, x);
}

/// x = m 2^e with m in [sqrt(1/2), sqrt(2)): gives e and log(m).
struct Logarithm {
  Value exponent; ///< as f32
  Value f;        ///< m - 1
  Value rest;     ///< log(m) - f
};

Logarithm splitLog(F32 &f, Value x) {
  Value tiny = f.cmp(F32::P::OLT, x, f.num(1.17549435e-38f));
  x = f.pick(tiny, f.mul(x, f.num(33554432.0f)), x);
  Value bits = f.toBits(x);
  Value e = f.shiftRight(f.subInt(bits, f.bitsOf(0x3f3504f3)), 23);
  Value m = f.toFloat(f.subInt(bits, f.shiftLeft(e, 23)));
  Value exponent = arith::SIToFPOp::create(f.b, f.b.getF32Type(), e);
  exponent = f.sub(exponent, f.pick(tiny, f.num(25.0f), f.num(0.0f)));
  Value d = f.sub(m, f.num(1.0f));
  Value p = f.poly(d, {0.33333331f, -0.25000823f, 0.20001232f, -0.16623297f,
                       0.14201561f, -0.13160603f, 0.12763286f, -0.076355502f});
  Value square = f.mul(d, d);
  Value rest = f.fma(f.mul(square, d), p, f.mul(square, f.num(-0.5f)));
  return {exponent, d, rest};
}

/// log of 0, of negative numbers, of infinity and of NaN.
Value fixLog(F32 &f, Value x, Value result) {
  Value infinity = f.num(INFINITY);
  result = f.pick(f.cmp(F32::P::OLT, x, infinity), result, x);
  result = f.pick(f.cmp(F32::P::ULT, x, f.num(0.0f)), f.num(NAN), result);
  return f.pick(f.cmp(F32::P::OEQ, x, f.num(0.0f)), f.neg(infinity), result);
}

Value logCore(F32 &f, Value x) {
  Logarithm l = splitLog(f, x);
  Value rest = f.fma(l.exponent, f.num(-2.12194440e-4f), l.rest);
  Value sum = f.add(l.f, rest);
  return f.fma(l.exponent, f.num(0.693359375f), sum);
}

Value expandLog(F32 &f, Value x) { return fixLog(f, x, logCore(f, x)); }

/// log to a base: e * unit + log(m) * factor, factor in two parts.
Value logToBase(F32 &f, Value x, float unitHigh, float unitLow,
                float factorHigh, float factorLow) {
  Logarithm l = splitLog(f, x);
  Value m = f.add(l.f, l.rest);
  // What the sum has lost.
  Value lost = f.sub(l.rest, f.sub(m, l.f));
  Value low = f.fma(lost, f.num(factorHigh), f.mul(m, f.num(factorLow)));
  low = f.fma(l.exponent, f.num(unitLow), low);
  Value sum = f.fma(m, f.num(factorHigh), low);
  return fixLog(f, x, f.fma(l.exponent, f.num(unitHigh), sum));
}

Value expandLog2(F32 &f, Value x) {
  return logToBase(f, x, 1.0f, 0.0f, 1.44269502f, 1.92596303e-8f);
}

Value expandLog10(F32 &f, Value x) {
  return logToBase(f, x, 0.301025391f, 4.60503907e-6f, 0.434294492f,
                   -1.01011302e-8f);
}

Value expandLog1p(F32 &f, Value x) {
  // log(u) + (what u = 1 + x has lost) / u.
  Value one = f.num(1.0f), u = f.add(x, one);
  Value above = f.cmp(F32::P::OGE, x, one);
  Value lost = f.pick(above, f.sub(one, f.sub(u, x)), f.sub(x, f.sub(u, one)));
  Value result = f.add(logCore(f, u), f.div(lost, u));
  result = f.pick(f.cmp(F32::P::OLT, u, f.num(INFINITY)), result, u);
  result = f.pick(f.cmp(F32::P::ULT, u, f.num(0.0f)), f.num(NAN), result);
  result = f.pick(f.cmp(F32::P::OEQ, u, f.num(0.0f)), f.num(-INFINITY), result);
  return f.pick(f.cmp(F32::P::OEQ, x, f.num(0.0f)), x, result);
}

Value expandErf(F32 &f, Value x) {
  Value a = f.abs(x);
  Value square = f.mul(x, x);
  // a itself and 0.128... of it: the sum is rounded once.
  Value near =
      f.poly(square, {0.12837917f, -0.37612626f, 0.11283585f, -0.026853817f,
                      0.0051883366f, -8.0102624e-4f, 7.8540717e-5f});
  near = f.fma(a, near, a);
  // erfc(a) = exp(-r(a)); erf rounds to 1 from 4 on.
  Value high = f.pick(f.cmp(F32::P::OGT, a, f.num(4.0f)), f.num(4.0f), a);
  Value r = f.poly(high, {3.2055867e-4f, 1.1271718f, 0.63801211f, 0.10321830f,
                          -0.021889692f, 0.0029601271f, -1.8760616e-4f});
  Value far = f.sub(f.num(1.0f), expCore(f, f.neg(r)));
  Value result = f.pick(f.cmp(F32::P::OGT, a, f.num(1.0f)), far, near);
  return f.sign(result, x);
}

/// erf(x) for a sum with 1: near 0 it need not be right in its own last digits.
Value expandErfBesideOne(F32 &f, Value x) {
  Value a = f.abs(x);
  Value high = f.pick(f.cmp(F32::P::OGT, a, f.num(4.0f)), f.num(4.0f), a);
  // erfc(a) = 2^z
  Value z = f.poly(high, {-1.6279086f, -0.91841638f, -0.14848162f, 0.028253680f,
                          -7.7462953e-4f, -1.4894416e-3f, 4.4550764e-4f,
                          -4.5358596e-5f});
  z = f.mul(z, high);
  Value magic = f.num(12582912.0f);
  Value shifted = f.add(z, magic);
  Value rest = f.sub(z, f.sub(shifted, magic));
  Value p = f.poly(rest, {1.0f, 0.69314718f, 0.24022648f, 0.055503324f,
                          0.0096184369f, 0.0013398874f, 1.5353362e-4f});
  Value power = f.powerOfTwo(f.toBits(shifted));
  Value far = f.fma(f.neg(p), power, f.num(1.0f));
  return f.sign(far, x);
}

/// Arithmetic on f64.
struct F64 {
  ImplicitLocOpBuilder &b;
  bool useFma;

  Value num(double value) {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  }
  Value bitsOf(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  Value fma(Value x, Value y, Value z) {
    if (useFma)
      return math::FmaOp::create(b, x, y, z);
    return arith::AddFOp::create(b, arith::MulFOp::create(b, x, y), z);
  }
  Value poly(Value x, ArrayRef<double> coefficients) {
    Value sum = num(coefficients.back());
    for (double c : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, num(c));
    return sum;
  }
};

/// log2 of a positive f32 in f64. With t = (m - 1) / (m + 1) the logarithm of m
/// is 2 artanh(t), whose series ends behind 2^-44 for |t| <= 0.172.
Value wideLog2(F64 &f, Value x) {
  ImplicitLocOpBuilder &b = f.b;
  Type i64 = b.getI64Type(), f64 = b.getF64Type();
  Value wide = arith::ExtFOp::create(b, f64, x);
  Value bits = arith::BitcastOp::create(b, i64, wide);
  // sqrt(1/2)
  Value e = arith::SubIOp::create(b, bits, f.bitsOf(0x3fe6a09e667f3bcd));
  e = arith::ShRSIOp::create(b, e, f.bitsOf(52));
  Value shifted = arith::ShLIOp::create(b, e, f.bitsOf(52));
  Value m = arith::BitcastOp::create(
      b, f64, arith::SubIOp::create(b, bits, shifted).getResult());
  Value one = f.num(1.0);
  Value t = arith::DivFOp::create(b, arith::SubFOp::create(b, m, one),
                                  arith::AddFOp::create(b, m, one));
  Value square = arith::MulFOp::create(b, t, t);
  constexpr double unit = 2.8853900817779268; // 2 / ln 2
  Value p = f.poly(square, {unit, unit / 3, unit / 5, unit / 7, unit / 9,
                            unit / 11, unit / 13, unit / 15});
  // The exponent as a float: its bits behind 1.5 * 2^52.
  Value magic = f.num(6755399441055744.0);
  Value whole = arith::AddIOp::create(
      b, arith::BitcastOp::create(b, i64, magic).getResult(), e);
  whole = arith::SubFOp::create(
      b, arith::BitcastOp::create(b, f64, whole).getResult(), magic);
  return f.fma(t, p, whole);
}

/// 2^z as f32, overflow and subnormal results included.
Value narrowExp2(F64 &f, Value z) {
  ImplicitLocOpBuilder &b = f.b;
  Type i64 = b.getI64Type(), f64 = b.getF64Type();
  using P = arith::CmpFPredicate;
  auto bound = [&](P predicate, double limit) {
    Value beyond = arith::CmpFOp::create(b, predicate, z, f.num(limit));
    z = arith::SelectOp::create(b, beyond, f.num(limit), z);
  };
  bound(P::OLT, -160.0);
  bound(P::OGT, 140.0);
  Value magic = f.num(6755399441055744.0);
  Value shifted = arith::AddFOp::create(b, z, magic);
  Value rest = arith::SubFOp::create(
      b, z, arith::SubFOp::create(b, shifted, magic).getResult());
  // ln(2)^k / k!: the series ends behind 2^-32.
  Value p = f.poly(rest, {1.0, 0.69314718055994531, 0.24022650695910072,
                          0.055504108664821580, 0.0096181291076284772,
                          0.0013333558146428443, 1.5403530393381609e-4,
                          1.5252733804059841e-5, 1.3215486790144310e-6});
  Value n = arith::BitcastOp::create(b, i64, shifted);
  n = arith::ShLIOp::create(b, n, f.bitsOf(52));
  Value power = arith::AddIOp::create(b, n, f.bitsOf(0x3ff0000000000000));
  p = arith::MulFOp::create(
      b, p, arith::BitcastOp::create(b, f64, power).getResult());
  return arith::TruncFOp::create(b, b.getF32Type(), p);
}

/// x^y = 2^(y log2 |x|), with C's results for everything special.
Value expandPow(F32 &f, Value x, Value y) {
  using P = F32::P;
  ImplicitLocOpBuilder &b = f.b;
  F64 wide{b, f.useFma};
  Value infinity = wide.num(INFINITY);
  Value size = f.abs(x), one = f.num(1.0f), zero = f.num(0.0f);
  Value log = wideLog2(wide, size);
  log = f.pick(f.cmp(P::OEQ, size, zero), wide.num(-INFINITY), log);
  // NaN stays one.
  Value wideSize = arith::ExtFOp::create(b, b.getF64Type(), size);
  log = f.pick(f.cmp(P::OLT, wideSize, infinity), log, wideSize);
  Value exponent = arith::ExtFOp::create(b, b.getF64Type(), y);
  Value result =
      narrowExp2(wide, arith::MulFOp::create(b, exponent, log).getResult());
  Value isNumber = f.cmp(P::ORD, y, y);
  // (-1)^infinity is 1, too.
  Value isUnit = arith::AndIOp::create(b, f.cmp(P::OEQ, size, one), isNumber);
  result = f.pick(isUnit, one, result);

  // From 2^24 on all floats are even.
  Value bounded = f.clamp(f.pick(isNumber, y, zero), -16777216.0f, 16777216.0f);
  Value whole = arith::FPToSIOp::create(b, b.getI32Type(), bounded);
  Value back = arith::SIToFPOp::create(b, b.getF32Type(), whole);
  Value isWhole = f.cmp(P::OEQ, back, bounded);
  Value odd = arith::AndIOp::create(b, whole, f.bitsOf(1));
  Value sign = arith::AndIOp::create(b, f.toBits(x), f.shiftLeft(odd, 31));
  sign = f.pick(isWhole, sign, f.bitsOf(0));
  result = f.toFloat(arith::OrIOp::create(b, f.toBits(result), sign));
  Value negative = arith::AndIOp::create(b, f.cmp(P::OLT, x, zero),
                                         f.cmp(P::OGT, x, f.num(-INFINITY)));
  Value isNone =
      arith::AndIOp::create(b, negative, f.cmp(P::ONE, back, bounded));
  result = f.pick(isNone, f.num(NAN), result);
  Value isOne =
      arith::OrIOp::create(b, f.cmp(P::OEQ, x, one), f.cmp(P::OEQ, y, zero));
  return f.pick(isOne, one, result);
}

struct ExpandPower : OpRewritePattern<math::PowFOp> {
  ExpandPower(MLIRContext *context, bool useFma)
      : OpRewritePattern(context, /*benefit=*/10), useFma(useFma) {}

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    F32 f{b, useFma};
    rewriter.replaceOp(op, expandPow(f, op.getLhs(), op.getRhs()));
    return success();
  }

  bool useFma;
};

/// x / y with the reciprocal of y, which moves out of loops: the remainder,
/// which fma gives without rounding, corrects the quotient, so that it is
/// rounded as that of a division (P. Markstein, IBM J. Res. Dev. 34, 1990). Not
/// where x is infinite; the last bit of subnormal quotients may differ.
Value divideByReciprocal(F32 &f, Value x, Value y) {
  Value inverse = f.div(f.num(1.0f), y);
  Value quotient = f.mul(x, inverse);
  Value rest = f.fma(f.neg(quotient), y, x);
  return f.fma(rest, inverse, quotient);
}

template <typename Op> struct Expand : OpRewritePattern<Op> {
  using Function = Value (*)(F32 &, Value);
  Expand(MLIRContext *context, Function function, bool useFma)
      : OpRewritePattern<Op>(context, /*benefit=*/10), function(function),
        useFma(useFma) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto vector = dyn_cast<VectorType>(op.getType());
    if (!getElementTypeOrSelf(op.getType()).isF32() ||
        (vector && !isa<math::ExpOp>(op)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    F32 f{b, useFma, vector};
    Function made = op->hasAttr(notPositive) ? expOfNotPositive : function;
    rewriter.replaceOp(op, made(f, op.getOperand()));
    return success();
  }

  Function function;
  bool useFma;
};

template <typename Op> struct ExpandAngle : OpRewritePattern<Op> {
  ExpandAngle(MLIRContext *context, func::FuncOp function)
      : OpRewritePattern<Op>(context, /*benefit=*/10), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    rewriter.replaceOpWithNewOp<func::CallOp>(op, function, op.getOperand());
    return success();
  }

  mutable func::FuncOp function;
};

bool isOfAngle(Operation *op) {
  return isa<math::SinOp, math::CosOp>(op) &&
         op->getResult(0).getType().isF32();
}

/// Whether it is the module's own: what another target runs has no functions
/// of ours.
bool isOwnAngle(Operation *op, Operation *module) {
  return isOfAngle(op) && isa<ModuleOp>(module) &&
         SymbolTable::getNearestSymbolTable(op) == module;
}

template <typename Op> bool hasAny(Operation *module) {
  return module
      ->walk([&](Op op) {
        return isOwnAngle(op, module) ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

struct ExpandMath : impl::ExpandMathBase<ExpandMath> {
  using ExpandMathBase::ExpandMathBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    ExpandMathBase::getDependentDialects(registry);
    registry.insert<func::FuncDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  }

  /// 1 + erf(x), as in gelu.
  static bool isBesideOne(math::ErfOp op) {
    if (!op.getType().isF32() || !op->hasOneUse())
      return false;
    auto sum = dyn_cast<arith::AddFOp>(*op->user_begin());
    return sum && llvm::any_of(sum->getOperands(), [](Value operand) {
             return matchPattern(operand, m_OneFloat());
           });
  }

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    bool useFma = vectorBits > 128;
    getOperation()->walk([&](math::ErfOp op) {
      if (!isBesideOne(op))
        return;
      ImplicitLocOpBuilder b(op.getLoc(), op);
      F32 f{b, useFma};
      op.replaceAllUsesWith(expandErfBesideOne(f, op.getOperand()));
      op.erase();
    });
    getOperation()->walk([&](arith::DivFOp op) {
      using arith::FastMathFlags;
      if (!bitEnumContainsAny(op.getFastmath(), FastMathFlags::arcp))
        return;
      // LLVM would not correct the quotient.
      op.setFastmath(op.getFastmath() & ~FastMathFlags::arcp);
      if (!op.getType().isF32() || !useFma)
        return;
      ImplicitLocOpBuilder b(op.getLoc(), op);
      F32 f{b, useFma};
      op.replaceAllUsesWith(divideByReciprocal(f, op.getLhs(), op.getRhs()));
      op.erase();
    });
    RewritePatternSet patterns(context);
    patterns.add<Expand<math::ExpOp>>(context, expandExp, useFma);
    patterns.add<Expand<math::ExpM1Op>>(context, expandExpm1, useFma);
    patterns.add<Expand<math::TanhOp>>(context, expandTanh, useFma);
    patterns.add<Expand<math::LogOp>>(context, expandLog, useFma);
    patterns.add<Expand<math::Log2Op>>(context, expandLog2, useFma);
    patterns.add<Expand<math::Log10Op>>(context, expandLog10, useFma);
    patterns.add<Expand<math::Log1pOp>>(context, expandLog1p, useFma);
    patterns.add<Expand<math::ErfOp>>(context, expandErf, useFma);
    patterns.add<ExpandPower>(context, useFma);
    if (hasAny<math::SinOp>(getOperation()))
      patterns.add<ExpandAngle<math::SinOp>>(
          context, angleFunction(cast<ModuleOp>(getOperation()),
                                 /*cosine=*/false, vectorBits));
    if (hasAny<math::CosOp>(getOperation()))
      patterns.add<ExpandAngle<math::CosOp>>(
          context, angleFunction(cast<ModuleOp>(getOperation()),
                                 /*cosine=*/true, vectorBits));
    // Another target has a library of its own.
    bool hasLibm = isa<ModuleOp>(getOperation());
    if (hasLibm)
      populateMathToLibmConversionPatterns(patterns);

    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addDynamicallyLegalOp<math::ExpOp>([](math::ExpOp op) {
      return !getElementTypeOrSelf(op.getType()).isF32();
    });
    target.addDynamicallyLegalOp<math::TanhOp, math::LogOp, math::Log2Op,
                                 math::Log10Op, math::ErfOp, math::PowFOp>(
        [](Operation *op) { return !op->getResult(0).getType().isF32(); });
    target.addDynamicallyLegalOp<math::SinOp, math::CosOp>(
        [&](Operation *op) { return !isOwnAngle(op, getOperation()); });
    target.addDynamicallyLegalOp<math::ExpM1Op, math::Log1pOp>(
        [&](Operation *op) {
          Type type = op->getResult(0).getType();
          return !isa<FloatType>(type) || (!hasLibm && !type.isF32()) ||
                 SymbolTable::getNearestSymbolTable(op) != getOperation();
        });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace tine
