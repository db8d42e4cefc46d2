//===- KnownText.h - What the runtime makes of constants --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text that is known at compile time is computed there, by the runtime's own
// functions: a program decides at compile time what it would decide in the run.
// What they raise is an error of the program (Diagnoser::fault). Each gives an
// invalid Value then, and also, without an error, where the result may be too
// long: the run computes it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_KNOWNTEXT_H
#define TINE_FRONTEND_SERVICES_KNOWNTEXT_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// The method of tine_abi_string_method; `result` is its kind of result: s, i,
/// b, or l for a list of strings.
Value foldMethod(Context &e, llvm::StringRef method, char result,
                 const Value &self, llvm::ArrayRef<Value> args,
                 ast::Range range);

/// s[i].
Value foldIndex(Context &e, const Value &self, int64_t index, ast::Range range);

/// float(s).
Value foldToFloat(Context &e, const Value &self, ast::Range range);

/// A float as Python's repr: the fewest digits that read back.
std::string reprOf(double value);

/// What the op tine.data gives for bytes that are short; invalid of others.
Value foldBytes(Context &e, llvm::StringRef what,
                llvm::ArrayRef<Value> arguments);

/// A template whose leaves are all constants.
Value foldFormat(Context &e, const std::string &pattern,
                 mlir::ValueRange leaves, ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_KNOWNTEXT_H
