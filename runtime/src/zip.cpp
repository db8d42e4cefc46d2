//===- zip.cpp - Archives of files ------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "zip.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

using namespace tine;

bool tine::readAt(int descriptor, void *data, uint64_t size, uint64_t offset) {
  auto *out = static_cast<char *>(data);
  while (size) {
    // Linux reads at most 2 GiB at a time.
    ssize_t count = pread(descriptor, out, size < 1u << 30 ? size : 1u << 30,
                          off_t(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0) {
      if (!count)
        errno = 0;
      return false;
    }
    out += count;
    size -= uint64_t(count);
    offset += uint64_t(count);
  }
  return true;
}

namespace {

uint64_t number(const char *at, int bytes) {
  uint64_t result = 0;
  for (int i = bytes - 1; i >= 0; --i)
    result = result << 8 | static_cast<unsigned char>(at[i]);
  return result;
}

int compareBytes(const char *a, size_t aLength, const char *b, size_t bLength) {
  size_t both = aLength < bLength ? aLength : bLength;
  int order = both ? memcmp(a, b, both) : 0;
  return order ? order : aLength < bLength ? -1 : aLength > bLength;
}

int compareMembers(const void *a, const void *b) {
  const auto &x = *static_cast<const ZipMember *>(a);
  const auto &y = *static_cast<const ZipMember *>(b);
  return compareBytes(x.name, x.nameLength, y.name, y.nameLength);
}

bool failed(Text &problem) {
  problem.add(errno ? strerror(errno) : "it ends too early");
  return false;
}

constexpr uint64_t wide = 0xffffffff; // the number is in the zip64 field

/// Takes the numbers of a zip64 field that the entry has left out.
bool readWide(const char *extra, size_t size, ZipMember &member) {
  for (size_t at = 0; at + 4 <= size;) {
    uint64_t id = number(extra + at, 2), bytes = number(extra + at + 2, 2);
    at += 4;
    if (bytes > size - at)
      return false;
    if (id == 1) {
      uint64_t *values[] = {&member.size, &member.packed, &member.header};
      for (uint64_t *value : values) {
        if (*value != wide)
          continue;
        if (bytes < 8)
          return false;
        *value = number(extra + at, 8);
        at += 8;
        bytes -= 8;
      }
      return true;
    }
    at += bytes;
  }
  return member.size != wide && member.packed != wide && member.header != wide;
}

} // namespace

bool ZipFile::open(int given, uint64_t bytes, Text &problem) {
  descriptor = given;
  size = bytes;
  // A comment of up to 65535 bytes may follow the end of the directory.
  constexpr uint64_t endBytes = 22, locatorBytes = 20;
  uint64_t most = endBytes + 65535 + locatorBytes;
  uint64_t tailBytes = size < most ? size : most;
  Text tail;
  tail.fill(tailBytes, 0);
  errno = 0;
  if (tailBytes && !readAt(descriptor, tail.data, tailBytes, size - tailBytes))
    return failed(problem);
  if (size < endBytes) {
    problem.add("it is no zip archive");
    return false;
  }
  uint64_t at = tailBytes - endBytes;
  auto isEnd = [&] {
    return !memcmp(tail.data + at, "PK\5\6", 4) &&
           number(tail.data + at + 20, 2) == tailBytes - at - endBytes;
  };
  while (at && !isEnd())
    --at;
  if (!isEnd()) {
    problem.add("the zip directory at its end is missing: the file was cut");
    return false;
  }
  const char *end = tail.data + at;
  uint64_t count = number(end + 10, 2), length = number(end + 12, 4),
           offset = number(end + 16, 4);
  bool isSpanned = number(end + 4, 2) || number(end + 6, 2);
  uint64_t limit = size - tailBytes + at; // the directory ends before this
  if (at >= locatorBytes && !memcmp(end - locatorBytes, "PK\6\7", 4)) {
    char record[56];
    uint64_t where = number(end - locatorBytes + 8, 8);
    if (where > size || size - where < sizeof(record) ||
        !readAt(descriptor, record, sizeof(record), where) ||
        memcmp(record, "PK\6\6", 4) != 0) {
      problem.add("its zip directory is damaged");
      return false;
    }
    count = number(record + 32, 8);
    length = number(record + 40, 8);
    offset = number(record + 48, 8);
    isSpanned = false;
    limit = where;
  }
  if (isSpanned) {
    problem.add("it is one part of several of a zip archive");
    return false;
  }
  if (count > maxZipMembers) {
    problem.addf("it has more than %llu members",
                 static_cast<unsigned long long>(maxZipMembers));
    return false;
  }
  if (offset > limit || length > limit - offset) {
    problem.add("its zip directory is damaged");
    return false;
  }
  return readDirectory(offset, length, count, problem);
}

bool ZipFile::readDirectory(uint64_t offset, uint64_t bytes, uint64_t count,
                            Text &problem) {
  // Every entry has 46 bytes and a name.
  if (bytes > count * (46 + 3 * 65535)) {
    problem.add("its zip directory is damaged");
    return false;
  }
  directory.fill(bytes, 0);
  errno = 0;
  if (bytes && !readAt(descriptor, directory.data, bytes, offset))
    return failed(problem);
  size_t at = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const char *entry = directory.data + at;
    if (bytes - at < 46 || memcmp(entry, "PK\1\2", 4) != 0) {
      problem.add("its zip directory is damaged");
      return false;
    }
    size_t name = number(entry + 28, 2), extra = number(entry + 30, 2),
           comment = number(entry + 32, 2);
    if (bytes - at - 46 < name + extra + comment) {
      problem.add("its zip directory is damaged");
      return false;
    }
    ZipMember member{entry + 46,
                     name,
                     number(entry + 24, 4),
                     number(entry + 20, 4),
                     number(entry + 42, 4),
                     uint16_t(number(entry + 10, 2)),
                     uint32_t(number(entry + 16, 4))};
    if (number(entry + 8, 2) & 1) {
      problem.add("it is encrypted");
      return false;
    }
    if (!name || name > maxZipName || memchr(member.name, 0, name) ||
        !readWide(entry + 46 + name, extra, member) || member.header > size ||
        member.packed > size - member.header) {
      problem.add("its zip directory is damaged");
      return false;
    }
    list.add(member);
    at += 46 + name + extra + comment;
  }
  if (list.size())
    qsort(list.begin(), list.size(), sizeof(ZipMember), compareMembers);
  for (size_t i = 1; i < list.size(); ++i)
    if (!compareMembers(&list[i - 1], &list[i])) {
      problem.add("two of its members have the name '");
      problem.add(list[i].name,
                  list[i].nameLength < 200 ? list[i].nameLength : 200);
      problem.add("'");
      return false;
    }
  return true;
}

const ZipMember *ZipFile::find(const char *name, size_t length) const {
  size_t low = 0, high = list.size();
  while (low < high) {
    size_t middle = (low + high) / 2;
    const ZipMember &member = list[middle];
    int order = compareBytes(member.name, member.nameLength, name, length);
    if (!order)
      return &member;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return nullptr;
}

/// Adds "the member 'NAME'" and what is wrong with it.
static bool failOf(const ZipMember &member, const char *what, Text &problem) {
  problem.add("the member '");
  problem.add(member.name, member.nameLength < 200 ? member.nameLength : 200);
  problem.add("'");
  problem.add(what);
  return false;
}

bool ZipFile::locatePacked(const ZipMember &member, uint64_t &offset,
                           Text &problem) const {
  char header[30];
  errno = 0;
  if (size - member.header < sizeof(header) ||
      !readAt(descriptor, header, sizeof(header), member.header) ||
      memcmp(header, "PK\3\4", 4) != 0)
    return failOf(member, " is damaged", problem);
  uint64_t before =
      sizeof(header) + number(header + 26, 2) + number(header + 28, 2);
  if (before > size - member.header ||
      member.packed > size - member.header - before) {
    problem.add("it ends too early");
    return false;
  }
  offset = member.header + before;
  return true;
}

bool ZipFile::locate(const ZipMember &member, uint64_t &offset,
                     Text &problem) const {
  if (!locatePacked(member, offset, problem))
    return false;
  return (member.method == 0 && member.size == member.packed) ||
         failOf(member, " is compressed, which files of weights are not",
                problem);
}
