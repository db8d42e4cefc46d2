//===- trace.cpp - What ran when --------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace.h"
#include "memory.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

using namespace tine;

bool tine::tracing = false;

namespace {

/// The events of one thread that are not in the file yet. Lanes are never
/// freed: a thread lives as long as the program.
struct Lane {
  Lane *next;
  SpinLock lock;
  int number;
  uint64_t written; // when
  size_t size;
  char text[32768];
};

/// An event has less text than that.
constexpr size_t longestEvent = 1024;
/// Nanoseconds after which a thread writes what it has at its next event.
constexpr uint64_t longestDelay = 100'000'000;

Lane *lanes;
int laneCount;
SpinLock lanesLock;
int file = -1;
bool failed;
uint64_t origin;
thread_local Lane *ownLane;

uint64_t readClock() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

double microseconds(uint64_t nanoseconds) { return double(nanoseconds) / 1e3; }

void write(Lane &lane) {
  // The file is opened to append, so lines of threads do not mix.
  if (lane.size && !writeAll(file, lane.text, lane.size))
    failed = true;
  lane.size = 0;
  lane.written = traceNow();
}

Lane *laneOfThread() {
  if (ownLane)
    return ownLane;
  auto *lane = static_cast<Lane *>(calloc(1, sizeof(Lane)));
  if (!lane)
    return nullptr;
  lanesLock.lock();
  lane->number = laneCount++;
  lane->next = lanes;
  lanes = lane;
  lanesLock.unlock();
  ownLane = lane;
  return lane;
}

__attribute__((format(printf, 1, 2))) void addEvent(const char *format, ...) {
  Lane *lane = laneOfThread();
  if (!lane)
    return;
  lane->lock.lock();
  if (lane->size + longestEvent > sizeof(lane->text))
    write(*lane);
  char *text = lane->text + lane->size;
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(text, longestEvent, format, arguments);
  va_end(arguments);
  if (size > 0 && size_t(size) < longestEvent)
    lane->size += size_t(size);
  if (traceNow() - lane->written > longestDelay)
    write(*lane);
  lane->lock.unlock();
}

/// A text for JSON, cut where it is long.
struct Quoted {
  char text[256];

  Quoted(const char *from, size_t length) {
    size_t size = 0, i = 0;
    for (; i < length && size + 8 < sizeof(text); ++i) {
      auto c = static_cast<unsigned char>(from[i]);
      if (c < 0x20) {
        size += size_t(snprintf(text + size, 7, "\\u%04x", c));
        continue;
      }
      if (c == '"' || c == '\\')
        text[size++] = '\\';
      text[size++] = char(c);
    }
    // Not cut within a character of several bytes.
    auto at = [&](size_t place) {
      return static_cast<unsigned char>(text[place]);
    };
    if (i < length && (static_cast<unsigned char>(from[i]) & 0xc0) == 0x80) {
      while (size && (at(size - 1) & 0xc0) == 0x80)
        --size;
      if (size)
        --size;
    }
    text[size] = 0;
  }
};

/// The innermost place of a trace of places.
Quoted firstPlace(const char *where) {
  const char *end = where ? strchr(where, '\n') : nullptr;
  return Quoted(where ? where : "", end     ? size_t(end - where)
                                    : where ? strlen(where)
                                            : 0);
}

/// "in forward" of a place is the name of the function, else the place.
const char *nameOfPlace(const char *place) {
  const char *in = strstr(place, ": in ");
  return in ? in + 5 : place;
}

} // namespace

bool tine::openTrace(const char *path, const char *program, Text &problem) {
  file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    problem.addf("--trace: cannot write '%s': %s", path, strerror(errno));
    return false;
  }
  origin = readClock() - 1;
  tracing = true;
  Quoted name(program, strlen(program));
  char first[400];
  int size = snprintf(first, sizeof(first),
                      "[\n{\"ph\":\"M\",\"pid\":1,\"name\":"
                      "\"process_name\",\"args\":{\"name\":\"%s\"}},\n",
                      name.text);
  if (!writeAll(file, first, size_t(size))) {
    problem.addf("--trace: cannot write '%s': %s", path, strerror(errno));
    return false;
  }
  return true;
}

void tine::closeTrace() {
  // Threads that still run may go on gathering; that is lost.
  lanesLock.lock();
  for (Lane *lane = lanes; lane; lane = lane->next) {
    lane->lock.lock();
    write(*lane);
    lane->lock.unlock();
  }
  lanesLock.unlock();
  // Each event ends with a comma.
  char end[120];
  int size = snprintf(end, sizeof(end),
                      "{\"ph\":\"M\",\"pid\":1,\"name\":\"trace_end\",\"args\":"
                      "{}}\n]\n");
  if (!writeAll(file, end, size_t(size)) || close(file))
    failed = true;
  tracing = false;
  if (failed) {
    const char *text = "warning: the trace could not be written completely\n";
    writeAll(2, text, strlen(text));
  }
}

uint64_t tine::traceNow() { return tracing ? readClock() - origin : 0; }

void tine::nameLane(const char *name) {
  Lane *lane = laneOfThread();
  if (!lane)
    return;
  Quoted quoted(name, strlen(name));
  addEvent("{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_name\","
           "\"args\":{\"name\":\"%s\"}},\n",
           lane->number, quoted.text);
}

void tine::traceSpan(const char *category, const char *name, const char *where,
                     uint64_t start, int64_t bytes) {
  Lane *lane = laneOfThread();
  if (!lane)
    return;
  uint64_t duration = traceNow() - start;
  Quoted place = firstPlace(where);
  Quoted named = name ? Quoted(name, strlen(name)) : place;
  char size[96] = "";
  if (bytes >= 0)
    snprintf(size, sizeof(size), ",\"bytes\":%lld,\"GB/s\":%.3f",
             static_cast<long long>(bytes),
             duration ? double(bytes) / double(duration) : 0);
  addEvent("{\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"cat\":\"%s\",\"name\":\"%s\","
           "\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"at\":\"%s\"%s}},\n",
           lane->number, category, nameOfPlace(named.text), microseconds(start),
           microseconds(duration), place.text, size);
}

void tine::traceArrow(uint64_t number, bool starts) {
  Lane *lane = laneOfThread();
  if (!lane)
    return;
  addEvent("{\"ph\":\"%s\",\"pid\":1,\"tid\":%d,\"cat\":\"start\",\"name\":"
           "\"start\",\"id\":%llu,\"ts\":%.3f%s},\n",
           starts ? "s" : "f", lane->number,
           static_cast<unsigned long long>(number), microseconds(traceNow()),
           starts ? "" : ",\"bp\":\"e\"");
}
