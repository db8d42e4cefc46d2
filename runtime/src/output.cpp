//===- output.cpp - Standard output and the end of the process --*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Standard output goes through one buffer, in order; a terminal sees each line
// at once. Standard error and the end of the program come after what was
// printed before them.
//
//===----------------------------------------------------------------------===//

#include "output.h"
#include "devices.h"
#include "memory.h"
#include "tine/abi.h"
#include "trace.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#endif

using namespace tine;

static struct {
  // A mutex, not a spin lock: a write can take long.
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  char data[1 << 15];
  size_t size;
  int terminal; // 0 not asked yet, 1 no, 2 yes
} out;

bool tine::writeAll(int descriptor, const char *data, size_t size) {
  while (size) {
    ssize_t written = write(descriptor, data, size);
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return false;
    }
    data += written;
    size -= size_t(written);
  }
  return true;
}

[[noreturn]] static void outputFailed() {
  const char *reason = strerror(errno);
  const char *text = "error: cannot write to standard output: ";
  writeAll(2, text, strlen(text));
  writeAll(2, reason, strlen(reason));
  writeAll(2, "\n", 1);
  endProcess(1);
}

static void flushLocked() {
  size_t size = out.size;
  out.size = 0;
  if (!writeAll(1, out.data, size))
    outputFailed();
}

void tine::writeOutput(const char *data, size_t size) {
  pthread_mutex_lock(&out.mutex);
  if (!out.terminal)
    out.terminal = isatty(1) ? 2 : 1;
  if (size > sizeof(out.data) - out.size)
    flushLocked();
  if (size > sizeof(out.data)) {
    if (!writeAll(1, data, size))
      outputFailed();
  } else if (size) {
    memcpy(out.data + out.size, data, size);
    out.size += size;
  }
  if (out.terminal == 2 && memchr(data, '\n', size))
    flushLocked();
  pthread_mutex_unlock(&out.mutex);
}

void tine::flushOutput() {
  pthread_mutex_lock(&out.mutex);
  flushLocked();
  pthread_mutex_unlock(&out.mutex);
}

void tine::flushOutputIfFree() {
  if (!pthread_mutex_trylock(&out.mutex)) {
    flushLocked();
    pthread_mutex_unlock(&out.mutex);
  }
}

bool (*tine::writeOutFiles)() = nullptr;

void tine::endProcess(int status) {
  if (writeOutFiles && !writeOutFiles() && !status)
    status = 1;
  if (tracing())
    closeTrace();
#if __has_feature(address_sanitizer)
  // _exit passes the check at the end of a process by. An error may leave
  // behind what its task held.
  if (status == 0)
    __lsan_do_leak_check();
#endif
  _exit(status);
}

void tine_abi_print(tine_string *text, int32_t stream) {
  if (raiseQueued)
    raiseQueued();
  if (stream == 0) {
    writeOutput(text->data, size_t(text->length));
    return;
  }
  flushOutput();
  writeAll(2, text->data, size_t(text->length));
}

void tine_abi_warn(tine_string *text, int32_t *site, const char *where) {
  if (raiseQueued)
    raiseQueued();
  if (__atomic_exchange_n(site, 1, __ATOMIC_RELAXED))
    return;
  flushOutput();
  // The innermost place only: that is where the warning is about.
  if (where && *where) {
    const char *end = strchr(where, '\n');
    size_t length = end ? size_t(end - where) : strlen(where);
    // At the top, no "in ..." follows the colon.
    if (where[length - 1] == ':')
      --length;
    writeAll(2, where, length);
    writeAll(2, ": ", 2);
  }
  writeAll(2, "warning: ", 9);
  writeAll(2, text->data, size_t(text->length));
  writeAll(2, "\n", 1);
}
