//===- SortToCpu.cpp - Sorting to the dialect cpu -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces nn.sort and nn.topk by cpu.sort.
//
// Input: nn.sort on tensors whose sorted elements nobody takes from it.
// Output: none of them.
// How: a destination that has as many columns as are wanted.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "dialects/nn/IndexingOps.h"
#include "lowering/cpu/Passes.h"
#include "lowering/support/Sizes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_SORTTOCPU
#include "lowering/cpu/Passes.h.inc"

namespace {

void replace(ImplicitLocOpBuilder &b, Value indices, cpu::Order order,
             Value input, ArrayRef<OpFoldResult> sizes, bool descending) {
  RankedTensorType type = tensorType(indices);
  auto sort = cpu::SortOp::create(b, type, order, input,
                                  emptyTensor(b, type, sizes), descending);
  indices.replaceAllUsesWith(sort.getResult());
}

void rewrite(nn::SortOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  replace(b, op.getIndices(),
          op.getStable() ? cpu::Order::stable : cpu::Order::unstable,
          op.getInput(), sizesOf(b, op.getInput()), op.getDescending());
  op.erase();
}

void rewrite(nn::TopKOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  cpu::Order order = op.getTop() == nn::Top::sorted      ? cpu::Order::top
                     : op.getTop() == nn::Top::partition ? cpu::Order::partition
                                                         : cpu::Order::kth;
  SmallVector<OpFoldResult> sizes = sizesOf(b, op.getInput());
  RankedTensorType type = tensorType(op.getIndices());
  sizes[1] = type.isDynamicDim(1)
                 ? OpFoldResult(op.getK())
                 : OpFoldResult(b.getIndexAttr(type.getDimSize(1)));
  replace(b, op.getIndices(), order, op.getInput(), sizes, op.getDescending());
  op.erase();
}

struct SortToCpu : impl::SortToCpuBase<SortToCpu> {
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
