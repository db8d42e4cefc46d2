//===- format_number.h - Numbers and strings as text ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts of single values in eager Python and in TorchScript, and Python's
// format specifications.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_FORMAT_NUMBER_H
#define TINE_RUNTIME_FORMAT_NUMBER_H

#include "text.h"

namespace tine {

/// Significant decimal digits d1 d2 ... with the value d1.d2... * 10^exponent.
struct Digits {
  char digits[20];
  int count;
  int exponent;
};

/// The fewest digits that read back as the same finite number, of float32 if it
/// is narrow. The sign is left out.
Digits shortestDigits(double value, bool isNarrow);

/// repr(float): the fewest digits that read back as the same number.
void addPythonFloat(Text &text, double value);

/// The same digits without ".0" behind integral numbers; a nan has its sign.
void addShortestFloat(Text &text, double value);

/// TorchScript's float: "2." when integral, else 17 digits.
void addScriptFloat(Text &text, double value);

/// repr(str) of UTF-8 text.
void addPythonRepr(Text &text, const tine_string *string);

/// format(value, spec); these raise ValueError as Python does.
void addFloatBySpec(Text &text, double value, const char *spec, size_t length,
                    const char *where);
void addIntBySpec(Text &text, int64_t value, const char *spec, size_t length,
                  const char *where);
void addStringBySpec(Text &text, const tine_string *value, const char *spec,
                     size_t length, const char *where);

} // namespace tine

#endif // TINE_RUNTIME_FORMAT_NUMBER_H
