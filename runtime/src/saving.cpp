//===- saving.cpp - Files that programs save --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is no regular file is written in place, and so is one whose folder takes
// no other.
//
//===----------------------------------------------------------------------===//

#include "saving.h"
#include "devices.h"
#include "files.h"
#include "memory.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <new>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

tine::SavedFile::SavedFile(const tine_string *given, const char *at)
    : path(given), where(at) {
  if (raiseQueued)
    raiseQueued();
  PathName name(path, where);
  // A limit of the file's size is an error of the write, as in Python.
  signal(SIGXFSZ, SIG_IGN);
  struct stat status;
  bool isThere = !stat(name.text, &status);
  if (isThere && S_ISDIR(status.st_mode))
    raiseOfFile(EISDIR, path, where);
  if (!isThere || (S_ISREG(status.st_mode) && !access(name.text, W_OK))) {
    void *space = malloc(sizeof(WholeFile));
    if (!space)
      raiseNoMemory(sizeof(WholeFile));
    whole = new (space) WholeFile();
    Text problem;
    errno = 0;
    if (whole->check(name.text, problem))
      descriptor = whole->begin();
    if (descriptor >= 0)
      return;
    int reason = errno;
    whole->~WholeFile();
    free(whole);
    whole = nullptr;
    if (!isFolderClosed(reason))
      raiseOfFile(reason, path, where);
  }
  descriptor = open(name.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    raiseOfFile(errno, path, where);
}

void tine::SavedFile::fail(int reason) {
  if (whole) {
    whole->~WholeFile();
    free(whole);
  } else if (descriptor >= 0) {
    close(descriptor);
  }
  raiseOfFile(reason, path, where);
}

void tine::SavedFile::finish(bool good) {
  if (!good)
    fail(errno);
  if (!whole) {
    int written = descriptor;
    descriptor = -1;
    if (close(written))
      fail(errno);
    return;
  }
  if (!whole->finish() || !whole->keep())
    fail(errno);
  whole->~WholeFile();
  free(whole);
}

void tine_abi_write_file(tine_string *path, tine_string *text,
                         const char *where) {
  SavedFile file(path, where);
  file.finish(writeAll(file.descriptor, text->data, size_t(text->length)));
}
