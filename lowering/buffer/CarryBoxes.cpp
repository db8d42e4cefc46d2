//===- CarryBoxes.cpp - Boxes through loops and branches ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that a branch or a loop's body takes out of a box and yields would
// point into memory that is released at the end of that block; one that is
// boxed in every iteration would be copied in every iteration.
//
// Input:  boxes at the boundaries of functions (box-escaping-tensors).
// Output: tensors that structured control flow carries own their memory: none
//         lies in a box, and no value is a poison tensor.
// How:    1. a result or loop variable is carried as a box when a block yields
//         a tensor that may lie in a box, or when the body (for a branch: what
//         follows) boxes it; repeated until nothing changes; 2. a loop variable
//         that stays a tensor and starts in a box starts with a copy; 3. poison
//         tensors become empty ones, with dynamic sizes of 0.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Boxing.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace tine {
#define GEN_PASS_DEF_CARRYBOXES
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Operands and values that have one type, because control flow connects them.
struct Carried {
  SmallVector<OpOperand *> inits;
  SmallVector<OpOperand *> yields;
  SmallVector<Value> values;
  /// The values whose boxes are worth carrying.
  SmallVector<Value> boxedIn;
};

void collect(scf::IfOp op, SmallVectorImpl<Carried> &out) {
  for (OpResult result : op.getResults()) {
    Carried &carried = out.emplace_back();
    for (Region *region : op.getRegions())
      carried.yields.push_back(&region->front().getTerminator()->getOpOperand(
          result.getResultNumber()));
    carried.values = carried.boxedIn = {result};
  }
}

void collect(scf::IndexSwitchOp op, SmallVectorImpl<Carried> &out) {
  for (OpResult result : op.getResults()) {
    Carried &carried = out.emplace_back();
    for (Region &region : op->getRegions())
      carried.yields.push_back(&region.front().getTerminator()->getOpOperand(
          result.getResultNumber()));
    carried.values = carried.boxedIn = {result};
  }
}

void collect(scf::ForOp op, SmallVectorImpl<Carried> &out) {
  Operation *yield = op.getBody()->getTerminator();
  for (auto [i, argument] : llvm::enumerate(op.getRegionIterArgs())) {
    Carried &carried = out.emplace_back();
    carried.inits = {&op.getInitArgsMutable()[i]};
    carried.yields = {&yield->getOpOperand(i)};
    carried.values = {argument, op.getResult(i)};
    carried.boxedIn = {argument};
  }
}

void collect(scf::WhileOp op, SmallVectorImpl<Carried> &out) {
  Operation *yield = op.getYieldOp();
  for (auto [i, argument] : llvm::enumerate(op.getBeforeArguments())) {
    Carried &carried = out.emplace_back();
    carried.inits = {&op.getInitsMutable()[i]};
    carried.yields = {&yield->getOpOperand(i)};
    carried.values = carried.boxedIn = {argument};
  }
  // Operand 0 of the condition is the condition.
  Operation *condition = op.getConditionOp();
  for (auto [i, argument] : llvm::enumerate(op.getAfterArguments())) {
    Carried &carried = out.emplace_back();
    carried.yields = {&condition->getOpOperand(i + 1)};
    carried.values = {argument, op.getResult(i)};
    carried.boxedIn = {argument};
  }
}

bool isTensor(const Carried &carried) {
  return isa<RankedTensorType>(carried.values.front().getType());
}

bool shouldBox(const Carried &carried) {
  return llvm::any_of(carried.yields,
                      [](OpOperand *use) { return mayLieInBox(use->get()); }) ||
         llvm::any_of(carried.boxedIn, [](Value value) {
           return llvm::any_of(value.getUsers(), llvm::IsaPred<BoxOp>);
         });
}

void carryBox(const Carried &carried) {
  OpBuilder builder(carried.values.front().getContext());
  for (Value value : carried.values) {
    auto tensor = cast<RankedTensorType>(value.getType());
    value.setType(BoxType::get(tensor.getContext(), tensor));
    builder.setInsertionPointAfterValue(value);
    auto unbox = UnboxOp::create(builder, value.getLoc(), tensor, value);
    value.replaceAllUsesExcept(unbox.getTensor(), unbox);
    for (Operation *user : llvm::make_early_inc_range(unbox->getUsers()))
      if (auto box = dyn_cast<BoxOp>(user)) {
        box.getBox().replaceAllUsesWith(value);
        box.erase();
      }
  }
  for (OpOperand *use :
       llvm::concat<OpOperand *const>(carried.inits, carried.yields))
    boxUses(use->get(), {use});
}

struct CarryBoxes : tine::impl::CarryBoxesBase<CarryBoxes> {
  void runOnOperation() override {
    SmallVector<Carried> all;
    getOperation().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<scf::IfOp, scf::IndexSwitchOp, scf::ForOp, scf::WhileOp>(
              [&](auto typed) { collect(typed, all); });
    });
    for (bool changed = true; changed;) {
      changed = false;
      for (Carried &carried : all) {
        if (!isTensor(carried) || !shouldBox(carried))
          continue;
        carryBox(carried);
        changed = true;
      }
    }
    for (Carried &carried : all)
      if (isTensor(carried))
        for (OpOperand *init : carried.inits)
          if (mayLieInBox(init->get()))
            copyInit(*init);
    getOperation().walk([](ub::PoisonOp op) { replacePoison(op); });
    getOperation().walk([](UnboxOp op) {
      if (op.use_empty())
        op.erase();
    });
  }

  static void copyInit(OpOperand &init) {
    OpBuilder builder(init.getOwner());
    auto copy = bufferization::AllocTensorOp::create(
        builder, init.getOwner()->getLoc(),
        cast<RankedTensorType>(init.get().getType()), ValueRange(), init.get());
    init.set(copy.getResult());
  }

  static void replacePoison(ub::PoisonOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return;
    OpBuilder builder(op);
    SmallVector<Value> sizes;
    for (int64_t i = 0, n = type.getNumDynamicDims(); i != n; ++i)
      sizes.push_back(arith::ConstantIndexOp::create(builder, op.getLoc(), 0));
    op.getResult().replaceAllUsesWith(
        tensor::EmptyOp::create(builder, op.getLoc(), type, sizes).getResult());
    op.erase();
  }
};

} // namespace
