//===- jobs.cpp - Jobs of queues, and their errors --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An error of a job surfaces at the first point where the program could observe
// it: before its next output, or at the end of the task that queued the job. Of
// several that one counts whose job was queued first.
//
// A check on a GPU fails when the results of its job may already be on their
// way. They go from GPU to GPU as they are; where one would get to the host, or
// a number be read, the error is raised instead. For that memory of GPUs has
// the scopes that it comes from.
//
//===----------------------------------------------------------------------===//

#include "jobs.h"
#include "trace.h"

#include <sched.h>

using namespace tine;

uint32_t tine::jobsEnded, tine::jobWatchers;

/// Of the list and of what its jobs have open.
static SpinLock lock;
static Job *first;
static uint64_t sequence;
/// That have been numbered.
static uint64_t scopes;

static size_t jobBytes(uint32_t results) {
  return offsetof(Job, futures) + (results ? results : 1) * sizeof(void *);
}

Job *tine::newJob(uint32_t results) {
  auto *job = static_cast<Job *>(blockNewOrRaise(jobBytes(results)));
  *job = {};
  job->count = results;
  return job;
}

void tine::freeJob(Job *job) { blockFree(job, jobBytes(job->count)); }

//===-- Waiting -----------------------------------------------------------===//

static void sleepForJobs(bool (*isDone)(void *), void *argument) {
  for (int round = 0; round < 100; ++round) {
    if (isDone(argument))
      return;
    if (round < 60)
      __builtin_ia32_pause();
    else
      sched_yield();
  }
  __atomic_fetch_add(&jobWatchers, 1u, __ATOMIC_SEQ_CST);
  while (true) {
    uint32_t seen = __atomic_load_n(&jobsEnded, __ATOMIC_SEQ_CST);
    if (isDone(argument))
      break;
    sleepWhile(&jobsEnded, seen);
  }
  __atomic_fetch_sub(&jobWatchers, 1u, __ATOMIC_SEQ_CST);
}

void tine::waitForJobs(bool (*isDone)(void *), void *argument) {
  if (isDone(argument))
    return;
  uint64_t start = traceNow();
  sleepForJobs(isDone, argument);
  traceSpan("wait", "devices", nullptr, start);
}

//===-- The list ----------------------------------------------------------===//

void tine::listJob(Job *job, Scope *scope) {
  scope->queues = true;
  lock.lock();
  if (!scope->number)
    scope->number = ++scopes;
  job->scope = scope;
  job->sequence = ++sequence;
  job->nextTold = first;
  if (first)
    first->previousTold = job;
  first = job;
  lock.unlock();
}

static void unlink(Job *job) {
  (job->previousTold ? job->previousTold->nextTold : first) = job->nextTold;
  if (job->nextTold)
    job->nextTold->previousTold = job->previousTold;
}

/// Nobody has to be told of a job that is done, is not open and has no error.
/// The lock is held.
static void dropIfGood(Job *job) {
  if (!job->done || job->open.any() || job->error)
    return;
  unlink(job);
  freeJob(job);
}

void tine::openChecksOf(Job *job, const OpenChecks &open) {
  if (!open.any())
    return;
  lock.lock();
  job->open = open;
  lock.unlock();
}

void tine::endJob(Job *job, tine_error *error) {
  if (!job->scope)
    return freeJob(job);
  lock.lock();
  job->done = true;
  // A check that somebody has looked at meanwhile came first.
  if (error && !job->error)
    job->error = retainError(error);
  dropIfGood(job);
  lock.unlock();
}

void tine::closeChecksUpTo(const OpenChecks &last) {
  lock.lock();
  for (Job *job = first, *next; job; job = next) {
    next = job->nextTold;
    if (job->open.stream != last.stream || job->open.ticket > last.ticket)
      continue;
    tine_error *error = gpuPlaces.closeChecks(job->open);
    job->open = {};
    job->failedLate = error;
    if (error)
      job->error = error;
    dropIfGood(job);
  }
  gpuPlaces.freeChecks(last);
  lock.unlock();
}

/// The checks of the job that was queued last, of all that `isWanted`.
template <typename Test> static OpenChecks lastOpen(Test isWanted) {
  OpenChecks last;
  lock.lock();
  for (const Job *job = first; job; job = job->nextTold)
    if (job->open.any() && isWanted(*job) &&
        (!last.any() ||
         (last.stream == job->open.stream && last.ticket < job->open.ticket)))
      last = job->open;
  lock.unlock();
  return last;
}

void tine::closeChecksOf(cuda::Stream &stream, bool waits) {
  while (true) {
    OpenChecks last = lastOpen([&](const Job &job) {
      return job.open.stream == &stream &&
             (waits || gpuPlaces.haveRun(job.open));
    });
    if (!last.any())
      return;
    gpuPlaces.awaitChecks(last);
    closeChecksUpTo(last);
  }
}

//===-- Errors ------------------------------------------------------------===//

void Origins::add(uint64_t scope) {
  if (has(scope) || !scope)
    return;
  for (uint64_t &own : scopes)
    if (!own) {
      own = scope;
      return;
    }
  isAny = true;
}

void Origins::add(const Origins &others) {
  isAny |= others.isAny;
  for (uint64_t scope : others.scopes)
    add(scope);
}

bool Origins::has(uint64_t scope) const {
  for (uint64_t own : scopes)
    if (own == scope)
      return true;
  return isAny;
}

tine_error *tine::errorOfChecks(const Origins &origins) {
  while (true) {
    const Job *earliest = nullptr;
    tine_error *error = nullptr;
    OpenChecks open;
    lock.lock();
    for (const Job *job = first; job; job = job->nextTold)
      if ((job->failedLate ||
           (job->open.any() && gpuPlaces.hasFailed(job->open))) &&
          (!earliest || job->sequence < earliest->sequence) &&
          origins.has(job->scope->number))
        earliest = job;
    if (earliest && earliest->failedLate)
      error = retainError(earliest->error);
    else if (earliest)
      open = earliest->open;
    lock.unlock();
    if (!earliest || error)
      return error;
    gpuPlaces.awaitChecks(open);
    closeChecksUpTo(open);
  }
}

tine_error *tine::finishQueued(Scope &scope, bool forget) {
  waitForJobs([&] {
    lock.lock();
    bool done = true;
    for (Job *job = first; job; job = job->nextTold)
      done &= job->scope != &scope || job->done;
    lock.unlock();
    return done;
  });
  while (true) {
    OpenChecks last =
        lastOpen([&](const Job &job) { return job.scope == &scope; });
    if (!last.any())
      break;
    gpuPlaces.awaitChecks(last);
    closeChecksUpTo(last);
  }
  lock.lock();
  const Job *earliest = nullptr;
  for (Job *job = first; job; job = job->nextTold)
    if (job->scope == &scope &&
        (!earliest || job->sequence < earliest->sequence))
      earliest = job;
  tine_error *error = earliest ? retainError(earliest->error) : nullptr;
  for (Job *job = first, *next; job && forget; job = next) {
    next = job->nextTold;
    if (job->scope != &scope)
      continue;
    unlink(job);
    releaseError(job->error);
    freeJob(job);
  }
  lock.unlock();
  return error;
}

void tine::raiseQueued() {
  // What tasks around this one have queued comes before, too.
  for (Scope *scope = currentScope(); scope; scope = scope->outer)
    if (scope->queues)
      if (tine_error *error =
              finishQueued(*scope, /*forget=*/scope == currentScope()))
        raiseError(error);
}
