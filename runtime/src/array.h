//===- array.h - Growing arrays ---------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays of plain values. Their memory belongs to the current task, as that of
// Text does. Not shared among threads.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ARRAY_H
#define TINE_RUNTIME_ARRAY_H

#include "text.h"

namespace tine {

template <typename T> class Array {
public:
  size_t size() const { return bytes.size / sizeof(T); }
  T *begin() { return reinterpret_cast<T *>(bytes.data); }
  T *end() { return begin() + size(); }
  const T *begin() const { return reinterpret_cast<const T *>(bytes.data); }
  const T *end() const { return begin() + size(); }
  T &operator[](size_t i) { return begin()[i]; }
  const T &operator[](size_t i) const { return begin()[i]; }
  T &back() { return end()[-1]; }
  const T &back() const { return end()[-1]; }

  void add(const T &item) {
    T copy = item; // it may be one of the array
    bytes.add(reinterpret_cast<const char *>(&copy), sizeof(T));
  }
  /// Makes it that many zeros.
  void zeros(size_t count) {
    bytes.clear();
    bytes.fill(count * sizeof(T), 0);
  }
  /// The first `count` stay.
  void shrink(size_t count) { bytes.size = count * sizeof(T); }
  void clear() { bytes.clear(); }

private:
  Text bytes;
};

} // namespace tine

#endif // TINE_RUNTIME_ARRAY_H
