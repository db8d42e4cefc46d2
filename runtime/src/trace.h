//===- trace.h - What ran when ----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --trace FILE writes Chrome's JSON, which Perfetto and chrome://tracing open:
// a lane for each thread, with a span for each task, call of a device, copy and
// wait, and arrows from who starts something to where it runs.
//
// Each thread gathers its events and writes them in whole lines, so that the
// file of a run that is killed can be read, too.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_TRACE_H
#define TINE_RUNTIME_TRACE_H

#include "text.h"

#include <stdint.h>

namespace tine {

/// Whether events are written. Does not change once there are threads.
extern bool tracing;

/// Begins a trace; false with a message in `problem` when the file cannot be
/// written. `program` is the source file.
bool openTrace(const char *path, const char *program, Text &problem);

/// Writes what all threads have gathered, and ends the file. Says on standard
/// error when the file could not be written.
void closeTrace();

/// Names the lane of this thread.
void nameLane(const char *name);

/// Nanoseconds of the trace's clock; 0 while there is none.
uint64_t traceNow();

/// A span of this thread from `start` until now. `category` is fork, queue,
/// copy, wait or program; `where` a trace of places or null, of which the first
/// is shown; `name` what the span is called, if not by its place; `bytes` of a
/// copy, else -1.
void traceSpan(const char *category, const char *name, const char *where,
               uint64_t start, int64_t bytes = -1);

/// An arrow that starts at this thread's present span, or ends in the one that
/// began last. The two have one number.
void traceArrow(uint64_t number, bool starts);

} // namespace tine

#endif // TINE_RUNTIME_TRACE_H
