//===- RandomTest.cpp - Random numbers --------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every fill against PyTorch, by a hash over the bytes: one stream for each
// seed, so that the number of draws counts too.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "random_kernels.h"

using namespace tine;
using namespace tine::test;

namespace {

struct DrawCase {
  const char *what;
  int dtype;
  int64_t count;
  double a, b, c, d;
  uint64_t hash;
};
const DrawCase drawCases[] = {
#include "expected/draws.inc"
};

uint64_t hash(const tine_tensor *tensor) {
  uint64_t hash = 0xcbf29ce484222325u;
  auto *data = static_cast<const uint8_t *>(elements(tensor));
  for (int64_t i = 0; i < elementsBytes(tensor); ++i)
    hash = (hash ^ data[i]) * 0x100000001b3u;
  return hash;
}

/// 1 where a uniform number is less than 0.3 of the dtype, as programs draw
/// from a tensor of probabilities.
static void compareWithUniform(tine_tensor *out, int dtype, int64_t count) {
  bool isDouble = dtype == TINE_FLOAT64;
  tine_tensor *u = tensor(isDouble ? TINE_FLOAT64 : TINE_FLOAT32, {count});
  tine_abi_uniform(u, 0, 1);
  for (int64_t i = 0; i < count; ++i) {
    auto put = [&](bool less, auto one) {
      decltype(one) value = less ? one : decltype(one)(0);
      memcpy(static_cast<char *>(elements(out)) + i * int64_t(sizeof(value)),
             &value, sizeof(value));
    };
    auto *floats = static_cast<float *>(elements(u));
    if (isDouble)
      put(static_cast<double *>(elements(u))[i] < 0.3, 1.0);
    else if (dtype == TINE_FLOAT32)
      put(floats[i] < 0.3f, 1.0f);
    else if (dtype == TINE_FLOAT16)
      put(floats[i] < 0x1.334p-2f, uint16_t(0x3C00));
    else
      put(floats[i] < 0x1.34p-2f, uint16_t(0x3F80));
  }
  tine_abi_release(u);
}

TEST(Random, StreamsAsRecorded) {
  for (const DrawCase &test : drawCases) {
    std::string what = test.what;
    if (what == "seed") {
      tine_abi_manual_seed(int64_t(test.hash));
      continue;
    }
    tine_tensor *out = tensor(test.dtype, {test.count});
    if (what == "uniform") {
      tine_abi_uniform(out, test.a, test.b);
    } else if (what == "normal") {
      tine_abi_normal(out, test.a, test.b);
    } else if (what == "exponential") {
      tine_abi_exponential(out, test.a);
    } else if (what == "bernoulli") {
      tine_abi_bernoulli(out, test.a);
    } else if (what == "bernoulli_tensor") {
      compareWithUniform(out, test.dtype, test.count);
    } else if (what == "trunc_normal") {
      tine_abi_trunc_normal(out, test.a, test.b, test.c, test.d);
    } else if (what == "random") {
      tine_abi_random(out, int64_t(test.a), int64_t(test.b));
    } else if (what == "randperm") {
      tine_abi_randperm(out);
    } else {
      FAIL() << what;
    }
    ASSERT_EQ(hash(out), test.hash)
        << what << " dtype " << test.dtype << " count " << test.count << " "
        << test.a << " " << test.b;
    tine_abi_release(out);
  }
}

TEST(Random, BothKernelsAgree) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "needs AVX2 and FMA";
  uint32_t one[mtSize], two[mtSize], out1[mtSize], out2[mtSize];
  for (uint32_t i = 0; i < mtSize; ++i)
    one[i] = two[i] = i * 2654435761u + 12345;
  for (int round = 0; round < 50; ++round) {
    randomKernelsBase.refill(one, out1);
    randomKernelsFma.refill(two, out2);
    ASSERT_EQ(memcmp(one, two, sizeof(one)), 0);
    ASSERT_EQ(memcmp(out1, out2, sizeof(out1)), 0);
    float f1[mtSize], f2[mtSize];
    randomKernelsBase.uniform(f1, out1, mtSize, -0.3f, 0.9f, 0.6f);
    randomKernelsFma.uniform(f2, out2, mtSize, -0.3f, 0.9f, 0.6f);
    ASSERT_EQ(memcmp(f1, f2, sizeof(f1)), 0);
    randomKernelsBase.uniform(f1, out1, mtSize, 0, 1, 1);
    randomKernelsFma.uniform(f2, out2, mtSize, 0, 1, 1);
    randomKernelsBase.normal(f1, mtSize / 16, 0.5f, 2.0f);
    randomKernelsFma.normal(f2, mtSize / 16, 0.5f, 2.0f);
    ASSERT_EQ(memcmp(f1, f2, sizeof(f1)), 0);
  }
}

TEST(Random, WrongArgumentsAreRaised) {
  tine_tensor *reals = tensor(TINE_FLOAT32, {4});
  tine_tensor *ints = tensor(TINE_INT64, {4});
  EXPECT_NE(errorOf([&] { tine_abi_uniform(reals, 1, 0); }), "");
  EXPECT_NE(errorOf([&] { tine_abi_normal(reals, 0, -1); }), "");
  EXPECT_NE(errorOf([&] { tine_abi_normal(ints, 0, 1); }), "");
  EXPECT_NE(errorOf([&] { tine_abi_bernoulli(ints, 1.5); }), "");
  EXPECT_NE(errorOf([&] { tine_abi_exponential(reals, 0); }), "");
  tine_abi_release(reals);
  tine_abi_release(ints);
}

TEST(Random, NumbersOfPython) {
  tine_abi_python_seed(1, 42);
  EXPECT_EQ(tine_abi_python_random(1, 0), 0.6394267984578837);
  EXPECT_EQ(tine_abi_python_bits(1, 40), 811856239313);
  for (int64_t n : {4, 3, 3, 2, 1})
    EXPECT_EQ(tine_abi_python_below(1, 10), n);
  // The sign does not matter; an int of more than one word does.
  tine_abi_python_seed(2, -((int64_t(1) << 40) + 5));
  EXPECT_EQ(tine_abi_python_random(2, 0), 0.5043802970418443);
  // numpy.random.seed(7); rand().
  tine_abi_python_word_seed(2, 7);
  EXPECT_EQ(tine_abi_python_random(2, 0), 0.07630828937395717);
  // One that was not seeded is another one in each run.
  EXPECT_LT(tine_abi_python_random(3, 0), 1);
}

TEST(Random, NumbersOfDefaultRng) {
  tine_abi_python_pcg_seed(1, 42);
  EXPECT_EQ(tine_abi_python_pcg_random(1, 0), 0.7739560485559633);
  EXPECT_EQ(tine_abi_python_pcg_random(1, 0), 0.4388784397520523);
  for (int64_t n : {4, 8, 0})
    EXPECT_EQ(tine_abi_python_pcg_up_to(1, 9), n);
  EXPECT_EQ(tine_abi_python_pcg_up_to(1, int64_t(1) << 40), 103549089075);
  EXPECT_NEAR(tine_abi_python_pcg_normal(1, 0), -1.302179506862318, 1e-14);
}

} // namespace
