//===- format_spec.cpp - Python's format specifications ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// format(value, spec) for floats, ints and strings:
// [[fill]align][sign][z][#][0][width][grouping][.precision][type].
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "format_number.h"
#include "unicode.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

using namespace tine;

namespace {

struct Spec {
  const char *fill = " ";
  size_t fillLength = 1;
  char align = 0; // < > = ^ or 0
  char sign = 0;  // + - space or 0
  bool noNegativeZero = false;
  bool alternate = false;
  int64_t width = 0;
  char grouping = 0; // , _ or 0
  int64_t precision = -1;
  char type = 0;
};

bool isAlign(char c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

[[noreturn]] void invalid(const char *where) {
  raisef("ValueError", where, "Invalid format specifier");
}

int64_t number(const char *&at, const char *end, const char *where) {
  int64_t value = 0;
  for (; at != end && isdigit(static_cast<unsigned char>(*at)); ++at) {
    value = value * 10 + (*at - '0');
    if (value > INT32_MAX)
      raisef("ValueError", where, "Too many decimal digits in format string");
  }
  return value;
}

Spec parse(const char *at, size_t length, bool numeric, const char *where) {
  const char *end = at + length;
  Spec spec;
  bool hasFill = false;
  if (at != end) {
    // The fill is one code point.
    const char *next = at + 1;
    while (next != end && (*next & 0xC0) == 0x80)
      ++next;
    if (next != end && isAlign(*next)) {
      hasFill = true;
      spec.fill = at;
      spec.fillLength = size_t(next - at);
      spec.align = *next;
      at = next + 1;
    } else if (isAlign(*at)) {
      spec.align = *at++;
    }
  }
  auto take = [&](char c) {
    if (at == end || *at != c)
      return false;
    ++at;
    return true;
  };
  if (at != end && (*at == '+' || *at == '-' || *at == ' '))
    spec.sign = *at++;
  spec.noNegativeZero = take('z');
  spec.alternate = take('#');
  if (take('0') && !hasFill) {
    spec.fill = "0";
    if (!spec.align && numeric)
      spec.align = '=';
  }
  spec.width = number(at, end, where);
  if (at != end && (*at == ',' || *at == '_'))
    spec.grouping = *at++;
  if (take('.')) {
    if (at == end || !isdigit(static_cast<unsigned char>(*at)))
      raisef("ValueError", where, "Format specifier missing precision");
    spec.precision = number(at, end, where);
  }
  if (at != end)
    spec.type = *at++;
  if (at != end)
    invalid(where);
  return spec;
}

/// Adds `whole` (digits) with separators, and zeros in front for `width`
/// columns.
void addGrouped(Text &text, const char *whole, size_t count, char grouping,
                size_t size, size_t width) {
  if (!grouping) {
    if (width > count)
      text.fill(width - count, '0');
    text.add(whole, count);
    return;
  }
  size_t digits = count;
  while (digits + (digits - 1) / size < width)
    ++digits;
  for (size_t i = 0; i < digits; ++i) {
    size_t left = digits - i;
    if (i && left % size == 0)
      text.add(grouping);
    text.add(left > count ? '0' : whole[count - left]);
  }
}

void addFill(Text &text, const Spec &spec, size_t count) {
  for (size_t i = 0; i < count; ++i)
    text.add(spec.fill, spec.fillLength);
}

/// Pads sign+prefix, whole (grouped) and rest to the width.
void addNumber(Text &text, const Spec &spec, bool negative, const char *prefix,
               const char *whole, size_t wholeCount, const char *rest,
               size_t restCount, size_t groupSize = 3) {
  char head[4];
  size_t headCount = 0;
  if (negative)
    head[headCount++] = '-';
  else if (spec.sign == '+' || spec.sign == ' ')
    head[headCount++] = spec.sign;
  for (; *prefix; ++prefix)
    head[headCount++] = *prefix;
  char align = spec.align ? spec.align : '>';
  auto width = size_t(spec.width);
  size_t used = headCount + restCount;
  size_t zeros = 0; // columns for the grouped part when zeros fill it
  if (align == '=' && spec.fillLength == 1 && spec.fill[0] == '0')
    zeros = width > used ? width - used : 0;
  Text middle;
  if (wholeCount)
    addGrouped(middle, whole, wholeCount, spec.grouping, groupSize, zeros);
  used += middle.size;
  size_t pad = width > used ? width - used : 0;
  size_t left = align == '>' ? pad : align == '^' ? pad / 2 : 0;
  addFill(text, spec, left);
  text.add(head, headCount);
  if (align == '=')
    addFill(text, spec, pad);
  text.add(middle.data, middle.size);
  text.add(rest, restCount);
  if (align == '<' || align == '^')
    addFill(text, spec, pad - left);
}

[[noreturn]] void unknownCode(char type, const char *name, const char *where) {
  raisef("ValueError", where,
         "Unknown format code '%c' for object of type '%s'", type, name);
}

/// Without a type: like repr, or with a precision like g, but there is always a
/// digit behind the point, which the exponent form makes room for.
void addGeneral(Text &text, double value, int64_t precision, bool alternate) {
  Text form;
  if (precision < 0) {
    addPythonFloat(form, value);
  } else {
    precision = precision ? precision : 1;
    form.addf("%.*e", int(precision - 1), value);
    form.add('\0');
    auto exponent = int(strtol(strchr(form.data, 'e') + 1, nullptr, 10));
    form.clear();
    // The %g below must come to the same choice of notation.
    if (exponent >= -4 && exponent < precision - 1) {
      form.addf(alternate ? "%#.*g" : "%.*g", int(precision), value);
      if (!memchr(form.data, '.', form.size))
        form.add(".0");
    } else {
      form.addf("%.*e", int(precision - 1), value);
    }
  }
  auto *e = static_cast<const char *>(memchr(form.data, 'e', form.size));
  size_t count = e ? size_t(e - form.data) : form.size;
  size_t digits = count;
  bool point = memchr(form.data, '.', count);
  if (e && !alternate && point) {
    while (form.data[digits - 1] == '0')
      --digits;
    if (form.data[digits - 1] == '.')
      --digits;
  }
  text.add(form.data, digits);
  if (e && alternate && !point)
    text.add('.');
  text.add(form.data + count, form.size - count);
}

} // namespace

void tine::addFloatBySpec(Text &text, double value, const char *spec_,
                          size_t length, const char *where) {
  if (!length) {
    addPythonFloat(text, value);
    return;
  }
  Spec spec = parse(spec_, length, true, where);
  char type = spec.type;
  if (type && !strchr("eEfFgGn%", type))
    unknownCode(type, "float", where);
  if (type == 'n' && spec.grouping)
    raisef("ValueError", where, "Cannot specify '%c' with 'n'.", spec.grouping);
  bool negative = signbit(value) && !isnan(value);
  double magnitude = type == '%' ? fabs(value) * 100 : fabs(value);
  Text body;
  if (!isfinite(magnitude)) {
    bool upper = type == 'E' || type == 'F' || type == 'G';
    body.add(isnan(value) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"));
    if (type == '%')
      body.add('%');
    // Zeros in front of "inf" come as fill, ungrouped.
    addNumber(text, spec, negative, "", "", 0, body.data, body.size);
    return;
  }
  int precision = int(spec.precision < 0 ? 6 : spec.precision);
  switch (type) {
  case 'e':
  case 'E':
    body.addf(spec.alternate ? "%#.*e" : "%.*e", precision, magnitude);
    break;
  case 'f':
  case 'F':
  case '%':
    body.addf(spec.alternate ? "%#.*f" : "%.*f", precision, magnitude);
    break;
  case 'g':
  case 'G':
  case 'n':
    body.addf(spec.alternate ? "%#.*g" : "%.*g", precision ? precision : 1,
              magnitude);
    break;
  default:
    addGeneral(body, magnitude, spec.precision, spec.alternate);
  }
  if (type == 'E' || type == 'G')
    for (size_t i = 0; i < body.size; ++i)
      body.data[i] = char(toupper(static_cast<unsigned char>(body.data[i])));
  if (spec.noNegativeZero && negative) {
    bool zero = true;
    for (size_t i = 0; i < body.size && (body.data[i] | 32) != 'e'; ++i)
      zero &= body.data[i] == '0' || body.data[i] == '.';
    negative = !zero;
  }
  if (type == '%')
    body.add('%');
  size_t whole = 0;
  while (whole < body.size &&
         isdigit(static_cast<unsigned char>(body.data[whole])))
    ++whole;
  addNumber(text, spec, negative, "", body.data, whole, body.data + whole,
            body.size - whole);
}

void tine::addIntBySpec(Text &text, int64_t value, const char *spec_,
                        size_t length, const char *where) {
  Spec spec = parse(spec_, length, true, where);
  char type = spec.type ? spec.type : 'd';
  if (strchr("eEfFgG%", type)) {
    addFloatBySpec(text, double(value), spec_, length, where);
    return;
  }
  if (!strchr("bcdnoxX", type))
    unknownCode(type, "int", where);
  if (spec.precision >= 0)
    raisef("ValueError", where,
           "Precision not allowed in integer format specifier");
  if (spec.noNegativeZero)
    raisef("ValueError", where,
           "Negative zero coercion (z) not allowed in "
           "format specifier with integer presentation type");
  bool decimal = type == 'd' || type == 'n';
  if (spec.grouping &&
      (type == 'n' || type == 'c' || (spec.grouping == ',' && !decimal)))
    raisef("ValueError", where, "Cannot specify '%c' with '%c'.", spec.grouping,
           type);
  if (type == 'c') {
    if (spec.sign)
      raisef("ValueError", where,
             "Sign not allowed with integer format specifier 'c'");
    if (value < 0 || value > 0x10FFFF)
      raisef("OverflowError", where, "%%c arg not in range(0x110000)");
    size_t pad = spec.width > 1 ? size_t(spec.width) - 1 : 0;
    char align = spec.align ? spec.align : '<';
    size_t left = align == '>' || align == '=' ? pad
                  : align == '^'               ? pad / 2
                                               : 0;
    addFill(text, spec, left);
    addPoint(text, uint32_t(value));
    addFill(text, spec, pad - left);
    return;
  }
  uint64_t magnitude = value < 0 ? -uint64_t(value) : uint64_t(value);
  unsigned base = decimal ? 10 : type == 'b' ? 2 : type == 'o' ? 8 : 16;
  const char *digits = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  char buffer[64];
  char *end = buffer + sizeof(buffer), *at = end;
  do
    *--at = digits[magnitude % base];
  while (magnitude /= base);
  const char *prefix = "";
  if (spec.alternate && !decimal)
    prefix = type == 'b'   ? "0b"
             : type == 'o' ? "0o"
             : type == 'x' ? "0x"
                           : "0X";
  addNumber(text, spec, value < 0, prefix, at, size_t(end - at), "", 0,
            decimal ? 3 : 4);
}

void tine::addStringBySpec(Text &text, const tine_string *value,
                           const char *spec_, size_t length,
                           const char *where) {
  Spec spec = parse(spec_, length, false, where);
  if (spec.type && spec.type != 's')
    unknownCode(spec.type, "str", where);
  if (spec.sign)
    raisef("ValueError", where, "Sign not allowed in string format specifier");
  if (spec.noNegativeZero)
    raisef("ValueError", where,
           "Negative zero coercion (z) not allowed in "
           "string format specifier");
  if (spec.alternate)
    raisef("ValueError", where,
           "Alternate form (#) not allowed in string format specifier");
  if (spec.grouping)
    raisef("ValueError", where, "Cannot specify '%c' with 's'.", spec.grouping);
  if (spec.align == '=')
    raisef("ValueError", where,
           "'=' alignment not allowed in string format specifier");
  // Columns are code points.
  const char *at = value->data, *end = at + value->length;
  int64_t points = 0;
  while (at != end && points != spec.precision) {
    ++at;
    while (at != end && (*at & 0xC0) == 0x80)
      ++at;
    ++points;
  }
  size_t pad = spec.width > points ? size_t(spec.width - points) : 0;
  size_t left = spec.align == '>' ? pad : spec.align == '^' ? pad / 2 : 0;
  addFill(text, spec, left);
  text.add(value->data, size_t(at - value->data));
  addFill(text, spec, pad - left);
}
