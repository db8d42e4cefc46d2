//===- KernelsToNvvm.cpp - Kernels in the LLVM dialect --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  the module of kernels, structured.
// Output: the same in the dialects llvm and nvvm.
// How:    upstream's conversions. An `index` has 32 bits.
// Rejects: what they do not know.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace tine {
#define GEN_PASS_DEF_KERNELSTONVVM
#include "lowering/cuda/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

constexpr unsigned indexBits = 32;

struct KernelsToNvvm : tine::impl::KernelsToNvvmBase<KernelsToNvvm> {
  KernelsToNvvm() : passes(gpu::GPUModuleOp::getOperationName()) {
    passes.addPass(affine::createAffineExpandIndexOpsPass());
    passes.addPass(createLowerAffinePass());
    passes.addPass(arith::createArithExpandOpsPass());
    passes.addPass(createSCFToControlFlowPass());
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
    ConvertGpuOpsToNVVMOpsOptions nvvm;
    nvvm.indexBitwidth = indexBits;
    passes.addPass(createConvertGpuOpsToNVVMOps(nvvm));
    passes.addPass(createReconcileUnrealizedCastsPass());
    passes.addPass(createCanonicalizerPass());
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    KernelsToNvvmBase::getDependentDialects(registry);
    passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    getOperation().walk(expand);
    getOperation().walk(limitExponent);
    getOperation().walk(replaceByIntrinsic);
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }

  /// Upstream has no function of the device for this one and the next.
  static void replaceByIntrinsic(math::TruncOp op) {
    OpBuilder b(op);
    op.replaceAllUsesWith(
        LLVM::FTruncOp::create(b, op.getLoc(), op.getType(), op.getOperand())
            .getResult());
    op.erase();
  }

  static void expand(math::AbsIOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value x = op.getOperand();
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(x.getType()));
    Value negated = arith::SubIOp::create(b, zero, x);
    op.replaceAllUsesWith(arith::MaxSIOp::create(b, x, negated).getResult());
    op.erase();
  }

  /// The function of float64 is wrong where the exponent times a logarithm is
  /// beyond 1e24 or so. Beyond 2^64 all exponents give the same.
  static void limitExponent(math::PowFOp op) {
    if (!op.getType().isF64())
      return;
    ImplicitLocOpBuilder b(op.getLoc(), op);
    auto constant = [&](double value) {
      return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
    };
    constexpr double most = 0x1p64;
    Value least = arith::MaximumFOp::create(b, op.getRhs(), constant(-most));
    op.getRhsMutable().assign(
        arith::MinimumFOp::create(b, least, constant(most)));
  }

  OpPassManager passes;
};

} // namespace
