//===- main.cpp - Entry point of every executable ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a file of its own, so that a program with another main links without it.
//
//===----------------------------------------------------------------------===//

#include "output.h"
#include "tine/runtime.h"

int main(int argc, char **argv) {
  int status = tine_main(argc, argv);
  // Not exit(): nothing is left to do, and the threads of the team need not be
  // joined.
  tine::endProcess(status);
}
