//===- Shadow.cpp - Who used memory of simulated GPUs ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

#include <algorithm>

using namespace simulated;

void simulated::join(Clock &clock, const Clock &other) {
  clock.resize(std::max(clock.size(), other.size()));
  for (size_t i = 0; i < other.size(); ++i)
    clock[i] = std::max(clock[i], other[i]);
}

bool simulated::covers(const Clock &clock, const Clock &other) {
  for (unsigned i = 0; i < other.size(); ++i)
    if (other[i] > timeIn(clock, i))
      return false;
  return true;
}

void Shadow::refine() {
  std::vector<Touch> fine(bytes);
  for (size_t i = 0; i < bytes; ++i)
    fine[i] = touches[i / 4];
  touches = std::move(fine);
  grain = 1;
}

void History::begin(const Work &work) {
  current = uint32_t(works.size());
  works.push_back({work.what, work.stream, work.time()});
  clock = work.clock;
  unordered.clear();
  joined.clear();
  onlyCurrent = lastJoined = lastBefore = 0;
}

bool History::isBefore(uint32_t number) const {
  const Entry &work = works[number];
  // The host's own, when it loads a module, has no time.
  return number == current || !work.time ||
         work.stream == works[current].stream ||
         timeIn(clock, work.stream) >= work.time;
}

uint32_t History::unorderedOf(uint32_t readers) {
  auto [found, isNew] = unordered.try_emplace(readers, 0);
  if (isNew)
    for (uint32_t reader : sets[readers])
      if (!isBefore(reader))
        found->second = reader;
  return found->second;
}

/// The readers that the current work does not come behind, and itself.
uint32_t History::withCurrent(uint32_t readers) {
  // No set is 0 that has somebody in it.
  if (lastJoined && (readers == lastReaders || readers == lastJoined))
    return lastJoined;
  lastReaders = readers;
  auto [found, isNew] = joined.try_emplace(readers, 0);
  if (!isNew)
    return lastJoined = found->second;
  std::vector<uint32_t> kept;
  for (uint32_t reader : sets[readers])
    if (!isBefore(reader))
      kept.push_back(reader);
  bool isAlone = kept.empty();
  uint32_t result = isAlone ? onlyCurrent : 0;
  if (!result) {
    kept.push_back(current);
    result = uint32_t(sets.size());
    sets.push_back(std::move(kept));
    if (isAlone)
      onlyCurrent = result;
  }
  found->second = result;
  joined[result] = result;
  return lastJoined = result;
}
