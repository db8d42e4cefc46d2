//===- InputTypes.h - Types of inputs on the command line -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--input 'NAME: TYPE'` says: TYPE is int, float, bool, str, or that of a
// tensor, DTYPE[SIZES], where a size is a number, `?`, or a name that stands
// for one size; [TYPE] is a list of them, and TYPE? may be None.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_INPUTTYPES_H
#define TINE_FRONTEND_CONTROL_INPUTTYPES_H

#include "frontend/syntax/Source.h"
#include <optional>

namespace tine::elaborate {

struct InputSize {
  int64_t known = -1; // -1: any
  std::string name;   // inputs of one name have one size; empty: of its own
};

struct InputType {
  /// As enum tine_leaf_kind.
  enum class Kind : uint8_t { Tensor, Int, Float, Bool, Str } kind;
  explicit InputType(Kind kind) : kind(kind) {}

  int32_t dtype = 0; // Tensor: enum tine_dtype
  std::vector<InputSize> sizes;
  bool isList = false, isOptional = false;
};

struct Input {
  std::string name;
  InputType type;
  SourceFile source; // the argument of --input
};

/// Parses "NAME: TYPE"; nothing after an error.
std::optional<Input> parseInput(llvm::StringRef text, Diagnostics &diagnostics);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_INPUTTYPES_H
