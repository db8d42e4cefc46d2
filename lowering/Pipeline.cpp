//===- Pipeline.cpp - The phases of the lowering --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that orders passes.
//
//===----------------------------------------------------------------------===//

#include "lowering/Pipeline.h"
#include "lowering/buffer/Passes.h"
#include "lowering/cpu/CpuBackend.h"
#include "lowering/cuda/CudaBackend.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/llvm/Passes.h"
#include "lowering/placement/Passes.h"
#include "lowering/support/Canonicalizer.h"
#include "lowering/support/Targets.h"
#include "lowering/target/Passes.h"
#include "lowering/tensor/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tine;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr PhaseInfo phases[] = {
    {Phase::Import, "nn",
     "The program as it was written, on tensors as values.",
     "the module verifies"},
    {Phase::Differentiate, "differentiate", "Gradients become backward passes.",
     "no gradient, no detach"},
    {Phase::Place, "place",
     "Forks are scheduled and outlined, work of devices goes to queues.",
     "no forks; a function runs on one device, and only futures name others"},
    {Phase::Tensor, "tensor", "Tensor operations become fused loops nests.",
     "no op of nn but draws of random numbers"},
    {Phase::Buffer, "buffer",
     "Tensors become boxes where they escape, and buffers where they do not.",
     "no tensors, no ops of nn; counts are explicit"},
    {Phase::Target, "target",
     "Forks become OpenMP tasks, nests become code of their target.",
     "no spawns or waits, no linalg"},
    {Phase::LLVM, "llvm", "Everything becomes LLVM and calls of the runtime.",
     "only the dialects llvm and omp"},
};

llvm::ArrayRef<PhaseInfo> tine::getPhases() { return phases; }

const PhaseInfo &tine::getPhase(Phase phase) {
  return phases[static_cast<unsigned>(phase)];
}

std::optional<Phase> tine::findPhase(llvm::StringRef name) {
  for (const PhaseInfo &info : phases)
    if (info.name == name)
      return info.phase;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

static void addDifferentiatePasses(OpPassManager &manager,
                                   const PipelineOptions &options) {
  manager.addNestedPass<func::FuncOp>(createKeepEndlessLoops());
  manager.addPass(createKeepTimedWork());
  manager.addPass(createPinTimedWork());
  manager.addPass(createCheckReleasedGraphs());
  manager.addPass(createGrowListsInPlace());
  manager.addPass(createResolveDepends());
  manager.addPass(createFindAttention());
  SplitBatchesOptions split;
  split.parts = options.microBatches;
  split.report = options.reportSchedule;
  manager.addPass(createSplitBatches(split));
  manager.addPass(createDifferentiate());
  PinTimedWorkOptions derivatives;
  derivatives.equal = false;
  manager.addPass(createPinTimedWork(derivatives));
  manager.addPass(createCompleteBeforeClocks());
}

static void addPlacePasses(OpPassManager &manager,
                           const PipelineOptions &options) {
  ScheduleForksOptions schedule;
  schedule.report = options.reportSchedule;
  manager.addPass(createScheduleForks(schedule));
  manager.addPass(createOutlineForks());
  manager.addNestedPass<func::FuncOp>(createMergeWaits());
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createPruneLoopValues());
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createWidenNarrowTypes());
  manager.addPass(createFuseOptimizerUpdates());
  manager.addNestedPass<func::FuncOp>(createOrderMicroBatches());
  QueueDeviceWorkOptions queue;
  queue.report = options.reportSchedule;
  manager.addPass(createQueueDeviceWork(queue));
  manager.addPass(createStripDevices());
  SplitTargetsOptions split;
  split.targets.assign(options.targets.begin(), options.targets.end());
  manager.addPass(createSplitTargets(split));
}

llvm::ArrayRef<const TargetBackend *> tine::getTargetBackends() {
  static const TargetBackend *const all[] = {&getCudaBackend(),
                                             &getCpuBackend()};
  return all;
}

/// The targets of a module, which `options.targets` names, in that order.
static SmallVector<const TargetBackend *>
getTargetBackends(const PipelineOptions &options) {
  return llvm::to_vector(
      llvm::make_filter_range(getTargetBackends(), [&](auto *target) {
        return target->getName() == cpuTarget ||
               llvm::is_contained(options.targets, target->getName());
      }));
}

/// Has each target add its passes of a phase.
using AddPasses = void (TargetBackend::*)(TargetPasses &,
                                          const TargetOptions &) const;
static void addPassesOfTargets(OpPassManager &manager,
                               const PipelineOptions &options, AddPasses add) {
  SmallVector<const TargetBackend *> targets = getTargetBackends(options);
  for (const TargetBackend *target : targets) {
    TargetPasses passes(manager, target->getName(), targets.size() == 1);
    (target->*add)(passes, options);
  }
}

static void addTensorPasses(OpPassManager &manager,
                            const PipelineOptions &options) {
  manager.addNestedPass<func::FuncOp>(createKeepLoopTypes());
  manager.addPass(createNameOperations());
  addPassesOfTargets(manager, options, &TargetBackend::addNNPasses);
  manager.addNestedPass<func::FuncOp>(createNNToLinalg());
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createHoistLoopInvariants());
  manager.addNestedPass<func::FuncOp>(createFuseElementwise());
  manager.addNestedPass<func::FuncOp>(createSinkProductSums());
  addPassesOfTargets(manager, options, &TargetBackend::addTensorPasses);
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createHoistLoopInvariants());
  manager.addNestedPass<func::FuncOp>(createRemoveOptimizationBarriers());
  manager.addPass(createMergeEqualFunctions());
}

static void addBufferPasses(OpPassManager &manager,
                            const PipelineOptions &options) {
  manager.addPass(createBoxEscapingTensors());
  // Nothing may simplify tensors from here to bufferization: what control
  // flow carries, and what keeps a box alive, is decided on this form.
  manager.addPass(createCarryBoxes());
  manager.addPass(createReturnIntoParts());
  manager.addNestedPass<func::FuncOp>(createUpdateBoxesInPlace());
  manager.addNestedPass<func::FuncOp>(createInsertReferenceCounts());
  manager.addNestedPass<func::FuncOp>(createLowerBoxes());
  manager.addNestedPass<func::FuncOp>(createCopyLeavingParts());
  manager.addNestedPass<func::FuncOp>(createDivideWriteChains());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createWriteIntoParts());
  // As bufferization::buildBufferDeallocationPipeline() does, of programs that
  // reallocate nothing.
  manager.addPass(createCanonicalizer());
  manager.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  manager.addPass(createCanonicalizer());
  manager.addPass(bufferization::createBufferDeallocationSimplificationPass());
  manager.addPass(bufferization::createLowerDeallocationsPass());
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizer());
  manager.addNestedPass<func::FuncOp>(
      bufferization::createOptimizeAllocationLivenessPass());
  manager.addNestedPass<func::FuncOp>(createShrinkBoxLifetimes());
  manager.addNestedPass<func::FuncOp>(createExpandStridedCopies());
  addPassesOfTargets(manager, options, &TargetBackend::addBufferPasses);
  manager.addPass(createOutlineEqualNests());
}

static void addLLVMPasses(OpPassManager &manager,
                          const PipelineOptions &options) {
  // LLVM merges and removes blocks faster.
  constexpr auto keepBlocks = GreedySimplifyRegionLevel::Disabled;
  addPassesOfTargets(manager, options, &TargetBackend::addLLVMPasses);
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createCanonicalizer(keepBlocks));
  manager.addPass(createCSEPass());
  manager.addPass(createTineToLLVM());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createBoolsAsBytes());
  HalvesAsBitsOptions halves;
  halves.hasHalf = options.convertsHalf;
  manager.addPass(createHalvesAsBits(halves));
  manager.addPass(createCanonicalizer(keepBlocks));
}

void tine::addPhase(OpPassManager &manager, Phase phase,
                    const PipelineOptions &options) {
  switch (phase) {
  case Phase::Import:
    return;
  case Phase::Differentiate:
    return addDifferentiatePasses(manager, options);
  case Phase::Place:
    return addPlacePasses(manager, options);
  case Phase::Tensor:
    return addTensorPasses(manager, options);
  case Phase::Buffer:
    return addBufferPasses(manager, options);
  case Phase::Target:
    addPassesOfTargets(manager, options, &TargetBackend::addCodePasses);
    manager.addPass(createTineToOpenMP());
    manager.addPass(createGenerateEntry());
    return;
  case Phase::LLVM:
    return addLLVMPasses(manager, options);
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void describeTarget(ModuleOp module, const PipelineOptions &options) {
  auto set = [&](llvm::StringRef name, llvm::StringRef value) {
    if (!value.empty())
      module->setAttr(name, StringAttr::get(module.getContext(), value));
  };
  set("tine.compiler", options.compiler);
  set("tine.cpu", options.cpu);
  set("tine.features", options.features);
}

/// A module that was saved and read again goes on where it was: a phase must
/// not see its own output (a second pass over the counts would free twice).
static constexpr llvm::StringLiteral phaseAttribute = "tine.phase";

std::optional<Phase> tine::completedPhase(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(phaseAttribute);
  return name ? findPhase(name.getValue()) : std::nullopt;
}

LogicalResult tine::runPipeline(
    ModuleOp module, const PipelineOptions &options,
    llvm::function_ref<void(PassManager &, const PhaseInfo &)> configure,
    llvm::function_ref<LogicalResult(ModuleOp, const PhaseInfo &)> afterPhase) {
  if (options.stopAfter >= Phase::Target)
    describeTarget(module, options);
  std::optional<Phase> completed = completedPhase(module);
  for (const PhaseInfo &info : phases) {
    if (completed && info.phase <= *completed)
      continue;
    if (info.phase > options.stopAfter)
      break;
    PassManager manager(module.getContext(), ModuleOp::getOperationName());
    // What is wrong with sizes of the program shows when tensors are folded;
    // behind that a mistake is the compiler's, and a third of the time went
    // into looking for it after each pass.
    bool verifyOnce = info.phase > Phase::Tensor;
    manager.enableVerifier(!verifyOnce);
    PipelineOptions present = options;
    if (info.phase > Phase::Place)
      present.targets = targetsOf(module);
    addPhase(manager, info.phase, present);
    if (configure)
      configure(manager, info);
    if (failed(manager.run(module)) || (verifyOnce && failed(verify(module))))
      return failure();
    if (options.verifyInvariants &&
        failed(checkPhaseInvariant(module, info.phase)))
      return failure();
    module->setAttr(phaseAttribute,
                    StringAttr::get(module.getContext(), info.name));
    if (afterPhase && failed(afterPhase(module, info)))
      return failure();
  }
  return success();
}
