//===- Library.cpp - Sources that ship with the compiler ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of library sources, made by the build.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Library.h"

namespace {
struct Entry {
  const char *name;
  const char *source;
};
} // namespace

static const Entry entries[] = {
#include "frontend/LibrarySources.inc"
};

llvm::StringRef tine::elaborate::librarySource(llvm::StringRef name) {
  for (const Entry &entry : entries)
    if (name == entry.name)
      return entry.source;
  return {};
}
