//===- PhaseInvariants.cpp - What holds after each phase ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifies what each phase promises, so that a pass that leaves something
// behind is found where it happened.
//
// Input:  a module after the phase that the option `phase` names.
// Output: the same.
// How:    looks at every op by itself.
// Rejects: an op or a type that the phase should have removed.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "dialects/tine/Tine.h"
#include "lowering/Passes.h"
#include "lowering/Pipeline.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"

namespace tine {
#define GEN_PASS_DEF_VERIFYPHASE
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

using TypeTest = llvm::function_ref<bool(Type)>;

bool anyType(Operation *op, TypeTest test) {
  auto matches = [&](Type type) {
    return type
        .walk([&](Type inner) {
          return test(inner) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  };
  if (llvm::any_of(op->getOperandTypes(), matches) ||
      llvm::any_of(op->getResultTypes(), matches))
    return true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), matches))
        return true;
  return false;
}

bool hasDevice(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa_and_nonnull<DeviceAttr>(tensor.getEncoding());
}

bool isIn(Operation *op, llvm::StringRef dialect) {
  return op->getDialect() && op->getDialect()->getNamespace() == dialect;
}

/// What is wrong with `op` after `phase`, or an empty string.
llvm::StringRef findFault(Operation *op, Phase phase) {
  if (phase >= Phase::Differentiate &&
      isa<nn::GradientOp, nn::DetachOp, nn::OverwriteOp, nn::StraightThroughOp,
          nn::WithDerivativeOp, nn::DependsOp>(op))
    return "an op that derivatives alone look at is left";
  if (phase >= Phase::Place) {
    if (phase < Phase::Buffer && anyType(op, hasDevice))
      return "a device is left in a type";
    if (isa<ForkOp>(op))
      return "a fork is left";
    if (isa<ToOp>(op))
      return "a copy between devices is left";
    if (isa<HandOverOp>(op))
      return "work of a device is not handed over";
  }
  // Draws become boxes, which the next phase makes.
  if (phase >= Phase::Tensor && isIn(op, "nn") &&
      !(phase == Phase::Tensor && isa<nn::RandomOp, nn::RandomStateOp>(op)))
    return "an op of the dialect nn is left";
  // A box names the tensor that it holds.
  if (phase >= Phase::Buffer && phase < Phase::LLVM &&
      (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
       llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>)))
    return "a tensor is left";
  if (phase >= Phase::Target && isa<SpawnOp, EnqueueOp, TransferOp, WaitOp>(op))
    return "a spawn or wait is left";
  if (phase >= Phase::Target && isIn(op, "linalg"))
    return "an op of the dialect linalg is left";
  if (phase >= Phase::LLVM && !isa<ModuleOp>(op) && !isIn(op, "llvm") &&
      !isIn(op, "omp"))
    return "an op that is neither llvm nor omp is left";
  return {};
}

bool isBoxOrMemory(Type type) { return isa<BaseMemRefType, BoxType>(type); }

/// What `op` shows of a phase that comes after `phase`, or an empty string.
llvm::StringRef findLater(Operation *op, Phase phase) {
  if (phase < Phase::Place && isa<SpawnOp, EnqueueOp, TransferOp>(op))
    return "a spawn is there already";
  if (phase < Phase::Place && isIn(op, "linalg"))
    return "an op of the dialect linalg is there already";
  if (phase < Phase::Buffer && anyType(op, isBoxOrMemory))
    return "memory is there already";
  if (phase < Phase::Target && (isIn(op, "llvm") || isIn(op, "omp")))
    return "an op of the dialects llvm or omp is there already";
  return {};
}

using FaultOf = llvm::function_ref<llvm::StringRef(Operation *, Phase)>;

std::optional<PhaseFault> findFirst(ModuleOp module, Phase phase,
                                    FaultOf faultOf) {
  std::optional<PhaseFault> found;
  module.walk([&](Operation *op) {
    llvm::StringRef fault = faultOf(op, phase);
    if (fault.empty())
      return WalkResult::advance();
    found = PhaseFault{op, fault};
    return WalkResult::interrupt();
  });
  return found;
}

/// Functions of devices are called by such functions, or by their queues.
std::optional<PhaseFault> findDeviceFault(ModuleOp module) {
  auto deviceOf = [](Operation *function) {
    return function ? function->getAttr("tine.device") : Attribute();
  };
  if (llvm::none_of(module.getOps<func::FuncOp>(), deviceOf))
    return std::nullopt;
  SymbolTable symbols(module);
  std::optional<PhaseFault> found;
  module.walk([&](Operation *op) {
    if (!isa<func::CallOp, SpawnOp, EnqueueOp>(op))
      return WalkResult::advance();
    auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee").getAttr();
    Attribute device = deviceOf(symbols.lookup(name));
    auto enqueue = dyn_cast<EnqueueOp>(op);
    Attribute here = enqueue ? enqueue.getDevice()
                             : deviceOf(op->getParentOfType<func::FuncOp>());
    // What has no device is code that all share.
    if (device == here || (!device && !enqueue))
      return WalkResult::advance();
    found = PhaseFault{op, "a function of a device is called from elsewhere"};
    return WalkResult::interrupt();
  });
  return found;
}

} // namespace

std::optional<PhaseFault> tine::findPhaseFault(ModuleOp module, Phase phase) {
  if (auto fault = findFirst(module, phase, findFault))
    return fault;
  return phase >= Phase::Place && phase < Phase::Target
             ? findDeviceFault(module)
             : std::nullopt;
}

std::optional<PhaseFault> tine::findLaterPhase(ModuleOp module, Phase phase) {
  return findFirst(module, phase, findLater);
}

LogicalResult tine::checkPhaseInvariant(ModuleOp module, Phase phase) {
  std::optional<PhaseFault> fault = findPhaseFault(module, phase);
  if (!fault)
    return success();
  return fault->op->emitOpError()
         << "after the phase " << getPhase(phase).name << ": " << fault->text;
}

namespace {

struct VerifyPhase : tine::impl::VerifyPhaseBase<VerifyPhase> {
  using VerifyPhaseBase::VerifyPhaseBase;

  void runOnOperation() override {
    std::optional<Phase> known = findPhase(phase);
    if (!known) {
      getOperation().emitError() << "there is no phase '" << phase << "'";
      return signalPassFailure();
    }
    if (failed(checkPhaseInvariant(getOperation(), *known)))
      signalPassFailure();
  }
};

} // namespace
