//===- BranchMerge.h - The ends of the arms of a branch ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policy of a branch. Both arms were elaborated from a copy of the state
// before it. The contents of objects and the variables that they left different
// become results of an scf.if (plan, then fill); all other facts merge by their
// domains (values/Object.h).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_BRANCHMERGE_H
#define TINE_FRONTEND_CONTROL_BRANCHMERGE_H

#include "frontend/control/Merge.h"
#include "llvm/ADT/StringSet.h"

namespace tine::elaborate {

/// First it collects the pairs of components that differ, then, when the scf.if
/// exists, it makes the joined values of the results.
class BranchMerge : private Merge {
public:
  BranchMerge(Elaborator &e, Path (&arms)[2], mlir::Value condition,
              const State &before, ast::Range range);

  /// Leaves the joined state in the elaborator, behind the scf.if.
  Flow run();

private:
  /// What becomes of a slot that the arms left different.
  /// What arms hand over of the objects that they have made.
  using Made = std::vector<MovedValues>;

  struct Plan {
    Slot slot;
    Type type;                // of the results; null where there are none
    Value same;               // on both paths, or why it is not set
    bool isUndefined = false; // with the reason in `same.text`
    bool isConflict = false;  // a container that is an error where it is used
    Origins origins;          // what it may be
    int entry = -1;           // of a dict with keys that may not be there
    // A tensor of each arm; another slot that has the same two gets the same.
    std::optional<std::pair<unsigned, unsigned>> tensors;
    Made made; // in the value
  };

  /// An entry of a dict that only some paths set (BranchEntries.cpp).
  struct Entry {
    Slot slot;
    Type type;  // null where `same` is the value
    Value same; // on both paths, if it is set
    bool isCertain = false, isAbsent = false;
    mlir::Value flag;        // else whether it is set,
    bool isNegated = false;  // or not,
    bool hasOwnFlag = false; // or a result of the branch that says so,
    int sharedWith = -1;     // or that of another entry
    Origins origins;
  };

  Type typeIn(int i, const Value &value, bool plain = false);
  void collectPoison(int i, const Type &type);
  /// Makes the scf.if, takes over a state, and lets `fill` put results into it.
  void build(const State &state,
             llvm::function_ref<void(mlir::ValueRange)> fill);
  /// The state of an arm where the other one never ends.
  Flow takeLiveArm();
  /// A tensor that an arm gave another shape, order or storage in place becomes
  /// another one in each arm.
  void divideReshaped();
  /// Puts another tensor in the place of one at the end of an arm, and counts
  /// the places within tuples and results, which would be tensors of their own,
  /// and the other ones.
  struct Places {
    unsigned inner = 0, plain = 0;
  };
  Places replace(int i, unsigned tensor, unsigned made);

  //===--------------------------------------------------------------------===//
  // Plans (BranchSlots.cpp): false after an error or a request to restart
  //===--------------------------------------------------------------------===//

  std::vector<Slot> slotsToPlan();
  const State &endOf(int i, const Slot &) const override { return arms[i].end; }
  /// Tensor metadata has no SSA value; mergePaths merges it.
  bool mergeTensor(const Slot &) override { return true; }
  bool mergeStorage(const Slot &slot) override;
  bool mergeContainer(const Slot &slot) override;
  bool mergeEntry(const Slot &slot, const Value &x, const Value &y) override;
  bool mergeUnset(const Slot &slot, const Value &x, const Value &y) override;
  bool mergeValue(const Slot &slot, const Value &x, const Value &y) override;
  llvm::StringRef shapeMessage() const override {
    return "a tensor has another shape in each arm of a branch";
  }
  /// The entries that were added since there were `first`.
  bool planEntries(size_t first);
  void planConflict(Slot slot);
  /// Collects both values as results of a type; false after an error.
  bool collectBoth(Plan &plan, const Value &x, const Value &y);
  bool planFlow();
  /// Collects what the objects in a value of an arm hold that the arm has made
  /// and that exist at compile time only.
  void handOverMade(int i, const Value &value, Made &made);
  /// The value of results, and the next results in the objects in it.
  void takeMade(const Made &made, Value &value, mlir::ValueRange &results);

  bool hasConflict(unsigned container) const;
  /// Whether a constructor has set the attribute in one arm, and an error that
  /// loses the object is the end of the other one.
  bool setByConstructor(const Slot &slot, int set, const Value &value);
  /// What a list or dict would hold, if it existed in the run.
  void noteObjects(unsigned container);
  bool isLiveBehind(llvm::StringRef name);
  /// How many iterations of the loops around come in front of them.
  int countPeeled() const;

  //===--------------------------------------------------------------------===//
  // When the scf.if is there
  //===--------------------------------------------------------------------===//

  State mergeObjects() const;
  void fill(mlir::ValueRange results);
  void fillSlot(Plan &plan, mlir::ValueRange &results);
  void fillConflict(const Plan &plan);
  void fillReturned(mlir::ValueRange &results);
  /// A joined value, and what it is at the ends of the arms.
  struct Link {
    Value joined;
    Value ends[2];
    Origins origins;
  };
  void link(const Slot &slot, const Value &value, Origins &origins);
  /// Notes which older storages a tensor has the elements of, and when.
  void guard(const Link &link);

  //===--------------------------------------------------------------------===//
  // Entries of dicts that only some paths set (BranchEntries.cpp)
  //===--------------------------------------------------------------------===//

  /// Gives a dict the keys of both arms at their ends and in `result`; false,
  /// with all as it was, where it cannot be one of compile time.
  bool alignKeys(unsigned id, State &result);
  /// The same value under a key, of which some path does not have all.
  bool planEntry(const Slot &slot);
  /// Collects the components of the entries; false after an error.
  bool collectEntries(size_t first);
  /// The value of the next entry, whose components are taken of the results.
  Value takeEntry(size_t i, mlir::ValueRange &results);
  /// Whether an entry is there at the end of an arm, as far as it is known.
  std::optional<bool> isThere(int i, const Value &entry);
  void findFlag(Entry &entry, const Value (&values)[2]);

  Path (&arms)[2];
  mlir::Value condition;
  JoinPoint point;
  size_t size; // of the heap, with the objects of both arms

  llvm::SmallVector<mlir::Value> leaves[2]; // results, in the order of plans
  std::vector<Plan> plans;
  std::vector<Entry> entries;
  // Flags of entries in the arms, and the entry that has a result for them.
  std::map<std::pair<void *, void *>, int> flags;
  State result; // the old one, with the slots replaced
  Flow flow;
  Type returned; // null if no arm returns
  bool takesOver = false; // the result of the one that does, as it is
  Made returnedMade;
  bool wantsRestart = false;
  std::optional<llvm::StringSet<>> live; // behind the branch
  std::vector<Link> links;
  std::map<std::pair<unsigned, unsigned>, Value> joined; // Plan::tensors
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_BRANCHMERGE_H
