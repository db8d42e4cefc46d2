//===- Indices.h - Checks of indices ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether tensors of indices stay inside of what they index.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_INDICES_H
#define TINE_LOWERING_SUPPORT_INDICES_H

#include "dialects/nn/NN.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine::nn {
class IndexSelectOp;
} // namespace tine::nn

namespace tine {

/// Whether an index is out of range, and the first that is, as i64.
struct BadIndex {
  mlir::Value found, first;
};

/// Looks for one that is not in [lower, upper).
BadIndex findBadIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value indices,
                      mlir::Value lower, mlir::Value upper);

/// Raises if there is one. The first `%i` of the pattern takes it, the others
/// `values`. In a function that issues work nobody waits for that: what reads
/// or writes with an index keeps it inside itself.
void raiseIfOutside(mlir::ImplicitLocOpBuilder &b, mlir::Value indices,
                    mlir::Value lower, mlir::Value upper, llvm::StringRef kind,
                    llvm::StringRef pattern, mlir::ValueRange values = {});

/// The index, or the nearest one of a dimension of this size, which has
/// elements.
mlir::Value keepInside(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                       mlir::Value size);

/// Whether a condition does not hold.
mlir::Value negate(mlir::ImplicitLocOpBuilder &b, mlir::Value condition);

/// Says of an index_select that its indices are known to be inside.
void markKnownIndices(nn::IndexSelectOp op);
bool hasKnownIndices(nn::IndexSelectOp op);

/// Marks index_select whose indices are known to be inside: those that were
/// computed from constants.
void markKnownIndices(mlir::Operation *root);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_INDICES_H
