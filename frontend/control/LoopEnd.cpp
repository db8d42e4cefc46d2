//===- LoopEnd.cpp - The loop of a trial that succeeded -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an iteration hands on to the next one, the operation, and the state
// behind it.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "frontend/control/RuntimeLoop.h"
#include "frontend/services/Cells.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool RuntimeLoop::yieldExit(Trial &trial,
                            SmallVectorImpl<mlir::Value> &yields) {
  const Flow &flow = trial.flow;
  yields.push_back(flow.code
                       ? flow.code
                       : arith::ConstantOp::create(
                             e.b, where, e.b.getI32IntegerAttr(flow.exit())));
  if (!resultType)
    return true;
  if (!flow.returns) {
    e.types.poison(resultType, yields);
    return true;
  }
  return !e.types.bringToRunTime(flow.result, resultType, entry.heap,
                                 source.range) &&
         e.types.flatten(flow.result, resultType, source.range, yields, false);
}

bool RuntimeLoop::collectYields(Trial &trial,
                                SmallVectorImpl<mlir::Value> &yields) {
  if (trial.isDead) {
    llvm::append_range(yields, trial.args);
    return true;
  }
  for (const auto &[slot, type] : carried) {
    Value value = e.contentsOf(slot);
    if (value.is(Kind::Undefined) && !value.text.empty()) {
      e.error(source.range, "variable '" + slot.name + "' " + value.text);
      return false;
    }
    if (e.types.bringToRunTime(value, type, entry.heap, source.range) ||
        !e.types.flatten(value, type, source.range, yields, false))
      return false;
  }
  for (const Slot &slot : storages)
    yields.push_back(e.get(slot.id).current);
  if (canLeave && !yieldExit(trial, yields))
    return false;
  if (usesWhile() && !condition)
    yields.push_back(arith::AddIOp::create(
        e.b, where, trial.bodyBlock->getArguments().back(), e.constInt(1)));
  return true;
}

ValueRange RuntimeLoop::makeLoop(Trial &trial) {
  OpBuilder &b = e.b;
  b.restoreInsertionPoint(trial.outside);
  b.getInsertionBlock()->getOperations().splice(
      b.getInsertionPoint(), trial.prologueBlock->getOperations());
  if (usesWhile()) {
    auto op = scf::WhileOp::create(b, where, trial.types, trial.inits);
    op.getBefore().takeBody(trial.before.get());
    op.getAfter().takeBody(trial.body.get());
    return op.getResults();
  }
  auto upper = b.createOrFold<arith::IndexCastOp>(where, b.getIndexType(),
                                                  trial.tripCount);
  auto op = scf::ForOp::create(b, where, e.constIndex(0), upper,
                               e.constIndex(1), trial.inits);
  op.getRegion().takeBody(trial.body.get());
  return op.getResults();
}

static bool isMode(const Slot &slot) {
  return slot.kind == Slot::Kind::Attribute && slot.id == modesObject;
}

ValueRange RuntimeLoop::stateBehind(Trial &trial, ValueRange results) {
  size_t size = e.objects.heap.size();
  e.restore(entry);
  e.objects.heap.grow(size);
  // A loop that runs at least once leaves nothing as it was before.
  bool maybeEntry = !runs || trial.isDead;
  if (!trial.isDead)
    e.grads.mergePaths(entry.heap, maybeEntry ? entry.heap : trial.end.heap,
                       trial.end.heap, {});
  // An iteration that changed what it started with may be the first.
  for (const Slot &slot : storages) {
    Elements start{trial.start.heap[slot.id]->current, {}};
    Elements init{entry.heap[slot.id]->current, {}};
    if (!trial.isDead &&
        llvm::is_contained(trial.end.heap[slot.id]->formerly, start) &&
        !llvm::is_contained(e.get(slot.id).formerly, init))
      e.mutate(slot.id).formerly.push_back(init);
  }
  ValueRange tail = bind(results, Place::Behind);
  joinCarriedGrad(/*maybeEntry=*/!runs,
                  trial.isDead ? ArrayRef<State>() : trial.end,
                  knownTrip && !canLeave);
  for (const auto &entryOfSlot : carried) {
    const Slot &slot = entryOfSlot.first;
    Value value = e.contentsOf(slot);
    if (isShort && value.is(Kind::Tensor) &&
        e.get(value.id).conflictDependsOnTripOnly)
      e.mutate(value.id).decidedByLoop = e.decisions.activeLoops.back().site;
    // What each iteration leaves is there.
    Value last = getSlot(trial.end, slot);
    if (!maybeEntry && slot.kind == Slot::Kind::Item && value.is(Kind::Maybe) &&
        !mayBeUnset(last))
      e.mutate(slot.id).items[slot.index] = Value(value.items[0]);
    if (!maybeEntry && isMode(slot) && last.isConst())
      e.assign(slot, last);
  }
  return tail;
}

void RuntimeLoop::undefineLocals(const Trial &trial) {
  for (const Slot &slot : changedSlots(trial.start, trial.end)) {
    bool isVariable =
        slot.kind == Slot::Kind::Local || isShared(entry.heap, slot);
    if (!isVariable || carried.count(slot))
      continue;
    Value undefined;
    undefined.kind = Kind::Undefined;
    undefined.text =
        runs ? "is set in a loop to what exists at compile time only; use it "
               "in the loop, or set it before"
             : "is set in a loop that may not run";
    Value last = getSlot(trial.end, slot);
    undefined.known = last.is(Kind::Undefined) && last.known;
    if (last.is(Kind::Undefined) && !last.text.empty())
      undefined.text = last.text;
    else if (isShort && !last.is(Kind::Undefined))
      e.frames.back().body.setIn[slot.name] =
          e.decisions.activeLoops.back().site;
    e.assign(slot, undefined);
  }
}

Flow RuntimeLoop::flowBehind(ValueRange tail) {
  Flow out;
  if (!canLeave || (!returns && !raises))
    return out;
  out.returns = returns;
  out.raises = raises;
  mlir::Value code = tail.front();
  tail = tail.drop_front();
  if (source.isEndless) {
    out.normal = false;
    if (returns && raises)
      out.code = code;
  } else {
    auto constant = [&](int value) {
      return arith::ConstantOp::create(e.b, where,
                                       e.b.getI32IntegerAttr(value));
    };
    // A loop that was left by break has ended normally.
    mlir::Value one = constant(1);
    mlir::Value leaves = arith::CmpIOp::create(
        e.b, where,
        raises ? arith::CmpIPredicate::sle : arith::CmpIPredicate::eq, code,
        one);
    mlir::Value zero = constant(0);
    out.code =
        arith::SelectOp::create(e.b, where, leaves, raises ? code : one, zero);
  }
  if (!returns)
    return out;
  out.result = e.types.unflatten(resultType, tail);
  e.objects.mayBe(out.result, resultOrigins);
  return out;
}

} // namespace tine::elaborate
