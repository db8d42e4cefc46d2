//===- ChangedValues.cpp - SSA values in what a path has changed ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task, or the only arm of a branch that ends, hands its state on as it is,
// but for the values that were made in its block.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Calls `visit` for every SSA value that a value holds, objects included.
static void visitSsa(Value &value, Heap &heap, std::set<unsigned> &seen,
                     function_ref<void(mlir::Value &)> visit) {
  if (value.ssa)
    visit(value.ssa);
  for (Value &item : value.items)
    visitSsa(item, heap, seen, visit);
  bool ref = value.is(Kind::Tensor) || value.is(Kind::List) ||
             value.is(Kind::Dict) || value.is(Kind::Object);
  std::function<void(unsigned)> visitObject = [&](unsigned id) {
    if (!seen.insert(id).second || !heap[id])
      return;
    auto copy = std::make_shared<Object>(*heap[id]);
    heap.set(id, copy);
    if (copy->current)
      visit(copy->current);
    for (ViewStep &step : copy->path) {
      if (step.start)
        visit(step.start);
      for (mlir::Value &size : step.sizes)
        visit(size);
    }
    if (copy->kind == Object::Kind::Tensor)
      visitObject(copy->storage);
    for (Value &item : copy->items)
      visitSsa(item, heap, seen, visit);
    for (auto &entry : copy->attributes)
      visitSsa(entry.second, heap, seen, visit);
  };
  if (ref)
    visitObject(value.id);
}

void Elaborator::visitChanged(const State &before, State &state,
                              function_ref<void(mlir::Value &)> visit,
                              Value *also) {
  std::set<unsigned> seen;
  for (auto &entry : state.locals)
    visitSsa(entry.second, state.heap, seen, visit);
  for (const Slot &slot : changedSlots(before, state))
    if (slot.kind != Slot::Kind::Local) {
      Value ref = makeRef(Kind::Object, slot.id);
      visitSsa(ref, state.heap, seen, visit);
    }
  // The variables of calls since then, which functions may still have.
  for (size_t id = before.heap.size(); id < state.heap.size(); ++id)
    if (state.heap[id] && state.heap[id]->kind == Object::Kind::Variables) {
      Value ref = makeRef(Kind::Object, id);
      visitSsa(ref, state.heap, seen, visit);
    }
  if (also)
    visitSsa(*also, state.heap, seen, visit);
}

} // namespace tine::elaborate
