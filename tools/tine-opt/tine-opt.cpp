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

#include "lowering/Pipeline.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tine::registerAllDialects(registry);
  tine::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Runs passes of Tine and of MLIR\n", registry));
}
