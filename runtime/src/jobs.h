//===- jobs.h - Jobs of queues, and their errors ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue of a device runs jobs. A job that can fail stays in a list until who
// queued it has been told: when it has run, or, if it has given work to a GPU
// whose checks are open, when that work has run.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_JOBS_H
#define TINE_RUNTIME_JOBS_H

#include "devices.h"
#include "futex.h"

namespace tine {

struct Job {
  Job *next; // in the queue
  tine_future *call;
  Scope *scope; // that queued it, when it can fail; else null
  uint64_t sequence;
  tine_error *error;
  bool done;
  bool failedLate; // by a check; its results are there, and wrong
  OpenChecks open;
  // In the list of jobs that can fail.
  Job *previousTold, *nextTold;
  uint32_t count;
  tine_future *futures[1]; // one for each result
};

Job *newJob(uint32_t results);
void freeJob(Job *job);

/// The scope will be told how the job ends.
void listJob(Job *job, Scope *scope);
/// The job has issued all, with these checks: before anybody gets its results.
void openChecksOf(Job *job, const OpenChecks &open);
/// The job's function has returned; `error` is borrowed, or null. Frees the job
/// if nobody has to be told.
void endJob(Job *job, tine_error *error);

/// Changes whenever a job ends while somebody waits for one.
extern uint32_t jobsEnded, jobWatchers;

/// Waits until `isDone`, looking whenever a job has ended.
void waitForJobs(bool (*isDone)(void *), void *argument);

template <typename Test> void waitForJobs(Test isDone) {
  waitForJobs([](void *test) { return (*static_cast<Test *>(test))(); },
              &isDone);
}

} // namespace tine

#endif // TINE_RUNTIME_JOBS_H
