//===- Visit.cpp - Walks over the syntax tree -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of each kind of expression.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Visit.h"

using namespace llvm;

namespace tine::ast {

static void visitParts(ArrayRef<FStringPart> parts,
                       function_ref<void(const Expr *)> visit) {
  for (const FStringPart &part : parts) {
    visit(part.value);
    visitParts(part.spec, visit);
  }
}

void visitOperands(const Expr *e, function_ref<void(const Expr *)> visit) {
  auto all = [&](ArrayRef<const Expr *> list) {
    for (const Expr *operand : list)
      visit(operand);
  };
  switch (e->kind) {
  case ExprKind::FString:
    return visitParts(cast<FStringExpr>(e)->parts, visit);
  case ExprKind::Unary:
    return visit(cast<UnaryExpr>(e)->operand);
  case ExprKind::Binary:
    return all({cast<BinaryExpr>(e)->lhs, cast<BinaryExpr>(e)->rhs});
  case ExprKind::BoolOp:
    return all(cast<BoolOpExpr>(e)->values);
  case ExprKind::Compare:
    visit(cast<CompareExpr>(e)->lhs);
    return all(cast<CompareExpr>(e)->rhs);
  case ExprKind::IfElse: {
    auto *choice = cast<IfElseExpr>(e);
    return all({choice->condition, choice->thenValue, choice->elseValue});
  }
  case ExprKind::Call:
    visit(cast<CallExpr>(e)->callee);
    all(cast<CallExpr>(e)->args);
    for (const Keyword &keyword : cast<CallExpr>(e)->keywords)
      visit(keyword.value);
    return;
  case ExprKind::Attribute:
    return visit(cast<AttributeExpr>(e)->value);
  case ExprKind::Subscript:
    return all({cast<SubscriptExpr>(e)->value, cast<SubscriptExpr>(e)->index});
  case ExprKind::Slice:
    return all({cast<SliceExpr>(e)->lower, cast<SliceExpr>(e)->upper,
                cast<SliceExpr>(e)->step});
  case ExprKind::Tuple:
    return all(cast<TupleExpr>(e)->elements);
  case ExprKind::List:
    return all(cast<ListExpr>(e)->elements);
  case ExprKind::Set:
    return all(cast<SetExpr>(e)->elements);
  case ExprKind::Dict:
    all(cast<DictExpr>(e)->keys);
    return all(cast<DictExpr>(e)->values);
  case ExprKind::Starred:
    return visit(cast<StarredExpr>(e)->value);
  case ExprKind::Walrus:
    return visit(cast<WalrusExpr>(e)->value);
  case ExprKind::Await:
    return visit(cast<AwaitExpr>(e)->value);
  case ExprKind::Yield:
    return visit(cast<YieldExpr>(e)->value);
  default:
    return; // names, literals; see above
  }
}

llvm::SmallVector<Block> blocksOf(const Stmt *stmt) {
  switch (stmt->kind) {
  case StmtKind::If:
    return {cast<IfStmt>(stmt)->body, cast<IfStmt>(stmt)->orelse};
  case StmtKind::For:
    return {cast<ForStmt>(stmt)->body, cast<ForStmt>(stmt)->orelse};
  case StmtKind::While:
    return {cast<WhileStmt>(stmt)->body, cast<WhileStmt>(stmt)->orelse};
  case StmtKind::With:
    return {cast<WithStmt>(stmt)->body};
  case StmtKind::Try: {
    auto *attempt = cast<TryStmt>(stmt);
    llvm::SmallVector<Block> blocks{attempt->body, attempt->orelse,
                                    attempt->finalbody};
    for (const ExceptHandler &handler : attempt->handlers)
      blocks.push_back(handler.body);
    return blocks;
  }
  default:
    return {};
  }
}

} // namespace tine::ast
