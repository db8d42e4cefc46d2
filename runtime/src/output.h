//===- output.h - Standard output and the end of the process ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One buffer before standard output; standard error is not buffered.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_OUTPUT_H
#define TINE_RUNTIME_OUTPUT_H

#include <stddef.h>

namespace tine {

/// Adds to standard output. Ends the program with status 1 and a message when
/// it cannot be written. Thread-safe.
void writeOutput(const char *data, size_t size);

/// Writes out what is buffered. Fails as writeOutput does.
void flushOutput();

/// The same unless another thread is at it; for signal handlers.
void flushOutputIfFree();

/// Writes to a file descriptor, all of it; false when that fails.
bool writeAll(int descriptor, const char *data, size_t size);

/// Flushes standard output, prints the message and ends with status 1.
[[noreturn]] void fatal(const char *message);

/// Writes out what files have that the program did not close; false, with a
/// message, where that fails. Null where it opened none.
extern bool (*writeOutFiles)();

/// Ends the process at once: other threads are not waited for. Files are
/// written out.
[[noreturn]] void endProcess(int status);

} // namespace tine

#endif // TINE_RUNTIME_OUTPUT_H
