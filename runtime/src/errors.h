//===- errors.h - Scopes and error objects ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scope is one run of a task, or of the program, on a thread. Scopes of a
// thread nest, because a waiter runs other tasks on its own stack. A raise
// leaves for the innermost one.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ERRORS_H
#define TINE_RUNTIME_ERRORS_H

#include "memory.h"
#include "text.h"
#include "tine/abi.h"

#include <setjmp.h>

/// Immutable once raised. A wait that raises an error again makes a new one in
/// front of it, so that waiters on several threads do not meet.
struct tine_error {
  uint32_t count;
  const char *kind;     // null in an error that has a cause
  tine_string *message; // null in an error that has a cause
  const char *where;    // the raise or the wait; may be null
  const char *fork;     // of the task that was waited for; may be null
  struct tine_error *cause;
};

namespace tine {

struct Scope {
  Scope *outer;
  Buffer buffers;      // sentinel of the task's list
  tine_future *future; // null: the program's root
  tine_error *error;
  bool queues;     // has queued work of devices that can fail
  uint64_t number; // of all that have queued such work; else 0
  jmp_buf jump;
};

/// Innermost scope of this thread or null.
Scope *currentScope();

/// Runs `body` in a new scope. Returns null, or the error that it raised, which
/// the caller then owns; the buffers that `body` left are freed.
tine_error *attempt(void (*body)(void *), void *argument, tine_future *future);

/// Takes the error. Outside any scope: prints it and ends the program.
[[noreturn]] void raiseError(tine_error *error);

/// Raises with a text as printf makes it. `where` may be null.
[[noreturn]] void raisef(const char *kind, const char *where,
                         const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// A new error, as tine_abi_raise_numbers raises it.
tine_error *errorOfNumbers(const char *kind, const char *pattern,
                           const int64_t *numbers, const char *where);

/// A new error that says that the task forked at `fork` was waited for at
/// `where` and had `cause`, which is borrowed.
tine_error *errorAwaited(tine_error *cause, const char *fork,
                         const char *where);

tine_error *retainError(tine_error *error);
void releaseError(tine_error *error);

/// "ValueError: text", then the trace, one indented line per place.
void describeError(Text &text, const tine_error *error);

/// Flushes standard output, prints the error and ends with status 1.
[[noreturn]] void dieOfError(tine_error *error);

} // namespace tine

#endif // TINE_RUNTIME_ERRORS_H
