//===- CudaBackend.cpp - Code for NVIDIA GPUs -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of this target issue work: what touches elements of tensors becomes
// a kernel or a call of the runtime, the rest stays on the host.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/CudaBackend.h"
#include "dialects/cuda/CUDA.h"
#include "lowering/cuda/BufferizeCuda.h"
#include "lowering/cuda/Passes.h"
#include "lowering/support/Canonicalizer.h"
#include "lowering/target/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tine {
namespace {

class CudaBackend : public TargetBackend {
public:
  llvm::StringRef getName() const override { return "cuda"; }

  void registerDialects(DialectRegistry &registry) const override {
    registry.insert<cuda::CUDADialect, gpu::GPUDialect, NVVM::NVVMDialect>();
    registerBufferizableCuda(registry);
  }

  void addNNPasses(TargetPasses &passes, const TargetOptions &) const override {
    passes.onFunctions(createDecomposeAttention());
    passes.onFunctions(createNonzeroToCuda());
    passes.onFunctions(createScatterToCuda());
  }

  void addTensorPasses(TargetPasses &passes,
                       const TargetOptions &) const override {
    passes.onFunctions(createWindowsToCuda());
    passes.onFunctions(createSortToCuda());
    passes.onFunctions(createAttentionToLinalgExt());
  }

  void addBufferPasses(TargetPasses &, const TargetOptions &) const override {}

  void addCodePasses(TargetPasses &passes,
                     const TargetOptions &options) const override {
    passes.onFunctions(createStackBookkeeping());
    // So that loads and stores of loops name whole buffers.
    passes.onFunctions(memref::createFoldMemRefAliasOpsPass());
    passes.onModule(createMakeKernels());
    NestsToKernelsOptions nests;
    nests.report = options.reportSchedule;
    passes.onModule(createNestsToKernels(nests));
    OpPassManager &kernels = passes.all().nest<gpu::GPUModuleOp>();
    // As exact as on any processor with fused multiply-add.
    ExpandMathOptions math;
    math.vectorBits = 512;
    kernels.addPass(createExpandMath(math));
    kernels.addPass(createCanonicalizer());
    kernels.addPass(createCSEPass());
    passes.onModule(createMergeEqualKernels());
    IssueKernelsOptions issue;
    issue.report = options.reportSchedule;
    passes.onModule(createIssueKernels(issue));
  }

  void addLLVMPasses(TargetPasses &passes,
                     const TargetOptions &) const override {
    passes.all().addNestedPass<gpu::GPUModuleOp>(createKernelsToNvvm());
  }
};

} // namespace

const TargetBackend &getCudaBackend() {
  static const CudaBackend backend;
  return backend;
}

} // namespace tine
