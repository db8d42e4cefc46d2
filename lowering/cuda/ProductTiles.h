//===- ProductTiles.h - How products are shared out to blocks ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which template of codegen/device computes a product, how much of it a block
// has, and how many blocks share a sum.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_PRODUCTTILES_H
#define TINE_LOWERING_CUDA_PRODUCTTILES_H

#include "lowering/cuda/ProductFusion.h"

namespace tine::cuda {

/// The threads of a block of the templates.
constexpr int64_t productThreads = 256;

/// Rows or columns below which a tile would be empty for the most part. Instead
/// a warp, or as many lanes, have a column.
constexpr int64_t leastRows = 4;

/// The sizes of a product; those of 0 are the run's.
struct ProductShape {
  int64_t batches, rows, columns, depth;
};

ProductShape shapeOf(mlir::linalg::GenericOp op, const ProductOfLoops &product);

/// What a block of threads computes: so many rows and columns, of factors of
/// this type, which may be rounded to TF32.
struct ProductTile {
  mlir::Type type;
  int64_t size;
  bool isTf32 = false;
  /// All rows, which are few; `size` is about the number of columns.
  bool isThin = false;

  /// Whether its template loads pieces of factors in memory.
  bool isInPieces() const {
    return type.isF32() || type.isBF16() || type.isF16();
  }
};

/// Whether there is a template for sums of this type, and enough work for it.
bool hasTile(const ProductShape &shape, mlir::Type sum);
ProductTile chooseTile(mlir::linalg::GenericOp op,
                       const ProductOfLoops &product,
                       const ProductFusion &fusion, const ProductShape &shape);
/// The product as the tile's template takes it, few rows on the left.
ProductOfLoops matchFor(mlir::linalg::GenericOp op, const ProductFusion &fusion,
                        const ProductTile &tile);

std::string templateFor(const ProductTile &tile);
/// The columns of a block of few rows, where a lane loads so many at once.
int64_t thinColumns(bool isAlongSum, int64_t inPiece);
/// The blocks that share a sum.
int64_t chooseParts(const ProductShape &shape, const ProductTile &tile);
/// How many blocks shall have room on a multiprocessor, so that some compute
/// while others wait. ptxas would rather keep a few registers in memory.
int64_t blocksAtOnce(const ProductTile &tile, mlir::Type sum, bool areInMemory);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_PRODUCTTILES_H
