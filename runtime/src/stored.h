//===- stored.h - What a file holds, as one object --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that loads a file has what is in it as a string whose bytes are a
// tree of numbered nodes, of which 0 is the root, and the data of tensors:
//
//   StoredHead | nodes | children | sizes | texts | data
//
// So it is counted, shared among tasks and freed as any string is. Only the
// runtime makes such strings, of files that it has checked.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_STORED_H
#define TINE_RUNTIME_STORED_H

#include "array.h"
#include "safetensors.h"

namespace tine {

/// As programs see them (tine_abi_stored_kind).
enum StoredKind : uint8_t {
  STORED_NONE = 0,
  STORED_BOOL = 1,
  STORED_INT = 2,
  STORED_FLOAT = 3,
  STORED_TEXT = 4,
  STORED_LIST = 5, // or a tuple
  STORED_DICT = 6,
  STORED_TENSOR = 7,
  STORED_OTHER = 8,
  STORED_BYTES = 9, // of a pickle; else they are text
};

struct StoredNode {
  StoredKind kind = STORED_NONE;
  uint8_t dtype = 0, rank = 0; // of a tensor
  bool isSwapped = false; // the bytes of its elements are in the other order
  /// An int or bool; a float's bits; where a text is in the texts, a list's
  /// first child in the children, a tensor's first element in the data.
  int64_t value = 0;
  /// Of a text in bytes, of a list or dict in children.
  int64_t count = 0;
  /// Of a tensor: where its sizes and then its strides are. Of a dict: the node
  /// of its metadata, or -1.
  int64_t more = -1;
};

struct PickleValue;

/// The node of a number or None; of what has parts or is no data, one of the
/// kind STORED_OTHER.
StoredNode plainNode(const PickleValue &value);

struct StoredHead {
  char magic[8];
  int64_t nodes, children, sizes, texts, data; // from the head on, in bytes
  int64_t nodeCount;
  int64_t pathLength; // the texts begin with the path
};

/// Reads such a string.
class Stored {
public:
  explicit Stored(const tine_string *string)
      : base(string->data), head(*reinterpret_cast<const StoredHead *>(base)) {}

  const StoredNode &node(int64_t number) const {
    return reinterpret_cast<const StoredNode *>(base + head.nodes)[number];
  }
  int64_t child(const StoredNode &parent, int64_t i) const {
    return reinterpret_cast<const int64_t *>(base +
                                             head.children)[parent.value + i];
  }
  const int64_t *sizes(const StoredNode &tensor) const {
    return reinterpret_cast<const int64_t *>(base + head.sizes) + tensor.more;
  }
  const int64_t *strides(const StoredNode &tensor) const {
    return sizes(tensor) + tensor.rank;
  }
  const char *text(const StoredNode &node) const {
    return base + head.texts + node.value;
  }
  const char *data(const StoredNode &tensor) const {
    return base + head.data + tensor.value;
  }
  const char *path() const { return base + head.texts; }
  int64_t pathLength() const { return head.pathLength; }
  int64_t count() const { return head.nodeCount; }
  /// The value under a key of a dict; -1 where there is none.
  int64_t find(int64_t dict, const char *key, size_t length,
               StoredKind kind = STORED_TEXT) const;

private:
  const char *base;
  const StoredHead &head;
};

/// Makes such a string.
class StoredBuilder {
public:
  /// Nodes, children and sizes are added to these; texts by addText.
  Array<StoredNode> nodes;
  Array<int64_t> children, sizes;

  explicit StoredBuilder(const tine_string *path) : path(path) {
    texts.add(path);
  }
  int64_t addText(const char *text, size_t length) {
    auto start = int64_t(texts.size);
    texts.add(text, length);
    return start;
  }
  /// Room for data; where it begins.
  int64_t addData(uint64_t bytes) {
    int64_t start = dataBytes;
    dataBytes += int64_t((bytes + 63) & ~uint64_t(63));
    return start;
  }
  /// The string, with room for the data from `data` on. Raises for want of
  /// memory.
  tine_string *finish(char *&data);

  const tine_string *const path;

private:
  Text texts;
  int64_t dataBytes = 0;
};

/// Row-major strides behind sizes, or those of the other order.
void addShape(Array<int64_t> &to, const int64_t *sizes, int32_t rank,
              bool isFortran);

/// Adds "float32[2,3]".
void addStoredType(Text &text, const Stored &stored, const StoredNode &tensor);

} // namespace tine

#endif // TINE_RUNTIME_STORED_H
