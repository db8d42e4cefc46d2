//===- CompleteBeforeClocks.cpp - What comes before a clock is complete ---===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that is made before a clock is read and used behind it is computed
// before: else it is fused with its user, and counts for the wrong time.
//
// Input:  nn without gradients.
// Output: `tine.time` has such results as its `live` operands, views of them by
//         what they show. Before a call or a fork that reads a clock there is a
//         `tine.keep` of them.
// How:    each result of an operation on tensors is compared with each reading
//         that it is visible at. Fills are none: they are fused with what reads
//         them, wherever that is.
// Rejects: nothing. A program that reads no clock stays as it is.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/CreationOps.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/support/TimedCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace tine {
#define GEN_PASS_DEF_COMPLETEBEFORECLOCKS
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The users of the value and of its views.
void findUsers(Value value, llvm::SmallSetVector<Operation *, 8> &users) {
  for (Operation *user : value.getUsers())
    if (users.insert(user) && isTensorView(user))
      for (Value view : user->getResults())
        findUsers(view, users);
}

/// The function or fork around, into which values come as arguments only.
Operation *getScope(Operation *op) {
  return op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
}

/// Whether `reading` is between the op and one of the users. A loop around
/// `reading` that does not make the value anew comes to each user again.
bool isBetween(Operation *op, Operation *reading,
               const llvm::SmallSetVector<Operation *, 8> &users) {
  Block *block = op->getBlock();
  Operation *place = block->findAncestorOpInBlock(*reading);
  if (!place || !op->isBeforeInBlock(place) ||
      getScope(reading) != getScope(op))
    return false;
  return llvm::any_of(users, [&](Operation *user) {
    Operation *use = block->findAncestorOpInBlock(*user);
    // What a loop starts with is read before it starts.
    if (user == place)
      return false;
    return use && (use == place || place->isBeforeInBlock(use));
  });
}

/// What reads a clock and is no branch or loop: there values can be operands.
SmallVector<Operation *> findReadings(func::FuncOp function,
                                      const TimedCode &code) {
  SmallVector<Operation *> readings;
  function.walk([&](Operation *op) {
    if (op != function && code.readsClock(op) &&
        (op->getNumRegions() == 0 || isa<ForkOp>(op)))
      readings.push_back(op);
  });
  return readings;
}

struct CompleteBeforeClocks
    : tine::impl::CompleteBeforeClocksBase<CompleteBeforeClocks> {
  void runOnOperation() override {
    TimedCode code(getOperation());
    if (code.empty())
      return;
    for (auto function : getOperation().getOps<func::FuncOp>())
      completeIn(function, findReadings(function, code));
  }

  static void completeIn(func::FuncOp function,
                         ArrayRef<Operation *> readings) {
    if (readings.empty())
      return;
    llvm::MapVector<Operation *, SmallVector<Value>> live;
    function.walk([&](Operation *op) {
      if (!isTensorWork(op) || isa<nn::FullOp, nn::IotaOp>(op))
        return;
      for (Value value : op->getResults()) {
        llvm::SmallSetVector<Operation *, 8> users;
        findUsers(value, users);
        for (Operation *reading : readings)
          if (isBetween(op, reading, users))
            live[reading].push_back(value);
      }
    });
    for (auto &[reading, values] : live) {
      OpBuilder b(reading);
      if (auto time = dyn_cast<TimeOp>(reading))
        time.getLiveMutable().append(values);
      else
        KeepOp::create(b, reading->getLoc(), values);
    }
  }
};

} // namespace
