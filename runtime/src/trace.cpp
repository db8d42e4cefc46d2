//===- trace.cpp - What ran when --------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace.h"
#include "futures.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

using namespace tine;

int32_t tine_abi_tracing = 0;

const char tine::traceEnd[] =
    "{\"ph\":\"M\",\"pid\":1,\"name\":\"trace_end\",\"args\":{}}\n]\n";

namespace {

/// Bits of tine_abi_tracing.
constexpr int32_t toFile = 1, toProfiler = 2;

} // namespace

/// The events of one thread, or of what a GPU does, that are not in the file
/// yet. Lanes are never freed: a thread lives as long as the program.
struct tine::Lane {
  Lane *next;
  SpinLock lock;
  int number;
  bool inFile;      // its text belongs in the file, which has no end yet
  uint64_t written; // when
  TracePart *part;  // for the profiler that is on, or null
  size_t size;
  char name[64];
  char text[32768];
};

namespace {

/// An event has less text than that.
constexpr size_t longestEvent = 2048;
/// Nanoseconds after which a thread writes what it has at its next event.
constexpr uint64_t longestDelay = 100'000'000;
/// Where only the run knows how much an operation does, what took less
/// nanoseconds is left out.
constexpr uint64_t shortest = 2'000;

Lane *lanes;
int laneCount;
SpinLock lanesLock;
int file = -1;
bool failed;
uint64_t origin;
thread_local Lane *ownLane;
thread_local char ownName[64];

uint64_t readClock() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

bool isOn(int32_t bit) {
  return __atomic_load_n(&tine_abi_tracing, __ATOMIC_RELAXED) & bit;
}
void turn(int32_t bit, bool on) {
  if (on)
    __atomic_fetch_or(&tine_abi_tracing, bit, __ATOMIC_SEQ_CST);
  else
    __atomic_fetch_and(&tine_abi_tracing, ~bit, __ATOMIC_SEQ_CST);
}

TracePart *partOf(Lane &lane) {
  if (!lane.part) {
    lane.part = static_cast<TracePart *>(calloc(1, sizeof(TracePart)));
    if (lane.part) {
      lane.part->lane = lane.number;
      memcpy(lane.part->name, lane.name, sizeof(lane.name));
    }
  }
  return lane.part;
}

/// Puts the lines where they belong; the lane is locked.
void write(Lane &lane, uint64_t now) {
  // The file is opened to append, so lines of threads do not mix.
  if (lane.size && lane.inFile && !writeAll(file, lane.text, lane.size))
    failed = true;
  if (lane.size && (isOn(toProfiler) || lane.part)) {
    TracePart *part = partOf(lane);
    auto *text =
        static_cast<TraceText *>(malloc(sizeof(TraceText) + lane.size));
    if (part && text) {
      text->next = nullptr;
      text->size = lane.size;
      memcpy(text->data, lane.text, lane.size);
      (part->last ? part->last->next : part->first) = text;
      part->last = text;
    } else {
      free(text);
      if (part)
        part->incomplete = true;
    }
  }
  lane.size = 0;
  lane.written = now;
}

void addRecord(Lane &lane, const TraceRecord &record) {
  TracePart *part = partOf(lane);
  if (part && part->count == part->capacity) {
    size_t capacity = part->capacity ? 2 * part->capacity : 256;
    auto *records = static_cast<TraceRecord *>(
        realloc(part->records, capacity * sizeof(TraceRecord)));
    if (records) {
      part->records = records;
      part->capacity = capacity;
    }
  }
  if (part && part->count < part->capacity)
    part->records[part->count++] = record;
  else if (part)
    part->incomplete = true;
}

/// One event as a line of JSON, in the lane of this thread. What is too long
/// is left out.
class Line {
public:
  explicit Line(Lane &lane, uint64_t now) : lane(lane), now(now) {
    lane.lock.lock();
    if (lane.size + longestEvent > sizeof(lane.text))
      write(lane, now);
    begin = at = lane.text + lane.size;
    end = begin + longestEvent;
  }
  Line(const Line &) = delete;
  Line &operator=(const Line &) = delete;
  ~Line() {
    add("},\n");
    if (at)
      lane.size += size_t(at - begin);
    if (now > lane.written + longestDelay)
      write(lane, now);
    lane.lock.unlock();
  }

  void add(const char *text, size_t length) {
    if (!at || size_t(end - at) < length) {
      at = nullptr;
      return;
    }
    memcpy(at, text, length);
    at += length;
  }
  void add(const char *text) { add(text, strlen(text)); }

  void add(uint64_t number) {
    char digits[20];
    size_t i = sizeof(digits);
    do
      digits[--i] = char('0' + number % 10);
    while (number /= 10);
    add(digits + i, sizeof(digits) - i);
  }
  /// A number of thousandths.
  void addThousandths(uint64_t number) {
    add(number / 1000);
    uint64_t rest = number % 1000;
    char digits[4] = {'.', char('0' + rest / 100), char('0' + rest / 10 % 10),
                      char('0' + rest % 10)};
    add(digits, sizeof(digits));
  }

  /// Text within quotes, cut where it is long.
  void addQuoted(const char *from, size_t length) {
    constexpr size_t longest = 250;
    size_t i = 0;
    if (length > longest) {
      length = longest;
      // Not within a character of several bytes.
      while (length &&
             (static_cast<unsigned char>(from[length]) & 0xc0) == 0x80)
        --length;
    }
    for (; i < length; ++i) {
      auto c = static_cast<unsigned char>(from[i]);
      char escape[8];
      if (c < 0x20) {
        snprintf(escape, sizeof(escape), "\\u%04x", c);
        add(escape, 6);
        continue;
      }
      if (c == '"' || c == '\\')
        add("\\", 1);
      add(from + i, 1);
    }
  }

  void addHead(const char *phase, const char *category) {
    add("{\"ph\":\"");
    add(phase);
    add("\",\"pid\":1,\"tid\":");
    add(uint64_t(lane.number));
    add(",\"cat\":\"");
    add(category);
  }
  void addTimes(uint64_t start) {
    add("\",\"ts\":");
    addThousandths(start);
    add(",\"dur\":");
    addThousandths(now - start);
  }
  /// "name":amount and how much of it a nanosecond had.
  void addRate(const char *name, const char *rate, int64_t amount,
               uint64_t nanoseconds) {
    add(",\"");
    add(name);
    add("\":");
    add(uint64_t(amount));
    add(",\"");
    add(rate);
    add("\":");
    addThousandths(
        nanoseconds ? uint64_t(double(amount) * 1e3 / double(nanoseconds)) : 0);
  }

private:
  Lane &lane;
  uint64_t now;
  char *begin, *at, *end;
};

Lane *laneOfThread() {
  if (!ownLane)
    ownLane = newLane(ownName);
  return ownLane;
}

void addJson(Text &text, const char *from) {
  for (; *from; ++from) {
    if (static_cast<unsigned char>(*from) < 0x20) {
      text.add(' ');
      continue;
    }
    if (*from == '"' || *from == '\\')
      text.add('\\');
    text.add(*from);
  }
}

} // namespace

//===-- Files -------------------------------------------------------------===//

void tine::addLaneName(Text &text, int lane, const char *name) {
  text.addf("{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_name\","
            "\"args\":{\"name\":\"",
            lane);
  addJson(text, name);
  text.add("\"}},\n");
}

void tine::addTraceBegin(Text &text, const char *program) {
  text.add("[\n{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{"
           "\"name\":\"");
  addJson(text, program);
  text.add("\"}},\n");
}

bool tine::openTrace(const char *path, const char *program, Text &problem) {
  file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    problem.addf("--trace: cannot write '%s': %s", path, strerror(errno));
    return false;
  }
  origin = readClock() - 1;
  turn(toFile, true);
  Text first;
  addTraceBegin(first, program);
  if (!writeAll(file, first.data, first.size)) {
    problem.addf("--trace: cannot write '%s': %s", path, strerror(errno));
    return false;
  }
  return true;
}

void tine::closeTrace() {
  if (!isOn(toFile))
    return;
  // First, so that no thread that still runs gathers more for the file. What it
  // is about to gather is lost.
  turn(toFile, false);
  lanesLock.lock();
  for (Lane *lane = lanes; lane; lane = lane->next) {
    lane->lock.lock();
    write(*lane, 0);
    lane->inFile = false;
    lane->lock.unlock();
  }
  lanesLock.unlock();
  // Each event ends with a comma.
  if (!writeAll(file, traceEnd, strlen(traceEnd)) || close(file))
    failed = true;
  if (failed) {
    const char *text = "warning: the trace could not be written completely\n";
    writeAll(2, text, strlen(text));
  }
}

//===-- Profilers ---------------------------------------------------------===//

/// Writes what all have gathered; `lanesLock` is taken.
static void writeLanes(uint64_t now) {
  for (Lane *lane = lanes; lane; lane = lane->next) {
    lane->lock.lock();
    write(*lane, now);
    lane->lock.unlock();
  }
}

bool tine::gatherParts() {
  if (isOn(toProfiler))
    return false;
  uint64_t now = readClock() - origin;
  lanesLock.lock();
  writeLanes(now);
  lanesLock.unlock();
  turn(toProfiler, true);
  return true;
}

TracePart *tine::takeParts() {
  TracePart *parts = nullptr;
  uint64_t now = readClock() - origin;
  lanesLock.lock();
  writeLanes(now);
  turn(toProfiler, false);
  for (Lane *lane = lanes; lane; lane = lane->next) {
    lane->lock.lock();
    if (TracePart *part = lane->part) {
      // What came between goes to the file, and here.
      write(*lane, now);
      part->next = parts;
      parts = part;
      lane->part = nullptr;
    }
    lane->lock.unlock();
  }
  lanesLock.unlock();
  return parts;
}

//===-- Events ------------------------------------------------------------===//

Lane *tine::newLane(const char *name) {
  auto *lane = static_cast<Lane *>(calloc(1, sizeof(Lane)));
  if (!lane)
    return nullptr;
  lanesLock.lock();
  lane->number = laneCount++;
  lane->inFile = isOn(toFile);
  lane->next = lanes;
  lanes = lane;
  lanesLock.unlock();
  if (*name)
    snprintf(lane->name, sizeof(lane->name), "%s", name);
  else
    snprintf(lane->name, sizeof(lane->name), "thread %d", lane->number);
  Text text;
  addLaneName(text, lane->number, lane->name);
  lane->lock.lock();
  if (lane->inFile) {
    memcpy(lane->text, text.data, text.size);
    lane->size = text.size;
  }
  lane->lock.unlock();
  return lane;
}

uint64_t tine::traceNow() { return tracing() ? readClock() - origin : 0; }

void tine::nameLane(const char *name) {
  snprintf(ownName, sizeof(ownName), "%s", name);
  if (tracing())
    laneOfThread();
}

/// The line of a span from `start` to `stop`; the time is not before that.
static void addSpan(Lane &lane, const char *category, const char *name,
                    const char *where, uint64_t start, uint64_t stop,
                    int64_t bytes) {
  Line line(lane, stop);
  line.addHead("X", category);
  line.add("\",\"name\":\"");
  size_t length;
  const char *shown = nameOfPlace(where, length);
  if (name)
    line.addQuoted(name, strlen(name));
  else
    line.addQuoted(shown, length);
  line.addTimes(start);
  line.add(",\"args\":{\"at\":\"");
  const char *place = where ? where : "";
  line.addQuoted(place, size_t(shown - place) + length);
  line.add("\"", 1);
  if (bytes >= 0)
    line.addRate("bytes", "GB/s", bytes, stop - start);
  line.add("}", 1);
}

void tine::traceSpan(const char *category, const char *name, const char *where,
                     uint64_t start, int64_t bytes) {
  Lane *lane = start ? laneOfThread() : nullptr;
  uint64_t now = traceNow();
  if (!lane || now < start)
    return;
  addSpan(*lane, category, name, where, start, now, bytes);
  if (isOn(toProfiler))
    addRecord(*lane, {category, name ? strdup(name) : nullptr, where, nullptr,
                      start, now - start, -1});
}

void tine::traceLaneSpan(Lane &lane, const char *category, const char *name,
                         const char *where, uint64_t start, uint64_t stop,
                         int64_t bytes) {
  if (tracing())
    addSpan(lane, category, name, where, start, stop, bytes);
}

void tine::traceTask(const char *category, const char *where, uint64_t start) {
  // In another task it may have begun before the trace.
  const char *name = moduleOfTask(where);
  name += *name == '.';
  traceSpan(category, *name ? name : nullptr, where, start);
}

void tine::traceArrow(uint64_t number, bool starts) {
  Lane *lane = laneOfThread();
  uint64_t now = traceNow();
  if (!lane || !now)
    return;
  Line line(*lane, now);
  line.addHead(starts ? "s" : "f", "start\",\"name\":\"start\",\"id\":");
  line.add(number);
  line.add(",\"ts\":");
  line.addThousandths(now);
  if (!starts)
    line.add(",\"bp\":\"e\"");
}

uint64_t tine_abi_trace_begin() { return traceNow(); }

void tine_abi_trace_end(uint64_t start, const tine_operation *operation,
                        const int64_t *numbers, int32_t part) {
  uint64_t now = traceNow();
  // Of one thread, parts are the whole.
  int threads = ownTeamThreads ? ownTeamThreads : teamThreads;
  if (!start || now < start || (part && threads == 1))
    return;
  uint64_t duration = now - start;
  bool runDecides = numbers || operation->flops < 0;
  if (runDecides && duration < shortest)
    return;
  Lane *lane = laneOfThread();
  if (!lane)
    return;
  Line line(*lane, now);
  const char *category = part ? "part" : "op";
  line.addHead("X", category);
  line.add("\",\"name\":\"");
  line.add(operation->name);
  line.addTimes(start);
  line.add(",\"args\":{\"at\":\"");
  line.add(operation->where);
  int64_t flops = numbers ? numbers[0] : operation->flops;
  if (!part) {
    line.add("\",\"module\":\"");
    ModulePath path = modulePathIn(ownTask(), operation->module);
    line.addQuoted(path.outer, path.outerLength);
    line.add(path.inner, path.innerLength);
    line.add("\",\"shapes\":\"");
    const char *shapes = operation->shapes;
    for (int i = 2; numbers; ++i) {
      const char *size = strchr(shapes, '?');
      if (!size)
        break;
      line.add(shapes, size_t(size - shapes));
      line.add(uint64_t(numbers[i]));
      shapes = size + 1;
    }
    line.add(shapes);
    line.add("\"", 1);
    int64_t bytes = numbers ? numbers[1] : operation->bytes;
    if (flops > 0)
      line.addRate("flops", "GFLOP/s", flops, duration);
    if (bytes > 0)
      line.addRate("bytes", "GB/s", bytes, duration);
    line.add("}", 1);
  } else {
    line.add("\"}");
  }
  if (isOn(toProfiler))
    addRecord(*lane, {category, nullptr, operation->where, operation, start,
                      duration, flops});
}
