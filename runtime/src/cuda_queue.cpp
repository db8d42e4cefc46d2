//===- cuda_queue.cpp - Queues of GPUs --------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions of GPUs call: kernels, copies and temporary memory on the
// stream of the queue whose thread runs them. A job's function returns when all
// is issued.
//
//===----------------------------------------------------------------------===//

#include "cuda_checks.h"
#include "cuda_memory.h"
#include "cuda_start.h"
#include "cuda_trace.h"
#include "errors.h"
#include "output.h"
#include "start.h"

#include <stdlib.h>

using namespace tine;
using namespace tine::cuda;

namespace {

/// The temporary memory that a job has: a table of addresses, empty slots are
/// 0. It grows with what a job needs at once.
class Temporaries {
public:
  void add(Address address) {
    if (2 * (count + 1) > capacity)
      grow();
    uint64_t slot = find(address);
    slots[slot] = address;
    ++count;
  }

  /// False when it is not there.
  bool remove(Address address) {
    uint64_t slot = capacity ? find(address) : 0;
    if (!capacity || !slots[slot])
      return false;
    slots[slot] = 0;
    --count;
    // What had to go further may find its place now.
    for (uint64_t i = next(slot); slots[i]; i = next(i)) {
      Address moved = slots[i];
      slots[i] = 0;
      slots[find(moved)] = moved;
    }
    return true;
  }

  template <typename Visit> void clear(Visit visit) {
    for (uint64_t i = 0; i < capacity && count; ++i)
      if (slots[i]) {
        visit(slots[i]);
        slots[i] = 0;
        --count;
      }
  }

private:
  Address *slots = nullptr;
  uint64_t capacity = 0, count = 0;

  uint64_t next(uint64_t slot) const { return (slot + 1) & (capacity - 1); }

  /// The slot of the address, or where it belongs.
  uint64_t find(Address address) const {
    // Addresses are multiples of 256; the factor is that of Fibonacci hashing.
    uint64_t slot =
        ((address >> 8) * 0x9e3779b97f4a7c15u >> 32) & (capacity - 1);
    while (slots[slot] && slots[slot] != address)
      slot = next(slot);
    return slot;
  }

  void grow() {
    Address *old = slots;
    uint64_t oldCapacity = capacity;
    capacity = capacity ? 2 * capacity : 64;
    slots = static_cast<Address *>(calloc(capacity, sizeof(Address)));
    if (!slots)
      fatal("out of memory");
    for (uint64_t i = 0; i < oldCapacity; ++i)
      if (old[i])
        slots[find(old[i])] = old[i];
    free(old);
  }
};

thread_local Stream *own;
/// Of what this thread's job has used.
thread_local Origins origins;
thread_local Temporaries temporaries;
/// Where the GPU puts what this thread reads.
thread_local uint64_t *answer;

} // namespace

Stream &cuda::ownStream() {
  if (!own)
    fatal("work for a GPU on a thread that has no stream");
  return *own;
}

Origins &cuda::ownOrigins() { return origins; }

//===-- Jobs --------------------------------------------------------------===//

static void enterQueue(Place place, int queue) {
  own = &gpuAt(place).queues[queue];
  enter(*own->gpu);
  void *memory = nullptr;
  driver.memHostAlloc(&memory, sizeof(uint64_t), hostPortable);
  answer = static_cast<uint64_t *>(memory);
}

/// The own stream waits for what wrote the tensors in an object.
static void useAll(tine_object *object) {
  if (object->kind == TINE_KIND_PART)
    tine_abi_cuda_use(reinterpret_cast<tine_tensor *>(object));
  if (object->kind != TINE_KIND_LIST)
    return;
  auto *list = reinterpret_cast<tine_list *>(object);
  if (list->mask)
    for (int64_t i = 0; i < list->length; ++i)
      visitObjects(elementOf(list, i), list->width, list->mask, useAll);
}

static void beginJob(const tine_future *call, uint64_t scope) {
  origins = {};
  origins.add(scope);
  freeDeferred(*own->gpu);
  beginChecks(*own);
  visitObjects(call->slots, call->captures, call->capture_mask, useAll);
}

static tine_error *endJob(bool failed, OpenChecks &open) {
  // Of a job that failed.
  temporaries.clear(
      [](Address address) { driver.memFreeAsync(address, own->handle); });
  endTicket(*own);
  gatherSpans(*own);
  return endChecks(*own, failed, open);
}

//===-- Temporary memory --------------------------------------------------===//

void *tine_abi_cuda_alloc(int64_t bytes) {
  if (bytes < 0)
    raisef("RuntimeError", nullptr, "negative buffer size %lld",
           static_cast<long long>(bytes));
  Stream &stream = ownStream();
  Address data;
  if (!allocate(stream, uint64_t(bytes), data))
    raiseOutOfMemory(*stream.gpu, uint64_t(bytes));
  if (data)
    temporaries.add(data);
  return reinterpret_cast<void *>(data);
}

void tine_abi_cuda_free(void *buffer) {
  auto data = reinterpret_cast<Address>(buffer);
  if (!data)
    return;
  Stream &stream = ownStream();
  if (!temporaries.remove(data))
    fatal("a buffer of a GPU is freed that the task does not have");
  enter(*stream.gpu);
  driver.memFreeAsync(data, stream.handle);
}

//===-- Work --------------------------------------------------------------===//

/// Says of which kernel. The place is that of the innermost call.
static void addKernel(Text &text, const tine_kernel &kernel) {
  const char *end = strchr(kernel.where, '\n');
  size_t length = end ? size_t(end - kernel.where) : strlen(kernel.where);
  text.addf("kernel %s at ", kernel.name);
  text.add(kernel.where, length);
  text.add('\0');
}

template <typename... Arguments>
static void callFor(const tine_kernel &kernel,
                    const DriverFunction<Arguments...> &function,
                    Arguments... arguments) {
  Result result = function.attempt(arguments...);
  if (!result)
    return;
  Text text;
  addKernel(text, kernel);
  fail(function.symbol, result, text.data);
}

/// In traces.
static const char *shownName(const tine_kernel &kernel) {
  const char *computes = kernel.where + strlen(kernel.where) + 1;
  return *computes ? computes : kernel.name;
}

/// The kernel in the code that the GPU has loaded.
static Function functionOf(Gpu &gpu, int64_t number,
                           const tine_kernel &kernel) {
  Function function = __atomic_load_n(&gpu.functions[number], __ATOMIC_ACQUIRE);
  if (function)
    return function;
  // Several threads may do this; they find the same.
  callFor(kernel, driver.moduleGetFunction, &function, gpu.module, kernel.name);
  // More than this has to be asked for.
  if (kernel.shared > 48 << 10)
    callFor(kernel, driver.funcSetAttribute, function, int(maxDynamicShared),
            int(kernel.shared));
  __atomic_store_n(&gpu.functions[number], function, __ATOMIC_RELEASE);
  return function;
}

void tine_abi_cuda_launch(int64_t kernel, int64_t x, int64_t y, int64_t z,
                          const uint64_t *arguments) {
  if (!x || !y || !z)
    return;
  Stream &stream = ownStream();
  const tine_kernel &about = chosenProgram->device_code->kernels[kernel];
  enter(*stream.gpu);
  Function function = functionOf(*stream.gpu, kernel, about);
  // One more: no array of none.
  auto **addresses = static_cast<void **>(
      __builtin_alloca(size_t(about.arguments + 1) * sizeof(void *)));
  for (int32_t i = 0; i < about.arguments; ++i)
    addresses[i] = const_cast<uint64_t *>(&arguments[i]);
  StreamSpan span(stream, "kernel", shownName(about), about.where);
  callFor(about, driver.launchKernel, function, unsigned(x), unsigned(y),
          unsigned(z), unsigned(about.threads), 1u, 1u, unsigned(about.shared),
          stream.handle, addresses, static_cast<void **>(nullptr));
}

void tine_abi_cuda_copy(void *to, const void *from, int64_t bytes) {
  if (!bytes || to == from)
    return;
  Stream &stream = ownStream();
  enter(*stream.gpu);
  StreamSpan span(stream, copyCategory, "copy", nullptr, bytes);
  driver.memcpyDtoDAsync(reinterpret_cast<Address>(to),
                         reinterpret_cast<Address>(from), size_t(bytes),
                         stream.handle);
}

uint64_t tine_abi_cuda_read(const void *from, int64_t bytes) {
  Stream &stream = ownStream();
  enter(*stream.gpu);
  *answer = 0;
  {
    StreamSpan span(stream, copyCategory, "read a number", nullptr, bytes);
    driver.memcpyDtoHAsync(answer, reinterpret_cast<Address>(from),
                           size_t(bytes), stream.handle);
  }
  driver.streamSynchronize(stream.handle);
  uint64_t value = *answer;
  raiseChecked(stream, ownOrigins());
  return value;
}

void tine_abi_cuda_settle_checks() {
  Stream &stream = ownStream();
  enter(*stream.gpu);
  driver.streamSynchronize(stream.handle);
  raiseChecked(stream, ownOrigins());
}

void tine_abi_cuda_write(void *to, uint64_t value, int64_t bytes) {
  Stream &stream = ownStream();
  enter(*stream.gpu);
  auto address = reinterpret_cast<Address>(to);
  // The value is in the command: no memory of the host has to stay.
  switch (bytes) {
  case 1:
    return driver.memsetD8Async(address, uint8_t(value), 1, stream.handle);
  case 2:
    return driver.memsetD16Async(address, uint16_t(value), 1, stream.handle);
  case 4:
    return driver.memsetD32Async(address, uint32_t(value), 1, stream.handle);
  default:
    driver.memsetD32Async(address, uint32_t(value), 1, stream.handle);
    driver.memsetD32Async(address + 4, uint32_t(value >> 32), 1, stream.handle);
  }
}

const GpuPlaces tine::gpuPlaces = {
    openGpus,    startGpus,  enterQueue, beginJob,    endJob,
    awaitChecks, haveRun,    hasFailed,  closeChecks, freeChecks,
    copyTensor,  freeMemory, finishGpus, closeGpus,
};
