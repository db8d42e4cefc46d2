//===- FindAttention.cpp - Products and a softmax to attention ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes nn.attention of attention that is written by hand: softmax(q @ k.mT *
// scale + mask) @ v.
//
// Input:  operations of nn on tensors.
// Output: nn.attention, whose scores are never in memory, for the whole chain.
// How:    from a softmax along the last dimension
// 1. down to a product of its result, which nothing else uses;
// 2. up over a mask that is added or chooses -inf, and numbers that the scores
//    are multiplied or divided by, to a product with a transposed operand.
//    Nothing else uses what is between; reshapes keep the last two dimensions.
// 3. All sizes are known, and no clock is read between the products.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/ReductionOps.h"
#include "dialects/nn/ViewOps.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/support/TimedCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace tine {
#define GEN_PASS_DEF_FINDATTENTION
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Whether the op gives the matrices of a batch as those of another batch.
bool keepsMatrices(Operation *op) {
  if (!isa_and_nonnull<nn::ReshapeOp, nn::ExpandOp>(op))
    return false;
  RankedTensorType from = typeOf(op->getOperand(0));
  RankedTensorType to = typeOf(op->getResult(0));
  if (!from.hasStaticShape() || !to.hasStaticShape() || from.getRank() < 2 ||
      to.getRank() < 2)
    return false;
  if (isa<nn::ExpandOp>(op))
    return from == to;
  return from.getShape().take_back(2) == to.getShape().take_back(2);
}

std::optional<double> numberOf(Value value) {
  FloatAttr number;
  if (isa<FloatType>(value.getType()) &&
      matchPattern(value, m_Constant(&number)))
    return number.getValueAsDouble();
  return std::nullopt;
}

bool isNone(Value value) {
  std::optional<double> number = numberOf(value);
  return number && *number == -INFINITY;
}

struct Attention {
  Attention(nn::SoftmaxOp softmax, const TimedCode &timed)
      : softmax(softmax), timed(timed) {}

  bool match();
  void rewrite();

private:
  bool matchDown();
  bool matchMask(Value &scores);
  bool matchUp(Value scores);
  bool isWithinReading();
  Value makeKey(ImplicitLocOpBuilder &b);
  Value reshape(ImplicitLocOpBuilder &b, Value value, ArrayRef<int64_t> shape);

  nn::SoftmaxOp softmax;
  const TimedCode &timed;
  nn::BatchMatmulOp first, second;
  SmallVector<Operation *> between; ///< from the second product to the first
  Value mask;                       ///< null for none
  bool hides = false;               ///< where the mask is true
  double scale = 1;
};

/// The only user of a value.
Operation *userOf(Value value) {
  return value.hasOneUse() ? *value.user_begin() : nullptr;
}

bool Attention::matchDown() {
  Value weights = softmax.getResult();
  Operation *user = userOf(weights);
  between = {softmax};
  while (keepsMatrices(user)) {
    between.insert(between.begin(), user);
    weights = user->getResult(0);
    user = userOf(weights);
  }
  second = dyn_cast_or_null<nn::BatchMatmulOp>(user);
  return second && second->getBlock() == softmax->getBlock() &&
         second.getLhs() == weights && second.getRhs() != weights;
}

/// Goes up over a mask, if there is one.
bool Attention::matchMask(Value &scores) {
  Operation *op = scores.getDefiningOp();
  RankedTensorType type = typeOf(scores);
  auto take = [&](Value own, Value other) {
    auto shape = dyn_cast<RankedTensorType>(other.getType());
    if (own.getType() != type || !shape || !shape.hasStaticShape())
      return false;
    mask = other;
    between.push_back(op);
    scores = own;
    return true;
  };
  if (auto choice = dyn_cast_or_null<nn::WhereOp>(op)) {
    if (isNone(choice.getLhs())) {
      hides = true;
      return take(choice.getRhs(), choice.getCondition());
    }
    return isNone(choice.getRhs()) &&
           take(choice.getLhs(), choice.getCondition());
  }
  if (auto sum = dyn_cast_or_null<nn::AddOp>(op)) {
    // The scores are the operand that is made for it alone.
    Value x = sum.getLhs(), y = sum.getRhs();
    auto isScores = [](Value value) {
      return value.getDefiningOp<nn::DivOp>() ||
             value.getDefiningOp<nn::MulOp>() ||
             keepsMatrices(value.getDefiningOp()) ||
             value.getDefiningOp<nn::BatchMatmulOp>();
    };
    return (isScores(x) && x.hasOneUse() && take(x, y)) ||
           (isScores(y) && y.hasOneUse() && take(y, x));
  }
  return true;
}

/// Numbers and the product.
bool Attention::matchUp(Value scores) {
  while (Operation *op = scores.getDefiningOp()) {
    if (!scores.hasOneUse() || op->getBlock() != softmax->getBlock())
      return false;
    between.push_back(op);
    if ((first = dyn_cast<nn::BatchMatmulOp>(op)))
      return true;
    if (keepsMatrices(op)) {
      scores = op->getOperand(0);
      continue;
    }
    if (!isa<nn::MulOp, nn::DivOp>(op))
      return false;
    bool swapped = isa<nn::MulOp>(op) && numberOf(op->getOperand(0));
    std::optional<double> number = numberOf(op->getOperand(swapped ? 0 : 1));
    Value rest = op->getOperand(swapped ? 1 : 0);
    if (!number || rest.getType() != scores.getType())
      return false;
    scale = isa<nn::MulOp>(op) ? scale * *number : scale / *number;
    scores = rest;
  }
  return false;
}

/// Whether no clock is read from the first product to the second one.
bool Attention::isWithinReading() {
  for (Operation *op = first; op != second; op = op->getNextNode())
    if (timed.readsClock(op))
      return false;
  return true;
}

bool Attention::match() {
  RankedTensorType type = typeOf(softmax.getResult());
  int64_t rank = type.getRank();
  if (softmax.getLog() || !type.hasStaticShape() || rank < 3 || rank > 4 ||
      static_cast<int64_t>(softmax.getDim()) != rank - 1 ||
      !isa<Float32Type, Float64Type>(type.getElementType()))
    return false;
  if (!matchDown())
    return false;
  Value scores = softmax.getInput();
  if (!scores.hasOneUse() || !matchMask(scores) || !matchUp(scores))
    return false;
  for (Value value : {first.getLhs(), second.getRhs()})
    if (!typeOf(value).hasStaticShape())
      return false;
  return second.getType().hasStaticShape() && isWithinReading();
}

Value Attention::reshape(ImplicitLocOpBuilder &b, Value value,
                         ArrayRef<int64_t> shape) {
  RankedTensorType type = typeOf(value);
  if (type.getShape() == shape)
    return value;
  return nn::ReshapeOp::create(b, type.clone(shape), value, ValueRange());
}

/// The keys, which the product takes transposed.
Value Attention::makeKey(ImplicitLocOpBuilder &b) {
  Value from = first.getRhs();
  while (keepsMatrices(from.getDefiningOp()))
    from = from.getDefiningOp()->getOperand(0);
  SmallVector<int64_t> shape(typeOf(from).getShape());
  int64_t rank = shape.size();
  std::swap(shape[rank - 1], shape[rank - 2]);
  RankedTensorType type = typeOf(from).clone(shape);
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (auto permute = from.getDefiningOp<nn::PermuteOp>()) {
    dims.assign(permute.getDims().begin(), permute.getDims().end());
    from = permute.getInput();
  }
  std::swap(dims[rank - 1], dims[rank - 2]);
  return b.createOrFold<nn::PermuteOp>(type, from, dims);
}

void Attention::rewrite() {
  ImplicitLocOpBuilder b(second.getLoc(), second);
  RankedTensorType type = typeOf(softmax.getResult());
  SmallVector<int64_t> batch(type.getShape().drop_back(2));
  if (batch.size() == 1)
    batch.insert(batch.begin(), 1);
  auto wide = [&](Value value) {
    SmallVector<int64_t> shape(batch);
    llvm::append_range(shape, typeOf(value).getShape().take_back(2));
    return reshape(b, value, shape);
  };
  Value query = wide(first.getLhs()), value = wide(second.getRhs());
  Value seen = mask;
  if (seen) {
    SmallVector<int64_t> shape(4 - typeOf(seen).getRank(), 1);
    llvm::append_range(shape, typeOf(seen).getShape());
    if (hides)
      seen = nn::BitwiseNotOp::create(b, seen.getType(), seen);
    seen = reshape(b, seen, shape);
  }
  SmallVector<int64_t> shape(typeOf(query).getShape()), rows(shape);
  shape[3] = typeOf(value).getDimSize(3);
  rows[3] = 2;
  RankedTensorType like = typeOf(query);
  auto made = nn::AttentionOp::create(b, like.clone(shape), like.clone(rows),
                                      query, wide(makeKey(b)), value, seen,
                                      llvm::APFloat(scale), false, false);
  Value result = reshape(b, made.getResult(), second.getType().getShape());
  second.getResult().replaceAllUsesWith(result);
  second->erase();
  for (Operation *op : between)
    op->erase();
}

struct FindAttention : tine::impl::FindAttentionBase<FindAttention> {
  void runOnOperation() override {
    TimedCode timed(getOperation());
    SmallVector<nn::SoftmaxOp> found;
    getOperation().walk([&](nn::SoftmaxOp op) { found.push_back(op); });
    for (nn::SoftmaxOp op : found) {
      Attention attention(op, timed);
      if (attention.match())
        attention.rewrite();
    }
  }
};

} // namespace
