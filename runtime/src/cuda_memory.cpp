//===- cuda_memory.cpp - Memory of GPUs -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes and gives memory in the order of streams. What the last holder of a
// tensor gives back may still be read by another stream, such as that of a copy
// to the next GPU. No stream waits for that: it would hold up its computation.
// The memory is put aside, and freed by a later look that finds it unused.
//
//===----------------------------------------------------------------------===//

#include "cuda_memory.h"
#include "errors.h"

using namespace tine;
using namespace tine::cuda;

Memory *cuda::memoryOf(const tine_tensor *tensor) {
  if (!isPart(tensor))
    return nullptr;
  tine_object *whole = wholeOf(const_cast<tine_tensor *>(tensor));
  return whole->kind == TINE_KIND_MEMORY ? reinterpret_cast<Memory *>(whole)
                                         : nullptr;
}

static size_t memoryBytes() {
  return offsetof(Memory, used) + size_t(mostStreams) * sizeof(uint64_t);
}

//===-- Taking ------------------------------------------------------------===//

bool cuda::allocate(Stream &stream, uint64_t bytes, Address &data) {
  data = 0;
  if (!bytes)
    return true;
  enter(*stream.gpu);
  Result result = driver.memAllocAsync.attempt(&data, bytes, stream.handle);
  if (result == outOfMemory) {
    // Once more when all that is on its way has been freed.
    waitForAll(*stream.gpu);
    freeDeferred(*stream.gpu);
    waitForAll(*stream.gpu);
    result = driver.memAllocAsync.attempt(&data, bytes, stream.handle);
  }
  if (result && result != outOfMemory)
    fail(driver.memAllocAsync.symbol, result, nullptr);
  return !result;
}

/// As that of the compiler (lowering/cuda/KernelBuilder.h).
constexpr uint64_t mostElements = (uint64_t(1) << 31) - (1 << 14);

void cuda::checkElements(int32_t dtype, uint64_t bytes) {
  uint64_t elements = bytes / elementBytes(dtype);
  if (elements > mostElements)
    raisef("RuntimeError", nullptr,
           "%llu elements are too many for a tensor of a cuda device, which "
           "has fewer than 2^31; run with --device-map 'cuda:*=cpu'",
           static_cast<unsigned long long>(elements));
}

/// As PyTorch writes a size.
static void addSize(Text &text, size_t bytes) {
  static const char *const units[] = {"KiB", "MiB", "GiB"};
  if (bytes <= 1024)
    return text.addf("%zu bytes", bytes);
  double size = double(bytes) / 1024;
  int unit = 0;
  for (; size > 1024 && unit < 2; ++unit)
    size /= 1024;
  text.addf("%.2f %s", size, units[unit]);
}

void cuda::raiseOutOfMemory(const Gpu &gpu, uint64_t bytes) {
  size_t free = 0, total = 0;
  enter(gpu);
  driver.memGetInfo(&free, &total);
  Text text;
  text.add("CUDA out of memory. Tried to allocate ");
  addSize(text, bytes);
  text.addf(". GPU %d has a total capacity of ", gpuOf(gpu.place));
  addSize(text, total);
  text.add(" of which ");
  addSize(text, free);
  text.add(" is free.");
  text.add('\0');
  tine_abi_raise_text("torch.OutOfMemoryError", text.data, nullptr);
}

tine_tensor *cuda::newTensor(Stream &stream, uint64_t ticket, Address data,
                             uint64_t bytes, int32_t dtype, int32_t rank,
                             const int64_t *sizes) {
  auto *memory = static_cast<Memory *>(blockNewOrRaise(memoryBytes()));
  memset(static_cast<void *>(memory), 0, memoryBytes());
  initHead(memory->head, TINE_KIND_MEMORY);
  memory->data = data;
  memory->bytes = bytes;
  memory->writer = memory->maker = &stream;
  memory->written = memory->used[stream.number] = ticket;
  return newPart(&memory->head, reinterpret_cast<void *>(data), dtype, rank,
                 sizes);
}

//===-- Using -------------------------------------------------------------===//

void cuda::use(Stream &stream, Memory &memory) {
  waitFor(stream, *memory.writer, memory.written);
  memory.lock.lock();
  memory.used[stream.number] = ticketOf(stream);
  memory.lock.unlock();
}

/// The stream changes memory that nobody else has, but may have used.
static void change(Stream &stream, Memory &memory) {
  for (int i = 0; i < mostStreams; ++i)
    if (memory.used[i]) {
      waitFor(stream, streamOf(i), memory.used[i]);
      memory.used[i] = 0;
    }
  memory.writer = &stream;
  memory.written = memory.used[stream.number] = ticketOf(stream);
  memory.origins.add(ownOrigins());
}

static bool isOnlyOne(const tine_object &object) {
  // Nobody else can make a new reference from our only one.
  return __atomic_load_n(&object.count, __ATOMIC_ACQUIRE) == 1;
}

tine_tensor *tine_abi_cuda_tensor_new(int32_t dtype, int32_t rank,
                                      const int64_t *sizes) {
  auto bytes = uint64_t(bytesOfElements(dtype, rank, sizes));
  checkElements(dtype, bytes);
  Stream &stream = ownStream();
  Address data;
  if (!allocate(stream, bytes, data))
    raiseOutOfMemory(*stream.gpu, bytes);
  tine_tensor *tensor =
      newTensor(stream, ticketOf(stream), data, bytes, dtype, rank, sizes);
  memoryOf(tensor)->origins = ownOrigins();
  return tensor;
}

tine_tensor *tine_abi_cuda_tensor_own(tine_tensor *tensor) {
  Stream &stream = ownStream();
  Memory *memory = memoryOf(tensor);
  if (memory && isOnlyOne(tensor->head) && isOnlyOne(memory->head)) {
    change(stream, *memory);
    return tensor;
  }
  tine_abi_cuda_use(tensor);
  tine_tensor *copy = tine_abi_cuda_tensor_new(
      tensor->head.dtype, tensor->head.rank, tensor->sizes);
  tine_abi_cuda_copy(elements(copy), elements(tensor), elementsBytes(tensor));
  tine_abi_release(tensor);
  return copy;
}

void tine_abi_cuda_use(tine_tensor *tensor) {
  Memory *memory = memoryOf(tensor);
  if (!memory)
    return;
  use(ownStream(), *memory);
  ownOrigins().add(memory->origins);
}

//===-- Giving ------------------------------------------------------------===//

/// Whether all other streams that used the memory have done so before what is
/// issued to this one next.
static bool mayFree(const Stream &stream, const Memory &memory) {
  for (int i = 0; i < mostStreams; ++i)
    if (memory.used[i] && !hasSeen(stream, streamOf(i), memory.used[i]) &&
        !hasPassed(streamOf(i), memory.used[i]))
      return false;
  return true;
}

/// The stream that gives the memory back. Not one for copies if another one
/// used it: the next copy would stand behind what that one computes.
static Stream &freeingStream(const Memory &memory) {
  for (int i = 0; i < mostStreams; ++i) {
    Stream &stream = streamOf(i);
    if (memory.used[i] && !stream.isForCopies &&
        stream.gpu == memory.maker->gpu && mayFree(stream, memory))
      return stream;
  }
  return *memory.maker;
}

static bool freeIfUnused(Memory *memory) {
  if (memory->data) {
    Stream &stream = freeingStream(*memory);
    if (!mayFree(stream, *memory))
      return false;
    enter(*stream.gpu);
    driver.memFreeAsync(memory->data, stream.handle);
  }
  blockFree(memory, memoryBytes());
  return true;
}

void cuda::freeMemory(tine_object *object) {
  auto *memory = reinterpret_cast<Memory *>(object);
  Gpu &gpu = *memory->maker->gpu;
  if (freeIfUnused(memory))
    return;
  gpu.deferredLock.lock();
  memory->next = gpu.deferred;
  __atomic_store_n(&gpu.deferred, memory, __ATOMIC_RELAXED);
  gpu.deferredLock.unlock();
}

void cuda::freeDeferred(Gpu &gpu) {
  if (!__atomic_load_n(&gpu.deferred, __ATOMIC_RELAXED))
    return;
  gpu.deferredLock.lock();
  Memory *memory = gpu.deferred;
  gpu.deferred = nullptr;
  gpu.deferredLock.unlock();
  Memory *kept = nullptr, *last = nullptr;
  while (memory) {
    Memory *next = memory->next;
    if (!freeIfUnused(memory)) {
      memory->next = kept;
      kept = memory;
      last = last ? last : memory;
    }
    memory = next;
  }
  if (!kept)
    return;
  gpu.deferredLock.lock();
  last->next = gpu.deferred;
  gpu.deferred = kept;
  gpu.deferredLock.unlock();
}
