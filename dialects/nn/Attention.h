//===- Attention.h - The derivative of attention in plain ops ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In ops that have derivatives themselves, with the whole matrix of scores in
// memory: for the derivative by a mask, and for derivatives of derivatives.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_ATTENTION_H
#define TINE_DIALECTS_NN_ATTENTION_H

#include "dialects/nn/NN.h"

namespace tine::nn {

struct AttentionOperands {
  mlir::Value query, key, value, mask;
  double scale;
  bool causal, zeros;

  template <typename Op>
  explicit AttentionOperands(Op op)
      : query(op.getQuery()), key(op.getKey()), value(op.getValue()),
        mask(op.getMask()), scale(op.getScale().convertToDouble()),
        causal(op.getCausal()), zeros(op.getZeros()) {}
};

struct AttentionCotangents {
  mlir::Value query, key, value;
  mlir::Value scores; ///< [N, H, T, S], what is added to them by a mask
};

/// The results of attention: [N, H, T, E], and [N, H, T, 2] for its derivative.
struct AttentionResults {
  mlir::Value result, rows;
};

/// Attention as products and a softmax.
AttentionResults makePlainAttention(mlir::OpBuilder &b, mlir::Location loc,
                                    const AttentionOperands &of);

AttentionCotangents makePlainCotangents(mlir::OpBuilder &b, mlir::Location loc,
                                        const AttentionOperands &of,
                                        mlir::Value seed);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_ATTENTION_H
