//===- Combiners.h - How a loop combines values -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations that combine the values of each result of a reduction or scan,
// for kernels in which the threads of a block share the values out; and how
// blocks are cut for them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_COMBINERS_H
#define TINE_LOWERING_CUDA_COMBINERS_H

#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

/// The threads of a block, the results or lines that share one if neighbours
/// lie beside each other, and the blocks that keep a GPU busy.
constexpr int64_t sharingThreads = 256, columnsOfBlock = 32,
                  sharingBlocks = 264;

/// How an accumulated value and another one give the next: `result` by `ops`.
/// They are two of the same kind, and the order does not matter.
struct Combiner {
  llvm::SmallVector<mlir::Operation *> ops;
  mlir::Value before, added, result;
  mlir::TypedAttr neutral;
};

/// Whether the result moves along a loop that is not parallel.
bool isMoving(mlir::linalg::GenericOp op, mlir::OpOperand &init);

/// Of each result that does not move. Nothing where one of them is not combined
/// so, or of values that depend on what has been accumulated.
std::optional<llvm::SmallVector<Combiner>>
findCombiners(mlir::linalg::GenericOp op);

/// Whether each thread of a block has room in shared memory for a value of each
/// combiner.
bool fitShared(llvm::ArrayRef<Combiner> combiners);

/// Whether neighbouring results, or lines, are made of neighbouring elements of
/// an operand.
bool isColumnwise(mlir::linalg::GenericOp op);

llvm::SmallVector<mlir::Value> neutralsOf(llvm::ArrayRef<Combiner> combiners,
                                          KernelBuilder &k);

/// Each result from two partial ones.
llvm::SmallVector<mlir::Value> combine(llvm::ArrayRef<Combiner> combiners,
                                       llvm::ArrayRef<mlir::Value> x,
                                       llvm::ArrayRef<mlir::Value> y,
                                       KernelBuilder &k);

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_COMBINERS_H
