//===- LoopMerge.h - A loop's start and the end of an iteration -*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policy of a back edge. What an iteration left otherwise than it started
// widens what the loop assumes: the slots that it carries, their types, and the
// facts of objects.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_LOOPMERGE_H
#define TINE_FRONTEND_CONTROL_LOOPMERGE_H

#include "frontend/control/LoopAssumptions.h"

namespace tine::elaborate {

class LoopMerge : private Merge {
public:
  using Merge::Leaves;
  LoopMerge(Elaborator &e, const LoopShape &shape, LoopAssumptions &assumed,
            Trial &trial)
      : Merge(e, assumed.entry, shape.source.range), shape(shape),
        assumed(assumed), trial(trial) {}

  /// GoOn where nothing was widened (Trial::again).
  Next run();
  /// Collects what an iteration hands on to the next one.
  bool collect(Leaves &yields);
  /// Notes who holds what an iteration has left in the carried slots.
  void learnHolders();

private:
  const State &endOf(int i, const Slot &slot) const override;
  /// Objects that the next trial has not, variables that nobody reads, and
  /// gradients.
  std::optional<bool> settle(const Slot &slot) override;
  bool mergeTensor(const Slot &slot) override;
  bool mergeStorage(const Slot &slot) override;
  bool mergeContainer(const Slot &slot) override;
  bool mergeEntry(const Slot &slot, const Value &x, const Value &now) override;
  bool mergeUnset(const Slot &slot, const Value &x, const Value &now) override;
  bool mergeValue(const Slot &slot, const Value &x, const Value &now) override;
  llvm::StringRef shapeMessage() const override {
    return "a tensor changes its shape in place in this loop";
  }

  std::optional<bool> settleAttribute(const Slot &slot);
  /// A gradient that there is not, or is unknown, before the loop: whether the
  /// iterations are taken to set it before they read it.
  bool leaveUnread(const Slot &slot, const Value &value);
  /// A variable that the loop defines.
  bool define(const Slot &slot, const Value &value);
  /// What an iteration leaves unknown, the next one starts with.
  bool startUnknown(const Slot &slot, const Value &value);
  bool openDict(const Slot &slot);
  bool bringContainer(const Slot &slot);
  /// False, with an error, where leaves or what only compile time knows grow.
  bool mayGrow(const Object &container, const Type &type);
  void findTwins();
  bool mergeFlow();

  //===--------------------------------------------------------------------===//
  // Types (LoopTypes.cpp)
  //===--------------------------------------------------------------------===//

  Type typeOf(const Carried &known, const Value &value);
  /// The slot is carried in a type that has what it starts with and this.
  bool widen(const Slot &slot, Carried &known, const Type &with);
  /// Special beginnings that no type has together with what follows.
  enum class Start : uint8_t { Fits, Changed, Stop };
  Start changeStart(const Slot &slot, Carried &known, const Type &with,
                    bool joins);
  /// A number that is the first summand of tensors.
  bool isZeroOf(const Slot &slot, const Type &sum);
  bool isMadeAnew(const Slot &slot);
  /// Another type is assumed of a slot; true.
  bool assume(Carried &known, Type type);
  /// One more iteration comes in front of the loop; false after `most`.
  bool peel(int most);

  ActiveLoop &active() { return e.decisions.activeLoops.back(); }

  const LoopShape &shape;
  LoopAssumptions &assumed;
  Trial &trial;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_LOOPMERGE_H
