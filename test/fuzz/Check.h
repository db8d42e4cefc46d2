//===- Check.h - What a fuzz target asserts ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_FUZZ_CHECK_H
#define TINE_TEST_FUZZ_CHECK_H

#include <cstdio>
#include <cstdlib>

/// Ends the process, which libFuzzer reports with the input, if the condition
/// does not hold.
inline void check(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

#endif // TINE_TEST_FUZZ_CHECK_H
