//===- TraceTest.cpp - Modules in traces ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paths in a task go on from that of the task.
//
//===----------------------------------------------------------------------===//

#include "trace.h"
#include "errors.h"

#include <gtest/gtest.h>

#include <string>

using namespace tine;

namespace {

constexpr char forward[] = "net.py:3:1: in forward\0models.2",
               backward[] = "net.py:3:1: in forward\0models.2 (backward)",
               inner[] = "net.py:9:1: in forward\0.cell_f",
               unknown[] = "net.py:3:1: in forward\0.cell_b";

std::string whole(const char *task, const char *path) {
  ModulePath parts = modulePathIn(task, path);
  return std::string(parts.outer, parts.outerLength) +
         std::string(parts.inner, parts.innerLength);
}

TEST(Trace, PathsGoOnFromTheTask) {
  EXPECT_STREQ(moduleOfTask(forward), "models.2");
  EXPECT_EQ(whole(forward, ".lin"), "models.2.lin");
  EXPECT_EQ(whole(forward, "."), "models.2");
  EXPECT_EQ(whole(forward, "double"), "double");
  EXPECT_EQ(whole(forward, ""), "");
  EXPECT_EQ(whole(backward, ".lin (backward)"), "models.2.lin (backward)");
  EXPECT_EQ(whole(backward, ". (backward)"), "models.2 (backward)");
}

TEST(Trace, PathsOfUnknownTasks) {
  EXPECT_EQ(whole(nullptr, ".lin"), "lin");
  EXPECT_EQ(whole(nullptr, "."), "");
  // Forked in a task before anything was traced.
  EXPECT_EQ(whole(unknown, ".lin"), "cell_b.lin");
}

struct Forks {
  const char *first, *second, *absolute;
};

void fork(void *argument) {
  auto *forks = static_cast<Forks *>(argument);
  *forks = {wholePlace(inner), wholePlace(inner), wholePlace(forward)};
}

TEST(Trace, ForksInATaskHaveWholePaths) {
  tine_future *future = tine_abi_future_new(nullptr, 0, 0, 0, 0, forward);
  Forks forks = {};
  EXPECT_EQ(attempt(fork, &forks, future), nullptr);
  EXPECT_STREQ(forks.first, inner);
  EXPECT_STREQ(moduleOfTask(forks.first), "models.2.cell_f");
  EXPECT_EQ(forks.first, forks.second);
  EXPECT_EQ(forks.absolute, forward);
  EXPECT_EQ(wholePlace(inner), inner); // outside of a task
  tine_abi_release(future);
  tine_abi_release(future);
}

} // namespace
