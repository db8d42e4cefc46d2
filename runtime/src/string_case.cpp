//===- string_case.cpp - Letters beyond ASCII -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Case and classes of characters as CPython's str has them, by code points.
//
//===----------------------------------------------------------------------===//

#include "string_methods.h"

using namespace tine;

namespace {

constexpr uint32_t cased = isUpperCase | isLowerCase | isTitleCase;

/// The first code point from `at` on, or back from there, of which the case
/// does not go through: whether it has one.
bool endsInCased(const char *start, const char *at) {
  while (at != start) {
    const char *end = at--;
    while (at != start && isContinuation(*at))
      --at;
    const char *from = at;
    uint32_t bits = properties(decode(from, end));
    if (!(bits & isIgnorable))
      return bits & cased;
  }
  return false;
}
bool beginsCased(const char *at, const char *end) {
  while (at != end) {
    uint32_t bits = properties(decode(at, end));
    if (!(bits & isIgnorable))
      return bits & cased;
  }
  return false;
}

/// Calls `map` with the text, each code point and its properties.
template <typename Map> uint64_t mapped(const Call &call, Map map) {
  const char *start = call.data(), *at = start, *end = at + call.length();
  Text text;
  while (at != end) {
    const char *from = at;
    int32_t point = decode(at, end);
    if (point < 0) {
      text.add(from, size_t(at - from));
      continue;
    }
    Case wanted;
    bool changes = map(from == start, properties(point), wanted);
    // A sigma at the end of a word has a form of its own.
    constexpr int32_t sigma = 0x3A3, finalSigma = 0x3C2;
    if (!changes)
      addPoint(text, uint32_t(point));
    else if (point == sigma && wanted == Case::Lower &&
             endsInCased(start, from) && !beginsCased(at, end))
      addPoint(text, finalSigma);
    else
      addInCase(text, point, wanted);
  }
  return slotOf(text.string());
}

uint64_t allIn(const Call &call, Case to) {
  return mapped(call, [=](bool, uint32_t, Case &wanted) {
    wanted = to;
    return true;
  });
}

/// Whether every code point has one of the properties; there are some.
uint64_t allHave(const Call &call, uint32_t wanted) {
  const char *at = call.data(), *end = at + call.length();
  while (at != end)
    if (!(properties(decode(at, end)) & wanted))
      return 0;
  return 1;
}

uint64_t onlyCase(const Call &call, uint32_t wanted) {
  const char *at = call.data(), *end = at + call.length();
  bool any = false;
  while (at != end) {
    uint32_t bits = properties(decode(at, end)) & cased;
    if (bits & ~wanted)
      return 0;
    any |= bits != 0;
  }
  return any;
}

} // namespace

uint64_t tine::pointsUpper(const Call &call) {
  return allIn(call, Case::Upper);
}
uint64_t tine::pointsLower(const Call &call) {
  return allIn(call, Case::Lower);
}
uint64_t tine::pointsFold(const Call &call) { return allIn(call, Case::Fold); }

uint64_t tine::pointsCapitalize(const Call &call) {
  return mapped(call, [](bool first, uint32_t, Case &wanted) {
    wanted = first ? Case::Title : Case::Lower;
    return true;
  });
}
uint64_t tine::pointsTitle(const Call &call) {
  bool inside = false;
  return mapped(call, [&](bool, uint32_t bits, Case &wanted) {
    wanted = inside ? Case::Lower : Case::Title;
    inside = bits & cased;
    return true;
  });
}
uint64_t tine::pointsSwapcase(const Call &call) {
  return mapped(call, [](bool, uint32_t bits, Case &wanted) {
    wanted = bits & isUpperCase ? Case::Lower : Case::Upper;
    return (bits & (isUpperCase | isLowerCase)) != 0;
  });
}

uint64_t tine::pointsIsalpha(const Call &call) {
  return allHave(call, isLetter);
}
uint64_t tine::pointsIsalnum(const Call &call) {
  return allHave(call, isLetter | isDecimal);
}
uint64_t tine::pointsIsnumeric(const Call &call) {
  return allHave(call, isDecimal);
}
uint64_t tine::pointsIsdigit(const Call &call) {
  return allHave(call, isDigitBit);
}
uint64_t tine::pointsIsdecimal(const Call &call) {
  const char *at = call.data(), *end = at + call.length();
  while (at != end)
    if ((properties(decode(at, end)) & isDecimal) != isDecimal)
      return 0;
  return 1;
}
uint64_t tine::pointsIsspace(const Call &call) {
  return allHave(call, isWhite);
}
uint64_t tine::pointsIsprintable(const Call &call) {
  return allHave(call, isShown);
}
uint64_t tine::pointsIsupper(const Call &call) {
  return onlyCase(call, isUpperCase);
}
uint64_t tine::pointsIslower(const Call &call) {
  return onlyCase(call, isLowerCase);
}
uint64_t tine::pointsIstitle(const Call &call) {
  const char *at = call.data(), *end = at + call.length();
  bool inside = false, any = false;
  while (at != end) {
    uint32_t bits = properties(decode(at, end)) & cased;
    if (bits & isLowerCase ? !inside : bits && inside)
      return 0;
    inside = bits;
    any |= inside;
  }
  return any;
}
uint64_t tine::pointsIsidentifier(const Call &call) {
  const char *at = call.data(), *end = at + call.length();
  bool first = *at != '_';
  while (at != end) {
    if (!(properties(decode(at, end)) & (first ? startsName : continuesName)))
      return 0;
    first = false;
  }
  return 1;
}
