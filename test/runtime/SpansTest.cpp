//===- SpansTest.cpp - The heap of big blocks -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks do not overlap, free spans join, and a program that repeats itself
// asks the system for nothing.
//
//===----------------------------------------------------------------------===//

#include "spans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>
#include <vector>

using namespace tine;

namespace {

constexpr size_t mega = size_t(1) << 20;

struct Block {
  void *at;
  size_t bytes;
};

/// A heap that gives everything back, and blocks that are marked at both ends.
struct Heap : SpanHeap {
  ~Heap() {
    EXPECT_EQ(used(), 0u);
    trim();
    EXPECT_EQ(held(), 0u);
  }
  Block make(size_t bytes) {
    Block block = {take(bytes), bytes};
    EXPECT_NE(block.at, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block.at) % 64, 0u);
    ends(block, uintptr_t(block.at));
    return block;
  }
  void drop(const Block &block) {
    uintptr_t mark = uintptr_t(block.at);
    EXPECT_EQ(*static_cast<uintptr_t *>(block.at), mark);
    EXPECT_EQ(*last(block), mark);
    give(block.at, block.bytes);
  }

private:
  static uintptr_t *last(const Block &block) {
    size_t count = block.bytes / sizeof(uintptr_t);
    return static_cast<uintptr_t *>(block.at) + (count - 1);
  }
  static void ends(const Block &block, uintptr_t mark) {
    *static_cast<uintptr_t *>(block.at) = mark;
    *last(block) = mark;
  }
};

TEST(Spans, NeighboursJoin) {
  Heap heap;
  // Neighbours, wherever the system places what it maps.
  heap.drop(heap.make(16 * mega));
  std::vector<Block> blocks;
  for (int i = 0; i < 8; ++i)
    blocks.push_back(heap.make(2 * mega));
  size_t held = heap.held();
  for (int i : {1, 3, 5, 7, 0, 2, 6, 4})
    heap.drop(blocks[size_t(i)]);
  size_t calls = heap.calls();
  Block whole = heap.make(16 * mega);
  EXPECT_EQ(heap.calls(), calls);
  EXPECT_EQ(heap.held(), held);
  heap.drop(whole);
}

TEST(Spans, SmallestThatFitsIsCut) {
  Heap heap;
  // All that follows is cut from one span, whatever the system has free.
  heap.drop(heap.make(32 * mega));
  Block big = heap.make(8 * mega), between = heap.make(2 * mega);
  Block small = heap.make(4 * mega), behind = heap.make(2 * mega);
  heap.drop(big);
  heap.drop(small);
  Block again = heap.make(3 * mega);
  EXPECT_EQ(again.at, small.at);
  Block other = heap.make(5 * mega);
  EXPECT_EQ(other.at, big.at);
  for (const Block &block : {between, behind, again, other})
    heap.drop(block);
}

TEST(Spans, RepetitionAsksForNothing) {
  Heap heap;
  std::mt19937 random(7);
  std::vector<size_t> sizes;
  for (int i = 0; i < 60; ++i)
    sizes.push_back(mega + random() % (6 * mega));
  size_t most = 0;
  auto iteration = [&] {
    std::vector<Block> blocks;
    for (size_t i = 0; i < sizes.size(); ++i) {
      blocks.push_back(heap.make(sizes[i]));
      most = std::max(most, heap.used());
      if (i % 3 == 2) {
        heap.drop(blocks[blocks.size() - 2]);
        blocks.erase(blocks.end() - 2);
      }
    }
    for (const Block &block : blocks)
      heap.drop(block);
  };
  for (int i = 0; i < 3; ++i)
    iteration();
  size_t calls = heap.calls();
  for (int i = 0; i < 20; ++i)
    iteration();
  EXPECT_EQ(heap.calls(), calls);
  EXPECT_LE(heap.held(), most + most / 16 + SpanHeap::spare);
}

TEST(Spans, HoldsLittleMoreThanWasInUse) {
  Heap heap;
  std::mt19937 random(3);
  std::vector<Block> blocks;
  size_t most = 0;
  for (int i = 0; i < 4000; ++i) {
    if (blocks.size() < 40 || random() % 2) {
      // Ever other sizes, so that what is free seldom fits.
      blocks.push_back(heap.make(mega + random() % (size_t(i + 1) * 1024)));
      most = std::max(most, heap.used());
    } else {
      size_t at = random() % blocks.size();
      heap.drop(blocks[at]);
      blocks.erase(blocks.begin() + long(at));
    }
    if (blocks.size() > 80) {
      heap.drop(blocks.front());
      blocks.erase(blocks.begin());
    }
    EXPECT_LE(heap.held(), most + most / 16 + SpanHeap::spare);
  }
  // None overlaps another.
  std::map<uintptr_t, size_t> inOrder;
  for (const Block &block : blocks)
    inOrder[uintptr_t(block.at)] = block.bytes;
  uintptr_t end = 0;
  for (auto [begin, bytes] : inOrder) {
    EXPECT_GE(begin, end);
    end = begin + bytes;
  }
  for (const Block &block : blocks)
    heap.drop(block);
}

TEST(Spans, WhatCannotBeHadIsNull) {
  Heap heap;
  Block block = heap.make(2 * mega);
  EXPECT_EQ(heap.take(SIZE_MAX), nullptr);
  EXPECT_EQ(heap.take(SIZE_MAX - SpanHeap::grain / 2), nullptr);
  EXPECT_EQ(heap.take((size_t(1) << 46) + 1), nullptr);
#if !defined(__has_feature) || !__has_feature(thread_sanitizer)
  EXPECT_EQ(heap.take(size_t(1) << 46), nullptr);
#endif
  EXPECT_EQ(heap.used(), 2 * mega);
  Block other = heap.make(3 * mega);
  heap.drop(block);
  heap.drop(other);
}

TEST(Spans, ManySpans) {
  // More free spans than the first list of them holds.
  Heap heap;
  std::vector<Block> blocks;
  for (int i = 0; i < 3000; ++i)
    blocks.push_back(heap.make(SpanHeap::grain));
  for (size_t i = 0; i < blocks.size(); i += 2)
    heap.drop(blocks[i]);
  for (size_t i = 1; i < blocks.size(); i += 2)
    heap.drop(blocks[i]);
}

TEST(Spans, Threads) {
  Heap heap;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&heap, t] {
      std::mt19937 random(t);
      std::vector<Block> blocks;
      for (int i = 0; i < 500; ++i) {
        blocks.push_back(heap.make(mega + random() % mega));
        if (blocks.size() > 8) {
          size_t at = random() % blocks.size();
          heap.drop(blocks[at]);
          blocks.erase(blocks.begin() + long(at));
        }
      }
      for (const Block &block : blocks)
        heap.drop(block);
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
