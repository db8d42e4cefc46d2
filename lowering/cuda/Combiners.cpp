//===- Combiners.cpp - How a loop combines values -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/Combiners.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// The shared memory that a block has without asking for more, in bytes.
static constexpr int64_t mostShared = 48 << 10;

/// The size of a dimension from which on its neighbours are worth a block.
static constexpr int64_t manyColumns = 8;

bool cuda::isMoving(linalg::GenericOp op, OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&init);
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  return llvm::any_of(loops,
                      [&](unsigned loop) { return map.isFunctionOfDim(loop); });
}

static std::optional<Combiner> findOperation(Value before, Value result) {
  Operation *op = result.getDefiningOp();
  if (!op || op->getNumOperands() != 2)
    return std::nullopt;
  unsigned place = op->getOperand(0) == before ? 0 : 1;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(op);
  if (!neutral || op->getOperand(place) != before)
    return std::nullopt;
  return Combiner{{op}, before, op->getOperand(1 - place), result, *neutral};
}

/// high + log1p(exp(high == low ? 0 : low - high)): the logarithm of the sum of
/// two exponentials.
static std::optional<Combiner> findLogSumExp(Value before, Value result) {
  auto sum = result.getDefiningOp<arith::AddFOp>();
  if (!sum)
    return std::nullopt;
  auto high = sum.getLhs().getDefiningOp<arith::MaximumFOp>();
  auto log = sum.getRhs().getDefiningOp<math::Log1pOp>();
  auto exp = log ? log.getOperand().getDefiningOp<math::ExpOp>() : nullptr;
  auto apart =
      exp ? exp.getOperand().getDefiningOp<arith::SelectOp>() : nullptr;
  if (!high || !apart || high.getLhs() != before ||
      !matchPattern(apart.getTrueValue(), m_AnyZeroFloat()))
    return std::nullopt;
  auto same = apart.getCondition().getDefiningOp<arith::CmpFOp>();
  auto less = apart.getFalseValue().getDefiningOp<arith::SubFOp>();
  if (!same || !less || same.getPredicate() != arith::CmpFPredicate::OEQ ||
      same.getLhs() != high || less.getRhs() != high ||
      same.getRhs() != less.getLhs())
    return std::nullopt;
  auto low = less.getLhs().getDefiningOp<arith::MinimumFOp>();
  if (!low || low.getLhs() != before || low.getRhs() != high.getRhs())
    return std::nullopt;
  auto type = cast<FloatType>(result.getType());
  auto none =
      FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics(), true));
  return Combiner{{high, low, same, less, apart, exp, log, sum},
                  before,
                  high.getRhs(),
                  result,
                  none};
}

/// Whether the body computes the value from one of those.
static bool dependsOn(Value value, ArrayRef<Value> accumulated) {
  if (llvm::is_contained(accumulated, value))
    return true;
  Block *body = Value(accumulated.front()).getParentBlock();
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != body)
    return false;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *inner) {
    return body->getParent()->isAncestor(inner->getParentRegion());
  };
  llvm::SetVector<Operation *> slice;
  if (failed(getBackwardSlice(op, &slice, options)))
    return true;
  return llvm::any_of(slice, [&](Operation *inner) {
    return llvm::any_of(inner->getOperands(), [&](Value operand) {
      return llvm::is_contained(accumulated, operand);
    });
  });
}

std::optional<SmallVector<Combiner>> cuda::findCombiners(linalg::GenericOp op) {
  SmallVector<Combiner> combiners;
  SmallVector<Value> accumulated;
  Operation *end = op.getBody()->getTerminator();
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    if (isMoving(op, init))
      continue;
    Value before = op.getMatchingBlockArgument(&init),
          result = end->getOperand(i);
    std::optional<Combiner> found = findOperation(before, result);
    if (!found)
      found = findLogSumExp(before, result);
    if (!found)
      return std::nullopt;
    accumulated.push_back(before);
    combiners.push_back(*found);
  }
  if (llvm::any_of(combiners, [&](const Combiner &combiner) {
        return dependsOn(combiner.added, accumulated);
      }))
    return std::nullopt;
  return combiners;
}

bool cuda::fitShared(ArrayRef<Combiner> combiners) {
  int64_t bytes = 0;
  for (const Combiner &combiner : combiners)
    bytes += sharingThreads * storedBytes(combiner.result.getType());
  return bytes <= mostShared;
}

bool cuda::isColumnwise(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.getNumResults() == 0)
      return false;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (!last || !linalg::isParallelIterator(
                     op.getIteratorTypesArray()[last.getPosition()]))
      return false;
    int64_t size = sizes[last.getPosition()];
    return ShapedType::isDynamic(size) || size >= manyColumns;
  });
}

SmallVector<Value> cuda::neutralsOf(ArrayRef<Combiner> combiners,
                                    KernelBuilder &k) {
  SmallVector<Value> values;
  for (const Combiner &combiner : combiners)
    values.push_back(arith::ConstantOp::create(k.b, combiner.neutral));
  return values;
}

SmallVector<Value> cuda::combine(ArrayRef<Combiner> combiners,
                                 ArrayRef<Value> x, ArrayRef<Value> y,
                                 KernelBuilder &k) {
  SmallVector<Value> both;
  for (auto [combiner, left, right] : llvm::zip_equal(combiners, x, y)) {
    IRMapping mapping;
    mapping.map(combiner.before, left);
    mapping.map(combiner.added, right);
    for (Operation *inner : combiner.ops) {
      // Constants may stand in the body.
      for (Value operand : inner->getOperands())
        if (Operation *made = operand.getDefiningOp();
            made && made->hasTrait<OpTrait::ConstantLike>() &&
            !mapping.contains(operand))
          k.clone(*made, mapping);
      k.clone(*inner, mapping);
    }
    both.push_back(mapping.lookup(combiner.result));
  }
  return both;
}
