//===- Halves.h - Floats of 16 bits -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 as values of 32 and 64 bits, and back with one rounding.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_HALVES_H
#define TINE_TEST_CUDA_HALVES_H

#include "Operations.h"

namespace simulated {

/// Of the normal numbers of f16.
constexpr float smallestHalf = 0x1p-14f;

inline float halfToFloat(uint16_t bits) {
  return float(bitsAs<_Float16>(bits));
}
inline float narrowToFloat(uint16_t bits) {
  return bitsAs<float>(uint32_t(bits) << 16);
}

/// The nearest; of two the even one. NaN becomes 0x7fff.
uint16_t toHalf(double value);
uint16_t toNarrow(double value);

/// The sum; where it is between two numbers, the odd one of them, which rounds
/// like the sum to anything shorter.
double oddSum(double x, double y);

} // namespace simulated

#endif // TINE_TEST_CUDA_HALVES_H
