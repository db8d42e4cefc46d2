//===- safetensors.cpp - Headers of files of tensors ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reader of the one shape of JSON that a header may have: it has no depth, so
// no input makes it recurse, and what it keeps is bounded by the header's size.
//
//===----------------------------------------------------------------------===//

#include "safetensors.h"
#include "objects.h"
#include "output.h"

#include <stdlib.h>

using namespace tine;

static const struct {
  const char *name, *torchName, *kernelName, *shortName;
  int32_t dtype;
} dtypes[] = {
#define TINE_DTYPE(symbol, number, name, method, kernel, file, brief)          \
  {file, name, kernel, brief, number},
#include "tine/dtypes.def"
};

const char *tine::fileDtype(int dtype) {
  for (auto &entry : dtypes)
    if (entry.dtype == dtype)
      return entry.name;
  return nullptr;
}

const char *tine::shortDtype(int dtype) {
  for (auto &entry : dtypes)
    if (entry.dtype == dtype)
      return entry.shortName;
  return nullptr;
}

int tine::dtypeOfTorch(const char *name, size_t length) {
  constexpr const char *package = "torch.", *suffix = "Storage";
  size_t before = strlen(package), behind = strlen(suffix);
  if (length < before || memcmp(name, package, before) != 0)
    return -1;
  name += before;
  length -= before;
  auto is = [&](const char *word, size_t wordLength) {
    return length == wordLength && !memcmp(name, word, wordLength);
  };
  for (auto &entry : dtypes) {
    size_t kernelLength = strlen(entry.kernelName);
    bool isStorage = length == kernelLength + behind &&
                     !memcmp(name, entry.kernelName, kernelLength) &&
                     !memcmp(name + kernelLength, suffix, behind);
    if (isStorage || is(entry.torchName, strlen(entry.torchName)))
      return entry.dtype;
  }
  return -1;
}

FileTensors::~FileTensors() { free(items); }

bool tine::fitSizes(const int64_t *sizes, int rank, const int64_t *wanted,
                    int wantedRank) {
  for (int i = 0; rank == wantedRank && i < rank; ++i)
    if (wanted[i] >= 0 && wanted[i] != sizes[i])
      return false;
  return rank == wantedRank;
}

//===-- Texts -------------------------------------------------------------===//

void tine::addSizes(Text &text, const int64_t *sizes, int32_t rank) {
  text.add('[');
  for (int32_t i = 0; i < rank; ++i)
    if (sizes[i] < 0)
      text.addf("%s?", i ? ", " : "");
    else
      text.addf("%s%lld", i ? ", " : "", static_cast<long long>(sizes[i]));
  text.add(']');
}

void tine::addType(Text &text, int dtype, const int64_t *sizes, int32_t rank) {
  for (auto &entry : dtypes)
    if (entry.dtype == dtype)
      text.add(entry.torchName);
  addSizes(text, sizes, rank);
}

void tine::addName(Text &text, const char *name, size_t length) {
  constexpr size_t shown = 200;
  text.add('\'');
  for (size_t i = 0; i < length && i < shown; ++i) {
    auto c = static_cast<unsigned char>(name[i]);
    if (c < 32 || c >= 127)
      text.addf("\\x%02x", c);
    else
      text.add(char(c));
  }
  text.add(length > shown ? "...'" : "'");
}

void tine::addJsonString(Text &text, const char *string, size_t length) {
  text.add('"');
  for (size_t i = 0; i < length; ++i) {
    auto c = static_cast<unsigned char>(string[i]);
    if (c == '"' || c == '\\')
      text.addf("\\%c", c);
    else if (c < 32)
      text.addf("\\u%04x", c);
    else
      text.add(char(c));
  }
  text.add('"');
}

//===-- JSON --------------------------------------------------------------===//

namespace {

/// Stands in the header; every function is false, with a message, at what does
/// not belong there.
class Reader {
public:
  Reader(char *data, size_t size, Text &problem)
      : start(data), at(data), end(data + size), problem(problem) {}

  bool fail(const char *what) {
    problem.addf("%s at byte %zu of the header", what, size_t(at - start));
    return false;
  }

  void skipSpace() {
    while (at != end &&
           (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
      ++at;
  }
  bool atEnd() {
    skipSpace();
    return at == end;
  }
  /// Goes behind `c` if it comes next.
  bool accept(char c) {
    skipSpace();
    if (at == end || *at != c)
      return false;
    ++at;
    return true;
  }
  bool expect(char c) {
    if (accept(c))
      return true;
    problem.addf("'%c' is missing at byte %zu of the header", c,
                 size_t(at - start));
    return false;
  }

  /// A string, unescaped in place: it never becomes longer.
  bool string(char *&text, size_t &length);
  bool number(uint64_t &value);

  /// The members of an object: `member` reads the value of each name.
  template <typename Member> bool object(Member member) {
    if (!expect('{'))
      return false;
    if (accept('}'))
      return true;
    do {
      char *name;
      size_t length;
      if (!string(name, length) || !expect(':') || !member(name, length))
        return false;
    } while (accept(','));
    return expect('}');
  }
  /// The numbers of an array, at most `limit`.
  bool numbers(uint64_t *values, int32_t limit, int32_t &count) {
    count = 0;
    if (!expect('['))
      return false;
    if (accept(']'))
      return true;
    do {
      if (count == limit)
        return fail("an array with too many numbers");
      if (!number(values[count++]))
        return false;
    } while (accept(','));
    return expect(']');
  }

private:
  bool utf8(char *&out);
  bool escape(char *&out);
  bool hex4(uint32_t &value);

  char *start, *at, *end;
  Text &problem;
};

/// Four hexadecimal digits.
bool Reader::hex4(uint32_t &value) {
  value = 0;
  for (int i = 0; i < 4; ++i, ++at) {
    if (at == end)
      return false;
    char c = *at;
    uint32_t digit = c >= '0' && c <= '9'   ? uint32_t(c - '0')
                     : c >= 'a' && c <= 'f' ? uint32_t(c - 'a') + 10
                     : c >= 'A' && c <= 'F' ? uint32_t(c - 'A') + 10
                                            : 16;
    if (digit == 16)
      return false;
    value = value * 16 + digit;
  }
  return true;
}

/// What stands behind a backslash.
bool Reader::escape(char *&out) {
  if (at == end)
    return fail("a string without an end");
  static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
  for (const char *e = escapes; *e; e += 2)
    if (*at == *e) {
      *out++ = e[1];
      ++at;
      return true;
    }
  uint32_t code, low;
  if (*at != 'u')
    return fail("an unknown escape in a string");
  ++at;
  if (!hex4(code))
    return fail("a wrong \\u escape in a string");
  if (code >= 0xd800 && code < 0xe000) {
    if (code >= 0xdc00 || end - at < 2 || at[0] != '\\' || at[1] != 'u')
      return fail("half of a surrogate pair in a string");
    at += 2;
    if (!hex4(low) || low < 0xdc00 || low > 0xdfff)
      return fail("half of a surrogate pair in a string");
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  if (code < 0x80) {
    *out++ = char(code);
  } else if (code < 0x800) {
    *out++ = char(0xc0 | code >> 6);
    *out++ = char(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *out++ = char(0xe0 | code >> 12);
    *out++ = char(0x80 | (code >> 6 & 63));
    *out++ = char(0x80 | (code & 63));
  } else {
    *out++ = char(0xf0 | code >> 18);
    *out++ = char(0x80 | (code >> 12 & 63));
    *out++ = char(0x80 | (code >> 6 & 63));
    *out++ = char(0x80 | (code & 63));
  }
  return true;
}

/// One character of two bytes or more, which must be well-formed.
bool Reader::utf8(char *&out) {
  auto byte = [&](int i) { return static_cast<unsigned char>(at[i]); };
  unsigned char first = byte(0);
  int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  bool good = first >= 0xc2 && first <= 0xf4 && end - at >= length;
  for (int i = 1; good && i < length; ++i)
    good = (byte(i) & 0xc0) == 0x80;
  // Overlong forms, surrogates and what is above the last code point.
  good = good && !(first == 0xe0 && byte(1) < 0xa0) &&
         !(first == 0xed && byte(1) > 0x9f) &&
         !(first == 0xf0 && byte(1) < 0x90) &&
         !(first == 0xf4 && byte(1) > 0x8f);
  if (!good)
    return fail("text that is not UTF-8");
  for (int i = 0; i < length; ++i)
    *out++ = *at++;
  return true;
}

bool Reader::string(char *&text, size_t &length) {
  if (!expect('"'))
    return false;
  char *out = text = at;
  while (at != end && *at != '"') {
    auto c = static_cast<unsigned char>(*at);
    if (c < 32)
      return fail("a control character in a string");
    if (c == '\\') {
      ++at;
      if (!escape(out))
        return false;
    } else if (c >= 0x80) {
      if (!utf8(out))
        return false;
    } else {
      *out++ = *at++;
    }
  }
  if (at == end)
    return fail("a string without an end");
  ++at;
  length = size_t(out - text);
  return true;
}

bool Reader::number(uint64_t &value) {
  skipSpace();
  char *first = at;
  value = 0;
  for (; at != end && *at >= '0' && *at <= '9'; ++at)
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, uint64_t(*at - '0'), &value) ||
        value > INT64_MAX)
      return fail("a number that is too large");
  if (at == first || (*first == '0' && at - first > 1))
    return fail("not a whole number");
  return true;
}

//===-- Tensors -----------------------------------------------------------===//

bool same(const char *text, size_t length, const char *other) {
  return length == strlen(other) && !memcmp(text, other, length);
}

/// {"dtype": ..., "shape": ..., "data_offsets": ...} in any order.
bool readTensor(Reader &reader, FileTensor &tensor, Text &problem) {
  bool hasDtype = false, hasShape = false, hasOffsets = false;
  uint64_t values[TINE_MAX_RANK] = {};
  int32_t count = 0;
  bool good = reader.object([&](char *key, size_t length) {
    if (same(key, length, "dtype") && !hasDtype) {
      char *name;
      size_t nameLength;
      if (!reader.string(name, nameLength))
        return false;
      for (auto &entry : dtypes)
        if (same(name, nameLength, entry.name)) {
          tensor.dtype = entry.dtype;
          hasDtype = true;
        }
      if (!hasDtype) {
        addName(problem, tensor.name, tensor.nameLength);
        problem.add(" has the dtype ");
        addName(problem, name, nameLength);
        problem.add(", which Tine does not support");
      }
      return hasDtype;
    }
    if (same(key, length, "shape") && !hasShape) {
      hasShape = reader.numbers(values, TINE_MAX_RANK, tensor.rank);
      for (int32_t i = 0; hasShape && i < tensor.rank; ++i)
        tensor.sizes[i] = int64_t(values[i]);
      return hasShape;
    }
    if (same(key, length, "data_offsets") && !hasOffsets) {
      hasOffsets = reader.numbers(values, 2, count) && count == 2;
      tensor.begin = values[0];
      tensor.end = values[1];
      return hasOffsets || reader.fail("not two offsets");
    }
    return reader.fail("an unexpected key of a tensor");
  });
  if (!good)
    return false;
  return (hasDtype && hasShape && hasOffsets) ||
         reader.fail("a tensor without dtype, shape or data_offsets");
}

bool checkBytes(const FileTensor &tensor, uint64_t dataBytes, Text &problem) {
  auto fail = [&](const char *what) {
    addName(problem, tensor.name, tensor.nameLength);
    problem.add(what);
    return false;
  };
  if (tensor.begin > tensor.end || tensor.end > dataBytes)
    return fail(" lies outside of the file, which may have been cut off");
  // A size of 0 does not excuse the others from fitting.
  uint64_t bytes = elementBytes(tensor.dtype), positive = bytes;
  for (int32_t i = 0; i < tensor.rank; ++i) {
    auto size = uint64_t(tensor.sizes[i]);
    if (size && (__builtin_mul_overflow(positive, size, &positive) ||
                 positive > INT64_MAX))
      return fail(" has sizes whose product is too large");
    bytes *= size;
  }
  if (bytes != tensor.end - tensor.begin)
    return fail(" has another number of bytes than its shape says");
  return true;
}

int compareOffsets(const void *a, const void *b) {
  auto &x = *static_cast<const FileTensor *>(a);
  auto &y = *static_cast<const FileTensor *>(b);
  if (x.begin != y.begin)
    return x.begin < y.begin ? -1 : 1;
  return x.end < y.end ? -1 : x.end > y.end;
}

} // namespace

int tine::compareNames(const void *a, const void *b) {
  auto &x = *static_cast<const FileTensor *>(a);
  auto &y = *static_cast<const FileTensor *>(b);
  size_t shorter = x.nameLength < y.nameLength ? x.nameLength : y.nameLength;
  if (int order = memcmp(x.name, y.name, shorter))
    return order;
  return x.nameLength < y.nameLength ? -1 : x.nameLength > y.nameLength;
}

bool tine::readHeader(char *header, size_t size, uint64_t dataBytes,
                      FileTensors &tensors, Text &problem) {
  Reader reader(header, size, problem);
  size_t capacity = 0;
  bool hasMetadata = false;
  bool good = reader.object([&](char *name, size_t length) {
    if (same(name, length, "__metadata__")) {
      if (hasMetadata)
        return reader.fail("__metadata__ comes twice");
      hasMetadata = true;
      return reader.object([&](char *, size_t) {
        char *value;
        size_t valueLength;
        return reader.string(value, valueLength);
      });
    }
    if (tensors.count == maxFileTensors)
      return reader.fail("too many tensors");
    if (tensors.count == capacity) {
      capacity = capacity ? 2 * capacity : 16;
      auto *grown = static_cast<FileTensor *>(
          realloc(tensors.items, capacity * sizeof(FileTensor)));
      if (!grown)
        return reader.fail("out of memory");
      tensors.items = grown;
    }
    FileTensor &tensor = tensors.items[tensors.count];
    tensor.isStrided = false;
    tensor.name = name;
    tensor.nameLength = length;
    if (!readTensor(reader, tensor, problem) ||
        !checkBytes(tensor, dataBytes, problem))
      return false;
    ++tensors.count;
    return true;
  });
  if (!good)
    return false;
  if (!reader.atEnd())
    return reader.fail("something behind the last brace");

  if (tensors.count)
    qsort(tensors.items, tensors.count, sizeof(FileTensor), compareNames);
  for (size_t i = 1; i < tensors.count; ++i)
    if (!compareNames(&tensors.items[i - 1], &tensors.items[i])) {
      addName(problem, tensors.items[i].name, tensors.items[i].nameLength);
      problem.add(" comes twice");
      return false;
    }
  if (tensors.count)
    qsort(tensors.items, tensors.count, sizeof(FileTensor), compareOffsets);
  uint64_t covered = 0;
  for (size_t i = 0; i < tensors.count; ++i) {
    const FileTensor &tensor = tensors.items[i];
    if (tensor.begin != covered) {
      addName(problem, tensor.name, tensor.nameLength);
      problem.add(tensor.begin < covered
                      ? " shares bytes with another tensor"
                      : " does not follow the tensor before it");
      return false;
    }
    covered = tensor.end;
  }
  if (covered != dataBytes) {
    problem.addf("%llu bytes at the end belong to no tensor",
                 static_cast<unsigned long long>(dataBytes - covered));
    return false;
  }
  return true;
}

//===-- Writing -----------------------------------------------------------===//

/// {"NAME": {...}, ...}: the widest elements come first, so that all lie on
/// multiples of their size. Padded with spaces to a multiple of 8 bytes.
static void addHeader(Text &header, const NamedTensor *tensors, size_t count) {
  header.add('{');
  uint64_t offset = 0;
  for (size_t width = 8; width; width /= 2)
    for (size_t i = 0; i < count; ++i) {
      const tine_tensor *tensor = tensors[i].value;
      if (elementBytes(tensor->head.dtype) != width)
        continue;
      if (header.size > 1)
        header.add(',');
      addJsonString(header, tensors[i].name, strlen(tensors[i].name));
      header.addf(":{\"dtype\":\"%s\",\"shape\":",
                  fileDtype(tensor->head.dtype));
      addSizes(header, tensor->sizes, tensor->head.rank);
      uint64_t end = offset + uint64_t(elementsBytes(tensor));
      header.addf(",\"data_offsets\":[%llu,%llu]}",
                  static_cast<unsigned long long>(offset),
                  static_cast<unsigned long long>(end));
      offset = end;
    }
  header.add('}');
  while (header.size % 8)
    header.add(' ');
}

bool tine::writeTensors(int descriptor, const NamedTensor *tensors,
                        size_t count) {
  Text header;
  addHeader(header, tensors, count);
  char prefix[8];
  for (int i = 0; i < 8; ++i)
    prefix[i] = char(uint64_t(header.size) >> 8 * i & 255);
  if (!writeAll(descriptor, prefix, sizeof(prefix)) ||
      !writeAll(descriptor, header.data, header.size))
    return false;
  for (size_t width = 8; width; width /= 2)
    for (size_t i = 0; i < count; ++i) {
      const tine_tensor *tensor = tensors[i].value;
      if (elementBytes(tensor->head.dtype) == width &&
          !writeAll(descriptor, static_cast<const char *>(elements(tensor)),
                    size_t(elementsBytes(tensor))))
        return false;
    }
  return true;
}
