//===- cuda_driver.cpp - NVIDIA's driver ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens libcuda.so.1, finds its functions, and tells of calls that failed.
//
//===----------------------------------------------------------------------===//

#include "cuda_driver.h"
#include "output.h"

#include <dlfcn.h>
#include <unistd.h>

using namespace tine;
using namespace tine::cuda;

Driver cuda::driver;

/// "cuMemAlloc" of "cuMemAlloc_v2", as documentation has it.
static int lengthOfName(const char *symbol) {
  const char *version = strstr(symbol, "_v");
  return int(version ? size_t(version - symbol) : strlen(symbol));
}

bool cuda::openDriver(Text &problem) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    const char *rest = strstr(reason, ": No such file or directory");
    problem.add(reason, rest ? size_t(rest - reason) : strlen(reason));
    return false;
  }
  const char *missing = nullptr;
  auto find = [&](const char *symbol, void *address) {
    void *found = dlsym(library, symbol);
    memcpy(address, &found, sizeof(found));
    if (!found && !missing)
      missing = symbol;
  };
#define TINE_FIND(name, ...) find(driver.name.symbol, &driver.name.address);
  TINE_CUDA_FUNCTIONS(TINE_FIND)
#undef TINE_FIND
  if (missing)
    problem.addf("libcuda.so.1 lacks %s", missing);
  return !missing;
}

void cuda::describe(Text &text, Result result) {
  const char *name = nullptr, *meaning = nullptr;
  driver.getErrorName.attempt(result, &name);
  driver.getErrorString.attempt(result, &meaning);
  if (name)
    text.add(name);
  else
    text.addf("error %d", result);
  if (meaning)
    text.addf(" (%s)", meaning);
}

void cuda::fail(const char *symbol, Result result, const char *about) {
  // A failed context fails every call: the first one to notice tells.
  static uint32_t isTold = 0;
  while (__atomic_exchange_n(&isTold, 1u, __ATOMIC_ACQ_REL))
    pause();
  Text text;
  text.addf("error: CUDA: %.*s: ", lengthOfName(symbol), symbol);
  describe(text, result);
  if (about)
    text.addf(", %s", about);
  text.add('\n');
  flushOutput();
  writeAll(2, text.data, text.size);
  endProcess(1);
}
