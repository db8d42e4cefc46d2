//===- TensorCores.cpp - Products of bf16 and f16 on tensor cores ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Products.cpp, for factors of 16 bits: products are exact, and added in
// f32.
//
// Input:  sizes and functions, the same ones for all threads of a block.
// Output: the results of one tile, through the function that stores.
// How:    slices are in shared memory by rows, k beside k, as `ldmatrix` hands
//         them to `mma.sync`. Eight warps are two by four; each has a rectangle
//         of results in registers, in pieces of 16 x 8.
//
//===----------------------------------------------------------------------===//

#include "Factor.h"

namespace {

/// Two of a row, the one of the lower k in the lower half.
using Pair = unsigned;

template <typename T> Pair pair(T low, T high) {
  return __builtin_bit_cast(unsigned short, low) |
         Pair(__builtin_bit_cast(unsigned short, high)) << 16;
}

/// A tile of `Size` rows in steps of `Depth`.
template <typename T, unsigned Size, unsigned Depth> struct Rows {
  static constexpr unsigned pairs = Depth / 2;
  /// Rows are longer than a slice, so that the eight that `ldmatrix` reads at
  /// once begin in different banks.
  static constexpr unsigned pitch = pairs + 4;
  static constexpr unsigned loads = Size * pairs / threads;
  using Slice = Pair[Size][pitch];
  using Loaded = Pair[loads];

  static void fetch(Pair (&values)[loads], const Factor<T> &factor,
                    unsigned first, unsigned k, unsigned end) {
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
#pragma unroll
    for (unsigned i = 0; i != loads; ++i) {
      unsigned row = first + rowInSlice(factor, t, i);
      unsigned at = k + 2 * pairInSlice(factor, t, i);
      values[i] = pair(factor.at(row, at, end), factor.at(row, at + 1, end));
    }
  }
  static void keep(const Pair (&values)[loads], const Factor<T> &factor,
                   SHARED Slice &slice) {
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
#pragma unroll
    for (unsigned i = 0; i != loads; ++i)
      slice[rowInSlice(factor, t, i)][pairInSlice(factor, t, i)] = values[i];
  }

private:
  static unsigned rowInSlice(const Factor<T> &factor, unsigned t, unsigned i) {
    return factor.isAlongK ? t / pairs + i * (threads / pairs)
                           : (t + i * threads) % Size;
  }
  static unsigned pairInSlice(const Factor<T> &factor, unsigned t, unsigned i) {
    return factor.isAlongK ? t % pairs : (t + i * threads) / Size;
  }
};

/// Four pieces of 8 x 8, whose rows are where lanes 0 to 7, 8 to 15 and so on
/// say.
void loadPieces(Pair (&pieces)[4], SHARED const Pair *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
               "[%4];"
               : "=r"(pieces[0]), "=r"(pieces[1]), "=r"(pieces[2]),
                 "=r"(pieces[3])
               : "r"(unsigned((unsigned long)row))
               : "memory");
}

#define TINE_MULTIPLY_ADD(type, name)                                          \
  void multiplyAdd(float (&sum)[4], const Pair(&a)[4], Pair b0, Pair b1,       \
                   type) {                                                     \
    asm("mma.sync.aligned.m16n8k16.row.col.f32." name "." name ".f32 "         \
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"      \
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])               \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));       \
  }
TINE_MULTIPLY_ADD(__bf16, "bf16")
TINE_MULTIPLY_ADD(_Float16, "f16")

/// The results of a warp: `Down` pieces by `Across`.
template <unsigned Down, unsigned Across> struct Sums {
  float values[Down][Across][4] = {};

  /// Adds the products of one slice, whose first rows are those of the warp.
  template <typename T, unsigned Depth, unsigned Pitch>
  ALWAYS_INLINE void add(SHARED const Pair *a, SHARED const Pair *b) {
    unsigned lane = __nvvm_read_ptx_sreg_tid_x() % 32;
#pragma unroll
    for (unsigned k = 0; k != Depth / 2; k += 8) {
      Pair ofA[Down][4], ofB[Across / 2][4];
#pragma unroll
      for (unsigned i = 0; i != Down; ++i)
        loadPieces(ofA[i],
                   a + (i * 16 + lane % 16) * Pitch + k + lane / 16 * 4);
#pragma unroll
      for (unsigned j = 0; j != Across / 2; ++j)
        loadPieces(ofB[j], b + (j * 16 + lane / 16 * 8 + lane % 8) * Pitch + k +
                               lane / 8 % 2 * 4);
#pragma unroll
      for (unsigned i = 0; i != Down; ++i)
#pragma unroll
        for (unsigned j = 0; j != Across; ++j)
          multiplyAdd(values[i][j], ofA[i], ofB[j / 2][j % 2 * 2],
                      ofB[j / 2][j % 2 * 2 + 1], T());
    }
  }

  ALWAYS_INLINE void finish(unsigned firstRow, unsigned firstColumn,
                            unsigned rows, unsigned columns, Store<float> store,
                            const void *environment) {
    unsigned lane = __nvvm_read_ptx_sreg_tid_x() % 32;
#pragma unroll
    for (unsigned i = 0; i != Down; ++i)
#pragma unroll
      for (unsigned j = 0; j != Across; ++j)
#pragma unroll
        for (unsigned part = 0; part != 4; ++part) {
          unsigned row = firstRow + i * 16 + part / 2 * 8 + lane / 4;
          unsigned column = firstColumn + j * 8 + lane % 4 * 2 + part % 2;
          if (row < rows && column < columns)
            store(environment, row, column, values[i][j][part]);
        }
  }
};

template <typename T, unsigned Size, unsigned Depth>
ALWAYS_INLINE inline void product(unsigned rowTile, unsigned columnTile,
                                  unsigned begin, unsigned end,
                                  const Factor<T> &a, const Factor<T> &b,
                                  Store<float> store, const void *environment) {
  using Rows = Rows<T, Size, Depth>;
  constexpr unsigned down = Size / 2, across = Size / 4;
  unsigned warp = __nvvm_read_ptx_sreg_tid_x() / 32;
  unsigned top = warp / 4 * down, left = warp % 4 * across;
  unsigned firstRow = rowTile * Size, firstColumn = columnTile * Size;
  Sums<down / 16, across / 8> sums;
  auto multiply = [&](SHARED typename Rows::Slice &ofA,
                      SHARED typename Rows::Slice &ofB) ALWAYS_INLINE {
    sums.template add<T, Depth, Rows::pitch>(&ofA[top][0], &ofB[left][0]);
  };
  forEachSlice<Rows, Depth>(a, b, firstRow, firstColumn, begin, end, multiply);
  sums.finish(firstRow + top, firstColumn + left, a.rows, b.rows, store,
              environment);
}

} // namespace

TINE_PRODUCT(tine_product_bf16_128, product, __bf16, float, 128, 32)
TINE_PRODUCT(tine_product_bf16_64, product, __bf16, float, 64, 32)
TINE_PRODUCT(tine_product_f16_128, product, _Float16, float, 128, 32)
TINE_PRODUCT(tine_product_f16_64, product, _Float16, float, 64, 32)
