//===- Exceptions.h - Errors that the run tells apart -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_EXCEPTIONS_H
#define TINE_FRONTEND_SERVICES_EXCEPTIONS_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Whether `ask` says so of any of the values; those behind the first of which
/// it is known are not asked for.
Value anyOf(Context &e, llvm::ArrayRef<Value> values,
            llvm::function_ref<Value(const Value &)> ask, ast::Range range);

/// Whether an error of this kind, the name of its class, is one of `bases`.
Value isOfError(Context &e, const Value &kind,
                llvm::ArrayRef<std::string> bases, ast::Range range);

/// Makes the place for what is raised, in front of an outermost `try`.
void beginAttempts(Context &e);

/// Whether the value is such an object of the library.
bool isCaughtError(Context &e, const Value &value);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_EXCEPTIONS_H
