//===- mapped_files.h - Files that become shorter ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that is mapped is read where its bytes are used. The system sends a
// signal there if another process has cut it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_MAPPED_FILES_H
#define TINE_RUNTIME_MAPPED_FILES_H

#include <stddef.h>

namespace tine {

/// From here on the process ends with a message and status 1 where a byte of
/// this memory is no longer in the file. `path` must live as long. Not
/// thread-safe.
void watchMapped(const void *memory, size_t size, const char *path);
void unwatchMapped(const void *memory);

} // namespace tine

#endif // TINE_RUNTIME_MAPPED_FILES_H
