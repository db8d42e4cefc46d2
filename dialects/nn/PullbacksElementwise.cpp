//===- PullbacksElementwise.cpp - Derivatives of elementwise ops ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In terms of the result where that is cheaper, as PyTorch does.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/PullbackRules.h"
#include <cmath>

using namespace mlir;
using namespace tine;
using namespace tine::nn;

namespace {

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// What a rule of one operand gets: its operand, result and cotangent.
struct Unary : Math {
  explicit Unary(Pullback &p)
      : Math(p, tensorTypeOf(p.op->getResult(0))), x(p.op->getOperand(0)),
        y(p.op->getResult(0)), g(p.cotangent()) {}
  Value x, y, g;
};

template <Value (*f)(Unary &)> void unary(Pullback &p) {
  Unary m(p);
  p.add(0, f(m));
}

void nothing(Pullback &) {}

Value dNeg(Unary &m) { return m.neg(m.g); }
Value dAbs(Unary &m) { return m.mul(m.g, m.make<SignOp>(m.x)); }
Value dExp(Unary &m) { return m.mul(m.g, m.y); }
Value dExpm1(Unary &m) { return m.mul(m.g, m.add(m.y, m.number(1))); }
Value dLog(Unary &m) { return m.div(m.g, m.x); }
Value dLog2(Unary &m) {
  return m.div(m.g, m.mul(m.x, m.number(0.6931471805599453)));
}
Value dLog10(Unary &m) {
  return m.div(m.g, m.mul(m.x, m.number(2.302585092994046)));
}
Value dLog1p(Unary &m) { return m.div(m.g, m.add(m.x, m.number(1))); }
Value dSqrt(Unary &m) { return m.div(m.g, m.mul(m.y, m.number(2))); }
Value dRsqrt(Unary &m) {
  Value cube = m.mul(m.mul(m.y, m.y), m.y);
  return m.mul(m.mul(m.g, m.number(-0.5)), cube);
}
Value dReciprocal(Unary &m) { return m.mul(m.neg(m.g), m.mul(m.y, m.y)); }
Value dSin(Unary &m) { return m.mul(m.g, m.make<CosOp>(m.x)); }
Value dCos(Unary &m) { return m.mul(m.g, m.neg(m.make<SinOp>(m.x))); }
Value dTan(Unary &m) { return m.mul(m.g, m.add(m.mul(m.y, m.y), m.number(1))); }
/// 1 - x * x
Value oneMinusSquare(Unary &m, Value x) {
  return m.sub(m.number(1), m.mul(x, x));
}
Value dAsin(Unary &m) {
  return m.mul(m.g, m.make<RsqrtOp>(oneMinusSquare(m, m.x)));
}
Value dAcos(Unary &m) {
  return m.mul(m.g, m.neg(m.make<RsqrtOp>(oneMinusSquare(m, m.x))));
}
Value dAtan(Unary &m) {
  return m.div(m.g, m.add(m.mul(m.x, m.x), m.number(1)));
}
Value dSinh(Unary &m) { return m.mul(m.g, m.make<CoshOp>(m.x)); }
Value dCosh(Unary &m) { return m.mul(m.g, m.make<SinhOp>(m.x)); }
Value dTanh(Unary &m) { return m.mul(m.g, oneMinusSquare(m, m.y)); }
Value dSigmoid(Unary &m) {
  return m.mul(m.mul(m.g, m.sub(m.number(1), m.y)), m.y);
}
Value dErf(Unary &m) {
  Value bell = m.make<ExpOp>(m.neg(m.mul(m.x, m.x)));
  return m.mul(m.mul(bell, m.number(2 / std::sqrt(M_PI))), m.g);
}
/// A NaN lets the cotangent through.
Value dRelu(Unary &m) {
  return m.where(m.compare<LeOp>(m.y, m.number(0)), m.number(0), m.g);
}

void cast(Pullback &p) {
  p.add(0, CastOp::create(p.b, p.loc, p.op->getOperand(0).getType(),
                          p.cotangent()));
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// What a rule of two operands gets; they can be scalars or be broadcast.
struct Binary : Math {
  explicit Binary(Pullback &p)
      : Math(p, tensorTypeOf(p.op->getResult(0))), x(p.op->getOperand(0)),
        y(p.op->getOperand(1)), z(p.op->getResult(0)), g(p.cotangent()), p(p) {}
  Value zeros() { return zerosLike(p, z); }
  /// An operand with the shape of the result.
  Value whole(Value operand) {
    return operand.getType() == type ? operand : add(zeros(), operand);
  }
  Value x, y, z, g;

private:
  Pullback &p;
};

template <Value (*f)(Binary &), Value (*h)(Binary &)> void binary(Pullback &p) {
  Binary m(p);
  if (p.wants(0))
    addReduced(p, 0, f(m));
  if (p.wants(1))
    addReduced(p, 1, h(m));
}

Value same(Binary &m) { return m.g; }
Value negated(Binary &m) { return m.neg(m.g); }
Value timesRight(Binary &m) { return m.mul(m.g, m.y); }
Value timesLeft(Binary &m) { return m.mul(m.g, m.x); }
Value overRight(Binary &m) { return m.div(m.g, m.y); }
Value dDivisor(Binary &m) {
  return m.mul(m.neg(m.g), m.div(m.div(m.x, m.y), m.y));
}
/// y * x ** (y - 1), and 0 where the exponent is 0.
Value dBase(Binary &m) {
  if (isa<RankedTensorType>(m.y.getType())) {
    Value less = m.sub(m.whole(m.y), m.number(1));
    Value slope = m.mul(m.g, m.mul(m.make<PowOp>(m.x, less), m.y));
    Value none = m.compare<EqOp>(m.whole(m.y), m.number(0));
    return m.where(none, m.number(0), slope);
  }
  std::optional<double> known;
  if (auto constant = m.y.getDefiningOp<arith::ConstantOp>())
    known = mlir::cast<FloatAttr>(constant.getValue()).getValueAsDouble();
  if (known == 0.0)
    return m.zeros();
  if (known == 2.0)
    return m.mul(m.g, m.mul(m.x, m.number(2)));
  Value less = known ? m.number(*known - 1)
                     : arith::SubFOp::create(m.b, m.loc, m.y, m.number(1));
  Value slope = m.mul(m.g, m.mul(m.make<PowOp>(m.x, less), m.y));
  if (known)
    return slope;
  Value none = m.compare<EqOp>(m.whole(m.y), m.number(0));
  return m.where(none, m.number(0), slope);
}
/// z * log(x), and 0 where the base is 0 and the exponent is not negative.
Value dExponent(Binary &m) {
  Value zero = m.number(0);
  Value base = m.whole(m.x);
  Value slope = m.mul(m.z, m.make<LogOp>(base));
  Value none = BitwiseAndOp::create(m.b, m.loc, m.type.clone(m.b.getI1Type()),
                                    m.compare<EqOp>(base, zero),
                                    m.compare<GeOp>(m.whole(m.y), zero));
  return m.mul(m.g, m.where(none, zero, slope));
}
/// numerator / (x * x + y * y), and 0 where both are 0.
Value dAtan2(Binary &m, Value numerator) {
  Value x = m.whole(m.x), y = m.whole(m.y);
  Value square = m.add(m.mul(x, x), m.mul(y, y));
  Value slope = m.div(m.mul(m.g, numerator), square);
  return m.where(m.compare<EqOp>(square, m.number(0)), m.number(0), slope);
}
Value dAtan2Left(Binary &m) { return dAtan2(m, m.y); }
Value dAtan2Right(Binary &m) { return m.neg(dAtan2(m, m.x)); }
/// All to the one that was chosen, half to each where they are equal, all to
/// both where one is a NaN.
template <typename Loses> Value dChosen(Binary &m, Value mine, Value other) {
  Value half = m.where(m.compare<EqOp>(m.x, m.y), m.div(m.g, m.number(2)), m.g);
  return m.where(m.compare<Loses>(mine, other), m.number(0), half);
}
template <typename Loses> Value dChosenLeft(Binary &m) {
  return dChosen<Loses>(m, m.x, m.y);
}
template <typename Loses> Value dChosenRight(Binary &m) {
  return dChosen<Loses>(m, m.y, m.x);
}
Value minusFloor(Binary &m) {
  return m.mul(m.neg(m.g), m.make<FloorDivideOp>(m.x, m.y));
}
Value minusTrunc(Binary &m) {
  return m.mul(m.neg(m.g), m.make<TruncDivideOp>(m.x, m.y));
}

void fma(Pullback &p) {
  Math m(p, tensorTypeOf(p.op->getResult(0)));
  if (p.wants(0))
    addReduced(p, 0, m.mul(p.cotangent(), p.op->getOperand(1)));
  if (p.wants(1))
    addReduced(p, 1, m.mul(p.cotangent(), p.op->getOperand(0)));
  if (p.wants(2))
    addReduced(p, 2, p.cotangent());
}

void where(Pullback &p) {
  Math m(p, tensorTypeOf(p.op->getResult(0)));
  Value condition = p.op->getOperand(0);
  if (p.wants(1))
    addReduced(p, 1, m.where(condition, p.cotangent(), m.number(0)));
  if (p.wants(2))
    addReduced(p, 2, m.where(condition, m.number(0), p.cotangent()));
}

} // namespace

void nn::addElementwisePullbacks(PullbackTable &table) {
  table.add<NegOp>(unary<dNeg>);
  table.add<AbsOp>(unary<dAbs>);
  table.add<ExpOp>(unary<dExp>);
  table.add<Expm1Op>(unary<dExpm1>);
  table.add<LogOp>(unary<dLog>);
  table.add<Log2Op>(unary<dLog2>);
  table.add<Log10Op>(unary<dLog10>);
  table.add<Log1pOp>(unary<dLog1p>);
  table.add<SqrtOp>(unary<dSqrt>);
  table.add<RsqrtOp>(unary<dRsqrt>);
  table.add<ReciprocalOp>(unary<dReciprocal>);
  table.add<SinOp>(unary<dSin>);
  table.add<CosOp>(unary<dCos>);
  table.add<TanOp>(unary<dTan>);
  table.add<AsinOp>(unary<dAsin>);
  table.add<AcosOp>(unary<dAcos>);
  table.add<AtanOp>(unary<dAtan>);
  table.add<SinhOp>(unary<dSinh>);
  table.add<CoshOp>(unary<dCosh>);
  table.add<TanhOp>(unary<dTanh>);
  table.add<SigmoidOp>(unary<dSigmoid>);
  table.add<ErfOp>(unary<dErf>);
  table.add<ReluOp>(unary<dRelu>);
  table.add<CastOp>(cast);
  table.add<SignOp, FloorOp, CeilOp, RoundOp, TruncOp, FloorDivideOp,
            TruncDivideOp>(nothing);
  table.add<AddOp>(binary<same, same>);
  table.add<SubOp>(binary<same, negated>);
  table.add<MulOp>(binary<timesRight, timesLeft>);
  table.add<DivOp>(binary<overRight, dDivisor>);
  table.add<PowOp>(binary<dBase, dExponent>);
  table.add<Atan2Op>(binary<dAtan2Left, dAtan2Right>);
  table.add<MaximumOp>(binary<dChosenLeft<LtOp>, dChosenRight<LtOp>>);
  table.add<MinimumOp>(binary<dChosenLeft<GtOp>, dChosenRight<GtOp>>);
  table.add<RemainderOp>(binary<same, minusFloor>);
  table.add<FmodOp>(binary<same, minusTrunc>);
  table.add<FmaOp>(fma);
  table.add<WhereOp>(where);
}
