//===- OrderTest.cpp - Streams, events and memory -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <gtest/gtest.h>

using namespace simulated;

namespace {

/// One stream writes, another one reads; `isOrdered` by an event.
void pipeline(bool isOrdered, unsigned seed) {
  Memory memory;
  Scheduler scheduler(seed, /*isEager=*/false, /*log=*/nullptr);
  Stream *first = scheduler.makeStream(0), *second = scheduler.makeStream(0);
  uint64_t address = memory.allocate(4, 0);
  uint32_t value = 0;
  memory.begin(Work());
  scheduler.issue(*first, "the writer", [&](const Work &work) {
    uint32_t seven = 7;
    memory.begin(work);
    memory.write(address, &seven, 4);
  });
  Event event;
  scheduler.record(*first, event);
  if (isOrdered)
    scheduler.wait(*second, event);
  else
    scheduler.synchronize(*first); // some order, which nobody relies on
  scheduler.issue(*second, "the reader", [&](const Work &work) {
    memory.begin(work);
    memory.read(address, &value, 4);
  });
  scheduler.synchronize(*second);
  EXPECT_EQ(value, 7u);
}

TEST(Order, EventsOrderStreams) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    pipeline(true, seed);
    // Waiting on the host orders what is issued afterwards, too.
    pipeline(false, seed);
  }
}

/// Nothing orders the two streams: a race even where the order is right.
void race() {
  Memory memory;
  Scheduler scheduler(0, /*isEager=*/true, nullptr);
  Stream *first = scheduler.makeStream(0), *second = scheduler.makeStream(0);
  uint64_t address = memory.allocate(4, 0);
  uint32_t value = 7;
  auto writes = [&](const Work &work) {
    memory.begin(work);
    memory.write(address, &value, 4);
  };
  scheduler.issue(*first, "the writer", writes);
  scheduler.issue(*second, "the other", writes);
}

void useAfterFree() {
  Memory memory;
  Work work;
  work.what = "the test";
  work.clock = {1};
  memory.begin(work);
  uint64_t address = memory.allocate(8, 0);
  uint64_t value = 1;
  memory.write(address, &value, 8);
  memory.free(address, work);
  memory.read(address, &value, 8);
}

void readBeyond(size_t bytes, bool isWritten) {
  Memory memory;
  Work work;
  work.what = "the test";
  work.clock = {1};
  memory.begin(work);
  uint64_t address = memory.allocate(8, 0);
  uint64_t values[2] = {1, 2};
  if (isWritten)
    memory.write(address, values, 8);
  memory.read(address, values, bytes);
}

TEST(OrderDeathTest, FindsWhatIsWrong) {
  EXPECT_EXIT(race(), testing::ExitedWithCode(97),
              "a race between streams: the writer and the other");
  EXPECT_EXIT(useAfterFree(), testing::ExitedWithCode(97),
              "memory that has been freed");
  EXPECT_EXIT(readBeyond(12, true), testing::ExitedWithCode(97),
              "out of bounds of an allocation of 8 bytes");
  EXPECT_EXIT(readBeyond(8, false), testing::ExitedWithCode(97),
              "memory that nothing was written to");
}

} // namespace
