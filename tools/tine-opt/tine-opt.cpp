//===- tine-opt.cpp - Runs single passes ----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads MLIR, runs the passes that the command line names, and prints it: the
// passes and dialects of Tine together with those of MLIR.
//
//===----------------------------------------------------------------------===//

#ifdef TINE_WITH_LOWERING
#include "lowering/Pipeline.h"
#else
#include "dialects/nn/NN.h"
#include "dialects/tine/Tine.h"
#endif
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
#ifdef TINE_WITH_LOWERING
  tine::registerAllDialects(registry);
  tine::registerAllPasses();
#else
  registry.insert<tine::TineDialect, tine::nn::NNDialect>();
#endif
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Runs passes of Tine and of MLIR\n", registry));
}
