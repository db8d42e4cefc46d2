//===- files.cpp - Paths and errors of files ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's errors.
//
//===----------------------------------------------------------------------===//

#include "files.h"
#include "errors.h"

#include <errno.h>
#include <limits.h>

using namespace tine;

/// The subclass of OSError that Python has for an errno.
static const char *kindOf(int reason) {
  switch (reason) {
  case ENOENT:
    return "FileNotFoundError";
  case EACCES:
  case EPERM:
    return "PermissionError";
  case EISDIR:
    return "IsADirectoryError";
  case ENOTDIR:
    return "NotADirectoryError";
  case EEXIST:
    return "FileExistsError";
  default:
    return "OSError";
  }
}

void tine::raiseOfFile(int reason, const tine_string *path, const char *where) {
  raisef(kindOf(reason), where, "[Errno %d] %s: '%.*s'", reason,
         strerror(reason), int(path->length < 1000 ? path->length : 1000),
         path->data);
}

tine::PathName::PathName(const tine_string *path, const char *where) {
  size_t length = size_t(path->length);
  if (memchr(path->data, 0, length))
    raisef("ValueError", where, "embedded null byte");
  if (length >= sizeof(text))
    raiseOfFile(ENAMETOOLONG, path, where);
  memcpy(text, path->data, length);
  text[length] = 0;
}
