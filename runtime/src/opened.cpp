//===- opened.cpp - Files that programs load --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "opened.h"
#include "devices.h"
#include "errors.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

tine::OpenedFile::OpenedFile(const tine_string *path, const char *where) {
  if (raiseQueued)
    raiseQueued();
  PathName name(path, where);
  descriptor = open(name.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status)) {
    int reason = errno;
    shut();
    raiseOfFile(reason, path, where);
  }
  if (!S_ISREG(status.st_mode)) {
    shut();
    if (S_ISDIR(status.st_mode))
      raiseOfFile(EISDIR, path, where);
    Text problem;
    problem.add("it is not a regular file");
    raiseOfContents("OSError", path, problem, where);
  }
  size = uint64_t(status.st_size);
}

void tine::OpenedFile::shut() {
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
}

void tine::raiseOfContents(const char *kind, const tine_string *path,
                           const Text &problem, const char *where) {
  Text text;
  text.add(path);
  text.add(": ");
  text.add(problem.data, problem.size);
  text.add('\0');
  tine_abi_raise_text(kind, text.data, where);
}
