//===- string_methods.h - Methods of strings --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call of a method, and the methods whose result depends on what letters
// beyond ASCII are. They raise as Python does and return a slot.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_STRING_METHODS_H
#define TINE_RUNTIME_STRING_METHODS_H

#include "compare.h"
#include "unicode.h"

namespace tine {

struct Call {
  tine_string *self;
  const uint64_t *args;
  int64_t count;
  const char *where;
  bool inPython;
  bool points; // it counts code points, which are not all one byte

  const char *data() const { return self->data; }
  int64_t length() const { return self->length; }
  tine_string *string(int i) const { return asString(args[i]); }
  int64_t integer(int i, int64_t otherwise) const {
    return i < count ? int64_t(args[i]) : otherwise;
  }
  /// What len() says of these bytes, of this string or of an argument.
  int64_t columns(const char *text, int64_t size) const {
    return inPython ? countPoints(text, size) : size;
  }
  /// Bytes of the first characters of the string.
  int64_t bytes(int64_t characters) const {
    return points ? bytesOfPoints(data(), length(), characters) : characters;
  }
  /// Bytes of the character at `at`.
  int64_t step(const char *at, const char *end) const {
    return points ? bytesOfPoints(at, end - at, 1) : 1;
  }
};

inline uint64_t slotOf(tine_string *string) {
  return reinterpret_cast<uintptr_t>(string);
}

/// int(s, base); base 0 goes by the prefix. TorchScript's has the base 10.
int64_t stringToInt(const tine_string *s, int64_t base, bool inPython,
                    const char *where);

/// Whether int(s) is a number, perhaps one beyond 64 bits.
bool isIntText(const tine_string *s);
/// Python's float(s); false if it is none.
bool readFloat(const tine_string *s, double &value);

/// TorchScript's float(s).
double scriptToFloat(const tine_string *s, const char *where);

uint64_t pointsUpper(const Call &call);
uint64_t pointsLower(const Call &call);
uint64_t pointsTitle(const Call &call);
uint64_t pointsFold(const Call &call);
uint64_t pointsCapitalize(const Call &call);
uint64_t pointsSwapcase(const Call &call);
uint64_t pointsIsalpha(const Call &call);
uint64_t pointsIsalnum(const Call &call);
uint64_t pointsIsdecimal(const Call &call);
uint64_t pointsIsdigit(const Call &call);
uint64_t pointsIsnumeric(const Call &call);
uint64_t pointsIsspace(const Call &call);
uint64_t pointsIsupper(const Call &call);
uint64_t pointsIslower(const Call &call);
uint64_t pointsIstitle(const Call &call);
uint64_t pointsIsidentifier(const Call &call);
uint64_t pointsIsprintable(const Call &call);

} // namespace tine

#endif // TINE_RUNTIME_STRING_METHODS_H
