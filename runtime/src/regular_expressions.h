//===- regular_expressions.h - Python's patterns ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Python's `re` has for texts: a pattern becomes code for a small machine
// that tries alternatives in Python's order. Offsets in the code are relative,
// so that parts of it can be moved and copied.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_REGULAR_EXPRESSIONS_H
#define TINE_RUNTIME_REGULAR_EXPRESSIONS_H

#include "array.h"

namespace tine {

/// Those of Python.
enum RegexFlag : int64_t {
  regexIgnoreCase = 2,
  regexMultiline = 8,
  regexDotAll = 16,
  regexUnicode = 32,
  regexVerbose = 64,
  regexAscii = 256,
};

enum class RegexOp : uint8_t {
  Point,      // the code point x
  Any,        // any, without '\n' unless `flag`
  Set,        // one of the y items from x on, or none of them if `flag`
  Split,      // goes on at x, or else at y
  Jump,       // to x
  Save,       // the place goes to slot x
  LoopStart,  // slot x: no iteration yet
  Loop,       // into the body behind it, or else to y; not from one place twice
  LazyLoop,   // to y, or else into the LazyEnter behind it
  LazyEnter,  // slot x
  Repeat,     // of the op behind it, x to y times (-1: any), few if `flag`
  TextStart,  // \A
  TextEnd,    // \Z
  LineStart,  // ^ of several lines
  LineEnd,    // $ of several lines
  BeforeEnd,  // $ otherwise
  Border,     // \b, or \B if `flag`
  SameAs,     // the text of group x
  LookAhead,  // code behind it up to x; must not fit if `flag`
  LookBehind, // the same, y code points before
  Atomic,     // the same, whose alternatives are not tried again
  Accept,
};

struct RegexStep {
  RegexOp op;
  bool flag;
  bool ignoresCase, isAscii;
  int32_t x, y;
};

/// A range of code points, or a class as 'd', 'D', 'w', ...
struct RegexItem {
  int32_t first, last;
  char kind; // 0: the range
};

struct RegexName {
  int32_t begin, size; // in the pattern
  int32_t group;
};

struct Regex {
  Array<RegexStep> code;
  Array<RegexItem> items;
  Array<RegexName> names;
  Array<char> isSure; // whether group i + 1 has a text in every match
  int32_t groups = 0;
  int32_t slots = 0; // behind those of groups
  int64_t flags = 0;
  Text error;              // what is wrong with the pattern, in Python's words
  bool isSupported = true; // or only not done here

  /// Of the group's begin; its end is the next one. Group 0 is the match.
  static int32_t slotOf(int32_t group) { return 2 * group; }
  int32_t slotCount() const { return 2 * (groups + 1) + 1 + slots; }
  /// Holds the group that was closed last.
  int32_t lastSlot() const { return 2 * (groups + 1); }
};

/// Compiles the pattern; false if `regex.error` says what is wrong.
bool parseRegex(Regex &regex, const char *pattern, int64_t length,
                int64_t flags);

enum class RegexHow : int64_t { Search, Match, FullMatch };

class RegexMatcher {
public:
  RegexMatcher(const Regex &regex, const char *text, int64_t length)
      : regex(regex), begin(text), end(text + length) {}

  /// Looks from `from` on; an empty match there does not count if `advances`.
  bool find(const char *from, RegexHow how, bool advances);

  /// Of the last match; null where the group has none.
  const char *startOf(int32_t group) const { return slots[size_t(2 * group)]; }
  const char *endOf(int32_t group) const {
    return slots[size_t(2 * group + 1)];
  }
  int64_t lastGroup() const {
    return int64_t(reinterpret_cast<intptr_t>(slots[size_t(regex.lastSlot())]));
  }

private:
  enum class Kind : uint8_t { Other, Slot, Fewer, More };
  struct Choice {
    Kind kind;
    int32_t step; // or the slot
    const char *at;
    const char *limit;
    int64_t count;
  };

  bool attempt(const char *from, RegexHow how);
  bool run(int32_t pc, const char *at, bool isWhole);
  bool step(int32_t &pc, const char *&at, bool &isDone, bool isWhole);
  bool assertion(const RegexStep &now, const char *at) const;
  bool repeat(int32_t &pc, const char *&at);
  bool look(int32_t &pc, const char *&at);
  bool sameAs(const RegexStep &now, const char *&at) const;
  bool back(int32_t &pc, const char *&at, size_t base);
  bool one(const RegexStep &now, const char *&at) const;
  bool isIn(const RegexStep &now, int32_t point) const;
  bool isWordAt(const char *at, bool isAscii) const;
  void set(int32_t slot, const char *value);
  const char *before(const char *at) const;

  const Regex &regex;
  const char *begin, *end;
  const char *searchStart = nullptr;
  bool mustAdvance = false;
  RegexHow how = RegexHow::Search;
  Array<const char *> slots;
  Array<Choice> choices;
};

} // namespace tine

#endif // TINE_RUNTIME_REGULAR_EXPRESSIONS_H
