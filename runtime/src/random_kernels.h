//===- random_kernels.h - Loops of the random numbers -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops that fill whole arrays. They are compiled twice
// (random_kernels_*.cpp), for any x86-64 and for one with AVX2 and FMA; both
// give the same bits, because every multiplication whose sum is rounded once
// says so.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_RANDOM_KERNELS_H
#define TINE_RUNTIME_RANDOM_KERNELS_H

#include <stdint.h>

namespace tine {

constexpr int mtSize = 624;

struct RandomKernels {
  /// The next `mtSize` outputs of the engine.
  void (*refill)(uint32_t *state, uint32_t *out);
  /// out[i] = fma(u, scale, from) with the 24-bit number u of raw[i]; what has
  /// been rounded up to `to` becomes `from`.
  void (*uniform)(float *out, const uint32_t *raw, int64_t count, float from,
                  float scale, float to);
  /// Turns blocks of 16 uniform numbers into normal ones.
  void (*normal)(float *data, int64_t blocks, float mean, float std);
};

extern const RandomKernels randomKernelsBase;
extern const RandomKernels randomKernelsFma;

} // namespace tine

#endif // TINE_RUNTIME_RANDOM_KERNELS_H
