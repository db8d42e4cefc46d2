//===- objects.h - Counted objects ------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of objects, their counts, and the slots that they own.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_OBJECTS_H
#define TINE_RUNTIME_OBJECTS_H

#include "tine/abi.h"

#include <stddef.h>
#include <string.h>

namespace tine {

/// Bit i of a mask speaks of slot i; bit 63 of slot 63 and of all after it.
inline bool maskBit(uint64_t mask, uint64_t slot) {
  return mask >> (slot < 63 ? slot : 63) & 1;
}

/// Calls `visit` with every counted object in `count` slots.
template <typename Visit>
inline void visitObjects(const uint64_t *slots, uint64_t count, uint64_t mask,
                         Visit visit) {
  for (uint64_t rest = mask & ~(1ull << 63); rest; rest &= rest - 1) {
    auto slot = uint64_t(__builtin_ctzll(rest));
    if (slot >= count)
      return;
    if (slots[slot])
      visit(reinterpret_cast<tine_object *>(slots[slot]));
  }
  if (mask >> 63)
    for (uint64_t slot = 63; slot < count; ++slot)
      if (slots[slot])
        visit(reinterpret_cast<tine_object *>(slots[slot]));
}

void retainSlots(const uint64_t *slots, uint64_t count, uint64_t mask);
void releaseSlots(const uint64_t *slots, uint64_t count, uint64_t mask);

inline void initHead(tine_object &head, tine_kind kind) {
  head = {};
  head.count = 1;
  head.kind = uint16_t(kind);
}

inline size_t stringBytes(size_t length) {
  return offsetof(tine_string, data) + length + 1;
}

inline void initString(tine_string *string, const char *data, size_t length) {
  initHead(string->head, TINE_KIND_STRING);
  string->length = int64_t(length);
  if (length)
    memcpy(string->data, data, length);
  string->data[length] = 0;
}

/// A string of `length` bytes for the caller to fill.
tine_string *newString(size_t length);

inline uint64_t *elementOf(const tine_list *list, int64_t index) {
  return list->slots + uint64_t(index) * list->width;
}

/// Frees what a dict owns and the dict; calls `drop` with `context` for the
/// objects in it.
void destroyDict(tine_dict *dict, void (*drop)(void *context, tine_object *),
                 void *context);

inline size_t futureBytes(uint32_t captures, uint32_t results) {
  size_t slots = captures > results ? captures : results;
  return offsetof(tine_future, slots) + (slots ? slots : 1) * sizeof(uint64_t);
}

//===-- Tensors -----------------------------------------------------------===//

size_t elementBytes(int dtype);
int64_t elementCount(const tine_tensor *tensor);
int64_t elementsBytes(const tine_tensor *tensor);
inline void *elements(tine_tensor *tensor) { return tensor->data; }
inline const void *elements(const tine_tensor *tensor) { return tensor->data; }
/// Makes elements of a file what bools are: 0 or 1.
void makeBools(tine_tensor *tensor);
/// The bytes of the elements of a new tensor. Raises on a negative size and on
/// one that no machine has.
int64_t bytesOfElements(int32_t dtype, int32_t rank, const int64_t *sizes);
void setSizes(tine_tensor *tensor, int32_t rank, const int64_t *sizes);
/// Whether it is what stands for a tensor on a path that has none: it has no
/// elements, whatever its sizes.
inline bool isStandIn(const tine_tensor *tensor) {
  return tensor->head.count & TINE_IMMORTAL;
}
/// Whether the elements lie in another tensor, or in memory of a GPU.
inline bool isPart(const tine_tensor *tensor) {
  return tensor->head.kind == TINE_KIND_PART;
}
/// What a part owns: a tensor, or memory of a GPU.
inline tine_object *&wholeOf(tine_tensor *part) {
  // Behind its header, where others have their elements.
  // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound)
  return *reinterpret_cast<tine_object **>(part + 1);
}
/// A new part with elements at `data`; takes a count of `whole`.
tine_tensor *newPart(tine_object *whole, void *data, int32_t dtype,
                     int32_t rank, const int64_t *sizes);
bool isFloating(int dtype);

/// An element as a double (int64 is rounded beyond 2^53) or, of an integral
/// tensor, as an integer.
double elementAsDouble(const tine_tensor *tensor, int64_t index);
int64_t elementAsInt(const tine_tensor *tensor, int64_t index);

} // namespace tine

#endif // TINE_RUNTIME_OBJECTS_H
