//===- format_number.cpp - Numbers and strings as text ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts of single floats and strings.
//
//===----------------------------------------------------------------------===//

#include "format_number.h"
#include "unicode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

using namespace tine;

namespace {

Digits rounded(double value, int count) {
  char text[40];
  snprintf(text, sizeof(text), "%.*e", count - 1, value);
  Digits result;
  result.count = 0;
  const char *at = text;
  for (; *at != 'e'; ++at)
    if (*at != '.')
      result.digits[result.count++] = *at;
  result.exponent = int(strtol(at + 1, nullptr, 10));
  return result;
}

double valueOf(const Digits &digits, bool isNarrow) {
  char text[48];
  snprintf(text, sizeof(text), "%.1s.%.*se%d", digits.digits, digits.count - 1,
           digits.digits + 1, digits.exponent);
  return isNarrow ? double(strtof(text, nullptr)) : strtod(text, nullptr);
}

} // namespace

Digits tine::shortestDigits(double value, bool isNarrow) {
  value = fabs(value);
  if (value == 0)
    return {{'0'}, 1, 0};
  // Any decimal of up to 15 digits survives the way to a double and back (6 to
  // a float), so that these digits and trailing zeros are all there is to try;
  // subnormal numbers have less precision than that.
  bool isSubnormal = value < (isNarrow ? 0x1p-126 : 0x1p-1022);
  int most = isNarrow ? 9 : 17;
  Digits result;
  for (int count = isSubnormal ? 1 : most - (isNarrow ? 3 : 2); count <= most;
       ++count) {
    result = rounded(value, count);
    if (count == most || valueOf(result, isNarrow) == value)
      break;
    if (count == most - 1) {
      // Below a power of two the gap is half as wide as above it: the nearest
      // decimal can miss where the next one up hits.
      Digits above = result;
      int i = above.count - 1;
      while (i >= 0 && above.digits[i] == '9')
        above.digits[i--] = '0';
      if (i >= 0) {
        ++above.digits[i];
        if (valueOf(above, isNarrow) == value) {
          result = above;
          break;
        }
      }
    }
  }
  while (result.count > 1 && result.digits[result.count - 1] == '0')
    --result.count;
  return result;
}

/// `point`: integral numbers end with ".0".
static void addShortest(Text &text, double value, bool point) {
  if (signbit(value))
    text.add('-');
  value = fabs(value);
  if (!isfinite(value)) {
    text.add(isnan(value) ? "nan" : "inf");
    return;
  }
  if (value == 0) {
    text.add(point ? "0.0" : "0");
    return;
  }
  Digits digits = shortestDigits(value, false);
  auto count = size_t(digits.count);
  int exponent = digits.exponent;
  if (exponent < -4 || exponent >= 16) {
    text.add(digits.digits[0]);
    if (count > 1) {
      text.add('.');
      text.add(digits.digits + 1, count - 1);
    }
    text.addf("e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    return;
  }
  if (exponent < 0) {
    text.add("0.");
    int zeros = -exponent - 1;
    text.fill(size_t(zeros), '0');
    text.add(digits.digits, count);
    return;
  }
  size_t whole = size_t(exponent) + 1;
  if (count <= whole) {
    text.add(digits.digits, count);
    text.fill(whole - count, '0');
    if (point)
      text.add(".0");
    return;
  }
  text.add(digits.digits, whole);
  text.add('.');
  text.add(digits.digits + whole, count - whole);
}

void tine::addPythonFloat(Text &text, double value) {
  addShortest(text, isnan(value) ? fabs(value) : value, true);
}

void tine::addShortestFloat(Text &text, double value) {
  addShortest(text, value, false);
}

void tine::addScriptFloat(Text &text, double value) {
  if (value >= -0x1p63 && value < 0x1p63 && value == double(int64_t(value)))
    text.addf("%lld.", static_cast<long long>(value));
  else
    text.addf("%.17g", value);
}

void tine::addPythonRepr(Text &text, const tine_string *string) {
  const char *at = string->data, *end = at + string->length;
  bool single = memchr(at, '\'', size_t(string->length));
  bool both = single && memchr(at, '"', size_t(string->length));
  char quote = single && !both ? '"' : '\'';
  text.add(quote);
  while (at != end) {
    const char *start = at;
    int32_t point = decode(at, end);
    if (point < 0)
      text.addf("\\x%02x", unsigned(static_cast<unsigned char>(*start)));
    else if (point == quote || point == '\\') {
      text.add('\\');
      text.add(char(point));
    } else if (point == '\n')
      text.add("\\n");
    else if (point == '\r')
      text.add("\\r");
    else if (point == '\t')
      text.add("\\t");
    else if (properties(point) & isShown)
      text.add(start, size_t(at - start));
    else
      text.addf(point < 0x100     ? "\\x%02x"
                : point < 0x10000 ? "\\u%04x"
                                  : "\\U%08x",
                unsigned(point));
  }
  text.add(quote);
}
