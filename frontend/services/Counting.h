//===- Counting.h - What is known of numbers that loops count ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of `x[i * 8:(i + 1) * 8]` in a loop over range(4) the size is known, and that
// it is inside of 32 elements, though `i` is not.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_COUNTING_H
#define TINE_FRONTEND_SERVICES_COUNTING_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/MapVector.h"
#include <optional>
#include <utility>

namespace tine::elaborate {

/// An integer as a sum of other ones, each times a constant, and a constant.
struct LinearForm {
  llvm::SmallMapVector<mlir::Value, int64_t, 2> terms; // no factor is 0
  int64_t constant = 0;

  /// Of an integer that arith ops compute; what else it is made of is a term.
  static LinearForm of(mlir::Value value);
  /// None where a number does not fit 64 bits.
  std::optional<LinearForm> plus(const LinearForm &other, int64_t times) const;
};

/// The number of an iteration, which is at least 0 and less than `trips`.
struct Counter {
  mlir::Value value;
  int64_t trips;
};

/// The least and the greatest value; none if not all terms are counters.
std::optional<std::pair<int64_t, int64_t>>
boundsOf(const LinearForm &form, llvm::ArrayRef<Counter> counters);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_COUNTING_H
