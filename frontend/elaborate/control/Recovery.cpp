//===- Recovery.cpp - Going on after an error -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When all errors are wanted, a statement that fails is undone and left out.
// What it would have set is marked as failed; statements that use it then fail
// without a message of their own. A call in whose body something failed fails
// likewise.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/control/Exits.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// Calls `name` for each name that a target sets, and whether it is an
/// attribute's.
void targetNames(const ast::Expr *target,
                 llvm::function_ref<void(StringRef, bool)> name) {
  if (auto *plain = dyn_cast<ast::NameExpr>(target))
    return name(plain->id, false);
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(target))
    return name(attribute->name, true);
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(target))
    return targetNames(sub->value, name);
  if (auto *star = dyn_cast<ast::StarredExpr>(target))
    return targetNames(star->value, name);
  if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
    for (const ast::Expr *element : tuple->elements)
      targetNames(element, name);
  if (auto *list = dyn_cast<ast::ListExpr>(target))
    for (const ast::Expr *element : list->elements)
      targetNames(element, name);
}

/// Calls `name` for each name that the statement can set, and whether it is an
/// attribute's.
void namesSet(const ast::Stmt *stmt,
              llvm::function_ref<void(StringRef, bool)> name) {
  if (auto *assignment = dyn_cast<ast::AssignStmt>(stmt))
    for (const ast::Expr *target : assignment->targets)
      targetNames(target, name);
  else if (auto *assignment = dyn_cast<ast::AnnAssignStmt>(stmt))
    targetNames(assignment->target, name);
  else if (auto *assignment = dyn_cast<ast::AugAssignStmt>(stmt))
    targetNames(assignment->target, name);
  else if (auto *loop = dyn_cast<ast::ForStmt>(stmt))
    targetNames(loop->target, name);
  else if (auto *function = dyn_cast<ast::FunctionDefStmt>(stmt))
    name(function->name, false);
  else if (auto *classDef = dyn_cast<ast::ClassDefStmt>(stmt))
    name(classDef->name, false);
  else if (auto *with = dyn_cast<ast::WithStmt>(stmt)) {
    for (const ast::WithItem &item : with->items)
      if (item.target)
        targetNames(item.target, name);
  } else if (auto *import = dyn_cast<ast::ImportStmt>(stmt)) {
    for (const ast::ImportAlias &alias : import->names)
      name(alias.asName.empty() ? alias.name.split('.').first : alias.asName,
           false);
  } else if (auto *import = dyn_cast<ast::ImportFromStmt>(stmt)) {
    for (const ast::ImportAlias &alias : import->names)
      name(alias.asName.empty() ? alias.name : alias.asName, false);
  }
  for (ast::Block block : blocksOf(stmt))
    for (const ast::Stmt *inner : block)
      namesSet(inner, name);
}

} // namespace

Elaborator::Checkpoint Elaborator::checkpoint() const {
  Checkpoint point;
  if (!collecting)
    return point;
  point.state = save();
  point.place = b.saveInsertionPoint();
  point.frames = frames.size();
  point.script = frames.back().script;
  point.callLoc = frames.back().callLoc;
  point.conditional = conditional;
  point.forkDepth = forkDepth;
  point.callDepth = callDepth;
  point.activeLoops = activeLoops;
  return point;
}

bool Elaborator::recover(const Checkpoint &point, const ast::Stmt *stmt) {
  if (!collecting || !stopped || dead || restart || ++recoveries > 10'000)
    return false;
  stopped = false;
  while (frames.size() > point.frames)
    frames.pop_back();
  Frame &frame = frames.back();
  frame.script = point.script;
  frame.callLoc = point.callLoc;
  frame.failed = true;
  b.restoreInsertionPoint(point.place);
  restore(point.state);
  conditional = point.conditional;
  forkDepth = point.forkDepth;
  callDepth = point.callDepth;
  activeLoops = point.activeLoops;
  sinceClock.clear();
  namesSet(stmt, [&](StringRef name, bool isAttribute) {
    if (isAttribute) {
      failedAttributes.insert(name.str());
      return;
    }
    Value failed;
    failed.kind = Kind::Undefined;
    failed.known = true;
    frame.locals[name.str()] = failed;
  });

  // Its blocks may have errors of their own.
  for (ast::Block block : blocksOf(stmt)) {
    if (block.empty())
      continue;
    State before = save();
    ScratchRegion scratch(context);
    b.createBlock(&scratch.get());
    ++conditional;
    exec(block);
    --conditional;
    endDeadPath();
    restore(before);
    b.restoreInsertionPoint(point.place);
    if (stopped)
      return false;
  }
  return true;
}

Value Elaborator::unknownAttribute(StringRef name, ast::Range range,
                                   const Twine &message) {
  return failedAttributes.count(name.str()) ? failQuietly()
                                            : error(range, message);
}

} // namespace tine::elaborate
