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
#include "frontend/syntax/Liveness.h"

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

bool BranchMerge::mergeUnset(const Slot &slot, const Value &x, const Value &y) {
  Plan plan;
  plan.slot = slot;
  bool isUnset[2] = {x.is(Kind::Undefined), y.is(Kind::Undefined)};
  int set = isUnset[0] ? 1 : 0;
  const Value &unset = set ? x : y, &value = set ? y : x;
  // A path that returns does not come to where it is read.
  bool isShared = elaborate::isShared(before.heap, slot);
  bool isRead =
      isShared || (slot.kind == Slot::Kind::Local &&
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
  bool areObjects = x.is(Kind::Object) && y.is(Kind::Object);
  plan.same.text =
      areObjects ? "is one object on one path of a branch and another one "
                   "on the other, and they exist at compile time only; "
                   "choose between what is in them"
                 : "has type '" + toString(s, t) +
                       "' in one arm of the branch and type '" +
                       toString(t, s) + "' in the other";
  plans.push_back(std::move(plan));
  return true;
}

} // namespace tine::elaborate
