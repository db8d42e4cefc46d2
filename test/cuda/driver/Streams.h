//===- Streams.h - Streams and events of simulated GPUs ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is issued to a stream waits in it. It runs when the host waits for it,
// or earlier as a seeded choice has it; the streams' order and events are kept.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_STREAMS_H
#define TINE_TEST_CUDA_STREAMS_H

#include "Memory.h"
#include "Overlap.h"

#include <cstdio>
#include <deque>
#include <functional>
#include <random>

namespace simulated {

/// Seconds of the host's clock. Kernels run one after the other here, but as
/// far as events tell, a stream begins with something when it is issued and
/// what comes before has ended, and takes as long for it as it takes here:
/// streams seem to run beside each other, and nothing has ended before it does.
using Time = double;
Time now();

/// A moment of a stream.
struct Moment {
  bool hasPassed = true;
  bool hasTime = false; ///< others were made without
  Time time = 0;
  unsigned stream = 0;
  Clock clock;
};

struct Event {
  bool hasTime = false;
  std::shared_ptr<Moment> moment = std::make_shared<Moment>();
};

struct Operation {
  Work work;
  Time issued = 0;
  std::function<void(const Work &)> run;
  std::shared_ptr<Moment> waitsFor, ends;
};

/// A wait of a stream for another one; their order in each pair of streams is
/// the same in all runs that issue the same. Waits without work in between are
/// one: the last of them stands for all.
struct WaitName {
  unsigned stream = 0, other = 0;
  unsigned ordinal = 0; ///< from 1 on
  bool operator==(const WaitName &) const = default;
};

struct Stream {
  unsigned number = 0;
  int device = 0;
  Clock clock;
  Time time = 0; ///< when the last that has run ended
  std::deque<Operation> queue;
  std::map<unsigned, unsigned> waits; ///< how many, by the other stream
  // Those that no work has followed yet, and what came before them.
  std::vector<std::pair<WaitName, Clock>> newWaits;
  Clock beforeWaits;
};

class Scheduler {
public:
  /// `log` may be null.
  Scheduler(unsigned seed, bool isEager, FILE *log)
      : random(seed), isEager(isEager), log(log) {}

  Stream *makeStream(int device);
  /// When the call of the host began whose work follows.
  void setTime(Time time) { called = time; }
  void issue(Stream &stream, std::string what,
             std::function<void(const Work &)> run);
  void record(Stream &stream, Event &event);
  void wait(Stream &stream, const Event &event);
  /// The name of the wait that comes next.
  WaitName nameWait(Stream &stream, const Event &event);

  /// The host waits, and learns what it gives back.
  Clock synchronize(Stream &stream);
  Clock synchronize(const Event &event);
  Clock synchronizeDevice(int device);
  /// From now on `overlap` learns what is issued.
  void observe(Overlap &observer) { overlap = &observer; }
  bool query(const Event &event);
  /// What the host issues from now on comes behind. A thread of it may have
  /// told all others.
  void learn(const Clock &clock) { join(host, clock); }
  bool knows(const Event &event) const {
    return covers(host, event.moment->clock);
  }

private:
  void enqueue(Stream &stream, Operation operation);
  void logWaits(Stream &stream);
  /// Runs one operation of a stream that can go on; false if none can.
  bool step();
  void runFront(Stream &stream);

  std::vector<std::unique_ptr<Stream>> streams;
  Clock host;
  Time called = 0;
  std::mt19937 random;
  bool isEager;
  FILE *log;
  Overlap *overlap = nullptr;
};

} // namespace simulated

#endif // TINE_TEST_CUDA_STREAMS_H
