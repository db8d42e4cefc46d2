//===- files.cpp - Files that programs write ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole files of text, with Python's errors.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "errors.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

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
  default:
    return "OSError";
  }
}

[[noreturn]] static void fail(int reason, const tine_string *path,
                              const char *where) {
  raisef(kindOf(reason), where, "[Errno %d] %s: '%.*s'", reason,
         strerror(reason), int(path->length < 1000 ? path->length : 1000),
         path->data);
}

void tine_abi_write_file(tine_string *path, tine_string *text,
                         const char *where) {
  if (raiseQueued)
    raiseQueued();
  char name[PATH_MAX];
  size_t length = size_t(path->length);
  if (memchr(path->data, 0, length))
    raisef("ValueError", where, "embedded null byte");
  if (length >= sizeof(name))
    fail(ENAMETOOLONG, path, where);
  memcpy(name, path->data, length);
  name[length] = 0;
  int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    fail(errno, path, where);
  bool isWritten = writeAll(file, text->data, size_t(text->length));
  int reason = errno;
  if (close(file) != 0 && isWritten) {
    isWritten = false;
    reason = errno;
  }
  if (!isWritten)
    fail(reason, path, where);
}
