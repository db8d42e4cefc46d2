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
/// Behind a `try` that no other sees: what is still raised ends the program.
Flow endUnseen(Elaborator &e, Flow flow, ast::Range range);
/// The first operation in a block from behind `from` on, or from its start,
/// that a handler would have to catch an error of; null if there is none.
mlir::Operation *findCaught(mlir::Block *block, mlir::Operation *from,
                            llvm::ArrayRef<std::string> caught);

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
