//===- HoistLoopInvariants.cpp - Compute in front of loops ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves what each iteration would compute alike in front of its loop.
//
// Input: linalg on tensors in loops. Output: the same with less in the loops.
// How: upstream's loop-invariant code motion, but only of what may be computed
//   though the loop does not run, or a check in front of it fails: upstream
//   takes all operations on tensors, and remainders, to be total. A tensor
//   whose size or place the run knows is accessed behind its check, as it could
//   lie outside of its memory.
//
//===----------------------------------------------------------------------===//

#include "lowering/tensor/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_HOISTLOOPINVARIANTS
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Whether all tensors among the types have sizes that are known.
bool areStatic(TypeRange types) {
  return llvm::all_of(types, [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  });
}

/// Whether the op alone reads and writes within its tensors, and does not trap,
/// whatever its operands are.
bool isTotal(Operation *op) {
  if (isa<tensor::DimOp>(op))
    return true;
  if (isa<arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp>(op))
    return matchPattern(op->getOperand(1), m_Constant());
  if (!areStatic(op->getOperandTypes()) || !areStatic(op->getResultTypes()))
    return false;
  // Whose places are numbers.
  if (isa<tensor::ExtractOp, tensor::InsertOp, tensor::ExtractSliceOp,
          tensor::InsertSliceOp>(op))
    return llvm::all_of(op->getOperands(), [](Value operand) {
      return isa<ShapedType>(operand.getType()) ||
             !operand.getType().isIndex() ||
             matchPattern(operand, m_Constant());
    });
  return true;
}

bool mayMove(Operation *op) {
  return isMemoryEffectFree(op) && isSpeculatable(op) &&
         !op->walk([](Operation *inner) {
              return isTotal(inner) ? WalkResult::advance()
                                    : WalkResult::interrupt();
            }).wasInterrupted();
}

struct HoistLoopInvariants
    : impl::HoistLoopInvariantsBase<HoistLoopInvariants> {
  void runOnOperation() override {
    // Inner loops first.
    getOperation()->walk([](LoopLikeOpInterface loop) {
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) {
            return loop.isDefinedOutsideOfLoop(value);
          },
          [](Operation *op, Region *) { return mayMove(op); },
          [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
    });
  }
};

} // namespace
} // namespace tine
