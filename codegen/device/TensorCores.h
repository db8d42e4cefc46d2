//===- TensorCores.h - Pieces of matrices on tensor cores -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word is 32 bits: an f32, or two neighbours along k of 16 bits. `mma.sync`
// multiplies 16 rows and 8 columns of 8 words each, and adds in f32.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_DEVICE_TENSORCORES_H
#define TINE_CODEGEN_DEVICE_TENSORCORES_H

#include "Factor.h"

using Word = unsigned;

/// The one of the lower k is in the lower half.
template <typename T> ALWAYS_INLINE inline Word word(T low, T high) {
  return __builtin_bit_cast(unsigned short, low) |
         Word(__builtin_bit_cast(unsigned short, high)) << 16;
}

ALWAYS_INLINE inline unsigned sharedAddress(SHARED const Word *at) {
  return unsigned((unsigned long)at);
}

/// Four pieces of 8 x 8 values of 16 bits, whose rows are where lanes 0 to 7, 8
/// to 15 and so on say. Lane l has elements (l / 4, l % 4 * 2) and
/// (l / 4, l % 4 * 2 + 1).
#define TINE_LOAD_PIECES(name, how)                                            \
  ALWAYS_INLINE inline void name(Word(&pieces)[4], SHARED const Word *row) {   \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4" how ".shared.b16 "            \
                 "{%0, %1, %2, %3}, [%4];"                                     \
                 : "=r"(pieces[0]), "=r"(pieces[1]), "=r"(pieces[2]),          \
                   "=r"(pieces[3])                                             \
                 : "r"(sharedAddress(row))                                     \
                 : "memory");                                                  \
  }
TINE_LOAD_PIECES(loadPieces, "")
/// Each piece transposed.
TINE_LOAD_PIECES(loadTransposed, ".trans")

#define TINE_MULTIPLY_ADD(type, shape, name)                                   \
  ALWAYS_INLINE inline void multiplyAdd(float (&sum)[4], const Word(&a)[4],    \
                                        Word b0, Word b1, type) {              \
    asm("mma.sync.aligned." shape ".row.col.f32." name "." name ".f32 "        \
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"      \
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])               \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));       \
  }
TINE_MULTIPLY_ADD(__bf16, "m16n8k16", "bf16")
TINE_MULTIPLY_ADD(_Float16, "m16n8k16", "f16")
TINE_MULTIPLY_ADD(float, "m16n8k8", "tf32")

#endif // TINE_CODEGEN_DEVICE_TENSORCORES_H
