//===- FuseOptimizerUpdates.cpp - One loop updates all parameters ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  scf.for with the updates of parameters, marked `tine.update` by the
//         front end: elementwise operations of nn on values that the loop
//         carries.
// Output: parameters that are updated alike, and each kind of their state, are
//         carried in one vector; one linalg.generic over it computes all
//         updates, in place; the model reads parts of it.
//
//           for (w, b, mw, mb):                   for (p, m):
//             gw, gb = ... w ... b                  w, b = slices of p
//             mw' = beta * mw + gw                  g = [... w ... b ...]
//             mb' = beta * mb + gb       ==>        p', m' = generic(g) outs(p,
//             m) w' = w - lr * mw'                     yield p', m' b' = b - lr
//             * mb' yield w', b', mw', mb'
//
// How:    1. marked values that a loop yields are put in groups by the form of
//         their trees (UpdateTrees.h) and the scalars in them: two groups of
//         parameters with different learning rates are two vectors; 2. what a
//         tree reads of the loop is carried flat if its own update is such a
//         tree; 3. trees are continued to the values that the loop starts with,
//         so that a peeled first iteration is one loop too; 4. a loop around it
//         carries the vectors as they are.
// Rejects: nothing. A parameter that a task, call or container takes is left as
//         it is: there it needs a box of its own. So are updates that differ
//         from one parameter to the next, and shapes that are not known.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/Passes.h"
#include "lowering/tensor/LoopValues.h"
#include "lowering/tensor/UpdateTrees.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace tine {
#define GEN_PASS_DEF_FUSEOPTIMIZERUPDATES
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

constexpr llvm::StringLiteral updateMark = "tine.update";

/// What a loop will carry in one vector.
struct FlatState {
  SmallVector<unsigned> numbers; // of the values that the loop carries now
  UpdateNode *before = nullptr;  // the arguments; null in a loop around
  UpdateNode *after = nullptr;   // what is yielded for them
  Value argument, yielded;       // the vectors
};

/// Whether the tensor must be a box of its own for one of its users.
bool isBoxed(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<func::CallOp, func::ReturnOp, SpawnOp, ListNewOp, ListAppendOp,
               ListSetOp, DictSetOp, CellNewOp, CellStoreOp>(user);
  });
}

class LoopFuser {
public:
  explicit LoopFuser(scf::ForOp loop)
      : loop(loop), trees(loop.getBody(), loop.getBody()) {}

  /// Makes the updates of the loop one, or does nothing.
  void run() {
    taken.resize(loop.getNumResults());
    findUpdates();
    findVectors();
    if (groups.empty())
      return;
    for (SmallVector<FlatState> &group : groups)
      rewriteBody(group);
    rewriteLoop();
  }

private:
  Value yielded(unsigned i) { return loop.getYieldedValues()[i]; }
  Value argument(unsigned i) { return loop.getRegionIterArg(i); }

  static bool isKnownShape(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() && type.getNumElements() > 0;
  }

  //===--------------------------------------------------------------------===//
  // What to fuse
  //===--------------------------------------------------------------------===//

  /// Groups of marked updates of the same form.
  void findUpdates() {
    llvm::MapVector<size_t, SmallVector<unsigned>> byForm;
    for (unsigned i = 0; i < loop.getNumResults(); ++i) {
      Value value = yielded(i);
      if (isKnownShape(value) && UpdateTrees::isElementwise(value) &&
          value.getParentBlock() == loop.getBody() &&
          value.getDefiningOp()->hasAttr(updateMark) && !isBoxed(value) &&
          !isBoxed(argument(i)))
        byForm[trees.hash(value)].push_back(i);
    }
    for (auto &[form, numbers] : byForm) {
      SmallVector<FlatState> group;
      if (collectStates(numbers, group))
        groups.push_back(std::move(group));
    }
  }

  /// Follows the trees from the parameters to their states. Fails when one of
  /// them is not updated by a tree of the same lanes.
  bool collectStates(ArrayRef<unsigned> parameters,
                     SmallVector<FlatState> &group) {
    llvm::SmallBitVector seen(taken);
    SmallVector<SmallVector<unsigned>> waiting{
        SmallVector<unsigned>(parameters)};
    while (!waiting.empty()) {
      FlatState state;
      state.numbers = waiting.pop_back_val();
      Lanes before, after;
      for (unsigned number : state.numbers) {
        if (seen[number])
          return false;
        seen[number] = true;
        before.push_back(argument(number));
        after.push_back(yielded(number));
      }
      state.before = trees.get(before);
      state.after = trees.get(after);
      if (state.after->kind != UpdateNode::Kind::Operation ||
          (state.numbers.size() == 1 &&
           cast<RankedTensorType>(before[0].getType()).getRank() == 0))
        return false;
      group.push_back(state);
      SmallVector<UpdateNode *> parts;
      UpdateTrees::collect(state.after, parts);
      for (UpdateNode *part : parts) {
        if (part->kind != UpdateNode::Kind::State)
          continue;
        SmallVector<unsigned> numbers;
        for (Value lane : part->lanes)
          numbers.push_back(cast<BlockArgument>(lane).getArgNumber() - 1);
        auto isThis = [&](const SmallVector<unsigned> &other) {
          return other == numbers;
        };
        if (!llvm::any_of(
                group,
                [&](FlatState &other) { return other.numbers == numbers; }) &&
            llvm::none_of(waiting, isThis))
          waiting.push_back(numbers);
      }
    }
    taken = seen;
    for (FlatState &state : group)
      trees.cutBelow(state.after);
    return true;
  }

  /// Values that are all the lanes of a vector: a loop inside carries it.
  void findVectors() {
    llvm::MapVector<Operation *, SmallVector<std::pair<unsigned, unsigned>>>
        parts;
    for (unsigned i = 0; i < loop.getNumResults(); ++i) {
      auto part = dyn_cast<OpResult>(yielded(i));
      if (!taken[i] && part && isa<SplitOp>(part.getOwner()) &&
          part.getOwner()->getBlock() == loop.getBody())
        parts[part.getOwner()].push_back({part.getResultNumber(), i});
    }
    for (auto &[split, lanes] : parts) {
      llvm::sort(lanes);
      FlatState state;
      Lanes after;
      for (auto [part, number] : lanes) {
        state.numbers.push_back(number);
        after.push_back(yielded(number));
      }
      if (!llvm::equal(after, split->getResults()))
        continue;
      state.yielded = cast<SplitOp>(split).getVector();
      for (unsigned number : state.numbers)
        taken[number] = true;
      groups.push_back({state});
    }
  }

  //===--------------------------------------------------------------------===//
  // The body
  //===--------------------------------------------------------------------===//

  void rewriteBody(SmallVector<FlatState> &group) {
    Block *body = loop.getBody();
    SmallVector<UpdateNode *> roots;
    SmallVector<Value> destinations;
    for (FlatState &state : group) {
      Type element = getElementTypeOrSelf(argument(state.numbers[0]).getType());
      state.argument =
          body->addArgument(vectorType(typesOf(state), element), loop.getLoc());
      if (!state.after)
        continue;
      state.before->vector = state.argument;
      roots.push_back(state.after);
      destinations.push_back(state.argument);
    }
    if (!roots.empty()) {
      linalg::GenericOp update = trees.emit(roots, destinations);
      for (auto [i, root] : llvm::enumerate(roots))
        useParts(root->lanes, update.getResult(i), update);
      for (auto [state, result] : llvm::zip_equal(group, update.getResults()))
        state.yielded = result;
    }
    auto builder = OpBuilder::atBlockBegin(body);
    for (FlatState &state : group) {
      auto split = SplitOp::create(builder, loop.getLoc(), typesOf(state),
                                   state.argument);
      for (auto [number, part] :
           llvm::zip_equal(state.numbers, split.getParts()))
        argument(number).replaceAllUsesWith(part);
    }
  }

  /// Parts of the vector instead of the lanes, behind `op` that makes it.
  static void useParts(const Lanes &lanes, Value vector, Operation *op) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto split = SplitOp::create(builder, op->getLoc(),
                                 ValueRange(lanes).getTypes(), vector);
    Block *block = op->getBlock();
    for (auto [lane, part] : llvm::zip_equal(lanes, split.getParts()))
      Value(lane).replaceUsesWithIf(part, [&](OpOperand &use) {
        Operation *user = block->findAncestorOpInBlock(*use.getOwner());
        return user && op->isBeforeInBlock(user);
      });
  }

  SmallVector<Type> typesOf(const FlatState &state) {
    return llvm::map_to_vector(state.numbers, [&](unsigned number) {
      return argument(number).getType();
    });
  }

  //===--------------------------------------------------------------------===//
  // The loop
  //===--------------------------------------------------------------------===//

  void rewriteLoop() {
    SmallVector<AddedLoopValue> added;
    for (SmallVector<FlatState> &group : groups)
      makeInits(group, added);
    llvm::SmallBitVector dropped(loop.getNumResults());
    // The new results are there when the loop is; until then, placeholders.
    OpBuilder builder(loop->getContext());
    builder.setInsertionPointAfter(loop);
    SmallVector<Operation *> placeholders;
    for (SmallVector<FlatState> &group : groups)
      for (FlatState &state : group) {
        auto type = cast<RankedTensorType>(state.argument.getType());
        placeholders.push_back(tensor::EmptyOp::create(
            builder, loop.getLoc(), type.getShape(), type.getElementType()));
        auto split = SplitOp::create(builder, loop.getLoc(), typesOf(state),
                                     placeholders.back()->getResult(0));
        for (auto [number, part] :
             llvm::zip_equal(state.numbers, split.getParts())) {
          dropped[number] = true;
          loop.getResult(number).replaceAllUsesWith(part);
        }
      }
    scf::ForOp changed = changeLoopValues(loop, dropped, added);
    for (auto [placeholder, result] : llvm::zip_equal(
             placeholders, changed.getResults().take_back(added.size()))) {
      placeholder->getResult(0).replaceAllUsesWith(result);
      placeholder->erase();
    }
  }

  /// The vectors that the loop starts with, in front of it.
  void makeInits(SmallVector<FlatState> &group,
                 SmallVectorImpl<AddedLoopValue> &added) {
    Block *block = loop->getBlock();
    UpdateTrees before(block, nullptr);
    SmallVector<Value> inits(group.size());
    SmallVector<UpdateNode *> roots;
    SmallVector<unsigned> rootOf;
    for (auto [i, state] : llvm::enumerate(group)) {
      Lanes lanes;
      for (unsigned number : state.numbers)
        lanes.push_back(loop.getInitArgs()[number]);
      UpdateNode *node = before.get(lanes);
      switch (node->kind) {
      case UpdateNode::Kind::Operation:
        roots.push_back(node);
        rootOf.push_back(i);
        break;
      case UpdateNode::Kind::Splat: {
        OpBuilder builder(loop);
        Type element = getElementTypeOrSelf(lanes.front().getType());
        Value empty = tensor::EmptyOp::create(
            builder, loop.getLoc(),
            vectorType(typesOf(state), element).getShape(), element);
        inits[i] = linalg::FillOp::create(builder, loop.getLoc(),
                                          node->lanes.front(), empty)
                       .getResult(0);
        break;
      }
      case UpdateNode::Kind::State:
      case UpdateNode::Kind::Leaf:
        OpBuilder builder(loop);
        inits[i] = builder.createOrFold<JoinOp>(
            loop.getLoc(), state.argument.getType(), lanes);
      }
    }
    if (!roots.empty()) {
      linalg::GenericOp update =
          before.emit(roots, SmallVector<Value>(roots.size()));
      for (auto [i, root] : llvm::enumerate(roots)) {
        inits[rootOf[i]] = update.getResult(i);
        useParts(root->lanes, update.getResult(i), update);
      }
    }
    for (auto [state, init] : llvm::zip_equal(group, inits))
      added.push_back({init, state.yielded});
  }

  scf::ForOp loop;
  UpdateTrees trees;
  llvm::SmallBitVector taken;
  SmallVector<SmallVector<FlatState>> groups;
};

struct FuseOptimizerUpdates
    : tine::impl::FuseOptimizerUpdatesBase<FuseOptimizerUpdates> {
  void runOnOperation() override {
    // Inner loops first.
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      LoopFuser(loop).run();
    // A loop around may carry the vector that is joined in front of this one.
    getOperation()->walk([](JoinOp join) {
      SmallVector<OpFoldResult> vector;
      if (succeeded(join->fold(vector)))
        join.getVector().replaceAllUsesWith(cast<Value>(vector.front()));
    });
    getOperation()->walk([](Operation *op) { op->removeAttr(updateMark); });
  }
};

} // namespace
