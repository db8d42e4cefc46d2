//===- Loops.cpp - Loops that stay loops ----------------------------------===//
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

#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/Entries.h"
#include "frontend/elaborate/control/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Trials of one loop. Every one widens something.
static constexpr int trialLimit = 64;

/// Whether a list or dict of compile time is in it.
static bool holdsMade(const Type &type) {
  return type->isMadeList || type->isMadeDict ||
         llvm::any_of(type->elements, holdsMade);
}

Flow Elaborator::runtimeLoop(Value trip, function_ref<Value()> condition,
                             function_ref<Flow(Value)> body,
                             const LoopSource &source) {
  if (!checkNesting(source.range) || !spend(source.range, heap.size() / 16))
    return Flow::none();
  Location where = loc(source.range);
  State entry = save();
  StringSet<> live = exposedNames(source.body);
  StringSet<> after = namesLiveBehind(frames.back().body, source.range);
  for (llvm::StringRef name : source.targets)
    live.erase(name);

  std::map<Slot, Type> carried;           // Local, Attribute, Item
  std::map<Slot, Origins> carriedOrigins; // what they may be
  std::set<Slot> plain; // those whose lists and dicts cannot stay as they are
  std::set<Slot> storages;
  // Ways to parts of carried values that an iteration may leave the same
  // object in.
  using Part = std::pair<Slot, std::string>;
  std::set<std::pair<Part, Part>> twins;
  std::map<Slot, Type> zeros;   // that start a sum of tensors
  std::set<Slot> replaced;      // what no iteration and nothing behind reads
  std::set<unsigned> forgotten; // tensors whose gradient is unknown then
  std::set<unsigned> open; // dicts that get or lose keys in some iterations
  // Carried entries of those that are there in the same iterations, as far as
  // trials have told.
  EntryGroups groups;
  Type resultType;
  Origins resultOrigins;
  bool leaves = false, returns = false;
  bool knownTrip = trip && trip.isConst();
  bool runs = knownTrip && trip.integer > 0;
  // Its iterations may be told apart where something depends on it.
  bool isShort = runs && trip.integer <= 64;
  std::vector<State> ends; // of iterations in the trials so far

  activeLoops.push_back({site(source.node), knownTrip, {}});
  auto leave = [&](Flow flow) {
    activeLoops.pop_back();
    return flow;
  };

  for (int attempt = 0;; ++attempt) {
    activeLoops.back().asksOfOther.reset();
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
        if (zeros.count(slot))
          inits.push_back(nn::FullOp::create(
              b, where, type->tensor,
              scalar(value, type->tensor.getElementType()), ValueRange{}));
        else if (value.is(Kind::Undefined) || replaced.count(slot))
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
    // A list may have been brought to run time. It lasts as long as the trial,
    // and what it holds is not carried.
    Heap before = entry.heap;
    entry.heap = heap;
    auto drop = [&] {
      for (unsigned id = 0; id < before.size(); ++id)
        if (before[id] && !before[id]->isRuntime && entry.heap[id]->isRuntime) {
          auto made = std::make_shared<Object>(*before[id]);
          made->mergeFacts(*before[id], *entry.heap[id], {});
          entry.heap[id] = std::move(made);
        }
      prologueScratch.clear();
      b.restoreInsertionPoint(outside);
    };
    size_t count = carried.size();
    for (auto it = carried.begin(); it != carried.end();) {
      bool isHeld =
          it->first.kind == Slot::Kind::Item && get(it->first.id).isRuntime;
      it = isHeld ? carried.erase(it) : std::next(it);
    }
    if (carried.size() != count) {
      drop();
      continue;
    }
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
      llvm::DenseMap<unsigned, mlir::Value> flags;
      for (const auto &[slot, type] : carried) {
        Value value = unflatten(type, args);
        if (slot.kind == Slot::Kind::Item && value.is(Kind::Maybe)) {
          unsigned group = groups.find(slot, getSlot(entry, slot));
          value.ssa = flags.insert({group, value.ssa}).first->second;
        }
        Value old = getSlot(entry, slot);
        Origins origins = carriedOrigins[slot];
        if (maybeEntry)
          originsOf(entry.heap, old, entry.heap.size(), origins);
        mayBe(value, origins);
        State current = save();
        setSlot(current, slot, value);
        restore(current);
      }
      for (unsigned id : forgotten)
        forgetGrad(id);
      for (const auto &[one, other] : twins) {
        std::set<unsigned> ids[2];
        for (bool second : {false, true}) {
          const auto &[slot, way] = second ? other : one;
          Origins parts;
          originsOf(heap, getSlot(save(), slot), heap.size(), parts);
          ids[second] = parts[way];
        }
        for (unsigned x : ids[0])
          for (unsigned y : ids[1])
            link(x, y);
      }
      for (const Slot &slot : storages) {
        mutate(slot.id).current = args.front();
        args = args.drop_front();
      }
      return args;
    };
    // Whether entries that were thought to come together do not.
    bool apart = false;
    auto splitGroups = [&](const State &at) {
      for (const auto &[slot, type] : carried)
        if (type->kind == TypeKind::Maybe && slot.kind == Slot::Kind::Item)
          groups.add(slot, getSlot(at, slot));
      return groups.split();
    };
    // What is carried comes of the entry or of the end of an iteration, as far
    // as trials have told.
    auto joinCarriedGrad = [&](bool maybeEntry, ArrayRef<State> ends,
                               bool byCount) {
      for (const auto &[slot, type] : carried) {
        SmallVector<std::pair<const Heap *, Value>> values;
        for (const State &end : ends)
          values.emplace_back(&end.heap, getSlot(end, slot));
        bool hasEntry = maybeEntry && !replaced.count(slot);
        if (hasEntry)
          values.emplace_back(&entry.heap, getSlot(entry, slot));
        Value value = getSlot(save(), slot);
        markJoined(value);
        joinGrad(value, values, byCount);
        if (!hasEntry || ends.empty())
          continue;
        Heap known = heap;
        values.pop_back();
        joinGrad(value, values, byCount);
        activeLoops.back().startsOtherwise |= !knowsSameGrad(heap, known);
        heap = std::move(known);
      }
    };

    ScratchRegion beforeScratch(context), bodyScratch(context);
    Region &beforeRegion = beforeScratch.get(), &bodyRegion = bodyScratch.get();
    SmallVector<Location> locs(types.size(), where);
    mlir::Value keepGoing;
    std::vector<Slot> changedByCondition;
    if (useWhile) {
      Block *block = b.createBlock(&beforeRegion, {}, types, locs);
      ValueRange rest = bindArgs(block->getArguments());
      joinCarriedGrad(/*maybeEntry=*/true, ends, knownTrip);
      mlir::Value running;
      if (leaves) {
        mlir::Value zero =
            arith::ConstantOp::create(b, where, b.getI32IntegerAttr(0));
        running = arith::CmpIOp::create(b, where, arith::CmpIPredicate::eq,
                                        rest.front(), zero);
      }
      if (condition) {
        State asked = save();
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
        // What the condition changed goes on into the body and behind the loop.
        changedByCondition = changedSlots(asked, save());
      } else {
        keepGoing =
            arith::CmpIOp::create(b, where, arith::CmpIPredicate::slt,
                                  block->getArguments().back(), tripValue);
        if (leaves)
          keepGoing = arith::AndIOp::create(b, where, keepGoing, running);
      }
      SmallVector<mlir::Value> pass;
      apart = splitGroups(save());
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
    joinCarriedGrad(/*maybeEntry=*/true, ends, knownTrip);
    SmallVector<mlir::Value> extra(rest.begin(), rest.end());
    LoopHistory &history = activeLoops.back().history;
    history.args.assign(args.begin(), args.end());
    history.inits = inits;
    history.outside = outside.getBlock()->getParent();
    history.prologue = &prologueScratch.get();
    history.storages.clear();
    for (const Slot &slot : storages)
      history.storages.insert(get(slot.id).current);
    if (useWhile && !condition)
      index = makeInt(block->getArguments().back());
    if (index && trip.isConst())
      activeLoops.back().counter = {index.ssa, trip.integer};
    State start = save();
    history.start = &start.heap;
    ++conditional;
    Flow flow = body(index);
    --conditional;
    activeLoops.back().history.start = nullptr;
    if (endDeadPath())
      flow = Flow::none();
    if (stopped)
      return leave(Flow::none());
    flow = absorb(flow, /*breaks=*/false, source.range);
    // Keys that this iteration has not are in their places, but not set.
    for (unsigned id : open)
      if (!flow.dead()) {
        MergedKeys keys = mergeKeys(*entry.heap[id], get(id));
        if (keys.keys.size() != entry.heap[id]->items.size() / 2)
          continue;
        heap[id] = withKeys(get(id), keys.keys);
        mutate(id).unsureOrder |= keys.isUnsure;
      }
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
      bool isEmpty = type->kind == TypeKind::Dict && isPartial(type);
      Type joined = holdsMade(type) || holdsMade(with) || isEmpty
                        ? joinChoices(*this, type, with)
                        : joinTypes(type, with);
      // A parameter in place of another tensor is one from then on.
      if (with->isParameter && !type->isParameter && peel(1))
        return false;
      // A sum that starts with 0 is a float from the first iteration on.
      if (!joined && !script() && type->kind == TypeKind::Int &&
          with->kind == TypeKind::Float && peel(1))
        return false;
      auto isNumber = [](const Type &t) {
        return t->kind == TypeKind::Int || t->kind == TypeKind::Float;
      };
      if (!joined && !script() && isNumber(type) &&
          with->kind == TypeKind::Tensor && with->tensor) {
        // The first iteration makes a tensor of the zero.
        Value start = getSlot(entry, slot);
        if (runs && !source.canLeave && slot.kind == Slot::Kind::Local &&
            start.isConst() && start.asDouble() == 0 &&
            with->tensor.hasStaticShape() &&
            isa<FloatType>(with->tensor.getElementType()) &&
            onlyAddsTo(source.body, slot.name)) {
          type = zeros[slot] = withoutTensors(with);
          again = true;
          return true;
        }
        if (peel(1))
          return false;
      }
      // Each iteration makes it anew, and there is one.
      bool isFirst =
          slot.kind == Slot::Kind::Local && !live.contains(slot.name);
      if (!joined && isFirst && runs && !script() &&
          alwaysSets(source.body, slot.name) && replaced.insert(slot).second) {
        if (Type made = typeOfUnset(getSlot(end, slot), entry.heap)) {
          type = made->elements[0];
          again = true;
          return true;
        }
      }
      if (!joined)
        joined = joinAnyTypes(type, with);
      // None until the first iteration, of which there is one.
      if (type->kind == TypeKind::None && isFirst && runs && !script() &&
          alwaysSets(source.body, slot.name) && replaced.insert(slot).second) {
        type = with;
        again = true;
        return true;
      }
      if (!joined && slot.kind != Slot::Kind::Item &&
          (holdsMade(type) || holdsMade(with)) && plain.insert(slot).second) {
        carried.erase(slot);
        again = true;
        return true;
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
    // An entry of a dict that some iterations may not have.
    auto carry = [&](const Slot &slot, const Value &now) {
      Type &type = carried[slot];
      Type wider = carryEntry(entry, slot, now, type);
      if (!wider) {
        if (!unrollEnclosingLoop())
          error(source.range,
                "a dict gets a key in some iterations of this loop, and its "
                "value cannot be told at run time; set it before the loop");
        return false;
      }
      Origins &origins = carriedOrigins[slot];
      Origins known = origins;
      originsOf(end.heap, now, entry.heap.size(), origins);
      again |= origins != known || !type || !sameType(type, wider);
      type = wider;
      return true;
    };
    bool dead = flow.dead();
    auto isOfTensor = [&](const Slot &slot) {
      return slot.kind == Slot::Kind::Tensor ||
             (slot.kind == Slot::Kind::Attribute &&
              start.heap[slot.id]->kind == Object::Kind::Tensor);
    };
    std::set<unsigned> firsts; // what variables had before the loop
    std::vector<Slot> changed, ofTensors;
    for (const Slot &slot : changedSlots(start, end))
      (isOfTensor(slot) ? ofTensors : changed).push_back(slot);
    for (const Slot &slot : changedByCondition) {
      std::vector<Slot> &known = isOfTensor(slot) ? ofTensors : changed;
      if (llvm::none_of(known, [&](const Slot &other) {
            return !(other < slot) && !(slot < other);
          }))
        known.push_back(slot);
    }
    llvm::append_range(changed, ofTensors);
    for (const Slot &slot : changed) {
      if (dead)
        break;
      // The next trial has another tensor in its place.
      if (firsts.count(slot.id) && isOfTensor(slot))
        continue;
      // Objects of this iteration, such as the storage of a carried variable.
      if (slot.kind != Slot::Kind::Local && slot.id >= entry.heap.size())
        continue;
      if (slot.kind == Slot::Kind::Attribute) {
        Value before = getSlot(start, slot), now = getSlot(end, slot);
        bool isGrad = isOfTensor(slot) && slot.name == "grad";
        if (isGrad && now.is(Kind::Undefined)) {
          again |= forgotten.insert(slot.id).second;
          continue;
        }
        if ((before.is(Kind::Undefined) ||
             (isGrad && before.is(Kind::None) && !now.is(Kind::None))) &&
            peel(3))
          return leave(Flow::none());
      }
      if (slot.kind == Slot::Kind::Item && slot.index == ~0u) {
        const Object &object = *end.heap[slot.id];
        bool isList = object.kind == Object::Kind::List;
        bool keeps = !isList && canOpen(slot.id, entry, end);
        // A key that some iterations add comes in any of them.
        bool isCertain = !object.isOpen() && open.count(slot.id) == 0;
        if (!isList && object.keysAreKnown() && (!keeps || isCertain) &&
            peel(2))
          return leave(Flow::none());
        if (keeps) {
          MergedKeys keys = mergeKeys(*entry.heap[slot.id], object);
          entry.heap[slot.id] = withKeys(*entry.heap[slot.id], keys.keys);
          // Their places have other numbers.
          for (auto it = carried.begin(); it != carried.end();)
            it = it->first.kind == Slot::Kind::Item && it->first.id == slot.id
                     ? carried.erase(it)
                     : std::next(it);
          for (auto it = carriedOrigins.begin(); it != carriedOrigins.end();)
            it = it->first.kind == Slot::Kind::Item && it->first.id == slot.id
                     ? carriedOrigins.erase(it)
                     : std::next(it);
          groups = EntryGroups();
          open.insert(slot.id);
          std::shared_ptr<Object> aligned = withKeys(object, keys.keys);
          for (unsigned i = 1; i < aligned->items.size(); i += 2)
            if (mayBeUnset(aligned->items[i]) ||
                mayBeUnset(entry.heap[slot.id]->items[i]))
              if (!carry({slot.kind, "", slot.id, i}, aligned->items[i]))
                return leave(Flow::none());
          end.heap[slot.id] = aligned;
          ends.clear();
          again = true;
          continue;
        }
        // Parameters are known one by one.
        bool hasLeaf = llvm::any_of(object.items, [&](const Value &item) {
          return item.is(Kind::Tensor) && requiresGrad(item) &&
                 get(item.id).isLeaf;
        });
        if (isList && hasLeaf &&
            (unrollEnclosingLoop() || keepKnown(source.iterable)))
          return leave(Flow::none());
        // Others are their gradients' own wherever they are kept.
        bool hasNewLeaf = llvm::any_of(object.items, [&](const Value &item) {
          return item.is(Kind::Tensor) && item.id >= start.heap.size() &&
                 requiresGrad(item) && get(item.id).isLeaf;
        });
        if (isList && hasNewLeaf) {
          error(source.range,
                "a list of tensors that require a gradient grows in a loop "
                "whose number of iterations is not known at compile time; "
                "make the tensors before the loop, or give it a range");
          return leave(Flow::none());
        }
        Type type = typeOf(makeRef(isList ? Kind::List : Kind::Dict, slot.id));
        SmallVector<mlir::Type> leafList;
        if (!mayBeOfRun(object) || hasStatic(type) || isPartial(type) ||
            !leafTypes(type, leafList)) {
          if (!unrollEnclosingLoop())
            error(source.range,
                  "the elements of a list or dict that grows in a "
                  "loop must have one type");
          return leave(Flow::none());
        }
        if (isShort)
          facts.grownBy[object.site].insert(activeLoops.back().site);
        if (isList)
          facts.runtimeLists[object.site] = type->elements[0];
        else
          facts.runtimeDicts[object.site] = {type->elements[0],
                                             type->elements[1]};
        wantRestart = true;
        continue;
      }
      if (slot.kind == Slot::Kind::Tensor) {
        if (peel(1))
          return leave(Flow::none());
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
      if (slot.kind == Slot::Kind::Item &&
          (mayBeUnset(value) || mayBeUnset(getSlot(start, slot)))) {
        if (!carry(slot, value))
          return leave(Flow::none());
        continue;
      }
      if (slot.kind == Slot::Kind::Local && !carried.count(slot)) {
        if (!live.contains(slot.name) && !after.contains(slot.name) &&
            slot.name.front() != '$')
          continue;
        Value old = getSlot(entry, slot);
        if (old.is(Kind::Undefined)) {
          // Defined by the loop. Python knows it afterwards, TorchScript not.
          if (script() || value.is(Kind::Undefined))
            continue;
          Type type = typeOfUnset(value, entry.heap);
          if (!type)
            continue;
          // It is set behind a loop that runs.
          if (runs && !value.is(Kind::Maybe) && !live.contains(slot.name))
            type = type->elements[0];
          carried[slot] = type;
          again = true;
          continue;
        }
      }
      // What an iteration leaves unknown, the next one starts with.
      bool isRead =
          slot.kind == Slot::Kind::Attribute ||
          (slot.kind == Slot::Kind::Local && live.contains(slot.name));
      if (value.is(Kind::Undefined) && isRead && !carried.count(slot) &&
          !getSlot(entry, slot).is(Kind::Undefined)) {
        if (!script() && isShort &&
            facts.unrolled.insert(activeLoops.back().site).second) {
          wantRestart = true;
          continue;
        }
        setSlot(entry, slot, value);
        again = true;
      }
      if (value.is(Kind::Undefined))
        continue;
      Origins &origins = carriedOrigins[slot];
      Origins known = origins;
      originsOf(end.heap, value, entry.heap.size(), origins);
      again |= origins != known;
      auto typeOfSlot = [&](const Value &v) {
        return plain.count(slot) ? typeOf(v) : typeOfChoice(*this, v);
      };
      auto it = carried.find(slot);
      if (it == carried.end()) {
        Value first = getSlot(entry, slot);
        // An iteration may have made a tensor a leaf.
        bool changes = !first.isNumber();
        if (changes)
          restore(entry);
        Type type = typeOfSlot(first);
        if (changes)
          restore(end);
        it = carried.emplace(slot, type).first;
        Origins parts;
        originsOf(entry.heap, first, entry.heap.size(), parts);
        for (const auto &part : parts)
          firsts.insert(part.second.begin(), part.second.end());
        again = true;
      }
      if (!widen(slot, it->second, typeOfSlot(value)))
        return leave(Flow::none());
    }
    again |= apart || (!dead && splitGroups(end));
    // An iteration starts with what earlier ones have left.
    if (!dead) {
      again |= raiseFacts(entry.heap, end.heap, {knownTrip}, firsts);
      GradMode mode = merge(entry.gradMode, end.gradMode);
      again |= std::exchange(entry.gradMode, mode) != mode;
    }
    if (wantRestart) {
      requestRestart();
      return leave(Flow::none());
    }
    // Objects of this iteration that more than one carried value holds.
    std::map<unsigned, Part> holders;
    for (const auto &entryOfSlot : carried) {
      const Slot &slot = entryOfSlot.first;
      if (dead)
        break;
      Origins parts;
      originsOf(end.heap, getSlot(end, slot), end.heap.size(), parts);
      for (const auto &[way, ids] : parts)
        for (unsigned id : ids) {
          if (id < entry.heap.size())
            continue;
          Part part{slot, way};
          auto [holder, isFirst] = holders.insert({id, part});
          if (!isFirst && holder->second != part)
            again |= twins.insert({holder->second, part}).second;
        }
    }
    if (!leaves && (flow.breaks || flow.returns))
      leaves = again = true;
    if (flow.returns) {
      returns = true;
      originsOf(end.heap, flow.result, entry.heap.size(), resultOrigins);
      Type type = joinChoices(*this, resultType,
                              typeOfMade(*this, flow.result, entry.heap));
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
    // Does an iteration start with what was thought?
    if (!dead && (again || activeLoops.back().asksGrad)) {
      ends.push_back(end);
      if (!again) {
        restore(start);
        joinCarriedGrad(/*maybeEntry=*/true, ends, knownTrip);
        again = !knowsSameGrad(heap, start.heap);
        restore(end);
      }
    }
    // The next trial starts from the entry state and an empty region.
    auto dropBody = [&] {
      activeLoops.back().counter = {};
      bodyScratch.clear();
      beforeScratch.clear();
      drop();
    };
    if (again) {
      // The numbers of arguments are others then.
      activeLoops.back().history.sources.clear();
      dropBody();
      continue;
    }

    // The end of an iteration.
    SmallVector<mlir::Value> yields;
    if (dead) {
      yields.append(args.begin(), args.end());
    } else {
      for (const auto &[slot, type] : carried) {
        Value value = getSlot(save(), slot);
        if (value.is(Kind::Undefined) && !value.text.empty()) {
          error(source.range, "variable '" + slot.name + "' " + value.text);
          return leave(Flow::none());
        }
        if (bringToRunTime(value, type, entry.heap, source.range) ||
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
            if (bringToRunTime(flow.result, resultType, entry.heap,
                               source.range) ||
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
    if (activeLoops.back().history.learn(yields, &bodyRegion)) {
      dropBody();
      continue;
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
    State behind = entry;
    restore(behind);
    heap.resize(std::max(size, heap.size()));
    // Behind a loop that runs are its iterations' ends.
    if (!dead)
      mergePaths(runs ? end.heap : entry.heap, end.heap, entry.heap.size(), {});
    if (runs && !dead)
      gradMode = end.gradMode;
    // A loop that runs at least once leaves nothing as it was before.
    ValueRange tail = bindArgs(results, /*maybeEntry=*/!runs);
    joinCarriedGrad(/*maybeEntry=*/!runs, dead ? ArrayRef<State>() : end,
                    knownTrip && !leaves);
    for (const auto &entryOfSlot : carried) {
      Value value = getSlot(save(), entryOfSlot.first);
      if (isShort && value.is(Kind::Tensor) &&
          get(value.id).conflictDependsOnTripOnly)
        mutate(value.id).decidedByLoop = activeLoops.back().site;
    }
    // What each iteration leaves is there.
    for (const auto &entryOfSlot : carried) {
      const Slot &slot = entryOfSlot.first;
      Value value = getSlot(save(), slot);
      bool isSet = runs && !dead && slot.kind == Slot::Kind::Item &&
                   value.is(Kind::Maybe) &&
                   !getSlot(end, slot).is(Kind::Maybe) &&
                   !getSlot(end, slot).is(Kind::Undefined);
      if (isSet)
        mutate(slot.id).items[slot.index] = Value(value.items[0]);
    }
    for (const Slot &slot : changedSlots(start, end)) {
      if (slot.kind != Slot::Kind::Local || carried.count(slot))
        continue;
      Value undefined;
      undefined.kind = Kind::Undefined;
      undefined.text =
          runs ? "is set in a loop to what exists at compile time only; use it "
                 "in the loop, or set it before"
               : "is set in a loop that may not run";
      Value last = getSlot(end, slot);
      undefined.known = last.is(Kind::Undefined) && last.known;
      if (last.is(Kind::Undefined) && !last.text.empty())
        undefined.text = last.text;
      else if (isShort && !last.is(Kind::Undefined))
        frames.back().setIn[slot.name] = activeLoops.back().site;
      frames.back().locals[slot.name] = undefined;
    }
    Flow out;
    if (leaves && returns) {
      out.returns = true;
      mlir::Value code = tail.front();
      tail = tail.drop_front();
      if (source.isEndless) {
        out.normal = false;
      } else {
        mlir::Value one =
            arith::ConstantOp::create(b, where, b.getI32IntegerAttr(1));
        mlir::Value isReturn = arith::CmpIOp::create(
            b, where, arith::CmpIPredicate::eq, code, one);
        mlir::Value zero =
            arith::ConstantOp::create(b, where, b.getI32IntegerAttr(0));
        out.code = arith::SelectOp::create(b, where, isReturn, one, zero);
      }
      out.result = unflatten(resultType, tail);
      mayBe(out.result, resultOrigins);
    }
    // A loop around this one may have other trials.
    if (std::optional<ast::Range> range = activeLoops.back().asksOfOther) {
      if (activeLoops.size() == 1)
        errorOfUnsureGrad(*range);
      else
        std::prev(activeLoops.end(), 2)->asksOfOther = range;
    }
    return leave(out);
  }
}

} // namespace tine::elaborate
