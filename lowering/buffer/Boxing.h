//===- Boxing.h - Where a tensor becomes a box ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes of the phase buffer share about boxes and about which tensors
// may lie in the memory of a box.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_BUFFER_BOXING_H
#define TINE_LOWERING_BUFFER_BOXING_H

#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVector.h"

namespace tine {

/// The operands whose tensors may share memory with `op`'s tensor results once
/// bufferized, reads only: views and choices. Results of structured control
/// flow are not among them.
llvm::SmallVector<mlir::Value> getViewedTensors(mlir::Operation *op);

/// True when `tensor` may be a view of what an op that `of` accepts makes, or
/// is that itself.
bool mayBeView(mlir::Value tensor,
               llvm::function_ref<bool(mlir::Operation *)> of);

/// True when `tensor` may lie in the memory of a box. Results and arguments of
/// structured control flow count as memory of their own (see carry-boxes).
bool mayLieInBox(mlir::Value tensor);

/// Makes `uses`, operands that hold `tensor`, hold one box of it. The box is
/// made as early as sensible: right behind the definition, but inside of a
/// branch that alone needs it. Later uses of the tensor read the box, so that
/// the tensor's producer can write into it.
void boxUses(mlir::Value tensor, llvm::ArrayRef<mlir::OpOperand *> uses);

/// Makes `uses`, operands that hold a part of a vector, hold one box of it that
/// shares the vector's elements. The operand of the op that makes it is the
/// vector as a tensor: the caller gives it a box with boxUses().
BoxPartOp sharePart(mlir::OpResult part,
                    llvm::ArrayRef<mlir::OpOperand *> uses);

/// Gives each use of a `tensor.empty` one of its own.
void splitEmptyTensors(mlir::func::FuncOp function);

/// The start of the chain of ops with destinations that makes the boxed tensor,
/// in the block of `box`, or null.
mlir::tensor::EmptyOp findStart(BoxOp box);

/// Makes a chain start with the memory of a buffer.
void startInBuffer(mlir::tensor::EmptyOp start, mlir::Value buffer);

/// The elements of a box.
mlir::Value getBoxBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value box);

/// A buffer that nobody else has, as a tensor for bufferization.
mlir::Value getWritableTensor(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value buffer);

/// Copies a tensor to a buffer, unless it lies there by then.
void fillBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                mlir::Value tensor, mlir::Value buffer);

} // namespace tine

#endif // TINE_LOWERING_BUFFER_BOXING_H
