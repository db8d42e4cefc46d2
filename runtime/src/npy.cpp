//===- npy.cpp - NumPy's files of one array ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "npy.h"
#include "objects.h"
#include "safetensors.h"

using namespace tine;

namespace {

/// The letter of a dtype in NumPy's names, behind which its bytes stand: that
/// of the short name. Another letter for what NumPy has not.
char letterOf(int dtype) {
  const char *name = shortDtype(dtype);
  return name && dtype != TINE_BFLOAT16 ? *name : '?';
}

/// The dtype that "f4" names, or -1.
int dtypeOf(const char *name, size_t length) {
  for (int dtype = 0; dtype <= TINE_BFLOAT16 && length == 2; ++dtype)
    if (name[0] != '?' && letterOf(dtype) == name[0] &&
        elementBytes(dtype) == size_t(name[1] - '0'))
      return dtype;
  return -1;
}

/// Reads the one form of dict that headers have.
class HeaderReader {
public:
  HeaderReader(const char *at, size_t size, NpyArray &array, Text &problem)
      : at(at), end(at + size), array(array), problem(problem) {}

  bool read() {
    if (!take('{'))
      return fail();
    while (!take('}')) {
      const char *key = nullptr;
      size_t length = 0;
      if (!readText(key, length) || !take(':'))
        return fail();
      bool good = is(key, length, "descr")           ? readDtype()
                  : is(key, length, "fortran_order") ? readOrder()
                  : is(key, length, "shape")         ? readShape()
                                                     : fail();
      if (!good)
        return false;
      if (!take(',') && !isNext('}'))
        return fail();
    }
    skip();
    return at == end && seen == 7 ? countBytes() : fail();
  }

private:
  /// The first message stays.
  bool fail() {
    if (!failed)
      problem.add("its header is not one of NumPy's");
    failed = true;
    return false;
  }
  static bool is(const char *text, size_t length, const char *word) {
    return length == strlen(word) && !memcmp(text, word, length);
  }
  void skip() {
    while (at != end && (*at == ' ' || *at == '\n'))
      ++at;
  }
  bool isNext(char c) {
    skip();
    return at != end && *at == c;
  }
  bool take(char c) {
    if (!isNext(c))
      return false;
    ++at;
    return true;
  }
  bool takeWord(const char *word) {
    skip();
    size_t length = strlen(word);
    if (size_t(end - at) < length || memcmp(at, word, length) != 0)
      return false;
    at += length;
    return true;
  }
  bool readText(const char *&text, size_t &length) {
    skip();
    if (at == end || (*at != '\'' && *at != '"'))
      return false;
    char quote = *at++;
    text = at;
    while (at != end && *at != quote && *at != '\\')
      ++at;
    length = size_t(at - text);
    return take(quote);
  }

  bool readDtype() {
    const char *text = nullptr;
    size_t length = 0;
    if (isNext('[')) {
      problem.add("its elements are records, which are not supported");
      return failed = true, false;
    }
    if (!readText(text, length) || length < 2)
      return fail();
    seen |= 1;
    array.isSwapped = *text == '>';
    bool hasOrder = strchr("<>|=", *text);
    array.dtype = dtypeOf(text + hasOrder, length - hasOrder);
    if (array.dtype >= 0)
      return true;
    problem.add("its dtype '");
    problem.add(text, length < 40 ? length : 40);
    problem.add(memchr(text, 'O', length)
                    ? "' holds Python objects, which are not read"
                    : "' is not supported");
    return failed = true, false;
  }

  bool readOrder() {
    seen |= 2;
    array.isFortran = takeWord("True");
    return array.isFortran || takeWord("False") || fail();
  }

  bool readShape() {
    seen |= 4;
    array.rank = 0;
    if (!take('('))
      return fail();
    while (!take(')')) {
      skip();
      const char *start = at;
      int64_t size = 0;
      for (; at != end && *at >= '0' && *at <= '9'; ++at)
        if (__builtin_mul_overflow(size, 10, &size) ||
            __builtin_add_overflow(size, *at - '0', &size))
          return fail();
      if (at == start)
        return fail();
      if (array.rank == TINE_MAX_RANK) {
        problem.addf("it has more than %d dimensions", TINE_MAX_RANK);
        return failed = true, false;
      }
      array.sizes[array.rank++] = size;
      if (!take(',') && !isNext(')'))
        return fail();
    }
    return true;
  }

  bool countBytes() {
    bool isEmpty = false;
    for (int i = 0; i < array.rank; ++i)
      isEmpty |= array.sizes[i] == 0;
    uint64_t bytes = elementBytes(array.dtype);
    for (int i = 0; i < array.rank; ++i)
      if (array.sizes[i] &&
          (__builtin_mul_overflow(bytes, uint64_t(array.sizes[i]), &bytes) ||
           bytes > uint64_t(INT64_MAX))) {
        problem.add("it has more elements than any machine has memory for");
        return false;
      }
    array.bytes = isEmpty ? 0 : bytes;
    return true;
  }

  const char *at, *end;
  NpyArray &array;
  Text &problem;
  int seen = 0;
  bool failed = false;
};

/// Copies elements of `width` bytes.
template <size_t width>
void copyElements(const NpyArray &array, const char *from, char *to) {
  int64_t count = int64_t(array.bytes / width);
  int64_t index[TINE_MAX_RANK] = {}, strides[TINE_MAX_RANK];
  int64_t stride = 1;
  for (int i = 0; i < array.rank; ++i) {
    int dim = array.isFortran ? i : array.rank - 1 - i;
    strides[dim] = stride;
    stride *= array.sizes[dim];
  }
  int64_t offset = 0;
  for (int64_t n = 0; n < count; ++n) {
    const char *element = from + offset * int64_t(width);
    for (size_t byte = 0; byte < width; ++byte)
      to[byte] = element[array.isSwapped ? width - 1 - byte : byte];
    to += width;
    for (int dim = array.rank - 1; dim >= 0; --dim) {
      offset += strides[dim];
      if (++index[dim] < array.sizes[dim])
        break;
      offset -= strides[dim] * array.sizes[dim];
      index[dim] = 0;
    }
  }
}

} // namespace

bool tine::findNpyHeader(const unsigned char *file, size_t size, size_t &begin,
                         size_t &length, Text &problem) {
  if (size < 10 || memcmp(file, "\x93NUMPY", 6) != 0) {
    problem.add("it is no .npy file");
    return false;
  }
  if (file[6] < 1 || file[6] > 3) {
    problem.addf("it is of version %d, which is newer than this program knows",
                 file[6]);
    return false;
  }
  bool isWide = file[6] > 1;
  begin = isWide ? 12 : 10;
  length = file[8] | size_t(file[9]) << 8;
  if (isWide && size >= 12)
    length |= size_t(file[10]) << 16 | size_t(file[11]) << 24;
  if (length <= maxNpyHeader)
    return true;
  problem.addf("its header has more than %zu bytes", maxNpyHeader);
  return false;
}

bool tine::readNpyHeader(const char *header, size_t size, NpyArray &array,
                         Text &problem) {
  return HeaderReader(header, size, array, problem).read();
}

void tine::copyNpyElements(const NpyArray &array, const void *data,
                           tine_tensor *tensor) {
  const auto *from = static_cast<const char *>(data);
  auto *to = static_cast<char *>(elements(tensor));
  switch (elementBytes(array.dtype)) {
  case 1:
    copyElements<1>(array, from, to);
    break;
  case 2:
    copyElements<2>(array, from, to);
    break;
  case 4:
    copyElements<4>(array, from, to);
    break;
  default:
    copyElements<8>(array, from, to);
  }
}

bool tine::addNpyHeader(Text &text, const tine_tensor *tensor) {
  char letter = letterOf(tensor->head.dtype);
  if (letter == '?')
    return false;
  Text header;
  size_t width = elementBytes(tensor->head.dtype);
  header.addf("{'descr': '%c%c%zu', 'fortran_order': False, 'shape': (",
              width == 1 ? '|' : '<', letter, width);
  for (int i = 0; i < tensor->head.rank; ++i)
    header.addf("%s%lld", i ? ", " : "",
                static_cast<long long>(tensor->sizes[i]));
  header.add(tensor->head.rank == 1 ? ",), }" : "), }");
  while ((10 + header.size + 1) % 64)
    header.add(' ');
  header.add('\n');
  text.add("\x93NUMPY\x01", 7);
  text.add('\0');
  text.add(char(header.size & 255));
  text.add(char(header.size >> 8));
  text.add(header.data, header.size);
  return true;
}
