//===- PullbacksElementwise.cpp - Derivatives of elementwise ops ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of an op of one or two operands, the record has the derivative; here is what
// its expressions use, and the rules of the other ops. They are in terms of the
// result where that is cheaper, as PyTorch does.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/PullbackRules.h"
#include <cmath>

using namespace mlir;
using namespace tine;
using namespace tine::nn;

namespace {

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// What the expression of an op of one operand sees: its operand, result and
/// cotangent.
struct Unary : Math {
  explicit Unary(Pullback &p)
      : Math(p, tensorTypeOf(p.op->getResult(0))), x(p.op->getOperand(0)),
        y(p.op->getResult(0)), g(p.cotangent()) {}
  /// 1 - v * v
  Value oneMinusSquare(Value v) { return sub(number(1), mul(v, v)); }
  /// What is one kernel in PyTorch, which rounds once: narrow elements are
  /// computed with in f32.
  Value asKernel(llvm::function_ref<Value(Unary &)> compute) {
    RankedTensorType full = type.clone(getComputeType(type.getElementType()));
    // Of the sigmoid of float16 it computes in float16.
    bool rounds = type.getElementType().isF16() && y.getDefiningOp<SigmoidOp>();
    if (full == type || rounds)
      return compute(*this);
    Unary wide = *this;
    wide.type = full;
    for (Value *v : {&wide.x, &wide.y, &wide.g})
      *v = CastOp::create(b, loc, full, *v);
    return CastOp::create(b, loc, type, compute(wide));
  }
  Value x, y, g;
};

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// What the expressions of an op of two operands see. They can be scalars or be
/// broadcast.
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

/// y * x ** (y - 1), and 0 where the exponent is 0.
Value ofBase(Binary &m) {
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
Value ofExponent(Binary &m) {
  Value zero = m.number(0);
  Value base = m.whole(m.x);
  Value slope = m.mul(m.z, m.make<LogOp>(base));
  Value none = BitwiseAndOp::create(m.b, m.loc, m.type.clone(m.b.getI1Type()),
                                    m.compare<EqOp>(base, zero),
                                    m.compare<GeOp>(m.whole(m.y), zero));
  return m.mul(m.g, m.where(none, zero, slope));
}
/// numerator / (x * x + y * y), and 0 where both are 0.
Value ofAngle(Binary &m, Value numerator) {
  Value x = m.whole(m.x), y = m.whole(m.y);
  Value square = m.add(m.mul(x, x), m.mul(y, y));
  Value slope = m.div(m.mul(m.g, numerator), square);
  return m.where(m.compare<EqOp>(square, m.number(0)), m.number(0), slope);
}
/// All to the one that was chosen, half to each where they are equal, all to
/// both where one is a NaN.
template <typename Loses> Value ofChosen(Binary &m, Value mine, Value other) {
  Value half = m.where(m.compare<EqOp>(m.x, m.y), m.div(m.g, m.number(2)), m.g);
  return m.where(m.compare<Loses>(mine, other), m.number(0), half);
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

void fma(Pullback &p) {
  Math m(p, tensorTypeOf(p.op->getResult(0)));
  if (p.wants(0))
    addReduced(p, 0, m.mul(p.cotangent(), p.op->getOperand(1)));
  if (p.wants(1))
    addReduced(p, 1, m.mul(p.cotangent(), p.op->getOperand(0)));
  if (p.wants(2))
    addReduced(p, 2, p.cotangent());
}

void cast(Pullback &p) {
  p.add(0, CastOp::create(p.b, p.loc, p.op->getOperand(0).getType(),
                          p.cotangent()));
}

void where(Pullback &p) {
  Math m(p, tensorTypeOf(p.op->getResult(0)));
  Value condition = p.op->getOperand(0);
  if (p.wants(1))
    addReduced(p, 1, m.where(condition, p.cotangent(), m.number(0)));
  if (p.wants(2))
    addReduced(p, 2, m.where(condition, m.number(0), p.cotangent()));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// An op and its rule, made of the expressions in its record.
struct Derivative {
  llvm::StringLiteral op;
  PullbackRule rule;
};

#define GET_derivativeTable_IMPL
#include "dialects/nn/NNTables.inc"

} // namespace

void nn::addElementwisePullbacks(PullbackTable &table) {
  for (const Derivative &derivative : derivativeTable)
    table.addNamed(derivative.op, derivative.rule);
  table.add<CastOp>(cast);
  table.add<FmaOp>(fma);
  table.add<WhereOp>(where);
}
