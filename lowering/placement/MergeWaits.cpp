//===- MergeWaits.cpp - One wait for a future in a block ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backward pass waits for a task's gradients once for each of them, and again
// for what the forward pass kept. A wait costs counts of all results.
//
// Input:  futures anywhere.
// Output: a block waits for a future at most once; blocks in it may wait again.
// How:    the first wait gives the results of the later ones: an error of the
//         task was raised there.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tine {
#define GEN_PASS_DEF_MERGEWAITS
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct MergeWaits : tine::impl::MergeWaitsBase<MergeWaits> {
  void runOnOperation() override {
    getOperation()->walk([](Block *block) {
      llvm::DenseMap<Value, WaitOp> waits;
      for (WaitOp wait : llvm::make_early_inc_range(block->getOps<WaitOp>())) {
        auto [entry, isFirst] = waits.try_emplace(wait.getFuture(), wait);
        if (isFirst)
          continue;
        wait.replaceAllUsesWith(entry->second.getResults());
        wait.erase();
      }
    });
  }
};

} // namespace
