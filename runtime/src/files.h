//===- files.h - Paths and errors of files ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions share that the program names a file for.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_FILES_H
#define TINE_RUNTIME_FILES_H

#include "tine/abi.h"

#include <limits.h>

namespace tine {

/// Raises Python's OSError, or its subclass, for an errno.
[[noreturn]] void raiseOfFile(int reason, const tine_string *path,
                              const char *where);

/// A path that ends with a NUL; raises ValueError or OSError if it cannot be
/// one.
struct PathName {
  char text[PATH_MAX];
  PathName(const tine_string *path, const char *where);
};

/// Reads so many code points of an open file, or all that are left if negative;
/// tine_abi_file_line() gives them.
void readPoints(int64_t number, int64_t points, const char *where);

} // namespace tine

#endif // TINE_RUNTIME_FILES_H
