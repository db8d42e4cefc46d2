//===- unicode.cpp - Code points --------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding, and the tables that unicode_tables.py writes: runs of code points
// of the same properties, and ranges that are a constant away from their other
// case.
//
//===----------------------------------------------------------------------===//

#include "unicode.h"

using namespace tine;

namespace {

/// Code points `first`, `first + stride`, ... become those `delta` further.
struct CaseRange {
  uint32_t first;
  uint16_t count, stride;
  int32_t delta;
};

/// Becomes several, up to the first zero.
struct CaseSpecial {
  uint32_t point;
  uint32_t others[3];
};

#include "unicode_tables.inc"

template <size_t n>
const CaseRange *find(const CaseRange (&table)[n], uint32_t point) {
  for (const CaseRange &range : table) {
    uint32_t offset = point - range.first;
    if (point >= range.first && offset / range.stride < range.count &&
        offset % range.stride == 0)
      return &range;
  }
  return nullptr;
}

template <size_t n>
const CaseSpecial *find(const CaseSpecial (&table)[n], uint32_t point) {
  for (const CaseSpecial &special : table)
    if (special.point == point)
      return &special;
  return nullptr;
}

template <size_t n, size_t m>
bool addMapped(Text &text, uint32_t point, const CaseRange (&ranges)[n],
               const CaseSpecial (&specials)[m]) {
  if (const CaseSpecial *special = find(specials, point)) {
    for (uint32_t other : special->others)
      if (other)
        addPoint(text, other);
    return true;
  }
  const CaseRange *range = find(ranges, point);
  if (range)
    addPoint(text, point + uint32_t(range->delta));
  return range;
}

} // namespace

int32_t tine::decode(const char *&at, const char *end) {
  auto byte = [](char c) { return int32_t(static_cast<unsigned char>(c)); };
  int32_t first = byte(*at);
  int more = first < 0x80   ? 0
             : first < 0xC2 ? -1
             : first < 0xE0 ? 1
             : first < 0xF0 ? 2
             : first < 0xF5 ? 3
                            : -1;
  if (more < 0 || end - at <= more) {
    ++at;
    return -1;
  }
  int32_t point = more ? first & (0x3F >> more) : first;
  for (int i = 1; i <= more; ++i) {
    if (!isContinuation(at[i])) {
      ++at;
      return -1;
    }
    point = point << 6 | (byte(at[i]) & 0x3F);
  }
  at += more + 1;
  return point;
}

void tine::addPoint(Text &text, uint32_t point) {
  if (point < 0x80) {
    text.add(char(point));
    return;
  }
  int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  text.add(char(0xF80u >> more | point >> (6 * more)));
  for (int i = more; i-- > 0;)
    text.add(char(0x80 | (point >> (6 * i) & 0x3F)));
}

bool tine::isAscii(const char *data, int64_t length) {
  uint64_t seen = 0, word;
  int64_t i = 0;
  for (; i + 8 <= length; i += 8) {
    memcpy(&word, data + i, 8);
    seen |= word;
  }
  for (; i < length; ++i)
    // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): i < length
    seen |= static_cast<unsigned char>(data[i]);
  return !(seen & 0x8080808080808080u);
}

bool tine::isAscii(const tine_string *string) {
  enum : uint8_t { unknown, ascii, other };
  // Tasks may find it out at the same time.
  auto *known = const_cast<uint8_t *>(&string->head.dtype);
  uint8_t text = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (text == unknown) {
    text = isAscii(string->data, string->length) ? ascii : other;
    __atomic_store_n(known, text, __ATOMIC_RELAXED);
  }
  return text == ascii;
}

int64_t tine::countPoints(const char *data, int64_t length) {
  int64_t count = length && isContinuation(*data);
  for (int64_t i = 0; i < length; ++i)
    count += !isContinuation(data[i]);
  return count;
}

int64_t tine::bytesOfPoints(const char *data, int64_t length, int64_t points) {
  int64_t at = 0;
  for (; points > 0 && at < length; --points) {
    ++at;
    while (at < length && isContinuation(data[at]))
      ++at;
  }
  return at;
}

/// The last run that begins at or before the code point.
static uint32_t runOf(int32_t point) {
  size_t low = 0, high = sizeof(propertyRuns) / sizeof(*propertyRuns);
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (propertyRuns[middle] >> 11 <= uint32_t(point))
      low = middle;
    else
      high = middle;
  }
  return propertyRuns[low];
}

uint32_t tine::properties(int32_t point) {
  return point < 0 ? 0 : runOf(point) & 2047;
}

char tine::decimalDigit(int32_t point) {
  // Each ten of them begin with a zero.
  return char('0' + (uint32_t(point) - (runOf(point) >> 11)) % 10);
}

void tine::addInCase(Text &text, int32_t point, Case wanted) {
  auto p = uint32_t(point);
  bool done = false;
  if (wanted == Case::Title)
    done = addMapped(text, p, titleRanges, titleSpecial);
  else if (wanted == Case::Fold)
    done = addMapped(text, p, foldRanges, foldSpecial);
  if (!done && (wanted == Case::Upper || wanted == Case::Title))
    done = addMapped(text, p, upperRanges, upperSpecial);
  else if (!done)
    done = addMapped(text, p, lowerRanges, lowerSpecial);
  if (!done)
    addPoint(text, p);
}
