//===- Generators.h - Functions with yield ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a function with `yield` makes all that it gives at once, in a list.
// Where that could be told from Python, which runs it in steps, it is refused.
// The `yield` of a context manager (contextlib.contextmanager) runs the body of
// the `with` in its place.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_GENERATORS_H
#define TINE_FRONTEND_CONTROL_GENERATORS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

/// A call of a generator function, whose frame is the last one.
class Generation {
public:
  /// What a `with` does with the value that its manager gives.
  using Body = llvm::function_ref<Flow(const Value &)>;

  /// Reports an error for what cannot be run at once. `body`: it is a context
  /// manager's.
  Generation(Elaborator &e, const ast::FunctionDefStmt &def, ast::Range range,
             Body body = nullptr);
  /// What it has given so far: a list.
  Value items() const;
  Flow give(const ast::YieldExpr *yield);
  /// What the call gives, when the body has been elaborated.
  Value finish(const Value &items);

  /// Whether it makes no list.
  bool isManager() const { return static_cast<bool>(body); }

  /// Whether the function has `yield`.
  static bool isNeeded(ast::Block body);

private:
  Flow runBody(const ast::YieldExpr *yield, const Value &value);

  Elaborator &e;
  ast::Range range;
  Body body;
  unsigned conditional; // the branches and loops around the call
  State before;
  mlir::Block *block;
  mlir::Operation *last;  // in front of what comes behind the first item
  mlir::Operation *begin; // in front of the call
  bool hasGiven = false;
};

/// Calls a generator function that is a context manager: `body` runs where it
/// yields. False after an error, or where the path ends.
bool callAround(Elaborator &e, const Value &function, CallArgs &args,
                Generation::Body body);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_GENERATORS_H
