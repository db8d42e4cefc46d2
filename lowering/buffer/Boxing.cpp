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
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
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

/// Sets the builder to where a box of `tensor` for these uses is made; gives
/// the block.
static Block *placeBox(OpBuilder &builder, Value tensor,
                       llvm::ArrayRef<OpOperand *> uses) {
  Block *block = findBlock(tensor, uses);
  if (block == tensor.getParentBlock() && tensor.getDefiningOp()) {
    builder.setInsertionPointAfterValue(tensor);
    return block;
  }
  Operation *first = nullptr;
  for (OpOperand *use : uses) {
    Operation *op = block->findAncestorOpInBlock(*use->getOwner());
    if (!first || op->isBeforeInBlock(first))
      first = op;
  }
  builder.setInsertionPoint(first);
  return block;
}

static bool isOfDevice(Operation *op) {
  return op->getParentOfType<func::FuncOp>()->hasAttr("tine.device");
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
  // A poison tensor becomes a poison box, which needs no memory. One of a
  // device has some: the next function may copy it before it knows the path.
  auto poison = tensor.getDefiningOp<ub::PoisonOp>();
  if (poison && !isOfDevice(poison)) {
    builder.setInsertionPointAfterValue(tensor);
    Value box = ub::PoisonOp::create(builder, tensor.getLoc(), type);
    for (OpOperand *use : uses)
      use->set(box);
    return;
  }
  Block *block = placeBox(builder, tensor, uses);
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

BoxPartOp tine::sharePart(OpResult part, llvm::ArrayRef<OpOperand *> uses) {
  auto split = cast<SplitOp>(part.getOwner());
  int64_t offset = 0;
  for (Value before : split.getParts().take_front(part.getResultNumber()))
    offset += cast<RankedTensorType>(before.getType()).getNumElements();
  OpBuilder builder(part.getContext());
  placeBox(builder, part, uses);
  auto type =
      BoxType::get(part.getContext(), cast<RankedTensorType>(part.getType()));
  auto box = BoxPartOp::create(builder, part.getLoc(), type, split.getVector(),
                               offset);
  for (OpOperand *use : uses)
    use->set(box.getPart());
  return box;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void tine::splitEmptyTensors(func::FuncOp function) {
  SmallVector<tensor::EmptyOp> ops;
  function.walk([&](tensor::EmptyOp op) { ops.push_back(op); });
  for (tensor::EmptyOp op : ops)
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      OpBuilder builder(use.getOwner());
      use.set(cast<tensor::EmptyOp>(builder.clone(*op)).getResult());
    }
  for (tensor::EmptyOp op : ops)
    if (op.use_empty())
      op.erase();
}

/// The operand whose buffer the op writes its result `value` into.
static Value findDestination(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return {};
  Operation *op = result.getOwner();
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return destination.getTiedOpOperand(result)->get();
  // A loop may give a tensor another size than it starts with.
  if (auto loop = dyn_cast<scf::ForOp>(op))
    if (cast<RankedTensorType>(value.getType()).hasStaticShape())
      return loop.getInitArgs()[result.getResultNumber()];
  return {};
}

tensor::EmptyOp tine::findStart(BoxOp box) {
  Value value = box.getTensor();
  while (value && value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != box->getBlock())
      return {};
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      return empty.getType() == box.getTensor().getType() ? empty
                                                          : tensor::EmptyOp();
    value = findDestination(value);
  }
  return {};
}

void tine::startInBuffer(tensor::EmptyOp start, Value buffer) {
  OpBuilder builder(start);
  start.getResult().replaceAllUsesWith(
      getWritableTensor(builder, start.getLoc(), buffer));
  start.erase();
}

Value tine::getBoxBuffer(OpBuilder &builder, Location loc, Value box) {
  RankedTensorType type = cast<BoxType>(box.getType()).getTensor();
  return BoxBufferOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      box);
}

Value tine::getWritableTensor(OpBuilder &builder, Location loc, Value buffer) {
  return bufferization::ToTensorOp::create(
      builder, loc, memref::getTensorTypeFromMemRefType(buffer.getType()),
      buffer, /*restrict=*/true, /*writable=*/true);
}

void tine::fillBuffer(OpBuilder &builder, Location loc, Value tensor,
                      Value buffer) {
  auto fill = bufferization::MaterializeInDestinationOp::create(
      builder, loc, /*result=*/TypeRange(), tensor, buffer);
  fill.setWritable(true);
}
