//===- Format.h - Patterns that become text at run time ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What print, f-strings and str.format share.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_FORMAT_H
#define TINE_FRONTEND_BUILTINS_FORMAT_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// "<class 'int'>"; empty where its text has an address or is not known.
std::string textOfClass(const Value &value);
/// Adds text to a pattern as it is.
void addLiteral(std::string &pattern, llvm::StringRef text);

/// The pattern of values of a type whose leaves come one after the other; false
/// where there is none.
bool addTypePattern(const Type &type, bool script, bool repr,
                    std::string &pattern);
/// Whether a tensor in it requires a gradient.
bool holdsGraded(const Type &type);
/// Whether there are objects in it, or numbers of NumPy.
bool holdsRecord(const Type &type);
/// What the text of a tensor says of its device, before its letter.
std::string deviceNote(mlir::RankedTensorType type);

/// One field: `{value!conversion:spec}`. The conversion comes first; 0 is none.
/// The specification is a str, which the run may know only.
bool formatField(Context &e, Value value, char conversion, const Value &spec,
                 ast::Range range, std::string &pattern,
                 llvm::SmallVectorImpl<mlir::Value> &leaves);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_FORMAT_H
