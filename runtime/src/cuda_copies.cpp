//===- cuda_copies.cpp - Copies to and from GPUs ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies have streams of their own, so that they run beside what GPUs compute:
// one from the host to each GPU, one back, and one for each pair of GPUs, of
// the one that gets the copy. Only a copy to the host waits until it is done.
//
//===----------------------------------------------------------------------===//

#include "cuda_memory.h"
#include "cuda_trace.h"
#include "errors.h"

using namespace tine;
using namespace tine::cuda;

namespace {

/// Held while a copy is issued.
struct CopyLock {
  Stream &stream;
  explicit CopyLock(Stream &stream) : stream(stream) {
    pthread_mutex_lock(&stream.copying);
  }
  ~CopyLock() { pthread_mutex_unlock(&stream.copying); }
};

} // namespace

/// A copy on a GPU. `issue` puts it on the stream.
template <typename Issue>
static tine_tensor *copyToGpu(const tine_tensor *tensor, Stream &stream,
                              Issue issue) {
  auto bytes = uint64_t(elementsBytes(tensor));
  checkElements(tensor->head.dtype, bytes);
  Address data;
  uint64_t ticket = 0;
  bool isThere;
  {
    CopyLock lock(stream);
    isThere = allocate(stream, bytes, data);
    if (isThere) {
      ticket = ticketOf(stream);
      if (bytes)
        issue(data, bytes);
      endTicket(stream);
    }
  }
  if (!isThere)
    raiseOutOfMemory(*stream.gpu, bytes);
  freeDeferred(*stream.gpu);
  return newTensor(stream, ticket, data, bytes, tensor->head.dtype,
                   tensor->head.rank, tensor->sizes);
}

/// The driver has read what lies in memory of the host when it returns.
static tine_tensor *copyFromHost(const tine_tensor *tensor, Gpu &gpu,
                                 const char *where) {
  Stream &stream = *gpu.fromHost;
  return copyToGpu(tensor, stream, [&](Address to, uint64_t bytes) {
    if (isStandIn(tensor))
      return;
    enter(gpu);
    StreamSpan span(stream, copyCategory, nullptr, where, int64_t(bytes));
    driver.memcpyHtoDAsync(to, elements(tensor), bytes, stream.handle);
  });
}

static tine_tensor *copyBetween(const tine_tensor *tensor, Memory &memory,
                                Gpu &gpu, const char *where) {
  const Gpu &source = *memory.maker->gpu;
  Stream &stream = streamBetween(source, gpu);
  tine_tensor *copy =
      copyToGpu(tensor, stream, [&](Address to, uint64_t bytes) {
        use(stream, memory);
        enter(gpu);
        StreamSpan span(stream, copyCategory, nullptr, where, int64_t(bytes));
        driver.memcpyPeerAsync(to, gpu.context,
                               reinterpret_cast<Address>(elements(tensor)),
                               source.context, bytes, stream.handle);
      });
  memoryOf(copy)->origins = memory.origins;
  return copy;
}

static tine_tensor *copyToHost(const tine_tensor *tensor, Memory &memory,
                               const char *where) {
  // Of wrong elements the host sees nothing.
  waitOnHost(*memory.writer, memory.written);
  if (tine_error *error = errorOfChecks(memory.origins))
    raiseError(error);
  tine_tensor *copy =
      tine_abi_tensor_new(tensor->head.dtype, tensor->head.rank, tensor->sizes);
  auto bytes = uint64_t(elementsBytes(tensor));
  if (!bytes)
    return copy;
  // The wait was not on the stream: another thread's copy would wait for this
  // one's tensor.
  Stream &stream = *memory.maker->gpu->toHost;
  CopyLock lock(stream);
  enter(*stream.gpu);
  {
    StreamSpan span(stream, copyCategory, nullptr, where, int64_t(bytes));
    driver.memcpyDtoHAsync(elements(copy),
                           reinterpret_cast<Address>(elements(tensor)), bytes,
                           stream.handle);
  }
  driver.streamSynchronize(stream.handle);
  return copy;
}

tine_tensor *cuda::copyTensor(const tine_tensor *tensor, Place to,
                              const char *where) {
  Memory *memory = memoryOf(tensor);
  if (!isGpu(to))
    return copyToHost(tensor, *memory, where);
  return memory ? copyBetween(tensor, *memory, gpuAt(to), where)
                : copyFromHost(tensor, gpuAt(to), where);
}
