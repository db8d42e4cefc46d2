//===- Limits.h - Bounds of time, memory and depth --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program may cost while it is elaborated. The checks are functions of
// Elaborator that report an error.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_LIMITS_H
#define TINE_FRONTEND_VALUES_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace tine::elaborate {

struct Limits {
  /// Expressions, statements and copied elements, in every unrolled iteration,
  /// and inlined call, of the code that stays: seconds. tinec --max-steps
  /// allows more.
  static constexpr uint64_t work = 6'000'000;
  /// Times as many, with what is elaborated again.
  static constexpr uint64_t retries = 4;
  /// Steps in which loops over parts of tensors are unrolled to find out
  /// whether that makes an error go away (EvenParts.h): seconds.
  static constexpr uint64_t unrolledWork = 3'000'000;
  /// Elements of a list, tuple or dict that is known at compile time.
  static constexpr uint64_t elements = 100'000;
  /// Levels of lists and tuples in each other.
  static constexpr unsigned depth = 200;
  /// Branches, loops and tasks in each other that stay in the IR, whose passes
  /// are recursive.
  static constexpr unsigned branches = 256;
  /// Bytes of a string that is known at compile time.
  static constexpr uint64_t text = 16 << 20;
  /// The address space of a process.
  static constexpr uint64_t tensorBytes = uint64_t(1) << 47;

  Limits();
  /// Whether elaboration has used its share of the stack.
  bool stackIsLow() const;

private:
  const char *stackTop;
  size_t room;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_LIMITS_H
