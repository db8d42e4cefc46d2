//===- Keeping.cpp - What a backward region is given ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Comparisons of the backward region that only need forward values move to
//    the forward one: a mask is smaller than what it is made of.
// 2. What is needed is kept at first. Then, from the last to the first, what
//    follows cheaply from the rest is not.
// 3. What cheap ops made a kept value of is tried as one more, if that makes
//    others go and the sum smaller.
// 4. Masks that were drawn are kept as bool: they are 0 or 1.
//
//===----------------------------------------------------------------------===//

#include "lowering/differentiate/Keeping.h"
#include "dialects/nn/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tine;

namespace {

/// The most that computing one value again may cost, in additions of its size.
constexpr int mostWork = 24;
/// How many values are looked at together, and how many steps that may take:
/// compile time must not grow faster than the program.
constexpr size_t mostValues = 200;
constexpr int64_t mostSteps = 2'000'000;

bool isComparison(Operation *op) {
  return isa<nn::EqOp, nn::NeOp, nn::LtOp, nn::LeOp, nn::GtOp, nn::GeOp>(op);
}

bool isView(Operation *op) {
  return isa<nn::ReshapeOp, nn::PermuteOp, nn::ExpandOp, nn::SliceOp,
             tensor::DimOp>(op);
}

bool isAddress(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         isa<arith::IndexCastOp, arith::AddIOp, arith::MulIOp, arith::SubIOp,
             nn::FullOp>(op);
}

/// What doing the op again costs; none if it must not be.
std::optional<int> costOf(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>())
    return 0;
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return std::nullopt;
  if (isView(op) ||
      isa<arith::IndexCastOp, arith::AddIOp, arith::MulIOp, arith::SubIOp,
          arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::NegFOp, arith::CmpIOp, arith::CmpFOp, arith::SelectOp,
          arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp, nn::FullOp, nn::IotaOp>(op))
    return 1;
  if (isComparison(op) ||
      isa<nn::AddOp, nn::SubOp, nn::MulOp, nn::MaximumOp, nn::MinimumOp,
          nn::NegOp, nn::AbsOp, nn::SignOp, nn::FloorOp, nn::CeilOp,
          nn::RoundOp, nn::TruncOp, nn::ReluOp, nn::BitwiseNotOp,
          nn::BitwiseAndOp, nn::BitwiseOrOp, nn::BitwiseXorOp, nn::FmaOp,
          nn::WhereOp, nn::CastOp>(op))
    return 1;
  if (isa<nn::DivOp, nn::SqrtOp, nn::RsqrtOp, nn::ReciprocalOp>(op))
    return 2;
  if (isa<nn::ExpOp, nn::Expm1Op, nn::LogOp, nn::Log2Op, nn::Log10Op,
          nn::Log1pOp, nn::SinOp, nn::CosOp, nn::TanhOp, nn::SigmoidOp,
          nn::ErfOp, nn::AtanOp, nn::SinhOp, nn::CoshOp>(op))
    return 4;
  return std::nullopt;
}

/// Whether the tensor's elements are 0 or 1.
bool isDrawnMask(Value value) {
  auto draw = value.getDefiningOp<nn::RandomOp>();
  return draw && draw.getDistribution() == nn::Distribution::bernoulli &&
         !cast<RankedTensorType>(value.getType()).getElementType().isInteger(1);
}

/// The first value on the way to a tensor of unknown sizes that is sure to have
/// the same.
Value shapeOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !costOf(op) || isView(op) || isa<nn::FullOp, nn::IotaOp>(op))
      break;
    // The operand that no other one broadcasts.
    Value like;
    for (Value operand : op->getOperands()) {
      auto other = dyn_cast<RankedTensorType>(operand.getType());
      if (!other)
        continue;
      bool tells = other.getShape() == type.getShape();
      for (int64_t i = 0; i < type.getRank(); ++i) {
        int64_t at = i - (type.getRank() - other.getRank());
        if (!tells && type.isDynamicDim(i) && at >= 0 &&
            other.getDimSize(at) != 1)
          return value;
      }
      if (tells && like && like != operand)
        return value;
      if (tells)
        like = operand;
    }
    if (!like)
      break;
    value = like;
  }
  return value;
}

/// Bytes, of known sizes under null, else an element's under the shape.
using Bytes = llvm::MapVector<Value, int64_t>;

void addBytes(Bytes &bytes, Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor) {
    bytes[{}] += 8;
    return;
  }
  Type element = tensor.getElementType();
  int64_t width = !element.isIntOrFloat() ? 8
                  : isDrawnMask(value)
                      ? 1
                      : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  if (tensor.hasStaticShape())
    bytes[{}] += width * tensor.getNumElements();
  else
    bytes[shapeOf(value)] += width;
}

bool isLess(ArrayRef<Value> some, ArrayRef<Value> others) {
  Bytes a, b;
  for (Value value : some)
    addBytes(a, value);
  for (Value value : others)
    addBytes(b, value);
  bool less = false;
  for (auto [shape, bytes] : a)
    if (bytes > b.lookup(shape))
      return false;
  for (auto [shape, bytes] : b)
    less |= bytes > a.lookup(shape);
  return less;
}

class Keeping {
public:
  Keeping(OpBuilder &b, Block &backward, Region &forward, ValueRange free,
          llvm::function_ref<bool(Value)> isCostly, bool recompute)
      : b(b), backward(backward), forward(forward),
        free(free.begin(), free.end()), isCostly(isCostly),
        recompute(recompute) {}

  void run() {
    if (recompute)
      moveMasks();
    // Arguments come first, results of later ops last.
    Set uses = collect();
    for (Value value : uses)
      if (!value.getDefiningOp() && !free.contains(value))
        needed.push_back(value);
    forward.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Value result : op->getResults())
        if (uses.contains(result))
          needed.push_back(result);
    });
    Set kept(needed.begin(), needed.end());
    reduce(kept);
    if (recompute && needed.size() <= mostValues)
      exchange(kept);
    for (Value value : needed)
      if (!kept.contains(value))
        replace(value, again(value, kept));
    for (Value value : kept)
      if (recompute && isDrawnMask(value))
        pack(value);
  }

  llvm::SetVector<Value> collect() {
    llvm::SetVector<Value> values;
    backward.walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (isInside(operand))
          values.insert(operand);
        else
          usedOutside.insert(operand);
    });
    return values;
  }

private:
  using Set = llvm::SetVector<Value>;

  bool isInside(Value value) {
    return forward.isAncestor(value.getParentRegion());
  }

  void moveMasks() {
    Operation *end = forward.front().getTerminator();
    for (Operation &op : llvm::make_early_inc_range(backward)) {
      if (!isComparison(&op))
        continue;
      auto isConstant = [](Value value) {
        Operation *source = value.getDefiningOp();
        return source && source->hasTrait<OpTrait::ConstantLike>();
      };
      if (!llvm::all_of(op.getOperands(),
                        [&](Value v) { return isInside(v) || isConstant(v); }))
        continue;
      op.moveBefore(end);
      b.setInsertionPoint(&op);
      for (OpOperand &operand : op.getOpOperands())
        if (!isInside(operand.get()))
          operand.set(b.clone(*operand.get().getDefiningOp())->getResult(0));
    }
  }

  /// Takes what computing the value costs off the budget.
  bool afford(Value value, const Set &kept, int &budget) {
    ++steps;
    if (!isInside(value) || free.contains(value) || kept.contains(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &forward.front())
      return false;
    std::optional<int> cost = costOf(op);
    if (!recompute && !isView(op) && !isAddress(op))
      return false;
    if (!cost || (budget -= *cost) < 0)
      return false;
    return llvm::all_of(op->getOperands(), [&](Value v) {
      if (!isInside(v))
        return isView(op) || usedOutside.contains(v) || !isCostly(v);
      return afford(v, kept, budget);
    });
  }
  bool afford(Value value, const Set &kept) {
    int budget = mostWork;
    return afford(value, kept, budget);
  }

  /// Drops what follows from the rest, but what is not `needed` or `fixed`.
  void reduce(Set &kept, ArrayRef<Value> fixed = {}) {
    for (Value value : llvm::reverse(needed)) {
      if (llvm::is_contained(fixed, value) || !kept.remove(value))
        continue;
      bool all =
          needed.size() > mostValues
              ? afford(value, kept)
              : llvm::all_of(needed, [&](Value v) { return afford(v, kept); });
      if (!all)
        kept.insert(value);
    }
  }

  /// What the value is made of by cheap ops, on the way and at its beginning.
  void sources(Value value, const Set &kept, Set &between, Set &first,
               int depth = 0) {
    Operation *op = value.getDefiningOp();
    bool cheap = op && op->getBlock() == &forward.front() && costOf(op) &&
                 depth < mostWork;
    if (!cheap) {
      first.insert(value);
      return;
    }
    for (Value operand : op->getOperands())
      if (isInside(operand) && !free.contains(operand) &&
          !kept.contains(operand) && !first.contains(operand)) {
        if (between.insert(operand))
          sources(operand, kept, between, first, depth + 1);
      }
  }

  void exchange(Set &kept) {
    for (bool changed = true; changed;) {
      changed = false;
      SmallVector<SmallVector<Value>> trials;
      for (Value value : kept) {
        Set between, first;
        sources(value, kept, between, first);
        if (between.empty() || between.size() > mostValues)
          continue;
        for (Value one : between)
          trials.push_back({one});
        if (first.size() > 1)
          trials.push_back(first.takeVector());
      }
      for (ArrayRef<Value> more : trials) {
        if (steps > mostSteps)
          return;
        Set next = kept;
        next.insert(more.begin(), more.end());
        reduce(next, more);
        if (!isLess(next.getArrayRef(), kept.getArrayRef()))
          continue;
        kept = std::move(next);
        changed = true;
        break;
      }
    }
  }

  void replace(Value value, Value by) {
    value.replaceUsesWithIf(by, [&](OpOperand &use) {
      return backward.getParent()->isAncestor(
          use.getOwner()->getParentRegion());
    });
  }

  /// The value computed again at the start of the backward block.
  Value again(Value value, const Set &kept) {
    if (!isInside(value) || free.contains(value) || kept.contains(value))
      return value;
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      if (Value other = again(operand, kept); other != operand)
        mapping.map(operand, other);
    if (last)
      b.setInsertionPointAfter(last);
    else
      b.setInsertionPointToStart(&backward);
    last = b.clone(*op, mapping);
    mapping.map(value, last->getResult(0));
    return last->getResult(0);
  }

  /// Keeps a mask as bool.
  void pack(Value mask) {
    auto type = cast<RankedTensorType>(mask.getType());
    b.setInsertionPointAfterValue(mask);
    Value packed =
        nn::CastOp::create(b, mask.getLoc(), type.clone(b.getI1Type()), mask);
    b.setInsertionPointToStart(&backward);
    Value whole = nn::CastOp::create(b, mask.getLoc(), type, packed);
    mask.replaceUsesWithIf(whole, [&](OpOperand &use) {
      return backward.getParent()->isAncestor(
          use.getOwner()->getParentRegion());
    });
  }

  OpBuilder &b;
  Block &backward;
  Region &forward;
  llvm::DenseSet<Value> free;
  llvm::function_ref<bool(Value)> isCostly;
  bool recompute;
  llvm::DenseSet<Value> usedOutside;
  SmallVector<Value> needed;
  IRMapping mapping;
  Operation *last = nullptr;
  int64_t steps = 0;
};

} // namespace

SmallVector<Value> tine::keepLittle(OpBuilder &b, Block &backward,
                                    Region &forward, ValueRange free,
                                    llvm::function_ref<bool(Value)> isCostly,
                                    bool recompute) {
  OpBuilder::InsertionGuard guard(b);
  Keeping keeping(b, backward, forward, free, isCostly, recompute);
  keeping.run();
  return keeping.collect().takeVector();
}
