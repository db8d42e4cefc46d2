//===- Boxing.cpp - Where a tensor becomes a box --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Placement of boxes, and the views that keep a box alive.
//
//===----------------------------------------------------------------------===//

#include "lowering/buffer/Boxing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tine;

llvm::SmallVector<Value> tine::getViewedTensors(Operation *op) {
  if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp, tensor::CastOp, tensor::ReshapeOp, SplitOp>(
          op))
    return {op->getOperand(0)};
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return {select.getTrueValue(), select.getFalseValue()};
  return {};
}

bool tine::mayBeView(Value tensor, llvm::function_ref<bool(Operation *)> of) {
  llvm::SetVector<Value> seen;
  seen.insert(tensor);
  for (unsigned i = 0; i < seen.size(); ++i) {
    Operation *op = seen[i].getDefiningOp();
    if (!op)
      continue;
    if (of(op))
      return true;
    seen.insert_range(getViewedTensors(op));
  }
  return false;
}

bool tine::mayLieInBox(Value tensor) {
  return mayBeView(tensor, llvm::IsaPred<UnboxOp>);
}

/// The block for a box of `tensor`: the innermost one around all uses, moved
/// out of loops that do not contain the definition.
static Block *findBlock(Value tensor, llvm::ArrayRef<OpOperand *> uses) {
  Block *top = tensor.getParentBlock();
  Block *common = uses.front()->getOwner()->getBlock();
  for (OpOperand *use : uses.drop_front())
    while (common != top && !common->findAncestorOpInBlock(*use->getOwner()))
      common = common->getParentOp()->getBlock();
  Block *result = common;
  for (Block *block = common; block != top;) {
    Operation *parent = block->getParentOp();
    block = parent->getBlock();
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(parent))
      result = block;
  }
  return result;
}

void tine::boxUses(Value tensor, llvm::ArrayRef<OpOperand *> uses) {
  if (auto unbox = tensor.getDefiningOp<UnboxOp>()) {
    for (OpOperand *use : uses)
      use->set(unbox.getBox());
    return;
  }
  OpBuilder builder(tensor.getContext());
  auto type = BoxType::get(tensor.getContext(),
                           cast<RankedTensorType>(tensor.getType()));
  // A poison tensor becomes a poison box, which needs no memory.
  if (tensor.getDefiningOp<ub::PoisonOp>()) {
    builder.setInsertionPointAfterValue(tensor);
    Value poison = ub::PoisonOp::create(builder, tensor.getLoc(), type);
    for (OpOperand *use : uses)
      use->set(poison);
    return;
  }
  Block *block = findBlock(tensor, uses);
  if (block == tensor.getParentBlock() && tensor.getDefiningOp()) {
    builder.setInsertionPointAfterValue(tensor);
  } else {
    Operation *first = nullptr;
    for (OpOperand *use : uses) {
      Operation *op = block->findAncestorOpInBlock(*use->getOwner());
      if (!first || op->isBeforeInBlock(first))
        first = op;
    }
    builder.setInsertionPoint(first);
  }
  auto box = BoxOp::create(builder, tensor.getLoc(), type, tensor);
  for (OpOperand *use : uses)
    use->set(box.getBox());
  // What else reads the tensor from here on reads the box.
  SmallVector<OpOperand *> others;
  for (OpOperand &use : tensor.getUses()) {
    Operation *op = block->findAncestorOpInBlock(*use.getOwner());
    if (op && box->isBeforeInBlock(op))
      others.push_back(&use);
  }
  if (others.empty())
    return;
  auto unbox =
      UnboxOp::create(builder, tensor.getLoc(), tensor.getType(), box.getBox());
  for (OpOperand *use : others)
    use->set(unbox.getTensor());
}
