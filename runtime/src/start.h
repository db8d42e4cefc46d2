//===- start.h - Start of a program -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line and the checks before a program runs, apart for tests.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_START_H
#define TINE_RUNTIME_START_H

#include "text.h"

namespace tine {

struct Options {
  int threads = 0;                 // 0: as OpenMP decides
  const char *deviceMap = nullptr; // PATTERN=DEVICE[,...]
  const char *trace = nullptr;     // file for what ran when
  const char *load = nullptr;      // file of parameters to start with
  const char *save = nullptr;      // file for the parameters at the end
  const char *cpu = nullptr;       // of those that the program has code for
  bool help = false;
  bool version = false;
};

/// The value of an option, which stands behind "=" or in the next argument:
/// null if there is none. False where `argv[i]` is another option.
bool takeValue(int argc, char **argv, int &i, const char *name,
               const char *&value);

/// Linked with what reads the command line as the program's own: makes `argc`
/// and `argv` those of Tine's options, which are TINE_OPTIONS and what begins
/// with
/// `--tine-`, and keeps the other words.
__attribute__((weak)) void splitCommandLine(int &argc, char **&argv);
/// The executable's name in the command line.
const char *programWord();

/// Reads the command line; false with a message in `problem` when it is wrong.
bool parseOptions(int argc, char **argv, Options &options, Text &problem);

/// False with a message in `problem` when the CPU lacks one of `features`,
/// names as in /proc/cpuinfo.
bool checkFeatures(const tine_program &program, Text &problem);

/// The program for the CPU of that name, or, if it is null, for the first one
/// whose features this machine has; null with a message in `problem` when there
/// is none.
const tine_program *chooseProgram(const char *cpu, Text &problem);

/// What chooseProgram gave to tine_main.
extern const tine_program *chosenProgram;

/// Text of --help.
void addHelp(Text &text, const tine_program &program, const char *name);

/// Calls `visit` with every entry of a list with commas, until it is false.
template <typename Visit>
inline bool visitEntries(const char *list, Visit visit) {
  while (list && *list) {
    const char *end = strchr(list, ',');
    size_t length = end ? size_t(end - list) : strlen(list);
    if (length && !visit(list, length))
      return false;
    list = end ? end + 1 : nullptr;
  }
  return true;
}

} // namespace tine

#endif // TINE_RUNTIME_START_H
