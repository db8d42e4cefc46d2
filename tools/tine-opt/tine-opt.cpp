//===- tine-opt.cpp - Runs single passes ----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads MLIR, runs the passes that the command line names, and prints it: the
// passes and dialects of Tine together with those of MLIR. A pass that meets a
// module of another phase says so.
//
//===----------------------------------------------------------------------===//

#include "lowering/Pipeline.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static int fail(llvm::StringRef message) {
  llvm::errs() << message << "\n";
  return EXIT_FAILURE;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  tine::registerAllDialects(registry);
  tine::registerAllPasses();
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Runs passes of Tine and of MLIR\n", registry);

  MlirOptMainConfig given = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig config = given;
  config.setPassPipelineSetupFn([&](PassManager &manager) {
    PassManager asked(manager.getContext(), manager.getOpAnchorName(),
                      PassManager::Nesting::Implicit);
    if (failed(given.setupPassPipeline(asked)))
      return failure();
    return tine::addWithPhaseChecks(manager, asked);
  });

  std::string message;
  auto text = openInputFile(input, &message);
  if (!text)
    return fail(message);
  auto result = openOutputFile(output, &message);
  if (!result)
    return fail(message);
  if (failed(MlirOptMain(result->os(), std::move(text), registry, config)))
    return EXIT_FAILURE;
  result->keep();
  return EXIT_SUCCESS;
}
