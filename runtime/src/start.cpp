//===- start.cpp - Start of a program ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tine_main: reads the command line, checks the CPU and the devices, and runs
// the program.
//
//===----------------------------------------------------------------------===//

#include "start.h"
#include "devices.h"
#include "entries.h"
#include "futures.h"
#include "output.h"
#include "parameters.h"
#include "stack.h"
#include "tine/runtime.h"
#include "trace.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

using namespace tine;

extern "C" void omp_set_num_threads(int count);
extern "C" int omp_get_max_threads(void);

const char *tine_version(void) { return "0.1.0"; }
int tine_abi_version(void) { return TINE_ABI_VERSION; }

//===-- Command line ------------------------------------------------------===//

bool tine::takeValue(int argc, char **argv, int &i, const char *name,
                     const char *&value) {
  size_t length = strlen(name);
  if (strncmp(argv[i], name, length) != 0)
    return false;
  if (argv[i][length] == '=') {
    value = argv[i] + length + 1;
    return true;
  }
  if (argv[i][length])
    return false;
  value = i + 1 < argc ? argv[++i] : nullptr;
  return true;
}

bool tine::parseOptions(int argc, char **argv, Options &options,
                        Text &problem) {
  for (int i = 1; i < argc; ++i) {
    const char *argument = argv[i];
    auto value = [&](const char *name, const char *&result) {
      return takeValue(argc, argv, i, name, result);
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
    } else if (value("--trace", options.trace)) {
      if (!options.trace || !*options.trace) {
        problem.add("--trace needs the name of a file");
        return false;
      }
    } else if (value("--cpu", options.cpu)) {
      if (!options.cpu || !*options.cpu) {
        problem.add("--cpu needs the name of a CPU");
        return false;
      }
    } else if (takeEntryOption && value("--weights", options.load)) {
      if (!options.load || !*options.load) {
        problem.add("--weights needs the name of a .safetensors or .pth file");
        return false;
      }
    } else if (value("--load", options.load)) {
      if (!options.load || !*options.load) {
        problem.add("--load needs the name of a .safetensors or .pth file");
        return false;
      }
    } else if (value("--save", options.save)) {
      if (!options.save || !*options.save) {
        problem.add("--save needs the name of a .safetensors file");
        return false;
      }
    } else {
      Taken taken =
          takeEntryOption ? takeEntryOption(argc, argv, i, problem) : Taken::No;
      if (taken == Taken::No)
        problem.addf("unknown option '%s'", argument);
      if (taken != Taken::Yes)
        return false;
    }
  }
  return true;
}

//===-- Code for several CPUs ---------------------------------------------===//

const tine_program *tine::chosenProgram = &tine_abi_program;

/// The names of the CPUs from a program on.
static void addCpus(Text &text, const tine_program &first) {
  for (const tine_program *program = &first; program; program = program->next)
    text.addf("%s'%s'",
              program == &first ? ""
              : program->next   ? ", "
                                : " and ",
              program->cpu);
}

const tine_program *tine::chooseProgram(const char *cpu, Text &problem) {
  bool isKnown = false;
  for (const tine_program *program = &tine_abi_program; program;
       program = program->next) {
    if (cpu && strcmp(cpu, program->cpu) != 0)
      continue;
    isKnown = true;
    // Of several the message is about the last, which asks for least.
    problem.clear();
    if (checkFeatures(*program, problem))
      return program;
  }
  if (!isKnown) {
    problem.add("--cpu: this program was compiled for ");
    addCpus(problem, tine_abi_program);
    problem.addf(", not for '%s'", cpu);
  }
  return nullptr;
}

/// True if words of the command line that are not Tine's are the program's.
static bool ownsCommandLine() { return splitCommandLine && !openEntry; }

//===-- Help --------------------------------------------------------------===//

void tine::addHelp(Text &text, const tine_program &program, const char *name) {
  // A program without parameters is linked without what loads and saves them.
  bool parameters = openParameters && !program.unsaved;
  if (ownsCommandLine())
    text.addf("usage: %s [arguments of the program] [options]\n"
              "Options are called --tine-NAME here, as in --tine-threads 2, or "
              "stand in TINE_OPTIONS.\n\n",
              name);
  else
    text.addf("usage: %s%s [--threads N] [--device-map PATTERN=DEVICE[,...]] "
              "[--trace FILE]%s%s\n\n",
              name,
              !addEntryHelp             ? ""
              : program.entry_count > 1 ? " ENTRY [options]"
                                        : " [options]",
              program.next ? " [--cpu NAME]" : "",
              !parameters    ? ""
              : addEntryHelp ? " [--save FILE]"
                             : " [--load FILE] [--save FILE]");
  text.addf("Compiled from %s by %s for the CPU%s ", program.name,
            program.compiler, program.next ? "s" : "");
  addCpus(text, program);
  text.add(program.next ? "; the first whose instructions this machine has "
                          "runs.\n"
                        : ".\n");
  text.addf("Devices of the program: %s\n",
            *program.devices ? program.devices : "cpu");
  if (parameters)
    text.addf("Parameters and buffers of the program: %lld\n",
              static_cast<long long>(program.parameter_count));
  text.add('\n');
  if (addEntryHelp)
    addEntryHelp(text, program);
  else
    text.add("options:\n");
  text.add("  --threads N     number of threads (else OMP_NUM_THREADS, else "
           "all CPUs)\n"
           "  --device-map PATTERN=DEVICE[,...]\n"
           "                  where the devices of the program that match "
           "are: 'cuda:*=cpu' is\n"
           "                  the host; 'cuda:0=cpu:0,cuda:1=cpu:1' gives each "
           "its threads\n"
           "                  and queue; 'cuda:1=cuda:0' is where another one "
           "is\n"
           "  --trace FILE    write what ran when, for Perfetto or "
           "chrome://tracing\n");
  if (program.next)
    text.add("  --cpu NAME      run the code for this CPU\n");
  if (parameters && addEntryHelp)
    text.add("  --save FILE     write the weights to a .safetensors file at "
             "the end\n");
  else if (parameters)
    text.add("  --load FILE     start with the parameters of a .safetensors or "
             ".pth file\n"
             "  --save FILE     write the parameters to a .safetensors file at "
             "the end\n");
  text.add("  --help          print this text\n"
           "  --version       print the versions of compiler and runtime\n");
}

//===-- Running -----------------------------------------------------------===//

namespace {
struct Setting {
  int threads; // 0: as OpenMP decides
  const DeviceMap *devices;
};
} // namespace

static void runEntry(void *argument) {
  // A setting of the thread that opens the team, so it is made here.
  auto &setting = *static_cast<Setting *>(argument);
  int given = setting.threads;
  int wanted = given ? given : omp_get_max_threads();
  int count = threadsToBeHad(wanted);
  if (startPlaces)
    count = startPlaces(*setting.devices, count);
  if (given || count < wanted)
    omp_set_num_threads(count);
  teamThreads = count;
  chosenProgram->entry();
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
  if (ownsCommandLine())
    splitCommandLine(argc, argv);
  if (!parseOptions(argc, argv, options, problem)) {
    problem.addf("; '%s %s' lists the options", name,
                 ownsCommandLine() ? "--tine-help" : "--help");
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
  DeviceMap devices;
  const tine_program *chosen = chooseProgram(options.cpu, problem);
  if (!chosen)
    return fail(problem, 1);
  chosenProgram = chosen;
  if (!placeDevices(program, options.deviceMap, devices, problem))
    return fail(problem, 1);
  if (&gpuPlaces && !gpuPlaces.open(devices, problem))
    return fail(problem, 1);
  if (options.load || options.save) {
    const char *option = !options.load ? "--save"
                         : openEntry   ? "--weights"
                                       : "--load";
    if (program.unsaved || !openParameters) {
      problem.addf("%s: %s", option,
                   program.unsaved ? program.unsaved
                                   : "the program has no parameters");
      return fail(problem, 2);
    }
    if (!openParameters(program, options.load, options.save, problem))
      return fail(problem, 1);
  }

  if (openEntry)
    if (int status =
            openEntry(program, options.load || program.weights, problem))
      return fail(problem, status);

  if (options.trace && !openTrace(options.trace, program.name, problem))
    return fail(problem, 1);

  // Worker threads run deep chains of tasks too. OpenMP reads this at the first
  // call.
  if (!getenv("KMP_STACKSIZE") && !getenv("OMP_STACKSIZE")) {
    char size[32];
    snprintf(size, sizeof(size), "%zuB", stackSize(workerStack, workerShare));
    setenv("KMP_STACKSIZE", size, 0);
  }
  Setting setting = {options.threads, &devices};
  runOnBigStack(runEntry, &setting);
  flushOutput();
  if (closeEntry && !closeEntry(problem))
    return fail(problem, 1);
  if (options.save && !saveParameters(problem))
    return fail(problem, 1);
  if (&gpuPlaces) {
    if (emptyQueues)
      emptyQueues();
    gpuPlaces.close();
  }
  if (tracing())
    closeTrace();
  return 0;
}
