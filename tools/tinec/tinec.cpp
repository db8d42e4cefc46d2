//===- tinec.cpp - The compiler -------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a TorchScript program into one native executable.
//
//===----------------------------------------------------------------------===//

#include "tools/tinec/Driver.h"
#include "tools/tinec/InternalError.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tine::InternalError::installHandlers();

  int exitStatus = 0;
  std::optional<tine::DriverOptions> options =
      tine::parseOptions(argc, argv, exitStatus);
  if (!options)
    return exitStatus;

  std::string executable = llvm::sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(&main));
  tine::Driver driver(std::move(*options), executable);
  return driver.run() ? 0 : 1;
}
