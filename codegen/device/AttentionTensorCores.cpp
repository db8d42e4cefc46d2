//===- AttentionTensorCores.cpp - Attention of bf16 and f16 ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Attention.cpp, for queries, keys and values of 16 bits. Weights are
// rounded to these when they meet the values; their sums are of f32.
//
// How:    each of four warps has 16 queries, as pieces in registers. The sums
//         of scores are where the pieces of weights are, so weights take no way
//         over memory.
//
//===----------------------------------------------------------------------===//

#include "Attention.h"
#include "TensorCores.h"

namespace {

constexpr unsigned warps = 4, rowsOfWarp = 16, keysOfTile = 64;

/// Rows are longer by four pairs, so that eight of them begin in different
/// banks.
template <unsigned Dim> using Pairs = Word[keysOfTile][Dim / 2 + 4];

template <unsigned Dim, typename T>
ALWAYS_INLINE inline void copyPairs(SHARED Pairs<Dim> &tile,
                                    const Matrix<T> &matrix, unsigned first) {
  constexpr unsigned pairs = Dim / 2;
#pragma unroll
  for (unsigned i = 0; i != keysOfTile * pairs / (warps * 32); ++i) {
    unsigned number = thread() + i * (warps * 32);
    unsigned row = number / pairs, column = number % pairs;
    tile[row][column] = word(matrix.at(first + row, 2 * column),
                             matrix.at(first + row, 2 * column + 1));
  }
}

/// The tiles that the sums of a warp are in: 16 rows by `Columns`.
template <unsigned Columns> using Sums = float[Columns / 8][4];

template <typename T, unsigned Dim>
ALWAYS_INLINE inline void attention(unsigned tile, bool zeros,
                                    const Matrix<T> &q, const Matrix<T> &k,
                                    const Matrix<T> &v, const Scores &scores,
                                    const Callback<Function> &exponential,
                                    const Callback<Store<float>> &storeResult,
                                    const Callback<Store<float>> &storeRow) {
  alignas(16) static SHARED Pairs<Dim> keys, values;
  unsigned lane = thread() % 32, warp = thread() / 32;
  unsigned firstRow = tile * (warps * rowsOfWarp), end = k.rows;
  if (scores.causal && firstRow + warps * rowsOfWarp < end)
    end = firstRow + warps * rowsOfWarp;
  // The queries come by the same way.
  copyPairs<Dim>(keys, q, firstRow);
  __syncthreads();
  Word ofQueries[Dim / 16][4];
#pragma unroll
  for (unsigned i = 0; i != Dim / 16; ++i)
    loadPieces(ofQueries[i],
               &keys[warp * rowsOfWarp + lane % 16][i * 8 + lane / 16 * 4]);
  unsigned row =
      firstRow + warp * rowsOfWarp + lane / 4; // and the one 8 behind
  Softmax softmax[2];
  Sums<Dim> results = {};
#pragma nounroll
  for (unsigned first = 0; first < end; first += keysOfTile) {
    __syncthreads();
    copyPairs<Dim>(keys, k, first);
    copyPairs<Dim>(values, v, first);
    __syncthreads();
    Sums<keysOfTile> weights = {};
#pragma unroll
    for (unsigned i = 0; i != Dim / 16; ++i)
#pragma unroll
      for (unsigned j = 0; j != keysOfTile / 16; ++j) {
        Word of[4];
        loadPieces(
            of,
            &keys[j * 16 + lane / 16 * 8 + lane % 8][i * 8 + lane / 8 % 2 * 4]);
        multiplyAdd(weights[2 * j], ofQueries[i], of[0], of[1], T());
        multiplyAdd(weights[2 * j + 1], ofQueries[i], of[2], of[3], T());
      }
    float factor[2];
#pragma unroll
    for (unsigned half = 0; half != 2; ++half) {
      unsigned at = row + half * 8;
      float own[keysOfTile / 4];
#pragma unroll
      for (unsigned j = 0; j != keysOfTile / 4; ++j) {
        unsigned key = first + j / 2 * 8 + lane % 4 * 2 + j % 2;
        float product = weights[j / 2][2 * half + j % 2];
        own[j] = scores.isSeen(at, key) ? scores.score(at, key, product)
                                        : -__builtin_inff();
      }
      factor[half] = softmax[half].template add<4>(own, exponential);
#pragma unroll
      for (unsigned j = 0; j != keysOfTile / 4; ++j)
        weights[j / 2][2 * half + j % 2] = own[j];
    }
#pragma unroll
    for (unsigned j = 0; j != Dim / 8; ++j)
#pragma unroll
      for (unsigned part = 0; part != 4; ++part)
        results[j][part] *= factor[part / 2];
#pragma unroll
    for (unsigned i = 0; i != keysOfTile / 16; ++i) {
      const float (&low)[4] = weights[2 * i], (&high)[4] = weights[2 * i + 1];
      Word ofWeights[4] = {
          word(T(low[0]), T(low[1])), word(T(low[2]), T(low[3])),
          word(T(high[0]), T(high[1])), word(T(high[2]), T(high[3]))};
#pragma unroll
      for (unsigned j = 0; j != Dim / 16; ++j) {
        Word of[4];
        loadTransposed(of, &values[i * 16 + lane / 8 % 2 * 8 + lane % 8]
                                  [j * 8 + lane / 16 * 4]);
        multiplyAdd(results[2 * j], ofWeights, of[0], of[1], T());
        multiplyAdd(results[2 * j + 1], ofWeights, of[2], of[3], T());
      }
    }
  }
#pragma unroll
  for (unsigned half = 0; half != 2; ++half) {
    float share = softmax[half].share(zeros || k.rows == 0);
    unsigned at = row + half * 8;
    if (at >= q.rows)
      continue;
    if (lane % 4 == 0) {
      storeRow(at, 0u, softmax[half].origin());
      storeRow(at, 1u, share);
    }
#pragma unroll
    for (unsigned j = 0; j != Dim / 8; ++j)
#pragma unroll
      for (unsigned part = 0; part != 2; ++part) {
        unsigned column = j * 8 + lane % 4 * 2 + part;
        if (column < v.columns)
          storeResult(at, column, results[j][2 * half + part] * share);
      }
  }
}

} // namespace

/// For queries and values of at most `dim` columns, tiles of 64 queries.
#define TINE_ATTENTION(name, type, dim)                                        \
  extern "C" ALWAYS_INLINE void tine_attention_##name##_##dim(                 \
      unsigned tile, unsigned rows, unsigned keys, unsigned inner,             \
      unsigned columns, bool causal, bool zeros, Load<type> q,                 \
      const void *ofQ, Load<type> k, const void *ofK, Load<type> v,            \
      const void *ofV, Score score, const void *ofScore, Function exponential, \
      const void *ofExponential, Store<float> result, const void *ofResult,    \
      Store<float> row, const void *ofRow) {                                   \
    attention<type, dim>(                                                      \
        tile, zeros, {q, ofQ, rows, inner}, {k, ofK, keys, inner},             \
        {v, ofV, keys, columns}, {rows, keys, causal, {score, ofScore}},       \
        {exponential, ofExponential}, {result, ofResult}, {row, ofRow});       \
  }

TINE_ATTENTION(bf16, __bf16, 32)
TINE_ATTENTION(bf16, __bf16, 64)
TINE_ATTENTION(bf16, __bf16, 128)
TINE_ATTENTION(f16, _Float16, 32)
TINE_ATTENTION(f16, _Float16, 64)
TINE_ATTENTION(f16, _Float16, 128)
