//===- ReverseListChoices.cpp - Cotangents of lists that are chosen -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list that a branch gives is the list of one of its arms under another name,
// and what an iteration starts with is what the one before ended with. Going
// backwards the list of cotangents gets the other name: a loop carries it back,
// a branch gives it for what its arms had. So one object has one list of
// cotangents, which changes as it does. Where two names of an object have got
// lists of cotangents of their own, they are added, if nothing was changed by
// one of the names that the other saw.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Lists.h"
#include "lowering/differentiate/Reverser.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tine;

bool Reverser::carriesList(Value list) {
  return isa<ListType>(list.getType()) && activity.isActive(list) &&
         useful.contains(list) && !slotsOf(list).empty();
}

LogicalResult Reverser::giveList(Operation *op, Value list, Value cotangents) {
  cotangentLists.insert(cotangents);
  if (list.getDefiningOp<ub::PoisonOp>() || !activity.isActive(list))
    return success();
  bool isHere = !scope->forward ||
                scope->forward->isAncestor(list.getParentRegion()) ||
                scope->given.contains(list);
  if (!isHere)
    (void)cotangentsOf(list);
  auto [known, isNew] = lists.try_emplace(list, cotangents);
  if (isNew || known->second == cotangents)
    return success();
  if (!nn::isChangedFirst(nn::namesOf(list)))
    return fail(op, "a list that this gives has another name, and is changed "
                    "by one of them; it has no derivative then. Make a copy, "
                    "as in list(a)");
  addElements(cotangents, known->second, [](Value i) { return i; });
  return success();
}

/// Adds lists of the outside of the branch that the value, which it knows, may
/// be.
static void findOutside(scf::IfOp branch, Value list,
                        llvm::SetVector<Value> &found) {
  if (list.getDefiningOp<ub::PoisonOp>())
    return;
  if (!branch->isAncestor(list.getParentRegion()->getParentOp())) {
    found.insert(list);
    return;
  }
  auto result = dyn_cast<OpResult>(list);
  if (!result)
    return;
  unsigned i = result.getResultNumber();
  if (auto inner = dyn_cast<scf::IfOp>(result.getOwner())) {
    findOutside(branch, inner.thenYield().getOperand(i), found);
    findOutside(branch, inner.elseYield().getOperand(i), found);
  } else if (auto loop = dyn_cast<scf::ForOp>(result.getOwner())) {
    findOutside(branch, loop.getInitArgs()[i], found);
  } else if (auto loop = dyn_cast<scf::WhileOp>(result.getOwner())) {
    Value passed = loop.getConditionOp().getArgs()[i];
    if (auto argument = dyn_cast<BlockArgument>(passed))
      findOutside(branch, loop.getInits()[argument.getArgNumber()], found);
  }
}

llvm::SetVector<Value> Reverser::listsGivenBy(scf::IfOp op, Block *arm) {
  llvm::SetVector<Value> given;
  for (OpResult result : op.getResults())
    if (lists.contains(result))
      findOutside(op,
                  arm->getTerminator()->getOperand(result.getResultNumber()),
                  given);
  given.remove_if([&](Value list) {
    return !activity.isActive(list) || lists.contains(list);
  });
  return given;
}

llvm::SetVector<Value> Reverser::listsGivenBy(scf::IfOp op) {
  llvm::SetVector<Value> given;
  for (Region &arm : op->getRegions())
    if (!arm.empty())
      given.insert_range(listsGivenBy(op, &arm.front()));
  return given;
}
