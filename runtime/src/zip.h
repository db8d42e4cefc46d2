//===- zip.h - Archives of files --------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .zip file ends with a directory of its members. Such files are passed
// around: nothing in them is believed. Members are read, never unpacked into
// files.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ZIP_H
#define TINE_RUNTIME_ZIP_H

#include "array.h"

namespace tine {

/// What a directory may be at most, in members, and a member's name, in bytes.
constexpr uint64_t maxZipMembers = 200000;
constexpr size_t maxZipName = 4096;

struct ZipMember {
  const char *name; // lies in the directory; not terminated
  size_t nameLength;
  uint64_t size, packed; // in bytes
  uint64_t header;       // where the member begins in the file
  uint16_t method;       // 0 stored, 8 deflated
  uint32_t check;        // CRC-32 of its bytes
};

class ZipFile {
public:
  /// Reads the directory at the end of a file of `size` bytes; false with a
  /// message in `problem`.
  bool open(int descriptor, uint64_t size, Text &problem);
  /// Null where there is no such member.
  const ZipMember *find(const char *name, size_t length) const;
  /// Where the bytes of a stored member are; false with a message.
  bool locate(const ZipMember &member, uint64_t &offset, Text &problem) const;
  /// Where those of any member are, as they are in the file.
  bool locatePacked(const ZipMember &member, uint64_t &offset,
                    Text &problem) const;

  const Array<ZipMember> &members() const { return list; }

private:
  bool readDirectory(uint64_t offset, uint64_t bytes, uint64_t count,
                     Text &problem);

  int descriptor = -1;
  uint64_t size = 0;
  Text directory;
  Array<ZipMember> list; // sorted by name
};

/// Reads at an offset; false with errno, which is 0 where the file ends.
bool readAt(int descriptor, void *data, uint64_t size, uint64_t offset);

} // namespace tine

#endif // TINE_RUNTIME_ZIP_H
