//===- InsertReferenceCounts.cpp - Retains and releases -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  counted values without retains or releases, structured control flow.
// Output: every object's count is right on every path that does not raise.
// How:    Each block owns what its ops define and what its loop variables
//         carry; a function borrows its arguments. Some operands take over
//         a count: what a terminator passes on, what a loop starts with, what
//         goes into a container, cell or task. At such an operand the value is
//         retained, unless it is the last use of a value that the block owns:
//         then its count moves. What has not moved is released behind its last
//         use; a box at the end of its block, because its memory is still
//         read where no use shows (see shrink-box-lifetimes).
// Rejects: nothing.
//
// Strings that are constants and poison (a null pointer or an immortal box) are
// not counted. `arith.select` gives one of its operands, retained.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Boxing.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace tine {
#define GEN_PASS_DEF_INSERTREFERENCECOUNTS
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// True when the op takes over the counts of this operand.
bool takes(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      isa<SpawnOp, EnqueueOp, TransferOp, BoxOwnOp>(op))
    return true;
  unsigned index = operand.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return index >= loop.getNumControlOperands();
  if (isa<scf::WhileOp>(op))
    return true;
  // The container itself and its key or index are borrowed.
  if (isa<ListAppendOp>(op))
    return index >= 1;
  if (isa<ListSetOp, ListInsertOp, DictSetOp>(op))
    return index >= 2;
  return false;
}

bool isUncounted(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<StringConstantOp, ub::PoisonOp>(op);
}

/// The value, and for a box the tensors that lie in it.
SmallVector<Value> withTensors(Value value) {
  SmallVector<Value> values{value};
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers())
      if (isa<UnboxOp>(user) || !getViewedTensors(user).empty())
        llvm::append_range(values, user->getResults());
  return values;
}

/// The last op of `block` that uses one of the values; null when none does.
Operation *findLastUse(ArrayRef<Value> values, Block *block) {
  Operation *last = nullptr;
  for (Value value : values)
    for (Operation *user : value.getUsers()) {
      Operation *op = block->findAncestorOpInBlock(*user);
      if (op && (!last || last->isBeforeInBlock(op)))
        last = op;
    }
  return last;
}

void retainBefore(OpOperand &operand) {
  OpBuilder builder(operand.getOwner());
  RetainOp::create(builder, operand.getOwner()->getLoc(), operand.get());
}

/// Retains at every operand in the block that takes a count, but at `moved`.
void retainTakers(Value value, Block *block, OpOperand *moved) {
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses()))
    if (&use != moved && takes(use) &&
        block->findAncestorOpInBlock(*use.getOwner()))
      retainBefore(use);
}

/// The branch when it is the last use of a box, and one of its arms changes the
/// box in place: there the count must be the only one.
scf::IfOp findChangingBranch(Value value, Operation *last) {
  auto branch = dyn_cast_or_null<scf::IfOp>(last);
  if (!branch || !branch.elseBlock())
    return {};
  bool changes = llvm::any_of(value.getUsers(), [&](Operation *user) {
    return isa<BoxOwnOp>(user) && user->getParentOp() == branch;
  });
  return changes ? branch : scf::IfOp();
}

void countOwned(Value value, Block *block) {
  SmallVector<Value> values = withTensors(value);
  Operation *last = findLastUse(values, block);
  if (scf::IfOp branch = findChangingBranch(value, last)) {
    // Each arm owns the value.
    SmallVector<OpOperand *> before;
    for (OpOperand &use : value.getUses())
      if (takes(use) && block->findAncestorOpInBlock(*use.getOwner()) != last)
        before.push_back(&use);
    for (OpOperand *use : before)
      retainBefore(*use);
    countOwned(value, branch.thenBlock());
    countOwned(value, branch.elseBlock());
    return;
  }
  OpOperand *moved = nullptr;
  if (last) {
    unsigned uses = 0, taken = 0;
    for (OpOperand &operand : last->getOpOperands())
      if (operand.get() == value) {
        ++uses;
        if (takes(operand)) {
          ++taken;
          moved = &operand;
        }
      }
    // The op must not also borrow the value, at its side or in its regions.
    bool borrows = uses != taken;
    for (Value part : values)
      for (Operation *user : part.getUsers())
        borrows |= (user != last || part != value) && last->isAncestor(user);
    if (borrows)
      moved = nullptr;
  }
  retainTakers(value, block, moved);
  if (moved)
    return;
  OpBuilder builder(value.getContext());
  if (isa<BoxType>(value.getType()) ||
      (last && last->hasTrait<OpTrait::IsTerminator>()))
    builder.setInsertionPoint(block->getTerminator());
  else if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointAfterValue(value);
  ReleaseOp::create(builder, value.getLoc(), value);
}

struct InsertReferenceCounts
    : tine::impl::InsertReferenceCountsBase<InsertReferenceCounts> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    // Collected first: the retains and releases are no uses that matter.
    SmallVector<std::pair<Value, Block *>> owned;
    SmallVector<Value> borrowed;
    for (BlockArgument argument : getOperation().getArguments())
      if (isCounted(argument.getType()))
        borrowed.push_back(argument);
    getOperation().walk([&](Operation *op) {
      for (Value result : op->getResults())
        if (isCounted(result.getType()) && !isUncounted(result))
          owned.push_back({result, op->getBlock()});
      if (op == getOperation())
        return;
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (isCounted(argument.getType()))
              owned.push_back({argument, &block});
    });
    // In the order of definitions, so that the last use found for one value is
    // not disturbed by what has been added for another: a release of another
    // value is no use of this one.
    for (auto [value, block] : owned)
      countOwned(value, block);
    for (Value value : borrowed)
      retainTakers(value, &getOperation().front(), nullptr);
    // What is the same reference as an operand.
    getOperation().walk([](Operation *op) {
      if (!isa<arith::SelectOp, UnrealizedConversionCastOp>(op) ||
          op->getNumResults() != 1 || !isCounted(op->getResult(0).getType()))
        return;
      OpBuilder builder(op);
      builder.setInsertionPointAfter(op);
      RetainOp::create(builder, op->getLoc(), op->getResult(0));
    });
  }
};

} // namespace
