//===- ReverseRegions.cpp - Backward passes of branches and loops ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch goes back through the arm that ran. A loop goes back through its
// iterations in reverse order; how many they were, the list of what they kept
// tells.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/Dependence.h"
#include "lowering/differentiate/Keeping.h"
#include "lowering/differentiate/Reverser.h"
#include "lowering/differentiate/Scratch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tine;

//===----------------------------------------------------------------------===//
// What crosses regions
//===----------------------------------------------------------------------===//

llvm::MapVector<Reverser::Place, Value> Reverser::leave(Scope &inner,
                                                        Block *loop) {
  Parts leaving;
  for (auto &[place, parts] : inner.parts)
    if (Value outside =
            parts.empty() ? Value() : nameOutside(place.first, inner))
      llvm::append_range(leaving[{outside, place.second}], parts);
  llvm::MapVector<Place, Value> out;
  for (auto &[place, parts] : leaving) {
    Value total;
    if (loop)
      total = loop->addArgument(typeOf(place), place.first.getLoc());
    out[place] = sum(place, parts, total);
  }
  return out;
}

SmallVector<Value> Reverser::kept(Block &backward, Region &forward,
                                  ValueRange free) {
  // What a branch takes from a region around it may have to be kept there.
  auto isCostly = [&](Value value) {
    if (!isa<scf::IfOp>(forward.getParentOp()) ||
        !isa<RankedTensorType>(value.getType()))
      return false;
    for (Scope *s = scope; s && s->forward; s = s->outer)
      if (s->forward->isAncestor(value.getParentRegion()))
        return true;
    return false;
  };
  SmallVector<Value> values =
      keepLittle(b, backward, forward, free, isCostly, recompute);
  // Cotangents of lists are at hand, even where a gradient in a loop has made
  // them amid of the forward code.
  llvm::erase_if(values,
                 [&](Value value) { return cotangentLists.contains(value); });
  return values;
}

/// Leaves of lists are i64, not index.
Value Reverser::toLeaf(OpBuilder &b, Value value) {
  if (isa<IndexType>(value.getType()))
    return arith::IndexCastOp::create(b, value.getLoc(), b.getI64Type(), value);
  if (value.getType().isF32())
    return arith::ExtFOp::create(b, value.getLoc(), b.getF64Type(), value);
  if (value.getType().isInteger(32))
    return arith::ExtSIOp::create(b, value.getLoc(), b.getI64Type(), value);
  return value;
}

Value Reverser::fromLeaf(OpBuilder &b, Value leaf, Type type) {
  if (leaf.getType() == type)
    return leaf;
  if (isa<IndexType>(type))
    return arith::IndexCastOp::create(b, leaf.getLoc(), type, leaf);
  if (type.isF32())
    return arith::TruncFOp::create(b, leaf.getLoc(), type, leaf);
  return arith::TruncIOp::create(b, leaf.getLoc(), type, leaf);
}

Operation *Reverser::outermost(Operation *op) {
  for (Scope *s = scope; s->outer; s = s->outer) {
    Operation *around = s->forward ? s->forward->getParentOp() : nullptr;
    if (!isa_and_nonnull<scf::IfOp, scf::ForOp, scf::WhileOp>(around))
      break;
    op = around;
  }
  return op;
}

Value Reverser::save(Operation *loop, Block &body, ArrayRef<Value> values) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(body.getTerminator());
  SmallVector<Value> leaves;
  for (Value value : values)
    leaves.push_back(toLeaf(b, value));
  SmallVector<Type> types(ValueRange(leaves).getTypes());
  OpBuilder before(revisits ? loop : outermost(loop));
  auto list = ListNewOp::create(before, loop->getLoc(),
                                ListType::get(b.getContext(), types));
  ListAppendOp::create(b, loop->getLoc(), list, leaves);
  return list;
}

void Reverser::restore(Value list, Block &backward, ArrayRef<Value> values) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&backward);
  Location loc = list.getLoc();
  ArrayRef<Type> types = cast<ListType>(list.getType()).getLeaves();
  Value last = arith::ConstantIntOp::create(b, loc, -1, 64);
  ValueRange leaves;
  if (revisits) {
    Value count = arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                             backward.getArgument(0));
    last = arith::SubIOp::create(b, loc, last, count);
    leaves = ListGetOp::create(b, loc, types, list, last).getResults();
  } else {
    leaves = ListPopOp::create(b, loc, types, list, last).getResults();
  }
  for (auto [value, leaf] : llvm::zip(values, leaves)) {
    Value again = fromLeaf(b, leaf, value.getType());
    Value(value).replaceUsesWithIf(again, [&](OpOperand &use) {
      return backward.getParent()->isAncestor(
          use.getOwner()->getParentRegion());
    });
  }
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

LogicalResult Reverser::reverse(scf::IfOp op) {
  Location loc = op.getLoc();
  SmallVector<std::pair<Place, Value>> cotangents;
  for (Value result : op.getResults())
    if (!activity.isInput(result))
      for (Place place : placesOf(result))
        if (Value cotangent = take(place))
          cotangents.push_back({place, cotangent});
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  Scratch first(b, loc), second(b, loc);
  Scratch *scratches[2] = {&first, &second};
  llvm::MapVector<Place, Value> parts[2];
  Region *arms[2] = {&op.getThenRegion(), &op.getElseRegion()};
  SmallVector<Value> inner[2];
  llvm::SetVector<Value> given = listsGivenBy(op);
  SmallVector<Value> ofGiven[2];
  for (int i = 0; i < 2; ++i) {
    if (arms[i]->empty())
      continue;
    Block &forward = arms[i]->front();
    Scope armScope;
    armScope.outer = scope;
    armScope.forward = arms[i];
    armScope.place = outside;
    scope = &armScope;
    b.setInsertionPointToEnd(scratches[i]->block);
    for (auto [place, cotangent] : cotangents) {
      unsigned number = cast<OpResult>(place.first).getResultNumber();
      add({forward.getTerminator()->getOperand(number), place.second},
          {cotangent, 0});
    }
    armScope.given = given;
    llvm::SetVector<Value> here = listsGivenBy(op, &forward);
    for (Value list : given)
      if (!here.contains(list))
        lists[list] = zerosBeside(list);
    for (Value result : op.getResults())
      if (Value cotangents = lists.lookup(result)) {
        unsigned number = cast<OpResult>(result).getResultNumber();
        if (failed(giveList(op, forward.getTerminator()->getOperand(number),
                            cotangents)))
          return failure();
      }
    if (failed(reverse(forward.begin(), forward.end())))
      return failure();
    b.setInsertionPointToEnd(scratches[i]->block);
    parts[i] = leave(armScope);
    for (Value list : given) {
      Value cotangents = lists.lookup(list);
      ofGiven[i].push_back(cotangents ? cotangents : zerosBeside(list));
      lists.erase(list);
    }
    scope = armScope.outer;
    inner[i] = kept(*scratches[i]->block, *arms[i]);
  }

  // The forward branch gives what its arms remember.
  if (!inner[0].empty() || !inner[1].empty()) {
    SmallVector<Type> types(op.getResultTypes());
    for (int i = 0; i < 2; ++i)
      for (Value value : inner[i])
        types.push_back(value.getType());
    b.setInsertionPoint(op);
    auto wider = scf::IfOp::create(b, loc, types, op.getCondition(),
                                   /*addThenBlock=*/false,
                                   /*addElseBlock=*/false);
    wider.getThenRegion().takeBody(op.getThenRegion());
    wider.getElseRegion().takeBody(op.getElseRegion());
    Region *regions[2] = {&wider.getThenRegion(), &wider.getElseRegion()};
    for (int i = 0; i < 2; ++i) {
      if (regions[i]->empty()) {
        b.createBlock(regions[i]);
        scf::YieldOp::create(b, loc);
      }
      Operation *yield = regions[i]->front().getTerminator();
      b.setInsertionPoint(yield);
      SmallVector<Value> operands(yield->getOperands());
      for (int k = 0; k < 2; ++k)
        for (Value value : inner[k])
          operands.push_back(
              i == k ? value : ub::PoisonOp::create(b, loc, value.getType()));
      yield->setOperands(operands);
    }
    unsigned at = op.getNumResults();
    for (unsigned i = 0; i < at; ++i)
      op.getResult(i).replaceAllUsesWith(wider.getResult(i));
    for (int i = 0; i < 2; ++i)
      for (Value value : inner[i]) {
        Value result = wider.getResult(at++);
        value.replaceUsesWithIf(result, [&](OpOperand &use) {
          return scratches[i]->region().isAncestor(
              use.getOwner()->getParentRegion());
        });
      }
    inherit(op.getResults(), wider.getResults());
    // An input that is a result has got parts in the arms.
    for (auto &part : parts) {
      llvm::MapVector<Place, Value> renamed;
      for (auto &[place, value] : part) {
        auto result = dyn_cast<OpResult>(place.first);
        bool isOld = result && result.getOwner() == op;
        renamed[{isOld ? wider.getResult(result.getResultNumber())
                       : place.first,
                 place.second}] = value;
      }
      part = std::move(renamed);
    }
    retire(op);
    op = wider;
  }

  llvm::SetVector<Place> places;
  for (auto &part : parts)
    for (auto &[place, value] : part)
      places.insert(place);
  b.restoreInsertionPoint(outside);
  bool effects = !scratches[0]->block->empty() || !scratches[1]->block->empty();
  if (!effects && places.empty() && given.empty())
    return success();
  SmallVector<Type> types;
  for (Place place : places)
    types.push_back(typeOf(place));
  llvm::append_range(types, ValueRange(ofGiven[0]).getTypes());
  auto backward =
      scf::IfOp::create(b, loc, types, op.getCondition(),
                        /*addThenBlock=*/false, /*addElseBlock=*/false);
  Region *targets[2] = {&backward.getThenRegion(), &backward.getElseRegion()};
  for (int i = 0; i < 2; ++i) {
    targets[i]->takeBody(scratches[i]->region());
    b.setInsertionPointToEnd(&targets[i]->front());
    SmallVector<Value> yields;
    for (Place place : places) {
      auto it = parts[i].find(place);
      yields.push_back(it != parts[i].end() ? it->second : zeros(place));
    }
    llvm::append_range(yields, ofGiven[i]);
    scf::YieldOp::create(b, loc, yields);
  }
  b.restoreInsertionPoint(outside);
  b.setInsertionPointAfter(backward);
  for (auto [place, result] : llvm::zip(places, backward.getResults()))
    add(place, {result, 0});
  for (auto [list, result] :
       llvm::zip(given, backward.getResults().drop_front(places.size())))
    if (failed(giveList(op, list, result)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

ValueRange Reverser::makeLoop(Location loc, Value trip, Region &body,
                              ArrayRef<Value> carried, ArrayRef<Value> yields,
                              const Sums &sums) {
  SmallVector<Value> inits(carried), results(yields);
  for (const auto &[place, total] : sums) {
    inits.push_back(zeros(place));
    results.push_back(total);
  }
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&body.front());
    scf::YieldOp::create(b, loc, results);
  }
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  auto loop = scf::ForOp::create(b, loc, zero, trip, one, inits);
  loop.getRegion().takeBody(body);
  b.setInsertionPointAfter(loop);
  for (auto [sum, result] :
       llvm::zip(sums, loop.getResults().drop_front(carried.size())))
    add(sum.first, {result, 0});
  return loop.getResults().take_front(carried.size());
}

LogicalResult Reverser::reverse(scf::ForOp op) {
  Location loc = op.getLoc();
  Block &forward = *op.getBody();
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();

  // The cotangents that go from iteration to iteration.
  SmallVector<std::pair<unsigned, unsigned>> carried; // result, leaf
  SmallVector<Value> inits;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    Value result = op.getResult(i);
    if (!activity.isActive(result) ||
        (!useful.contains(result) && !useful.contains(op.getRegionIterArg(i))))
      continue;
    for (Place place : placesOf(result)) {
      Value cotangent = activity.isInput(result) ? Value() : take(place);
      carried.push_back({i, place.second});
      inits.push_back(cotangent ? cotangent : zeros(place));
    }
  }
  SmallVector<unsigned> ofLists;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    Value result = op.getResult(i);
    if (!carriesList(result))
      continue;
    ofLists.push_back(i);
    Value cotangents = lists.lookup(result);
    inits.push_back(cotangents ? cotangents : zerosBeside(result));
  }

  Scratch scratch(b, loc);
  Value count = scratch.block->addArgument(b.getIndexType(), loc);
  Scope body;
  body.outer = scope;
  body.forward = &op.getRegion();
  body.place = outside;
  scope = &body;
  b.setInsertionPointToEnd(scratch.block);
  for (auto [from, init] : llvm::zip(carried, inits))
    add({forward.getTerminator()->getOperand(from.first), from.second},
        {scratch.block->addArgument(init.getType(), loc), 0});
  for (unsigned i : ofLists) {
    Type type = inits[scratch.block->getNumArguments() - 1].getType();
    if (failed(giveList(op, forward.getTerminator()->getOperand(i),
                        scratch.block->addArgument(type, loc))))
      return failure();
  }
  if (failed(reverse(forward.begin(), forward.end())))
    return failure();
  b.setInsertionPointToEnd(scratch.block);
  SmallVector<Value> yields;
  // What every iteration makes anew, of nothing that it starts with.
  bool runs = nn::hasIteration(op).value_or(false);
  llvm::SmallDenseSet<std::pair<unsigned, unsigned>> anew;
  for (auto [i, leaf] : carried) {
    Place place(op.getRegionIterArg(i), leaf);
    Value cotangent = take(place);
    yields.push_back(cotangent ? cotangent : zeros(place));
    if (!cotangent && runs)
      anew.insert({i, leaf});
  }
  for (unsigned i : ofLists) {
    Value cotangents = lists.lookup(op.getRegionIterArg(i));
    yields.push_back(cotangents ? cotangents
                                : zerosBeside(op.getRegionIterArg(i)));
  }
  llvm::MapVector<Place, Value> parts = leave(body, scratch.block);
  scope = body.outer;

  // Iterations are counted backwards.
  b.restoreInsertionPoint(outside);
  Value span =
      arith::SubIOp::create(b, loc, op.getUpperBound(), op.getLowerBound());
  Value zeroIndex = arith::ConstantIndexOp::create(b, loc, 0);
  span = arith::MaxSIOp::create(b, loc, span, zeroIndex);
  Value trip = arith::CeilDivSIOp::create(b, loc, span, op.getStep());
  outside = b.saveInsertionPoint();
  SmallVector<Value> inner =
      kept(*scratch.block, op.getRegion(), op.getInductionVar());
  b.setInsertionPointToStart(scratch.block);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value left = arith::SubIOp::create(b, loc, trip, count);
  Value number = arith::SubIOp::create(b, loc, left, one);
  Value offset = arith::MulIOp::create(b, loc, number, op.getStep());
  Value index = arith::AddIOp::create(b, loc, op.getLowerBound(), offset);
  op.getInductionVar().replaceUsesWithIf(index, [&](OpOperand &use) {
    return scratch.region().isAncestor(use.getOwner()->getParentRegion());
  });
  llvm::erase(inner, op.getInductionVar());
  if (!inner.empty())
    restore(save(op, forward, inner), *scratch.block, inner);

  b.restoreInsertionPoint(outside);
  ValueRange cotangents = makeLoop(loc, trip, scratch.region(), inits, yields,
                                   Sums(parts.begin(), parts.end()));
  for (auto [from, cotangent] : llvm::zip(carried, cotangents))
    if (!anew.contains(from))
      add({op.getInitArgs()[from.first], from.second}, {cotangent, 0});
  for (auto [i, ofList] :
       llvm::zip(ofLists, cotangents.drop_front(carried.size())))
    if (failed(giveList(op, op.getInitArgs()[i], ofList)))
      return failure();
  return success();
}

LogicalResult Reverser::reverse(scf::WhileOp op) {
  Location loc = op.getLoc();
  Block &conditions = *op.getBeforeBody();
  Block &after = *op.getAfterBody();
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  auto condition = op.getConditionOp();

  // Cotangents of what the condition hands on, which must be what it got: by
  // the argument of `before` and its leaf.
  using Leaf = std::pair<unsigned, unsigned>;
  llvm::MapVector<Leaf, Value> carried;
  SmallVector<std::pair<Place, Leaf>> passed; // argument of `after`
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    Value result = op.getResult(i), inside = op.getAfterArguments()[i];
    SmallVector<Place> places = placesOf(result);
    if (places.empty() || !activity.isActive(result) ||
        (!useful.contains(result) && !useful.contains(inside)))
      continue;
    auto argument = dyn_cast<BlockArgument>(condition.getArgs()[i]);
    if (!argument || argument.getOwner() != &conditions)
      return fail(op, "a loop whose condition changes a tensor has no "
                      "derivative; change it in the body");
    for (Place place : places) {
      Leaf from(argument.getArgNumber(), place.second);
      passed.push_back({{inside, place.second}, from});
      Value cotangent = activity.isInput(result) ? Value() : take(place);
      if (!cotangent)
        cotangent = zeros(place);
      Value &sum = carried[from];
      sum = !sum ? cotangent
                 : nn::AddOp::create(b, loc, sum.getType(), sum, cotangent);
    }
  }

  // Lists by the argument of `before`, with that of `after`.
  llvm::MapVector<unsigned, Value> ofLists;
  SmallVector<Value> inits;
  for (auto &[from, init] : carried)
    inits.push_back(init);
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    Value result = op.getResult(i);
    if (!carriesList(result))
      continue;
    auto argument = dyn_cast<BlockArgument>(condition.getArgs()[i]);
    if (!argument || argument.getOwner() != &conditions ||
        !ofLists.insert({argument.getArgNumber(), op.getAfterArguments()[i]})
             .second)
      return fail(op, "a loop whose condition makes a list has no derivative; "
                      "make it in the body");
    Value cotangents = lists.lookup(result);
    inits.push_back(cotangents ? cotangents : zerosBeside(result));
  }

  Scratch scratch(b, loc);
  scratch.block->addArgument(b.getIndexType(), loc);
  Scope body;
  body.outer = scope;
  body.forward = &op.getAfter();
  body.place = outside;
  scope = &body;
  b.setInsertionPointToEnd(scratch.block);
  for (auto &[from, init] : carried)
    add({after.getTerminator()->getOperand(from.first), from.second},
        {scratch.block->addArgument(init.getType(), loc), 0});
  for (auto &[i, list] : ofLists) {
    Type type = inits[scratch.block->getNumArguments() - 1].getType();
    if (failed(giveList(op, after.getTerminator()->getOperand(i),
                        scratch.block->addArgument(type, loc))))
      return failure();
  }
  if (failed(reverse(after.begin(), after.end())))
    return failure();
  b.setInsertionPointToEnd(scratch.block);
  SmallVector<Value> yields;
  for (auto &[from, init] : carried) {
    SmallVector<Part> parts;
    for (auto [place, source] : passed)
      if (source == from)
        if (Value part = take(place))
          parts.push_back({part, 0});
    Place next(after.getTerminator()->getOperand(from.first), from.second);
    yields.push_back(parts.empty() ? zeros(next) : sum(next, parts));
  }
  for (auto &[i, list] : ofLists) {
    Value cotangents = lists.lookup(list);
    yields.push_back(cotangents ? cotangents : zerosBeside(list));
  }
  llvm::MapVector<Place, Value> parts = leave(body, scratch.block);
  scope = body.outer;

  SmallVector<Value> inner = kept(*scratch.block, op.getAfter());
  bool counts = inner.empty();
  if (counts) {
    b.setInsertionPoint(after.getTerminator());
    inner.push_back(arith::ConstantIntOp::create(b, loc, 0, 64));
  }
  Value list = save(op, after, inner);
  restore(list, *scratch.block, inner);

  // By how much the list has grown is the number of iterations.
  b.setInsertionPoint(op);
  Value before = ListLengthOp::create(b, loc, list);
  b.setInsertionPointAfter(op);
  Value behind = ListLengthOp::create(b, loc, list);
  Value count = arith::SubIOp::create(b, loc, behind, before);
  b.restoreInsertionPoint(outside);
  Value trip = arith::IndexCastOp::create(b, loc, b.getIndexType(), count);
  ValueRange cotangents = makeLoop(loc, trip, scratch.region(), inits, yields,
                                   Sums(parts.begin(), parts.end()));
  for (auto [entry, cotangent] : llvm::zip(carried, cotangents)) {
    auto [i, leaf] = entry.first;
    add({op.getInits()[i], leaf}, {cotangent, 0});
  }
  for (auto [entry, ofList] :
       llvm::zip(ofLists, cotangents.drop_front(carried.size())))
    if (failed(giveList(op, op.getInits()[entry.first], ofList)))
      return failure();
  return success();
}
