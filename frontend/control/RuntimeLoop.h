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
//   3. merge its end with its start (LoopMerge). What changed and is not
//   carried,
//      or does not fit the type in which it is carried, widens an assumption;
//      the facts of objects rise by their merge (raiseFacts);
//   4. if an assumption changed, drop the trial and go to 2.
//
// The slots and types of a program are finite and every trial widens, so that
// few trials do.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_RUNTIMELOOP_H
#define TINE_FRONTEND_CONTROL_RUNTIMELOOP_H

#include "frontend/control/LoopAssumptions.h"

namespace tine::elaborate {

class RuntimeLoop : private LoopAssumptions {
public:
  /// `trip` iterations, or as long as `condition` holds. `body` gets the number
  /// of the iteration, if it has one.
  RuntimeLoop(Elaborator &e, Value trip, llvm::function_ref<Value()> condition,
              llvm::function_ref<Flow(Value)> body, const LoopSource &source);

  /// Leaves the state behind the loop in the elaborator.
  Flow run();

private:
  Next tryOnce(Trial &trial, Flow &out);
  /// Carries the variables that the loop did in an earlier trial of one around
  /// it, so that nested loops do not take exponential time.
  void guess();
  /// Whether an iteration changes all of these; notes what it changes.
  bool isGuessRight(const Trial &trial);

  //===--------------------------------------------------------------------===//
  // A trial (RuntimeLoop.cpp)
  //===--------------------------------------------------------------------===//

  bool usesWhile() const { return condition || exit.isPossible; }
  bool makeInits(Trial &trial);
  /// Forgets the trial's code.
  void drop(Trial &trial);
  enum class Place : uint8_t { Start, Behind }; // of iterations; the loop
  /// Puts values into the carried slots and gives the rest of them.
  mlir::ValueRange bind(mlir::ValueRange values, Place place);
  void holdAgain(const Carried &known, const Value &value);
  void bindTwins();
  /// What gradients need at the start of an iteration.
  void joinStartingGrad();
  void joinCarriedGrad(bool maybeEntry, llvm::ArrayRef<State> from,
                       bool byCount, llvm::ArrayRef<State> fromGuess = {});
  /// Whether an iteration starts with what was thought of gradients.
  bool startsAsThought(Trial &trial);
  bool evaluateCondition(Trial &trial, mlir::ValueRange rest,
                         mlir::Block *block, mlir::Value &keepGoing);
  bool makeBefore(Trial &trial);
  bool makeBody(Trial &trial);
  /// Notes for gradients what an iteration starts with.
  void noteStart(Trial &trial);
  void alignOpenDicts(Trial &trial);

  //===--------------------------------------------------------------------===//
  // The loop (LoopEnd.cpp)
  //===--------------------------------------------------------------------===//

  mlir::ValueRange makeLoop(Trial &trial);
  /// The state behind the loop; gives the results that are no slots'.
  mlir::ValueRange stateBehind(Trial &trial, mlir::ValueRange results);
  void undefineLocals(const Trial &trial);
  Flow flowBehind(mlir::ValueRange tail);

  Elaborator &e;
  LoopShape shape;
  llvm::function_ref<Value()> condition;
  llvm::function_ref<Flow(Value)> body;
  std::map<Slot, mlir::ValueRange> unread; // what is carried of such gradients
  std::set<Slot> guessed; // slots that it carried the last time
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_RUNTIMELOOP_H
