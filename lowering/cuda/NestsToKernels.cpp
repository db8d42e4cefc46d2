//===- NestsToKernels.cpp - Loops over elements as kernels ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What nobody else claims: right and slow.
//
// Input:  functions that issue work for GPUs, without linalg.
// Output: the outermost loops and branches that only compute with elements are
//         kernels of one thread.
// How:    the kernel stores the results of a loop in a buffer, from which the
//         function loads them.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "lowering/Targets.h"
#include "lowering/cuda/KernelBuilder.h"
#include "lowering/placement/Report.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace tine {
#define GEN_PASS_DEF_NESTSTOKERNELS
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

bool isElementBuffer(Value buffer) {
  return !cuda::rootOf(buffer).getDefiningOp<memref::AllocaOp>();
}

/// Whether a kernel can do what the op does.
bool canRun(Operation *op) {
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return dim.getConstantIndex().has_value();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isElementBuffer(load.getMemRef());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isElementBuffer(store.getMemRef());
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         scf::SCFDialect, ub::UBDialect>(op->getDialect()) &&
         !isa<scf::ParallelOp, scf::ForallOp>(op);
}

/// Whether the op computes with elements and does nothing else.
bool isNest(Operation *op) {
  if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
    return false;
  bool touches = false;
  bool runs = !op->walk([&](Operation *inner) {
                   touches |= isa<memref::LoadOp, memref::StoreOp>(inner);
                   return canRun(inner) ? WalkResult::advance()
                                        : WalkResult::interrupt();
                 }).wasInterrupted();
  // Buffers that a loop carries are not the kernel's.
  auto isNumber = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return runs && touches && llvm::all_of(op->getResultTypes(), isNumber);
}

/// Replaces the results of the op by loads of buffers. These are freed where
/// the op's block ends, which is never long after.
SmallVector<Value> moveResults(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Value> buffers;
  for (Value result : op->getResults()) {
    Type type =
        result.getType().isIndex() ? builder.getI64Type() : result.getType();
    buffers.push_back(memref::AllocOp::create(builder, op->getLoc(),
                                              MemRefType::get({1}, type)));
  }
  builder.setInsertionPointAfter(op);
  for (auto [result, buffer] : llvm::zip_equal(op->getResults(), buffers)) {
    Location loc = op->getLoc();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value loaded = memref::LoadOp::create(builder, loc, buffer, zero);
    memref::DeallocOp::create(builder, loc, buffer);
    if (result.getType().isIndex())
      loaded =
          arith::IndexCastOp::create(builder, loc, result.getType(), loaded);
    result.replaceAllUsesWith(loaded);
  }
  return buffers;
}

struct NestsToKernels : tine::impl::NestsToKernelsBase<NestsToKernels> {
  using NestsToKernelsBase::NestsToKernelsBase;

  void runOnOperation() override {
    cuda::KernelSet kernels(getOperation(), "nest");
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!issuesWork(function))
        continue;
      SmallVector<Operation *> nests;
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (!isNest(op))
          return WalkResult::advance();
        nests.push_back(op);
        return WalkResult::skip();
      });
      for (Operation *nest : nests) {
        // Of a line that several devices run, one remark.
        if (report && reported.insert(getPosition(nest->getLoc())).second)
          emitRemark(nest->getLoc())
              << "this runs on one thread of the GPU, one element after the "
                 "other";
        lower(nest, kernels);
      }
    }
  }

  llvm::DenseSet<Location> reported;

  static void lower(Operation *nest, cuda::KernelSet &kernels) {
    SmallVector<Value> buffers = moveResults(nest);
    cuda::KernelBuilder k(nest, kernels);
    IRMapping mapping;
    k.clone(*nest, mapping);
    for (auto [result, buffer] : llvm::zip_equal(nest->getResults(), buffers))
      k.store(mapping.lookup(result), k.buffer(buffer), k.index(0));
    Value one = arith::ConstantIndexOp::create(k.host(), nest->getLoc(), 1);
    k.launch(one, /*threads=*/1);
  }
};

} // namespace
