//===- TimedCode.h - What runs between two readings of a clock --*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation is *timed* when a clock may be read before it and again behind
// it, in its function or in a caller: docs/decisions/0006.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_TIMEDCODE_H
#define TINE_LOWERING_SUPPORT_TIMEDCODE_H

#include "dialects/tine/Tine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace tine {

/// Of a module as it is when this is made. A reading in a loop is before and
/// behind everything in the loop; a fork runs at its fork point.
class TimedCode {
public:
  explicit TimedCode(mlir::ModuleOp module);

  /// Whether no clock is read: then nothing is timed.
  bool empty() const { return readers.empty(); }
  bool isTimed(mlir::Operation *op) const { return timed.contains(op); }
  /// Whether the operation, or what it holds or calls, reads a clock.
  bool readsClock(mlir::Operation *op) const { return readers.contains(op); }

private:
  /// Whether a clock may have been read before, and may be read behind.
  struct Readings {
    bool before = false, behind = false;
  };

  mlir::func::FuncOp getCallee(mlir::Operation *call) const;
  void findReaders(mlir::ModuleOp module);
  void visit(mlir::Region &region, Readings around);
  void visit(mlir::Block &block, Readings around);
  void visitCall(mlir::func::FuncOp callee, Readings around);

  llvm::DenseMap<mlir::StringAttr, mlir::func::FuncOp> functions;
  llvm::DenseSet<mlir::Operation *> readers, timed;
  llvm::DenseMap<mlir::Operation *, Readings> contexts;
  llvm::SetVector<mlir::Operation *> changed; ///< functions to visit again
};

/// An operation on tensors that takes its time, and that passes may remove,
/// merge or move: no view, and no effect.
bool isTensorWork(mlir::Operation *op);

/// Whether the result is the operand, or a view of it, in the memory of
/// PyTorch.
bool isTensorView(mlir::Operation *op);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_TIMEDCODE_H
