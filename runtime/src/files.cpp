//===- files.cpp - Files that programs write ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole files, with Python's errors.
//
//===----------------------------------------------------------------------===//

#include "files.h"
#include "devices.h"
#include "errors.h"
#include "output.h"
#include "replacing.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

/// Writes the text and closes the file; false with errno.
static bool writeAndClose(int file, const tine_string *text) {
  bool good = writeAll(file, text->data, size_t(text->length));
  int reason = errno;
  if (close(file) != 0 && good) {
    good = false;
    reason = errno;
  }
  errno = reason;
  return good;
}

/// Puts a new file in the place of the target, which the text is in when this
/// is true. Else there is no new file, and errno says why; `wasTried` is false
/// where the folder takes none.
static bool replace(const char *target, const tine_string *text,
                    bool &wasTried) {
  Text path;
  int file = createBeside(target, path, nullptr);
  wasTried = file >= 0;
  if (!wasTried)
    return false;
  struct stat status;
  bool good = stat(target, &status) || !fchmod(file, status.st_mode & 0777);
  good = writeAndClose(file, text) && good && !rename(path.data, target);
  int reason = errno;
  if (!good)
    unlink(path.data);
  errno = reason;
  return good;
}

/// As open(name, "w") and a write, but an old file stays until the new one is
/// whole. Devices and their like are written to, and so is a file whose folder
/// takes no other.
static bool writeFile(const char *name, const tine_string *text) {
  // A limit of the file's size is an error of the write, as in Python.
  signal(SIGXFSZ, SIG_IGN);
  struct stat status;
  bool isThere = !stat(name, &status);
  if (!isThere || (S_ISREG(status.st_mode) && !access(name, W_OK))) {
    char *target = resolveLinks(name);
    bool wasTried = false;
    bool good = target && replace(target, text, wasTried);
    int reason = errno;
    free(target);
    errno = reason;
    if (wasTried)
      return good;
  }
  int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return file >= 0 && writeAndClose(file, text);
}

void tine_abi_write_file(tine_string *path, tine_string *text,
                         const char *where) {
  if (raiseQueued)
    raiseQueued();
  PathName name(path, where);
  if (!writeFile(name.text, text))
    raiseOfFile(errno, path, where);
}
