//===- ObjectTest.cpp - Objects, memory and numbers -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts, deep nesting, blocks and buffers, and the arithmetic helpers.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <thread>

using namespace tine;
using namespace tine::test;

namespace {

TEST(Objects, StaticOnesAreNotCounted) {
  static tine_string text = {{TINE_IMMORTAL, TINE_KIND_STRING, 0, 0}, 2, "hi"};
  tine_abi_retain(&text);
  tine_abi_release(&text);
  tine_abi_release(&text);
  EXPECT_EQ(text.head.count, TINE_IMMORTAL);
  tine_abi_retain(nullptr);
  tine_abi_release(nullptr);
}

TEST(Objects, AMillionListsInsideOfEachOther) {
  tine_list *outer = tine_abi_list_new(1, 1, 1);
  for (int i = 0; i < 1000000; ++i) {
    tine_list *list = tine_abi_list_new(1, 1, 1);
    *tine_abi_list_push(list) = slot(outer);
    outer = list;
  }
  tine_abi_release(outer);
}

TEST(Objects, AMillionMixedContainersInsideOfEachOther) {
  void *outer = make("core");
  for (int i = 0; i < 1000000; ++i) {
    if (i % 3 == 0) {
      tine_list *list = tine_abi_list_new(1, 1, 1);
      *tine_abi_list_push(list) = slot(outer);
      outer = list;
    } else if (i % 3 == 1 && i < 30000) {
      tine_dict *dict = tine_abi_dict_new(TINE_COMPARE_INT, 1, 1);
      *tine_abi_dict_put(dict, 1) = slot(outer);
      outer = dict;
    } else {
      tine_future *future = tine_abi_future_new(nullptr, 1, 1, 0, 0, "");
      future->slots[0] = slot(outer);
      tine_abi_release(future); // the task's count
      outer = future;
    }
  }
  tine_abi_release(outer);
}

TEST(Objects, TheLastBitOfAMaskStandsForAllLaterSlots) {
  tine_string *text = make("x");
  tine_list *list = tine_abi_list_new(70, 1ull << 63 | 1, 1);
  uint64_t *slots = tine_abi_list_push(list);
  for (int i : {0, 63, 64, 69}) {
    tine_abi_retain(text);
    slots[i] = slot(text);
  }
  slots[62] = 1; // not a pointer
  EXPECT_EQ(text->head.count, 5u);
  tine_abi_release(list);
  EXPECT_EQ(text->head.count, 1u);
  tine_abi_release(text);
}

TEST(Objects, Parts) {
  tine_tensor *whole = tensor(TINE_FLOAT32, {10});
  auto *data = static_cast<float *>(elements(whole));
  for (int i = 0; i < 10; ++i)
    data[i] = float(i);
  int64_t sizes[] = {2, 3}, two[] = {2};
  tine_tensor *part = tine_abi_tensor_part(whole, 4, 2, sizes);
  EXPECT_EQ(elements(part), data + 4);
  EXPECT_EQ(elementCount(part), 6);
  EXPECT_EQ(part->head.dtype, TINE_FLOAT32);
  EXPECT_EQ(whole->head.count, 2u);
  // A part of a part keeps the whole, not the part.
  tine_tensor *inner = tine_abi_tensor_part(part, 3, 1, two);
  EXPECT_EQ(elements(inner), data + 7);
  tine_abi_release(part);
  EXPECT_EQ(whole->head.count, 2u);
  tine_abi_release(whole);
  EXPECT_EQ(elementAsDouble(inner, 1), 8.0);
  tine_abi_release(inner);
}

// Elements may lie in another memory; only its kind makes a tensor a part.
TEST(Objects, ElementsElsewhere) {
  alignas(64) float elsewhere[4] = {0, 1, 2, 3};
  tine_tensor *whole = tensor(TINE_FLOAT32, {4});
  void *own = whole->data;
  whole->data = elsewhere;
  EXPECT_FALSE(isPart(whole));
  EXPECT_EQ(tine_abi_tensor_own(whole), whole);
  int64_t two[] = {2};
  tine_tensor *part = tine_abi_tensor_part(whole, 1, 1, two);
  EXPECT_TRUE(isPart(part));
  EXPECT_EQ(elements(part), elsewhere + 1);
  EXPECT_EQ(wholeOf(part), &whole->head);
  tine_tensor *inner = tine_abi_tensor_part(part, 1, 1, two);
  EXPECT_EQ(wholeOf(inner), &whole->head);
  EXPECT_EQ(elementAsDouble(inner, 0), 2.0);
  // A part stays one where its elements happen to lie behind its header.
  part->data = part + 1;
  EXPECT_TRUE(isPart(part));
  tine_abi_release(part);
  tine_abi_release(inner);
  EXPECT_EQ(whole->head.count, 1u);
  whole->data = own;
  tine_abi_release(whole);
}

TEST(Objects, OwnTensors) {
  tine_tensor *whole = tensor(TINE_INT64, {3});
  auto *data = static_cast<int64_t *>(elements(whole));
  data[0] = 1, data[1] = 2, data[2] = 3;
  EXPECT_EQ(tine_abi_tensor_own(whole), whole);
  int64_t sizes[] = {2};
  tine_tensor *part = tine_abi_tensor_part(whole, 1, 1, sizes);
  tine_tensor *own = tine_abi_tensor_own(whole);
  EXPECT_NE(elements(own), data);
  EXPECT_EQ(elementAsInt(own, 2), 3);
  // The elements of a part are never its own.
  tine_tensor *ownPart = tine_abi_tensor_own(part);
  EXPECT_FALSE(isPart(ownPart));
  EXPECT_EQ(elementAsInt(ownPart, 1), 3);
  tine_abi_release(own);
  tine_abi_release(ownPart);
}

TEST(Objects, Tensors) {
  tine_tensor *t = tensor(TINE_BFLOAT16, {3, 0, 5});
  EXPECT_EQ(elementsBytes(t), 0);
  tine_abi_release(t);
  t = tensor(TINE_FLOAT64, {3, 5});
  EXPECT_EQ(elementsBytes(t), 120);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(elements(t)) % 64, 0u);
  EXPECT_EQ(t->sizes[1], 5);
  tine_abi_release(t);
  EXPECT_NE(errorOf([] { tensorOf(TINE_INT8, {2, -1}); }), "");
  EXPECT_NE(errorOf([] { tensorOf(TINE_INT64, {1ll << 40, 1ll << 40}); }), "");
  EXPECT_NE(errorOf([] { tensorOf(TINE_INT64, {1ll << 45}); }), "");
  EXPECT_EQ(
      errorOf([] { tine_abi_release(tensorOf(TINE_INT64, {1ll << 62, 0})); }),
      "");
}

TEST(Memory, BlocksDoNotOverlap) {
  std::mt19937_64 random(1);
  std::map<char *, size_t> blocks;
  for (int i = 0; i < 20000; ++i) {
    if (blocks.size() < 300 || random() % 2) {
      size_t bytes = random() % 3 ? random() % 600 : random() % (3 << 20);
      if (blocks.size() > 600)
        bytes %= 600;
      auto *block = static_cast<char *>(blockNew(bytes));
      ASSERT_NE(block, nullptr);
      ASSERT_EQ(reinterpret_cast<uintptr_t>(block) % (bytes >= 128 ? 64 : 16),
                0u);
      auto next = blocks.lower_bound(block);
      if (next != blocks.end())
        ASSERT_LE(block + bytes, next->first);
      if (next != blocks.begin()) {
        --next;
        ASSERT_LE(next->first + next->second, block);
      }
      if (bytes)
        block[0] = block[bytes - 1] = 1;
      blocks[block] = bytes;
    } else {
      auto victim = blocks.begin();
      std::advance(victim, random() % blocks.size());
      blockFree(victim->first, victim->second);
      blocks.erase(victim);
    }
  }
  for (auto &[block, bytes] : blocks)
    blockFree(block, bytes);
}

TEST(Memory, BlocksWanderBetweenThreads) {
  // One thread makes what another frees, so that pools must pass them on.
  for (int round = 0; round < 20; ++round) {
    std::vector<void *> blocks(5000);
    std::thread([&] {
      for (void *&block : blocks)
        block = blockNew(100);
    }).join();
    std::thread([&] {
      for (void *block : blocks)
        blockFree(block, 100);
    }).join();
  }
}

TEST(Memory, BuffersOfAFailedTaskAreFreed) {
  // A sanitizer build sees what is lost.
  EXPECT_NE(errorOf([] {
              void *a = tine_abi_alloc(100);
              tine_abi_alloc(1 << 22);
              EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 64, 0u);
              tine_abi_free(tine_abi_alloc(0));
              tine_abi_free(a);
              tine_abi_free(nullptr);
              tine_abi_alloc(7);
              tine_abi_alloc(-1);
            }),
            "");
  EXPECT_NE(errorOf([] { tine_abi_alloc(INT64_MAX / 2); }), "");
}

TEST(Errors, ATraceHasOneLineForEachPlace) {
  std::string text = errorOf([] {
    tine_abi_raise_text("ValueError", "bad", "a.py:1:2: f\na.py:7:1: main");
  });
  EXPECT_EQ(text, "ValueError: bad\n  at a.py:1:2: f\n  at a.py:7:1: main\n");
}

TEST(Errors, APatternTakesNumbers) {
  int64_t numbers[] = {-3, INT64_MAX};
  std::string text = errorOf([&] {
    tine_abi_raise_numbers("ValueError", "%i of [%i]: 5%", numbers, nullptr);
  });
  EXPECT_EQ(text, "ValueError: -3 of [9223372036854775807]: 5%\n");
  std::string pattern(2000, 'x');
  text = errorOf([&] {
    tine_abi_raise_numbers("ValueError", pattern.c_str(), numbers, nullptr);
  });
  EXPECT_LT(text.size(), 1100u);
}

TEST(Errors, InnerScopesCatchFirst) {
  std::string inner;
  std::string outer = errorOf([&] {
    inner = errorOf([] { tine_abi_raise_text("A", "1", ""); });
    tine_abi_raise("B", tine_abi_string_new("2", 1), nullptr);
  });
  EXPECT_EQ(inner, "A: 1\n");
  EXPECT_EQ(outer, "B: 2\n");
}

TEST(Numbers, Powers) {
  EXPECT_EQ(tine_abi_int_pow(3, 4), 81);
  EXPECT_EQ(tine_abi_int_pow(-2, 63), INT64_MIN);
  EXPECT_EQ(tine_abi_int_pow(2, 64), 0); // wraps
  EXPECT_EQ(tine_abi_int_pow(0, 0), 1);
  EXPECT_EQ(tine_abi_int_pow(-1, -3), -1);
  EXPECT_EQ(tine_abi_int_pow(2, -1), 0);
}

TEST(Numbers, Clocks) {
  EXPECT_GT(tine_abi_clock(TINE_CLOCK_REALTIME), 1'600'000'000'000'000'000);
  for (int32_t clock : {TINE_CLOCK_MONOTONIC, TINE_CLOCK_PROCESS}) {
    int64_t before = tine_abi_clock(clock);
    EXPECT_GT(before, 0);
    EXPECT_GE(tine_abi_clock(clock), before);
  }
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
/// Bytes of memory that the process has.
size_t residentBytes() {
  size_t total = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%zu %zu", &total, &resident) != 2)
    ADD_FAILURE() << "cannot read /proc/self/statm";
  if (file)
    fclose(file);
  return resident * 4096;
}

TEST(Memory, FreedBlocksDoNotAddToAPeak) {
  size_t before = residentBytes();
  size_t most = 0;
  // Phases that need 480 MB each, more than any test before, in blocks that
  // do not fit each other.
  for (size_t count : {8, 5, 4, 8}) {
    std::vector<void *> blocks;
    size_t bytes = (size_t(480) << 20) / count - 64;
    for (size_t i = 0; i < count; ++i) {
      blocks.push_back(tine_abi_alloc(int64_t(bytes)));
      memset(blocks.back(), 1, bytes);
    }
    most = std::max(most, residentBytes() - before);
    for (void *block : blocks)
      tine_abi_free(block);
  }
  EXPECT_LT(most, size_t(560) << 20);
}
#endif

} // namespace
