//===- Parts.cpp - Operations on parts of a batch -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether rows of results are made of the same rows of operands, for the ops
// whose records do not say it in a line.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Parts.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/nn/Rows.h"
#include "dialects/nn/ViewOps.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

static RankedTensorType tensorOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

std::optional<Cuts> nn::cutAll(Operation *op, int64_t dim) {
  Cuts cuts;
  for (Value operand : op->getOperands())
    cuts.operands.push_back(tensorOf(operand) ? dim : -1);
  cuts.results.assign(op->getNumResults(), dim);
  return cuts;
}

std::optional<Cuts> nn::cutFirst(Operation *op, int64_t dim) {
  Cuts cuts;
  cuts.operands.assign(op->getNumOperands(), -1);
  cuts.operands.front() = dim;
  cuts.results.assign(op->getNumResults(), dim);
  return cuts;
}

std::optional<Cuts> nn::cutBroadcast(Operation *op, int64_t dim) {
  RankedTensorType result = tensorOf(op->getResult(0));
  Cuts cuts;
  for (Value operand : op->getOperands()) {
    RankedTensorType type = tensorOf(operand);
    int64_t own = type ? dim - (result.getRank() - type.getRank()) : -1;
    if (own < 0) {
      cuts.operands.push_back(-1);
      continue;
    }
    int64_t size = type.getDimSize(own);
    // It may be 1 in the run.
    if (size != 1 && size != result.getDimSize(dim))
      return std::nullopt;
    cuts.operands.push_back(size == result.getDimSize(dim) ? own : -1);
  }
  cuts.results.push_back(dim);
  return cuts;
}

std::optional<Cuts> nn::cutReduced(Operation *op, ArrayRef<int64_t> dims,
                                   bool keepdim, int64_t dim) {
  int64_t own = dim;
  if (keepdim && llvm::is_contained(dims, dim))
    return std::nullopt;
  if (!keepdim) {
    own = -1;
    for (int64_t left = dim; left >= 0; --left)
      do
        ++own;
      while (llvm::is_contained(dims, own));
  }
  return Cuts{{own}, {dim}};
}

/// The product of the first sizes; -1 if one is dynamic.
static int64_t outerElements(RankedTensorType type, int64_t dim) {
  int64_t product = 1;
  for (int64_t size : type.getShape().take_front(dim)) {
    if (ShapedType::isDynamic(size))
      return -1;
    product *= size;
  }
  return product;
}

/// The same rows in a tensor of another shape. In row-major order they are runs
/// of elements, as many as what is around them has.
static std::optional<Rows> reshapeRows(RankedTensorType from, Rows rows,
                                       RankedTensorType to, int64_t count) {
  int64_t around = outerElements(from, rows.dim) * rows.outer;
  for (int64_t dim = to.getRank() - 1; dim >= 0 && around > 0; --dim) {
    int64_t outside = outerElements(to, dim), size = to.getDimSize(dim);
    if (outside <= 0 || around % outside != 0)
      continue;
    int64_t outer = around / outside;
    if (size > 0 && size % (outer * count) == 0)
      return Rows{dim, outer};
  }
  return std::nullopt;
}

std::optional<Rows> nn::rowsOfInput(ReshapeOp op, Rows ofResult,
                                    int64_t count) {
  return reshapeRows(op.getType(), ofResult, op.getInput().getType(), count);
}

std::optional<Rows> nn::rowsOfResult(ReshapeOp op, Rows ofInput,
                                     int64_t count) {
  return reshapeRows(op.getInput().getType(), ofInput, op.getType(), count);
}

std::optional<Cuts> nn::cutReshape(Operation *op, int64_t dim, int64_t rows) {
  std::optional<Rows> input = rowsOfInput(cast<ReshapeOp>(op), {dim}, rows);
  if (!input || input->outer != 1)
    return std::nullopt;
  Cuts cuts{{input->dim}, {dim}};
  cuts.operands.resize(op->getNumOperands(), -1);
  return cuts;
}

std::optional<Cuts> nn::cutAttention(AttentionOp op, int64_t dim) {
  if (dim > 1)
    return std::nullopt; // queries, of which `causal` knows the numbers
  Cuts cuts{{dim, dim, dim}, {dim, dim}};
  if (Value mask = op.getMask())
    cuts.operands.push_back(tensorOf(mask).getDimSize(dim) == 1 ? -1 : dim);
  return cuts;
}

std::optional<Cuts> nn::cutGather(GatherOp op, int64_t dim) {
  if (dim == int64_t(op.getDim()))
    return Cuts{{-1, dim}, {dim}};
  // Indices may be fewer than what they index.
  if (tensorOf(op.getInput()).getDimSize(dim) !=
      tensorOf(op.getIndices()).getDimSize(dim))
    return std::nullopt;
  return Cuts{{dim, dim}, {dim}};
}

std::optional<Cuts> nn::cutIndexSelect(IndexSelectOp op, int64_t dim) {
  int64_t first = op.getDim();
  int64_t count = tensorOf(op.getIndices()).getRank();
  if (dim < first)
    return Cuts{{dim, -1}, {dim}};
  if (dim < first + count)
    return Cuts{{-1, dim - first}, {dim}};
  return Cuts{{dim - count + 1, -1}, {dim}};
}

std::optional<Cuts> nn::cutRnn(RnnOp op, int64_t dim) {
  if (dim != 1)
    return std::nullopt;
  Cuts cuts;
  for (Value operand : op->getOperands())
    cuts.operands.push_back(operand == op.getInput() ? 1
                            : operand == op.getH0() || operand == op.getC0()
                                ? 0
                                : -1);
  cuts.results.assign(op->getNumResults(), 0);
  cuts.results.front() = 1;
  return cuts;
}
