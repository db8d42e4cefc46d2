//===- text.cpp - Growing text ----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text under construction: see text.h.
//
//===----------------------------------------------------------------------===//

#include "text.h"

#include <stdarg.h>
#include <stdio.h>

using namespace tine;

void Text::reserve(size_t more) {
  if (capacity - size >= more)
    return;
  size_t wanted = capacity ? capacity * 2 : 192;
  if (more > size_t(INT64_MAX) / 4)
    wanted = size_t(INT64_MAX) / 2; // more than there is: fails below
  while (wanted < size + more && wanted < size_t(INT64_MAX) / 2)
    wanted *= 2;
  char *fresh = static_cast<char *>(tine_abi_alloc(int64_t(wanted)));
  if (size)
    memcpy(fresh, data, size);
  tine_abi_free(data);
  data = fresh;
  capacity = wanted;
}

void Text::addf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  reserve(64);
  int length = vsnprintf(data + size, capacity - size, format, arguments);
  va_end(arguments);
  if (length > 0 && size_t(length) >= capacity - size) {
    reserve(size_t(length) + 1);
    vsnprintf(data + size, capacity - size, format, again);
  }
  va_end(again);
  if (length > 0)
    size += size_t(length);
}

tine_string *Text::string() const {
  return tine_abi_string_new(data, int64_t(size));
}
