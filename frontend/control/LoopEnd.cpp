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

#include "frontend/control/RuntimeLoop.h"
#include "frontend/services/Cells.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

ValueRange RuntimeLoop::makeLoop(Trial &trial) {
  OpBuilder &b = e.b;
  b.restoreInsertionPoint(trial.outside);
  b.getInsertionBlock()->getOperations().splice(
      b.getInsertionPoint(), trial.prologue.get().front().getOperations());
  if (usesWhile()) {
    auto op = scf::WhileOp::create(
        b, shape.where, ValueRange(trial.inits).getTypes(), trial.inits);
    op.getBefore().takeBody(trial.before.get());
    op.getAfter().takeBody(trial.body.get());
    return op.getResults();
  }
  auto upper = b.createOrFold<arith::IndexCastOp>(shape.where, b.getIndexType(),
                                                  trial.tripCount);
  auto op = scf::ForOp::create(b, shape.where, e.constIndex(0), upper,
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
  bool maybeEntry = !shape.runs || trial.isDead();
  if (!trial.isDead())
    e.grads.mergePaths(entry.heap,
                       maybeEntry ? entry.heap : trial.last.end.heap,
                       trial.last.end.heap, {});
  // An iteration that changed what it started with may be the first.
  for (const Slot &slot : storages) {
    Elements start{trial.start.heap[slot.id]->current, {}};
    Elements init{entry.heap[slot.id]->current, {}};
    if (!trial.isDead() &&
        llvm::is_contained(trial.last.end.heap[slot.id]->formerly, start) &&
        !llvm::is_contained(e.get(slot.id).formerly, init))
      e.mutate(slot.id).formerly.push_back(init);
  }
  ValueRange tail = bind(results, Place::Behind);
  joinCarriedGrad(/*maybeEntry=*/!shape.runs,
                  trial.isDead() ? ArrayRef<State>() : trial.last.end,
                  shape.knownTrip && !exit.isPossible);
  for (const auto &[slot, known] : carried()) {
    Value value = e.contentsOf(slot);
    if (shape.isShort && value.is(Kind::Tensor) &&
        e.get(value.id).conflictDependsOnTripOnly)
      e.mutate(value.id).decidedByLoop = e.decisions.activeLoops.back().site;
    // What each iteration leaves is there.
    Value last = getSlot(trial.last.end, slot);
    if (!maybeEntry && slot.kind == Slot::Kind::Item && value.is(Kind::Maybe) &&
        !mayBeUnset(last))
      e.mutate(slot.id).items[slot.index] = Value(value.items[0]);
    if (!maybeEntry && isMode(slot) && last.isConst())
      e.assign(slot, last);
  }
  return tail;
}

void RuntimeLoop::undefineLocals(const Trial &trial) {
  for (const Slot &slot : changedSlots(trial.start, trial.last.end)) {
    bool isVariable =
        slot.kind == Slot::Kind::Local || isShared(entry.heap, slot);
    if (!isVariable || isCarried(slot))
      continue;
    Value undefined;
    undefined.kind = Kind::Undefined;
    undefined.text =
        shape.runs
            ? "is set in a loop to what exists at compile time only; use it "
              "in the loop, or set it before"
            : "is set in a loop that may not run";
    Value last = getSlot(trial.last.end, slot);
    undefined.known = last.is(Kind::Undefined) && last.known;
    if (last.is(Kind::Object))
      undefined.classInfo = trial.last.end.heap[last.id]->classInfo;
    if (last.is(Kind::Undefined) && !last.text.empty())
      undefined.text = last.text;
    else if (shape.isShort && !last.is(Kind::Undefined))
      e.frames.back().body.setIn[slot.name] =
          e.decisions.activeLoops.back().site;
    e.assign(slot, undefined);
  }
}

Flow RuntimeLoop::flowBehind(ValueRange tail) {
  Flow out;
  if (!exit.isPossible || (!exit.returns && !exit.raises))
    return out;
  out.returns = exit.returns;
  out.raises = exit.raises;
  mlir::Value code = tail.front();
  tail = tail.drop_front();
  if (shape.source.isEndless) {
    out.normal = false;
    if (exit.returns && exit.raises)
      out.code = code;
  } else {
    auto constant = [&](int value) {
      return arith::ConstantOp::create(e.b, shape.where,
                                       e.b.getI32IntegerAttr(value));
    };
    // A loop that was left by break has ended normally.
    mlir::Value one = constant(1);
    mlir::Value leaves = arith::CmpIOp::create(
        e.b, shape.where,
        exit.raises ? arith::CmpIPredicate::sle : arith::CmpIPredicate::eq,
        code, one);
    mlir::Value zero = constant(0);
    out.code = arith::SelectOp::create(e.b, shape.where, leaves,
                                       exit.raises ? code : one, zero);
  }
  if (!exit.returns)
    return out;
  out.result = e.types.unflatten(exit.type, tail);
  e.objects.mayBe(out.result, exit.origins);
  return out;
}

} // namespace tine::elaborate
