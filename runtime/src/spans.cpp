//===- spans.cpp - A heap of big blocks -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the heap grows and shrinks:
// 1. Its pages are one region, far from everything else in the address space,
//    which grows downwards or upwards, so that free spans at its ends go on.
// 2. A region of some size is made of huge pages, and grows by whole ones.
// 3. When it has grown far beyond what was in use at once, the spans that were
//    not touched for longest go back to the system.
// 4. When the system has nothing left all free spans go back, and one try more
//    is made with no more pages than the block needs.
//
//===----------------------------------------------------------------------===//

#include "spans.h"

#include <string.h>
#include <sys/mman.h>

using namespace tine;

namespace {

constexpr size_t hugePage = size_t(2) << 20;
/// No block is bigger; sums of sizes cannot wrap.
constexpr size_t biggest = size_t(1) << 46;

size_t roundUp(size_t bytes, size_t step) {
  return (bytes + step - 1) & ~(step - 1);
}

uintptr_t mapAt(uintptr_t where, size_t bytes) {
  void *at = mmap(reinterpret_cast<void *>(where), bytes,
                  PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at == MAP_FAILED ? 0 : reinterpret_cast<uintptr_t>(at);
}

struct Guard {
  SpinLock &lock;
  explicit Guard(SpinLock &lock) : lock(lock) { lock.lock(); }
  ~Guard() { lock.unlock(); }
};

} // namespace

//===----------------------------------------------------------------------===//
// Free spans
//===----------------------------------------------------------------------===//

SpanHeap::Span *SpanHeap::firstBehind(uintptr_t address) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (spans[middle].begin < address)
      low = middle + 1;
    else
      high = middle;
  }
  return spans + low;
}

SpanHeap::Span *SpanHeap::bestFit(size_t bytes) {
  Span *best = nullptr;
  for (Span *span = spans, *end = spans + count; span != end; ++span)
    if (span->bytes >= bytes && (!best || span->bytes < best->bytes))
      best = span;
  return best;
}

/// Room for one more span.
bool SpanHeap::reserve() {
  if (count < capacity)
    return true;
  size_t bytes = capacity ? capacity * sizeof(Span) * 2 : size_t(16) << 10;
  uintptr_t fresh = mapAt(0, bytes);
  ++callCount;
  if (!fresh)
    return false;
  auto *more = reinterpret_cast<Span *>(fresh);
  if (capacity) {
    memcpy(more, spans, count * sizeof(Span));
    munmap(spans, roundUp(capacity * sizeof(Span), 4096));
    ++callCount;
  }
  spans = more;
  capacity = bytes / sizeof(Span);
  return true;
}

/// Makes pages free. They go back to the system if the list cannot grow.
void SpanHeap::add(uintptr_t begin, size_t bytes) {
  ++clock;
  Span *next = firstBehind(begin);
  bool joinsNext = next != spans + count && next->begin == begin + bytes;
  if (next != spans && next[-1].end() == begin) {
    Span *span = next - 1;
    span->bytes += bytes;
    span->age = clock;
    if (joinsNext) {
      span->bytes += next->bytes;
      --count;
      memmove(next, next + 1, size_t(spans + count - next) * sizeof(Span));
    }
  } else if (joinsNext) {
    *next = {begin, next->bytes + bytes, clock};
  } else {
    size_t at = size_t(next - spans);
    if (!reserve())
      return unmap(begin, bytes);
    next = spans + at;
    memmove(next + 1, next, (count - at) * sizeof(Span));
    ++count;
    *next = {begin, bytes, clock};
  }
  freeBytes += bytes;
}

void *SpanHeap::cut(Span *span, size_t bytes) {
  uintptr_t begin = span->begin;
  span->begin += bytes;
  span->bytes -= bytes;
  if (span->bytes == 0) {
    --count;
    memmove(span, span + 1, size_t(spans + count - span) * sizeof(Span));
  }
  freeBytes -= bytes;
  usedBytes += bytes;
  if (usedBytes > mostUsed)
    mostUsed = usedBytes;
  return reinterpret_cast<void *>(begin);
}

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

void SpanHeap::unmap(uintptr_t begin, size_t bytes) {
  munmap(reinterpret_cast<void *>(begin), bytes);
  ++callCount;
  if (begin == bottom)
    bottom += bytes;
  else if (begin + bytes == top)
    top -= bytes;
}

/// Gives the end of a free span to the system.
void SpanHeap::release(Span *span, size_t bytes) {
  uintptr_t end = span->end();
  freeBytes -= bytes;
  span->bytes -= bytes;
  if (span->bytes == 0) {
    --count;
    memmove(span, span + 1, size_t(spans + count - span) * sizeof(Span));
  }
  unmap(end - bytes, bytes);
}

void SpanHeap::shrinkTo(size_t most) {
  while (count && held() > most) {
    Span *oldest = spans;
    for (Span *span = spans; span != spans + count; ++span)
      if (span->age < oldest->age)
        oldest = span;
    size_t excess = held() - most;
    // No huge page is split.
    uintptr_t keep = oldest->begin;
    if (oldest->bytes > excess)
      keep = (oldest->end() - excess) & ~(hugePage - 1);
    if (keep < oldest->begin)
      keep = oldest->begin;
    release(oldest, oldest->end() - keep);
  }
}

/// Pages next to the region.
bool SpanHeap::growTo(uintptr_t begin, size_t bytes) {
  uintptr_t at = mapAt(begin, bytes);
  ++callCount;
  if (at != begin) {
    if (at) {
      munmap(reinterpret_cast<void *>(at), bytes);
      ++callCount;
    }
    return false;
  }
  madvise(reinterpret_cast<void *>(at), bytes, MADV_HUGEPAGE);
  ++callCount;
  return true;
}

/// A region of its own on the boundary of a huge page.
bool SpanHeap::mapRegion(size_t bytes) {
  // Where the system puts mappings others come soon.
  constexpr uintptr_t away = uintptr_t(1) << 42;
  uintptr_t place = mapAt(0, hugePage);
  ++callCount;
  if (!place)
    return false;
  munmap(reinterpret_cast<void *>(place), hugePage);
  uintptr_t hint = place > 2 * away ? (place - away) & ~(hugePage - 1) : 0;
  uintptr_t begin = mapAt(hint, bytes + hugePage);
  callCount += 2;
  if (!begin)
    return false;
  uintptr_t aligned = roundUp(begin, hugePage);
  size_t head = aligned - begin;
  if (head)
    munmap(reinterpret_cast<void *>(begin), head);
  munmap(reinterpret_cast<void *>(aligned + bytes), hugePage - head);
  if (bytes >= 2 * hugePage)
    madvise(reinterpret_cast<void *>(aligned), bytes, MADV_HUGEPAGE);
  callCount += 3;
  bottom = aligned;
  top = aligned + bytes;
  add(aligned, bytes);
  return true;
}

/// As few pages as a block needs.
bool SpanHeap::mapExactly(size_t bytes) {
  uintptr_t at = mapAt(0, bytes);
  ++callCount;
  if (!at)
    return false;
  add(at, bytes);
  return true;
}

/// Makes a free span of at least `bytes` bytes.
bool SpanHeap::grow(size_t bytes) {
  if (bottom != top) {
    Span *first = firstBehind(bottom);
    bool isFree = first != spans + count && first->begin == bottom;
    size_t more = roundUp(bytes - (isFree ? first->bytes : 0), hugePage);
    if (bottom > more && growTo(bottom - more, more)) {
      bottom -= more;
      add(bottom, more);
      return true;
    }
    Span *behind = firstBehind(top);
    isFree = behind != spans && behind[-1].end() == top;
    more = roundUp(bytes - (isFree ? behind[-1].bytes : 0), hugePage);
    if (growTo(top, more)) {
      uintptr_t begin = top;
      top += more;
      add(begin, more);
      return true;
    }
  }
  return mapRegion(roundUp(bytes, hugePage));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void *SpanHeap::take(size_t bytes) {
  if (bytes > biggest)
    return nullptr;
  size_t size = roundUp(bytes ? bytes : 1, grain);
  Guard guard(lock);
  Span *span = bestFit(size);
  if (!span) {
    bool grown = grow(size);
    if (!grown) {
      shrinkTo(0);
      grown = mapExactly(size);
    }
    // The list of spans may have failed to grow.
    span = grown ? bestFit(size) : nullptr;
    if (!span)
      return nullptr;
  }
  void *block = cut(span, size);
  shrinkTo(mostUsed + mostUsed / 16 + spare);
  return block;
}

void SpanHeap::give(void *block, size_t bytes) {
  size_t size = roundUp(bytes ? bytes : 1, grain);
  Guard guard(lock);
  usedBytes -= size;
  add(reinterpret_cast<uintptr_t>(block), size);
}

void SpanHeap::trim() {
  Guard guard(lock);
  shrinkTo(0);
}
