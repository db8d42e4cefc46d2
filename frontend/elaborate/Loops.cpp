//===- Loops.cpp - Loops that stay loops, and loops that are unrolled -----===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is elaborated once, with block arguments in place of the variables and
// storages that its body changes. Which these are is found by trying: a trial
// whose end does not fit its beginning is thrown away, and what did not fit is
// carried, or carried with a wider type.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Iterations that are elaborated one by one, in all loops of a program.
static constexpr int64_t unrollLimit = 4096;
/// Trials of one loop. Every one widens something.
static constexpr int trialLimit = 64;

bool Elaborator::unrollEnclosingLoop() {
  for (const ActiveLoop &loop : llvm::reverse(activeLoops))
    if (loop.knownTrip) {
      facts.unrolled.insert(loop.site);
      requestRestart();
      return true;
    }
  return false;
}

bool Elaborator::peelEnclosingLoop(int most) {
  for (const ActiveLoop &loop : llvm::reverse(activeLoops)) {
    int &count = facts.peeled[loop.site];
    if (count >= most)
      continue;
    ++count;
    requestRestart();
    return true;
  }
  return false;
}

/// A flow in which `continue` (and `break`) has become the normal end.
static Flow absorb(OpBuilder &b, Location loc, Flow flow, bool breaks) {
  bool absorbs = flow.continues || (breaks && flow.breaks);
  if (!absorbs)
    return flow;
  flow.normal = true;
  flow.continues = false;
  if (breaks)
    flow.breaks = false;
  if (flow.count() == 1)
    flow.code = nullptr;
  if (flow.code) {
    auto constant = [&](int value) -> mlir::Value {
      return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(value));
    };
    // Codes: 1 return, 2 break, 3 continue.
    mlir::Value keep = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::sle, flow.code, constant(breaks ? 1 : 2));
    flow.code = arith::SelectOp::create(b, loc, keep, flow.code, constant(0));
  }
  return flow;
}

Flow Elaborator::unrolledLoop(int64_t trip, function_ref<Flow(int64_t)> body,
                              ast::Range range) {
  std::function<Flow(int64_t)> from = [&](int64_t i) -> Flow {
    if (i >= trip || stopped)
      return {};
    Flow flow = absorb(b, loc(range), body(i), /*breaks=*/false);
    // Known one after the other: no recursion.
    while (flow.onlyNormal() && !stopped && ++i < trip)
      flow = absorb(b, loc(range), body(i), /*breaks=*/false);
    if (stopped || flow.onlyNormal() || !flow.normal)
      return flow;
    return sequence(flow, [&] { return from(i + 1); }, range);
  };
  if (trip > unrollLimit) {
    error(range,
          "this loop needs its index or element at compile time and has " +
              Twine(trip) + " iterations; at most " + Twine(unrollLimit) +
              " are unrolled");
    return Flow::none();
  }
  Flow flow = from(0);
  return stopped ? Flow::none() : absorb(b, loc(range), flow, /*breaks=*/true);
}

Flow Elaborator::peeledLoop(int64_t peeled, function_ref<Value()> condition,
                            function_ref<Flow(int64_t)> body,
                            function_ref<Flow()> rest,
                            const std::string &mustRun, ast::Range range) {
  std::function<Flow(int64_t)> from = [&](int64_t i) -> Flow {
    if (i == peeled)
      return rest();
    auto one = [&]() -> Flow {
      Flow flow = absorb(b, loc(range), body(i), /*breaks=*/false);
      if (stopped)
        return Flow::none();
      if (flow.onlyNormal())
        return from(i + 1);
      return sequence(flow, [&] { return from(i + 1); }, range);
    };
    Value more = condition();
    more = stopped ? more : truth(more, range);
    if (stopped)
      return Flow::none();
    if (more.isConst())
      return more.integer ? one() : Flow();
    auto none = [&]() -> Flow {
      if (i > 0 || mustRun.empty())
        return Flow();
      fault("RuntimeError", range,
            "'" + mustRun +
                "' is an int before this loop and a float behind it, and the "
                "loop ran no iteration; start with a float, such as 0.0");
      return Flow::none();
    };
    return branch(more.ssa, one, none, range);
  };
  Flow flow = from(0);
  return stopped ? Flow::none() : absorb(b, loc(range), flow, /*breaks=*/true);
}

/// A leaf that requires a gradient and has none yet.
static bool isFreshLeaf(const Heap &heap, const Value &value) {
  if (!value.is(Kind::Tensor))
    return false;
  const Object &tensor = *heap[value.id];
  auto grad = tensor.attributes.find("grad");
  return tensor.requiresGrad && tensor.isLeaf && tensor.path.empty() &&
         (grad == tensor.attributes.end() || grad->second.is(Kind::None));
}

Flow Elaborator::runtimeLoop(Value trip, function_ref<Value()> condition,
                             function_ref<Flow(Value)> body,
                             const LoopSource &source) {
  if (!checkNesting(source.range) || !spend(source.range, heap.size() / 16))
    return Flow::none();
  Location where = loc(source.range);
  State entry = save();
  StringSet<> live = exposedNames(source.body);
  StringSet<> after = namesReadFrom(frames.back().body, source.range.end);
  for (ast::Block outer : frames.back().loopBodies)
    for (auto &name : exposedNames(outer))
      after.insert(name.first());
  for (llvm::StringRef name : source.targets)
    live.erase(name);

  std::map<Slot, Type> carried;                      // Local, Attribute, Item
  std::map<Slot, std::set<unsigned>> carriedOrigins; // storages they may be
  std::set<Slot> storages;
  // Leaves of the graph that every iteration replaces by a new leaf.
  std::map<Slot, bool> newLeaves;
  Type resultType;
  std::set<unsigned> resultOrigins;
  bool leaves = false, returns = false;
  bool assertsTrip = false;

  activeLoops.push_back({site(source.node), trip && trip.isConst()});
  frames.back().loopBodies.push_back(source.body);
  auto leave = [&](Flow flow) {
    activeLoops.pop_back();
    frames.back().loopBodies.pop_back();
    return flow;
  };

  for (int attempt = 0;; ++attempt) {
    if (attempt == trialLimit) {
      error(source.range, "the types of this loop's variables keep changing");
      return leave(Flow::none());
    }
    restore(entry);

    // Initial values, and the types of what is carried.
    SmallVector<mlir::Value> inits;
    auto flattenEntry = [&]() -> bool {
      for (const auto &[slot, type] : carried) {
        Value value = getSlot(entry, slot);
        if (value.is(Kind::Undefined))
          poison(type, inits);
        else if (!flatten(value, type, source.range, inits, false))
          return false;
      }
      for (const Slot &slot : storages)
        inits.push_back(entry.heap[slot.id]->current);
      return true;
    };
    OpBuilder::InsertPoint outside = b.saveInsertionPoint();
    // The values before the loop are made in front of it, in a block that is
    // spliced in when the trial succeeds.
    ScratchRegion prologueScratch(context);
    Block *prologueBlock = b.createBlock(&prologueScratch.get());
    if (!flattenEntry())
      return leave(Flow::none());
    entry.heap = heap; // a list may have been brought to run time
    if (leaves) {
      inits.push_back(
          arith::ConstantOp::create(b, where, b.getI32IntegerAttr(0)));
      if (resultType)
        poison(resultType, inits);
    }
    bool useWhile = condition || leaves;
    mlir::Value tripValue;
    if (!condition)
      tripValue = ssa(trip);
    if (useWhile && !condition)
      inits.push_back(constInt(0));
    SmallVector<mlir::Type> types;
    for (mlir::Value v : inits)
      types.push_back(v.getType());

    auto bindArgs = [&](ValueRange args, bool maybeEntry = true) {
      for (const auto &[slot, type] : carried) {
        Value value = unflatten(type, args);
        Value old = getSlot(entry, slot);
        std::set<unsigned> origins = carriedOrigins[slot];
        if (maybeEntry)
          originsOf(entry.heap, old, entry.heap.size(), origins);
        mayBe(value, origins);
        auto [leaf, first] = newLeaves.insert({slot, false});
        if (first)
          leaf->second = isFreshLeaf(entry.heap, old);
        if (leaf->second && value.is(Kind::Tensor))
          mutate(value.id).isLeaf = true;
        State current = save();
        setSlot(current, slot, value);
        restore(current);
      }
      for (const Slot &slot : storages) {
        mutate(slot.id).current = args.front();
        args = args.drop_front();
      }
      return args;
    };

    ScratchRegion beforeScratch(context), bodyScratch(context);
    Region &beforeRegion = beforeScratch.get(), &bodyRegion = bodyScratch.get();
    SmallVector<Location> locs(types.size(), where);
    mlir::Value keepGoing;
    if (useWhile) {
      Block *block = b.createBlock(&beforeRegion, {}, types, locs);
      ValueRange rest = bindArgs(block->getArguments());
      mlir::Value running;
      if (leaves) {
        mlir::Value zero =
            arith::ConstantOp::create(b, where, b.getI32IntegerAttr(0));
        running = arith::CmpIOp::create(b, where, arith::CmpIPredicate::eq,
                                        rest.front(), zero);
      }
      if (condition) {
        Value ok =
            leaves
                ? select(
                      running, [&] { return truth(condition(), source.range); },
                      [&] { return makeBool(false); }, source.range)
                : truth(condition(), source.range);
        if (stopped && dead) {
          // It fails whenever it is asked for, so also before the loop.
          stopped = dead = false;
          restore(entry);
          b.restoreInsertionPoint(outside);
          condition();
          if (!stopped)
            error(source.range, "the condition of this loop always fails");
        }
        if (stopped)
          return leave(Flow::none());
        keepGoing = ssa(ok);
      } else {
        keepGoing =
            arith::CmpIOp::create(b, where, arith::CmpIPredicate::slt,
                                  block->getArguments().back(), tripValue);
        if (leaves)
          keepGoing = arith::AndIOp::create(b, where, keepGoing, running);
      }
      // What the condition changed goes on into the body and behind the loop.
      SmallVector<mlir::Value> pass;
      for (const auto &[slot, type] : carried)
        if (!flatten(getSlot(save(), slot), type, source.range, pass, false))
          return leave(Flow::none());
      for (const Slot &slot : storages)
        pass.push_back(get(slot.id).current);
      for (mlir::Value v : rest)
        pass.push_back(v);
      scf::ConditionOp::create(b, where, keepGoing, pass);
    }

    Block *block;
    Value index;
    if (useWhile) {
      block = b.createBlock(&bodyRegion, {}, types, locs);
    } else {
      SmallVector<mlir::Type> withIndex{b.getIndexType()};
      withIndex.append(types);
      SmallVector<Location> locsWithIndex(withIndex.size(), where);
      block = b.createBlock(&bodyRegion, {}, withIndex, locsWithIndex);
    }
    ValueRange args = block->getArguments();
    if (!useWhile) {
      index = makeInt(
          arith::IndexCastOp::create(b, where, b.getI64Type(), args.front())
              .getResult());
      args = args.drop_front();
    }
    ValueRange rest = bindArgs(args);
    SmallVector<mlir::Value> extra(rest.begin(), rest.end());
    if (useWhile && !condition)
      index = makeInt(block->getArguments().back());
    State start = save();
    ++conditional;
    Flow flow = body(index);
    --conditional;
    if (endDeadPath())
      flow = Flow::none();
    if (stopped)
      return leave(Flow::none());
    flow = absorb(b, where, flow, /*breaks=*/false);
    State end = save();

    // What changed that is not carried, or does not fit?
    bool again = false, wantRestart = false;
    // A gradient that becomes a tensor, or a key that is now in a dict, does
    // so once: the iteration in which it happens comes before the loop.
    auto peel = [&](int most) {
      int &count = facts.peeled[site(source.node)];
      if (count >= most)
        return false;
      ++count;
      requestRestart();
      return true;
    };
    auto widen = [&](const Slot &slot, Type &type, const Type &with) -> bool {
      Type joined = joinTypes(type, with);
      // A sum that starts with 0 is a float from the first iteration on.
      if (!joined && !script() && type->kind == TypeKind::Int &&
          with->kind == TypeKind::Float && peel(1)) {
        facts.mustRun[site(source.node)] =
            slot.kind == Slot::Kind::Item ? "an element" : slot.name;
        return false;
      }
      SmallVector<mlir::Type> leafList;
      if (!joined || isPartial(joined) || !leafTypes(joined, leafList)) {
        // What only exists at compile time can change in unrolled iterations.
        if (unrollEnclosingLoop())
          return false;
        std::string name = slot.kind == Slot::Kind::Item
                               ? "an element of a list"
                               : "'" + slot.name + "'";
        error(source.range, name + " has type '" + toString(type) +
                                "' before an iteration of the loop and type '" +
                                toString(with) + "' behind it");
        return false;
      }
      if (!sameType(joined, type)) {
        type = joined;
        again = true;
      }
      return true;
    };
    bool dead = flow.dead();
    for (const Slot &slot : changedSlots(start, end)) {
      if (dead)
        break;
      // Objects of this iteration, such as the storage of a carried variable.
      if (slot.kind != Slot::Kind::Local && slot.id >= entry.heap.size())
        continue;
      if (slot.kind == Slot::Kind::Attribute) {
        Value before = getSlot(start, slot), now = getSlot(end, slot);
        bool isGrad = start.heap[slot.id]->kind == Object::Kind::Tensor;
        if ((before.is(Kind::Undefined) ||
             (isGrad && before.is(Kind::None) && !now.is(Kind::None))) &&
            peel(3))
          return leave(Flow::none());
      }
      if (slot.kind == Slot::Kind::Item && slot.index == ~0u) {
        const Object &object = *end.heap[slot.id];
        if (object.kind == Object::Kind::Dict && object.keysAreKnown() &&
            peel(2))
          return leave(Flow::none());
        bool isList = object.kind == Object::Kind::List;
        // Parameters are known one by one.
        bool hasLeaf = llvm::any_of(object.items, [&](const Value &item) {
          return item.is(Kind::Tensor) && requiresGrad(item) &&
                 get(item.id).isLeaf;
        });
        if (isList && hasLeaf && unrollEnclosingLoop())
          return leave(Flow::none());
        Type type = typeOf(makeRef(isList ? Kind::List : Kind::Dict, slot.id));
        SmallVector<mlir::Type> leafList;
        if (!object.site.first || hasStatic(type) || isPartial(type) ||
            !leafTypes(type, leafList)) {
          if (!unrollEnclosingLoop())
            error(source.range,
                  "the elements of a list or dict that grows in a "
                  "loop must have one type");
          return leave(Flow::none());
        }
        if (isList)
          facts.runtimeLists[object.site] = type->elements[0];
        else
          facts.runtimeDicts[object.site] = {type->elements[0],
                                             type->elements[1]};
        wantRestart = true;
        continue;
      }
      if (slot.kind == Slot::Kind::Tensor) {
        if (unrollEnclosingLoop())
          return leave(Flow::none());
        error(source.range, "a tensor's storage or requires_grad changes in "
                            "this loop; assign to the variable instead");
        return leave(Flow::none());
      }
      if (slot.kind == Slot::Kind::Storage) {
        if (end.heap[slot.id]->current.getType() !=
            entry.heap[slot.id]->current.getType()) {
          error(source.range,
                "a tensor changes its shape in place in this loop");
          return leave(Flow::none());
        }
        again |= storages.insert(slot).second;
        continue;
      }
      Value value = getSlot(end, slot);
      if (slot.kind == Slot::Kind::Local && !carried.count(slot)) {
        if (!live.contains(slot.name) && !after.contains(slot.name) &&
            slot.name.front() != '$')
          continue;
        Value old = getSlot(entry, slot);
        if (old.is(Kind::Undefined)) {
          // Defined by the loop. Python knows it afterwards, TorchScript not.
          if (!after.contains(slot.name) || script() ||
              value.is(Kind::Undefined))
            continue;
          Type type = typeOf(value);
          SmallVector<mlir::Type> leafList;
          if (isPartial(type) || !leafTypes(type, leafList))
            continue;
          carried[slot] = type;
          assertsTrip = again = true;
          continue;
        }
      }
      if (value.is(Kind::Undefined))
        continue;
      std::set<unsigned> &origins = carriedOrigins[slot];
      size_t known = origins.size();
      originsOf(end.heap, value, entry.heap.size(), origins);
      again |= origins.size() != known;
      auto it = carried.find(slot);
      if (it == carried.end()) {
        it = carried.emplace(slot, typeOf(getSlot(entry, slot))).first;
        again = true;
      }
      if (!widen(slot, it->second, typeOf(value)))
        return leave(Flow::none());
      auto leaf = newLeaves.find(slot);
      if (leaf != newLeaves.end() && leaf->second &&
          !isFreshLeaf(end.heap, value)) {
        leaf->second = false;
        again = true;
      }
    }
    for (unsigned id = 0; id < entry.heap.size(); ++id)
      if (entry.heap[id] && end.heap[id] && end.heap[id]->shared &&
          !entry.heap[id]->shared) {
        auto object = std::make_shared<Object>(*entry.heap[id]);
        object->shared = true;
        object->sharedAt = end.heap[id]->sharedAt;
        object->sharedFile = end.heap[id]->sharedFile;
        entry.heap[id] = object;
        again = true;
      }
    if (wantRestart) {
      requestRestart();
      return leave(Flow::none());
    }
    if (!leaves && (flow.breaks || flow.returns))
      leaves = again = true;
    if (flow.returns) {
      returns = true;
      originsOf(end.heap, flow.result, entry.heap.size(), resultOrigins);
      Type type = joinTypes(resultType, typeOf(flow.result));
      if (!type) {
        error(source.range, "the paths through this loop return values of "
                            "different types");
        return leave(Flow::none());
      }
      if (!resultType || !sameType(type, resultType)) {
        resultType = type;
        again = true;
      }
    }
    if (again) {
      // The next trial starts from the entry state and an empty region.
      bodyScratch.clear();
      beforeScratch.clear();
      prologueScratch.clear();
      b.restoreInsertionPoint(outside);
      continue;
    }

    // The end of an iteration.
    SmallVector<mlir::Value> yields;
    if (dead) {
      yields.append(args.begin(), args.end());
    } else {
      for (const auto &[slot, type] : carried) {
        Value value = getSlot(save(), slot);
        if (bringToRunTime(value, entry.heap, source.range) ||
            !flatten(value, type, source.range, yields, false))
          return leave(Flow::none());
      }
      for (const Slot &slot : storages)
        yields.push_back(get(slot.id).current);
      if (leaves) {
        mlir::Value code = flow.code;
        if (!code)
          code =
              arith::ConstantOp::create(b, where,
                                        b.getI32IntegerAttr(flow.returns  ? 1
                                                            : flow.breaks ? 2
                                                                          : 0));
        yields.push_back(code);
        if (resultType) {
          if (flow.returns) {
            if (bringToRunTime(flow.result, entry.heap, source.range) ||
                !flatten(flow.result, resultType, source.range, yields, false))
              return leave(Flow::none());
          } else {
            poison(resultType, yields);
          }
        }
      }
      if (useWhile && !condition)
        yields.push_back(arith::AddIOp::create(
            b, where, block->getArguments().back(), constInt(1)));
    }
    scf::YieldOp::create(b, where, yields);

    // The loop itself.
    b.restoreInsertionPoint(outside);
    b.getInsertionBlock()->getOperations().splice(
        b.getInsertionPoint(), prologueBlock->getOperations());
    ValueRange results;
    if (useWhile) {
      auto op = scf::WhileOp::create(b, where, types, inits);
      op.getBefore().takeBody(beforeRegion);
      op.getAfter().takeBody(bodyRegion);
      results = op.getResults();
    } else {
      auto upper = b.createOrFold<arith::IndexCastOp>(where, b.getIndexType(),
                                                      tripValue);
      auto op = scf::ForOp::create(b, where, constIndex(0), upper,
                                   constIndex(1), inits);
      op.getRegion().takeBody(bodyRegion);
      results = op.getResults();
    }

    // The state behind the loop.
    size_t size = heap.size();
    bool grad = gradEnabled;
    State behind = entry;
    restore(behind);
    heap.resize(std::max(size, heap.size()));
    gradEnabled = grad;
    // A loop that runs at least once leaves nothing as it was before.
    bool runs = trip && trip.isConst() && trip.integer > 0;
    ValueRange tail = bindArgs(results, /*maybeEntry=*/!runs);
    for (const Slot &slot : changedSlots(start, end)) {
      if (slot.kind != Slot::Kind::Local || carried.count(slot))
        continue;
      Value undefined;
      undefined.kind = Kind::Undefined;
      undefined.text = "is set in a loop that may not run";
      Value last = getSlot(end, slot);
      undefined.known = last.is(Kind::Undefined) && last.known;
      frames.back().locals[slot.name] = undefined;
    }
    if (assertsTrip && trip && !trip.isConst())
      check(arith::CmpIOp::create(b, where, arith::CmpIPredicate::sgt,
                                  tripValue, constInt(0)),
            "NameError", "a variable is set only in a loop that did not run",
            source.range);
    Flow out;
    if (leaves && returns) {
      out.returns = true;
      mlir::Value code = tail.front();
      tail = tail.drop_front();
      mlir::Value one =
          arith::ConstantOp::create(b, where, b.getI32IntegerAttr(1));
      mlir::Value isReturn =
          arith::CmpIOp::create(b, where, arith::CmpIPredicate::eq, code, one);
      mlir::Value zero =
          arith::ConstantOp::create(b, where, b.getI32IntegerAttr(0));
      out.code = arith::SelectOp::create(b, where, isReturn, one, zero);
      out.result = unflatten(resultType, tail);
      mayBe(out.result, resultOrigins);
    }
    return leave(out);
  }
}

Flow Elaborator::withLoopElse(ast::Block orelse, ast::Range range,
                              function_ref<Flow()> loop) {
  Frame &frame = frames.back();
  std::string flag;
  if (!orelse.empty()) {
    flag = "$else" + std::to_string(frame.elseFlags.size());
    frame.locals[flag] = makeBool(true);
  }
  frame.elseFlags.push_back(flag);
  Flow flow = loop();
  frames.back().elseFlags.pop_back();
  if (stopped || orelse.empty())
    return flow;
  return sequence(
      flow,
      [&]() -> Flow {
        Value completed = frames.back().locals[flag];
        frames.back().locals.erase(flag);
        if (completed.isConst())
          return completed.integer ? exec(orelse) : Flow();
        return branch(
            completed.ssa, [&] { return exec(orelse); },
            []() -> Flow { return {}; }, range);
      },
      range);
}

Flow Elaborator::execWhile(const ast::WhileStmt *stmt) {
  if (!stmt->orelse.empty() && script()) {
    error(stmt->orelse.front()->range,
          "TorchScript has no 'else' of loops; use a flag instead");
    return Flow::none();
  }
  // A condition that is known to be false never runs; one that is known to be
  // true and stays so is a loop that ends by break or return.
  LoopSource source;
  source.node = stmt;
  source.body = stmt->body;
  source.range = stmt->range;
  source.canLeave = canLeaveLoop(stmt->body);
  // The condition is evaluated in the loop, so its names are live, too.
  auto *condition = stmt->condition;
  ast::ExprStmt conditionStmt;
  conditionStmt.value = condition;
  conditionStmt.range = condition->range;
  std::vector<const ast::Stmt *> all{&conditionStmt};
  all.insert(all.end(), stmt->body.begin(), stmt->body.end());
  source.body = all;
  auto defined = frames.back().defined;
  auto more = [&] { return evalCondition(condition); };
  auto body = [&](auto) {
    frames.back().defined = defined;
    return execNested(stmt->body);
  };
  return withLoopElse(stmt->orelse, stmt->range, [&] {
    auto rest = [&] { return runtimeLoop({}, more, body, source); };
    auto peeled = facts.peeled.find(site(stmt));
    return peeled == facts.peeled.end()
               ? rest()
               : peeledLoop(peeled->second, more, body, rest,
                            facts.mustRun[site(stmt)], stmt->range);
  });
}

/// TorchScript unrolls loops over tuples and modules into the block around
/// them.
static bool isBlockOfItsOwn(const Value &iterable) {
  if (iterable.is(Kind::Tuple) || iterable.is(Kind::Object))
    return false;
  return !iterable.is(Kind::Iterator) ||
         llvm::all_of(iterable.items, isBlockOfItsOwn);
}

static void collectTargets(const ast::Expr *target,
                           std::vector<llvm::StringRef> &names) {
  if (auto *name = dyn_cast<ast::NameExpr>(target))
    names.push_back(name->id);
  if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
    for (const ast::Expr *item : tuple->elements)
      collectTargets(item, names);
}

Flow Elaborator::execFor(const ast::ForStmt *stmt) {
  if ((!stmt->orelse.empty() && script()) || stmt->isAsync) {
    error(stmt->range,
          stmt->isAsync
              ? "'async for' is not supported; use 'for'"
              : "TorchScript has no 'else' of loops; use a flag instead");
    return Flow::none();
  }
  Value iterable = eval(stmt->iterable);
  if (stopped)
    return Flow::none();
  LoopSource source;
  source.node = stmt;
  source.body = stmt->body;
  source.range = {stmt->range.begin, stmt->range.end};
  source.canLeave = canLeaveLoop(stmt->body);
  collectTargets(stmt->target, source.targets);
  here = stmt->iterable->range;
  auto defined = frames.back().defined;
  bool ownBlock = isBlockOfItsOwn(iterable);
  return withLoopElse(stmt->orelse, stmt->range, [&] {
    return iterate(iterable, source, [&](Value element) -> Flow {
      if (!ownBlock) {
        if (!assign(stmt->target, element, stmt->target->range))
          return Flow::none();
        return exec(stmt->body);
      }
      frames.back().defined = defined;
      // The variables of a loop are new ones in TorchScript.
      if (script())
        for (StringRef name : source.targets) {
          frames.back().locals.erase(name.str());
          frames.back().defined.erase(name.str());
        }
      if (!assign(stmt->target, element, stmt->target->range))
        return Flow::none();
      return execNested(stmt->body);
    });
  });
}

Flow Elaborator::iterate(Value iterable, const LoopSource &source,
                         function_ref<Flow(Value)> body) {
  Sequence sequence;
  if (!sequenceOf(iterable, here, sequence))
    return Flow::none();
  bool known = sequence.length.isConst();
  if (sequence.mustUnroll && !known) {
    error(source.range,
          "the number of iterations must be known at compile time, "
          "because the elements differ in kind");
    return Flow::none();
  }
  // The library and constructors of modules are Python at compile time.
  const Frame &frame = frames.back();
  bool constructs = frame.scope->isLibrary ||
                    (frame.owner && frame.owner->isModule && !frame.script &&
                     frame.function && frame.function->name == "__init__");
  bool unroll =
      known &&
      ((constructs && sequence.length.integer <= 1024) || sequence.mustUnroll ||
       facts.unrolled.count(site(source.node)) ||
       (sequence.preferUnroll && sequence.length.integer <= 64) ||
       sequence.length.integer <= 1);
  if (unroll)
    return unrolledLoop(
        sequence.length.integer,
        [&](int64_t i) -> Flow {
          Value element = sequence.element(makeInt(i));
          return stopped ? Flow::none() : body(element);
        },
        source.range);
  auto bodyAt = [&](Value i) -> Flow {
    Value element = sequence.element(i);
    return stopped ? Flow::none() : body(element);
  };
  auto peeled = facts.peeled.find(site(source.node));
  if (peeled == facts.peeled.end())
    return runtimeLoop(sequence.length, nullptr, bodyAt, source);
  int64_t first = peeled->second;
  int64_t next = 0;
  return peeledLoop(
      first,
      [&] {
        return compare(ast::CompareOp::Lt, makeInt(next++), sequence.length,
                       source.range);
      },
      [&](int64_t i) { return bodyAt(makeInt(i)); },
      [&] {
        Value left = binary(ast::BinaryOp::Sub, sequence.length, makeInt(first),
                            source.range);
        return runtimeLoop(
            left, nullptr,
            [&](Value i) {
              return bodyAt(
                  binary(ast::BinaryOp::Add, i, makeInt(first), source.range));
            },
            source);
      },
      facts.mustRun[site(source.node)], source.range);
}

/// The i-th element of items that are known at compile time.
static Value pick(const std::vector<Value> &items, const Value &i) {
  return items[i.integer];
}

bool Elaborator::hasParameter(const Value &list) {
  return list.is(Kind::List) && !get(list.id).isRuntime &&
         llvm::any_of(get(list.id).items, [&](const Value &item) {
           return item.is(Kind::Tensor) && get(item.id).isParameter;
         });
}

bool Elaborator::sequenceOf(Value iterable, ast::Range range, Sequence &out,
                            bool beside) {
  switch (iterable.kind) {
  case Kind::Range: {
    Value start = iterable.items[0], stop = iterable.items[1],
          step = iterable.items[2];
    if (step.isConst() && step.integer == 0) {
      error(range, "range() arg 3 must not be zero");
      return false;
    }
    if (start.isConst() && stop.isConst() && step.isConst()) {
      // In 128 bits: the ends may be far apart.
      __int128 span = static_cast<__int128>(stop.integer) - start.integer;
      __int128 s = step.integer;
      __int128 n = s > 0 ? (span + s - 1) / s : (-span - s - 1) / -s;
      out.length = makeInt(static_cast<int64_t>(n < 0 ? 0 : n));
    } else {
      if (!step.isConst())
        check(arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::ne,
                                    ssa(step), constInt(0)),
              "ValueError", "range() arg 3 must not be zero", range);
      Location where = loc(range);
      mlir::Value span = arith::SubIOp::create(b, where, ssa(stop), ssa(start));
      mlir::Value n = span;
      if (!step.isConst() || step.integer != 1)
        n = arith::CeilDivSIOp::create(b, where, span, ssa(step));
      out.length =
          makeInt(arith::MaxSIOp::create(b, where, n, constInt(0)).getResult());
    }
    out.element = [this, start, step, range](Value i) {
      return binary(ast::BinaryOp::Add, start,
                    binary(ast::BinaryOp::Mul, i, step, range), range);
    };
    return true;
  }
  case Kind::Class: {
    if (!iterable.classInfo->isEnum)
      break;
    Value members = makeTuple({});
    for (const std::string &name : iterable.classInfo->annotationOrder)
      members.items.push_back(iterable.classInfo->members[name]);
    return sequenceOf(members, range, out);
  }
  case Kind::Tuple:
    out.length = makeInt(static_cast<int64_t>(iterable.items.size()));
    out.mustUnroll = true;
    out.element = [items = iterable.items](Value i) { return pick(items, i); };
    return true;
  case Kind::List: {
    const Object &list = get(iterable.id);
    if (!list.isRuntime) {
      // Python looks at the list again in every step; a body that changes the
      // list it walks over is walked over a copy, as in TorchScript.
      out.length = makeInt(static_cast<int64_t>(list.items.size()));
      out.mustUnroll = out.preferUnroll = true;
      // The library is Python at compile time; parameters keep their identity.
      bool stays =
          frames.back().scope->isLibrary || beside || hasParameter(iterable);
      if (list.items.size() > 64 && list.site.first && !stays) {
        Type type = typeOf(iterable);
        SmallVector<mlir::Type> leaves;
        if (!hasStatic(type) && !isPartial(type) && leafTypes(type, leaves)) {
          facts.runtimeLists[list.site] = type->elements[0];
          requestRestart();
          return false;
        }
      }
      out.element = [items = list.items](Value i) { return pick(items, i); };
      return true;
    }
    out.length = listLength(iterable, range);
    out.element = [this, iterable, range](Value i) {
      return listGet(iterable, i, range);
    };
    return true;
  }
  case Kind::Tensor: {
    if (rank(iterable) == 0) {
      error(range, "iteration over a 0-d tensor");
      return false;
    }
    out.length = size(iterable, 0);
    out.element = [this, iterable, range](Value i) {
      return selectIndex(iterable, 0, i, range);
    };
    return true;
  }
  case Kind::Str: {
    if (iterable.isConst()) {
      std::vector<Value> items;
      // Python's characters, TorchScript's bytes.
      llvm::StringRef text = iterable.text;
      for (size_t i = 0; i < text.size();) {
        size_t n = 1;
        if (!script())
          while (i + n < text.size() && (text[i + n] & 0xc0) == 0x80)
            ++n;
        items.push_back(makeStr(text.substr(i, n)));
        i += n;
      }
      out.length = makeInt(static_cast<int64_t>(items.size()));
      out.preferUnroll = true;
      out.mustUnroll = true;
      out.element = [items](Value i) { return pick(items, i); };
      return true;
    }
    out.length = length(iterable, range);
    out.element = [this, iterable, range](Value i) {
      return subscript(iterable, i, range);
    };
    return true;
  }
  case Kind::Dict: {
    Value keys;
    keys.kind = Kind::Iterator;
    keys.text = "keys";
    keys.items = {iterable};
    return sequenceOf(keys, range, out);
  }
  case Kind::Iterator: {
    llvm::StringRef which = iterable.text;
    if (which == "keys" || which == "values" || which == "items") {
      Value dict = iterable.items[0];
      const Object &object = get(dict.id);
      int part = which == "keys" ? 0 : which == "values" ? 1 : 2;
      if (!object.isRuntime) {
        std::vector<Value> items;
        for (size_t i = 0; i + 1 < object.items.size(); i += 2)
          items.push_back(
              part == 0   ? object.items[i]
              : part == 1 ? object.items[i + 1]
                          : makeTuple({object.items[i], object.items[i + 1]}));
        out.length = makeInt(static_cast<int64_t>(items.size()));
        out.mustUnroll = out.preferUnroll = true;
        out.element = [items](Value i) { return pick(items, i); };
        return true;
      }
      out.length = makeInt(
          DictLengthOp::create(b, loc(range), object.current).getResult());
      out.element = [this, dict, part, range](Value i) -> Value {
        const Object &object = get(dict.id);
        Type type =
            makeType(TypeKind::Tuple, {object.keyType, object.valueType});
        SmallVector<mlir::Type> types;
        leafTypes(type, types);
        auto entry =
            DictEntryOp::create(b, loc(range), types, object.current, ssa(i));
        ValueRange leaves = entry.getResults();
        Value pair = unflatten(type, leaves);
        share(pair, range);
        return part == 2 ? pair : pair.items[part];
      };
      return true;
    }
    if (which == "enumerate") {
      Sequence inner;
      if (!sequenceOf(iterable.items[0], range, inner))
        return false;
      out = inner;
      Value start = iterable.items[1];
      out.element = [this, inner, start, range](Value i) {
        return makeTuple(
            {binary(ast::BinaryOp::Add, start, i, range), inner.element(i)});
      };
      return true;
    }
    if (which == "zip") {
      std::vector<Sequence> parts(iterable.items.size());
      out.length = makeInt(iterable.items.empty() ? 0 : INT64_MAX);
      bool besideParameters =
          llvm::any_of(iterable.items,
                       [&](const Value &list) { return hasParameter(list); });
      for (auto [part, item] : llvm::zip(parts, iterable.items)) {
        if (!sequenceOf(item, range, part, besideParameters))
          return false;
        out.mustUnroll |= part.mustUnroll;
        out.preferUnroll |= part.preferUnroll;
        if (out.length.isConst() && part.length.isConst())
          out.length =
              makeInt(std::min(out.length.integer, part.length.integer));
        else if (out.length.isConst() && out.length.integer == INT64_MAX)
          out.length = part.length;
        else
          out.length =
              makeInt(arith::MinSIOp::create(b, loc(range), ssa(out.length),
                                             ssa(part.length))
                          .getResult());
      }
      // A list of compile time beside one of run time has to exist at run time.
      if (out.mustUnroll && !out.length.isConst()) {
        std::vector<Value> lists = iterable.items;
        bool changed = false;
        for (auto [part, item] : llvm::zip(parts, lists)) {
          if (!part.mustUnroll)
            continue;
          if (item.is(Kind::Tuple))
            item = newList(item.items, {}, nullptr, range);
          if (!item.is(Kind::List) || get(item.id).isRuntime)
            continue;
          Type type = typeOf(item);
          SmallVector<mlir::Type> leaves;
          if (hasStatic(type) || isPartial(type) || !leafTypes(type, leaves))
            continue;
          if (get(item.id).site.first) {
            facts.runtimeLists[get(item.id).site] = type->elements[0];
            requestRestart();
            return false;
          }
          if (!materialize(item, range))
            return false;
          changed = true;
        }
        if (changed) {
          iterable.items = lists;
          out = Sequence();
          return sequenceOf(iterable, range, out);
        }
      }
      out.element = [parts](Value i) {
        std::vector<Value> items(parts.size());
        llvm::transform(parts, items.begin(),
                        [&](const Sequence &part) { return part.element(i); });
        return makeTuple(items);
      };
      return true;
    }
    if (which == "reversed") {
      Sequence inner;
      if (!sequenceOf(iterable.items[0], range, inner))
        return false;
      out = inner;
      out.element = [this, inner, range](Value i) {
        Value last =
            binary(ast::BinaryOp::Sub, inner.length, makeInt(1), range);
        return inner.element(binary(ast::BinaryOp::Sub, last, i, range));
      };
      return true;
    }
    break;
  }
  case Kind::Object: {
    // ModuleList, Sequential and ParameterList: a method of the library gives
    // the items.
    CallArgs args;
    args.range = range;
    if (findMember(get(iterable.id).classInfo, "__iter__")) {
      Value items = callMethod(iterable, "__iter__", args);
      if (stopped)
        return false;
      if (!items.is(Kind::Object))
        return sequenceOf(items, range, out);
      error(range, "'__iter__' must return a list, tuple or another iterable "
                   "of the language; iterators with '__next__' are not "
                   "supported");
      return false;
    }
    break;
  }
  default:
    break;
  }
  error(range,
        "cannot iterate over a value of type '" + toString(typeOf(iterable)) +
            "'; ranges, lists, tuples, dicts, strings and tensors can be");
  return false;
}

} // namespace tine::elaborate
