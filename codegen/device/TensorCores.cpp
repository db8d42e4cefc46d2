//===- TensorCores.cpp - Products on tensor cores -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Products.cpp, for factors of bf16 and f16, whose products are exact, and
// of f32 that are rounded to TF32. They are added in f32.
//
// Input:  sizes and functions, the same ones for all threads of a block.
// Output: the results of one tile, through the function that stores.
// How:    slices are in shared memory, of a factor whose neighbours in memory
//         are rows as they lie there, else by rows, k beside k. Three slices
//         have room: of a matrix in memory two are on their way there while one
//         is multiplied. `ldmatrix` hands pieces of 8 rows of 16 bytes to
//         `mma.sync`. Eight warps are two by four; each has a rectangle of
//         results in registers, in pieces of 16 x 8.
//
//===----------------------------------------------------------------------===//

#include "TensorCores.h"

namespace {

/// To the nearest one of 10 bits of mantissa, of two the one away from 0.
Word toTf32(Word value) {
  Word rounded;
  asm("cvt.rna.tf32.f32 %0, %1;"
      : "=r"(rounded)
      : "f"(__builtin_bit_cast(float, value)));
  return rounded;
}

/// Copies 16 bytes, or fills them with 0.
void copyPiece(SHARED Word *to, GLOBAL const void *from, bool isInside) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
               :
               : "r"(sharedAddress(to)), "l"(from), "r"(isInside ? 16 : 0)
               : "memory");
}
/// What was copied since the last time is one group.
void endGroup() { asm volatile("cp.async.commit_group;" : : : "memory"); }
/// Waits for the copies of this thread, but for those of the last group.
void waitForOlder() { asm volatile("cp.async.wait_group 1;" : : : "memory"); }

/// A slice of `Size` rows, in shared memory and on its way there. Where its
/// pieces of 16 bytes lie is mixed up so that those which a warp reads or
/// writes at once are in different banks.
template <typename T, unsigned Size> struct Slices {
  /// The words of a row, and the values of a word and a piece.
  static constexpr unsigned words = 16, inWord = 4 / sizeof(T),
                            inPiece = piece / sizeof(T);
  static constexpr unsigned depth = words * inWord;
  static constexpr unsigned size = Size * words;
  static constexpr unsigned loads = size / threads;
  static constexpr unsigned pieces = size * 4 / piece / threads;

  /// Word `k` of a row; piece `number` of the rows of one k.
  static unsigned inRows(unsigned row, unsigned k) {
    return row * words + ((k / 4 ^ row / 2 % 4) * 4 | k % 4);
  }
  static unsigned inDepths(unsigned k, unsigned number) {
    unsigned mixed = inWord == 1 ? number ^ k % 4 * 2 : number ^ k % 8;
    return k * (Size / inWord) + mixed * 4;
  }

  const Factor<T> &factor;
  unsigned first, end;
  Word fetched[loads];

  /// Starts to copy the slice that begins at `k`.
  ALWAYS_INLINE void copy(SHARED Word *slice, unsigned k) const {
    if (!factor.isInMemory)
      return;
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
#pragma unroll
    for (unsigned i = 0; i != pieces; ++i) {
      unsigned n = t + i * threads;
      unsigned row = factor.isAlongK ? n / 4 : n % (Size / inPiece) * inPiece;
      unsigned at = factor.isAlongK ? n % 4 * inPiece : n / (Size / inPiece);
      unsigned to = factor.isAlongK ? inRows(row, n % 4 * 4)
                                    : inDepths(at, row / inPiece);
      copyPiece(slice + to, factor.address(first + row, k + at),
                first + row < factor.rows && k + at < end);
    }
  }
  /// Loads the slice that begins at `k` to registers, if it is not copied.
  ALWAYS_INLINE void fetch(unsigned k) {
    if (factor.isInMemory)
      return;
#pragma unroll
    for (unsigned i = 0; i != loads; ++i) {
      unsigned row = first + rowOf(i), at = k + wordOf(i) * inWord;
      if constexpr (inWord == 1)
        fetched[i] = __builtin_bit_cast(Word, factor.at(row, at, end));
      else
        fetched[i] = word(factor.at(row, at, end), factor.at(row, at + 1, end));
    }
  }
  ALWAYS_INLINE void keep(SHARED Word *slice) const {
    if (factor.isInMemory)
      return;
#pragma unroll
    for (unsigned i = 0; i != loads; ++i)
      slice[inRows(rowOf(i), wordOf(i))] =
          inWord == 1 ? toTf32(fetched[i]) : fetched[i];
  }

  /// The number of the first word along k that is multiplied, and the first
  /// row of 16: of a warp, what each lane multiplies of 16 rows by 8 words.
  /// `isLeft` is for the left factor, whose rows are halves of a piece.
  template <bool IsLeft>
  ALWAYS_INLINE void read(Word (&values)[4], SHARED const Word *slice,
                          unsigned row, unsigned k) const;

private:
  static constexpr unsigned group = Size / rowsAtOnce;
  ALWAYS_INLINE unsigned rowOf(unsigned i) const {
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
    return factor.isAlongK ? (t + i * threads) / words
                           : t % group + i % rowsAtOnce * group;
  }
  ALWAYS_INLINE unsigned wordOf(unsigned i) const {
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
    return factor.isAlongK ? (t + i * threads) % words
                           : t / group + i / rowsAtOnce * (threads / group);
  }
};

/// `mma.sync` has four quarters of 8 rows by 4 words: of the left factor those
/// of the lower words first, of two neighbours of the right one those of the
/// lower rows.
template <typename T, unsigned Size>
template <bool IsLeft>
ALWAYS_INLINE void Slices<T, Size>::read(Word (&values)[4],
                                         SHARED const Word *slice, unsigned row,
                                         unsigned k) const {
  unsigned lane = __nvvm_read_ptx_sreg_tid_x() % 32;
  unsigned low = lane / 8 % 2, high = lane / 16;
  unsigned down = IsLeft ? low : high, along = IsLeft ? high : low;
  if (!factor.isInMemory || factor.isAlongK) {
    loadPieces(values,
               slice + inRows(row + down * 8 + lane % 8, k + along * 4));
  } else if constexpr (inWord == 2) {
    loadTransposed(values, slice + inDepths(k * 2 + along * 8 + lane % 8,
                                            (row + down * 8) / inPiece));
  } else {
#pragma unroll
    for (unsigned i = 0; i != 4; ++i) {
      unsigned r = row + (IsLeft ? i % 2 : i / 2) * 8 + lane / 4;
      unsigned at = k + (IsLeft ? i / 2 : i % 2) * 4 + lane % 4;
      values[i] = slice[inDepths(at, r / 4) + r % 4];
    }
  }
  // What was fetched is rounded already.
  if constexpr (inWord == 1)
    if (factor.isInMemory)
#pragma unroll
      for (Word &value : values)
        value = toTf32(value);
}

/// The results of a warp: `Down` pieces by `Across`.
template <unsigned Down, unsigned Across> struct Sums {
  float values[Down][Across][4] = {};

  /// Adds the products of one slice; `top` and `left` are the warp's first rows
  /// of the factors.
  template <typename Slices, typename T>
  ALWAYS_INLINE void add(const Slices &a, SHARED const Word *ofA, unsigned top,
                         const Slices &b, SHARED const Word *ofB, unsigned left,
                         T type) {
#pragma unroll
    for (unsigned k = 0; k != Slices::words; k += 8) {
      Word x[Down][4], y[Across / 2][4];
#pragma unroll
      for (unsigned i = 0; i != Down; ++i)
        a.template read<true>(x[i], ofA, top + i * 16, k);
#pragma unroll
      for (unsigned j = 0; j != Across / 2; ++j)
        b.template read<false>(y[j], ofB, left + j * 16, k);
#pragma unroll
      for (unsigned i = 0; i != Down; ++i)
#pragma unroll
        for (unsigned j = 0; j != Across; ++j)
          multiplyAdd(values[i][j], x[i], y[j / 2][j % 2 * 2],
                      y[j / 2][j % 2 * 2 + 1], type);
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
  using Slices = Slices<T, Size>;
  static_assert(Slices::depth == Depth, "16 words");
  constexpr unsigned stages = 3;
  alignas(128) static SHARED Word ofA[stages][Slices::size],
      ofB[stages][Slices::size];
  constexpr unsigned down = Size / 2, across = Size / 4;
  unsigned warp = __nvvm_read_ptx_sreg_tid_x() / 32;
  unsigned top = warp / 4 * down, left = warp % 4 * across;
  unsigned firstRow = rowTile * Size, firstColumn = columnTile * Size;
  Sums<down / 16, across / 8> sums;
  Slices slicesOfA{a, firstRow, end, {}}, slicesOfB{b, firstColumn, end, {}};
#pragma unroll
  for (unsigned i = 0; i != stages - 1; ++i) {
    slicesOfA.copy(ofA[i], begin + i * Depth);
    slicesOfB.copy(ofB[i], begin + i * Depth);
    endGroup();
  }
  if (begin < end) {
    slicesOfA.fetch(begin);
    slicesOfB.fetch(begin);
  }
  unsigned stage = 0;
#pragma nounroll
  for (unsigned k = begin; k < end; k += Depth) {
    slicesOfA.keep(ofA[stage]);
    slicesOfB.keep(ofB[stage]);
    if (a.isInMemory || b.isInMemory)
      waitForOlder();
    __syncthreads();
    if (k + Depth < end) {
      slicesOfA.fetch(k + Depth);
      slicesOfB.fetch(k + Depth);
    }
    // The slice before this one, which all have multiplied, makes room.
    unsigned before = stage == 0 ? stages - 1 : stage - 1;
    if (k + (stages - 1) * Depth < end) {
      slicesOfA.copy(ofA[before], k + (stages - 1) * Depth);
      slicesOfB.copy(ofB[before], k + (stages - 1) * Depth);
    }
    if (a.isInMemory || b.isInMemory)
      endGroup();
    sums.add(slicesOfA, ofA[stage], top, slicesOfB, ofB[stage], left, T());
    stage = stage == stages - 1 ? 0 : stage + 1;
  }
  sums.finish(firstRow + top, firstColumn + left, a.rows, b.rows, store,
              environment);
}

} // namespace

TINE_PRODUCT(tine_product_bf16_128, product, __bf16, float, 128, 32)
TINE_PRODUCT(tine_product_bf16_64, product, __bf16, float, 64, 32)
TINE_PRODUCT(tine_product_f16_128, product, _Float16, float, 128, 32)
TINE_PRODUCT(tine_product_f16_64, product, _Float16, float, 64, 32)
TINE_PRODUCT(tine_product_tf32_128, product, float, float, 128, 16)
TINE_PRODUCT(tine_product_tf32_64, product, float, float, 64, 16)
