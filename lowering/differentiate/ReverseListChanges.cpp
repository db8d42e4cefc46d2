//===- ReverseListChanges.cpp - Backward passes of changed lists ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What changes a list, walked backwards, changes the list of its cotangents
// the other way round: what was appended, inserted or set is taken out, what
// was taken out comes back. Copies give their cotangents to what they copy.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/Lists.h"
#include "lowering/differentiate/Reverser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tine;

static ArrayRef<Type> leavesOf(Value list) {
  return cast<ListType>(list.getType()).getLeaves();
}

static Value integer(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(b, loc, value, 64);
}

/// A loop over 0 to `count`, both i64.
static void forEach(OpBuilder &b, Location loc, Value count,
                    llvm::function_ref<void(Value)> body) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value upper = arith::IndexCastOp::create(b, loc, b.getIndexType(), count);
  auto loop = scf::ForOp::create(b, loc, zero, upper, one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                  loop.getInductionVar()));
}

/// Adds one element of a list of cotangents to one of another.
static void addToElement(OpBuilder &b, Location loc, Value to, Value toIndex,
                         ValueRange parts) {
  auto old = ListGetOp::create(b, loc, leavesOf(to), to, toIndex);
  SmallVector<Value> sums;
  for (auto [before, part] : llvm::zip(old.getResults(), parts))
    sums.push_back(
        nn::AddOp::create(b, loc, before.getType(), before, part).getResult());
  ListSetOp::create(b, loc, to, toIndex, sums);
}

void Reverser::markUseful(ValueRange outputs) {
  SmallVector<Value> open;
  auto visit = [&](Value value) {
    // What the inputs were made of does not matter.
    if (!activity.isInput(value) && useful.insert(value).second)
      open.push_back(value);
  };
  auto visitAll = [&](ValueRange values) { llvm::for_each(values, visit); };
  visitAll(outputs);
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (isa<ListType>(value.getType()))
      visitAll(nn::namesOf(value).takeVector());
    if (isa<ListType, DictType>(value.getType()))
      for (OpOperand &use : value.getUses())
        if (use.getOperandNumber() == 0 &&
            (nn::changesList(use.getOwner()) || isa<DictSetOp>(use.getOwner())))
          visitAll(use.getOwner()->getOperands());
    SmallVector<Value> predecessors = nn::predecessorsOf(value);
    visitAll(predecessors);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (auto fork = dyn_cast<ForkOp>(argument.getOwner()->getParentOp()))
        visit(fork.getCaptures()[argument.getArgNumber()]);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!predecessors.empty() || isa<nn::DetachOp, nn::GradientOp>(op))
      continue;
    if (auto own = dyn_cast<nn::WithDerivativeOp>(op)) {
      visitAll(own.getInputs());
      continue;
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visitAll(block.getTerminator()->getOperands());
    visitAll(op->getOperands());
  }
}

/// Whether the task or one in it changes what it captures as operand `i`.
static bool changesCapture(ForkOp fork, unsigned i) {
  return llvm::any_of(
      fork.getBody().getArgument(i).getUses(), [](OpOperand &use) {
        if (auto inner = dyn_cast<ForkOp>(use.getOwner()))
          return changesCapture(inner, use.getOperandNumber());
        return use.getOperandNumber() == 0 && nn::changesList(use.getOwner());
      });
}

Operation *Reverser::findChangedList(Operation *op) {
  Operation *found = nullptr;
  op->walk([&](ForkOp fork) {
    for (auto [i, capture] : llvm::enumerate(fork.getCaptures()))
      if (isa<ListType>(capture.getType()) && activity.isActive(capture) &&
          useful.contains(capture) && changesCapture(fork, i)) {
        found = fork;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return found;
}

void Reverser::meetLists(Operation *op) {
  // What a branch gives has its cotangents from behind the branch.
  llvm::SetVector<Value> given;
  if (auto branch = dyn_cast<scf::IfOp>(op))
    given = listsGivenBy(branch);
  op->walk([&](Operation *inner) {
    if (!nn::changesList(inner))
      return;
    Value list = inner->getOperand(0);
    bool outside = !op->isAncestor(list.getParentRegion()->getParentOp());
    if (outside && activity.isActive(list) && useful.contains(list) &&
        !given.contains(list))
      (void)cotangentsOf(list);
  });
}

LogicalResult Reverser::reverse(ListSetOp op) {
  Value cotangents = lists.lookup(op.getList());
  Location loc = op.getLoc();
  SmallVector<Value> none;
  auto old = ListGetOp::create(b, loc, leavesOf(cotangents), cotangents,
                               op.getIndex());
  for (auto [slot, part] : llvm::zip(slotsOf(op.getList()), old.getResults())) {
    Place place{op.getLeaves()[slot.part], slot.leaf};
    // The sizes of what was there before are not known any more.
    if (!typeOf(place).hasStaticShape())
      return fail(op, "setting an element of a list has no derivative where "
                      "the sizes of its tensors are known at run time only; "
                      "append to the list instead");
    add(place, {part, 0});
    none.push_back(zeros(place));
  }
  ListSetOp::create(b, loc, cotangents, op.getIndex(), none);
  return success();
}

LogicalResult Reverser::reverse(ListInsertOp op) {
  Value cotangents = lists.lookup(op.getList());
  Location loc = op.getLoc();
  // Where it went: any index is brought into the range.
  Value before = arith::SubIOp::create(
      b, loc, ListLengthOp::create(b, loc, cotangents), integer(b, loc, 1));
  Value zero = integer(b, loc, 0);
  Value fromEnd = arith::AddIOp::create(b, loc, op.getIndex(), before);
  Value isNegative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                           op.getIndex(), zero);
  Value at =
      arith::SelectOp::create(b, loc, isNegative, fromEnd, op.getIndex());
  at = arith::MaxSIOp::create(b, loc, at, zero);
  at = arith::MinSIOp::create(b, loc, at, before);
  auto pop = ListPopOp::create(b, loc, leavesOf(cotangents), cotangents, at);
  addElement(op.getList(), op.getLeaves(), pop.getResults());
  return success();
}

LogicalResult Reverser::reverse(ListPopOp op) {
  Value cotangents = cotangentsOf(op.getList());
  Location loc = op.getLoc();
  SmallVector<Value> parts;
  for (const ListSlot &slot : slotsOf(op.getList())) {
    Place place{op->getResult(slot.part), slot.leaf};
    Value part = take(place);
    parts.push_back(part ? part : zeros(place));
  }
  Value zero = integer(b, loc, 0);
  Value length = ListLengthOp::create(b, loc, cotangents);
  Value fromEnd = arith::AddIOp::create(
      b, loc, arith::AddIOp::create(b, loc, op.getIndex(), length),
      integer(b, loc, 1));
  Value isNegative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                           op.getIndex(), zero);
  Value at =
      arith::SelectOp::create(b, loc, isNegative, fromEnd, op.getIndex());
  ListInsertOp::create(b, loc, cotangents, at, parts);
  return success();
}

LogicalResult Reverser::reverse(ListExtendOp op) {
  Value cotangents = lists.lookup(op.getList());
  Value other = cotangentsOf(op.getOther());
  Location loc = op.getLoc();
  Value count = ListLengthOp::create(b, loc, other);
  if (op.getOther() == op.getList())
    count = arith::DivSIOp::create(b, loc, count, integer(b, loc, 2));
  Value last = integer(b, loc, -1);
  forEach(b, loc, count, [&](Value i) {
    auto pop =
        ListPopOp::create(b, loc, leavesOf(cotangents), cotangents, last);
    Value at = arith::SubIOp::create(
        b, loc, arith::SubIOp::create(b, loc, count, i), integer(b, loc, 1));
    addToElement(b, loc, other, at, pop.getResults());
  });
  return success();
}

LogicalResult Reverser::reverse(ListClearOp op) {
  Value cotangents = lists.lookup(op.getList());
  if (!cotangents)
    return success();
  Location loc = op.getLoc();
  SmallVector<ListSlot> slots = slotsOf(op.getList());
  for (const ListSlot &slot : slots)
    if (!cast<RankedTensorType>(slot.type).hasStaticShape())
      return fail(op, "clearing a list has no derivative where the sizes of "
                      "its tensors are known at run time only; use a new list");
  // Nobody sees what the elements were any more: as many zeros.
  OpBuilder before(op);
  Value count = ListLengthOp::create(before, loc, op.getList());
  forEach(b, loc, count, [&](Value) {
    SmallVector<Value> none;
    for (const ListSlot &slot : slots) {
      auto type = cast<RankedTensorType>(slot.type);
      Value number = arith::ConstantOp::create(
          b, loc, b.getFloatAttr(nn::getComputeType(type.getElementType()), 0));
      none.push_back(nn::FullOp::create(b, loc, type, number, ValueRange{}));
    }
    ListAppendOp::create(b, loc, cotangents, none);
  });
  return success();
}

LogicalResult Reverser::reverse(ListReverseOp op) {
  ListReverseOp::create(b, op.getLoc(), lists.lookup(op.getList()));
  return success();
}

LogicalResult Reverser::reverse(ListCopyOp op) {
  return giveBack(op, op.getList(), [](Value i) { return i; });
}

LogicalResult Reverser::reverse(ListRepeatOp op) {
  Value length;
  return giveBack(op, op.getList(), [&](Value i) -> Value {
    length = ListLengthOp::create(b, op.getLoc(), cotangentsOf(op.getList()));
    return arith::RemSIOp::create(b, op.getLoc(), i, length);
  });
}

LogicalResult Reverser::reverse(ListSliceOp op) {
  Location loc = op.getLoc();
  return giveBack(op, op.getList(), [&](Value i) -> Value {
    // The first element: given, or an end, brought into the range.
    Value length = ListLengthOp::create(b, loc, cotangentsOf(op.getList()));
    Value zero = integer(b, loc, 0), one = integer(b, loc, 1);
    Value isBackward = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                             op.getStep(), zero);
    Value last = arith::SubIOp::create(b, loc, length, one);
    Value start = arith::SelectOp::create(b, loc, isBackward, last, zero);
    if (Value given = op.getLower()) {
      Value isNegative =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, given, zero);
      Value fromEnd = arith::AddIOp::create(b, loc, given, length);
      Value least = arith::SelectOp::create(b, loc, isBackward,
                                            integer(b, loc, -1), zero);
      Value most = arith::SelectOp::create(b, loc, isBackward, last, length);
      start = arith::SelectOp::create(b, loc, isNegative, fromEnd, given);
      start = arith::MinSIOp::create(
          b, loc, arith::MaxSIOp::create(b, loc, start, least), most);
    }
    return arith::AddIOp::create(
        b, loc, start, arith::MulIOp::create(b, loc, i, op.getStep()));
  });
}

LogicalResult Reverser::giveBack(Operation *op, Value list,
                                 llvm::function_ref<Value(Value)> place) {
  Value from = lists.lookup(op->getResult(0));
  Value to = cotangentsOf(list);
  if (from && to)
    addElements(from, to, place);
  return success();
}

void Reverser::addElements(Value from, Value to,
                           llvm::function_ref<Value(Value)> place) {
  Location loc = from.getLoc();
  forEach(b, loc, ListLengthOp::create(b, loc, from), [&](Value i) {
    auto parts = ListGetOp::create(b, loc, leavesOf(from), from, i);
    addToElement(b, loc, to, place(i), parts.getResults());
  });
}
