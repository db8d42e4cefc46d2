//===- HeapTest.cpp - Tests of heaps that share what they have ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Object.h"
#include "gtest/gtest.h"
#include <random>

using namespace tine::elaborate;

namespace {

Heap::Entry makeObject() {
  return std::make_shared<Object>(Object(Object::Kind::List));
}

Heap heapOf(size_t size) {
  Heap heap;
  for (size_t id = 0; id < size; ++id)
    EXPECT_EQ(heap.add(makeObject()), id);
  return heap;
}

TEST(HeapTest, NumbersGoUp) {
  Heap heap;
  EXPECT_TRUE(heap.empty());
  heap.grow(1);
  EXPECT_EQ(heap.add(makeObject()), 1u);
  heap.grow(200);
  EXPECT_EQ(heap.size(), 200u);
  heap.grow(10); // never smaller
  EXPECT_EQ(heap.size(), 200u);
  EXPECT_EQ(heap[0], nullptr);
  EXPECT_NE(heap[1], nullptr);
  EXPECT_EQ(heap[199], nullptr);
  EXPECT_EQ(std::distance(heap.begin(), heap.end()), 200);
}

TEST(HeapTest, OnlyOneHeapHoldsWhatNoCopyHas) {
  Heap heap = heapOf(130);
  EXPECT_TRUE(heap.isOnlyHolder(129));
  {
    Heap copy = heap;
    EXPECT_FALSE(heap.isOnlyHolder(129));
    copy.set(128, makeObject()); // both have 129 in chunks of their own
    EXPECT_FALSE(heap.isOnlyHolder(129));
    EXPECT_TRUE(heap.isOnlyHolder(128));
  }
  EXPECT_TRUE(heap.isOnlyHolder(129));
}

// Against vectors that are copied whole.
TEST(HeapTest, CopiesChangeApart) {
  std::mt19937 random(1);
  auto below = [&](size_t n) { return random() % n; };
  std::vector<Heap> heaps{heapOf(150)};
  std::vector<std::vector<Heap::Entry>> expected{
      {heaps[0].begin(), heaps[0].end()}};
  for (int step = 0; step < 5000; ++step) {
    size_t which = below(heaps.size());
    switch (below(4)) {
    case 0: {
      size_t to = below(8);
      if (to >= heaps.size()) {
        heaps.push_back(heaps[which]);
        expected.push_back(expected[which]);
      } else {
        heaps[to] = heaps[which];
        expected[to] = expected[which];
      }
      break;
    }
    case 1: {
      Heap::Entry made = makeObject();
      heaps[which].add(made);
      expected[which].push_back(made);
      break;
    }
    default: {
      size_t id = below(heaps[which].size());
      Heap::Entry made = below(8) ? makeObject() : nullptr;
      heaps[which].set(id, made);
      expected[which][id] = made;
    }
    }
    const Heap &heap = heaps[which], &other = heaps[below(heaps.size())];
    const auto &mine = expected[which], &its = expected[&other - &heaps[0]];
    ASSERT_EQ(heap.size(), mine.size());
    ASSERT_TRUE(std::equal(heap.begin(), heap.end(), mine.begin()));
    size_t size = below(std::min(mine.size(), its.size()) + 1);
    std::vector<size_t> changes, visited;
    for (size_t id = 0; id < size; ++id)
      if (mine[id] != its[id])
        changes.push_back(id);
    heap.forEachChange(other, size, [&](size_t id) { visited.push_back(id); });
    ASSERT_EQ(visited, changes);
  }
}

} // namespace
