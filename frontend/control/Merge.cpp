//===- Merge.cpp - Where two paths meet -----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Merge.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Entries.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool Merge::mergeSlots(ArrayRef<Slot> slots) {
  return llvm::all_of(slots, [&](const Slot &slot) { return mergeSlot(slot); });
}

bool Merge::mergeSlot(const Slot &slot) {
  if (std::optional<bool> settled = settle(slot))
    return *settled;
  if (slot.kind == Slot::Kind::Tensor)
    return mergeTensor(slot);
  if (slot.kind == Slot::Kind::Item && slot.index == ~0u)
    return mergeContainer(slot);
  if (slot.kind == Slot::Kind::Storage) {
    auto typeAt = [&](int i) {
      return endOf(i, slot).heap[slot.id]->current.getType();
    };
    if (typeAt(0) == typeAt(1))
      return mergeStorage(slot);
    e.error(range, shapeMessage());
    return false;
  }
  Value x = getSlot(endOf(0, slot), slot), y = getSlot(endOf(1, slot), slot);
  if (slot.kind == Slot::Kind::Item && (mayBeUnset(x) || mayBeUnset(y)))
    return mergeEntry(slot, x, y);
  if (x.is(Kind::Undefined) || y.is(Kind::Undefined))
    return mergeUnset(slot, x, y);
  return mergeValue(slot, x, y);
}

Type Merge::entryType(ArrayRef<std::pair<const State *, Value>> ends,
                      Type known) {
  // Objects of before stay the same ones, if the paths agree on them.
  for (bool keeps : {true, false}) {
    Type type = known;
    for (const auto &[state, value] : ends) {
      Type own = withState(*state, [&, &value = value] {
        return typeOfEntry(e, value, before.heap, keeps);
      });
      type = own && type ? joinEntryTypes(e, type, own) : own;
      if (!type)
        break;
    }
    if (type && e.types.canFlatten(type))
      return type;
  }
  return {};
}

bool Merge::handOn(const Value &value, const Type &type, Leaves &leaves,
                   Path *path) {
  if (e.types.bringToRunTime(value, type, before.heap, range))
    return false;
  auto flatten = [&] {
    return e.types.flatten(value, type, range, leaves, /*keep=*/false);
  };
  return path ? atEnd(*path, flatten) : flatten();
}

mlir::Value Merge::exitCode(const Flow &flow) {
  return flow.code ? flow.code
                   : arith::ConstantOp::create(
                         e.b, e.loc(range), e.b.getI32IntegerAttr(flow.exit()));
}

//===----------------------------------------------------------------------===//
// What one path leaves
//===----------------------------------------------------------------------===//

/// Calls `visit` for every SSA value that a value holds, objects from number
/// `first` on included.
static void visitSsa(Value &value, Heap &heap, std::set<unsigned> &seen,
                     function_ref<void(mlir::Value &)> visit,
                     size_t first = 0) {
  if (value.ssa)
    visit(value.ssa);
  for (Value &item : value.items)
    visitSsa(item, heap, seen, visit, first);
  bool ref = value.is(Kind::Tensor) || value.is(Kind::List) ||
             value.is(Kind::Dict) || value.is(Kind::Object);
  std::function<void(unsigned)> visitObject = [&](unsigned id) {
    if (id < first || !seen.insert(id).second || !heap[id])
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
      visitSsa(item, heap, seen, visit, first);
    for (auto &entry : copy->attributes)
      visitSsa(entry.second, heap, seen, visit, first);
  };
  if (ref)
    visitObject(value.id);
}

void MovedValues::visit(Path &path,
                        function_ref<void(mlir::Value &)> use) const {
  std::set<unsigned> seen;
  State &end = path.end;
  for (auto &entry : end.locals)
    visitSsa(entry.second, end.heap, seen, use);
  for (const Slot &slot : changedSlots(before, end))
    if (slot.kind != Slot::Kind::Local) {
      Value ref = makeRef(Kind::Object, slot.id);
      visitSsa(ref, end.heap, seen, use);
    }
  // The variables of calls since then, which functions may still have.
  for (size_t id = before.heap.size(); id < end.heap.size(); ++id)
    if (end.heap[id] && end.heap[id]->kind == Object::Kind::Variables) {
      Value ref = makeRef(Kind::Object, id);
      visitSsa(ref, end.heap, seen, use);
    }
  visitSsa(path.flow.result, end.heap, seen, use);
  if (path.flow.code)
    use(path.flow.code);
}

void MovedValues::find(Path &path) {
  visit(path, [&](mlir::Value &value) {
    if (region.isAncestor(value.getParentRegion()))
      values.insert(value);
  });
}

void MovedValues::replace(Path &path, ValueRange results) const {
  DenseMap<mlir::Value, mlir::Value> moved;
  for (auto [value, result] : llvm::zip_equal(values, results))
    moved[value] = result;
  visit(path, [&](mlir::Value &value) {
    if (mlir::Value result = moved.lookup(value))
      value = result;
  });
}

void MovedValues::findMade(Value value, Heap heap) {
  std::set<unsigned> seen;
  visitSsa(
      value, heap, seen,
      [&](mlir::Value &part) {
        if (region.isAncestor(part.getParentRegion()))
          values.insert(part);
      },
      before.heap.size());
}

void MovedValues::replaceMade(Value &value, Heap &heap,
                              ValueRange results) const {
  DenseMap<mlir::Value, mlir::Value> moved;
  for (auto [part, result] : llvm::zip_equal(values, results))
    moved[part] = result;
  std::set<unsigned> seen;
  visitSsa(
      value, heap, seen,
      [&](mlir::Value &part) {
        if (mlir::Value result = moved.lookup(part))
          part = result;
      },
      before.heap.size());
}

llvm::SetVector<mlir::Value> captureValues(Region &region) {
  llvm::SetVector<mlir::Value> captured;
  OpBuilder constants(region.getContext());
  constants.setInsertionPointToStart(&region.front());
  DenseMap<mlir::Value, mlir::Value> cloned;
  region.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      mlir::Value v = operand.get();
      if (region.isAncestor(v.getParentRegion()))
        continue;
      Operation *def = v.getDefiningOp();
      if (def && def->hasTrait<OpTrait::ConstantLike>()) {
        mlir::Value &copy = cloned[v];
        if (!copy)
          copy = constants.clone(*def)->getResult(0);
        operand.set(copy);
        continue;
      }
      captured.insert(v);
    }
  });
  return captured;
}

} // namespace tine::elaborate
