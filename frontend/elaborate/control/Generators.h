//===- Generators.h - Functions with yield ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a function with `yield` makes all that it gives at once, in a list.
// Where that could be told from Python, which runs it in steps, it is refused.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_ELABORATE_CONTROL_GENERATORS_H
#define TINE_FRONTEND_ELABORATE_CONTROL_GENERATORS_H

#include "frontend/elaborate/Elaborator.h"

namespace tine::elaborate {

/// A call of a generator function, whose frame is the last one.
class Generation {
public:
  /// Reports an error for what cannot be run at once.
  Generation(Elaborator &e, const ast::FunctionDefStmt &def, ast::Range range);
  /// What it has given so far: a list.
  Value items() const;
  Flow give(const ast::YieldExpr *yield);
  /// What the call gives, when the body has been elaborated.
  Value finish(const Value &items);

  /// Whether the function has `yield`.
  static bool isNeeded(ast::Block body);

private:
  Elaborator &e;
  ast::Range range;
  State before;
  mlir::Block *block;
  mlir::Operation *last; // in front of what comes behind the first item
  bool hasGiven = false;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_ELABORATE_CONTROL_GENERATORS_H
