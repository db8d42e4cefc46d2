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

#include "lowering/cpu/CpuBackend.h"
#include "dialects/cpu/CPU.h"
#include "lowering/cpu/BufferizeProducts.h"
#include "lowering/cpu/Passes.h"
#include "lowering/support/Canonicalizer.h"
#include "lowering/target/Passes.h"
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

  void addTensorPasses(TargetPasses &passes,
                       const TargetOptions &options) const override {
    passes.onFunctions(createWindowsToCpu());
    passes.onFunctions(createSortToCpu());
    passes.onFunctions(createAttentionToLinalgExt());
    PackMatmulsOptions pack;
    pack.vectorBits = options.vectorBits;
    passes.onFunctions(createPackMatmuls(pack));
  }

  void addBufferPasses(TargetPasses &passes,
                       const TargetOptions &) const override {
    passes.onFunctions(createFuseRows());
    passes.onFunctions(createFuseEpilogues());
    passes.onFunctions(createParallelizeBatches());
    passes.onFunctions(createStackSmallBuffers());
  }

  void addCodePasses(TargetPasses &passes,
                     const TargetOptions &options) const override {
    passes.onModule(createTraceOperations());
    LowerAttentionOptions attention;
    attention.vectorBits = options.vectorBits;
    passes.onFunctions(createLowerAttention(attention));
    ExpandMathOptions math;
    math.vectorBits = options.vectorBits;
    passes.onModule(createExpandMath(math));
    ExpandNarrowFloatsOptions halves;
    halves.hasHalf = options.convertsHalf;
    passes.onModule(createExpandNarrowFloats(halves));
    LowerMatmulOptions matmul;
    matmul.vectorBits = options.vectorBits;
    passes.onFunctions(createLowerMatmul(matmul));
    ExpandMaskedStoresOptions stores;
    stores.vectorBits = options.vectorBits;
    passes.onFunctions(createExpandMaskedStores(stores));
    LinalgToLoopsOptions loops;
    loops.vectorBits = options.vectorBits;
    passes.onFunctions(createLinalgToLoops(loops));
    passes.onModule(createCanonicalizer());
    passes.onModule(createCSEPass());
    passes.onFunctions(createParallelToTasks());
    passes.onModule(createCanonicalizer());
    passes.onModule(createCSEPass());
  }
};

} // namespace

const TargetBackend &getCpuBackend() {
  static const CpuBackend backend;
  return backend;
}

} // namespace tine
