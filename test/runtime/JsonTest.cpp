//===- JsonTest.cpp - JSON and rows of text ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the readers of JSON, CSV and UTF-8 take, and what they say otherwise.
// Messages are those of CPython 3.11.
//
//===----------------------------------------------------------------------===//

#include "json.h"
#include "text_files.h"

#include "TestSupport.h"
#include <fcntl.h>
#include <unistd.h>

using namespace tine;
using namespace tine::test;

namespace {

/// A value as Python prints it, or the error.
std::string parsed(const std::string &json) {
  Text bytes;
  parseJson(json.data(), json.size(), bytes);
  tine_string *value = bytes.string();
  bool isError =
      kindOfJson(value->data, size_t(value->length)) == JsonKind::Error;
  tine_string *text = isError ? tine_abi_json_text(value, nullptr)
                              : tine_abi_json_repr(value, nullptr);
  std::string result(text->data, size_t(text->length));
  tine_abi_release(text);
  tine_abi_release(value);
  return result;
}

TEST(Json, PrintsAsPythonDoes) {
  EXPECT_EQ(parsed(" [1, -2.50, 1e3, null, true, \"a'b\"] "),
            "[1, -2.5, 1000.0, None, True, \"a'b\"]");
  EXPECT_EQ(parsed("{\"a\": {\"b\": []}, \"c\": {}}"),
            "{'a': {'b': []}, 'c': {}}");
  EXPECT_EQ(parsed("\"\\u00e9\\ud83d\\ude00\\n\""), "'é😀\\n'");
  EXPECT_EQ(parsed("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(parsed("123456789012345678901234"), "123456789012345678901234");
}

TEST(Json, TheLastOfEqualKeysCounts) {
  EXPECT_EQ(parsed("{\"b\": 1, \"a\": 2, \"b\": 3, \"c\": 4, \"a\": 5}"),
            "{'b': 3, 'a': 5, 'c': 4}");
}

TEST(Json, SaysWhereItIsWrong) {
  EXPECT_EQ(parsed(""), "Expecting value: line 1 column 1 (char 0)");
  EXPECT_EQ(parsed("{\"ä\":\n 1,}"), "Expecting property name enclosed in "
                                     "double quotes: line 2 column 4 (char 9)");
  EXPECT_EQ(parsed("[1 2]"),
            "Expecting ',' delimiter: line 1 column 4 (char 3)");
  EXPECT_EQ(parsed("1 2"), "Extra data: line 1 column 3 (char 2)");
  EXPECT_EQ(parsed("\"a\nb\""),
            "Invalid control character at: line 1 column 3 (char 2)");
}

TEST(Json, RefusesWhatIsNestedTooDeep) {
  std::string deep(200, '['), end(200, ']');
  EXPECT_EQ(parsed(deep + end).size(), 400u);
  EXPECT_EQ(parsed("[" + deep + "0" + end + "]").substr(0, 28),
            "Values are nested deeper tha");
}

TEST(Utf8, KnowsWhatIsWrong) {
  auto reason = [](const std::string &text, bool isFinal = true) {
    BadText bad = findBadText(text.data(), text.size(), isFinal);
    return std::to_string(bad.begin) + "-" + std::to_string(bad.end) + " " +
           (bad.reason ? bad.reason : "good");
  };
  EXPECT_EQ(reason("aé😀"), "7-7 good");
  EXPECT_EQ(reason("a\xFF"), "1-2 invalid start byte");
  EXPECT_EQ(reason("\xE4\xBD"), "0-2 unexpected end of data");
  EXPECT_EQ(reason("a\xE4\xBD", false), "1-3 good");
  EXPECT_EQ(reason("\xE4\xBD"
                   "A"),
            "0-2 invalid continuation byte");
  EXPECT_EQ(reason("\xED\xA0\x80"), "0-1 invalid continuation byte");
  EXPECT_EQ(reason("\xC0\x80"), "0-1 invalid start byte");
}

TEST(TextReader, EndsOfLinesBetweenPieces) {
  char name[] = "/tmp/tine-text-XXXXXX";
  int file = mkstemp(name);
  ASSERT_GE(file, 0);
  // The first '\r' is the last byte of a piece, and so is half of a letter.
  std::string text = std::string(8191, 'a') + "\r\nb\rc\n" +
                     std::string(8192 - 7, 'd') + "ä\n\nend";
  ASSERT_EQ(write(file, text.data(), text.size()), ssize_t(text.size()));
  ASSERT_EQ(lseek(file, 0, SEEK_SET), 0);
  std::vector<std::string> lines;
  {
    TextReader reader(file, TextReader::Newline::Universal);
    while (reader.readLine(nullptr))
      lines.emplace_back(reader.data(), reader.size());
  }
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], std::string(8191, 'a') + "\n");
  EXPECT_EQ(lines[1], "b\n");
  EXPECT_EQ(lines[2], "c\n");
  EXPECT_EQ(lines[3], std::string(8192 - 7, 'd') + "ä\n");
  EXPECT_EQ(lines[4], "\n");
  EXPECT_EQ(lines[5], "end");
  close(file);
  unlink(name);
}

} // namespace
