//===- PullbacksAttention.cpp - Derivatives of attention ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of its own, which computes the weights again; plain ops where the mask
// has a derivative.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Attention.h"
#include "dialects/nn/Ops.h"
#include "dialects/nn/PullbackRules.h"
#include "dialects/nn/SizedOps.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

namespace {

class PlainAttention : SizedOps {
public:
  PlainAttention(OpBuilder &builder, Location loc, const AttentionOperands &of)
      : SizedOps(ImplicitLocOpBuilder(loc, builder), of.query), of(of),
        n(sizeOf(of.query, 0)), h(sizeOf(of.query, 1)), t(sizeOf(of.query, 2)),
        s(sizeOf(of.key, 2)), d(sizeOf(of.query, 3)), e(sizeOf(of.value, 3)),
        all(times(n, h)) {}

  AttentionCotangents run(Value seed);
  AttentionResults results();

private:
  Value product(Value x, Value y, ArrayRef<Size> sizes) {
    return BatchMatmulOp::create(b, typeOf(sizes), x, y);
  }
  Value transpose(Value x) {
    RankedTensorType type = tensorTypeOf(x);
    ArrayRef<int64_t> shape = type.getShape();
    return PermuteOp::create(b, type.clone({shape[0], shape[2], shape[1]}), x,
                             ArrayRef<int64_t>{0, 2, 1});
  }
  Value number(double value) {
    return arith::ConstantOp::create(
        b, b.getFloatAttr(tensorTypeOf(of.query).getElementType(), value));
  }
  template <typename Op> Value make(Value x, Value y) {
    return Op::create(b, typeOf({n, h, t, s}), x, y);
  }
  Value where(Value condition, Value x, Value y) {
    return WhereOp::create(b, typeOf({n, h, t, s}), condition, x, y);
  }
  Value reduce(Reduction how, Value x) {
    return ReduceOp::create(b, typeOf({n, h, t, {1, Value()}}), how, x,
                            ArrayRef<int64_t>{3}, /*keepdim=*/true);
  }
  Value numbers(Size size);
  Value greatest(Value scores);
  Value seenByOrder();
  Value scores();
  /// Of the scores; `empty` says which rows see nothing, or is null.
  Value weights(Value scores, Value &empty);

  const AttentionOperands &of;
  Size n, h, t, s, d, e, all;
};

/// 0, 1, 2, ...
Value PlainAttention::numbers(Size size) {
  Value zero = arith::ConstantOp::create(b, b.getI64IntegerAttr(0));
  Value one = arith::ConstantOp::create(b, b.getI64IntegerAttr(1));
  return IotaOp::create(b, typeOf({size}, b.getI64Type()), zero, one,
                        dynamic({size}));
}

/// The greatest score of each query, -inf where there are no keys.
Value PlainAttention::greatest(Value scores) {
  Size one = {1, Value()};
  if (s.known > 0)
    return reduce(Reduction::max, scores);
  Value none = FullOp::create(b, typeOf({n, h, t, one}), number(-INFINITY),
                              dynamic({n, h, t}));
  Size more = {ShapedType::isDynamic(s.known) ? s.known : s.known + 1, Value()};
  return reduce(Reduction::max, CatOp::create(b, typeOf({n, h, t, more}),
                                              ValueRange{scores, none}, 3));
}

/// Query t sees keys 0 to t.
Value PlainAttention::seenByOrder() {
  Value queries = reshape(numbers(t), {t, {1, Value()}});
  return LeOp::create(b, typeOf({t, s}, b.getI1Type()), numbers(s), queries);
}

Value PlainAttention::scores() {
  Value q = reshape(of.query, {all, t, d}), k = reshape(of.key, {all, s, d});
  Value scores = reshape(product(q, transpose(k), {all, t, s}), {n, h, t, s});
  scores = make<MulOp>(scores, number(of.scale));
  Value none = number(-INFINITY);
  if (of.causal)
    scores = where(seenByOrder(), scores, none);
  if (of.mask)
    scores = tensorTypeOf(of.mask).getElementType().isInteger(1)
                 ? where(of.mask, scores, none)
                 : make<AddOp>(scores, of.mask);
  return scores;
}

Value PlainAttention::weights(Value scores, Value &empty) {
  Value zero = number(0);
  if (of.zeros) {
    empty = EqOp::create(b, typeOf({n, h, t, {1, Value()}}, b.getI1Type()),
                         greatest(scores), number(-INFINITY));
    scores = where(empty, zero, scores);
  }
  Value shares = SoftmaxOp::create(b, scores.getType(), scores, 3);
  return of.zeros ? where(empty, zero, shares) : shares;
}

AttentionResults PlainAttention::results() {
  Value all = scores(), empty;
  Value flat = reshape(weights(all, empty), {this->all, t, s});
  Value v = reshape(of.value, {this->all, s, e});
  AttentionResults made;
  made.result = reshape(product(flat, v, {this->all, t, e}), {n, h, t, e});
  Size one = {1, Value()};
  RankedTensorType column = typeOf({n, h, t, one});
  Value most = greatest(all);
  Value sum = reduce(Reduction::sum,
                     ExpOp::create(b, all.getType(), make<SubOp>(all, most)));
  Value share = DivOp::create(b, column, number(1), sum);
  made.rows = CatOp::create(b, typeOf({n, h, t, {2, Value()}}),
                            ValueRange{most, share}, 3);
  return made;
}

AttentionCotangents PlainAttention::run(Value seed) {
  Value empty, p = weights(scores(), empty);
  Value flat = reshape(p, {all, t, s}), g = reshape(seed, {all, t, e});
  Value v = reshape(of.value, {all, s, e});
  Value dp = reshape(product(g, transpose(v), {all, t, s}), {n, h, t, s});
  AttentionCotangents made;
  made.value = reshape(product(transpose(flat), g, {all, s, e}), {n, h, s, e});
  Value mean = reduce(Reduction::sum, make<MulOp>(p, dp));
  made.scores = make<MulOp>(p, make<SubOp>(dp, mean));
  Value ds = make<MulOp>(made.scores, number(of.scale));
  ds = reshape(ds, {all, t, s});
  Value q = reshape(of.query, {all, t, d}), k = reshape(of.key, {all, s, d});
  made.query = reshape(product(ds, k, {all, t, d}), {n, h, t, d});
  made.key = reshape(product(transpose(ds), q, {all, s, d}), {n, h, s, d});
  return made;
}

/// The type may know more or fewer sizes.
Value castTo(const Pullback &p, Value value, Type type) {
  return value.getType() == type
             ? value
             : tensor::CastOp::create(p.b, p.loc, type, value).getResult();
}

void attention(Pullback &p) {
  auto op = cast<AttentionOp>(p.op);
  Value seed = p.cotangent();
  if (!seed)
    return;
  SmallVector<Value> made;
  if (op.getMask() && p.wants(3)) {
    AttentionCotangents plain =
        makePlainCotangents(p.b, p.loc, AttentionOperands(op), seed);
    made = {plain.query, plain.key, plain.value};
    addReduced(p, 3, plain.scores);
  } else {
    auto grad = AttentionGradOp::create(
        p.b, p.loc, op.getQuery(), op.getKey(), op.getValue(), op.getMask(),
        op.getResult(), op.getRows(), seed, op.getScaleAttr(),
        op.getCausalAttr(), op.getZerosAttr());
    llvm::append_range(made, grad.getResults());
  }
  for (unsigned i = 0; i < 3; ++i)
    if (p.wants(i))
      p.add(i, castTo(p, made[i], op->getOperand(i).getType()));
}

} // namespace

AttentionCotangents nn::makePlainCotangents(OpBuilder &b, Location loc,
                                            const AttentionOperands &of,
                                            Value seed) {
  return PlainAttention(b, loc, of).run(seed);
}

AttentionResults nn::makePlainAttention(OpBuilder &b, Location loc,
                                        const AttentionOperands &of) {
  return PlainAttention(b, loc, of).results();
}

void nn::addAttentionPullbacks(PullbackTable &table) {
  table.add<AttentionOp>(attention);
}
