//===- text.h - Growing text ------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text under construction. Its memory belongs to the current task, so that an
// error in the middle of formatting loses nothing. Not shared among threads.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_TEXT_H
#define TINE_RUNTIME_TEXT_H

#include "tine/abi.h"

#include <stddef.h>
#include <string.h>

namespace tine {

struct Text {
  char *data = nullptr; // not terminated
  size_t size = 0;
  size_t capacity = 0;

  Text() = default;
  Text(const Text &) = delete;
  Text &operator=(const Text &) = delete;
  ~Text() { tine_abi_free(data); }

  void reserve(size_t more);
  void add(char c) {
    reserve(1);
    data[size++] = c;
  }
  void add(const char *text, size_t length) {
    reserve(length);
    if (length)
      memcpy(data + size, text, length);
    size += length;
  }
  void add(const char *text) { add(text, strlen(text)); }
  void add(const tine_string *text) { add(text->data, size_t(text->length)); }
  void fill(size_t count, char c = ' ') {
    reserve(count);
    if (count)
      memset(data + size, c, count);
    size += count;
  }
  void addf(const char *format, ...) __attribute__((format(printf, 2, 3)));
  void clear() { size = 0; }

  /// The text as a string object with count 1.
  tine_string *string() const;
};

} // namespace tine

#endif // TINE_RUNTIME_TEXT_H
