//===- json.h - JSON values as bytes ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that was read from JSON is a string of bytes, so that it is counted
// and copied as strings are, and a part of it is a string, too:
//
//   n f t         null, false, true
//   i d           an int, a float; 8 bytes
//   s I           a text, an int beyond 64 bits; its length, its bytes
//   l             bytes of all, number of items, the items, their offsets
//   o             bytes of all, number of entries, keys (s) and values, then
//                 for each entry: offset of the key, offset of the value, the
//                 entry that comes there in the order of the keys
//   E             an error; its length, its text
//
// Numbers of bytes are 8 bytes each; offsets count from the 'l' or 'o'. Only
// the parser makes such bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_JSON_H
#define TINE_RUNTIME_JSON_H

#include "text.h"

namespace tine {

/// Adds the bytes of what the text says, or of an error with Python's text.
void parseJson(const char *text, size_t size, Text &value);

/// The kinds of values as programs see them.
enum class JsonKind : int64_t {
  Error = -2,
  Missing = -1,
  Null,
  Bool,
  Int,
  Float,
  String,
  List,
  Dict,
};

JsonKind kindOfJson(const char *value, size_t size);

/// Adds the value as Python prints it.
void addJsonRepr(Text &text, const char *value, size_t size);

} // namespace tine

#endif // TINE_RUNTIME_JSON_H
