//===- KnownJson.h - JSON that is there when compiled -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text of the program becomes values; of a file, which the run reads anew, the
// types count.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_KNOWNJSON_H
#define TINE_FRONTEND_SERVICES_KNOWNJSON_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// (True, what json.loads gives for a text), or (False, why it is no JSON);
/// None where it is too much, which is left to the run.
Value valueOfJson(Context &e, llvm::StringRef text, ast::Range range);

/// What is known of a file, (its shape, its value); None where it cannot be
/// read. A shape is ("int",), ("list", length, shape of each), ("items",
/// shapes) or ("dict", names and shapes), where kinds have the names of
/// Python's types. Parts of the value that are too long are None.
Value shapeOfJsonFile(Context &e, llvm::StringRef path, ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_KNOWNJSON_H
