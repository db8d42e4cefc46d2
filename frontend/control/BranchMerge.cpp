//===- BranchMerge.cpp - The ends of the arms of a branch -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scf.if of a branch, and the state behind it.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/BranchMerge.h"
#include "frontend/services/Choices.h"
#include "frontend/services/RunObjects.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

BranchMerge::BranchMerge(Elaborator &e, Path (&arms)[2], mlir::Value condition,
                         const State &before, ast::Range range)
    : Merge(e, before, range), arms(arms), condition(condition),
      point{e.flow.isCounted(condition)},
      size(std::max(arms[0].end.heap.size(), arms[1].end.heap.size())),
      result(before) {
  // Both arms know every number that either has given.
  for (Path &arm : arms)
    arm.end.heap.grow(size);
}

Type BranchMerge::typeIn(int i, const Value &value, bool plain) {
  Type type;
  atEnd(arms[i], [&] {
    type = plain ? e.types.typeOf(value) : typeOfChoice(e, value);
    return true;
  });
  return type;
}

void BranchMerge::collectPoison(int i, const Type &type) {
  atEnd(arms[i], [&] {
    e.types.poison(type, leaves[i]);
    return true;
  });
}

void BranchMerge::build(const State &state,
                        function_ref<void(ValueRange)> fill) {
  Location where = e.loc(range);
  SmallVector<mlir::Type> types =
      llvm::to_vector(ValueRange(leaves[0]).getTypes());
  auto op = scf::IfOp::create(e.b, where, types, condition,
                              /*addThenBlock=*/false, /*addElseBlock=*/false);
  for (int i = 0; i < 2; ++i) {
    Region &target = i == 0 ? op.getThenRegion() : op.getElseRegion();
    OpBuilder inner(e.getContext());
    inner.setInsertionPointToEnd(arms[i].block);
    scf::YieldOp::create(inner, where, leaves[i]);
    target.takeBody(*arms[i].block->getParent());
  }
  e.restore(state);
  fill(op.getResults());
}

Flow BranchMerge::run() {
  if (arms[0].flow.dead() || arms[1].flow.dead())
    return takeLiveArm();
  divideReshaped();
  if (!mergeSlots(slotsToPlan()))
    return Flow::none();
  if (wantsRestart) {
    e.requestRestart();
    return Flow::none();
  }
  if (!planFlow())
    return Flow::none();
  build(mergeObjects(), [&](ValueRange results) { fill(results); });
  return flow;
}

//===----------------------------------------------------------------------===//
// Tensors of another shape in an arm
//===----------------------------------------------------------------------===//

static unsigned replaceWithin(Value &value, unsigned tensor, unsigned made) {
  bool isIt = value.is(Kind::Tensor) && value.id == tensor;
  if (isIt)
    value.id = made;
  unsigned count = isIt;
  for (Value &item : value.items)
    count += replaceWithin(item, tensor, made);
  return count;
}

BranchMerge::Places BranchMerge::replace(int i, unsigned tensor,
                                         unsigned made) {
  State &end = arms[i].end;
  Flow &own = arms[i].flow;
  Places places;
  auto visit = [&](Value &value, bool isCounted) {
    bool isPlain = value.is(Kind::Tensor);
    unsigned here = replaceWithin(value, tensor, made);
    if (isCounted)
      (isPlain ? places.plain : places.inner) += here;
    return here != 0;
  };
  if (own.returns)
    places.inner += replaceWithin(own.result, tensor, made);
  for (auto &[name, value] : end.locals)
    visit(value, own.goesOn() &&
                     (e.script() || name.front() == '$' || isLiveBehind(name)));
  for (size_t id = 0; id < end.heap.size(); ++id) {
    const Heap::Entry &object = end.heap[id];
    if (!object || (object->items.empty() && object->attributes.empty()))
      continue;
    Object changed = *object;
    bool isChanged = false;
    for (Value &item : changed.items)
      isChanged |= visit(item, true);
    for (auto &attribute : changed.attributes)
      isChanged |= visit(attribute.second, true);
    if (isChanged)
      end.heap.set(id, std::make_shared<Object>(std::move(changed)));
  }
  return places;
}

void BranchMerge::divideReshaped() {
  // What is older than a loop may be known to functions around it.
  size_t older = e.decisions.activeLoops.empty()
                     ? 0
                     : e.decisions.activeLoops.back().older;
  std::vector<unsigned> reshaped;
  const Heap &x = arms[0].end.heap, &y = arms[1].end.heap;
  x.forEachChange(y, before.heap.size(), [&](size_t id) {
    auto isPlain = [](const Object &end) {
      return end.conflict.empty() && !end.isParameter && !end.isBuffer &&
             !(end.isLeaf && end.requiresGrad);
    };
    if (id >= older && before.heap[id] && x[id] && y[id] && x[id]->isTensor() &&
        !x[id]->isSameObject(*y[id]) && isPlain(*x[id]) && isPlain(*y[id]))
      reshaped.push_back(id);
  });
  for (unsigned id : reshaped) {
    Path kept[2] = {arms[0], arms[1]};
    bool isOne = true;
    for (int i = 0; i < 2; ++i) {
      Heap &heap = arms[i].end.heap;
      heap.grow(size + 2);
      heap.set(size + i, std::make_shared<Object>(*heap[id]));
      Places places = replace(i, id, size + i);
      isOne &= places.inner == 0 || places.inner + places.plain == 1;
    }
    if (isOne)
      size += 2;
    else
      std::copy(std::begin(kept), std::end(kept), arms);
  }
}

//===----------------------------------------------------------------------===//
// One arm never ends
//===----------------------------------------------------------------------===//

Flow BranchMerge::takeLiveArm() {
  int live = arms[0].flow.dead() ? 1 : 0;
  Path &arm = arms[live];
  if (arm.flow.dead()) {
    build(before, [](ValueRange) {});
    return Flow::none();
  }
  MovedValues moved(before, *arm.block->getParent());
  moved.find(arm);
  llvm::append_range(leaves[live], moved.values);
  atEnd(arms[1 - live], [&] {
    for (mlir::Value value : moved.values)
      leaves[1 - live].push_back(e.types.poison(value.getType()));
    return true;
  });
  Path behind = arm;
  // The visitor replaces through a copy of the heap.
  build(before, [&](ValueRange results) {
    moved.replace(behind, results);
    e.restore(behind.end);
  });
  return behind.flow;
}

//===----------------------------------------------------------------------===//
// How the arms end
//===----------------------------------------------------------------------===//

bool BranchMerge::planFlow() {
  const Flow &a = arms[0].flow, &c = arms[1].flow;
  flow.normal = a.normal || c.normal;
  flow.returns = a.returns || c.returns;
  flow.breaks = a.breaks || c.breaks;
  flow.continues = a.continues || c.continues;
  flow.raises = a.raises || c.raises;
  if (flow.returns) {
    Type s = a.returns ? typeIn(0, a.result) : Type();
    Type t = c.returns ? typeIn(1, c.result) : Type();
    bool isKnown =
        s && t && a.result.isConst() && sameValue(a.result, c.result);
    returned = isKnown ? makeStaticType(a.result) : joinChoices(e, s, t);
    if (!returned) {
      // An iteration may decide at compile time which path it takes.
      constexpr StringLiteral why = "a path returns one of them";
      if (!e.decisions.unrollEnclosingLoop() && !bringObjects(e, s, why) &&
          !bringObjects(e, t, why))
        e.error(range, "one path returns a value of type '" + toString(s, t) +
                           "', another one of type '" + toString(t, s) + "'");
      return false;
    }
  }
  // What one path alone returns goes on with the objects that it has made, and
  // with lists that are empty, whose type another path may know.
  takesOver = a.returns != c.returns && returned &&
              (hasStatic(returned) || isPartial(returned));
  for (int i = 0; i < 2 && returned && !takesOver; ++i) {
    Path &arm = arms[i];
    if (!arm.flow.returns)
      collectPoison(i, returned);
    else if (!handOn(arm.flow.result, returned, leaves[i], &arm))
      return false;
  }
  for (int i = 0; i < 2; ++i)
    if (arms[i].flow.returns && (takesOver || hasStatic(returned)))
      handOverMade(i, arms[i].flow.result, returnedMade);
  for (int i = 0; i < 2 && flow.count() > 1; ++i)
    atEnd(arms[i], [&] {
      leaves[i].push_back(exitCode(arms[i].flow));
      return true;
    });
  return true;
}

void BranchMerge::handOverMade(int i, const Value &value, Made &made) {
  Path &arm = arms[i];
  MovedValues &moved = made.emplace_back(before, *arm.block->getParent());
  moved.findMade(value, arm.end.heap);
  llvm::append_range(leaves[i], moved.values);
  atEnd(arms[1 - i], [&] {
    for (mlir::Value part : moved.values)
      leaves[1 - i].push_back(e.types.poison(part.getType()));
    return true;
  });
}

void BranchMerge::takeMade(const Made &made, Value &value,
                           ValueRange &results) {
  for (const MovedValues &moved : made) {
    size_t count = moved.values.size();
    moved.replaceMade(value, e.objects.heap, results.take_front(count));
    results = results.drop_front(count);
  }
}

//===----------------------------------------------------------------------===//
// The state behind the branch
//===----------------------------------------------------------------------===//

State BranchMerge::mergeObjects() const {
  const State &a = arms[0].end, &c = arms[1].end;
  State merged = result;
  // Objects that one arm made are kept, for values that are the same in both.
  merged.heap.grow(size);
  for (size_t i = before.heap.size(); i < size; ++i)
    merged.heap.set(i, a.heap[i] ? a.heap[i] : c.heap[i]);
  return merged;
}

void BranchMerge::link(const Slot &slot, const Value &value, Origins &origins) {
  links.push_back({value,
                   {getSlot(arms[0].end, slot), getSlot(arms[1].end, slot)},
                   std::move(origins)});
  const Value(&ends)[2] = links.back().ends;
  e.grads.markJoined(value);
  e.grads.joinGrad(value,
                   {{&arms[0].end.heap, ends[0]}, {&arms[1].end.heap, ends[1]}},
                   point.isCounted);
}

void BranchMerge::guard(const Link &link) {
  if (!link.joined.is(Kind::Tensor) || link.joined.id < size)
    return;
  std::vector<Guard> guards;
  std::vector<unsigned> unguarded;
  for (int i = 0; i < 2; ++i) {
    const Value &own = link.ends[i];
    const Heap &heap = arms[i].end.heap;
    if (!own.is(Kind::Tensor))
      return;
    const Object &tensor = *heap[own.id];
    if (tensor.storage < before.heap.size()) {
      guards.push_back({condition, i == 1, tensor.storage, tensor.path});
      // A number that the arm has made can be made here as well.
      for (ViewStep &step : guards.back().path)
        if (auto start =
                step.start ? getConstantIntValue(step.start) : std::nullopt)
          step.start = e.constIndex(*start);
      continue;
    }
    for (unsigned id : heap[tensor.storage]->mayAlias)
      if (!llvm::is_contained(unguarded, id))
        unguarded.push_back(id);
    if (!llvm::is_contained(unguarded, tensor.storage))
      unguarded.push_back(tensor.storage);
  }
  Object &storage = e.mutate(e.get(link.joined.id).storage);
  storage.guards = std::move(guards);
  storage.unguarded = std::move(unguarded);
}

void BranchMerge::fill(ValueRange results) {
  for (Plan &plan : plans)
    fillSlot(plan, results);
  e.grads.mergePaths(before.heap, arms[0].end.heap, arms[1].end.heap, point);
  // What neither path has is gone.
  for (const Entry &entry : entries)
    if (entry.isAbsent)
      e.containers.dropUnset(entry.slot.id);
  // When all objects have their place.
  for (const Link &link : links) {
    e.objects.mayBe(link.joined, link.origins);
    guard(link);
  }
  if (returned)
    fillReturned(results);
  if (flow.count() > 1)
    flow.code = results.front();
}

void BranchMerge::fillSlot(Plan &plan, ValueRange &results) {
  if (plan.isConflict)
    return fillConflict(plan);
  if (plan.slot.kind == Slot::Kind::Storage) {
    e.mutate(plan.slot.id).current = results.front();
    results = results.drop_front();
    return;
  }
  Value value = plan.same;
  if (plan.entry >= 0) {
    Entry &entry = entries[plan.entry];
    value = takeEntry(plan.entry, results);
    if (entry.type && !entry.isAbsent)
      link(plan.slot, value, entry.origins);
  } else if (plan.isUndefined) {
    value.kind = Kind::Undefined;
  } else if (plan.tensors && joined.count(*plan.tensors)) {
    value = joined[*plan.tensors];
  } else if (plan.type) {
    value = e.types.unflatten(plan.type, results);
    takeMade(plan.made, value, results);
    link(plan.slot, value, plan.origins);
    if (plan.tensors)
      joined[*plan.tensors] = value;
  }
  e.assign(plan.slot, value);
}

void BranchMerge::fillConflict(const Plan &plan) {
  Object object = *before.heap[plan.slot.id];
  bool hasKeys = object.kind == Object::Kind::Dict && object.keysAreKnown();
  object.conflict = hasKeys
                        ? "gets or loses a key on one path only of a branch "
                          "that depends on data; set it before the branch"
                        : "changes on one path of a branch or loop that "
                          "depends on data, and its elements have no common "
                          "type";
  // An inner branch may have left it so.
  object.conflictDependsOnTripOnly = point.isCounted;
  for (const Path &arm : arms)
    if (const Object &own = *arm.end.heap[plan.slot.id]; !own.conflict.empty())
      object.conflictDependsOnTripOnly &= own.conflictDependsOnTripOnly;
  e.objects.heap.set(plan.slot.id, std::make_shared<Object>(std::move(object)));
}

void BranchMerge::fillReturned(ValueRange &results) {
  if (takesOver) {
    flow.result = arms[arms[0].flow.returns ? 0 : 1].flow.result;
    return takeMade(returnedMade, flow.result, results);
  }
  flow.result = e.types.unflatten(returned, results);
  takeMade(returnedMade, flow.result, results);
  SmallVector<std::pair<const Heap *, Value>> ends;
  Origins origins;
  for (const Path &arm : arms)
    if (arm.flow.returns) {
      ends.emplace_back(&arm.end.heap, arm.flow.result);
      Objects::originsOf(arm.end.heap, arm.flow.result, size, origins);
    }
  e.grads.markJoined(flow.result);
  e.grads.joinGrad(flow.result, ends, point.isCounted);
  e.objects.mayBe(flow.result, origins);
  if (arms[0].flow.returns && arms[1].flow.returns)
    guard({flow.result, {arms[0].flow.result, arms[1].flow.result}, {}});
}

} // namespace tine::elaborate
