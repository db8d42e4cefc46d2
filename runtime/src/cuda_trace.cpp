//===- cuda_trace.cpp - What GPUs did when ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Events know times between each other only. So each GPU has events of which
// the host knows when they were, too: between two readings of its own clock,
// the closest of a few. Times are floats of milliseconds, so there is a new one
// every few seconds. What is read for one lane never goes back.
//
//===----------------------------------------------------------------------===//

#include "cuda_trace.h"

#include <stdio.h>
#include <stdlib.h>

using namespace tine;
using namespace tine::cuda;

/// An event of which the host knows the time.
struct cuda::ClockReading {
  ClockReading *older;
  Event event;
  uint64_t time; // of the trace
};

namespace {

struct Span {
  Event begin, end; // stay here for the spans that come later
  const ClockReading *clock;
  const char *category, *name, *where;
  int64_t bytes;
};

/// Nanoseconds after which the clock is read again, and passed spans are
/// written.
constexpr uint64_t clockAge = 4'000'000'000, longestDelay = 100'000'000;

} // namespace

/// The spans of a stream that are not written yet.
struct cuda::StreamTrace {
  static constexpr uint64_t most = 1024;
  pthread_mutex_t lock; // of what follows
  Lane *lane;
  char copies[32]; // "GPU 0 to GPU 1", or empty
  uint64_t first, last;
  uint64_t looked; // when
  uint64_t latest; // time that was written
  Span spans[most];
};

//===-- Names -------------------------------------------------------------===//

/// Where copies of the stream come from and go to.
static void nameCopies(const Stream &stream, Text &text) {
  const Gpu &gpu = *stream.gpu;
  int number = gpuOf(gpu.place);
  if (&stream == gpu.toHost)
    return text.addf("GPU %d to host", number);
  if (&stream == gpu.fromHost)
    return text.addf("host to GPU %d", number);
  for (int source = 0; source < mostGpus; ++source)
    if (&stream == gpu.fromGpu[source])
      return text.addf("GPU %d to GPU %d", source, number);
}

static StreamTrace *newTrace(const Stream &stream) {
  auto *trace = static_cast<StreamTrace *>(calloc(1, sizeof(StreamTrace)));
  if (!trace)
    return nullptr;
  pthread_mutex_init(&trace->lock, nullptr);
  Text name;
  name.addf("GPU %d stream", gpuOf(stream.gpu->place));
  if (stream.isForCopies) {
    Text copies;
    nameCopies(stream, copies);
    snprintf(trace->copies, sizeof(trace->copies), "%.*s", int(copies.size),
             copies.data);
    name.addf(": %s", trace->copies);
  } else {
    name.addf(" %d", int(&stream - stream.gpu->queues) + 1);
  }
  name.add('\0');
  trace->lane = newLane(name.data);
  if (trace->lane)
    return trace;
  free(trace);
  return nullptr;
}

//===-- Times -------------------------------------------------------------===//

/// Records the event on an idle stream. The result is when, by the host's
/// clock, give or take `slack`.
static uint64_t readClock(const Gpu &gpu, Event event, uint64_t &slack) {
  uint64_t before = traceNow();
  driver.eventRecord(event, gpu.clockStream);
  driver.eventSynchronize(event);
  uint64_t after = traceNow();
  // A profile may have ended meanwhile.
  slack = before && after ? (after - before) / 2 : UINT64_MAX;
  return before + slack;
}

static ClockReading *newReading(const Gpu &gpu) {
  auto *reading = static_cast<ClockReading *>(malloc(sizeof(ClockReading)));
  if (!reading)
    return nullptr;
  Event event, other;
  driver.eventCreate(&event, eventDefault);
  driver.eventCreate(&other, eventDefault);
  uint64_t slack;
  uint64_t time = readClock(gpu, event, slack);
  for (int i = 0; i < 4; ++i) {
    uint64_t otherSlack;
    uint64_t otherTime = readClock(gpu, other, otherSlack);
    if (otherSlack >= slack)
      continue;
    Event worse = event;
    event = other;
    other = worse;
    slack = otherSlack;
    time = otherTime;
  }
  driver.eventDestroy(other);
  if (slack == UINT64_MAX) {
    driver.eventDestroy(event);
    free(reading);
    return nullptr;
  }
  *reading = {gpu.clock, event, time};
  return reading;
}

/// A reading that is not old; null when there is none, as when memory has run
/// out.
static const ClockReading *clockOf(Gpu &gpu) {
  pthread_mutex_lock(&gpu.clockLock);
  if (!gpu.clockStream)
    driver.streamCreate(&gpu.clockStream, streamNonBlocking);
  if (!gpu.clock || traceNow() > gpu.clock->time + clockAge)
    if (ClockReading *reading = newReading(gpu))
      gpu.clock = reading;
  const ClockReading *clock = gpu.clock;
  pthread_mutex_unlock(&gpu.clockLock);
  return clock;
}

static uint64_t nanoseconds(Event from, Event to) {
  float milliseconds = 0;
  driver.eventElapsedTime(&milliseconds, from, to);
  return milliseconds > 0 ? uint64_t(double(milliseconds) * 1e6) : 0;
}

//===-- Spans -------------------------------------------------------------===//

/// Writes the spans that have passed, in their order. The lock is held.
static void writePassed(const Stream &stream, StreamTrace &trace) {
  if (trace.first == trace.last)
    return;
  enter(*stream.gpu);
  for (; trace.first != trace.last; ++trace.first) {
    const Span &span = trace.spans[trace.first % StreamTrace::most];
    Result result = driver.eventQuery.attempt(span.end);
    if (result == notReady)
      return;
    if (result)
      fail(driver.eventQuery.symbol, result, nullptr);
    uint64_t start =
        span.clock->time + nanoseconds(span.clock->event, span.begin);
    start = start > trace.latest ? start : trace.latest;
    uint64_t stop = start + nanoseconds(span.begin, span.end);
    trace.latest = stop;
    traceLaneSpan(*trace.lane, span.category, span.name, span.where, start,
                  stop, span.bytes);
  }
}

void StreamSpan::begin(const char *category, const char *name,
                       const char *where, int64_t bytes) {
  enter(*stream->gpu);
  const ClockReading *clock = clockOf(*stream->gpu);
  if (!stream->trace)
    __atomic_store_n(&stream->trace, newTrace(*stream), __ATOMIC_RELEASE);
  StreamTrace *trace = stream->trace;
  if (!trace || !clock) {
    stream = nullptr;
    return;
  }
  pthread_mutex_lock(&trace->lock);
  if (trace->last - trace->first == StreamTrace::most) {
    driver.eventSynchronize(
        trace->spans[(trace->first + StreamTrace::most / 2) % StreamTrace::most]
            .end);
    writePassed(*stream, *trace);
  }
  Span &span = trace->spans[trace->last % StreamTrace::most];
  if (!span.begin) {
    driver.eventCreate(&span.begin, eventDefault);
    driver.eventCreate(&span.end, eventDefault);
  }
  span.clock = clock;
  span.category = category;
  span.name = name ? name : trace->copies;
  span.where = where;
  span.bytes = bytes;
  driver.eventRecord(span.begin, stream->handle);
  pthread_mutex_unlock(&trace->lock);
}

void StreamSpan::end() {
  StreamTrace &trace = *stream->trace;
  pthread_mutex_lock(&trace.lock);
  driver.eventRecord(trace.spans[trace.last % StreamTrace::most].end,
                     stream->handle);
  ++trace.last;
  pthread_mutex_unlock(&trace.lock);
  gatherSpans(*stream);
}

void cuda::gatherSpans(Stream &stream) {
  StreamTrace *trace = stream.trace;
  uint64_t now = traceNow();
  if (!trace || now < trace->looked + longestDelay)
    return;
  pthread_mutex_lock(&trace->lock);
  trace->looked = now;
  writePassed(stream, *trace);
  pthread_mutex_unlock(&trace->lock);
}

void cuda::writeSpans(Stream &stream) {
  StreamTrace *trace = __atomic_load_n(&stream.trace, __ATOMIC_ACQUIRE);
  if (!trace)
    return;
  pthread_mutex_lock(&trace->lock);
  writePassed(stream, *trace);
  pthread_mutex_unlock(&trace->lock);
}

//===-- End ---------------------------------------------------------------===//

void cuda::releaseSpans(Stream &stream) {
  if (!stream.trace)
    return;
  for (Span &span : stream.trace->spans)
    if (span.begin) {
      driver.eventDestroy(span.begin);
      driver.eventDestroy(span.end);
    }
}

void cuda::releaseClock(Gpu &gpu) {
  for (const ClockReading *reading = gpu.clock; reading;
       reading = reading->older)
    driver.eventDestroy(reading->event);
  if (gpu.clockStream)
    driver.streamDestroy(gpu.clockStream);
}
