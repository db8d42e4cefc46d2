//===- entry_inputs.cpp - Inputs of an entry --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "entry_inputs.h"
#include "errors.h"
#include "objects.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

namespace {

struct ShortName {
  int32_t dtype;
  const char *name;
};
constexpr ShortName shortNames[] = {
    {TINE_FLOAT16, "f16"}, {TINE_BFLOAT16, "bf16"}, {TINE_FLOAT32, "f32"},
    {TINE_FLOAT64, "f64"}, {TINE_INT8, "i8"},       {TINE_INT16, "i16"},
    {TINE_INT32, "i32"},   {TINE_INT64, "i64"},     {TINE_UINT8, "u8"},
    {TINE_BOOL, "bool"}};

void addShortType(Text &text, int dtype, const int64_t *sizes, int rank,
                  const char *const *names) {
  for (const ShortName &known : shortNames)
    if (known.dtype == dtype)
      text.add(known.name);
  text.add('[');
  for (int i = 0; i < rank; ++i) {
    if (i)
      text.add(',');
    if (sizes[i] >= 0)
      text.addf("%lld", static_cast<long long>(sizes[i]));
    else
      text.add(sizes[i] == -1 ? "?" : names[-2 - sizes[i]]);
  }
  text.add(']');
}

/// Reads until `size` bytes are there or the file ends; -1 with errno.
ssize_t readFully(int descriptor, void *data, size_t size) {
  auto *out = static_cast<char *>(data);
  size_t done = 0;
  while (done < size) {
    size_t most = size - done < 1u << 30 ? size - done : 1u << 30;
    ssize_t count = read(descriptor, out + done, most);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return -1;
    if (count == 0)
      break;
    done += size_t(count);
  }
  return ssize_t(done);
}

bool isStandard(const EntryInput &input) { return !strcmp(input.value, "-"); }

const char *nameOf(const EntryInput &input) {
  return isStandard(input) ? "standard input" : input.value;
}

/// Opens the file and reads its header.
bool openArray(EntryInput &input, Text &problem) {
  problem.addf("%s: ", nameOf(input));
  input.descriptor =
      isStandard(input) ? 0 : open(input.value, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (input.descriptor < 0 || fstat(input.descriptor, &status)) {
    problem.add(strerror(errno));
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    problem.add("it is a directory");
    return false;
  }
  unsigned char prefix[10 + maxNpyHeader];
  ssize_t count = readFully(input.descriptor, prefix, 10);
  size_t begin = 0, length = 0;
  bool good = count >= 0 &&
              findNpyHeader(prefix, size_t(count), begin, length, problem);
  if (good && begin > 10)
    good = readFully(input.descriptor, prefix + 10, 2) == 2 &&
           findNpyHeader(prefix, 12, begin, length, problem);
  if (count < 0)
    problem.add(strerror(errno));
  if (!good)
    return false;
  auto *header = reinterpret_cast<char *>(prefix);
  if (readFully(input.descriptor, header, length) != ssize_t(length)) {
    problem.add("it ends within its header");
    return false;
  }
  if (!readNpyHeader(header, length, input.array, problem))
    return false;
  uint64_t wanted = begin + length + input.array.bytes;
  if (S_ISREG(status.st_mode) && !isStandard(input) &&
      uint64_t(status.st_size) < wanted) {
    problem.addf("it ends too early: %lld of %llu bytes",
                 static_cast<long long>(status.st_size),
                 static_cast<unsigned long long>(wanted));
    return false;
  }
  problem.clear();
  return true;
}

/// "random[2,3]" and its like; false for other texts. `isGood` says whether the
/// sizes are some.
bool readMade(const char *text, EntryInput &input, bool &isGood) {
  constexpr struct {
    const char *name;
    EntryInput::Source source;
  } kinds[] = {{"random[", EntryInput::Source::Random},
               {"zeros[", EntryInput::Source::Zeros},
               {"ones[", EntryInput::Source::Ones}};
  for (const auto &kind : kinds) {
    if (strncmp(text, kind.name, strlen(kind.name)) != 0)
      continue;
    input.source = kind.source;
    const char *at = text + strlen(kind.name);
    isGood = true;
    while (isGood && *at != ']') {
      char *end = nullptr;
      errno = 0;
      long long size = strtoll(at, &end, 10);
      isGood = end != at && size >= 0 && !errno &&
               input.array.rank < TINE_MAX_RANK && (*end == ',' || *end == ']');
      if (isGood)
        input.array.sizes[input.array.rank++] = size;
      at = *end == ',' ? end + 1 : end;
    }
    isGood &= !strcmp(at, "]");
    return true;
  }
  return false;
}

bool fits(const tine_leaf &leaf, const NpyArray &array) {
  if (leaf.dtype != array.dtype || leaf.rank != array.rank)
    return false;
  for (int i = 0; i < leaf.rank; ++i)
    if (leaf.sizes[i] >= 0 && leaf.sizes[i] != array.sizes[i])
      return false;
  return true;
}

int openTensor(const tine_entry &entry, const tine_leaf &leaf,
               EntryInput &input, Text &problem) {
  bool isGood = true;
  if (readMade(input.value, input, isGood)) {
    input.array.dtype = leaf.dtype;
    if (!isGood) {
      problem.addf("--input %s=%s: expected sizes, as in random[8,3,224,224]",
                   leaf.name, input.value);
      return 2;
    }
  } else {
    input.source = EntryInput::Source::File;
    if (!openArray(input, problem))
      return 1;
  }
  if (fits(leaf, input.array))
    return 0;
  problem.addf("%s: ", nameOf(input));
  addShortType(problem, input.array.dtype, input.array.sizes, input.array.rank,
               nullptr);
  problem.add(", expected ");
  addLeafType(problem, leaf, entry.size_names);
  problem.addf(" for input '%s'", leaf.name);
  return input.source == EntryInput::Source::File ? 1 : 2;
}

/// The slot of a number or bool as text; false when it is none.
bool readScalar(const tine_leaf &leaf, const char *text, uint64_t &slot) {
  char *end = nullptr;
  errno = 0;
  if (leaf.kind == TINE_LEAF_INT) {
    slot = uint64_t(strtoll(text, &end, 10));
  } else if (leaf.kind == TINE_LEAF_FLOAT) {
    double value = strtod(text, &end);
    errno = 0; // too large is inf, as in Python
    memcpy(&slot, &value, sizeof(slot));
  } else {
    slot = !strcmp(text, "True") || !strcmp(text, "true") || !strcmp(text, "1");
    return slot || !strcmp(text, "False") || !strcmp(text, "false") ||
           !strcmp(text, "0");
  }
  return end != text && !*end && !errno;
}

const char *nameOfKind(int kind) {
  switch (kind) {
  case TINE_LEAF_INT:
    return "int";
  case TINE_LEAF_FLOAT:
    return "float";
  case TINE_LEAF_BOOL:
    return "bool";
  default:
    return "str";
  }
}

} // namespace

void tine::addLeafType(Text &text, const tine_leaf &leaf,
                       const char *const *names) {
  if (leaf.kind == TINE_LEAF_TENSOR)
    addShortType(text, leaf.dtype, leaf.sizes, leaf.rank, names);
  else
    text.add(nameOfKind(leaf.kind));
}

int tine::openInput(const tine_entry &entry, const tine_leaf &leaf,
                    EntryInput &input, Text &problem) {
  if (leaf.kind == TINE_LEAF_TENSOR && input.value)
    return openTensor(entry, leaf, input, problem);
  if (input.value) {
    input.source = EntryInput::Source::Scalar;
    if (leaf.kind == TINE_LEAF_STRING ||
        readScalar(leaf, input.value, input.scalar))
      return 0;
    problem.addf("--input %s=%s: '%s' is no %s", leaf.name, input.value,
                 input.value, nameOfKind(leaf.kind));
    return 2;
  }
  if (leaf.has_fallback) {
    input.source = EntryInput::Source::Scalar;
    auto integer = int64_t(leaf.fallback);
    if (leaf.kind == TINE_LEAF_FLOAT)
      memcpy(&input.scalar, &leaf.fallback, sizeof(input.scalar));
    else
      memcpy(&input.scalar, &integer, sizeof(input.scalar));
    return 0;
  }
  bool isTensor = leaf.kind == TINE_LEAF_TENSOR;
  problem.addf("the input '%s' is missing: give --input %s=%s, of type ",
               leaf.name, leaf.name, isTensor ? "FILE.npy" : "VALUE");
  addLeafType(problem, leaf, entry.size_names);
  return 2;
}

uint64_t tine::readInput(const tine_leaf &leaf, EntryInput &input) {
  if (input.source == EntryInput::Source::Scalar) {
    if (leaf.kind == TINE_LEAF_STRING)
      return reinterpret_cast<uint64_t>(
          tine_abi_string_new(input.value, int64_t(strlen(input.value))));
    return input.scalar;
  }
  const NpyArray &array = input.array;
  tine_tensor *tensor =
      tine_abi_tensor_new(array.dtype, array.rank, array.sizes);
  auto slot = reinterpret_cast<uint64_t>(tensor);
  bool isFloat = leaf.dtype == TINE_FLOAT16 || leaf.dtype == TINE_BFLOAT16 ||
                 leaf.dtype == TINE_FLOAT32 || leaf.dtype == TINE_FLOAT64;
  if (input.source == EntryInput::Source::Random && isFloat) {
    tine_abi_normal(tensor, 0, 1);
    return slot;
  }
  if (input.source != EntryInput::Source::File) {
    // Random integers are 0 and 1, which are indices of any table.
    tine_abi_random(tensor, input.source == EntryInput::Source::Ones,
                    input.source == EntryInput::Source::Zeros ? 1 : 2);
    return slot;
  }
  bool isPlain = !array.isSwapped && !(array.isFortran && array.rank > 1);
  void *data =
      isPlain ? elements(tensor) : tine_abi_alloc(int64_t(array.bytes));
  errno = 0;
  ssize_t count = readFully(input.descriptor, data, array.bytes);
  if (count != ssize_t(array.bytes))
    raisef("RuntimeError", nullptr, "%s: %s", nameOf(input),
           count < 0 ? strerror(errno) : "it ends too early");
  if (!isPlain) {
    copyNpyElements(array, data, tensor);
    tine_abi_free(data);
  }
  if (array.dtype == TINE_BOOL)
    makeBools(tensor);
  if (!isStandard(input))
    close(input.descriptor);
  return slot;
}
