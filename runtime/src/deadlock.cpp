//===- deadlock.cpp - Tasks that wait for each other ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sleeping thread goes on only when its future ends; a running future ends
// only when the thread goes on that has it among its scopes. A circle of these
// two relations is a deadlock, whatever other tasks the threads may help with.
//
//===----------------------------------------------------------------------===//

#include "deadlock.h"

using namespace tine;

static SpinLock lock;
static Sleeper *first;

static bool runs(const Sleeper &sleeper, const tine_future *future) {
  for (const Scope *scope = sleeper.scope; scope; scope = scope->outer)
    if (scope->future == future)
      return true;
  return false;
}

bool tine::registerSleeper(Sleeper &sleeper) {
  lock.lock();
  const tine_future *wanted = sleeper.future;
  bool circle = runs(sleeper, wanted);
  // Every step goes to another sleeper, unless others are in a circle, which
  // they find out themselves: so the number of sleepers bounds the steps.
  size_t count = 0;
  for (Sleeper *other = first; other; other = other->next)
    ++count;
  for (size_t step = 0; step < count && !circle; ++step) {
    Sleeper *other = first;
    while (other && !runs(*other, wanted))
      other = other->next;
    // Not asleep, or about to wake up.
    if (!other || __atomic_load_n(&other->future->state, __ATOMIC_RELAXED) > 1)
      break;
    wanted = other->future;
    circle = runs(sleeper, wanted);
  }
  if (!circle) {
    sleeper.previous = nullptr;
    sleeper.next = first;
    if (first)
      first->previous = &sleeper;
    first = &sleeper;
  }
  lock.unlock();
  return !circle;
}

void tine::unregisterSleeper(Sleeper &sleeper) {
  lock.lock();
  (sleeper.previous ? sleeper.previous->next : first) = sleeper.next;
  if (sleeper.next)
    sleeper.next->previous = sleeper.previous;
  lock.unlock();
}
