//===- FuseOptimizerUpdates.cpp - One loop updates all parameters ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  scf.for and scf.while with the updates of parameters, marked
//         `tine.update` by the front end: elementwise operations of nn on
//         values that the loop carries.
// Output: parameters that are updated alike, and each kind of their state, are
//         carried in one vector; one linalg.generic over it computes all
//         updates, in place; the model reads parts of it.
//
//           for (w, b, mw, mb):               for (p, m):
//             gw, gb = ... w ... b              w, b = slices of p
//             mw' = beta * mw + gw              g = [... w ... b ...]
//             mb' = beta * mb + gb       ==>    p', m' = generic(g) outs(p, m)
//             w' = w - lr * mw'                 yield p', m'
//             b' = b - lr * mb'
//             yield w', b', mw', mb'
//
// How:    1. marked values that a loop yields are put in groups by the form of
//         their trees (UpdateTrees.h) and the scalars in them: two groups of
//         parameters with different learning rates are two vectors; 2. what a
//         tree reads of the loop is carried flat if its own update is such a
//         tree; 3. trees are continued to the values that the loop starts with,
//         so that a peeled first iteration is one loop too; 4. a loop around it
//         carries the vectors as they are; 5. where a branch in the loop either
//         updates the parameters or leaves them, it gives the vectors.
// Rejects: nothing. A parameter that a container takes, or that a task or call
//         puts into one or returns, is left as it is: there it needs a box of
//         its own. So are updates that differ from one parameter to the next,
//         and shapes that are not known.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/KeptArguments.h"
#include "lowering/placement/Passes.h"
#include "lowering/placement/UpdateTrees.h"
#include "lowering/support/LoopValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace tine {
#define GEN_PASS_DEF_FUSEOPTIMIZERUPDATES
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

constexpr llvm::StringLiteral updateMark = "tine.update";

/// What a loop will carry in one vector.
struct FlatState {
  SmallVector<unsigned> numbers; // of the values that the loop carries now
  UpdateNode *before = nullptr;  // the arguments; null in a loop around
  UpdateNode *after = nullptr;   // what becomes of them
  Value argument, yielded;       // the vectors
};

/// Where updates are made: in the loop's body, or in an arm of a branch there
/// whose other arm leaves the parameters as they are.
struct Place {
  scf::IfOp branch;
  Block *block = nullptr;

  bool operator==(const Place &other) const { return block == other.block; }
  unsigned arm() { return block == branch.elseBlock(); }
};

struct FlatGroup {
  Place place;
  SmallVector<FlatState> states;
};

class LoopFuser {
public:
  LoopFuser(Operation *loop, KeptArguments &keptArguments)
      : loop(loop), loc(loop->getLoc()), keptArguments(keptArguments) {}

  /// Makes the updates of the loop one, or does nothing.
  void run() {
    taken.resize(loop.size());
    findUpdates();
    findVectors();
    if (groups.empty())
      return;
    for (FlatGroup &group : groups)
      rewriteBody(group);
    rewriteLoop();
  }

private:
  static bool isKnownShape(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() && type.getNumElements() > 0;
  }

  //===--------------------------------------------------------------------===//
  // What to fuse
  //===--------------------------------------------------------------------===//

  UpdateTrees &treesOf(Block *block) {
    return trees.try_emplace(block, block, loop.body()).first->second;
  }

  /// Where the value with this number is updated, and what it becomes there.
  std::pair<Place, Value> findUpdate(unsigned number) {
    Value value = loop.yielded(number);
    if (value.getParentBlock() != loop.body())
      return {};
    auto branch = value.getDefiningOp<scf::IfOp>();
    if (!branch)
      return {{nullptr, loop.body()}, value};
    unsigned result = cast<OpResult>(value).getResultNumber();
    Value then = branch.thenYield().getOperand(result);
    Value otherwise = branch.elseYield().getOperand(result);
    if (otherwise == loop.argument(number))
      return {{branch, branch.thenBlock()}, then};
    if (then == loop.argument(number))
      return {{branch, branch.elseBlock()}, otherwise};
    return {};
  }

  /// Groups of marked updates of the same form.
  void findUpdates() {
    llvm::MapVector<size_t, SmallVector<unsigned>> byForm;
    for (unsigned i = 0; i < loop.size(); ++i) {
      if (!loop.isPlain(i) || !isKnownShape(loop.yielded(i)))
        continue;
      auto [place, value] = findUpdate(i);
      if (value && UpdateTrees::isElementwise(value) &&
          value.getParentBlock() == place.block &&
          value.getDefiningOp()->hasAttr(updateMark) &&
          !keptArguments.isKept(value) &&
          !keptArguments.isKept(loop.yielded(i)) &&
          !keptArguments.isKept(loop.argument(i)))
        byForm[llvm::hash_combine(place.block,
                                  treesOf(place.block).hash(value))]
            .push_back(i);
    }
    for (auto &[form, numbers] : byForm) {
      FlatGroup group;
      group.place = findUpdate(numbers.front()).first;
      if (collectStates(numbers, group))
        groups.push_back(std::move(group));
    }
  }

  /// Follows the trees from the parameters to their states. Fails when one of
  /// them is not updated by a tree of the same lanes.
  bool collectStates(ArrayRef<unsigned> parameters, FlatGroup &group) {
    UpdateTrees &trees = treesOf(group.place.block);
    llvm::SmallBitVector seen(taken);
    SmallVector<SmallVector<unsigned>> waiting{
        SmallVector<unsigned>(parameters)};
    while (!waiting.empty()) {
      FlatState state;
      state.numbers = waiting.pop_back_val();
      Lanes before, after;
      for (unsigned number : state.numbers) {
        auto [place, value] = findUpdate(number);
        if (seen[number] || !loop.isPlain(number) || !value ||
            !(place == group.place))
          return false;
        seen[number] = true;
        before.push_back(loop.argument(number));
        after.push_back(value);
      }
      state.before = trees.get(before);
      state.after = trees.get(after);
      if (state.after->kind != UpdateNode::Kind::Operation ||
          (state.numbers.size() == 1 &&
           cast<RankedTensorType>(before[0].getType()).getRank() == 0))
        return false;
      group.states.push_back(state);
      SmallVector<UpdateNode *> parts;
      UpdateTrees::collect(state.after, parts);
      for (UpdateNode *part : parts) {
        if (part->kind != UpdateNode::Kind::State)
          continue;
        SmallVector<unsigned> numbers;
        for (Value lane : part->lanes)
          numbers.push_back(loop.numberOf(cast<BlockArgument>(lane)));
        auto isThis = [&](const SmallVector<unsigned> &other) {
          return other == numbers;
        };
        if (!llvm::any_of(
                group.states,
                [&](FlatState &other) { return other.numbers == numbers; }) &&
            llvm::none_of(waiting, isThis))
          waiting.push_back(numbers);
      }
    }
    taken = seen;
    for (FlatState &state : group.states)
      trees.cutBelow(state.after);
    return true;
  }

  /// Values that are all the lanes of a vector: a loop inside carries it.
  void findVectors() {
    llvm::MapVector<Operation *, SmallVector<std::pair<unsigned, unsigned>>>
        parts;
    for (unsigned i = 0; i < loop.size(); ++i) {
      auto part = dyn_cast<OpResult>(loop.yielded(i));
      if (!taken[i] && loop.isPlain(i) && part &&
          isa<SplitOp>(part.getOwner()) &&
          part.getOwner()->getBlock() == loop.body())
        parts[part.getOwner()].push_back({part.getResultNumber(), i});
    }
    for (auto &[split, lanes] : parts) {
      llvm::sort(lanes);
      FlatState state;
      Lanes after;
      for (auto [part, number] : lanes) {
        state.numbers.push_back(number);
        after.push_back(loop.yielded(number));
      }
      if (!llvm::equal(after, split->getResults()))
        continue;
      state.yielded = cast<SplitOp>(split).getVector();
      for (unsigned number : state.numbers)
        taken[number] = true;
      groups.push_back({{nullptr, loop.body()}, {state}});
    }
  }

  //===--------------------------------------------------------------------===//
  // The body
  //===--------------------------------------------------------------------===//

  void rewriteBody(FlatGroup &group) {
    SmallVector<UpdateNode *> roots;
    SmallVector<Value> destinations;
    for (FlatState &state : group.states) {
      SmallVector<Type> lanes = typesOf(state);
      state.argument = loop.body()->addArgument(
          vectorType(lanes, getElementTypeOrSelf(lanes.front())), loc);
      if (!state.after)
        continue;
      state.before->vector = state.argument;
      roots.push_back(state.after);
      destinations.push_back(state.argument);
    }
    if (!roots.empty()) {
      linalg::GenericOp update =
          treesOf(group.place.block).emit(roots, destinations);
      for (auto [i, root] : llvm::enumerate(roots))
        useParts(root->lanes, update.getResult(i), update);
      for (auto [state, result] :
           llvm::zip_equal(group.states, update.getResults()))
        state.yielded = result;
      if (group.place.branch)
        rewriteBranch(group);
    }
    auto builder = OpBuilder::atBlockBegin(loop.body());
    for (FlatState &state : group.states) {
      auto split =
          SplitOp::create(builder, loc, typesOf(state), state.argument);
      for (auto [number, part] :
           llvm::zip_equal(state.numbers, split.getParts()))
        loop.argument(number).replaceAllUsesWith(part);
    }
  }

  /// Makes the branch give the vectors: updated by one arm, as they are by the
  /// other.
  void rewriteBranch(FlatGroup &group) {
    scf::IfOp branch = group.place.branch;
    unsigned arm = group.place.arm();
    SmallVector<Type> types(branch.getResultTypes());
    for (FlatState &state : group.states)
      types.push_back(state.argument.getType());
    OpBuilder builder(branch);
    auto changed = scf::IfOp::create(builder, branch.getLoc(), types,
                                     branch.getCondition(),
                                     /*addThenBlock=*/false,
                                     /*addElseBlock=*/false);
    changed->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
    for (unsigned i = 0; i < 2; ++i) {
      Region &region = changed->getRegion(i);
      region.takeBody(branch->getRegion(i));
      Operation *yield = region.front().getTerminator();
      for (FlatState &state : group.states)
        yield->insertOperands(yield->getNumOperands(),
                              i == arm ? state.yielded : state.argument);
    }
    unsigned first = branch.getNumResults();
    branch.replaceAllUsesWith(changed.getResults().take_front(first));
    for (auto [i, state] : llvm::enumerate(group.states)) {
      state.yielded = changed.getResult(first + i);
      Lanes lanes;
      for (unsigned number : state.numbers)
        lanes.push_back(loop.yielded(number));
      useParts(lanes, state.yielded, changed);
    }
    // Other groups are updated in the same branch.
    for (FlatGroup &other : groups) {
      if (other.place.branch == branch)
        other.place.branch = changed;
      for (FlatState &state : other.states)
        if (auto result = dyn_cast_or_null<OpResult>(state.yielded);
            result && result.getOwner() == branch)
          state.yielded = changed.getResult(result.getResultNumber());
    }
    for (auto &entry : trees)
      entry.second.replace(branch, changed);
    branch.erase();
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
      return loop.argument(number).getType();
    });
  }

  //===--------------------------------------------------------------------===//
  // The loop
  //===--------------------------------------------------------------------===//

  void rewriteLoop() {
    SmallVector<AddedLoopValue> added;
    for (FlatGroup &group : groups)
      makeInits(group, added);
    llvm::SmallBitVector dropped(loop.size());
    // For each dropped value, its vector and which part of it.
    llvm::DenseMap<unsigned, std::pair<unsigned, unsigned>> partOf;
    SmallVector<SmallVector<Type>> types;
    for (FlatGroup &group : groups)
      for (FlatState &state : group.states) {
        for (auto [i, number] : llvm::enumerate(state.numbers)) {
          dropped[number] = true;
          partOf[number] = {types.size(), i};
        }
        types.push_back(typesOf(state));
      }
    loop.change(dropped, added,
                [&](OpBuilder &at, ValueRange vectors, ArrayRef<Value> gone) {
                  SmallVector<SplitOp> splits;
                  for (auto [vector, lanes] : llvm::zip_equal(vectors, types))
                    splits.push_back(SplitOp::create(at, loc, lanes, vector));
                  for (auto [number, value] :
                       llvm::zip_equal(dropped.set_bits(), gone)) {
                    auto [vector, part] = partOf[number];
                    Value(value).replaceAllUsesWith(
                        splits[vector].getResult(part));
                  }
                });
  }

  /// The vectors that the loop starts with, in front of it.
  void makeInits(FlatGroup &group, SmallVectorImpl<AddedLoopValue> &added) {
    Block *block = loop.loop()->getBlock();
    UpdateTrees before(block, nullptr);
    SmallVector<Value> inits(group.states.size());
    SmallVector<UpdateNode *> roots;
    SmallVector<unsigned> rootOf;
    for (auto [i, state] : llvm::enumerate(group.states)) {
      Lanes lanes;
      for (unsigned number : state.numbers)
        lanes.push_back(loop.init(number));
      UpdateNode *node = before.get(lanes);
      switch (node->kind) {
      case UpdateNode::Kind::Operation:
        roots.push_back(node);
        rootOf.push_back(i);
        break;
      case UpdateNode::Kind::Splat: {
        OpBuilder builder(loop.loop());
        Type element = getElementTypeOrSelf(lanes.front().getType());
        RankedTensorType type = vectorType(typesOf(state), element);
        Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                              element, type.getEncoding());
        inits[i] =
            linalg::FillOp::create(builder, loc, node->lanes.front(), empty)
                .getResult(0);
        break;
      }
      case UpdateNode::Kind::State:
      case UpdateNode::Kind::Leaf:
        OpBuilder builder(loop.loop());
        inits[i] =
            builder.createOrFold<JoinOp>(loc, state.argument.getType(), lanes);
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
    for (auto [state, init] : llvm::zip_equal(group.states, inits))
      added.push_back({init, state.argument, state.yielded});
  }

  CarriedValues loop;
  Location loc;
  KeptArguments &keptArguments;
  std::map<Block *, UpdateTrees> trees;
  llvm::SmallBitVector taken;
  SmallVector<FlatGroup> groups;
};

struct FuseOptimizerUpdates
    : tine::impl::FuseOptimizerUpdatesBase<FuseOptimizerUpdates> {
  void runOnOperation() override {
    // Inner loops first.
    SmallVector<Operation *> loops;
    KeptArguments keptArguments(getOperation());
    getOperation()->walk([&](Operation *op) {
      if (CarriedValues::isLoop(op))
        loops.push_back(op);
    });
    for (Operation *op : loops)
      LoopFuser(op, keptArguments).run();
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
