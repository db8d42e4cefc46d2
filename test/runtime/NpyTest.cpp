//===- NpyTest.cpp - NumPy's files of one array -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader takes, and that it refuses everything else.
//
//===----------------------------------------------------------------------===//

#include "npy.h"
#include "objects.h"

#include "TestSupport.h"
#include <random>

using namespace tine;
using namespace tine::test;

namespace {

struct Result {
  bool good = false;
  std::string problem;
  NpyArray array;
};

Result read(const std::string &header) {
  Result result;
  Text problem;
  result.good =
      readNpyHeader(header.data(), header.size(), result.array, problem);
  result.problem.assign(problem.data ? problem.data : "", problem.size);
  return result;
}

std::string header(const std::string &descr, const std::string &order,
                   const std::string &shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }   \n";
}

TEST(Npy, ReadsWhatNumPyWrites) {
  Result result = read(header("<f4", "False", "(2, 3)"));
  EXPECT_TRUE(result.good);
  EXPECT_EQ(result.array.dtype, TINE_FLOAT32);
  EXPECT_EQ(result.array.rank, 2);
  EXPECT_EQ(result.array.sizes[1], 3);
  EXPECT_EQ(result.array.bytes, 24u);
  EXPECT_FALSE(result.array.isFortran || result.array.isSwapped);
  result = read(header(">i8", "True", "(7,)"));
  EXPECT_TRUE(result.good && result.array.isFortran && result.array.isSwapped);
  EXPECT_EQ(result.array.bytes, 56u);
  EXPECT_EQ(read(header("|b1", "False", "()")).array.bytes, 1u);
  EXPECT_EQ(read(header("<f8", "False", "(0, 1099511627776)")).array.bytes, 0u);
}

TEST(Npy, SaysWhatItCannotRead) {
  const std::pair<std::string, const char *> cases[] = {
      {"", "not one of NumPy's"},
      {"{}", "not one of NumPy's"},
      {header("<f4", "False", "(2, 3"), "not one of NumPy's"},
      {header("<f4", "Falsch", "(2,)"), "not one of NumPy's"},
      {header("<f4", "False", "(-2,)"), "not one of NumPy's"},
      {header("<f4", "False", "(99999999999999999999,)"), "not one of NumPy's"},
      {header("<f4", "False", "(2,)") + "x", "not one of NumPy's"},
      {"{'descr': '<f4', 'other': 1}", "not one of NumPy's"},
      {header("|O", "False", "(2,)"), "'|O' holds Python objects"},
      {header("<c8", "False", "(2,)"), "dtype '<c8' is not supported"},
      {header("<?2", "False", "(2,)"), "dtype '<?2' is not supported"},
      {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }",
       "records"},
      {header("<f8", "False", "(9223372036854775807,)"), "more elements"},
      {header("<f8", "False", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"),
       "more than 14 dimensions"},
  };
  for (const auto &[text, problem] : cases) {
    Result result = read(text);
    EXPECT_FALSE(result.good) << text;
    EXPECT_NE(result.problem.find(problem), std::string::npos)
        << text << ": " << result.problem;
  }
}

TEST(Npy, BringsElementsIntoOrder) {
  NpyArray array;
  array.dtype = TINE_INT16;
  array.rank = 2;
  array.sizes[0] = 2;
  array.sizes[1] = 3;
  array.bytes = 12;
  array.isFortran = array.isSwapped = true;
  const unsigned char data[] = {0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 1, 6};
  tine_tensor *tensor =
      tine_abi_tensor_new(TINE_INT16, array.rank, array.sizes);
  copyNpyElements(array, data, tensor);
  const auto *elements = static_cast<const int16_t *>(tensor->data);
  const int16_t expected[] = {1, 2, 3, 4, 5, 262};
  EXPECT_TRUE(std::equal(std::begin(expected), std::end(expected), elements));
  tine_abi_release(tensor);
}

TEST(Npy, ReadsWhatItWrites) {
  for (int rank = 0; rank < 4; ++rank) {
    const int64_t sizes[] = {2, 0, 5};
    tine_tensor *tensor = tine_abi_tensor_new(TINE_FLOAT64, rank, sizes);
    Text text;
    EXPECT_TRUE(addNpyHeader(text, tensor));
    EXPECT_EQ(text.size % 64, 0u);
    size_t begin = 0, length = 0;
    Text problem;
    EXPECT_TRUE(findNpyHeader(reinterpret_cast<unsigned char *>(text.data), 12,
                              begin, length, problem));
    EXPECT_EQ(begin + length, text.size);
    Result result = read(std::string(text.data + begin, length));
    EXPECT_TRUE(result.good) << result.problem;
    EXPECT_EQ(result.array.rank, rank);
    for (int i = 0; i < rank; ++i)
      EXPECT_EQ(result.array.sizes[i], sizes[i]);
    tine_abi_release(tensor);
  }
  const int64_t size = 1;
  tine_tensor *half = tine_abi_tensor_new(TINE_BFLOAT16, 1, &size);
  Text text;
  EXPECT_FALSE(addNpyHeader(text, half));
  tine_abi_release(half);
}

TEST(Npy, SurvivesAnything) {
  std::mt19937 random(1);
  const std::string valid = header("<f4", "False", "(2, 3)");
  for (int i = 0; i < 20000; ++i) {
    std::string text = valid;
    for (int n = int(random() % 4); n >= 0; --n) {
      size_t at = random() % text.size();
      switch (random() % 3) {
      case 0:
        text[at] = char(random());
        break;
      case 1:
        text.erase(at, random() % 5);
        break;
      default:
        text.insert(at, 1, valid[random() % valid.size()]);
      }
      if (text.empty())
        text = "{";
    }
    Result result = read(text);
    EXPECT_EQ(result.good, result.problem.empty()) << text;
  }
}

} // namespace
