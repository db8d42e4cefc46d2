//===- Generators.cpp - Functions with yield ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body appends to a hidden variable. Behind its first item it may not
// print, draw random numbers or change older objects: the loop over it would do
// so in between.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Generators.h"
#include "frontend/control/Elaborator.h"
#include "frontend/objects/Iterators.h"
#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Visit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr const char *hidden = "$items";

static const ast::YieldExpr *yieldOf(const ast::Stmt *stmt) {
  auto *expr = dyn_cast<ast::ExprStmt>(stmt);
  return expr ? dyn_cast<ast::YieldExpr>(expr->value) : nullptr;
}

/// A statement of the block that `is` accepts, outside nested functions.
static const ast::Stmt *
findStatement(ast::Block body, function_ref<bool(const ast::Stmt *)> is) {
  for (const ast::Stmt *stmt : body) {
    if (is(stmt))
      return stmt;
    for (ast::Block inner : ast::blocksOf(stmt))
      if (const ast::Stmt *found = findStatement(inner, is))
        return found;
  }
  return nullptr;
}

bool Generation::isNeeded(ast::Block body) {
  return findStatement(body, yieldOf);
}

Generation::Generation(Elaborator &e, const ast::FunctionDefStmt &def,
                       ast::Range range, Body body)
    : e(e), range(range), body(body), conditional(e.diagnoser.conditional),
      before(e.save()), block(e.b.getInsertionBlock()),
      last(block->empty() ? nullptr : &block->back()), begin(last) {
  auto isEndlessLoop = [](const ast::Stmt *stmt) {
    auto *loop = dyn_cast<ast::WhileStmt>(stmt);
    return loop && isEndless(loop);
  };
  if (body)
    return;
  if (e.script())
    e.error(def.nameRange, "TorchScript has no 'yield'; return a list");
  else if (const ast::Stmt *loop = findStatement(def.body, isEndlessLoop))
    e.error(loop->range, "a generator without an end is not supported; give "
                         "it a number of items");
  if (!e.stopped())
    e.frames.back().locals[hidden] =
        e.containers.newList({}, makeType(TypeKind::Unknown), &def, range);
}

Value Generation::items() const { return e.frames.back().locals.at(hidden); }

/// The body of the `with`, in the frame of the caller.
Flow Generation::runBody(const ast::YieldExpr *yield, const Value &value) {
  if (e.diagnoser.conditional != conditional || yield->isFrom) {
    e.error(yield->range, "the 'yield' of a context manager may not depend on "
                          "a condition or loop of the run");
    return Flow::none();
  }
  Frame own = std::move(e.frames.back());
  e.frames.pop_back();
  Flow flow = body(value);
  e.frames.push_back(std::move(own));
  return e.stopped() ? Flow::none() : flow;
}

Flow Generation::give(const ast::YieldExpr *yield) {
  if (hasGiven && body) {
    e.fault("RuntimeError", yield->range, "generator didn't stop");
    return Flow::none();
  }
  if (!std::exchange(hasGiven, true))
    last = block->empty() ? nullptr : &block->back();
  Value value = yield->value ? e.eval(yield->value) : makeNone();
  auto append = [&](const Value &item) -> Flow {
    return e.containers.listAppend(items(), item, yield->range) ? Flow()
                                                                : Flow::none();
  };
  if (e.stopped())
    return Flow::none();
  if (body)
    return runBody(yield, value);
  if (!yield->isFrom)
    return append(value);
  LoopSource source;
  source.node = yield;
  source.range = yield->range;
  e.frames.here = yield->range;
  return e.paths.iterate(value, source, append);
}

Value Generation::finish(const Value &items) {
  Operation *seen = findEffect(block, last, begin);
  bool changes =
      llvm::any_of(changedSlots(before, e.save()), [&](const Slot &slot) {
        return slot.kind != Slot::Kind::Local && slot.id < before.heap.size();
      });
  if (seen || changes)
    return e.error(range,
                   Twine("this generator ") +
                       (seen ? "prints, uses files, draws random numbers "
                               "or reads the clock"
                             : "changes what it did not make") +
                       " between its items, which are made at once; "
                       "write the loop where the items are used");
  Value iterator =
      e.callLibrary("torch.utils._iterator.Iterator", {items}, range);
  // A set of them is better known.
  if (!e.stopped())
    if (Value kept = e.get(iterator.id).attributes.lookup("_values");
        kept.is(Kind::List))
      e.mutate(kept.id).attributes["generated"] = makeBool(true);
  return iterator;
}

} // namespace tine::elaborate
