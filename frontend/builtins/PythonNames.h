//===- PythonNames.h - Names that Python has and Tine lacks -----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells a builtin of Python's that is not supported from a misspelt name.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_PYTHONNAMES_H
#define TINE_FRONTEND_BUILTINS_PYTHONNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tine::elaborate {

/// The message for a name of Python's module `builtins` that has no value in
/// Tine, with a way out where there is one; "" for any other name.
std::string unsupportedBuiltin(llvm::StringRef name);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_PYTHONNAMES_H
