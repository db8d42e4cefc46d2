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

#include "files.h"
#include "devices.h"
#include "errors.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
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

void tine_abi_write_file(tine_string *path, tine_string *text,
                         const char *where) {
  if (raiseQueued)
    raiseQueued();
  PathName name(path, where);
  int file = open(name.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    raiseOfFile(errno, path, where);
  bool isWritten = writeAll(file, text->data, size_t(text->length));
  int reason = errno;
  if (close(file) != 0 && isWritten) {
    isWritten = false;
    reason = errno;
  }
  if (!isWritten)
    raiseOfFile(reason, path, where);
}
