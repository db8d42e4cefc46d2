//===- PtxText.h - Words of PTX ---------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_PTXTEXT_H
#define TINE_TEST_CUDA_PTXTEXT_H

#include "Ptx.h"

namespace simulated {

[[noreturn]] inline void failPtx(const std::string &what) {
  throw PtxError("PTX: " + what);
}

/// Parts between separators that stand outside of brackets.
std::vector<std::string> split(const std::string &text, char separator);
std::string trim(const std::string &text);
std::vector<std::string> words(const std::string &text);
bool isTypeName(const std::string &name);

/// A number, or the bits of a float behind 0f or 0d.
uint64_t numberOf(const std::string &word);

/// A declared variable, array or parameter.
struct Array {
  std::string name;
  Type element = Type::B8;
  unsigned alignment = 1;
  uint64_t count = 1;
  uint64_t bytes() const { return count * bytesOf(element); }
};
Array parseArray(const std::string &declaration);

/// Where arrays of a space begin, by name.
using Offsets = std::map<std::string, unsigned>;
/// Puts the array behind what is there already.
unsigned place(const Array &array, unsigned &top, Offsets &offsets);

/// A function of a module that is no kernel; its body stands in its callers'.
struct Function {
  std::vector<Array> results, parameters;
  std::string body;
  bool hasBody = false;
};

/// What a kernel's code may name.
struct Scope {
  std::map<std::string, Function> functions;
  Offsets shared;
  unsigned sharedBytes = 0;
  /// Shared memory whose size a launch says.
  std::map<std::string, unsigned> dynamicAlignments;
};

/// Decodes the body of a kernel, whose parameters are known.
void parseBody(Kernel &kernel, const Offsets &parameters, const Scope &scope,
               const std::string &text);

} // namespace simulated

#endif // TINE_TEST_CUDA_PTXTEXT_H
