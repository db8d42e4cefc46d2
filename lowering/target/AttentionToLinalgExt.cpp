//===- AttentionToLinalgExt.cpp - Attention with destinations -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces nn.attention and nn.attention_grad by their namesakes in
// linalg_ext.
//
// Input: these ops of nn on tensors.
// Output: none of them; checks of sizes that the run decides are tine.raise.
// How: the results get destinations.
//
//===----------------------------------------------------------------------===//

#include "dialects/linalg_ext/LinalgExt.h"
#include "dialects/nn/LayerOps.h"
#include "lowering/support/Sizes.h"
#include "lowering/target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_ATTENTIONTOLINALGEXT
#include "lowering/target/Passes.h.inc"

namespace {

/// The sizes of a dimension must be one; a size of 1 in a mask fits, too.
template <typename Op> void checkSizes(ImplicitLocOpBuilder &b, Op op) {
  auto check = [&](Value x, int64_t i, Value y, int64_t j) {
    raiseUnlessSame(b, sizeOf(b, x, i), sizeOf(b, y, j), "RuntimeError",
                    "Expected size %i but got size %i");
  };
  Value q = op.getQuery(), k = op.getKey(), v = op.getValue();
  for (Value other : {k, v})
    for (int64_t i : {0, 1})
      check(q, i, other, i);
  check(q, 3, k, 3);
  check(k, 2, v, 2);
  if (Value mask = op.getMask())
    for (int64_t i = 0; i < 4; ++i)
      if (tensorType(mask).getDimSize(i) != 1)
        check(i < 3 ? q : k, i < 3 ? i : 2, mask, i);
}

/// An empty tensor of the result's type.
Value destination(ImplicitLocOpBuilder &b, Value result,
                  ArrayRef<OpFoldResult> sizes) {
  return emptyTensor(b, tensorType(result), sizes);
}

void rewrite(nn::AttentionOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  checkSizes(b, op);
  SmallVector<OpFoldResult> sizes = sizesOf(b, op.getQuery()), rows = sizes;
  sizes[3] = sizeOf(b, op.getValue(), 3);
  rows[3] = b.getIndexAttr(2);
  SmallVector<Value> dest = {destination(b, op.getResult(), sizes),
                             destination(b, op.getRows(), rows)};
  auto made = linalg_ext::AttentionOp::create(
      b, op.getResultTypes(), op.getQuery(), op.getKey(), op.getValue(),
      op.getMask(), dest, op.getScaleAttr(), op.getCausalAttr(),
      op.getZerosAttr());
  op->replaceAllUsesWith(made.getResults());
  op->erase();
}

void rewrite(nn::AttentionGradOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  checkSizes(b, op);
  SmallVector<Value> dest;
  Value of[] = {op.getQuery(), op.getKey(), op.getValue()};
  for (auto [like, result] : llvm::zip_equal(of, op.getResults()))
    dest.push_back(destination(b, result, sizesOf(b, like)));
  auto made = linalg_ext::AttentionGradOp::create(
      b, op.getResultTypes(), op.getQuery(), op.getKey(), op.getValue(),
      op.getMask(), op.getResult(), op.getRows(), op.getSeed(), dest,
      op.getScaleAttr(), op.getCausalAttr(), op.getZerosAttr());
  op->replaceAllUsesWith(made.getResults());
  op->erase();
}

struct AttentionToLinalgExt
    : impl::AttentionToLinalgExtBase<AttentionToLinalgExt> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto attention = dyn_cast<nn::AttentionOp>(op))
        rewrite(attention);
      else if (auto derivative = dyn_cast<nn::AttentionGradOp>(op))
        rewrite(derivative);
    });
  }
};

} // namespace
} // namespace tine
