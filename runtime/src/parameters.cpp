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
#include "start.h"
#include "weights.h"

#include <errno.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>

using namespace tine;

namespace {

struct {
  const tine_program *program;
  WeightsFile *file; // of --load; null: nothing is loaded
  // --save
  NamedTensor *saved;
  size_t savedCount, savedCapacity;
} state;

WholeFile *target; // of --save; null: nothing is saved

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
  if (!load)
    return true;
  problem.addf("cannot load '%s': ", load);
  // It lives until the end: the tensors are read while the program runs.
  void *space = malloc(sizeof(WeightsFile));
  auto *file = space ? new (space) WeightsFile : nullptr;
  if (!file)
    problem.add("out of memory");
  if (!file || !file->open(load, problem) ||
      !file->match(program.parameters, program.parameter_count, problem))
    return false;
  state.file = file;
  problem.clear();
  return true;
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

/// A tensor of elements that nobody writes, which stay to the end.
static tine_tensor *showTensor(int32_t dtype, int32_t rank,
                               const int64_t *sizes, const void *data) {
  auto *shown = static_cast<tine_tensor *>(calloc(1, sizeof(tine_tensor)));
  if (!shown)
    fatal("out of memory");
  shown->head = {TINE_IMMORTAL, TINE_KIND_TENSOR, uint8_t(dtype),
                 uint8_t(rank)};
  shown->data = const_cast<void *>(data);
  if (rank)
    memcpy(shown->sizes, sizes, size_t(rank) * sizeof(int64_t));
  return shown;
}

tine_tensor *tine::readParameter(int64_t number, bool mayMap,
                                 const char *where) {
  const tine_parameter &parameter = chosenProgram->parameters[number];
  if (!state.file)
    return showTensor(parameter.dtype, parameter.rank, parameter.sizes,
                      reinterpret_cast<const char *>(chosenProgram->weights) +
                          chosenProgram->weights[number]);
  WeightsFile &file = *state.file;
  const FileTensor *tensor = file.tensorOf(number);
  if (!tensor) {
    tine_tensor *zero = tine_abi_tensor_new(parameter.dtype, 0, nullptr);
    memset(elements(zero), 0, size_t(elementsBytes(zero)));
    return zero;
  }
  if (const void *data = mayMap ? file.map(*tensor) : nullptr)
    return showTensor(tensor->dtype, tensor->rank, tensor->sizes, data);
  tine_tensor *result =
      tine_abi_tensor_new(tensor->dtype, tensor->rank, tensor->sizes);
  if (!file.read(*tensor, elements(result)))
    raisef("RuntimeError", where, "cannot load '%s': %s", file.path,
           errno ? strerror(errno) : "the file ends too early");
  // Generated code relies on it.
  if (tensor->dtype == TINE_BOOL)
    makeBools(result);
  return result;
}

//===-- Generated code ----------------------------------------------------===//

tine_tensor *tine_abi_load_parameter(int64_t number, tine_tensor *initial,
                                     const char *where) {
  if (!state.file && chosenProgram->weights)
    return readParameter(number, /*mayMap=*/true, where);
  if (!state.file && chosenProgram->entries)
    tine_abi_raise_text("RuntimeError",
                        "the weights are missing: give --weights FILE", where);
  if (!state.file) {
    tine_abi_retain(initial);
    return initial;
  }
  const FileTensor *tensor = state.file->tensorOf(number);
  if (tensor &&
      !fits(*tensor, initial->head.dtype, initial->head.rank, initial->sizes)) {
    const char *name = state.program->parameters[number].name;
    Text text;
    text.addf("cannot load '%s': ", state.file->path);
    addName(text, name, strlen(name));
    addDifference(text, *tensor, initial->head.dtype, initial->head.rank,
                  initial->sizes);
    text.add('\0');
    tine_abi_raise_text("RuntimeError", text.data, where);
  }
  return readParameter(number, /*mayMap=*/false, where);
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
