//===- entries.h - The methods of a module from a shell ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the executable of a module does: it reads the inputs that its command
// line names, calls an entry, and prints or writes the outputs. Weak: only a
// module's code brings these functions along.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ENTRIES_H
#define TINE_RUNTIME_ENTRIES_H

#include "text.h"

namespace tine {

enum class Taken { No, Yes, Wrong };

/// Takes the option at `argv[i]`, and moves `i` to the last argument that is
/// part of it. Wrong with a message in `problem`.
__attribute__((weak)) Taken takeEntryOption(int argc, char **argv, int &i,
                                            Text &problem);

/// Before the run: chooses the entry, opens the inputs and compares them with
/// what it takes, and looks whether outputs can be written. `hasWeights`: of a
/// file. Gives the exit status, with a message in `problem` unless it is 0.
__attribute__((weak)) int openEntry(const tine_program &program,
                                    bool hasWeights, Text &problem);

/// After the run: writes and prints the outputs. False with a message.
__attribute__((weak)) bool closeEntry(Text &problem);

/// Adds the signatures of the entries, and what options there are.
__attribute__((weak)) void addEntryHelp(Text &text,
                                        const tine_program &program);

} // namespace tine

#endif // TINE_RUNTIME_ENTRIES_H
