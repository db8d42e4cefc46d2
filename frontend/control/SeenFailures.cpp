//===- SeenFailures.cpp - What runs behind a failure ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what a body may fail with, and what others see of the code behind it,
// in the operations that both have become.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/SeenFailures.h"
#include "dialects/nn/DerivativeOps.h"
#include "frontend/control/Attempts.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

SeenFailures::Place SeenFailures::here() const {
  Block *block = e.b.getInsertionBlock();
  return {block, block->empty() ? nullptr : &block->back()};
}

bool SeenFailures::has(const Place &from, function_ref<bool(Operation *)> is) {
  Operation *op = from.last             ? from.last->getNextNode()
                  : from.block->empty() ? nullptr
                                        : &from.block->front();
  for (; op; op = op->getNextNode()) {
    WalkResult found = op->walk([&](Operation *inner) {
      return is(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (found.wasInterrupted())
      return true;
  }
  return false;
}

/// Whether others see that it has run.
static bool isSeenOutside(Operation *op) {
  if (auto file = dyn_cast<FileOp>(op))
    return llvm::is_contained({"write", "try_write", "remove", "remove_folder",
                               "rename", "make_folder"},
                              file.getWhat());
  if (auto system = dyn_cast<SystemOp>(op))
    return system.getWhat() == "mkdir";
  return isa<PrintOp, WriteFileOp, SaveFileOp, WriteImageOp>(op);
}

void SeenFailures::find() {
  if (e.stopped() || areRaised() || e.script() || !has(end, isSeenOutside))
    return;
  // Derivatives go through no loop that an error may leave.
  auto isGradient = [](Operation *op) { return isa<nn::GradientOp>(op); };
  if (has(start, mayBeRaised) && !has(start, isGradient))
    raiseFailures(e, node);
}

} // namespace tine::elaborate
