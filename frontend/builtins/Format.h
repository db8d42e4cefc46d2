//===- Format.h - Conversions and specifications of formats -----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What f-strings and str.format share.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_FORMAT_H
#define TINE_FRONTEND_BUILTINS_FORMAT_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Adds text to a pattern as it is.
void addLiteral(std::string &pattern, llvm::StringRef text);

/// One field: `{value!conversion:spec}`. The conversion comes first; 0 is none.
/// The specification is a str, which the run may know only.
bool formatField(Context &e, Value value, char conversion, const Value &spec,
                 ast::Range range, std::string &pattern,
                 llvm::SmallVectorImpl<mlir::Value> &leaves);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_FORMAT_H
