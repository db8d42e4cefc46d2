//===- Products.cpp - Products on GPUs, as kernels call them --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inside of kernels for sums of products: result(row, column) is the sum of
// a(row, k) * b(column, k) over k. clang compiles this file to bitcode when
// Tine is built; no header of CUDA is needed. A kernel calls a function of the
// end of this file with the addresses of functions that load an element of a
// factor and store one of the result, and everything is inlined into the
// kernel.
//
// Input:  sizes and functions, the same ones for all threads of a block.
// Output: the results of one tile, through the function that stores.
// How:    a block of 256 threads loads a slice of both factors to registers
//         while it multiplies the slice before, which is in shared memory; a
//         matrix in memory by 16 bytes a load. Each thread has a square of
//         results in registers. The products of a result are added in the order
//         of k.
//
//===----------------------------------------------------------------------===//

#include "Factor.h"

namespace {

/// Values that a thread reads from shared memory at once.
template <typename T, unsigned Size>
using Vector = T __attribute__((ext_vector_type(Size)));

float multiplyAdd(float x, float y, float sum) {
  return __builtin_fmaf(x, y, sum);
}
double multiplyAdd(double x, double y, double sum) {
  return __builtin_fma(x, y, sum);
}
int multiplyAdd(int x, int y, int sum) {
  return int(unsigned(x) * unsigned(y) + unsigned(sum));
}
long multiplyAdd(long x, long y, long sum) {
  return long((unsigned long)(x) * (unsigned long)(y) + (unsigned long)(sum));
}

/// What a tile of `Size` rows in steps of `Depth` has.
template <typename T, unsigned Size, unsigned Depth> struct Tile {
  /// Rows of a thread, half of them in each half of the tile where a vector
  /// has 16 bytes, so that no two threads meet at a bank of shared memory.
  static constexpr unsigned rows = Size / 16;
  static constexpr unsigned most = 16 / sizeof(T);
  static constexpr unsigned width = rows < most ? rows : most;
  /// A row of shared memory is one k, longer than the tile for the same reason.
  static constexpr unsigned pitch = Size + most;
  static constexpr unsigned loads = Size * Depth / threads;
  static constexpr unsigned held = loads < most ? most : loads;
  using Slice = T[Depth][pitch];
  using Loaded = T[held];

  /// The row in the tile of row `i` of thread `t` of 16.
  static unsigned rowOf(unsigned t, unsigned i) {
    return i / width * (16 * width) + t * width + i % width;
  }

  /// The values of this thread in the slice that begins at `k`.
  static void fetch(T (&values)[held], const Factor<T> &factor, unsigned first,
                    unsigned k, unsigned end) {
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
    if (factor.isInMemory) {
      fetchPieces(values, factor, first, k, end, t);
      return;
    }
#pragma unroll
    for (unsigned i = 0; i != loads; ++i) {
      values[i] = factor.at(first + rowInSlice(factor, t, i),
                            k + kInSlice(factor, t, i), end);
    }
  }
  static void keep(const T (&values)[held], const Factor<T> &factor,
                   SHARED Slice &slice) {
    unsigned t = __nvvm_read_ptx_sreg_tid_x();
    if (factor.isInMemory) {
      keepPieces(values, factor, slice, t);
      return;
    }
#pragma unroll
    for (unsigned i = 0; i != loads; ++i)
      slice[kInSlice(factor, t, i)][rowInSlice(factor, t, i)] = values[i];
  }
  /// Row `k` of the slice for thread `t` of 16.
  static void read(T (&values)[rows], SHARED Slice &slice, unsigned k,
                   unsigned t) {
#pragma unroll
    for (unsigned i = 0; i != rows; i += width) {
      auto vector = *(SHARED const Vector<T, width> *)(&slice[k][rowOf(t, i)]);
#pragma unroll
      for (unsigned j = 0; j != width; ++j)
        values[i + j] = vector[j];
    }
  }

private:
  static constexpr unsigned group = Size / rowsAtOnce;
  static unsigned rowInSlice(const Factor<T> &factor, unsigned t, unsigned i) {
    return factor.isAlongK ? t / Depth + i * (threads / Depth)
                           : t % group + i % rowsAtOnce * group;
  }
  static unsigned kInSlice(const Factor<T> &factor, unsigned t, unsigned i) {
    return factor.isAlongK ? t % Depth
                           : t / group + i / rowsAtOnce * (threads / group);
  }

  /// Pieces along k: a warp has 16 rows of two of them, so that no two threads
  /// meet at a bank where they store.
  static constexpr unsigned across = Size / most, along = Depth / most;
  static unsigned rowOfPiece(const Factor<T> &factor, unsigned t, unsigned i) {
    unsigned n = t + i * threads;
    return factor.isAlongK ? n / (32 * along / 2) * 16 + n % 32 / 2
                           : n % across * most;
  }
  static unsigned kOfPiece(const Factor<T> &factor, unsigned t, unsigned i) {
    unsigned n = t + i * threads;
    return factor.isAlongK ? (n / 32 % (along / 2) * 2 + n % 2) * most
                           : n / across;
  }
  /// Whether the thread has piece `i`: small tiles have fewer than threads.
  static bool hasPiece(unsigned t, unsigned i) {
    return Size * along % threads == 0 || t + i * threads < Size * along;
  }
  static constexpr unsigned pieces = (Size * along + threads - 1) / threads;

  static void fetchPieces(T (&values)[held], const Factor<T> &factor,
                          unsigned first, unsigned k, unsigned end,
                          unsigned t) {
#pragma unroll
    for (unsigned i = 0; i != pieces; ++i) {
      unsigned row = first + rowOfPiece(factor, t, i);
      unsigned at = k + kOfPiece(factor, t, i);
      Vector<T, most> loaded = T(0);
      if (hasPiece(t, i) && row < factor.rows && at < end)
        loaded = *(GLOBAL const Vector<T, most> *)factor.address(row, at);
#pragma unroll
      for (unsigned j = 0; j != most; ++j)
        values[i * most + j] = loaded[j];
    }
  }
  static void keepPieces(const T (&values)[held], const Factor<T> &factor,
                         SHARED Slice &slice, unsigned t) {
#pragma unroll
    for (unsigned i = 0; i != pieces; ++i) {
      if (!hasPiece(t, i))
        continue;
      unsigned row = rowOfPiece(factor, t, i), k = kOfPiece(factor, t, i);
      Vector<T, most> kept;
#pragma unroll
      for (unsigned j = 0; j != most; ++j)
        if (factor.isAlongK)
          slice[k + j][row] = values[i * most + j];
        else
          kept[j] = values[i * most + j];
      if (!factor.isAlongK)
        *(SHARED Vector<T, most> *)&slice[k][row] = kept;
    }
  }
};

/// Calls `multiply` with each slice of the sum of two factors, from `begin` on
/// below `end`, in shared memory. Meanwhile the next slice comes from memory.
template <typename Tile, unsigned Depth, typename T, typename Multiply>
ALWAYS_INLINE inline void forEachSlice(const Factor<T> &a, const Factor<T> &b,
                                       unsigned firstRow, unsigned firstColumn,
                                       unsigned begin, unsigned end,
                                       Multiply multiply) {
  alignas(16) static SHARED typename Tile::Slice slicesOfA[2], slicesOfB[2];
  typename Tile::Loaded ofA, ofB;
  if (begin < end) {
    Tile::fetch(ofA, a, firstRow, begin, end);
    Tile::fetch(ofB, b, firstColumn, begin, end);
  }
  unsigned half = 0;
#pragma nounroll
  for (unsigned k = begin; k < end; k += Depth) {
    Tile::keep(ofA, a, slicesOfA[half]);
    Tile::keep(ofB, b, slicesOfB[half]);
    __syncthreads();
    if (k + Depth < end) {
      Tile::fetch(ofA, a, firstRow, k + Depth, end);
      Tile::fetch(ofB, b, firstColumn, k + Depth, end);
    }
    multiply(slicesOfA[half], slicesOfB[half]);
    half ^= 1;
  }
}

template <typename T, unsigned Size, unsigned Depth>
ALWAYS_INLINE inline void product(unsigned rowTile, unsigned columnTile,
                                  unsigned begin, unsigned end,
                                  const Factor<T> &a, const Factor<T> &b,
                                  Store<T> store, const void *environment) {
  using Tile = Tile<T, Size, Depth>;
  constexpr unsigned rows = Tile::rows;
  unsigned t = __nvvm_read_ptx_sreg_tid_x();
  unsigned left = t % 16, top = t / 16;
  unsigned firstRow = rowTile * Size, firstColumn = columnTile * Size;
  T sums[rows][rows];
#pragma unroll
  for (unsigned i = 0; i != rows; ++i)
#pragma unroll
    for (unsigned j = 0; j != rows; ++j)
      sums[i][j] = 0;
  auto multiply = [&](SHARED typename Tile::Slice &ofA,
                      SHARED typename Tile::Slice &ofB) ALWAYS_INLINE {
#pragma unroll
    for (unsigned step = 0; step != Depth; ++step) {
      T x[rows], y[rows];
      Tile::read(x, ofA, step, top);
      Tile::read(y, ofB, step, left);
#pragma unroll
      for (unsigned i = 0; i != rows; ++i)
#pragma unroll
        for (unsigned j = 0; j != rows; ++j)
          sums[i][j] = multiplyAdd(x[i], y[j], sums[i][j]);
    }
  };
  forEachSlice<Tile, Depth>(a, b, firstRow, firstColumn, begin, end, multiply);
#pragma unroll
  for (unsigned i = 0; i != rows; ++i) {
    unsigned row = firstRow + Tile::rowOf(top, i);
#pragma unroll
    for (unsigned j = 0; j != rows; ++j) {
      unsigned column = firstColumn + Tile::rowOf(left, j);
      if (row < a.rows && column < b.rows)
        store(environment, row, column, sums[i][j]);
    }
  }
}

} // namespace

TINE_PRODUCT(tine_product_f32_128, product, float, float, 128, 8)
TINE_PRODUCT(tine_product_f32_64, product, float, float, 64, 16)
TINE_PRODUCT(tine_product_f32_32, product, float, float, 32, 16)
TINE_PRODUCT(tine_product_f64_64, product, double, double, 64, 16)
TINE_PRODUCT(tine_product_f64_32, product, double, double, 32, 16)
TINE_PRODUCT(tine_product_i32_32, product, int, int, 32, 16)
TINE_PRODUCT(tine_product_i64_32, product, long, long, 32, 16)
