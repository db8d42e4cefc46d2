//===- SafetensorsTest.cpp - Headers of files of tensors --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader takes, and that it refuses everything else.
//
//===----------------------------------------------------------------------===//

#include "safetensors.h"

#include "TestSupport.h"
#include <random>

using namespace tine;
using namespace tine::test;

namespace {

struct Result {
  bool good;
  std::string problem;
  std::vector<std::string> tensors; // "NAME DTYPE[SIZES] BEGIN..END"
};

Result read(std::string header, uint64_t dataBytes) {
  Result result;
  FileTensors tensors;
  Text problem;
  result.good =
      readHeader(header.data(), header.size(), dataBytes, tensors, problem);
  result.problem.assign(problem.data ? problem.data : "", problem.size);
  for (size_t i = 0; result.good && i < tensors.count; ++i) {
    const FileTensor &tensor = tensors.items[i];
    Text text;
    text.add(tensor.name, tensor.nameLength);
    text.add(' ');
    addType(text, tensor.dtype, tensor.sizes, tensor.rank);
    text.addf(" %llu..%llu", static_cast<unsigned long long>(tensor.begin),
              static_cast<unsigned long long>(tensor.end));
    result.tensors.emplace_back(text.data, text.size);
  }
  return result;
}

std::string tensorText(const std::string &name, const std::string &dtype,
                       const std::string &shape, const std::string &offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + shape +
         "],\"data_offsets\":[" + offsets + "]}";
}

TEST(Safetensors, ReadsWhatTheFormatAllows) {
  Result result =
      read("{ \"__metadata__\" : {\"format\":\"pt\"}, " +
               tensorText("b", "F32", "2, 3", "8,32") + ",\n\t" +
               tensorText("a", "I64", "", "0,8") + "," +
               "\"e\":{\"data_offsets\":[32,32],\"shape\":[0,5],\"dtype\":"
               "\"BOOL\"} }   \n",
           32);
  EXPECT_TRUE(result.good) << result.problem;
  EXPECT_EQ(result.tensors,
            (std::vector<std::string>{"a int64[] 0..8", "b float32[2, 3] 8..32",
                                      "e bool[0, 5] 32..32"}));
  EXPECT_TRUE(read("{}", 0).good);
  EXPECT_TRUE(read("{\"__metadata__\":{}}  ", 0).good);
  // Every dtype.
  for (auto &[name, bytes] :
       std::vector<std::pair<std::string, std::string>>{{"F64", "8"},
                                                        {"F32", "4"},
                                                        {"F16", "2"},
                                                        {"BF16", "2"},
                                                        {"I64", "8"},
                                                        {"I32", "4"},
                                                        {"I16", "2"},
                                                        {"I8", "1"},
                                                        {"U8", "1"},
                                                        {"BOOL", "1"}})
    EXPECT_TRUE(read("{" + tensorText("x", name, "1", "0," + bytes) + "}",
                     std::stoul(bytes))
                    .good)
        << name;
}

TEST(Safetensors, UnescapesNames) {
  Result result =
      read("{" +
               tensorText(
                   "\\u0041\\n\\\"\\\\\\/\\u00e9\\u20ac\\ud83d\\ude00\xc3\xa9",
                   "U8", "", "0,1") +
               "}",
           1);
  ASSERT_TRUE(result.good) << result.problem;
  EXPECT_EQ(result.tensors[0],
            "A\n\"\\/\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xc3\xa9 uint8[] "
            "0..1");
}

/// The header is refused, and the problem has `part` in it.
void expectRefused(const std::string &header, const std::string &part,
                   uint64_t dataBytes = 4) {
  Result result = read(header, dataBytes);
  EXPECT_FALSE(result.good) << header;
  EXPECT_NE(result.problem.find(part), std::string::npos)
      << header << "\n  says: " << result.problem;
}

TEST(Safetensors, RefusesWrongJson) {
  for (const char *header :
       {"", " ", "{", "[]", "null", "{\"a\"}", "{\"a\":}", "{,}", "{\"a\":1}",
        "{\"a\":{}}", "{\"a\":[[[[[[[[", "{} x", "{}{}", "{\"__metadata__\":1}",
        "{\"__metadata__\":{\"a\":1}}", "{\"__metadata__\":{\"a\":{}}}"})
    EXPECT_FALSE(read(header, 0).good) << header;
  std::string good = "{" + tensorText("x", "F32", "1", "0,4") + "}";
  ASSERT_TRUE(read(good, 4).good);
  // No beginning of it is taken, nor is it with a byte that JSON does not have.
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(read(good.substr(0, size), 4).good) << size;
  for (size_t i = 0; i < good.size(); ++i) {
    std::string wrong = good;
    wrong[i] = '\1';
    EXPECT_FALSE(read(wrong, 4).good) << i;
  }
  expectRefused("{" + tensorText("x", "F32", "1", "0,4") + ",}", "'\"'");
  expectRefused(std::string(100000, '{'), "'\"'");
  expectRefused("{\"x\":" + std::string(100000, '['), "'{'");
  expectRefused("{\"__metadata__\":{},\"__metadata__\":{}}", "twice", 0);
  expectRefused("{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,"
                "4],\"more\":1}}",
                "unexpected key");
  expectRefused("{\"x\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[1],"
                "\"data_offsets\":[0,4]}}",
                "unexpected key");
  expectRefused("{\"x\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}",
                "without");
}

TEST(Safetensors, RefusesWrongText) {
  for (const char *name :
       {"\xff", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
        "\xf5\x80\x80\x80", "\xf0\x80\x80\x80", "\x80"})
    expectRefused("{" + tensorText(name, "F32", "1", "0,4") + "}", "UTF-8");
  for (const char *name : {"\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud800x"})
    expectRefused("{" + tensorText(name, "F32", "1", "0,4") + "}", "surrogate");
  expectRefused("{" + tensorText("\\u12g4", "F32", "1", "0,4") + "}",
                "\\u escape");
  expectRefused("{" + tensorText("\\x41", "F32", "1", "0,4") + "}",
                "unknown escape");
  expectRefused("{" + tensorText("a\nb", "F32", "1", "0,4") + "}",
                "control character");
}

TEST(Safetensors, RefusesWrongNumbers) {
  for (const char *shape :
       {"-1", "1.0", "1e0", "01", "+1", "true", "\"1\"", "1,", ",1", "[1]"})
    EXPECT_FALSE(read("{" + tensorText("x", "F32", shape, "0,4") + "}", 4).good)
        << shape;
  expectRefused("{" + tensorText("x", "F32", "9223372036854775808", "0,4") +
                    "}",
                "too large");
  expectRefused("{" + tensorText("x", "F32", "99999999999999999999999", "0,4") +
                    "}",
                "too large");
  expectRefused("{" + tensorText("x", "F32", "4611686018427387904,4", "0,4") +
                    "}",
                "product is too large");
  // The product wraps around to 4 bytes.
  expectRefused("{" + tensorText("x", "F32", "4294967296,4294967297", "0,4") +
                    "}",
                "product is too large");
  // A size of 0 does not hide the others.
  expectRefused("{" +
                    tensorText("x", "F32",
                               "0,9223372036854775807,9223372036854775807",
                               "0,0") +
                    "}",
                "product is too large", 0);
  expectRefused(
      "{" + tensorText("x", "F32", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "0,4") +
          "}",
      "too many numbers");
  expectRefused("{" + tensorText("x", "F31", "1", "0,4") + "}",
                "'F31', which Tine does not support");
}

TEST(Safetensors, RefusesWrongOffsets) {
  for (const char *offsets : {"0", "", "0,4,4"})
    EXPECT_FALSE(
        read("{" + tensorText("x", "F32", "1", offsets) + "}", 4).good);
  expectRefused("{" + tensorText("x", "F32", "1", "4,8") + "}", "cut off");
  expectRefused("{" + tensorText("x", "F32", "1", "4,0") + "}", "outside");
  expectRefused("{" + tensorText("x", "F32", "1", "0,3") + "}",
                "another number of bytes");
  expectRefused("{" + tensorText("x", "F32", "2", "0,4") + "}",
                "another number of bytes");
  expectRefused("{" +
                    tensorText("x", "F32", "1",
                               "9223372036854775804,9223372036854775807") +
                    "}",
                "outside");
  expectRefused("{" + tensorText("x", "F32", "1", "0,4") + "," +
                    tensorText("y", "F32", "1", "0,4") + "}",
                "'y' shares bytes");
  expectRefused("{" + tensorText("x", "F32", "1", "0,4") + "," +
                    tensorText("y", "F32", "1", "2,6") + "}",
                "shares bytes", 6);
  expectRefused("{" + tensorText("x", "F32", "1", "0,4") + "," +
                    tensorText("y", "F32", "1", "5,9") + "}",
                "does not follow", 9);
  expectRefused("{" + tensorText("x", "F32", "1", "0,4") + "}",
                "1 bytes at the end", 5);
  expectRefused("{" + tensorText("x", "F32", "1", "0,4") + "," +
                    tensorText("x", "F32", "1", "4,8") + "}",
                "'x' comes twice", 8);
  // The same name in two ways of writing it.
  expectRefused("{" + tensorText("x", "F32", "1", "0,4") + "," +
                    tensorText("\\u0078", "F32", "1", "4,8") + "}",
                "'x' comes twice", 8);
}

/// What is taken after any change fits together; test/fuzz does this for long.
TEST(Safetensors, SurvivesChanges) {
  std::string good = "{\"__metadata__\":{\"a\":\"b\"}," +
                     tensorText("x\\u0041", "F32", "2,3", "0,24") + "," +
                     tensorText("y", "I64", "", "24,32") + "}";
  const std::string alphabet = "{}[]\":,0123456789x\\u\xc3\xa9 \n\x80";
  std::minstd_rand random(1);
  int taken = 0;
  for (int run = 0; run < 20000; ++run) {
    std::string header = good;
    for (unsigned changes = 1 + random() % 3; changes; --changes) {
      size_t at = random() % header.size();
      char letter = alphabet[random() % alphabet.size()];
      if (random() % 3 == 0)
        header.erase(at, 1 + random() % 4);
      else if (random() % 2)
        header[at] = letter;
      else
        header.insert(at, 1, letter);
      if (header.empty())
        header = "{";
    }
    Result result = read(header, 32);
    taken += result.good;
    EXPECT_EQ(result.good, result.problem.empty()) << header;
  }
  EXPECT_GT(taken, 100);
}

TEST(Safetensors, ShowsNamesSafely) {
  Text text;
  addName(text, "a\x1b[2J\xc3", 6);
  EXPECT_EQ(std::string(text.data, text.size), "'a\\x1b[2J\\xc3'");
  Text longText;
  addName(longText, std::string(5000, 'x').c_str(), 5000);
  EXPECT_LT(longText.size, 300u);
  Text json;
  addJsonString(json, "q\"\\\n\xc3\xa9", 6);
  EXPECT_EQ(std::string(json.data, json.size), "\"q\\\"\\\\\\u000a\xc3\xa9\"");
}

} // namespace
