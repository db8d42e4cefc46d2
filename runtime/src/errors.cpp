//===- errors.cpp - Raising, storing and printing errors --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors leave a task by longjmp to its scope: generated code holds nothing
// that needs unwinding, because temporary buffers hang on the scope.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "devices.h"
#include "objects.h"
#include "output.h"
#include "trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

using namespace tine;

static thread_local Scope *current;

Scope *tine::currentScope() { return current; }

static tine_error *newError() {
  auto *error = static_cast<tine_error *>(blockNew(sizeof(tine_error)));
  if (!error)
    fatal("out of memory");
  *error = {};
  error->count = 1;
  return error;
}

// Not inlined: locals of a function that calls setjmp are at its mercy.
__attribute__((noinline)) tine_error *
tine::attempt(void (*body)(void *), void *argument, tine_future *future) {
  Scope scope;
  scope.outer = current;
  scope.buffers.previous = scope.buffers.next = &scope.buffers;
  scope.future = future;
  scope.error = nullptr;
  scope.queues = false;
  scope.number = 0;
  current = &scope;
  if (_setjmp(scope.jump) == 0)
    body(argument);
  // Read back from memory: it is another visit of this place after a raise.
  Scope *self = current;
  if (finishQueued && self->queues)
    if (tine_error *earlier = finishQueued(*self, /*forget=*/true)) {
      releaseError(self->error);
      self->error = earlier;
    }
  current = self->outer;
  freeBuffers(self->buffers);
  return self->error;
}

void tine::raiseError(tine_error *error) {
  Scope *scope = current;
  if (!scope)
    dieOfError(error);
  scope->error = error;
  longjmp(scope->jump, 1);
}

void tine::raisef(const char *kind, const char *where, const char *format,
                  ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  tine_abi_raise_text(kind, text, where);
}

static tine_error *errorOf(const char *kind, tine_string *message,
                           const char *where) {
  tine_error *error = newError();
  error->kind = kind;
  error->message = message;
  error->where = where;
  return error;
}

void tine_abi_raise(const char *kind, tine_string *message, const char *where) {
  raiseError(errorOf(kind, message, where));
}

static tine_error *errorOfText(const char *kind, const char *message,
                               const char *where) {
  // Not tine_abi_string_new: when memory has run out, that would come back.
  size_t length = strlen(message);
  auto *text = static_cast<tine_string *>(blockNew(stringBytes(length)));
  if (!text)
    fatal("out of memory");
  initString(text, message, length);
  return errorOf(kind, text, where);
}

void tine_abi_raise_text(const char *kind, const char *message,
                         const char *where) {
  raiseError(errorOfText(kind, message, where));
}

tine_error *tine::errorOfNumbers(const char *kind, const char *pattern,
                                 const int64_t *numbers, const char *where) {
  char text[1024];
  size_t length = 0;
  for (const char *at = pattern; *at && length + 24 < sizeof(text); ++at) {
    if (at[0] == '%' && at[1] == 'i') {
      length += size_t(snprintf(text + length, sizeof(text) - length, "%lld",
                                static_cast<long long>(*numbers++)));
      ++at;
    } else {
      text[length++] = *at;
    }
  }
  text[length] = 0;
  return errorOfText(kind, text, where);
}

void tine_abi_raise_numbers(const char *kind, const char *pattern,
                            const int64_t *numbers, const char *where) {
  raiseError(errorOfNumbers(kind, pattern, numbers, where));
}

tine_error *tine::errorAwaited(tine_error *cause, const char *fork,
                               const char *where) {
  tine_error *error = newError();
  error->where = where;
  error->fork = fork;
  error->cause = retainError(cause);
  return error;
}

tine_error *tine::retainError(tine_error *error) {
  __atomic_fetch_add(&error->count, 1u, __ATOMIC_RELAXED);
  return error;
}

void tine::releaseError(tine_error *error) {
  while (error &&
         __atomic_fetch_sub(&error->count, 1u, __ATOMIC_ACQ_REL) == 1) {
    tine_error *cause = error->cause;
    if (error->message)
      tine_abi_release(error->message);
    blockFree(error, sizeof(tine_error));
    error = cause;
  }
}

/// Adds the lines of a trace, each behind `label`.
static void addPlaces(Text &text, const char *label, const char *places) {
  while (places && *places) {
    const char *end = strchr(places, '\n');
    size_t length = end ? size_t(end - places) : strlen(places);
    text.add("  ");
    text.add(label);
    text.add(places, length);
    text.add('\n');
    places = end ? end + 1 : nullptr;
  }
}

/// What raised first.
static const tine_error *sourceOf(const tine_error *error) {
  while (error->cause)
    error = error->cause;
  return error;
}

void tine::describeError(Text &text, const tine_error *error) {
  // Of a long chain of waits only the ends are of interest.
  constexpr size_t shown = 8;
  size_t depth = 0;
  const tine_error *first = sourceOf(error);
  for (const tine_error *e = error; e->cause; e = e->cause)
    ++depth;
  text.add(first->kind);
  if (first->message->length) {
    text.add(": ");
    text.add(first->message);
  }
  text.add('\n');
  addPlaces(text, "at ", first->where);

  const tine_error *chain[2 * shown];
  size_t index = 0;
  for (const tine_error *e = error; e->cause; e = e->cause, ++index) {
    if (index < shown)
      chain[index] = e;
    else if (depth - index <= shown)
      chain[2 * shown - (depth - index)] = e;
  }
  size_t count = depth < 2 * shown ? depth : 2 * shown;
  for (size_t i = 0; i < count; ++i) {
    // Innermost first.
    size_t at = count - 1 - i;
    const tine_error *e = chain[at < shown ? at : 2 * shown - count + at];
    if (depth > count && i == shown)
      text.addf("  ... %zu more waits ...\n", depth - count);
    addPlaces(text, "in the task forked at ", e->fork);
    addPlaces(text, "waited for at ", e->where);
  }
}

/// The exit status that a SystemExit asks for, or -1 for another error. Its
/// text is the number.
static int statusOfExit(const tine_error *error) {
  const tine_error *first = sourceOf(error);
  if (strcmp(first->kind, "SystemExit") != 0)
    return -1;
  long status = 0;
  sscanf(first->message->data, "%ld", &status);
  return int(status & 0xff);
}

void tine::dieOfError(tine_error *error) {
  if (int status = statusOfExit(error); status >= 0) {
    flushOutput();
    endProcess(status);
  }
  Text text;
  describeError(text, error);
  flushOutput();
  writeAll(2, text.data, text.size);
  endProcess(1);
}

void tine::fatal(const char *message) {
  flushOutputIfFree();
  writeAll(2, "fatal error: ", 13);
  writeAll(2, message, strlen(message));
  writeAll(2, "\n", 1);
  endProcess(1);
}

static void callBody(void *body) { reinterpret_cast<void (*)(void)>(body)(); }

void tine_abi_root(void (*body)(void)) {
  nameLane("host");
  uint64_t start = traceNow();
  tine_error *error =
      attempt(callBody, reinterpret_cast<void *>(body), nullptr);
  if (start)
    traceSpan("program", "program", nullptr, start);
  if (!error)
    return;
  // sys.exit(0) is the end of the program.
  if (statusOfExit(error) != 0)
    dieOfError(error);
  releaseError(error);
}
