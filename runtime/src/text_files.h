//===- text_files.h - Files that programs have open -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading text in pieces of a fixed size, as Python's TextIOWrapper does.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_TEXT_FILES_H
#define TINE_RUNTIME_TEXT_FILES_H

#include <stddef.h>
#include <stdint.h>

namespace tine {

/// Bytes that are no UTF-8, as Python describes them.
struct BadText {
  size_t begin, end;  // the bytes that it speaks of
  const char *reason; // null where the text is good
};

/// The first bytes that are no UTF-8. Where `isFinal` is false, the beginning
/// of a code point at the end of the text is left for later: `begin` is its
/// place then, else the end of the text.
BadText findBadText(const char *data, size_t size, bool isFinal);

/// Text that is read piece by piece.
class TextReader {
public:
  /// What ends a line: '\n', '\r' or both, all of which become '\n'; the same,
  /// but lines keep what they end with; '\n' alone; the same of bytes that need
  /// not be text.
  enum class Newline : uint8_t { Universal, Kept, Plain, Bytes };

  TextReader(int descriptor, Newline newline)
      : descriptor(descriptor), newline(newline) {}
  TextReader(const TextReader &) = delete;
  TextReader &operator=(const TextReader &) = delete;
  ~TextReader();

  /// Reads the next line, or nothing where the file ends. Raises
  /// UnicodeDecodeError and OSError.
  bool readLine(const char *where);
  /// Reads so many code points, or bytes of a file of such, or all if negative.
  void readPoints(int64_t points, const char *where);
  /// What was read last, without a NUL behind it; until the next call.
  const char *data() const { return result.data; }
  size_t size() const { return result.size; }

  /// Goes to the place, which a file has; false with errno.
  bool seek(int64_t place, int whence);
  /// The place of what is read next.
  int64_t tell() const;

private:
  struct Bytes {
    char *data;
    size_t size, capacity;

    void grow(size_t more);
    void add(const char *text, size_t length);
    void free();
  };

  /// Reads a piece; false where the file ends.
  bool fill(const char *where, size_t most = 8192);
  void readBytes(uint64_t count, const char *where);
  bool isPlain() const { return newline >= Newline::Plain; }
  bool read(size_t most, const char *where);
  void check(bool isFinal, const char *where);
  /// Whether the text that comes next, which begins with '\r', has more after
  /// it; reads on if need be.
  size_t lengthOfReturn(const char *where);
  void addReturn(size_t length);
  void addAll();

  int descriptor;
  Newline newline;
  Bytes raw = {};    // what was read of the file
  size_t begin = 0;  // of what the program did not get yet, in it
  size_t good = 0;   // the end of what is known to be text
  Bytes result = {}; // what the program gets
};

} // namespace tine

#endif // TINE_RUNTIME_TEXT_FILES_H
