//===- Driver.h - One run of the compiler -----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes one input through the stages until the one that was asked for, and
// writes that.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TINEC_DRIVER_H
#define TINE_TOOLS_TINEC_DRIVER_H

#include "codegen/KernelEmitter.h"
#include "codegen/ObjectEmitter.h"
#include "codegen/Weights.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/Timing.h"
#include "tools/tinec/Options.h"
#include "tools/tinec/Progress.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <optional>

namespace tine {

struct PipelineOptions;

class Driver {
public:
  /// `executable` is the path of tinec itself.
  Driver(DriverOptions options, std::string executable);
  ~Driver();

  /// False when something was wrong; it has been reported on standard error,
  /// and nothing was written.
  bool run();

private:
  /// A step of the compilation. `name` completes "while ...".
  struct Step {
    const char *name;
    bool (Driver::*function)();
  };
  /// Before the target matters, for each target, and with all of them.
  static const Step firstSteps[], targetSteps[], lastSteps[];
  bool runSteps(llvm::ArrayRef<Step> steps);
  /// Makes the steps that follow compile a copy for one of the targets.
  void startTarget(size_t number);

  bool readInput();
  bool chooseTargets();
  bool import();
  InputKind guessKind() const;
  bool lower();
  bool translate();
  bool optimize();
  bool assemble();
  bool link();

  /// Compiles the module's kernels for GPUs, if it has any, and takes them out
  /// of it. Those that a former target had are there already.
  bool emitKernels();
  void embedKernels();
  bool failWithoutKernels();

  bool importPython();
  bool importMlir();
  /// Compares the file of --weights with the module.
  bool openWeights();
  PipelineOptions pipelineOptions() const;

  /// Names the step for whoever watches, and for internal errors.
  void setStep(const char *name);
  /// The simplified module with its loops made fast, where all of it is to be
  /// seen.
  llvm::Module &optimizedModule();
  /// Says why linking failed.
  bool failLinking(llvm::Error error);

  /// Saves the stage where it was asked for, and ends the run with the last
  /// one. `print` may be called twice; what is not readable can be read again.
  using Printer =
      llvm::function_ref<llvm::Error(llvm::raw_pwrite_stream &, bool readable)>;
  bool reached(Stage stage, Printer print);
  bool reachedModule(Stage stage);
  bool reachedGraph();
  bool reachedKernels();
  bool write(llvm::StringRef path, bool readable, Printer print);
  bool fail(const llvm::Twine &message);
  bool fail(llvm::Error error);

  DriverOptions options;
  std::string executable;
  std::string inputName; ///< in messages
  InputKind inputKind = InputKind::Python;
  std::string phaseStep; ///< the name of a step that is a phase
  Progress progress;
  bool finished = false;
  unsigned diagnosedErrors = 0;

  mlir::DefaultTimingManager timing;
  mlir::TimingScope rootScope;
  mlir::TimingScope stepScope;

  std::shared_ptr<llvm::SourceMgr> sources;
  mlir::MLIRContext context;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> imported; ///< for the targets that follow
  mlir::OwningOpRef<mlir::ModuleOp> module;

  std::vector<Target> targets; ///< the best one first
  const Target *target = nullptr;
  std::optional<ObjectEmitter> emitter;
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
  std::unique_ptr<llvm::Module> optimized; // a copy
  std::vector<ObjectEmitter::Object> objects;
  std::unique_ptr<Weights> weights; // those that go inside
  bool opensLibraries = false;      ///< the program, when it runs
  /// Of all targets so far, and the number of those that this one uses.
  struct CompiledKernels {
    std::string text; ///< what they were made of, if there are several targets
    DeviceCode code;
    bool isEmbedded = false;
  };
  std::vector<CompiledKernels> deviceCodes;
  std::optional<size_t> deviceCode;
};

} // namespace tine

#endif // TINE_TOOLS_TINEC_DRIVER_H
