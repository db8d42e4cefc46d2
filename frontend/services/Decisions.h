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
#include "frontend/services/Loads.h"
#include "frontend/services/LoopHistory.h"
#include "frontend/services/Outside.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// Steps of elaboration. Trials of loops and rounds that come to nothing are
/// fewer than `Limits::retries` times those that become code.
struct Work {
  uint64_t all = 0, kept = 0;
  uint64_t limit = Limits::work; // of those that are kept

  void add(uint64_t steps) {
    all += steps;
    kept += steps;
  }
  bool isTooMuch() const {
    return kept > limit || all / Limits::retries > limit;
  }
};

/// The attributes of objects of a class in the run, in their order.
using RunLayout = std::vector<std::pair<std::string, Type>>;

/// What was decided, to be tried in the next round.
struct Decided {
  std::map<Site, Type> runtimeLists;                  // element type
  std::map<Site, std::pair<Type, Type>> runtimeDicts; // key, value
  // Dicts that are better known at compile time: their values are of different
  // types, or change in place. False: only the run knows some key of it.
  std::map<Site, bool> knownDicts;
  // Classes of the program whose objects exist in the run (RunObjects.h), and
  // what they have there, once one of them was made.
  std::map<const ClassInfo *, std::optional<RunLayout>> classesOfRun;
  // Lists and dicts that hold other types in each iteration of an unrolled
  // loop.
  std::set<Site> perIteration;
  std::set<Site> unrolled; // loops, and comprehensions with theirs
  // Loops over even parts of a tensor that stay loops, as they would be long if
  // they were unrolled (EvenParts.h). After an error they are unrolled; if that
  // is too long, the error counts.
  // By place alone: types that are met on many ways need one round then.
  std::set<const void *> rolled;
  enum class Parts : uint8_t { Roll, Unroll, RollAnyway } parts = Parts::Roll;
  // Lists, and the loops with few iterations in which they grow.
  std::map<Site, std::set<Site>> grownBy;
  std::map<Site, int> peeled; // loops, and how many iterations
  // Loops whose first iteration must come in front of them: it reads a
  // gradient, or the state of an optimizer, that only later ones have.
  std::set<Site> startsApart;
  std::set<Site> prepared; // loops in front of which optimizers make state
  // A future whose tensors were changed in place is used once more.
  bool sharedFutures = false;
  // A future whose task returns a tensor of its caller is kept where only its
  // result is known, as in a list of the run: such tensors are frozen.
  bool keptFutures = false;
  // Lists and dicts of tensors stay known where all paths agree.
  bool keepsLists = false;
  bool guesses = true; // what nested loops carry
  // Functions whose statements go in steps under a `try`
  // (control/SteppedStatements.h): the bodies, by place alone.
  std::set<const void *> inSteps;
  // Loops whose body changes the size of a list that they go over: they look at
  // it again in every step. By place alone.
  std::set<const void *> walkedAnew;
  // Classes whose objects loops ask for one item after the other in the run, as
  // they have `__getitem__` alone: the definitions.
  std::set<const void *> askedByNumber;
  // `finally` and `with` under which failures are raised (services/Failures.h),
  // by place alone; and whether an error has led back to none.
  std::set<const void *> raisesFailures;
  bool endsByFailures = false;
};

/// A line of the log: what was decided in a round, where it was needed, and
/// why.
struct DecisionLine {
  unsigned round;
  std::string place, what, why;
};

/// The files that were read. Sites are places in their trees, so that every
/// round must have the same ones.
struct Sources {
  struct Library {
    std::unique_ptr<SourceFile> file;
    std::unique_ptr<ast::Module> tree;
  };
  std::map<std::string, Library> libraries;
  /// The program's own modules, and where they are looked for.
  std::map<std::string, Library> userModules;
  std::vector<std::string> modulePath;
  // By definition and how often it ran before. Types refer to classes, so that
  // a class must be the same in every round.
  std::map<std::pair<const void *, unsigned>, ClassInfo> classes;
};

/// What all rounds of elaboration share.
struct Facts {
  Sources sources;
  Decided decided;
  OutsideFacts outside;
  Loads loads;
  std::vector<DecisionLine> log;
  unsigned round = 0;
  Work work;
  /// GPUs that the program sees, and its first default device.
  unsigned cudaDevices = 0;
  int64_t defaultDevice = hostByDefault;
  bool forbidsTf32 = false;
};

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

/// Prints the rounds of elaboration with what was decided in each.
void printLog(const Facts &facts, llvm::raw_ostream &os);

class Decisions : public Service {
public:
  Decisions(const Context &context, Facts &facts)
      : Service(context), facts(facts) {}

  //===--------------------------------------------------------------------===//
  // Of loops. `why` is what the log says; true if the decision is new.
  //===--------------------------------------------------------------------===//

  bool unroll(Site loop, llvm::StringRef why);
  bool isUnrolled(Site loop) const {
    return facts.decided.unrolled.count(loop) != 0;
  }
  /// One more iteration in front of the loop, up to `most`.
  bool peel(Site loop, int most, llvm::StringRef why,
            std::optional<ast::Range> range = std::nullopt);
  int countPeeled(Site loop) const {
    auto count = facts.decided.peeled.find(loop);
    return count == facts.decided.peeled.end() ? 0 : count->second;
  }
  bool isRolled(const void *node) const {
    return facts.decided.rolled.count(node) != 0;
  }
  bool unrollsParts() const {
    return facts.decided.parts == Decided::Parts::Unroll;
  }
  /// Unrolling parts took too long.
  void giveUpUnrolling();
  bool startsApart(Site loop) const {
    return facts.decided.startsApart.count(loop) != 0;
  }
  bool isPrepared(Site loop) const {
    return facts.decided.prepared.count(loop) != 0;
  }
  /// A loop of the run was elaborated so often until its assumptions held.
  void noteTrials(ast::Range loop, unsigned count);
  bool mayGuess() const { return facts.decided.guesses; }

  /// A part of a statement may raise where a handler catches that.
  bool goInSteps(const void *body);
  /// If a loop goes over the list that is about to change its size: asks for a
  /// restart in which the loop sees that, and returns true.
  bool showChange(const Value &list);
  /// Only the run knows the number at which a class has no item any more.
  bool askByNumber(const void *definition);
  bool isAskedByNumber(const void *definition) const {
    return facts.decided.askedByNumber.count(definition) != 0;
  }
  bool isWalkedAnew(const void *loop) const {
    return facts.decided.walkedAnew.count(loop) != 0;
  }
  bool isInSteps(const void *body) const {
    return facts.decided.inSteps.count(body) != 0;
  }

  //===--------------------------------------------------------------------===//
  // Of values from outside (Outside.h)
  //===--------------------------------------------------------------------===//

  void noteFixed(llvm::StringRef name, llvm::StringRef why, ast::Range range) {
    note(range, "the value of " + name + " is fixed", why);
  }
  /// Takes back everything but which values from outside are fixed.
  void forget() { facts.decided = {}; }

  //===--------------------------------------------------------------------===//
  // Of lists, dicts and futures
  //===--------------------------------------------------------------------===//

  /// The list or dict exists in the run from its start.
  void bringToRun(Site list, Type element, llvm::StringRef why);
  void bringToRun(Site dict, Type key, Type value, llvm::StringRef why);
  /// The same of a list or dict, of the type that it has then.
  void bringToRun(const Object &made, const Type &type, llvm::StringRef why);
  /// The element type of a list of the run; null of others. What was Open when
  /// it was decided is what was decided since (OpenTypes.cpp).
  Type typeInRun(Site list) const;
  /// The types of a dict's keys and values.
  std::optional<std::pair<Type, Type>> dictInRun(Site dict) const;
  /// Objects of the class exist in the run; true if that is new.
  bool bringToRun(const ClassInfo *info, llvm::StringRef why);
  bool isOfRun(const ClassInfo *info) const {
    return facts.decided.classesOfRun.count(info) != 0;
  }
  /// What objects of the class have in the run; none while there is none.
  std::optional<RunLayout> layoutOf(const ClassInfo *info) const;
  void setLayout(const ClassInfo *info, const RunLayout &layout);
  /// The list is known at compile time, and the loops that it grows in are
  /// unrolled.
  bool keepList(Site list, llvm::StringRef why);
  /// The same, if it grows in a loop.
  bool keepGrownList(Site list, llvm::StringRef why);
  void noteGrowth(Site list, Site loop) {
    facts.decided.grownBy[list].insert(loop);
  }
  /// The dict exists at compile time.
  bool keepDict(Site dict, llvm::StringRef why);
  /// True if the dict was to exist at compile time.
  bool isKeptDict(Site dict) const {
    auto known = facts.decided.knownDicts.find(dict);
    return known != facts.decided.knownDicts.end() && known->second;
  }
  /// It need not: it may be one of the run.
  void giveUpDict(Site dict, llvm::StringRef why);
  /// Each iteration of an unrolled loop makes a list of a type of its own.
  bool tellApart(Site list, llvm::StringRef why);
  bool keepsLists() const { return facts.decided.keepsLists; }
  bool sharesFutures() const { return facts.decided.sharedFutures; }
  void shareFutures(llvm::StringRef why);
  bool keepsFutures() const { return facts.decided.keptFutures; }
  void keepFutures(llvm::StringRef why);

  //===--------------------------------------------------------------------===//
  // Requests for another round
  //===--------------------------------------------------------------------===//

  /// The site of a list or dict.
  Site siteOfMade(const void *node) const {
    Site made = frames.site(node);
    if (facts.decided.perIteration.count(made))
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
  bool canBeOfRun(const Object &dict) const {
    auto known = facts.decided.knownDicts.find(dict.site);
    return dict.site.first &&
           (known == facts.decided.knownDicts.end() || !known->second);
  }
  /// Whether it is, where paths or iterations leave it with other keys: a
  /// defaultdict of known keys stays known.
  bool mayBeOfRun(const Object &dict) const {
    return canBeOfRun(dict) && !dict.attributes.count(defaultFactory.str());
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
  /// Classes of what lists and dicts hold that paths have left in states that
  /// nothing can stand for at compile time.
  std::map<Site, const ClassInfo *> heldObjects;
  std::map<const void *, unsigned> classCounts; // definitions that ran
  size_t iterationPath = 0; // the iterations of unrolled loops around here

private:
  /// Loops of few iterations in which the list grows.
  bool unrollGrowth(Site list, llvm::StringRef why);
  void note(const llvm::Twine &what, llvm::StringRef why) {
    note(frames.here, what, why);
  }
  void note(ast::Range range, const llvm::Twine &what, llvm::StringRef why);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_DECISIONS_H
