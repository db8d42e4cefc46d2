//===- trace.h - What ran when ----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --trace FILE writes Chrome's JSON, which Perfetto, chrome://tracing and
// tine-trace open: a lane for each thread, with a span for each task, call of a
// device, copy, wait and operation, and arrows from who starts something to
// where it runs; and one for each stream of a GPU (cuda_trace.h). A profiler of
// the program (see profile.h) gathers the same in memory.
//
// Each thread gathers its events and writes them in whole lines, so that the
// file of a run that is killed can be read, too.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_TRACE_H
#define TINE_RUNTIME_TRACE_H

#include "memory.h"
#include "text.h"

#include <stdint.h>

namespace tine {

/// Whether events are gathered: for a file or for a profiler of the program.
inline bool tracing() {
  return __atomic_load_n(&tine_abi_tracing, __ATOMIC_RELAXED) != 0;
}

/// Begins a trace; false with a message in `problem` when the file cannot be
/// written. `program` is the source file.
bool openTrace(const char *path, const char *program, Text &problem);

/// Writes what all threads have gathered, and ends the file, if there is one.
/// Says on standard error when the file could not be written.
void closeTrace();

/// Names the lane of this thread, before its first event.
void nameLane(const char *name);

/// Nanoseconds of the trace's clock, from 1 on; 0 while there is none.
uint64_t traceNow();

/// A span of this thread from `start` until now, if `start` is not 0.
/// `category` is fork, queue, copy, wait, user or program; `where` a trace of
/// places or null, of which the first is shown; `name` what the span is called,
/// if not by its place; `bytes` of a copy, else -1. `category` and `where` live
/// as long as the program.
void traceSpan(const char *category, const char *name, const char *where,
               uint64_t start, int64_t bytes = -1);

/// A lane that is no thread's. Null when memory has run out. An empty name is a
/// thread's number.
struct Lane;
Lane *newLane(const char *name);

/// A span in it, of times that were taken elsewhere; both are from 1 on.
void traceLaneSpan(Lane &lane, const char *category, const char *name,
                   const char *where, uint64_t start, uint64_t stop,
                   int64_t bytes);

/// An arrow that starts at this thread's present span, or ends in the one that
/// began last. The two have one number.
void traceArrow(uint64_t number, bool starts);

/// The same for a task, whose `where` is one of tine_abi_future_new: it is
/// called by its module or function.
void traceTask(const char *category, const char *where, uint64_t start);

//===-- Places and modules (trace_modules.cpp) ----------------------------===//

/// "in forward" of a place is the name of the function, else the place: its
/// first `length` bytes or, at 0, all of it up to the end of the line.
const char *nameOfPlace(const char *where, size_t &length);

/// What is behind the place of a fork: the module or function of its task.
const char *moduleOfTask(const char *where);
/// The `where` of the task that runs here, or null.
const char *ownTask();
/// That of a fork in the task that runs here, with the whole path; lives as
/// long as the program.
const char *wholePlace(const char *fork);

/// A path in two parts.
struct ModulePath {
  const char *outer;
  size_t outerLength;
  const char *inner;
  size_t innerLength;
};
/// The whole of a path that may go on from that of the task.
ModulePath modulePathIn(const char *task, const char *path);

//===-- For profile.cpp ---------------------------------------------------===//

/// A span, for tables.
struct TraceRecord {
  const char *category;
  char *name; // made for this record, or null
  const char *where;
  const tine_operation *operation; // or null
  uint64_t start, duration;
  int64_t flops; // of an operation; -1 where that is not known
};

/// Lines of events, of one thread.
struct TraceText {
  TraceText *next;
  size_t size;
  char data[1];
};

/// What one thread has done while a profiler was on.
struct TracePart {
  TracePart *next;
  int lane;
  bool incomplete; // memory has run out
  char name[64];   // of the lane
  TraceText *first, *last;
  TraceRecord *records;
  size_t count, capacity;
};

/// Begins to gather for a profiler; false if one is on already.
bool gatherParts();
/// Ends that and gives what was gathered; the caller owns it. Null if no thread
/// has done anything.
TracePart *takeParts();

/// The line that names a lane, and how each file ends.
void addLaneName(Text &text, int lane, const char *name);
extern const char traceEnd[];
void addTraceBegin(Text &text, const char *program);

} // namespace tine

#endif // TINE_RUNTIME_TRACE_H
