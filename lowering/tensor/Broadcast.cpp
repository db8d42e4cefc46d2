//===- Broadcast.cpp - Operands of different shapes -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Broadcasting. A dimension of static size 1 costs nothing: its indexing map
// has a 0 there. A dynamic size that is not provably the result's is compared
// at run time; in the rare case that it is 1, the operand is repeated first.
//
//===----------------------------------------------------------------------===//

#include "lowering/tensor/Broadcast.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tine {
namespace {

bool isOne(OpFoldResult size) { return getConstantIntValue(size) == 1; }

Value valueOf(ImplicitLocOpBuilder &b, OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
}

Value isEqual(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
}

/// The size that two sizes give together; raises when they do not fit.
OpFoldResult joinSizes(ImplicitLocOpBuilder &b, OpFoldResult x, OpFoldResult y,
                       int64_t dim) {
  if (isOne(x))
    return y;
  if (isOne(y) || sameSize(x, y).value_or(false))
    return x;
  Value vx = valueOf(b, x), vy = valueOf(b, y), one = indexConstant(b, 1);
  Value xIsOne = isEqual(b, vx, one);
  Value fits = arith::OrIOp::create(b, isEqual(b, vx, vy), xIsOne);
  fits = arith::OrIOp::create(b, fits, isEqual(b, vy, one));
  raiseUnless(b, fits, "RuntimeError",
              ("The size of tensor a (%i) must match the size of tensor b (%i) "
               "at non-singleton dimension " +
               Twine(dim))
                  .str(),
              {vx, vy});
  if (getConstantIntValue(x))
    return x;
  if (getConstantIntValue(y))
    return y;
  return arith::SelectOp::create(b, xIsOne, vy, vx).getResult();
}

/// Raises unless a size is 1 or the one that the result must have.
void checkExpands(ImplicitLocOpBuilder &b, OpFoldResult wanted,
                  OpFoldResult size, int64_t dim) {
  if (isOne(size) || sameSize(wanted, size).value_or(false))
    return;
  Value want = valueOf(b, wanted), own = valueOf(b, size);
  Value fits = arith::OrIOp::create(b, isEqual(b, own, want),
                                    isEqual(b, own, indexConstant(b, 1)));
  raiseUnless(b, fits, "RuntimeError",
              ("The expanded size of the tensor (%i) must match the existing "
               "size (%i) at non-singleton dimension " +
               Twine(dim))
                  .str(),
              {want, own});
}

/// Repeats the dimensions that have size 1 at run time, when there are any.
Value repeat(ImplicitLocOpBuilder &b, Value tensor, ArrayRef<int64_t> dims,
             ArrayRef<OpFoldResult> target) {
  RankedTensorType type = tensorType(tensor);
  SmallVector<Value> isOneThere(type.getRank());
  Value fits;
  for (int64_t dim : dims) {
    Value size = sizeValue(b, tensor, dim);
    Value equal = isEqual(b, size, valueOf(b, target[dim]));
    fits = fits ? arith::AndIOp::create(b, fits, equal).getResult() : equal;
    isOneThere[dim] = isEqual(b, size, indexConstant(b, 1));
  }
  auto branch = scf::IfOp::create(b, type, fits, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, tensor);
  b.setInsertionPointToStart(branch.elseBlock());
  Value empty = emptyTensor(b, type, target);
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(
      b, type, ValueRange{}, empty, identity, loops,
      [&](OpBuilder &nested, Location loc, ValueRange) {
        ImplicitLocOpBuilder body(loc, nested);
        SmallVector<Value> index;
        for (int64_t i = 0; i < type.getRank(); ++i) {
          Value at = linalg::IndexOp::create(body, i);
          if (isOneThere[i])
            at = arith::SelectOp::create(body, isOneThere[i],
                                         indexConstant(body, 0), at);
          index.push_back(at);
        }
        Value element = tensor::ExtractOp::create(body, tensor, index);
        linalg::YieldOp::create(body, element);
      });
  scf::YieldOp::create(b, copy.getResult(0));
  return branch.getResult(0);
}

} // namespace

BroadcastOperands broadcastOperands(ImplicitLocOpBuilder &b,
                                    ArrayRef<Value> tensors,
                                    RankedTensorType result,
                                    ArrayRef<OpFoldResult> resultSizes) {
  int64_t rank = result.getRank();
  SmallVector<SmallVector<OpFoldResult>> own;
  for (Value tensor : tensors)
    own.push_back(sizesOf(b, tensor));

  BroadcastOperands out;
  for (int64_t i = 0; i < rank; ++i) {
    OpFoldResult size = b.getIndexAttr(1);
    for (auto [tensor, sizes] : llvm::zip_equal(tensors, own)) {
      int64_t dim = i - (rank - static_cast<int64_t>(sizes.size()));
      if (dim >= 0)
        size = joinSizes(b, size, sizes[dim], i);
    }
    OpFoldResult wanted;
    if (!resultSizes.empty())
      wanted = resultSizes[i];
    else if (!result.isDynamicDim(i))
      wanted = b.getIndexAttr(result.getDimSize(i));
    if (wanted)
      checkExpands(b, wanted, size, i);
    out.sizes.push_back(wanted ? wanted : size);
  }

  for (auto [tensor, sizes] : llvm::zip_equal(tensors, own)) {
    int64_t shift = rank - static_cast<int64_t>(sizes.size());
    SmallVector<AffineExpr> exprs;
    SmallVector<int64_t> unsure;
    for (auto [i, size] : llvm::enumerate(sizes)) {
      OpFoldResult target = out.sizes[i + shift];
      bool repeats = isOne(size) && !isOne(target);
      exprs.push_back(repeats ? b.getAffineConstantExpr(0)
                              : b.getAffineDimExpr(i + shift));
      if (!repeats && !sameSize(size, target).value_or(false))
        unsure.push_back(i);
    }
    Value operand = tensor;
    if (!unsure.empty())
      operand = repeat(b, tensor, unsure,
                       ArrayRef<OpFoldResult>(out.sizes).drop_front(shift));
    out.tensors.push_back(operand);
    out.maps.push_back(AffineMap::get(rank, 0, exprs, b.getContext()));
  }
  return out;
}

} // namespace tine
