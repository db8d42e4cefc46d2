//===- text_files.cpp - Files that programs have open ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is read in CPython's pieces, because an error of its text is found
// with the piece that it is in, and is told by its place there.
//
//===----------------------------------------------------------------------===//

#include "text_files.h"
#include "errors.h"
#include "memory.h"
#include "output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

using namespace tine;

static constexpr size_t piece = 8192; // as in CPython

//===----------------------------------------------------------------------===//
// UTF-8
//===----------------------------------------------------------------------===//

/// The number of bytes of a code point that begins so; 0 if none does.
static size_t lengthOfPoint(unsigned char first) {
  return first < 0x80   ? 1
         : first < 0xC2 ? 0
         : first < 0xE0 ? 2
         : first < 0xF0 ? 3
         : first < 0xF5 ? 4
                        : 0;
}

/// Whether a byte may be the second one behind the first.
static bool fitsSecond(unsigned char first, unsigned char second) {
  switch (first) {
  case 0xE0:
    return second >= 0xA0 && second < 0xC0;
  case 0xED:
    return second >= 0x80 && second < 0xA0;
  case 0xF0:
    return second >= 0x90 && second < 0xC0;
  case 0xF4:
    return second >= 0x80 && second < 0x90;
  default:
    return second >= 0x80 && second < 0xC0;
  }
}

BadText tine::findBadText(const char *data, size_t size, bool isFinal) {
  const auto *bytes = reinterpret_cast<const unsigned char *>(data);
  size_t i = 0;
  while (i < size) {
    if (bytes[i] < 0x80) {
      ++i;
      continue;
    }
    size_t length = lengthOfPoint(bytes[i]);
    if (!length)
      return {i, i + 1, "invalid start byte"};
    for (size_t k = 1; k < length; ++k) {
      if (i + k == size)
        return {i, size, isFinal ? "unexpected end of data" : nullptr};
      bool fits = k == 1 ? fitsSecond(bytes[i], bytes[i + 1])
                         : (bytes[i + k] & 0xC0) == 0x80;
      if (!fits)
        return {i, i + k, "invalid continuation byte"};
    }
    i += length;
  }
  return {size, size, nullptr};
}

[[noreturn]] static void raiseBadText(const char *data, const BadText &bad,
                                      const char *where) {
  if (bad.end - bad.begin == 1)
    raisef("UnicodeDecodeError", where,
           "'utf-8' codec can't decode byte 0x%02x in position %zu: %s",
           unsigned(static_cast<unsigned char>(data[bad.begin])), bad.begin,
           bad.reason);
  raisef("UnicodeDecodeError", where,
         "'utf-8' codec can't decode bytes in position %zu-%zu: %s", bad.begin,
         bad.end - 1, bad.reason);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void TextReader::Bytes::grow(size_t more) {
  if (more <= capacity - size)
    return;
  size_t wanted = capacity ? capacity : piece;
  while (wanted - size < more)
    wanted *= 2;
  auto *fresh = static_cast<char *>(blockNewOrRaise(wanted));
  if (size)
    memcpy(fresh, data, size);
  if (data)
    blockFree(data, capacity);
  data = fresh;
  capacity = wanted;
}

void TextReader::Bytes::add(const char *text, size_t length) {
  grow(length);
  if (length)
    memcpy(data + size, text, length);
  size += length;
}

void TextReader::Bytes::free() {
  if (data)
    blockFree(data, capacity);
  *this = {};
}

TextReader::~TextReader() {
  raw.free();
  result.free();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool TextReader::read(size_t most, const char *where) {
  if (begin) {
    memmove(raw.data, raw.data + begin, raw.size - begin);
    raw.size -= begin;
    good -= begin;
    begin = 0;
  }
  raw.grow(most);
  ssize_t got;
  do
    got = ::read(descriptor, raw.data + raw.size, most);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    raisef(errno == EISDIR ? "IsADirectoryError" : "OSError", where,
           "[Errno %d] %s", errno, strerror(errno));
  raw.size += size_t(got);
  return got > 0;
}

void TextReader::check(bool isFinal, const char *where) {
  if (newline == Newline::Bytes) {
    good = raw.size;
    return;
  }
  BadText bad = findBadText(raw.data + good, raw.size - good, isFinal);
  if (bad.reason)
    raiseBadText(raw.data + good, bad, where);
  good += bad.begin;
}

bool TextReader::fill(const char *where, size_t most) {
  bool isMore = read(most, where);
  check(!isMore, where);
  return isMore;
}

size_t TextReader::lengthOfReturn(const char *where) {
  while (good - begin < 2 && fill(where)) {
  }
  return good - begin > 1 && raw.data[begin + 1] == '\n' ? 2 : 1;
}

void TextReader::addReturn(size_t length) {
  if (newline == Newline::Universal)
    result.add("\n", 1);
  else
    result.add(raw.data + begin, length);
  begin += length;
}

bool TextReader::readLine(const char *where) {
  result.size = 0;
  for (;;) {
    const char *from = raw.data + begin;
    size_t left = good - begin;
    const void *end = left ? memchr(from, '\n', left) : nullptr;
    size_t length = end ? size_t(static_cast<const char *>(end) - from) : left;
    const void *turn =
        length && !isPlain() ? memchr(from, '\r', length) : nullptr;
    if (turn) {
      length = size_t(static_cast<const char *>(turn) - from);
      result.add(from, length);
      begin += length;
      addReturn(lengthOfReturn(where));
      return true;
    }
    result.add(from, length + (end ? 1 : 0));
    begin += length + (end ? 1 : 0);
    if (end)
      return true;
    if (!fill(where) && begin == good)
      return result.size > 0;
  }
}

void TextReader::addAll() {
  while (begin < good) {
    const char *from = raw.data + begin;
    const void *turn = newline == Newline::Universal
                           ? memchr(from, '\r', good - begin)
                           : nullptr;
    size_t length =
        turn ? size_t(static_cast<const char *>(turn) - from) : good - begin;
    result.add(from, length);
    begin += length;
    if (turn)
      addReturn(good - begin > 1 && raw.data[begin + 1] == '\n' ? 2 : 1);
  }
}

void TextReader::readBytes(uint64_t count, const char *where) {
  constexpr uint64_t most = 1 << 24;
  while (count) {
    uint64_t wanted = count < piece ? piece : count < most ? count : most;
    if (begin == good && !fill(where, wanted))
      return;
    uint64_t part = count < good - begin ? count : good - begin;
    result.add(raw.data + begin, part);
    begin += part;
    count -= part;
  }
}

void TextReader::readPoints(int64_t points, const char *where) {
  result.size = 0;
  if (points < 0) {
    for (size_t most = piece; read(most, where);)
      most = raw.size < (size_t(1) << 24) ? raw.size + piece : size_t(1) << 24;
    check(/*isFinal=*/true, where);
    addAll();
    raw.free();
    begin = good = 0;
    return;
  }
  if (newline == Newline::Bytes)
    return readBytes(uint64_t(points), where);
  while (points > 0 && (begin < good || fill(where) || begin < good)) {
    if (begin == good)
      continue;
    char first = raw.data[begin];
    if (first == '\r' && !isPlain()) {
      size_t length = lengthOfReturn(where);
      addReturn(newline == Newline::Universal ? length : 1);
    } else {
      size_t length = lengthOfPoint(static_cast<unsigned char>(first));
      result.add(raw.data + begin, length);
      begin += length;
    }
    --points;
  }
}

bool TextReader::seek(int64_t place, int whence) {
  if (lseek(descriptor, place, whence) < 0)
    return false;
  begin = good = raw.size = 0;
  return true;
}

int64_t TextReader::tell() const {
  off_t place = lseek(descriptor, 0, SEEK_CUR);
  return place < 0 ? -1 : int64_t(place) - int64_t(raw.size - begin);
}
