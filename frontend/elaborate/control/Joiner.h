//===- Joiner.h - The ends of two paths that join ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the arms of a branch left different, and what becomes of it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_ELABORATE_CONTROL_JOINER_H
#define TINE_FRONTEND_ELABORATE_CONTROL_JOINER_H

#include "frontend/elaborate/Elaborator.h"

namespace tine::elaborate {

struct Elaborator::Arm {
  mlir::Block *block = nullptr;
  State end;
  Flow flow;
};

/// Joins the ends of two arms: first it collects the pairs of leaves that
/// differ, then, when the scf.if exists, it makes the joined values of the
/// results.
class Joiner {
public:
  Joiner(Elaborator &e, Elaborator::Arm &a, Elaborator::Arm &c,
         mlir::Value condition, const State &before, ast::Range range)
      : e(e), arms{&a, &c}, condition(condition), before(before), range(range) {
  }

  Elaborator &e;
  Elaborator::Arm *arms[2];
  mlir::Value condition;
  const State &before;
  ast::Range range;
  llvm::SmallVector<mlir::Value> leaves[2];

  /// Runs `action` at the end of an arm with its state in place.
  template <typename F> bool inArm(int i, F action) {
    State outer = e.save();
    mlir::OpBuilder::InsertionGuard guard(e.b);
    e.restore(arms[i]->end);
    e.b.setInsertionPointToEnd(arms[i]->block);
    bool ok = action();
    arms[i]->end = e.save();
    e.restore(outer);
    return ok;
  }

  Type typeIn(int i, const Value &value, bool plain = false);
  bool collect(int i, const Value &value, const Type &type);
  void collectPoison(int i, const Type &type);

  //===--------------------------------------------------------------------===//
  // Entries of dicts that only some paths set (JoinEntries.cpp)
  //===--------------------------------------------------------------------===//

  struct Entry {
    Slot slot;
    Type type;  // null where `same` is the value
    Value same; // on both paths, if it is set
    bool isCertain = false, isAbsent = false;
    mlir::Value flag;        // else whether it is set,
    bool isNegated = false;  // or not,
    bool hasOwnFlag = false; // or a result of the branch that says so,
    int sharedWith = -1;     // or that of another entry
    Elaborator::Origins origins;
  };

  /// Gives a dict the keys of both arms at their ends and in `result`; false,
  /// with all as it was, where it cannot be one of compile time.
  bool alignKeys(unsigned id, State &result);
  /// The same value under a key, of which some path does not have all.
  bool joinEntry(const Slot &slot);
  /// Collects the leaves of the entries; false after an error.
  bool collectEntries(size_t first);
  /// The value of the next entry, whose leaves are taken of the results.
  Value takeEntry(size_t i, mlir::ValueRange &results);

  std::vector<Entry> entries;

private:
  /// Whether an entry is there at the end of an arm, as far as it is known.
  std::optional<bool> isThere(int i, const Value &entry);
  void findFlag(Entry &entry, const Value (&values)[2]);

  // Those of the arms, and the entry that has a result for them.
  std::map<std::pair<void *, void *>, int> flags;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_ELABORATE_CONTROL_JOINER_H
