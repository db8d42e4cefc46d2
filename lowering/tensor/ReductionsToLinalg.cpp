//===- ReductionsToLinalg.cpp - Reductions and scans ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers reduce, arg_reduce, softmax and scan. Sums of f32 run in f64, which
// is at least as accurate as PyTorch's cascade and independent of the order for
// practical sizes; the order itself follows from shape and target alone.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/ReductionOps.h"
#include "lowering/support/ScalarRules.h"
#include "lowering/support/Sizes.h"
#include "lowering/tensor/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
namespace {

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

bool isUnsignedInt(Type type) {
  return type.isSignlessInteger(8) || type.isInteger(1);
}

/// The type that a reduction computes in, given that of its result.
Type accumulatorType(nn::Reduction reduction, Type result) {
  if (reduction == nn::Reduction::any || reduction == nn::Reduction::all)
    return IntegerType::get(result.getContext(), 1);
  if (reduction == nn::Reduction::sum && result.isF32())
    return Float64Type::get(result.getContext());
  return result;
}

/// The value that a reduction of nothing gives.
TypedAttr neutral(ImplicitLocOpBuilder &b, nn::Reduction reduction, Type type) {
  bool isMax = reduction == nn::Reduction::max;
  if (reduction == nn::Reduction::max || reduction == nn::Reduction::min) {
    if (auto floating = dyn_cast<FloatType>(type))
      return b.getFloatAttr(floating,
                            APFloat::getInf(floating.getFloatSemantics(),
                                            /*Negative=*/isMax));
    unsigned width = type.getIntOrFloatBitWidth();
    if (isUnsignedInt(type))
      return b.getIntegerAttr(type, isMax ? APInt::getMinValue(width)
                                          : APInt::getMaxValue(width));
    return b.getIntegerAttr(type, isMax ? APInt::getSignedMinValue(width)
                                        : APInt::getSignedMaxValue(width));
  }
  bool isOne =
      reduction == nn::Reduction::prod || reduction == nn::Reduction::all;
  if (type.isInteger(1))
    return b.getBoolAttr(isOne);
  if (isa<FloatType>(type))
    return b.getFloatAttr(type, isOne);
  return b.getIntegerAttr(type, isOne);
}

Value combine(ImplicitLocOpBuilder &b, nn::Reduction reduction, Value acc,
              Value x) {
  Type type = acc.getType();
  bool isFloat = isa<FloatType>(type);
  // Sums and products may be split over vector lanes.
  auto lanes = arith::FastMathFlagsAttr::get(b.getContext(),
                                             arith::FastMathFlags::reassoc);
  switch (reduction) {
  case nn::Reduction::sum:
    if (isFloat)
      return arith::AddFOp::create(b, acc, x, lanes);
    return arith::AddIOp::create(b, acc, x);
  case nn::Reduction::prod:
    if (isFloat && nn::isNarrow(type)) {
      Type full = nn::getComputeType(type);
      Value product = arith::MulFOp::create(b, castScalar(b, acc, full),
                                            castScalar(b, x, full));
      return castScalar(b, product, type);
    }
    if (isFloat)
      return arith::MulFOp::create(b, acc, x, lanes);
    return arith::MulIOp::create(b, acc, x);
  case nn::Reduction::max:
    if (isFloat)
      return arith::MaximumFOp::create(b, acc, x);
    if (isUnsignedInt(type))
      return arith::MaxUIOp::create(b, acc, x);
    return arith::MaxSIOp::create(b, acc, x);
  case nn::Reduction::min:
    if (isFloat)
      return arith::MinimumFOp::create(b, acc, x);
    if (isUnsignedInt(type))
      return arith::MinUIOp::create(b, acc, x);
    return arith::MinSIOp::create(b, acc, x);
  case nn::Reduction::any:
    return arith::OrIOp::create(b, acc, x);
  case nn::Reduction::all:
    return arith::AndIOp::create(b, acc, x);
  }
  llvm_unreachable("a reduction without rule");
}

/// The loops of a reduction: which are reduced, and the map of the result.
struct ReductionLoops {
  SmallVector<utils::IteratorType> kinds;
  AffineMap map;
  SmallVector<OpFoldResult> sizes; ///< of the result

  ReductionLoops(ImplicitLocOpBuilder &b, Value input, ArrayRef<int64_t> dims,
                 bool keepdim) {
    int64_t rank = tensorType(input).getRank();
    SmallVector<AffineExpr> exprs;
    for (int64_t i = 0; i < rank; ++i) {
      bool reduced = llvm::is_contained(dims, i);
      kinds.push_back(reduced ? utils::IteratorType::reduction
                              : utils::IteratorType::parallel);
      if (reduced && !keepdim)
        continue;
      exprs.push_back(reduced ? b.getAffineConstantExpr(0)
                              : b.getAffineDimExpr(i));
      sizes.push_back(reduced ? b.getIndexAttr(1) : sizeOf(b, input, i));
    }
    map = AffineMap::get(rank, 0, exprs, b.getContext());
  }
};

/// Converts the elements of a tensor.
Value castElements(ImplicitLocOpBuilder &b, Value input,
                   RankedTensorType type) {
  if (tensorType(input).getElementType() == type.getElementType())
    return input;
  Value empty = emptyTensor(b, type, sizesOf(b, input));
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps = {identity, identity};
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, type, input, empty, maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder body(loc, nested);
               linalg::YieldOp::create(
                   body, castScalar(body, args[0], type.getElementType()));
             })
      .getResult(0);
}

/// Raises when a reduction that has no neutral element meets nothing.
void checkNotEmpty(ImplicitLocOpBuilder &b, Value input, ArrayRef<int64_t> dims,
                   StringRef name) {
  for (int64_t dim : dims) {
    if (tensorType(input).getDimSize(dim) > 0)
      continue;
    Value some =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                              sizeValue(b, input, dim), indexConstant(b, 0));
    raiseUnless(b, some, "IndexError",
                (name + "(): Expected reduction dim " + Twine(dim) +
                 " to have non-zero size.")
                    .str());
  }
}

//===----------------------------------------------------------------------===//
// The greatest and the smallest float
//===----------------------------------------------------------------------===//

// A maximum that hands on NaN is a chain of several instructions. That of
// integers is one, so floats become integers of their order.

/// The bits of a float if they are not negative, else turned around; it is its
/// own inverse.
Value turnNegative(ImplicitLocOpBuilder &b, Value bits) {
  unsigned width = bits.getType().getIntOrFloatBitWidth();
  auto constant = [&](APInt value) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(bits.getType(), value))
        .getResult();
  };
  Value sign =
      arith::ShRSIOp::create(b, bits, constant(APInt(width, width - 1)));
  Value flip =
      arith::AndIOp::create(b, sign, constant(APInt::getSignedMaxValue(width)));
  return arith::XOrIOp::create(b, bits, flip);
}

/// The number that stands for NaN: the greatest or the smallest.
APInt orderOfNaN(nn::Reduction kind, FloatType type) {
  APInt bits = APFloat::getQNaN(type.getFloatSemantics()).bitcastToAPInt();
  return kind == nn::Reduction::max
             ? bits
             : APInt::getSignedMinValue(type.getIntOrFloatBitWidth());
}

Value orderOf(ImplicitLocOpBuilder &b, nn::Reduction kind, Value x) {
  auto type = cast<FloatType>(x.getType());
  Type integer = b.getIntegerType(type.getWidth());
  Value bits = arith::BitcastOp::create(b, integer, x);
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  Value odd = arith::ConstantOp::create(
      b, b.getIntegerAttr(integer, orderOfNaN(kind, type)));
  return arith::SelectOp::create(b, isNaN, odd, turnNegative(b, bits));
}

/// The floats that orders stand for.
Value floatsOf(ImplicitLocOpBuilder &b, Value orders, RankedTensorType type,
               ArrayRef<OpFoldResult> sizes) {
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, type, orders, emptyTensor(b, type, sizes), maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder body(loc, nested);
               linalg::YieldOp::create(
                   body, arith::BitcastOp::create(body, type.getElementType(),
                                                  turnNegative(body, args[0]))
                             .getResult());
             })
      .getResult(0);
}

/// Whether a reduction runs on integers that stand for floats.
bool reducesOrders(nn::Reduction kind, Type element) {
  return (kind == nn::Reduction::max || kind == nn::Reduction::min) &&
         (element.isF32() || element.isF64());
}

/// The greatest or smallest of nothing is infinite.
APInt orderOfNothing(nn::Reduction kind, FloatType type) {
  bool isMax = kind == nn::Reduction::max;
  APInt bits =
      APFloat::getInf(type.getFloatSemantics(), isMax).bitcastToAPInt();
  return isMax ? bits ^ APInt::getSignedMaxValue(type.getWidth()) : bits;
}

//===----------------------------------------------------------------------===//
// Loops of reductions
//===----------------------------------------------------------------------===//

/// Of nothing, the reduction's neutral element.
Value reduce(ImplicitLocOpBuilder &b, nn::Reduction kind, Value input,
             ArrayRef<int64_t> dims, bool keepdim, RankedTensorType result) {
  ReductionLoops loops(b, input, dims, keepdim);
  Type element = accumulatorType(kind, result.getElementType());
  bool byOrder = reducesOrders(kind, element);
  TypedAttr nothing = neutral(b, kind, element);
  if (byOrder) {
    APInt order = orderOfNothing(kind, cast<FloatType>(element));
    element = b.getIntegerType(order.getBitWidth());
    nothing = b.getIntegerAttr(element, order);
  }
  RankedTensorType type = result.clone(element);
  Value init = filledTensor(b, type, loops.sizes, nothing);
  SmallVector<AffineMap> maps = {
      b.getMultiDimIdentityMap(tensorType(input).getRank()), loops.map};
  auto generic = linalg::GenericOp::create(
      b, type, input, init, maps, loops.kinds,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder body(loc, nested);
        Value x = args[0];
        if (byOrder)
          x = orderOf(body, kind, castScalar(body, x, result.getElementType()));
        else
          x = castScalar(body, x, element);
        linalg::YieldOp::create(body, combine(body, kind, args[1], x));
      });
  if (byOrder)
    return floatsOf(b, generic.getResult(0), result, loops.sizes);
  return castElements(b, generic.getResult(0), result);
}

struct LowerReduce : OpRewritePattern<nn::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::ReduceOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput();
    nn::Reduction kind = op.getReduction();
    RankedTensorType result = tensorType(op.getResult());
    if (kind == nn::Reduction::max || kind == nn::Reduction::min)
      checkNotEmpty(b, input, op.getDims(),
                    kind == nn::Reduction::max ? "max" : "min");
    rewriter.replaceOp(
        op, reduce(b, kind, input, op.getDims(), op.getKeepdim(), result));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// arg_reduce
//===----------------------------------------------------------------------===//

/// Whether x replaces the best so far: it is better, or the first NaN.
Value isBetter(ImplicitLocOpBuilder &b, nn::Reduction kind, Value x,
               Value best) {
  bool isMax = kind == nn::Reduction::max;
  if (!isa<FloatType>(x.getType())) {
    bool noSign = isUnsignedInt(x.getType());
    using P = arith::CmpIPredicate;
    P predicate =
        isMax ? (noSign ? P::ugt : P::sgt) : (noSign ? P::ult : P::slt);
    return arith::CmpIOp::create(b, predicate, x, best);
  }
  using P = arith::CmpFPredicate;
  Value better = arith::CmpFOp::create(b, isMax ? P::UGT : P::ULT, x, best);
  Value number = arith::CmpFOp::create(b, P::ORD, best, best);
  return arith::AndIOp::create(b, better, number);
}

/// Along the innermost dimension the best value comes first, and then where it
/// is: both are reductions that vectorise.
Value placeOfBest(ImplicitLocOpBuilder &b, nn::Reduction kind, Value input,
                  int64_t dim, const ReductionLoops &loops,
                  RankedTensorType indices) {
  Type element = tensorType(input).getElementType();
  RankedTensorType values = indices.clone(element);
  bool keepdim = indices.getRank() == tensorType(input).getRank();
  Value best = reduce(b, kind, input, dim, keepdim, values);
  // As wide as the elements, so that as many fit a vector.
  int64_t size = tensorType(input).getDimSize(dim);
  bool isShort = !ShapedType::isDynamic(size) &&
                 size < std::numeric_limits<int32_t>::max();
  auto placeType = b.getIntegerType(isShort ? 32 : 64);
  RankedTensorType places = indices.clone(placeType);
  auto last = b.getIntegerAttr(placeType,
                               APInt::getSignedMaxValue(placeType.getWidth()));
  Value none = filledTensor(b, places, loops.sizes, last);
  SmallVector<AffineMap> maps = {
      b.getMultiDimIdentityMap(tensorType(input).getRank()), loops.map,
      loops.map};
  auto search = linalg::GenericOp::create(
      b, places, ValueRange{input, best}, none, maps, loops.kinds,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder body(loc, nested);
        Value x = args[0], found;
        if (isa<FloatType>(element)) {
          using P = arith::CmpFPredicate;
          Value same = arith::CmpFOp::create(body, P::OEQ, x, args[1]);
          Value isNaN = arith::CmpFOp::create(body, P::UNO, x, x);
          found = arith::OrIOp::create(body, same, isNaN);
        } else {
          found =
              arith::CmpIOp::create(body, arith::CmpIPredicate::eq, x, args[1]);
        }
        Value at = arith::IndexCastOp::create(
            body, placeType, linalg::IndexOp::create(body, dim));
        Value end = arith::ConstantOp::create(body, last);
        Value place = arith::SelectOp::create(body, found, at, end);
        linalg::YieldOp::create(
            body, arith::MinSIOp::create(body, args[2], place).getResult());
      });
  return castElements(b, search.getResult(0), indices);
}

struct LowerArgReduce : OpRewritePattern<nn::ArgReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::ArgReduceOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput();
    nn::Reduction kind = op.getReduction();
    RankedTensorType indices = tensorType(op.getResult());
    int64_t dim = op.getDim();
    checkNotEmpty(b, input, dim,
                  kind == nn::Reduction::max ? "argmax" : "argmin");
    ReductionLoops loops(b, input, dim, op.getKeepdim());
    if (dim == tensorType(input).getRank() - 1) {
      rewriter.replaceOp(op, placeOfBest(b, kind, input, dim, loops, indices));
      return success();
    }
    Type element = tensorType(input).getElementType();
    RankedTensorType values = indices.clone(element);
    Value best =
        filledTensor(b, values, loops.sizes, neutral(b, kind, element));
    Value where = filledTensor(b, indices, loops.sizes, b.getI64IntegerAttr(0));
    SmallVector<AffineMap> maps = {
        b.getMultiDimIdentityMap(tensorType(input).getRank()), loops.map,
        loops.map};
    auto generic = linalg::GenericOp::create(
        b, TypeRange{values, indices}, input, ValueRange{best, where}, maps,
        loops.kinds, [&](OpBuilder &nested, Location loc, ValueRange args) {
          ImplicitLocOpBuilder body(loc, nested);
          Value better = isBetter(body, kind, args[0], args[1]);
          Value at = arith::IndexCastOp::create(
              body, body.getI64Type(), linalg::IndexOp::create(body, dim));
          Value value = arith::SelectOp::create(body, better, args[0], args[1]);
          Value index = arith::SelectOp::create(body, better, at, args[2]);
          linalg::YieldOp::create(body, ValueRange{value, index});
        });
    rewriter.replaceOp(op, generic.getResult(1));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// softmax
//===----------------------------------------------------------------------===//

/// powers / sum, which is at least 1 and has one element along `dim`. They may
/// be divided by way of the reciprocal, as long as the last bit is right.
Value divideBySum(ImplicitLocOpBuilder &b, Value powers, Value sum,
                  int64_t dim) {
  RankedTensorType type = tensorType(powers);
  AffineMap all = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineExpr> ofSum(all.getResults());
  ofSum[dim] = b.getAffineConstantExpr(0);
  AffineMap maps[] = {
      all, AffineMap::get(type.getRank(), 0, ofSum, b.getContext()), all};
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, type, ValueRange{powers, sum},
             emptyTensor(b, type, sizesOf(b, powers)), maps, loops,
             [](OpBuilder &at, Location loc, ValueRange args) {
               auto reciprocal = arith::FastMathFlagsAttr::get(
                   at.getContext(), arith::FastMathFlags::arcp);
               Value share =
                   arith::DivFOp::create(at, loc, args[0], args[1], reciprocal);
               linalg::YieldOp::create(at, loc, share);
             })
      .getResult(0);
}

struct LowerSoftmax : OpRewritePattern<nn::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getInput();
    RankedTensorType type = tensorType(x);
    SmallVector<int64_t> shape(type.getShape());
    int64_t dim = op.getDim();
    bool nothing = type.getRank() == 0 || shape[dim] == 0;
    if (nothing) {
      // One number is its own distribution; an empty one has no maximum.
      Value same = nn::SubOp::create(b, type, x, x);
      if (!op.getLog())
        same = nn::ExpOp::create(b, same);
      rewriter.replaceOp(op, same);
      return success();
    }
    shape[dim] = 1;
    auto reduced = RankedTensorType::get(shape, type.getElementType());
    auto dims = b.getDenseI64ArrayAttr({dim});
    // A dimension of unknown size may turn out to be empty.
    Value greatest =
        reduce(b, nn::Reduction::max, x, dim, /*keepdim=*/true, reduced);
    Value shifted = nn::SubOp::create(b, type, x, greatest);
    Value powers = nn::ExpOp::create(b, shifted);
    Value sum = nn::ReduceOp::create(b, reduced, nn::Reduction::sum, powers,
                                     dims, /*keepdim=*/true);
    Value result;
    if (op.getLog())
      result = nn::SubOp::create(b, type, shifted, nn::LogOp::create(b, sum));
    else
      result = divideBySum(b, powers, sum, dim);
    rewriter.replaceOp(op, result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

Type accumulatorType(nn::Scan kind, Type element) {
  bool isExact = kind == nn::Scan::max || kind == nn::Scan::min;
  return element.isF32() && !isExact ? Float64Type::get(element.getContext())
                                     : element;
}

/// What a scan starts with.
TypedAttr startOf(ImplicitLocOpBuilder &b, nn::Scan kind, Type type) {
  switch (kind) {
  case nn::Scan::sum:
    return neutral(b, nn::Reduction::sum, type);
  case nn::Scan::prod:
    return neutral(b, nn::Reduction::prod, type);
  case nn::Scan::min:
    return neutral(b, nn::Reduction::min, type);
  case nn::Scan::max:
  case nn::Scan::logsumexp:
    return neutral(b, nn::Reduction::max, type);
  }
  llvm_unreachable("a scan without rule");
}

Value combine(ImplicitLocOpBuilder &b, nn::Scan kind, Value acc, Value x) {
  bool isFloat = isa<FloatType>(acc.getType());
  switch (kind) {
  case nn::Scan::sum:
    return isFloat ? arith::AddFOp::create(b, acc, x).getResult()
                   : arith::AddIOp::create(b, acc, x).getResult();
  case nn::Scan::prod:
    return isFloat ? arith::MulFOp::create(b, acc, x).getResult()
                   : arith::MulIOp::create(b, acc, x).getResult();
  case nn::Scan::max:
    return combine(b, nn::Reduction::max, acc, x);
  case nn::Scan::min:
    return combine(b, nn::Reduction::min, acc, x);
  case nn::Scan::logsumexp: {
    // Of equal ones, which may be infinite, no difference is taken.
    Value high = arith::MaximumFOp::create(b, acc, x);
    Value low = arith::MinimumFOp::create(b, acc, x);
    Value same = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, high, low);
    Value zero = arith::ConstantOp::create(b, b.getFloatAttr(acc.getType(), 0));
    Value apart = arith::SelectOp::create(b, same, zero,
                                          arith::SubFOp::create(b, low, high));
    Value more = math::Log1pOp::create(b, math::ExpOp::create(b, apart));
    return arith::AddFOp::create(b, high, more);
  }
  }
  llvm_unreachable("a scan without rule");
}

/// A reduction that writes what it has so far, too.
struct LowerScan : OpRewritePattern<nn::ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nn::ScanOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getInput());
    nn::Scan kind = op.getKind();
    Type element = type.getElementType();
    Type accumulator = accumulatorType(kind, element);
    ReductionLoops loops(b, op.getInput(), {static_cast<int64_t>(op.getDim())},
                         /*keepdim=*/false);
    SmallVector<int64_t> rest(type.getShape());
    rest.erase(rest.begin() + op.getDim());
    Value sums = filledTensor(b, RankedTensorType::get(rest, accumulator),
                              loops.sizes, startOf(b, kind, accumulator));
    Value empty = emptyTensor(b, type, sizesOf(b, op.getInput()));
    AffineMap all = b.getMultiDimIdentityMap(type.getRank());
    auto generic = linalg::GenericOp::create(
        b, TypeRange{type, sums.getType()}, op.getInput(),
        ValueRange{empty, sums}, ArrayRef<AffineMap>{all, all, loops.map},
        loops.kinds, [&](OpBuilder &nested, Location loc, ValueRange args) {
          ImplicitLocOpBuilder body(loc, nested);
          Value x = castScalar(body, args[0], accumulator);
          Value sum = combine(body, kind, args[2], x);
          linalg::YieldOp::create(
              body, ValueRange{castScalar(body, sum, element), sum});
        });
    rewriter.replaceOp(op, generic.getResult(0));
    return success();
  }
};

} // namespace

void populateReductionsToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerReduce, LowerArgReduce, LowerSoftmax, LowerScan>(
      patterns.getContext());
}

} // namespace tine
