//===- RowGroups.h - Operations on the same rows ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax, norms and losses arrive as operations that go through the same rows
// and combine each into numbers. A group of them needs nothing of other rows,
// so a kernel can do all of them for a row before it goes to the next.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_ROWGROUPS_H
#define TINE_LOWERING_CUDA_ROWGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

/// Where an operand of an operation of a group lies.
enum class RowPlace {
  Element,  // an element for each point of the loops, in their order
  Row,      // an element for each row
  Elsewhere // anything else, which the group only reads
};

struct RowGroup {
  /// In program order: generic ops, and copies of buffers.
  llvm::SmallVector<mlir::Operation *> ops;
  /// The sizes of the loops over rows and of those in a row. Only the run may
  /// know those over rows; they are the sizes of the first dimensions of
  /// `whole`, which has all elements.
  llvm::SmallVector<int64_t> rows, inner;
  mlir::Value whole;

  /// What frees memory between the ops: to be moved behind the kernel.
  llvm::SmallVector<mlir::Operation *> findReleases() const;
  /// True if the op has one point for each row.
  bool isOfRows(mlir::Operation *op) const;
  RowPlace placeOf(mlir::linalg::GenericOp op, mlir::OpOperand &operand) const;
};

/// The longest row that a block of threads keeps in its registers.
constexpr int64_t longestRow = 16384;

/// Groups of two and more ops of the block that are not in each other's way.
/// Named ops other than copies are generic ones before.
std::vector<RowGroup> findRowGroups(mlir::Block &block);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_ROWGROUPS_H
