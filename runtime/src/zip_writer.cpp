//===- zip_writer.cpp - Writing archives of files ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "zip_writer.h"
#include "output.h"

#include <errno.h>
#include <zlib.h>

using namespace tine;

/// From here on a number is in the zip64 field.
static constexpr uint64_t wide = 0xffffffff;

static void addNumber(Text &text, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i)
    text.add(char(number >> 8 * i & 255));
}

static uint64_t cut(uint64_t number) { return number < wide ? number : wide; }

static uint32_t sum(uint32_t check, const char *data, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i += 1 << 30) {
    uint64_t part = bytes - i < 1 << 30 ? bytes - i : 1 << 30;
    check = uint32_t(
        crc32(check, reinterpret_cast<const Bytef *>(data + i), uInt(part)));
  }
  return check;
}

bool ZipWriter::write(const char *data, uint64_t bytes) {
  at += bytes;
  return writeAll(descriptor, data, bytes);
}

/// What local headers and the directory have alike.
static void addFacts(Text &text, uint16_t method, uint32_t check,
                     uint64_t packed, uint64_t size, size_t name,
                     size_t extra) {
  addNumber(text, 0x0800, 2); // names are UTF-8
  addNumber(text, method, 2);
  addNumber(text, 0, 2);
  addNumber(text, 0x21, 2); // the first day that there is
  addNumber(text, check, 4);
  addNumber(text, cut(packed), 4);
  addNumber(text, cut(size), 4);
  addNumber(text, name, 2);
  addNumber(text, extra, 2);
}

bool ZipWriter::begin(const Member &member, unsigned alignment) {
  Text text, extra;
  if (member.size >= wide || member.packed >= wide) {
    addNumber(extra, 1, 2);
    addNumber(extra, 16, 2);
    addNumber(extra, member.size, 8);
    addNumber(extra, member.packed, 8);
  }
  uint64_t start = at + 30 + member.nameLength + extra.size;
  if (alignment > 1 && start % alignment) {
    // A field that says nothing.
    uint64_t bytes = alignment - (start + 4) % alignment;
    addNumber(extra, 'F' | 'B' << 8, 2);
    addNumber(extra, bytes, 2);
    extra.fill(bytes, 'Z');
  }
  text.add("PK\3\4", 4);
  addNumber(text, 45, 2);
  addFacts(text, member.method, member.check, member.packed, member.size,
           member.nameLength, extra.size);
  text.add(names.data + member.name, member.nameLength);
  text.add(extra.data, extra.size);
  return write(text.data, text.size);
}

bool ZipWriter::add(const char *name, size_t nameLength, const char *front,
                    uint64_t frontBytes, const char *data, uint64_t bytes,
                    unsigned alignment) {
  Member member;
  member.name = names.size;
  member.nameLength = nameLength;
  names.add(name, nameLength);
  member.size = member.packed = frontBytes + bytes;
  member.header = at;
  member.check = sum(sum(0, front, frontBytes), data, bytes);
  member.method = 0;
  members.add(member);
  return begin(member, alignment) && write(front, frontBytes) &&
         write(data, bytes);
}

bool ZipWriter::addPacked(const char *name, size_t nameLength,
                          const char *front, uint64_t frontBytes,
                          const char *data, uint64_t bytes) {
  Member member;
  member.name = names.size;
  member.nameLength = nameLength;
  names.add(name, nameLength);
  member.size = frontBytes + bytes;
  member.header = at;
  member.check = sum(sum(0, front, frontBytes), data, bytes);
  member.method = 8;
  Text packed;
  z_stream stream = {};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    errno = ENOMEM;
    return false;
  }
  auto feed = [&](const char *from, uint64_t left, bool isLast) {
    do {
      uint64_t part = left < 1 << 30 ? left : 1 << 30;
      stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(from));
      stream.avail_in = uInt(part);
      from += part;
      left -= part;
      do {
        packed.reserve(1 << 16);
        stream.next_out = reinterpret_cast<Bytef *>(packed.data + packed.size);
        stream.avail_out = 1 << 16;
        deflate(&stream, isLast && !left ? Z_FINISH : Z_NO_FLUSH);
        packed.size += (1 << 16) - stream.avail_out;
      } while (!stream.avail_out);
    } while (left);
  };
  feed(front, frontBytes, false);
  feed(data, bytes, true);
  deflateEnd(&stream);
  member.packed = packed.size;
  members.add(member);
  return begin(member, 1) && write(packed.data, packed.size);
}

bool ZipWriter::finish() {
  Text text;
  uint64_t start = at;
  for (const Member &member : members) {
    Text extra;
    const uint64_t own[] = {member.size, member.packed, member.header};
    for (uint64_t number : own)
      if (number >= wide)
        addNumber(extra, number, 8);
    size_t extraBytes = extra.size ? extra.size + 4 : 0;
    text.add("PK\1\2", 4);
    addNumber(text, 45, 2);
    addNumber(text, 45, 2);
    addFacts(text, member.method, member.check, member.packed, member.size,
             member.nameLength, extraBytes);
    text.fill(10, 0);
    addNumber(text, cut(member.header), 4);
    text.add(names.data + member.name, member.nameLength);
    if (extraBytes) {
      addNumber(text, 1, 2);
      addNumber(text, extra.size, 2);
      text.add(extra.data, extra.size);
    }
  }
  uint64_t bytes = text.size, end = start + bytes, count = members.size();
  bool isWide = start >= wide || bytes >= wide || count >= 0xffff;
  if (isWide) {
    text.add("PK\6\6", 4);
    addNumber(text, 44, 8);
    addNumber(text, 45, 2);
    addNumber(text, 45, 2);
    text.fill(8, 0);
    const uint64_t numbers[] = {count, count, bytes, start};
    for (uint64_t number : numbers)
      addNumber(text, number, 8);
    text.add("PK\6\7", 4);
    addNumber(text, 0, 4);
    addNumber(text, end, 8);
    addNumber(text, 1, 4);
  }
  text.add("PK\5\6", 4);
  text.fill(4, 0);
  addNumber(text, count < 0xffff ? count : 0xffff, 2);
  addNumber(text, count < 0xffff ? count : 0xffff, 2);
  addNumber(text, cut(bytes), 4);
  addNumber(text, cut(start), 4);
  addNumber(text, 0, 2);
  return write(text.data, text.size);
}
