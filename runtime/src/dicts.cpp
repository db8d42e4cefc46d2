//===- dicts.cpp - Dicts ----------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dict keeps its entries in the order of insertion in two arrays (keys and
// values) and finds them through an open hash table of entry numbers. A removed
// entry leaves a hole, which a bit map shows, until the arrays grow; so
// removing all entries one after the other is linear, and reading changes
// nothing.
//
//===----------------------------------------------------------------------===//

#include "compare.h"
#include "errors.h"
#include "format_number.h"
#include "memory.h"
#include "objects.h"

using namespace tine;

struct tine_dict {
  tine_object head;
  int64_t length;   // entries alive
  int64_t used;     // entries and holes
  int64_t capacity; // of the arrays; a multiple of 64
  int64_t buckets;  // a power of two, over capacity; 0 without a table
  uint32_t width;   // slots of a value
  int32_t compare;
  uint64_t mask; // of a value
  uint64_t *keys;
  uint64_t *values;
  uint64_t *alive; // a bit an entry
  int32_t *table;  // entry number, free or gone
};

namespace {

constexpr int32_t freeBucket = -1;
constexpr int32_t goneBucket = -2;

uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0x9E3779B97F4A7C15ull;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9ull;
  return x ^ x >> 32;
}

uint64_t hash(uint64_t key, int compare) {
  if (compare == TINE_COMPARE_FLOAT)
    return mix(asDouble(key) == 0 ? 0 : key); // -0.0 equals 0.0
  if (compare != TINE_COMPARE_STRING)
    return mix(key);
  const tine_string *string = asString(key);
  uint64_t state = uint64_t(string->length);
  int64_t i = 0;
  for (; i + 8 <= string->length; i += 8) {
    uint64_t word;
    memcpy(&word, string->data + i, 8);
    state = mix(state ^ word);
  }
  uint64_t word = 0;
  memcpy(&word, string->data + i, size_t(string->length - i));
  return mix(state ^ word);
}

bool isAlive(const tine_dict *dict, int64_t entry) {
  return dict->alive[entry / 64] >> (entry % 64) & 1;
}

uint64_t *valueOf(const tine_dict *dict, int64_t entry) {
  return dict->values + uint64_t(entry) * dict->width;
}

size_t tableBytes(const tine_dict *dict) {
  return size_t(dict->buckets) * sizeof(int32_t);
}

void freeArrays(tine_dict *dict) {
  if (!dict->capacity)
    return;
  auto capacity = size_t(dict->capacity);
  blockFree(dict->keys, capacity * 8);
  if (dict->width)
    blockFree(dict->values, capacity * dict->width * 8);
  blockFree(dict->alive, capacity / 8);
  blockFree(dict->table, tableBytes(dict));
}

void enter(tine_dict *dict, int64_t entry) {
  uint64_t at = hash(dict->keys[entry], dict->compare);
  for (;; ++at) {
    int32_t &bucket = dict->table[at & uint64_t(dict->buckets - 1)];
    if (bucket < 0) {
      bucket = int32_t(entry);
      return;
    }
  }
}

/// Moves the entries alive to new arrays with room for more.
void rebuild(tine_dict *dict) {
  tine_dict old = *dict;
  int64_t wanted = dict->length * 2;
  dict->capacity = 64;
  while (dict->capacity < wanted)
    dict->capacity *= 2;
  if (dict->capacity > INT32_MAX)
    raisef("RuntimeError", nullptr, "out of memory: a dict is too big");
  dict->buckets = dict->capacity * 2;
  auto capacity = size_t(dict->capacity);
  dict->keys = static_cast<uint64_t *>(blockNewOrRaise(capacity * 8));
  dict->values =
      dict->width
          ? static_cast<uint64_t *>(blockNewOrRaise(capacity * dict->width * 8))
          : dict->keys;
  dict->alive = static_cast<uint64_t *>(blockNewOrRaise(capacity / 8));
  dict->table = static_cast<int32_t *>(blockNewOrRaise(tableBytes(dict)));
  memset(dict->alive, 0, capacity / 8);
  memset(dict->table, 0xff, tableBytes(dict));
  int64_t to = 0;
  for (int64_t from = 0; from < old.used; ++from) {
    if (!isAlive(&old, from))
      continue;
    dict->keys[to] = old.keys[from];
    if (dict->width)
      memcpy(valueOf(dict, to), valueOf(&old, from), dict->width * 8);
    dict->alive[to / 64] |= 1ull << (to % 64);
    enter(dict, to++);
  }
  dict->used = to;
  freeArrays(&old);
}

/// The bucket of a key or -1.
int64_t findBucket(const tine_dict *dict, uint64_t key) {
  if (!dict->length)
    return -1;
  uint64_t at = hash(key, dict->compare);
  for (;; ++at) {
    auto bucket = int64_t(at & uint64_t(dict->buckets - 1));
    int32_t entry = dict->table[bucket];
    if (entry == freeBucket)
      return -1;
    if (entry >= 0 && equalSlots(dict->keys[entry], key, dict->compare))
      return bucket;
  }
}

int64_t findEntry(const tine_dict *dict, uint64_t key) {
  int64_t bucket = findBucket(dict, key);
  return bucket < 0 ? -1 : dict->table[bucket];
}

[[noreturn]] void raiseKeyError(const tine_dict *dict, uint64_t key,
                                const char *where) {
  Text text;
  switch (dict->compare) {
  case TINE_COMPARE_INT:
    text.addf("%lld", static_cast<long long>(key));
    break;
  case TINE_COMPARE_FLOAT:
    addPythonFloat(text, asDouble(key));
    break;
  case TINE_COMPARE_STRING:
    addPythonRepr(text, asString(key));
    break;
  default:
    text.add("a tensor that is not a key of the dict");
  }
  tine_abi_raise("KeyError", text.string(), where);
}

bool keyCounted(const tine_dict *dict) {
  return dict->compare >= TINE_COMPARE_STRING;
}

/// Number of the i-th entry alive.
int64_t entryAt(const tine_dict *dict, int64_t i) {
  if (dict->used == dict->length)
    return i;
  for (int64_t word = 0;; ++word) {
    uint64_t bits = dict->alive[word];
    int64_t count = __builtin_popcountll(bits);
    if (i >= count) {
      i -= count;
      continue;
    }
    for (; i > 0; --i)
      bits &= bits - 1;
    return word * 64 + __builtin_ctzll(bits);
  }
}

} // namespace

tine_dict *tine_abi_dict_new(int32_t compare, uint32_t width, uint64_t mask) {
  auto *dict = static_cast<tine_dict *>(blockNewOrRaise(sizeof(tine_dict)));
  *dict = {};
  initHead(dict->head, TINE_KIND_DICT);
  dict->width = width;
  dict->mask = mask;
  dict->compare = compare;
  return dict;
}

int64_t tine_abi_dict_length(tine_dict *dict) { return dict->length; }

int32_t tine_abi_dict_contains(tine_dict *dict, uint64_t key) {
  return findBucket(dict, key) >= 0;
}

uint64_t *tine_abi_dict_at(tine_dict *dict, uint64_t key, const char *where) {
  int64_t entry = findEntry(dict, key);
  if (entry < 0)
    raiseKeyError(dict, key, where);
  return valueOf(dict, entry);
}

uint64_t *tine_abi_dict_put(tine_dict *dict, uint64_t key) {
  int64_t entry = findEntry(dict, key);
  if (entry >= 0) {
    if (dict->mask)
      releaseSlots(valueOf(dict, entry), dict->width, dict->mask);
  } else {
    if (dict->used == dict->capacity)
      rebuild(dict);
    entry = dict->used++;
    if (keyCounted(dict))
      tine_abi_retain(reinterpret_cast<void *>(key));
    dict->keys[entry] = key;
    dict->alive[entry / 64] |= 1ull << (entry % 64);
    ++dict->length;
    enter(dict, entry);
  }
  uint64_t *value = valueOf(dict, entry);
  for (uint32_t i = 0; i < dict->width; ++i)
    value[i] = 0;
  return value;
}

void tine_abi_dict_pop(tine_dict *dict, uint64_t key, uint64_t *out,
                       const char *where) {
  int64_t bucket = findBucket(dict, key);
  if (bucket < 0)
    raiseKeyError(dict, key, where);
  int64_t entry = dict->table[bucket];
  dict->table[bucket] = goneBucket;
  dict->alive[entry / 64] &= ~(1ull << (entry % 64));
  --dict->length;
  if (dict->width)
    memcpy(out, valueOf(dict, entry), dict->width * 8);
  if (keyCounted(dict))
    tine_abi_release(reinterpret_cast<void *>(dict->keys[entry]));
  if (!dict->length) {
    // No holes are left, so that a dict used as a queue stays small.
    dict->used = 0;
    memset(dict->table, 0xff, tableBytes(dict));
  }
}

void tine_abi_dict_clear(tine_dict *dict) {
  tine_dict old = *dict;
  dict->length = dict->used = dict->capacity = dict->buckets = 0;
  for (int64_t entry = 0; entry < old.used; ++entry) {
    if (!isAlive(&old, entry))
      continue;
    if (keyCounted(&old))
      tine_abi_release(reinterpret_cast<void *>(old.keys[entry]));
    releaseSlots(valueOf(&old, entry), old.width, old.mask);
  }
  freeArrays(&old);
}

void tine::destroyDict(tine_dict *dict,
                       void (*drop)(void *context, tine_object *),
                       void *context) {
  for (int64_t entry = 0; entry < dict->used; ++entry) {
    if (!isAlive(dict, entry))
      continue;
    if (keyCounted(dict))
      drop(context, reinterpret_cast<tine_object *>(dict->keys[entry]));
    visitObjects(valueOf(dict, entry), dict->width, dict->mask,
                 [=](tine_object *object) { drop(context, object); });
  }
  freeArrays(dict);
  blockFree(dict, sizeof(tine_dict));
}

tine_dict *tine_abi_dict_copy(tine_dict *dict) {
  tine_dict *copy = tine_abi_dict_new(dict->compare, dict->width, dict->mask);
  for (int64_t entry = 0; entry < dict->used; ++entry) {
    if (!isAlive(dict, entry))
      continue;
    uint64_t *value = tine_abi_dict_put(copy, dict->keys[entry]);
    if (dict->width)
      memcpy(value, valueOf(dict, entry), dict->width * 8);
    retainSlots(value, dict->width, dict->mask);
  }
  return copy;
}

uint64_t tine_abi_dict_key(tine_dict *dict, int64_t i) {
  return dict->keys[entryAt(dict, i)];
}

uint64_t *tine_abi_dict_value(tine_dict *dict, int64_t i) {
  return valueOf(dict, entryAt(dict, i));
}
