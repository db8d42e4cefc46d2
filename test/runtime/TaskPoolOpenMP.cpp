//===- TaskPoolOpenMP.cpp - Forks and waits in OpenMP -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constructs that the compiler emits, written as pragmas.
//
//===----------------------------------------------------------------------===//

#include "TaskPool.h"

using namespace tine;

/// Read by AddressSanitizer: what the OpenMP library itself never frees.
extern "C" const char *__lsan_default_suppressions() { return "leak:libomp"; }

void test::runTeam(int threads, void (*body)(void *), void *argument) {
#pragma omp parallel num_threads(threads)
#pragma omp single
  body(argument);
}

void test::spawn(tine_future *future) {
  if (isNew(future) && !tine_abi_future_defer(future))
    return;
#pragma omp task firstprivate(future)
  tine_abi_future_task(future);
}

void test::wait(tine_future *future, const char *where) {
  if (!tine_abi_future_ready(future)) {
    if (tine_abi_future_claim(future)) {
#pragma omp task if (0) firstprivate(future)
      tine_abi_future_run(future);
    } else {
      for (int64_t round = 0; !tine_abi_future_ready(future); ++round) {
#pragma omp taskyield
        tine_abi_future_pause(future, round);
      }
    }
  }
  tine_abi_future_check(future, where);
}
