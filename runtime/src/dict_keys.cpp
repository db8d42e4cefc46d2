//===- dict_keys.cpp - Tuples as keys of dicts ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dict whose keys are tuples of one type has strings of bytes as keys: the
// components one after the other. A number has eight bytes; a text has its
// length in eight, then its bytes. Equal tuples have equal strings.
//
//===----------------------------------------------------------------------===//

#include "objects.h"

#include <string.h>

using namespace tine;

/// The bytes of `key`, and room for more behind them.
static tine_string *grown(const tine_string *key, size_t more) {
  auto size = size_t(key->length);
  tine_string *made = newString(size + more);
  memcpy(made->data, key->data, size);
  return made;
}

tine_string *tine_abi_key_add_int(tine_string *key, int64_t value,
                                  const char *) {
  tine_string *made = grown(key, sizeof value);
  memcpy(made->data + key->length, &value, sizeof value);
  return made;
}

tine_string *tine_abi_key_add_float(tine_string *key, double value,
                                    const char *) {
  tine_string *made = grown(key, sizeof value);
  value = value == 0 ? 0 : value; // the two zeros are equal
  memcpy(made->data + key->length, &value, sizeof value);
  return made;
}

tine_string *tine_abi_key_add_text(tine_string *key, tine_string *text,
                                   const char *) {
  int64_t length = text->length;
  tine_string *made = grown(key, sizeof length + size_t(length));
  memcpy(made->data + key->length, &length, sizeof length);
  memcpy(made->data + key->length + sizeof length, text->data, size_t(length));
  return made;
}

int64_t tine_abi_key_int(tine_string *key, int64_t at, const char *) {
  int64_t value;
  memcpy(&value, key->data + at, sizeof value);
  return value;
}

double tine_abi_key_float(tine_string *key, int64_t at, const char *) {
  double value;
  memcpy(&value, key->data + at, sizeof value);
  return value;
}

tine_string *tine_abi_key_text(tine_string *key, int64_t at, const char *) {
  int64_t length;
  memcpy(&length, key->data + at, sizeof length);
  return tine_abi_string_new(key->data + at + sizeof length, length);
}

static tine_string *textAt(const tine_list *items, int64_t i) {
  return reinterpret_cast<tine_string *>(uintptr_t(items->slots[i]));
}

tine_string *tine_abi_key_of_ints(tine_list *items, const char *) {
  size_t size = size_t(items->length) * sizeof(int64_t);
  tine_string *made = newString(size);
  if (size)
    memcpy(made->data, items->slots, size);
  return made;
}

tine_string *tine_abi_key_of_texts(tine_list *items, const char *) {
  size_t size = 0;
  for (int64_t i = 0; i < items->length; ++i)
    size += sizeof(int64_t) + size_t(textAt(items, i)->length);
  tine_string *made = newString(size);
  char *at = made->data;
  for (int64_t i = 0; i < items->length; ++i) {
    const tine_string *text = textAt(items, i);
    memcpy(at, &text->length, sizeof text->length);
    at += sizeof text->length;
    memcpy(at, text->data, size_t(text->length));
    at += text->length;
  }
  return made;
}

tine_list *tine_abi_key_ints(tine_string *key, const char *where) {
  tine_list *list = tine_abi_list_new(1, 0, 0);
  for (int64_t at = 0; at < key->length; at += int64_t(sizeof at))
    *tine_abi_list_push(list) = uint64_t(tine_abi_key_int(key, at, where));
  return list;
}

tine_list *tine_abi_key_texts(tine_string *key, const char *where) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  for (int64_t at = 0; at < key->length;) {
    tine_string *text = tine_abi_key_text(key, at, where);
    at += int64_t(sizeof text->length) + text->length;
    *tine_abi_list_push(list) = uint64_t(reinterpret_cast<uintptr_t>(text));
  }
  return list;
}
