//===- Rows.h - Where the rows of a batch lie -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a batch in a tensor, and how a reshape moves them: [T, B, E] with
// rows along its second dimension is [T * B, E] with the rows along its first
// one, T times. Every other op with cuts (Parts.h) leaves `outer` as it is.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_ROWS_H
#define TINE_DIALECTS_NN_ROWS_H

#include "dialects/nn/NN.h"

namespace tine::nn {
class ReshapeOp;

/// Dimension `dim` counts `outer` times through all rows, each of which may be
/// several elements of it. -1: there are none.
struct Rows {
  int64_t dim = -1;
  int64_t outer = 1;

  bool isNone() const { return dim < 0; }
  bool operator==(const Rows &other) const {
    return dim == other.dim && outer == other.outer;
  }
  bool operator!=(const Rows &other) const { return !(*this == other); }
};

/// The `count` rows of the input of a reshape, by those of its result.
std::optional<Rows> rowsOfInput(ReshapeOp op, Rows ofResult, int64_t count);
std::optional<Rows> rowsOfResult(ReshapeOp op, Rows ofInput, int64_t count);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_ROWS_H
