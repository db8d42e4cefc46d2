//===- Scratch.h - A region that is built before its op ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward pass of a region is built first; what op will hold it, and with
// which results, follows from what it uses.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_DIFFERENTIATE_SCRATCH_H
#define TINE_LOWERING_DIFFERENTIATE_SCRATCH_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tine {

/// A region with one block, thrown away unless an op takes its body.
class Scratch {
public:
  Scratch(mlir::OpBuilder &b, mlir::Location loc) {
    mlir::OperationState state(loc,
                               mlir::scf::ExecuteRegionOp::getOperationName());
    state.addRegion();
    holder = mlir::Operation::create(state);
    mlir::OpBuilder::InsertionGuard guard(b);
    block = b.createBlock(&holder->getRegion(0));
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() {
    region().dropAllReferences();
    region().walk([](mlir::Operation *op) { op->dropAllUses(); });
    region().getBlocks().clear();
    holder->erase();
  }
  mlir::Region &region() { return holder->getRegion(0); }
  mlir::Block *block;

private:
  mlir::Operation *holder;
};

} // namespace tine

#endif // TINE_LOWERING_DIFFERENTIATE_SCRATCH_H
