//===- cuda_constants.cpp - Static data on GPUs -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors that a program is compiled with: each is copied to a GPU when work
// there first needs it. The host waits for that copy, so that no stream has to.
//
//===----------------------------------------------------------------------===//

#include "cuda_constants.h"
#include "cuda_memory.h"
#include "cuda_trace.h"
#include "output.h"

#include <stdlib.h>

using namespace tine;
using namespace tine::cuda;

struct cuda::Constant {
  Constant *next;
  const void *data; // of the host
  Address copy;
};

static Address copyConstant(Stream &stream, const void *data, uint64_t bytes) {
  Address copy = 0;
  if (!allocate(stream, bytes, copy))
    return 0;
  {
    StreamSpan span(stream, copyCategory, "constant", nullptr, int64_t(bytes));
    driver.memcpyHtoDAsync(copy, data, bytes, stream.handle);
  }
  driver.streamSynchronize(stream.handle);
  return copy;
}

/// Addresses of the host are multiples of 8, at least.
static Constant *&chainOf(Gpu &gpu, const void *data) {
  auto number = reinterpret_cast<uintptr_t>(data) >> 3;
  return gpu.constants[number * 0x9e3779b97f4a7c15u >> 56];
}

void *tine_abi_cuda_constant(const void *data, int64_t bytes) {
  if (!bytes)
    return nullptr;
  Stream &stream = ownStream();
  Gpu &gpu = *stream.gpu;
  enter(gpu);
  pthread_mutex_lock(&gpu.constantLock);
  Constant *&chain = chainOf(gpu, data);
  Constant *found = chain;
  while (found && found->data != data)
    found = found->next;
  if (!found) {
    if (Address copy = copyConstant(stream, data, uint64_t(bytes))) {
      found = static_cast<Constant *>(malloc(sizeof(Constant)));
      if (!found)
        fatal("out of memory");
      *found = {chain, data, copy};
      chain = found;
    }
  }
  pthread_mutex_unlock(&gpu.constantLock);
  if (!found)
    raiseOutOfMemory(gpu, uint64_t(bytes));
  return reinterpret_cast<void *>(found->copy);
}

void cuda::freeConstants(Gpu &gpu) {
  for (Constant *&chain : gpu.constants)
    while (Constant *first = chain) {
      chain = first->next;
      driver.memFreeAsync(first->copy, gpu.queues->handle);
      free(first);
    }
  driver.streamSynchronize(gpu.queues->handle);
}
