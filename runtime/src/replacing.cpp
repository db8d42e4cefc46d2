//===- replacing.cpp - Files that appear whole ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of files to replace, and of those that are written in their stead.
//
//===----------------------------------------------------------------------===//

#include "replacing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

using namespace tine;

char *tine::folderOf(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    return strdup(".");
  return slash == path ? strdup("/") : strndup(path, size_t(slash - path));
}

char *tine::resolveLinks(const char *path) {
  if (char *target = realpath(path, nullptr))
    return target;
  char *at = errno == ENOENT ? strdup(path) : nullptr;
  for (int links = 0; at; ++links) {
    char link[4096];
    ssize_t length = readlink(at, link, sizeof(link) - 1);
    if (length < 0)
      return at; // a new file, or nothing that could be one
    link[length] = 0;
    // What a link says is meant from the folder that it is in.
    const char *slash = link[0] == '/' ? nullptr : strrchr(at, '/');
    Text next;
    next.add(at, slash ? size_t(slash + 1 - at) : 0);
    next.add(link, size_t(length) + 1);
    free(at);
    if (links == 40) {
      errno = ELOOP;
      return nullptr;
    }
    at = strdup(next.data);
  }
  return nullptr;
}

int tine::createBeside(const char *target, Text &path,
                       const char *volatile *noted) {
  const char *slash = strrchr(target, '/');
  for (int attempt = 0; attempt < 100; ++attempt) {
    if (noted)
      *noted = nullptr;
    path.clear();
    path.add(target, slash ? size_t(slash + 1 - target) : 0);
    path.addf(".tine-save-%ld-%d", long(getpid()), attempt);
    path.add('\0');
    if (noted)
      *noted = path.data;
    int descriptor =
        open(path.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST)
      return descriptor;
  }
  return -1;
}
