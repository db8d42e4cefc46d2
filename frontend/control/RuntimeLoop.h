//===- RuntimeLoop.h - Loops that stay loops --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is elaborated once, with block arguments in place of the variables and
// contents that its body changes: the loop-carried slots. They are found as a
// fixed point:
//
//   1. assume a set of carried slots, their types, and what is known of the
//      objects at the loop's entry;
//   2. elaborate the body under these assumptions (a trial);
//   3. compare its end with its start. What changed and is not carried, or does
//      not fit the type in which it is carried, widens an assumption; the facts
//      of objects rise by their merge (raiseFacts);
//   4. if an assumption changed, drop the trial and go to 2.
//
// The slots and types of a program are finite and every trial widens, so that
// few trials do.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_RUNTIMELOOP_H
#define TINE_FRONTEND_CONTROL_RUNTIMELOOP_H

#include "frontend/control/Elaborator.h"
#include "frontend/services/Entries.h"
#include "llvm/ADT/StringSet.h"

namespace tine::elaborate {

/// What the trials of a loop assume; each may widen it.
struct LoopAssumptions {
  State entry;
  std::map<Slot, Type> carried;           // Local, Attribute, Item
  std::map<Slot, Origins> carriedOrigins; // what they may be
  // The storages in them that an iteration leaves in a list, dict or task, too.
  std::map<Slot, std::map<std::string, Sharing>> heldParts;
  std::set<Slot> plain; // whose lists and dicts cannot stay as they are
  std::set<Slot> storages;
  // Ways to parts of carried values that an iteration may leave the same
  // object in.
  using Part = std::pair<Slot, std::string>;
  std::set<std::pair<Part, Part>> twins;
  std::map<Slot, Type> zeros;   // that start a sum of tensors
  std::set<Slot> replaced;      // what no iteration and nothing behind reads
  std::set<unsigned> forgotten; // tensors whose gradient is unknown then
  std::map<unsigned, Type> brought; // lists, to run time, and their elements
  std::set<unsigned> open; // dicts that get or lose keys in some iterations
  EntryGroups groups;      // carried entries that are there together
  Type resultType;
  Origins resultOrigins;
  bool canLeave = false, returns = false, raises = false;
  std::vector<State> ends;        // of iterations in the trials so far
  std::vector<State> guessedEnds; // and in those that the guess is from

  static Slot gradOf(unsigned tensor) {
    return {Slot::Kind::Attribute, "grad", tensor};
  }
  /// Whether it is a gradient that iterations set before they read it.
  bool isUnread(const Slot &slot) const {
    return slot.kind == Slot::Kind::Attribute && slot.name == "grad" &&
           forgotten.count(slot.id);
  }
  /// Slots of lists that were brought to run time are not carried any more.
  bool dropHeldSlots(const Heap &heap);
  bool splitGroups(const State &at);
};

class RuntimeLoop : private LoopAssumptions {
public:
  /// `trip` iterations, or as long as `condition` holds. `body` gets the number
  /// of the iteration, if it has one.
  RuntimeLoop(Elaborator &e, Value trip, llvm::function_ref<Value()> condition,
              llvm::function_ref<Flow(Value)> body, const LoopSource &source);

  /// Leaves the state behind the loop in the elaborator.
  Flow run();

private:
  /// What a step of a trial leads to.
  enum class Next : uint8_t {
    GoOn,
    Again, // an assumption has changed
    Wrong, // so has one that cannot be widened
    Stop,  // an error or a request to restart
  };

  /// One elaboration of the body.
  struct Trial {
    explicit Trial(Elaborator &e)
        : outside(e.b.saveInsertionPoint()),
          keptWork(e.decisions.facts.work.kept), prologue(e.program.dropped),
          before(e.program.dropped), body(e.program.dropped) {}

    mlir::OpBuilder::InsertPoint outside;
    uint64_t keptWork; // up to here
    /// The values before the loop are made in front of it, in a block that is
    /// spliced in when the trial succeeds.
    ScratchRegion prologue;
    ScratchRegion before, body; // regions of the loop
    mlir::Block *prologueBlock = nullptr, *bodyBlock = nullptr;
    llvm::SmallVector<mlir::Value> inits;
    llvm::SmallVector<mlir::Type> types;
    mlir::Value tripCount;
    Heap unbrought; // the entry's, without lists that were brought to run time
    mlir::ValueRange args; // of the body
    State start, end;      // of an iteration
    std::vector<Slot> changedByCondition;
    Flow flow;
    bool isDead = false; // no iteration comes to its end
    bool again = false, wantsRestart = false;
    /// Objects that newly carried slots had before the loop: the next trial has
    /// others in their place.
    std::set<unsigned> replacedObjects;

    bool isOfTensor(const Slot &slot) const;
    /// Variables and containers come first: the tensors in them may be others
    /// in the next trial.
    std::vector<Slot> changed() const;
  };

  Next tryOnce(Trial &trial, Flow &out);
  /// Carries the variables that the loop did in an earlier trial of one around
  /// it, so that nested loops do not take exponential time.
  void guess();
  /// Whether an iteration changes all of these; notes what it changes.
  bool isGuessRight(const Trial &trial);

  //===--------------------------------------------------------------------===//
  // A trial (RuntimeLoop.cpp)
  //===--------------------------------------------------------------------===//

  bool usesWhile() const { return condition || canLeave; }
  bool makeInits(Trial &trial);
  /// Forgets the trial's code.
  void drop(Trial &trial);
  enum class Place : uint8_t { Start, Behind }; // of iterations; the loop
  /// Puts values into the carried slots and gives the rest of them.
  mlir::ValueRange bind(mlir::ValueRange values, Place place);
  void holdAgain(const Slot &slot, const Value &value);
  void bindTwins();
  /// What gradients need at the start of an iteration.
  void joinStartingGrad();
  void joinCarriedGrad(bool maybeEntry, llvm::ArrayRef<State> from,
                       bool byCount, llvm::ArrayRef<State> fromGuess = {});
  bool evaluateCondition(Trial &trial, mlir::ValueRange rest,
                         mlir::Block *block, mlir::Value &keepGoing);
  bool makeBefore(Trial &trial);
  bool makeBody(Trial &trial);
  void alignOpenDicts(Trial &trial);

  //===--------------------------------------------------------------------===//
  // What an iteration changed (LoopCarried.cpp): false to stop
  //===--------------------------------------------------------------------===//

  Next inspect(Trial &trial);
  bool inspectSlot(Trial &trial, const Slot &slot);
  /// A list or dict that got or lost elements.
  bool inspectContainer(Trial &trial, const Slot &slot);
  bool openDict(Trial &trial, const Slot &slot);
  bool bringContainer(Trial &trial, const Slot &slot);
  bool inspectTensor(Trial &trial, const Slot &slot);
  bool inspectStorage(Trial &trial, const Slot &slot);
  /// A variable that the loop defines: whether that settles it.
  bool definesLocal(Trial &trial, const Slot &slot, const Value &value);
  /// What an iteration leaves unknown, the next one starts with.
  bool startsUnknown(Trial &trial, const Slot &slot, const Value &value);
  bool carryValue(Trial &trial, const Slot &slot, const Value &value);
  /// A gradient that there is not, or is unknown, before the loop: whether the
  /// iterations are taken to set it before they read it.
  bool leaveUnread(Trial &trial, const Slot &slot, const Value &value);
  /// Who holds what an iteration has made.
  void learnHolders(Trial &trial, const Slot &slot, const Value &value);
  /// An entry of a dict that some iterations may not have.
  bool carryOpenEntry(Trial &trial, const Slot &slot, const Value &now);
  Type typeOfSlot(const Slot &slot, const Value &value);
  bool widen(Trial &trial, const Slot &slot, Type &type, const Type &with);
  /// Special beginnings that no type has together with what follows.
  enum class Start : uint8_t { Fits, Changed, Stop };
  Start changeStart(Trial &trial, const Slot &slot, Type &type,
                    const Type &with, bool joins);
  bool isMadeAnew(const Slot &slot);
  void findTwins(Trial &trial);
  bool inspectFlow(Trial &trial);
  /// One more iteration comes in front of the loop; false after `most`.
  bool peel(int most);

  //===--------------------------------------------------------------------===//
  // The loop (LoopEnd.cpp)
  //===--------------------------------------------------------------------===//

  bool collectYields(Trial &trial, llvm::SmallVectorImpl<mlir::Value> &yields);
  bool yieldExit(Trial &trial, llvm::SmallVectorImpl<mlir::Value> &yields);
  mlir::ValueRange makeLoop(Trial &trial);
  /// The state behind the loop; gives the results that are no slots'.
  mlir::ValueRange stateBehind(Trial &trial, mlir::ValueRange results);
  void undefineLocals(const Trial &trial);
  Flow flowBehind(mlir::ValueRange tail);

  Elaborator &e;
  Value trip;
  llvm::function_ref<Value()> condition;
  llvm::function_ref<Flow(Value)> body;
  const LoopSource &source;
  mlir::Location where;
  bool knownTrip, runs;
  bool
      isShort; // its iterations may be told apart where something depends on it
  llvm::StringSet<> live, after;           // names read in it, and behind it
  std::map<Slot, mlir::ValueRange> unread; // what is carried of such gradients
  std::set<Slot> guessed; // slots that it carried the last time
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_RUNTIMELOOP_H
