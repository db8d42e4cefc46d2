//===- json_parser.cpp - JSON to bytes ------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes and refuses what CPython's json does, with its messages; but nothing is
// nested deeper than 200, and surrogates come in pairs.
//
//===----------------------------------------------------------------------===//

#include "json.h"
#include "unicode.h"

#include <stdlib.h>
#include <string.h>

using namespace tine;

namespace {

constexpr int mostDeep = 200;

struct Key {
  const char *data;
  uint64_t length;
  uint64_t entry;
};

int compareKeys(const void *a, const void *b) {
  const auto *x = static_cast<const Key *>(a), *y = static_cast<const Key *>(b);
  uint64_t shorter = x->length < y->length ? x->length : y->length;
  if (int order = memcmp(x->data, y->data, shorter))
    return order;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return x->entry < y->entry ? -1 : 1;
}

class Parser {
public:
  Parser(const char *text, size_t size, Text &out)
      : begin(text), end(text + size), at(text), out(out) {}

  void run() {
    size_t start = out.size;
    if (size_t(end - begin) >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0) {
      fail("Unexpected UTF-8 BOM (decode using utf-8-sig)", begin);
    } else {
      skipSpace();
      if (value(0)) {
        skipSpace();
        if (at != end)
          fail("Extra data", at);
      }
    }
    if (!problem)
      return;
    out.size = start;
    Text message;
    describe(message);
    addText('E', message.data, message.size);
  }

private:
  bool fail(const char *what, const char *where) {
    problem = what;
    place = where;
    return false;
  }

  /// "Expecting value: line 1 column 1 (char 0)"
  void describe(Text &message) {
    size_t line = 1;
    const char *lineBegin = begin;
    for (const char *c = begin; c < place; ++c)
      if (*c == '\n') {
        ++line;
        lineBegin = c + 1;
      }
    int64_t column = countPoints(lineBegin, place - lineBegin) + 1;
    int64_t point = countPoints(begin, place - begin);
    message.addf("%s: line %zu column %lld (char %lld)", problem, line,
                 static_cast<long long>(column), static_cast<long long>(point));
  }

  void skipSpace() {
    while (at < end &&
           (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
      ++at;
  }

  void addWord(uint64_t word) {
    out.add(reinterpret_cast<const char *>(&word), sizeof(word));
  }
  void setWord(size_t place, uint64_t word) {
    memcpy(out.data + place, &word, sizeof(word));
  }
  void addText(char kind, const char *data, size_t size) {
    out.add(kind);
    addWord(size);
    out.add(data, size);
  }

  bool takeWord(const char *word, char kind) {
    size_t length = strlen(word);
    if (size_t(end - at) < length || memcmp(at, word, length) != 0)
      return false;
    at += length;
    out.add(kind);
    return true;
  }

  bool takeFloat(const char *word, double number) {
    if (!takeWord(word, 'd'))
      return false;
    out.add(reinterpret_cast<const char *>(&number), sizeof(number));
    return true;
  }

  bool value(int depth) {
    if (depth > mostDeep)
      return fail("Values are nested deeper than 200", at);
    if (at == end)
      return fail("Expecting value", at);
    switch (*at) {
    case '"':
      return string();
    case '{':
      return object(depth);
    case '[':
      return array(depth);
    case 'n':
    case 't':
    case 'f':
      return takeWord("null", 'n') || takeWord("true", 't') ||
             takeWord("false", 'f') || fail("Expecting value", at);
    case 'N':
      return takeFloat("NaN", __builtin_nan("")) || fail("Expecting value", at);
    case 'I':
      return takeFloat("Infinity", __builtin_inf()) ||
             fail("Expecting value", at);
    default:
      return takeFloat("-Infinity", -__builtin_inf()) || number();
    }
  }

  static bool isDigit(char c) { return c >= '0' && c <= '9'; }

  bool number() {
    const char *start = at, *p = at;
    auto digits = [&] {
      const char *first = p;
      while (p < end && isDigit(*p))
        ++p;
      return p > first;
    };
    if (p < end && *p == '-')
      ++p;
    if (p < end && *p == '0')
      ++p;
    else if (!digits())
      return fail("Expecting value", start);
    bool isFloat = false;
    const char *whole = p;
    if (p < end && *p == '.') {
      ++p;
      isFloat = digits();
      p = isFloat ? p : whole;
      whole = p;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
      ++p;
      if (p < end && (*p == '-' || *p == '+'))
        ++p;
      bool hasExponent = digits();
      isFloat |= hasExponent;
      p = hasExponent ? p : whole;
    }
    at = p;
    Text digitsOf;
    digitsOf.add(start, size_t(p - start));
    digitsOf.add("", 1);
    if (isFloat) {
      double real = strtod(digitsOf.data, nullptr);
      out.add('d');
      out.add(reinterpret_cast<const char *>(&real), sizeof(real));
    } else {
      addInt(start, p, digitsOf.data);
    }
    return true;
  }

  void addInt(const char *from, const char *to, const char *text) {
    int64_t whole = 0;
    bool isNegative = *from == '-', overflows = false;
    for (const char *c = from + isNegative; c < to; ++c) {
      overflows |= __builtin_mul_overflow(whole, int64_t(10), &whole);
      int64_t digit = *c - '0';
      overflows |=
          __builtin_add_overflow(whole, isNegative ? -digit : digit, &whole);
    }
    if (overflows)
      return addText('I', text, size_t(to - from));
    out.add('i');
    addWord(uint64_t(whole));
  }

  /// Behind the opening quote; gives the text.
  bool string() {
    const char *start = at++;
    out.add('s');
    size_t length = out.size;
    addWord(0);
    for (;;) {
      const char *from = at;
      while (at < end && *at != '"' && *at != '\\') {
        if (static_cast<unsigned char>(*at) <= 0x1F)
          return fail("Invalid control character at", at);
        ++at;
      }
      out.add(from, size_t(at - from));
      if (at == end)
        return fail("Unterminated string starting at", start);
      if (*at++ == '"')
        break;
      if (at == end)
        return fail("Unterminated string starting at", start);
      if (!escape())
        return false;
    }
    setWord(length, out.size - length - 8);
    return true;
  }

  /// Behind the backslash.
  bool escape() {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (*at == 'u')
      return escapedPoint();
    const char *found =
        *at ? static_cast<const char *>(memchr(letters, *at, 8)) : nullptr;
    if (!found)
      return fail("Invalid \\escape", at - 1);
    out.add(meant[found - letters]);
    ++at;
    return true;
  }

  /// Four digits behind `p`, or -1.
  int32_t hex(const char *p) const {
    // As in CPython, the quote behind them is looked for, too.
    if (end - p < 5)
      return -1;
    int32_t point = 0;
    for (int i = 0; i < 4; ++i) {
      char c = p[i] >= 'A' && p[i] <= 'F' ? char(p[i] + 32) : p[i];
      if (!isDigit(c) && (c < 'a' || c > 'f'))
        return -1;
      point = point * 16 + (isDigit(c) ? c - '0' : c - 'a' + 10);
    }
    return point;
  }

  bool escapedPoint() {
    int32_t point = hex(at + 1);
    if (point < 0)
      return fail("Invalid \\uXXXX escape", at);
    at += 5;
    if (point >= 0xD800 && point < 0xDC00 && end - at > 1 && at[0] == '\\' &&
        at[1] == 'u') {
      int32_t low = hex(at + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        point = 0x10000 + (point - 0xD800) * 0x400 + (low - 0xDC00);
        at += 6;
      }
    }
    if (point >= 0xD800 && point < 0xE000)
      return fail("A surrogate without the other one is not supported", at - 6);
    addPoint(out, uint32_t(point));
    return true;
  }

  size_t open(char kind) {
    size_t start = out.size;
    out.add(kind);
    addWord(0);
    addWord(0);
    ++at;
    skipSpace();
    return start;
  }

  void mark(size_t offset) {
    uint64_t word = offset;
    marks.add(reinterpret_cast<const char *>(&word), sizeof(word));
  }

  /// The comma, or the end, behind an item; `isLast` is the end.
  bool between(char close, bool &isLast) {
    skipSpace();
    isLast = at < end && *at == close;
    if (isLast) {
      ++at;
      return true;
    }
    if (at == end || *at != ',')
      return fail("Expecting ',' delimiter", at);
    ++at;
    skipSpace();
    return true;
  }

  bool array(int depth) {
    size_t start = open('l'), firstMark = marks.size;
    bool isLast = at < end && *at == ']';
    at += isLast;
    while (!isLast) {
      mark(out.size - start);
      if (!value(depth + 1) || !between(']', isLast))
        return false;
    }
    size_t bytes = marks.size - firstMark;
    out.add(marks.data + firstMark, bytes);
    marks.size = firstMark;
    setWord(start + 1, out.size - start);
    setWord(start + 9, bytes / 8);
    return true;
  }

  bool object(int depth) {
    size_t start = open('o'), firstMark = marks.size;
    bool isLast = at < end && *at == '}';
    at += isLast;
    while (!isLast) {
      if (at == end || *at != '"')
        return fail("Expecting property name enclosed in double quotes", at);
      mark(out.size - start);
      if (!string())
        return false;
      skipSpace();
      if (at == end || *at != ':')
        return fail("Expecting ':' delimiter", at);
      ++at;
      skipSpace();
      mark(out.size - start);
      if (!value(depth + 1) || !between('}', isLast))
        return false;
    }
    closeObject(start, firstMark);
    return true;
  }

  uint64_t markAt(size_t place) const {
    uint64_t word;
    memcpy(&word, marks.data + place, sizeof(word));
    return word;
  }

  /// The table of entries. Of entries with one key the first place and the last
  /// value count.
  void closeObject(size_t start, size_t firstMark) {
    uint64_t count = (marks.size - firstMark) / 16;
    Text sorted;
    sorted.reserve(count * sizeof(Key) + 1);
    auto *keys = reinterpret_cast<Key *>(sorted.data);
    for (uint64_t i = 0; i < count; ++i) {
      const char *key = out.data + start + markAt(firstMark + 16 * i);
      uint64_t length;
      memcpy(&length, key + 1, sizeof(length));
      keys[i] = {key + 9, length, i};
    }
    if (count)
      qsort(keys, count, sizeof(Key), compareKeys);
    for (uint64_t i = count; i-- > 1;)
      if (isSame(keys[i - 1], keys[i])) {
        // The one before gets the value, and this one is no entry.
        memcpy(marks.data + firstMark + 16 * keys[i - 1].entry + 8,
               marks.data + firstMark + 16 * keys[i].entry + 8, 8);
        setMark(firstMark + 16 * keys[i].entry, 0);
      }
    // The places of the entries that are left.
    Text numbers;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t number = kept;
      kept += markAt(firstMark + 16 * i) != 0;
      numbers.add(reinterpret_cast<const char *>(&number), 8);
    }
    uint64_t next = 0;
    for (uint64_t i = 0; i < count; ++i) {
      size_t place = firstMark + 16 * i;
      if (!markAt(place))
        continue;
      while (!markAt(firstMark + 16 * keys[next].entry))
        ++next;
      uint64_t inOrder;
      memcpy(&inOrder, numbers.data + 8 * keys[next++].entry, 8);
      out.add(marks.data + place, 16);
      addWord(inOrder);
    }
    marks.size = firstMark;
    setWord(start + 1, out.size - start);
    setWord(start + 9, kept);
  }

  static bool isSame(const Key &a, const Key &b) {
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
  }
  void setMark(size_t place, uint64_t word) {
    memcpy(marks.data + place, &word, sizeof(word));
  }

  const char *begin, *end, *at;
  Text &out;
  Text marks; // offsets in the lists and objects that are open
  const char *problem = nullptr, *place = nullptr;
};

} // namespace

void tine::parseJson(const char *text, size_t size, Text &value) {
  Parser(text, size, value).run();
}
