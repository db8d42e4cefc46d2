//===- MakeKernels.cpp - Kernels of linalg on buffers ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  functions that issue work for GPUs, with linalg on buffers.
// Output: a `gpu.func` in the module of kernels and a `gpu.launch_func` for
//         each op of linalg and for each copy that is not a block of memory.
// How:    named ops become generic ones. What goes through its elements in
//         their order has vectors (makeFlatKernel), what combines many values
//         a block of threads for each result (makeReductionKernels), else each
//         point of the parallel loops has a thread (makePointKernel).
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "lowering/Targets.h"
#include "lowering/cuda/PointKernels.h"
#include "lowering/cuda/ReductionKernels.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tine {
#define GEN_PASS_DEF_MAKEKERNELS
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Whether the buffer's elements lie one after the other.
bool isBlock(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return memref::isStaticShapeAndContiguousRowMajor(type) ||
         type.getLayout().isIdentity();
}

struct MakeKernels : tine::impl::MakeKernelsBase<MakeKernels> {
  void runOnOperation() override {
    cuda::KernelSet kernels(getOperation(), "kernel");
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!issuesWork(function))
        continue;
      SmallVector<Operation *> ops;
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (!isa<linalg::LinalgOp, memref::CopyOp>(op))
          return WalkResult::advance();
        ops.push_back(op);
        return WalkResult::skip();
      });
      for (Operation *op : ops)
        lower(op, rewriter, kernels);
    }
  }

  static void lower(Operation *op, RewriterBase &rewriter,
                    cuda::KernelSet &kernels) {
    rewriter.setInsertionPoint(op);
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      if (isBlock(copy.getSource()) && isBlock(copy.getTarget()))
        return;
      op = linalg::CopyOp::create(rewriter, copy.getLoc(), copy.getSource(),
                                  copy.getTarget());
      rewriter.eraseOp(copy);
      rewriter.setInsertionPoint(op);
    }
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      generic =
          *linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
    if (!cuda::makeFlatKernel(generic, kernels) &&
        !cuda::makeReductionKernels(generic, kernels))
      cuda::makePointKernel(generic, kernels);
  }
};

} // namespace
