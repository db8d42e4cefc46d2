//===- RejectOperations.cpp - What has no kernel yet ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  a function that issues work for GPUs, on tensors.
// Output: the same.
// Rejects: operations of nn that nobody has lowered.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/Passes.h"

namespace tine {
#define GEN_PASS_DEF_REJECTOPERATIONS
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct RejectOperations : tine::impl::RejectOperationsBase<RejectOperations> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<nn::NNDialect>(op->getDialect()) ||
          isa<nn::OptimizationBarrierOp>(op))
        return;
      emitError(op->getLoc())
          << "'" << op->getName()
          << "' is not supported on cuda devices yet; move it with .cpu(), or "
             "compile with --targets=cpu";
      signalPassFailure();
    });
  }
};

} // namespace
