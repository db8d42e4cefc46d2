//===- bytes.cpp - Python's bytes -----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the library's class `bytes` is made of: a value is a string whose bytes
// need not be text. None of these raises an error; what is wrong is a text that
// the library raises.
//
//===----------------------------------------------------------------------===//

#include "objects.h"
#include "text.h"
#include "text_files.h"
#include "unicode.h"

#include <math.h>
#include <zlib.h>

using namespace tine;

namespace {

/// As the library numbers them.
enum Coding : int64_t { Utf8, Ascii, Latin1 };
enum Errors : int64_t { Strict, Replace, Ignore, Escape };

unsigned byteAt(const tine_string *s, int64_t i) {
  return static_cast<unsigned char>(s->data[i]);
}

bool isSpace(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

void addPart(tine_list *list, const char *from, const char *to) {
  tine_string *part = tine_abi_string_new(from, to - from);
  *tine_abi_list_push(list) = uint64_t(reinterpret_cast<uintptr_t>(part));
}

} // namespace

int64_t tine_abi_bytes_length(tine_string *s, const char *) {
  return s->length;
}

int64_t tine_abi_bytes_at(tine_string *s, int64_t i, const char *) {
  if (i < 0)
    i += s->length;
  return i < 0 || i >= s->length ? -1 : int64_t(byteAt(s, i));
}

tine_string *tine_abi_bytes_slice(tine_string *s, int64_t lower, int64_t upper,
                                  int64_t step, int64_t has,
                                  const char *where) {
  return tine_abi_string_slice(s, lower, upper, step, int32_t(has),
                               /*bytes=*/1, where);
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

int64_t tine_abi_bytes_find(tine_string *s, tine_string *part, int64_t from,
                            int64_t to, int64_t isLast, const char *) {
  to = to > s->length ? s->length : to;
  if (from < 0 || from > s->length || to - from < part->length)
    return -1;
  auto length = size_t(part->length);
  if (!isLast) {
    if (!length)
      return from;
    const auto *found = static_cast<const char *>(
        memmem(s->data + from, size_t(to - from), part->data, length));
    return found ? found - s->data : -1;
  }
  for (int64_t i = to - part->length; i >= from; --i)
    if (!memcmp(s->data + i, part->data, length))
      return i;
  return -1;
}

static tine_list *splitWhite(const tine_string *s, int64_t most) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  const char *at = s->data, *end = at + s->length;
  for (;;) {
    while (at < end && isSpace(static_cast<unsigned char>(*at)))
      ++at;
    if (at == end)
      return list;
    if (most-- == 0) {
      addPart(list, at, end);
      return list;
    }
    const char *stop = at;
    while (stop < end && !isSpace(static_cast<unsigned char>(*stop)))
      ++stop;
    addPart(list, at, stop);
    at = stop;
  }
}

tine_list *tine_abi_bytes_split(tine_string *s, tine_string *separator,
                                int64_t most, const char *) {
  if (!separator->length)
    return splitWhite(s, most);
  tine_list *list = tine_abi_list_new(1, 1, 0);
  const char *at = s->data, *end = at + s->length;
  while (most-- != 0) {
    const auto *found = static_cast<const char *>(memmem(
        at, size_t(end - at), separator->data, size_t(separator->length)));
    if (!found)
      break;
    addPart(list, at, found);
    at = found + separator->length;
  }
  addPart(list, at, end);
  return list;
}

tine_list *tine_abi_bytes_lines(tine_string *s, int64_t keeps, const char *) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  const char *at = s->data, *end = at + s->length;
  while (at < end) {
    const char *stop = at;
    while (stop < end && *stop != '\n' && *stop != '\r')
      ++stop;
    const char *next = stop;
    if (next < end)
      next += next + 1 < end && next[0] == '\r' && next[1] == '\n' ? 2 : 1;
    addPart(list, at, keeps ? next : stop);
    at = next;
  }
  return list;
}

/// `sides`: 1 at the front, 2 at the end, 3 both; white space without `chars`
/// if bit 2 is set.
tine_string *tine_abi_bytes_strip(tine_string *s, tine_string *chars,
                                  int64_t sides, const char *) {
  auto goes = [&](char c) {
    return sides & 4 ? isSpace(static_cast<unsigned char>(c))
                     : memchr(chars->data, c, size_t(chars->length)) != nullptr;
  };
  const char *at = s->data, *end = at + s->length;
  while (sides & 1 && at < end && goes(*at))
    ++at;
  while (sides & 2 && at < end && goes(end[-1]))
    --end;
  return tine_abi_string_new(at, end - at);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

tine_string *tine_abi_bytes_repr(tine_string *s, const char *) {
  auto length = size_t(s->length);
  bool isDouble =
      memchr(s->data, '\'', length) && !memchr(s->data, '"', length);
  char quote = isDouble ? '"' : '\'';
  Text text;
  text.add('b');
  text.add(quote);
  for (int64_t i = 0; i < s->length; ++i) {
    unsigned c = byteAt(s, i);
    if (c == '\t' || c == '\n' || c == '\r')
      text.add(c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\r");
    else if (c == '\\' || c == static_cast<unsigned char>(quote))
      text.addf("\\%c", int(c));
    else if (c < ' ' || c >= 0x7F)
      text.addf("\\x%02x", c);
    else
      text.add(char(c));
  }
  text.add(quote);
  return text.string();
}

tine_string *tine_abi_bytes_hex(tine_string *s, tine_string *separator,
                                const char *) {
  Text text;
  for (int64_t i = 0; i < s->length; ++i) {
    if (i)
      text.add(separator);
    text.addf("%02x", byteAt(s, i));
  }
  return text.string();
}

/// What the next error of a text speaks of, from `at` on; at the end if none.
static BadText nextBad(const tine_string *s, size_t at, int64_t coding) {
  auto size = size_t(s->length);
  if (coding == Utf8) {
    BadText bad = findBadText(s->data + at, size - at, /*isFinal=*/true);
    return {bad.begin + at, bad.end + at, bad.reason};
  }
  for (size_t i = at; coding == Ascii && i < size; ++i)
    if (byteAt(s, int64_t(i)) >= 0x80)
      return {i, i + 1, "ordinal not in range(128)"};
  return {size, size, nullptr};
}

tine_string *tine_abi_bytes_decode_problem(tine_string *s, int64_t coding,
                                           const char *) {
  BadText bad = nextBad(s, 0, coding);
  Text text;
  if (!bad.reason)
    return text.string();
  const char *name = coding == Utf8 ? "utf-8" : "ascii";
  if (bad.end - bad.begin == 1)
    text.addf("'%s' codec can't decode byte 0x%02x in position %zu: %s", name,
              byteAt(s, int64_t(bad.begin)), bad.begin, bad.reason);
  else
    text.addf("'%s' codec can't decode bytes in position %zu-%zu: %s", name,
              bad.begin, bad.end - 1, bad.reason);
  return text.string();
}

tine_string *tine_abi_bytes_decode(tine_string *s, int64_t coding,
                                   int64_t errors, const char *) {
  Text text;
  for (size_t at = 0; at < size_t(s->length);) {
    BadText bad = nextBad(s, at, coding);
    if (coding == Latin1)
      for (int64_t i = 0; i < s->length; ++i)
        addPoint(text, byteAt(s, i));
    else
      text.add(s->data + at, bad.begin - at);
    if (bad.reason && errors == Replace)
      addPoint(text, 0xFFFD);
    for (size_t i = bad.begin; errors == Escape && i < bad.end; ++i)
      text.addf("\\x%02x", byteAt(s, int64_t(i)));
    at = bad.reason ? bad.end : size_t(s->length);
  }
  return text.string();
}

tine_string *tine_abi_bytes_encode_problem(tine_string *s, int64_t coding,
                                           const char *) {
  Text text;
  int32_t limit = coding == Ascii ? 0x80 : 0x100;
  int64_t place = 0, first = -1;
  int32_t point = 0, found = 0;
  for (const char *at = s->data, *end = at + s->length;
       coding != Utf8 && at < end; ++place) {
    point = decode(at, end);
    if (point >= 0 && point < limit && first >= 0)
      break;
    if (first < 0 && (point < 0 || point >= limit)) {
      first = place;
      found = point;
    }
  }
  if (first < 0)
    return text.string();
  text.addf("'%s' codec can't encode character", //
            coding == Ascii ? "ascii" : "latin-1");
  if (place - first > 1)
    text.addf("s in position %lld-%lld", static_cast<long long>(first),
              static_cast<long long>(place - 1));
  else
    text.addf(found < 0x100     ? " '\\x%02x' in position %lld"
              : found < 0x10000 ? " '\\u%04x' in position %lld"
                                : " '\\U%08x' in position %lld",
              unsigned(found), static_cast<long long>(first));
  text.addf(": ordinal not in range(%d)", int(limit));
  return text.string();
}

tine_string *tine_abi_bytes_encode(tine_string *s, int64_t coding,
                                   int64_t errors, const char *) {
  int32_t limit = coding == Ascii ? 0x80 : 0x100;
  Text text;
  for (const char *at = s->data, *end = at + s->length; at < end;) {
    int32_t point = decode(at, end);
    if (point >= 0 && point < limit)
      text.add(char(point));
    else if (errors == Replace)
      text.add('?');
    else if (errors == Escape)
      text.addf(point < 0x100     ? "\\x%02x"
                : point < 0x10000 ? "\\u%04x"
                                  : "\\U%08x",
                unsigned(point));
  }
  return text.string();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static uint64_t bitsAt(const tine_string *s, int64_t at, int64_t width,
                       bool isBig) {
  uint64_t bits = 0;
  for (int64_t i = 0; i < width && i < 8; ++i)
    bits = bits << 8 | byteAt(s, isBig ? at + i : at + width - 1 - i);
  return bits;
}

int64_t tine_abi_bytes_int(tine_string *s, int64_t at, int64_t width,
                           int64_t flags, const char *) {
  if (at < 0 || width < 1 || width > 8 || at > s->length - width)
    return 0;
  uint64_t bits = bitsAt(s, at, width, flags & 1);
  auto rest = unsigned(64 - 8 * width);
  return flags & 2 ? int64_t(bits << rest) >> rest : int64_t(bits);
}

static double ofHalf(uint64_t bits) {
  auto fraction = double(bits & 0x3FF);
  auto exponent = int(bits >> 10 & 0x1F);
  double size = exponent == 0    ? ldexp(fraction, -24)
                : exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                                 : ldexp(fraction + 1024, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

double tine_abi_bytes_float(tine_string *s, int64_t at, int64_t width,
                            int64_t isBig, const char *) {
  if (at < 0 || width < 2 || width > 8 || at > s->length - width)
    return 0;
  uint64_t bits = bitsAt(s, at, width, isBig);
  if (width == 2)
    return ofHalf(bits);
  if (width == 4) {
    float value;
    auto narrow = uint32_t(bits);
    memcpy(&value, &narrow, sizeof(value));
    return double(value);
  }
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

tine_string *tine_abi_bytes_of_int(int64_t value, int64_t width, int64_t isBig,
                                   const char *) {
  tine_string *s = newString(size_t(width < 0 ? 0 : width));
  for (int64_t i = 0; i < s->length; ++i) {
    int64_t place = isBig ? s->length - 1 - i : i;
    s->data[i] = char(place < 8 ? value >> (8 * place) : value >> 63);
  }
  return s;
}

tine_list *tine_abi_bytes_ints(tine_string *s, const char *) {
  tine_list *list = tine_abi_list_new(1, 0, s->length);
  for (int64_t i = 0; i < s->length; ++i)
    *tine_abi_list_push(list) = byteAt(s, i);
  return list;
}

//===----------------------------------------------------------------------===//
// gzip
//===----------------------------------------------------------------------===//

/// Inflates the members of a file of gzip; null, or what is wrong.
static const char *inflateMembers(tine_string *s, Text &to) {
  z_stream stream = {};
  if (inflateInit2(&stream, 15 + 16) != Z_OK)
    return "out of memory";
  uint64_t left = uint64_t(s->length);
  stream.next_in = reinterpret_cast<Bytef *>(s->data);
  const char *problem = nullptr;
  bool isInside = false; // a member
  bool isBehindOne = false;
  while (!problem && (left || stream.avail_in)) {
    if (!stream.avail_in) {
      stream.avail_in = uInt(left < 1 << 30 ? left : 1 << 30);
      left -= stream.avail_in;
    }
    // Zeros behind a member are padding.
    if (!isInside && isBehindOne && !*stream.next_in) {
      ++stream.next_in;
      --stream.avail_in;
      continue;
    }
    isInside = true;
    to.reserve(1 << 16);
    uint64_t room = to.capacity - to.size;
    room = room < 1 << 30 ? room : 1 << 30;
    stream.avail_out = uInt(room);
    stream.next_out = reinterpret_cast<Bytef *>(to.data + to.size);
    int result = inflate(&stream, Z_NO_FLUSH);
    to.size += room - stream.avail_out;
    if (result == Z_STREAM_END) {
      isInside = false;
      isBehindOne = true;
      inflateReset(&stream);
    } else if (result != Z_OK) {
      problem = "invalid data";
    }
  }
  inflateEnd(&stream);
  if (!problem && isInside)
    problem = "Compressed file ended before the end-of-stream marker was "
              "reached";
  return problem;
}

/// The bytes behind a '1', or what is wrong behind a '0'.
tine_string *tine_abi_bytes_gunzip(tine_string *s, const char *) {
  Text text;
  text.add('1');
  const char *problem = inflateMembers(s, text);
  if (problem) {
    text.clear();
    text.add('0');
    text.add(problem);
  }
  return text.string();
}
