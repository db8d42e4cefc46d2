//===- LoopHistory.h - What earlier iterations made -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient in a loop has to know which leaves are behind what the loop
// carries, and its body is not complete then. What the loop starts with is a
// first answer; what an iteration ends with tells whether it was right, and if
// not the body is elaborated again.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_LOOPHISTORY_H
#define TINE_FRONTEND_SERVICES_LOOPHISTORY_H

#include "frontend/values/Object.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>

namespace tine::nn {
class DependenceGraph;
}

namespace tine::elaborate {

struct LoopHistory {
  /// What an iteration starts with, and the first one.
  llvm::SmallVector<mlir::Value> args, inits;
  mlir::Region *outside = nullptr;  // of the loop
  mlir::Region *prologue = nullptr; // of inits; goes with the trial
  /// What the arguments were made of in earlier iterations, as far as is known:
  /// values of the outside, and arguments.
  struct Sources {
    llvm::SmallSetVector<mlir::Value, 8> outer;
    std::set<unsigned> args;
  };
  std::map<unsigned, Sources> sources; // by argument, of those asked for
  /// Arguments that are the storage of one tensor in all iterations.
  llvm::DenseSet<mlir::Value> storages;
  const Heap *start = nullptr; // of an iteration

  /// Learns what the arguments that were asked for are made of, from what an
  /// iteration ends with; whether that is more than was known.
  bool learn(mlir::ValueRange yields, mlir::Region *body);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_LOOPHISTORY_H
