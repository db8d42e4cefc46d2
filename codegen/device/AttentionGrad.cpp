//===- AttentionGrad.cpp - The derivative of attention by tiles -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inside of two kernels. With weights P, scores S and results Y
//   dV = P^T dY,  dP = dY V^T,  dS = P (dP - sum(dY Y)),
//   dQ = scale dS K,  dK = scale dS^T Q.
//
// Input:  matrices and functions of the kernel, as for Attention.cpp.
// Output: of the first kernel dQ and the sums of dY Y, of the second dK and dV.
// How:    a block of the first kernel has some queries and goes over the keys,
//         one of the second has some keys and goes over the queries. Weights
//         are computed again from what the forward pass has kept of the rows,
//         in both: so each sum has one block, and no order but that of rows or
//         keys.
//
//===----------------------------------------------------------------------===//

#include "Attention.h"

namespace {

/// What the forward pass has kept of a row, and the mean of the derivatives.
struct Row {
  float most, share, mean;
};

/// The weight of a key in a row, and the derivative by its score.
struct Weight {
  float value, derivative;
};

ALWAYS_INLINE inline Weight weightOf(const Scores &scores, const Row &of,
                                     unsigned row, unsigned key, float product,
                                     float byWeight,
                                     const Callback<Function> &exponential) {
  if (!scores.isSeen(row, key))
    return {0, 0};
  float score = scores.score(row, key, product);
  float value = exponential(score - of.most) * of.share;
  return {value, value * (byWeight - of.mean)};
}

template <unsigned Rows, unsigned Keys, unsigned Dim>
ALWAYS_INLINE inline void
gradOfQueries(unsigned tile, const Matrix<float> &q, const Matrix<float> &k,
              const Matrix<float> &v, const Matrix<float> &result,
              const Matrix<float> &seed, const Scores &scores,
              const Callback<Function> &exponential,
              const Callback<Load<float>> &rowState,
              const Callback<Store<float>> &storeMean,
              const Callback<Store<float>> &store) {
  constexpr unsigned rows = Rows / groups, keys = Keys / lanes,
                     vectors = Dim / (4 * lanes);
  alignas(16) static SHARED Tile<Rows, Dim> queries, seeds;
  alignas(16) static SHARED Tile<Keys, Dim> keyTile, valueTile;
  alignas(16) static SHARED Tile<Rows, Keys> derivatives;
  unsigned group = thread() / lanes, lane = thread() % lanes;
  unsigned firstRow = tile * Rows, end = k.rows;
  if (scores.causal && firstRow + Rows < end)
    end = firstRow + Rows;
  copy(queries, q, firstRow);
  copy(seeds, seed, firstRow);
  __syncthreads();
  Row of[rows];
#pragma unroll
  for (unsigned i = 0; i != rows; ++i) {
    unsigned row = firstRow + group + i * groups;
    float sum = 0;
#pragma unroll
    for (unsigned j = 0; j != Dim / lanes; ++j) {
      unsigned column = lane + j * lanes;
      sum = __builtin_fmaf(seeds[group + i * groups][column],
                           result.at(row, column), sum);
    }
    of[i] = {0, 0, sumOfLanes<lanes>(sum)};
    if (row < q.rows) {
      of[i].most = rowState(row, 0u);
      of[i].share = rowState(row, 1u);
      if (lane == 0)
        storeMean(row, 0u, of[i].mean);
    }
  }
  Vector sums[rows][vectors] = {};
#pragma nounroll
  for (unsigned first = 0; first < end; first += Keys) {
    __syncthreads();
    copy(keyTile, k, first);
    copy(valueTile, v, first);
    __syncthreads();
    float products[rows][keys] = {}, byWeights[rows][keys] = {};
    multiplyRows(products, queries, keyTile);
    multiplyRows(byWeights, seeds, valueTile);
#pragma unroll
    for (unsigned i = 0; i != rows; ++i)
#pragma unroll
      for (unsigned j = 0; j != keys; ++j)
        derivatives[group + i * groups][lane + j * lanes] =
            weightOf(scores, of[i], firstRow + group + i * groups,
                     first + lane + j * lanes, products[i][j], byWeights[i][j],
                     exponential)
                .derivative;
    __syncthreads();
    multiplyMatrix(sums, derivatives, keyTile);
  }
  storeRows(sums, firstRow, q.rows, q.columns, store);
}

template <unsigned Rows, unsigned Keys, unsigned Dim>
ALWAYS_INLINE inline void
gradOfKeys(unsigned tile, const Matrix<float> &q, const Matrix<float> &k,
           const Matrix<float> &v, const Matrix<float> &seed,
           const Scores &scores, const Callback<Function> &exponential,
           const Callback<Load<float>> &rowState,
           const Callback<Load<float>> &mean,
           const Callback<Store<float>> &storeKey,
           const Callback<Store<float>> &storeValue) {
  constexpr unsigned rows = Rows / lanes, keys = Keys / groups,
                     vectors = Dim / (4 * lanes);
  alignas(16) static SHARED Tile<Rows, Dim> queries, seeds;
  alignas(16) static SHARED Tile<Keys, Dim> keyTile, valueTile;
  alignas(16) static SHARED Tile<Keys, Rows> weights, derivatives;
  unsigned group = thread() / lanes, lane = thread() % lanes;
  unsigned firstKey = tile * Keys;
  copy(keyTile, k, firstKey);
  copy(valueTile, v, firstKey);
  Vector ofKeys[keys][vectors] = {}, ofValues[keys][vectors] = {};
  // Rows in front of the first key see none of them.
#pragma nounroll
  for (unsigned first = scores.causal ? firstKey / Rows * Rows : 0;
       first < q.rows; first += Rows) {
    __syncthreads();
    copy(queries, q, first);
    copy(seeds, seed, first);
    __syncthreads();
    float products[keys][rows] = {}, byWeights[keys][rows] = {};
    multiplyRows(products, keyTile, queries);
    multiplyRows(byWeights, valueTile, seeds);
#pragma unroll
    for (unsigned j = 0; j != rows; ++j) {
      unsigned row = first + lane + j * lanes;
      Row of = {0, 0, 0};
      if (row < q.rows)
        of = {rowState(row, 0u), rowState(row, 1u), mean(row, 0u)};
#pragma unroll
      for (unsigned i = 0; i != keys; ++i) {
        Weight weight = weightOf(scores, of, row, firstKey + group + i * groups,
                                 products[i][j], byWeights[i][j], exponential);
        weights[group + i * groups][lane + j * lanes] = weight.value;
        derivatives[group + i * groups][lane + j * lanes] = weight.derivative;
      }
    }
    __syncthreads();
    multiplyMatrix(ofValues, weights, seeds);
    multiplyMatrix(ofKeys, derivatives, queries);
  }
  storeRows(ofKeys, firstKey, k.rows, k.columns, storeKey);
  storeRows(ofValues, firstKey, v.rows, v.columns, storeValue);
}

} // namespace

/// For queries and values of at most `dim` columns, tiles of `size` queries and
/// keys.
#define TINE_ATTENTION_GRAD(size, dim)                                         \
  extern "C" ALWAYS_INLINE void tine_attention_grad_queries_f32_##dim(         \
      unsigned tile, unsigned rows, unsigned keys, unsigned inner,             \
      unsigned columns, bool causal, Load<float> q, const void *ofQ,           \
      Load<float> k, const void *ofK, Load<float> v, const void *ofV,          \
      Load<float> result, const void *ofResult, Load<float> seed,              \
      const void *ofSeed, Score score, const void *ofScore,                    \
      Function exponential, const void *ofExponential, Load<float> state,      \
      const void *ofState, Store<float> mean, const void *ofMean,              \
      Store<float> query, const void *ofQuery) {                               \
    gradOfQueries<size, size, dim>(                                            \
        tile, {q, ofQ, rows, inner}, {k, ofK, keys, inner},                    \
        {v, ofV, keys, columns}, {result, ofResult, rows, columns},            \
        {seed, ofSeed, rows, columns}, {rows, keys, causal, {score, ofScore}}, \
        {exponential, ofExponential}, {state, ofState}, {mean, ofMean},        \
        {query, ofQuery});                                                     \
  }                                                                            \
  extern "C" ALWAYS_INLINE void tine_attention_grad_keys_f32_##dim(            \
      unsigned tile, unsigned rows, unsigned keys, unsigned inner,             \
      unsigned columns, bool causal, Load<float> q, const void *ofQ,           \
      Load<float> k, const void *ofK, Load<float> v, const void *ofV,          \
      Load<float> seed, const void *ofSeed, Score score, const void *ofScore,  \
      Function exponential, const void *ofExponential, Load<float> state,      \
      const void *ofState, Load<float> mean, const void *ofMean,               \
      Store<float> key, const void *ofKey, Store<float> value,                 \
      const void *ofValue) {                                                   \
    gradOfKeys<size, size, dim>(                                               \
        tile, {q, ofQ, rows, inner}, {k, ofK, keys, inner},                    \
        {v, ofV, keys, columns}, {seed, ofSeed, rows, columns},                \
        {rows, keys, causal, {score, ofScore}}, {exponential, ofExponential},  \
        {state, ofState}, {mean, ofMean}, {key, ofKey}, {value, ofValue});     \
  }

TINE_ATTENTION_GRAD(32, 32)
TINE_ATTENTION_GRAD(32, 64)
TINE_ATTENTION_GRAD(16, 128)
