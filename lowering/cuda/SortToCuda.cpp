//===- SortToCuda.cpp - Sorting by counting -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Right, and as slow as comparing each element of a row with each other one is.
//
// Input:  nn.sort and nn.topk on tensors.
// Output: linalg.generic: how many elements of its row come before an element,
//         and, for each position, the element before which so many come.
// How:    equal elements come in the order of the row.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/Passes.h"
#include "lowering/tensor/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_SORTTOCUDA
#include "lowering/Passes.h.inc"

namespace {

using utils::IteratorType;

/// Whether x comes before y; NaN is greater than every number.
Value isBefore(ImplicitLocOpBuilder &b, Value x, Value y, bool descending) {
  if (descending)
    std::swap(x, y);
  if (!isa<FloatType>(x.getType())) {
    // Those of a byte have no sign; int8 comes as 16 bits.
    auto less = x.getType().getIntOrFloatBitWidth() <= 8
                    ? arith::CmpIPredicate::ult
                    : arith::CmpIPredicate::slt;
    return arith::CmpIOp::create(b, less, x, y);
  }
  auto compare = [&](arith::CmpFPredicate how, Value x, Value y) -> Value {
    return arith::CmpFOp::create(b, how, x, y);
  };
  Value less = compare(arith::CmpFPredicate::OLT, x, y);
  Value isNumber = compare(arith::CmpFPredicate::ORD, x, x);
  Value isNan = compare(arith::CmpFPredicate::UNO, y, y);
  return arith::OrIOp::create(b, less,
                              arith::AndIOp::create(b, isNumber, isNan));
}

/// Loops over rows, and two over columns, of which one is summed over.
AffineMap mapOf(MLIRContext *context, ArrayRef<unsigned> dims) {
  SmallVector<AffineExpr> results;
  for (unsigned dim : dims)
    results.push_back(getAffineDimExpr(dim, context));
  return AffineMap::get(3, 0, results, context);
}

constexpr IteratorType sumOverLast[] = {
    IteratorType::parallel, IteratorType::parallel, IteratorType::reduction};

/// How many elements of the row come before each element.
Value makeRanks(ImplicitLocOpBuilder &b, Value input, bool descending) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, input);
  RankedTensorType type = tensorType(input).clone(b.getI64Type());
  Value zero = filledTensor(b, type, sizes, b.getI64IntegerAttr(0));
  AffineMap maps[] = {mapOf(b.getContext(), {0, 1}),
                      mapOf(b.getContext(), {0, 2}),
                      mapOf(b.getContext(), {0, 1})};
  return linalg::GenericOp::create(
             b, type, ValueRange{input, input}, zero, maps, sumOverLast,
             [&](OpBuilder &inner, Location loc, ValueRange values) {
               ImplicitLocOpBuilder b(loc, inner);
               Value x = values[1], y = values[0];
               Value isEarlier = arith::CmpIOp::create(
                   b, arith::CmpIPredicate::ult, linalg::IndexOp::create(b, 2),
                   linalg::IndexOp::create(b, 1));
               Value before = isBefore(b, x, y, descending);
               Value behind = isBefore(b, y, x, descending);
               Value isEqual = arith::CmpIOp::create(
                   b, arith::CmpIPredicate::eq, before, behind);
               Value counts = arith::OrIOp::create(
                   b, before, arith::AndIOp::create(b, isEqual, isEarlier));
               Value one = arith::ExtUIOp::create(b, b.getI64Type(), counts);
               linalg::YieldOp::create(
                   b, arith::AddIOp::create(b, values[2], one).getResult());
             })
      .getResult(0);
}

/// The columns of the elements with the ranks 0, 1, ...
Value makeColumns(ImplicitLocOpBuilder &b, Value ranks, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes) {
  Value zero = filledTensor(b, type, sizes, b.getI64IntegerAttr(0));
  AffineMap maps[] = {mapOf(b.getContext(), {0, 2}),
                      mapOf(b.getContext(), {0, 1})};
  return linalg::GenericOp::create(
             b, type, ranks, zero, maps, sumOverLast,
             [&](OpBuilder &inner, Location loc, ValueRange values) {
               ImplicitLocOpBuilder b(loc, inner);
               auto number = [&](uint64_t loop) -> Value {
                 return arith::IndexCastOp::create(
                     b, b.getI64Type(), linalg::IndexOp::create(b, loop));
               };
               Value isHere = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    values[0], number(1));
               linalg::YieldOp::create(
                   b, arith::SelectOp::create(b, isHere, number(2), values[1])
                          .getResult());
             })
      .getResult(0);
}

void rewrite(nn::SortOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value ranks = makeRanks(b, op.getInput(), op.getDescending());
  Value columns = makeColumns(b, ranks, tensorType(op.getIndices()),
                              sizesOf(b, op.getInput()));
  op.getIndices().replaceAllUsesWith(columns);
  op.erase();
}

void rewrite(nn::TopKOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  RankedTensorType type = tensorType(op.getIndices());
  SmallVector<OpFoldResult> sizes = sizesOf(b, op.getInput());
  sizes[1] = type.isDynamicDim(1)
                 ? OpFoldResult(op.getK())
                 : OpFoldResult(b.getIndexAttr(type.getDimSize(1)));
  Value ranks = makeRanks(b, op.getInput(), op.getDescending());
  op.getIndices().replaceAllUsesWith(makeColumns(b, ranks, type, sizes));
  op.erase();
}

struct SortToCuda : impl::SortToCudaBase<SortToCuda> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto sort = dyn_cast<nn::SortOp>(op))
        rewrite(sort);
      else if (auto top = dyn_cast<nn::TopKOp>(op))
        rewrite(top);
    });
  }
};

} // namespace
} // namespace tine
