//===- regex_escapes.cpp - Escapes, sets and names of expressions ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those of Python's `re`, with its errors.
//
//===----------------------------------------------------------------------===//

#include "regex_parser.h"

using namespace tine;
using namespace tine::expressions;

bool Parser::name(const char *&first, int32_t &length, char close) {
  first = at;
  while (at < end && *at != close)
    ++at;
  length = int32_t(at - first);
  if (at == end)
    return fail(length ? close == '>' ? "missing >, unterminated name"
                                      : "missing ), unterminated name"
                       : "missing group name",
                first);
  if (!length)
    return fail("missing group name", first);
  for (const char *c = first; c < at; ++c) {
    bool isLetter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                    *c == '_' || *c < 0;
    if (!isLetter && (c == first || *c < '0' || *c > '9'))
      return unsupported("this is no name of a group");
  }
  ++at;
  return true;
}

bool Parser::sameAsName() {
  const char *first;
  int32_t length;
  if (!name(first, length, ')'))
    return false;
  for (const RegexName &known : regex.names)
    if (known.size == length &&
        !memcmp(begin + known.begin, first, size_t(length))) {
      for (int32_t group : open)
        if (group == known.group)
          return fail("cannot refer to an open group", first);
      add(RegexOp::SameAs, known.group);
      return true;
    }
  Text what;
  what.add("unknown group name '");
  what.add(first, size_t(length));
  what.add("'");
  what.add('\0');
  return fail(what.data, first);
}

/// Hexadecimal digits behind \x, \u or \U.
bool Parser::codeOf(char letter, int32_t digits, const char *start,
                    int32_t &point) {
  point = 0;
  for (int32_t i = 0; i < digits; ++i) {
    char c = at < end ? *at : ' ';
    int32_t digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
    if (digit < 0 || point > 0x10FFF) {
      Text what;
      what.add("incomplete escape ");
      what.add(start, size_t(at - start));
      what.add('\0');
      return fail(what.data, start);
    }
    point = point * 16 + digit;
    ++at;
  }
  return true;
}

/// Of one code point; `at` is behind the backslash. -1 where it is another one.
bool Parser::pointOfEscape(int32_t &point, bool inSet) {
  const char *start = at - 1;
  if (at == end)
    return fail("bad escape (end of pattern)", start);
  static const char letters[] = "abfnrtv";
  char c = *at;
  const char *known = c ? strchr(letters, c) : nullptr;
  if (known && (c != 'b' || inSet)) {
    ++at;
    point = "\a\b\f\n\r\t\v"[known - letters];
    return true;
  }
  if (c == 'x' || c == 'u' || c == 'U') {
    ++at;
    return codeOf(c, c == 'x' ? 2 : c == 'u' ? 4 : 8, start, point);
  }
  if (c == '0' || (inSet && c >= '1' && c <= '9')) {
    if (c > '7')
      return fail("bad escape", start);
    point = 0;
    for (int i = 0; i < 3 && at < end && *at >= '0' && *at <= '7'; ++i)
      point = point * 8 + (*at++ - '0');
    return true;
  }
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
    char what[] = "bad escape \\?";
    what[sizeof(what) - 2] = c;
    return fail(what, start);
  }
  point = decode(at, end);
  return true;
}

bool Parser::escape(Width &width) {
  const char *start = at++;
  width = {1, 1};
  char c = at < end ? *at : ' ';
  if (strchr("dDsSwW", c)) {
    ++at;
    add(RegexOp::Set, int32_t(regex.items.size()), 1);
    regex.items.add({0, 0, c});
    return true;
  }
  if (c >= '1' && c <= '9') {
    int32_t group = 0;
    const char *digits = at;
    while (at < end && *at >= '0' && *at <= '9' && at < digits + 2)
      group = group * 10 + (*at++ - '0');
    if (at == digits + 2 && at < end && *at >= '0' && *at <= '7')
      return unsupported("octal escapes of three digits are not supported");
    if (group > regex.groups) {
      char what[64] = "invalid group reference ";
      memcpy(what + strlen(what), digits, size_t(at - digits));
      return fail(what, digits);
    }
    for (int32_t one : open)
      if (one == group)
        return fail("cannot refer to an open group", start);
    width = {0, noEnd};
    add(RegexOp::SameAs, group);
    return true;
  }
  if (c == 'N')
    return unsupported("'\\N{...}' is not supported");
  int32_t point;
  if (!pointOfEscape(point, false))
    return false;
  add(RegexOp::Point, point);
  return true;
}

bool Parser::setItem(RegexItem &item, const char *open) {
  item = {0, 0, 0};
  if (at == end)
    return fail("unterminated character set", open);
  if (*at != '\\') {
    item.first = item.last = decode(at, end);
    return true;
  }
  ++at;
  if (at < end && *at && strchr("dDsSwW", *at)) {
    item.kind = *at++;
    return true;
  }
  if (!pointOfEscape(item.first, true))
    return false;
  item.last = item.first;
  return true;
}

bool Parser::set(Width &width) {
  const char *from = at++;
  bool isNegated = take("^");
  auto first = int32_t(regex.items.size());
  width = {1, 1};
  for (bool isFirst = true; isFirst || at == end || *at != ']';
       isFirst = false) {
    const char *start = at;
    RegexItem item;
    if (!setItem(item, from))
      return false;
    if (end - at >= 2 && at[0] == '-' && at[1] != ']') {
      ++at;
      RegexItem last;
      if (!setItem(last, from))
        return false;
      if (item.kind || last.kind || item.first > last.first) {
        Text what;
        what.add("bad character range ");
        what.add(start, size_t(at - start));
        what.add('\0');
        return fail(what.data, start);
      }
      item.last = last.first;
    }
    regex.items.add(item);
  }
  ++at;
  add(RegexOp::Set, first, int32_t(regex.items.size()) - first, isNegated);
  return true;
}
