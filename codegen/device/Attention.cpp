//===- Attention.cpp - Attention by tiles ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inside of kernels for attention: a block of threads has the results of
// some queries. No matrix of scores is in memory.
//
// Input:  matrices and functions of the kernel, as for Products.cpp.
// Output: results, and for the derivative the greatest score of each row and 1
//         over the sum of the exponentials of what they differ from it.
// How:    the keys come tile by tile. When one has a greater score than those
//         before, what was summed is scaled down to it. Sums are in the order
//         of the keys.
//
//===----------------------------------------------------------------------===//

#include "Attention.h"

namespace {

template <unsigned Rows, unsigned Keys, unsigned Dim>
ALWAYS_INLINE inline void
attention(unsigned tile, bool zeros, const Matrix<float> &q,
          const Matrix<float> &k, const Matrix<float> &v, const Scores &scores,
          const Callback<Function> &exponential,
          const Callback<Store<float>> &storeResult,
          const Callback<Store<float>> &storeRow) {
  constexpr unsigned rows = Rows / groups, keys = Keys / lanes,
                     vectors = Dim / (4 * lanes);
  alignas(16) static SHARED Tile<Rows, Dim> queries;
  alignas(16) static SHARED Tile<Keys, Dim> keysOrValues;
  alignas(16) static SHARED Tile<Rows, Keys> weights;
  unsigned group = thread() / lanes, lane = thread() % lanes;
  unsigned firstRow = tile * Rows, end = k.rows;
  if (scores.causal && firstRow + Rows < end)
    end = firstRow + Rows;
  copy(queries, q, firstRow);
  Softmax softmax[rows];
  Vector results[rows][vectors] = {};
#pragma nounroll
  for (unsigned first = 0; first < end; first += Keys) {
    __syncthreads();
    copy(keysOrValues, k, first);
    __syncthreads();
    float products[rows][keys] = {};
    multiplyRows(products, queries, keysOrValues);
    __syncthreads();
    copy(keysOrValues, v, first);
#pragma unroll
    for (unsigned i = 0; i != rows; ++i) {
      unsigned row = firstRow + group + i * groups;
#pragma unroll
      for (unsigned j = 0; j != keys; ++j) {
        unsigned key = first + lane + j * lanes;
        products[i][j] = scores.isSeen(row, key)
                             ? scores.score(row, key, products[i][j])
                             : -__builtin_inff();
      }
      float factor = softmax[i].template add<lanes>(products[i], exponential);
#pragma unroll
      for (unsigned j = 0; j != vectors; ++j)
        results[i][j] *= factor;
#pragma unroll
      for (unsigned j = 0; j != keys; ++j)
        weights[group + i * groups][lane + j * lanes] = products[i][j];
    }
    __syncthreads();
    multiplyMatrix(results, weights, keysOrValues);
  }
#pragma unroll
  for (unsigned i = 0; i != rows; ++i) {
    float share = softmax[i].share(zeros || k.rows == 0);
#pragma unroll
    for (unsigned j = 0; j != vectors; ++j)
      results[i][j] *= share;
    unsigned row = firstRow + group + i * groups;
    if (lane == 0 && row < q.rows) {
      storeRow(row, 0u, softmax[i].origin());
      storeRow(row, 1u, share);
    }
  }
  storeRows(results, firstRow, q.rows, v.columns, storeResult);
}

} // namespace

/// For queries and values of at most `dim` columns, tiles of `rows` queries.
#define TINE_ATTENTION(rows_, keys_, dim)                                      \
  extern "C" ALWAYS_INLINE void tine_attention_f32_##dim(                      \
      unsigned tile, unsigned rows, unsigned keys, unsigned inner,             \
      unsigned columns, bool causal, bool zeros, Load<float> q,                \
      const void *ofQ, Load<float> k, const void *ofK, Load<float> v,          \
      const void *ofV, Score score, const void *ofScore, Function exponential, \
      const void *ofExponential, Store<float> result, const void *ofResult,    \
      Store<float> row, const void *ofRow) {                                   \
    attention<rows_, keys_, dim>(                                              \
        tile, zeros, {q, ofQ, rows, inner}, {k, ofK, keys, inner},             \
        {v, ofV, keys, columns}, {rows, keys, causal, {score, ofScore}},       \
        {exponential, ofExponential}, {result, ofResult}, {row, ofRow});       \
  }

TINE_ATTENTION(64, 32, 32)
TINE_ATTENTION(64, 32, 64)
TINE_ATTENTION(32, 32, 128)
