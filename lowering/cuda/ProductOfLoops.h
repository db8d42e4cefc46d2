//===- ProductOfLoops.h - Sums of products in linalg ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes products of matrices, whatever their elements are: those of
// tensors, of windows of images, converted from other types.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_PRODUCTOFLOOPS_H
#define TINE_LOWERING_CUDA_PRODUCTOFLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace tine::cuda {

/// A factor of the product: a value in the body.
struct ProductFactor {
  mlir::Value value;
  /// What computes it, in the order of the body.
  llvm::SetVector<mlir::Operation *> ops;
  /// Loops that it depends on.
  llvm::SmallBitVector loops;
  /// Whether neighbours along the sum, and not along the factor's own loops,
  /// are neighbours in memory.
  bool isAlongSum = false;
};

/// result(batches, rows, columns) += a(batches, rows, depths) *
/// b(batches, columns, depths), the loops of each kind slowest first.
struct ProductOfLoops {
  mlir::Operation *add;
  ProductFactor a, b;
  llvm::SmallVector<unsigned> batches, rows, columns, depths;
};

/// The elements of a buffer, which are those of another one that is read
/// instead.
struct ElementsOf {
  mlir::Value buffer;
  /// The place in it of each place, a number of dimensions.
  mlir::AffineMap place;
};
using ReadInstead = llvm::DenseMap<mlir::Value, ElementsOf>;

/// Nothing where the op has another body, or no rows or columns.
std::optional<ProductOfLoops>
matchProduct(mlir::linalg::GenericOp op,
             const ReadInstead &instead = ReadInstead());

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_PRODUCTOFLOOPS_H
