//===- saving.h - Files that programs save ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files that appear whole, with Python's errors.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_SAVING_H
#define TINE_RUNTIME_SAVING_H

#include "replacing.h"

namespace tine {

class SavedFile {
public:
  /// Opens the file for writing; raises OSError or a subclass where there can
  /// be none.
  SavedFile(const tine_string *path, const char *where);

  /// All is written, if `good`; else raises for errno, and an old file is as
  /// it was.
  void finish(bool good);

  int descriptor = -1;

private:
  [[noreturn]] void fail(int reason);

  const tine_string *path;
  const char *where;
  WholeFile *whole = nullptr; // null where it is written in place
};

} // namespace tine

#endif // TINE_RUNTIME_SAVING_H
