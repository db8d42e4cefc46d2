//===- Parts.h - Operations on parts of a batch -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is cut where an op is done on some rows of a batch: the answers of
// PartsOpInterface, which the records of the ops choose from.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_PARTS_H
#define TINE_DIALECTS_NN_PARTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tine::nn {

/// The dimensions along which the operands and results of an op are cut to the
/// same rows. -1: it is taken as a whole.
struct Cuts {
  llvm::SmallVector<int64_t> operands;
  llvm::SmallVector<int64_t> results;
};

/// All tensors have the same shape, up to dimension `dim` at least.
std::optional<Cuts> cutAll(mlir::Operation *op, int64_t dim);
/// The same, but what follows the first operand is parameters and sizes.
std::optional<Cuts> cutFirst(mlir::Operation *op, int64_t dim);
/// Operands are broadcast to the result.
std::optional<Cuts> cutBroadcast(mlir::Operation *op, int64_t dim);
/// `dims` of the operand are gone in the result, or of size 1 (`keepdim`).
std::optional<Cuts> cutReduced(mlir::Operation *op,
                               llvm::ArrayRef<int64_t> dims, bool keepdim,
                               int64_t dim);
/// A row of the operand, of as many elements, becomes one of the result.
std::optional<Cuts> cutReshape(mlir::Operation *op, int64_t dim, int64_t rows);

class AttentionOp;
class GatherOp;
class IndexSelectOp;
class RnnOp;
std::optional<Cuts> cutAttention(AttentionOp op, int64_t dim);
std::optional<Cuts> cutGather(GatherOp op, int64_t dim);
std::optional<Cuts> cutIndexSelect(IndexSelectOp op, int64_t dim);
std::optional<Cuts> cutRnn(RnnOp op, int64_t dim);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_PARTS_H
