//===- Visit.cpp - Walks over the syntax tree -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What of a node runs where it does.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Visit.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tine::ast {

void visitOperands(const Expr *e, function_ref<void(const Expr *)> visit) {
  if (isa<LambdaExpr, ComprehensionExpr>(e))
    return;
  if (auto *walrus = dyn_cast<WalrusExpr>(e))
    return visit(walrus->value);
  visitAs(e, ChildVisitor{makeVisitor(visit, [](Block) {})});
}

void visitExprs(const Stmt *stmt, function_ref<void(const Expr *)> visit) {
  visitAs(stmt, ChildVisitor{makeVisitor(visit, [](Block) {})});
}

void visitTargets(const Expr *target, function_ref<void(const Expr *)> visit) {
  if (!target)
    return;
  if (!isa<TupleExpr, ListExpr, StarredExpr>(target))
    return visit(target);
  visitOperands(target, [&](const Expr *part) { visitTargets(part, visit); });
}

void visitBound(const Stmt *stmt, function_ref<void(const Expr *)> target,
                function_ref<void(StringRef)> name) {
  auto imported = [&](ArrayRef<ImportAlias> names) {
    for (const ImportAlias &alias : names)
      name(alias.asName.empty() ? alias.name.split('.').first : alias.asName);
  };
  switch (stmt->kind) {
  case StmtKind::Assign:
    for (const Expr *one : cast<AssignStmt>(stmt)->targets)
      visitTargets(one, target);
    return;
  case StmtKind::AnnAssign:
    return visitTargets(cast<AnnAssignStmt>(stmt)->target, target);
  case StmtKind::AugAssign:
    return visitTargets(cast<AugAssignStmt>(stmt)->target, target);
  case StmtKind::Delete:
    for (const Expr *one : cast<DeleteStmt>(stmt)->targets)
      visitTargets(one, target);
    return;
  case StmtKind::For:
    return visitTargets(cast<ForStmt>(stmt)->target, target);
  case StmtKind::With:
    for (const WithItem &item : cast<WithStmt>(stmt)->items)
      visitTargets(item.target, target);
    return;
  case StmtKind::FunctionDef:
    return name(cast<FunctionDefStmt>(stmt)->name);
  case StmtKind::ClassDef:
    return name(cast<ClassDefStmt>(stmt)->name);
  case StmtKind::Import:
    return imported(cast<ImportStmt>(stmt)->names);
  case StmtKind::ImportFrom:
    return imported(cast<ImportFromStmt>(stmt)->names);
  default:
    return;
  }
}

SmallVector<Block> blocksOf(const Stmt *stmt) {
  SmallVector<Block> blocks;
  auto add = [&](Block block) { blocks.push_back(block); };
  if (!isa<FunctionDefStmt, ClassDefStmt>(stmt))
    visitAs(stmt, ChildVisitor{makeVisitor(add, [](const Expr *) {})});
  return blocks;
}

} // namespace tine::ast
