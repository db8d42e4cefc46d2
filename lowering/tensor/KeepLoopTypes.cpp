//===- KeepLoopTypes.cpp - Loops whose tensors change their sizes ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's canonicalization of scf.for takes the type of a carried tensor
// from the tensor.cast that it starts with, and casts what the body yields to
// it: a tensor that starts with five elements has five then, however many the
// body gives it.
//
// Input:  scf.for that carry tensors of sizes that are not known.
// Output: what such a tensor starts with is behind an nn.optimization_barrier,
//         until remove-optimization-barriers.
// How:    looks at the types only: a cast may appear later.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "lowering/tensor/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tine {
#define GEN_PASS_DEF_KEEPLOOPTYPES
#include "lowering/tensor/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct KeepLoopTypes : tine::impl::KeepLoopTypesBase<KeepLoopTypes> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      OpBuilder b(loop);
      for (OpOperand &init : loop.getInitArgsMutable()) {
        auto type = dyn_cast<RankedTensorType>(init.get().getType());
        if (type && !type.hasStaticShape())
          init.set(nn::OptimizationBarrierOp::create(b, loop.getLoc(),
                                                     init.get(),
                                                     /*pinned=*/false));
      }
    });
  }
};

} // namespace
