//===- ReverseForks.cpp - Backward passes of forks ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of a fork is a fork: it takes the cotangents of its future's
// leaves and gives those of its captures. They are awaited where they are
// needed, so that the backward passes of forks that ran beside each other do
// so, too.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/RandomOps.h"
#include "lowering/differentiate/Reverser.h"
#include "lowering/differentiate/Scratch.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tine;

/// A fork of the region, whose uses of values outside become captures.
static ForkOp makeFork(OpBuilder &b, Location loc, Region &region,
                       ArrayRef<Type> leaves) {
  Block &block = region.front();
  llvm::SetVector<Value> captures;
  llvm::SetVector<Operation *> constants;
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      if (region.isAncestor(operand.getParentRegion()))
        continue;
      Operation *definition = operand.getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>())
        constants.insert(definition);
      else
        captures.insert(operand);
    }
  });
  auto inside = [&](OpOperand &use) {
    return region.isAncestor(use.getOwner()->getParentRegion());
  };
  for (Operation *constant : constants) {
    OpBuilder start = OpBuilder::atBlockBegin(&block);
    Operation *copy = start.clone(*constant);
    constant->getResult(0).replaceUsesWithIf(copy->getResult(0), inside);
  }
  for (Value capture : captures)
    capture.replaceUsesWithIf(block.addArgument(capture.getType(), loc),
                              inside);
  OperationState state(loc, ForkOp::getOperationName());
  state.addOperands(captures.getArrayRef());
  state.addTypes(FutureType::get(b.getContext(), leaves));
  state.addRegion();
  auto fork = cast<ForkOp>(b.create(state));
  fork.getBody().takeBody(region);
  return fork;
}

LogicalResult Reverser::reverseAgain(ForkOp op) {
  Location loc = op.getLoc();
  // The second run of a checkpoint changes again what the first one changed.
  if (op.getInlined())
    for (Operation *user : op.getFuture().getUsers())
      if (auto wait = dyn_cast<WaitOp>(user); wait && wait.getImplicit())
        return fail(op, "a checkpoint that changes tensors or objects that it "
                        "did not make has no derivative: it runs twice, and "
                        "would change them twice; keep batch norm in training "
                        "mode and the like out of it");
  bool draws = false;
  WalkResult pure = op.getBody().walk([&](Operation *inner) {
    bool drawsHere =
        isa<nn::RandomOp, nn::RandomStateOp, ManualSeedOp, SetRandomStateOp>(
            inner);
    draws |= drawsHere;
    if (drawsHere && op.getRedraws() == "some") {
      emitError(inner->getLoc(),
                "how much of this a checkpoint without preserve_rng_state "
                "draws again depends on what PyTorch keeps; leave "
                "preserve_rng_state=True, or give early_stop=False");
      return WalkResult::interrupt();
    }
    auto time = dyn_cast<TimeOp>(inner);
    if (!isa<PrintOp, WriteFileOp, WriteImageOp, FileOp, SystemOp, TimeOp,
             PythonDrawOp>(inner) ||
        (time && time.getClock() == Clock::trace))
      return WalkResult::advance();
    emitError(inner->getLoc(), op.getInlined()
                                   ? "this has no derivative in a checkpoint, "
                                     "which runs twice"
                                   : "this has no derivative in a task whose "
                                     "future is kept in a list, dict or task, "
                                     "because the task's body runs twice");
    return WalkResult::interrupt();
  });
  if (pure.wasInterrupted())
    return failure();
  // The second run draws what the first drew; nobody else notices.
  Value firstState;
  auto stateType = RankedTensorType::get({nn::RandomStateOp::stateSize},
                                         b.getIntegerType(8));
  if (draws && !op.getRedraws()) {
    OpBuilder before(op);
    firstState = nn::RandomStateOp::create(before, loc, stateType);
  }
  Block &forward = op.getBody().front();
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  SmallVector<Value> cotangents;
  for (unsigned i = 0; i < op.getFuture().getType().getLeaves().size(); ++i)
    cotangents.push_back(take({op.getFuture(), i}));

  Scratch scratch(b, loc);
  b.setInsertionPointToEnd(scratch.block);
  IRMapping mapping;
  mapping.map(forward.getArguments(), op.getCaptures());
  Value outerState;
  if (firstState) {
    outerState = nn::RandomStateOp::create(b, loc, stateType);
    SetRandomStateOp::create(b, loc, firstState);
  }
  for (Operation &inner : forward.without_terminator())
    b.clone(inner, mapping);
  if (outerState)
    SetRandomStateOp::create(b, loc, outerState);
  auto copyFacts = [&](Value from) {
    Value to = mapping.lookupOrDefault(from);
    activity.copy(from, to);
    if (useful.contains(from))
      useful.insert(to);
  };
  op.getBody().walk([&](Operation *inner) {
    llvm::for_each(inner->getResults(), copyFacts);
    for (Region &region : inner->getRegions())
      llvm::for_each(region.getArguments(), copyFacts);
  });
  for (auto [capture, argument] :
       llvm::zip(op.getCaptures(), forward.getArguments()))
    activity.copy(argument, capture);

  Scope body;
  body.outer = scope;
  body.forward = &scratch.region();
  body.place = outside;
  scope = &body;
  for (auto [operand, cotangent] :
       llvm::zip(forward.getTerminator()->getOperands(), cotangents))
    if (cotangent)
      add(mapping.lookupOrDefault(operand), cotangent);
  if (failed(reverse(scratch.block->begin(), scratch.block->end())))
    return failure();
  b.setInsertionPointToEnd(scratch.block);
  llvm::MapVector<Place, Value> parts = leave(body);
  scope = body.outer;
  SmallVector<Value> yields;
  for (auto &[place, value] : parts)
    yields.push_back(value);
  YieldOp::create(b, loc, yields);
  b.restoreInsertionPoint(outside);
  if (yields.empty())
    return success();
  SmallVector<Type> types(ValueRange(yields).getTypes());
  ForkOp backward = makeFork(b, loc, scratch.region(), types);
  if (op.getInlined())
    backward.setInlined(op.getInlined());
  b.setInsertionPointAfter(backward);
  for (auto [i, part] : llvm::enumerate(parts))
    add(part.first, {backward.getFuture(), static_cast<unsigned>(i)});
  return success();
}

LogicalResult Reverser::reverse(ForkOp op) {
  // A checkpoint, or a future that more than the forward pass could have. The
  // list of what a loop saves has to stay where its own cotangents can be.
  auto holdsLoop = [&] {
    return op.getBody()
        .walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
        .wasInterrupted();
  };
  if (op.getInlined() || (again && holdsLoop()) ||
      !llvm::all_of(op.getFuture().getUsers(), llvm::IsaPred<WaitOp>))
    return reverseAgain(op);
  Location loc = op.getLoc();
  Block &forward = op.getBody().front();
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  ArrayRef<Type> leaves = op.getFuture().getType().getLeaves();
  SmallVector<Value> cotangents(leaves.size());
  for (unsigned i = 0; i < leaves.size(); ++i)
    cotangents[i] = take({op.getFuture(), i});

  Scratch scratch(b, loc);
  Scope body;
  body.outer = scope;
  body.forward = &op.getBody();
  body.place = outside;
  scope = &body;
  b.setInsertionPointToEnd(scratch.block);
  for (auto [operand, cotangent] :
       llvm::zip(forward.getTerminator()->getOperands(), cotangents))
    if (cotangent)
      add(operand, cotangent);
  if (failed(reverse(forward.begin(), forward.end())))
    return failure();

  // Cotangents of the captures, by number and leaf.
  b.setInsertionPointToEnd(scratch.block);
  SmallVector<Place> places;
  SmallVector<Value> yields;
  for (auto [capture, argument] :
       llvm::zip(op.getCaptures(), forward.getArguments())) {
    unsigned count = 1;
    if (auto future = dyn_cast<FutureType>(argument.getType()))
      count = future.getLeaves().size();
    for (unsigned leaf = 0; leaf < count; ++leaf)
      if (Value cotangent = take({argument, leaf})) {
        places.push_back({capture, leaf});
        yields.push_back(cotangent);
      }
  }
  scope = body.outer;
  if (yields.empty()) {
    b.restoreInsertionPoint(outside);
    return success();
  }
  YieldOp::create(b, loc, yields);

  // What the backward fork takes of the forward one: its captures, and values
  // that the forward fork gives as leaves of its future.
  SmallVector<Value> inner;
  for (Value value :
       kept(*scratch.block, op.getBody(), forward.getArguments())) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &forward) {
      inner.push_back(value);
      continue;
    }
    argument.replaceUsesWithIf(
        op.getCaptures()[argument.getArgNumber()], [&](OpOperand &use) {
          return scratch.region().isAncestor(use.getOwner()->getParentRegion());
        });
  }
  b.restoreInsertionPoint(outside);
  if (!inner.empty()) {
    SmallVector<WaitOp> waits;
    for (Operation *user : op.getFuture().getUsers())
      waits.push_back(cast<WaitOp>(user));
    ForkOp wider = giveMore(op, inner);
    for (WaitOp wait : waits) {
      OpBuilder builder(wait);
      auto again = WaitOp::create(builder, wait.getLoc(),
                                  wider.getFuture().getType().getLeaves(),
                                  wider.getFuture());
      again.setImplicit(wait.getImplicit());
      wait->replaceAllUsesWith(
          again->getResults().take_front(wait->getNumResults()));
      inherit(wait->getResults(), again->getResults());
      retire(wait);
    }
    auto taken = WaitOp::create(b, loc, wider.getFuture().getType().getLeaves(),
                                wider.getFuture());
    size_t first = taken.getNumResults() - inner.size();
    for (auto [i, value] : llvm::enumerate(inner)) {
      Value again = fromLeaf(b, taken.getResult(first + i), value.getType());
      value.replaceUsesWithIf(again, [&](OpOperand &use) {
        return scratch.region().isAncestor(use.getOwner()->getParentRegion());
      });
    }
  }
  SmallVector<Type> types(ValueRange(yields).getTypes());
  ForkOp backward = makeFork(b, loc, scratch.region(), types);
  b.setInsertionPointAfter(backward);
  for (auto [i, place] : llvm::enumerate(places))
    add(place, {backward.getFuture(), static_cast<unsigned>(i)});
  return success();
}

ForkOp Reverser::giveMore(ForkOp op, ArrayRef<Value> values) {
  OpBuilder::InsertionGuard guard(b);
  Operation *yield = op.getBody().front().getTerminator();
  b.setInsertionPoint(yield);
  SmallVector<Value> operands(yield->getOperands());
  for (Value value : values)
    operands.push_back(toLeaf(b, value));
  yield->setOperands(operands);
  b.setInsertionPoint(op);
  OperationState state(op.getLoc(), ForkOp::getOperationName());
  state.addOperands(op.getCaptures());
  SmallVector<Type> types(ValueRange(operands).getTypes());
  state.addTypes(FutureType::get(b.getContext(), types));
  state.addAttributes(op->getAttrs());
  state.addRegion();
  auto wider = cast<ForkOp>(b.create(state));
  wider.getBody().takeBody(op.getBody());
  inherit(op->getResults(), wider->getResults());
  retire(op);
  return wider;
}

LogicalResult Reverser::reverse(WaitOp op) {
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    if (isDifferentiable(result.getType()) && !activity.isInput(result))
      if (Value cotangent = take({result, 0}))
        add({op.getFuture(), static_cast<unsigned>(i)}, {cotangent, 0});
  return success();
}
