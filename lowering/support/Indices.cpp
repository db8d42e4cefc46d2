//===- Indices.cpp - Checks of indices ------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Indices.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/ViewOps.h"
#include "lowering/support/Sizes.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/IR/ConstantRange.h"

using namespace mlir;
using llvm::ConstantRange;

namespace tine {
using P = arith::CmpIPredicate;

static Value isOutside(OpBuilder &b, Location loc, Value index, Value lower,
                       Value upper) {
  Value below = arith::CmpIOp::create(b, loc, P::slt, index, lower);
  Value above = arith::CmpIOp::create(b, loc, P::sge, index, upper);
  return arith::OrIOp::create(b, loc, below, above);
}

/// The first index that is out of range; there is one.
static Value firstBadIndex(ImplicitLocOpBuilder &b, Value indices, Value lower,
                           Value upper) {
  int64_t rank = tensorType(indices).getRank();
  auto flag = RankedTensorType::get({}, b.getI1Type());
  auto number = RankedTensorType::get({}, b.getI64Type());
  Value found = filledTensor(b, flag, {}, b.getBoolAttr(false));
  Value first = filledTensor(b, number, {}, b.getI64IntegerAttr(0));
  AffineMap scalar = AffineMap::get(rank, 0, b.getContext());
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank), scalar,
                                 scalar};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::reduction);
  auto search = linalg::GenericOp::create(
      b, TypeRange{flag, number}, indices, ValueRange{found, first}, maps,
      loops, [&](OpBuilder &at, Location loc, ValueRange args) {
        Value bad = isOutside(at, loc, args[0], lower, upper);
        Value keep = arith::SelectOp::create(at, loc, bad, args[0], args[2]);
        Value first = arith::SelectOp::create(at, loc, args[1], args[2], keep);
        Value any = arith::OrIOp::create(at, loc, args[1], bad);
        linalg::YieldOp::create(at, loc, ValueRange{any, first});
      });
  return tensor::ExtractOp::create(b, search.getResult(1), ValueRange{});
}

/// Only whether there is one is asked of all indices, which vectorises.
BadIndex findBadIndex(ImplicitLocOpBuilder &b, Value indices, Value lower,
                      Value upper) {
  int64_t rank = tensorType(indices).getRank();
  auto flag = RankedTensorType::get({}, b.getI1Type());
  Value none = filledTensor(b, flag, {}, b.getBoolAttr(false));
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank),
                                 AffineMap::get(rank, 0, b.getContext())};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::reduction);
  auto search = linalg::GenericOp::create(
      b, flag, indices, none, maps, loops,
      [&](OpBuilder &at, Location loc, ValueRange args) {
        Value bad = isOutside(at, loc, args[0], lower, upper);
        linalg::YieldOp::create(
            at, loc, arith::OrIOp::create(at, loc, args[1], bad).getResult());
      });
  Value found = tensor::ExtractOp::create(b, search.getResult(0), ValueRange{});
  auto branch = scf::IfOp::create(b, b.getI64Type(), found,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, firstBadIndex(b, indices, lower, upper));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(
      b, arith::ConstantIntOp::create(b, b.getI64Type(), 0).getResult());
  return {found, branch.getResult(0)};
}

Value negate(ImplicitLocOpBuilder &b, Value condition) {
  return arith::XOrIOp::create(
      b, condition, arith::ConstantIntOp::create(b, b.getI1Type(), 1));
}

void raiseIfOutside(ImplicitLocOpBuilder &b, Value indices, Value lower,
                    Value upper, StringRef kind, StringRef pattern,
                    ValueRange values) {
  if (issuesWork(b.getInsertionBlock()->getParentOp())) {
    CheckOp::create(b, indices, lower, upper, kind, pattern, values);
    return;
  }
  BadIndex bad = findBadIndex(b, indices, lower, upper);
  SmallVector<Value> numbers;
  if (pattern.contains("%i")) {
    numbers.push_back(bad.first);
    llvm::append_range(numbers, values);
  }
  raiseUnless(b, negate(b, bad.found), kind, pattern, numbers);
}

Value keepInside(ImplicitLocOpBuilder &b, Value index, Value size) {
  Value one = arith::ConstantIntOp::create(b, index.getType(), 1);
  Value zero = arith::ConstantIntOp::create(b, index.getType(), 0);
  Value last = arith::SubIOp::create(b, size, one);
  return arith::MaxSIOp::create(b, arith::MinSIOp::create(b, index, last),
                                zero);
}

/// On an index_select: every index is inside.
static constexpr StringLiteral knownIndices = "tine.known_indices";

/// Between which numbers an i64, or the elements of a tensor of them, are, as
/// far as that is known: of sums of vectors of equal steps.
static ConstantRange rangeOf(Value indices, int depth = 0) {
  constexpr int mostDepth = 16;
  ConstantRange unknown = ConstantRange::getFull(64);
  APInt number, step;
  if (indices.getType().isInteger(64) &&
      matchPattern(indices, m_ConstantInt(&number)))
    return ConstantRange(number);
  Operation *op = indices.getDefiningOp();
  auto type = dyn_cast<RankedTensorType>(indices.getType());
  if (!op || depth > mostDepth || !type || !type.hasStaticShape() ||
      type.getNumElements() == 0)
    return unknown;
  if (isa<nn::ReshapeOp, nn::ExpandOp>(op))
    return rangeOf(op->getOperand(0), depth + 1);
  if (auto sum = dyn_cast<nn::AddOp>(op))
    return rangeOf(sum.getLhs(), depth + 1)
        .sadd_sat(rangeOf(sum.getRhs(), depth + 1));
  auto iota = dyn_cast<nn::IotaOp>(op);
  if (!iota || !matchPattern(iota.getStart(), m_ConstantInt(&number)) ||
      !matchPattern(iota.getStep(), m_ConstantInt(&step)))
    return unknown;
  ConstantRange places(APInt(64, 0), APInt(64, type.getNumElements()));
  return ConstantRange(step).smul_sat(places).sadd_sat(ConstantRange(number));
}

void markKnownIndices(nn::IndexSelectOp op) {
  op->setAttr(knownIndices, UnitAttr::get(op.getContext()));
}

bool hasKnownIndices(nn::IndexSelectOp op) { return op->hasAttr(knownIndices); }

void markKnownIndices(Operation *root) {
  root->walk([](nn::IndexSelectOp op) {
    int64_t size = tensorType(op.getInput()).getDimSize(op.getDim());
    if (ShapedType::isDynamic(size) || size == 0)
      return;
    ConstantRange inside(APInt(64, op.getFromEnd() ? -size : 0, true),
                         APInt(64, size));
    if (inside.contains(rangeOf(op.getIndices())))
      markKnownIndices(op);
  });
}

} // namespace tine
