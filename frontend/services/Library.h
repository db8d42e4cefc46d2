//===- Library.h - Sources that ship with the compiler ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules, functions and initialisers of torch.nn, written in the language that
// Tine compiles (frontend/library) and built into the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_LIBRARY_H
#define TINE_FRONTEND_SERVICES_LIBRARY_H

#include "frontend/services/Context.h"
#include "llvm/ADT/StringRef.h"

namespace tine::elaborate {

/// The source of a module such as "torch.nn", or "" if there is none.
llvm::StringRef librarySource(llvm::StringRef name);

class Context;
struct Value;

/// Whether the class of an object says that it is one of these, too: a word of
/// its `_abstract`, as classes of the library have.
bool claims(Context &elaborator, const Value &object, llvm::StringRef name);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_LIBRARY_H
