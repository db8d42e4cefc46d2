//===- Decisions.cpp - What elaboration has decided ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Objects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool Decisions::assumeStartsAlike(Site loop) {
  // What comes behind an error is not assumed away.
  if (diagnoser.collecting || facts.startsApart.count(loop))
    return false;
  startingAlike.push_back(loop);
  return true;
}

bool Decisions::unrollParts() {
  if (facts.rolled.empty() || facts.parts == Facts::Parts::RollAnyway)
    return false;
  facts.rolled.clear();
  facts.parts = Facts::Parts::Unroll;
  facts.work.all = facts.work.kept = 0;
  facts.runtimeLists.clear();
  requestRestart();
  return true;
}

bool Decisions::dropAssumption() {
  if (llvm::any_of(activeLoops,
                   [](const ActiveLoop &loop) { return loop.isGuess; })) {
    facts.guesses = false;
    requestRestart();
    return true;
  }
  if (startingAlike.empty())
    return unrollParts();
  // The innermost loop around here, or all behind loops.
  auto isAssumed = [&](const ActiveLoop &loop) {
    return llvm::is_contained(startingAlike, loop.site);
  };
  auto active = llvm::find_if(llvm::reverse(activeLoops), isAssumed);
  if (active != activeLoops.rend())
    startingAlike = {active->site};
  for (const Site &loop : startingAlike) {
    facts.startsApart.insert(loop);
    facts.prepared.erase(loop);
    facts.peeled[loop] = std::max(facts.peeled[loop], 1);
  }
  requestRestart();
  return true;
}

bool Decisions::unrollEnclosingLoop() {
  // How often a loop runs may have been known until a list was brought to run
  // time because the loop indexes it.
  if (!activeLoops.empty() && !activeLoops.back().knownTrip &&
      !facts.runtimeLists.empty() &&
      facts.unrolled.insert(activeLoops.back().site).second) {
    facts.runtimeLists.clear();
    requestRestart();
    return true;
  }
  for (const ActiveLoop &loop : llvm::reverse(activeLoops))
    if (loop.knownTrip) {
      facts.unrolled.insert(loop.site);
      requestRestart();
      return true;
    }
  return false;
}

bool Decisions::unrollInsteadOfError() {
  constexpr int64_t most = 64;
  if (diagnoser.collecting || script())
    return false;
  for (const ActiveLoop &loop : llvm::reverse(activeLoops)) {
    bool isShort = loop.isWhile || (loop.trip >= 0 && loop.trip <= most);
    if (!isShort || !facts.unrolled.insert(loop.site).second)
      continue;
    // What the run had to know in the loop may be known in an iteration.
    facts.runtimeLists.clear();
    facts.runtimeDicts.clear();
    requestRestart();
    return true;
  }
  return false;
}

bool Decisions::peelEnclosingLoop() {
  for (const ActiveLoop &loop : llvm::reverse(activeLoops)) {
    int &count = facts.peeled[loop.site];
    // Where the number of an iteration is known, so is what depends on it.
    if (count >= (loop.knownTrip ? 8 : 2))
      continue;
    ++count;
    requestRestart();
    return true;
  }
  return false;
}

bool makesState(const Object &object) {
  return object.kind == Object::Kind::Instance &&
         llvm::any_of(object.classInfo->order, [](const ClassInfo *info) {
           return info->name == "ParameterwiseOptimizer" &&
                  info->scope->isLibrary;
         });
}

bool Decisions::prepareOptimizers(unsigned dict) {
  bool holds = llvm::any_of(objects.reachable(), [&](unsigned id) {
    if (!objects.heap[id] || !makesState(get(id)))
      return false;
    Origins parts;
    for (const auto &attribute : get(id).attributes)
      Objects::originsOf(objects.heap, attribute.second, objects.heap.size(),
                         parts);
    return llvm::any_of(
        parts, [&](const auto &part) { return part.second.count(dict); });
  });
  bool isNew = false;
  for (const Site &loop : loopSites)
    if (holds)
      isNew |= facts.prepared.insert(loop).second;
  if (isNew)
    requestRestart();
  return isNew;
}

bool Decisions::keepKnown(const Value &iterable) {
  bool isNew = false;
  if (iterable.is(Kind::List) && get(iterable.id).isRuntime) {
    Site made = get(iterable.id).site;
    isNew = made.first && facts.unrolled.insert(made).second;
    for (Site loop : facts.grownBy[made])
      isNew |= facts.unrolled.insert(loop).second;
    if (isNew)
      facts.runtimeLists.erase(made);
  }
  for (const Value &item : iterable.items)
    isNew |= keepKnown(item);
  if (isNew)
    requestRestart();
  return isNew;
}

bool Decisions::keepLists() {
  if (script() || facts.keepsLists)
    return false;
  facts.keepsLists = true;
  facts.runtimeLists.clear();
  requestRestart();
  return true;
}

Value Decisions::unknownSize(ast::Range range, const Twine &message) {
  return keepLists() ? Value() : error(range, message);
}

bool Decisions::keepHolder(unsigned storage) {
  Site site = get(storage).heldBy;
  if (!site.first || script())
    return false;
  bool isNew = facts.unrolled.insert(site).second;
  // A dict whose keys are known may be one of compile time.
  if (facts.runtimeDicts.count(site))
    isNew |= facts.knownDicts.insert({site, true}).second;
  for (Site loop : facts.grownBy[site])
    isNew |= facts.unrolled.insert(loop).second;
  if (!isNew)
    return keepLists();
  facts.runtimeLists.erase(site);
  facts.runtimeDicts.erase(site);
  requestRestart();
  return true;
}

Flow Decisions::roll(const LoopSource &source) {
  facts.rolled.insert(source.node);
  requestRestart();
  return Flow::none();
}

bool Decisions::keepItems(const Value &list) {
  if (stopped())
    return true;
  if (!list.is(Kind::List) || !get(list.id).isRuntime || script())
    return false;
  Site made = get(list.id).site;
  bool isNew = made.first && facts.unrolled.insert(made).second;
  for (Site loop : facts.grownBy[made])
    isNew |= facts.unrolled.insert(loop).second;
  // An element of a list of the run has no place of its own.
  if (!isNew)
    return (!made.first && unrollEnclosingLoop()) || keepLists();
  facts.runtimeLists.erase(made);
  requestRestart();
  return true;
}

bool Decisions::learnGrad(const Value &tensor) {
  for (const ActiveLoop &loop : llvm::reverse(activeLoops)) {
    int &count = facts.peeled[loop.site];
    if (!loop.startsOtherwise || count >= 2)
      continue;
    ++count;
    requestRestart();
    return true;
  }
  Site loop = get(tensor.id).decidedByLoop;
  if (loop.first && facts.unrolled.insert(loop).second) {
    requestRestart();
    return true;
  }
  return get(tensor.id).conflictDependsOnTripOnly && unrollEnclosingLoop();
}

} // namespace tine::elaborate
