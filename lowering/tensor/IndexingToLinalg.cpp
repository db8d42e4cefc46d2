//===- IndexingToLinalg.cpp - Indexing by tensors -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers index_select and gather: every index is checked before the loop that
// copies, so that the copy itself cannot fail.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/Targets.h"
#include "lowering/tensor/Indices.h"
#include "lowering/tensor/Patterns.h"
#include "lowering/tensor/ScalarRules.h"
#include "lowering/tensor/Sizes.h"
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

static Value negate(ImplicitLocOpBuilder &b, Value condition) {
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

namespace {

/// Between which numbers an i64, or the elements of a tensor of them, are, as
/// far as that is known: of sums of vectors of equal steps.
ConstantRange rangeOf(Value indices, int depth = 0) {
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

/// A loop over the result that reads `input` where `locate` says.
Value copyFrom(
    ImplicitLocOpBuilder &b, Value input, Value indices, AffineMap indexMap,
    RankedTensorType type, ArrayRef<OpFoldResult> sizes,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value)> locate) {
  Value empty = emptyTensor(b, type, sizes);
  SmallVector<AffineMap> maps = {indexMap,
                                 b.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, type, indices, empty, maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder body(loc, nested);
               Value x = tensor::ExtractOp::create(body, input,
                                                   locate(body, args[0]));
               linalg::YieldOp::create(body, x);
             })
      .getResult(0);
}

struct LowerIndexSelect : OpRewritePattern<nn::IndexSelectOp> {
  using OpRewritePattern::OpRewritePattern;

  static void checkIndices(ImplicitLocOpBuilder &b, nn::IndexSelectOp op,
                           Value size, Value zero) {
    Value lower = zero;
    if (op.getFromEnd())
      lower = arith::SubIOp::create(b, zero, size);
    if (issuesWork(op))
      return checkLater(b, op, lower, size);
    BadIndex bad = findBadIndex(b, op.getIndices(), lower, size);
    SmallVector<Value> numbers;
    if (op.getFromEnd())
      numbers = {bad.first, size};
    // Of a dimension without elements PyTorch says so before it looks.
    Value any = arith::CmpIOp::create(b, P::ne, size, zero);
    raiseUnlessAny(b, op, arith::OrIOp::create(b, negate(b, bad.found), any));
    raiseUnless(b, negate(b, bad.found), "IndexError", textOf(op), numbers);
  }

  static void raiseUnlessAny(ImplicitLocOpBuilder &b, nn::IndexSelectOp op,
                             Value any) {
    if (op.getFromEnd())
      raiseUnless(b, any, "IndexError",
                  "index is out of bounds for dimension with size 0");
    else
      raiseUnless(b, any, "RuntimeError",
                  "index_select(): self indexing axis dim should be positive");
  }

  static std::string textOf(nn::IndexSelectOp op) {
    if (!op.getFromEnd())
      return "index out of range in self";
    return ("index %i is out of bounds for dimension " + Twine(op.getDim()) +
            " with size %i")
        .str();
  }

  /// Of a dimension without elements, each index is out of range.
  static void checkLater(ImplicitLocOpBuilder &b, nn::IndexSelectOp op,
                         Value lower, Value size) {
    int64_t known = tensorType(op.getInput()).getDimSize(op.getDim());
    if (known == 0 || ShapedType::isDynamic(known)) {
      OpFoldResult count = multiplySizes(b, sizesOf(b, op.getIndices()));
      Value none = arith::CmpIOp::create(
          b, P::eq, getValueOrCreateConstantIndexOp(b, b.getLoc(), count),
          indexConstant(b, 0));
      Value zero = arith::ConstantIntOp::create(b, b.getI64Type(), 0);
      Value any = arith::CmpIOp::create(b, P::ne, size, zero);
      raiseUnlessAny(b, op, arith::OrIOp::create(b, none, any));
    }
    SmallVector<Value> values;
    if (op.getFromEnd())
      values = {size};
    raiseIfOutside(b, op.getIndices(), lower, size, "IndexError", textOf(op),
                   values);
  }

  LogicalResult matchAndRewrite(nn::IndexSelectOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput(), indices = op.getIndices();
    int64_t dim = op.getDim(), count = tensorType(indices).getRank();
    RankedTensorType type = tensorType(op.getResult());
    Value size =
        arith::IndexCastOp::create(b, b.getI64Type(), sizeValue(b, input, dim));
    Value zero = arith::ConstantIntOp::create(b, b.getI64Type(), 0);
    if (!op->hasAttr(knownIndices))
      checkIndices(b, op, size, zero);
    bool isLate = issuesWork(op) && !op->hasAttr(knownIndices);

    SmallVector<OpFoldResult> sizes = sizesOf(b, input);
    SmallVector<OpFoldResult> own = sizesOf(b, indices);
    sizes.erase(sizes.begin() + dim);
    sizes.insert(sizes.begin() + dim, own.begin(), own.end());
    SmallVector<AffineExpr> exprs;
    for (int64_t i = 0; i < count; ++i)
      exprs.push_back(b.getAffineDimExpr(dim + i));
    AffineMap map = AffineMap::get(type.getRank(), 0, exprs, b.getContext());
    rewriter.replaceOp(
        op, copyFrom(b, input, indices, map, type, sizes,
                     [&](ImplicitLocOpBuilder &body, Value index) {
                       Value row = index;
                       if (op.getFromEnd()) {
                         Value wrapped =
                             arith::AddIOp::create(body, index, size);
                         Value negative =
                             arith::CmpIOp::create(body, P::slt, index, zero);
                         row = arith::SelectOp::create(body, negative, wrapped,
                                                       index);
                       }
                       if (isLate)
                         row = keepInside(body, row, size);
                       SmallVector<Value> at;
                       for (int64_t i = 0; i < type.getRank(); ++i) {
                         if (i == dim)
                           at.push_back(arith::IndexCastOp::create(
                               body, body.getIndexType(), row));
                         if (i < dim || i >= dim + count)
                           at.push_back(linalg::IndexOp::create(body, i));
                       }
                       if (dim == type.getRank())
                         at.push_back(arith::IndexCastOp::create(
                             body, body.getIndexType(), row));
                       return at;
                     }));
    return success();
  }
};

struct LowerGather : OpRewritePattern<nn::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  /// Every other dimension of the indices must lie in the input.
  static void checkSizes(ImplicitLocOpBuilder &b, nn::GatherOp op) {
    SmallVector<OpFoldResult> ours = sizesOf(b, op.getIndices());
    SmallVector<OpFoldResult> theirs = sizesOf(b, op.getInput());
    int64_t rank = ours.size();
    for (int64_t i = 0; i < rank; ++i) {
      if (i == static_cast<int64_t>(op.getDim()) ||
          sameSize(ours[i], theirs[i]).value_or(false))
        continue;
      Value x = sizeValue(b, op.getIndices(), i);
      Value y = sizeValue(b, op.getInput(), i);
      SmallVector<Value> operands;
      std::string text = "Size does not match at dimension " +
                         std::to_string(i) + " expected index [";
      for (Value tensor : {op.getIndices(), op.getInput()}) {
        for (int64_t k = 0; k < rank; ++k) {
          text += k ? ", %i" : "%i";
          operands.push_back(sizeValue(b, tensor, k));
        }
        text += tensor == op.getIndices() ? "] to be no larger than self ["
                                          : "] apart from dimension ";
      }
      text += std::to_string(op.getDim());
      // Where there are no indices nothing is looked up.
      Value fits = arith::CmpIOp::create(b, P::ule, x, y);
      Value zero = indexConstant(b, 0);
      for (int64_t k = 0; k < rank; ++k)
        if (getConstantIntValue(ours[k]).value_or(0) == 0)
          fits = arith::OrIOp::create(
              b, fits,
              arith::CmpIOp::create(b, P::eq, sizeValue(b, op.getIndices(), k),
                                    zero)
                  .getResult());
      raiseUnless(b, fits, "RuntimeError", text, operands);
    }
  }

  LogicalResult matchAndRewrite(nn::GatherOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput(), indices = op.getIndices();
    int64_t dim = op.getDim();
    RankedTensorType type = tensorType(op.getResult());
    if (type.getRank() > 0)
      checkSizes(b, op);
    Value extent =
        type.getRank() ? sizeValue(b, input, dim) : indexConstant(b, 1);
    Value size = arith::IndexCastOp::create(b, b.getI64Type(), extent);
    Value zero = arith::ConstantIntOp::create(b, b.getI64Type(), 0);
    raiseIfOutside(b, indices, zero, size, "RuntimeError",
                   ("index %i is out of bounds for dimension " + Twine(dim) +
                    " with size %i")
                       .str(),
                   extent);
    bool isLate = issuesWork(op);
    rewriter.replaceOp(
        op,
        copyFrom(b, input, indices, b.getMultiDimIdentityMap(type.getRank()),
                 type, sizesOf(b, indices),
                 [&](ImplicitLocOpBuilder &body, Value index) {
                   SmallVector<Value> at;
                   for (int64_t i = 0; i < type.getRank(); ++i) {
                     if (i == dim)
                       at.push_back(arith::IndexCastOp::create(
                           body, body.getIndexType(),
                           isLate ? keepInside(body, index, size) : index));
                     else
                       at.push_back(linalg::IndexOp::create(body, i));
                   }
                   return at;
                 }));
    return success();
  }
};

} // namespace

void markKnownIndices(nn::IndexSelectOp op) {
  op->setAttr(knownIndices, UnitAttr::get(op.getContext()));
}

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

void populateIndexingToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerIndexSelect, LowerGather>(patterns.getContext());
}

} // namespace tine
