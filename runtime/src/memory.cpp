//===- memory.cpp - Pools, big blocks and task-owned buffers ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where memory comes from. Blocks up to 1 MiB are kept in size classes: four
// to a doubling, so that at most a fifth is lost. Every thread has a list per
// class; what it has too much of goes to a common pool, where threads that run
// dry take it from: a task's result is often freed by another thread than the
// one that made it. Bigger blocks come from a heap of spans (spans.h).
//
// Sanitizer builds take every block from the C library, so that each has its
// own red zones.
//
//===----------------------------------------------------------------------===//

#include "memory.h"
#include "errors.h"
#include "spans.h"
#include "tine/abi.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||     \
    __has_feature(memory_sanitizer)
#define TINE_PLAIN_HEAP 1
#endif
#endif

using namespace tine;

void SpinLock::lock() {
  for (int round = 0;; ++round) {
    if (!__atomic_exchange_n(&word, 1u, __ATOMIC_ACQUIRE))
      return;
    while (__atomic_load_n(&word, __ATOMIC_RELAXED)) {
      if (round++ < 100)
        __builtin_ia32_pause();
      else
        sched_yield();
    }
  }
}

#ifdef TINE_PLAIN_HEAP

void *tine::blockNew(size_t bytes) {
  if (bytes > size_t(1) << 46)
    return nullptr;
  // No more than asked for, so that the sanitizer sees what lies behind it.
  void *block = nullptr;
  return posix_memalign(&block, 64, bytes ? bytes : 1) ? nullptr : block;
}

void tine::blockFree(void *block, size_t) { free(block); }

#else

namespace {

constexpr size_t maxPooled = size_t(1) << 20;
constexpr int classCount = 58;
constexpr size_t hugePage = size_t(2) << 20;

/// 16 to 128 in steps of 16, then 192 and 256, then four to a doubling. From
/// 128 on all sizes are multiples of 64.
int classOf(size_t bytes) {
  if (bytes <= 128)
    return bytes ? int((bytes - 1) / 16) : 0;
  if (bytes <= 256)
    return bytes <= 192 ? 8 : 9;
  int shift = 63 - __builtin_clzl(bytes - 1);
  size_t step = size_t(1) << (shift - 2);
  size_t index = (bytes - (size_t(1) << shift) + step - 1) / step;
  return 9 + (shift - 8) * 4 + int(index);
}

size_t classSize(int index) {
  if (index < 8)
    return size_t(index + 1) * 16;
  if (index < 10)
    return index == 8 ? 192 : 256;
  int shift = 8 + (index - 10) / 4;
  return (size_t(1) << shift) +
         size_t((index - 10) % 4 + 1) * (size_t(1) << (shift - 2));
}

struct Free {
  Free *next;
};

struct List {
  Free *head;
  uint32_t count;
};

/// Blocks that a thread keeps of a class before it gives half of them away.
uint32_t keepLimit(size_t size) {
  size_t count = (size_t(256) << 10) / size;
  return count < 4 ? 4 : count > 256 ? 256 : uint32_t(count);
}

thread_local List cache[classCount];

struct Pool {
  SpinLock lock;
  Free *head;
};
Pool pools[classCount];

/// The mapping that new small blocks are cut from.
struct Arena {
  SpinLock lock;
  char *next;
  char *end;
  size_t step;
} arena;

/// A mapping on a huge page boundary when it is big enough to profit.
void *mapPages(size_t bytes) {
  bool huge = bytes >= 2 * hugePage;
  size_t extra = huge ? hugePage : 0;
  void *at = mmap(nullptr, bytes + extra, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    return nullptr;
  if (!huge)
    return at;
  char *begin = static_cast<char *>(at);
  char *aligned = reinterpret_cast<char *>(
      (reinterpret_cast<uintptr_t>(begin) + hugePage - 1) & ~(hugePage - 1));
  if (aligned != begin)
    munmap(begin, size_t(aligned - begin));
  size_t tail = size_t(begin + bytes + extra - (aligned + bytes));
  if (tail)
    munmap(aligned + bytes, tail);
  madvise(aligned, bytes, MADV_HUGEPAGE);
  return aligned;
}

/// Cuts up to `count` blocks from the arena into `list`; false when memory
/// has run out.
bool cut(List &list, size_t size, size_t count) {
  arena.lock.lock();
  size_t room = size_t(arena.end - arena.next);
  if (room < size) {
    // Small at first: most programs need little, and they shall start fast.
    arena.step = arena.step ? arena.step * 4 : size_t(2) << 20;
    if (arena.step > size_t(32) << 20)
      arena.step = size_t(32) << 20;
    char *fresh = static_cast<char *>(mapPages(arena.step));
    if (!fresh) {
      arena.lock.unlock();
      return false;
    }
    arena.next = fresh;
    arena.end = fresh + arena.step;
    room = arena.step;
  }
  if (count * size > room)
    count = room / size;
  char *at = arena.next;
  arena.next += (count * size + 63) & ~size_t(63);
  if (arena.next > arena.end)
    arena.next = arena.end;
  arena.lock.unlock();
  for (size_t i = count; i-- > 0;) {
    auto *block = reinterpret_cast<Free *>(at + i * size);
    block->next = list.head;
    list.head = block;
  }
  list.count += uint32_t(count);
  return true;
}

bool refill(int index) {
  List &list = cache[index];
  size_t size = classSize(index);
  Pool &pool = pools[index];
  if (__atomic_load_n(&pool.head, __ATOMIC_RELAXED)) {
    uint32_t wanted = keepLimit(size) / 2;
    pool.lock.lock();
    while (pool.head && list.count < wanted) {
      Free *block = pool.head;
      __atomic_store_n(&pool.head, block->next, __ATOMIC_RELAXED);
      block->next = list.head;
      list.head = block;
      ++list.count;
    }
    pool.lock.unlock();
    if (list.head)
      return true;
  }
  size_t count = (size_t(32) << 10) / size;
  return cut(list, size, count < 1 ? 1 : count > 64 ? 64 : count);
}

void giveAway(int index) {
  List &list = cache[index];
  uint32_t count = list.count / 2;
  Free *first = list.head;
  Free *last = first;
  for (uint32_t i = 1; i < count; ++i)
    last = last->next;
  list.head = last->next;
  list.count -= count;
  Pool &pool = pools[index];
  pool.lock.lock();
  last->next = pool.head;
  __atomic_store_n(&pool.head, first, __ATOMIC_RELAXED);
  pool.lock.unlock();
}

/// Of the blocks that are in no pool.
SpanHeap heap;

} // namespace

void *tine::blockNew(size_t bytes) {
  if (bytes > maxPooled)
    return heap.take(bytes);
  int index = classOf(bytes);
  List &list = cache[index];
  if (!list.head && !refill(index))
    return nullptr;
  Free *block = list.head;
  list.head = block->next;
  --list.count;
  return block;
}

void tine::blockFree(void *block, size_t bytes) {
  if (bytes > maxPooled) {
    heap.give(block, bytes);
    return;
  }
  int index = classOf(bytes);
  List &list = cache[index];
  auto *free = static_cast<Free *>(block);
  free->next = list.head;
  list.head = free;
  if (++list.count > keepLimit(classSize(index)))
    giveAway(index);
}

#endif // TINE_PLAIN_HEAP

void *tine::blockNewOrRaise(size_t bytes) {
  void *block = blockNew(bytes);
  if (!block)
    raisef("RuntimeError", nullptr, "out of memory: cannot allocate %zu bytes",
           bytes);
  return block;
}

void tine::raiseNoMemory(size_t bytes) {
  raisef("RuntimeError", nullptr,
         "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: "
         "can't allocate memory: you tried to allocate %zu bytes. Error code "
         "12 (Cannot allocate memory)",
         bytes);
}

void tine::freeBuffers(Buffer &sentinel) {
  Buffer *buffer = sentinel.next;
  while (buffer != &sentinel) {
    Buffer *next = buffer->next;
    blockFree(buffer, buffer->bytes);
    buffer = next;
  }
  sentinel.previous = sentinel.next = &sentinel;
}

void *tine_abi_alloc(int64_t bytes) {
  if (bytes < 0)
    raisef("RuntimeError", nullptr, "negative buffer size %lld",
           static_cast<long long>(bytes));
  size_t total = size_t(bytes) + sizeof(Buffer);
  auto *buffer = static_cast<Buffer *>(blockNew(total));
  if (!buffer)
    raiseNoMemory(size_t(bytes));
  buffer->bytes = total;
  if (Scope *scope = currentScope()) {
    Buffer &list = scope->buffers;
    buffer->previous = &list;
    buffer->next = list.next;
    list.next->previous = buffer;
    list.next = buffer;
  } else {
    buffer->previous = buffer->next = buffer;
  }
  return buffer + 1;
}

void tine_abi_free(void *payload) {
  if (!payload)
    return;
  Buffer *buffer = static_cast<Buffer *>(payload) - 1;
  buffer->previous->next = buffer->next;
  buffer->next->previous = buffer->previous;
  blockFree(buffer, buffer->bytes);
}
