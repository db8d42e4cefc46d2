//===- Activity.h - What depends on the inputs of a gradient ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is active when it depends on an input through operations that have a
// derivative. Lists, futures and the values of loops and branches are followed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_DIFFERENTIATE_ACTIVITY_H
#define TINE_LOWERING_DIFFERENTIATE_ACTIVITY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace tine {

/// Whether values of the type have a derivative: tensors of floats.
bool isDifferentiable(mlir::Type type);

class Activity {
public:
  explicit Activity(mlir::ValueRange inputs);

  bool isActive(mlir::Value value) const { return active.contains(value); }
  bool isInput(mlir::Value value) const { return inputs.contains(value); }
  /// Makes the copy of an active value active.
  void copy(mlir::Value from, mlir::Value to) {
    if (isActive(from))
      active.insert(to);
  }
  /// The new value has taken the place of the old one.
  void replace(mlir::Value old, mlir::Value now) {
    copy(old, now);
    if (isInput(old))
      inputs.insert(now);
  }
  /// Whether the op, or one inside of it, uses an active value.
  bool usesActive(mlir::Operation *op) const;

private:
  void mark(mlir::Value value);
  void markResults(mlir::Operation *user);
  void follow(mlir::OpOperand &use);

  llvm::DenseSet<mlir::Value> inputs, active;
  llvm::SmallVector<mlir::Value> todo;
};

} // namespace tine

#endif // TINE_LOWERING_DIFFERENTIATE_ACTIVITY_H
