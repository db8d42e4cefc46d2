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
    scheduler.learn(scheduler.synchronize(*first));
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

/// Two streams read what a third one wrote; `updater` writes then, and comes
/// behind the readers that are asked for.
void update(unsigned updater, bool isBehindFirst, bool isBehindSecond) {
  Memory memory;
  Scheduler scheduler(0, /*isEager=*/true, nullptr);
  Stream *streams[3];
  for (Stream *&stream : streams)
    stream = scheduler.makeStream(0);
  uint64_t address = memory.allocate(4, 0);
  uint32_t value = 7;
  auto reads = [&](const Work &work) {
    memory.begin(work);
    memory.read(address, &value, 4);
  };
  auto writes = [&](const Work &work) {
    memory.begin(work);
    memory.write(address, &value, 4);
  };
  scheduler.issue(*streams[0], "the writer", writes);
  Event written;
  scheduler.record(*streams[0], written);
  bool isBehind[] = {isBehindFirst, isBehindSecond};
  Event read[2];
  for (unsigned i = 0; i < 2; ++i) {
    scheduler.wait(*streams[i + 1], written);
    scheduler.issue(*streams[i + 1], "reader " + std::to_string(i), reads);
    scheduler.record(*streams[i + 1], read[i]);
  }
  for (unsigned i = 0; i < 2; ++i)
    if (isBehind[i])
      scheduler.wait(*streams[updater], read[i]);
  scheduler.issue(*streams[updater], "the update", writes);
}

/// Another stream than the one of the allocation uses it.
void useAllocation(bool isOrdered) {
  Memory memory;
  Scheduler scheduler(0, /*isEager=*/true, nullptr);
  Stream *first = scheduler.makeStream(0), *second = scheduler.makeStream(0);
  uint64_t address = memory.allocate(4, 0);
  uint32_t value = 7;
  scheduler.issue(*first, "the allocation", [&](const Work &work) {
    memory.begin(work);
    memory.beginLife(address);
  });
  Event event;
  scheduler.record(*first, event);
  if (isOrdered)
    scheduler.wait(*second, event);
  scheduler.issue(*second, "the writer", [&](const Work &work) {
    memory.begin(work);
    memory.write(address, &value, 4);
  });
}

TEST(OrderDeathTest, FindsEveryReader) {
  // By a third stream, or by one of those that read.
  update(0, true, true);
  update(1, true, true);
  update(2, true, true);
  EXPECT_EXIT(update(0, false, true), testing::ExitedWithCode(97),
              "reader 0 and the update");
  EXPECT_EXIT(update(0, true, false), testing::ExitedWithCode(97),
              "reader 1 and the update");
  EXPECT_EXIT(update(2, false, true), testing::ExitedWithCode(97),
              "reader 0 and the update");
  EXPECT_EXIT(update(1, true, false), testing::ExitedWithCode(97),
              "reader 1 and the update");
}

TEST(OrderDeathTest, FindsUseBeforeAllocation) {
  useAllocation(true);
  EXPECT_EXIT(useAllocation(false), testing::ExitedWithCode(97),
              "the allocation and the writer");
}

/// A poll lets the GPU go on.
TEST(Order, EventsPassWhileTheHostAsks) {
  Memory memory;
  Scheduler scheduler(0, /*isEager=*/false, nullptr);
  Stream *stream = scheduler.makeStream(0);
  Event event;
  scheduler.record(*stream, event);
  unsigned times = 0;
  while (!scheduler.query(event) && times < 1000)
    ++times;
  EXPECT_LT(times, 1000u);
}

/// Waits without work in between are one.
TEST(Order, WaitsHaveNames) {
  Scheduler scheduler(0, /*isEager=*/false, nullptr);
  Stream *first = scheduler.makeStream(0), *second = scheduler.makeStream(0);
  Event event;
  scheduler.record(*first, event);
  EXPECT_EQ(scheduler.nameWait(*second, event), (WaitName{1, 0, 1}));
  scheduler.wait(*second, event);
  EXPECT_EQ(scheduler.nameWait(*second, event), (WaitName{1, 0, 1}));
  scheduler.issue(*second, "work", nullptr);
  EXPECT_EQ(scheduler.nameWait(*second, event), (WaitName{1, 0, 2}));
}

/// What the host has not been told may have passed.
TEST(Order, HostLearns) {
  Scheduler scheduler(0, /*isEager=*/true, nullptr);
  Stream *stream = scheduler.makeStream(0);
  Event event;
  scheduler.issue(*stream, "work", nullptr);
  scheduler.record(*stream, event);
  EXPECT_FALSE(scheduler.knows(event));
  Clock clock = scheduler.synchronize(event);
  EXPECT_FALSE(scheduler.knows(event));
  scheduler.learn(clock);
  EXPECT_TRUE(scheduler.knows(event));
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

/// Some time in which a stream works.
void spend(double seconds) {
  for (Time begin = now(); now() - begin < seconds;) {
  }
}

TEST(Order, StreamsRunBesideEachOtherAsEventsTell) {
  Scheduler scheduler(0, /*isEager=*/false, nullptr);
  Event begin, end, otherBegin, otherEnd, behind;
  for (Event *event : {&begin, &end, &otherBegin, &otherEnd, &behind})
    event->hasTime = true;
  Stream *first = scheduler.makeStream(0), *second = scheduler.makeStream(1);
  auto work = [](const Work &) { spend(0.02); };
  Time issued = now();
  scheduler.setTime(issued);
  scheduler.record(*first, begin);
  scheduler.issue(*first, "a kernel", work);
  scheduler.record(*first, end);
  scheduler.record(*second, otherBegin);
  scheduler.issue(*second, "another one", work);
  scheduler.record(*second, otherEnd);
  // What waits begins when the other one has ended.
  scheduler.wait(*second, end);
  scheduler.record(*second, behind);
  scheduler.synchronize(*first);
  scheduler.synchronize(*second);
  EXPECT_EQ(begin.moment->time, issued);
  EXPECT_GE(end.moment->time - begin.moment->time, 0.02);
  EXPECT_EQ(otherBegin.moment->time, issued);
  EXPECT_GE(otherEnd.moment->time, issued + 0.02);
  EXPECT_EQ(behind.moment->time,
            std::max(end.moment->time, otherEnd.moment->time));
  // Both took as long as one after the other.
  EXPECT_LE(behind.moment->time, now());
  EXPECT_LT(begin.moment->time, otherEnd.moment->time);
  EXPECT_LT(otherBegin.moment->time, end.moment->time);
}

} // namespace
