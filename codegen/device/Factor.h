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

#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
#define ALWAYS_INLINE __attribute__((always_inline))

/// The threads of a block.
constexpr unsigned threads = 256;

/// Where the neighbours are rows, a thread loads single elements of so many
/// rows at the same k: what follows from a row stays, what follows from k is
/// computed anew for each slice.
constexpr unsigned rowsAtOnce = 2;

/// The bytes that a thread copies at once where a factor allows it.
constexpr unsigned piece = 16;

template <typename T>
using Load = T (*)(const void *environment, unsigned row, unsigned k);
template <typename T>
using Store = void (*)(const void *environment, unsigned row, unsigned column,
                       T value);

/// A matrix, known by a function or by its place in memory.
template <typename T> struct Factor {
  Load<T> load;
  const void *environment;
  /// Element (0, 0) of a matrix that lies in memory as it is multiplied, or
  /// null. Rows, or columns if the neighbours are rows, are `pitch` elements
  /// from each other; they and the neighbours come in whole pieces.
  GLOBAL const T *first;
  unsigned pitch;
  bool isInMemory;
  unsigned rows;
  /// Whether neighbours in memory are neighbours along k, and not rows.
  bool isAlongK;

  /// Where an element, or a piece, in memory lies.
  ALWAYS_INLINE GLOBAL const T *address(unsigned row, unsigned k) const {
    return first + (isAlongK ? row * pitch + k : k * pitch + row);
  }
  /// 0 outside. What is loaded there is thrown away, so that there is no branch
  /// and what follows from a row is computed once for all slices; the sum must
  /// not be empty.
  ALWAYS_INLINE T at(unsigned row, unsigned k, unsigned end) const {
    unsigned inRow = row < rows ? row : rows - 1, inK = k < end ? k : end - 1;
    T value = isInMemory ? *address(inRow, inK) : load(environment, inRow, inK);
    return row < rows && k < end ? value : T(0);
  }
};

/// Defines a function that kernels call: `function` for a tile of `size` rows
/// and columns of a product of factors of `type`, whose sums are of `sum`, in
/// slices of `depth`.
#define TINE_PRODUCT(name, function, type, sum, size, depth)                   \
  extern "C" ALWAYS_INLINE void name(                                          \
      unsigned rowTile, unsigned columnTile, unsigned rows, unsigned columns,  \
      unsigned begin, unsigned end, bool aIsAlongK, bool bIsAlongK,            \
      bool aIsInMemory, bool bIsInMemory, Load<type> a,                        \
      const void *environmentOfA, GLOBAL const type *firstOfA,                 \
      unsigned pitchOfA, Load<type> b, const void *environmentOfB,             \
      GLOBAL const type *firstOfB, unsigned pitchOfB, Store<sum> store,        \
      const void *environmentOfStore) {                                        \
    function<type, size, depth>(                                               \
        rowTile, columnTile, begin, end,                                       \
        {a, environmentOfA, firstOfA, pitchOfA, aIsInMemory, rows, aIsAlongK}, \
        {b, environmentOfB, firstOfB, pitchOfB, bIsInMemory, columns,          \
         bIsAlongK},                                                           \
        store, environmentOfStore);                                            \
  }

#endif // TINE_CODEGEN_DEVICE_FACTOR_H
