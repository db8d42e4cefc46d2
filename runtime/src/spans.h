//===- spans.h - A heap of big blocks ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pages from the system, cut into blocks. What is free is a list of spans in
// the order of their addresses, none of which touch; a block is cut from the
// smallest span that holds it. So the blocks of a loop's iteration find those
// of the one before again also where their sizes differ, and the system is
// asked for nothing once the first iterations are over.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_SPANS_H
#define TINE_RUNTIME_SPANS_H

#include "memory.h"

namespace tine {

/// Any thread may call take and give.
class SpanHeap {
public:
  /// Blocks are multiples of this, so that sizes that hardly differ fit.
  static constexpr size_t grain = size_t(32) << 10;

  /// A block of at least `bytes` bytes on a 64-byte boundary; null when memory
  /// cannot be had. Its elements have any value.
  void *take(size_t bytes);
  /// Takes back a block that was asked for with as many bytes. Never fails.
  void give(void *block, size_t bytes);

  /// Bytes in blocks that are in use.
  size_t used() const { return usedBytes; }
  /// Bytes that the heap has from the system: those in use and free spans. At
  /// most a sixteenth and `spare` more than were in use at once.
  size_t held() const { return usedBytes + freeBytes; }
  static constexpr size_t spare = size_t(4) << 20;
  /// Number of calls of the system so far.
  size_t calls() const { return callCount; }

  /// Gives all free spans to the system.
  void trim();

private:
  struct Span {
    uintptr_t begin;
    size_t bytes;
    uint64_t age; // of the block that was freed last in it
    uintptr_t end() const { return begin + bytes; }
  };

  Span *bestFit(size_t bytes);
  void *cut(Span *span, size_t bytes);
  bool grow(size_t bytes);
  bool growTo(uintptr_t begin, size_t bytes);
  bool mapRegion(size_t bytes);
  bool mapExactly(size_t bytes);
  void shrinkTo(size_t most);
  void release(Span *span, size_t bytes);
  void unmap(uintptr_t begin, size_t bytes);
  void add(uintptr_t begin, size_t bytes);
  bool reserve();
  Span *firstBehind(uintptr_t address);

  SpinLock lock;
  Span *spans = nullptr;
  size_t count = 0, capacity = 0;
  size_t usedBytes = 0, freeBytes = 0;
  size_t mostUsed = 0; // of usedBytes so far
  uint64_t clock = 0;
  size_t callCount = 0;
  uintptr_t bottom = 0, top = 0; // of the region that grows
};

} // namespace tine

#endif // TINE_RUNTIME_SPANS_H
