//===- parameters.cpp - Loading and saving parameters -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --load: names, types and shapes are compared before the program runs; the
// elements are read where the program makes the parameter, into its tensor.
// --save: the program hands over its tensors as it ends; they are written to a
// file beside the wanted one, which then takes its name.
//
//===----------------------------------------------------------------------===//

#include "parameters.h"
#include "errors.h"
#include "objects.h"
#include "output.h"
#include "replacing.h"
#include "safetensors.h"

#include <errno.h>
#include <fcntl.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

namespace {

struct {
  const tine_program *program;
  // --load
  const char *path; // null: nothing is loaded
  int descriptor;
  uint64_t dataStart;
  FileTensors *tensors;
  FileTensor **found; // for each parameter; null where another name has it
  // --save
  NamedTensor *saved;
  size_t savedCount, savedCapacity;
} state;

WholeFile *target; // of --save; null: nothing is saved

bool readAt(int descriptor, void *data, uint64_t size, uint64_t offset) {
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

bool fits(const FileTensor &tensor, int dtype, int rank, const int64_t *sizes) {
  if (tensor.dtype != dtype || tensor.rank != rank)
    return false;
  for (int i = 0; i < rank; ++i)
    if (sizes[i] >= 0 && sizes[i] != tensor.sizes[i])
      return false;
  return true;
}

void addDifference(Text &text, const FileTensor &tensor, int dtype, int rank,
                   const int64_t *sizes) {
  text.add(" is ");
  addType(text, tensor.dtype, tensor.sizes, tensor.rank);
  text.add(" in the file but ");
  addType(text, dtype, sizes, rank);
  text.add(" in the program");
}

/// Finds the program's parameters in the file; says what is missing, what does
/// not fit, and what the program does not know.
bool match(const tine_program &program, FileTensors &tensors, Text &problem) {
  auto count = size_t(program.parameter_count);
  auto **sorted = static_cast<FileTensor **>(
      malloc((tensors.count + 1) * sizeof(FileTensor *)));
  auto **found =
      static_cast<FileTensor **>(calloc(count + 1, sizeof(FileTensor *)));
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
    free(static_cast<void *>(found));
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
    const tine_parameter &parameter = program.parameters[i];
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
    const tine_parameter &parameter = program.parameters[i];
    if (!found[parameter.same] &&
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
      const char *name = program.parameters[j].name;
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
  freeTables();
  state.found = found;
  if (differences.count)
    return false;
  problem.size = before;
  return true;
}

//===-- Loading -----------------------------------------------------------===//

bool openFile(const tine_program &program, const char *path, Text &problem) {
  problem.add("cannot load '");
  problem.add(path);
  problem.add("': ");
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status)) {
    problem.add(strerror(errno));
    return false;
  }
  if (!S_ISREG(status.st_mode)) {
    problem.add("it is not a regular file");
    return false;
  }
  unsigned char prefix[8];
  auto size = uint64_t(status.st_size);
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
  auto *header = static_cast<char *>(malloc(headerBytes + 1));
  if (!header) {
    problem.add("out of memory");
    return false;
  }
  if (!readAt(descriptor, header, headerBytes, sizeof(prefix))) {
    problem.add(readProblem());
    return false;
  }
  // Both live until the end: the tensors are read while the program runs.
  void *space = malloc(sizeof(FileTensors));
  if (!space) {
    problem.add("out of memory");
    return false;
  }
  auto &tensors = *new (space) FileTensors;
  state.tensors = &tensors;
  state.dataStart = sizeof(prefix) + headerBytes;
  if (!readHeader(header, headerBytes, size - state.dataStart, tensors,
                  problem) ||
      !match(program, tensors, problem))
    return false;
  state.descriptor = descriptor;
  state.path = path;
  problem.clear();
  return true;
}

} // namespace

bool tine::openParameters(const tine_program &program, const char *load,
                          const char *save, Text &problem) {
  state.program = &program;
  if (save) {
    problem.addf("cannot save '%s': ", save);
    void *space = malloc(sizeof(WholeFile));
    target = space ? new (space) WholeFile : nullptr;
    if (!target)
      problem.add("out of memory");
    if (!target || !target->check(save, problem))
      return false;
    problem.clear();
  }
  return !load || openFile(program, load, problem);
}

bool tine::saveParameters(Text &problem) {
  problem.addf("cannot save '%s': ", target->path);
  if (!state.savedCount && state.program->parameter_count) {
    problem.add("the program ended before its last line, behind which its "
                "parameters are saved");
    return false;
  }
  int descriptor = target->begin();
  if (descriptor >= 0 &&
      writeTensors(descriptor, state.saved, state.savedCount) &&
      target->finish() && target->keep()) {
    problem.clear();
    return true;
  }
  problem.add(strerror(errno));
  target->drop();
  return false;
}

tine_tensor *tine::readParameter(int64_t number, const char *where) {
  const FileTensor &tensor = *state.found[number];
  tine_tensor *result =
      tine_abi_tensor_new(tensor.dtype, tensor.rank, tensor.sizes);
  errno = 0;
  if (!readAt(state.descriptor, elements(result), tensor.end - tensor.begin,
              state.dataStart + tensor.begin))
    raisef("RuntimeError", where, "cannot load '%s': %s", state.path,
           readProblem());
  // Generated code relies on it.
  if (tensor.dtype == TINE_BOOL)
    makeBools(result);
  return result;
}

//===-- Generated code ----------------------------------------------------===//

tine_tensor *tine_abi_load_parameter(int64_t number, tine_tensor *initial,
                                     const char *where) {
  if (!state.path) {
    tine_abi_retain(initial);
    return initial;
  }
  const char *name = state.program->parameters[number].name;
  const FileTensor &tensor = *state.found[number];
  if (!fits(tensor, initial->head.dtype, initial->head.rank, initial->sizes)) {
    Text text;
    text.addf("cannot load '%s': ", state.path);
    addName(text, name, strlen(name));
    addDifference(text, tensor, initial->head.dtype, initial->head.rank,
                  initial->sizes);
    text.add('\0');
    tine_abi_raise_text("RuntimeError", text.data, where);
  }
  return readParameter(number, where);
}

int32_t tine_abi_saving(void) { return target != nullptr; }

void tine_abi_save_parameter(const char *name, tine_tensor *value) {
  if (state.savedCount == state.savedCapacity) {
    size_t capacity = state.savedCapacity ? 2 * state.savedCapacity : 64;
    auto *grown = static_cast<NamedTensor *>(
        realloc(state.saved, capacity * sizeof(NamedTensor)));
    if (!grown)
      raisef("RuntimeError", nullptr, "out of memory");
    state.saved = grown;
    state.savedCapacity = capacity;
  }
  tine_abi_retain(value);
  state.saved[state.savedCount++] = {name, value};
}
