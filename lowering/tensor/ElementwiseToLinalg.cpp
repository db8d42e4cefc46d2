//===- ElementwiseToLinalg.cpp - Elementwise operations -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers every elementwise operation of nn by one pattern: a linalg.generic
// over the broadcast operands whose body is the operation's rule. A scalar
// operand is used where it stands. Integer divisions are checked before the
// loop.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/support/Indices.h"
#include "lowering/support/ScalarRules.h"
#include "lowering/support/Targets.h"
#include "lowering/tensor/Broadcast.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tine {
namespace {

/// Whether any element of a tensor (or a scalar) is 0.
Value hasZero(ImplicitLocOpBuilder &b, Value divisor) {
  Value zero = scalarConstant(b, getElementTypeOrSelf(divisor.getType()), 0);
  auto isZero = [&](OpBuilder &at, Location loc, Value x) -> Value {
    return arith::CmpIOp::create(at, loc, arith::CmpIPredicate::eq, x, zero);
  };
  if (!isa<RankedTensorType>(divisor.getType()))
    return isZero(b, b.getLoc(), divisor);
  auto type = RankedTensorType::get({}, b.getI1Type());
  Value init = filledTensor(b, type, {}, b.getBoolAttr(false));
  int64_t rank = tensorType(divisor).getRank();
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank),
                                 AffineMap::get(rank, 0, b.getContext())};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::reduction);
  auto any = linalg::GenericOp::create(
      b, type, divisor, init, maps, loops,
      [&](OpBuilder &at, Location loc, ValueRange args) {
        Value found =
            arith::OrIOp::create(at, loc, args[1], isZero(at, loc, args[0]));
        linalg::YieldOp::create(at, loc, found);
      });
  return tensor::ExtractOp::create(b, any.getResult(0), ValueRange{});
}

/// Raises later if a 0 is in a tensor of divisors of so many results.
void checkDivisorLater(ImplicitLocOpBuilder &b, Value divisor, Value some) {
  RankedTensorType type = tensorType(divisor).clone(b.getI64Type());
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  Value none = scalarConstant(b, type.getElementType(), 0);
  Value one = scalarConstant(b, type.getElementType(), 1);
  Value two = scalarConstant(b, type.getElementType(), 2);
  Value zero = scalarConstant(b, getElementTypeOrSelf(divisor.getType()), 0);
  auto zeros = linalg::GenericOp::create(
      b, type, divisor, emptyTensor(b, type, sizesOf(b, divisor)),
      ArrayRef<AffineMap>{map, map},
      SmallVector(type.getRank(), utils::IteratorType::parallel),
      [&](OpBuilder &at, Location loc, ValueRange args) {
        Value isZero = arith::CmpIOp::create(at, loc, arith::CmpIPredicate::eq,
                                             args[0], zero);
        linalg::YieldOp::create(
            at, loc,
            arith::ExtUIOp::create(at, loc, type.getElementType(), isZero)
                .getResult());
      });
  Value upper = some ? arith::SelectOp::create(b, some, one, two) : one;
  raiseIfOutside(b, zeros.getResult(0), none, upper, "RuntimeError",
                 "ZeroDivisionError");
}

void checkDivisor(ImplicitLocOpBuilder &b, Value divisor,
                  ArrayRef<OpFoldResult> sizes, bool isLate) {
  Value fails = isLate ? Value() : hasZero(b, divisor);
  OpFoldResult count = multiplySizes(b, sizes);
  std::optional<int64_t> constant = getConstantIntValue(count);
  // An empty result divides nothing.
  if (constant == 0)
    return;
  Value some;
  if (!constant)
    some = arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne,
        getValueOrCreateConstantIndexOp(b, b.getLoc(), count),
        indexConstant(b, 0));
  if (isLate)
    return checkDivisorLater(b, divisor, some);
  if (some)
    fails = arith::AndIOp::create(b, fails, some);
  Value fine = arith::XOrIOp::create(
      b, fails, arith::ConstantIntOp::create(b, b.getI1Type(), 1));
  raiseUnless(b, fine, "RuntimeError", "ZeroDivisionError");
}

/// What a device that runs on divides by.
Value withoutZero(ImplicitLocOpBuilder &b, Value divisor) {
  Value zero = scalarConstant(b, divisor.getType(), 0);
  Value isZero =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, divisor, zero);
  return arith::SelectOp::create(
      b, isZero, scalarConstant(b, divisor.getType(), 1), divisor);
}

struct LowerElementwise : RewritePattern {
  LowerElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    const ScalarRule *rule = findScalarRule(op);
    if (!rule)
      return failure();
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    Type from = getElementTypeOrSelf(op->getOperands().back().getType());
    ScalarFn compute = rule->forType(from);
    if (!compute)
      return rewriter.notifyMatchFailure(op, "no rule for the element type");

    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    SmallVector<Value> tensors;
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        tensors.push_back(operand);
    BroadcastOperands operands = broadcastOperands(b, tensors, result);
    bool divides = rule->divides && !isa<FloatType>(from);
    // Of a tensor of a device that runs on.
    bool isLate = divides && issuesWork(op) &&
                  isa<RankedTensorType>(op->getOperand(1).getType());
    if (divides)
      checkDivisor(b, op->getOperand(1), operands.sizes, isLate);

    Value empty = emptyTensor(b, result, operands.sizes);
    SmallVector<AffineMap> maps = operands.maps;
    maps.push_back(b.getMultiDimIdentityMap(result.getRank()));
    SmallVector<utils::IteratorType> loops(result.getRank(),
                                           utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        b, result, operands.tensors, empty, maps, loops,
        [&](OpBuilder &nested, Location loc, ValueRange args) {
          ImplicitLocOpBuilder body(loc, nested);
          ScalarCase scalar{body, {}, from, result.getElementType()};
          for (Value operand : op->getOperands()) {
            if (!isa<RankedTensorType>(operand.getType())) {
              scalar.x.push_back(operand);
              continue;
            }
            scalar.x.push_back(args.front());
            args = args.drop_front();
          }
          if (isLate)
            scalar.x[1] = withoutZero(body, scalar.x[1]);
          linalg::YieldOp::create(body, compute(scalar));
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

} // namespace

void populateElementwiseToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerElementwise>(patterns.getContext());
}

} // namespace tine
