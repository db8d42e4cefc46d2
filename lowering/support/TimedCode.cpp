//===- TimedCode.cpp - What runs between two readings of a clock ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readings reach the operations that hold or call them, then contexts go from
// callers to callees up to a fixed point. Both only grow.
//
//===----------------------------------------------------------------------===//

#include "lowering/support/TimedCode.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/ViewOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tine;

TimedCode::TimedCode(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    functions[function.getSymNameAttr()] = function;
  findReaders(module);
  if (empty())
    return;
  for (auto function : module.getOps<func::FuncOp>())
    changed.insert(function);
  while (!changed.empty()) {
    auto function = cast<func::FuncOp>(changed.pop_back_val());
    visit(function.getBody(), contexts.lookup(function));
  }
}

func::FuncOp TimedCode::getCallee(Operation *call) const {
  if (auto direct = dyn_cast<func::CallOp>(call))
    return functions.lookup(direct.getCalleeAttr().getAttr());
  if (auto spawn = dyn_cast<SpawnOp>(call))
    return functions.lookup(spawn.getCalleeAttr().getAttr());
  return {};
}

void TimedCode::findReaders(ModuleOp module) {
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callers;
  SmallVector<Operation *> found;
  module.walk([&](Operation *op) {
    if (isa<TimeOp>(op))
      found.push_back(op);
    else if (func::FuncOp callee = getCallee(op))
      callers[callee].push_back(op);
  });
  while (!found.empty()) {
    Operation *op = found.pop_back_val();
    for (; op && op != module && readers.insert(op).second;
         op = op->getParentOp())
      if (isa<func::FuncOp>(op))
        found.append(callers.lookup(op));
  }
}

void TimedCode::visit(Region &region, Readings around) {
  // Where blocks branch to one another, each may come before each.
  if (region.getBlocks().size() > 1 && readsClock(region.getParentOp()))
    around = {true, true};
  for (Block &block : region)
    visit(block, around);
}

void TimedCode::visit(Block &block, Readings around) {
  SmallVector<Operation *> readings;
  for (Operation &op : block)
    if (readsClock(&op))
      readings.push_back(&op);
  size_t passed = 0;
  for (Operation &op : block) {
    bool isReading = passed < readings.size() && readings[passed] == &op;
    Readings here = {around.before || passed > 0,
                     around.behind || readings.size() - passed > isReading};
    passed += isReading;
    if (here.before && here.behind)
      timed.insert(&op);
    if (func::FuncOp callee = getCallee(&op))
      visitCall(callee, here);
    if (isReading && isa<LoopLikeOpInterface>(op))
      here = {true, true};
    for (Region &region : op.getRegions())
      visit(region, here);
  }
}

void TimedCode::visitCall(func::FuncOp callee, Readings around) {
  Readings &known = contexts[callee];
  Readings joined = {known.before || around.before,
                     known.behind || around.behind};
  if (joined.before == known.before && joined.behind == known.behind)
    return;
  known = joined;
  changed.insert(callee);
}

bool tine::isTensorView(Operation *op) {
  return isa<nn::ReshapeOp, nn::PermuteOp, nn::ExpandOp, nn::SliceOp,
             nn::DetachOp, nn::OverwriteOp, nn::StraightThroughOp,
             nn::OptimizationBarrierOp>(op);
}

bool tine::isTensorWork(Operation *op) {
  return isa<nn::NNDialect>(op->getDialect()) && !isTensorView(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
         wouldOpBeTriviallyDead(op);
}
