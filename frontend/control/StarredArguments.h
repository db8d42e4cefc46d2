//===- StarredArguments.h - Items of the run behind `*` ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `f(*values)` and `[*values]` where only the run knows how many values there
// are.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_STARREDARGUMENTS_H
#define TINE_FRONTEND_CONTROL_STARREDARGUMENTS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

/// The list of the run that it is, or has as a tuple of the run; else none.
Value listOfRun(Elaborator &e, const Value &value);

/// A list of the items of groups, tuples and lists of the run, one after the
/// other. Invalid after an error.
Value joinedItems(Elaborator &e, std::vector<Value> groups, ast::Range range);

/// Calls with `args.rest`: a function whose parameters tell how many items
/// there must be gets so many, `*args` a tuple of the run, and `zip`, `max`,
/// `min` the items as a whole. An error for other callees.
Value callWithRest(Elaborator &e, const Value &callee, CallArgs &args);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_STARREDARGUMENTS_H
