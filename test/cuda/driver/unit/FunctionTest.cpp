//===- FunctionTest.cpp - Halves, matrices, functions, memory -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Halves.h"
#include "Snippets.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace simulated;

namespace {

/// Of three halves or pairs of them, in the words of one thread.
uint32_t ofThree(const std::string &instruction, uint32_t x, uint32_t y,
                 uint32_t z, bool isPair) {
  std::string load = "ld.global.u32 %r11, [%rd1+4];\n"
                     "ld.global.u32 %r12, [%rd1+8];\n";
  std::string narrow = "cvt.u16.u32 %h1, %r2;\ncvt.u16.u32 %h2, %r11;\n"
                       "cvt.u16.u32 %h3, %r12;\n";
  return runThreads(isPair ? load + instruction
                           : load + narrow + instruction +
                                 "cvt.u32.u16 %r3, %h4;\n",
                    {x, y, z}, 1)[0];
}
uint32_t ofHalves(const std::string &instruction, uint32_t x, uint32_t y = 0,
                  uint32_t z = 0) {
  return ofThree(instruction, x, y, z, false);
}
uint32_t ofPairs(const std::string &instruction, uint32_t x, uint32_t y = 0,
                 uint32_t z = 0) {
  return ofThree(instruction, x, y, z, true);
}

TEST(Halves, RoundOnce) {
  EXPECT_EQ(ofHalves("add.rn.f16 %h4, %h1, %h2;\n", 0x3c00, 0x4000), 0x4200u);
  EXPECT_EQ(ofHalves("sub.f16 %h4, %h1, %h2;\n", 0x3c00, 0x4000), 0xbc00u);
  EXPECT_EQ(ofHalves("mul.f16 %h4, %h1, %h2;\n", 0x3e00, 0x4000), 0x4200u);
  // 2048 + 1 is in the middle of two, of which 2048 is even; a little more is
  // above it: 2048 * 1 + 1.001 becomes 2050.
  EXPECT_EQ(ofHalves("add.f16 %h4, %h1, %h2;\n", 0x6800, 0x3c00), 0x6800u);
  EXPECT_EQ(
      ofHalves("fma.rn.f16 %h4, %h1, %h2, %h3;\n", 0x6800, 0x3c00, 0x3c01),
      0x6801u);
  // (1 + 2^-10) (2^15 + 32) = 32768 + 64 + 2^-5: above the number 32832.
  EXPECT_EQ(ofHalves("fma.rn.f16 %h4, %h1, %h2, %h3;\n", 0x3c01, 0x7801, 0x0),
            0x7802u);
  // 16 less than a number, and 16 more: of two as near the even one.
  EXPECT_EQ(
      ofHalves("fma.rn.f16 %h4, %h1, %h2, %h3;\n", 0x7800, 0x3c00, 0x4c00),
      0x7800u);
  EXPECT_EQ(
      ofHalves("fma.rn.f16 %h4, %h1, %h2, %h3;\n", 0x7801, 0x3c00, 0x4c00),
      0x7802u);
  // 256 + 1 is in the middle for bf16; 2^-40 more is above.
  EXPECT_EQ(
      ofHalves("fma.rn.bf16 %h4, %h1, %h2, %h3;\n", 0x4380, 0x3f80, 0x3f80),
      0x4380u);
  EXPECT_EQ(toNarrow(257.0), 0x4380u);
  EXPECT_EQ(toNarrow(257.0 + 0x1p-40), 0x4381u);
  EXPECT_EQ(toNarrow(1e39), 0x7f80u);
  // A sum that 64 bits do not hold: 1 + 2^-11 is in the middle, 2^-80 above.
  EXPECT_EQ(toHalf(oddSum(1 + 0x1p-11, 0x1p-80)), 0x3c01u);
  EXPECT_EQ(toHalf(oddSum(1 + 0x1p-11, -0x1p-80)), 0x3c00u);
}

TEST(Halves, Modifiers) {
  EXPECT_EQ(
      ofHalves("fma.rn.relu.f16 %h4, %h1, %h2, %h3;\n", 0xbc00, 0x3c00, 0x0000),
      0u);
  EXPECT_EQ(ofHalves("fma.rn.relu.bf16 %h4, %h1, %h2, %h3;\n", 0x7fc0, 0x3f80,
                     0x0000),
            0x7fffu);
  EXPECT_EQ(ofHalves("add.sat.f16 %h4, %h1, %h2;\n", 0x3c00, 0x3c00), 0x3c00u);
  EXPECT_EQ(ofHalves("add.ftz.f16 %h4, %h1, %h2;\n", 0x8001, 0x8001), 0x8000u);
  EXPECT_EQ(ofHalves("add.f16 %h4, %h1, %h2;\n", 0x8001, 0x8001), 0x8002u);
  EXPECT_EQ(ofHalves("max.f16 %h4, %h1, %h2;\n", 0x7e00, 0xbc00), 0xbc00u);
  EXPECT_EQ(ofHalves("max.NaN.f16 %h4, %h1, %h2;\n", 0x7e00, 0xbc00), 0x7fffu);
  EXPECT_EQ(ofHalves("min.bf16 %h4, %h1, %h2;\n", 0x0000, 0x8000), 0x8000u);
  EXPECT_EQ(ofHalves("neg.bf16 %h4, %h1;\n", 0x3f80), 0xbf80u);
  EXPECT_EQ(ofHalves("abs.f16 %h4, %h1;\n", 0xbc00), 0x3c00u);
  EXPECT_EQ(ofHalves("ex2.approx.f16 %h4, %h1;\n", 0x4000), 0x4400u);
  EXPECT_EQ(ofHalves("tanh.approx.f16 %h4, %h1;\n", 0x7c00), 0x3c00u);
}

TEST(Halves, Pairs) {
  EXPECT_EQ(ofPairs("add.f16x2 %r3, %r2, %r11;\n", 0x3c004000, 0x3c003c00),
            0x40004200u);
  EXPECT_EQ(ofPairs("fma.rn.bf16x2 %r3, %r2, %r11, %r12;\n", 0x3f804000,
                    0x40004000, 0x3f800000),
            0x40404080u);
  EXPECT_EQ(ofPairs("neg.f16x2 %r3, %r2;\n", 0x3c00bc00), 0xbc003c00u);
  EXPECT_EQ(ofPairs("min.f16x2 %r3, %r2, %r11;\n", 0x3c00bc00, 0x40004000),
            0x3c00bc00u);
  EXPECT_EQ(ofPairs("setp.lt.f16x2 %p1|%p2, %r2, %r11;\n"
                    "selp.u32 %r4, 1, 0, %p1;\nselp.u32 %r5, 2, 0, %p2;\n"
                    "add.u32 %r3, %r4, %r5;\n",
                    0x3c004400, 0x40004000),
            2u);
}

TEST(Halves, Conversions) {
  auto word = [](float value) { return bitsAs<uint32_t>(value); };
  auto of = [&](const std::string &instruction, float value) {
    return runOne("mov.b32 %f1, %r2;\n" + instruction, word(value));
  };
  std::string half = "cvt.u32.u16 %r3, %h1;\n";
  EXPECT_EQ(of("cvt.rn.bf16.f32 %h1, %f1;\n" + half, 257.0f), 0x4380u);
  EXPECT_EQ(of("cvt.rn.relu.f16.f32 %h1, %f1;\n" + half, -1.0f), 0u);
  EXPECT_EQ(of("cvt.rn.bf16x2.f32 %r3, %f1, 0f40000000;\n", 1.0f), 0x3f804000u);
  EXPECT_EQ(of("cvt.rna.tf32.f32 %r3, %f1;\n", 1 + 0x1p-11f),
            word(1 + 0x1p-10f));
  EXPECT_EQ(of("cvt.rna.tf32.f32 %r3, %f1;\n", -1 - 0x1p-12f), word(-1.0f));
  EXPECT_EQ(runOne("cvt.rn.f16.s32 %h1, %r2;\n" + half, 2049), 0x6800u);
  EXPECT_EQ(runOne("cvt.s8.s32 %h1, %r2;\n" + half, 0x1f9), 0xfff9u);
  EXPECT_EQ(runOne("cvt.u8.s32 %h1, %r2;\n" + half, 0x1f9), 0xf9u);
  EXPECT_EQ(runOne("cvt.s16.s8 %h1, %r2;\n" + half, 0x17f), 0x7fu);
}

//===-- Tensor cores ------------------------------------------------------===//

/// Where PTX has the elements of a matrix in the registers of a lane.
struct Place {
  unsigned row, column;
};

/// D = A B + C, with small numbers of both signs, so that all is exact.
template <unsigned k>
void checkProduct(const std::string &type, unsigned each, unsigned bits,
                  uint32_t (*narrow)(float)) {
  auto elementA = [](unsigned row, unsigned at) {
    return float(int(row * 7 + at * 3) % 11 - 5);
  };
  auto elementB = [](unsigned at, unsigned column) {
    return float(int(at * 5 + column) % 13 - 6) / 2;
  };
  auto elementC = [](unsigned row, unsigned column) {
    return float(row * 8 + column);
  };
  unsigned part = 4 * each, ofA = 2 * k / part, ofB = k / part;
  // The words: each lane's registers of A, B and C, one after the other.
  unsigned registers = ofA + ofB + 4;
  std::vector<uint32_t> words(32 * registers);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned group = lane >> 2, place = lane % 4;
    uint32_t *own = &words[lane * registers];
    for (unsigned i = 0; i < ofA * each; ++i) {
      // The manual's table for a_i.
      bool isLower = each == 2 ? i / 2 % 2 : i % 2;
      bool isRight = each == 2 ? i >= 4 : i >= 2;
      Place at{group + 8 * isLower,
               place * each + (each == 2 ? i & 1 : 0) + part * isRight};
      own[i / each] |= narrow(elementA(at.row, at.column)) << bits * (i % each);
    }
    for (unsigned i = 0; i < ofB * each; ++i) {
      unsigned row = place * each + i % each + part * (i / each);
      own[ofA + i / each] |= narrow(elementB(row, group)) << bits * (i % each);
    }
    for (unsigned i = 0; i < 4; ++i)
      own[ofA + ofB + i] =
          bitsAs<uint32_t>(elementC(group + 8 * (i >= 2), place * 2 + (i & 1)));
  }
  std::string body = "mul.lo.u32 %r4, %r1, " + std::to_string(4 * registers) +
                     ";\ncvt.u64.u32 %rd4, %r4;\nadd.s64 %rd5, %rd1, %rd4;\n",
              lists[3];
  unsigned counts[] = {ofA, ofB, 4}, number = 0;
  for (unsigned n = 0; n < 3; ++n)
    for (unsigned i = 0; i < counts[n]; ++i, ++number) {
      std::string name = (n < 2 ? "%r2" : "%f1") + std::to_string(number % 10);
      if (n < 2)
        body += "ld.global.u32 " + name;
      else
        body += "ld.global.f32 " + name;
      body += ", [%rd5+" + std::to_string(4 * number) + "];\n";
      lists[n] += (i ? "," : "") + name;
    }
  body += "bar.sync 0;\nmma.sync.aligned.m16n8k" + std::to_string(k) +
          ".row.col.f32." + type + "." + type + ".f32 {%f1,%f2,%f3,%f4}, {" +
          lists[0] + "}, {" + lists[1] + "}, {" + lists[2] + "};\n" +
          "mul.wide.u32 %rd6, %r1, 16;\nadd.s64 %rd7, %rd1, %rd6;\n"
          "st.global.f32 [%rd7], %f1;\nst.global.f32 [%rd7+4], %f2;\n"
          "st.global.f32 [%rd7+8], %f3;\nst.global.f32 [%rd7+12], %f4;\n"
          "bar.sync 0;\nld.global.u32 %r3, [%rd2];\n";
  std::vector<uint32_t> found = runThreads(body, words, 32);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = lane / 4 + 8 * (i >= 2), column = lane % 4 * 2 + (i & 1);
      float expected = elementC(row, column);
      for (unsigned at = 0; at < k; ++at)
        expected += elementA(row, at) * elementB(at, column);
      EXPECT_EQ(bitsAs<float>(found[4 * lane + i]), expected)
          << type << " " << row << " " << column;
    }
}

TEST(Matrices, Products) {
  auto half = [](float x) -> uint32_t { return toHalf(x); };
  auto narrow = [](float x) -> uint32_t { return toNarrow(x); };
  // What tf32 has not is ignored.
  auto tf32 = [](float x) { return bitsAs<uint32_t>(x) | 0x1fff; };
  checkProduct<16>("f16", 2, 16, half);
  checkProduct<8>("f16", 2, 16, half);
  checkProduct<16>("bf16", 2, 16, narrow);
  checkProduct<8>("bf16", 2, 16, narrow);
  checkProduct<8>("tf32", 1, 32, tf32);
  checkProduct<4>("tf32", 1, 32, tf32);
}

TEST(Matrices, Loads) {
  // 4 matrices of 8 x 8 halves; half n has the value n.
  auto load = [](unsigned count, bool isTransposed, unsigned wanted) {
    std::string list;
    for (unsigned n = 0; n < count; ++n)
      list += (n ? ",%r3" : "%r3") + std::to_string(n);
    return runThreads(
        "mov.u32 %r10, s;\nshl.b32 %r11, %r1, 2;\nadd.u32 %r12, %r10, %r11;\n"
        "st.shared.u32 [%r12], %r2;\nld.global.u32 %r13, [%rd2+128];\n"
        "st.shared.u32 [%r12+128], %r13;\nld.global.u32 %r13, [%rd2+256];\n"
        "st.shared.u32 [%r12+256], %r13;\nld.global.u32 %r13, [%rd2+384];\n"
        "st.shared.u32 [%r12+384], %r13;\nbar.sync 0;\n"
        "shl.b32 %r14, %r1, 4;\nadd.u32 %r15, %r10, %r14;\n"
        "ldmatrix.sync.aligned.m8n8.x" +
            std::to_string(count) + (isTransposed ? ".trans" : "") +
            ".shared.b16 {" + list + "}, [%r15];\nmov.u32 %r3, %r3" +
            std::to_string(wanted) + ";\n",
        [] {
          std::vector<uint32_t> words(128);
          for (uint32_t n = 0; n < 128; ++n)
            words[n] = (2 * n + 1) << 16 | 2 * n;
          return words;
        }(),
        32);
  };
  for (unsigned count : {1u, 2u, 4u})
    for (unsigned n = 0; n < count; ++n) {
      std::vector<uint32_t> plain = load(count, false, n),
                            transposed = load(count, true, n);
      for (unsigned lane = 0; lane < 32; ++lane) {
        unsigned row = lane / 4, column = lane % 4 * 2, first = 64 * n;
        EXPECT_EQ(plain[lane], (first + 8 * row + column + 1) << 16 |
                                   (first + 8 * row + column));
        EXPECT_EQ(transposed[lane], (first + 8 * (column + 1) + row) << 16 |
                                        (first + 8 * column + row));
      }
    }
}

//===-- Functions and memory ----------------------------------------------===//

TEST(Functions, Calls) {
  std::string twice =
      ".func (.param .b32 r) twice(.param .b32 x)\n{\n.reg .b32 %r<3>;\n"
      "ld.param.u32 %r1, [x];\nadd.u32 %r2, %r1, %r1;\n"
      "st.param.b32 [r], %r2;\nret;\n}\n";
  // Returns early for small numbers.
  std::string outer =
      ".func (.param .b32 r) outer(.param .b32 x)\n{\n.reg .b32 %r<4>;\n"
      ".reg .pred %p<2>;\nld.param.u32 %r1, [x];\nst.param.b32 [r], %r1;\n"
      "setp.lt.u32 %p1, %r1, 10;\n@%p1 ret;\n{\n.param .b32 a;\n"
      ".param .b32 b;\nst.param.b32 [a], %r1;\ncall.uni (b), twice, (a);\n"
      "ld.param.u32 %r2, [b];\n}\nst.param.b32 [r], %r2;\nret;\n}\n";
  std::string call = "{\n.param .b32 a;\n.param .b32 b;\n"
                     "st.param.b32 [a], %r2;\ncall.uni (b), outer, (a);\n"
                     "ld.param.u32 %r3, [b];\n}\n";
  std::vector<uint32_t> found = runThreads(call + "mov.u32 %r2, %r3;\n" + call,
                                           countUp(32), 0, twice + outer);
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(found[t], t < 10 ? t : 4 * t);
  std::string endless = ".func endless()\n{\ncall.uni endless, ();\nret;\n}\n";
  EXPECT_THROW(
      parse(".version 8.0\n.target sm_80\n.address_size 64\n" + endless +
            ".visible .entry k()\n{\ncall.uni endless, ();\nret;\n}\n"),
      PtxError);
}

TEST(Functions, Memory) {
  // A word of each thread's own, by a generic address.
  std::vector<uint32_t> found =
      runThreads(".local .align 4 .b8 depot[8];\nmov.u64 %rd4, depot;\n"
                 "cvta.local.u64 %rd5, %rd4;\nst.local.u32 [%rd4+4], %r2;\n"
                 "add.s64 %rd6, %rd5, 4;\nld.u32 %r3, [%rd6];\n",
                 countUp(32));
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(found[t], t);
  EXPECT_EQ(runOne("mov.u64 %rd4, s;\ncvta.shared.u64 %rd5, %rd4;\n"
                   "st.u32 [%rd5+8], %r2;\ncvta.to.shared.u64 %rd6, %rd5;\n"
                   "ld.shared.u32 %r3, [%rd6+8];\n",
                   9),
            9u);
  EXPECT_EQ(runOne("mov.u64 %rd4, s;\ncvta.shared.u64 %rd5, %rd4;\n"
                   "isspacep.shared %p1, %rd5;\nisspacep.global %p2, %rd1;\n"
                   "selp.u32 %r4, 1, 0, %p1;\nselp.u32 %r5, 2, 0, %p2;\n"
                   "add.u32 %r3, %r4, %r5;\n"),
            3u);
}

TEST(Functions, BranchesByIndex) {
  std::vector<uint32_t> found =
      runThreads("rem.u32 %r4, %r2, 3;\n"
                 "$List: .branchtargets $A, $B, $C;\nbrx.idx %r4, $List;\n"
                 "$A:\nmov.u32 %r3, 10;\nbra.uni $End;\n"
                 "$B:\nmov.u32 %r3, 20;\nbra.uni $End;\n"
                 "$C:\nmov.u32 %r3, 30;\n$End:\n",
                 countUp(32));
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(found[t], 10 * (t % 3 + 1));
}

/// Registers of one name in braces, as inline assembly has them.
TEST(Functions, Braces) {
  EXPECT_EQ(runOne("{\n.reg .pred p;\n.reg .b32 x;\nadd.u32 x, %r2, 1;\n"
                   "setp.eq.u32 p, x, 8;\nselp.u32 %r4, x, 0, p;\n}\n"
                   "{\n.reg .b32 x;\nmov.u32 x, 5;\nadd.u32 %r3, %r4, x;\n}\n",
                   7),
            13u);
}

TEST(Functions, Integers) {
  auto of = [](const std::string &instruction, uint32_t word) {
    return runOne(instruction, word);
  };
  EXPECT_EQ(of("lop3.b32 %r3, %r2, 0xf0f0, 0xff00, 0xea;\n", 0x1234),
            (0x1234u & 0xf0f0u) | 0xff00u);
  EXPECT_EQ(of("bfi.b32 %r3, 0x1f, %r2, 4, 4;\n", 0xff00), 0xfff0u);
  EXPECT_EQ(of("mad.hi.u32 %r3, %r2, 6, 10;\n", 0x80000000), 13u);
  EXPECT_EQ(of("sad.s32 %r3, %r2, 5, 100;\n", uint32_t(-5)), 110u);
  EXPECT_EQ(of("dp4a.u32.u32 %r3, %r2, 0x01020304, 1000;\n", 0x01010101),
            1010u);
  EXPECT_EQ(of("dp4a.s32.s32 %r3, %r2, 0x01020304, 0;\n", 0xffffffff),
            uint32_t(-10));
  EXPECT_EQ(of("bfind.u32 %r3, %r2;\n", 0x100), 8u);
  EXPECT_EQ(of("bfind.s32 %r3, %r2;\n", uint32_t(-1)), ~0u);
  EXPECT_EQ(of("mov.u32 %r3, %lanemask_lt;\n", 0), 0u);
  EXPECT_EQ(of("mov.u32 %r3, %lanemask_ge;\n", 0), ~0u);
}

} // namespace
