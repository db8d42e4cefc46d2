//===- pickle.h - Values that Python has pickled ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pickle is a program for a stack machine, which may call any function of
// Python. This reader runs none: it knows what files of weights need, makes a
// tree of values, and refuses everything else by name.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_PICKLE_H
#define TINE_RUNTIME_PICKLE_H

#include "array.h"

namespace tine {

/// What a pickle may be at most, in bytes and values.
constexpr uint64_t maxPickleBytes = 256u << 20;
constexpr size_t maxPickleValues = 10000000;

struct PickleValue {
  enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    Text,  // or bytes
    Tuple, // also lists and sets
    Dict,  // keys and values alternate
    Global,
    Call,     // of the first item, a Global, with the others
    Reference // of the one item: what the file has beside the pickle
  } kind = Kind::None;
  int64_t integer = 0;
  double real = 0;
  const char *text = nullptr; // of Text; "module.name" of Global
  size_t length = 0;
  /// What a Text is: of Python 3, of Python 2, which had no other, or bytes.
  enum class Texts : uint8_t { Unicode, Old, Bytes } texts = Texts::Unicode;
  PickleValue **items = nullptr;
  size_t count = 0, capacity = 0;
  /// Of a dict or an array: what BUILD gave it.
  PickleValue *state = nullptr;
  /// For who makes nodes of the values.
  mutable int64_t node = -1;

  bool is(Kind other) const { return kind == other; }
  bool isText(const char *other) const {
    return (kind == Kind::Text || kind == Kind::Global) &&
           length == strlen(other) && !memcmp(text, other, length);
  }
  /// The value under a key; null where there is none.
  const PickleValue *get(const char *key) const;
};

/// What a pickle is read for: that says what may be in it.
enum class PickleUse : uint8_t {
  Weights, // what torch.save writes
  Data     // the file is the pickle, and has arrays of NumPy
};

/// The values of a pickle, which lives as long as they.
class Pickle {
public:
  Pickle() = default;
  Pickle(const Pickle &) = delete;
  Pickle &operator=(const Pickle &) = delete;
  ~Pickle();

  /// Null with a message in `problem`.
  const PickleValue *read(const char *data, size_t size, Text &problem,
                          PickleUse use = PickleUse::Weights);

private:
  friend class PickleReader;
  void *allocate(size_t bytes);

  struct Chunk {
    Chunk *next;
  };
  Chunk *chunks = nullptr;
  char *free = nullptr;
  size_t left = 0;
};

} // namespace tine

#endif // TINE_RUNTIME_PICKLE_H
