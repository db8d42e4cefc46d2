//===- NonzeroToCuda.cpp - Places of true elements ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  nn.nonzero on tensors.
// Output: linalg.generic: a scan that counts the true elements up to each, and,
//         for each number of a true element, a search for the first place up to
//         which there are so many. The host reads the count.
// How:    what a tensor is indexed with by such places is inside where the
//         vector is as long as the tensor: no check is left of it.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/IndexingOps.h"
#include "lowering/cuda/Passes.h"
#include "lowering/cuda/Search.h"
#include "lowering/support/Indices.h"
#include "lowering/support/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_NONZEROTOCUDA
#include "lowering/cuda/Passes.h.inc"

namespace {

/// How many elements are true up to each, and in all. No tensor of a GPU has
/// more than 32 bits count.
linalg::GenericOp countUpTo(ImplicitLocOpBuilder &b, Value bits) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, bits);
  RankedTensorType type = tensorType(bits).clone(b.getI32Type());
  auto scalar = RankedTensorType::get({}, b.getI32Type());
  Value zero = filledTensor(b, scalar, {}, b.getI32IntegerAttr(0));
  AffineMap along = b.getMultiDimIdentityMap(1);
  return linalg::GenericOp::create(
      b, TypeRange{type, scalar}, bits,
      ValueRange{emptyTensor(b, type, sizes), zero},
      ArrayRef<AffineMap>{along, along, AffineMap::get(1, 0, b.getContext())},
      utils::IteratorType::reduction,
      [](OpBuilder &nested, Location loc, ValueRange values) {
        ImplicitLocOpBuilder body(loc, nested);
        Value one = arith::ExtUIOp::create(body, body.getI32Type(), values[0]);
        Value sum = arith::AddIOp::create(body, values[2], one);
        linalg::YieldOp::create(body, ValueRange{sum, sum});
      });
}

void rewrite(nn::NonzeroOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value size = sizeValue(b, op.getInput(), 0);
  linalg::GenericOp counts = countUpTo(b, op.getInput());
  Value count = arith::IndexCastOp::create(
      b, b.getIndexType(),
      tensor::ExtractOp::create(b, counts.getResult(1), ValueRange()));
  RankedTensorType type = tensorType(op.getResult());
  Value zero = indexConstant(b, 0);
  auto places = linalg::GenericOp::create(
      b, type, ValueRange(), emptyTensor(b, type, OpFoldResult(count)),
      b.getMultiDimIdentityMap(1), utils::IteratorType::parallel,
      [&](OpBuilder &nested, Location loc, ValueRange) {
        ImplicitLocOpBuilder body(loc, nested);
        Value number = arith::IndexCastOp::create(
            body, body.getI32Type(), linalg::IndexOp::create(body, 0));
        Value place = cuda::searchSorted(
            body, zero, size, [&](ImplicitLocOpBuilder &inner, Value at) {
              Value upTo = tensor::ExtractOp::create(inner, counts.getResult(0),
                                                     ValueRange(at));
              return arith::CmpIOp::create(inner, arith::CmpIPredicate::sle,
                                           upTo, number);
            });
        linalg::YieldOp::create(body, ValueRange(arith::IndexCastOp::create(
                                          body, body.getI64Type(), place)));
      });
  op.replaceAllUsesWith(places.getResult(0));
  op.erase();
}

/// The places are below the size of the vector.
void markInside(nn::NonzeroOp op) {
  int64_t size = tensorType(op.getInput()).getDimSize(0);
  for (Operation *user : op->getUsers())
    if (auto select = dyn_cast<nn::IndexSelectOp>(user);
        select && select.getIndices() == op.getResult() &&
        !ShapedType::isDynamic(size) &&
        tensorType(select.getInput()).getDimSize(select.getDim()) >= size)
      markKnownIndices(select);
}

struct NonzeroToCuda : impl::NonzeroToCudaBase<NonzeroToCuda> {
  void runOnOperation() override {
    getOperation()->walk([](nn::NonzeroOp op) {
      markInside(op);
      rewrite(op);
    });
  }
};

} // namespace
} // namespace tine
