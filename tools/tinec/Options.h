//===- Options.h - Command line of tinec ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a run of tinec was asked to do.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TINEC_OPTIONS_H
#define TINE_TOOLS_TINEC_OPTIONS_H

#include "codegen/Linker.h"
#include "frontend/Import.h"
#include "tools/tinec/Stages.h"
#include <optional>
#include <string>

namespace tine {

enum class InputKind { Python, Mlir };

struct DriverOptions {
  std::string input; ///< "-" is standard input
  /// What the input is, where it was said.
  std::optional<InputKind> inputKind;
  std::string output; ///< "-" is standard output; never empty
  /// Write for a reader, not to resume from: without source locations.
  bool readable = false;
  Stage emit = Stage::Exe;
  bool check = false;

  std::vector<std::string> modulePath; ///< folders of -I
  unsigned cudaDevices = 0;            ///< of --cuda
  bool forbidsTf32 = false;            ///< of NVIDIA_TF32_OVERRIDE
  std::optional<unsigned> defaultCuda; ///< of --default-device
  uint64_t maxSteps = 0;               ///< of elaboration; 0: the default
  /// Of --module, --entry, --input and --train.
  std::optional<ModuleRequest> module;
  /// Of the program's command line: what stands behind `--`.
  std::optional<std::vector<std::string>> example;
  std::string weights; ///< a file whose weights go inside, or empty

  unsigned optLevel = 2;
  std::vector<std::string> cpus = {"native"};
  unsigned microBatches = 0; ///< of a batch on several devices; 0: none
  bool debugInfo = false;
  OpenMPLinkage openmp = OpenMPLinkage::Static;
  bool linkageGiven = false;        ///< --openmp is there
  std::vector<std::string> targets; ///< of --targets; cpu is one of them
  Sanitizer sanitizer = Sanitizer::None;

  bool verbose = false;
  bool progress = true; ///< on a terminal
  bool timePasses = false;
  bool reportSchedule = false;
  bool reportElaboration = false;
  bool reportArguments = false;
  std::string saveStages; ///< folder, or empty
};

/// Parses the command line. Prints what is wrong with it (or the answer to
/// --help and --version) and gives nothing when there is nothing to compile;
/// `exitStatus` is then how to end.
std::optional<DriverOptions> parseOptions(int argc, char **argv,
                                          int &exitStatus);

} // namespace tine

#endif // TINE_TOOLS_TINEC_OPTIONS_H
