//===- BranchEntries.cpp - Dicts whose keys differ behind a branch --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dict of compile time to which one arm of a branch adds a key, or of which
// it takes one, gets the keys of both. Entries with the same flags in both arms
// share one: what is set together is known to be there together.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/BranchMerge.h"
#include "frontend/control/Elaborator.h"
#include "frontend/services/Entries.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

std::optional<bool> BranchMerge::isThere(int i, const Value &entry) {
  if (!entry.is(Kind::Maybe))
    return !entry.is(Kind::Undefined);
  SmallVector<mlir::Value> learnt;
  e.numbers.learn(condition, i == 0, learnt);
  std::optional<bool> known = e.numbers.isKnownTo(entry.ssa);
  for (mlir::Value value : learnt)
    e.numbers.chosen.erase(value);
  return known;
}

void BranchMerge::findFlag(Entry &entry, const Value (&values)[2]) {
  std::optional<bool> there[2];
  mlir::Value own[2];
  for (int i = 0; i < 2; ++i) {
    there[i] = isThere(i, values[i]);
    own[i] = there[i] ? mlir::Value() : values[i].ssa;
  }
  if (there[0] && there[1] && *there[0] == *there[1]) {
    (*there[0] ? entry.isCertain : entry.isAbsent) = true;
    return;
  }
  if (own[0] && own[0] == own[1]) {
    entry.flag = own[0];
    return;
  }
  // That of before, if nothing has changed.
  const Value &key =
      arms[0].end.heap[entry.slot.id]->items[entry.slot.index - 1];
  const std::vector<Value> &items = before.heap[entry.slot.id]->items;
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    if (sameKey(items[i], key) && items[i + 1].is(Kind::Maybe)) {
      auto agrees = [&](int arm) {
        return there[arm] ? isThere(arm, items[i + 1]) == there[arm]
                          : own[arm] == items[i + 1].ssa;
      };
      if (agrees(0) && agrees(1)) {
        entry.flag = items[i + 1].ssa;
        return;
      }
    }
  if (there[0] && there[1]) {
    entry.flag = condition;
    entry.isNegated = *there[1];
    return;
  }
  // Constants and values do not have the same address.
  static char constants[2];
  auto keyOf = [&](int i) {
    return there[i] ? static_cast<void *>(&constants[*there[i]])
                    : own[i].getAsOpaquePointer();
  };
  int index = entries.size();
  auto [it, isNew] = flags.insert({{keyOf(0), keyOf(1)}, index});
  entry.hasOwnFlag = isNew;
  if (!isNew)
    entry.sharedWith = it->second;
}

bool BranchMerge::planEntry(const Slot &slot) {
  Entry entry;
  entry.slot = slot;
  const Value values[2] = {getSlot(arms[0].end, slot),
                           getSlot(arms[1].end, slot)};
  if (isUntold(values[0]) || isUntold(values[1]))
    return false;
  SmallVector<std::pair<const State *, Value>> ends;
  for (int i = 0; i < 2; ++i)
    if (isThere(i, values[i]) != std::optional(false))
      ends.emplace_back(&arms[i].end, presentIn(values[i]));
  if (ends.size() == 2 && sameValue(ends[0].second, ends[1].second))
    entry.same = ends[0].second;
  else if (!ends.empty() && !(entry.type = entryType(ends)))
    return false;
  findFlag(entry, values);
  entries.push_back(entry);
  return true;
}

bool BranchMerge::alignKeys(unsigned id, State &result) {
  std::shared_ptr<const Object> old[3] = {
      arms[0].end.heap[id], arms[1].end.heap[id], result.heap[id]};
  if (!hasKeysOf(*old[0], before.heap) || !hasKeysOf(*old[1], before.heap) ||
      !hasKeysOf(*old[2], before.heap))
    return false;
  MergedKeys merged = mergeKeys(*old[0], *old[1]);
  for (int i = 0; i < 2; ++i)
    arms[i].end.heap.set(id, withKeys(*old[i], merged.keys));
  std::shared_ptr<Object> joined = withKeys(*old[2], merged.keys);
  joined->unsureOrder = merged.isUnsure;
  result.heap.set(id, joined);
  size_t first = entries.size();
  auto known = flags;
  for (unsigned i = 0; i < merged.keys.size(); ++i) {
    if (planEntry({Slot::Kind::Item, "", id, 2 * i + 1}))
      continue;
    entries.resize(first);
    flags = known;
    arms[0].end.heap.set(id, old[0]);
    arms[1].end.heap.set(id, old[1]);
    result.heap.set(id, old[2]);
    return false;
  }
  return true;
}

bool BranchMerge::collectEntries(size_t first) {
  for (size_t at = first; at < entries.size(); ++at) {
    Entry &entry = entries[at];
    for (int i = 0; i < 2; ++i) {
      Value value = getSlot(arms[i].end, entry.slot);
      std::optional<bool> there = isThere(i, value);
      if (entry.hasOwnFlag)
        atEnd(arms[i], [&] {
          leaves[i].push_back(there ? e.ssa(makeBool(*there)) : value.ssa);
          return true;
        });
      if (!entry.type)
        continue;
      if (there == std::optional(false)) {
        collectPoison(i, entry.type);
        continue;
      }
      Value own = presentIn(value);
      if (!handOn(own, entry.type, leaves[i], &arms[i]))
        return false;
      Objects::originsOf(arms[i].end.heap, own, arms[i].end.heap.size(),
                         entry.origins);
    }
  }
  return true;
}

Value BranchMerge::takeEntry(size_t i, ValueRange &results) {
  Entry &entry = entries[i];
  if (entry.hasOwnFlag) {
    entry.flag = results.front();
    results = results.drop_front();
  } else if (entry.sharedWith >= 0) {
    entry.flag = entries[entry.sharedWith].flag;
  }
  if (entry.isAbsent) {
    Value absent;
    absent.kind = Kind::Undefined;
    return absent;
  }
  Value value =
      entry.type ? e.types.unflatten(entry.type, results) : entry.same;
  if (entry.isCertain)
    return value;
  if (entry.isNegated)
    entry.flag = arith::XOrIOp::create(e.b, e.loc(range), entry.flag,
                                       e.ssa(makeBool(true)));
  Value may;
  may.kind = Kind::Maybe;
  may.ssa = entry.flag;
  may.items = {value};
  return may;
}

} // namespace tine::elaborate
