//===- stack.cpp - Big stacks -----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that runs the program, and the report of a stack that overflows.
//
//===----------------------------------------------------------------------===//

#include "stack.h"
#include "output.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

using namespace tine;

namespace {

/// Pages below the stack that nobody may touch; big frames must not skip them.
constexpr size_t guardBytes = size_t(1) << 20;

struct Job {
  void (*body)(void *);
  void *argument;
  char *stack; // its lowest address, or null
};

// Sanitizers have handlers of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
char *guard;

void onFault(int, siginfo_t *info, void *context) {
  auto *address = static_cast<char *>(info->si_addr);
  // A wild pointer may meet the guard, too: then the stack ends elsewhere.
  auto *state = static_cast<ucontext_t *>(context);
  auto top = static_cast<uintptr_t>(state->uc_mcontext.gregs[REG_RSP]);
  auto low = reinterpret_cast<uintptr_t>(guard);
  bool overflown = top >= low - guardBytes && top < low + 2 * guardBytes;
  if (guard && address >= guard && address < guard + guardBytes && overflown)
    fatal("stack overflow: tasks that wait for each other are nested too "
          "deeply");
  // Anything else is a fault of its own: let it happen again.
  signal(SIGSEGV, SIG_DFL);
}

/// Reports an overflow of the stack that this thread runs on.
void watch(char *stack) {
  // The handler needs a stack of its own.
  static char spare[16384];
  stack_t other = {};
  other.ss_sp = spare;
  other.ss_size = sizeof(spare);
  if (sigaltstack(&other, nullptr))
    return;
  guard = stack;
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
}

/// The stack is about to go.
void unwatch() {
  signal(SIGSEGV, SIG_DFL);
  guard = nullptr;
}
#else
void watch(char *) {}
void unwatch() {}
#endif

void *runJob(void *argument) {
  Job job = *static_cast<Job *>(argument);
  if (job.stack)
    watch(job.stack);
  job.body(job.argument);
  return nullptr;
}

} // namespace

size_t tine::stackSize(size_t wanted, size_t threads) {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
    return wanted;
  size_t share = size_t(limit.rlim_cur) / 8 / threads & ~size_t(4095);
  size_t least = size_t(8) << 20;
  return share > wanted ? wanted : share < least ? least : share;
}

namespace {
/// What libomp and the program have beside a thread's stack, at least.
constexpr size_t ompBytes = size_t(8) << 20;

struct Gate {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

void *passGate(void *gate) {
  pthread_mutex_t &mutex = static_cast<Gate *>(gate)->mutex;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}
} // namespace

int tine::threadsToBeHad(int wanted) {
  auto *made = static_cast<pthread_t *>(
      wanted > 1 ? malloc(size_t(wanted) * sizeof(pthread_t)) : nullptr);
  if (!made)
    return 1;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackSize(workerStack, workerShare));
  // They wait, so that all are there at once, beside what OpenMP takes for
  // each of them.
  Gate gate;
  pthread_mutex_lock(&gate.mutex);
  size_t reserve = size_t(wanted) * ompBytes;
  void *reserved = mmap(nullptr, reserve, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  int count = 0;
  while (reserved != MAP_FAILED && count < wanted - 1 &&
         !pthread_create(&made[count], &attributes, passGate, &gate))
    ++count;
  pthread_mutex_unlock(&gate.mutex);
  for (int i = 0; i < count; ++i)
    pthread_join(made[i], nullptr);
  if (reserved != MAP_FAILED)
    munmap(reserved, reserve);
  pthread_attr_destroy(&attributes);
  free(made);
  return count + 1;
}

void tine::runOnBigStack(void (*body)(void *), void *argument) {
  Job job = {body, argument, nullptr};
  size_t size = stackSize(size_t(1) << 30, 1);
  void *stack =
      mmap(nullptr, size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack != MAP_FAILED) {
    job.stack = static_cast<char *>(stack);
    mprotect(stack, guardBytes, PROT_NONE);
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, size);
    bool started = !pthread_create(&thread, &attributes, runJob, &job);
    if (started) {
      pthread_join(thread, nullptr);
      unwatch();
    }
    munmap(stack, size);
    if (started)
      return;
    job.stack = nullptr;
  }
  runJob(&job);
}
