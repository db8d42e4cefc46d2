//===- Keeping.cpp - What a backward region is given ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Comparisons of the backward pass that only need forward values move to the
//    forward one: a mask is smaller than what it is made of.
// 2. What is needed is kept at first. Then, from the last to the first, what
//    follows cheaply from the rest is not.
// 3. What cheap ops made a kept value of is tried as one more, if that makes
//    others go and the sum smaller; also if it stays, where the loops that use
//    the kept value may as well compute it.
// 4. What is not kept is computed where the backward pass first needs it, from
//    values behind an nn.optimization_barrier (docs/decisions/0005).
// 5. Masks that were drawn are kept as bool: they are 0 or 1.
//
//===----------------------------------------------------------------------===//

#include "lowering/differentiate/Keeping.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/Functions.h"
#include "dialects/nn/RandomOps.h"
#include "dialects/nn/ReductionOps.h"
#include "dialects/nn/ViewOps.h"
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
constexpr size_t windowSize = 64;
constexpr int64_t mostSteps = 500'000;
/// Tensors of one block that are no larger are kept.
constexpr int64_t mostFreeElements = 4096;

bool isComparison(Operation *op) {
  const nn::Function *function = nn::findFunction(op->getName().getStringRef());
  return function && function->compares;
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
  if (isa<nn::WithDerivativeOp>(op) && op->getNumResults() == 1)
    return 0; // is what it names, with its derivative
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return std::nullopt;
  if (auto own = dyn_cast<nn::DerivativeOpInterface>(op))
    return own.getCost();
  if (isa<tensor::DimOp, arith::IndexCastOp, arith::AddIOp, arith::MulIOp,
          arith::SubIOp, arith::AddFOp, arith::SubFOp, arith::MulFOp,
          arith::DivFOp, arith::NegFOp, arith::CmpIOp, arith::CmpFOp,
          arith::SelectOp, arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp,
          arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, nn::FullOp,
          nn::IotaOp>(op))
    return 1;
  return std::nullopt;
}

bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() ||
         nn::findFunction(op->getName().getStringRef());
}

/// Whether the value is a tensor plus or times numbers of its rows or channels,
/// which the loops that use it compute as fast as they read it.
bool isPartOfLoops(Value value) {
  Operation *op = value.getDefiningOp();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !isa_and_nonnull<nn::SubOp, nn::AddOp, nn::MulOp>(op))
    return false;
  int large = 0;
  for (Value operand : op->getOperands())
    if (auto own = dyn_cast<RankedTensorType>(operand.getType()))
      large += own == type;
  return large == 1 && llvm::all_of(value.getUsers(), [](Operation *user) {
           return isElementwise(user) || isa<nn::ReduceOp>(user);
         });
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
    if (auto own = dyn_cast<nn::WithDerivativeOp>(op);
        own && own->getNumResults() == 1) {
      value = own.getValues().front();
      continue;
    }
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

Bytes bytesOf(ArrayRef<Value> values) {
  Bytes bytes;
  for (Value value : values)
    addBytes(bytes, value);
  return bytes;
}

bool isEqual(ArrayRef<Value> some, ArrayRef<Value> others) {
  Bytes a = bytesOf(some), b = bytesOf(others);
  return a.size() == b.size() && llvm::all_of(a, [&](const auto &entry) {
           return b.lookup(entry.first) == entry.second;
         });
}

bool isLess(ArrayRef<Value> some, ArrayRef<Value> others) {
  Bytes a = bytesOf(some), b = bytesOf(others);
  bool less = false;
  for (auto [shape, bytes] : a)
    if (bytes > b.lookup(shape))
      return false;
  for (auto [shape, bytes] : b)
    less |= bytes > a.lookup(shape);
  return less;
}

/// What is looked at: a forward region and the block of its backward pass, or
/// two parts of one block.
struct Passes {
  Block &forward;
  Block &backward;
  // Of one block: where the backward pass begins and what is behind it.
  Operation *begin = nullptr;
  Operation *end = nullptr;

  bool areOneBlock() const { return &forward == &backward; }
  llvm::iterator_range<Block::iterator> backwardOps() const {
    if (!areOneBlock())
      return backward;
    return {Block::iterator(begin), Block::iterator(end)};
  }
  bool isForward(Value value) const {
    if (!areOneBlock())
      return forward.getParent()->isAncestor(value.getParentRegion());
    Operation *op = value.getDefiningOp();
    return op && op->getBlock() == &forward && op->isBeforeInBlock(begin);
  }
  /// The op of the backward pass's block that the use is in, if any.
  Operation *backwardOp(OpOperand &use) const {
    Operation *op = backward.findAncestorOpInBlock(*use.getOwner());
    if (!op || !areOneBlock())
      return op;
    bool isBetween = !op->isBeforeInBlock(begin) && op->isBeforeInBlock(end);
    return isBetween ? op : nullptr;
  }
};

class Keeping {
public:
  Keeping(OpBuilder &b, Passes passes, ValueRange free,
          llvm::function_ref<bool(Value)> isCostly, bool recompute)
      : b(b), passes(passes), free(free.begin(), free.end()),
        isCostly(isCostly), recompute(recompute) {}

  void run() {
    if (recompute)
      moveMasks();
    SmallVector<Value> needed = findNeeded();
    // What a value is made of comes before it, so that what was decided of an
    // earlier window holds.
    for (ArrayRef<Value> rest = needed; !rest.empty();
         rest = rest.drop_front(window.size())) {
      window = rest.take_front(windowSize);
      steps = 0;
      Set kept(window.begin(), window.end());
      reduce(kept, window);
      if (recompute)
        exchange(kept);
      decided.insert(kept.begin(), kept.end());
    }
    computeAgain(needed);
    if (recompute && passes.areOneBlock())
      keepLoopsApart();
    for (Value value : decided)
      if (recompute && isDrawnMask(value))
        pack(value);
  }

  llvm::SetVector<Value> collect() {
    llvm::SetVector<Value> values;
    for (Operation &op : passes.backwardOps())
      op.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (passes.isForward(operand))
            values.insert(operand);
          else
            usedOutside.insert(operand);
      });
    return values;
  }

private:
  using Set = llvm::SetVector<Value>;

  void moveMasks() {
    Operation *end =
        passes.areOneBlock() ? passes.begin : passes.forward.getTerminator();
    for (Operation &op : llvm::make_early_inc_range(passes.backwardOps())) {
      if (!isComparison(&op))
        continue;
      auto isConstant = [](Value value) {
        Operation *source = value.getDefiningOp();
        return source && source->hasTrait<OpTrait::ConstantLike>();
      };
      if (!llvm::all_of(op.getOperands(), [&](Value v) {
            return passes.isForward(v) || isConstant(v);
          }))
        continue;
      op.moveBefore(end);
      b.setInsertionPoint(&op);
      for (OpOperand &operand : op.getOpOperands())
        if (!passes.isForward(operand.get()))
          operand.set(b.clone(*operand.get().getDefiningOp())->getResult(0));
    }
  }

  /// What costs something to keep. Arguments come first, results of later ops
  /// last.
  SmallVector<Value> findNeeded() {
    Set uses = collect();
    SmallVector<Value> needed;
    for (Value value : uses)
      if (!value.getDefiningOp() && !isFree(value))
        needed.push_back(value);
    auto addResults = [&](Operation *op) {
      for (Value result : op->getResults())
        if (uses.contains(result) && !isFree(result))
          needed.push_back(result);
    };
    if (!passes.areOneBlock()) {
      passes.forward.getParent()->walk<WalkOrder::PreOrder>(addResults);
      return needed;
    }
    for (Operation &op : llvm::make_range(passes.forward.begin(),
                                          Block::iterator(passes.begin)))
      addResults(&op);
    return needed;
  }

  /// Whether the value is there anyhow: given, or in one block a number, small,
  /// or used behind the backward pass too.
  bool isFree(Value value) {
    if (!passes.areOneBlock())
      return free.contains(value);
    auto [it, isNew] = isFreeHere.try_emplace(value, false);
    if (!isNew)
      return it->second;
    auto type = dyn_cast<RankedTensorType>(value.getType());
    bool known = !type || (type.hasStaticShape() &&
                           type.getNumElements() <= mostFreeElements);
    known |= llvm::any_of(value.getUsers(), [&](Operation *user) {
      Operation *op = passes.backward.findAncestorOpInBlock(*user);
      return op && !op->isBeforeInBlock(passes.end);
    });
    return isFreeHere[value] = known;
  }

  bool isKept(Value value, const Set &kept) {
    return kept.contains(value) || decided.contains(value) || isFree(value);
  }

  using Costs = llvm::DenseMap<Value, std::optional<int>>;

  /// What computing the value costs when the others are kept; none if that
  /// cannot or must not be.
  std::optional<int> costOfAgain(Value value, const Set &kept, Costs &costs) {
    if (!passes.isForward(value) || isKept(value, kept))
      return 0;
    auto [it, isNew] = costs.try_emplace(value, std::nullopt);
    if (!isNew)
      return it->second;
    ++steps;
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &passes.forward)
      return std::nullopt;
    std::optional<int> cost = costOf(op);
    if (!cost || (!recompute && !isView(op) && !isAddress(op)))
      return std::nullopt;
    // What its derivative reads is in sight in one block only.
    if (op->getNumRegions() != 0 && !passes.areOneBlock())
      return std::nullopt;
    for (Value operand : op->getOperands()) {
      if (!passes.isForward(operand)) {
        if (!isView(op) && !usedOutside.contains(operand) && isCostly(operand))
          return std::nullopt;
        continue;
      }
      std::optional<int> more = costOfAgain(operand, kept, costs);
      if (!more || *cost + *more > mostWork)
        return std::nullopt;
      *cost += *more;
    }
    return costs[value] = cost;
  }

  bool canComputeRest(const Set &kept) {
    Costs costs;
    return llvm::all_of(window, [&](Value value) {
      std::optional<int> cost = costOfAgain(value, kept, costs);
      return cost && *cost <= mostWork;
    });
  }

  /// Drops those that follow from the rest.
  void reduce(Set &kept, ArrayRef<Value> values) {
    for (Value value : llvm::reverse(values))
      if (kept.remove(value) && !canComputeRest(kept))
        kept.insert(value);
  }

  /// What the value is made of by cheap ops, on the way and at its beginning.
  void sources(Value value, const Set &kept, Set &between, Set &first,
               int depth = 0) {
    Operation *op = value.getDefiningOp();
    bool cheap = op && op->getBlock() == &passes.forward && costOf(op) &&
                 depth < mostWork;
    if (!cheap) {
      first.insert(value);
      return;
    }
    for (Value operand : op->getOperands())
      if (passes.isForward(operand) && !isKept(operand, kept) &&
          !first.contains(operand)) {
        if (between.insert(operand))
          sources(operand, kept, between, first, depth + 1);
      }
  }

  void exchange(Set &kept) {
    for (bool changed = true; changed;) {
      changed = false;
      llvm::MapVector<Value, Set> madeOf;
      SmallVector<SmallVector<Value>> trials;
      llvm::DenseSet<Value> seen;
      for (Value value : kept) {
        Set between, first;
        sources(value, kept, between, first);
        if (between.empty())
          continue;
        for (Value one : between)
          if (seen.insert(one).second)
            trials.push_back({one});
        if (first.size() > 1)
          trials.push_back(llvm::to_vector(first));
        between.insert(first.begin(), first.end());
        madeOf[value] = std::move(between);
      }
      for (ArrayRef<Value> more : trials) {
        if (steps > mostSteps)
          return;
        if (llvm::any_of(more, [&](Value v) { return kept.contains(v); }))
          continue;
        Set next = kept;
        next.insert(more.begin(), more.end());
        SmallVector<Value> lost;
        for (const auto &entry : madeOf)
          if (llvm::any_of(more,
                           [&](Value v) { return entry.second.contains(v); }))
            lost.push_back(entry.first);
        reduce(next, lost);
        bool isBetter = isLess(next.getArrayRef(), kept.getArrayRef());
        // What takes a place of its own in memory goes anyhow.
        bool frees = more.size() == 1 && !isPartOfLoops(more.front()) &&
                     isEqual(next.getArrayRef(), kept.getArrayRef()) &&
                     llvm::any_of(lost, [&](Value value) {
                       return !next.contains(value) && isPartOfLoops(value);
                     });
        if (!isBetter && !frees)
          continue;
        kept = std::move(next);
        changed = true;
      }
    }
  }

  /// Computes what is not kept where the backward pass first needs it.
  void computeAgain(ArrayRef<Value> needed) {
    llvm::DenseMap<Operation *, unsigned> order;
    for (Operation &op : passes.backwardOps())
      order[&op] = order.size();
    llvm::MapVector<Operation *, SmallVector<Value>> dropped;
    for (Value value : needed) {
      if (decided.contains(value))
        continue;
      Operation *first = nullptr;
      for (OpOperand &use : value.getUses())
        if (Operation *op = passes.backwardOp(use);
            op && (!first || order[op] < order[first]))
          first = op;
      dropped[first].push_back(value);
    }
    auto places = dropped.takeVector();
    llvm::sort(places, [&](const auto &x, const auto &y) {
      return order[x.first] < order[y.first];
    });
    for (auto &[place, values] : places) {
      b.setInsertionPoint(place);
      for (Value value : values)
        replace(value, again(value));
    }
  }

  void replace(Value value, Value by) {
    value.replaceUsesWithIf(by, [&](OpOperand &use) {
      return passes.backwardOp(use) && use.getOwner() != by.getDefiningOp();
    });
  }

  /// The value computed again.
  Value again(Value value) {
    if (!passes.isForward(value) || isKept(value, {}))
      return value;
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      if (Value other = again(operand); other != operand)
        mapping.map(operand, other);
    Operation *copy = b.clone(*op, mapping);
    keepApart(copy);
    mapping.map(value, copy->getResult(0));
    return copy->getResult(0);
  }

  /// Equal ops of one block are one as soon as common subexpressions are
  /// eliminated: a barrier keeps the copy from being merged with the op.
  void keepApart(Operation *copy) {
    if (isa<tensor::DimOp>(copy))
      return;
    for (OpOperand &operand : copy->getOpOperands()) {
      Value value = operand.get();
      auto apart = value.getDefiningOp<nn::OptimizationBarrierOp>();
      if (!isa<RankedTensorType>(value.getType()) ||
          (apart && !apart.getPinned()) || copies.contains(value))
        continue;
      Value &barrier = barriers[value];
      if (!barrier) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(copy);
        barrier = nn::OptimizationBarrierOp::create(b, copy->getLoc(), value,
                                                    /*pinned=*/false);
      }
      operand.set(barrier);
    }
    copies.insert(copy->getResult(0));
  }

  /// What a derivative computes of forward values as the forward pass does,
  /// such as x minus its mean, is no reason to keep the result.
  void keepLoopsApart() {
    barriers.clear();
    for (Operation &op : passes.backwardOps())
      if (op.getNumResults() == 1 && isPartOfLoops(op.getResult(0)) &&
          llvm::all_of(op.getOperands(),
                       [&](Value value) { return passes.isForward(value); }))
        keepApart(&op);
  }

  /// Keeps a mask as bool.
  void pack(Value mask) {
    auto type = cast<RankedTensorType>(mask.getType());
    b.setInsertionPointAfterValue(mask);
    Value packed =
        nn::CastOp::create(b, mask.getLoc(), type.clone(b.getI1Type()), mask);
    Operation *first = nullptr;
    for (OpOperand &use : mask.getUses())
      if (Operation *op = passes.backwardOp(use);
          op && (!first || op->isBeforeInBlock(first)))
        first = op;
    if (!first)
      return;
    b.setInsertionPoint(first);
    replace(mask, nn::CastOp::create(b, mask.getLoc(), type, packed));
  }

  OpBuilder &b;
  Passes passes;
  llvm::DenseSet<Value> free;
  llvm::function_ref<bool(Value)> isCostly;
  bool recompute;
  llvm::DenseMap<Value, bool> isFreeHere;
  llvm::DenseSet<Value> usedOutside;
  Set decided;            // to be kept
  ArrayRef<Value> window; // of what is needed
  int64_t steps = 0;      // in this window
  IRMapping mapping;
  llvm::DenseMap<Value, Value> barriers;
  llvm::DenseSet<Value> copies;
};

} // namespace

SmallVector<Value> tine::keepLittle(OpBuilder &b, Block &backward,
                                    Region &forward, ValueRange free,
                                    llvm::function_ref<bool(Value)> isCostly,
                                    bool recompute) {
  OpBuilder::InsertionGuard guard(b);
  Passes passes{forward.front(), backward};
  Keeping keeping(b, passes, free, isCostly, recompute);
  keeping.run();
  return keeping.collect().takeVector();
}

void tine::keepLittle(OpBuilder &b, Operation *begin, Operation *end) {
  OpBuilder::InsertionGuard guard(b);
  Block &block = *begin->getBlock();
  Passes passes{block, block, begin, end};
  auto isCostly = [](Value) { return false; };
  Keeping(b, passes, {}, isCostly, /*recompute=*/true).run();
}
