//===- Cells.h - Variables that functions share -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's cell variables, and the global variables that functions set.
//
// A function in another one sees the variables around it as they are when it
// runs. What never changes once it is defined it has by value. The others, and
// what it sets by `nonlocal` or `global`, are attributes of an object of the
// heap, one for each call of the function whose variables they are, so that
// branches, loops and tasks merge them as they do what is in other objects.
// Which variables these are, the syntax tree tells.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_CELLS_H
#define TINE_FRONTEND_SERVICES_CELLS_H

#include "frontend/services/Context.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// Gives a new function what it reads of the variables of the last frame.
void captureVariables(Context &e, Value &function);
/// Moves variables of the frame into an object.
void shareVariables(Context &e, Frame &frame,
                    llvm::ArrayRef<std::string> names);

/// The object that has the variable; none if it is among the frame's locals.
std::optional<unsigned> cellOf(const Frame &frame, llvm::StringRef name);
/// The object that has the global variable of a file.
std::optional<unsigned> globalCell(const Context &e, const Scope &scope,
                                   llvm::StringRef name);
/// What a variable of the frame has, wherever it is; null if it is not set.
const Value *findVariable(const Context &e, const Frame &frame,
                          llvm::StringRef name);
/// Sets a variable of the last frame, wherever it is.
void setVariable(Context &e, llvm::StringRef name, Value value);
/// The variables of a frame that are its own or, of a file, all.
std::vector<std::pair<std::string, Value>> variablesOf(const Context &e,
                                                       const Frame &frame);
/// Reads one that an object has, for a program that names it there: null for
/// a builtin of that name.
Value readShared(Context &e, unsigned object, llvm::StringRef name,
                 ast::Range range);
/// Whether the place is a variable in an object.
bool isShared(const Heap &heap, const Slot &slot);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_CELLS_H
