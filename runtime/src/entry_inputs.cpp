//===- entry_inputs.cpp - Inputs of an entry --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "entry_inputs.h"
#include "errors.h"
#include "objects.h"
#include "safetensors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

namespace {

void addShortType(Text &text, int dtype, const int64_t *sizes, int rank,
                  const char *const *names) {
  text.add(shortDtype(dtype));
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

bool isStandard(const EntryValue &input) { return !strcmp(input.text, "-"); }

const char *nameOf(const EntryValue &input) {
  return isStandard(input) ? "standard input" : input.text;
}

/// Opens the file and reads its header.
bool openArray(EntryValue &input, Text &problem) {
  problem.addf("%s: ", nameOf(input));
  input.descriptor =
      isStandard(input) ? 0 : open(input.text, O_RDONLY | O_CLOEXEC);
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

/// The key of `FILE.safetensors:KEY`; null of other texts.
const char *keyOf(const char *text) {
  constexpr const char *ending = ".safetensors:";
  const char *found = strstr(text, ending);
  return found && found != text ? found + strlen(ending) : nullptr;
}

/// Opens the file and goes to the elements of the tensor with this name.
bool openKey(EntryValue &input, const char *key, Text &problem) {
  problem.addf("%s: ", input.text);
  char path[4096];
  auto length = size_t(key - 1 - input.text);
  if (length >= sizeof(path)) {
    problem.add(strerror(ENAMETOOLONG));
    return false;
  }
  memcpy(path, input.text, length);
  path[length] = 0;
  input.descriptor = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (input.descriptor < 0 || fstat(input.descriptor, &status)) {
    problem.add(strerror(errno));
    return false;
  }
  uint64_t bytes = 0, size = uint64_t(status.st_size);
  if (!S_ISREG(status.st_mode) || readFully(input.descriptor, &bytes, 8) != 8 ||
      bytes > maxHeaderBytes || bytes > size - 8) {
    problem.add("it is no .safetensors file");
    return false;
  }
  Text header;
  header.reserve(bytes + 1);
  if (!header.data ||
      readFully(input.descriptor, header.data, bytes) != ssize_t(bytes)) {
    problem.add("its header cannot be read");
    return false;
  }
  FileTensors tensors;
  if (!readHeader(header.data, bytes, size - 8 - bytes, tensors, problem))
    return false;
  for (size_t i = 0; i < tensors.count; ++i) {
    const FileTensor &tensor = tensors.items[i];
    if (tensor.nameLength != strlen(key) ||
        memcmp(tensor.name, key, tensor.nameLength) != 0)
      continue;
    input.array.dtype = tensor.dtype;
    input.array.rank = tensor.rank;
    memcpy(input.array.sizes, tensor.sizes, sizeof(tensor.sizes));
    input.array.bytes = tensor.end - tensor.begin;
    problem.clear();
    return lseek(input.descriptor, off_t(8 + bytes + tensor.begin), SEEK_SET) >=
           0;
  }
  problem.add("there is no tensor '");
  problem.add(key);
  problem.add("' in the file");
  return false;
}

/// "random[2,3]" and its like; false for other texts. `isGood` says whether the
/// sizes are some.
bool readMade(const char *text, EntryValue &input, bool &isGood) {
  constexpr struct {
    const char *name;
    EntryValue::Source source;
  } kinds[] = {{"random[", EntryValue::Source::Random},
               {"zeros[", EntryValue::Source::Zeros},
               {"ones[", EntryValue::Source::Ones}};
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

int openTensor(const tine_entry &entry, const tine_leaf &leaf,
               EntryValue &input, Text &problem) {
  bool isGood = true;
  if (readMade(input.text, input, isGood)) {
    input.array.dtype = leaf.dtype;
    if (!isGood) {
      problem.addf("--input %s=%s: expected sizes, as in random[8,3,224,224]",
                   leaf.name, input.text);
      return 2;
    }
  } else {
    input.source = EntryValue::Source::File;
    const char *key = keyOf(input.text);
    if (key ? !openKey(input, key, problem) : !openArray(input, problem))
      return 1;
  }
  const NpyArray &array = input.array;
  if (array.dtype == leaf.dtype &&
      fitSizes(array.sizes, array.rank, leaf.sizes, leaf.rank))
    return 0;
  problem.addf("%s: ", nameOf(input));
  addShortType(problem, input.array.dtype, input.array.sizes, input.array.rank,
               nullptr);
  problem.add(", expected ");
  addLeafType(problem, leaf, entry.size_names);
  problem.addf(" for input '%s'", leaf.name);
  return input.source == EntryValue::Source::File ? 1 : 2;
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
  bool isList = leaf.flags & TINE_LEAF_LIST;
  text.add(isList ? "[" : "");
  if (leaf.kind == TINE_LEAF_TENSOR)
    addShortType(text, leaf.dtype, leaf.sizes, leaf.rank, names);
  else
    text.add(nameOfKind(leaf.kind));
  text.add(isList ? "]" : "");
  text.add(leaf.flags & TINE_LEAF_OPTIONAL ? "?" : "");
}

/// What is taken where nothing is given; false if something must be.
static bool takeFallback(const tine_leaf &leaf, EntryInput &input) {
  if (leaf.flags & TINE_LEAF_OPTIONAL)
    return true;
  if (!(leaf.flags & TINE_LEAF_FALLBACK))
    return false;
  EntryValue &value = *input.values;
  value.source = EntryValue::Source::Scalar;
  auto integer = int64_t(leaf.fallback);
  if (leaf.kind == TINE_LEAF_FLOAT)
    memcpy(&value.scalar, &leaf.fallback, sizeof(value.scalar));
  else
    memcpy(&value.scalar, &integer, sizeof(value.scalar));
  return true;
}

static int openValue(const tine_entry &entry, const tine_leaf &leaf,
                     EntryValue &value, Text &problem) {
  if (leaf.kind == TINE_LEAF_TENSOR)
    return openTensor(entry, leaf, value, problem);
  value.source = EntryValue::Source::Scalar;
  if (leaf.kind == TINE_LEAF_STRING ||
      readScalar(leaf, value.text, value.scalar))
    return 0;
  problem.addf("--input %s=%s: '%s' is no %s", leaf.name, value.text,
               value.text, nameOfKind(leaf.kind));
  return 2;
}

int tine::openInput(const tine_entry &entry, const tine_leaf &leaf,
                    EntryInput &input, Text &problem) {
  bool isList = leaf.flags & TINE_LEAF_LIST;
  // Commas in brackets are of sizes.
  input.count = input.text && *input.text ? 1 : 0;
  int depth = 0;
  for (const char *c = input.text; c && *c && isList; ++c) {
    depth += (*c == '[') - (*c == ']');
    input.count += *c == ',' && !depth;
  }
  input.count = isList || !input.text ? input.count : 1;
  input.values = static_cast<EntryValue *>(
      calloc(input.count ? input.count : 1, sizeof(EntryValue)));
  char *text = input.text ? strdup(input.text) : nullptr;
  if (!input.values || (input.text && !text)) {
    problem.add("out of memory");
    return 1;
  }
  for (size_t i = 0; i < input.count; ++i) {
    input.values[i].text = text;
    for (depth = 0; isList && *text && (*text != ',' || depth); ++text)
      depth += (*text == '[') - (*text == ']');
    if (isList && *text)
      *text++ = 0;
    if (int status = openValue(entry, leaf, input.values[i], problem))
      return status;
  }
  if (input.text || takeFallback(leaf, input))
    return 0;
  bool isTensor = leaf.kind == TINE_LEAF_TENSOR;
  problem.addf("the input '%s' is missing: give --input %s=%s, of type ",
               leaf.name, leaf.name, isTensor ? "FILE.npy" : "VALUE");
  addLeafType(problem, leaf, entry.size_names);
  return 2;
}

static uint64_t readValue(const tine_leaf &leaf, EntryValue &input) {
  if (input.source == EntryValue::Source::Scalar) {
    if (leaf.kind == TINE_LEAF_STRING)
      return reinterpret_cast<uint64_t>(
          tine_abi_string_new(input.text, int64_t(strlen(input.text))));
    return input.scalar;
  }
  const NpyArray &array = input.array;
  tine_tensor *tensor =
      tine_abi_tensor_new(array.dtype, array.rank, array.sizes);
  auto slot = reinterpret_cast<uint64_t>(tensor);
  bool isFloat = leaf.dtype == TINE_FLOAT16 || leaf.dtype == TINE_BFLOAT16 ||
                 leaf.dtype == TINE_FLOAT32 || leaf.dtype == TINE_FLOAT64;
  if (input.source == EntryValue::Source::Random && isFloat) {
    tine_abi_normal(tensor, 0, 1);
    return slot;
  }
  if (input.source != EntryValue::Source::File) {
    // Random integers are 0 and 1, which are indices of any table.
    tine_abi_random(tensor, input.source == EntryValue::Source::Ones,
                    input.source == EntryValue::Source::Zeros ? 1 : 2);
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

/// What stands for a value that is not there.
static uint64_t absentValue(const tine_leaf &leaf) {
  constexpr int64_t none[TINE_MAX_RANK] = {};
  if (leaf.kind == TINE_LEAF_TENSOR)
    return reinterpret_cast<uint64_t>(
        tine_abi_tensor_new(leaf.dtype, leaf.rank, none));
  if (leaf.kind == TINE_LEAF_STRING)
    return reinterpret_cast<uint64_t>(tine_abi_string_new("", 0));
  return 0;
}

uint64_t *tine::readInput(const tine_leaf &leaf, EntryInput &input,
                          uint64_t *slots) {
  if (leaf.flags & TINE_LEAF_OPTIONAL)
    *slots++ = input.text != nullptr;
  if (leaf.flags & TINE_LEAF_LIST) {
    bool isCounted =
        leaf.kind == TINE_LEAF_TENSOR || leaf.kind == TINE_LEAF_STRING;
    tine_list *list = tine_abi_list_new(1, isCounted, int64_t(input.count));
    for (size_t i = 0; i < input.count; ++i) {
      uint64_t value = readValue(leaf, input.values[i]);
      *tine_abi_list_push(list) = value;
    }
    *slots++ = reinterpret_cast<uint64_t>(list);
    return slots;
  }
  bool isAbsent = !input.text && (leaf.flags & TINE_LEAF_OPTIONAL);
  *slots++ = isAbsent ? absentValue(leaf) : readValue(leaf, *input.values);
  return slots;
}
