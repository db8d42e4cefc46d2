//===- zip_writer.h - Writing archives of files -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .zip file, from the first byte to the last.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ZIP_WRITER_H
#define TINE_RUNTIME_ZIP_WRITER_H

#include "array.h"

namespace tine {

class ZipWriter {
public:
  explicit ZipWriter(int descriptor) : descriptor(descriptor) {}

  /// Adds a member of two parts, of which the second one may be empty; the
  /// first byte lies on a multiple of `alignment`. False with errno.
  bool add(const char *name, size_t nameLength, const char *front,
           uint64_t frontBytes, const char *data, uint64_t bytes,
           unsigned alignment);
  /// The same, deflated.
  bool addPacked(const char *name, size_t nameLength, const char *front,
                 uint64_t frontBytes, const char *data, uint64_t bytes);
  /// Writes the directory; false with errno.
  bool finish();

private:
  struct Member {
    size_t name; // in `names`
    size_t nameLength;
    uint64_t size, packed, header;
    uint32_t check;
    uint16_t method;
  };
  bool begin(const Member &member, unsigned alignment);
  bool write(const char *data, uint64_t bytes);

  int descriptor;
  uint64_t at = 0;
  Text names;
  Array<Member> members;
};

} // namespace tine

#endif // TINE_RUNTIME_ZIP_WRITER_H
