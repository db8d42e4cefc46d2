//===- LoopMerge.cpp - A loop's start and the end of an iteration ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/LoopMerge.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Choices.h"
#include "frontend/services/RunObjects.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool Trial::isOfTensor(const Slot &slot) const {
  return slot.kind == Slot::Kind::Tensor ||
         (slot.kind == Slot::Kind::Attribute &&
          start.heap[slot.id]->isTensor());
}

std::vector<Slot> Trial::changed() const {
  std::vector<Slot> slots, ofTensors;
  for (const Slot &slot : changedSlots(start, last.end))
    (isOfTensor(slot) ? ofTensors : slots).push_back(slot);
  for (const Slot &slot : changedByCondition) {
    std::vector<Slot> &known = isOfTensor(slot) ? ofTensors : slots;
    if (!llvm::is_contained(known, slot))
      known.push_back(slot);
  }
  llvm::append_range(slots, ofTensors);
  return slots;
}

Next LoopMerge::run() {
  if (!trial.isDead()) {
    if (!mergeSlots(trial.changed()))
      return Next::Stop;
    trial.again |= assumed.splitGroups(trial.last.end);
    // An iteration starts with what earlier ones have left.
    trial.again |= raiseFacts(assumed.entry.heap, trial.last.end.heap,
                              {shape.knownTrip}, trial.replacedObjects);
  }
  if (trial.wantsRestart) {
    e.requestRestart();
    return Next::Stop;
  }
  if (!trial.isDead())
    findTwins();
  if (!mergeFlow())
    return Next::Stop;
  return trial.again ? Next::Again : Next::GoOn;
}

bool LoopMerge::mergeFlow() {
  const Flow &flow = trial.last.flow;
  LoopExit &exit = assumed.exit;
  if (!exit.isPossible && (flow.breaks || flow.returns || flow.raises))
    exit.isPossible = trial.again = true;
  exit.raises |= flow.raises;
  if (!flow.returns)
    return true;
  exit.returns = true;
  Objects::originsOf(trial.last.end.heap, flow.result, before.heap.size(),
                     exit.origins);
  Type exitedWith = typeOfMade(e, flow.result, before.heap);
  Type type = joinChoices(e, exit.type, exitedWith);
  if (!type && bringObjects(e, exitedWith, "a loop returns one of them"))
    return false;
  if (!type) {
    e.error(range, "the paths through this loop return values of different "
                   "types");
    return false;
  }
  if (!exit.type || !sameType(type, exit.type)) {
    exit.type = type;
    trial.again = true;
  }
  return true;
}

void LoopMerge::findTwins() {
  // Objects of this iteration that more than one carried value holds.
  std::map<unsigned, LoopAssumptions::Part> holders;
  const State &end = trial.last.end;
  for (const auto &[slot, known] : assumed.carried()) {
    Origins parts;
    Objects::originsOf(end.heap, getSlot(end, slot), end.heap.size(), parts);
    for (const auto &[way, ids] : parts)
      for (unsigned id : ids) {
        if (id < before.heap.size())
          continue;
        LoopAssumptions::Part part{slot, way};
        auto [holder, isFirst] = holders.insert({id, part});
        if (!isFirst && holder->second != part)
          trial.again |= assumed.twins.insert({holder->second, part}).second;
      }
  }
}

void LoopMerge::learnHolders() {
  const State &end = trial.last.end;
  for (auto &[slot, known] : assumed.slots) {
    if (!known.type)
      continue;
    Origins parts;
    Objects::originsOf(end.heap, getSlot(end, slot), end.heap.size(), parts);
    for (const auto &[way, ids] : parts)
      for (unsigned id : ids)
        if (end.heap[id]->isStorage() && end.heap[id]->shared)
          trial.again |= known.held.insert({way, *end.heap[id]}).second;
  }
}

bool LoopMerge::collect(Leaves &yields) {
  if (trial.isDead()) {
    llvm::append_range(yields, trial.args);
    return true;
  }
  for (const auto &[slot, known] : assumed.carried()) {
    Value value = e.contentsOf(slot);
    if (value.is(Kind::Undefined) && !value.text.empty()) {
      e.error(range, "variable '" + slot.name + "' " + value.text);
      return false;
    }
    if (!handOn(value, known.type, yields))
      return false;
  }
  for (const Slot &slot : assumed.storages)
    yields.push_back(e.get(slot.id).current);
  if (!assumed.exit.isPossible)
    return true;
  const Flow &flow = trial.last.flow;
  yields.push_back(exitCode(flow));
  if (assumed.exit.type && flow.returns)
    return handOn(flow.result, assumed.exit.type, yields);
  if (assumed.exit.type)
    e.types.poison(assumed.exit.type, yields);
  return true;
}

//===----------------------------------------------------------------------===//
// Before the rules
//===----------------------------------------------------------------------===//

const State &LoopMerge::endOf(int i, const Slot &slot) const {
  if (i == 1)
    return trial.last.end;
  return assumed.isCarried(slot) ? trial.start : before;
}

std::optional<bool> LoopMerge::settle(const Slot &slot) {
  // The next trial has another tensor in its place.
  if (trial.replacedObjects.count(slot.id) && trial.isOfTensor(slot))
    return true;
  if (slot.kind == Slot::Kind::Local) {
    bool isRead = shape.live.contains(slot.name) ||
                  shape.after.contains(slot.name) || slot.name.front() == '$';
    return isRead || assumed.isCarried(slot) ? std::nullopt
                                             : std::optional(true);
  }
  // Objects of this iteration, such as the storage of a carried variable.
  if (slot.id >= before.heap.size())
    return true;
  return slot.kind == Slot::Kind::Attribute ? settleAttribute(slot)
                                            : std::nullopt;
}

std::optional<bool> LoopMerge::settleAttribute(const Slot &slot) {
  Value start = getSlot(trial.start, slot), now = getSlot(trial.last.end, slot);
  bool isGrad = trial.isOfTensor(slot) && slot.name == "grad";
  bool isCarried = assumed.isCarried(slot);
  if (isGrad && now.is(Kind::Undefined)) {
    trial.again |= assumed.forgotten.insert(slot.id).second || isCarried;
    assumed.slots[slot].type = {};
    return true;
  }
  bool becomesTensor = isGrad && start.is(Kind::None) && !now.is(Kind::None);
  bool isNew = start.is(Kind::Undefined) && !isShared(before.heap, slot);
  if (isCarried || (!isNew && !becomesTensor))
    return std::nullopt;
  if (isGrad && leaveUnread(slot, now))
    return true;
  // A gradient becomes a tensor once: that iteration comes before the loop.
  return peel(3) ? std::optional(false) : std::nullopt;
}

bool LoopMerge::leaveUnread(const Slot &slot, const Value &value) {
  if (assumed.forgotten.count(slot.id))
    return true;
  if (!getSlot(before, slot).is(Kind::Undefined) &&
      !e.decisions.assumeStartsAlike(active().site))
    return false;
  assumed.forgotten.insert(slot.id);
  trial.again = true;
  // There is one behind a loop that runs.
  Type made = shape.runs ? e.types.typeOfUnset(value, before.heap) : Type();
  if (made) {
    Carried &known = assumed.slots[slot];
    known.type = withoutTensors(made->elements[0]);
    known.isReplaced = true;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors and values
//===----------------------------------------------------------------------===//

bool LoopMerge::mergeTensor(const Slot &slot) {
  if (e.decisions.unrollEnclosingLoop())
    return false;
  const Object &start = *trial.start.heap[slot.id];
  const Object &end = *trial.last.end.heap[slot.id];
  // t_() of a square matrix.
  if (start.storage == end.storage && start.tensorType == end.tensorType &&
      start.requiresGrad == end.requiresGrad && !start.movesElements &&
      start.tensorType.hasStaticShape()) {
    auto moving = std::make_shared<Object>(*before.heap[slot.id]);
    moving->movesElements = true;
    moving->layout = Layout::unknown();
    assumed.entry.heap.set(slot.id, std::move(moving));
    trial.replacedObjects.insert(slot.id);
    return trial.again = true;
  }
  if (!peel(1))
    e.error(range, "a tensor's storage, shape or requires_grad changes in this "
                   "loop; assign to the variable instead");
  return false;
}

bool LoopMerge::mergeStorage(const Slot &slot) {
  trial.again |= assumed.storages.insert(slot).second;
  return true;
}

bool LoopMerge::mergeUnset(const Slot &slot, const Value &x, const Value &now) {
  bool isVariable =
      slot.kind == Slot::Kind::Local || isShared(before.heap, slot);
  if (isVariable && x.is(Kind::Undefined) && !assumed.isCarried(slot))
    return define(slot, now);
  return now.is(Kind::Undefined) ? startUnknown(slot, now)
                                 : mergeValue(slot, x, now);
}

bool LoopMerge::define(const Slot &slot, const Value &value) {
  // Python knows it afterwards, TorchScript not.
  if (e.script() || value.is(Kind::Undefined))
    return true;
  // It is set behind a loop that runs.
  bool isSet = shape.runs && slot.kind == Slot::Kind::Local &&
               !value.is(Kind::Maybe) && !shape.live.contains(slot.name);
  if (!isSet && isUntold(getSlot(before, slot)))
    return true;
  Type type = e.types.typeOfUnset(value, before.heap);
  if (type)
    assume(assumed.slots[slot], isSet ? type->elements[0] : type);
  return true;
}

bool LoopMerge::startUnknown(const Slot &slot, const Value &value) {
  bool isRead =
      slot.kind != Slot::Kind::Local || shape.live.contains(slot.name);
  if (!isRead || assumed.isCarried(slot) ||
      getSlot(before, slot).is(Kind::Undefined))
    return true;
  if (!e.script() && shape.isShort &&
      e.decisions.unroll(active().site,
                         "an iteration leaves a variable unset")) {
    trial.wantsRestart = true;
    return true;
  }
  setSlot(assumed.entry, slot, value);
  trial.again = true;
  return true;
}

bool LoopMerge::mergeValue(const Slot &slot, const Value &, const Value &now) {
  Value first = getSlot(before, slot);
  // What was left untold in front of the loop stays so behind it.
  if (slot.kind != Slot::Kind::Local && isUntold(first))
    return true;
  size_t older = before.heap.size();
  const Heap &heap = trial.last.end.heap;
  Carried &known = assumed.slots[slot];
  // An iteration starts with what there was before, too.
  Origins starts = known.origins;
  Objects::originsOf(before.heap, first, older, starts);
  Origins all = starts;
  Objects::originsOf(heap, now, older, all);
  trial.again |= all != starts;
  Objects::originsOf(heap, now, older, known.origins);
  if (!known.type) {
    // An iteration may have made a tensor a leaf.
    auto ask = [&] { return typeOf(known, first); };
    assume(known, first.isNumber() ? ask() : withState(before, ask));
    Origins parts;
    Objects::originsOf(before.heap, first, older, parts);
    for (const auto &part : parts)
      trial.replacedObjects.insert(part.second.begin(), part.second.end());
  }
  return widen(slot, known, typeOf(known, now));
}

//===----------------------------------------------------------------------===//
// Lists and dicts
//===----------------------------------------------------------------------===//

bool LoopMerge::mergeEntry(const Slot &slot, const Value &, const Value &now) {
  Carried &known = assumed.slots[slot];
  SmallVector<std::pair<const State *, Value>> ends;
  Value first = getSlot(before, slot);
  if (!first.is(Kind::Undefined))
    ends.emplace_back(&before, presentIn(first));
  if (!now.is(Kind::Undefined))
    ends.emplace_back(&trial.last.end, presentIn(now));
  bool isMaybe = known.type && known.type->kind == TypeKind::Maybe;
  Type type = entryType(ends, isMaybe ? known.type->elements[0] : known.type);
  if (!type) {
    auto bring = [&] {
      return bringObjects(e, presentIn(now), "a dict gets one in a loop");
    };
    if (!e.decisions.unrollEnclosingLoop() && !withState(trial.last.end, bring))
      e.error(range, "a dict gets a key in some iterations of this loop, and "
                     "its value cannot be told at run time; set it before the "
                     "loop");
    return false;
  }
  Origins origins = known.origins;
  Objects::originsOf(trial.last.end.heap, now, before.heap.size(),
                     known.origins);
  type = makeType(TypeKind::Maybe, {type});
  trial.again |=
      known.origins != origins || !known.type || !sameType(known.type, type);
  known.type = type;
  return true;
}

bool LoopMerge::mergeContainer(const Slot &slot) {
  const Object &object = *trial.last.end.heap[slot.id];
  bool isDict = object.kind == Object::Kind::Dict;
  bool keeps = isDict && e.containers.canOpen(slot.id, before, trial.last.end);
  // A key that some iterations add comes in any of them.
  bool isCertain = !object.isOpen() && assumed.open.count(slot.id) == 0;
  if (isDict && object.keysAreKnown()) {
    if (!e.decisions.startsApart(active().site) &&
        e.decisions.prepareOptimizers(slot.id))
      return false;
    if ((!keeps || isCertain) && peel(2))
      return false;
  }
  return keeps ? openDict(slot) : bringContainer(slot);
}

bool LoopMerge::openDict(const Slot &slot) {
  Heap &start = assumed.entry.heap, &end = trial.last.end.heap;
  const std::shared_ptr<const Object> object = end[slot.id];
  MergedKeys keys = mergeKeys(*start[slot.id], *object);
  start.set(slot.id, withKeys(*start[slot.id], keys.keys));
  // Their places have other numbers.
  for (auto it = assumed.slots.begin(); it != assumed.slots.end();)
    it = it->first.kind == Slot::Kind::Item && it->first.id == slot.id
             ? assumed.slots.erase(it)
             : std::next(it);
  assumed.groups = EntryGroups();
  assumed.open.insert(slot.id);
  std::shared_ptr<Object> aligned = withKeys(*object, keys.keys);
  for (unsigned i = 1; i < aligned->items.size(); i += 2) {
    const Value &x = start[slot.id]->items[i], &now = aligned->items[i];
    if ((mayBeUnset(now) || mayBeUnset(x)) &&
        !mergeEntry({slot.kind, "", slot.id, i}, x, now))
      return false;
  }
  end.set(slot.id, aligned);
  assumed.ends.clear();
  trial.again = true;
  return true;
}

bool LoopMerge::mayGrow(const Object &container, const Type &type) {
  bool isList = container.kind == Object::Kind::List;
  auto isLeaf = [&](const Value &item) {
    return item.is(Kind::Tensor) && e.get(item.id).requiresGrad &&
           e.get(item.id).isLeaf;
  };
  // Parameters are known one by one.
  if (isList && llvm::any_of(container.items, isLeaf) &&
      (e.decisions.unrollEnclosingLoop() ||
       e.decisions.keepKnown(shape.source.iterable)))
    return false;
  // Leaves made in the loop keep their own gradient in whatever holds them.
  if (isList && llvm::any_of(container.items, [&](const Value &item) {
        return isLeaf(item) && item.id >= trial.start.heap.size();
      })) {
    e.error(range, "a list of tensors that require a gradient grows in a loop "
                   "whose number of iterations is not known at compile time; "
                   "make the tensors before the loop, or give it a range");
    return false;
  }
  if (e.decisions.mayBeOfRun(container) && !hasStatic(type) &&
      e.types.canFlatten(type))
    return true;
  if (e.decisions.unrollEnclosingLoop())
    return false;
  if (e.decisions.canBeOfRun(container) && !hasStatic(type) &&
      e.types.canFlatten(type))
    return true;
  bool isBrought = withState(trial.last.end, [&] {
    return bringObjects(e, type,
                        "a list or dict that grows in a loop holds "
                        "them");
  });
  if (isBrought)
    return false;
  std::set<std::string> names = withState(trial.last.end, [&] {
    std::set<std::string> all;
    for (size_t i = isList ? 0 : 1; i < container.items.size();
         i += isList ? 1 : 2)
      all.insert(toString(e.types.typeOf(container.items[i])));
    return all;
  });
  std::string types = llvm::join(names, "', '");
  e.error(range, "the elements of a list or dict that grows in a loop must "
                 "have one type" +
                     (names.size() > 1 ? "; they are of types '" + types + "'"
                                       : std::string()));
  return false;
}

bool LoopMerge::bringContainer(const Slot &slot) {
  const Object &object = *trial.last.end.heap[slot.id];
  bool isList = object.kind == Object::Kind::List;
  Value container = makeRef(isList ? Kind::List : Kind::Dict, slot.id);
  Type type = object.items.empty() ? e.types.typeOf(container)
                                   : e.types.openTypeOf(container);
  if (!mayGrow(object, type))
    return false;
  // A `while` may end soon, too.
  if (shape.isShort || !shape.trip)
    e.decisions.noteGrowth(object.site, active().site);
  e.decisions.bringToRun(
      object, type, isList ? "it grows in a loop" : "it gets keys in a loop");
  // A list that no loop around this one knows can be brought in front of it.
  const std::vector<ActiveLoop> &loops = e.decisions.activeLoops;
  bool isKnownOutside =
      loops.size() > 1 && slot.id < std::prev(loops.end(), 2)->older;
  if (isList && e.decisions.isRolled(shape.source.node) && !isKnownOutside) {
    assumed.brought[slot.id] = type->elements[0];
    trial.again = true;
    return true;
  }
  trial.wantsRestart = true;
  return true;
}

} // namespace tine::elaborate
