//===- opened.h - Files that programs load ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is opened, read and closed by one call of the program.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_OPENED_H
#define TINE_RUNTIME_OPENED_H

#include "text.h"

namespace tine {

/// A regular file that is open for reading.
struct OpenedFile {
  int descriptor = -1;
  uint64_t size = 0;

  /// Raises Python's OSError if there is no such file.
  OpenedFile(const tine_string *path, const char *where);
  OpenedFile(const OpenedFile &) = delete;
  OpenedFile &operator=(const OpenedFile &) = delete;
  ~OpenedFile() { shut(); }
  void shut();
};

/// Raises what is wrong with the contents of a file, which is open no more.
[[noreturn]] void raiseOfContents(const char *kind, const tine_string *path,
                                  const Text &problem, const char *where);

} // namespace tine

#endif // TINE_RUNTIME_OPENED_H
