//===- ScalarRules.cpp - What an elementwise op computes ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of elementwise operations. Each function follows what PyTorch's CPU
// kernels give, for NaN, signed zeros, infinities and integer overflow too.
// There is one for each kind of element that the op's record says it takes.
//
//===----------------------------------------------------------------------===//

#include "lowering/support/ScalarRules.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace tine {

using FloatCmp = arith::CmpFPredicate;
using IntCmp = arith::CmpIPredicate;

Value scalarConstant(ImplicitLocOpBuilder &b, Type type, double value) {
  if (auto floating = dyn_cast<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(floating, value));
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(type, static_cast<int64_t>(value)));
}

static Value number(ScalarCase &s, double value) {
  return scalarConstant(s.b, s.from, value);
}

static Value cmp(ScalarCase &s, FloatCmp predicate, Value x, Value y) {
  return arith::CmpFOp::create(s.b, predicate, x, y);
}

static Value cmp(ScalarCase &s, IntCmp predicate, Value x, Value y) {
  return arith::CmpIOp::create(s.b, predicate, x, y);
}

static Value select(ScalarCase &s, Value condition, Value x, Value y) {
  return arith::SelectOp::create(s.b, condition, x, y);
}

//===----------------------------------------------------------------------===//
// Rules that are one operation
//===----------------------------------------------------------------------===//

template <typename Op> static Value one(ScalarCase &s) {
  if constexpr (Op::template hasTrait<OpTrait::OneOperand>())
    return Op::create(s.b, s.x[0]);
  else if constexpr (Op::template hasTrait<OpTrait::NOperands<3>::Impl>())
    return Op::create(s.b, s.x[0], s.x[1], s.x[2]);
  else
    return Op::create(s.b, s.x[0], s.x[1]);
}

/// The first operation for signed and the second for unsigned integers.
template <typename Signed, typename Unsigned>
static Value bySign(ScalarCase &s) {
  return s.isUnsigned() ? one<Unsigned>(s) : one<Signed>(s);
}

static Value same(ScalarCase &s) { return s.x[0]; }

template <FloatCmp predicate> static Value compareFloats(ScalarCase &s) {
  return cmp(s, predicate, s.x[0], s.x[1]);
}

template <IntCmp ofSigned, IntCmp ofUnsigned>
static Value compareInts(ScalarCase &s) {
  return cmp(s, s.isUnsigned() ? ofUnsigned : ofSigned, s.x[0], s.x[1]);
}

//===----------------------------------------------------------------------===//
// Unary rules
//===----------------------------------------------------------------------===//

static Value negInt(ScalarCase &s) {
  return arith::SubIOp::create(s.b, number(s, 0), s.x[0]);
}

static Value absInt(ScalarCase &s) {
  return s.isUnsigned() ? s.x[0] : one<math::AbsIOp>(s);
}

static Value signFloat(ScalarCase &s) {
  Value zero = number(s, 0);
  Value above = cmp(s, FloatCmp::OGT, s.x[0], zero);
  Value below = cmp(s, FloatCmp::OLT, s.x[0], zero);
  return select(s, above, number(s, 1), select(s, below, number(s, -1), zero));
}

static Value signInt(ScalarCase &s) {
  Value zero = number(s, 0);
  if (s.isUnsigned())
    return select(s, cmp(s, IntCmp::ne, s.x[0], zero), number(s, 1), zero);
  Value above = cmp(s, IntCmp::sgt, s.x[0], zero);
  Value below = cmp(s, IntCmp::slt, s.x[0], zero);
  return select(s, above, number(s, 1), select(s, below, number(s, -1), zero));
}

static Value reciprocal(ScalarCase &s) {
  return arith::DivFOp::create(s.b, number(s, 1), s.x[0]);
}

static Value rsqrt(ScalarCase &s) {
  Value root = math::SqrtOp::create(s.b, s.x[0]);
  return arith::DivFOp::create(s.b, number(s, 1), root);
}

static Value sigmoid(ScalarCase &s) {
  Value minus = arith::NegFOp::create(s.b, s.x[0]);
  Value power = math::ExpOp::create(s.b, minus);
  Value below = arith::AddFOp::create(s.b, power, number(s, 1));
  return arith::DivFOp::create(s.b, number(s, 1), below);
}

static Value reluFloat(ScalarCase &s) {
  // Not `x > 0`: a NaN and -0 stay.
  Value zero = number(s, 0);
  return select(s, cmp(s, FloatCmp::OLT, s.x[0], zero), zero, s.x[0]);
}

static Value reluInt(ScalarCase &s) {
  if (s.isUnsigned())
    return s.x[0];
  return arith::MaxSIOp::create(s.b, s.x[0], number(s, 0));
}

static Value invert(ScalarCase &s) {
  return arith::XOrIOp::create(s.b, s.x[0], number(s, -1));
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

static Value floorDivideFloat(ScalarCase &s) {
  // Like Python: exact where the quotient is next to an integer.
  Value x = s.x[0], y = s.x[1], zero = number(s, 0);
  Value quotient = arith::DivFOp::create(s.b, x, y);
  Value mod = arith::RemFOp::create(s.b, x, y);
  Value exact =
      arith::DivFOp::create(s.b, arith::SubFOp::create(s.b, x, mod), y);
  Value signs = cmp(s, IntCmp::ne, cmp(s, FloatCmp::OLT, y, zero),
                    cmp(s, FloatCmp::OLT, mod, zero));
  Value lower =
      arith::AndIOp::create(s.b, cmp(s, FloatCmp::UNE, mod, zero), signs);
  exact =
      select(s, lower, arith::SubFOp::create(s.b, exact, number(s, 1)), exact);
  Value down = math::FloorOp::create(s.b, exact);
  Value rest = arith::SubFOp::create(s.b, exact, down);
  down = select(s, cmp(s, FloatCmp::OGT, rest, number(s, 0.5)),
                arith::AddFOp::create(s.b, down, number(s, 1)), down);
  Value signedZero = math::CopySignOp::create(s.b, zero, quotient);
  Value result =
      select(s, cmp(s, FloatCmp::UNE, exact, zero), down, signedZero);
  return select(s, cmp(s, FloatCmp::OEQ, y, zero), quotient, result);
}

static Value truncDivideFloat(ScalarCase &s) {
  Value quotient = arith::DivFOp::create(s.b, s.x[0], s.x[1]);
  return math::TruncOp::create(s.b, quotient);
}

static Value remainderFloat(ScalarCase &s) {
  Value y = s.x[1], zero = number(s, 0);
  Value mod = arith::RemFOp::create(s.b, s.x[0], y);
  Value signs = cmp(s, IntCmp::ne, cmp(s, FloatCmp::OLT, y, zero),
                    cmp(s, FloatCmp::OLT, mod, zero));
  Value wrong =
      arith::AndIOp::create(s.b, cmp(s, FloatCmp::UNE, mod, zero), signs);
  return select(s, wrong, arith::AddFOp::create(s.b, mod, y), mod);
}

/// A divisor for which the processor's division does not trap: a check before
/// the loop has excluded 0, and -1 overflows for the smallest integer.
static Value safeDivisor(ScalarCase &s, Value &isMinusOne) {
  isMinusOne = cmp(s, IntCmp::eq, s.x[1], number(s, -1));
  Value isZero = cmp(s, IntCmp::eq, s.x[1], number(s, 0));
  Value unsafe = arith::OrIOp::create(s.b, isMinusOne, isZero);
  return select(s, unsafe, number(s, 1), s.x[1]);
}

static Value unsignedDivisor(ScalarCase &s) {
  Value isZero = cmp(s, IntCmp::eq, s.x[1], number(s, 0));
  return select(s, isZero, number(s, 1), s.x[1]);
}

static Value truncDivideInt(ScalarCase &s) {
  if (s.isUnsigned())
    return arith::DivUIOp::create(s.b, s.x[0], unsignedDivisor(s));
  Value isMinusOne, y = safeDivisor(s, isMinusOne);
  return select(s, isMinusOne, negInt(s),
                arith::DivSIOp::create(s.b, s.x[0], y));
}

static Value fmodInt(ScalarCase &s) {
  if (s.isUnsigned())
    return arith::RemUIOp::create(s.b, s.x[0], unsignedDivisor(s));
  Value isMinusOne, y = safeDivisor(s, isMinusOne);
  return arith::RemSIOp::create(s.b, s.x[0], y);
}

/// Whether a remainder has the other sign than the divisor.
static Value needsFloor(ScalarCase &s, Value mod) {
  Value zero = number(s, 0);
  Value signs =
      cmp(s, IntCmp::slt, arith::XOrIOp::create(s.b, mod, s.x[1]), zero);
  return arith::AndIOp::create(s.b, cmp(s, IntCmp::ne, mod, zero), signs);
}

static Value floorDivideInt(ScalarCase &s) {
  Value quotient = truncDivideInt(s);
  if (s.isUnsigned())
    return quotient;
  Value lower = arith::SubIOp::create(s.b, quotient, number(s, 1));
  return select(s, needsFloor(s, fmodInt(s)), lower, quotient);
}

static Value remainderInt(ScalarCase &s) {
  Value mod = fmodInt(s);
  if (s.isUnsigned())
    return mod;
  return select(s, needsFloor(s, mod), arith::AddIOp::create(s.b, mod, s.x[1]),
                mod);
}

//===----------------------------------------------------------------------===//
// Powers, extremes, shifts
//===----------------------------------------------------------------------===//

static Value powFloat(ScalarCase &s) {
  Value x = s.x[0];
  FloatAttr exponent;
  if (matchPattern(s.x[1], m_Constant(&exponent))) {
    double y = exponent.getValueAsDouble();
    Value square = arith::MulFOp::create(s.b, x, x);
    if (y == 2)
      return square;
    if (y == 3)
      return arith::MulFOp::create(s.b, square, x);
    if (y == 0.5)
      return math::SqrtOp::create(s.b, x);
    if (y == -0.5)
      return rsqrt(s);
    if (y == -1)
      return reciprocal(s);
    if (y == -2)
      return arith::DivFOp::create(s.b, number(s, 1), square);
    if (y == 1)
      return x;
  }
  return math::PowFOp::create(s.b, x, s.x[1]);
}

/// Square and multiply; a negative exponent gives 1 / x cut to an integer.
static Value powInt(ScalarCase &s) {
  Value one = number(s, 1), zero = number(s, 0);
  auto loop = scf::WhileOp::create(
      s.b, TypeRange{s.from, s.from, s.from}, ValueRange{one, s.x[0], s.x[1]},
      [&](OpBuilder &b, Location loc, ValueRange state) {
        Value more = arith::CmpIOp::create(
            b, loc, s.isUnsigned() ? IntCmp::ugt : IntCmp::sgt, state[2], zero);
        scf::ConditionOp::create(b, loc, more, state);
      },
      [&](OpBuilder &b, Location loc, ValueRange state) {
        Value bit = arith::AndIOp::create(b, loc, state[2], one);
        Value odd = arith::CmpIOp::create(b, loc, IntCmp::ne, bit, zero);
        Value product = arith::MulIOp::create(b, loc, state[0], state[1]);
        Value result = arith::SelectOp::create(b, loc, odd, product, state[0]);
        Value square = arith::MulIOp::create(b, loc, state[1], state[1]);
        Value half = arith::ShRUIOp::create(b, loc, state[2], one);
        scf::YieldOp::create(b, loc, ValueRange{result, square, half});
      });
  Value power = loop.getResult(0);
  if (s.isUnsigned())
    return power;
  Value odd = cmp(s, IntCmp::ne,
                  arith::AndIOp::create(s.b, s.x[1], one).getResult(), zero);
  Value ofMinusOne = select(s, odd, number(s, -1), one);
  Value inverse = select(
      s, cmp(s, IntCmp::eq, s.x[0], one), one,
      select(s, cmp(s, IntCmp::eq, s.x[0], number(s, -1)), ofMinusOne, zero));
  return select(s, cmp(s, IntCmp::slt, s.x[1], zero), inverse, power);
}

/// Upstream folds atan2 of two zeros to NaN: any x of that sign gives the same.
static Value atan2Float(ScalarCase &s) {
  Value y = s.x[0], x = s.x[1], zero = number(s, 0);
  Value areZero = arith::AndIOp::create(s.b, cmp(s, FloatCmp::OEQ, y, zero),
                                        cmp(s, FloatCmp::OEQ, x, zero));
  Value sign = math::CopySignOp::create(s.b, number(s, 1), x);
  return math::Atan2Op::create(s.b, y, select(s, areZero, sign, x));
}

/// The first operand unless the second is greater (less); NaN if either is.
/// arith.maximumf would take +0 from (-0, +0) where PyTorch takes the first.
template <FloatCmp predicate> static Value extremeFloat(ScalarCase &s) {
  Value chosen = select(s, cmp(s, predicate, s.x[1], s.x[0]), s.x[1], s.x[0]);
  Value isNaN = cmp(s, FloatCmp::UNO, s.x[1], s.x[1]);
  return select(s, isNaN, s.x[1], chosen);
}

/// Shifts by the width or more give what an infinite shift would.
static Value tooFar(ScalarCase &s) {
  return cmp(s, IntCmp::uge, s.x[1], number(s, s.from.getIntOrFloatBitWidth()));
}

static Value shiftLeft(ScalarCase &s) {
  Value far = tooFar(s), zero = number(s, 0);
  Value count = select(s, far, zero, s.x[1]);
  return select(s, far, zero, arith::ShLIOp::create(s.b, s.x[0], count));
}

static Value shiftRight(ScalarCase &s) {
  Value far = tooFar(s);
  Value most = number(s, s.from.getIntOrFloatBitWidth() - 1);
  Value count = select(s, far, most, s.x[1]);
  if (!s.isUnsigned())
    return arith::ShRSIOp::create(s.b, s.x[0], count);
  return select(s, far, number(s, 0),
                arith::ShRUIOp::create(s.b, s.x[0], count));
}

//===----------------------------------------------------------------------===//
// Choice and conversion
//===----------------------------------------------------------------------===//

static Value choose(ScalarCase &s) { return select(s, s.x[0], s.x[1], s.x[2]); }

/// As x86 does it: what does not fit, NaN too, becomes the smallest integer.
static Value truncateFloat(ImplicitLocOpBuilder &b, Value x, Type to) {
  double end = std::ldexp(1.0, to.getIntOrFloatBitWidth() - 1);
  Value smallest = scalarConstant(b, x.getType(), -end);
  Value above = scalarConstant(b, x.getType(), end);
  Value fits = arith::AndIOp::create(
      b, arith::CmpFOp::create(b, FloatCmp::OGE, x, smallest).getResult(),
      arith::CmpFOp::create(b, FloatCmp::OLT, x, above).getResult());
  Value safe = arith::SelectOp::create(b, fits, x, smallest);
  return arith::FPToSIOp::create(b, to, safe);
}

/// The bits of an si8: arithmetic takes integers without a sign only.
static Value changeSign(ImplicitLocOpBuilder &b, Value x, Type to) {
  return UnrealizedConversionCastOp::create(b, to, x).getResult(0);
}

static Value castPlain(ImplicitLocOpBuilder &b, Value x, Type to,
                       bool isUnsigned);

Value castScalar(ImplicitLocOpBuilder &b, Value x, Type to) {
  Type from = x.getType();
  if (from == to)
    return x;
  bool isUnsigned = from.isSignlessInteger(8) || from.isInteger(1);
  if (from.isSignedInteger(8))
    x = changeSign(b, x, b.getI8Type());
  if (!to.isSignedInteger(8))
    return castPlain(b, x, to, isUnsigned);
  x = castPlain(b, x, b.getI8Type(), isUnsigned);
  return changeSign(b, x, to);
}

/// Of integers without a sign in their types.
static Value castPlain(ImplicitLocOpBuilder &b, Value x, Type to,
                       bool isUnsigned) {
  Type from = x.getType();
  if (from == to)
    return x;
  // From and to half floats PyTorch goes through f32.
  auto isHalf = [](Type type) { return type.isF16() || type.isBF16(); };
  if (isHalf(from) && !to.isF32()) {
    Value wide = arith::ExtFOp::create(b, b.getF32Type(), x);
    return castPlain(b, wide, to, isUnsigned);
  }
  if (isHalf(to) && !from.isF32()) {
    Value wide = castPlain(b, x, b.getF32Type(), isUnsigned);
    return arith::TruncFOp::create(b, to, wide);
  }
  bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(to);
  unsigned fromWidth = from.getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (to.isInteger(1)) {
    Value zero = scalarConstant(b, from, 0);
    if (fromFloat)
      return arith::CmpFOp::create(b, FloatCmp::UNE, x, zero);
    return arith::CmpIOp::create(b, IntCmp::ne, x, zero);
  }
  if (fromFloat && toFloat)
    return toWidth > fromWidth ? arith::ExtFOp::create(b, to, x).getResult()
                               : arith::TruncFOp::create(b, to, x).getResult();
  if (toFloat)
    return isUnsigned ? arith::UIToFPOp::create(b, to, x).getResult()
                      : arith::SIToFPOp::create(b, to, x).getResult();
  if (fromFloat) {
    // Through i32 to a byte, as the processor does: 300.7 becomes 44.
    Type wide = toWidth < 32 ? b.getI32Type() : to;
    Value whole = truncateFloat(b, x, wide);
    return wide == to ? whole
                      : arith::TruncIOp::create(b, to, whole).getResult();
  }
  if (toWidth < fromWidth)
    return arith::TruncIOp::create(b, to, x);
  return isUnsigned ? arith::ExtUIOp::create(b, to, x).getResult()
                    : arith::ExtSIOp::create(b, to, x).getResult();
}

static Value cast(ScalarCase &s) { return castScalar(s.b, s.x[0], s.to); }

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

template <typename Op> static constexpr ScalarRule floatOnly() {
  return {one<Op>, nullptr, nullptr};
}

template <FloatCmp ofFloat, IntCmp ofSigned, IntCmp ofUnsigned>
static constexpr ScalarRule comparison() {
  return {compareFloats<ofFloat>, compareInts<ofSigned, ofUnsigned>,
          compareInts<ofSigned, ofUnsigned>};
}

using ScalarRules = llvm::DenseMap<TypeID, ScalarRule>;

/// The row of an op, which names its class.
template <typename Op> static ScalarRules::value_type rule(ScalarRule kinds) {
  return {TypeID::get<Op>(), kinds};
}

const ScalarRule *findScalarRule(TypeID operation) {
  using namespace arith;
  using namespace math;
  static const ScalarRules table = {
      // op, float, integer, bool
      rule<nn::NegOp>({one<NegFOp>, negInt, nullptr}),
      rule<nn::AbsOp>({one<AbsFOp>, absInt, nullptr}),
      rule<nn::SignOp>({signFloat, signInt, same}),
      rule<nn::ExpOp>(floatOnly<ExpOp>()),
      rule<nn::Expm1Op>(floatOnly<ExpM1Op>()),
      rule<nn::LogOp>(floatOnly<LogOp>()),
      rule<nn::Log2Op>(floatOnly<Log2Op>()),
      rule<nn::Log10Op>(floatOnly<Log10Op>()),
      rule<nn::Log1pOp>(floatOnly<Log1pOp>()),
      rule<nn::SqrtOp>(floatOnly<SqrtOp>()),
      rule<nn::RsqrtOp>({rsqrt, nullptr, nullptr}),
      rule<nn::ReciprocalOp>({reciprocal, nullptr, nullptr}),
      rule<nn::SinOp>(floatOnly<SinOp>()),
      rule<nn::CosOp>(floatOnly<CosOp>()),
      rule<nn::TanOp>(floatOnly<TanOp>()),
      rule<nn::AsinOp>(floatOnly<AsinOp>()),
      rule<nn::AcosOp>(floatOnly<AcosOp>()),
      rule<nn::AtanOp>(floatOnly<AtanOp>()),
      rule<nn::SinhOp>(floatOnly<SinhOp>()),
      rule<nn::CoshOp>(floatOnly<CoshOp>()),
      rule<nn::TanhOp>(floatOnly<TanhOp>()),
      rule<nn::SigmoidOp>({sigmoid, nullptr, nullptr}),
      rule<nn::ErfOp>(floatOnly<ErfOp>()),
      rule<nn::FloorOp>(floatOnly<FloorOp>()),
      rule<nn::CeilOp>(floatOnly<CeilOp>()),
      rule<nn::RoundOp>(floatOnly<RoundEvenOp>()),
      rule<nn::TruncOp>(floatOnly<TruncOp>()),
      rule<nn::ReluOp>({reluFloat, reluInt, nullptr}),
      rule<nn::BitwiseNotOp>({nullptr, invert, invert}),

      rule<nn::AddOp>({one<AddFOp>, one<AddIOp>, one<OrIOp>}),
      rule<nn::SubOp>({one<SubFOp>, one<SubIOp>, nullptr}),
      rule<nn::MulOp>({one<MulFOp>, one<MulIOp>, one<AndIOp>}),
      rule<nn::DivOp>(floatOnly<DivFOp>()),
      rule<nn::FloorDivideOp>(
          {floorDivideFloat, floorDivideInt, nullptr, true}),
      rule<nn::TruncDivideOp>(
          {truncDivideFloat, truncDivideInt, nullptr, true}),
      rule<nn::RemainderOp>({remainderFloat, remainderInt, nullptr, true}),
      rule<nn::FmodOp>({one<RemFOp>, fmodInt, nullptr, true}),
      rule<nn::PowOp>({powFloat, powInt, nullptr}),
      rule<nn::Atan2Op>({atan2Float, nullptr, nullptr}),
      rule<nn::MaximumOp>(
          {extremeFloat<FloatCmp::OGT>, bySign<MaxSIOp, MaxUIOp>, one<OrIOp>}),
      rule<nn::MinimumOp>(
          {extremeFloat<FloatCmp::OLT>, bySign<MinSIOp, MinUIOp>, one<AndIOp>}),
      rule<nn::BitwiseAndOp>({nullptr, one<AndIOp>, one<AndIOp>}),
      rule<nn::BitwiseOrOp>({nullptr, one<OrIOp>, one<OrIOp>}),
      rule<nn::BitwiseXorOp>({nullptr, one<XOrIOp>, one<XOrIOp>}),
      rule<nn::ShiftLeftOp>({nullptr, shiftLeft, nullptr}),
      rule<nn::ShiftRightOp>({nullptr, shiftRight, nullptr}),
      rule<nn::EqOp>(comparison<FloatCmp::OEQ, IntCmp::eq, IntCmp::eq>()),
      rule<nn::NeOp>(comparison<FloatCmp::UNE, IntCmp::ne, IntCmp::ne>()),
      rule<nn::LtOp>(comparison<FloatCmp::OLT, IntCmp::slt, IntCmp::ult>()),
      rule<nn::LeOp>(comparison<FloatCmp::OLE, IntCmp::sle, IntCmp::ule>()),
      rule<nn::GtOp>(comparison<FloatCmp::OGT, IntCmp::sgt, IntCmp::ugt>()),
      rule<nn::GeOp>(comparison<FloatCmp::OGE, IntCmp::sge, IntCmp::uge>()),

      rule<nn::FmaOp>(floatOnly<FmaOp>()),
      rule<nn::WhereOp>({choose, choose, choose}),
      rule<nn::CastOp>({cast, cast, cast}),
  };
  auto found = table.find(operation);
  return found == table.end() ? nullptr : &found->second;
}

} // namespace tine
