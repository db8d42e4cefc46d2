//===- Presence.h - Whether a value depends on another in this run *- C++ -*-=//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A leaf that only the branch not taken uses, or a loop that does not run, has
// no gradient. Both are known at run time, so the answer is a condition.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_ELABORATE_PRESENCE_H
#define TINE_FRONTEND_ELABORATE_PRESENCE_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

namespace tine::elaborate {

/// The condition (an i1, made at the insertion point of `b`) under which
/// `outputs` depend on `input`; null when they always do, a constant when they
/// never do. `reached` is
/// everything that the outputs may depend on, `input` included.
///
/// Where a branch, or whether a loop runs, depends on what is known in a loop,
/// task or another branch only, it counts as taken, and the loop as run.
mlir::Value presence(mlir::OpBuilder &b, mlir::Location loc,
                     llvm::ArrayRef<mlir::Value> outputs, mlir::Value input,
                     const llvm::DenseSet<mlir::Value> &reached);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_ELABORATE_PRESENCE_H
