//===- FactorInMemory.h - Factors that lie in memory as needed --*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor of a product that is a matrix in memory, and not something to be
// computed, is copied in pieces of 16 bytes. Its rows or its columns have to be
// neighbours, and each piece has to begin at a multiple of its size, which in
// part only the run knows.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_FACTORINMEMORY_H
#define TINE_LOWERING_CUDA_FACTORINMEMORY_H

#include "lowering/cuda/ProductOfLoops.h"

namespace tine::cuda {

/// A piece begins at a multiple of its bytes.
constexpr int64_t pieceBytes = 16;

struct FactorInMemory {
  mlir::Value buffer;
  /// Whether neighbours in memory are neighbours along the sum.
  bool isAlongSum;
  /// The dimension of the buffer whose stride leads from one line of
  /// neighbours to the next one.
  unsigned pitch;
  /// Loops of batches, and the dimensions of the buffer that they go along.
  llvm::SmallVector<std::pair<unsigned, unsigned>> batches;
  /// Whether all this is so, on the host; null if it always is.
  mlir::Value holds;
};

/// Where the factor lies, whose own loops are `own` and whose values are
/// multiplied as those of `type`. The host's arithmetic is built at `host`.
std::optional<FactorInMemory>
findInMemory(mlir::linalg::GenericOp op, const ProductOfLoops &product,
             const ProductFactor &factor, llvm::ArrayRef<unsigned> own,
             const ReadInstead &instead, mlir::Type type,
             mlir::OpBuilder &host);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_FACTORINMEMORY_H
