//===- TensorCores.h - Pieces of matrices on tensor cores -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Factors of 16 bits: rows of pairs in shared memory, as `ldmatrix` hands them
// to `mma.sync`. Products are exact, and added in f32.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_DEVICE_TENSORCORES_H
#define TINE_CODEGEN_DEVICE_TENSORCORES_H

#include "Factor.h"

/// Two of a row, the one of the lower k in the lower half.
using Pair = unsigned;

template <typename T> ALWAYS_INLINE inline Pair pair(T low, T high) {
  return __builtin_bit_cast(unsigned short, low) |
         Pair(__builtin_bit_cast(unsigned short, high)) << 16;
}

/// Four pieces of 8 x 8, whose rows are where lanes 0 to 7, 8 to 15 and so on
/// say. Lane l has elements (l / 4, l % 4 * 2) and (l / 4, l % 4 * 2 + 1).
ALWAYS_INLINE inline void loadPieces(Pair (&pieces)[4],
                                     SHARED const Pair *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
               "[%4];"
               : "=r"(pieces[0]), "=r"(pieces[1]), "=r"(pieces[2]),
                 "=r"(pieces[3])
               : "r"(unsigned((unsigned long)row))
               : "memory");
}

/// The same of transposed pieces.
ALWAYS_INLINE inline void loadTransposed(Pair (&pieces)[4],
                                         SHARED const Pair *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, "
               "%3}, [%4];"
               : "=r"(pieces[0]), "=r"(pieces[1]), "=r"(pieces[2]),
                 "=r"(pieces[3])
               : "r"(unsigned((unsigned long)row))
               : "memory");
}

#define TINE_MULTIPLY_ADD(type, name)                                          \
  ALWAYS_INLINE inline void multiplyAdd(float (&sum)[4], const Pair(&a)[4],    \
                                        Pair b0, Pair b1, type) {              \
    asm("mma.sync.aligned.m16n8k16.row.col.f32." name "." name ".f32 "         \
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"      \
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])               \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));       \
  }
TINE_MULTIPLY_ADD(__bf16, "bf16")
TINE_MULTIPLY_ADD(_Float16, "f16")

#endif // TINE_CODEGEN_DEVICE_TENSORCORES_H
