//===- caught_files.cpp - Errors of files that handlers catch -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program does under a handler gives a status instead of an error that
// leaves the task. It runs in a scope of its own, which the error ends.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "errors.h"
#include "files.h"
#include "objects.h"

#include <stdio.h>

using namespace tine;

/// The last error of this thread, whose text may be asked for.
static thread_local tine_error *last;

/// What the front end's library makes of an error; 0 of one that goes on.
static int64_t statusOf(const tine_error *error) {
  int reason = 0;
  if (!strcmp(error->kind, "UnicodeDecodeError"))
    return -1001;
  if (!strcmp(error->kind, "ValueError"))
    return -1002;
  return sscanf(error->message->data, "[Errno %d]", &reason) == 1 ? -reason : 0;
}

/// What `work` gives, or a negative status.
template <typename Work> static int64_t guarded(Work work) {
  // Errors of devices are of the task around.
  if (raiseQueued)
    raiseQueued();
  struct Call {
    Work &work;
    int64_t result;
  } call = {work, 0};
  tine_error *error = attempt(
      [](void *given) {
        auto *call = static_cast<Call *>(given);
        call->result = call->work();
      },
      &call, nullptr);
  if (!error)
    return call.result;
  int64_t status = statusOf(error);
  if (!status)
    raiseError(error);
  releaseError(last);
  last = error;
  return status;
}

tine_string *tine_abi_file_problem(const char *) {
  const tine_string *text = last->message;
  return tine_abi_string_new(text->data, text->length);
}

int64_t tine_abi_file_try_advance(int64_t number, const char *where) {
  return guarded([&] { return tine_abi_file_advance(number, where); });
}

int64_t tine_abi_file_try_read(int64_t number, int64_t points,
                               const char *where) {
  return guarded([&]() -> int64_t {
    readPoints(number, points, where);
    return 0;
  });
}

int64_t tine_abi_file_try_write(int64_t number, tine_string *text,
                                const char *where) {
  return guarded([&]() -> int64_t {
    tine_abi_file_write(number, text, where);
    return 0;
  });
}

int64_t tine_abi_file_try_flush(int64_t number, const char *where) {
  return guarded([&]() -> int64_t {
    tine_abi_file_flush(number, where);
    return 0;
  });
}

int64_t tine_abi_file_try_close(int64_t number, const char *where) {
  return guarded([&]() -> int64_t {
    tine_abi_file_close(number, where);
    return 0;
  });
}

int64_t tine_abi_file_try_tell(int64_t number, const char *where) {
  return guarded([&] { return tine_abi_file_tell(number, where); });
}

int64_t tine_abi_file_try_seek(int64_t number, int64_t place, int64_t whence,
                               const char *where) {
  return guarded(
      [&] { return tine_abi_file_seek(number, place, whence, where); });
}
