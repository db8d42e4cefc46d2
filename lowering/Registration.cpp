//===- Registration.cpp - Dialects and passes of the tools ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tinec and tine-opt register.
//
//===----------------------------------------------------------------------===//

#include "dialects/linalg_ext/LinalgExt.h"
#include "dialects/nn/NN.h"
#include "dialects/tine/Tine.h"
#include "lowering/Passes.h"
#include "lowering/PhaseChecks.h"
#include "lowering/Pipeline.h"
#include "lowering/buffer/BufferizableOps.h"
#include "lowering/buffer/Passes.h"
#include "lowering/buffer/SliceSubsets.h"
#include "lowering/cpu/Passes.h"
#include "lowering/cuda/Passes.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/llvm/Passes.h"
#include "lowering/placement/Passes.h"
#include "lowering/support/Passes.h"
#include "lowering/target/Passes.h"
#include "lowering/tensor/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void tine::registerAllDialects(DialectRegistry &registry) {
  registerSliceSubsets(registry);
  ::mlir::registerAllDialects(registry);
  ::mlir::registerAllExtensions(registry);
  registry.insert<TineDialect, nn::NNDialect, linalg_ext::LinalgExtDialect>();
  registerBufferizableOps(registry);
  for (const TargetBackend *target : getTargetBackends())
    target->registerDialects(registry);
}

void tine::registerAllPasses() {
  ::mlir::registerAllPasses();
  collectPhasesOfPasses();
  registerTineSupportPasses();
  registerTineDifferentiatePasses();
  registerTinePlacementPasses();
  registerTineTensorPasses();
  registerTineBufferPasses();
  registerTineTargetPasses();
  registerTineCpuPasses();
  registerTineCudaPasses();
  registerTineLLVMPasses();
  registerTinePhasePasses();
  // --tine-phase-NAME runs one phase, --tine-pipeline every phase; both verify.
  auto add = [](OpPassManager &manager, const PhaseInfo &info) {
    addPhase(manager, info.phase, PipelineOptions());
    VerifyPhaseOptions verify;
    verify.phase = info.name;
    manager.addPass(createVerifyPhase(verify));
  };
  for (const PhaseInfo &info : getPhases())
    PassPipelineRegistration<>(
        std::string("tine-phase-") + info.name, info.sentence,
        [add, &info](OpPassManager &manager) { add(manager, info); });
  PassPipelineRegistration<>("tine-pipeline",
                             "Every phase from the imported module to LLVM",
                             [add](OpPassManager &manager) {
                               for (const PhaseInfo &info : getPhases())
                                 add(manager, info);
                             });
}
