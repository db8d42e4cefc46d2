//===- Exits.cpp - How control leaves a block -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks over the statements of a block, outside nested functions.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Visit.h"
#include "llvm/ADT/STLExtras.h"

using namespace tine::ast;
using llvm::cast;
using llvm::dyn_cast;

namespace tine::elaborate {

bool mayBeDecided(const Expr *condition, const Params &params) {
  if (auto *both = dyn_cast<BoolOpExpr>(condition))
    return llvm::any_of(both->values, [&](const Expr *value) {
      return mayBeDecided(value, params);
    });
  if (auto *unary = dyn_cast<UnaryExpr>(condition))
    return mayBeDecided(unary->operand, params);
  if (auto *compare = dyn_cast<CompareExpr>(condition))
    return llvm::any_of(compare->ops, [](CompareOp op) {
      return op == CompareOp::Is || op == CompareOp::IsNot;
    });
  if (auto *name = dyn_cast<NameExpr>(condition))
    return llvm::none_of(params.params, [&](const Param &param) {
      return param.name == name->id;
    });
  return true;
}

/// Whether the block holds a statement that `leaves` accepts, outside nested
/// functions; `inLoop` is set inside loops of the block.
static bool findExit(Block body, bool inLoop,
                     llvm::function_ref<bool(const Stmt *, bool)> leaves) {
  return llvm::any_of(body, [&](const Stmt *s) {
    if (leaves(s, inLoop))
      return true;
    bool isLoop = llvm::isa<WhileStmt, ForStmt>(s);
    for (auto [i, inner] : llvm::enumerate(blocksOf(s)))
      if (findExit(inner, inLoop || (isLoop && i == 0), leaves))
        return true;
    return false;
  });
}

bool canLeaveLoop(Block body) {
  return findExit(body, false, [](const Stmt *s, bool inLoop) {
    return s->kind == StmtKind::Return ||
           (s->kind == StmtKind::Break && !inLoop);
  });
}

bool isEndless(const WhileStmt *loop) {
  auto *truth = dyn_cast<BoolExpr>(loop->condition);
  auto *number = dyn_cast<IntExpr>(loop->condition);
  bool isTrue = (truth && truth->value) || (number && number->value != 0);
  return isTrue && !findExit(loop->body, false, [](const Stmt *s, bool in) {
           return s->kind == StmtKind::Break && !in;
         });
}

bool hasAbrupt(Block body) {
  return findExit(body, false, [](const Stmt *s, bool inLoop) {
    return s->kind == StmtKind::Return ||
           (!inLoop &&
            (s->kind == StmtKind::Break || s->kind == StmtKind::Continue));
  });
}

/// `assert False`, which always fails.
static bool alwaysFails(const Stmt *s) {
  auto *test = dyn_cast<BoolExpr>(cast<AssertStmt>(s)->condition);
  return test && !test->value;
}

/// `isHandled`: what is raised may be kept from going on by a `with` around it.
static bool canFallThrough(Block body, bool isHandled) {
  for (const Stmt *s : body) {
    switch (s->kind) {
    case StmtKind::Assert:
      if (alwaysFails(s))
        return isHandled;
      break;
    case StmtKind::Raise:
      return isHandled;
    case StmtKind::Return:
    case StmtKind::Break:
    case StmtKind::Continue:
      return false;
    case StmtKind::If:
      if (!canFallThrough(cast<IfStmt>(s)->body, isHandled) &&
          !canFallThrough(cast<IfStmt>(s)->orelse, isHandled))
        return false;
      break;
    case StmtKind::With:
      if (!canFallThrough(cast<WithStmt>(s)->body, /*isHandled=*/true))
        return false;
      break;
    case StmtKind::While:
      if (isEndless(cast<WhileStmt>(s)))
        return false;
      break;
    case StmtKind::Match:
      if (!canFallThrough(cast<MatchStmt>(s)->lowered, isHandled))
        return false;
      break;
    default:
      break;
    }
  }
  return true;
}

bool canFallThrough(Block body) {
  return canFallThrough(body, /*isHandled=*/false);
}

static bool mayEnd(Block body, const Params &params) {
  for (const Stmt *s : body) {
    switch (s->kind) {
    case StmtKind::Return:
    case StmtKind::Raise:
      return false;
    case StmtKind::If: {
      auto *branch = cast<IfStmt>(s);
      bool first = mayEnd(branch->body, params);
      bool second = mayEnd(branch->orelse, params);
      if (mayBeDecided(branch->condition, params) ? !first || !second
                                                  : !first && !second)
        return false;
      break;
    }
    case StmtKind::With:
      if (!mayEnd(cast<WithStmt>(s)->body, params))
        return false;
      break;
    case StmtKind::Assert:
      if (alwaysFails(s))
        return false;
      break;
    default:
      break;
    }
  }
  return true;
}

bool mayEndWithoutReturn(const FunctionDefStmt &function) {
  return mayEnd(function.body, *function.params);
}

} // namespace tine::elaborate
