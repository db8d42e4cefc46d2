//===- Pipeline.h - The phases of the lowering ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases from the imported module to the LLVM dialect: their names, what
// each is for, what holds after it, and the function that runs them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PIPELINE_H
#define TINE_LOWERING_PIPELINE_H

#include "lowering/support/TargetBackend.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace tine {

enum class Phase { Import, Differentiate, Place, Tensor, Buffer, Target, LLVM };

struct PhaseInfo {
  Phase phase;
  const char *name;         ///< as in --emit=NAME
  llvm::StringRef sentence; ///< what the phase does
  llvm::StringRef holds;    ///< what is verified after it
};

/// Every phase in order.
llvm::ArrayRef<PhaseInfo> getPhases();
const PhaseInfo &getPhase(Phase phase);
std::optional<Phase> findPhase(llvm::StringRef name);

struct PipelineOptions : TargetOptions {
  Phase stopAfter = Phase::LLVM;
  /// Check after each phase what it promises (see checkPhaseInvariant).
  bool verifyInvariants = true;
  /// Parts in which a batch goes through several devices; 0: as a whole.
  unsigned microBatches = 0;
  /// Targets beside the CPU that code is made for, by their names. Behind the
  /// phase place: those that the module has functions of.
  std::vector<std::string> targets;
  /// Written into `tine_abi_program`.
  std::string compiler = "tinec 0.1.0";
  std::string cpu;
  std::string features;
};

/// Adds the passes of one phase. `manager` runs on a module.
void addPhase(mlir::OpPassManager &manager, Phase phase,
              const PipelineOptions &options);

/// Every target; the CPU comes last, behind those whose functions become its
/// code.
llvm::ArrayRef<const TargetBackend *> getTargetBackends();

/// Fails with a diagnostic when the module breaks what holds after `phase`.
mlir::LogicalResult checkPhaseInvariant(mlir::ModuleOp module, Phase phase);

/// What an op has that does not fit to a phase.
struct PhaseFault {
  mlir::Operation *op;
  llvm::StringRef text;
};

/// The first thing that breaks what holds after `phase`.
std::optional<PhaseFault> findPhaseFault(mlir::ModuleOp module, Phase phase);
/// The first thing that only the phases after `phase` make.
std::optional<PhaseFault> findLaterPhase(mlir::ModuleOp module, Phase phase);

/// The last phase that runPipeline ran on the module, by the attribute
/// `tine.phase` that it leaves.
std::optional<Phase> completedPhase(mlir::ModuleOp module);

/// Runs the phases up to `options.stopAfter` that the module has not been
/// through. `configure` is called with each phase's pass manager before it runs
/// (timing, printing); `afterPhase` with the module after each phase (saving
/// stages).
mlir::LogicalResult runPipeline(
    mlir::ModuleOp module, const PipelineOptions &options,
    llvm::function_ref<void(mlir::PassManager &, const PhaseInfo &)> configure =
        {},
    llvm::function_ref<mlir::LogicalResult(mlir::ModuleOp, const PhaseInfo &)>
        afterPhase = {});

/// Every dialect, extension and interface that the compiler uses.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Tine's passes and the upstream ones that the phases use, for tine-opt.
void registerAllPasses();

/// Makes `to` the pipeline `from` with a check before each of Tine's passes:
/// that the module is at a phase to which the pass belongs. Needs
/// registerAllPasses.
mlir::LogicalResult addWithPhaseChecks(mlir::OpPassManager &to,
                                       mlir::OpPassManager &from);

} // namespace tine

#endif // TINE_LOWERING_PIPELINE_H
