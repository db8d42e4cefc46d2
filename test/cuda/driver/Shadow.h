//===- Shadow.h - Who used memory of simulated GPUs -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each 4 bytes, or each byte where an access took a part of 4, who wrote
// them last and who has read them since: a new access must come behind all
// that it conflicts with. What an earlier access is known to come behind need
// not be kept.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_SHADOW_H
#define TINE_TEST_CUDA_SHADOW_H

#include "Interpreter.h"

#include <span>
#include <unordered_map>

namespace simulated {

/// For each stream the number of its last operation that comes before.
using Clock = std::vector<uint32_t>;
void join(Clock &clock, const Clock &other);
inline uint32_t timeIn(const Clock &clock, unsigned stream) {
  return stream < clock.size() ? clock[stream] : 0;
}

/// Whether all that the other one knows of comes before, too.
bool covers(const Clock &clock, const Clock &other);

/// Something on a stream, as memory sees it.
struct Work {
  std::string what; ///< "kernel k3", "copy to GPU 0"
  unsigned stream = 0;
  int device = 0;
  Clock clock; ///< of what comes before, itself included
  uint32_t time() const { return timeIn(clock, stream); }
};

/// The accesses to some bytes that later ones may conflict with.
struct Touch {
  uint32_t write = 0;     ///< number of the work that wrote last, or 0
  uint32_t readers = 0;   ///< number of a set of works
  Accesses writes, reads; ///< by threads of kernels
  bool isAtomic = false;  ///< the writes
};

/// The touches of an allocation.
class Shadow {
public:
  explicit Shadow(size_t bytes) : bytes(bytes), touches((bytes + 3) / 4) {}
  std::span<Touch> at(size_t offset, size_t count) {
    size_t end = offset + count;
    if (grain == 4) {
      if (!(offset & 3) && (!(end & 3) || end == bytes))
        return {&touches[offset / 4], (end + 3) / 4 - offset / 4};
      refine();
    }
    return {&touches[offset], count};
  }

private:
  void refine();

  size_t bytes, grain = 4;
  std::vector<Touch> touches;
};

/// All work so far, by numbers from 1 on.
class History {
public:
  /// The work whose accesses follow.
  void begin(const Work &work);
  const std::string &nameOf(uint32_t number) const {
    return works[number].what;
  }

  /// What the current work's access conflicts with and does not come behind,
  /// or 0.
  uint32_t findUnordered(const Touch &touch, bool writes) {
    if (touch.write && touch.write != lastBefore) {
      if (!isBefore(touch.write))
        return touch.write;
      lastBefore = touch.write;
    }
    return writes && touch.readers ? unorderedOf(touch.readers) : 0;
  }
  /// Whether the access of a thread races with one of the same kernel.
  bool racesInKernel(const Touch &touch, bool writes,
                     const Accessor &who) const {
    return (touch.writes.work == current && !(who.isAtomic && touch.isAtomic) &&
            touch.writes.conflictsWith(who)) ||
           (writes && touch.reads.work == current &&
            touch.reads.conflictsWith(who));
  }
  /// Notes the access, of a thread or of a copy.
  void note(Touch &touch, bool writes, const Accessor *who) {
    if (!writes) {
      if (touch.readers != lastJoined || !lastJoined)
        touch.readers = withCurrent(touch.readers);
      if (who)
        touch.reads.note(current, *who);
      return;
    }
    touch.write = current;
    touch.readers = 0;
    touch.reads.work = 0;
    touch.isAtomic = who && who->isAtomic;
    if (who)
      touch.writes.note(current, *who);
    else
      touch.writes.work = 0;
  }

private:
  struct Entry {
    std::string what;
    unsigned stream = 0;
    uint32_t time = 0;
  };

  bool isBefore(uint32_t number) const;
  uint32_t unorderedOf(uint32_t readers);
  uint32_t withCurrent(uint32_t readers);

  uint32_t current = 0;
  uint32_t lastBefore = 0; // a work that the current one comes behind
  Clock clock;             // of the current work
  std::vector<Entry> works{1};
  std::vector<std::vector<uint32_t>> sets{1}; // of readers
  // What was found for sets by the current work.
  std::unordered_map<uint32_t, uint32_t> unordered, joined;
  uint32_t lastReaders = 0, lastJoined = 0; // words that follow are alike
  uint32_t onlyCurrent = 0; // the set of it alone, once there is one
};

} // namespace simulated

#endif // TINE_TEST_CUDA_SHADOW_H
