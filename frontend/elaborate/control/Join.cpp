//===- Join.cpp - Branches and the joining of states ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both arms of a branch are elaborated into blocks of their own, each from a
// copy of the state. What they left different becomes results of an scf.if.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/Entries.h"
#include "frontend/elaborate/control/Joiner.h"
#include "frontend/elaborate/control/Liveness.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Variables that only some paths set
//===----------------------------------------------------------------------===//

Type Elaborator::typeOfUnset(const Value &value, const Heap &before) {
  Type type = typeOfMade(*this, value, before);
  SmallVector<mlir::Type> leaves;
  if (isPartial(type) || !wasKnown(type, before) || !leafTypes(type, leaves))
    return {};
  return type->kind == TypeKind::Maybe ? type
                                       : makeType(TypeKind::Maybe, {type});
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

Type Joiner::typeIn(int i, const Value &value, bool plain) {
  Type type;
  inArm(i, [&] {
    type = plain ? e.typeOf(value) : typeOfChoice(e, value);
    return true;
  });
  return type;
}

bool Joiner::collect(int i, const Value &value, const Type &type) {
  return inArm(i, [&] {
    return e.flatten(value, type, range, leaves[i], /*keep=*/false);
  });
}

void Joiner::collectPoison(int i, const Type &type) {
  inArm(i, [&] {
    e.poison(type, leaves[i]);
    return true;
  });
}

static bool definedIn(mlir::Value value, Block *block) {
  if (!value)
    return false;
  Region *region = value.getParentRegion();
  return region == block->getParent() ||
         block->getParent()->isProperAncestor(region);
}

/// Calls `visit` for every SSA value that a value holds, objects included.
static void visitSsa(Value &value, Heap &heap, std::set<unsigned> &seen,
                     function_ref<void(mlir::Value &)> visit) {
  if (value.ssa)
    visit(value.ssa);
  for (Value &item : value.items)
    visitSsa(item, heap, seen, visit);
  bool ref = value.is(Kind::Tensor) || value.is(Kind::List) ||
             value.is(Kind::Dict) || value.is(Kind::Object);
  std::function<void(unsigned)> visitObject = [&](unsigned id) {
    if (!seen.insert(id).second || !heap[id])
      return;
    auto copy = std::make_shared<Object>(*heap[id]);
    heap[id] = copy;
    if (copy->current)
      visit(copy->current);
    for (ViewStep &step : copy->path) {
      if (step.start)
        visit(step.start);
      for (mlir::Value &size : step.sizes)
        visit(size);
    }
    if (copy->kind == Object::Kind::Tensor)
      visitObject(copy->storage);
    for (Value &item : copy->items)
      visitSsa(item, heap, seen, visit);
    for (auto &entry : copy->attributes)
      visitSsa(entry.second, heap, seen, visit);
  };
  if (ref)
    visitObject(value.id);
}

void Elaborator::visitChanged(const State &before, State &state,
                              function_ref<void(mlir::Value &)> visit,
                              Value *also) {
  std::set<unsigned> seen;
  for (auto &entry : state.locals)
    visitSsa(entry.second, state.heap, seen, visit);
  for (const Slot &slot : changedSlots(before, state))
    if (slot.kind != Slot::Kind::Local) {
      Value ref = makeRef(Kind::Object, slot.id);
      visitSsa(ref, state.heap, seen, visit);
    }
  if (also)
    visitSsa(*also, state.heap, seen, visit);
}

Flow Elaborator::branch(mlir::Value condition, function_ref<Flow()> thenArm,
                        function_ref<Flow()> elseArm, ast::Range range) {
  if (!checkNesting(range) || !spend(range, heap.size() / 64))
    return Flow::none();
  State before = save();
  Arm arms[2];
  ScratchRegion regions[2] = {ScratchRegion(context), ScratchRegion(context)};
  function_ref<Flow()> bodies[2] = {thenArm, elseArm};
  for (int i = 0; i < 2; ++i) {
    OpBuilder::InsertionGuard guard(b);
    restore(before);
    arms[i].block = b.createBlock(&regions[i].get());
    ++conditional;
    SmallVector<mlir::Value> learnt;
    learn(condition, i == 0, learnt);
    arms[i].flow = bodies[i]();
    for (mlir::Value value : learnt)
      chosen.erase(value);
    --conditional;
    if (endDeadPath())
      arms[i].flow = Flow::none();
    if (stopped)
      return Flow::none();
    // A nested branch may have moved the insertion point within this region.
    arms[i].block = b.getInsertionBlock();
    arms[i].end = save();
  }
  restore(before);
  return joinArms(condition, before, arms[0], arms[1], range);
}

bool Elaborator::isCounted(mlir::Value condition) {
  SmallVector<mlir::Value> todo{condition};
  llvm::DenseSet<mlir::Value> seen;
  while (!todo.empty()) {
    mlir::Value value = todo.pop_back_val();
    if (!seen.insert(value).second ||
        llvm::any_of(activeLoops, [&](const ActiveLoop &loop) {
          return loop.counter.value == value;
        }))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || !isa<arith::ArithDialect>(op->getDialect()))
      return false;
    llvm::append_range(todo, op->getOperands());
  }
  return true;
}

Flow Elaborator::joinArms(mlir::Value condition, const State &before, Arm &a,
                          Arm &c, ast::Range range) {
  Joiner joiner(*this, a, c, condition, before, range);
  Location where = loc(range);
  // Both arms know every number that either has given.
  size_t size = std::max(a.end.heap.size(), c.end.heap.size());
  a.end.heap.resize(size);
  c.end.heap.resize(size);

  // Makes the scf.if of the collected leaves, takes over the state `result`,
  // and lets `fill` put the results into it.
  auto finish = [&](const State &result, function_ref<void(ValueRange)> fill) {
    SmallVector<mlir::Type> types;
    for (mlir::Value v : joiner.leaves[0])
      types.push_back(v.getType());
    auto op = scf::IfOp::create(b, where, types, condition,
                                /*addThenBlock=*/false, /*addElseBlock=*/false);
    for (int i = 0; i < 2; ++i) {
      Region &target = i == 0 ? op.getThenRegion() : op.getElseRegion();
      OpBuilder inner(context);
      inner.setInsertionPointToEnd(joiner.arms[i]->block);
      scf::YieldOp::create(inner, where, joiner.leaves[i]);
      target.takeBody(*joiner.arms[i]->block->getParent());
    }
    restore(result);
    fill(op.getResults());
  };

  // One arm never ends: what the other one left holds, moved out of its block.
  if (a.flow.dead() || c.flow.dead()) {
    int live = a.flow.dead() ? 1 : 0;
    Arm &arm = *joiner.arms[live];
    if (arm.flow.dead()) {
      finish(before, [](ValueRange) {});
      return Flow::none();
    }
    llvm::SetVector<mlir::Value> moved;
    auto visitAll = [&](State &state, Flow &flow,
                        function_ref<void(mlir::Value &)> visit) {
      visitChanged(before, state, visit, &flow.result);
      if (flow.code)
        visit(flow.code);
    };
    Block *block = arm.block;
    visitAll(arm.end, arm.flow, [&](mlir::Value &v) {
      if (definedIn(v, block))
        moved.insert(v);
    });
    for (mlir::Value v : moved) {
      joiner.leaves[live].push_back(v);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(joiner.arms[1 - live]->block);
      joiner.leaves[1 - live].push_back(poison(v.getType()));
    }
    DenseMap<mlir::Value, unsigned> index;
    for (auto [i, v] : llvm::enumerate(moved))
      index[v] = i;
    State end = arm.end;
    Flow flow = arm.flow;
    // The visitor replaces through a copy of the heap.
    finish(before, [&](ValueRange results) {
      visitAll(end, flow, [&](mlir::Value &v) {
        auto it = index.find(v);
        if (it != index.end())
          v = results[it->second];
      });
      restore(end);
    });
    return flow;
  }

  // Lists and dicts whose length differs between the arms must exist at run
  // time from the start.
  std::set<Slot> slots;
  for (Arm *arm : {&a, &c})
    for (const Slot &slot : changedSlots(before, arm->end))
      slots.insert(slot);
  // What an inner branch left in a state that cannot be told stays so.
  auto isUnjoined = [&](unsigned id) {
    return llvm::any_of(ArrayRef<Arm *>{&a, &c}, [&](Arm *arm) {
      return arm->end.heap[id] && arm->end.heap[id]->isContainer() &&
             !arm->end.heap[id]->conflict.empty();
    });
  };
  for (unsigned id = 0; id < before.heap.size(); ++id)
    if (before.heap[id] && before.heap[id]->conflict.empty() && isUnjoined(id))
      slots.insert({Slot::Kind::Item, "", id, ~0u});
  // Of a dict with other keys, all entries are looked at.
  for (auto it = slots.begin(); it != slots.end();)
    it = it->kind == Slot::Kind::Item && it->index != ~0u &&
                 slots.count({Slot::Kind::Item, "", it->id, ~0u})
             ? slots.erase(it)
             : std::next(it);
  struct Plan {
    Slot slot;
    Type type;
    mlir::Type storage;
    Value same;
    bool undefined = false;
    bool conflict = false; // a container that is an error where it is used
    Origins origins;       // what it may be
    int entry = -1;        // of a dict with keys that may not be there
  };
  std::vector<Plan> plans;
  // The joined state: the old one with the slots replaced.
  State result = before;
  auto planEntries = [&](size_t first) {
    for (size_t i = first; i < joiner.entries.size(); ++i) {
      Plan plan{joiner.entries[i].slot, {}, {}, {}, false, false, {}};
      plan.entry = i;
      plans.push_back(plan);
    }
    return joiner.collectEntries(first);
  };
  std::optional<llvm::StringSet<>> live;
  auto isLiveBehind = [&](StringRef name) {
    if (!live)
      live = namesLiveBehind(frames.back().body, range);
    return live->contains(name);
  };
  auto arePeeled = [&] {
    int count = 0;
    for (const ActiveLoop &loop : activeLoops)
      count += facts.peeled[loop.site];
    return count;
  };
  bool again = false;
  for (const Slot &slot : slots) {
    Plan plan{slot, {}, {}, {}, false, false, {}};
    if (slot.kind == Slot::Kind::Item && slot.index == ~0u &&
        isUnjoined(slot.id)) {
      plan.conflict = true;
      plans.push_back(plan);
      continue;
    }
    if (slot.kind == Slot::Kind::Item && slot.index == ~0u) {
      const Object &object = *before.heap[slot.id];
      const Object *changed = a.end.heap[slot.id].get();
      if (changed == before.heap[slot.id].get())
        changed = c.end.heap[slot.id].get();
      bool isList = object.kind == Object::Kind::List;
      Value container = makeRef(isList ? Kind::List : Kind::Dict, slot.id);
      bool inFirst = changed == a.end.heap[slot.id].get();
      Type type = joiner.typeIn(inFirst ? 0 : 1, container, /*plain=*/true);
      // One arm may have emptied it.
      if (isPartial(type))
        if (Type other =
                joinTypes(type, joiner.typeIn(inFirst ? 1 : 0, container,
                                              /*plain=*/true)))
          type = other;
      Site where = object.site;
      bool keeps = !isList && keepsKeys(*changed, type);
      // A key that optimizers add the first time, before the loop.
      if (!isList && changed->keysAreKnown() &&
          (prepareOptimizers(slot.id) ||
           ((!keeps || (isCounted(condition) && arePeeled() < 2)) &&
            peelEnclosingLoop())))
        return Flow::none();
      size_t first = joiner.entries.size();
      if (keeps && joiner.alignKeys(slot.id, result)) {
        if (!planEntries(first))
          return Flow::none();
        continue;
      }
      if (!where.first || hasStatic(type) || (!isList && !mayBeOfRun(object))) {
        plan.conflict = true;
        plans.push_back(plan);
        continue;
      }
      if (isList)
        facts.runtimeLists[where] = type->elements[0];
      else
        facts.runtimeDicts[where] = {type->elements[0], type->elements[1]};
      again = true;
      continue;
    }
    // What a tensor is has no value of the run: mergePaths.
    if (slot.kind == Slot::Kind::Tensor)
      continue;
    if (slot.kind == Slot::Kind::Storage) {
      mlir::Value x = a.end.heap[slot.id]->current;
      mlir::Value y = c.end.heap[slot.id]->current;
      if (x.getType() != y.getType()) {
        error(range, "a tensor has another shape in each arm of a branch");
        return Flow::none();
      }
      joiner.leaves[0].push_back(x);
      joiner.leaves[1].push_back(y);
      plan.storage = x.getType();
      plans.push_back(plan);
      continue;
    }
    Value x = getSlot(a.end, slot), y = getSlot(c.end, slot);
    if (slot.kind == Slot::Kind::Item && (mayBeUnset(x) || mayBeUnset(y))) {
      size_t first = joiner.entries.size();
      bool joins = joiner.joinEntry(slot);
      if (joins && !planEntries(first))
        return Flow::none();
      if (!joins) {
        plan.slot.index = ~0u;
        plan.conflict = true;
        plans.push_back(plan);
      }
      continue;
    }
    bool isUnset[2] = {x.is(Kind::Undefined), y.is(Kind::Undefined)};
    if (isUnset[0] || isUnset[1]) {
      int set = isUnset[0] ? 1 : 0;
      const Value &unset = set ? x : y;
      // A path that returns does not come to where it is read.
      const Flow &without = joiner.arms[1 - set]->flow;
      if (slot.kind == Slot::Kind::Local && isUnset[0] != isUnset[1] &&
          !script() && !unset.known && unset.text.empty() && without.goesOn() &&
          isLiveBehind(slot.name)) {
        joiner.inArm(set, [&] {
          plan.type = typeOfUnset(set ? y : x, before.heap);
          return true;
        });
        if (plan.type) {
          if (bringToRunTime(set ? y : x, plan.type, before.heap, range) ||
              !joiner.collect(0, x, plan.type) ||
              !joiner.collect(1, y, plan.type))
            return Flow::none();
          originsOf(joiner.arms[set]->end.heap, set ? y : x, size,
                    plan.origins);
          plans.push_back(plan);
          continue;
        }
        plan.same.text = "is set on some paths only, to a value that exists "
                         "at compile time only; set it on every path";
      }
      plan.undefined = true;
      for (const Value *value : {&y, &x})
        if (value->is(Kind::Undefined) && !value->text.empty())
          plan.same.text = value->text;
      plan.same.known = (x.is(Kind::Undefined) && x.known) ||
                        (y.is(Kind::Undefined) && y.known);
      plans.push_back(plan);
      continue;
    }
    if (sameValue(x, y)) {
      plan.same = x;
      plans.push_back(plan);
      continue;
    }
    // What nobody reads is no name that a tensor may have.
    if (slot.kind == Slot::Kind::Local && !script() &&
        slot.name.front() != '$' && !isLiveBehind(slot.name)) {
      plan.undefined = true;
      plans.push_back(plan);
      continue;
    }
    Type s = joiner.typeIn(0, x), t = joiner.typeIn(1, y);
    plan.type = joinChoices(*this, s, t);
    if (!plan.type) {
      s = joiner.typeIn(0, x, /*plain=*/true);
      t = joiner.typeIn(1, y, /*plain=*/true);
      plan.type = joinAnyTypes(s, t);
    }
    SmallVector<mlir::Type> leafList;
    if (!plan.type || isPartial(plan.type) || !leafTypes(plan.type, leafList)) {
      plan.undefined = true;
      bool areObjects = x.is(Kind::Object) && y.is(Kind::Object);
      plan.same.text =
          areObjects ? "is one object on one path of a branch and another one "
                       "on the other, and they exist at compile time only; "
                       "choose between what is in them"
                     : "has type '" + toString(s, t) +
                           "' in one arm of the branch and type '" +
                           toString(t, s) + "' in the other";
      plans.push_back(plan);
      continue;
    }
    bool chosen = bringToRunTime(x, plan.type, before.heap, range);
    chosen |= !stopped && bringToRunTime(y, plan.type, before.heap, range);
    if (chosen || stopped)
      return Flow::none();
    if (!joiner.collect(0, x, plan.type) || !joiner.collect(1, y, plan.type))
      return Flow::none();
    for (int i = 0; i < 2; ++i) {
      originsOf(joiner.arms[i]->end.heap, i == 0 ? x : y, size, plan.origins);
    }
    plans.push_back(plan);
  }
  if (again) {
    requestRestart();
    return Flow::none();
  }

  // How the arms end.
  Flow flow;
  flow.normal = a.flow.normal || c.flow.normal;
  flow.returns = a.flow.returns || c.flow.returns;
  flow.breaks = a.flow.breaks || c.flow.breaks;
  flow.continues = a.flow.continues || c.flow.continues;
  Type resultType;
  if (flow.returns) {
    Type s = a.flow.returns ? joiner.typeIn(0, a.flow.result) : Type();
    Type t = c.flow.returns ? joiner.typeIn(1, c.flow.result) : Type();
    resultType = joinChoices(*this, s, t);
    if (!resultType) {
      // An iteration may decide at compile time which path it takes.
      if (unrollEnclosingLoop())
        return Flow::none();
      error(range, "one path returns a value of type '" + toString(s, t) +
                       "', another one of type '" + toString(t, s) + "'");
      return Flow::none();
    }
    for (int i = 0; i < 2; ++i) {
      Flow &own = joiner.arms[i]->flow;
      if (own.returns && !sameType(resultType, makeType(TypeKind::None)) &&
          bringToRunTime(own.result, resultType, before.heap, range))
        return Flow::none();
      if (!own.returns)
        joiner.collectPoison(i, resultType);
      else if (!joiner.collect(i, own.result, resultType))
        return Flow::none();
    }
  }
  bool needsCode = flow.count() > 1;
  if (needsCode)
    for (int i = 0; i < 2; ++i) {
      Flow &own = joiner.arms[i]->flow;
      joiner.inArm(i, [&] {
        mlir::Value code = own.code;
        if (!code)
          code = arith::ConstantOp::create(b, where,
                                           b.getI32IntegerAttr(own.returns  ? 1
                                                               : own.breaks ? 2
                                                               : own.continues
                                                                   ? 3
                                                                   : 0));
        joiner.leaves[i].push_back(code);
        return true;
      });
    }

  // Objects that only one arm made are kept, for values that are the same in
  // both.
  result.heap.resize(std::max(a.end.heap.size(), c.end.heap.size()));
  for (size_t i = before.heap.size(); i < result.heap.size(); ++i)
    result.heap[i] = a.end.heap[i] ? a.end.heap[i] : c.end.heap[i];
  result.gradMode = merge(a.end.gradMode, c.end.gradMode);
  finish(result, [&](ValueRange results) {
    std::vector<std::pair<Value, Origins>> links;
    auto link = [&](const Slot &slot, const Value &value, Origins &origins) {
      links.emplace_back(value, std::move(origins));
      markJoined(value);
      joinGrad(value,
               {{&a.end.heap, getSlot(a.end, slot)},
                {&c.end.heap, getSlot(c.end, slot)}},
               isCounted(condition));
    };
    auto setCurrent = [&](const Slot &slot, const Value &value) {
      State current = save();
      setSlot(current, slot, value);
      restore(current);
    };
    for (Plan &plan : plans) {
      if (plan.conflict) {
        auto object = std::make_shared<Object>(*before.heap[plan.slot.id]);
        object->conflict =
            object->kind == Object::Kind::Dict && object->keysAreKnown()
                ? "gets or loses a key on one path only of a branch that "
                  "depends on data; set it before the branch"
                : "changes on one path of a branch or loop that depends "
                  "on data, and its elements have no common type";
        // An inner branch may have left it so.
        object->conflictDependsOnTripOnly = isCounted(condition);
        for (const Arm *arm : {&a, &c})
          if (const Object &own = *arm->end.heap[plan.slot.id];
              !own.conflict.empty())
            object->conflictDependsOnTripOnly &= own.conflictDependsOnTripOnly;
        heap[plan.slot.id] = object;
        continue;
      }
      if (plan.entry >= 0) {
        Joiner::Entry &entry = joiner.entries[plan.entry];
        Value value = joiner.takeEntry(plan.entry, results);
        if (entry.type && !entry.isAbsent)
          link(plan.slot, value, entry.origins);
        setCurrent(plan.slot, value);
        continue;
      }
      if (plan.slot.kind == Slot::Kind::Storage) {
        mutate(plan.slot.id).current = results.front();
        results = results.drop_front();
        continue;
      }
      Value value = plan.same;
      if (plan.undefined)
        value.kind = Kind::Undefined;
      else if (plan.type)
        value = unflatten(plan.type, results);
      if (plan.type)
        link(plan.slot, value, plan.origins);
      setCurrent(plan.slot, value);
    }
    mergePaths(a.end.heap, c.end.heap, before.heap.size(),
               {isCounted(condition)});
    // What neither path has is gone.
    for (const Joiner::Entry &entry : joiner.entries)
      if (entry.isAbsent)
        dropUnset(entry.slot.id);
    // When all objects have their place.
    for (const auto &[value, origins] : links)
      mayBe(value, origins);
    if (flow.returns) {
      flow.result = unflatten(resultType, results);
      SmallVector<std::pair<const Heap *, Value>> ends;
      for (const Arm *arm : {&a, &c})
        if (arm->flow.returns)
          ends.emplace_back(&arm->end.heap, arm->flow.result);
      markJoined(flow.result);
      joinGrad(flow.result, ends, isCounted(condition));
      Origins origins;
      for (int i = 0; i < 2; ++i)
        originsOf(joiner.arms[i]->end.heap,
                  i == 0 ? a.flow.result : c.flow.result, size, origins);
      mayBe(flow.result, origins);
    }
    if (needsCode)
      flow.code = results.front();
  });
  return flow;
}

bool Elaborator::bringToRunTime(const Value &value, const Type &type,
                                const Heap &before, ast::Range range) {
  if (type->isMadeList || type->isMadeDict || type->kind == TypeKind::Static)
    return false;
  if (type->kind == TypeKind::Either && type->elements[0]->isMadeDict)
    return false;
  bool wraps =
      type->kind == TypeKind::Optional || type->kind == TypeKind::Maybe;
  if (wraps && !value.is(Kind::Optional) && !value.is(Kind::Maybe))
    return bringToRunTime(value, type->elements[0], before, range);
  for (auto [i, item] : llvm::enumerate(value.items))
    if (bringToRunTime(item,
                       i < type->elements.size() ? type->elements[i] : type,
                       before, range))
      return true;
  if ((!value.is(Kind::List) && !value.is(Kind::Dict)) ||
      value.id >= before.size() || !before[value.id] ||
      before[value.id]->isRuntime)
    return false;
  const Object &object = *before[value.id];
  Type own = typeOf(value);
  if (mayBeOfRun(object) && own->kind != TypeKind::Static) {
    if (value.is(Kind::List))
      facts.runtimeLists[object.site] = own->elements[0];
    else
      facts.runtimeDicts[object.site] = {own->elements[0], own->elements[1]};
    requestRestart();
  } else {
    error(range, "a path that depends on data chooses this list or dict, which "
                 "exists at compile time only; make it by a display or a "
                 "comprehension, or copy() it");
  }
  return true;
}

Value Elaborator::select(mlir::Value condition, function_ref<Value()> thenArm,
                         function_ref<Value()> elseArm, ast::Range range) {
  // A value is what a path "returns".
  auto arm = [&](function_ref<Value()> body) {
    Flow flow = Flow::none();
    Value value = body();
    if (stopped)
      return flow;
    flow.returns = true;
    flow.result = value;
    return flow;
  };
  Flow flow = branch(
      condition, [&] { return arm(thenArm); }, [&] { return arm(elseArm); },
      range);
  if (stopped)
    return {};
  return flow.dead() ? die() : flow.result;
}

Value Elaborator::onEither(const Value &either, function_ref<Value(Value)> use,
                           ast::Range range) {
  // Within an arm, what is chosen alike is known.
  auto known = chosen.find(either.ssa);
  if (known != chosen.end())
    return use(either.items[known->second ? 0 : 1]);
  auto arm = [&](bool first) {
    chosen[either.ssa] = first;
    Value value = use(either.items[first ? 0 : 1]);
    chosen.erase(either.ssa);
    return value;
  };
  return select(
      either.ssa, [&] { return arm(true); }, [&] { return arm(false); }, range);
}

Value Elaborator::onEitherArgument(const CallArgs &args, size_t i,
                                   function_ref<Value(CallArgs &)> call) {
  auto argument = [i](auto &of) -> auto & {
    size_t n = of.positional.size();
    return i < n ? of.positional[i] : of.keywords[i - n].second;
  };
  return onEither(
      argument(args),
      [&](Value v) {
        CallArgs one = args;
        argument(one) = v;
        return call(one);
      },
      args.range);
}

Flow Elaborator::sequence(Flow first, function_ref<Flow()> rest,
                          ast::Range range) {
  if (stopped || !first.normal)
    return first;
  if (first.onlyNormal())
    return rest();
  mlir::Value zero =
      arith::ConstantOp::create(b, loc(range), b.getI32IntegerAttr(0));
  mlir::Value normal = arith::CmpIOp::create(
      b, loc(range), arith::CmpIPredicate::eq, first.code, zero);
  Flow other = first;
  other.normal = false;
  return branch(normal, [&] { return rest(); }, [&] { return other; }, range);
}

} // namespace tine::elaborate
