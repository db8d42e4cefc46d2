//===- ContainerTest.cpp - Lists and dicts ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists and dicts as Python has them, and who owns what is in them.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <random>

using namespace tine;
using namespace tine::test;

namespace {

struct DictStep {
  const char *operation;
  int64_t key, value, result;
};
const DictStep dictSteps[] = {
#include "expected/dict_steps.inc"
};

uint32_t countOf(const void *object) {
  return static_cast<const tine_object *>(object)->count;
}

TEST(Lists, GrowAndChange) {
  tine_list *list = intList({1, 2, 3});
  EXPECT_EQ(*tine_abi_list_at(list, -1, ""), 3u);
  *tine_abi_list_insert(list, 1) = 9;
  *tine_abi_list_insert(list, -100) = 8;
  *tine_abi_list_insert(list, 100) = 7;
  *tine_abi_list_insert(list, -1) = 6;
  // Python: l.insert with the same arguments.
  EXPECT_EQ(ints(list), (std::vector<int64_t>{8, 1, 9, 2, 3, 6, 7}));
  uint64_t out;
  tine_abi_list_pop(list, -2, &out, "");
  EXPECT_EQ(out, 6u);
  tine_abi_list_pop(list, 0, &out, "");
  EXPECT_EQ(out, 8u);
  *tine_abi_list_replace(list, 1, "") = 4;
  tine_abi_list_reverse(list);
  EXPECT_EQ(ints(list), (std::vector<int64_t>{7, 3, 2, 4, 1}));
  tine_abi_list_extend(list, list);
  EXPECT_EQ(list->length, 10);
  EXPECT_EQ(tine_abi_list_count(list, 7, TINE_COMPARE_INT), 2);
  EXPECT_EQ(tine_abi_list_find(list, 4, TINE_COMPARE_INT), 3);
  EXPECT_EQ(tine_abi_list_find(list, 40, TINE_COMPARE_INT), -1);
  tine_list *copy = tine_abi_list_copy(list);
  EXPECT_TRUE(tine_abi_list_equal(list, copy, TINE_COMPARE_INT));
  *tine_abi_list_at(copy, 0, "") = 0;
  EXPECT_FALSE(tine_abi_list_equal(list, copy, TINE_COMPARE_INT));
  tine_list *once = intList({1, 2});
  tine_list *twice = tine_abi_list_repeat(once, 2);
  EXPECT_EQ(ints(twice), (std::vector<int64_t>{1, 2, 1, 2}));
  tine_list *none = tine_abi_list_repeat(twice, -1);
  EXPECT_EQ(none->length, 0);
  tine_abi_list_clear(list);
  EXPECT_EQ(list->length, 0);
  for (tine_list *l : {list, copy, once, twice, none})
    tine_abi_release(l);
}

TEST(Lists, WrongIndicesAreRaised) {
  tine_list *list = intList({1, 2});
  uint64_t out;
  EXPECT_EQ(errorOf([&] { tine_abi_list_at(list, 2, "f.py:1:1: l[2]"); }),
            "IndexError: list index out of range\n  at f.py:1:1: l[2]\n");
  EXPECT_NE(errorOf([&] { tine_abi_list_at(list, -3, ""); }), "");
  EXPECT_NE(errorOf([&] { tine_abi_list_replace(list, 2, ""); }), "");
  EXPECT_NE(errorOf([&] { tine_abi_list_pop(list, 5, &out, ""); }), "");
  tine_abi_list_clear(list);
  EXPECT_NE(errorOf([&] { tine_abi_list_pop(list, -1, &out, ""); }), "");
  tine_abi_release(list);
}

TEST(Lists, OwnTheirObjects) {
  tine_string *text = make("x");
  tine_list *list = tine_abi_list_new(2, 2, 0); // (int, str)
  for (int i = 0; i < 3; ++i) {
    tine_abi_retain(text);
    tine_abi_list_push(list)[1] = slot(text);
  }
  EXPECT_EQ(countOf(text), 4u);
  tine_list *copy = tine_abi_list_copy(list);
  EXPECT_EQ(countOf(text), 7u);
  tine_abi_list_replace(copy, 0, "");
  EXPECT_EQ(countOf(text), 6u);
  uint64_t out[2];
  tine_abi_list_pop(list, 0, out, "");
  EXPECT_EQ(countOf(text), 6u);
  EXPECT_EQ(out[1], slot(text));
  tine_abi_release(text);
  tine_abi_list_clear(list);
  EXPECT_EQ(countOf(text), 3u);
  tine_abi_release(copy);
  tine_abi_release(list);
  EXPECT_EQ(countOf(text), 1u);
  tine_abi_release(text);
}

TEST(Lists, OfNothing) {
  tine_list *list = tine_abi_list_new(0, 0, 0);
  for (int i = 0; i < 100; ++i)
    tine_abi_list_push(list);
  EXPECT_EQ(list->length, 100);
  tine_list *part = tine_abi_list_slice(list, 10, 0, 2, 1, "");
  EXPECT_EQ(part->length, 45);
  EXPECT_EQ(format(0, "%[%N%]", {slot(part)}).size(), 45u * 6);
  tine_abi_release(part);
  tine_abi_release(list);
}

TEST(Lists, SortIsStableInBothDirections) {
  std::mt19937 random(1);
  for (int64_t length : {0, 1, 2, 7, 8, 9, 16, 17, 100, 1000}) {
    for (bool descending : {false, true}) {
      std::vector<int64_t> values;
      tine_list *ints = tine_abi_list_new(1, 0, 0);
      tine_list *reals = tine_abi_list_new(1, 0, 0);
      for (int64_t i = 0; i < length; ++i) {
        values.push_back(int64_t(random() % 50) - 25);
        *tine_abi_list_push(ints) = uint64_t(values.back());
        *tine_abi_list_push(reals) = slot(double(values.back()) / 2);
      }
      std::sort(values.begin(), values.end());
      if (descending)
        std::reverse(values.begin(), values.end());
      tine_abi_list_sort(ints, TINE_COMPARE_INT, descending);
      EXPECT_EQ(test::ints(ints), values);
      tine_abi_list_sort(reals, TINE_COMPARE_FLOAT, descending);
      for (int64_t i = 0; i < length; ++i)
        EXPECT_EQ(asDouble(*elementOf(reals, i)) * 2,
                  double(values[size_t(i)]));
      tine_abi_release(ints);
      tine_abi_release(reals);
    }
  }
  // 0.0 and -0.0 are equal: their order shows stability.
  for (bool descending : {false, true}) {
    tine_list *zeros = tine_abi_list_new(1, 0, 0);
    for (int i = 0; i < 40; ++i)
      *tine_abi_list_push(zeros) = slot(i % 3 ? 0.0 : -0.0);
    tine_abi_list_sort(zeros, TINE_COMPARE_FLOAT, descending);
    for (int i = 0; i < 40; ++i)
      EXPECT_EQ(*elementOf(zeros, i), slot(i % 3 ? 0.0 : -0.0));
    tine_abi_release(zeros);
  }
  tine_list *words = tine_abi_list_new(1, 1, 0);
  for (const char *word : {"b", "", "abc", "ab", "B"})
    *tine_abi_list_push(words) = slot(make(word));
  tine_abi_list_sort(words, TINE_COMPARE_STRING, 0);
  EXPECT_EQ(format(0, "%[%q%]", {slot(words)}), "['', 'B', 'ab', 'abc', 'b']");
  tine_abi_release(words);
}

TEST(Dicts, StepsAsRecorded) {
  tine_dict *dict = tine_abi_dict_new(TINE_COMPARE_INT, 1, 0);
  for (const DictStep &step : dictSteps) {
    std::string what = step.operation;
    auto key = uint64_t(step.key);
    int64_t result = -1;
    if (what == "put") {
      *tine_abi_dict_put(dict, key) = uint64_t(step.value);
      result = tine_abi_dict_length(dict);
    } else if (what == "has") {
      result = tine_abi_dict_contains(dict, key);
    } else if (what == "sum") {
      result = 0;
      for (int64_t i = 0, n = tine_abi_dict_length(dict); i < n; ++i)
        result += i * 7 * int64_t(tine_abi_dict_key(dict, i)) +
                  int64_t(*tine_abi_dict_value(dict, i));
    } else {
      std::string error = errorOf([&] {
        uint64_t out;
        if (what == "pop")
          tine_abi_dict_pop(dict, key, &out, "here");
        else
          out = *tine_abi_dict_at(dict, key, "here");
        result = int64_t(out);
      });
      if (!error.empty())
        EXPECT_EQ(error,
                  "KeyError: " + std::to_string(step.key) + "\n  at here\n");
    }
    ASSERT_EQ(result, step.result) << what << " " << step.key;
  }
  tine_dict *copy = tine_abi_dict_copy(dict);
  EXPECT_EQ(format(0, "%{%i%:%i%}", {slot(copy)}),
            format(0, "%{%i%:%i%}", {slot(dict)}));
  tine_abi_dict_clear(dict);
  EXPECT_EQ(tine_abi_dict_length(dict), 0);
  *tine_abi_dict_put(dict, 3) = 4;
  EXPECT_EQ(*tine_abi_dict_at(dict, 3, ""), 4u);
  tine_abi_release(dict);
  tine_abi_release(copy);
}

TEST(Dicts, StringKeysAreOwned) {
  tine_string *key = make("key"), *same = make("key"), *value = make("v");
  tine_dict *dict = tine_abi_dict_new(TINE_COMPARE_STRING, 1, 1);
  for (tine_string *k : {key, same}) {
    tine_abi_retain(value);
    *tine_abi_dict_put(dict, slot(k)) = slot(value);
  }
  EXPECT_EQ(countOf(key), 2u);
  EXPECT_EQ(countOf(same), 1u);
  EXPECT_EQ(countOf(value), 2u);
  tine_dict *copy = tine_abi_dict_copy(dict);
  EXPECT_EQ(countOf(key), 3u);
  EXPECT_EQ(countOf(value), 3u);
  uint64_t out;
  tine_abi_dict_pop(copy, slot(same), &out, "");
  EXPECT_EQ(out, slot(value));
  tine_abi_release(value);
  EXPECT_EQ(countOf(key), 2u);
  EXPECT_EQ(errorOf([&] { tine_abi_dict_at(copy, slot(same), ""); }),
            "KeyError: 'key'\n");
  tine_abi_release(copy);
  tine_abi_release(dict);
  EXPECT_EQ(countOf(key), 1u);
  EXPECT_EQ(countOf(value), 1u);
  for (tine_string *s : {key, same, value})
    tine_abi_release(s);
}

TEST(Dicts, FloatKeys) {
  tine_dict *dict = tine_abi_dict_new(TINE_COMPARE_FLOAT, 1, 0);
  *tine_abi_dict_put(dict, slot(0.0)) = 1;
  *tine_abi_dict_put(dict, slot(-0.0)) = 2;
  EXPECT_EQ(tine_abi_dict_length(dict), 1);
  EXPECT_EQ(*tine_abi_dict_at(dict, slot(0.0), ""), 2u);
  tine_abi_release(dict);
}

TEST(Dicts, AQueueStaysSmall) {
  tine_dict *dict = tine_abi_dict_new(TINE_COMPARE_INT, 0, 0);
  uint64_t none;
  for (uint64_t i = 0; i < 200000; ++i) {
    tine_abi_dict_put(dict, i);
    if (i >= 5)
      tine_abi_dict_pop(dict, tine_abi_dict_key(dict, 0), &none, "");
  }
  EXPECT_EQ(tine_abi_dict_length(dict), 5);
  EXPECT_EQ(tine_abi_dict_key(dict, 0), 199995u);
  tine_abi_release(dict);
}

} // namespace
