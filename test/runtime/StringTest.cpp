//===- StringTest.cpp - Strings ---------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings against CPython; methods as recorded on ASCII text. The program
// e2e/language/unicode.py has those of other text.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cstdlib>

using namespace tine;
using namespace tine::test;

namespace {

struct MethodCase {
  Recorded name, self, arguments, result;
};
const MethodCase methodCases[] = {
#include "expected/methods.inc"
};

struct ConversionCase {
  Recorded text;
  bool isInt;
  uint64_t integer;
  bool isFloat;
  uint64_t real;
};
const ConversionCase conversionCases[] = {
#include "expected/conversions.inc"
};

struct SliceCase {
  int64_t length, lower, upper, step;
  int has;
  const char *result;
};
const SliceCase sliceCases[] = {
#include "expected/slices.inc"
};

TEST(Strings, MethodsAsRecorded) {
  for (const MethodCase &test : methodCases) {
    std::vector<uint64_t> arguments;
    std::vector<tine_string *> strings;
    std::string rest = test.arguments.string();
    while (!rest.empty()) {
      size_t end = rest.find('\1');
      std::string argument = rest.substr(1, end - 1);
      if (rest[0] == 's') {
        strings.push_back(make(argument));
        arguments.push_back(slot(strings.back()));
      } else {
        arguments.push_back(uint64_t(atoll(argument.c_str())));
      }
      rest = rest.substr(end + 1);
    }
    std::string name = test.name.string(), expected = test.result.string();
    tine_string *self = make(test.self.string());
    uint64_t result = 0;
    std::string error = errorOf([&] {
      result = tine_abi_string_method(name.c_str(), self, arguments.data(),
                                      int64_t(arguments.size()), 0, "here");
    });
    std::string got;
    if (!error.empty()) {
      got = "!";
      EXPECT_EQ(error.rfind("ValueError: ", 0), 0u) << error;
    } else if (expected[0] == 's') {
      got = "s" + take(object<tine_string>(result)) + '\1';
    } else if (expected[0] == 'l') {
      auto *list = object<tine_list>(result);
      got = "l";
      for (int64_t i = 0; i < list->length; ++i) {
        auto *part = asString(*elementOf(list, i));
        got += std::string(part->data, size_t(part->length)) + '\2';
      }
      got += '\1';
      tine_abi_release(list);
    } else {
      got = "i" + std::to_string(int64_t(result)) + '\1';
    }
    EXPECT_EQ(got, expected) << name << " of '" << test.self.string()
                             << "' with " << test.arguments.string();
    tine_abi_release(self);
    for (tine_string *string : strings)
      tine_abi_release(string);
  }
}

TEST(Strings, MethodsBesidePython) {
  tine_string *text = make("abc"), *part = make("bc");
  uint64_t argument = slot(part);
  EXPECT_EQ(tine_abi_string_method("contains", text, &argument, 1, 0, ""), 1u);
  EXPECT_EQ(tine_abi_string_method("contains", part, &argument, 1, 0, ""), 1u);
  argument = 3;
  EXPECT_EQ(take(object<tine_string>(
                tine_abi_string_method("repeat", part, &argument, 1, 0, ""))),
            "bcbcbc");
  tine_list *list = tine_abi_list_new(1, 1, 0);
  *tine_abi_list_push(list) = slot(make("x"));
  *tine_abi_list_push(list) = slot(make(""));
  *tine_abi_list_push(list) = slot(make("yz"));
  argument = slot(list);
  EXPECT_EQ(take(object<tine_string>(
                tine_abi_string_method("join", part, &argument, 1, 0, ""))),
            "xbcbcyz");
  EXPECT_NE(
      errorOf([&] { tine_abi_string_method("ord", text, nullptr, 0, 0, ""); }),
      "");
  EXPECT_NE(
      errorOf([&] { tine_abi_string_method("nope", text, nullptr, 0, 0, ""); }),
      "");
  tine_abi_release(list);
  tine_abi_release(text);
  tine_abi_release(part);
}

TEST(Strings, CodePointsAndBytes) {
  tine_string *text = make("\u00fcb\u2192\u03a3"), *part = make("\u2192");
  uint64_t argument = slot(part);
  EXPECT_EQ(tine_abi_string_length(text), 4);
  EXPECT_EQ(tine_abi_string_method("find", text, &argument, 1, 0, ""), 2u);
  EXPECT_EQ(tine_abi_string_method("find", text, &argument, 1, 1, ""), 3u);
  EXPECT_EQ(take(tine_abi_string_index(text, -2, 0, "")), "\u2192");
  EXPECT_EQ(take(tine_abi_string_index(text, 1, 1, "")), "\xbc");
  EXPECT_EQ(take(tine_abi_string_slice(text, 0, 0, -2, 0, 0, "")), "\u03a3b");
  EXPECT_EQ(take(object<tine_string>(
                tine_abi_string_method("upper", text, nullptr, 0, 0, ""))),
            "\u00dcB\u2192\u03a3");
  EXPECT_EQ(take(object<tine_string>(
                tine_abi_string_method("lower", text, nullptr, 0, 1, ""))),
            "\u00fcb\u2192\u03a3");
  // A byte that is not UTF-8 is a character, of which nothing is known.
  tine_string *broken = make("\xc3\xc3z");
  EXPECT_EQ(tine_abi_string_length(broken), 3);
  EXPECT_EQ(tine_abi_string_method("isalpha", broken, nullptr, 0, 0, ""), 0u);
  EXPECT_EQ(take(object<tine_string>(
                tine_abi_string_method("upper", broken, nullptr, 0, 0, ""))),
            "\xc3\xc3Z");
  for (tine_string *s : {text, part, broken})
    tine_abi_release(s);
}

TEST(Strings, ConversionsAsRecorded) {
  for (const ConversionCase &test : conversionCases) {
    tine_string *text = make(test.text.string());
    int64_t integer = 0;
    double real = 0;
    std::string error =
        errorOf([&] { integer = tine_abi_string_to_int(text, "here"); });
    EXPECT_EQ(error.empty(), test.isInt) << test.text.string() << error;
    if (test.isInt)
      EXPECT_EQ(uint64_t(integer), test.integer);
    error = errorOf([&] { real = tine_abi_string_to_float(text, "here"); });
    EXPECT_EQ(error.empty(), test.isFloat) << test.text.string() << error;
    if (test.isFloat && asDouble(test.real) == asDouble(test.real))
      EXPECT_EQ(slot(real), test.real);
    tine_abi_release(text);
  }
}

TEST(Strings, SlicesAsRecorded) {
  for (const SliceCase &test : sliceCases) {
    tine_string *text = tine_abi_string_new("0123456789", test.length);
    EXPECT_EQ(take(tine_abi_string_slice(text, test.lower, test.upper,
                                         test.step, test.has, 0, "here")),
              test.result)
        << test.length << "[" << test.lower << ":" << test.upper << ":"
        << test.step << "] " << test.has;
    tine_list *list = tine_abi_list_new(1, 0, 0);
    for (int64_t i = 0; i < test.length; ++i)
      *tine_abi_list_push(list) = uint64_t('0' + i);
    tine_list *part = tine_abi_list_slice(list, test.lower, test.upper,
                                          test.step, test.has, "here");
    std::string got;
    for (int64_t value : ints(part))
      got += char(value);
    EXPECT_EQ(got, test.result);
    tine_abi_release(part);
    tine_abi_release(list);
    tine_abi_release(text);
  }
}

TEST(Strings, IndexCompareConcat) {
  tine_string *a = make("abc"), *b = make("abd"), *c = make("ab");
  EXPECT_EQ(take(tine_abi_string_index(a, -1, 0, "")), "c");
  EXPECT_EQ(errorOf([&] { tine_abi_string_index(a, 3, 0, "f.py:1:2: s[3]"); }),
            "IndexError: string index out of range\n  at f.py:1:2: s[3]\n");
  EXPECT_LT(tine_abi_string_compare(a, b), 0);
  EXPECT_GT(tine_abi_string_compare(a, c), 0);
  EXPECT_EQ(tine_abi_string_compare(a, a), 0);
  EXPECT_EQ(take(tine_abi_string_concat(a, b)), "abcabd");
  EXPECT_NE(errorOf([&] { tine_abi_string_slice(a, 0, 0, 0, 0, 0, ""); }), "");
  for (tine_string *s : {a, b, c})
    tine_abi_release(s);
}

TEST(Strings, CutCodePoints) {
  // "\xA9" belongs to a code point that begins in front of the text.
  tine_string *cut = make("\xA9"
                          "ab"),
              *text = make("\xE2\x82\xAC"
                           "a\xC3\xA9");
  EXPECT_EQ(tine_abi_string_length(cut), 3);
  EXPECT_EQ(take(tine_abi_string_slice(cut, 0, 0, -1, 0, 0, "")), "ba\xA9");
  EXPECT_EQ(take(tine_abi_string_index(cut, 0, 0, "")), "\xA9");
  EXPECT_EQ(take(tine_abi_string_slice(text, 0, 0, -2, 0, 0, "")),
            "\xC3\xA9\xE2\x82\xAC");
  auto decodeError = [](const std::string &bytes) {
    tine_string *s = make(bytes);
    std::string error = errorOf(
        [&] { tine_abi_string_method("decode", s, nullptr, 0, 1, ""); });
    tine_abi_release(s);
    return error.substr(0, error.find('\n'));
  };
  std::string start = "UnicodeDecodeError: 'utf-8' codec can't decode byte";
  EXPECT_EQ(decodeError("a\xC3\xA9"), "");
  EXPECT_EQ(decodeError("a\xA9"),
            start + " 0xa9 in position 1: invalid start byte");
  EXPECT_EQ(decodeError("\xC3"),
            start + " 0xc3 in position 0: unexpected end of data");
  EXPECT_EQ(decodeError("\xE2\x82"),
            start + "s in position 0-1: unexpected end of data");
  EXPECT_EQ(decodeError("\xC3z"),
            start + " 0xc3 in position 0: invalid continuation byte");
  for (tine_string *s : {cut, text})
    tine_abi_release(s);
}

TEST(Strings, RefusedTexts) {
  auto error = [](const char *method, const char *self,
                  std::vector<uint64_t> arguments, bool isScript = false) {
    tine_string *s = make(self);
    std::string text = errorOf([&] {
      tine_abi_string_method(method, s, arguments.data(),
                             int64_t(arguments.size()), isScript, "");
    });
    tine_abi_release(s);
    return text.substr(0, text.find('\n'));
  };
  for (const char *text : {"0_x1", "0x__1", "0x1_", "_1", "0x", "0x_", "1__0"})
    EXPECT_EQ(error("to_int", text, {16}),
              "ValueError: invalid literal for int() with base 16: '" +
                  std::string(text) + "'");
  EXPECT_EQ(error("to_int", "0_1", {0}),
            "ValueError: invalid literal for int() with base 0: '0_1'");
  for (const char *text : {"", "x", "\xD9\xA3", "99999999999999999999",
                           "\x1C"
                           "5"})
    EXPECT_EQ(error("to_int", text, {}, true), "RuntimeError: stoll");
  EXPECT_EQ(error("to_int", "1_2", {}, true),
            "RuntimeError: invalid literal for int() with base 10: '1_2'");
  EXPECT_EQ(error("to_float", "1 ", {}, true),
            "RuntimeError: could not convert string to float: '1 '");
  tine_string *wide = make("\xE6\x97\xA5");
  EXPECT_EQ(error("rjust", "a", {uint64_t(INT64_MAX), slot(wide)}),
            "OverflowError: padded string is too long");
  EXPECT_NE(error("rjust", "a", {uint64_t(INT64_MAX / 4), slot(wide)}), "");
  EXPECT_NE(error("zfill", "a", {uint64_t(INT64_MAX)}), "");
  tine_abi_release(wide);
}

} // namespace
