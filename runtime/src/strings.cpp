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
#include "string_methods.h"

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

int64_t tine_abi_string_length(tine_string *s) {
  return isAscii(s) ? s->length : countPoints(s->data, s->length);
}

tine_string *tine_abi_string_index(tine_string *s, int64_t i, int32_t bytes,
                                   const char *where) {
  bool points = !bytes && !isAscii(s);
  int64_t length = points ? tine_abi_string_length(s) : s->length;
  int64_t index = i < 0 ? i + length : i;
  if (index < 0 || index >= length)
    raisef("IndexError", where, "string index out of range");
  if (!points)
    return tine_abi_string_new(s->data + index, 1);
  int64_t at = bytesOfPoints(s->data, s->length, index);
  return tine_abi_string_new(s->data + at,
                             bytesOfPoints(s->data + at, s->length - at, 1));
}

tine_string *tine_abi_string_slice(tine_string *s, int64_t lower, int64_t upper,
                                   int64_t step, int32_t has, int32_t bytes,
                                   const char *where) {
  bool points = !bytes && !isAscii(s);
  int64_t length = points ? tine_abi_string_length(s) : s->length;
  Slice slice = resolveSlice(length, lower, upper, step, has, where);
  if (points) {
    Text text;
    int64_t at = bytesOfPoints(s->data, s->length, slice.first);
    for (int64_t i = 0; i < slice.count; ++i) {
      int64_t size = bytesOfPoints(s->data + at, s->length - at, 1);
      text.add(s->data + at, size_t(size));
      if (i + 1 == slice.count)
        break;
      if (slice.step > 0)
        at += bytesOfPoints(s->data + at, s->length - at, slice.step);
      else
        for (int64_t back = slice.step; back < 0; ++back)
          do {
            --at;
            // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): at > 0
          } while (at > 0 && isContinuation(s->data[at]));
    }
    return text.string();
  }
  tine_string *string = newString(size_t(slice.count));
  for (int64_t i = 0; i < slice.count; ++i)
    // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): lengths are >= 0
    string->data[i] = s->data[slice.first + i * slice.step];
  return string;
}

/// The number's characters in ASCII, without surrounding space; false when
/// there is none.
static bool numeral(Text &text, const tine_string *s) {
  Text plain;
  const char *at = s->data, *end = at + s->length;
  if (!isAscii(s->data, s->length)) {
    while (at != end) {
      const char *from = at;
      int32_t point = decode(at, end);
      uint32_t bits = point < 0x80 ? 0 : properties(point);
      if (bits & isWhite)
        plain.add(' ');
      else if ((bits & isDecimal) == isDecimal)
        plain.add(decimalDigit(point));
      else
        plain.add(from, size_t(at - from));
    }
    at = plain.data;
    end = at + plain.size;
  }
  auto isSpace = [](char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
  };
  while (at != end && isSpace(*at))
    ++at;
  while (at != end && isSpace(end[-1]))
    --end;
  text.add(at, size_t(end - at));
  text.add('\0');
  return text.size > 1 && strlen(text.data) == text.size - 1;
}

/// Raises if the text does not end at `end`.
static void notBehind(const tine_string *s, const char *end,
                      const char *complaint, const char *where) {
  if (end == s->data + s->length)
    return;
  Text message;
  message.add(complaint);
  message.add(s);
  message.add("'");
  tine_abi_raise("RuntimeError", message.string(), where);
}

/// What C++'s stoll reads: space in front, a sign and digits.
static int64_t scriptToInt(const tine_string *s, const char *where) {
  char *end;
  errno = 0;
  long long value = strtoll(s->data, &end, 10);
  if (end == s->data || errno)
    raisef("RuntimeError", where, "stoll");
  notBehind(s, end, "invalid literal for int() with base 10: '", where);
  return value;
}

/// What C++'s stod reads.
double tine::scriptToFloat(const tine_string *s, const char *where) {
  char *end;
  errno = 0;
  double value = strtod(s->data, &end);
  if (end == s->data || errno)
    raisef("RuntimeError", where, "stod");
  notBehind(s, end, "could not convert string to float: '", where);
  return value;
}

/// What int() makes of a text; false if it is no number. `overflow`: it has
/// more than 64 bits.
static bool readInt(const tine_string *s, int64_t base, int64_t &number,
                    bool &overflow) {
  Text text;
  bool fine = numeral(text, s);
  const char *at = text.data;
  bool negative = fine && *at == '-';
  at += fine && (*at == '+' || *at == '-');
  auto radix = uint64_t(base);
  if (fine && *at == '0' && base != 10) {
    char letter = char(at[1] | 32);
    uint64_t own = letter == 'x'   ? 16
                   : letter == 'o' ? 8
                   : letter == 'b' ? 2
                                   : 0;
    if (own && (!base || own == radix)) {
      radix = own;
      at += 2;
      at += *at == '_';
    } else if (!base) {
      // Only zeros may begin with one.
      fine = strspn(at, "0_") == strlen(at);
    }
  }
  radix = radix ? radix : 10;
  fine = fine && *at && *at != '_';
  uint64_t value = 0;
  overflow = false;
  for (; fine && *at; ++at) {
    if (*at == '_') {
      fine = at[1] && at[1] != '_';
      continue;
    }
    char c = *at >= 'A' && *at <= 'Z' ? char(*at + 32) : *at;
    uint64_t digit = c >= '0' && c <= '9'   ? uint64_t(c - '0')
                     : c >= 'a' && c <= 'z' ? uint64_t(c - 'a' + 10)
                                            : 36;
    fine = digit < radix;
    overflow |= __builtin_mul_overflow(value, radix, &value);
    overflow |= __builtin_add_overflow(value, digit, &value);
  }
  overflow |= value > uint64_t(INT64_MAX) + negative;
  number = int64_t(negative ? -value : value);
  return fine;
}

bool tine::isIntText(const tine_string *s) {
  int64_t number;
  bool overflow;
  return readInt(s, 10, number, overflow);
}

int64_t tine::stringToInt(const tine_string *s, int64_t base, bool inPython,
                          const char *where) {
  if (!inPython)
    return scriptToInt(s, where);
  if (base && (base < 2 || base > 36))
    raisef("ValueError", where, "int() base must be >= 2 and <= 36, or 0");
  int64_t number = 0;
  bool overflow = false;
  if (!readInt(s, base, number, overflow)) {
    Text message;
    message.addf("invalid literal for int() with base %d: ", int(base));
    addPythonRepr(message, s);
    tine_abi_raise("ValueError", message.string(), where);
  }
  if (overflow)
    raisef("OverflowError", where, "int() of a number beyond 64 bits");
  return number;
}

int64_t tine_abi_string_to_int(tine_string *s, const char *where) {
  return stringToInt(s, 10, true, where);
}

bool tine::readFloat(const tine_string *s, double &value) {
  Text text;
  if (!numeral(text, s))
    return false;
  // Python knows no hexadecimal floats and no "nan(...)", but underscores
  // between digits.
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  bool fine = true;
  char *end = text.data;
  for (const char *c = text.data; *c; ++c) {
    if (*c != '_')
      *end++ = *c;
    else
      fine &= c != text.data && digit(c[-1]) && digit(c[1]);
  }
  *end = 0;
  const char *last = end;
  fine &= !strpbrk(text.data, "xX(");
  value = strtod(text.data, &end);
  return fine && end == last;
}

double tine_abi_string_to_float(tine_string *s, const char *where) {
  double value = 0;
  if (!readFloat(s, value)) {
    Text message;
    message.add("could not convert string to float: ");
    addPythonRepr(message, s);
    tine_abi_raise("ValueError", message.string(), where);
  }
  return value;
}
