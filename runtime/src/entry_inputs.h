//===- entry_inputs.h - Inputs of an entry ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --input NAME=VALUE gives: a file, `-` for standard input, random[2,3],
// zeros[2,3] or ones[2,3], a number, or text.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ENTRY_INPUTS_H
#define TINE_RUNTIME_ENTRY_INPUTS_H

#include "npy.h"

namespace tine {

struct EntryInput {
  const char *value = nullptr; // null: not given
  enum class Source : uint8_t { Scalar, File, Random, Zeros, Ones } source;
  NpyArray array; // of a tensor
  int descriptor = -1;
  uint64_t scalar = 0; // the slot of a number
};

/// Opens the input and compares its type with the leaf's. Gives the exit
/// status, with a message in `problem` unless it is 0.
int openInput(const tine_entry &entry, const tine_leaf &leaf, EntryInput &input,
              Text &problem);

/// The slot of the input, owned. Raises where it cannot be read.
uint64_t readInput(const tine_leaf &leaf, EntryInput &input);

/// Adds "f32[?,3]", or "int". `names`: of sizes.
void addLeafType(Text &text, const tine_leaf &leaf, const char *const *names);

} // namespace tine

#endif // TINE_RUNTIME_ENTRY_INPUTS_H
