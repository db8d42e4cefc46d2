//===- mapped_files.cpp - Files that become shorter -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mapped_files.h"
#include "output.h"
#include "replacing.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

using namespace tine;

static struct {
  const char *volatile begin; // null: free
  size_t size;
  const char *path;
} mapped[8];

static struct sigaction before;

static void say(const char *text) { writeAll(2, text, strlen(text)); }

static void onFault(int number, siginfo_t *info, void *) {
  const char *at = static_cast<const char *>(info->si_addr);
  for (const auto &file : mapped) {
    if (!file.begin || at < file.begin || at >= file.begin + file.size)
      continue;
    flushOutputIfFree();
    say("error: cannot read '");
    say(file.path);
    say("': it became shorter while the program used it\n");
    removeUnfinished();
    _exit(1);
  }
  // Of something else: it comes again, to whom it was for before.
  sigaction(number, &before, nullptr);
}

void tine::watchMapped(const void *memory, size_t size, const char *path) {
  for (auto &file : mapped) {
    if (file.begin)
      continue;
    file.size = size;
    file.path = path;
    file.begin = static_cast<const char *>(memory);
    break;
  }
  struct sigaction action = {}, old;
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (!sigaction(SIGBUS, &action, &old) && old.sa_sigaction != onFault)
    before = old;
}

void tine::unwatchMapped(const void *memory) {
  for (auto &file : mapped)
    if (file.begin == memory)
      file.begin = nullptr;
}
