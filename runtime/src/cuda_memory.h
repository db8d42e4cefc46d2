//===- cuda_memory.h - Memory of GPUs ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor on a GPU is a header on the host, a *part* of counted memory there.
// The memory knows which streams use it: a stream waits before it reads for who
// wrote it, and before it writes for all; and it is freed when all have used
// it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CUDA_MEMORY_H
#define TINE_RUNTIME_CUDA_MEMORY_H

#include "cuda_streams.h"
#include "objects.h"

namespace tine::cuda {

/// Made by a stream for a tensor, and freed by any thread.
struct Memory {
  tine_object head;
  Address data; // 0 where there are no elements
  uint64_t bytes;
  Stream *writer;   // of what is there now
  uint64_t written; // the writer's ticket
  Stream *maker;
  Origins origins;
  Memory *next;     // among what waits to be freed
  SpinLock lock;    // of `used`
  uint64_t used[1]; // for each stream the ticket of its last use, or 0
};

/// The memory of a tensor on a GPU; null for one of the host.
Memory *memoryOf(const tine_tensor *tensor);

/// Memory for what the stream gets next; 0 for no bytes. False when there is
/// none left: whoever calls may hold locks, and raises the error without them.
bool allocate(Stream &stream, uint64_t bytes, Address &data);

/// Raises an error if kernels cannot count the elements of a tensor.
void checkElements(int32_t dtype, uint64_t bytes);

/// PyTorch's error.
[[noreturn]] void raiseOutOfMemory(const Gpu &gpu, uint64_t bytes);

/// A new tensor in memory that `stream` has allocated and writes under this
/// ticket.
tine_tensor *newTensor(Stream &stream, uint64_t ticket, Address data,
                       uint64_t bytes, int32_t dtype, int32_t rank,
                       const int64_t *sizes);

/// The stream reads the memory from now on, until its ticket ends.
void use(Stream &stream, Memory &memory);

/// Frees what has been deferred and nobody uses any more.
void freeDeferred(Gpu &gpu);

/// Of GpuPlaces.
void freeMemory(tine_object *memory);
tine_tensor *copyTensor(const tine_tensor *tensor, Place to, const char *where);

} // namespace tine::cuda

#endif // TINE_RUNTIME_CUDA_MEMORY_H
