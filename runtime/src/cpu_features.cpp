//===- cpu_features.cpp - What the CPU can do -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the features that a program was compiled for, by cpuid and by the
// registers that the system saves.
//
//===----------------------------------------------------------------------===//

#include "start.h"

#include <cpuid.h>

using namespace tine;

namespace {

/// The registers that the system saves; 0 without xgetbv.
uint64_t savedState() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 27))
    return 0;
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

struct Feature {
  const char *name;
  uint32_t leaf;
  uint8_t subleaf;
  char reg;
  uint8_t bit;
  uint8_t needs; // saved registers: 0 any, 1 AVX, 2 AVX-512, 3 AMX
};

constexpr Feature knownFeatures[] = {
    {"sse3", 1, 0, 'c', 0, 0},
    {"pni", 1, 0, 'c', 0, 0},
    {"pclmul", 1, 0, 'c', 1, 0},
    {"pclmulqdq", 1, 0, 'c', 1, 0},
    {"ssse3", 1, 0, 'c', 9, 0},
    {"fma", 1, 0, 'c', 12, 1},
    {"cx16", 1, 0, 'c', 13, 0},
    {"sse4.1", 1, 0, 'c', 19, 0},
    {"sse4_1", 1, 0, 'c', 19, 0},
    {"sse4.2", 1, 0, 'c', 20, 0},
    {"sse4_2", 1, 0, 'c', 20, 0},
    {"movbe", 1, 0, 'c', 22, 0},
    {"popcnt", 1, 0, 'c', 23, 0},
    {"aes", 1, 0, 'c', 25, 0},
    {"avx", 1, 0, 'c', 28, 1},
    {"f16c", 1, 0, 'c', 29, 1},
    {"rdrnd", 1, 0, 'c', 30, 0},
    {"rdrand", 1, 0, 'c', 30, 0},
    {"sse", 1, 0, 'd', 25, 0},
    {"sse2", 1, 0, 'd', 26, 0},
    {"fsgsbase", 7, 0, 'b', 0, 0},
    {"bmi", 7, 0, 'b', 3, 0},
    {"bmi1", 7, 0, 'b', 3, 0},
    {"avx2", 7, 0, 'b', 5, 1},
    {"bmi2", 7, 0, 'b', 8, 0},
    {"avx512f", 7, 0, 'b', 16, 2},
    {"avx512dq", 7, 0, 'b', 17, 2},
    {"adx", 7, 0, 'b', 19, 0},
    {"avx512ifma", 7, 0, 'b', 21, 2},
    {"avx512cd", 7, 0, 'b', 28, 2},
    {"sha", 7, 0, 'b', 29, 0},
    {"sha_ni", 7, 0, 'b', 29, 0},
    {"avx512bw", 7, 0, 'b', 30, 2},
    {"avx512vl", 7, 0, 'b', 31, 2},
    {"avx512vbmi", 7, 0, 'c', 1, 2},
    {"avx512_vbmi", 7, 0, 'c', 1, 2},
    {"avx512vbmi2", 7, 0, 'c', 6, 2},
    {"avx512_vbmi2", 7, 0, 'c', 6, 2},
    {"gfni", 7, 0, 'c', 8, 0},
    {"vaes", 7, 0, 'c', 9, 1},
    {"vpclmulqdq", 7, 0, 'c', 10, 1},
    {"avx512vnni", 7, 0, 'c', 11, 2},
    {"avx512_vnni", 7, 0, 'c', 11, 2},
    {"avx512bitalg", 7, 0, 'c', 12, 2},
    {"avx512_bitalg", 7, 0, 'c', 12, 2},
    {"avx512vpopcntdq", 7, 0, 'c', 14, 2},
    {"avx512_vpopcntdq", 7, 0, 'c', 14, 2},
    {"avx512vp2intersect", 7, 0, 'd', 8, 2},
    {"avx512_vp2intersect", 7, 0, 'd', 8, 2},
    {"amx-bf16", 7, 0, 'd', 22, 3},
    {"amx_bf16", 7, 0, 'd', 22, 3},
    {"avx512fp16", 7, 0, 'd', 23, 2},
    {"avx512_fp16", 7, 0, 'd', 23, 2},
    {"amx-tile", 7, 0, 'd', 24, 3},
    {"amx_tile", 7, 0, 'd', 24, 3},
    {"amx-int8", 7, 0, 'd', 25, 3},
    {"amx_int8", 7, 0, 'd', 25, 3},
    {"avxvnni", 7, 1, 'a', 4, 1},
    {"avx_vnni", 7, 1, 'a', 4, 1},
    {"avx512bf16", 7, 1, 'a', 5, 2},
    {"avx512_bf16", 7, 1, 'a', 5, 2},
    {"avxifma", 7, 1, 'a', 23, 1},
    {"avx_ifma", 7, 1, 'a', 23, 1},
    {"lzcnt", 0x80000001, 0, 'c', 5, 0},
    {"abm", 0x80000001, 0, 'c', 5, 0},
    {"sse4a", 0x80000001, 0, 'c', 6, 0},
    {"xop", 0x80000001, 0, 'c', 11, 1},
    {"fma4", 0x80000001, 0, 'c', 16, 1},
};

bool hasFeature(const Feature &feature, uint64_t saved) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(feature.leaf, feature.subleaf, &a, &b, &c, &d))
    return false;
  unsigned word = feature.reg == 'a'   ? a
                  : feature.reg == 'b' ? b
                  : feature.reg == 'c' ? c
                                       : d;
  constexpr uint64_t needed[] = {0, 0x6, 0xE6, 0x60000};
  uint64_t state = needed[feature.needs];
  return word >> feature.bit & 1 && (saved & state) == state;
}

} // namespace

bool tine::checkFeatures(const tine_program &program, Text &problem) {
  uint64_t saved = savedState();
  Text missing;
  visitEntries(program.features, [&](const char *name, size_t length) {
    for (const Feature &feature : knownFeatures) {
      if (strncmp(feature.name, name, length) != 0 || feature.name[length])
        continue;
      if (hasFeature(feature, saved))
        return true;
      break; // also here: a name that is not known cannot be vouched for
    }
    missing.add(missing.size ? ", " : "");
    missing.add(name, length);
    return true;
  });
  if (!missing.size)
    return true;
  problem.addf("this program was compiled for the CPU '%s'; the CPU of this "
               "machine lacks: ",
               program.cpu);
  problem.add(missing.data, missing.size);
  return false;
}
