//===- KernelTest.cpp - What instructions do ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of one instruction between loads and a store, with results from
// arithmetic.
//
//===----------------------------------------------------------------------===//

#include "Snippets.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace simulated;

namespace {

constexpr const char *head = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// The bits that a kernel of one thread stores, of operands with these bits.
/// `body` computes %rd9 from %rd1, %rd2 and %rd3.
uint64_t evaluate(const std::string &body, std::vector<uint64_t> operands) {
  std::string text = head;
  text += ".visible .entry k(.param .u64 k_param_0)\n{\n"
          "\t.reg .b64 %rd<10>;\n\tld.param.b64 %rd8, [k_param_0];\n";
  for (size_t i = 0; i < operands.size(); ++i)
    text += "\tld.global.b64 %rd" + std::to_string(i + 1) + ", [%rd8+" +
            std::to_string(8 * i) + "];\n";
  text += body + "\n\tst.global.b64 [%rd8], %rd9;\n\tret;\n}\n";
  operands.resize(std::max<size_t>(operands.size(), 1));
  return runKernel(text, std::move(operands), 1)[0];
}

uint64_t bits(float value) {
  uint32_t word;
  memcpy(&word, &value, 4);
  return word;
}
uint64_t bits(double value) {
  uint64_t word;
  memcpy(&word, &value, 8);
  return word;
}

TEST(Kernel, Integers) {
  EXPECT_EQ(evaluate("add.s64 %rd9, %rd1, %rd2;", {~0ull, 3}), 2u);
  EXPECT_EQ(evaluate("sub.s32 %rd9, %rd1, %rd2;", {1, 2}), 0xffffffffu);
  EXPECT_EQ(evaluate("mul.wide.u32 %rd9, %rd1, 8;", {0xffffffff}),
            0x7fffffff8u);
  EXPECT_EQ(evaluate("mul.wide.s32 %rd9, %rd1, 8;", {0xffffffff}),
            uint64_t(-8));
  EXPECT_EQ(evaluate("mul.hi.u32 %rd9, %rd1, %rd2;", {0x80000000, 6}), 3u);
  EXPECT_EQ(evaluate("mad.lo.s32 %rd9, %rd1, %rd2, %rd3;", {3, 4, 5}), 17u);
  EXPECT_EQ(evaluate("div.s32 %rd9, %rd1, %rd2;", {uint32_t(-7), 2}),
            uint32_t(-3));
  EXPECT_EQ(evaluate("rem.s32 %rd9, %rd1, %rd2;", {uint32_t(-7), 2}),
            uint32_t(-1));
  EXPECT_EQ(evaluate("div.u64 %rd9, %rd1, %rd2;", {~0ull, 2}), ~0ull / 2);
  EXPECT_EQ(evaluate("min.s32 %rd9, %rd1, %rd2;", {uint32_t(-1), 1}),
            uint32_t(-1));
  EXPECT_EQ(evaluate("min.u32 %rd9, %rd1, %rd2;", {uint32_t(-1), 1}), 1u);
  EXPECT_EQ(evaluate("abs.s64 %rd9, %rd1;", {uint64_t(-5)}), 5u);
  EXPECT_EQ(evaluate("shl.b32 %rd9, %rd1, 31;", {3}), 0x80000000u);
  EXPECT_EQ(evaluate("shl.b32 %rd9, %rd1, 32;", {3}), 0u);
  EXPECT_EQ(evaluate("shr.s32 %rd9, %rd1, 40;", {0x80000000}), 0xffffffffu);
  EXPECT_EQ(evaluate("shr.u32 %rd9, %rd1, 4;", {0x80000000}), 0x08000000u);
  EXPECT_EQ(evaluate("bfe.u32 %rd9, %rd1, 4, 8;", {0xabcd}), 0xbcu);
  EXPECT_EQ(evaluate("bfe.s32 %rd9, %rd1, 4, 8;", {0xabcd}), 0xffffffbcu);
  EXPECT_EQ(evaluate("popc.b64 %rd9, %rd1;", {0xf0f0}), 8u);
  EXPECT_EQ(evaluate("clz.b32 %rd9, %rd1;", {1}), 31u);
  EXPECT_EQ(evaluate("brev.b32 %rd9, %rd1;", {1}), 0x80000000u);
  EXPECT_EQ(
      evaluate("prmt.b32 %rd9, %rd1, %rd2, 0x5410U;", {0x33221100, 0x77665544}),
      0x55441100u);
  EXPECT_EQ(
      evaluate("shf.l.wrap.b32 %rd9, %rd1, %rd2, 8;", {0x12345678, 0xabcdef00}),
      0xcdef0012u);
}

TEST(Kernel, Floats) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(evaluate("add.rn.f32 %rd9, %rd1, 0f3F000000;", {bits(1.25f)}),
            bits(1.75f));
  EXPECT_EQ(evaluate("fma.rn.f32 %rd9, %rd1, %rd2, %rd3;",
                     {bits(1.1f), bits(1.3f), bits(-1.43f)}),
            bits(std::fma(1.1f, 1.3f, -1.43f)));
  EXPECT_EQ(evaluate("div.rn.f64 %rd9, %rd1, %rd2;", {bits(1.0), bits(3.0)}),
            bits(1.0 / 3.0));
  EXPECT_EQ(evaluate("max.f32 %rd9, %rd1, %rd2;", {bits(nan), bits(2.0f)}),
            bits(2.0f));
  EXPECT_EQ(evaluate("max.NaN.f32 %rd9, %rd1, %rd2;", {bits(nan), bits(2.0f)}),
            bits(nan));
  EXPECT_EQ(evaluate("min.f32 %rd9, %rd1, %rd2;", {bits(0.0f), bits(-0.0f)}),
            bits(-0.0f));
  EXPECT_EQ(evaluate("sqrt.rn.f32 %rd9, %rd1;", {bits(2.0f)}),
            bits(std::sqrt(2.0f)));
  // The sign is the first operand's.
  EXPECT_EQ(
      evaluate("copysign.f32 %rd9, %rd1, %rd2;", {bits(-1.0f), bits(3.0f)}),
      bits(-3.0f));
  EXPECT_EQ(evaluate("neg.f64 %rd9, %rd1;", {bits(0.0)}), bits(-0.0));
}

TEST(Kernel, Conversions) {
  EXPECT_EQ(evaluate("cvt.rn.f32.s32 %rd9, %rd1;", {uint32_t(-3)}),
            bits(-3.0f));
  EXPECT_EQ(evaluate("cvt.rn.f32.u64 %rd9, %rd1;", {~0ull}),
            bits(18446744073709551616.0f));
  EXPECT_EQ(evaluate("cvt.rzi.s32.f32 %rd9, %rd1;", {bits(-2.7f)}),
            uint32_t(-2));
  EXPECT_EQ(evaluate("cvt.rni.s64.f64 %rd9, %rd1;", {bits(2.5)}), 2u);
  EXPECT_EQ(evaluate("cvt.rzi.s32.f32 %rd9, %rd1;", {bits(1e20f)}),
            0x7fffffffu);
  EXPECT_EQ(evaluate("cvt.rzi.u32.f32 %rd9, %rd1;", {bits(-1.0f)}), 0u);
  EXPECT_EQ(evaluate("cvt.rmi.f32.f32 %rd9, %rd1;", {bits(-0.5f)}),
            bits(-1.0f));
  EXPECT_EQ(evaluate("cvt.s64.s32 %rd9, %rd1;", {0xffffffff}), ~0ull);
  EXPECT_EQ(evaluate("cvt.u64.u32 %rd9, %rd1;", {0x1ffffffff}), 0xffffffffu);
  EXPECT_EQ(evaluate("cvt.s32.s8 %rd9, %rd1;", {0x80}) & 0xffffffff,
            0xffffff80u);
  EXPECT_EQ(evaluate("cvt.rn.f16.f32 %rd9, %rd1;", {bits(1.5f)}), 0x3e00u);
  EXPECT_EQ(evaluate("cvt.f32.f16 %rd9, %rd1;", {0x3e00}), bits(1.5f));
  EXPECT_EQ(
      evaluate("cvt.rn.f16x2.f32 %rd9, %rd1, %rd2;", {bits(1.5f), bits(-2.0f)}),
      0x3e00c000u);
  EXPECT_EQ(evaluate("mov.b64 {%r1, %r2}, %rd1;\nmov.b64 %rd9, {%r2, %r1};",
                     {0x1111111122222222}),
            0x2222222211111111u);
}

TEST(Kernel, Predicates) {
  auto holds = [](const std::string &how, uint64_t x, uint64_t y) {
    return evaluate("setp." + how + " %p1, %rd1, %rd2;\n" +
                        "selp.b64 %rd9, 1, 0, %p1;",
                    {x, y}) == 1;
  };
  uint64_t nan = bits(std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(holds("lt.s32", uint32_t(-1), 0));
  EXPECT_FALSE(holds("lt.u32", uint32_t(-1), 0));
  EXPECT_FALSE(holds("lt.f32", nan, bits(1.0f)));
  EXPECT_TRUE(holds("ltu.f32", nan, bits(1.0f)));
  EXPECT_FALSE(holds("ne.f32", nan, nan));
  EXPECT_TRUE(holds("neu.f32", nan, nan));
  EXPECT_TRUE(holds("nan.f32", nan, bits(1.0f)));
  EXPECT_TRUE(holds("num.f32", bits(2.0f), bits(1.0f)));
  EXPECT_TRUE(holds("gt.bf16", 0x4000, 0x3f80));
  EXPECT_FALSE(holds("gt.bf16", 0x3f80, 0x3f80));
  EXPECT_EQ(evaluate("setp.ne.b64 %p1, %rd1, 0;\nmov.b64 %rd9, 7;\n"
                     "@!%p1 bra $L;\nmov.b64 %rd9, 8;\n$L:",
                     {0}),
            7u);
}

TEST(Kernel, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(evaluate("frobnicate.b64 %rd9, %rd1;", {1}), PtxError);
  EXPECT_THROW(evaluate("add.rn.f32x2 %rd9, %rd1, %rd1;", {1}), PtxError);
  EXPECT_THROW(evaluate("bra $nowhere;", {1}), PtxError);
  // What a modifier asks for is not left out.
  EXPECT_THROW(evaluate("fma.rn.sat.f32 %rd9, %rd1, %rd1, %rd1;", {1}),
               PtxError);
  EXPECT_THROW(evaluate("add.rp.f32 %rd9, %rd1, %rd1;", {1}), PtxError);
  EXPECT_THROW(evaluate("add.cc.u32 %rd9, %rd1, %rd1;", {1}), PtxError);
  EXPECT_THROW(evaluate("cvt.sat.s8.s32 %rd9, %rd1;", {1}), PtxError);
  EXPECT_THROW(evaluate("bar.red.popc.u32 %rd9, 0, %p1;", {1}), PtxError);
  EXPECT_THROW(evaluate("bar.arrive 1, 64;\nmov.b64 %rd9, 0;", {1}), PtxError);
  EXPECT_THROW(evaluate("atom.global.add.f32 %rd9, [%rd8], %rd1;", {1}),
               PtxError);
  EXPECT_THROW(evaluate("mov.u64 %rd9, %clock64;", {1}), PtxError);
  EXPECT_THROW(parse(".extern .func (.param .b32 r) f(.param .b32 x);"),
               PtxError);
}

/// A block of 64 threads reverses 64 words through shared memory.
std::string reversal(const std::string &barrier) {
  return std::string(head) +
         ".visible .entry k(.param .u64 k_param_0)\n{\n"
         ".shared .align 4 .b8 s[256];\n"
         "ld.param.b64 %rd1, [k_param_0];\n"
         "mov.u32 %r1, %tid.x;\n"
         "mul.wide.u32 %rd2, %r1, 4;\n"
         "add.s64 %rd3, %rd1, %rd2;\n"
         "ld.global.b32 %r2, [%rd3];\n"
         "mov.b64 %rd4, s;\n"
         "add.s64 %rd5, %rd4, %rd2;\n"
         "st.shared.b32 [%rd5], %r2;\n" +
         barrier +
         "sub.s64 %rd6, 252, %rd2;\n"
         "add.s64 %rd7, %rd4, %rd6;\n"
         "ld.shared.b32 %r3, [%rd7];\n"
         "st.global.b32 [%rd3], %r3;\n"
         "ret;\n}\n";
}

/// Runs a kernel on 64 words that hold their numbers.
std::vector<uint32_t> runOnWords(const std::string &text, const Grid &grid) {
  std::unique_ptr<Module> module = parse(text);
  Memory memory;
  Work work;
  work.what = "kernel k";
  work.clock = {1};
  memory.begin(work);
  uint64_t address = memory.allocate(256, 0);
  std::vector<uint32_t> words(64);
  for (uint32_t i = 0; i < 64; ++i)
    words[i] = i;
  memory.write(address, words.data(), 256);
  run(*module->kernels["k"], grid, 0, &address, memory);
  memory.read(address, words.data(), 256);
  return words;
}

constexpr Grid oneBlock = {{1, 1, 1}, {64, 1, 1}};

std::vector<uint32_t> runReversal(const std::string &barrier) {
  return runOnWords(reversal(barrier), oneBlock);
}

/// A kernel with its thread in %r1, its block in %r2, the address of the words
/// in %rd1 and of its thread's word in %rd2.
void runBody(const std::string &body, const Grid &grid = oneBlock) {
  runOnWords(std::string(head) +
                 ".visible .entry k(.param .u64 k_param_0)\n{\n"
                 ".shared .align 4 .b8 s[64];\n"
                 "ld.param.b64 %rd1, [k_param_0];\n"
                 "mov.u32 %r1, %tid.x;\n"
                 "mov.u32 %r2, %ctaid.x;\n"
                 "mul.wide.u32 %rd3, %r1, 4;\n"
                 "add.s64 %rd2, %rd1, %rd3;\n" +
                 body + "ret;\n}\n",
             grid);
}

TEST(Kernel, SharedMemory) {
  std::vector<uint32_t> words = runReversal("bar.sync 0;\n");
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(words[i], 63 - i);
}

TEST(KernelDeathTest, FindsAMissingBarrier) {
  EXPECT_EXIT(runReversal(""), testing::ExitedWithCode(97),
              "a race in shared memory");
  // Bytes of one word are different places.
  EXPECT_EXIT(runBody("st.shared.b8 [s], %r1;\n"), testing::ExitedWithCode(97),
              "a race in shared memory");
  runBody("mov.b64 %rd4, s;\ncvt.u64.u32 %rd5, %r1;\n"
          "add.s64 %rd4, %rd4, %rd5;\nst.shared.b8 [%rd4], %r1;\n");
}

TEST(KernelDeathTest, FindsRacesInGlobalMemory) {
  auto finds = [](const std::string &body, const Grid &grid = oneBlock) {
    EXPECT_EXIT(runBody(body, grid), testing::ExitedWithCode(97),
                "a race in kernel k");
  };
  finds("st.global.b32 [%rd1], %r1;\n");
  finds("st.global.b8 [%rd1], %r1;\n");
  // Each thread but the first has its word read by the one before, in either
  // order of the reads.
  std::string own = "ld.global.b32 %r3, [%rd2];\n",
              following = "@%p1 ld.global.b32 %r3, [%rd2+4];\n",
              store = "st.global.b32 [%rd2], %r3;\n",
              notLast = "setp.lt.u32 %p1, %r1, 63;\n";
  finds(notLast + own + following + store);
  finds(notLast + following + own + store);
  runBody(notLast + following + "bar.sync 0;\n" + own + store);
  runBody(own + store);
  // Blocks are not ordered, by barriers neither.
  Grid twoBlocks = {{2, 1, 1}, {1, 1, 1}};
  std::string ifFirst = "setp.eq.s32 %p1, %r2, 0;\n";
  finds(ifFirst + own + "bar.sync 0;\n@!%p1 st.global.b32 [%rd2], %r3;\n",
        twoBlocks);
  finds(ifFirst + "@%p1 st.global.b32 [%rd2], %r2;\nbar.sync 0;\n" + own,
        twoBlocks);
  runBody(own, twoBlocks);
  // A byte for each thread.
  runBody("cvt.u64.u32 %rd4, %r1;\nadd.s64 %rd5, %rd1, %rd4;\n"
          "ld.global.b8 %r3, [%rd5];\nst.global.b8 [%rd5], %r3;\n");
}

TEST(KernelDeathTest, FindsDivergentBarriers) {
  auto split = [](const std::string &condition) {
    runBody(condition + "@%p1 bra $A;\nbar.sync 0;\nbra $B;\n"
                        "$A:\nbar.sync 0;\n$B:\n");
  };
  EXPECT_EXIT(split("and.b32 %r3, %r1, 1;\nsetp.eq.s32 %p1, %r3, 0;\n"),
              testing::ExitedWithCode(97), "different barriers");
  split("setp.lt.u32 %p1, %r1, 32;\n"); // whole warps may
}

} // namespace
