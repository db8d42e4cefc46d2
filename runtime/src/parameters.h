//===- parameters.h - The parameters of a program in files ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --load and --save do around the run of a program. Weak: only generated
// code that loads and saves parameters brings these functions along.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_PARAMETERS_H
#define TINE_RUNTIME_PARAMETERS_H

#include "text.h"

namespace tine {

/// Before the run: opens the file to load and compares it with the program's
/// parameters, and looks whether the file to save can be written. Either may be
/// null. False with a message in `problem`.
__attribute__((weak)) bool openParameters(const tine_program &program,
                                          const char *load, const char *save,
                                          Text &problem);

/// The value that the file to load, or else the executable, has for a
/// parameter, owned. `mayMap`: it may
/// lie in memory that shows the file, which nobody writes. Raises where it
/// cannot be read.
tine_tensor *readParameter(int64_t number, bool mayMap, const char *where);

/// After the run: writes the file. It appears whole, in place of an old one, or
/// not at all. False with a message in `problem`.
__attribute__((weak)) bool saveParameters(Text &problem);

} // namespace tine

#endif // TINE_RUNTIME_PARAMETERS_H
