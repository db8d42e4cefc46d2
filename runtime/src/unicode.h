//===- unicode.h - Code points ----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code points of UTF-8 text, and what Python says of each. A byte that is
// not UTF-8, as TorchScript cuts them, is a code point that nothing is said of.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_UNICODE_H
#define TINE_RUNTIME_UNICODE_H

#include "text.h"

#include <stddef.h>
#include <stdint.h>

namespace tine {

/// Code point at `at` (advanced), or -1 for a byte that is not UTF-8.
int32_t decode(const char *&at, const char *end);

/// Adds the code point in UTF-8.
void addPoint(Text &text, uint32_t point);

/// Whether every byte is a code point of its own.
bool isAscii(const char *data, int64_t length);
/// The same of a string that changes no more; it is looked through once.
bool isAscii(const tine_string *string);

inline bool isContinuation(char c) { return (c & 0xC0) == 0x80; }

/// The number of code points: every byte that continues none begins one, and so
/// does the first byte of all.
int64_t countPoints(const char *data, int64_t length);

/// How many bytes the first `points` code points take; all if there are fewer.
int64_t bytesOfPoints(const char *data, int64_t length, int64_t points);

/// Bits of properties(); the two of a number say whether it is numeric (1), a
/// digit (2) or decimal (3).
enum Property : uint32_t {
  isLetter = 1,
  isNumber = 2,
  isDigitBit = 4,
  isDecimal = isNumber | isDigitBit,
  startsName = 8,
  continuesName = 16,
  isUpperCase = 32,
  isLowerCase = 64,
  isTitleCase = 128,
  isWhite = 256,
  isIgnorable = 512, // between a letter and a sigma at the end of its word
  isShown = 1024,
};
uint32_t properties(int32_t point);

/// '0' to '9', of a decimal code point.
char decimalDigit(int32_t point);

enum class Case : uint8_t { Upper, Lower, Title, Fold };

/// Adds the code points that `point` is in the other case.
void addInCase(Text &text, int32_t point, Case wanted);

} // namespace tine

#endif // TINE_RUNTIME_UNICODE_H
