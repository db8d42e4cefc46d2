//===- memory.h - Blocks and task-owned buffers -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks hold counted objects and are freed with their size. Buffers hang on
// the scope (see errors.h) of the task that asked for them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_MEMORY_H
#define TINE_RUNTIME_MEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace tine {

/// A block of at least `bytes` bytes; on a 64-byte boundary when `bytes` is 128
/// or more, else on a 16-byte one. Null when memory runs out. Any thread may
/// free it. Does not block, except for a short spin when pools are refilled.
void *blockNew(size_t bytes);
void blockFree(void *block, size_t bytes);

/// The same, but raises "out of memory".
void *blockNewOrRaise(size_t bytes);

/// What PyTorch says when a tensor of so many bytes cannot be had.
[[noreturn]] void raiseNoMemory(size_t bytes);

/// Start of every task-owned buffer; the payload follows it.
struct alignas(64) Buffer {
  Buffer *previous;
  Buffer *next;
  size_t bytes; // with this header
};
static_assert(sizeof(Buffer) == 64, "keeps payloads on 64-byte boundaries");

/// Frees all buffers of a list.
void freeBuffers(Buffer &sentinel);

/// A lock for a few instructions.
struct SpinLock {
  uint32_t word = 0;
  void lock();
  void unlock() { __atomic_store_n(&word, 0u, __ATOMIC_RELEASE); }
};

} // namespace tine

#endif // TINE_RUNTIME_MEMORY_H
