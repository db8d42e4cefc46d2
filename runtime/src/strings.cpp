//===- strings.cpp - Strings ------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings by bytes: making, joining, comparing, cutting, and reading numbers.
// The methods are in string_methods.cpp.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "format_number.h"
#include "memory.h"
#include "objects.h"
#include "slices.h"

#include <errno.h>
#include <stdlib.h>

using namespace tine;

tine_string *tine::newString(size_t length) {
  auto *string =
      static_cast<tine_string *>(blockNewOrRaise(stringBytes(length)));
  initHead(string->head, TINE_KIND_STRING);
  string->length = int64_t(length);
  string->data[length] = 0;
  return string;
}

tine_string *tine_abi_string_new(const char *data, int64_t length) {
  tine_string *string = newString(size_t(length));
  if (length)
    memcpy(string->data, data, size_t(length));
  return string;
}

tine_string *tine_abi_string_concat(tine_string *a, tine_string *b) {
  tine_string *string = newString(size_t(a->length + b->length));
  memcpy(string->data, a->data, size_t(a->length));
  memcpy(string->data + a->length, b->data, size_t(b->length));
  return string;
}

int32_t tine_abi_string_compare(tine_string *a, tine_string *b) {
  int64_t common = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->data, b->data, size_t(common));
  if (order)
    return order;
  return a->length < b->length ? -1 : a->length > b->length;
}

tine_string *tine_abi_string_index(tine_string *s, int64_t i,
                                   const char *where) {
  int64_t index = i < 0 ? i + s->length : i;
  if (index < 0 || index >= s->length)
    raisef("IndexError", where, "string index out of range");
  return tine_abi_string_new(s->data + index, 1);
}

tine_string *tine_abi_string_slice(tine_string *s, int64_t lower, int64_t upper,
                                   int64_t step, int32_t has,
                                   const char *where) {
  Slice slice = resolveSlice(s->length, lower, upper, step, has, where);
  tine_string *string = newString(size_t(slice.count));
  for (int64_t i = 0; i < slice.count; ++i)
    // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): lengths are >= 0
    string->data[i] = s->data[slice.first + i * slice.step];
  return string;
}

static bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}

/// The number's characters without surrounding space and single underscores
/// between digits; false when an underscore stands elsewhere.
static bool numeral(Text &text, const tine_string *s) {
  const char *at = s->data, *end = at + s->length;
  while (at != end && isSpace(*at))
    ++at;
  while (at != end && isSpace(end[-1]))
    --end;
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (const char *c = at; c != end; ++c) {
    if (*c == '_') {
      if (c == at || c + 1 == end || !digit(c[-1]) || !digit(c[1]))
        return false;
      continue;
    }
    if (!*c)
      return false;
    text.add(*c);
  }
  text.add('\0');
  return text.size > 1;
}

int64_t tine_abi_string_to_int(tine_string *s, const char *where) {
  Text text;
  bool fine = numeral(text, s);
  if (fine) {
    const char *at = text.data + (*text.data == '+' || *text.data == '-');
    fine = *at && strspn(at, "0123456789") == strlen(at);
  }
  if (!fine) {
    Text message;
    message.add("invalid literal for int() with base 10: ");
    addPythonRepr(message, s);
    tine_abi_raise("ValueError", message.string(), where);
  }
  errno = 0;
  long long value = strtoll(text.data, nullptr, 10);
  if (errno == ERANGE)
    raisef("OverflowError", where, "int() of a number beyond 64 bits");
  return value;
}

double tine_abi_string_to_float(tine_string *s, const char *where) {
  Text text;
  bool fine = numeral(text, s);
  double value = 0;
  if (fine) {
    // Python knows no hexadecimal floats and no "nan(...)".
    char *end;
    fine = !strpbrk(text.data, "xX(");
    value = strtod(text.data, &end);
    fine = fine && end == text.data + text.size - 1;
  }
  if (!fine) {
    Text message;
    message.add("could not convert string to float: ");
    addPythonRepr(message, s);
    tine_abi_raise("ValueError", message.string(), where);
  }
  return value;
}
