//===- lists.cpp - Lists ----------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of elements of one or more slots, with Python's rules for indices.
//
//===----------------------------------------------------------------------===//

#include "compare.h"
#include "errors.h"
#include "memory.h"
#include "objects.h"
#include "slices.h"

using namespace tine;

static size_t bytesOf(const tine_list *list, int64_t capacity) {
  return size_t(capacity) * list->width * sizeof(uint64_t);
}

static void setCapacity(tine_list *list, int64_t capacity) {
  if (capacity > (int64_t(1) << 40))
    raisef("RuntimeError", nullptr, "out of memory: a list of %lld elements",
           static_cast<long long>(capacity));
  list->capacity = list->width ? list->capacity : capacity;
  if (!list->width) // a list of None
    return;
  auto *fresh =
      static_cast<uint64_t *>(blockNewOrRaise(bytesOf(list, capacity)));
  if (list->slots) {
    memcpy(fresh, list->slots, bytesOf(list, list->length));
    blockFree(list->slots, bytesOf(list, list->capacity));
  }
  list->slots = fresh;
  list->capacity = capacity;
}

static void makeRoom(tine_list *list, int64_t more) {
  int64_t needed = list->length + more;
  if (needed <= list->capacity)
    return;
  int64_t grown = list->capacity + list->capacity / 2 + 4;
  setCapacity(list, grown < needed ? needed : grown);
}

/// Checks an index and counts it from the start.
static int64_t at(const tine_list *list, int64_t i, const char *where,
                  const char *message = "list index out of range") {
  int64_t index = i < 0 ? i + list->length : i;
  if (index < 0 || index >= list->length)
    raisef("IndexError", where, "%s", message);
  return index;
}

static uint64_t *zeroed(tine_list *list, int64_t index) {
  uint64_t *slots = elementOf(list, index);
  for (uint32_t i = 0; i < list->width; ++i)
    slots[i] = 0;
  return slots;
}

tine_list *tine_abi_list_new(uint32_t width, uint64_t mask, int64_t capacity) {
  auto *list = static_cast<tine_list *>(blockNewOrRaise(sizeof(tine_list)));
  *list = {};
  initHead(list->head, TINE_KIND_LIST);
  list->width = width;
  list->mask = mask;
  if (capacity > 0)
    setCapacity(list, capacity);
  return list;
}

uint64_t *tine_abi_list_at(tine_list *list, int64_t i, const char *where) {
  return elementOf(list, at(list, i, where));
}

uint64_t *tine_abi_list_push(tine_list *list) {
  makeRoom(list, 1);
  return zeroed(list, list->length++);
}

uint64_t *tine_abi_list_insert(tine_list *list, int64_t i) {
  makeRoom(list, 1);
  int64_t index = i < 0 ? i + list->length : i;
  index = index < 0 ? 0 : index > list->length ? list->length : index;
  if (list->width)
    memmove(elementOf(list, index + 1), elementOf(list, index),
            bytesOf(list, list->length - index));
  ++list->length;
  return zeroed(list, index);
}

void tine_abi_list_pop(tine_list *list, int64_t i, uint64_t *out,
                       const char *where) {
  if (!list->length)
    raisef("IndexError", where, "pop from empty list");
  int64_t index = at(list, i, where, "pop index out of range");
  --list->length;
  if (!list->width)
    return;
  memcpy(out, elementOf(list, index), bytesOf(list, 1));
  memmove(elementOf(list, index), elementOf(list, index + 1),
          bytesOf(list, list->length - index));
}

uint64_t *tine_abi_list_replace(tine_list *list, int64_t i, const char *where) {
  int64_t index = at(list, i, where, "list assignment index out of range");
  if (list->mask)
    releaseSlots(elementOf(list, index), list->width, list->mask);
  return zeroed(list, index);
}

void tine_abi_list_clear(tine_list *list) {
  int64_t length = list->length;
  list->length = 0;
  if (list->mask)
    for (int64_t i = 0; i < length; ++i)
      releaseSlots(elementOf(list, i), list->width, list->mask);
}

void tine_abi_list_reverse(tine_list *list) {
  for (int64_t i = 0, j = list->length - 1; i < j; ++i, --j)
    for (uint32_t k = 0; k < list->width; ++k) {
      uint64_t *a = elementOf(list, i) + k, *b = elementOf(list, j) + k;
      uint64_t slot = *a;
      *a = *b;
      *b = slot;
    }
}

/// Appends elements `from`, `from + step`, ... (`count` of them) of `source`.
static void append(tine_list *list, const tine_list *source, int64_t from,
                   int64_t step, int64_t count) {
  makeRoom(list, count);
  if (step == 1 && list->width) {
    if (count)
      memcpy(elementOf(list, list->length), elementOf(source, from),
             bytesOf(list, count));
  } else if (list->width) {
    for (int64_t i = 0; i < count; ++i)
      memcpy(elementOf(list, list->length + i),
             elementOf(source, from + i * step), bytesOf(list, 1));
  }
  if (list->mask)
    for (int64_t i = 0; i < count; ++i)
      retainSlots(elementOf(list, list->length + i), list->width, list->mask);
  list->length += count;
}

void tine_abi_list_extend(tine_list *list, tine_list *other) {
  int64_t count = other->length; // may be the same list
  makeRoom(list, count);
  append(list, other, 0, 1, count);
}

tine_list *tine_abi_list_copy(tine_list *list) {
  tine_list *copy = tine_abi_list_new(list->width, list->mask, list->length);
  append(copy, list, 0, 1, list->length);
  return copy;
}

tine_list *tine_abi_list_repeat(tine_list *list, int64_t times) {
  int64_t total = 0;
  if (times > 0 && __builtin_mul_overflow(times, list->length, &total))
    raisef("RuntimeError", nullptr, "out of memory: a list is too long");
  tine_list *result = tine_abi_list_new(list->width, list->mask, total);
  for (int64_t i = 0; i < times && total; ++i)
    append(result, list, 0, 1, list->length);
  return result;
}

tine_list *tine_abi_list_slice(tine_list *list, int64_t lower, int64_t upper,
                               int64_t step, int32_t has, const char *where) {
  Slice slice = resolveSlice(list->length, lower, upper, step, has, where);
  tine_list *result = tine_abi_list_new(list->width, list->mask, slice.count);
  append(result, list, slice.first, slice.step, slice.count);
  return result;
}

int32_t tine_abi_list_equal(tine_list *a, tine_list *b, int32_t compare) {
  if (a->length != b->length)
    return 0;
  for (int64_t i = 0; i < a->length; ++i)
    if (!equalSlots(*elementOf(a, i), *elementOf(b, i), compare))
      return 0;
  return 1;
}

int64_t tine_abi_list_find(tine_list *list, uint64_t slot, int32_t compare) {
  for (int64_t i = 0; i < list->length; ++i)
    if (equalSlots(*elementOf(list, i), slot, compare))
      return i;
  return -1;
}

int64_t tine_abi_list_count(tine_list *list, uint64_t slot, int32_t compare) {
  int64_t count = 0;
  for (int64_t i = 0; i < list->length; ++i)
    count += equalSlots(*elementOf(list, i), slot, compare);
  return count;
}

void tine_abi_list_sort(tine_list *list, int32_t compare, int32_t descending) {
  // A merge sort from runs of 8, stable in both directions as Python's.
  int64_t length = list->length;
  if (length < 2 || list->width != 1)
    return;
  auto before = [=](uint64_t a, uint64_t b) {
    return descending ? lessSlots(b, a, compare) : lessSlots(a, b, compare);
  };
  constexpr int64_t run = 8;
  uint64_t *from = list->slots;
  for (int64_t low = 0; low < length; low += run) {
    int64_t high = low + run < length ? low + run : length;
    for (int64_t i = low + 1; i < high; ++i) {
      uint64_t slot = from[i];
      int64_t j = i;
      for (; j > low && before(slot, from[j - 1]); --j)
        from[j] = from[j - 1];
      from[j] = slot;
    }
  }
  if (length <= run)
    return;
  size_t bytes = size_t(length) * sizeof(uint64_t);
  auto *spare = static_cast<uint64_t *>(blockNewOrRaise(bytes));
  uint64_t *to = spare;
  for (int64_t width = run; width < length; width *= 2) {
    for (int64_t low = 0; low < length; low += 2 * width) {
      int64_t middle = low + width < length ? low + width : length;
      int64_t high = middle + width < length ? middle + width : length;
      int64_t i = low, j = middle;
      for (int64_t k = low; k < high; ++k)
        to[k] = j < high && (i >= middle || before(from[j], from[i]))
                    ? from[j++]
                    : from[i++];
    }
    uint64_t *swap = from;
    from = to;
    to = swap;
  }
  if (from != list->slots)
    memcpy(list->slots, from, bytes);
  blockFree(spare, bytes);
}
