//===- CpuBackend.cpp - Code for processors -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products and windows by register tiles, rows and epilogues in the first
// cache, the rest as loops of vectors, and chunks of it as OpenMP tasks.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "lowering/Passes.h"
#include "lowering/Pipeline.h"
#include "lowering/TargetBackend.h"
#include "lowering/cpu/BufferizeProducts.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tine {
namespace {

class CpuBackend : public TargetBackend {
public:
  llvm::StringRef getName() const override { return "cpu"; }

  void registerDialects(DialectRegistry &registry) const override {
    registry.insert<cpu::CPUDialect>();
    registerBufferizableProducts(registry);
  }

  void addTensorPasses(OpPassManager &manager,
                       const PipelineOptions &options) const override {
    manager.addNestedPass<func::FuncOp>(createWindowsToCpu());
    manager.addNestedPass<func::FuncOp>(createSortToCpu());
    manager.addNestedPass<func::FuncOp>(createAttentionToCpu());
    PackMatmulsOptions pack;
    pack.vectorBits = options.vectorBits;
    manager.addNestedPass<func::FuncOp>(createPackMatmuls(pack));
  }

  void addBufferPasses(OpPassManager &manager,
                       const PipelineOptions &) const override {
    manager.addNestedPass<func::FuncOp>(createFuseRows());
    manager.addNestedPass<func::FuncOp>(createFuseEpilogues());
    manager.addNestedPass<func::FuncOp>(createParallelizeBatches());
    manager.addNestedPass<func::FuncOp>(createStackSmallBuffers());
  }

  void addCodePasses(OpPassManager &manager,
                     const PipelineOptions &options) const override {
    manager.addPass(createTraceOperations());
    LowerAttentionOptions attention;
    attention.vectorBits = options.vectorBits;
    manager.addNestedPass<func::FuncOp>(createLowerAttention(attention));
    ExpandMathOptions math;
    math.vectorBits = options.vectorBits;
    manager.addPass(createExpandMath(math));
    ExpandNarrowFloatsOptions halves;
    halves.hasHalf = options.convertsHalf;
    manager.addPass(createExpandNarrowFloats(halves));
    LowerMatmulOptions matmul;
    matmul.vectorBits = options.vectorBits;
    manager.addNestedPass<func::FuncOp>(createLowerMatmul(matmul));
    ExpandMaskedStoresOptions stores;
    stores.vectorBits = options.vectorBits;
    manager.addNestedPass<func::FuncOp>(createExpandMaskedStores(stores));
    LinalgToLoopsOptions loops;
    loops.vectorBits = options.vectorBits;
    manager.addNestedPass<func::FuncOp>(createLinalgToLoops(loops));
    manager.addPass(createCanonicalizer());
    manager.addPass(createCSEPass());
    manager.addNestedPass<func::FuncOp>(createParallelToTasks());
    manager.addPass(createCanonicalizer());
    manager.addPass(createCSEPass());
  }
};

} // namespace

const TargetBackend &getCpuBackend() {
  static const CpuBackend backend;
  return backend;
}

} // namespace tine
