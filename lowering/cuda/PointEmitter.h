//===- PointEmitter.h - The body of an op at a point ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels of linalg have in common: where operands lie at a point of the
// loops, and what the body makes of them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_POINTEMITTER_H
#define TINE_LOWERING_CUDA_POINTEMITTER_H

#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine::cuda {

class PointEmitter {
public:
  PointEmitter(mlir::linalg::GenericOp op, KernelBuilder &k);

  /// Numbers of the parallel loops, slowest first: neighbours in the first
  /// result come from neighbours in the last loop.
  llvm::SmallVector<unsigned> parallelLoops();
  /// The others, in their order.
  llvm::SmallVector<unsigned> otherLoops();
  /// The product of the sizes of loops, on the host.
  mlir::Value countOf(llvm::ArrayRef<unsigned> loops);
  /// The sizes as they are known at compile time, or nothing.
  std::optional<int64_t> knownCount(llvm::ArrayRef<unsigned> loops);
  /// ceil(x / y), on the host.
  mlir::Value divideUp(mlir::Value x, int64_t y);

  /// Sets `point` for loops from the number of a point in row-major order.
  void setPoint(llvm::SmallVectorImpl<mlir::Value> &point,
                llvm::ArrayRef<unsigned> loops, mlir::Value number);
  /// Where the operand, of this op or another one, is read at a point of loops.
  llvm::SmallVector<mlir::Value> placeOf(mlir::OpOperand &operand,
                                         llvm::ArrayRef<mlir::Value> point);
  mlir::Value offsetAt(mlir::OpOperand &operand,
                       llvm::ArrayRef<mlir::Value> point);
  /// A result that a loop which is not parallel does not move along.
  bool isAccumulated(mlir::OpOperand *init);
  /// The accumulated results before the first step.
  llvm::SmallVector<mlir::Value> startsAt(llvm::ArrayRef<mlir::Value> point);
  void storeAt(llvm::ArrayRef<mlir::Value> point,
               llvm::ArrayRef<mlir::Value> accumulated);
  /// What the body yields for these values of its arguments.
  llvm::SmallVector<mlir::Value> body(llvm::ArrayRef<mlir::Value> arguments,
                                      llvm::ArrayRef<mlir::Value> point);
  /// The value of an op of parallel loops, of its only result, at a point of
  /// them. Instead of loading from `operand` it takes `known`, if there is one.
  mlir::Value valueOf(mlir::linalg::GenericOp other,
                      llvm::ArrayRef<mlir::Value> point,
                      mlir::OpOperand *operand = nullptr,
                      mlir::Value known = {});
  /// The body at a point; gives the accumulated results, and stores the others
  /// if asked to.
  llvm::SmallVector<mlir::Value> visit(llvm::ArrayRef<mlir::Value> point,
                                       llvm::ArrayRef<mlir::Value> accumulated,
                                       bool stores = true);
  /// Starts a branch that only threads for which `condition` holds take.
  void onlyIf(mlir::Value condition);

  mlir::linalg::GenericOp op;
  KernelBuilder &k;
  mlir::ImplicitLocOpBuilder &b;
  llvm::SmallVector<mlir::OpFoldResult> sizes;

private:
  /// What the arguments of the body are at a point.
  llvm::SmallVector<mlir::Value>
  argumentsAt(llvm::ArrayRef<mlir::Value> point,
              llvm::ArrayRef<mlir::Value> accumulated);
  mlir::Value evaluate(mlir::AffineExpr expression,
                       llvm::ArrayRef<mlir::Value> point);
};

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_POINTEMITTER_H
