//===- Decisions.cpp - What elaboration has decided -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who finds that a loop, list or dict should have been another kind of thing
// asks here for another round, with a reason, which the log keeps.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Objects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

void Decisions::note(ast::Range range, const Twine &what, StringRef why) {
  // In a file of the library the program's own call says more.
  size_t i = frames.size();
  for (; i > 1 && frames[i - 1].scope->isLibrary; --i)
    range = frames[i - 1].call.range;
  const SourceFile &file = *frames[i - 1].scope->file;
  SourceFile::Position at = file.position(range.begin);
  std::string place =
      (file.name() + ":" + Twine(at.line) + ":" + Twine(at.column)).str();
  facts.log.push_back({facts.round, place, what.str(), why.str()});
}

void Decisions::noteTrials(ast::Range loop, unsigned count) {
  if (count > 1)
    note(loop, "a loop of the run, elaborated " + Twine(count) + " times",
         "an iteration ended otherwise than was assumed");
}

void printLog(const Facts &facts, llvm::raw_ostream &os) {
  os << "elaboration: " << facts.round
     << (facts.round == 1 ? " round, " : " rounds, ") << facts.work.all
     << " steps, of which " << facts.work.kept << " made code\n";
  unsigned times = 1;
  for (auto [i, line] : llvm::enumerate(facts.log)) {
    // The same in a row is one line.
    const DecisionLine *next =
        i + 1 < facts.log.size() ? &facts.log[i + 1] : nullptr;
    if (next && next->round == line.round && next->place == line.place &&
        next->what == line.what && next->why == line.why) {
      ++times;
      continue;
    }
    os << line.place << ": round " << line.round << ": " << line.what << ": "
       << line.why;
    if (times > 1)
      os << " (" << times << " times)";
    times = 1;
    os << "\n";
  }
}

bool Decisions::unroll(Site loop, StringRef why) {
  bool isNew = facts.decided.unrolled.insert(loop).second;
  if (isNew)
    note("unroll a loop", why);
  return isNew;
}

bool Decisions::peel(Site loop, int most, StringRef why,
                     std::optional<ast::Range> range) {
  int count = countPeeled(loop);
  if (count >= most)
    return false;
  facts.decided.peeled[loop] = count + 1;
  note(range.value_or(frames.here),
       "put iteration " + Twine(count + 1) + " in front of a loop", why);
  return true;
}

bool Decisions::goInSteps(const void *body) {
  bool isNew = facts.decided.inSteps.insert(body).second;
  if (isNew)
    note("compute what a statement needs before it",
         "a part of it may raise an error that a handler catches");
  return isNew;
}

/// True if two lists of the run, which came out of others or out of objects,
/// may be one.
static bool mayBeOne(Context &e, unsigned x, unsigned y) {
  if (x == y)
    return true;
  if (x >= e.objects.heap.size() || !e.objects.heap[x])
    return false;
  const Object &a = e.get(x), &b = e.get(y);
  return a.isRuntime && b.isRuntime && !a.site.first && !b.site.first &&
         sameType(a.elementType, b.elementType);
}

bool Decisions::showChange(const Value &list) {
  for (auto [id, loop] : llvm::reverse(frames.walks)) {
    if (!mayBeOne(*this, id, list.id) ||
        !facts.decided.walkedAnew.insert(loop).second)
      continue;
    note("a loop looks at its list again in every step",
         "its body changes the size of the list");
    requestRestart();
    return true;
  }
  return false;
}

bool Decisions::askByNumber(const void *definition) {
  if (!facts.decided.askedByNumber.insert(definition).second)
    return false;
  note("objects of a class are asked for their items in the run",
       "only the run knows which one raises an IndexError");
  requestRestart();
  return true;
}

void Decisions::giveUpUnrolling() {
  facts.decided.parts = Decided::Parts::RollAnyway;
  facts.decided.runtimeLists.clear();
  facts.work.all = facts.work.kept = 0;
  note("leave loops over parts of tensors loops", "unrolling takes too long");
}

void Decisions::bringToRun(Site list, Type element, StringRef why) {
  facts.decided.runtimeLists[list] = element;
  note("a list of the run, of " + toString(element), why);
}

void Decisions::bringToRun(Site dict, Type key, Type value, StringRef why) {
  facts.decided.runtimeDicts[dict] = {key, value};
  note("a dict of the run, of " + toString(key) + " and " + toString(value),
       why);
}

void Decisions::bringToRun(const Object &made, const Type &type,
                           StringRef why) {
  if (made.kind == Object::Kind::List)
    bringToRun(made.site, type->elements[0], why);
  else
    bringToRun(made.site, type->elements[0], type->elements[1], why);
}

bool Decisions::bringToRun(const ClassInfo *info, StringRef why) {
  bool isNew = facts.decided.classesOfRun.insert({info, std::nullopt}).second;
  if (isNew)
    note("objects of class " + info->name + " exist in the run", why);
  return isNew;
}

void Decisions::setLayout(const ClassInfo *info, const RunLayout &layout) {
  facts.decided.classesOfRun[info] = layout;
  std::string text;
  for (const auto &[name, type] : layout)
    text += (text.empty() ? "" : ", ") + name + ": " + toString(type);
  note("objects of class " + info->name + " have " + text,
       "those that were made have it");
}

bool Decisions::unrollGrowth(Site list, StringRef why) {
  bool isNew = false;
  auto loops = facts.decided.grownBy.find(list);
  if (loops != facts.decided.grownBy.end())
    for (Site loop : loops->second)
      isNew |= unroll(loop, why);
  return isNew;
}

bool Decisions::keepList(Site list, StringRef why) {
  bool isNew = facts.decided.unrolled.insert(list).second;
  if (isNew)
    note("a list of compile time", why);
  isNew |= unrollGrowth(list, why);
  if (isNew)
    facts.decided.runtimeLists.erase(list);
  return isNew;
}

bool Decisions::keepGrownList(Site list, StringRef why) {
  if (!unrollGrowth(list, why))
    return false;
  facts.decided.unrolled.insert(list);
  facts.decided.runtimeLists.erase(list);
  return true;
}

bool Decisions::keepDict(Site dict, StringRef why) {
  bool isNew = facts.decided.knownDicts.insert({dict, true}).second;
  if (!isNew)
    return false;
  facts.decided.runtimeDicts.erase(dict);
  note("a dict of compile time", why);
  return true;
}

void Decisions::giveUpDict(Site dict, StringRef why) {
  facts.decided.knownDicts[dict] = false;
  note("a dict that may be of the run", why);
}

bool Decisions::tellApart(Site list, StringRef why) {
  if (!facts.decided.perIteration.insert(list).second)
    return false;
  facts.decided.runtimeLists.erase(list);
  note("a list for each iteration", why);
  return true;
}

void Decisions::shareFutures(StringRef why) {
  facts.decided.sharedFutures = true;
  note("tensors of futures are shared", why);
}

void Decisions::keepFutures(StringRef why) {
  facts.decided.keptFutures = true;
  note("tensors that tasks give back are frozen", why);
}

bool Decisions::assumeStartsAlike(Site loop) {
  // What comes behind an error is not assumed away.
  if (diagnoser.collecting || startsApart(loop))
    return false;
  startingAlike.push_back(loop);
  return true;
}

bool Decisions::unrollParts() {
  if (facts.decided.rolled.empty() ||
      facts.decided.parts == Decided::Parts::RollAnyway)
    return false;
  facts.decided.rolled.clear();
  facts.decided.parts = Decided::Parts::Unroll;
  facts.work.all = facts.work.kept = 0;
  facts.decided.runtimeLists.clear();
  note("unroll loops over parts of tensors", "an error may go away");
  requestRestart();
  return true;
}

bool Decisions::dropAssumption() {
  if (llvm::any_of(activeLoops,
                   [](const ActiveLoop &loop) { return loop.isGuess; })) {
    facts.decided.guesses = false;
    note("guess nothing about nested loops", "an error may go away");
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
    facts.decided.startsApart.insert(loop);
    facts.decided.prepared.erase(loop);
    peel(loop, 1, "it may not start as it goes on");
  }
  requestRestart();
  return true;
}

bool Decisions::unrollEnclosingLoop() {
  // How often a loop runs may have been known until a list was brought to run
  // time because the loop indexes it.
  if (!activeLoops.empty() && !activeLoops.back().knownTrip &&
      !facts.decided.runtimeLists.empty() &&
      unroll(activeLoops.back().site,
             "a list was brought to the run that decides how often it runs")) {
    facts.decided.runtimeLists.clear();
    requestRestart();
    return true;
  }
  for (const ActiveLoop &loop : llvm::reverse(activeLoops))
    if (loop.knownTrip) {
      unroll(loop.site, "something in it must be known at compile time");
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
    if (!isShort || !unroll(loop.site, "an error may go away"))
      continue;
    // What the run had to know in the loop may be known in an iteration.
    facts.decided.runtimeLists.clear();
    facts.decided.runtimeDicts.clear();
    requestRestart();
    return true;
  }
  return false;
}

bool Decisions::peelEnclosingLoop() {
  for (const ActiveLoop &loop : llvm::reverse(activeLoops)) {
    // Where the number of an iteration is known, so is what depends on it.
    if (!peel(loop.site, loop.knownTrip ? 8 : 2,
              "something in it must be known in its first iterations"))
      continue;
    requestRestart();
    return true;
  }
  return false;
}

bool makesState(const Object &object) {
  return object.kind == Object::Kind::Instance &&
         object.classInfo->inherits(ClassRole::StateMaker);
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
      isNew |= facts.decided.prepared.insert(loop).second;
  if (isNew) {
    note("optimizers make their state in front of loops",
         "an iteration would make it");
    requestRestart();
  }
  return isNew;
}

bool Decisions::keepKnown(const Value &iterable) {
  bool isNew = false;
  if (iterable.is(Kind::List) && get(iterable.id).isRuntime) {
    Site made = get(iterable.id).site;
    isNew = made.first ? keepList(made, "a loop over it is unrolled")
                       : unrollGrowth(made, "a loop over it is unrolled");
  }
  for (const Value &item : iterable.items)
    isNew |= keepKnown(item);
  if (isNew)
    requestRestart();
  return isNew;
}

bool Decisions::keepLists() {
  if (script() || facts.decided.keepsLists)
    return false;
  facts.decided.keepsLists = true;
  facts.decided.runtimeLists.clear();
  note("lists and dicts of tensors stay known", "one of them must be known");
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
  constexpr StringLiteral why = "what holds a tensor must be known";
  // A dict whose keys are known may be one of compile time.
  bool isNew = dictInRun(site) && keepDict(site, why);
  isNew |= keepList(site, why);
  if (!isNew)
    return keepLists();
  facts.decided.runtimeLists.erase(site);
  facts.decided.runtimeDicts.erase(site);
  requestRestart();
  return true;
}

Flow Decisions::roll(const LoopSource &source) {
  facts.decided.rolled.insert(source.node);
  note("leave a loop over parts of a tensor a loop", "it would be long");
  requestRestart();
  return Flow::none();
}

bool Decisions::keepItems(const Value &list) {
  if (stopped())
    return true;
  if (!list.is(Kind::List) || !get(list.id).isRuntime || script())
    return false;
  Site made = get(list.id).site;
  constexpr StringLiteral why = "its elements must be known";
  bool isNew = made.first ? keepList(made, why) : unrollGrowth(made, why);
  // An element of a list of the run has no place of its own.
  if (!isNew)
    return (!made.first && unrollEnclosingLoop()) || keepLists();
  requestRestart();
  return true;
}

bool Decisions::learnGrad(const Value &tensor) {
  for (const ActiveLoop &loop : llvm::reverse(activeLoops)) {
    if (!loop.startsOtherwise ||
        !peel(loop.site, 2, "it tells whether a tensor requires a gradient"))
      continue;
    requestRestart();
    return true;
  }
  Site loop = get(tensor.id).decidedByLoop;
  if (loop.first &&
      unroll(loop, "it tells whether a tensor requires a gradient")) {
    requestRestart();
    return true;
  }
  return get(tensor.id).conflictDependsOnTripOnly && unrollEnclosingLoop();
}

} // namespace tine::elaborate
