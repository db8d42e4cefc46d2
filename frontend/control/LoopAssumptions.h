//===- LoopAssumptions.h - What a trial of a loop assumes -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data of the fixed point in RuntimeLoop.h: what is known of a loop before
// it is elaborated, what its trials assume, and one of them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_LOOPASSUMPTIONS_H
#define TINE_FRONTEND_CONTROL_LOOPASSUMPTIONS_H

#include "frontend/control/Merge.h"
#include "frontend/services/Entries.h"
#include "llvm/ADT/StringSet.h"

namespace tine::elaborate {

/// What is known of a loop before it is elaborated.
struct LoopShape {
  LoopShape(Elaborator &e, Value trip, const LoopSource &source);

  Value trip;
  const LoopSource &source;
  mlir::Location where;
  bool knownTrip, runs;
  bool isShort; // iterations may be told apart where something depends on it
  llvm::StringSet<> live, after; // names read in it, and behind it
};

/// What is assumed of a slot that a loop carries, or has carried.
struct Carried {
  Type type;       // null: not carried
  Origins origins; // what it may be
  /// The storages in it that an iteration leaves in a list, dict or task, too.
  std::map<std::string, Sharing> held;
  bool isPlain = false;      // its lists and dicts cannot stay as they are
  bool startsAtZero = false; // a number, in front of a sum of tensors
  bool isReplaced = false;   // no iteration and nothing behind reads its start
};

/// How iterations may end the loop.
struct LoopExit {
  bool isPossible = false, returns = false, raises = false;
  Type type; // of what it returns
  Origins origins;
};

/// What the trials of a loop assume; each may widen it.
struct LoopAssumptions {
  State entry;
  std::map<Slot, Carried> slots; // Local, Attribute, Item
  std::set<Slot> storages;
  // Ways to parts of carried values that an iteration may leave the same
  // object in.
  using Part = std::pair<Slot, std::string>;
  std::set<std::pair<Part, Part>> twins;
  std::set<unsigned> forgotten;     // tensors whose gradient is unknown then
  std::map<unsigned, Type> brought; // lists, to run time, and their elements
  std::set<unsigned> open; // dicts that get or lose keys in some iterations
  EntryGroups groups;      // carried entries that are there together
  LoopExit exit;
  std::vector<State> ends;        // of iterations in the trials so far
  std::vector<State> guessedEnds; // and in those that the guess is from

  auto carried() const {
    return llvm::make_filter_range(
        slots, [](const auto &slot) { return slot.second.type != nullptr; });
  }
  bool isCarried(const Slot &slot) const {
    auto known = slots.find(slot);
    return known != slots.end() && known->second.type;
  }
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
  llvm::SmallVector<mlir::Value> inits;
  mlir::Value tripCount;
  Heap unbrought; // the entry's, without lists that were brought to run time
  mlir::ValueRange args; // of the body
  State start;           // of an iteration
  Path last;             // an iteration
  std::vector<Slot> changedByCondition;
  bool again = false, wantsRestart = false;
  /// Objects that newly carried slots had before the loop: the next trial has
  /// others in their place.
  std::set<unsigned> replacedObjects;

  /// No iteration comes to its end.
  bool isDead() const { return last.flow.dead(); }
  bool isOfTensor(const Slot &slot) const;
  /// Variables and containers come first: the tensors in them may be others
  /// in the next trial.
  std::vector<Slot> changed() const;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_LOOPASSUMPTIONS_H
