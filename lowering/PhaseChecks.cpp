//===- PhaseChecks.cpp - Passes on modules of their phase -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass on a module of another phase would do nothing, or crash. tinec runs
// each pass where it belongs; in tine-opt a check stands before it. It is a
// pass and no PassInstrumentation, which could report an error, but not keep
// the pass from running.
//
// Input:  a module, and the name of a pass that comes next.
// Output: the same.
// How:    the phases say which passes they run; the module, by its attribute
//         tine.phase and by its ops, which phases it has been through.
// Rejects: a module that is not yet, or no more, at a phase of the pass.
//
//===----------------------------------------------------------------------===//

#include "lowering/PhaseChecks.h"
#include "dialects/tine/Tine.h"
#include "lowering/Passes.h"
#include "lowering/Pipeline.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tine {
#define GEN_PASS_DEF_REQUIREPHASE
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The first and the last phase that run a pass.
struct PhaseRange {
  Phase first;
  Phase last;
};

} // namespace

static llvm::StringMap<PhaseRange> &phasesOfPasses() {
  static llvm::StringMap<PhaseRange> phases;
  return phases;
}

/// The names in a pipeline's text, in order: what stands outside of options.
static SmallVector<llvm::StringRef> namesIn(llvm::StringRef pipeline) {
  SmallVector<llvm::StringRef> names;
  int depth = 0;
  auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '-'; };
  while (!pipeline.empty()) {
    llvm::StringRef word = pipeline.take_while(isLetter);
    if (!word.empty() && depth == 0)
      names.push_back(word);
    if (word.empty())
      depth += pipeline.front() == '{' ? 1 : pipeline.front() == '}' ? -1 : 0;
    pipeline = pipeline.drop_front(std::max<size_t>(word.size(), 1));
  }
  return names;
}

static std::string textOf(Pass &pass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pass.printAsTextualPipeline(os);
  return text;
}

void tine::collectPhasesOfPasses() {
  for (const PhaseInfo &info : getPhases()) {
    OpPassManager manager(ModuleOp::getOperationName());
    addPhase(manager, info.phase, PipelineOptions());
    for (Pass &item : manager.getPasses()) {
      std::string text = textOf(item);
      for (llvm::StringRef name : namesIn(text))
        if (!PassInfo::lookup(name))
          phasesOfPasses()
              .try_emplace(name, PhaseRange{info.phase, info.phase})
              .first->second.last = info.phase;
    }
  }
}

LogicalResult tine::addWithPhaseChecks(OpPassManager &to, OpPassManager &from) {
  bool onModules = from.getOpAnchorName() == ModuleOp::getOperationName();
  to = OpPassManager(from.getOpAnchorName());
  for (Pass &item : from.getPasses()) {
    std::string text = textOf(item);
    // Passes on functions stand in one item: the first speaks for all.
    for (llvm::StringRef name : namesIn(text)) {
      if (!onModules || !PassInfo::lookup(name) ||
          !phasesOfPasses().contains(name))
        continue;
      to.addPass(createRequirePhase({name.str()}));
      break;
    }
    if (failed(parsePassPipeline(text, to)))
      return failure();
  }
  return success();
}

namespace {

struct RequirePhase : tine::impl::RequirePhaseBase<RequirePhase> {
  using RequirePhaseBase::RequirePhaseBase;

  void runOnOperation() override {
    auto known = phasesOfPasses().find(pass);
    if (known == phasesOfPasses().end()) {
      getOperation().emitError() << "no phase has a pass '" << pass << "'";
      return signalPassFailure();
    }
    if (!check(known->second.first, known->second.last))
      signalPassFailure();
  }

  /// Whether the module has been through all before `first` and through
  /// nothing after `last`.
  bool check(Phase first, Phase last) {
    ModuleOp module = getOperation();
    std::optional<Phase> completed = completedPhase(module);
    if (completed && *completed >= last) {
      emitError(module.getLoc())
          << "the pass '" << pass << "' is of the phase " << getPhase(last).name
          << ", but the module has been through the phase "
          << getPhase(*completed).name;
      return false;
    }
    Phase before = Phase(int(first) - 1);
    if (std::optional<PhaseFault> fault = findPhaseFault(module, before)) {
      explain(*fault, first) << "that has been through the phase "
                             << getPhase(before).name << ": " << fault->text;
      return false;
    }
    if (std::optional<PhaseFault> fault = findLaterPhase(module, last)) {
      explain(*fault, last)
          << "that has not been through later phases: " << fault->text;
      return false;
    }
    return true;
  }

  InFlightDiagnostic explain(const PhaseFault &fault, Phase phase) {
    return emitError(fault.op->getLoc())
           << "'" << fault.op->getName() << "' op: the pass '" << pass
           << "' of the phase " << getPhase(phase).name << " needs a module ";
  }
};

} // namespace
