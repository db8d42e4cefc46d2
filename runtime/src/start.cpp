//===- start.cpp - Start of a program ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tine_main: reads the command line, checks the CPU and the devices, and runs
// the program on a thread with a big stack. The stack is only reserved: what is
// not touched costs nothing. A waiter runs the task that it waits for on top of
// its own frame, so chains of tasks can be deep.
//
//===----------------------------------------------------------------------===//

#include "start.h"
#include "output.h"
#include "tine/runtime.h"

#include <cpuid.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

using namespace tine;

extern "C" void omp_set_num_threads(int count);

const char *tine_version(void) { return "0.1.0"; }
int tine_abi_version(void) { return TINE_ABI_VERSION; }

//===-- Command line ------------------------------------------------------===//

bool tine::parseOptions(int argc, char **argv, Options &options,
                        Text &problem) {
  for (int i = 1; i < argc; ++i) {
    const char *argument = argv[i];
    // The value of an option stands behind "=" or in the next argument.
    auto value = [&](const char *name, const char *&result) {
      size_t length = strlen(name);
      if (strncmp(argument, name, length))
        return false;
      if (argument[length] == '=') {
        result = argument + length + 1;
        return true;
      }
      if (argument[length])
        return false;
      result = i + 1 < argc ? argv[++i] : nullptr;
      return true;
    };
    const char *text = nullptr;
    if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
      options.help = true;
    } else if (!strcmp(argument, "--version")) {
      options.version = true;
    } else if (value("--threads", text)) {
      char *end = nullptr;
      long count = text ? strtol(text, &end, 10) : 0;
      if (!text || end == text || *end || count < 1 || count > 65536) {
        problem.add("--threads needs a number of threads from 1 on");
        return false;
      }
      options.threads = int(count);
    } else if (value("--device-map", text)) {
      if (!text || !strchr(text, '=')) {
        problem.add("--device-map needs PATTERN=DEVICE[,...]");
        return false;
      }
      options.deviceMap = text;
    } else {
      problem.addf("unknown option '%s'", argument);
      return false;
    }
  }
  return true;
}

void tine::addHelp(Text &text, const tine_program &program, const char *name) {
  text.addf("usage: %s [--threads N] [--device-map PATTERN=DEVICE[,...]]\n\n",
            name);
  text.addf("Compiled from %s by %s for the CPU '%s'.\n", program.name,
            program.compiler, program.cpu);
  text.addf("Devices of the program: %s\n\n",
            *program.devices ? program.devices : "cpu");
  text.add("options:\n"
           "  --threads N     number of threads (else OMP_NUM_THREADS, else "
           "all CPUs)\n"
           "  --device-map PATTERN=DEVICE[,...]\n"
           "                  device to use for the devices of the program "
           "that match,\n"
           "                  for example 'cuda:*=cpu'\n"
           "  --help          print this text\n"
           "  --version       print the versions of compiler and runtime\n");
}

//===-- CPU ---------------------------------------------------------------===//

namespace {

/// The registers that the system saves; 0 without xgetbv.
uint64_t savedState() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 27))
    return 0;
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

struct Feature {
  const char *name;
  uint32_t leaf;
  uint8_t subleaf;
  char reg;
  uint8_t bit;
  uint8_t needs; // saved registers: 0 any, 1 AVX, 2 AVX-512, 3 AMX
};

constexpr Feature knownFeatures[] = {
    {"sse3", 1, 0, 'c', 0, 0},
    {"pni", 1, 0, 'c', 0, 0},
    {"pclmul", 1, 0, 'c', 1, 0},
    {"pclmulqdq", 1, 0, 'c', 1, 0},
    {"ssse3", 1, 0, 'c', 9, 0},
    {"fma", 1, 0, 'c', 12, 1},
    {"cx16", 1, 0, 'c', 13, 0},
    {"sse4.1", 1, 0, 'c', 19, 0},
    {"sse4_1", 1, 0, 'c', 19, 0},
    {"sse4.2", 1, 0, 'c', 20, 0},
    {"sse4_2", 1, 0, 'c', 20, 0},
    {"movbe", 1, 0, 'c', 22, 0},
    {"popcnt", 1, 0, 'c', 23, 0},
    {"aes", 1, 0, 'c', 25, 0},
    {"avx", 1, 0, 'c', 28, 1},
    {"f16c", 1, 0, 'c', 29, 1},
    {"rdrnd", 1, 0, 'c', 30, 0},
    {"rdrand", 1, 0, 'c', 30, 0},
    {"sse", 1, 0, 'd', 25, 0},
    {"sse2", 1, 0, 'd', 26, 0},
    {"fsgsbase", 7, 0, 'b', 0, 0},
    {"bmi", 7, 0, 'b', 3, 0},
    {"bmi1", 7, 0, 'b', 3, 0},
    {"avx2", 7, 0, 'b', 5, 1},
    {"bmi2", 7, 0, 'b', 8, 0},
    {"avx512f", 7, 0, 'b', 16, 2},
    {"avx512dq", 7, 0, 'b', 17, 2},
    {"adx", 7, 0, 'b', 19, 0},
    {"avx512ifma", 7, 0, 'b', 21, 2},
    {"avx512cd", 7, 0, 'b', 28, 2},
    {"sha", 7, 0, 'b', 29, 0},
    {"sha_ni", 7, 0, 'b', 29, 0},
    {"avx512bw", 7, 0, 'b', 30, 2},
    {"avx512vl", 7, 0, 'b', 31, 2},
    {"avx512vbmi", 7, 0, 'c', 1, 2},
    {"avx512_vbmi", 7, 0, 'c', 1, 2},
    {"avx512vbmi2", 7, 0, 'c', 6, 2},
    {"avx512_vbmi2", 7, 0, 'c', 6, 2},
    {"gfni", 7, 0, 'c', 8, 0},
    {"vaes", 7, 0, 'c', 9, 1},
    {"vpclmulqdq", 7, 0, 'c', 10, 1},
    {"avx512vnni", 7, 0, 'c', 11, 2},
    {"avx512_vnni", 7, 0, 'c', 11, 2},
    {"avx512bitalg", 7, 0, 'c', 12, 2},
    {"avx512_bitalg", 7, 0, 'c', 12, 2},
    {"avx512vpopcntdq", 7, 0, 'c', 14, 2},
    {"avx512_vpopcntdq", 7, 0, 'c', 14, 2},
    {"avx512vp2intersect", 7, 0, 'd', 8, 2},
    {"avx512_vp2intersect", 7, 0, 'd', 8, 2},
    {"amx-bf16", 7, 0, 'd', 22, 3},
    {"amx_bf16", 7, 0, 'd', 22, 3},
    {"avx512fp16", 7, 0, 'd', 23, 2},
    {"avx512_fp16", 7, 0, 'd', 23, 2},
    {"amx-tile", 7, 0, 'd', 24, 3},
    {"amx_tile", 7, 0, 'd', 24, 3},
    {"amx-int8", 7, 0, 'd', 25, 3},
    {"amx_int8", 7, 0, 'd', 25, 3},
    {"avxvnni", 7, 1, 'a', 4, 1},
    {"avx_vnni", 7, 1, 'a', 4, 1},
    {"avx512bf16", 7, 1, 'a', 5, 2},
    {"avx512_bf16", 7, 1, 'a', 5, 2},
    {"avxifma", 7, 1, 'a', 23, 1},
    {"avx_ifma", 7, 1, 'a', 23, 1},
    {"lzcnt", 0x80000001, 0, 'c', 5, 0},
    {"abm", 0x80000001, 0, 'c', 5, 0},
    {"sse4a", 0x80000001, 0, 'c', 6, 0},
    {"xop", 0x80000001, 0, 'c', 11, 1},
    {"fma4", 0x80000001, 0, 'c', 16, 1},
};

bool hasFeature(const Feature &feature, uint64_t saved) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(feature.leaf, feature.subleaf, &a, &b, &c, &d))
    return false;
  unsigned word = feature.reg == 'a'   ? a
                  : feature.reg == 'b' ? b
                  : feature.reg == 'c' ? c
                                       : d;
  constexpr uint64_t needed[] = {0, 0x6, 0xE6, 0x60000};
  uint64_t state = needed[feature.needs];
  return word >> feature.bit & 1 && (saved & state) == state;
}

/// Calls `visit` with every entry of a list with commas, until it is false.
template <typename Visit> bool visitEntries(const char *list, Visit visit) {
  while (list && *list) {
    const char *end = strchr(list, ',');
    size_t length = end ? size_t(end - list) : strlen(list);
    if (length && !visit(list, length))
      return false;
    list = end ? end + 1 : nullptr;
  }
  return true;
}

/// `*` in the pattern stands for any text.
bool matches(const char *pattern, size_t patternLength, const char *name,
             size_t length) {
  if (!patternLength)
    return !length;
  if (*pattern == '*') {
    for (size_t skip = 0; skip <= length; ++skip)
      if (matches(pattern + 1, patternLength - 1, name + skip, length - skip))
        return true;
    return false;
  }
  return length && *pattern == *name &&
         matches(pattern + 1, patternLength - 1, name + 1, length - 1);
}

bool isCpu(const char *device, size_t length) {
  return (length == 3 || (length > 3 && device[3] == ':')) &&
         !strncmp(device, "cpu", 3);
}

} // namespace

bool tine::checkFeatures(const tine_program &program, Text &problem) {
  uint64_t saved = savedState();
  Text missing;
  visitEntries(program.features, [&](const char *name, size_t length) {
    for (const Feature &feature : knownFeatures) {
      if (strncmp(feature.name, name, length) || feature.name[length])
        continue;
      if (hasFeature(feature, saved))
        return true;
      break; // also here: a name that is not known cannot be vouched for
    }
    missing.add(missing.size ? ", " : "");
    missing.add(name, length);
    return true;
  });
  if (!missing.size)
    return true;
  problem.addf("this program was compiled for the CPU '%s'; the CPU of this "
               "machine lacks: ",
               program.cpu);
  problem.add(missing.data, missing.size);
  return false;
}

//===-- Devices -----------------------------------------------------------===//

bool tine::checkDevices(const tine_program &program, const char *deviceMap,
                        Text &problem) {
  return visitEntries(program.devices, [&](const char *device, size_t length) {
    // The first entry of the map that matches counts.
    const char *target = device;
    size_t targetLength = length;
    visitEntries(deviceMap, [&](const char *entry, size_t entryLength) {
      auto *equals = static_cast<const char *>(memchr(entry, '=', entryLength));
      if (!equals || !matches(entry, size_t(equals - entry), device, length))
        return true;
      target = equals + 1;
      targetLength = entryLength - size_t(target - entry);
      return false;
    });
    if (isCpu(target, targetLength))
      return true;
    problem.addf("device '%.*s'", int(length), device);
    if (target != device)
      problem.addf(" (mapped to '%.*s')", int(targetLength), target);
    problem.addf(" cannot be used: Tine has no CUDA back end yet; run with "
                 "--device-map '%.*s=cpu' to use the CPU instead",
                 int(length), device);
    return false;
  });
}

//===-- Running -----------------------------------------------------------===//

/// Bytes of stack for each of `threads` threads: generous, but within a limit
/// on the address space when there is one.
static size_t stackSize(size_t wanted, size_t threads) {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
    return wanted;
  size_t share = size_t(limit.rlim_cur) / 8 / threads & ~size_t(4095);
  size_t least = size_t(8) << 20;
  return share > wanted ? wanted : share < least ? least : share;
}

static void *runEntry(void *threads) {
  // A setting of the thread that opens the team, so it is made here.
  if (int count = *static_cast<int *>(threads))
    omp_set_num_threads(count);
  tine_abi_program.entry();
  return nullptr;
}

static void runOnBigStack(int threads) {
  size_t size = stackSize(size_t(1) << 30, 1);
  void *stack =
      mmap(nullptr, size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  pthread_attr_t attributes;
  pthread_t thread;
  if (stack != MAP_FAILED) {
    // The lowest page catches an overflow.
    mprotect(stack, 4096, PROT_NONE);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, size);
    if (!pthread_create(&thread, &attributes, runEntry, &threads)) {
      pthread_join(thread, nullptr);
      return;
    }
  }
  runEntry(&threads);
}

int tine_main(int argc, char **argv) {
  const tine_program &program = tine_abi_program;
  const char *name = argc > 0 ? argv[0] : program.name;
  auto fail = [name](const Text &problem, int status) {
    Text line;
    line.addf("%s: error: ", name);
    line.add(problem.data, problem.size);
    line.add('\n');
    flushOutput();
    writeAll(2, line.data, line.size);
    return status;
  };
  // A closed pipe is an error of the write, not the end of the process.
  signal(SIGPIPE, SIG_IGN);
  Text problem;
  Options options;
  if (!parseOptions(argc, argv, options, problem)) {
    problem.addf("; '%s --help' lists the options", name);
    return fail(problem, 2);
  }
  if (options.help || options.version) {
    Text text;
    if (options.help)
      addHelp(text, program, name);
    else
      text.addf("%s\nruntime %s, ABI %d\n", program.compiler, tine_version(),
                tine_abi_version());
    writeOutput(text.data, text.size);
    flushOutput();
    return 0;
  }
  if (program.abi_version != TINE_ABI_VERSION) {
    problem.addf("compiled for version %u of the runtime's interface, but "
                 "linked with version %d",
                 program.abi_version, TINE_ABI_VERSION);
    return fail(problem, 1);
  }
  if (!checkFeatures(program, problem) ||
      !checkDevices(program, options.deviceMap, problem))
    return fail(problem, 1);

  // Worker threads run deep chains of tasks too. OpenMP reads this at the first
  // call.
  if (!getenv("KMP_STACKSIZE") && !getenv("OMP_STACKSIZE")) {
    char size[32];
    snprintf(size, sizeof(size), "%zuB", stackSize(size_t(256) << 20, 16));
    setenv("KMP_STACKSIZE", size, 0);
  }
  runOnBigStack(options.threads);
  flushOutput();
  // Not exit(): nothing is left to do, and the threads of the team need not be
  // joined.
  endProcess(0);
}
