//===- standalone.cpp - Runs a fuzz target without libFuzzer --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The quick tests' share of fuzzing: a number of inputs that is the same on
// every machine, made of the given programs, in the code as it is shipped.
//
// usage: PROGRAM RUNS SEED SCRATCH-FILE SOURCE...
//
// The scratch file holds the input that was running when the process ended.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Mutator.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  unsigned long runs = std::strtoul(argv[1], nullptr, 10);
  tine::fuzz::Random random(std::strtoul(argv[2], nullptr, 10) + 1);
  std::vector<std::string> sources;
  for (int i = 4; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    sources.emplace_back(std::istreambuf_iterator<char>(file),
                         std::istreambuf_iterator<char>());
  }
  for (unsigned long run = 0; run < runs; ++run) {
    std::string text = sources[random() % sources.size()];
    const std::string &other = sources[random() % sources.size()];
    text = tine::fuzz::mutate(text, other, random);
    std::ofstream(argv[3], std::ios::binary) << text;
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(text.data()),
                           text.size());
  }
  std::printf("%lu inputs\n", runs);
  return 0;
}
