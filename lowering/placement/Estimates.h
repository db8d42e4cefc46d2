//===- Estimates.h - How long work takes, roughly ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Figures for reports: of work on one core, and of copies between places.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_ESTIMATES_H
#define TINE_LOWERING_PLACEMENT_ESTIMATES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace tine {

struct Estimate {
  double seconds = 0;
  unsigned operations = 0; ///< of tensors, as they stand in the program
  double bytes = 0;        ///< that are copied to another place
  /// False where the run decides sizes, or how often a loop runs. It counts
  /// as 1 then, so the time is too short.
  bool isCertain = true;

  Estimate &operator+=(const Estimate &other);
};

/// "about 1.5 ms"; "at least 3 us" where it is not certain.
std::string toText(const Estimate &estimate);
/// "1.5 ms", with two or three digits.
std::string toText(double seconds);

/// How often a loop runs, where that is known.
std::optional<int64_t> tripCount(mlir::Operation *loop);

class Estimator {
public:
  explicit Estimator(mlir::ModuleOp module) : symbols(module) {}

  /// Of an op with what its regions and the functions that it calls do. What
  /// it hands to tasks and devices costs nothing here.
  Estimate of(mlir::Operation *op);
  Estimate of(mlir::Region &region);
  /// Of a whole function, without the calls of itself.
  Estimate ofFunction(llvm::StringRef name);
  /// A copy of a tensor between two places.
  static Estimate ofCopy(mlir::Type tensor);

private:
  mlir::SymbolTable symbols;
  llvm::DenseMap<mlir::Operation *, Estimate> functions;
};

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_ESTIMATES_H
