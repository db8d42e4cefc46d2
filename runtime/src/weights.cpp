//===- weights.cpp - Files of weights ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weights.h"
#include "mapped_files.h"
#include "objects.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

namespace {

const char *readProblem() {
  return errno ? strerror(errno) : "the file ends too early";
}

//===-- Comparing ---------------------------------------------------------===//

/// How many letters must be changed, added or left out; `limit` + 1 when more.
size_t distance(const char *a, size_t aLength, const char *b, size_t bLength) {
  constexpr size_t limit = 200;
  if (aLength > limit || bLength > limit)
    return limit;
  size_t row[limit + 1];
  for (size_t j = 0; j <= bLength; ++j)
    row[j] = j;
  for (size_t i = 1; i <= aLength; ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= bLength; ++j) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[bLength];
}

int comparePointed(const void *a, const void *b) {
  return compareNames(*static_cast<FileTensor *const *>(a),
                      *static_cast<FileTensor *const *>(b));
}

/// The differences between a file and a program, as lines of a message.
class Differences {
public:
  explicit Differences(Text &problem) : problem(problem) {}

  /// Begins a line; false when there are enough.
  bool begin(const char *name, size_t length) {
    constexpr int shown = 12;
    if (++count > shown)
      return false;
    problem.add("\n  ");
    addName(problem, name, length);
    return true;
  }
  void end() {
    constexpr int shown = 12;
    if (count > shown)
      problem.addf("\n  and %d more", count - shown);
  }
  int count = 0;

private:
  Text &problem;
};

/// Of batch norm: what older files do not have.
bool countsBatches(const tine_parameter &parameter) {
  constexpr const char *name = "num_batches_tracked";
  size_t length = strlen(parameter.name), own = strlen(name);
  return length >= own && !strcmp(parameter.name + length - own, name) &&
         parameter.rank == 0;
}

/// Says where the names of the file differ by what is in front of them.
void addPrefixHint(const tine_parameter *parameters, size_t count,
                   const FileTensors &tensors, Text &problem) {
  if (!count || !tensors.count)
    return;
  const char *wanted = parameters[0].name;
  size_t length = strlen(wanted);
  for (size_t i = 0; i < tensors.count; ++i) {
    const FileTensor &tensor = tensors.items[i];
    size_t before = tensor.nameLength - length;
    if (tensor.nameLength <= length || tensor.name[before - 1] != '.' ||
        memcmp(tensor.name + before, wanted, length) != 0)
      continue;
    for (size_t j = 0; j < tensors.count; ++j)
      if (tensors.items[j].nameLength <= before ||
          memcmp(tensors.items[j].name, tensor.name, before) != 0)
        return;
    problem.addf("\n  all %zu names in the file begin with ", tensors.count);
    addName(problem, tensor.name, before);
    problem.add(": compile with --weights-prefix ");
    problem.add(tensor.name, before);
    return;
  }
}

} // namespace

bool tine::fits(const FileTensor &tensor, int dtype, int rank,
                const int64_t *sizes) {
  return tensor.dtype == dtype &&
         fitSizes(tensor.sizes, tensor.rank, sizes, rank);
}

void tine::addDifference(Text &text, const FileTensor &tensor, int dtype,
                         int rank, const int64_t *sizes) {
  text.add(" is ");
  addType(text, tensor.dtype, tensor.sizes, tensor.rank);
  text.add(" in the file but ");
  addType(text, dtype, sizes, rank);
  text.add(" in the program");
}

bool WeightsFile::match(const tine_parameter *parameters, int64_t given,
                        Text &problem) {
  auto count = size_t(given);
  auto **sorted = static_cast<FileTensor **>(
      malloc((tensors.count + 1) * sizeof(FileTensor *)));
  found = static_cast<FileTensor **>(calloc(count + 1, sizeof(FileTensor *)));
  auto *used = static_cast<bool *>(calloc(tensors.count + 1, 1));
  // By name, and by the tensor that it is a name of.
  auto *present = static_cast<bool *>(calloc(count + 1, 1));
  auto freeTables = [&] {
    free(static_cast<void *>(sorted));
    free(used);
    free(present);
  };
  if (!sorted || !found || !used || !present) {
    problem.add("out of memory");
    freeTables();
    return false;
  }
  for (size_t i = 0; i < tensors.count; ++i)
    sorted[i] = &tensors.items[i];
  if (tensors.count)
    qsort(static_cast<void *>(sorted), tensors.count, sizeof(*sorted),
          comparePointed);
  size_t before = problem.size;
  problem.add("it does not fit the program:");
  Differences differences(problem);
  for (size_t i = 0; i < count; ++i) {
    const tine_parameter &parameter = parameters[i];
    FileTensor wanted;
    wanted.name = parameter.name;
    wanted.nameLength = strlen(parameter.name);
    FileTensor *key = &wanted;
    auto **place = tensors.count
                       ? static_cast<FileTensor **>(bsearch(
                             static_cast<const void *>(&key),
                             static_cast<const void *>(sorted), tensors.count,
                             sizeof(*sorted), comparePointed))
                       : nullptr;
    if (!place)
      continue;
    present[i] = true;
    FileTensor *tensor = *place;
    used[tensor - tensors.items] = true;
    // Of several names of one tensor the last one counts, as in
    // load_state_dict.
    found[parameter.same] = tensor;
    if (!fits(*tensor, parameter.dtype, parameter.rank, parameter.sizes) &&
        differences.begin(wanted.name, wanted.nameLength))
      addDifference(problem, *tensor, parameter.dtype, parameter.rank,
                    parameter.sizes);
  }
  for (size_t i = 0; i < count; ++i) {
    const tine_parameter &parameter = parameters[i];
    if (!found[parameter.same] && !countsBatches(parameter) &&
        differences.begin(parameter.name, strlen(parameter.name))) {
      problem.add(" (");
      addType(problem, parameter.dtype, parameter.sizes, parameter.rank);
      problem.add(") is not in the file");
    }
  }
  for (size_t i = 0; i < tensors.count; ++i) {
    if (used[i])
      continue;
    const FileTensor &tensor = tensors.items[i];
    if (!differences.begin(tensor.name, tensor.nameLength))
      continue;
    problem.add(" is in the file but not in the program");
    size_t best = tensor.nameLength / 3 + 2;
    const char *near = nullptr;
    for (size_t j = 0; j < count; ++j) {
      const char *name = parameters[j].name;
      if (present[j])
        continue;
      size_t far = distance(tensor.name, tensor.nameLength, name, strlen(name));
      if (far < best) {
        best = far;
        near = name;
      }
    }
    if (near) {
      problem.add("; did you mean ");
      addName(problem, near, strlen(near));
      problem.add('?');
    }
  }
  differences.end();
  if (differences.count)
    addPrefixHint(parameters, count, tensors, problem);
  freeTables();
  if (differences.count)
    return false;
  problem.size = before;
  return true;
}

//===-- Opening -----------------------------------------------------------===//

WeightsFile::~WeightsFile() {
  free(static_cast<void *>(found));
  if (mapped) {
    munmap(mapped, size);
    unwatchMapped(mapped);
  }
  if (descriptor >= 0)
    close(descriptor);
}

bool WeightsFile::open(const char *given, Text &problem) {
  path = given;
  name.add(given, strlen(given) + 1);
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  descriptor = ::open(given, flags);
  // FILE:KEY
  const char *key = descriptor < 0 ? strrchr(given, ':') : nullptr;
  if (key) {
    int reason = errno;
    name.clear();
    name.add(given, size_t(key - given));
    name.add('\0');
    descriptor = ::open(name.data, flags);
    errno = reason;
    ++key;
  }
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status)) {
    problem.add(strerror(errno));
    return false;
  }
  if (!S_ISREG(status.st_mode)) {
    problem.add("it is not a regular file");
    return false;
  }
  size = uint64_t(status.st_size);
  char magic[4] = {};
  errno = 0;
  if (size >= sizeof(magic) && !readAt(descriptor, magic, sizeof(magic), 0)) {
    problem.add(readProblem());
    return false;
  }
  if (!memcmp(magic, "PK", 2))
    return openTorch(key, problem);
  if (!memcmp(magic, "\x80\2\x8a\n", 4)) {
    problem.add("it is of the format before PyTorch 1.6; write it anew with "
                "torch.save(torch.load(FILE), FILE)");
    return false;
  }
  if (key) {
    problem.add("a .safetensors file has no dicts in it");
    return false;
  }
  return openSafetensors(problem);
}

bool WeightsFile::openSafetensors(Text &problem) {
  unsigned char prefix[8];
  if (size < sizeof(prefix)) {
    problem.add("it is too short for a .safetensors file");
    return false;
  }
  errno = 0;
  if (!readAt(descriptor, prefix, sizeof(prefix), 0)) {
    problem.add(readProblem());
    return false;
  }
  uint64_t headerBytes = 0;
  for (int i = 7; i >= 0; --i)
    headerBytes = headerBytes << 8 | prefix[i];
  if (headerBytes > maxHeaderBytes) {
    problem.addf("it is no .safetensors file (its header would have more than "
                 "%llu bytes)",
                 static_cast<unsigned long long>(maxHeaderBytes));
    return false;
  }
  if (headerBytes > size - sizeof(prefix)) {
    problem.add("it ends within its header");
    return false;
  }
  header.fill(headerBytes + 1, 0);
  if (!readAt(descriptor, header.data, headerBytes, sizeof(prefix))) {
    problem.add(readProblem());
    return false;
  }
  uint64_t start = sizeof(prefix) + headerBytes;
  if (!readHeader(header.data, headerBytes, size - start, tensors, problem))
    return false;
  for (size_t i = 0; i < tensors.count; ++i) {
    tensors.items[i].begin += start;
    tensors.items[i].end += start;
  }
  return true;
}

//===-- What torch.save() writes ------------------------------------------===//

using Kind = PickleValue::Kind;

bool WeightsFile::openTorch(const char *key, Text &problem) {
  if (!torch.open(descriptor, size, problem))
    return false;
  const PickleValue *root = torch.root;
  if (key && !(root = root->get(key))) {
    problem.add("it has no '");
    problem.add(key);
    problem.add("'");
    return false;
  }
  if (!root->is(Kind::Dict)) {
    problem.add("it holds no state_dict()");
    return false;
  }
  return addTensors(*root, problem);
}

bool WeightsFile::addTensors(const PickleValue &dict, Text &problem) {
  tensors.items =
      static_cast<FileTensor *>(calloc(dict.count / 2 + 1, sizeof(FileTensor)));
  if (!tensors.items) {
    problem.add("out of memory");
    return false;
  }
  for (size_t i = 0; i + 1 < dict.count; i += 2) {
    const PickleValue &key = *dict.items[i], &value = *dict.items[i + 1];
    const PickleValue *call = tensorCall(value);
    // Where a checkpoint has its weights, and other things.
    if (!call) {
      if (!key.is(Kind::Text) || !value.is(Kind::Dict) || !value.count ||
          !tensorCall(*value.items[1]) || tensors.count)
        continue;
      problem.add("its tensors, such as ");
      addName(problem, value.items[0]->text, value.items[0]->length);
      problem.add(", are in a dict in it: give ");
      problem.add(name.data);
      problem.add(":");
      problem.add(key.text, key.length);
      return false;
    }
    FileTensor &tensor = tensors.items[tensors.count++];
    tensor.name = key.text;
    tensor.nameLength = key.is(Kind::Text) ? key.length : 0;
    if (!key.is(Kind::Text)) {
      problem.add("the tensor '' is damaged");
      return false;
    }
    uint64_t storage = 0, bytes = 0;
    if (!torch.describe(*call, tensor, storage, bytes, problem))
      return false;
  }
  if (!tensors.count)
    problem.add("it holds no tensors: it is no state_dict()");
  return tensors.count;
}

//===-- Elements ----------------------------------------------------------===//

bool WeightsFile::read(const FileTensor &tensor, void *elements) const {
  uint64_t bytes = tensor.end - tensor.begin;
  if (!tensor.isStrided)
    return readAt(descriptor, elements, bytes, tensor.begin);
  Text file;
  file.fill(bytes, 0);
  if (!readAt(descriptor, file.data, bytes, tensor.begin))
    return false;
  size_t width = elementBytes(tensor.dtype);
  auto *to = static_cast<char *>(elements);
  int64_t count = 1, index[TINE_MAX_RANK] = {}, offset = 0;
  for (int32_t i = 0; i < tensor.rank; ++i)
    count *= tensor.sizes[i];
  for (int64_t n = 0; n < count; ++n) {
    memcpy(to, file.data + size_t(offset) * width, width);
    to += width;
    for (int32_t dim = tensor.rank - 1; dim >= 0; --dim) {
      offset += tensor.strides[dim];
      if (++index[dim] < tensor.sizes[dim])
        break;
      offset -= tensor.strides[dim] * tensor.sizes[dim];
      index[dim] = 0;
    }
  }
  return true;
}

const void *WeightsFile::map(const FileTensor &tensor) {
  // Bools must be 0 or 1, which a file need not say.
  if (tensor.isStrided || tensor.dtype == TINE_BOOL ||
      tensor.begin % elementBytes(tensor.dtype))
    return nullptr;
  if (!mapped) {
    void *memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED)
      return nullptr;
    mapped = static_cast<char *>(memory);
    watchMapped(mapped, size, path);
  }
  return mapped + tensor.begin;
}
