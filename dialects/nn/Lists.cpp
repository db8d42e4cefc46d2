//===- Lists.cpp - The names that a list goes by --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Lists.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tine;

bool nn::makesList(Operation *op) {
  return isa<ListNewOp, ListCopyOp, ListSliceOp, ListRepeatOp>(op);
}

bool nn::changesList(Operation *op) {
  return isa<ListAppendOp, ListSetOp, ListInsertOp, ListPopOp, ListExtendOp,
             ListClearOp, ListReverseOp, ListSortOp>(op);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether the value belongs to a region that waits for its loop or branch, as
/// there are while the program is imported.
static bool isUnfinished(Value value) {
  Operation *parent = value.getParentRegion()->getParentOp();
  return !parent || isa<scf::ExecuteRegionOp>(parent);
}

SmallVector<Value> nn::predecessorsOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto op = dyn_cast_or_null<RegionBranchOpInterface>(
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp());
  if (!op || (argument && isUnfinished(value)))
    return {};
  SmallVector<Value> names;
  for (RegionBranchPoint point : op.getAllRegionBranchPoints()) {
    SmallVector<RegionSuccessor> successors;
    op.getSuccessorRegions(point, successors);
    for (RegionSuccessor successor : successors)
      for (auto [name, input] :
           llvm::zip(op.getSuccessorOperands(point, successor),
                     successor.getSuccessorInputs()))
        if (input == value)
          names.push_back(name);
  }
  return names;
}

/// The values that a branch or loop makes of the used one.
static SmallVector<Value> successorsOf(OpOperand &use) {
  Operation *user = use.getOwner();
  RegionBranchPoint point = RegionBranchPoint::parent();
  auto op = dyn_cast<RegionBranchOpInterface>(user);
  if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(user)) {
    point = end;
    op = dyn_cast_or_null<RegionBranchOpInterface>(user->getParentOp());
  }
  if (!op)
    return {};
  SmallVector<Value> names;
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(point, successors);
  for (RegionSuccessor successor : successors) {
    OperandRange operands = op.getSuccessorOperands(point, successor);
    unsigned i = use.getOperandNumber() - operands.getBeginOperandIndex();
    if (i < operands.size())
      names.push_back(successor.getSuccessorInputs()[i]);
  }
  return names;
}

llvm::SetVector<Value> nn::namesOf(Value list) {
  llvm::SetVector<Value> names;
  auto insert = [&](ArrayRef<Value> more) {
    for (Value name : more)
      if (!name.getDefiningOp<ub::PoisonOp>())
        names.insert(name);
  };
  insert(list);
  for (size_t i = 0; i < names.size(); ++i) {
    Value name = names[i];
    insert(predecessorsOf(name));
    for (OpOperand &use : name.getUses())
      insert(successorsOf(use));
  }
  return names;
}

bool nn::isChangedFirst(const llvm::SetVector<Value> &names) {
  return llvm::all_of(names, [&](Value name) {
    SmallVector<Operation *> changes, others;
    Block *home = name.getParentBlock();
    for (OpOperand &use : name.getUses()) {
      Operation *user = home->findAncestorOpInBlock(*use.getOwner());
      if (use.getOperandNumber() == 0 && changesList(use.getOwner()))
        changes.push_back(user);
      else if (!successorsOf(use).empty())
        others.push_back(user);
    }
    Operation *made = name.getDefiningOp();
    return changes.empty() ||
           (made && makesList(made) &&
            llvm::all_of(changes, [&](Operation *change) {
              return change && llvm::all_of(others, [&](Operation *other) {
                       return other && change->isBeforeInBlock(other);
                     });
            }));
  });
}

//===----------------------------------------------------------------------===//
// What is known of elements
//===----------------------------------------------------------------------===//

/// Null in a region that has no place yet.
static Operation *isolatedAround(Region *region) {
  Operation *op = region ? region->getParentOp() : nullptr;
  while (op && !op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    op = op->getParentOp();
  return op;
}

bool nn::hasOwnElements(Value list) {
  if (!isa<ListType>(list.getType()))
    return false;
  Operation *home = isolatedAround(list.getParentRegion());
  llvm::SetVector<Value> open = namesOf(list);
  for (size_t i = 0; i < open.size(); ++i) {
    Value name = open[i];
    Operation *made = name.getDefiningOp();
    if (made && makesList(made)) {
      if (!isa<ListNewOp>(made))
        open.insert_range(namesOf(made->getOperand(0)));
    } else if (predecessorsOf(name).empty() &&
               !(isa<BlockArgument>(name) && isUnfinished(name))) {
      return false;
    }
    for (OpOperand &use : name.getUses()) {
      Operation *user = use.getOwner();
      Operation *around = isolatedAround(user->getParentRegion());
      bool isKnown =
          isa<ListAppendOp, ListInsertOp, ListSetOp, ListExtendOp, ListGetOp,
              ListPopOp, ListLengthOp, ListClearOp, ListReverseOp, ListCopyOp,
              ListSliceOp, ListRepeatOp, ListCatOp>(user);
      if (auto loop = dyn_cast_or_null<scf::WhileOp>(
              name.getParentRegion()->getParentOp());
          loop && name.getParentBlock() == loop.getBeforeBody())
        isKnown = isa<BlockArgument>(name) &&
                  isa<ListLengthOp, ListGetOp, scf::ConditionOp>(user);
      else
        isKnown |= !successorsOf(use).empty();
      // A list among the elements of this one.
      if (!isKnown || (around && home && around != home) ||
          (isa<ListAppendOp, ListInsertOp, ListSetOp>(user) &&
           use.getOperandNumber() != 0))
        return false;
      if (auto extend = dyn_cast<ListExtendOp>(user))
        open.insert_range(namesOf(extend.getOther()));
    }
  }
  return true;
}
