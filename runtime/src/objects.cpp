//===- objects.cpp - Counted objects ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts, and what happens when one reaches zero. Objects can be nested a
// million deep (a chain of futures, a list in a list in a list), so that
// containers whose count has reached zero are queued, not visited on the stack.
//
//===----------------------------------------------------------------------===//

#include "objects.h"
#include "devices.h"
#include "errors.h"
#include "memory.h"

using namespace tine;

void tine_abi_retain(void *object) {
  auto *head = static_cast<tine_object *>(object);
  if (!head ||
      (__atomic_load_n(&head->count, __ATOMIC_RELAXED) & TINE_IMMORTAL))
    return;
  __atomic_fetch_add(&head->count, 1u, __ATOMIC_RELAXED);
}

/// Drops one count; true when it was the last one.
static bool drop(tine_object *head) {
  uint32_t count = __atomic_load_n(&head->count, __ATOMIC_ACQUIRE);
  if (count & TINE_IMMORTAL)
    return false;
  // Nobody else can make a new reference from our only one.
  if (count == 1)
    return true;
  return __atomic_fetch_sub(&head->count, 1u, __ATOMIC_ACQ_REL) == 1;
}

namespace {

/// Dead containers. The link takes the place of the head, and the kind its
/// low bits: objects lie on 16-byte boundaries.
struct Queue {
  uintptr_t first = 0;

  void push(tine_object *head) {
    uintptr_t kind = head->kind;
    auto address = reinterpret_cast<uintptr_t>(head);
    memcpy(head, &first, sizeof(first));
    first = address | kind;
  }

  tine_object *pop(uintptr_t &kind) {
    kind = first & 15;
    auto *head = reinterpret_cast<tine_object *>(first & ~uintptr_t(15));
    memcpy(&first, head, sizeof(first));
    return head;
  }
};

void releaseInto(tine_object *head, Queue &queue);

/// Frees an object without containers in it at once, queues another.
void bury(tine_object *head, Queue &queue) {
  switch (head->kind) {
  case TINE_KIND_STRING: {
    auto *string = reinterpret_cast<tine_string *>(head);
    blockFree(string, stringBytes(size_t(string->length)));
    return;
  }
  case TINE_KIND_TENSOR: {
    auto *tensor = reinterpret_cast<tine_tensor *>(head);
    blockFree(tensor, sizeof(tine_tensor) + size_t(elementsBytes(tensor)));
    return;
  }
  case TINE_KIND_PART: {
    auto *part = reinterpret_cast<tine_tensor *>(head);
    // It is no part itself: this goes one deep.
    tine_object *whole = wholeOf(part);
    blockFree(part, sizeof(tine_tensor) + sizeof(tine_object *));
    releaseInto(whole, queue);
    return;
  }
  case TINE_KIND_MEMORY:
    gpuPlaces.freeMemory(head);
    return;
  default:
    queue.push(head);
  }
}

void releaseInto(tine_object *head, Queue &queue) {
  if (drop(head))
    bury(head, queue);
}

void dropInto(void *queue, tine_object *head) {
  releaseInto(head, *static_cast<Queue *>(queue));
}

void drain(Queue &queue) {
  auto release = [&queue](tine_object *part) { releaseInto(part, queue); };
  while (queue.first) {
    uintptr_t kind;
    tine_object *head = queue.pop(kind);
    switch (kind) {
    case TINE_KIND_LIST: {
      auto *list = reinterpret_cast<tine_list *>(head);
      if (list->mask)
        for (int64_t i = 0; i < list->length; ++i)
          visitObjects(elementOf(list, i), list->width, list->mask, release);
      if (list->slots)
        blockFree(list->slots, size_t(list->capacity) * list->width * 8);
      blockFree(list, sizeof(tine_list));
      break;
    }
    case TINE_KIND_DICT:
      destroyDict(reinterpret_cast<tine_dict *>(head), dropInto, &queue);
      break;
    case TINE_KIND_FUTURE: {
      auto *future = reinterpret_cast<tine_future *>(head);
      if (future->state == 0)
        visitObjects(future->slots, future->captures, future->capture_mask,
                     release);
      else if (future->state == 2)
        visitObjects(future->slots, future->results, future->result_mask,
                     release);
      releaseError(future->error);
      blockFree(future, futureBytes(future->captures, future->results));
      break;
    }
    }
  }
}

} // namespace

void tine_abi_release(void *object) {
  auto *head = static_cast<tine_object *>(object);
  if (!head || !drop(head))
    return;
  Queue queue;
  bury(head, queue);
  drain(queue);
}

void tine::retainSlots(const uint64_t *slots, uint64_t count, uint64_t mask) {
  visitObjects(slots, count, mask,
               [](tine_object *object) { tine_abi_retain(object); });
}

void tine::releaseSlots(const uint64_t *slots, uint64_t count, uint64_t mask) {
  Queue queue;
  visitObjects(slots, count, mask,
               [&queue](tine_object *object) { releaseInto(object, queue); });
  drain(queue);
}
