//===- futures.cpp - Futures ------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's part of futures; the OpenMP constructs around these functions
// are generated code:
//
//   fork:  if (defer(f)) omp.task { tine_abi_future_task(f) }
//   wait:  if (!ready(f)) {
//            if (claim(f)) omp.task if(0) { run(f) }
//            else for (r = 0; !ready(f); ++r) { omp.taskyield; pause(f, r) }
//          }
//          check(f, where)
//
// A task costs more than a small body. So a future is run at its fork where
// enough tasks wait already. Nobody that a wait in its body helps with can wait
// for it: all of them are older, and the fork has not given it to anybody.
//
// The undeferred task limits what a waiter helps with to descendants of the
// task that it runs, which is what keeps waits free of deadlock.
//
//===----------------------------------------------------------------------===//

#include "futures.h"
#include "deadlock.h"
#include "errors.h"
#include "futex.h"
#include "memory.h"
#include "objects.h"
#include "trace.h"

#include <sched.h>

using namespace tine;

namespace {
enum State : uint32_t { NotStarted, Running, Done, Failed };

/// Deferred futures that have not started. Apart from everything else, because
/// all threads write to it.
struct alignas(64) {
  int64_t count;
} unclaimed;

/// As many of them are enough for a thread.
constexpr int64_t mostUnclaimed = 32;
/// Once there are, this many futures more are run without looking again: the
/// count is in the cache of whoever changed it.
constexpr uint32_t unseen = 8;

/// Of a future that is no task, and so was never deferred.
constexpr uint8_t lazyMark = 1;
bool isLazy(const tine_future *future) {
  return future->head.dtype == lazyMark;
}

/// In a trace, the arrow from a fork to its task.
uint64_t arrowTo(const tine_future *future) {
  return reinterpret_cast<uintptr_t>(future);
}

/// The future that this thread began to wait for last, and when, in a trace.
thread_local const tine_future *awaited;
thread_local uint64_t awaitedSince;
} // namespace

int tine::teamThreads = 0;
thread_local int tine::ownTeamThreads = 0;

static int threadsOfTeam() {
  return ownTeamThreads ? ownTeamThreads : teamThreads;
}

int32_t tine_abi_tasks_wanted() {
  return threadsOfTeam() != 1 &&
         __atomic_load_n(&unclaimed.count, __ATOMIC_RELAXED) <= 0;
}

tine_future *tine_abi_future_new(void (*body)(tine_future *), uint32_t captures,
                                 uint64_t capture_mask, uint32_t results,
                                 uint64_t result_mask, const char *where) {
  auto *future = static_cast<tine_future *>(
      blockNewOrRaise(futureBytes(captures, results)));
  initHead(future->head, TINE_KIND_FUTURE);
  future->head.count = 2;
  future->state = NotStarted;
  future->captures = captures;
  future->results = results;
  future->parked = 0;
  future->body = body;
  future->capture_mask = capture_mask;
  future->result_mask = result_mask;
  future->error = nullptr;
  future->where = where;
  // Null in all slots: an object that is freed before its captures are stored
  // is harmless.
  memset(future->slots, 0,
         futureBytes(captures, results) - offsetof(tine_future, slots));
  return future;
}

static bool shallDefer() {
  static thread_local uint32_t left = 0;
  int threads = threadsOfTeam();
  if (threads == 1)
    return false;
  if (left > 0) {
    --left;
    return false;
  }
  int64_t enough = mostUnclaimed * (threads > 0 ? threads : 8);
  if (__atomic_load_n(&unclaimed.count, __ATOMIC_RELAXED) < enough)
    return true;
  left = unseen;
  return false;
}

int32_t tine_abi_future_defer(tine_future *future) {
  if (shallDefer()) {
    __atomic_fetch_add(&unclaimed.count, 1, __ATOMIC_RELAXED);
    if (tracing()) {
      future->where = wholePlace(future->where);
      traceArrow(arrowTo(future), /*starts=*/true);
    }
    return 1;
  }
  tine_abi_future_now(future);
  return 0;
}

int32_t tine_abi_future_ready(tine_future *future) {
  return __atomic_load_n(&future->state, __ATOMIC_ACQUIRE) >= Done;
}

int32_t tine_abi_future_claim(tine_future *future) {
  uint32_t expected = NotStarted;
  if (__atomic_load_n(&future->state, __ATOMIC_RELAXED) != NotStarted)
    return 0;
  if (!__atomic_compare_exchange_n(&future->state, &expected, uint32_t(Running),
                                   false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return 0;
  if (!isLazy(future))
    __atomic_fetch_sub(&unclaimed.count, 1, __ATOMIC_RELAXED);
  return 1;
}

static void callBody(void *argument) {
  auto *future = static_cast<tine_future *>(argument);
  future->body(future);
}

/// Runs the body; the state that the future is in then.
static State runBody(tine_future *future) {
  // The results will lie where the captures are: keep those that are counted.
  // They are few, so this costs less than slots of their own.
  uint32_t kept = 0;
  auto count = [&kept](tine_object *) { ++kept; };
  visitObjects(future->slots, future->captures, future->capture_mask, count);
  auto **captures = static_cast<tine_object **>(
      __builtin_alloca((kept ? kept : 1) * sizeof(tine_object *)));
  kept = 0;
  visitObjects(future->slots, future->captures, future->capture_mask,
               [&](tine_object *object) {
                 // As many as were counted.
                 // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound)
                 captures[kept++] = object;
               });

  future->error = attempt(callBody, future, future);

  // Who has waited may be the only one to have what the task had, and change it
  // in place.
  for (uint32_t i = 0; i < kept; ++i)
    tine_abi_release(captures[i]);
  return future->error ? Failed : Done;
}

void tine_abi_future_now(tine_future *future) {
  future->head.count = 1;
  future->state = Running;
  uint64_t start = traceNow();
  if (tracing())
    future->where = wholePlace(future->where);
  future->state = runBody(future);
  if (tracing())
    traceTask("fork", future->where, start);
}

bool tine::runFuture(tine_future *future) { return runBody(future) == Done; }

void tine::finishFuture(tine_future *future, bool failed) {
  // Sequentially consistent with `parked`: either this thread sees the waiter,
  // or the waiter sees the new state.
  __atomic_store_n(&future->state, uint32_t(failed ? Failed : Done),
                   __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&future->parked, __ATOMIC_SEQ_CST))
    wakeAll(&future->state);
}

void tine_abi_future_run(tine_future *future) {
  // A copy makes its own span.
  bool traced = tracing() && !isLazy(future);
  uint64_t start = traceNow();
  if (traced)
    traceArrow(arrowTo(future), /*starts=*/false);
  bool failed = runBody(future) == Failed;
  if (traced)
    traceTask("fork", future->where, start);
  finishFuture(future, failed);
}

tine_future *tine::newRunningFuture(bool counted, const char *where) {
  tine_future *future =
      tine_abi_future_new(nullptr, 0, 0, 1, counted ? 1 : 0, where);
  future->state = Running;
  return future;
}

tine_future *tine::newLazyFuture(void (*body)(tine_future *),
                                 const char *where) {
  tine_future *future = tine_abi_future_new(body, 3, 1, 1, 1, where);
  future->head.dtype = lazyMark;
  future->head.count = 1;
  return future;
}

void tine_abi_future_task(tine_future *future) {
  if (tine_abi_future_claim(future))
    tine_abi_future_run(future);
  tine_abi_release(future);
}

void tine_abi_future_pause(tine_future *future, int64_t round) {
  if (tracing() && !round) {
    awaited = future;
    awaitedSince = traceNow();
  }
  if (round < 16) {
    for (int64_t i = 0; i < (2 << (round / 2)); ++i)
      __builtin_ia32_pause();
    return;
  }
  if (round < 24) {
    sched_yield();
    return;
  }
  // Short at first, because tasks that are forked meanwhile wake nobody.
  int64_t doublings = round - 24 < 5 ? round - 24 : 5;
  int64_t microseconds = int64_t(50) << doublings;
  timespec time = {0, (microseconds < 1000 ? microseconds : 1000) * 1000};
  Sleeper sleeper = {currentScope(), future, nullptr, nullptr};
  if (!registerSleeper(sleeper))
    raisef("RuntimeError", future->where,
           "deadlock: a task waits, directly or over others, for itself");
  __atomic_fetch_add(&future->parked, 1u, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&future->state, __ATOMIC_SEQ_CST) == Running)
    sleepWhile(&future->state, Running, &time);
  __atomic_fetch_sub(&future->parked, 1u, __ATOMIC_RELAXED);
  unregisterSleeper(sleeper);
}

void tine_abi_future_check(tine_future *future, const char *where) {
  if (awaited == future) {
    if (tracing())
      traceSpan("wait", nullptr, where, awaitedSince);
    // Always: another future may have its address next.
    awaited = nullptr;
  }
  // Acquire again: the generated code may have seen the state some time ago.
  if (__atomic_load_n(&future->state, __ATOMIC_ACQUIRE) == Failed)
    raiseError(errorAwaited(future->error, future->where, where));
}
