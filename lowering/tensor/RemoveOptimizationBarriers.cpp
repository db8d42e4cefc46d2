//===- RemoveOptimizationBarriers.cpp - Merging is over -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  linalg on tensors with nn.optimization_barrier.
// Output: the barriers' inputs in their place.
// How:    runs behind the last pass that merges equal ops of one block. On
//         buffers a loop nest is not merged with an equal one.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "lowering/tensor/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tine {
#define GEN_PASS_DEF_REMOVEOPTIMIZATIONBARRIERS
#include "lowering/tensor/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct RemoveOptimizationBarriers
    : tine::impl::RemoveOptimizationBarriersBase<RemoveOptimizationBarriers> {
  void runOnOperation() override {
    getOperation().walk([](nn::OptimizationBarrierOp op) {
      op.getResult().replaceAllUsesWith(op.getInput());
      op.erase();
    });
  }
};

} // namespace
