//===- FormatTest.cpp - Numbers, strings and templates as text --*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against CPython and TorchScript: floats, format specifications, repr(); and
// the forms of tine_abi_format.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace tine;
using namespace tine::test;

namespace {

struct FloatCase {
  uint64_t bits;
  Recorded repr, script, printf;
};
const FloatCase floatCases[] = {
#include "expected/floats.inc"
};

struct SpecCase {
  char kind;
  uint64_t slot;
  Recorded string, spec, result;
};
const SpecCase specCases[] = {
#include "expected/specs.inc"
};

struct ReprCase {
  Recorded string, repr;
};
const ReprCase reprCases[] = {
#include "expected/reprs.inc"
};

TEST(Format, FloatsAsRecorded) {
  for (const FloatCase &test : floatCases) {
    EXPECT_EQ(format(0, "%f", {test.bits}), test.repr.string());
    EXPECT_EQ(format(1, "%f", {test.bits}), test.script.string());
    EXPECT_EQ(format(1, "%cf%; %ce%;", {test.bits, test.bits}),
              test.printf.string());
  }
}

TEST(Format, SpecificationsAsRecorded) {
  for (const SpecCase &test : specCases) {
    tine_string *string = make(test.string.string());
    std::string pattern = test.kind == 'f'   ? "%p"
                          : test.kind == 'i' ? "%P"
                                             : "%S";
    pattern += test.spec.string() + "%;";
    uint64_t value = test.kind == 's' ? slot(string) : test.slot;
    tine_string *text = nullptr;
    std::string error = errorOf(
        [&] { text = tine_abi_format(0, pattern.c_str(), &value, "here"); });
    std::string result = text ? take(text) : "";
    EXPECT_EQ(error.empty() ? result : "!", test.result.string())
        << pattern << " of " << test.string.string() << test.slot << error;
    if (!error.empty())
      EXPECT_EQ(error.rfind("ValueError: ", 0), 0u) << error;
    tine_abi_release(string);
  }
}

TEST(Format, StringReprAsRecorded) {
  for (const ReprCase &test : reprCases) {
    tine_string *string = make(test.string.string());
    EXPECT_EQ(format(0, "%q", {slot(string)}), test.repr.string());
    EXPECT_EQ(format(1, "%q", {slot(string)}), test.string.string());
    EXPECT_EQ(format(0, "%s", {slot(string)}), test.string.string());
    tine_abi_release(string);
  }
}

TEST(Format, Scalars) {
  EXPECT_EQ(format(0, "%i %b%b 100%% %N", {uint64_t(-5), 1, 0}),
            "-5 TrueFalse 100% None");
  EXPECT_EQ(format(1, "%cd%;|%ci%;", {uint64_t(-5), 7}), "-5|7");
}

TEST(Format, Containers) {
  tine_list *list = intList({1, 2, 3});
  EXPECT_EQ(format(0, "<%[%i%]>", {slot(list)}), "<[1, 2, 3]>");
  tine_list *empty = intList({});
  EXPECT_EQ(format(0, "%[%i%] %i", {slot(empty), 4}), "[] 4");

  // A list of (int, list) pairs.
  tine_list *pairs = tine_abi_list_new(2, 2, 0);
  for (uint64_t i = 0; i < 2; ++i) {
    uint64_t *slots = tine_abi_list_push(pairs);
    tine_abi_retain(list);
    slots[0] = i;
    slots[1] = slot(list);
  }
  EXPECT_EQ(format(0, "%[(%i, %[%i%])%]", {slot(pairs)}),
            "[(0, [1, 2, 3]), (1, [1, 2, 3])]");

  tine_dict *dict = tine_abi_dict_new(TINE_COMPARE_STRING, 1, 0);
  EXPECT_EQ(format(0, "%{%q%:%f%}.", {slot(dict)}), "{}.");
  for (const char *key : {"b", "a"}) {
    tine_string *string = make(key);
    *tine_abi_dict_put(dict, slot(string)) = slot(0.5);
    tine_abi_release(string);
  }
  EXPECT_EQ(format(0, "%{%q%:%f%}.", {slot(dict)}), "{'b': 0.5, 'a': 0.5}.");
  EXPECT_EQ(format(1, "%{%q%:%f%}.", {slot(dict)}), "{b: 0.5, a: 0.5}.");
  for (void *object :
       {(void *)list, (void *)empty, (void *)pairs, (void *)dict})
    tine_abi_release(object);
}

TEST(Format, OptionalSkipsTheSlotsOfAnAbsentValue) {
  EXPECT_EQ(format(0, "%o%i%; %i", {1, 8, 9}), "8 9");
  EXPECT_EQ(format(0, "%o%i%; %i", {0, 0, 9}), "None 9");
  EXPECT_EQ(
      format(0, "%o(%i, %[%i%], %o%f%;, %p.2f%;)%; %i", {0, 0, 0, 0, 0, 0, 9}),
      "None 9");
  // An Optional inside of a list.
  tine_list *list = tine_abi_list_new(2, 0, 0);
  tine_abi_list_push(list);
  uint64_t *slots = tine_abi_list_push(list);
  slots[0] = 1;
  slots[1] = 5;
  EXPECT_EQ(format(0, "%[%o%i%;%]", {slot(list)}), "[None, 5]");
  tine_abi_release(list);
}

TEST(Format, OneOfTwoSkipsTheSlotsOfTheOther) {
  uint64_t half = 0x3fe0000000000000;
  EXPECT_EQ(format(0, "%x%i%|%f%; %i", {1, 8, 0, 9}), "8 9");
  EXPECT_EQ(format(0, "%x%i%|%f%; %i", {0, 0, half, 9}), "0.5 9");
  EXPECT_EQ(format(0, "%o%x%[%i%]%|(%i, %o%i%;)%;%; %i", {0, 0, 0, 0, 0, 0, 9}),
            "None 9");
  EXPECT_EQ(format(0, "%x%[%i%]%|(%i, %o%i%;)%;.", {0, 0, 7, 1, 8}), "(7, 8).");
}

TEST(Format, ItemOfATensor) {
  auto item = [](int dtype, auto value, int mode) {
    tine_tensor *one = tensor(dtype, {});
    memcpy(elements(one), &value, sizeof(value));
    std::string text = format(mode, "%e", {slot(one)});
    tine_abi_release(one);
    return text;
  };
  // float(numpy.float32(0.1)) and so on, in Python.
  EXPECT_EQ(item(TINE_FLOAT32, 0.1f, 0), "0.10000000149011612");
  EXPECT_EQ(item(TINE_FLOAT16, uint16_t(0x2E66), 0), "0.0999755859375");
  EXPECT_EQ(item(TINE_BFLOAT16, uint16_t(0x3DCD), 0), "0.10009765625");
  EXPECT_EQ(item(TINE_INT64, int64_t(-7), 0), "-7");
  EXPECT_EQ(item(TINE_BOOL, true, 0), "True");
  EXPECT_EQ(item(TINE_FLOAT64, 2.0, 1), "2.");
  tine_tensor *two = tensor(TINE_INT64, {2});
  EXPECT_EQ(errorOf([two] {
              uint64_t value = slot(two);
              tine_abi_format(0, "%e", &value, "here");
            }),
            "RuntimeError: a Tensor with 2 elements cannot be converted to "
            "Scalar\n  at here\n");
  tine_abi_release(two);
}

} // namespace
