//===- Merge.h - Where two paths meet ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ends of two paths become one state: of the arms of a branch, or of what a
// loop starts with and its iteration. `Merge` is the driver: it gives each slot
// that they have left different to the rule of its kind, which the policy has
// (BranchMerge, LoopMerge), and has the rules that both share. What only one
// path leaves, as a task or the only arm that ends, stays as it is, but for the
// values that were made in its region (MovedValues).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_MERGE_H
#define TINE_FRONTEND_CONTROL_MERGE_H

#include "frontend/control/Elaborator.h"
#include "llvm/ADT/SetVector.h"

namespace tine::elaborate {

/// A path at its end: an arm of a branch, an iteration of a loop, a task.
struct Path {
  mlir::Block *block = nullptr; // that its code ends in
  State end;
  Flow flow;
};

class Merge {
public:
  virtual ~Merge() = default;

protected:
  using Leaves = llvm::SmallVectorImpl<mlir::Value>;

  /// `before` is what both paths have: what is older than they.
  Merge(Elaborator &e, const State &before, ast::Range range)
      : e(e), before(before), range(range) {}

  /// Gives each slot to the rule of its kind; false after an error or a request
  /// to restart.
  bool mergeSlots(llvm::ArrayRef<Slot> slots);

  //===--------------------------------------------------------------------===//
  // The policy: rules give false after an error or a request to restart
  //===--------------------------------------------------------------------===//

  /// The end of a path, 0 or 1, that has the slot's contents.
  virtual const State &endOf(int i, const Slot &slot) const = 0;
  /// Settles a slot before its rule is asked: its answer, or none.
  virtual std::optional<bool> settle(const Slot &) { return std::nullopt; }
  /// A tensor whose storage, view or requires_grad differ.
  virtual bool mergeTensor(const Slot &slot) = 0;
  virtual bool mergeStorage(const Slot &slot) = 0;
  /// A list or dict that got or lost elements.
  virtual bool mergeContainer(const Slot &slot) = 0;
  /// An entry of a dict of compile time that a path may not have.
  virtual bool mergeEntry(const Slot &slot, const Value &x, const Value &y) = 0;
  /// A variable, attribute or element that a path, or both, have not set.
  virtual bool mergeUnset(const Slot &slot, const Value &x, const Value &y) = 0;
  virtual bool mergeValue(const Slot &slot, const Value &x, const Value &y) = 0;
  virtual llvm::StringRef shapeMessage() const = 0;

  //===--------------------------------------------------------------------===//
  // Rules of all policies
  //===--------------------------------------------------------------------===//

  /// Runs `action` with a state in place, and puts the own one back.
  template <typename F> auto withState(const State &state, F action) {
    State own = e.save();
    e.restore(state);
    auto result = action();
    e.restore(own);
    return result;
  }
  /// The same at the end of a path, which `action` may change.
  template <typename F> bool atEnd(Path &path, F action) {
    mlir::OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToEnd(path.block);
    return withState(path.end, [&] {
      bool ok = action();
      path.end = e.save();
      return ok;
    });
  }
  /// An entry, without the question whether it is there.
  static const Value &presentIn(const Value &entry) {
    return entry.is(Kind::Maybe) ? entry.items[0] : entry;
  }
  /// The type of an entry that has these values at the ends of the paths that
  /// have it, and `known`, if there is one; null if it exists at compile time
  /// only.
  Type entryType(llvm::ArrayRef<std::pair<const State *, Value>> ends,
                 Type known = {});
  /// Collects the components of a value in a type, in the state in place or at
  /// the end of a path.
  bool handOn(const Value &value, const Type &type, Leaves &leaves,
              Path *path = nullptr);
  /// Which way a path has ended.
  mlir::Value exitCode(const Flow &flow);

  Elaborator &e;
  const State &before;
  ast::Range range;

private:
  bool mergeSlot(const Slot &slot);
};

/// The values of a region in what the only path through it has left. The
/// operation around the region gives them as results.
class MovedValues {
public:
  MovedValues(const State &before, mlir::Region &region)
      : before(before), region(region) {}

  void find(Path &path);
  /// Puts what the operation gives in their places.
  void replace(Path &path, mlir::ValueRange results) const;
  /// The same of one value and the objects in it that the path has made.
  void findMade(Value value, Heap heap);
  void replaceMade(Value &value, Heap &heap, mlir::ValueRange results) const;

  llvm::SetVector<mlir::Value> values;

private:
  void visit(Path &path, llvm::function_ref<void(mlir::Value &)> use) const;

  const State &before;
  mlir::Region &region;
};

/// The values of the outside that a region uses, in the order of their first
/// use. Constants are copied into it.
llvm::SetVector<mlir::Value> captureValues(mlir::Region &region);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_MERGE_H
