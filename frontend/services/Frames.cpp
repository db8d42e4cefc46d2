//===- Frames.cpp - The call stack ----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Frames.h"

using namespace tine;
using llvm::StringRef;

namespace tine::elaborate {

Scope *Frames::newLibraryScope(const SourceFile *file, StringRef moduleName) {
  scopes.emplace_back();
  Scope *scope = &scopes.back();
  scope->file = file;
  scope->moduleName = moduleName.str();
  scope->isLibrary = true;
  return scope;
}

const Frame *Frames::moduleFrameOf(const Scope *scope) const {
  const Scope *home = &scope->home();
  // That of a file of the library is gone once its names are in its scope.
  if (!home->isLibrary || home->globals.empty())
    for (const Frame &frame : stack)
      if (frame.isModule && frame.scope == home)
        return &frame;
  return nullptr;
}

} // namespace tine::elaborate
