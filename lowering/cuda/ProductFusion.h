//===- ProductFusion.h - What a product's kernel does beside ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product is added to what is in its result: most often a number or a bias
// that an op before it has put there. And often one op of elements alone reads
// it, as an activation. The kernel of the product does both in registers. And
// it reads factors as they were before they were transposed or extended to f32.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_PRODUCTFUSION_H
#define TINE_LOWERING_CUDA_PRODUCTFUSION_H

#include "lowering/cuda/ProductOfLoops.h"

namespace tine::cuda {

/// What one product's kernel does beside.
struct ProductFusion {
  /// Gives what the product is added to, or null.
  mlir::linalg::GenericOp start;
  /// Makes what is stored of the sum, which it reads by `sum`, or null.
  mlir::linalg::GenericOp end;
  mlir::OpOperand *sum = nullptr;
  /// Of buffers that the product reads.
  ReadInstead instead;
  /// Those between what the product reads and what it read at first, the last
  /// made first.
  llvm::SmallVector<mlir::Value> passed;
  /// Ops that the product's kernel takes the place of.
  llvm::SmallVector<mlir::Operation *> replaced;
};

/// Finds them in the block of the product. Moves the product to its end, and
/// what frees its operands behind it.
ProductFusion fuseProduct(mlir::linalg::GenericOp product);

/// Erases the replaced ops and allocations that nothing uses any more. The
/// product's kernel must be there.
void eraseReplaced(ProductFusion &fusion, mlir::Value result);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_PRODUCTFUSION_H
