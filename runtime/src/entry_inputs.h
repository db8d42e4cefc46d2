//===- entry_inputs.h - Inputs of an entry ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --input NAME=VALUE gives: a file, `-` for standard input, random[2,3],
// zeros[2,3] or ones[2,3], a number, or text; of a list several, with commas.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ENTRY_INPUTS_H
#define TINE_RUNTIME_ENTRY_INPUTS_H

#include "npy.h"

namespace tine {

/// An input, or an element of a list.
struct EntryValue {
  const char *text; // what was given
  enum class Source : uint8_t { Scalar, File, Random, Zeros, Ones } source;
  NpyArray array; // of a tensor
  int descriptor;
  uint64_t scalar; // the slot of a number
};

struct EntryInput {
  const char *text = nullptr;   // null: not given
  EntryValue *values = nullptr; // one, or those of a list
  size_t count = 0;
};

/// Opens the input and compares its type with the leaf's. Gives the exit
/// status, with a message in `problem` unless it is 0.
int openInput(const tine_entry &entry, const tine_leaf &leaf, EntryInput &input,
              Text &problem);

/// Puts the input, owned, into its slots and gives the ones behind them. Raises
/// where it cannot be read.
uint64_t *readInput(const tine_leaf &leaf, EntryInput &input, uint64_t *slots);

/// Adds "f32[?,3]", or "int". `names`: of sizes.
void addLeafType(Text &text, const tine_leaf &leaf, const char *const *names);

} // namespace tine

#endif // TINE_RUNTIME_ENTRY_INPUTS_H
