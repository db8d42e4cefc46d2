//===- Attention.h - Tiles of scores ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What attention and its derivative have in common: tiles in shared memory and
// products of them. The threads of a block are 16 groups of 8 lanes. Thread
// (group, lane) has elements (group + 16 i, lane + 8 j) of a product of rows,
// and columns 4 (lane + 8 j) to 4 (lane + 8 j) + 3 of one by columns.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_DEVICE_ATTENTION_H
#define TINE_CODEGEN_DEVICE_ATTENTION_H

#include "Factor.h"

constexpr unsigned groups = 16, lanes = 8;

/// Values that a thread reads from shared memory at once.
using Vector = float __attribute__((ext_vector_type(4)));

/// Rows are longer by four, so that those of eight lanes begin in different
/// banks.
template <unsigned Rows, unsigned Columns>
using Tile = float[Rows][Columns + 4];

/// A score from the product of a query and a key, with scale and mask.
using Score = float (*)(const void *environment, unsigned row, unsigned key,
                        float product);
using Function = float (*)(const void *environment, float value);

/// A function of the kernel, with the values that it uses.
template <typename F> struct Callback {
  F function;
  const void *environment;

  template <typename... Arguments>
  ALWAYS_INLINE auto operator()(Arguments... arguments) const {
    return function(environment, arguments...);
  }
};

/// A matrix, known by a function.
template <typename T> struct Matrix {
  Load<T> load;
  const void *environment;
  unsigned rows, columns;

  /// 0 outside.
  ALWAYS_INLINE T at(unsigned row, unsigned column) const {
    return row < rows && column < columns ? load(environment, row, column)
                                          : T(0);
  }
};

/// Which keys a row may see.
struct Scores {
  unsigned rows, keys;
  bool causal;
  Callback<Score> score;

  ALWAYS_INLINE bool isSeen(unsigned row, unsigned key) const {
    return row < rows && key < keys && (!causal || key <= row);
  }
};

ALWAYS_INLINE inline unsigned thread() { return __nvvm_read_ptx_sreg_tid_x(); }

/// Rows from `first` on go to shared memory.
template <unsigned Rows, unsigned Pitch>
ALWAYS_INLINE inline void copy(SHARED float (&tile)[Rows][Pitch],
                               const Matrix<float> &matrix, unsigned first) {
  constexpr unsigned columns = Pitch - 4;
#pragma unroll
  for (unsigned i = 0; i != Rows * columns / (groups * lanes); ++i) {
    unsigned number = thread() + i * (groups * lanes);
    tile[number / columns][number % columns] =
        matrix.at(first + number / columns, number % columns);
  }
}

ALWAYS_INLINE inline Vector vectorAt(SHARED const float &first) {
  return *(SHARED const Vector *)(&first);
}

ALWAYS_INLINE inline Vector multiplyAdd(float x, Vector y, Vector sum) {
  return __builtin_elementwise_fma(Vector(x), y, sum);
}

/// Adds the products of rows of `a`, which the groups have, and rows of `b`,
/// which the lanes have.
template <unsigned I, unsigned J, unsigned A, unsigned B, unsigned Pitch>
ALWAYS_INLINE inline void multiplyRows(float (&sums)[I][J],
                                       SHARED float (&a)[A][Pitch],
                                       SHARED float (&b)[B][Pitch]) {
  unsigned group = thread() / lanes, lane = thread() % lanes;
#pragma unroll 2
  for (unsigned k = 0; k != Pitch - 4; k += 4) {
    Vector x[I], y[J];
#pragma unroll
    for (unsigned i = 0; i != I; ++i)
      x[i] = vectorAt(a[group + i * groups][k]);
#pragma unroll
    for (unsigned j = 0; j != J; ++j)
      y[j] = vectorAt(b[lane + j * lanes][k]);
#pragma unroll
    for (unsigned part = 0; part != 4; ++part)
#pragma unroll
      for (unsigned i = 0; i != I; ++i)
#pragma unroll
        for (unsigned j = 0; j != J; ++j)
          sums[i][j] = __builtin_fmaf(x[i][part], y[j][part], sums[i][j]);
  }
}

/// Adds the product of rows of `a`, which the groups have, and the matrix `b`.
template <unsigned I, unsigned J, unsigned A, unsigned Inner, unsigned Pitch>
ALWAYS_INLINE inline void multiplyMatrix(Vector (&sums)[I][J],
                                         SHARED float (&a)[A][Inner],
                                         SHARED float (&b)[Inner - 4][Pitch]) {
  unsigned group = thread() / lanes, lane = thread() % lanes;
#pragma unroll 2
  for (unsigned k = 0; k != Inner - 4; k += 4) {
    Vector x[I];
#pragma unroll
    for (unsigned i = 0; i != I; ++i)
      x[i] = vectorAt(a[group + i * groups][k]);
#pragma unroll
    for (unsigned part = 0; part != 4; ++part)
#pragma unroll
      for (unsigned j = 0; j != J; ++j) {
        Vector y = vectorAt(b[k + part][4 * (lane + j * lanes)]);
#pragma unroll
        for (unsigned i = 0; i != I; ++i)
          sums[i][j] = multiplyAdd(x[i][part], y, sums[i][j]);
      }
  }
}

/// Combines what so many neighbouring lanes of a warp have; all get the same.
template <unsigned Count, typename Combine>
ALWAYS_INLINE inline float combineLanes(float value, Combine combine) {
#pragma unroll
  for (unsigned offset = Count / 2; offset != 0; offset /= 2)
    value = combine(
        value, __nvvm_shfl_sync_bfly_f32(0xffffffff, value, int(offset), 31));
  return value;
}
template <unsigned Count> ALWAYS_INLINE inline float sumOfLanes(float value) {
  return combineLanes<Count>(value, [](float x, float y) { return x + y; });
}
template <unsigned Count> ALWAYS_INLINE inline float mostOfLanes(float value) {
  return combineLanes<Count>(
      value, [](float x, float y) { return __builtin_fmaxf(x, y); });
}

/// A row of scores, as far as its keys have come. NaN is not the greatest
/// score, but makes the sum one.
struct Softmax {
  float most = -__builtin_inff(), sum = 0;

  /// What exponentials are of: the difference of a score from this.
  ALWAYS_INLINE float origin() const {
    return most == -__builtin_inff() ? 0.0f : most;
  }

  /// The scores of so many lanes become exponentials. What was summed before is
  /// to be multiplied by the result.
  template <unsigned Count, unsigned Keys>
  ALWAYS_INLINE float add(float (&scores)[Keys],
                          const Callback<Function> &exponential) {
    float old = most;
#pragma unroll
    for (unsigned j = 0; j != Keys; ++j)
      most = __builtin_fmaxf(most, scores[j]);
    most = mostOfLanes<Count>(most);
    float own = 0;
#pragma unroll
    for (unsigned j = 0; j != Keys; ++j) {
      scores[j] = weightOf(scores[j], exponential);
      own += scores[j];
    }
    float factor = weightOf(old, exponential);
    sum = sum * factor + sumOfLanes<Count>(own);
    return factor;
  }

  /// What the exponentials are multiplied by in the end; 0 where nothing is
  /// seen, if `zeros`.
  ALWAYS_INLINE float share(bool zeros) const {
    return sum == 0 && zeros ? 0.0f : 1 / sum;
  }

private:
  ALWAYS_INLINE float weightOf(float score,
                               const Callback<Function> &exponential) const {
    return score == -__builtin_inff() ? 0.0f : exponential(score - origin());
  }
};

/// Stores rows of the groups from `first` on.
template <unsigned I, unsigned J>
ALWAYS_INLINE inline void
storeRows(const Vector (&values)[I][J], unsigned first, unsigned rows,
          unsigned columns, const Callback<Store<float>> &store) {
  unsigned group = thread() / lanes, lane = thread() % lanes;
#pragma unroll
  for (unsigned i = 0; i != I; ++i) {
    unsigned row = first + group + i * groups;
#pragma unroll
    for (unsigned j = 0; j != J; ++j)
#pragma unroll
      for (unsigned part = 0; part != 4; ++part) {
        unsigned column = 4 * (lane + j * lanes) + part;
        if (row < rows && column < columns)
          store(row, column, values[i][j][part]);
      }
  }
}

#endif // TINE_CODEGEN_DEVICE_ATTENTION_H
