//===- stored.cpp - What a file holds, as one object ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making such strings, and what programs ask of them.
//
//===----------------------------------------------------------------------===//

#include "stored.h"
#include "errors.h"
#include "objects.h"
#include "pickle.h"

using namespace tine;

static_assert(sizeof(StoredHead) == 64 && sizeof(StoredNode) == 32,
              "parts of a string begin on multiples of 8 bytes");

int64_t Stored::find(int64_t dict, const char *key, size_t length,
                     StoredKind kind) const {
  const StoredNode &parent = node(dict);
  for (int64_t i = 0; parent.kind == STORED_DICT && i + 1 < parent.count;
       i += 2) {
    const StoredNode &own = node(child(parent, i));
    if (own.kind == kind && uint64_t(own.count) == length &&
        !memcmp(text(own), key, length))
      return child(parent, i + 1);
  }
  return -1;
}

StoredNode tine::plainNode(const PickleValue &value) {
  StoredNode node;
  switch (value.kind) {
  case PickleValue::Kind::None:
    break;
  case PickleValue::Kind::Bool:
    node.kind = STORED_BOOL;
    node.value = value.integer;
    break;
  case PickleValue::Kind::Int:
    node.kind = STORED_INT;
    node.value = value.integer;
    break;
  case PickleValue::Kind::Float:
    node.kind = STORED_FLOAT;
    memcpy(&node.value, &value.real, sizeof(node.value));
    break;
  default:
    node.kind = STORED_OTHER;
  }
  return node;
}

tine_string *StoredBuilder::finish(char *&data) {
  StoredHead head = {};
  memcpy(head.magic, "stored\n", 8);
  auto at = int64_t(sizeof(head));
  auto place = [&](int64_t &offset, size_t bytes) {
    offset = at;
    at += int64_t((bytes + 7) & ~size_t(7));
  };
  place(head.nodes, nodes.size() * sizeof(StoredNode));
  place(head.children, children.size() * sizeof(int64_t));
  place(head.sizes, sizes.size() * sizeof(int64_t));
  place(head.texts, texts.size);
  // The object begins on a multiple of 64 bytes.
  auto front = int64_t(offsetof(tine_string, data));
  at = ((at + front + 63) & ~int64_t(63)) - front;
  head.data = at;
  head.nodeCount = int64_t(nodes.size());
  head.pathLength = path->length;
  int64_t bytes = 0;
  if (__builtin_add_overflow(at, dataBytes, &bytes))
    raiseNoMemory(size_t(dataBytes));
  tine_string *string = newString(size_t(bytes));
  char *to = string->data;
  memcpy(to, &head, sizeof(head));
  auto copy = [&](int64_t offset, const void *from, size_t count) {
    if (count)
      memcpy(to + offset, from, count);
  };
  copy(head.nodes, nodes.begin(), nodes.size() * sizeof(StoredNode));
  copy(head.children, children.begin(), children.size() * sizeof(int64_t));
  copy(head.sizes, sizes.begin(), sizes.size() * sizeof(int64_t));
  copy(head.texts, texts.data, texts.size);
  data = to + head.data;
  return string;
}

void tine::addShape(Array<int64_t> &to, const int64_t *sizes, int32_t rank,
                    bool isFortran) {
  int64_t strides[TINE_MAX_RANK];
  uint64_t stride = 1;
  for (int32_t i = 0; i < rank; ++i) {
    int32_t dim = isFortran ? i : rank - 1 - i;
    strides[dim] = int64_t(stride);
    stride *= uint64_t(sizes[dim]);
  }
  for (int32_t i = 0; i < rank; ++i)
    to.add(sizes[i]);
  for (int32_t i = 0; i < rank; ++i)
    to.add(strides[i]);
}

void tine::addStoredType(Text &text, const Stored &stored,
                         const StoredNode &tensor) {
  addType(text, tensor.dtype, nullptr, 0);
  text.size -= 2;
  text.add('[');
  for (int32_t i = 0; i < tensor.rank; ++i)
    text.addf("%s%lld", i ? "," : "",
              static_cast<long long>(stored.sizes(tensor)[i]));
  text.add(']');
}

//===----------------------------------------------------------------------===//
// What programs ask
//===----------------------------------------------------------------------===//

static const char *const kindNames[] = {
    "None",   "a bool", "an int",   "a float",        "a str",
    "a list", "a dict", "a tensor", "something else", "bytes"};

/// Raises that what the file has at `name` is something else.
[[noreturn]] static void raiseKind(const Stored &stored, int64_t node,
                                   const tine_string *name, const char *wanted,
                                   const char *where) {
  Text text;
  text.add(stored.path(), size_t(stored.pathLength()));
  text.add(": ");
  text.add(name);
  text.add(" is ");
  text.add(node < 0 ? "missing" : kindNames[stored.node(node).kind]);
  text.add(", expected ");
  text.add(wanted);
  text.add('\0');
  tine_abi_raise_text("TypeError", text.data, where);
}

int64_t tine_abi_stored_kind(tine_string *string, int64_t node, const char *) {
  return Stored(string).node(node).kind;
}

int64_t tine_abi_stored_length(tine_string *string, int64_t node,
                               const char *) {
  const StoredNode &parent = Stored(string).node(node);
  return parent.kind == STORED_DICT   ? parent.count / 2
         : parent.kind == STORED_LIST ? parent.count
                                      : 0;
}

int64_t tine_abi_stored_find(tine_string *string, int64_t node,
                             tine_string *key, const char *) {
  return node < 0 ? -1
                  : Stored(string).find(node, key->data, size_t(key->length));
}

int64_t tine_abi_stored_find_bytes(tine_string *string, int64_t node,
                                   tine_string *key, const char *) {
  return node < 0 ? -1
                  : Stored(string).find(node, key->data, size_t(key->length),
                                        STORED_BYTES);
}

int64_t tine_abi_stored_find_int(tine_string *string, int64_t node, int64_t key,
                                 const char *) {
  Stored stored(string);
  if (node < 0)
    return -1;
  const StoredNode &parent = stored.node(node);
  for (int64_t i = 0; parent.kind == STORED_DICT && i + 1 < parent.count;
       i += 2) {
    const StoredNode &own = stored.node(stored.child(parent, i));
    if (own.kind == STORED_INT && own.value == key)
      return stored.child(parent, i + 1);
  }
  return -1;
}

int64_t tine_abi_stored_item(tine_string *string, int64_t node, int64_t i,
                             const char *) {
  Stored stored(string);
  const StoredNode &parent = stored.node(node);
  if (i < 0)
    i += parent.count;
  return parent.kind == STORED_LIST && i >= 0 && i < parent.count
             ? stored.child(parent, i)
             : -1;
}

int64_t tine_abi_stored_size(tine_string *string, int64_t node, int64_t i,
                             const char *) {
  Stored stored(string);
  if (node < 0 || stored.node(node).kind != STORED_TENSOR || i < 0 ||
      i >= stored.node(node).rank)
    return -1;
  return stored.sizes(stored.node(node))[i];
}

int64_t tine_abi_stored_key(tine_string *string, int64_t node, int64_t i,
                            const char *) {
  Stored stored(string);
  return stored.child(stored.node(node), 2 * i);
}

int64_t tine_abi_stored_entry(tine_string *string, int64_t node, int64_t i,
                              const char *) {
  Stored stored(string);
  return stored.child(stored.node(node), 2 * i + 1);
}

int64_t tine_abi_stored_int(tine_string *string, int64_t node,
                            tine_string *name, const char *where) {
  Stored stored(string);
  if (node < 0 || (stored.node(node).kind != STORED_INT &&
                   stored.node(node).kind != STORED_BOOL))
    raiseKind(stored, node, name, "an int", where);
  return stored.node(node).value;
}

int64_t tine_abi_stored_bool(tine_string *string, int64_t node,
                             tine_string *name, const char *where) {
  Stored stored(string);
  if (node < 0 || stored.node(node).kind != STORED_BOOL)
    raiseKind(stored, node, name, "a bool", where);
  return stored.node(node).value;
}

double tine_abi_stored_float(tine_string *string, int64_t node,
                             tine_string *name, const char *where) {
  Stored stored(string);
  StoredKind kind = node < 0 ? STORED_NONE : stored.node(node).kind;
  if (kind == STORED_INT)
    return double(stored.node(node).value);
  if (kind != STORED_FLOAT)
    raiseKind(stored, node, name, "a float", where);
  double value = 0;
  memcpy(&value, &stored.node(node).value, sizeof(value));
  return value;
}

static tine_string *textOf(const Stored &stored, const StoredNode &node) {
  return tine_abi_string_new(stored.text(node), node.count);
}

tine_string *tine_abi_stored_text(tine_string *string, int64_t node,
                                  tine_string *name, const char *where) {
  Stored stored(string);
  if (node < 0 || stored.node(node).kind != STORED_TEXT)
    raiseKind(stored, node, name, "a str", where);
  return textOf(stored, stored.node(node));
}

tine_string *tine_abi_stored_bytes(tine_string *string, int64_t node,
                                   tine_string *name, const char *where) {
  Stored stored(string);
  if (node < 0 || stored.node(node).kind != STORED_BYTES)
    raiseKind(stored, node, name, "bytes", where);
  return textOf(stored, stored.node(node));
}

tine_string *tine_abi_stored_path(tine_string *string, const char *) {
  Stored stored(string);
  return tine_abi_string_new(stored.path(), stored.pathLength());
}
