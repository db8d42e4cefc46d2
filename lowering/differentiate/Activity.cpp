//===- Activity.cpp - What depends on the inputs of a gradient ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worklist over uses, up to a fixed point: loops carry activity around.
//
//===----------------------------------------------------------------------===//

#include "lowering/differentiate/Activity.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/Lists.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;

bool tine::isDifferentiable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType());
}

Activity::Activity(ValueRange given) : inputs(given.begin(), given.end()) {
  for (Value input : given)
    mark(input);
  while (!todo.empty())
    for (OpOperand &use : todo.pop_back_val().getUses())
      follow(use);
}

void Activity::mark(Value value) {
  if ((isDifferentiable(value.getType()) ||
       isa<ListType, DictType, FutureType>(value.getType())) &&
      active.insert(value).second)
    todo.push_back(value);
}

void Activity::markResults(Operation *user) {
  for (Value result : user->getResults())
    mark(result);
}

void Activity::follow(OpOperand &use) {
  Operation *user = use.getOwner();
  unsigned i = use.getOperandNumber();
  if (isa<nn::DetachOp, nn::GradientOp>(user))
    return;
  // Derivatives that are not taken yet are nothing that is computed.
  if (user->getParentOfType<nn::WithDerivativeOp>())
    return;
  if (auto own = dyn_cast<nn::WithDerivativeOp>(user);
      own && i < own.getValues().size())
    return;
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    if (i >= loop.getNumControlOperands()) {
      mark(loop.getTiedLoopRegionIterArg(&use));
      mark(loop.getTiedLoopResult(&use));
    }
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(user))
    return mark(loop.getBeforeArguments()[i]);
  if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
    if (i == 0)
      return;
    auto loop = cast<scf::WhileOp>(user->getParentOp());
    mark(loop.getAfterArguments()[i - 1]);
    return mark(loop.getResult(i - 1));
  }
  if (isa<scf::YieldOp>(user)) {
    Operation *parent = user->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      mark(loop.getRegionIterArg(i));
    if (auto loop = dyn_cast<scf::WhileOp>(parent))
      return mark(loop.getBeforeArguments()[i]);
    return mark(parent->getResult(i));
  }
  if (auto fork = dyn_cast<ForkOp>(user))
    return mark(fork.getBody().getArgument(i));
  if (isa<YieldOp>(user))
    return mark(cast<ForkOp>(user->getParentOp()).getFuture());
  // What is put into a container or cell makes it active.
  if (isa<ListAppendOp, ListSetOp, ListInsertOp, ListExtendOp>(user)) {
    for (Value name : nn::namesOf(user->getOperand(0)))
      mark(name);
    return;
  }
  if (isa<DictSetOp>(user))
    return mark(user->getOperand(0));
  markResults(user);
}

bool Activity::usesActive(Operation *op) const {
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(inner->getOperands(),
                            [&](Value v) { return isActive(v); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}
