//===- SampleProgram.cpp - A program as the compiler makes them --*- C++
//-*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays generated code for StartTest.cpp. What it does and what it demands of
// the machine comes from the environment.
//
//===----------------------------------------------------------------------===//

#include "TaskPool.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

using namespace tine::test;

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value ? value : otherwise;
}

static void print(const char *text, int stream) {
  tine_string *string = tine_abi_string_new(text, int64_t(strlen(text)));
  tine_abi_print(string, stream);
  tine_abi_release(string);
}

static void linkBody(tine_future *future) {
  auto *previous = reinterpret_cast<tine_future *>(future->slots[0]);
  uint64_t depth = 1;
  if (previous) {
    wait(previous, "sample.py:3:5: link");
    depth += previous->slots[0];
  } else if (!strcmp(setting("SAMPLE", ""), "fail")) {
    tine_abi_raise_text("ValueError", "boom", "sample.py:2:3: link");
  }
  future->slots[0] = depth;
}

/// Every link waits for the one before it, and the last one runs first.
static void runChain(int length) {
  tine_future *last = nullptr;
  for (int i = 0; i < length; ++i) {
    tine_future *future =
        tine_abi_future_new(linkBody, 1, 1, 1, 0, "sample.py:7:9: fork");
    future->slots[0] = reinterpret_cast<uintptr_t>(last);
    last = future;
  }
  wait(last, "sample.py:9:1: main");
  char text[40];
  snprintf(text, sizeof(text), "%llu\n",
           static_cast<unsigned long long>(last->slots[0]));
  print(text, 0);
}

static void program() {
  const char *what = setting("SAMPLE", "hello");
  if (!strcmp(what, "hello")) {
    print("one\n", 0);
    print("two\n", 1);
    print("three\n", 0);
  } else if (!strcmp(what, "threads")) {
    char text[40];
    snprintf(text, sizeof(text), "%d\n", omp_get_num_threads());
    print(text, 0);
  } else if (!strcmp(what, "warn")) {
    tine_string *text = tine_abi_string_new("careful", 7);
    static int32_t site;
    for (int i = 0; i < 3; ++i)
      tine_abi_warn(text, &site, "sample.py:4:1: f\nsample.py:9:1: main");
    tine_abi_release(text);
  } else if (!strcmp(what, "flood")) {
    for (int i = 0; i < 100000; ++i)
      print("a line of text\n", 0);
  } else {
    print("before\n", 0);
    runChain(atoi(setting("LENGTH", "3")));
  }
}

static void entry() {
#pragma omp parallel
#pragma omp single
  tine_abi_root(program);
}

static char features[4000], devices[200];
__attribute__((constructor)) static void readSettings() {
  snprintf(features, sizeof(features), "%s", setting("FEATURES", "sse2"));
  snprintf(devices, sizeof(devices), "%s", setting("DEVICES", "cpu:0"));
}

extern "C" const tine_program tine_abi_program = {
    TINE_ABI_VERSION, 0,       "sample.py", "tinec test", "znver4",
    features,         devices, entry,       nullptr,      0,
    nullptr,          nullptr, nullptr,     nullptr,      0,
    nullptr,          nullptr};
