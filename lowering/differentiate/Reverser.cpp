//===- Reverser.cpp - Builds the backward pass of a gradient --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk, the cotangents, and what every op does.
//
//===----------------------------------------------------------------------===//

#include "lowering/differentiate/Reverser.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/Pullback.h"
#include "dialects/nn/ViewOps.h"
#include "dialects/tine/ModuleLocations.h"
#include "lowering/differentiate/Keeping.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tine;

SmallVector<Reverser::Place> Reverser::placesOf(Value value) {
  if (isDifferentiable(value.getType()))
    return {{value, 0}};
  SmallVector<Place> places;
  if (auto future = dyn_cast<FutureType>(value.getType()))
    for (auto [i, leaf] : llvm::enumerate(future.getLeaves()))
      if (isDifferentiable(leaf))
        places.push_back({value, static_cast<unsigned>(i)});
  return places;
}

RankedTensorType Reverser::typeOf(Place place) {
  Type type = place.first.getType();
  if (auto future = dyn_cast<FutureType>(type))
    type = future.getLeaves()[place.second];
  return cast<RankedTensorType>(type);
}

LogicalResult Reverser::fail(Operation *op, const Twine &why) {
  return emitError(op->getLoc()) << why;
}

//===----------------------------------------------------------------------===//
// Cotangents
//===----------------------------------------------------------------------===//

void Reverser::add(Place place, Part part) {
  if (activity.isActive(place.first))
    scope->parts[place].push_back(part);
}

Value Reverser::take(Place place) {
  auto it = scope->parts.find(place);
  if (it == scope->parts.end() || it->second.empty())
    return {};
  SmallVector<Part> parts = std::move(it->second);
  it->second.clear();
  return sum(place, parts);
}

Value Reverser::sum(Place place, ArrayRef<Part> parts, Value total) {
  for (const Part &part : parts) {
    Value value = part.value;
    Location loc = value.getLoc();
    if (auto future = dyn_cast<FutureType>(value.getType()))
      value = WaitOp::create(b, loc, future.getLeaves(), value)
                  ->getResult(part.leaf);
    if (auto slice = dyn_cast_or_null<nn::SliceOp>(part.slice)) {
      if (!total)
        total = zeros(place);
      Value old = nn::SliceOp::create(
          b, loc, slice.getResult().getType(), total, slice.getDimAttr(),
          slice.getStart(), slice.getStepAttr(), slice.getSize());
      value = nn::AddOp::create(b, loc, old.getType(), old, value);
      total = nn::InsertSliceOp::create(b, loc, total.getType(), value, total,
                                        slice.getDimAttr(), slice.getStart(),
                                        slice.getStepAttr());
      continue;
    }
    total = !total ? value
                   : nn::AddOp::create(b, loc, total.getType(), total, value);
  }
  return total;
}

Value Reverser::zeros(Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  Location loc = like.getLoc();
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(b, loc, like, i));
  Value zero = arith::ConstantOp::create(
      b, loc, b.getFloatAttr(nn::getComputeType(type.getElementType()), 0.0));
  return nn::FullOp::create(b, loc, type, zero, sizes);
}

Value Reverser::zeros(Place place) {
  if (!isa<FutureType>(place.first.getType()))
    return zeros(place.first);
  RankedTensorType type = typeOf(place);
  Location loc = place.first.getLoc();
  if (!type.hasStaticShape()) {
    auto future = cast<FutureType>(place.first.getType());
    return zeros(WaitOp::create(b, loc, future.getLeaves(), place.first)
                     ->getResult(place.second));
  }
  Value zero = arith::ConstantOp::create(
      b, loc, b.getFloatAttr(nn::getComputeType(type.getElementType()), 0.0));
  return nn::FullOp::create(b, loc, type, zero, ValueRange());
}

void Reverser::retire(Operation *op) {
  op->dropAllReferences();
  op->remove();
  retired.push_back(op);
}

void Reverser::inherit(ValueRange from, ValueRange to) {
  for (auto [old, now] : llvm::zip(from, to)) {
    // It stays one of the forward pass, in traces too.
    if (Operation *before = old.getDefiningOp())
      if (Operation *behind = now.getDefiningOp())
        behind->setLoc(before->getLoc());
    activity.replace(old, now);
    if (useful.contains(old))
      useful.insert(now);
    if (Value cotangents = lists.lookup(old)) {
      lists.erase(old);
      lists[now] = cotangents;
    }
    for (InputAlias &alias : aliases) {
      if (alias.value == old)
        alias.value = now;
      if (alias.input == old)
        alias.input = now;
    }
    // What inputs have got is not taken before the end.
    for (Scope *s = scope; s && activity.isInput(now); s = s->outer) {
      auto it = s->parts.find({old, 0});
      if (it == s->parts.end())
        continue;
      SmallVector<Part> parts = std::move(it->second);
      it->second.clear();
      s->parts[{now, 0}] = std::move(parts);
    }
  }
}

Reverser::~Reverser() {
  for (Operation *op : retired)
    op->destroy();
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> Reverser::run(nn::GradientOp op) {
  BackwardListener forTraces(b);
  Scope top;
  scope = &top;
  b.setInsertionPoint(op);
  auto start = arith::ConstantIndexOp::create(b, op.getLoc(), 0);
  markUseful(op.getOutputs());
  for (auto [output, seed] : llvm::zip(op.getOutputs(), op.getSeeds()))
    add(output, seed);
  // What is in front of the op, from the inside out.
  for (Operation *before = op; !isa<FunctionOpInterface>(before);) {
    if (isa<ForkOp>(before))
      break; // isolated: what it uses are its arguments
    // Branches around the op are made anew on the way through a loop.
    Operation *around = before->getParentOp();
    if (failed(reverse(before->getBlock()->begin(), Block::iterator(before))))
      return failure();
    if (isa<scf::ForOp, scf::WhileOp>(around)) {
      if (failed(reverseEarlier(around)))
        return failure();
      revisits = true;
      if (!op.getRetain() && earlier.contains(around))
        enterGuard(around);
    }
    before = around;
  }
  while (!guards.empty())
    leaveGuard();
  SmallVector<Value> gradients;
  for (Value input : op.getInputs()) {
    Value gradient = withAliases(input, take({input, 0}));
    gradients.push_back(gradient ? gradient : zeros(input));
  }
  // An input that is given twice gets the same gradient twice.
  llvm::DenseMap<Value, Value> first;
  for (auto [input, gradient] : llvm::zip(op.getInputs(), gradients)) {
    auto [it, isNew] = first.try_emplace(input, gradient);
    if (!isNew)
      gradient = it->second;
  }
  // Nobody goes this way again.
  if (!op.getRetain())
    for (const auto &[loop, kept] : earlier) {
      ListClearOp::create(b, op.getLoc(), kept.list);
      Value one = arith::ConstantIntOp::create(b, op.getLoc(), 1, 64);
      ListAppendOp::create(b, op.getLoc(), kept.runs, one);
    }
  scope = nullptr;
  if (recompute)
    keepLittle(b, start, op);
  start.erase();
  return gradients;
}

LogicalResult Reverser::reverse(Block::iterator begin, Block::iterator end) {
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::make_range(begin, end))
    ops.push_back(&op);
  for (Operation *op : llvm::reverse(ops))
    if (failed(reverse(op)))
      return failure();
  return success();
}

LogicalResult Reverser::reverse(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return success();
  meetLists(op);
  bool touches = touchesLists(op);
  if (touches && isa<ListSortOp>(op))
    return fail(op, "a list that is sorted has no derivative");
  auto hasCotangent = [&](Value value, unsigned leaf) {
    auto it = scope->parts.find({value, leaf});
    return it != scope->parts.end() && !it->second.empty();
  };
  auto isWanted = [&](Value result) {
    if (activity.isInput(result))
      return false;
    auto future = dyn_cast<FutureType>(result.getType());
    unsigned leaves = future ? future.getLeaves().size() : 1;
    return llvm::any_of(llvm::seq(leaves), [&](unsigned leaf) {
      return hasCotangent(result, leaf);
    });
  };
  auto isList = [&](Value result) { return lists.contains(result); };
  bool wanted = touches || llvm::any_of(op->getResults(), isList) ||
                llvm::any_of(op->getResults(), isWanted);
  if (Operation *fork = findChangedList(op))
    return fail(fork,
                "a task that changes a list of tensors has no derivative; "
                "return the tensors, and append them when the task was "
                "awaited");
  if (!wanted)
    return success();
  for (Value operand : op->getOperands()) {
    if (!isa<ListType>(operand.getType()) || op->getNumRegions() != 0 ||
        !activity.isActive(operand))
      continue;
    if (!isFollowed(operand))
      return fail(op, "a list that a task or another container gives has no "
                      "derivative; append to a list of this function");
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::IfOp, scf::ForOp, scf::WhileOp, ForkOp, WaitOp, ListGetOp,
            ListAppendOp, ListSetOp, ListInsertOp, ListExtendOp, ListReverseOp,
            ListCopyOp, ListRepeatOp, ListSliceOp, ListClearOp, nn::ListCatOp>(
          [&](auto known) { return reverse(known); })
      .Case([&](ListPopOp pop) {
        return activity.isActive(pop.getList()) ? reverse(pop) : success();
      })
      .Case([&](nn::SliceOp slice) {
        if (activity.isActive(slice.getInput()))
          add({slice.getInput(), 0}, {take({slice.getResult(), 0}), 0, slice});
        return success();
      })
      .Case([&](tensor::CastOp cast) {
        Value cotangent = take({cast.getResult(), 0});
        add(cast.getSource(),
            tensor::CastOp::create(b, op->getLoc(), cast.getSource().getType(),
                                   cotangent));
        return success();
      })
      .Case([&](nn::OptimizationBarrierOp barrier) {
        add(barrier.getInput(), take({barrier.getResult(), 0}));
        return success();
      })
      .Case([&](nn::StraightThroughOp through) {
        add(through.getOld(), take({through.getResult(), 0}));
        return success();
      })
      .Case([&](nn::WithDerivativeOp own) { return reverse(own); })
      .Case([&](nn::OverwriteOp overwrite) {
        add(overwrite.getValue(), take({overwrite.getResult(), 0}));
        return success();
      })
      .Case([&](ToOp to) {
        Value cotangent = take({to.getResult(), 0});
        add(to.getTensor(),
            ToOp::create(b, op->getLoc(), to.getTensor().getType(), cotangent));
        return success();
      })
      .Default([&](Operation *other) { return reverseByRule(other); });
}

LogicalResult Reverser::reverse(nn::WithDerivativeOp op) {
  // The region is what a rule would make.
  IRMapping names;
  Block &body = op.getBody().front();
  for (auto [value, result, argument] :
       llvm::zip(op.getValues(), op.getResults(), body.getArguments())) {
    names.map(value, result);
    Value cotangent =
        activity.isInput(result) || !isDifferentiable(result.getType())
            ? Value()
            : take({result, 0});
    names.map(argument, cotangent ? cotangent : zeros(result));
  }
  for (Operation &inner : body.without_terminator())
    b.clone(inner, names);
  for (auto [input, given] :
       llvm::zip(op.getInputs(), body.getTerminator()->getOperands()))
    if (activity.isActive(input))
      add(input, names.lookupOrDefault(given));
  return success();
}

LogicalResult Reverser::reverseByRule(Operation *op) {
  // An op whose operands do not depend on the inputs ends the way back.
  if (!activity.usesActive(op))
    return success();
  nn::PullbackRule rule = nn::getPullbackRule(op);
  if (!rule && llvm::any_of(op->getOperandTypes(), llvm::IsaPred<DictType>))
    return fail(op, "a dict whose keys only the run knows has no derivative; "
                    "use keys that are known at compile time, or a list");
  if (!rule)
    return fail(op, "the derivative of '" + op->getName().getStringRef() +
                        "' is not supported");
  SmallVector<Value> cotangents;
  for (Value result : op->getResults())
    cotangents.push_back(activity.isInput(result) ||
                                 !isDifferentiable(result.getType())
                             ? Value()
                             : take({result, 0}));
  auto wants = [&](unsigned i) { return activity.isActive(op->getOperand(i)); };
  auto addTo = [&](unsigned i, Value part) { add(op->getOperand(i), part); };
  nn::Pullback pullback(b, op, cotangents, wants, addTo);
  rule(pullback);
  return success();
}
