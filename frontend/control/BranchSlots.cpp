//===- BranchSlots.cpp - What becomes of what the arms left different -----===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan for each slot: the same value, results of the scf.if in a type that
// has both, not set, or a conflict.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/BranchMerge.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Entries.h"
#include "frontend/services/RunObjects.h"
#include "frontend/syntax/Liveness.h"
#include "frontend/syntax/Visit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool BranchMerge::hasConflict(unsigned container) const {
  return llvm::any_of(arms, [&](const Path &arm) {
    const auto &object = arm.end.heap[container];
    return object && object->isContainer() && !object->conflict.empty();
  });
}

bool BranchMerge::isLiveBehind(StringRef name) {
  // The rest of a block, or a `with`, runs where nothing was raised: the paths
  // meet behind what it sets.
  bool raises = arms[0].flow.raises || arms[1].flow.raises;
  ast::Block statements = e.frames.back().body.statements;
  if (!live)
    live = raises ? namesReadBehind(statements, range)
                  : namesLiveBehind(statements, range);
  return live->contains(name);
}

int BranchMerge::countPeeled() const {
  int count = 0;
  for (const ActiveLoop &loop : e.decisions.activeLoops)
    count += e.decisions.countPeeled(loop.site);
  return count;
}

std::vector<Slot> BranchMerge::slotsToPlan() {
  std::set<Slot> slots;
  for (const Path &arm : arms)
    for (const Slot &slot : changedSlots(before, arm.end))
      slots.insert(slot);
  // What an inner branch left in a state that cannot be told stays so.
  for (const Path &arm : arms)
    before.heap.forEachChange(arm.end.heap, before.heap.size(), [&](size_t id) {
      if (before.heap[id] && before.heap[id]->conflict.empty() &&
          hasConflict(id))
        slots.insert({Slot::Kind::Item, "", unsigned(id), ~0u});
    });
  // Of a dict with other keys, all entries are looked at.
  for (auto it = slots.begin(); it != slots.end();)
    it = it->kind == Slot::Kind::Item && it->index != ~0u &&
                 slots.count({Slot::Kind::Item, "", it->id, ~0u})
             ? slots.erase(it)
             : std::next(it);
  return {slots.begin(), slots.end()};
}

void BranchMerge::planConflict(Slot slot) {
  slot.index = ~0u;
  plans.emplace_back();
  plans.back().slot = std::move(slot);
  plans.back().isConflict = true;
}

bool BranchMerge::mergeStorage(const Slot &slot) {
  for (int i = 0; i < 2; ++i)
    leaves[i].push_back(arms[i].end.heap[slot.id]->current);
  plans.emplace_back();
  plans.back().slot = slot;
  return true;
}

//===----------------------------------------------------------------------===//
// Lists and dicts
//===----------------------------------------------------------------------===//

/// The class of an object in the value; null if there is none.
static const ClassInfo *classIn(const Heap &heap, const Value &value) {
  if (value.is(Kind::Object))
    return heap[value.id]->classInfo;
  for (const Value &item : value.items)
    if (const ClassInfo *info = classIn(heap, item))
      return info;
  return nullptr;
}

void BranchMerge::noteObjects(unsigned container) {
  for (const Path &arm : arms) {
    const Object &object = *arm.end.heap[container];
    for (const Value &item : object.items)
      if (const ClassInfo *info = classIn(arm.end.heap, item))
        e.decisions.heldObjects[object.site] = info;
  }
}

bool BranchMerge::mergeContainer(const Slot &slot) {
  if (hasConflict(slot.id)) {
    planConflict(slot);
    return true;
  }
  const Object &object = *before.heap[slot.id];
  int changedIn = arms[0].end.heap[slot.id] == before.heap[slot.id] ? 1 : 0;
  const Object &changed = *arms[changedIn].end.heap[slot.id];
  bool isList = object.kind == Object::Kind::List;
  Value container = makeRef(isList ? Kind::List : Kind::Dict, slot.id);
  Type type = typeIn(changedIn, container, /*plain=*/true);
  // One arm may have emptied it.
  if (isPartial(type))
    if (Type other = e.types.joinTypes(
            type, typeIn(1 - changedIn, container, /*plain=*/true)))
      type = other;
  if ((isPartial(type) || (isList && hasStatic(type))) &&
      !changed.items.empty())
    atEnd(arms[changedIn], [&] {
      type = e.types.openTypeOf(container);
      return true;
    });
  bool keeps = !isList && e.containers.keepsKeys(changed, type);
  // A key that optimizers add the first time, before the loop.
  bool mayPeel = !keeps || (point.isCounted && countPeeled() < 2);
  if (!isList && changed.keysAreKnown() &&
      (e.decisions.prepareOptimizers(slot.id) ||
       (mayPeel && e.decisions.peelEnclosingLoop())))
    return false;
  size_t first = entries.size();
  if (keeps && alignKeys(slot.id, result))
    return planEntries(first);
  if (hasStatic(type) || !e.decisions.mayBeOfRun(object)) {
    noteObjects(slot.id);
    planConflict(slot);
    return true;
  }
  // Its length depends on the path: it must exist at run time from the start.
  e.decisions.bringToRun(object, type,
                         isList ? "its length depends on the path"
                                : "its keys depend on the path");
  wantsRestart = true;
  return true;
}

bool BranchMerge::mergeEntry(const Slot &slot, const Value &, const Value &) {
  size_t first = entries.size();
  if (planEntry(slot))
    return planEntries(first);
  planConflict(slot);
  return true;
}

bool BranchMerge::planEntries(size_t first) {
  for (size_t i = first; i < entries.size(); ++i) {
    plans.emplace_back();
    plans.back().slot = entries[i].slot;
    plans.back().entry = i;
  }
  return collectEntries(first);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool BranchMerge::collectBoth(Plan &plan, const Value &x, const Value &y) {
  const Value *values[2] = {&x, &y};
  for (int i = 0; i < 2; ++i)
    if (!handOn(*values[i], plan.type, leaves[i], &arms[i]))
      return false;
  for (int i = 0; i < 2 && hasStatic(plan.type); ++i)
    handOverMade(i, *values[i], plan.made);
  for (int i = 0; i < 2; ++i)
    if (!values[i]->is(Kind::Undefined))
      Objects::originsOf(arms[i].end.heap, *values[i], size, plan.origins);
  return true;
}

/// Whether it is a parameter, buffer or module.
static bool isMember(const Path &arm, const Value &value) {
  if (!value.is(Kind::Tensor) && !value.is(Kind::Object))
    return false;
  const Object &object = *arm.end.heap[value.id];
  return object.isTensor() ? object.isParameter || object.isBuffer
                           : object.classInfo->traits.isModule;
}

/// Whether the statements catch errors, or may do so at the end of a `with`.
static bool catchErrors(ast::Block block) {
  return llvm::any_of(block, [](const ast::Stmt *stmt) {
    return isa<ast::TryStmt, ast::WithStmt>(stmt) ||
           llvm::any_of(ast::blocksOf(stmt), catchErrors);
  });
}

/// Whether an object is in the value.
static bool holdsObject(const Value &value, unsigned id) {
  return (value.is(Kind::Object) && value.id == id) ||
         llvm::any_of(value.items,
                      [id](const Value &v) { return holdsObject(v, id); });
}

/// Whether the object is lost by an error here: its constructor runs, and
/// neither it nor what it calls catches the error, and nothing else has it.
static bool isLostByError(Elaborator &e, const Heap &heap, unsigned id) {
  const Frames &frames = e.frames;
  size_t first = 0;
  while (first < frames.size() &&
         !(frames[first].function &&
           frames[first].function->name == "__init__" &&
           holdsObject(frames[first].self, id)))
    ++first;
  if (first == frames.size())
    return false;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (i >= first && catchErrors(frames[i].body.statements))
      return false;
    for (const auto &[name, value] : frames[i].locals)
      if (i < first && holdsObject(value, id))
        return false;
  }
  for (size_t i = 0; i < heap.size(); ++i) {
    if (!heap[i])
      continue;
    for (const Value &item : heap[i]->items)
      if (holdsObject(item, id))
        return false;
    for (const auto &attribute : heap[i]->attributes)
      if (holdsObject(attribute.second, id))
        return false;
  }
  return true;
}

/// Whether it is an attribute of an object that will exist in the run.
static bool willBeOfRun(Elaborator &e, const Heap &heap, const Slot &slot) {
  return slot.kind == Slot::Kind::Attribute &&
         heap[slot.id]->kind == Object::Kind::Instance &&
         e.decisions.isOfRun(heap[slot.id]->classInfo);
}

bool BranchMerge::setByConstructor(const Slot &slot, int set,
                                   const Value &value) {
  const Path &unset = arms[1 - set];
  if (!willBeOfRun(e, before.heap, slot) || !unset.flow.raises ||
      unset.flow.count() != 1 || !isLostByError(e, unset.end.heap, slot.id))
    return false;
  Plan plan;
  plan.slot = slot;
  if (value.isConst() || value.is(Kind::None)) {
    plan.same = value;
  } else {
    plan.type = typeIn(set, value, /*plain=*/true);
    if (!plan.type || hasStatic(plan.type) || !e.types.canFlatten(plan.type) ||
        !handOn(value, plan.type, leaves[set], &arms[set]))
      return false;
    collectPoison(1 - set, plan.type);
    Objects::originsOf(arms[set].end.heap, value, size, plan.origins);
  }
  plans.push_back(std::move(plan));
  return true;
}

bool BranchMerge::mergeUnset(const Slot &slot, const Value &x, const Value &y) {
  Plan plan;
  plan.slot = slot;
  bool isUnset[2] = {x.is(Kind::Undefined), y.is(Kind::Undefined)};
  int set = isUnset[0] ? 1 : 0;
  const Value &unset = set ? x : y, &value = set ? y : x;
  if (isUnset[0] != isUnset[1] && setByConstructor(slot, set, value))
    return true;
  // A path that returns does not come to where it is read.
  bool isKept = elaborate::isShared(before.heap, slot) ||
                willBeOfRun(e, before.heap, slot);
  bool isRead =
      isKept || (slot.kind == Slot::Kind::Local &&
                 arms[1 - set].flow.goesOn() && isLiveBehind(slot.name));
  if (isRead && isUnset[0] != isUnset[1] && !e.script() && !unset.known &&
      unset.text.empty()) {
    atEnd(arms[set], [&] {
      plan.type = e.types.typeOfUnset(value, before.heap);
      return true;
    });
    if (plan.type) {
      if (!collectBoth(plan, x, y))
        return false;
      plans.push_back(std::move(plan));
      return true;
    }
    plan.same.text = "is set on some paths only, to a value that exists "
                     "at compile time only; set it on every path";
    if (value.is(Kind::Object))
      plan.same.classInfo = arms[set].end.heap[value.id]->classInfo;
  }
  plan.isUndefined = true;
  if (isUnset[0] != isUnset[1] && isMember(arms[set], value))
    plan.same.type = makeStaticType(value);
  for (const Value *own : {&y, &x})
    if (own->is(Kind::Undefined)) {
      if (own->type)
        plan.same.type = own->type;
      if (!own->text.empty())
        plan.same.text = own->text;
      plan.same.known |= own->known;
      if (own->classInfo)
        plan.same.classInfo = own->classInfo;
    }
  plans.push_back(std::move(plan));
  return true;
}

bool BranchMerge::mergeValue(const Slot &slot, const Value &x, const Value &y) {
  Plan plan;
  plan.slot = slot;
  // A dead variable is not joined: it must not count as an alias.
  bool isDead = slot.kind == Slot::Kind::Local && !e.script() &&
                slot.name.front() != '$' && !isLiveBehind(slot.name);
  if (sameValue(x, y) || isDead) {
    plan.same = sameValue(x, y) ? x : Value();
    plan.isUndefined = !sameValue(x, y);
    plans.push_back(std::move(plan));
    return true;
  }
  Type s = typeIn(0, x), t = typeIn(1, y);
  plan.type = joinChoices(e, s, t);
  if (!plan.type) {
    s = typeIn(0, x, /*plain=*/true);
    t = typeIn(1, y, /*plain=*/true);
    plan.type = e.types.joinAnyTypes(s, t);
  }
  if (plan.type && e.types.canFlatten(plan.type)) {
    if (x.is(Kind::Tensor) && y.is(Kind::Tensor))
      plan.tensors = {x.id, y.id};
    bool isKnown = llvm::any_of(plans, [&](const Plan &other) {
      return plan.tensors && other.tensors == plan.tensors;
    });
    if (!isKnown && !collectBoth(plan, x, y))
      return false;
    plans.push_back(std::move(plan));
    return true;
  }
  plan.isUndefined = true;
  ClassInfo *classes[2] = {};
  for (int i = 0; i < 2; ++i)
    if (const Value &own = i == 0 ? x : y; own.is(Kind::Object))
      classes[i] = arms[i].end.heap[own.id]->classInfo;
  plan.same.classInfo = classes[0] ? classes[0] : classes[1];
  if (classes[0] && classes[1] && classes[0] != classes[1])
    plan.same.text = "is an object of class '" + classes[0]->name +
                     "' on one path of a branch and one of class '" +
                     classes[1]->name +
                     "' on the other; choose between what is in them";
  else if (classes[0] && classes[1])
    plan.same.text = "is one object on one path of a branch and another one "
                     "on the other, and they exist at compile time only; "
                     "choose between what is in them";
  else
    plan.same.text = "has type '" + toString(s, t) +
                     "' in one arm of the branch and type '" + toString(t, s) +
                     "' in the other";
  plans.push_back(std::move(plan));
  return true;
}

} // namespace tine::elaborate
