//===- Attempts.h - try, except, finally ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A raised error is a way in which a block ends, like `return`, as far as a
// `try` around it sees it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_ATTEMPTS_H
#define TINE_FRONTEND_CONTROL_ATTEMPTS_H

#include "frontend/control/Elaborator.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Exceptions.h"

namespace tine::elaborate {

/// Whether the flow, one way of several, ends with an error.
mlir::Value isRaised(Elaborator &e, const Flow &flow, ast::Range range);
/// Of a flow that raises, one way of several, whether it does; the other ways
/// are its normal end.
Flow raisedPart(Elaborator &e, const Flow &flow, ast::Range range);
/// Behind a `try`: if no other sees it, what is still raised ends the program,
/// and the error that was pending `around` it is that again.
Flow endAttempts(Elaborator &e, const Flow &flow, unsigned around,
                 ast::Range range);
/// The first operation in a block from behind `from` on, or from its start,
/// that a handler would have to catch an error of; null if there is none.
mlir::Operation *findCaught(mlir::Block *block, mlir::Operation *from,
                            llvm::ArrayRef<std::string> caught);
/// Whether an operation that may end the program is one that raises an error
/// instead where a handler is for that, as a rule.
bool mayBeRaised(mlir::Operation *op);

Flow execTry(Elaborator &e, const ast::TryStmt *stmt);
Flow execRaise(Elaborator &e, const ast::RaiseStmt *stmt);

/// What a handler or __exit__ gets: the object that was raised, or one of the
/// library that has the kind and text of the pending error.
/// The error is of one of the classes `caught`.
Value caughtError(Elaborator &e, llvm::ArrayRef<std::string> caught,
                  ast::Range range);
/// An error of one of Python's own classes, as an object.
Value makeError(Context &e, llvm::StringRef kind, const CallArgs &args);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_ATTEMPTS_H
