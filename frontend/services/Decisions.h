//===- Decisions.h - What elaboration has decided ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts that earlier rounds of elaboration found out, the loops that are being
// elaborated, and the requests for another round: to keep a list known, to
// unroll a loop, to put its first iteration in front of it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_DECISIONS_H
#define TINE_FRONTEND_SERVICES_DECISIONS_H

#include "frontend/services/Context.h"
#include "frontend/services/Counting.h"
#include "frontend/services/Frames.h"
#include "frontend/services/LoopHistory.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// A loop around this point.
struct ActiveLoop {
  Site site;
  bool knownTrip;
  size_t older; // the objects that there were before
  LoopHistory history;
  Counter counter{};            // of the trial that goes on, if `knownTrip`
  bool isGuess = false;         // that it carries what it did before
  bool asksGrad = false;        // whether a tensor requires a gradient
  bool startsOtherwise = false; // than an iteration ends, which says that
  /// Where a trial asked whether an element of a list of its own requires a
  /// gradient, which those of other lists of its variable do: an error if the
  /// last trial does so.
  std::optional<ast::Range> asksOfOther{};
  /// It has a condition that may be known in each iteration, or so many
  /// iterations, if that is known.
  bool isWhile = false;
  int64_t trip = -1;
};

/// What loops carried the last time, and how their iterations ended.
struct LoopGuess {
  std::map<Slot, Type> carried;
  std::vector<State> ends;
};
/// An optimizer of the library that makes the state of each parameter by
/// itself.
bool makesState(const Object &object);

class Decisions : public Service {
public:
  Decisions(const Context &context, Facts &facts)
      : Service(context), facts(facts) {}

  /// The site of a list or dict.
  Site siteOfMade(const void *node) const {
    Site made = frames.site(node);
    if (facts.perIteration.count(made))
      made.second = llvm::hash_combine(made.second, iterationPath);
    return made;
  }
  /// Lets optimizers of the library make their state in front of the loops
  /// around, if one of them holds the dict that a path changes. Asks for a
  /// restart then.
  bool prepareOptimizers(unsigned dict);
  /// Lets lists and dicts of tensors that paths choose, or that a loop makes
  /// anew, be known at compile time; false if that was so already.
  bool keepLists();
  /// Reports that a size would have to be known, unless keepLists() may tell
  /// it.
  Value unknownSize(ast::Range range, const llvm::Twine &message);
  /// Restarts with what else holds the storage known at compile time; false if
  /// that was tried already.
  bool keepHolder(unsigned storage);
  /// Assumes that the loop needs no iteration in front of it, unless it is
  /// known that it does.
  bool assumeStartsAlike(Site loop);
  /// Restarts with the loops over parts of tensors unrolled, if any is not.
  bool unrollParts();
  /// Asks for a restart without an assumption, if there is one.
  bool dropAssumption();
  /// Restarts with a loop over parts of a tensor that stays a loop.
  Flow roll(const LoopSource &source);
  /// Asks for the innermost loop to be unrolled, if it can be.
  bool unrollEnclosingLoop();
  /// Restarts with the lists in an iterable as lists of compile time, if they
  /// come from comprehensions that can be unrolled and this was not tried yet.
  bool keepKnown(const Value &iterable);
  /// Restarts with a list of the run as one of compile time, and the loops of
  /// few iterations in which it grows unrolled; false where that was tried.
  bool keepItems(const Value &list);
  /// Executes what is known instead of an error in a loop that stays one: asks
  /// for a short loop around this point to be unrolled. False when none is
  /// left.
  bool unrollInsteadOfError();
  /// Puts one more iteration of a loop around this point in front of it, up to
  /// a few; false when there is none to take.
  bool peelEnclosingLoop();
  /// Whether a dict of compile time can be made one of the run from its start.
  bool mayBeOfRun(const Object &dict) const {
    auto known = facts.knownDicts.find(dict.site);
    return dict.site.first &&
           (known == facts.knownDicts.end() || !known->second);
  }
  /// Makes a loop around this point tell what is unsure about a tensor's
  /// gradient: by its first iteration, if that starts otherwise than the others
  /// do, or by all if their numbers choose. False when there is none.
  bool learnGrad(const Value &tensor);

  Facts &facts;
  std::vector<ActiveLoop> activeLoops;
  std::vector<Site> loopSites; // of the loops around, unrolled ones included
  std::map<Site, LoopGuess> loopGuesses;
  /// Loops so far of which that is an assumption: their first iteration reads
  /// neither gradients nor states of optimizers that later ones have.
  std::vector<Site> startingAlike;
  std::map<const void *, unsigned> classCounts; // definitions that ran
  size_t iterationPath = 0; // the iterations of unrolled loops around here
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_DECISIONS_H
