//===- SortToCpu.cpp - Sorting to the dialect cpu -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces nn.sort by cpu.sort.
//
// Input: nn.sort on tensors whose sorted elements nobody takes from it.
// Output: none of it.
// How: if only the columns of the first few are looked at, the rest need not
//   be sorted.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "dialects/nn/NN.h"
#include "lowering/Passes.h"
#include "lowering/tensor/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_SORTTOCPU
#include "lowering/Passes.h.inc"

namespace {

/// Whether a slice of the result has as many rows as that.
bool hasAllRows(tensor::ExtractSliceOp slice, nn::SortOp op) {
  OpFoldResult rows = slice.getMixedSizes()[0];
  RankedTensorType type = tensorType(op.getIndices());
  if (!type.isDynamicDim(0))
    return getConstantIntValue(rows) == type.getDimSize(0);
  auto value = dyn_cast<Value>(rows);
  auto dim = value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return dim && dim.getConstantIndex() == 0 &&
         (dim.getSource() == op.getInput() ||
          dim.getSource() == op.getIndices());
}

/// The slice that takes the first columns, so many that it is a number, if all
/// uses are that.
tensor::ExtractSliceOp firstColumns(nn::SortOp op) {
  if (!op.getIndices().hasOneUse())
    return nullptr;
  auto slice = dyn_cast<tensor::ExtractSliceOp>(*op.getIndices().user_begin());
  bool isFirst = slice && slice.getType().getRank() == 2 &&
                 slice.hasUnitStride() && slice.hasZeroOffset() &&
                 !slice.getType().isDynamicDim(1) && hasAllRows(slice, op);
  return isFirst ? slice : nullptr;
}

void rewrite(nn::SortOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<OpFoldResult> sizes = sizesOf(b, op.getInput());
  auto sorted = [&](RankedTensorType type) -> Value {
    return cpu::SortOp::create(b, type, op.getInput(),
                               emptyTensor(b, type, sizes), op.getDescending(),
                               op->hasAttr("nn.any_order"))
        .getResult();
  };
  RankedTensorType type = tensorType(op.getIndices());
  if (tensor::ExtractSliceOp slice = firstColumns(op)) {
    int64_t columns = slice.getType().getDimSize(1);
    sizes[1] = b.getIndexAttr(columns);
    Value few = sorted(RankedTensorType::get({type.getDimSize(0), columns},
                                             type.getElementType()));
    slice.replaceAllUsesWith(castTensor(b, few, slice.getType()));
    slice.erase();
  } else {
    op.getIndices().replaceAllUsesWith(sorted(type));
  }
  op.erase();
}

struct SortToCpu : impl::SortToCpuBase<SortToCpu> {
  void runOnOperation() override {
    SmallVector<nn::SortOp> sorts;
    getOperation()->walk([&](nn::SortOp op) { sorts.push_back(op); });
    llvm::for_each(sorts, rewrite);
  }
};

} // namespace
} // namespace tine
