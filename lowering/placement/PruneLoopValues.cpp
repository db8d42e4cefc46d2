//===- PruneLoopValues.cpp - Fewer values that loops carry ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A training loop carries a gradient and a counter of steps for each parameter.
// The gradients are made anew in each iteration, the counters are all equal.
//
// Input:  scf.for and scf.while.
// Output: no loop carries what nobody reads, or one value several times.
// How:    1. a value that is read neither in the loop nor behind it is dropped;
//         2. values that start equal are taken to be equal as long as what the
//         body makes of them is the same by that assumption, operation by
//         operation; of those that are left in a class one stays.
// Rejects: nothing.
//
// Upstream's canonicalization drops carried values without uses, and equal ones
// when the loop starts with and yields the very same SSA value for both;
// counters that are each counted up are equal only by induction.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/Passes.h"
#include "lowering/support/LoopValues.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tine {
#define GEN_PASS_DEF_PRUNELOOPVALUES
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Classes of equal carried values of one loop; `classOf` has the first of
/// each.
class EqualValues {
public:
  explicit EqualValues(const CarriedValues &loop) : loop(loop) {
    llvm::DenseMap<Value, unsigned> firstWith;
    for (unsigned i = 0; i < loop.size(); ++i)
      classOf.push_back(firstWith.try_emplace(loop.init(i), i).first->second);
    while (split())
      ;
  }

  SmallVector<unsigned> classOf;

private:
  /// Takes values out of classes that the body gives different ones.
  bool split() {
    bool changed = false;
    known.clear();
    SmallVector<unsigned> next(classOf);
    llvm::DenseMap<unsigned, SmallVector<unsigned>> parts;
    for (unsigned i = 0; i < classOf.size(); ++i) {
      SmallVector<unsigned> &firsts = parts[classOf[i]];
      auto *same = llvm::find_if(firsts, [&](unsigned first) {
        return equal(loop.yielded(i), loop.yielded(first), 0);
      });
      if (same == firsts.end())
        same = firsts.insert(firsts.end(), i);
      next[i] = *same;
      changed |= next[i] != classOf[i];
    }
    classOf = std::move(next);
    return changed;
  }

  bool equal(Value a, Value b, unsigned depth) {
    if (a == b)
      return true;
    if (a.getType() != b.getType() || depth > mostDepth)
      return false;
    auto argument = dyn_cast<BlockArgument>(a);
    auto other = dyn_cast<BlockArgument>(b);
    if (argument && other)
      return isCarried(argument) && isCarried(other) &&
             classOf[loop.numberOf(argument)] == classOf[loop.numberOf(other)];
    auto x = dyn_cast<OpResult>(a), y = dyn_cast<OpResult>(b);
    if (!x || !y)
      return false;
    auto branch = dyn_cast<scf::IfOp>(x.getOwner());
    bool isSameBranch = branch && branch == y.getOwner();
    if (!isSameBranch && x.getResultNumber() != y.getResultNumber())
      return false;
    auto [entry, isNew] = known.try_emplace({a, b}, false);
    if (!isNew)
      return entry->second;
    bool same = isSameBranch ? equalIn(branch, x, y, depth)
                             : equal(x.getOwner(), y.getOwner(), depth);
    known[{a, b}] = same;
    return same;
  }

  /// Whether both arms of a branch give the same for two of its results.
  bool equalIn(scf::IfOp branch, OpResult a, OpResult b, unsigned depth) {
    unsigned i = a.getResultNumber(), j = b.getResultNumber();
    return llvm::all_of(branch->getRegions(), [&](Region &arm) {
      Operation *yield = arm.front().getTerminator();
      return equal(yield->getOperand(i), yield->getOperand(j), depth + 1);
    });
  }

  bool equal(Operation *a, Operation *b, unsigned depth) {
    if (a->getName() != b->getName() || a->getNumRegions() != 0 ||
        a->getNumOperands() != b->getNumOperands() ||
        a->getBlock() != b->getBlock() || !isMemoryEffectFree(a) ||
        a->getAttrDictionary() != b->getAttrDictionary() ||
        a->getPropertiesAsAttribute() != b->getPropertiesAsAttribute())
      return false;
    for (auto [x, y] : llvm::zip_equal(a->getOperands(), b->getOperands()))
      if (!equal(x, y, depth + 1))
        return false;
    return true;
  }

  /// Not the counter of an scf.for.
  bool isCarried(BlockArgument argument) const {
    return argument.getOwner() == loop.body() &&
           loop.numberOf(argument) < loop.size();
  }

  static constexpr unsigned mostDepth = 64;

  const CarriedValues &loop;
  llvm::DenseMap<std::pair<Value, Value>, bool> known;
};

struct PruneLoopValues : tine::impl::PruneLoopValuesBase<PruneLoopValues> {
  void runOnOperation() override {
    SmallVector<Operation *> loops;
    getOperation()->walk([&](Operation *op) {
      if (CarriedValues::isLoop(op))
        loops.push_back(op);
    });
    for (Operation *op : loops)
      prune(CarriedValues(op));
  }

  /// The values in the first block of a while loop, which passes them on.
  static ValueRange passed(const CarriedValues &loop) {
    if (auto op = dyn_cast<scf::WhileOp>(loop.loop()))
      return op.getBeforeArguments();
    return {};
  }

  /// Keeps the carried values that are read and the first of equal ones.
  static void prune(CarriedValues loop) {
    for (unsigned i = 0; i < loop.size(); ++i)
      if (!loop.isPlain(i))
        return;
    EqualValues equal(loop);
    for (unsigned i = 0; i < loop.size(); ++i) {
      unsigned first = equal.classOf[i];
      if (first == i)
        continue;
      loop.argument(i).replaceAllUsesWith(loop.argument(first));
      loop.result(i).replaceAllUsesWith(loop.result(first));
      if (!passed(loop).empty())
        passed(loop)[i].replaceAllUsesWith(passed(loop)[first]);
    }
    llvm::SmallBitVector dropped(loop.size());
    for (unsigned i = 0; i < loop.size(); ++i)
      dropped[i] = loop.result(i).use_empty() && loop.argument(i).use_empty() &&
                   (passed(loop).empty() || passed(loop)[i].use_empty() ||
                    passed(loop)[i].hasOneUse());
    if (dropped.any())
      loop.change(dropped);
  }
};

} // namespace
