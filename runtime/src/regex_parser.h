//===- regex_parser.h - The parser of regular expressions -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the pattern, which adds code and puts what is known later (that
// a part is repeated, that there are other branches) in front of it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_REGEX_PARSER_H
#define TINE_RUNTIME_REGEX_PARSER_H

#include "regular_expressions.h"
#include "unicode.h"

namespace tine::expressions {

constexpr int32_t mostCode = 100000, deepest = 200;
constexpr int64_t noEnd = INT32_MAX;

/// How many code points a part takes.
struct Width {
  int64_t least = 0, most = 0;
  void add(Width other) {
    least = sum(least, other.least);
    most = sum(most, other.most);
  }
  static int64_t sum(int64_t a, int64_t b) {
    return a + b < noEnd ? a + b : noEnd;
  }
  static int64_t times(int64_t a, int64_t b) {
    int64_t all;
    return __builtin_mul_overflow(a, b, &all) || all > noEnd ? noEnd : all;
  }
};

class Parser {
public:
  Parser(Regex &regex, const char *pattern, int64_t length)
      : regex(regex), begin(pattern), at(pattern), end(pattern + length) {}

  bool parse() {
    Width whole;
    if (!alternatives(whole))
      return false;
    if (at < end)
      return fail("unbalanced parenthesis", at);
    add(RegexOp::Accept);
    return true;
  }

private:
  // Errors and characters.

  bool fail(const char *what, const char *where) {
    if (regex.error.size)
      return false;
    regex.error.addf("%s at position %lld", what,
                     static_cast<long long>(countPoints(begin, where - begin)));
    return false;
  }
  bool unsupported(const char *what) {
    regex.isSupported = false;
    if (!regex.error.size)
      regex.error.add(what);
    return false;
  }
  bool take(const char *text) {
    size_t size = strlen(text);
    if (size_t(end - at) < size || memcmp(at, text, size) != 0)
      return false;
    at += size;
    return true;
  }
  bool has(int64_t flag) const { return (regex.flags & flag) != 0; }

  // Code.

  RegexStep made(RegexOp op, int32_t x = 0, int32_t y = 0, bool flag = false) {
    return {op, flag, has(regexIgnoreCase), has(regexAscii), x, y};
  }
  void add(RegexOp op, int32_t x = 0, int32_t y = 0, bool flag = false) {
    regex.code.add(made(op, x, y, flag));
  }
  int32_t size() const { return int32_t(regex.code.size()); }
  void insert(int32_t place, RegexStep step) {
    regex.code.add(step);
    RegexStep *first = regex.code.begin() + place;
    memmove(first + 1, first,
            size_t(regex.code.end() - first - 1) * sizeof(RegexStep));
    *first = step;
  }
  void makeAtomic(int32_t start) {
    add(RegexOp::Accept);
    insert(start, made(RegexOp::Atomic, size() + 1 - start));
  }
  void unsure(int32_t groupsBefore) {
    for (int32_t i = groupsBefore; i < regex.groups; ++i)
      regex.isSure[size_t(i)] = 0;
  }

  bool alternatives(Width &width);
  bool sequence(Width &width);
  bool repeated(Width &width);
  bool quantifier(int64_t &least, int64_t &most);
  bool applyQuantifier(int32_t start, int64_t least, int64_t most, bool isLazy);
  void loop(const Array<RegexStep> &body, bool isLazy);
  bool addCopies(const Array<RegexStep> &body, int64_t count);
  bool atom(Width &width);
  bool anchor();
  bool group(Width &width);
  bool redefined(const RegexName &known, int32_t group, const char *where);
  bool capture(Width &width, bool isNamed);
  bool look(Width &width, RegexOp op, bool isNegated);
  bool inner(Width &width, const char *open);
  bool unknownExtension(const char *where);
  bool isNotRepeated();
  bool flagsOfGroup(Width &width, const char *open);
  bool name(const char *&first, int32_t &length, char close);
  bool sameAsName();
  bool escape(Width &width);
  bool codeOf(char letter, int32_t digits, const char *start, int32_t &point);
  bool pointOfEscape(int32_t &point, bool inSet);
  bool set(Width &width);
  bool setItem(RegexItem &item, const char *open);
  void skipVerbose();

  Regex &regex;
  const char *begin, *at, *end;
  int depth = 0;
  Array<int32_t> open; // groups that are not closed
};

} // namespace tine::expressions

#endif // TINE_RUNTIME_REGEX_PARSER_H
