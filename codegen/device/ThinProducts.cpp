//===- ThinProducts.cpp - Products of few rows ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Products.cpp, for a left factor of one to four rows, as a vector is. What
// takes time is to read the right factor once, so there are no tiles in shared
// memory.
//
// Input:  sizes and functions, the same ones for all threads of a block.
// Output: the results of a tile of columns, through the function that stores.
// How:    where the right factor's neighbours in memory are neighbours along k,
//         a warp has a column, its lanes pieces of it in turn. Where they are
//         columns, each lane has some neighbouring ones, and each of eight
//         warps every eighth k. A thread has several loads under way. Then the
//         lanes, or the warps in order, add up their sums.
//
//===----------------------------------------------------------------------===//

#include "Factor.h"

namespace {

constexpr unsigned mostRows = 4, lanes = 32, warps = threads / lanes;

/// Loads of a thread that are under way at once.
constexpr unsigned atOnce = 4;

template <typename T, unsigned Size>
using Vector = T __attribute__((ext_vector_type(Size)));

/// `Width` values along k, 0 from `end` on.
template <unsigned Width, typename T>
ALWAYS_INLINE inline void loadAlong(float (&values)[Width],
                                    const Factor<T> &factor, unsigned row,
                                    unsigned k, unsigned end) {
  if (Width != 1 && factor.isInMemory && factor.isAlongK) {
    Vector<T, Width> loaded = T(0);
    if (k < end)
      loaded = *(GLOBAL const Vector<T, Width> *)factor.address(row, k);
#pragma unroll
    for (unsigned j = 0; j != Width; ++j)
      values[j] = float(loaded[j]);
    return;
  }
#pragma unroll
  for (unsigned j = 0; j != Width; ++j)
    values[j] = float(factor.at(row, k + j, end));
}

/// `Width` values of neighbouring rows.
template <unsigned Width, typename T>
ALWAYS_INLINE inline void loadAcross(float (&values)[Width],
                                     const Factor<T> &factor, unsigned row,
                                     unsigned k, unsigned end) {
  if (Width == 1) {
    values[0] = float(factor.at(row, k, end));
    return;
  }
  Vector<T, Width> loaded = T(0);
  if (row < factor.rows && k < end)
    loaded = *(GLOBAL const Vector<T, Width> *)factor.address(row, k);
#pragma unroll
  for (unsigned j = 0; j != Width; ++j)
    values[j] = float(loaded[j]);
}

float sumOfLanes(float mine) {
#pragma unroll
  for (int distance = lanes / 2; distance != 0; distance /= 2)
    mine += __nvvm_shfl_sync_bfly_f32(~0u, mine, distance, lanes - 1);
  return mine;
}

/// A warp for each column.
template <unsigned Width, typename T>
ALWAYS_INLINE inline void alongK(unsigned tile, unsigned begin, unsigned end,
                                 const Factor<T> &a, const Factor<T> &b,
                                 Store<float> store, const void *environment) {
  unsigned t = __nvvm_read_ptx_sreg_tid_x(), lane = t % lanes;
  unsigned column = tile * warps + t / lanes;
  if (column >= b.rows)
    return;
  float sums[mostRows] = {};
  constexpr unsigned step = lanes * Width;
#pragma nounroll
  for (unsigned k = begin + lane * Width; k < end; k += step * atOnce) {
    float y[atOnce][Width];
#pragma unroll
    for (unsigned i = 0; i != atOnce; ++i)
      loadAlong(y[i], b, column, k + i * step, end);
#pragma unroll
    for (unsigned row = 0; row != mostRows; ++row) {
      if (row >= a.rows)
        break;
#pragma unroll
      for (unsigned i = 0; i != atOnce; ++i) {
        float x[Width];
        loadAlong(x, a, row, k + i * step, end);
#pragma unroll
        for (unsigned j = 0; j != Width; ++j)
          sums[row] = __builtin_fmaf(x[j], y[i][j], sums[row]);
      }
    }
  }
#pragma unroll
  for (unsigned row = 0; row != mostRows; ++row) {
    if (row >= a.rows)
      break;
    float sum = sumOfLanes(sums[row]);
    if (lane == 0)
      store(environment, row, column, sum);
  }
}

/// `Width` columns for each lane.
template <unsigned Width, typename T>
ALWAYS_INLINE inline void
acrossColumns(unsigned tile, unsigned begin, unsigned end, const Factor<T> &a,
              const Factor<T> &b, Store<float> store, const void *environment) {
  unsigned t = __nvvm_read_ptx_sreg_tid_x(), lane = t % lanes;
  constexpr unsigned columns = lanes * Width;
  unsigned first = tile * columns;
  float sums[mostRows][Width] = {};
#pragma nounroll
  for (unsigned k = begin + t / lanes; k < end; k += warps * atOnce) {
    float y[atOnce][Width];
#pragma unroll
    for (unsigned i = 0; i != atOnce; ++i)
      loadAcross(y[i], b, first + lane * Width, k + i * warps, end);
#pragma unroll
    for (unsigned row = 0; row != mostRows; ++row) {
      if (row >= a.rows)
        break;
#pragma unroll
      for (unsigned i = 0; i != atOnce; ++i) {
        float x = float(a.at(row, k + i * warps, end));
#pragma unroll
        for (unsigned j = 0; j != Width; ++j)
          sums[row][j] = __builtin_fmaf(x, y[i][j], sums[row][j]);
      }
    }
  }
  alignas(16) static SHARED float parts[warps][columns];
#pragma unroll
  for (unsigned row = 0; row != mostRows; ++row) {
    if (row >= a.rows)
      break;
    if (row != 0)
      __syncthreads();
#pragma unroll
    for (unsigned j = 0; j != Width; ++j)
      parts[t / lanes][lane * Width + j] = sums[row][j];
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < columns; i += threads) {
      unsigned column = i + t;
      if (column >= columns || first + column >= b.rows)
        continue;
      float sum = parts[0][column];
#pragma unroll
      for (unsigned warp = 1; warp != warps; ++warp)
        sum += parts[warp][column];
      store(environment, row, first + column, sum);
    }
  }
}

/// `Width` is that of pieces in memory.
template <typename T, unsigned Width, unsigned>
ALWAYS_INLINE inline void
thin(unsigned, unsigned tile, unsigned begin, unsigned end, const Factor<T> &a,
     const Factor<T> &b, Store<float> store, const void *environment) {
  if (b.isAlongK && b.isInMemory)
    alongK<Width>(tile, begin, end, a, b, store, environment);
  else if (b.isAlongK)
    alongK<1>(tile, begin, end, a, b, store, environment);
  else if (b.isInMemory)
    acrossColumns<Width>(tile, begin, end, a, b, store, environment);
  else
    acrossColumns<1>(tile, begin, end, a, b, store, environment);
}

} // namespace

TINE_PRODUCT(tine_product_f32_thin, thin, float, float, 4, 0)
TINE_PRODUCT(tine_product_bf16_thin, thin, __bf16, float, 8, 0)
TINE_PRODUCT(tine_product_f16_thin, thin, _Float16, float, 8, 0)
