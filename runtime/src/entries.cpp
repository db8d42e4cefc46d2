//===- entries.cpp - The methods of a module from a shell -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "entries.h"
#include "entry_inputs.h"
#include "errors.h"
#include "format_number.h"
#include "objects.h"
#include "output.h"
#include "parameters.h"
#include "print.h"
#include "replacing.h"
#include "safetensors.h"
#include "start.h"

#include <errno.h>
#include <new>
#include <stdlib.h>
#include <time.h>

using namespace tine;

namespace {

/// What --input or --output says.
struct Given {
  const char *name = nullptr; // null: of the only one, or of all
  size_t length = 0;
  const char *text = nullptr;
};

struct Output {
  const char *path = nullptr;
  WholeFile *file = nullptr; // null: standard output
  int64_t leaf = -1;         // -1: all tensors, as .safetensors
};

/// Lives until the end.
template <typename T> T *allocate(size_t count) {
  void *space = calloc(count ? count : 1, sizeof(T));
  if (!space)
    fatal("out of memory");
  return static_cast<T *>(space);
}

struct {
  // The command line
  const char *entryName;
  Given *inputs, *outputs;
  size_t inputCount, outputCount;
  int64_t repeat;
  bool isTimed, isSeeded;
  int64_t seed;
  // The run
  const tine_program *program;
  int64_t entry; // number
  EntryInput *values;
  Output *files;
  uint64_t *state; // tine_abi_entry_state
  uint64_t stateCount, stateMask;
  uint64_t *out; // of the last call
} run;

const tine_entry &chosenEntry() { return chosenProgram->entries[run.entry]; }

//===-- Command line ------------------------------------------------------===//

bool readNumber(const char *text, int64_t least, int64_t &number) {
  char *end = nullptr;
  errno = 0;
  number = text ? strtoll(text, &end, 10) : 0;
  return text && end != text && !*end && !errno && number >= least;
}

void append(Given *&list, size_t &count, const char *text) {
  auto *grown =
      static_cast<Given *>(realloc(list, (count + 1) * sizeof(Given)));
  if (!grown)
    fatal("out of memory");
  list = grown;
  const char *equals = strchr(text, '=');
  list[count++] = equals ? Given{text, size_t(equals - text), equals + 1}
                         : Given{nullptr, 0, text};
}

bool isNamed(const Given &given, const char *name) {
  return strlen(name) == given.length &&
         !memcmp(name, given.name, given.length);
}

/// "a, b" of the names of leaves.
void addLeafNames(Text &text, const tine_leaf *leaves, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    text.addf("%s%s", i ? ", " : "", leaves[i].name);
}

bool chooseEntry(Text &problem) {
  const tine_program &program = *run.program;
  if (!run.entryName && program.entry_count == 1)
    return true;
  for (int64_t i = 0; run.entryName && i < program.entry_count; ++i)
    if (!strcmp(program.entries[i].name, run.entryName)) {
      run.entry = i;
      return true;
    }
  if (run.entryName)
    problem.addf("there is no entry '%s'; there %s ", run.entryName,
                 program.entry_count == 1 ? "is" : "are");
  else
    problem.add("say which entry to call: ");
  for (int64_t i = 0; i < program.entry_count; ++i)
    problem.addf("%s%s", i ? ", " : "", program.entries[i].name);
  return false;
}

//===-- Inputs ------------------------------------------------------------===//

int openInputs(const tine_entry &entry, Text &problem) {
  run.values = allocate<EntryInput>(size_t(entry.input_count));
  for (size_t i = 0; i < run.inputCount; ++i) {
    const Given &given = run.inputs[i];
    int64_t leaf = 0;
    while (given.name && leaf < entry.input_count &&
           !isNamed(given, entry.inputs[leaf].name))
      ++leaf;
    if (!given.name) {
      problem.addf("--input %s: expected NAME=VALUE; the inputs are ",
                   given.text);
      addLeafNames(problem, entry.inputs, entry.input_count);
      return 2;
    }
    if (leaf == entry.input_count) {
      problem.addf("'%s' has no input ", entry.name);
      addName(problem, given.name, given.length);
      problem.add("; it has ");
      addLeafNames(problem, entry.inputs, entry.input_count);
      return 2;
    }
    run.values[leaf].text = given.text;
  }
  for (int64_t i = 0; i < entry.input_count; ++i)
    if (int status = openInput(entry, entry.inputs[i], run.values[i], problem))
      return status;
  return 0;
}

/// Sizes of one name are one, also those of the elements of a list.
bool checkSizes(const tine_entry &entry, Text &problem) {
  int64_t names = 0;
  for (int64_t i = 0; i < entry.input_count; ++i)
    for (int dim = 0; dim < entry.inputs[i].rank; ++dim)
      if (-1 - entry.inputs[i].sizes[dim] > names)
        names = -1 - entry.inputs[i].sizes[dim];
  struct Known {
    const char *input;
    int64_t size;
  };
  auto *known = allocate<Known>(size_t(names));
  for (int64_t i = 0; i < entry.input_count; ++i) {
    const tine_leaf &leaf = entry.inputs[i];
    const EntryInput &input = run.values[i];
    for (size_t k = 0; k < input.count; ++k)
      for (int dim = 0; dim < leaf.rank; ++dim) {
        if (leaf.sizes[dim] > -2)
          continue;
        int64_t name = -2 - leaf.sizes[dim];
        int64_t own = input.values[k].array.sizes[dim];
        if (known[name].input && own != known[name].size) {
          problem.addf("input '%s' has %lld for '%s', '%s' has %lld", leaf.name,
                       static_cast<long long>(own), entry.size_names[name],
                       known[name].input,
                       static_cast<long long>(known[name].size));
          return false;
        }
        known[name] = {leaf.name, own};
      }
  }
  return true;
}

//===-- Outputs -----------------------------------------------------------===//

bool endsWith(const char *text, const char *end) {
  size_t length = strlen(text), own = strlen(end);
  return length >= own && !strcmp(text + length - own, end);
}

/// "scores" is short for "output.scores".
int64_t findOutput(const tine_entry &entry, const Given &given) {
  constexpr const char *prefix = "output.";
  for (int64_t i = 0; i < entry.output_count; ++i) {
    const char *name = entry.outputs[i].name;
    bool isShort = !strncmp(name, prefix, strlen(prefix)) &&
                   isNamed(given, name + strlen(prefix));
    if (isShort || isNamed(given, name))
      return i;
  }
  return -1;
}

int openOutputs(const tine_entry &entry, Text &problem) {
  run.files = allocate<Output>(run.outputCount);
  for (size_t i = 0; i < run.outputCount; ++i) {
    const Given &given = run.outputs[i];
    Output &output = *new (&run.files[i]) Output;
    output.path = given.text;
    bool isAll = !given.name && endsWith(given.text, ".safetensors");
    if (!isAll) {
      output.leaf = given.name ? findOutput(entry, given) : 0;
      if (!given.name && entry.output_count != 1)
        output.leaf = -1;
      if (output.leaf < 0) {
        problem.addf("--output %s: ", given.name ? given.name : given.text);
        if (given.name) {
          problem.add("there is no output ");
          addName(problem, given.name, given.length);
        } else {
          problem.add("say which output, as NAME=FILE, or give a .safetensors "
                      "file for all");
        }
        problem.add("; the outputs are ");
        addLeafNames(problem, entry.outputs, entry.output_count);
        return 2;
      }
      if (entry.outputs[output.leaf].kind != TINE_LEAF_TENSOR) {
        problem.addf("--output %s: '%s' is no tensor; it is printed",
                     given.text, entry.outputs[output.leaf].name);
        return 2;
      }
    }
    if (!strcmp(given.text, "-"))
      continue;
    output.file = new (allocate<WholeFile>(1)) WholeFile;
    problem.addf("cannot write '%s': ", given.text);
    if (!output.file->check(given.text, problem))
      return 1;
    problem.clear();
  }
  return 0;
}

bool writeOne(int descriptor, const tine_tensor *tensor, Text &problem) {
  Text header;
  if (!addNpyHeader(header, tensor)) {
    problem.add("NumPy has no bfloat16; write a .safetensors file");
    return false;
  }
  if (writeAll(descriptor, header.data, header.size) &&
      writeAll(descriptor, static_cast<const char *>(elements(tensor)),
               size_t(elementsBytes(tensor))))
    return true;
  problem.add(strerror(errno));
  return false;
}

const tine_tensor *tensorOf(int64_t leaf) {
  return reinterpret_cast<const tine_tensor *>(run.out[leaf]);
}

bool writeOutput(const tine_entry &entry, const Output &output, int descriptor,
                 Text &problem) {
  if (output.leaf >= 0)
    return writeOne(descriptor, tensorOf(output.leaf), problem);
  auto *tensors = allocate<NamedTensor>(size_t(entry.output_count));
  size_t count = 0;
  for (int64_t i = 0; i < entry.output_count; ++i)
    if (entry.outputs[i].kind == TINE_LEAF_TENSOR)
      tensors[count++] = {entry.outputs[i].name, tensorOf(i)};
  if (writeTensors(descriptor, tensors, count))
    return true;
  problem.add(strerror(errno));
  return false;
}

/// All files are written before the first one takes its name.
bool writeOutputs(const tine_entry &entry, Text &problem) {
  for (size_t i = 0; i < run.outputCount; ++i) {
    const Output &output = run.files[i];
    problem.addf("cannot write '%s': ", output.path);
    if (!output.file) {
      if (!writeOutput(entry, output, 1, problem))
        return false;
    } else {
      int descriptor = output.file->begin();
      if (descriptor < 0)
        problem.add(strerror(errno));
      if (descriptor < 0 || !writeOutput(entry, output, descriptor, problem))
        return false;
      if (!output.file->finish()) {
        problem.add(strerror(errno));
        return false;
      }
    }
    problem.clear();
  }
  for (size_t i = 0; i < run.outputCount; ++i)
    if (run.files[i].file && !run.files[i].file->keep()) {
      problem.addf("cannot write '%s': %s", run.files[i].path, strerror(errno));
      return false;
    }
  return true;
}

void addValue(Text &text, const tine_leaf &leaf, uint64_t slot) {
  double real = 0;
  memcpy(&real, &slot, sizeof(real));
  switch (leaf.kind) {
  case TINE_LEAF_TENSOR:
    addEagerTensor(text, reinterpret_cast<const tine_tensor *>(slot), {}, {});
    break;
  case TINE_LEAF_INT:
    text.addf("%lld", static_cast<long long>(slot));
    break;
  case TINE_LEAF_FLOAT:
    addPythonFloat(text, real);
    break;
  case TINE_LEAF_BOOL:
    text.add(slot ? "True" : "False");
    break;
  default:
    text.add(reinterpret_cast<const tine_string *>(slot));
  }
}

/// What no file has. Standard output may be one.
void printOutputs(const tine_entry &entry) {
  bool isTaken = false;
  for (size_t i = 0; i < run.outputCount; ++i)
    isTaken |= !run.files[i].file;
  for (int64_t i = 0; i < entry.output_count; ++i) {
    const tine_leaf &leaf = entry.outputs[i];
    bool isWritten = false;
    for (size_t j = 0; j < run.outputCount; ++j)
      isWritten |= run.files[j].leaf == i ||
                   (run.files[j].leaf < 0 && leaf.kind == TINE_LEAF_TENSOR);
    if (isWritten)
      continue;
    Text text;
    if (entry.output_count > 1)
      text.addf("%s = ", leaf.name);
    addValue(text, leaf, run.out[i]);
    text.add('\n');
    if (isTaken)
      writeAll(2, text.data, text.size);
    else
      tine::writeOutput(text.data, text.size);
  }
}

//===-- Calls -------------------------------------------------------------===//

bool isCounted(const tine_leaf &leaf) {
  return leaf.kind == TINE_LEAF_TENSOR || leaf.kind == TINE_LEAF_STRING;
}

void release(uint64_t slot) {
  tine_abi_release(reinterpret_cast<void *>(slot));
}

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

int compareTimes(const void *a, const void *b) {
  double x = *static_cast<const double *>(a);
  double y = *static_cast<const double *>(b);
  return x < y ? -1 : x > y;
}

void addTime(Text &text, double seconds) {
  if (seconds < 1e-3)
    text.addf("%.1f us", seconds * 1e6);
  else if (seconds < 1)
    text.addf("%.3g ms", seconds * 1e3);
  else
    text.addf("%.3g s", seconds);
}

void printTimes(const tine_entry &entry, double *times, int64_t count) {
  qsort(times, size_t(count), sizeof(double), compareTimes);
  Text text;
  text.addf("%lld runs of %s: min ", static_cast<long long>(count), entry.name);
  addTime(text, times[0]);
  text.add(", median ");
  addTime(text, times[count / 2]);
  text.add(", max ");
  addTime(text, times[count - 1]);
  text.add('\n');
  flushOutput();
  writeAll(2, text.data, text.size);
}

/// What --save writes, by the names of the module.
void saveState(const tine_entry &entry, const uint64_t *in) {
  const tine_program &program = *chosenProgram;
  for (int64_t i = 0; i < program.parameter_count; ++i) {
    const tine_parameter &parameter = program.parameters[i];
    tine_tensor *value = nullptr;
    for (int64_t j = 0; j < entry.state_count; ++j)
      if (entry.state[j] == parameter.same)
        value = reinterpret_cast<tine_tensor *>(in[j]);
    bool isUsed = value;
    if (!isUsed)
      value = readParameter(parameter.same, /*mayMap=*/true, nullptr);
    tine_abi_save_parameter(parameter.name, value);
    if (!isUsed)
      tine_abi_release(value);
  }
}

} // namespace

//===-- The runtime's own -------------------------------------------------===//

Taken tine::takeEntryOption(int argc, char **argv, int &i, Text &problem) {
  const char *value = nullptr;
  auto lacks = [&](const char *text) {
    problem.add(text);
    return Taken::Wrong;
  };
  if (takeValue(argc, argv, i, "--input", value)) {
    if (!value)
      return lacks("--input needs NAME=VALUE");
    append(run.inputs, run.inputCount, value);
  } else if (takeValue(argc, argv, i, "--output", value)) {
    if (!value || !*value)
      return lacks("--output needs the name of a file");
    append(run.outputs, run.outputCount, value);
  } else if (takeValue(argc, argv, i, "--repeat", value)) {
    if (!readNumber(value, 1, run.repeat) || run.repeat > 100000000)
      return lacks("--repeat needs a number of calls from 1 on");
    run.isTimed = true;
  } else if (takeValue(argc, argv, i, "--seed", value)) {
    if (!readNumber(value, INT64_MIN, run.seed))
      return lacks("--seed needs a number");
    run.isSeeded = true;
  } else if (argv[i][0] != '-' && !run.entryName) {
    run.entryName = argv[i];
  } else {
    return Taken::No;
  }
  return Taken::Yes;
}

int tine::openEntry(const tine_program &program, bool hasWeights,
                    Text &problem) {
  run.program = &program;
  if (!chooseEntry(problem))
    return 2;
  const tine_entry &entry = program.entries[run.entry];
  if (int status = openInputs(entry, problem))
    return status;
  for (int64_t i = 0; i < entry.state_count; ++i)
    if (entry.state[i] >= 0 && !hasWeights) {
      problem.add("the weights are missing: give --weights FILE");
      return 2;
    }
  if (!checkSizes(entry, problem))
    return 1;
  return openOutputs(entry, problem);
}

bool tine::closeEntry(Text &problem) {
  const tine_entry &entry = chosenEntry();
  if (!writeOutputs(entry, problem)) {
    for (size_t i = 0; i < run.outputCount; ++i)
      if (run.files[i].file)
        run.files[i].file->drop();
    return false;
  }
  printOutputs(entry);
  flushOutput();
  return true;
}

void tine::addEntryHelp(Text &text, const tine_program &program) {
  for (int64_t i = 0; i < program.entry_count; ++i) {
    const tine_entry &entry = program.entries[i];
    text.addf("%s(", entry.name);
    for (int64_t j = 0; j < entry.input_count; ++j) {
      text.addf("%s%s: ", j ? ", " : "", entry.inputs[j].name);
      addLeafType(text, entry.inputs[j], entry.size_names);
      if (entry.inputs[j].flags & TINE_LEAF_FALLBACK) {
        text.add(" = ");
        addPythonFloat(text, entry.inputs[j].fallback);
      }
    }
    text.add(") -> ");
    addLeafNames(text, entry.outputs, entry.output_count);
    text.add('\n');
  }
  text.add(
      "\noptions:\n"
      "  --weights FILE  the weights, a .safetensors or .pth file\n"
      "  --input NAME=VALUE\n"
      "                  a .npy file, - for one from standard input, "
      "FILE.safetensors:KEY,\n"
      "                  random[2,3], zeros[2,3] or ones[2,3], a number, or "
      "text\n"
      "  --output FILE   write the output as .npy (- is standard output), or "
      "all\n"
      "                  outputs as .safetensors; NAME=FILE is for one of "
      "several;\n"
      "                  what is not written is printed\n"
      "  --repeat N      call it N times, and print how long that takes\n"
      "  --seed N        seed the generator of random numbers before that\n");
}

//===-- Generated code ----------------------------------------------------===//

void tine_abi_entry_state(const uint64_t *slots, int64_t count, uint64_t mask) {
  run.state = allocate<uint64_t>(size_t(count));
  memcpy(run.state, slots, size_t(count) * sizeof(uint64_t));
  run.stateCount = uint64_t(count);
  run.stateMask = mask;
  retainSlots(slots, run.stateCount, mask);
}

void tine_abi_run_entry(void) {
  const tine_entry &entry = chosenEntry();
  auto *in =
      allocate<uint64_t>(size_t(entry.state_count + 2 * entry.input_count));
  run.out = allocate<uint64_t>(size_t(entry.output_count + entry.update_count));
  for (int64_t i = 0; i < entry.state_count; ++i) {
    int64_t number = entry.state[i];
    in[i] = number < 0 ? run.state[-1 - number]
                       : reinterpret_cast<uint64_t>(
                             readParameter(number, /*mayMap=*/true, nullptr));
  }
  uint64_t *next = in + entry.state_count;
  for (int64_t i = 0; i < entry.input_count; ++i)
    next = readInput(entry.inputs[i], run.values[i], next);
  if (run.isSeeded)
    tine_abi_manual_seed(run.seed);
  int64_t repeat = run.isTimed ? run.repeat : 1;
  auto *times = allocate<double>(size_t(repeat));
  for (int64_t n = 0; n < repeat; ++n) {
    for (int64_t i = 0; n && i < entry.output_count; ++i)
      if (isCounted(entry.outputs[i]))
        release(run.out[i]);
    double start = now();
    entry.call(in, run.out);
    times[n] = now() - start;
    for (int64_t i = 0; i < entry.update_count; ++i) {
      uint64_t &old = in[entry.updates[i]];
      release(old);
      old = run.out[entry.output_count + i];
    }
  }
  if (run.isTimed)
    printTimes(entry, times, repeat);
  if (tine_abi_saving())
    saveState(entry, in);
  releaseSlots(run.state, run.stateCount, run.stateMask);
}
