//===- PullbacksReductions.cpp - Derivatives of reductions ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions, softmax and running sums.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/PullbackRules.h"
#include "dialects/nn/ReductionOps.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

namespace {

/// A product goes by the products of the others: exact where one is 0.
void product(Pullback &p, ReduceOp op) {
  RankedTensorType type = tensorTypeOf(op.getInput());
  Math m(p, type);
  Value x = op.getInput();
  Value g = spread(p, p.cotangent(), x, op.getDims(), op.getKeepdim());
  Value y = spread(p, op.getResult(), x, op.getDims(), op.getKeepdim());
  // With no zero y / x; with one, the product of the others at its place.
  Value zero = m.number(0), one = m.number(1);
  Value isZero = m.compare<EqOp>(x, zero);
  Value zeros = m.where(isZero, one, zero);
  Value count = spread(p, sumOf(p, zeros, op.getDims(), true), x, op.getDims(),
                       /*keepdim=*/true);
  Value others = m.where(isZero, one, x);
  Value rest =
      ReduceOp::create(p.b, p.loc, op.getResult().getType(), Reduction::prod,
                       others, op.getDimsAttr(), op.getKeepdim());
  rest = spread(p, rest, x, op.getDims(), op.getKeepdim());
  Value single = m.compare<EqOp>(count, one);
  auto bools = type.clone(p.b.getI1Type());
  Value here = BitwiseAndOp::create(p.b, p.loc, bools, single, isZero);
  Value none = m.compare<EqOp>(count, zero);
  // Of a dim, PyTorch has the product of the others also where it is zero: with
  // the sign that it has.
  Value nothing = zero;
  if (static_cast<int64_t>(op.getDims().size()) < type.getRank()) {
    Value differ =
        BitwiseXorOp::create(p.b, p.loc, bools, m.compare<LtOp>(rest, zero),
                             m.compare<LtOp>(x, zero));
    nothing = m.where(differ, m.number(-0.0), zero);
  }
  Value slope = m.where(none, m.div(y, others), m.where(here, rest, nothing));
  p.add(0, m.mul(g, slope));
}

void reduce(Pullback &p) {
  auto op = cast<ReduceOp>(p.op);
  Value x = op.getInput();
  switch (op.getReduction()) {
  case Reduction::sum:
    p.add(0, spread(p, p.cotangent(), x, op.getDims(), op.getKeepdim()));
    return;
  case Reduction::prod:
    return product(p, op);
  case Reduction::max:
  case Reduction::min: {
    // To all elements that are the greatest, in equal parts. Others get what
    // PyTorch gives them: a zero without a sign where all are reduced, as
    // max() does, and else, as amax() does, a product by zero.
    Math m(p, tensorTypeOf(x));
    Value y = spread(p, op.getResult(), x, op.getDims(), op.getKeepdim());
    Value g = spread(p, p.cotangent(), x, op.getDims(), op.getKeepdim());
    Value one = m.number(1), zero = m.number(0);
    Value isBest = m.compare<EqOp>(x, y);
    Value mask = m.where(isBest, one, zero);
    bool ofAll =
        static_cast<int64_t>(op.getDims().size()) == tensorTypeOf(x).getRank();
    if (ofAll) {
      // A NaN is the greatest.
      mask = m.where(m.compare<EqOp>(x, x), mask, one);
      isBest = m.compare<EqOp>(mask, one);
    }
    Value count = spread(p, sumOf(p, mask, op.getDims(), true), x, op.getDims(),
                         /*keepdim=*/true);
    p.add(0, ofAll ? m.where(isBest, m.div(g, count), zero)
                   : m.div(m.mul(mask, g), count));
    return;
  }
  case Reduction::any:
  case Reduction::all:
    return;
  }
}

void softmax(Pullback &p) {
  auto op = cast<SoftmaxOp>(p.op);
  int64_t dim = op.getDim();
  Value y = op.getResult(), g = p.cotangent();
  // One kernel in PyTorch: narrow elements are rounded once.
  RankedTensorType type = tensorTypeOf(y);
  RankedTensorType full = type.clone(getComputeType(type.getElementType()));
  auto add = [&](Value cotangent) {
    if (full != type)
      cotangent = CastOp::create(p.b, p.loc, type, cotangent);
    p.add(0, cotangent);
  };
  if (full != type) {
    y = CastOp::create(p.b, p.loc, full, y);
    g = CastOp::create(p.b, p.loc, full, g);
  }
  Math m(p, full);
  if (op.getLog()) {
    Value total = spread(p, sumOf(p, g, dim, true), y, dim, true);
    add(m.sub(g, m.mul(m.make<ExpOp>(y), total)));
    return;
  }
  Value weighted = m.mul(g, y);
  Value total = spread(p, sumOf(p, weighted, dim, true), y, dim, true);
  add(m.mul(m.sub(g, total), y));
}

/// Sums from the end.
void scan(Pullback &p) {
  auto op = cast<ScanOp>(p.op);
  assert(op.getKind() == Scan::sum && "the others are within a derivative");
  Type type = op.getResult().getType();
  int64_t dim = op.getDim();
  Value g = FlipOp::create(p.b, p.loc, type, p.cotangent(), dim);
  g = ScanOp::create(p.b, p.loc, type, Scan::sum, g, dim);
  p.add(0, FlipOp::create(p.b, p.loc, type, g, dim));
}

} // namespace

void nn::addReductionPullbacks(PullbackTable &table) {
  table.add<ReduceOp>(reduce);
  table.add<SoftmaxOp>(softmax);
  table.add<ScanOp>(scan);
}
