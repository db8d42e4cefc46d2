//===- cuda_streams.cpp - GPUs and their streams ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tickets, and events behind them.
//
//===----------------------------------------------------------------------===//

#include "cuda_streams.h"

using namespace tine;
using namespace tine::cuda;

void cuda::enter(const Gpu &gpu) {
  static thread_local const Gpu *current;
  if (current == &gpu)
    return;
  driver.ctxSetCurrent(gpu.context);
  current = &gpu;
}

/// Puts an event behind all that has been issued. The lock is held.
static Stream::Mark &addMark(Stream &stream, uint64_t covered) {
  enter(*stream.gpu);
  Stream::Mark &mark = stream.ring[stream.marks % Stream::keptMarks];
  if (!mark.event)
    driver.eventCreate(&mark.event, eventDisableTiming);
  driver.eventRecord(mark.event, stream.handle);
  mark.covered = covered;
  ++stream.marks;
  return mark;
}

/// The first event that is kept and stands behind the ticket; a new one where
/// there is none. It may be recorded again later, for what comes later. The
/// lock is held.
static Stream::Mark &markBehind(Stream &stream, uint64_t ticket) {
  Stream::Mark *first = nullptr;
  uint64_t kept =
      stream.marks < Stream::keptMarks ? stream.marks : Stream::keptMarks;
  for (uint64_t i = 1; i <= kept; ++i) {
    Stream::Mark &mark = stream.ring[(stream.marks - i) % Stream::keptMarks];
    if (mark.covered < ticket)
      break;
    first = &mark;
  }
  stream.isAwaited = true;
  return first ? *first : addMark(stream, stream.ticket - 1);
}

void cuda::endTicket(Stream &stream) {
  stream.lock.lock();
  if (stream.isAwaited)
    addMark(stream, stream.ticket);
  __atomic_store_n(&stream.ticket, stream.ticket + 1, __ATOMIC_RELEASE);
  stream.lock.unlock();
}

bool cuda::hasSeen(const Stream &stream, const Stream &other, uint64_t ticket) {
  return &stream == &other || __atomic_load_n(&stream.seen[other.number],
                                              __ATOMIC_ACQUIRE) >= ticket;
}

void cuda::waitFor(Stream &stream, Stream &other, uint64_t ticket) {
  if (hasSeen(stream, other, ticket) ||
      __atomic_load_n(&other.passed, __ATOMIC_ACQUIRE) >= ticket)
    return;
  other.lock.lock();
  Stream::Mark mark = markBehind(other, ticket);
  enter(*stream.gpu);
  driver.streamWaitEvent(stream.handle, mark.event, 0);
  other.lock.unlock();
  // Only now: whoever sees it may issue what relies on the wait.
  if (!hasSeen(stream, other, mark.covered))
    __atomic_store_n(&stream.seen[other.number], mark.covered,
                     __ATOMIC_RELEASE);
}

static void setPassed(Stream &stream, uint64_t ticket) {
  uint64_t old = __atomic_load_n(&stream.passed, __ATOMIC_RELAXED);
  while (old < ticket &&
         !__atomic_compare_exchange_n(&stream.passed, &old, ticket, true,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
}

bool cuda::hasPassed(Stream &stream, uint64_t ticket) {
  if (__atomic_load_n(&stream.passed, __ATOMIC_ACQUIRE) >= ticket)
    return true;
  if (ticketOf(stream) <= ticket)
    return false;
  stream.lock.lock();
  Stream::Mark mark = markBehind(stream, ticket);
  enter(*stream.gpu);
  Result result = driver.eventQuery.attempt(mark.event);
  stream.lock.unlock();
  if (result == notReady)
    return false;
  if (result)
    fail(driver.eventQuery.symbol, result, nullptr);
  setPassed(stream, mark.covered);
  return true;
}

void cuda::waitOnHost(Stream &stream, uint64_t ticket) {
  if (__atomic_load_n(&stream.passed, __ATOMIC_ACQUIRE) >= ticket)
    return;
  stream.lock.lock();
  Stream::Mark mark = markBehind(stream, ticket);
  stream.lock.unlock();
  enter(*stream.gpu);
  driver.eventSynchronize(mark.event);
  setPassed(stream, mark.covered);
}

void cuda::waitForAll(Gpu &gpu) {
  enter(gpu);
  driver.ctxSynchronize();
}
