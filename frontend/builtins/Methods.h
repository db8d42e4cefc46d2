//===- Methods.h - Methods of Python's own types ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Methods of str, list and dict, attributes of tensors, and functions that the
// language's own syntax needs.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_METHODS_H
#define TINE_FRONTEND_BUILTINS_METHODS_H

#include "frontend/builtins/Registry.h"
#include "frontend/services/Interpreter.h"

namespace tine::elaborate {

Value stringMethod(Context &e, const Value &self, llvm::StringRef name,
                   CallArgs &args);
Value listMethod(Context &e, const Value &self, llvm::StringRef name,
                 CallArgs &args);
Value dictMethod(Context &e, const Value &self, llvm::StringRef name,
                 CallArgs &args);
/// Where the item is first in a list of the run, or -1; or how often.
Value findInList(Context &e, const Value &list, Value item, ast::Range range);

Value tensorAttribute(Context &e, const Value &self, llvm::StringRef name,
                      ast::Range range);
Value tensorFromData(Context &e, const Value &data, const Value &dtype,
                     ast::Range range);
/// Whether there are numbers in it that are ints on some paths, and floats on
/// the others.
bool hasIntOrFloat(Context &e, const Value &data);
/// Subscripts (Indexing.cpp).
Value indexTensor(Context &e, const Value &tensor, const Value &index,
                  ast::Range range);
bool storeTensor(Context &e, const Value &tensor, const Value &index,
                 const Value &value, ast::Range range);

Value length(Context &e, const Value &value, ast::Range range);
Value print(Context &e, CallArgs &args);

/// Text of values as print, str and format make it.
Value toText(Context &e, const Value &value, ast::Range range);
bool formatPattern(Context &e, const Value &value, bool repr, ast::Range range,
                   std::string &pattern,
                   llvm::SmallVectorImpl<mlir::Value> &leaves);
Value formatString(Context &e, const std::string &pattern,
                   mlir::ValueRange leaves, ast::Range range);
Value stringFormatCall(Context &e, const Value &self, CallArgs &args);
Value percentFormat(Context &e, const Value &self, const Value &args,
                    ast::Range range);
/// What `globals()` is as an argument: a name of the file that runs
/// (TimedText.cpp).
Value globalsHere(const Context &e);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_METHODS_H
