//===- SortingTest.cpp - Tests of sorted rows -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equal elements stand where the functions of libstdc++ leave them.
//
//===----------------------------------------------------------------------===//

#include "tine/abi.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <vector>

namespace {

struct Element {
  uint64_t key, place;
  bool operator<(const Element &other) const { return key < other.key; }
};
using Row = std::vector<Element>;

/// Rows of up to `kinds` keys: at random, in order, backwards, up and down.
Row makeRow(int64_t size, uint64_t kinds, int shape, std::mt19937_64 &random) {
  Row row(static_cast<size_t>(size));
  for (int64_t i = 0; i < size; ++i) {
    uint64_t keys[] = {random(), uint64_t(i), uint64_t(size - i),
                       uint64_t(i < size / 2 ? i : size - i)};
    row[size_t(i)] = {keys[shape] % kinds, uint64_t(i)};
  }
  return row;
}

/// On which quicksort by medians of three goes wrong, so that heaps take over.
Row makeKiller(int64_t size) {
  Row row(static_cast<size_t>(size));
  int64_t half = size / 2;
  for (int64_t i = 1; i <= half; ++i) {
    if (i % 2 == 1) {
      row[size_t(i - 1)].key = uint64_t(i);
      row[size_t(i)].key = uint64_t(half + i);
    }
    row[size_t(half + i - 1)].key = uint64_t(2 * i);
  }
  for (int64_t i = 0; i < size; ++i)
    row[size_t(i)].place = uint64_t(i);
  return row;
}

std::vector<uint64_t> places(const Row &row, int64_t first) {
  std::vector<uint64_t> result;
  for (int64_t i = 0; i < first; ++i)
    result.push_back(row[size_t(i)].place);
  return result;
}

/// What the run time makes of a row, wide and narrow.
std::vector<uint64_t> arranged(Row row, tine_sort order, int64_t first) {
  int64_t size = int64_t(row.size());
  std::vector<uint64_t> words, narrow;
  for (const Element &element : row)
    words.push_back(element.key << 32 | element.place);
  tine_abi_sort_narrow(words.data(), order, size, first);
  for (int64_t i = 0; i < first; ++i)
    narrow.push_back(words[size_t(i)] & 0xffffffff);
  tine_abi_sort_wide(reinterpret_cast<uint64_t *>(row.data()), order, size,
                     first);
  EXPECT_EQ(narrow, places(row, first));
  return narrow;
}

template <typename Check> void forRows(Check check) {
  std::mt19937_64 random(1);
  for (int64_t size :
       {1, 2, 15, 16, 17, 33, 64, 127, 128, 129, 131, 257, 1000, 5000})
    for (uint64_t kinds : {1, 2, 5, 300, 2000000000})
      for (int shape = 0; shape < 4; ++shape)
        check(makeRow(size, kinds, shape, random));
  for (int64_t size : {100, 3000, 20000})
    check(makeKiller(size));
}

TEST(Sorting, All) {
  forRows([](const Row &row) {
    Row expected = row;
    std::sort(expected.begin(), expected.end());
    int64_t size = int64_t(row.size());
    EXPECT_EQ(arranged(row, TINE_SORT_ALL, size), places(expected, size));
  });
}

TEST(Sorting, First) {
  forRows([](const Row &row) {
    int64_t size = int64_t(row.size());
    for (int64_t first : {int64_t(1), size / 3 + 1, size}) {
      Row expected = row;
      auto nth = expected.begin() + first - 1;
      std::nth_element(expected.begin(), nth, expected.end());
      std::sort(expected.begin(), nth);
      EXPECT_EQ(arranged(row, TINE_SORT_FIRST, first), places(expected, first));
    }
  });
}

TEST(Sorting, Partition) {
  forRows([](const Row &row) {
    int64_t size = int64_t(row.size());
    for (int64_t first : {int64_t(1), size / 64 + 1, size / 2 + 1}) {
      Row expected = row;
      auto begin = expected.begin();
      if (first * 64 <= size)
        std::partial_sort(begin, begin + first, expected.end());
      else
        std::nth_element(begin, begin + first - 1, expected.end());
      EXPECT_EQ(arranged(row, TINE_SORT_PARTITION, first),
                places(expected, first));
    }
  });
}

TEST(Sorting, KthIsTheOneOfTheSortedRow) {
  forRows([](const Row &row) {
    int64_t size = int64_t(row.size());
    Row expected = row;
    std::sort(expected.begin(), expected.end());
    for (int64_t first : {int64_t(1), size / 2 + 1, size}) {
      uint64_t place = arranged(row, TINE_SORT_KTH, first).back();
      EXPECT_EQ(row[place].key, expected[size_t(first - 1)].key);
    }
  });
}

TEST(Sorting, NothingIsWanted) {
  uint64_t words[] = {2, 1};
  tine_abi_sort_narrow(words, TINE_SORT_FIRST, 2, 0);
  tine_abi_sort_wide(words, TINE_SORT_KTH, 1, 0);
  EXPECT_EQ(words[0], 2u);
}

} // namespace
