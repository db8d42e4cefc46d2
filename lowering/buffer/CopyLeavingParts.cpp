//===- CopyLeavingParts.cpp - Parts of vectors that leave a region --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  tensors, before bufferization.
// Output: what a branch or loop gives is never a part of a vector: who gets it
//         frees it by its address, which that of a part is not, and the vector
//         may be changed in place while it is kept.
// How:    a part that a terminator yields, as it is or as a view of it, becomes
//         a copy; a choice becomes a branch that copies on the path of a part.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Boxing.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"

namespace tine {
#define GEN_PASS_DEF_COPYLEAVINGPARTS
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

static bool isOfPart(Value tensor) {
  return mayBeView(tensor, llvm::IsaPred<SplitOp>);
}

/// The tensor, as one that is no part of a vector.
static Value withoutPart(OpBuilder &b, Value tensor) {
  if (!isOfPart(tensor))
    return tensor;
  Location loc = tensor.getLoc();
  // A choice between choices has too many paths.
  auto select = tensor.getDefiningOp<arith::SelectOp>();
  auto isChoice = [](Value v) {
    return bool(v.getDefiningOp<arith::SelectOp>());
  };
  if (!select ||
      (isChoice(select.getTrueValue()) && isChoice(select.getFalseValue())))
    return bufferization::AllocTensorOp::create(
        b, loc, cast<RankedTensorType>(tensor.getType()), ValueRange(), tensor);
  auto arm = [](Value value) {
    return [value](OpBuilder &inner, Location loc) {
      scf::YieldOp::create(inner, loc, withoutPart(inner, value));
    };
  };
  return scf::IfOp::create(b, loc, select.getCondition(),
                           arm(select.getTrueValue()),
                           arm(select.getFalseValue()))
      .getResult(0);
}

namespace {

struct CopyLeavingParts : tine::impl::CopyLeavingPartsBase<CopyLeavingParts> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (!op->hasTrait<OpTrait::IsTerminator>())
        return;
      OpBuilder b(op);
      for (OpOperand &operand : op->getOpOperands())
        if (isa<RankedTensorType>(operand.get().getType()))
          operand.set(withoutPart(b, operand.get()));
    });
    // A choice that is left would still count as one of two names of a buffer.
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](arith::SelectOp op) {
          if (op.use_empty())
            op.erase();
        });
  }
};

} // namespace
