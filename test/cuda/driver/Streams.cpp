//===- Streams.cpp - Streams and events of simulated GPUs -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <chrono>

using namespace simulated;

Time simulated::now() {
  using Seconds = std::chrono::duration<double>;
  return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Stream *Scheduler::makeStream(int device) {
  auto made = std::make_unique<Stream>();
  made->number = unsigned(streams.size());
  made->device = device;
  streams.push_back(std::move(made));
  return streams.back().get();
}

void Scheduler::enqueue(Stream &stream, Operation operation) {
  join(stream.clock, host);
  stream.clock.resize(std::max<size_t>(stream.clock.size(), stream.number + 1));
  ++stream.clock[stream.number];
  operation.work.stream = stream.number;
  operation.work.device = stream.device;
  operation.work.clock = stream.clock;
  operation.issued = called;
  if (operation.ends)
    operation.ends->clock = stream.clock;
  if (overlap)
    overlap->add(operation.work);
  if (log)
    fprintf(log, "issue %u %u %s\n", stream.number, operation.work.time(),
            operation.work.what.c_str());
  stream.queue.push_back(std::move(operation));
  // Now and then something runs before anybody waits for it.
  if (isEager)
    while (step()) {
    }
  else if (random() % 4 == 0)
    step();
}

void Scheduler::issue(Stream &stream, std::string what,
                      std::function<void(const Work &)> run) {
  Operation operation;
  operation.work.what = std::move(what);
  operation.run = std::move(run);
  logWaits(stream);
  enqueue(stream, std::move(operation));
}

void Scheduler::record(Stream &stream, Event &event) {
  Operation operation;
  operation.work.what = "record";
  event.moment = std::make_shared<Moment>();
  event.moment->hasPassed = false;
  event.moment->hasTime = event.hasTime;
  event.moment->stream = stream.number;
  operation.ends = event.moment;
  enqueue(stream, std::move(operation));
}

void Scheduler::wait(Stream &stream, const Event &event) {
  join(stream.clock, event.moment->clock);
  Operation operation;
  operation.work.what = "wait";
  operation.waitsFor = event.moment;
  enqueue(stream, std::move(operation));
}

WaitName Scheduler::nameWait(Stream &stream, const Event &event) {
  if (stream.newWaits.empty())
    stream.beforeWaits = stream.clock;
  unsigned other = event.moment->stream;
  for (auto &[name, clock] : stream.newWaits)
    if (name.other == other) {
      join(clock, event.moment->clock);
      return name;
    }
  WaitName name{stream.number, other, ++stream.waits[other]};
  stream.newWaits.emplace_back(name, event.moment->clock);
  return name;
}

/// Work follows the waits. One is spare if the others say as much.
void Scheduler::logWaits(Stream &stream) {
  auto &waits = stream.newWaits;
  for (auto one = waits.begin(); log && one != waits.end(); ++one) {
    Clock others = stream.beforeWaits;
    join(others, host);
    for (auto other = waits.begin(); other != waits.end(); ++other)
      if (other != one)
        join(others, other->second);
    bool isSpare = covers(others, one->second);
    fprintf(log, "%s %u:%u:%u\n", isSpare ? "spare" : "wait", one->first.stream,
            one->first.other, one->first.ordinal);
    if (isSpare) // it does not make another one spare
      one->second.clear();
  }
  waits.clear();
}

void Scheduler::runFront(Stream &stream) {
  Operation operation = std::move(stream.queue.front());
  stream.queue.pop_front();
  if (log)
    fprintf(log, "run %u %u %s\n", stream.number, operation.work.time(),
            operation.work.what.c_str());
  stream.time = std::max(stream.time, operation.issued);
  if (operation.waitsFor)
    stream.time = std::max(stream.time, operation.waitsFor->time);
  if (operation.run) {
    Time begin = now();
    operation.run(operation.work);
    stream.time += now() - begin;
  }
  if (operation.ends) {
    operation.ends->hasPassed = true;
    operation.ends->time = stream.time;
  }
}

bool Scheduler::step() {
  std::vector<Stream *> ready;
  for (auto &stream : streams)
    if (!stream->queue.empty() && (!stream->queue.front().waitsFor ||
                                   stream->queue.front().waitsFor->hasPassed))
      ready.push_back(stream.get());
  if (ready.empty())
    return false;
  runFront(*ready[random() % ready.size()]);
  return true;
}

Clock Scheduler::synchronize(Stream &stream) {
  if (log)
    fprintf(log, "host %u\n", stream.number);
  Clock clock = stream.clock;
  while (!stream.queue.empty() && step()) {
  }
  return clock;
}

Clock Scheduler::synchronize(const Event &event) {
  if (log)
    fprintf(log, "host\n");
  while (!event.moment->hasPassed && step()) {
  }
  return event.moment->clock;
}

Clock Scheduler::synchronizeDevice(int device) {
  Clock clock;
  for (auto &stream : streams)
    if (stream->device == device)
      join(clock, synchronize(*stream));
  return clock;
}

bool Scheduler::query(const Event &event) {
  // Work goes on while the host asks again and again.
  if (!event.moment->hasPassed && random() % 4 == 0)
    step();
  if (event.moment->hasPassed)
    learn(event.moment->clock);
  return event.moment->hasPassed;
}
