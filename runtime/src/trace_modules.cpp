//===- trace_modules.cpp - What ran, by name --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks of equal modules are equal code, so a path in one goes on from that of
// the task (".lin" from "models.2"). A task that is forked in another one has
// its whole path from the fork on, while something is traced.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

using namespace tine;

namespace {

/// A place with a whole path, for a fork and the task that it is in; never
/// freed, as there are no more than forks in the source for each path.
struct Whole {
  Whole *next;
  const char *fork, *task;
  char text[1];
};

constexpr size_t bucketCount = 256;
Whole *buckets[bucketCount];
SpinLock bucketsLock;

constexpr char backward[] = " (backward)";
constexpr size_t backwardLength = sizeof(backward) - 1;

Whole **bucketOf(const char *fork, const char *task) {
  auto mixed = (reinterpret_cast<uintptr_t>(fork) * 31 +
                reinterpret_cast<uintptr_t>(task)) *
               0x9e3779b97f4a7c15u;
  return &buckets[mixed >> 56];
}

Whole *makeWhole(const char *fork, const char *task) {
  ModulePath path = modulePathIn(task, moduleOfTask(fork));
  size_t place = strlen(fork) + 1;
  auto *whole = static_cast<Whole *>(
      malloc(sizeof(Whole) + place + path.outerLength + path.innerLength));
  if (!whole)
    return nullptr;
  whole->fork = fork;
  whole->task = task;
  char *at = whole->text;
  memcpy(at, fork, place);
  memcpy(at += place, path.outer, path.outerLength);
  memcpy(at += path.outerLength, path.inner, path.innerLength);
  at[path.innerLength] = 0;
  return whole;
}

} // namespace

const char *tine::nameOfPlace(const char *where, size_t &length) {
  if (!where)
    where = "";
  const char *end = strchr(where, '\n');
  length = end ? size_t(end - where) : strlen(where);
  const char *in = strstr(where, ": in ");
  if (!in || size_t(in - where) >= length)
    return where;
  length -= size_t(in + 5 - where);
  return in + 5;
}

const char *tine::moduleOfTask(const char *where) {
  return where ? where + strlen(where) + 1 : "";
}

const char *tine::ownTask() {
  Scope *scope = currentScope();
  return scope && scope->future ? scope->future->where : nullptr;
}

ModulePath tine::modulePathIn(const char *task, const char *path) {
  ModulePath result = {"", 0, path, strlen(path)};
  if (*path != '.')
    return result;
  result.outer = moduleOfTask(task);
  // Forked in another task before the trace began.
  result.outer += *result.outer == '.';
  size_t length = strlen(result.outer);
  if (length >= backwardLength &&
      !strcmp(result.outer + length - backwardLength, backward))
    length -= backwardLength;
  result.outerLength = length;
  // "." is the task itself.
  if (!length || !path[1] || path[1] == ' ') {
    ++result.inner;
    --result.innerLength;
  }
  return result;
}

const char *tine::wholePlace(const char *fork) {
  const char *task = ownTask();
  if (*moduleOfTask(fork) != '.' || !task)
    return fork;
  Whole **bucket = bucketOf(fork, task);
  bucketsLock.lock();
  Whole *whole = *bucket;
  while (whole && (whole->fork != fork || whole->task != task))
    whole = whole->next;
  if (!whole) {
    whole = makeWhole(fork, task);
    if (whole) {
      whole->next = *bucket;
      *bucket = whole;
    }
  }
  bucketsLock.unlock();
  return whole ? whole->text : fork;
}
