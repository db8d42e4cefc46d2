//===- LoopStatements.cpp - for, while, and what they go over -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over something known at compile time may be unrolled; others become
// loops of the program (RuntimeLoop.cpp).
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "frontend/control/Generators.h"
#include "frontend/control/Statements.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/control/WalkedSizes.h"
#include "frontend/objects/Iterators.h"
#include "frontend/services/Choices.h"
#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Visit.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether the body of a loop can leave it, as what walks over a generator can.
static bool canLeave(Elaborator &e, ast::Block body) {
  return canLeaveLoop(body) ||
         (e.frames.back().generation && Generation::isNeeded(body));
}

/// Runs `loop` and then `orelse` unless the loop was left by break.
static Flow withLoopElse(Elaborator &e, ast::Block orelse, ast::Range range,
                         function_ref<Flow()> loop) {
  Frame &frame = e.frames.back();
  std::string flag;
  if (!orelse.empty()) {
    flag = "$else" + std::to_string(frame.body.elseFlags.size());
    frame.locals[flag] = makeBool(true);
  }
  frame.body.elseFlags.push_back(flag);
  Flow flow = loop();
  e.frames.back().body.elseFlags.pop_back();
  if (e.stopped() || orelse.empty())
    return flow;
  return e.paths.sequence(
      flow,
      [&]() -> Flow {
        Value completed = e.frames.back().locals[flag];
        e.frames.back().locals.erase(flag);
        if (completed.isConst())
          return completed.integer ? e.exec(orelse) : Flow();
        return e.paths.branch(
            completed.ssa, [&] { return e.exec(orelse); },
            []() -> Flow { return {}; }, range);
      },
      range);
}

/// Whether an expression has a part of this class, or is one.
template <typename Part> static bool hasPart(const ast::Expr *expr) {
  bool has = isa<Part>(expr);
  ast::visitOperands(
      expr, [&](const ast::Expr *part) { has |= hasPart<Part>(part); });
  return has;
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
  source.canLeave = canLeave(*this, stmt->body);
  source.isEndless = isEndless(stmt);
  // The condition is evaluated in the loop, so its names are live, too.
  auto *condition = stmt->condition;
  ast::ExprStmt conditionStmt;
  conditionStmt.value = condition;
  conditionStmt.range = condition->range;
  std::vector<const ast::Stmt *> all{&conditionStmt};
  all.insert(all.end(), stmt->body.begin(), stmt->body.end());
  source.body = all;
  auto defined = frames.back().types.defined;
  auto declared = frames.back().types.declared;
  auto more = [&] { return evalWhole(*this, condition, /*isCondition=*/true); };
  auto body = [&](auto) {
    frames.back().types.defined = defined;
    return execNested(stmt->body);
  };
  auto loop = [&] {
    auto rest = [&] { return flow.runtimeLoop({}, more, body, source); };
    bool isKnown = decisions.isUnrolled(frames.site(stmt)) && !script();
    bool isTested = hasPart<ast::WalrusExpr>(condition) ||
                    (goesInSteps(*this) && hasPart<ast::CallExpr>(condition));
    if (isTested && !script() && !isKnown)
      return flow.testedLoop(source, more, [&] { return body(0); });
    if (isKnown)
      return flow.knownWhile(more, [&] { return body(0); }, rest, stmt->range);
    int peeled = decisions.countPeeled(frames.site(stmt));
    return !peeled ? rest()
                   : flow.peeledLoop(peeled, more, body, rest, stmt->range);
  };
  Flow end = withLoopElse(*this, stmt->orelse, stmt->range,
                          [&] { return flow.aroundLoop(source, loop); });
  // The variables of its body are gone.
  if (script() && !stopped()) {
    frames.back().types.defined = defined;
    frames.back().types.declared = declared;
  }
  return end;
}

/// TorchScript unrolls loops over tuples and modules into the block around
/// them.
static bool isBlockOfItsOwn(const Value &iterable) {
  if (iterable.is(Kind::Tuple) || iterable.is(Kind::Object))
    return false;
  return !iterable.is(Kind::Iterator) ||
         llvm::all_of(iterable.items, isBlockOfItsOwn);
}

void collectTargets(const ast::Expr *target,
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
  if (stopped())
    return Flow::none();
  LoopSource source;
  source.node = stmt;
  source.body = stmt->body;
  source.range = {stmt->range.begin, stmt->range.end};
  source.canLeave = canLeave(*this, stmt->body);
  collectTargets(stmt->target, source.targets);
  auto defined = frames.back().types.defined;
  auto declared = frames.back().types.declared;
  bool ownBlock = isBlockOfItsOwn(iterable);
  auto iteration = [&](Value element) -> Flow {
    if (!ownBlock) {
      if (!assign(stmt->target, element, stmt->target->range))
        return Flow::none();
      return exec(stmt->body);
    }
    frames.back().types.defined = defined;
    // The variables of a loop are new ones in TorchScript.
    if (script())
      for (StringRef name : source.targets) {
        frames.back().locals.erase(name.str());
        frames.back().types.defined.erase(name.str());
      }
    if (!assign(stmt->target, element, stmt->target->range))
      return Flow::none();
    return execNested(stmt->body);
  };
  auto loop = [&] {
    frames.here = stmt->iterable->range;
    return paths.iterate(iterable, source, iteration);
  };
  Flow end = withLoopElse(*this, stmt->orelse, stmt->range,
                          [&] { return flow.aroundLoop(source, loop); });
  if (script() && !stopped() && ownBlock) {
    frames.back().types.defined = defined;
    frames.back().types.declared = declared;
  }
  return end;
}

//===----------------------------------------------------------------------===//
// The iterations over a sequence
//===----------------------------------------------------------------------===//

namespace {

/// What each iteration does with its element.
struct Iterations {
  Elaborator &e;
  const Sequence &sequence;
  const LoopSource &source;
  function_ref<Flow(Value)> body;

  Flow at(const Value &i) const {
    Value element = sequence.element(i);
    if (e.stopped())
      return Flow::none();
    if (i.isConst() || !sequence.canRoll)
      return body(element);
    Heap before = e.objects.heap;
    Flow flow = body(element);
    // The part itself is no more what it was: those of the tuple would be.
    if (!e.stopped() && !isKept(element, before) && e.decisions.unrollParts())
      return Flow::none();
    return flow;
  }

  /// Whether the tensors in an element are the same views with the same facts.
  bool isKept(const Value &element, const Heap &before) const {
    if (element.is(Kind::Tensor)) {
      const Object &now = e.get(element.id), &then = *before[element.id];
      return now.path == then.path && now.storage == then.storage &&
             now.requiresGrad == then.requiresGrad &&
             now.retains == then.retains && now.attributes.empty();
    }
    return llvm::all_of(
        element.items, [&](const Value &item) { return isKept(item, before); });
  }

  /// The first iterations one by one, as far as there are so many, then `rest`.
  Flow peeled(int64_t count, function_ref<Flow()> rest) const {
    int64_t next = 0;
    auto more = [&] {
      return e.model.compare(ast::CompareOp::Lt, makeInt(next++),
                             sequence.length, source.range);
    };
    return e.flow.peeledLoop(
        count, more, [&](int64_t i) { return at(makeInt(i)); }, rest,
        source.range);
  }

  Flow unrolled() const {
    auto iteration = [&](int64_t i) -> Flow {
      auto step = [&] { return at(makeInt(i)); };
      // Iterations of the library's loops may differ in types.
      if (e.frames.back().scope->isLibrary)
        return e.frames.along(i, step);
      uint64_t before = e.decisions.facts.work.all;
      Flow flow = step();
      if (i == 0 && !e.stopped() && canRoll() &&
          isLong(e.decisions.facts.work.all - before))
        return e.decisions.roll(source);
      return flow;
    };
    return e.paths.unrolledLoop(sequence.length.integer, iteration,
                                source.range);
  }

  /// Elements that differ, of which only the run knows how many come.
  Flow upToLength(const Value &iterable) const {
    if (e.decisions.keepKnown(iterable) || e.decisions.keepLists())
      return Flow::none();
    if (sequence.atMost >= 0)
      return peeled(sequence.atMost, [] { return Flow(); });
    e.error(source.range,
            "the number of iterations must be known at compile time, "
            "because the elements differ in kind");
    return Flow::none();
  }

  Flow inRun(const Value &iterable) const {
    LoopSource walk = source;
    walk.iterable = iterable;
    int64_t first = e.decisions.countPeeled(e.frames.site(source.node));
    if (!first)
      return e.flow.runtimeLoop(
          sequence.length, nullptr, [&](const Value &i) { return at(i); },
          walk);
    return peeled(first, [&] {
      Value left = e.model.binary(ast::BinaryOp::Sub, sequence.length,
                                  makeInt(first), source.range);
      return e.flow.runtimeLoop(
          left, nullptr,
          [&](const Value &i) {
            return at(e.model.binary(ast::BinaryOp::Add, i, makeInt(first),
                                     source.range));
          },
          walk);
    });
  }

  /// Whether the loop is unrolled whatever it goes over.
  bool isUnrolled() const {
    // The library and constructors of modules are Python at compile time.
    const Frame &frame = e.frames.back();
    bool constructs =
        frame.scope->isLibrary ||
        (frame.owner && frame.owner->traits.isModule && !frame.script &&
         frame.function && frame.function->name == "__init__");
    return sequence.length.integer <= 1 ||
           (constructs && sequence.length.integer <= 1024) ||
           e.decisions.isUnrolled(e.frames.site(source.node));
  }

  bool mustUnroll() const {
    if (!sequence.length.isConst())
      return false;
    bool differ = sequence.mustUnroll &&
                  !(sequence.canRoll && e.decisions.isRolled(source.node));
    return differ || isUnrolled();
  }

  /// Whether a loop that is unrolled could stay a loop.
  bool canRoll() const {
    return sequence.mustUnroll && sequence.canRoll && !isUnrolled() &&
           !e.decisions.unrollsParts();
  }

  /// Going by the steps of the first iteration.
  bool isLong(uint64_t steps) const {
    constexpr uint64_t most = 10000;
    return steps * sequence.length.integer > most;
  }
};

} // namespace

/// What gives one item after the other in the run; none of other values.
static std::optional<Value> streamOf(Elaborator &e, const Value &iterable,
                                     ast::Range range) {
  if (isStream(e, iterable)) {
    CallArgs none(range);
    return e.run.callMethod(iterable, "__iter__", none);
  }
  if (!iterable.is(Kind::Iterator) ||
      llvm::none_of(iterable.items,
                    [&](const Value &item) { return isStream(e, item); }))
    return std::nullopt;
  if (iterable.text == "enumerate")
    return e.callLibrary("_streams.Numbered", iterable.items, range);
  if (iterable.text == "zip" && !iterable.integer)
    return e.callLibrary("_streams.Zipped", iterable.items, range);
  return Value(e.error(range,
                       "this goes over what only the run knows the end of; "
                       "make a list of it by 'list(...)' before"));
}

Flow ControlFlow::testedLoop(LoopSource source, function_ref<Value()> test,
                             function_ref<Flow()> body) {
  source.canLeave = true;
  // What the next iteration reads is live behind the branch.
  ast::Range inside = source.range;
  if (!source.body.empty())
    inside = {source.body.back()->range.begin, source.body.back()->range.begin};
  auto leave = []() -> Flow {
    Flow flow = Flow::none();
    flow.breaks = true;
    return flow;
  };
  auto decide = [&](Value more) -> Flow {
    more = model.truth(more, source.range);
    if (stopped())
      return Flow::none();
    if (more.isConst())
      return more.integer ? body() : leave();
    return branch(more.ssa, body, leave, inside);
  };
  auto step = [&](const Value &) -> Flow {
    Value more = test();
    return stopped() ? Flow::none()
                     : e.afterCall([&] { return decide(more); }, source.range);
  };
  auto always = [] { return makeBool(true); };
  auto rest = [&] { return runtimeLoop({}, always, step, source); };
  int peeled = decisions.countPeeled(frames.site(source.node));
  if (!peeled)
    return rest();
  return peeledLoop(
      peeled, always, [&](int64_t i) { return step(makeInt(i)); }, rest,
      source.range);
}

Flow ControlFlow::overStream(const Value &stream, const LoopSource &source,
                             function_ref<Flow(Value)> body) {
  auto call = [&](const char *method) {
    CallArgs none(source.range);
    return e.run.callMethod(stream, method, none);
  };
  LoopSource walk = source;
  walk.iterable = stream;
  return testedLoop(
      walk,
      [&] {
        // An error of the file leaves the loop.
        AsWhole whole(e, source.range);
        return call("_advance");
      },
      [&]() -> Flow {
        Value item = call("_item");
        return stopped() ? Flow::none() : body(item);
      });
}

/// The lists among what a loop goes over.
static void collectLists(Value &iterable, std::vector<Value *> &lists) {
  if (iterable.is(Kind::List))
    lists.push_back(&iterable);
  if (iterable.is(Kind::Iterator) &&
      (iterable.text == "enumerate" || iterable.text == "zip"))
    for (Value &item : iterable.items)
      collectLists(item, lists);
}

Flow ControlFlow::iterate(Value iterable, const LoopSource &source,
                          function_ref<Flow(Value)> body) {
  // A dict that may be empty, and its views.
  if (iterable.is(Kind::Either) &&
      (isDictOrEmpty(iterable) || isChoice(iterable) ||
       iterable.items[1].is(Kind::Iterator)))
    return branch(
        iterable.ssa, [&] { return iterate(iterable.items[0], source, body); },
        [&] { return iterate(iterable.items[1], source, body); }, source.range);
  if (iterable.is(Kind::Optional) && !script()) {
    iterable =
        diagnoser.present(iterable, "TypeError",
                          "'NoneType' object is not iterable", source.range);
    if (stopped())
      return Flow::none();
  }
  const Value &dict = isDictView(iterable) ? iterable.items[0] : iterable;
  if (containers.isOpen(dict)) {
    if (!containers.knowsKeys(dict, source.range) ||
        !containers.knowsOrder(dict, source.range))
      return Flow::none();
    frames.held.push_back(dict);
    auto release = llvm::scope_exit([&] { frames.held.pop_back(); });
    return containers.iterateEntries(dict, iterable.text, source.range, body);
  }
  if (std::optional<Flow> flow = overIterator(e, iterable, source, body))
    return *flow;
  size_t outer = frames.walks.size();
  auto forget = llvm::scope_exit([&] { frames.walks.resize(outer); });
  if (!script() && !frames.back().scope->isLibrary) {
    std::vector<Value *> lists;
    collectLists(iterable, lists);
    for (Value *list : lists) {
      frames.walks.emplace_back(list->id, source.node);
      if (decisions.isWalkedAnew(source.node))
        *list = e.callLibrary("_streams.Walk", {*list}, source.range);
      if (stopped())
        return Flow::none();
    }
  }
  std::optional<Value> stream;
  {
    AsWhole whole(e, source.range);
    stream = streamOf(e, iterable, source.range);
  }
  if (!stream)
    if (std::optional<Flow> flow = overGenerator(e, iterable, source, body))
      return *flow;
  if (stream)
    return stopped()
               ? Flow::none()
               : e.afterCall([&] { return overStream(*stream, source, body); },
                             source.range);
  WalkedSizes sizes(e, iterable, source.range);
  auto checked = [&](Value element) {
    return sizes.iteration([&] { return body(element); });
  };
  function_ref<Flow(Value)> each = checked;
  if (sizes.empty())
    each = body;
  if (stopped())
    return Flow::none();
  Sequence sequence;
  if (!sequenceOf(iterable, frames.here, sequence))
    return Flow::none();
  // A loop that has to be unrolled needs its list at compile time.
  if (!sequence.length.isConst() &&
      decisions.isUnrolled(frames.site(source.node)) &&
      (decisions.keepKnown(iterable) || decisions.keepKnown(sequence.list)))
    return Flow::none();
  frames.held.push_back(iterable);
  auto release = llvm::scope_exit([&] { frames.held.pop_back(); });
  Iterations iterations{e, sequence, source, each};
  if (sequence.mustUnroll && !sequence.length.isConst())
    return iterations.upToLength(iterable);
  return iterations.mustUnroll() ? iterations.unrolled()
                                 : iterations.inRun(iterable);
}

} // namespace tine::elaborate
