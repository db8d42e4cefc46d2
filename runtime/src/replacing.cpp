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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

bool tine::isFolderClosed(int reason) {
  return reason == EACCES || reason == EPERM || reason == EROFS;
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

//===-- Whole files -------------------------------------------------------===//

/// Names of files that are being written, which only this process uses.
static const char *volatile unfinishedNames[64];
/// A signal ends the process, perhaps on another thread.
static volatile bool isEnding;

void tine::removeUnfinished() {
  for (const char *volatile &name : unfinishedNames)
    if (const char *path = name)
      unlink(path);
}

/// A signal that ends the process takes the unfinished files with it.
static void onEnd(int number) {
  isEnding = true;
  removeUnfinished();
  signal(number, SIG_DFL);
  raise(number);
}

static void watchEnds() {
  // A limit of the file's size is an error of the write.
  signal(SIGXFSZ, SIG_IGN);
  const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
  for (int number : numbers) {
    struct sigaction old;
    // Who ignores a signal goes on doing so.
    if (!sigaction(number, nullptr, &old) && old.sa_handler == SIG_DFL)
      signal(number, onEnd);
  }
}

bool WholeFile::check(const char *given, Text &problem) {
  // Written through links, as any other program would do.
  target = resolveLinks(given);
  struct stat status;
  if (target && !stat(target, &status)) {
    if (!S_ISREG(status.st_mode)) {
      problem.add(S_ISDIR(status.st_mode) ? "it is a directory"
                                          : "it is not a regular file");
      return false;
    }
    // It is replaced as a whole, which asks for the folder's permission only.
    if (access(target, W_OK)) {
      problem.add(strerror(errno));
      return false;
    }
  } else if (!target || errno != ENOENT) {
    problem.add(strerror(errno));
    return false;
  }
  size_t length = strlen(target);
  char *folder = folderOf(target);
  bool good = folder && target[length - 1] != '/';
  if (!good)
    errno = folder ? EISDIR : ENOMEM;
  good = good && !access(folder, W_OK | X_OK);
  int reason = errno;
  free(folder);
  if (good)
    path = given;
  else
    problem.add(strerror(reason));
  errno = reason;
  return good;
}

int WholeFile::begin() {
  watchEnds();
  for (int i = 0; i < 64 && watched < 0; ++i)
    if (!unfinishedNames[i])
      watched = i;
  descriptor = createBeside(target, unfinished,
                            watched < 0 ? nullptr : &unfinishedNames[watched]);
  struct stat status;
  if (descriptor >= 0 && !stat(target, &status) &&
      fchmod(descriptor, status.st_mode & 0777)) {
    int reason = errno;
    drop();
    errno = reason;
    return -1;
  }
  return descriptor;
}

bool WholeFile::finish() {
  bool good = !fsync(descriptor);
  int reason = errno;
  if (close(descriptor) && good) {
    good = false;
    reason = errno;
  }
  descriptor = -1;
  errno = reason;
  return good;
}

bool WholeFile::keep() {
  if (rename(unfinished.data, target)) {
    // It is gone because the process ends, which is no error.
    while (isEnding)
      pause();
    return false;
  }
  unfinished.clear();
  drop();
  // The new name must survive a loss of power, too. Not every file system can;
  // the file is whole in any case.
  char *folder = folderOf(target);
  int opened = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (opened >= 0) {
    (void)fsync(opened);
    close(opened);
  }
  free(folder);
  return true;
}

void WholeFile::drop() {
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
  if (unfinished.size)
    unlink(unfinished.data);
  unfinished.clear();
  if (watched >= 0)
    unfinishedNames[watched] = nullptr;
  watched = -1;
}
