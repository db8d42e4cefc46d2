//===- slices.h - Python's slices -------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a slice of a sequence selects.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_SLICES_H
#define TINE_RUNTIME_SLICES_H

#include "errors.h"

namespace tine {

struct Slice {
  int64_t first;
  int64_t step;
  int64_t count;
};

/// `has` bit 0: `lower` is given, bit 1: `upper` is. Raises when `step` is 0.
inline Slice resolveSlice(int64_t length, int64_t lower, int64_t upper,
                          int64_t step, int32_t has, const char *where) {
  if (step == 0)
    raisef("ValueError", where, "slice step cannot be zero");
  // The ends that a backward slice can reach are one lower.
  int64_t lowest = step < 0 ? -1 : 0;
  int64_t highest = step < 0 ? length - 1 : length;
  auto clamp = [=](int64_t i) {
    if (i < 0)
      i += length;
    return i < lowest ? lowest : i > highest ? highest : i;
  };
  int64_t first = has & 1 ? clamp(lower) : step < 0 ? highest : lowest;
  int64_t last = has & 2 ? clamp(upper) : step < 0 ? lowest : highest;
  int64_t count = 0;
  if (step > 0 && first < last)
    count = (last - first - 1) / step + 1;
  else if (step < 0 && last < first)
    count = int64_t(uint64_t(first - last - 1) / -uint64_t(step)) + 1;
  return {first, step, count};
}

} // namespace tine

#endif // TINE_RUNTIME_SLICES_H
