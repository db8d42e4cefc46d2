//===- Snippets.h - Kernels of few instructions -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of one block, whose threads have a word each. With TINE_SNIPPETS set
// its text is written to that folder, for NVIDIA's assembler to look at.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_SNIPPETS_H
#define TINE_TEST_CUDA_SNIPPETS_H

#include "Memory.h"

#include <cstdlib>
#include <cstring>
#include <fstream>

namespace simulated {

/// What the words are when a block of threads has run the kernel `k` of the
/// text, which gets their address.
template <typename Word>
std::vector<Word> runKernel(const std::string &text, std::vector<Word> words,
                            unsigned threads) {
  std::unique_ptr<Module> module = parse(text);
  Memory memory;
  Work work;
  work.what = "kernel k";
  work.clock = {1};
  memory.begin(work);
  size_t bytes = sizeof(Word) * words.size();
  uint64_t address = memory.allocate(bytes, 0);
  memory.write(address, words.data(), bytes);
  Grid grid{{1, 1, 1}, {threads, 1, 1}};
  run(*module->kernels["k"], grid, 0, &address, memory);
  memory.read(address, words.data(), bytes);
  return words;
}

/// What the words are when all threads have run `body`. It finds the thread in
/// %r1, its word in %r2, the address of the words in %rd1 and of its own in
/// %rd2, and gives its result in %r3. `before` stands in front of the kernel.
inline std::vector<uint32_t> runThreads(const std::string &body,
                                        std::vector<uint32_t> words,
                                        unsigned threads = 0,
                                        const std::string &before = "") {
  std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n" +
                     before +
                     ".visible .entry k(.param .u64 k_param_0)\n{\n"
                     ".reg .pred %p<9>;\n.reg .b16 %h<20>;\n.reg .b32 %r<60>;\n"
                     ".reg .f32 %f<20>;\n.reg .b64 %rd<20>;\n"
                     ".shared .align 16 .b8 s[4096];\n"
                     "ld.param.u64 %rd10, [k_param_0];\n"
                     "cvta.to.global.u64 %rd1, %rd10;\n"
                     "mov.u32 %r1, %tid.x;\n"
                     "mul.wide.u32 %rd3, %r1, 4;\n"
                     "add.s64 %rd2, %rd1, %rd3;\n"
                     "ld.global.u32 %r2, [%rd2];\n" +
                     body + "st.global.u32 [%rd2], %r3;\nret;\n}\n";
  if (const char *folder = getenv("TINE_SNIPPETS"))
    std::ofstream(std::string(folder) + "/" +
                  std::to_string(std::hash<std::string>()(text)) + ".ptx")
        << text;
  unsigned count = threads ? threads : unsigned(words.size());
  return runKernel(text, std::move(words), count);
}

/// The words 0, 1, ...
inline std::vector<uint32_t> countUp(unsigned count) {
  std::vector<uint32_t> words(count);
  for (unsigned i = 0; i < count; ++i)
    words[i] = i;
  return words;
}

/// What one thread makes of its word.
inline uint32_t runOne(const std::string &body, uint32_t word = 0,
                       const std::string &before = "") {
  return runThreads(body, {word}, 1, before)[0];
}

} // namespace simulated

#endif // TINE_TEST_CUDA_SNIPPETS_H
