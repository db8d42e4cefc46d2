//===- weights.cpp - Files of weights ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weights.h"
#include "objects.h"
#include "zip.h"

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
  if (mapped)
    munmap(mapped, size);
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

namespace {

using Kind = PickleValue::Kind;

/// The call that makes a tensor; null if the value is none.
const PickleValue *tensorCall(const PickleValue &value) {
  const PickleValue *call = &value;
  if (call->is(Kind::Call) && call->count > 1 &&
      call->items[0]->isText("torch._utils._rebuild_parameter"))
    call = call->items[1];
  bool isTensor = call->is(Kind::Call) && call->count >= 5 &&
                  (call->items[0]->isText("torch._utils._rebuild_tensor_v2") ||
                   call->items[0]->isText("torch._utils._rebuild_tensor_v3"));
  return isTensor ? call : nullptr;
}

bool readSizes(const PickleValue &value, int64_t *sizes, int32_t &rank) {
  if (!value.is(Kind::Tuple) || value.count > TINE_MAX_RANK)
    return false;
  rank = int32_t(value.count);
  for (int32_t i = 0; i < rank; ++i) {
    if (!value.items[i]->is(Kind::Int) || value.items[i]->integer < 0)
      return false;
    sizes[i] = value.items[i]->integer;
  }
  return true;
}

/// Adds to the tensor how far its elements reach from the first one; false if
/// that is no number of bytes.
bool setExtent(FileTensor &tensor, uint64_t &extent) {
  uint64_t width = elementBytes(tensor.dtype), last = 0, dense = 1;
  bool isEmpty = false, isPlain = true;
  for (int32_t i = 0; i < tensor.rank; ++i)
    isEmpty |= tensor.sizes[i] == 0;
  for (int32_t i = tensor.rank - 1; i >= 0; --i) {
    auto count = uint64_t(tensor.sizes[i] ? tensor.sizes[i] : 1);
    auto stride = uint64_t(tensor.strides[i]);
    uint64_t reach = 0;
    if (__builtin_mul_overflow(count - 1, stride, &reach) ||
        __builtin_add_overflow(last, reach, &last) ||
        __builtin_mul_overflow(dense, count, &dense))
      return false;
    isPlain &= count == 1 || stride == dense / count;
  }
  tensor.isStrided = !isPlain && !isEmpty;
  bool isSane = !__builtin_add_overflow(last, 1, &last) &&
                !__builtin_mul_overflow(last, width, &last) &&
                !__builtin_mul_overflow(dense, width, &dense) &&
                dense <= uint64_t(INT64_MAX);
  extent = isEmpty ? 0 : last;
  return isSane;
}

} // namespace

bool WeightsFile::openTorch(const char *key, Text &problem) {
  ZipFile zip;
  if (!zip.open(descriptor, size, problem))
    return false;
  // All members are in one folder.
  constexpr const char *data = "/data.pkl";
  size_t dataLength = strlen(data);
  const ZipMember *member = nullptr;
  for (const ZipMember &other : zip.members())
    if (other.nameLength > dataLength &&
        !memchr(other.name, '/', other.nameLength - dataLength) &&
        !memcmp(other.name + other.nameLength - dataLength, data, dataLength))
      member = &other;
  if (!member) {
    problem.add("it is a zip archive, but not one of torch.save()");
    return false;
  }
  size_t prefix = member->nameLength - dataLength + 1;
  Text order;
  order.add(member->name, prefix);
  order.add("byteorder");
  uint64_t offset = 0;
  if (const ZipMember *bytes = zip.find(order.data, order.size)) {
    char text[6];
    if (!zip.locate(*bytes, offset, problem))
      return false;
    if (bytes->size != 6 || !readAt(descriptor, text, 6, offset) ||
        memcmp(text, "little", 6) != 0) {
      problem.add("its numbers have the order of bytes of another machine");
      return false;
    }
  }
  if (!zip.locate(*member, offset, problem))
    return false;
  if (member->size > maxPickleBytes) {
    problem.add("its pickle is too large");
    return false;
  }
  header.fill(member->size, 0);
  errno = 0;
  if (member->size && !readAt(descriptor, header.data, member->size, offset)) {
    problem.add(readProblem());
    return false;
  }
  problem.add("data.pkl: ");
  const PickleValue *root = pickle.read(header.data, header.size, problem);
  if (!root)
    return false;
  problem.size -= strlen("data.pkl: ");
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
  return addTensors(*root, zip, member->name, prefix, problem);
}

bool WeightsFile::addTensors(const PickleValue &dict, const ZipFile &zip,
                             const char *prefix, size_t prefixLength,
                             Text &problem) {
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
    const PickleValue &reference = *call->items[1];
    auto damaged = [&] {
      problem.add("the tensor ");
      addName(problem, key.text, key.is(Kind::Text) ? key.length : 0);
      problem.add(" is damaged");
      return false;
    };
    const PickleValue *id =
        reference.is(Kind::Reference) ? reference.items[0] : nullptr;
    if (!key.is(Kind::Text) || !id || !id->is(Kind::Tuple) || id->count != 5 ||
        !id->items[0]->isText("storage") || !id->items[2]->is(Kind::Text) ||
        !call->items[2]->is(Kind::Int) || call->items[2]->integer < 0)
      return damaged();
    tensor.name = key.text;
    tensor.nameLength = key.length;
    int32_t strideCount = 0;
    if (!readSizes(*call->items[3], tensor.sizes, tensor.rank) ||
        !readSizes(*call->items[4], tensor.strides, strideCount) ||
        strideCount != tensor.rank)
      return damaged();
    tensor.dtype = -1;
    bool isUntyped = id->items[1]->isText("torch.storage.UntypedStorage");
    const PickleValue *type = id->items[1];
    for (size_t j = 5; j < call->count && isUntyped; ++j)
      if (call->items[j]->is(Kind::Global))
        type = call->items[j];
    if (type->is(Kind::Global))
      tensor.dtype = dtypeOfTorch(type->text, type->length);
    if (tensor.dtype < 0) {
      problem.add("the tensor ");
      addName(problem, key.text, key.length);
      problem.add(" has a dtype that is not supported");
      return false;
    }
    Text memberName;
    memberName.add(prefix, prefixLength);
    memberName.add("data/");
    memberName.add(id->items[2]->text, id->items[2]->length);
    const ZipMember *member = zip.find(memberName.data, memberName.size);
    uint64_t offset = 0, extent = 0, before = 0;
    if (!member) {
      problem.add("'data/");
      problem.add(id->items[2]->text,
                  id->items[2]->length < 100 ? id->items[2]->length : 100);
      problem.add("' is missing");
      return false;
    }
    if (!zip.locate(*member, offset, problem))
      return false;
    if (!setExtent(tensor, extent) ||
        __builtin_mul_overflow(uint64_t(call->items[2]->integer),
                               elementBytes(tensor.dtype), &before))
      return damaged();
    if (before > member->size || extent > member->size - before) {
      problem.add("'data/");
      problem.add(id->items[2]->text, id->items[2]->length);
      problem.addf("' has %llu bytes, the tensor ",
                   static_cast<unsigned long long>(member->size));
      addName(problem, key.text, key.length);
      problem.add(" needs more");
      return false;
    }
    tensor.begin = offset + before;
    tensor.end = tensor.begin + extent;
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
  }
  return mapped + tensor.begin;
}
