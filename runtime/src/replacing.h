//===- replacing.h - Files that appear whole --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is written beside the one that it is to be and then takes its name, so
// that an old one stays until the new one is whole.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_REPLACING_H
#define TINE_RUNTIME_REPLACING_H

#include "text.h"

#include <stdlib.h>

namespace tine {

/// The name that `path` stands for when links are followed, also one to a file
/// that is not there yet; the caller frees it. Null with errno.
char *resolveLinks(const char *path);

/// The folder that a file is in; the caller frees it. Null for want of memory.
char *folderOf(const char *path);

/// Whether a file cannot be made for this reason because its folder takes none,
/// though one that is there may be written.
bool isFolderClosed(int reason);

/// A new file for writing, in the folder of the target; -1 with errno. Its name
/// is `path` then, with a NUL. `noted`, which may be null, points to the name
/// from before there is such a file.
int createBeside(const char *target, Text &path, const char *volatile *noted);

/// Removes the files that are being written whole; for signal handlers.
void removeUnfinished();

/// A file that appears whole, in place of an old one, or not at all. A signal
/// that ends the process takes what is unfinished with it.
class WholeFile {
public:
  WholeFile() = default;
  WholeFile(const WholeFile &) = delete;
  WholeFile &operator=(const WholeFile &) = delete;
  ~WholeFile() {
    drop();
    free(target);
  }

  /// What can be known before there is something to write; false with the
  /// reason in `problem`. `path` must outlive this.
  bool check(const char *path, Text &problem);
  /// Where to write; -1 with errno.
  int begin();
  /// All is written and on the disk; false with errno.
  bool finish();
  /// It takes its name; false with errno.
  bool keep();
  void drop();

  const char *path = nullptr;

private:
  char *target = nullptr; // without symbolic links
  Text unfinished;        // its name until then
  int descriptor = -1;
  int watched = -1; // among the names that signals take
};

} // namespace tine

#endif // TINE_RUNTIME_REPLACING_H
