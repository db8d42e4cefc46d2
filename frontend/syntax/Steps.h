//===- Steps.h - The parts of a statement, one by one -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a statement computes whatever happens, in the order of evaluation: the
// parts of its expressions, each behind its own parts. What only some runs
// compute, such as the second operand of `and`, belongs to the part around it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_STEPS_H
#define TINE_FRONTEND_SYNTAX_STEPS_H

#include "frontend/syntax/AST.h"

namespace tine::ast {

struct Step {
  const Expr *expr;
  const Expr *around = nullptr; // what it is an operand of
  bool isCondition = false;     // its truth is what counts
  /// If not 0, this is no part but a test: where the value of `expr` may change
  /// by what follows, step number `next` comes next.
  size_t next = 0;
};
using Steps = llvm::SmallVector<Step>;

/// Of a statement before it runs. Constants are none.
Steps stepsOf(const Stmt *stmt);
/// Of an expression, which is the last of them unless it is a constant.
Steps stepsOf(const Expr *expr, bool isCondition);

} // namespace tine::ast

#endif // TINE_FRONTEND_SYNTAX_STEPS_H
