//===- Factor.h - What kernels of products are given ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For device code: no header of CUDA or of C++ is needed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_DEVICE_FACTOR_H
#define TINE_CODEGEN_DEVICE_FACTOR_H

#define SHARED __attribute__((address_space(3)))
#define ALWAYS_INLINE __attribute__((always_inline))

/// The threads of a block.
constexpr unsigned threads = 256;

template <typename T>
using Load = T (*)(const void *environment, unsigned row, unsigned k);
template <typename T>
using Store = void (*)(const void *environment, unsigned row, unsigned column,
                       T value);

/// A matrix, known by a function.
template <typename T> struct Factor {
  Load<T> load;
  const void *environment;
  unsigned rows;
  /// Whether neighbours in memory are neighbours along k, and not rows.
  bool isAlongK;

  /// 0 outside.
  ALWAYS_INLINE T at(unsigned row, unsigned k, unsigned end) const {
    return row < rows && k < end ? load(environment, row, k) : T(0);
  }
};

/// Calls `multiply` with each slice of the sum of two factors, from `begin` on
/// below `end`, in shared memory. Meanwhile the next slice comes from memory.
/// `Slices` says how a slice is shared out to threads.
template <typename Slices, unsigned Depth, typename T, typename Multiply>
ALWAYS_INLINE inline void forEachSlice(const Factor<T> &a, const Factor<T> &b,
                                       unsigned firstRow, unsigned firstColumn,
                                       unsigned begin, unsigned end,
                                       Multiply multiply) {
  alignas(16) static SHARED typename Slices::Slice slicesOfA[2], slicesOfB[2];
  typename Slices::Loaded ofA, ofB;
  Slices::fetch(ofA, a, firstRow, begin, end);
  Slices::fetch(ofB, b, firstColumn, begin, end);
  unsigned half = 0;
#pragma nounroll
  for (unsigned k = begin; k < end; k += Depth) {
    Slices::keep(ofA, a, slicesOfA[half]);
    Slices::keep(ofB, b, slicesOfB[half]);
    __syncthreads();
    if (k + Depth < end) {
      Slices::fetch(ofA, a, firstRow, k + Depth, end);
      Slices::fetch(ofB, b, firstColumn, k + Depth, end);
    }
    multiply(slicesOfA[half], slicesOfB[half]);
    half ^= 1;
  }
}

/// Defines a function that kernels call: `function` for a tile of `size` rows
/// and columns of a product of factors of `type`, whose sums are of `sum`, in
/// slices of `depth`.
#define TINE_PRODUCT(name, function, type, sum, size, depth)                   \
  extern "C" ALWAYS_INLINE void name(                                          \
      unsigned rowTile, unsigned columnTile, unsigned rows, unsigned columns,  \
      unsigned begin, unsigned end, bool aIsAlongK, bool bIsAlongK,            \
      Load<type> a, const void *environmentOfA, Load<type> b,                  \
      const void *environmentOfB, Store<sum> store,                            \
      const void *environmentOfStore) {                                        \
    function<type, size, depth>(                                               \
        rowTile, columnTile, begin, end, {a, environmentOfA, rows, aIsAlongK}, \
        {b, environmentOfB, columns, bIsAlongK}, store, environmentOfStore);   \
  }

#endif // TINE_CODEGEN_DEVICE_FACTOR_H
