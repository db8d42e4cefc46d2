//===- Failures.h - What a finally sees -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions about `finally` and `with` around what may fail in the run, if
// others see what runs there: failures are raised, as under a handler. They are
// made by the place of the statement alone. After an error no failure is.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_FAILURES_H
#define TINE_FRONTEND_SERVICES_FAILURES_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Asks for a round in which failures under the statement are raised; false if
/// they are, or may not be.
bool raiseFailures(Context &e, const void *node);
/// Whether they are.
bool raisesFailures(Context &e, const void *node);
/// Asks for a round in which no statement has that, in front of an error; false
/// if none does.
bool endByFailures(Context &e, const llvm::Twine &error);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_FAILURES_H
