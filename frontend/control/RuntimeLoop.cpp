//===- RuntimeLoop.cpp - Loops that stay loops ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver of the fixed point, and the regions of a trial.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/RuntimeLoop.h"
#include "dialects/nn/CreationOps.h"
#include "frontend/control/LoopMerge.h"
#include "frontend/services/Choices.h"
#include "frontend/syntax/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Trials of one loop. Every one widens something, so that this many are a
/// fault of ours.
static constexpr int trialLimit = 64;

LoopShape::LoopShape(Elaborator &e, Value trip, const LoopSource &source)
    : trip(trip), source(source), where(e.loc(source.range)),
      knownTrip(trip && trip.isConst()), runs(knownTrip && trip.integer > 0),
      isShort(runs && trip.integer <= 64), live(exposedNames(source.body)),
      after(namesLiveBehind(e.frames.back().body.statements, source.range)) {
  for (StringRef name : source.targets)
    live.erase(name);
}

RuntimeLoop::RuntimeLoop(Elaborator &e, Value trip,
                         function_ref<Value()> condition,
                         function_ref<Flow(Value)> body,
                         const LoopSource &source)
    : e(e), shape(e, trip, source), condition(condition), body(body) {
  entry = e.save();
}

void RuntimeLoop::guess() {
  auto known = e.decisions.loopGuesses.find(e.frames.site(shape.source.node));
  if (known == e.decisions.loopGuesses.end() || !e.decisions.mayGuess())
    return;
  guessedEnds = known->second.ends;
  for (const auto &[slot, before] : known->second.carried) {
    if (slot.kind == Slot::Kind::Storage) {
      storages.insert(slot);
      guessed.insert(slot);
      continue;
    }
    Value first = getSlot(entry, slot);
    Type type = first.is(Kind::Undefined)
                    ? Type()
                    : e.types.joinTypes(typeOfChoice(e, first), before);
    if (type && e.types.canFlatten(type)) {
      slots[slot].type = type;
      guessed.insert(slot);
    }
  }
}

/// Whether the type names an object, which may have another number in another
/// trial.
static bool namesObject(const Type &type) {
  return type && (type->constant || type->original ||
                  llvm::any_of(type->elements, namesObject));
}

bool RuntimeLoop::isGuessRight(const Trial &trial) {
  // Objects that are older than all loops have the same numbers then.
  size_t older = e.decisions.activeLoops.front().older;
  auto isKept = [&](const Slot &slot) {
    if (slot.kind == Slot::Kind::Local)
      return true;
    bool isGrad =
        slot.kind == Slot::Kind::Attribute && entry.heap[slot.id]->isTensor();
    bool isEntry = slot.kind == Slot::Kind::Item &&
                   (slot.index == ~0u || entry.heap[slot.id]->isOpen());
    return slot.id < older && !isGrad && !isEntry;
  };
  std::map<Slot, Type> changed;
  if (!trial.isDead())
    for (const Slot &slot : changedSlots(trial.start, trial.last.end)) {
      auto it = slots.find(slot);
      Type type = it == slots.end() ? Type() : it->second.type;
      if ((type || storages.count(slot)) && isKept(slot) && !namesObject(type))
        changed[slot] = type;
    }
  bool isRight = llvm::all_of(
      guessed, [&](const Slot &slot) { return changed.count(slot) != 0; });
  // Types and ends belong together: not some of the ends.
  constexpr size_t mostEnds = 12;
  guessedEnds.insert(guessedEnds.end(), ends.begin(), ends.end());
  LoopGuess &guess =
      e.decisions.loopGuesses[e.decisions.activeLoops.back().site];
  guess = {};
  if (!trial.isDead() && guessedEnds.size() < mostEnds) {
    guessedEnds.push_back(trial.last.end);
    guess = {std::move(changed), std::move(guessedEnds)};
  }
  return isRight;
}

Flow RuntimeLoop::run() {
  LoopAssumptions none = *this;
  guess();
  e.decisions.activeLoops.push_back({e.frames.site(shape.source.node),
                                     shape.knownTrip,
                                     entry.heap.size(),
                                     {}});
  e.decisions.activeLoops.back().isGuess = !guessed.empty();
  e.decisions.activeLoops.back().isWhile =
      !shape.trip && !shape.source.iterable;
  e.decisions.activeLoops.back().trip =
      shape.knownTrip ? shape.trip.integer : -1;
  Outside::Guard guard(e.program.outside, shape.trip.ssa);
  Flow out = Flow::none();
  Next next = Next::Again;
  unsigned trials = 0;
  for (int i = 0; next == Next::Again; ++i) {
    if (i == trialLimit) {
      e.error(shape.source.range,
              "the types of this loop's variables keep changing");
      break;
    }
    Trial trial(e);
    ++trials;
    next = tryOnce(trial, out);
    if (next == Next::Again)
      drop(trial);
    if (next == Next::Wrong) {
      drop(trial);
      static_cast<LoopAssumptions &>(*this) = none;
      guessed.clear();
      e.decisions.activeLoops.back().isGuess = false;
      next = Next::Again;
    }
  }
  e.decisions.activeLoops.pop_back();
  e.decisions.noteTrials(shape.source.range, trials);
  // Objects keep their numbers in the trials of one loop only.
  if (e.decisions.activeLoops.empty())
    e.decisions.loopGuesses.clear();
  return out;
}

Next RuntimeLoop::tryOnce(Trial &trial, Flow &out) {
  e.decisions.activeLoops.back().asksOfOther.reset();
  e.restore(entry);
  if (!makeInits(trial))
    return Next::Stop;
  if (dropHeldSlots(e.objects.heap))
    return Next::Again;
  if (usesWhile() && !makeBefore(trial))
    return Next::Stop;
  if (!makeBody(trial))
    return Next::Stop;
  LoopMerge merge(e, shape, *this, trial);
  if (merge.run() == Next::Stop)
    return Next::Stop;
  if (!startsAsThought(trial)) {
    // The numbers of arguments are others then.
    e.decisions.activeLoops.back().history.sources.clear();
    return Next::Again;
  }
  SmallVector<mlir::Value> yields;
  if (!merge.collect(yields))
    return Next::Stop;
  if (usesWhile() && !condition && !trial.isDead())
    yields.push_back(arith::AddIOp::create(
        e.b, shape.where, trial.last.block->getArguments().back(),
        e.constInt(1)));
  // A list that is brought to run time shares what is in it.
  trial.last.end = e.save();
  if (!trial.isDead())
    merge.learnHolders();
  if (trial.again)
    return Next::Again;
  if (!trial.isDead() &&
      raiseFacts(entry.heap, trial.last.end.heap, {shape.knownTrip}, {}))
    return Next::Again;
  if (e.decisions.activeLoops.back().history.learn(yields, &trial.body.get()))
    return Next::Again;
  if (!isGuessRight(trial))
    return Next::Wrong;
  scf::YieldOp::create(e.b, shape.where, yields);
  ValueRange tail = stateBehind(trial, makeLoop(trial));
  undefineLocals(trial);
  out = flowBehind(tail);
  // A loop around this one may have other trials.
  if (std::optional<ast::Range> asked =
          e.decisions.activeLoops.back().asksOfOther) {
    if (e.decisions.activeLoops.size() == 1)
      e.grads.errorOfUnsureGrad(*asked);
    else
      std::prev(e.decisions.activeLoops.end(), 2)->asksOfOther = asked;
  }
  return Next::GoOn;
}

void RuntimeLoop::drop(Trial &trial) {
  e.decisions.activeLoops.back().counter = {};
  e.decisions.facts.work.kept = trial.keptWork;
  trial.body.clear();
  trial.before.clear();
  // A list that was brought to run time lasts as long as the trial.
  for (unsigned id = 0; id < trial.unbrought.size(); ++id)
    if (trial.unbrought[id] && !trial.unbrought[id]->isRuntime &&
        entry.heap[id]->isRuntime) {
      auto made = std::make_shared<Object>(*trial.unbrought[id]);
      made->mergeFacts(*trial.unbrought[id], *entry.heap[id], {});
      entry.heap.set(id, std::move(made));
    }
  trial.prologue.clear();
  e.b.restoreInsertionPoint(trial.outside);
}

//===----------------------------------------------------------------------===//
// What the loop starts with
//===----------------------------------------------------------------------===//

bool RuntimeLoop::makeInits(Trial &trial) {
  SmallVector<mlir::Value> &inits = trial.inits;
  e.b.createBlock(&trial.prologue.get());
  for (const auto &[id, type] : brought) {
    e.mutate(id).elementType = type;
    if (!e.containers.materialize(makeRef(Kind::List, id), shape.source.range))
      return false;
  }
  for (const auto &[slot, known] : carried()) {
    Value value = getSlot(entry, slot);
    const Type &type = known.type;
    if (known.startsAtZero)
      inits.push_back(nn::FullOp::create(
          e.b, shape.where, type->tensor,
          e.numbers.scalar(value, type->tensor.getElementType()),
          ValueRange{}));
    else if (value.is(Kind::Undefined) || known.isReplaced)
      e.types.poison(type, inits);
    else if (!e.types.flatten(value, type, shape.source.range, inits,
                              /*keep=*/false))
      return false;
  }
  for (const Slot &slot : storages)
    inits.push_back(entry.heap[slot.id]->current);
  // A list may have been brought to run time; what it holds is not carried.
  trial.unbrought = entry.heap;
  entry.heap = e.objects.heap;
  if (exit.isPossible) {
    inits.push_back(
        arith::ConstantOp::create(e.b, shape.where, e.b.getI32IntegerAttr(0)));
    if (exit.type)
      e.types.poison(exit.type, inits);
  }
  if (!condition)
    trial.tripCount = e.ssa(shape.trip);
  if (usesWhile() && !condition)
    inits.push_back(e.constInt(0));
  return true;
}

bool LoopAssumptions::dropHeldSlots(const Heap &heap) {
  bool areDropped = false;
  for (auto &[slot, known] : slots)
    if (known.type && slot.kind == Slot::Kind::Item &&
        heap[slot.id]->isRuntime) {
      known.type = {};
      areDropped = true;
    }
  return areDropped;
}

//===----------------------------------------------------------------------===//
// The carried slots at the start of an iteration, and behind the loop
//===----------------------------------------------------------------------===//

ValueRange RuntimeLoop::bind(ValueRange values, Place place) {
  bool maybeEntry = place == Place::Start || !shape.runs;
  DenseMap<unsigned, mlir::Value> flags;
  unread.clear();
  for (const auto &[slot, known] : carried()) {
    ValueRange rest = values;
    Value value = e.types.unflatten(known.type, values);
    if (place == Place::Start && isUnread(slot)) {
      unread[slot] = rest.drop_back(values.size());
      continue;
    }
    Value old = getSlot(entry, slot);
    if (slot.kind == Slot::Kind::Item && value.is(Kind::Maybe)) {
      unsigned group = groups.find(slot, old);
      value.ssa = flags.insert({group, value.ssa}).first->second;
    }
    holdAgain(known, value);
    Origins origins = known.origins;
    if (maybeEntry)
      Objects::originsOf(entry.heap, old, entry.heap.size(), origins);
    e.objects.mayBe(value, origins);
    e.assign(slot, value);
  }
  for (unsigned id : forgotten)
    if (place == Place::Start || !isCarried(gradOf(id)))
      e.grads.forgetGrad(id);
  bindTwins();
  for (const Slot &slot : storages) {
    e.mutate(slot.id).current = values.front();
    values = values.drop_front();
  }
  return values;
}

void RuntimeLoop::holdAgain(const Carried &known, const Value &value) {
  if (known.held.empty())
    return;
  Origins parts;
  Objects::originsOf(e.objects.heap, value, e.objects.heap.size(), parts);
  for (const auto &[way, sharing] : known.held)
    for (unsigned id : parts[way])
      if (e.get(id).isStorage()) {
        Object &storage = e.mutate(id);
        storage.shared = true;
        storage.sharedAt = sharing.sharedAt;
        storage.sharedFile = sharing.sharedFile;
        storage.heldBy = sharing.heldBy;
      }
}

void RuntimeLoop::bindTwins() {
  for (const auto &[one, other] : twins) {
    std::set<unsigned> ids[2];
    for (bool second : {false, true}) {
      const auto &[slot, way] = second ? other : one;
      Origins parts;
      Objects::originsOf(e.objects.heap, e.contentsOf(slot),
                         e.objects.heap.size(), parts);
      ids[second] = parts[way];
    }
    for (unsigned x : ids[0])
      for (unsigned y : ids[1])
        e.objects.link(x, y);
  }
}

void RuntimeLoop::joinStartingGrad() {
  joinCarriedGrad(/*maybeEntry=*/true, ends, shape.knownTrip, guessedEnds);
}

bool RuntimeLoop::startsAsThought(Trial &trial) {
  bool asks = trial.again || e.decisions.activeLoops.back().asksGrad;
  if (!trial.isDead() && asks)
    ends.push_back(trial.last.end);
  if (!trial.isDead() && asks && !trial.again) {
    e.restore(trial.start);
    joinStartingGrad();
    trial.again = !GradFlags::knowsSameGrad(e.objects.heap, trial.start.heap);
    e.restore(trial.last.end);
  }
  return !trial.again;
}

void RuntimeLoop::joinCarriedGrad(bool maybeEntry, ArrayRef<State> from,
                                  bool byCount, ArrayRef<State> fromGuess) {
  for (const auto &[slot, known] : carried()) {
    SmallVector<std::pair<const Heap *, Value>> values;
    if (guessed.count(slot))
      for (const State &end : fromGuess)
        values.emplace_back(&end.heap, getSlot(end, slot));
    for (const State &end : from)
      values.emplace_back(&end.heap, getSlot(end, slot));
    bool hasEntry = maybeEntry && !known.isReplaced;
    if (hasEntry)
      values.emplace_back(&entry.heap, getSlot(entry, slot));
    Value value = e.contentsOf(slot);
    e.grads.markJoined(value);
    e.grads.joinGrad(value, values, byCount);
    if (!hasEntry || values.size() == 1)
      continue;
    Heap joined = e.objects.heap;
    values.pop_back();
    e.grads.joinGrad(value, values, byCount);
    e.decisions.activeLoops.back().startsOtherwise |=
        !GradFlags::knowsSameGrad(e.objects.heap, joined);
    e.objects.heap = std::move(joined);
  }
}

//===----------------------------------------------------------------------===//
// The regions
//===----------------------------------------------------------------------===//

/// Whether all may go on: none has left.
static mlir::Value isRunning(OpBuilder &b, Location where, mlir::Value code) {
  mlir::Value zero =
      arith::ConstantOp::create(b, where, b.getI32IntegerAttr(0));
  return arith::CmpIOp::create(b, where, arith::CmpIPredicate::eq, code, zero);
}

bool RuntimeLoop::evaluateCondition(Trial &trial, ValueRange rest, Block *block,
                                    mlir::Value &keepGoing) {
  mlir::Value running = exit.isPossible
                            ? isRunning(e.b, shape.where, rest.front())
                            : mlir::Value();
  if (!condition) {
    keepGoing =
        arith::CmpIOp::create(e.b, shape.where, arith::CmpIPredicate::slt,
                              block->getArguments().back(), trial.tripCount);
    if (exit.isPossible)
      keepGoing = arith::AndIOp::create(e.b, shape.where, keepGoing, running);
    return true;
  }
  State asked = e.save();
  auto ask = [&] { return e.model.truth(condition(), shape.source.range); };
  Value ok = exit.isPossible ? e.paths.select(
                                   running, ask, [] { return makeBool(false); },
                                   shape.source.range)
                             : ask();
  if (e.diagnoser.endDeadPath()) {
    // It fails whenever it is asked for, so also before the loop.
    e.restore(entry);
    e.b.restoreInsertionPoint(trial.outside);
    condition();
    if (!e.stopped())
      e.error(shape.source.range, "the condition of this loop always fails");
  }
  if (e.stopped())
    return false;
  keepGoing = e.ssa(ok);
  // What the condition changed goes on into the body and behind the loop.
  trial.changedByCondition = changedSlots(asked, e.save());
  return true;
}

bool RuntimeLoop::makeBefore(Trial &trial) {
  SmallVector<Location> locs(trial.inits.size(), shape.where);
  Block *block = e.b.createBlock(&trial.before.get(), {},
                                 ValueRange(trial.inits).getTypes(), locs);
  ValueRange rest = bind(block->getArguments(), Place::Start);
  joinStartingGrad();
  mlir::Value keepGoing;
  if (!evaluateCondition(trial, rest, block, keepGoing))
    return false;
  trial.again |= splitGroups(e.save());
  SmallVector<mlir::Value> pass;
  for (const auto &[slot, known] : carried())
    if (isUnread(slot))
      llvm::append_range(pass, unread[slot]);
    else if (!e.types.flatten(e.contentsOf(slot), known.type,
                              shape.source.range, pass, /*keep=*/false))
      return false;
  for (const Slot &slot : storages)
    pass.push_back(e.get(slot.id).current);
  llvm::append_range(pass, rest);
  scf::ConditionOp::create(e.b, shape.where, keepGoing, pass);
  return true;
}

bool RuntimeLoop::makeBody(Trial &trial) {
  SmallVector<mlir::Type> types;
  if (!usesWhile())
    types.push_back(e.b.getIndexType());
  llvm::append_range(types, ValueRange(trial.inits).getTypes());
  Block *block =
      e.b.createBlock(&trial.body.get(), {}, types,
                      SmallVector<Location>(types.size(), shape.where));
  trial.last.block = block;
  trial.args = block->getArguments();
  Value index;
  if (!usesWhile()) {
    index = makeInt(arith::IndexCastOp::create(
                        e.b, shape.where, e.b.getI64Type(), trial.args.front())
                        .getResult());
    trial.args = trial.args.drop_front();
  } else if (!condition) {
    index = makeInt(block->getArguments().back());
  }
  bind(trial.args, Place::Start);
  joinStartingGrad();
  if (index && shape.trip.isConst())
    e.decisions.activeLoops.back().counter = {index.ssa, shape.trip.integer};
  noteStart(trial);
  ++e.diagnoser.conditional;
  Flow flow = body(index);
  --e.diagnoser.conditional;
  e.decisions.activeLoops.back().history.start = nullptr;
  flow = e.diagnoser.endPath(flow);
  if (e.stopped())
    return false;
  trial.last.flow = e.paths.absorb(flow, /*breaks=*/false, shape.source.range);
  alignOpenDicts(trial);
  trial.last.end = e.save();
  return true;
}

void RuntimeLoop::noteStart(Trial &trial) {
  LoopHistory &history = e.decisions.activeLoops.back().history;
  history.args.assign(trial.args.begin(), trial.args.end());
  history.inits = trial.inits;
  history.outside = trial.outside.getBlock()->getParent();
  history.prologue = &trial.prologue.get();
  history.storages.clear();
  for (const Slot &slot : storages)
    history.storages.insert(e.get(slot.id).current);
  // What is carried may be what it was before.
  raiseFacts(entry.heap, e.objects.heap, {shape.knownTrip}, {});
  trial.start = e.save();
  history.start = &trial.start.heap;
}

void RuntimeLoop::alignOpenDicts(Trial &trial) {
  // Keys that this iteration has not are in their places, but not set.
  for (unsigned id : open) {
    if (trial.isDead())
      continue;
    MergedKeys keys = mergeKeys(*entry.heap[id], e.get(id));
    if (keys.keys.size() != entry.heap[id]->items.size() / 2)
      continue;
    e.objects.heap.set(id, withKeys(e.get(id), keys.keys));
    e.mutate(id).unsureOrder |= keys.isUnsure;
  }
}

bool LoopAssumptions::splitGroups(const State &at) {
  for (const auto &[slot, known] : carried())
    if (known.type->kind == TypeKind::Maybe && slot.kind == Slot::Kind::Item)
      groups.add(slot, getSlot(at, slot));
  return groups.split();
}

Flow ControlFlow::runtimeLoop(Value trip, function_ref<Value()> condition,
                              function_ref<Flow(Value)> body,
                              const LoopSource &source) {
  if (!budget.checkNesting(source.range) ||
      !budget.spend(source.range, objects.heap.size() / 1024))
    return Flow::none();
  return RuntimeLoop(e, trip, condition, body, source).run();
}

} // namespace tine::elaborate
