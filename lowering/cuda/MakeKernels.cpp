//===- MakeKernels.cpp - Kernels of linalg on buffers ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  functions that issue work for GPUs, with linalg and attention on
//         buffers.
// Output: a `gpu.func` in the module of kernels and a `gpu.launch_func` for
//         each of these ops and for each copy that is not a block of memory.
// How:    attention has kernels by tiles (makeAttentionKernels). Named ops
//         become generic ones. A product has tiles
//         (makeProductKernels); ops on the same rows are one kernel
//         (makeRowKernel); of the rest what goes through its elements in their
//         order has vectors (makeFlatKernel), what combines many values a block
//         of threads for each result (makeReductionKernels) or line
//         (makeScanKernels), else each point of the parallel loops has a thread
//         (makePointKernel). Results that begin with a constant are not filled
//         before (takeFills).
// Rejects: more elements than a kernel counts.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/cuda/AttentionKernels.h"
#include "lowering/cuda/CheckKernels.h"
#include "lowering/cuda/FilledStarts.h"
#include "lowering/cuda/Passes.h"
#include "lowering/cuda/PointKernels.h"
#include "lowering/cuda/ProductKernels.h"
#include "lowering/cuda/ReductionKernels.h"
#include "lowering/cuda/RoundedBuffers.h"
#include "lowering/cuda/RowKernels.h"
#include "lowering/cuda/ScanKernels.h"
#include "lowering/cuda/SortKernels.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

namespace tine {
#define GEN_PASS_DEF_MAKEKERNELS
#include "lowering/cuda/Passes.h.inc"
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

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

constexpr llvm::StringLiteral tooMany =
    " elements are too many for a kernel of a cuda device, which takes fewer "
    "than 2^31; ";

LogicalResult refuse(Operation *op, int64_t count) {
  return emitError(op->getLoc()) << count << tooMany
                                 << "move them with .cpu(), or compile with "
                                    "--targets=cpu";
}

/// An error if the loops of this kind are more than a kernel counts; a check
/// where only the run knows.
LogicalResult checkSteps(linalg::GenericOp op, utils::IteratorType kind) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto linalgOp = cast<linalg::LinalgOp>(op.getOperation());
  int64_t known = 1;
  SmallVector<unsigned> unknown;
  for (auto [i, size, of] :
       llvm::enumerate(op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    if (of != kind)
      continue;
    if (ShapedType::isDynamic(size))
      unknown.push_back(i);
    else if (llvm::MulOverflow(known, size, known))
      known = std::numeric_limits<int64_t>::max();
  }
  if (known > cuda::mostElements && unknown.empty())
    return refuse(op, known);
  if (unknown.empty() || known == 0)
    return success();
  Value count = arith::ConstantIndexOp::create(b, known);
  SmallVector<Range> ranges = linalgOp.createLoopRanges(b, op.getLoc());
  for (unsigned i : unknown)
    count = b.createOrFold<arith::MulIOp>(
        count, getValueOrCreateConstantIndexOp(b, op.getLoc(), ranges[i].size));
  Value most = arith::ConstantIndexOp::create(b, cuda::mostElements);
  Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, count, most);
  Value number = arith::IndexCastOp::create(b, b.getI64Type(), count);
  AssertOp::create(
      b, fits, "RuntimeError",
      ("%i" + tooMany + "run with --device-map 'cuda:*=cpu'").str(),
      ValueRange(number));
  return success();
}

/// What only the run knows, the runtime checks.
LogicalResult checkAllocation(Operation *op) {
  ShapedType type;
  if (auto box = dyn_cast<BoxAllocOp>(op))
    type = box.getBox().getType().getTensor();
  else if (auto buffer = dyn_cast<memref::AllocOp>(op))
    type = buffer.getType();
  if (!type || !type.hasStaticShape() ||
      type.getNumElements() <= cuda::mostElements)
    return success();
  return refuse(op, type.getNumElements());
}

struct MakeKernels : tine::impl::MakeKernelsBase<MakeKernels> {
  void runOnOperation() override {
    cuda::KernelSet kernels(getOperation(), "kernel");
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!issuesWork(function))
        continue;
      if (failed(check(function)))
        return signalPassFailure();
      for (Operation *op : collect(function))
        generalize(op, rewriter);
      cuda::makeCheckKernels(function, kernels);
      function.walk(
          [&](cuda::SortPiecesOp op) { cuda::makeSortKernel(op, kernels); });
      for (linalg::GenericOp op : genericsOf(function, /*withSums=*/false))
        if (failed(checkSteps(op, utils::IteratorType::parallel)) ||
            failed(checkSteps(op, utils::IteratorType::reduction)))
          return signalPassFailure();
      cuda::narrowRounded(function);
      function.walk([&](Operation *op) {
        if (auto attention = dyn_cast<linalg_ext::AttentionOp>(op))
          cuda::makeAttentionKernels(attention, kernels);
        else if (auto grad = dyn_cast<linalg_ext::AttentionGradOp>(op))
          cuda::makeAttentionKernels(grad, kernels);
      });
      // Products first: they take ops of elements around them along.
      for (linalg::GenericOp op : genericsOf(function, /*withSums=*/true))
        cuda::makeProductKernels(op, kernels);
      function.walk([&](Block *block) {
        for (cuda::RowGroup &group : cuda::findRowGroups(*block))
          cuda::makeRowKernel(group, kernels);
      });
      for (linalg::GenericOp op : genericsOf(function, /*withSums=*/true))
        cuda::takeFills(op);
      for (linalg::GenericOp op : genericsOf(function, /*withSums=*/false))
        if (!cuda::makeFlatKernel(op, kernels) &&
            !cuda::makeReductionKernels(op, kernels) &&
            !cuda::makeScanKernels(op, kernels))
          cuda::makePointKernel(op, kernels);
    }
  }

  static LogicalResult check(func::FuncOp function) {
    WalkResult result = function.walk([&](Operation *op) {
      return failed(checkAllocation(op)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  static SmallVector<Operation *> collect(func::FuncOp function) {
    SmallVector<Operation *> ops;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<linalg::LinalgOp, memref::CopyOp>(op))
        return WalkResult::advance();
      ops.push_back(op);
      return WalkResult::skip();
    });
    return ops;
  }

  static void generalize(Operation *op, RewriterBase &rewriter) {
    rewriter.setInsertionPoint(op);
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      if (isBlock(copy.getSource()) && isBlock(copy.getTarget()))
        return;
      op = linalg::CopyOp::create(rewriter, copy.getLoc(), copy.getSource(),
                                  copy.getTarget());
      rewriter.eraseOp(copy);
      rewriter.setInsertionPoint(op);
    }
    if (!isa<linalg::GenericOp>(op))
      (void)*linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
  }

  /// All, or those with loops that are not parallel.
  static SmallVector<linalg::GenericOp> genericsOf(func::FuncOp function,
                                                   bool withSums) {
    SmallVector<linalg::GenericOp> generics;
    for (Operation *op : collect(function))
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        if (!withSums || generic.getNumReductionLoops() != 0)
          generics.push_back(generic);
    return generics;
  }
};

} // namespace
