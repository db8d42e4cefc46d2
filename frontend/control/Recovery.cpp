//===- Recovery.cpp - Going on after an error -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When all errors are wanted, a statement that fails is undone and left out.
// What it would have set or changed is marked as failed; statements that use it
// then fail without a message of their own. A call in whose body something
// failed fails likewise, and what happened in it is undone with it.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "frontend/services/Cells.h"
#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Visit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// Calls `name` for each name that a target sets, and whether it is an
/// attribute's.
void targetNames(const ast::Expr *target,
                 llvm::function_ref<void(StringRef, bool)> name) {
  ast::visitTargets(target, [&](const ast::Expr *part) {
    if (auto *plain = dyn_cast<ast::NameExpr>(part))
      name(plain->id, false);
    else if (auto *attribute = dyn_cast<ast::AttributeExpr>(part))
      name(attribute->name, true);
    else if (auto *sub = dyn_cast<ast::SubscriptExpr>(part))
      targetNames(sub->value, name);
  });
}

/// Calls `name` for the object of a method that a statement calls for its
/// effect, and for each argument that is a variable. A backward pass sets
/// gradients.
void namesGiven(const ast::Stmt *stmt,
                llvm::function_ref<void(StringRef, bool)> name) {
  for (ast::Block block : ast::blocksOf(stmt))
    for (const ast::Stmt *inner : block)
      namesGiven(inner, name);
  auto *expression = dyn_cast<ast::ExprStmt>(stmt);
  auto *call =
      expression ? dyn_cast<ast::CallExpr>(expression->value) : nullptr;
  if (!call)
    return;
  if (auto *method = dyn_cast<ast::AttributeExpr>(call->callee)) {
    targetNames(method->value, name);
    if (method->name == "backward")
      name("grad", true);
  }
  for (const ast::Expr *argument : call->args)
    if (auto *plain = dyn_cast<ast::NameExpr>(argument))
      name(plain->id, false);
    else if (auto *text = dyn_cast<ast::StringExpr>(argument))
      name(text->value, true); // register_buffer("name", ...)
}

/// Calls `name` for each name that the statement can set, and whether it is an
/// attribute's.
void namesSet(const ast::Stmt *stmt,
              llvm::function_ref<void(StringRef, bool)> name) {
  ast::visitBound(
      stmt, [&](const ast::Expr *target) { targetNames(target, name); },
      [&](StringRef bound) { name(bound, false); });
  for (ast::Block block : ast::blocksOf(stmt))
    for (const ast::Stmt *inner : block)
      namesSet(inner, name);
}

} // namespace

Elaborator::Checkpoint Elaborator::checkpoint() const {
  Checkpoint point;
  if (!diagnoser.collecting)
    return point;
  point.state = save();
  point.place = b.saveInsertionPoint();
  point.frames = frames.size();
  point.script = frames.back().script;
  point.callLoc = frames.back().call.location;
  point.conditional = diagnoser.conditional;
  point.forkDepth = frames.forkDepth;
  point.callDepth = frames.callDepth;
  point.activeLoops = decisions.activeLoops;
  return point;
}

/// Calls `name` for each attribute that an object of `before` has got since.
static void newAttributes(const Heap &before, const Heap &now,
                          llvm::function_ref<void(StringRef)> name) {
  for (size_t id = 0; id < std::min(before.size(), now.size()); ++id)
    if (before[id] != now[id] && now[id])
      for (auto &[attribute, value] : now[id]->attributes)
        if (!before[id] || !before[id]->attributes.count(attribute))
          name(attribute);
}

bool Elaborator::recover(const Checkpoint &point, const ast::Stmt *stmt) {
  if (!diagnoser.collecting || !stopped() || diagnoser.dead ||
      diagnoser.restart || ++recoveries > 10'000 ||
      frames[point.frames - 1].scope->isLibrary)
    return false;
  diagnoser.stopped = false;
  partlyRaised.reset();
  while (frames.size() > point.frames)
    frames.pop_back();
  Frame &frame = frames.back();
  frame.script = point.script;
  frame.call.location = point.callLoc;
  frame.body.failed = true;
  b.restoreInsertionPoint(point.place);
  newAttributes(point.state.heap, objects.heap, [&](StringRef name) {
    diagnoser.failedAttributes.insert(name.str());
  });
  restore(point.state);
  diagnoser.conditional = point.conditional;
  frames.forkDepth = point.forkDepth;
  frames.callDepth = point.callDepth;
  decisions.activeLoops = point.activeLoops;
  Value failed;
  failed.kind = Kind::Undefined;
  failed.known = true;
  namesSet(stmt, [&](StringRef name, bool isAttribute) {
    if (isAttribute || frame.classBody)
      diagnoser.failedAttributes.insert(name.str());
    if (!isAttribute)
      setVariable(*this, name, failed);
  });
  namesGiven(stmt, [&](StringRef name, bool isAttribute) {
    if (isAttribute) {
      diagnoser.failedAttributes.insert(name.str());
      return;
    }
    if (const Value *shared = findVariable(*this, frame, name);
        shared && cellOf(frame, name)) {
      if (shared->is(Kind::Tensor))
        diagnoser.failedAttributes.insert("grad");
      if (shared->is(Kind::List) || shared->is(Kind::Dict) ||
          objects.isSet(*shared))
        setVariable(*this, name, failed);
      return;
    }
    for (Frame *holder : {&frame, &frames.front()})
      if (auto it = holder->locals.find(name.str());
          it != holder->locals.end()) {
        // What a tensor's method would have done may be a backward pass.
        if (it->second.is(Kind::Tensor))
          diagnoser.failedAttributes.insert("grad");
        if (it->second.is(Kind::List) || it->second.is(Kind::Dict) ||
            objects.isSet(it->second))
          it->second = failed;
        break;
      }
  });

  // Its blocks may have errors of their own.
  for (ast::Block block : ast::blocksOf(stmt)) {
    if (block.empty())
      continue;
    State before = save();
    ScratchRegion scratch(program.dropped);
    b.createBlock(&scratch.get());
    ++diagnoser.conditional;
    exec(block);
    --diagnoser.conditional;
    diagnoser.endDeadPath();
    restore(before);
    b.restoreInsertionPoint(point.place);
    if (stopped())
      return false;
  }
  return true;
}

} // namespace tine::elaborate
