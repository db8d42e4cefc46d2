//===- Mutator.h - Changes programs by lines and tokens ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most programs with a changed byte are no programs. A program with a line or a
// token of another place often is one, and says something new.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_FUZZ_MUTATOR_H
#define TINE_TEST_FUZZ_MUTATOR_H

#include <random>
#include <string>

namespace tine::fuzz {

using Random = std::minstd_rand;

/// `text` with one to four changes; lines and tokens may come from `other`.
std::string mutate(const std::string &text, const std::string &other,
                   Random &random);

} // namespace tine::fuzz

#endif // TINE_TEST_FUZZ_MUTATOR_H
