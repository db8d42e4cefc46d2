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
// How:    looks at every op by itself; from *place* to *target* also at what
//         functions of devices and the host take from each other.
// Rejects: an op or a type that the phase should have removed; a device's
//         memory that is accessed from elsewhere.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/RandomOps.h"
#include "dialects/tine/Tine.h"
#include "lowering/Passes.h"
#include "lowering/Pipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
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

/// Whether a type of the op's operands, results and arguments passes the test.
bool anyType(Operation *op, TypeTest test) {
  if (llvm::any_of(op->getOperandTypes(), test) ||
      llvm::any_of(op->getResultTypes(), test))
    return true;
  if (auto function = dyn_cast<func::FuncOp>(op))
    return llvm::any_of(function.getArgumentTypes(), test) ||
           llvm::any_of(function.getResultTypes(), test);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), test))
        return true;
  return false;
}

/// Whether a type in this one passes the test; those in it are asked by it.
bool anyElement(Type type, TypeTest test) {
  bool found = false;
  type.walkImmediateSubElements(
      [](Attribute) {}, [&](Type inner) { found = found || test(inner); });
  return found;
}

bool isTensorOrBox(Type type) { return isa<RankedTensorType, BoxType>(type); }

/// Whether a tensor or box in the type names a device and is no leaf of a
/// future.
bool namesDevice(Type type) {
  if (auto future = dyn_cast<FutureType>(type))
    return llvm::any_of(future.getLeaves(), [](Type leaf) {
      return !deviceOf(leaf) && namesDevice(leaf);
    });
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isa_and_nonnull<DeviceAttr>(tensor.getEncoding());
  return anyElement(type, namesDevice);
}

/// Whether the type has a future of a tensor that is not on the device; null is
/// the host.
bool hasFutureOfOther(Type type, Attribute device) {
  auto isOther = [&](Type inner) { return hasFutureOfOther(inner, device); };
  auto future = dyn_cast<FutureType>(type);
  if (!future)
    return anyElement(type, isOther);
  return llvm::any_of(future.getLeaves(), [&](Type leaf) {
    return isTensorOrBox(leaf) ? deviceOf(leaf) != device : isOther(leaf);
  });
}

/// Whether the type has a tensor or box that is no leaf of a future.
bool hasBareTensor(Type type) {
  if (auto future = dyn_cast<FutureType>(type))
    return llvm::any_of(future.getLeaves(), [](Type leaf) {
      return !isTensorOrBox(leaf) && hasBareTensor(leaf);
    });
  return isTensorOrBox(type) || anyElement(type, hasBareTensor);
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
    if (phase < Phase::Target && anyType(op, namesDevice))
      return "a device is left in a type that is not a future's";
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
  if (phase >= Phase::Target &&
      isa<SpawnOp, EnqueueOp, TransferOp, WaitOp, RunsOnOp>(op))
    return "a spawn or wait is left";
  if (phase >= Phase::Target && isIn(op, "linalg"))
    return "an op of the dialect linalg is left";
  if (phase >= Phase::LLVM && !isa<ModuleOp, gpu::GPUModuleOp>(op) &&
      !op->getParentOfType<gpu::GPUModuleOp>() && !isIn(op, "llvm") &&
      !isIn(op, "omp"))
    return "an op that is neither llvm nor omp is left";
  return {};
}

bool hasBoxOrMemory(Type type) {
  return isa<BaseMemRefType, BoxType>(type) || anyElement(type, hasBoxOrMemory);
}

/// What `op` shows of a phase that comes after `phase`, or an empty string.
llvm::StringRef findLater(Operation *op, Phase phase) {
  if (phase < Phase::Place && isa<SpawnOp, EnqueueOp, TransferOp>(op))
    return "a spawn is there already";
  if (phase < Phase::Place && isIn(op, "linalg"))
    return "an op of the dialect linalg is there already";
  if (phase < Phase::Buffer && anyType(op, hasBoxOrMemory))
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

/// What is wrong with devices at the op of a function of `here`, or of the host
/// if that is null; an empty string if nothing is.
llvm::StringRef findDeviceFault(Operation *op, Attribute here,
                                SymbolTable &symbols) {
  // Memory is behind what a wait gives.
  if (auto wait = dyn_cast<WaitOp>(op);
      wait && llvm::any_of(wait.getFuture().getType().getLeaves(), [&](Type t) {
        return isTensorOrBox(t) && deviceOf(t) != here;
      }))
    return here ? "a function of a device waits for a tensor of another"
                : "the host waits for a tensor of a device";
  if (auto function = dyn_cast<func::FuncOp>(op);
      function && here &&
      llvm::any_of(function.getArgumentTypes(),
                   [&](Type type) { return hasFutureOfOther(type, here); }))
    return "a function of a device takes a future of another's tensor";
  if (!isa<func::CallOp, SpawnOp, EnqueueOp>(op))
    return {};
  auto enqueue = dyn_cast<EnqueueOp>(op);
  if (enqueue) {
    here = enqueue.getDevice();
    if (llvm::any_of(enqueue.getCaptures().getTypes(), [&](Type type) {
          return hasBareTensor(type) || hasFutureOfOther(type, here);
        }))
      return "a device is given a tensor of another";
  }
  // Functions of devices are called by such functions, or by their queues; what
  // has no device is code that all share.
  auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee").getAttr();
  Operation *callee = symbols.lookup(name);
  Attribute device = callee ? callee->getAttr("tine.device") : Attribute();
  if (device != here && (device || enqueue))
    return "a function of a device is called from elsewhere";
  return {};
}

std::optional<PhaseFault> findDeviceFault(ModuleOp module) {
  SymbolTable symbols(module);
  std::optional<PhaseFault> found;
  for (auto function : module.getOps<func::FuncOp>()) {
    Attribute here = function->getAttr("tine.device");
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      llvm::StringRef fault = findDeviceFault(op, here, symbols);
      if (fault.empty())
        return WalkResult::advance();
      found = PhaseFault{op, fault};
      return WalkResult::interrupt();
    });
    if (found)
      break;
  }
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
