//===- ProductsToLinalg.cpp - Products of matrices ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmul to linalg.matmul and batch_matmul to a loop of them, or to
// linalg.batch_matmul where a kernel does the work. A sum that has a product as
// its only use becomes the value that the product starts from. A column times a
// row is elementwise.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/ProductOps.h"
#include "lowering/support/ScalarRules.h"
#include "lowering/support/Targets.h"
#include "lowering/tensor/Broadcast.h"
#include "lowering/tensor/Patterns.h"
#include "lowering/tensor/Products.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {

Value zeroTensor(ImplicitLocOpBuilder &b, RankedTensorType type,
                 ArrayRef<OpFoldResult> sizes) {
  return filledTensor(b, type, sizes, b.getZeroAttr(type.getElementType()));
}

/// into + lhs @ rhs where rhs is one column: sums over the rows of lhs.
static Value multiplyByColumn(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                              bool transposed, Value into) {
  AffineExpr row = b.getAffineDimExpr(0), inner = b.getAffineDimExpr(1);
  AffineExpr zero = b.getAffineConstantExpr(0);
  auto map = [&](AffineExpr first, AffineExpr second) {
    return AffineMap::get(2, 0, {first, second}, b.getContext());
  };
  SmallVector<AffineMap> maps = {
      map(row, inner), transposed ? map(zero, inner) : map(inner, zero),
      map(row, zero)};
  SmallVector<utils::IteratorType> loops = {utils::IteratorType::parallel,
                                            utils::IteratorType::reduction};
  return linalg::GenericOp::create(
             b, into.getType(), ValueRange{lhs, rhs}, into, maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder body(loc, nested);
               auto lanes = arith::FastMathFlagsAttr::get(
                   body.getContext(), arith::FastMathFlags::reassoc |
                                          arith::FastMathFlags::contract);
               Value x = arith::MulFOp::create(body, args[0], args[1], lanes);
               linalg::YieldOp::create(
                   body,
                   arith::AddFOp::create(body, args[2], x, lanes).getResult());
             })
      .getResult(0);
}

Value multiplyMatrices(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                       bool transposed, Value into) {
  if (tensorType(rhs).getDimSize(transposed ? 0 : 1) == 1 &&
      isa<FloatType>(tensorType(into).getElementType()))
    return multiplyByColumn(b, lhs, rhs, transposed, into);
  MLIRContext *context = b.getContext();
  auto map = [&](unsigned row, unsigned column) {
    return AffineMap::get(
        3, 0,
        {getAffineDimExpr(row, context), getAffineDimExpr(column, context)},
        context);
  };
  if (!transposed)
    return linalg::MatmulOp::create(b, into.getType(), ValueRange{lhs, rhs},
                                    into)
        .getResult(0);
  SmallVector<Attribute> maps = {AffineMapAttr::get(map(0, 2)),
                                 AffineMapAttr::get(map(1, 2)),
                                 AffineMapAttr::get(map(0, 1))};
  auto product =
      linalg::MatmulOp::create(b, into.getType(), ValueRange{lhs, rhs}, into);
  product.setIndexingMapsAttr(b.getArrayAttr(maps));
  return product.getResult(0);
}

namespace {

/// Checks the inner sizes; gives the sizes of the product.
SmallVector<OpFoldResult> productSizes(ImplicitLocOpBuilder &b,
                                       nn::MatmulOp op) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  bool transposed = op.getTransposed();
  OpFoldResult rows = sizeOf(b, lhs, 0), inner = sizeOf(b, lhs, 1);
  OpFoldResult first = sizeOf(b, rhs, 0), second = sizeOf(b, rhs, 1);
  OpFoldResult inner2 = transposed ? second : first;
  OpFoldResult columns = transposed ? first : second;
  if (!sameSize(inner, inner2).value_or(false)) {
    Value x = sizeValue(b, lhs, 1), y = sizeValue(b, rhs, transposed ? 1 : 0);
    Value same = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
    raiseUnless(
        b, same, "RuntimeError",
        "mat1 and mat2 shapes cannot be multiplied (%ix%i and %ix%i)",
        {sizeValue(b, lhs, 0), x, y, sizeValue(b, rhs, transposed ? 0 : 1)});
  }
  RankedTensorType type = tensorType(op.getResult());
  OpFoldResult known[] = {rows, columns};
  for (int64_t i : {0, 1})
    if (!type.isDynamicDim(i))
      raiseUnlessSame(b, known[i], b.getIndexAttr(type.getDimSize(i)),
                      "RuntimeError", "Expected size %i but got size %i");
  return {rows, columns};
}

/// x @ y + z where the product can start from z.
struct ProductAndSum {
  nn::MatmulOp product;
  Value addend;
};

/// Whether the addend has the product's shape or is one row of it.
bool fits(Value addend, RankedTensorType type) {
  auto own = dyn_cast<RankedTensorType>(addend.getType());
  if (!own || own.getRank() == 0)
    return false;
  if (own == type)
    return type.hasStaticShape();
  return own.getRank() == 1 && !type.isDynamicDim(1) &&
         own.getDimSize(0) == type.getDimSize(1);
}

std::optional<ProductAndSum> matchSum(nn::AddOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value operands[] = {op.getLhs(), op.getRhs()};
  for (int side : {0, 1}) {
    auto product = operands[side].getDefiningOp<nn::MatmulOp>();
    if (product && product->hasOneUse() &&
        product->getBlock() == op->getBlock() && product.getType() == type &&
        isa<FloatType>(type.getElementType()) && fits(operands[1 - side], type))
      return ProductAndSum{product, operands[1 - side]};
  }
  return std::nullopt;
}

/// A column times a row. A sum that starts from zero would lose the sign of a
/// product that is zero.
Value multiplyColumnByRow(ImplicitLocOpBuilder &b, nn::MatmulOp op,
                          ArrayRef<OpFoldResult> sizes) {
  AffineExpr row = b.getAffineDimExpr(0), column = b.getAffineDimExpr(1);
  AffineExpr zero = b.getAffineConstantExpr(0);
  auto map = [&](AffineExpr first, AffineExpr second) {
    return AffineMap::get(2, 0, {first, second}, b.getContext());
  };
  SmallVector<AffineMap> maps = {map(row, zero),
                                 op.getTransposed() ? map(column, zero)
                                                    : map(zero, column),
                                 map(row, column)};
  SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
  RankedTensorType type = tensorType(op.getResult());
  return linalg::GenericOp::create(
             b, type, ValueRange{op.getLhs(), op.getRhs()},
             emptyTensor(b, type, sizes), maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder body(loc, nested);
               linalg::YieldOp::create(
                   body,
                   arith::MulFOp::create(body, args[0], args[1]).getResult());
             })
      .getResult(0);
}

struct LowerMatmul : OpRewritePattern<nn::MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::MatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasOneUse())
      if (auto sum = dyn_cast<nn::AddOp>(*op->user_begin()))
        if (auto match = matchSum(sum); match && match->product == op)
          return rewriter.notifyMatchFailure(op, "the sum takes it along");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<OpFoldResult> sizes = productSizes(b, op);
    RankedTensorType type = tensorType(op.getResult());
    if (tensorType(op.getLhs()).getDimSize(1) == 1 && type.getDimSize(1) != 1 &&
        isa<FloatType>(type.getElementType())) {
      rewriter.replaceOp(op, multiplyColumnByRow(b, op, sizes));
      return success();
    }
    Value into = zeroTensor(b, type, sizes);
    rewriter.replaceOp(op, multiplyMatrices(b, op.getLhs(), op.getRhs(),
                                            op.getTransposed(), into));
    return success();
  }
};

struct LowerMatmulAdd : OpRewritePattern<nn::AddOp> {
  LowerMatmulAdd(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(nn::AddOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ProductAndSum> sum = matchSum(op);
    if (!sum)
      return failure();
    nn::MatmulOp product = sum->product;
    ImplicitLocOpBuilder b(product.getLoc(), rewriter);
    RankedTensorType type = tensorType(op.getResult());
    SmallVector<OpFoldResult> sizes = productSizes(b, product);
    Value into = sum->addend;
    if (tensorType(into).getRank() == 1)
      into = linalg::BroadcastOp::create(b, into, emptyTensor(b, type, sizes),
                                         ArrayRef<int64_t>{0})
                 ->getResult(0);
    rewriter.replaceOp(op,
                       multiplyMatrices(b, product.getLhs(), product.getRhs(),
                                        product.getTransposed(), into));
    return success();
  }
};

/// One matrix of a batch.
Value matrixOf(ImplicitLocOpBuilder &b, Value batch, Value number) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, batch);
  SmallVector<OpFoldResult> offsets(3, b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(3, b.getIndexAttr(1));
  sizes[0] = b.getIndexAttr(1);
  offsets[0] = number;
  RankedTensorType type = tensorType(batch);
  auto matrix = RankedTensorType::get(type.getShape().drop_front(),
                                      type.getElementType());
  return tensor::ExtractSliceOp::create(b, matrix, batch, offsets, sizes,
                                        strides);
}

struct LowerBatchMatmul : OpRewritePattern<nn::BatchMatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  static void check(ImplicitLocOpBuilder &b, nn::BatchMatmulOp op) {
    Value x = op.getLhs(), y = op.getRhs();
    if (sameSize(sizeOf(b, x, 0), sizeOf(b, y, 0)).value_or(false) &&
        sameSize(sizeOf(b, x, 2), sizeOf(b, y, 1)).value_or(false))
      return;
    Value batches[] = {sizeValue(b, x, 0), sizeValue(b, y, 0)};
    Value inner[] = {sizeValue(b, x, 2), sizeValue(b, y, 1)};
    using P = arith::CmpIPredicate;
    Value same = arith::AndIOp::create(
        b, arith::CmpIOp::create(b, P::eq, batches[0], batches[1]).getResult(),
        arith::CmpIOp::create(b, P::eq, inner[0], inner[1]).getResult());
    raiseUnless(b, same, "RuntimeError",
                "Expected size for first two dimensions of batch2 tensor to "
                "be: [%i, %i] but got: [%i, %i].",
                {batches[0], inner[0], batches[1], inner[1]});
  }

  /// With the sizes that are known, which must be those of the result.
  static RankedTensorType resultType(ImplicitLocOpBuilder &b,
                                     nn::BatchMatmulOp op,
                                     ArrayRef<OpFoldResult> sizes) {
    RankedTensorType type = tensorType(op.getResult());
    SmallVector<int64_t> shape(type.getShape());
    for (auto [size, own] : llvm::zip_equal(shape, sizes))
      if (!ShapedType::isDynamic(size))
        raiseUnlessSame(b, own, b.getIndexAttr(size), "RuntimeError",
                        "Expected size %i but got size %i");
      else if (std::optional<int64_t> known = getConstantIntValue(own))
        size = *known;
    return type.clone(shape);
  }

  LogicalResult matchAndRewrite(nn::BatchMatmulOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    check(b, op);
    Value lhs = withSizes(b, op.getLhs(), sizesOf(b, op.getLhs()));
    Value rhs = withSizes(b, op.getRhs(), sizesOf(b, op.getRhs()));
    SmallVector<OpFoldResult> sizes = {sizeOf(b, lhs, 0), sizeOf(b, lhs, 1),
                                       sizeOf(b, rhs, 2)};
    RankedTensorType type = resultType(b, op, sizes);
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    Value empty = emptyTensor(b, type, sizes);
    // A slice of a tensor without elements has no place for its offsets.
    if (llvm::any_of(op->getOperandTypes(), [](Type t) {
          return llvm::is_contained(cast<RankedTensorType>(t).getShape(), 0);
        })) {
      Value number = scalarConstant(b, type.getElementType(), 0);
      Value none = linalg::FillOp::create(b, number, empty)->getResult(0);
      rewriter.replaceOp(op, castTensor(b, none, tensorType(op.getResult())));
      return success();
    }
    // A kernel takes all of them.
    if (issuesWork(op)) {
      Value into = zeroTensor(b, type, sizes);
      Value all = linalg::BatchMatmulOp::create(b, type, ValueRange{lhs, rhs},
                                                ValueRange(into))
                      ->getResult(0);
      rewriter.replaceOp(op, castTensor(b, all, tensorType(op.getResult())));
      return success();
    }
    auto loop = scf::ForOp::create(
        b, zero, sizeValue(b, lhs, 0), one, empty,
        [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value x = matrixOf(body, lhs, i);
          Value y = matrixOf(body, rhs, i);
          Value part = matrixOf(body, state[0], i);
          Value fill =
              linalg::FillOp::create(
                  body, scalarConstant(body, type.getElementType(), 0), part)
                  .getResult(0);
          Value result = multiplyMatrices(body, x, y, false, fill);
          SmallVector<OpFoldResult> offsets(3, body.getIndexAttr(0));
          SmallVector<OpFoldResult> strides(3, body.getIndexAttr(1));
          SmallVector<OpFoldResult> extent = sizesOf(body, state[0]);
          extent[0] = body.getIndexAttr(1);
          offsets[0] = i;
          Value into = tensor::InsertSliceOp::create(body, result, state[0],
                                                     offsets, extent, strides);
          scf::YieldOp::create(body, into);
        });
    rewriter.replaceOp(
        op, castTensor(b, loop.getResult(0), tensorType(op.getResult())));
    return success();
  }
};

} // namespace

void populateProductsToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerMatmul, LowerMatmulAdd, LowerBatchMatmul>(
      patterns.getContext());
}

} // namespace tine
