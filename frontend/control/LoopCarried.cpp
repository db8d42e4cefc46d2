//===- LoopCarried.cpp - What a loop carries ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the end of an iteration with its start, and widens what the loop
// assumes: the slots that it carries, their types, and the facts of objects.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "frontend/control/RuntimeLoop.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Choices.h"
#include "frontend/syntax/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The type in which a loop carries an entry that may not be there; null if
/// it exists at compile time only.
static Type carryEntry(Elaborator &e, const State &entry, const Slot &slot,
                       const Value &end, const Type &carried) {
  Value start = getSlot(entry, slot);
  State now = e.save();
  for (bool keeps : {true, false}) {
    Type type = carried && carried->kind == TypeKind::Maybe
                    ? carried->elements[0]
                    : carried;
    bool fits = true;
    for (const Value *value : {&std::as_const(start), &end}) {
      if (value->is(Kind::Undefined))
        continue;
      e.restore(value == &start ? entry : now);
      Type own = typeOfEntry(
          e, value->is(Kind::Maybe) ? Value(value->items[0]) : *value,
          entry.heap, keeps);
      fits &= own != nullptr;
      if (own)
        type = type ? joinEntryTypes(e, type, own) : own;
      fits &= type != nullptr;
      if (!fits)
        break;
    }
    e.restore(now);
    SmallVector<mlir::Type> leaves;
    if (fits && type && !isPartial(type) && e.types.leafTypes(type, leaves))
      return makeType(TypeKind::Maybe, {type});
  }
  return {};
}

/// Whether a list or dict of compile time is in it.
static bool holdsMade(const Type &type) {
  return type->isMadeList || type->isMadeDict ||
         llvm::any_of(type->elements, holdsMade);
}

bool RuntimeLoop::peel(int most) {
  bool isNew = e.decisions.peel(e.frames.site(source.node), most,
                                "its first iteration is unlike the others",
                                source.range);
  if (isNew)
    e.requestRestart();
  return isNew;
}

bool RuntimeLoop::Trial::isOfTensor(const Slot &slot) const {
  return slot.kind == Slot::Kind::Tensor ||
         (slot.kind == Slot::Kind::Attribute &&
          start.heap[slot.id]->isTensor());
}

std::vector<Slot> RuntimeLoop::Trial::changed() const {
  std::vector<Slot> slots, ofTensors;
  for (const Slot &slot : changedSlots(start, end))
    (isOfTensor(slot) ? ofTensors : slots).push_back(slot);
  for (const Slot &slot : changedByCondition) {
    std::vector<Slot> &known = isOfTensor(slot) ? ofTensors : slots;
    if (!llvm::is_contained(known, slot))
      known.push_back(slot);
  }
  llvm::append_range(slots, ofTensors);
  return slots;
}

RuntimeLoop::Next RuntimeLoop::inspect(Trial &trial) {
  if (!trial.isDead) {
    for (const Slot &slot : trial.changed())
      if (!inspectSlot(trial, slot))
        return Next::Stop;
    trial.again |= splitGroups(trial.end);
    // An iteration starts with what earlier ones have left.
    trial.again |= raiseFacts(entry.heap, trial.end.heap, {knownTrip},
                              trial.replacedObjects);
  }
  if (trial.wantsRestart) {
    e.requestRestart();
    return Next::Stop;
  }
  if (!trial.isDead)
    findTwins(trial);
  if (!inspectFlow(trial))
    return Next::Stop;
  // Does an iteration start with what was thought?
  if (!trial.isDead &&
      (trial.again || e.decisions.activeLoops.back().asksGrad)) {
    ends.push_back(trial.end);
    if (!trial.again) {
      e.restore(trial.start);
      joinStartingGrad();
      trial.again = !GradFlags::knowsSameGrad(e.objects.heap, trial.start.heap);
      e.restore(trial.end);
    }
  }
  if (!trial.again)
    return Next::GoOn;
  // The numbers of arguments are others then.
  e.decisions.activeLoops.back().history.sources.clear();
  return Next::Again;
}

bool RuntimeLoop::inspectFlow(Trial &trial) {
  const Flow &flow = trial.flow;
  if (!canLeave && (flow.breaks || flow.returns || flow.raises))
    canLeave = trial.again = true;
  raises |= flow.raises;
  if (!flow.returns)
    return true;
  returns = true;
  Objects::originsOf(trial.end.heap, flow.result, entry.heap.size(),
                     resultOrigins);
  Type type =
      joinChoices(e, resultType, typeOfMade(e, flow.result, entry.heap));
  if (!type) {
    e.error(source.range, "the paths through this loop return values of "
                          "different types");
    return false;
  }
  if (!resultType || !sameType(type, resultType)) {
    resultType = type;
    trial.again = true;
  }
  return true;
}

void RuntimeLoop::findTwins(Trial &trial) {
  // Objects of this iteration that more than one carried value holds.
  std::map<unsigned, Part> holders;
  for (const auto &entryOfSlot : carried) {
    const Slot &slot = entryOfSlot.first;
    Origins parts;
    Objects::originsOf(trial.end.heap, getSlot(trial.end, slot),
                       trial.end.heap.size(), parts);
    for (const auto &[way, ids] : parts)
      for (unsigned id : ids) {
        if (id < entry.heap.size())
          continue;
        Part part{slot, way};
        auto [holder, isFirst] = holders.insert({id, part});
        if (!isFirst && holder->second != part)
          trial.again |= twins.insert({holder->second, part}).second;
      }
  }
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

bool RuntimeLoop::inspectSlot(Trial &trial, const Slot &slot) {
  // The next trial has another tensor in its place.
  if (trial.replacedObjects.count(slot.id) && trial.isOfTensor(slot))
    return true;
  // Objects of this iteration, such as the storage of a carried variable.
  if (slot.kind != Slot::Kind::Local && slot.id >= entry.heap.size())
    return true;
  if (slot.kind == Slot::Kind::Item && slot.index == ~0u)
    return inspectContainer(trial, slot);
  if (slot.kind == Slot::Kind::Tensor)
    return inspectTensor(trial, slot);
  if (slot.kind == Slot::Kind::Storage)
    return inspectStorage(trial, slot);
  Value value = getSlot(trial.end, slot);
  if (slot.kind == Slot::Kind::Attribute) {
    Value before = getSlot(trial.start, slot);
    bool isGrad = trial.isOfTensor(slot) && slot.name == "grad";
    bool isCarried = carried.count(slot) != 0;
    if (isGrad && value.is(Kind::Undefined)) {
      trial.again |= forgotten.insert(slot.id).second || isCarried;
      carried.erase(slot);
      return true;
    }
    bool becomesTensor =
        isGrad && before.is(Kind::None) && !value.is(Kind::None);
    bool isNew = before.is(Kind::Undefined) && !isShared(entry.heap, slot);
    if (isGrad && !isCarried && (isNew || becomesTensor) &&
        leaveUnread(trial, slot, value))
      return true;
    // A gradient becomes a tensor once: that iteration comes before the loop.
    if (!isCarried && (isNew || becomesTensor) && peel(3))
      return false;
  }
  if (slot.kind == Slot::Kind::Item &&
      (mayBeUnset(value) || mayBeUnset(getSlot(trial.start, slot))))
    return carryOpenEntry(trial, slot, value);
  if ((slot.kind == Slot::Kind::Local || isShared(entry.heap, slot)) &&
      !carried.count(slot) && definesLocal(trial, slot, value))
    return true;
  // What was left untold in front of the loop stays so behind it.
  if (value.is(Kind::Undefined)
          ? startsUnknown(trial, slot, value)
          : slot.kind != Slot::Kind::Local && isUntold(getSlot(entry, slot)))
    return true;
  return carryValue(trial, slot, value);
}

bool RuntimeLoop::inspectTensor(Trial &trial, const Slot &slot) {
  if (e.decisions.unrollEnclosingLoop())
    return false;
  const Object &start = *trial.start.heap[slot.id];
  const Object &end = *trial.end.heap[slot.id];
  // t_() of a square matrix.
  if (start.storage == end.storage && start.tensorType == end.tensorType &&
      start.requiresGrad == end.requiresGrad && !start.movesElements &&
      start.tensorType.hasStaticShape()) {
    auto moving = std::make_shared<Object>(*entry.heap[slot.id]);
    moving->movesElements = true;
    moving->layout = Layout::unknown();
    entry.heap.set(slot.id, std::move(moving));
    trial.replacedObjects.insert(slot.id);
    return trial.again = true;
  }
  if (peel(1))
    return false;
  e.error(source.range, "a tensor's storage, shape or requires_grad changes in "
                        "this loop; assign to the variable instead");
  return false;
}

bool RuntimeLoop::inspectStorage(Trial &trial, const Slot &slot) {
  if (trial.end.heap[slot.id]->current.getType() !=
      entry.heap[slot.id]->current.getType()) {
    e.error(source.range, "a tensor changes its shape in place in this loop");
    return false;
  }
  trial.again |= storages.insert(slot).second;
  return true;
}

bool RuntimeLoop::definesLocal(Trial &trial, const Slot &slot,
                               const Value &value) {
  bool isShared = slot.kind == Slot::Kind::Attribute;
  if (!isShared && !live.contains(slot.name) && !after.contains(slot.name) &&
      slot.name.front() != '$')
    return true;
  if (!getSlot(entry, slot).is(Kind::Undefined))
    return false;
  // Python knows it afterwards, TorchScript not.
  if (e.script() || value.is(Kind::Undefined))
    return true;
  // It is set behind a loop that runs.
  bool isSet =
      runs && !isShared && !value.is(Kind::Maybe) && !live.contains(slot.name);
  if (!isSet && isUntold(getSlot(entry, slot)))
    return true;
  Type type = e.types.typeOfUnset(value, entry.heap);
  if (!type)
    return true;
  if (isSet)
    type = type->elements[0];
  carried[slot] = type;
  trial.again = true;
  return true;
}

bool RuntimeLoop::startsUnknown(Trial &trial, const Slot &slot,
                                const Value &value) {
  bool isRead = slot.kind != Slot::Kind::Local || live.contains(slot.name);
  if (!isRead || carried.count(slot) ||
      getSlot(entry, slot).is(Kind::Undefined))
    return true;
  if (!e.script() && isShort &&
      e.decisions.unroll(e.decisions.activeLoops.back().site,
                         "an iteration leaves a variable unset")) {
    trial.wantsRestart = true;
    return true;
  }
  setSlot(entry, slot, value);
  trial.again = true;
  return true;
}

Type RuntimeLoop::typeOfSlot(const Slot &slot, const Value &value) {
  return plain.count(slot) ? e.types.typeOf(value) : typeOfChoice(e, value);
}

void RuntimeLoop::learnHolders(Trial &trial, const Slot &slot,
                               const Value &value) {
  const Heap &heap = trial.end.heap;
  Origins parts;
  Objects::originsOf(heap, value, heap.size(), parts);
  for (const auto &[way, ids] : parts)
    for (unsigned id : ids)
      if (heap[id]->isStorage() && heap[id]->shared)
        trial.again |= heldParts[slot].insert({way, *heap[id]}).second;
}

bool RuntimeLoop::carryValue(Trial &trial, const Slot &slot,
                             const Value &value) {
  size_t older = entry.heap.size();
  Origins &origins = carriedOrigins[slot];
  // An iteration starts with what there was before, too.
  Origins known = origins;
  Objects::originsOf(entry.heap, getSlot(entry, slot), older, known);
  Origins all = known;
  Objects::originsOf(trial.end.heap, value, older, all);
  trial.again |= all != known;
  Objects::originsOf(trial.end.heap, value, older, origins);
  auto it = carried.find(slot);
  if (it == carried.end()) {
    Value first = getSlot(entry, slot);
    // An iteration may have made a tensor a leaf.
    bool changes = !first.isNumber();
    if (changes)
      e.restore(entry);
    Type type = typeOfSlot(slot, first);
    if (changes)
      e.restore(trial.end);
    it = carried.emplace(slot, type).first;
    Origins parts;
    Objects::originsOf(entry.heap, first, entry.heap.size(), parts);
    for (const auto &part : parts)
      trial.replacedObjects.insert(part.second.begin(), part.second.end());
    trial.again = true;
  }
  return widen(trial, slot, it->second, typeOfSlot(slot, value));
}

bool RuntimeLoop::leaveUnread(Trial &trial, const Slot &slot,
                              const Value &value) {
  if (forgotten.count(slot.id))
    return true;
  if (!getSlot(entry, slot).is(Kind::Undefined) &&
      !e.decisions.assumeStartsAlike(e.decisions.activeLoops.back().site))
    return false;
  forgotten.insert(slot.id);
  trial.again = true;
  // There is one behind a loop that runs.
  Type made = runs ? e.types.typeOfUnset(value, entry.heap) : Type();
  if (made) {
    carried[slot] = withoutTensors(made->elements[0]);
    replaced.insert(slot);
  }
  return true;
}

bool RuntimeLoop::carryOpenEntry(Trial &trial, const Slot &slot,
                                 const Value &now) {
  Type &type = carried[slot];
  Type wider = carryEntry(e, entry, slot, now, type);
  if (!wider) {
    if (!e.decisions.unrollEnclosingLoop())
      e.error(source.range,
              "a dict gets a key in some iterations of this loop, and its "
              "value cannot be told at run time; set it before the loop");
    return false;
  }
  Origins &origins = carriedOrigins[slot];
  Origins known = origins;
  Objects::originsOf(trial.end.heap, now, entry.heap.size(), origins);
  trial.again |= origins != known || !type || !sameType(type, wider);
  type = wider;
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isIntOrFloat(const Type &type) {
  return type->kind == TypeKind::Int || type->kind == TypeKind::Float;
}

bool RuntimeLoop::isMadeAnew(const Slot &slot) {
  return slot.kind == Slot::Kind::Local && !live.contains(slot.name) && runs &&
         !e.script() && alwaysSets(source.body, slot.name);
}

RuntimeLoop::Start RuntimeLoop::changeStart(Trial &trial, const Slot &slot,
                                            Type &type, const Type &with,
                                            bool joins) {
  auto change = [&](Type to) {
    type = std::move(to);
    trial.again = true;
    return Start::Changed;
  };
  // A parameter in place of another tensor is one from then on.
  if (with->isParameter && !type->isParameter && peel(1))
    return Start::Stop;
  // So is a leaf in place of a tensor that is none.
  bool areTensors =
      type->kind == TypeKind::Tensor && with->kind == TypeKind::Tensor;
  if (areTensors && type->elements.empty() && !with->elements.empty() &&
      peel(1))
    return Start::Stop;
  if (joins)
    return Start::Fits;
  // A sum that starts with 0 is a float from the first iteration on.
  if (!e.script() && type->kind == TypeKind::Int &&
      with->kind == TypeKind::Float && peel(1))
    return Start::Stop;
  bool isTensor = with->kind == TypeKind::Tensor && with->tensor;
  if (!e.script() && isIntOrFloat(type) && (isTensor || with->isRecord)) {
    // The first iteration makes a tensor of the zero.
    Value start = getSlot(entry, slot);
    if (isTensor && runs && !source.canLeave && !raises &&
        slot.kind == Slot::Kind::Local && start.isConst() &&
        start.asDouble() == 0 && with->tensor.hasStaticShape() &&
        isa<FloatType>(with->tensor.getElementType()) &&
        onlyAddsTo(source.body, slot.name)) {
      zeros[slot] = withoutTensors(with);
      return change(zeros[slot]);
    }
    if (peel(1))
      return Start::Stop;
  }
  // Each iteration makes it anew, and there is one.
  if (isMadeAnew(slot) && replaced.insert(slot).second)
    if (Type made = e.types.typeOfUnset(getSlot(trial.end, slot), entry.heap))
      return change(made->elements[0]);
  return Start::Fits;
}

bool RuntimeLoop::widen(Trial &trial, const Slot &slot, Type &type,
                        const Type &with) {
  bool isEmpty = type->kind == TypeKind::Dict && isPartial(type);
  Type joined = holdsMade(type) || holdsMade(with) || isEmpty
                    ? joinChoices(e, type, with)
                    : e.types.joinTypes(type, with);
  Start start = changeStart(trial, slot, type, with, joined != nullptr);
  if (start != Start::Fits)
    return start == Start::Changed;
  if (!joined)
    joined = e.types.joinAnyTypes(type, with);
  // None until the first iteration, of which there is one.
  if (type->kind == TypeKind::None && isMadeAnew(slot) &&
      replaced.insert(slot).second) {
    // Not the very tensor of this iteration.
    type = withoutTensors(with);
    trial.again = true;
    return true;
  }
  if (!joined && slot.kind != Slot::Kind::Item &&
      (holdsMade(type) || holdsMade(with)) && plain.insert(slot).second) {
    carried.erase(slot);
    trial.again = true;
    return true;
  }
  SmallVector<mlir::Type> types;
  if (!joined || isPartial(joined) || !e.types.leafTypes(joined, types)) {
    // What only exists at compile time can change in unrolled iterations.
    if (e.decisions.unrollEnclosingLoop())
      return false;
    std::string name = slot.kind == Slot::Kind::Item ? "an element of a list"
                                                     : "'" + slot.name + "'";
    e.error(source.range, name + " has type '" + toString(type, with) +
                              "' before an iteration of the loop and type '" +
                              toString(with, type) + "' behind it");
    return false;
  }
  if (!sameType(joined, type)) {
    type = joined;
    trial.again = true;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Lists and dicts
//===----------------------------------------------------------------------===//

bool RuntimeLoop::inspectContainer(Trial &trial, const Slot &slot) {
  const Object &object = *trial.end.heap[slot.id];
  bool isList = object.kind == Object::Kind::List;
  bool keeps = !isList && e.containers.canOpen(slot.id, entry, trial.end);
  // A key that some iterations add comes in any of them.
  bool isCertain = !object.isOpen() && open.count(slot.id) == 0;
  if (!isList && object.keysAreKnown() &&
      !e.decisions.startsApart(e.decisions.activeLoops.back().site) &&
      e.decisions.prepareOptimizers(slot.id))
    return false;
  if (!isList && object.keysAreKnown() && (!keeps || isCertain) && peel(2))
    return false;
  return keeps ? openDict(trial, slot) : bringContainer(trial, slot);
}

bool RuntimeLoop::openDict(Trial &trial, const Slot &slot) {
  const Object &object = *trial.end.heap[slot.id];
  MergedKeys keys = mergeKeys(*entry.heap[slot.id], object);
  entry.heap.set(slot.id, withKeys(*entry.heap[slot.id], keys.keys));
  // Their places have other numbers.
  auto isOfDict = [&](const Slot &other) {
    return other.kind == Slot::Kind::Item && other.id == slot.id;
  };
  for (auto it = carried.begin(); it != carried.end();)
    it = isOfDict(it->first) ? carried.erase(it) : std::next(it);
  for (auto it = carriedOrigins.begin(); it != carriedOrigins.end();)
    it = isOfDict(it->first) ? carriedOrigins.erase(it) : std::next(it);
  groups = EntryGroups();
  open.insert(slot.id);
  std::shared_ptr<Object> aligned = withKeys(object, keys.keys);
  for (unsigned i = 1; i < aligned->items.size(); i += 2)
    if (mayBeUnset(aligned->items[i]) ||
        mayBeUnset(entry.heap[slot.id]->items[i]))
      if (!carryOpenEntry(trial, {slot.kind, "", slot.id, i},
                          aligned->items[i]))
        return false;
  trial.end.heap.set(slot.id, aligned);
  ends.clear();
  trial.again = true;
  return true;
}

bool RuntimeLoop::bringContainer(Trial &trial, const Slot &slot) {
  const Object &object = *trial.end.heap[slot.id];
  bool isList = object.kind == Object::Kind::List;
  auto isLeaf = [&](const Value &item) {
    return item.is(Kind::Tensor) && e.get(item.id).requiresGrad &&
           e.get(item.id).isLeaf;
  };
  // Parameters are known one by one.
  if (isList && llvm::any_of(object.items, isLeaf) &&
      (e.decisions.unrollEnclosingLoop() ||
       e.decisions.keepKnown(source.iterable)))
    return false;
  // Leaves made in the loop keep their own gradient in whatever holds them.
  if (isList && llvm::any_of(object.items, [&](const Value &item) {
        return isLeaf(item) && item.id >= trial.start.heap.size();
      })) {
    e.error(source.range,
            "a list of tensors that require a gradient grows in a loop "
            "whose number of iterations is not known at compile time; "
            "make the tensors before the loop, or give it a range");
    return false;
  }
  Type type =
      e.types.typeOf(makeRef(isList ? Kind::List : Kind::Dict, slot.id));
  SmallVector<mlir::Type> types;
  if (!e.decisions.mayBeOfRun(object) || hasStatic(type) || isPartial(type) ||
      !e.types.leafTypes(type, types)) {
    if (!e.decisions.unrollEnclosingLoop())
      e.error(source.range, "the elements of a list or dict that grows in a "
                            "loop must have one type");
    return false;
  }
  // A `while` may end soon, too.
  if (isShort || !trip)
    e.decisions.noteGrowth(object.site, e.decisions.activeLoops.back().site);
  if (isList)
    e.decisions.bringToRun(object.site, type->elements[0],
                           "it grows in a loop");
  else
    e.decisions.bringToRun(object.site, type->elements[0], type->elements[1],
                           "it gets keys in a loop");
  // A list that no loop around this one knows can be brought in front of it.
  bool isKnownOutside =
      e.decisions.activeLoops.size() > 1 &&
      slot.id < std::prev(e.decisions.activeLoops.end(), 2)->older;
  if (isList && e.decisions.isRolled(source.node) && !isKnownOutside) {
    brought[slot.id] = type->elements[0];
    trial.again = true;
    return true;
  }
  trial.wantsRestart = true;
  return true;
}

} // namespace tine::elaborate
