//===- half.h - Bits of half floats -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float as float16 and as bfloat16, to the nearest, halves to even.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_HALF_H
#define TINE_RUNTIME_HALF_H

#include <stdint.h>
#include <string.h>

namespace tine {

inline uint16_t halfBits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  uint32_t sign = bits >> 16 & 0x8000;
  bits &= 0x7FFFFFFF;
  if (bits >= 0x7F800000)
    return uint16_t(sign | 0x7C00 | (bits > 0x7F800000 ? 0x200 : 0));
  if (bits < 0x38800000) { // below 2^-14: a multiple of 2^-24
    float magnitude;
    memcpy(&magnitude, &bits, sizeof(magnitude));
    return uint16_t(sign | uint32_t(__builtin_rintf(magnitude * 0x1p24f)));
  }
  uint32_t rounded = bits + 0xFFF + (bits >> 13 & 1) - 0x38000000;
  return uint16_t(sign | (rounded >= 0x0F800000 ? 0x7C00 : rounded >> 13));
}

inline uint16_t bfloatBits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return uint16_t((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

} // namespace tine

#endif // TINE_RUNTIME_HALF_H
