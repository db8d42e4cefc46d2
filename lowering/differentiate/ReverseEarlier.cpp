//===- ReverseEarlier.cpp - Gradients through earlier iterations ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient may be taken in a loop of what the loop carries: a loss that is
// the sum of several iterations', the state of a recurrent cell, or a loss that
// the iteration before has computed. The way back then goes on through the
// iterations there were, in a loop of its own that stands where the gradient
// does:
//
//   for i: ... gradient of f(%arg) ...; yield %next
//     ==>
//   list = []
//   for i:
//     ...; c = cotangent of %arg
//     for j = the last element of the list to the first:
//       c = backward pass of an iteration by c, with the values in list[j]
//     ... c is that of what the loop starts with
//     clear list
//     ...; append to the list what an iteration keeps; yield %next
//
// The list is cleared where no gradient goes through the same graph again. What
// is carried does not lead further back then, or PyTorch would raise an error.
//
// An input that is an argument of the loop has other names in earlier
// iterations: what they yield to it, and what the loop starts with.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/Lists.h"
#include "lowering/differentiate/Reverser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tine;

std::optional<Reverser::Carried> Reverser::carriedAs(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg)
    return std::nullopt;
  Operation *parent = arg.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (arg == loop.getInductionVar())
      return std::nullopt;
    return Carried{arg, loop.getTiedLoopYieldedValue(arg)->get(),
                   loop.getTiedLoopInit(arg)->get()};
  }
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop || arg.getOwner() != loop.getAfterBody())
    return std::nullopt;
  auto passed = dyn_cast<BlockArgument>(
      loop.getConditionOp().getArgs()[arg.getArgNumber()]);
  if (!passed || passed.getOwner() != loop.getBeforeBody())
    return std::nullopt;
  unsigned i = passed.getArgNumber();
  return Carried{arg, loop.getYieldOp().getOperand(i), loop.getInits()[i]};
}

SmallVector<InputAlias> tine::aliasesOf(nn::GradientOp op) {
  SmallVector<InputAlias> aliases;
  for (unsigned i = 0; i < op.getInputs().size(); ++i) {
    Value input = op.getInputs()[i];
    bool isFresh = llvm::is_contained(
        op.getFresh().value_or(ArrayRef<int64_t>()), static_cast<int64_t>(i));
    Value value = input;
    auto addNames = [&](Value last, Operation *loop, bool isInit) {
      for (Value name : nn::versionsOf(last, isFresh))
        if (name != input && name != value)
          aliases.push_back({name, input, loop, isInit, isFresh,
                             llvm::is_contained(op.getInputs(), name)});
    };
    addNames(input, nullptr, true);
    while (std::optional<Reverser::Carried> carried =
               Reverser::carriedAs(value)) {
      Operation *loop = value.getParentBlock()->getParentOp();
      if (!loop->isProperAncestor(op))
        break;
      addNames(carried->yield, loop, false);
      addNames(carried->init, loop, true);
      value = carried->init;
    }
  }
  return aliases;
}

Value Reverser::isPassed(Value yield, Value arg, Block &body) {
  Location loc = arg.getLoc();
  auto constant = [&](bool value) {
    return arith::ConstantIntOp::create(b, loc, value, 1);
  };
  if (yield == arg)
    return constant(true);
  auto branch = yield.getDefiningOp<scf::IfOp>();
  if (!branch)
    return constant(false);
  if (branch->getBlock() != &body)
    return {};
  unsigned i = cast<OpResult>(yield).getResultNumber();
  Value yes = isPassed(branch.thenYield().getOperand(i), arg, body);
  Value no = isPassed(branch.elseYield().getOperand(i), arg, body);
  return yes && no
             ? arith::SelectOp::create(b, loc, branch.getCondition(), yes, no)
                   .getResult()
             : Value();
}

bool Reverser::changesLists(Operation *loop, Region &body) {
  return loop
      ->walk([&](Operation *op) {
        bool changes = nn::changesList(op) &&
                       lists.contains(op->getOperand(0)) &&
                       !body.isAncestor(op->getOperand(0).getParentRegion());
        return changes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether every iteration begins with an empty list.
static bool startsEmpty(const Reverser::Carried &list) {
  auto isEmpty = [](Value value) {
    return value.getDefiningOp<ListNewOp>() && value.hasOneUse();
  };
  return isEmpty(list.yield) && isEmpty(list.init);
}

Value Reverser::takeCarried(const Carried &one) {
  if (isa<ListType>(one.arg.getType())) {
    Value cotangents = lists.lookup(one.arg);
    return cotangents ? cotangents : zerosBeside(one.arg);
  }
  Value cotangent = take({one.arg, 0});
  return cotangent ? cotangent : zeros(one.arg);
}

LogicalResult Reverser::giveCarried(Operation *loop, Value value,
                                    Value cotangent) {
  if (isa<ListType>(value.getType()))
    return giveList(loop, value, cotangent);
  add(value, cotangent);
  return success();
}

FailureOr<SmallVector<Reverser::Carried>> Reverser::pendingIn(Operation *loop,
                                                              Block &body) {
  bool isPending = changesLists(loop, *body.getParent());
  SmallVector<Carried> carried;
  for (BlockArgument arg : body.getArguments()) {
    if (!activity.isActive(arg) || activity.isInput(arg) ||
        !useful.contains(arg))
      continue;
    if (isa<ListType>(arg.getType())) {
      std::optional<Carried> as = carriedAs(arg);
      if (as && carriesList(arg) && !startsEmpty(*as)) {
        isPending |= lists.contains(arg);
        carried.push_back(*as);
      }
      continue;
    }
    bool matters = llvm::any_of(scope->parts, [&](const auto &entry) {
      return entry.first.first == arg && !entry.second.empty();
    });
    isPending |= matters;
    std::optional<Carried> as = carriedAs(arg);
    if (as && isDifferentiable(arg.getType()))
      carried.push_back(*as);
    else if (matters)
      return fail(loop, "a gradient in a loop does not go through what the "
                        "condition of the loop computes, or a future that "
                        "the loop carries; take it behind the loop");
  }
  if (!isPending)
    carried.clear();
  return carried;
}

Reverser::Sums
Reverser::sumsOfInputs(Block &backward, Region &forward,
                       const llvm::MapVector<Value, Value> &alive,
                       const llvm::MapVector<Value, Value> &stays) {
  Sums sums;
  auto addInput = [&](Value input, Value name, Value condition) {
    Value part = take({name, 0});
    if (!part)
      return;
    Location loc = part.getLoc();
    if (condition)
      part = arith::SelectOp::create(b, loc, condition, part, zeros(name));
    Place place{input, 0};
    auto *known = llvm::find_if(
        sums, [&](const auto &sum) { return sum.first == place; });
    if (known == sums.end()) {
      sums.emplace_back(place, backward.addArgument(input.getType(), loc));
      known = &sums.back();
    }
    known->second =
        nn::AddOp::create(b, loc, input.getType(), known->second, part);
  };
  SmallVector<Value> own;
  for (const auto &entry : scope->parts) {
    Value value = entry.first.first;
    if (entry.second.empty() || !activity.isInput(value) ||
        !forward.isAncestor(value.getParentRegion()))
      continue;
    // One that was changed in place; others are of their iteration.
    bool isKept = isa<BlockArgument>(value) ||
                  value.getDefiningOp()->hasAttr("tine.update");
    bool isOther = llvm::any_of(aliases, [&](const InputAlias &alias) {
      return alias.value == value && !alias.isInput;
    });
    if (isKept && !isOther)
      own.push_back(value);
  }
  for (Value value : own)
    addInput(value, value, stays.lookup(value));
  for (InputAlias alias : aliases)
    if (!alias.isInput && forward.isAncestor(alias.value.getParentRegion()))
      addInput(alias.input, alias.value, alive.lookup(alias.input));
  return sums;
}

LogicalResult Reverser::reverseEarlier(Operation *loop) {
  Location loc = loop->getLoc();
  auto forLoop = dyn_cast<scf::ForOp>(loop);
  Block &body =
      forLoop ? *forLoop.getBody() : *cast<scf::WhileOp>(loop).getAfterBody();
  Region &region = *body.getParent();

  FailureOr<SmallVector<Carried>> pending = pendingIn(loop, body);
  if (failed(pending))
    return failure();
  const SmallVector<Carried> &carried = *pending;
  if (carried.empty() && !changesLists(loop, region))
    return success();
  if (again)
    return fail(loop, "a gradient that goes through earlier iterations of the "
                      "loop around it has no derivative");

  SmallVector<Value> inits;
  for (const Carried &one : carried)
    inits.push_back(takeCarried(one));
  // Leaves that iterations may replace by others.
  llvm::SetVector<Value> freshInputs;
  for (InputAlias alias : aliases) {
    if (!alias.isFresh || alias.loop != loop)
      continue;
    if (alias.input.getParentBlock() != &body)
      return fail(loop, "the gradient of a leaf that a loop replaces does not "
                        "go through earlier iterations of a loop around it");
    freshInputs.insert(alias.input);
  }
  for (size_t i = 0; i < freshInputs.size(); ++i)
    inits.push_back(arith::ConstantIntOp::create(b, loc, 1, 1));
  // Each iteration makes lists of its own.
  SmallVector<Value> made;
  for (auto [list, cotangents] : lists)
    if (region.isAncestor(list.getParentRegion()))
      made.push_back(list);
  for (Value list : made)
    lists.erase(list);
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  bool before = std::exchange(revisits, true);

  Scratch scratch(b, loc);
  Value count = scratch.block->addArgument(b.getIndexType(), loc);
  Scope inner;
  inner.outer = scope;
  inner.forward = &region;
  inner.place = outside;
  scope = &inner;
  b.setInsertionPointToEnd(scratch.block);
  for (auto [one, init] : llvm::zip(carried, inits))
    if (failed(giveCarried(loop, one.yield,
                           scratch.block->addArgument(init.getType(), loc))))
      return failure();
  SmallVector<Value> aliveArgs;
  for (size_t i = 0; i < freshInputs.size(); ++i)
    aliveArgs.push_back(scratch.block->addArgument(b.getI1Type(), loc));
  if (failed(reverse(body.begin(), body.end())))
    return failure();
  b.setInsertionPointToEnd(scratch.block);
  SmallVector<Value> yields;
  for (const Carried &one : carried)
    yields.push_back(takeCarried(one));

  // Whether an iteration leaves a leaf that may be replaced as it was.
  llvm::MapVector<Value, Value> alive, stays;
  for (auto [input, arg] : llvm::zip(freshInputs, aliveArgs)) {
    Value same = isPassed(carriedAs(input)->yield, input, body);
    if (!same)
      return fail(loop, "the gradient of a leaf that nested branches of a loop "
                        "replace does not go through earlier iterations");
    alive[input] = arg;
    stays[input] = arith::AndIOp::create(b, loc, arg, same);
    yields.push_back(stays[input]);
  }

  Sums sums = sumsOfInputs(*scratch.block, region, alive, stays);
  llvm::append_range(sums, leave(inner, scratch.block));
  scope = inner.outer;

  SmallVector<Value> values =
      kept(*scratch.block, region,
           forLoop ? ValueRange(forLoop.getInductionVar()) : ValueRange());
  if (forLoop) {
    b.setInsertionPointToStart(scratch.block);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    Value back = arith::AddIOp::create(b, loc, count, one);
    Value offset = arith::MulIOp::create(b, loc, back, forLoop.getStep());
    auto index =
        arith::SubIOp::create(b, loc, forLoop.getInductionVar(), offset);
    forLoop.getInductionVar().replaceUsesWithIf(index, [&](OpOperand &use) {
      return use.getOwner() != index &&
             scratch.region().isAncestor(use.getOwner()->getParentRegion());
    });
    llvm::erase(values, forLoop.getInductionVar());
  }
  if (values.empty()) {
    b.setInsertionPoint(body.getTerminator());
    values.push_back(arith::ConstantIntOp::create(b, loc, 0, 64));
  }
  Value list = save(loop, body, values);
  restore(list, *scratch.block, values);
  revisits = before;

  b.restoreInsertionPoint(outside);
  Value length = ListLengthOp::create(b, loc, list);
  Value trip = arith::IndexCastOp::create(b, loc, b.getIndexType(), length);
  OpBuilder inFront(loop);
  Value runs = ListNewOp::create(
      inFront, loc, ListType::get(b.getContext(), {b.getI64Type()}));
  earlier[loop].list = list;
  earlier[loop].runs = runs;
  ValueRange results =
      makeLoop(loc, trip, scratch.region(), inits, yields, sums);
  for (auto [one, cotangent] : llvm::zip(carried, results))
    if (failed(giveCarried(loop, one.init, cotangent)))
      return failure();
  for (auto [input, value] :
       llvm::zip(freshInputs, results.drop_front(carried.size())))
    earlier[loop].alive[input] = value;
  return success();
}

void Reverser::enterGuard(Operation *loop) {
  Location loc = loop->getLoc();
  auto guard = std::make_unique<Guard>(b, loc);
  Value runs = ListLengthOp::create(b, loc, earlier.lookup(loop).runs);
  Value zero = arith::ConstantIntOp::create(b, loc, 0, 64);
  guard->condition =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, runs, zero);
  guard->scope.outer = scope;
  guard->scope.place = b.saveInsertionPoint();
  // What inputs have got so far is theirs in any case.
  for (auto &[place, parts] : scope->parts)
    if (!activity.isInput(place.first))
      guard->scope.parts[place] = std::move(parts);
  scope->parts.remove_if(
      [&](const auto &entry) { return !activity.isInput(entry.first.first); });
  scope = &guard->scope;
  b.setInsertionPointToEnd(guard->scratch.block);
  guards.push_back(std::move(guard));
}

void Reverser::leaveGuard() {
  std::unique_ptr<Guard> guard = guards.pop_back_val();
  Location loc = guard->condition.getLoc();
  SmallVector<Value> inputs, sums;
  SmallVector<Place> places;
  for (const auto &entry : guard->scope.parts)
    places.push_back(entry.first);
  for (Place place : places) {
    if (!activity.isInput(place.first))
      continue;
    if (Value sum = take(place)) {
      inputs.push_back(place.first);
      sums.push_back(sum);
    }
  }
  scf::YieldOp::create(b, loc, sums);
  scope = guard->scope.outer;
  b.restoreInsertionPoint(guard->scope.place);
  if (inputs.empty())
    return;
  auto branch = scf::IfOp::create(b, loc, ValueRange(sums).getTypes(),
                                  guard->condition, /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
  branch.getThenRegion().takeBody(guard->scratch.region());
  b.createBlock(&branch.getElseRegion());
  SmallVector<Value> none;
  for (Value input : inputs)
    none.push_back(zeros(input));
  scf::YieldOp::create(b, loc, none);
  b.setInsertionPointAfter(branch);
  for (auto [input, sum] : llvm::zip(inputs, branch.getResults()))
    add(input, sum);
}

Value Reverser::nameOutside(Value value, const Scope &inner) {
  auto isInside = [&](Value v) {
    return inner.forward->isAncestor(v.getParentRegion());
  };
  if (!isInside(value))
    return value;
  for (const InputAlias &one : aliases) {
    if (one.value != value && one.input != value)
      continue;
    if (!one.isFresh && !isInside(one.input))
      return one.input;
    for (const InputAlias &other : aliases)
      if (other.input == one.input && other.isInit != one.isFresh &&
          !isInside(other.value))
        return other.value;
  }
  return {};
}

Value Reverser::withAliases(Value input, Value gradient) {
  for (const InputAlias &alias : aliases) {
    if (alias.input != input || alias.isInput)
      continue;
    Value part = take({alias.value, 0});
    if (!part)
      continue;
    Location loc = input.getLoc();
    // The tensor that the loop started with, until it was replaced.
    auto known = earlier.find(alias.loop);
    Value alive =
        known == earlier.end() ? Value() : known->second.alive.lookup(input);
    if (alive)
      part = arith::SelectOp::create(b, loc, alive, part, zeros(input));
    gradient = gradient
                   ? nn::AddOp::create(b, loc, input.getType(), gradient, part)
                         .getResult()
                   : part;
  }
  return gradient;
}
