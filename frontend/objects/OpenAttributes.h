//===- OpenAttributes.h - Attributes that the program gives -----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's objects are open: a program can set any attribute of most of them.
// Objects and classes of the program keep theirs themselves. A tensor keeps
// those that mean nothing to PyTorch under a name of its own. Those of
// functions, modules and classes of the library are in one object of the heap
// (`Objects::openAttributes`), so that branches and loops join them as all
// other attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_OPENATTRIBUTES_H
#define TINE_FRONTEND_OBJECTS_OPENATTRIBUTES_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// What the program has set as an attribute of a function, a module, or a class
/// or type of the library; null if nothing.
Value openAttribute(Context &e, const Value &owner, llvm::StringRef name);

/// What begins the names of attributes that the program has given to a tensor.
inline constexpr char ownPrefix = '.';

/// What the program has set as an attribute of a tensor; null if nothing.
Value ownAttribute(Context &e, const Value &tensor, llvm::StringRef name,
                   ast::Range range);
bool setOwnAttribute(Context &e, const Value &tensor, llvm::StringRef name,
                     const Value &value, ast::Range range);
bool deleteOwnAttribute(Context &e, const Value &tensor, llvm::StringRef name,
                        ast::Range range);

bool setOpenAttribute(Context &e, const Value &owner, llvm::StringRef name,
                      const Value &value, ast::Range range);
bool deleteOpenAttribute(Context &e, const Value &owner, llvm::StringRef name,
                         ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_OPENATTRIBUTES_H
