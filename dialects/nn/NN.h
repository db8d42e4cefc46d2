//===- NN.h - The nn dialect ------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect, its attributes and interfaces, and what goes by the
// types of elements. The classes of its operations have headers by kind, as
// ElementwiseOps.h: when an operation changes, what includes the header of its
// kind is compiled again.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_NN_H
#define TINE_DIALECTS_NN_NN_H

#include "dialects/nn/Parts.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

#include "dialects/nn/NNEnums.h.inc"

#include "dialects/nn/NNDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/nn/NNAttrs.h.inc"

namespace tine::nn {
using Values = llvm::SmallVector<mlir::Value>;

class WithDerivativeOp;
/// What the derivative of the op is computed from.
Values readsOf(WithDerivativeOp op);

inline Values allOperands(mlir::Operation *op) {
  return Values(op->getOperands());
}

/// An attribute of an op that is a part of one for whose derivative PyTorch
/// keeps nothing: a mean's division, say.
inline constexpr llvm::StringLiteral savesNothing = "nn.saves_nothing";

/// What an op on elements of a type computes in, and what its scalar operands
/// are: f32 for f16 and bf16, i16 for si8, else the type itself.
mlir::Type getComputeType(mlir::Type element);
/// f16, bf16 and si8: a type of elements only.
inline bool isNarrow(mlir::Type element) {
  return getComputeType(element) != element;
}
} // namespace tine::nn

#include "dialects/nn/NNInterfaces.h.inc"

#endif // TINE_DIALECTS_NN_NN_H
