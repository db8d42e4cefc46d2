//===- SteppedStatements.h - Where a part may raise -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under a `try`, a call may raise on some paths only. Where it is all that a
// statement computes, the rest of the statement is what the other paths do.
// Where it is a part, as in `total += int(s)`, the statement goes in steps
// (syntax/Steps.h): each part is computed as if it were a statement, and its
// value kept; what is behind it, the statement itself at last, runs on the
// paths that have not raised, and takes what was kept. A function goes in steps
// when a round has found that it has to (services/Decisions.h).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_STEPPEDSTATEMENTS_H
#define TINE_FRONTEND_CONTROL_STEPPEDSTATEMENTS_H

#include "frontend/control/Elaborator.h"
#include "frontend/syntax/Steps.h"

namespace tine::elaborate {

/// Whether statements of the function that runs go in steps here.
bool goesInSteps(Elaborator &e);
/// Asks for a round in which they do; false if this is one.
bool goInSteps(Elaborator &e);

/// Takes the steps. Where only the run knows whether one raises, it runs `rest`
/// behind them, on the paths on which none has, and gives how all ends.
std::optional<Flow> takeSteps(Elaborator &e, const ast::Steps &steps,
                              llvm::function_ref<Flow()> rest);
/// Runs `rest` behind the steps of the expressions, where the function goes in
/// steps. Some may be null.
Flow inSteps(Elaborator &e, llvm::ArrayRef<const ast::Expr *> exprs,
             llvm::function_ref<Flow()> rest, bool areConditions = false);

/// The value of an expression that is the whole of an arm or of a lambda. Where
/// only the run knows whether it raises, `partlyRaised` has that.
Value evalWhole(Elaborator &e, const ast::Expr *expr, bool isCondition = false);
/// The value that `rest` gives where what came before has not raised, likewise.
Value unlessRaised(Elaborator &e, llvm::function_ref<Value()> rest,
                   ast::Range range);
/// A flow that returns the value where computing it has not raised.
Flow returnUnlessRaised(Elaborator &e, const Value &value, ast::Range range);

/// The value that a step has computed of an expression; none if there is none.
Value takeKept(Elaborator &e, const ast::Expr *expr);
/// Whether all items of what the expression makes, which may raise, are asked
/// for at once, as by `list`. If not, that is an error: here they are made at
/// once.
bool isTakenAtOnce(Elaborator &e, ast::Range range);

/// Makes an expression the whole of what is computed, if `is`, as long as this
/// lives.
class AsWhole {
public:
  AsWhole(Elaborator &e, ast::Range range, bool is = true,
          bool isTakenAtOnce = false);
  ~AsWhole();
  AsWhole(const AsWhole &) = delete;
  AsWhole &operator=(const AsWhole &) = delete;

private:
  Elaborator &e;
  Whole outer;
  size_t depth;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_STEPPEDSTATEMENTS_H
