//===- Visit.h - Walks over the syntax tree ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks over the syntax tree that treat all kinds of nodes alike, by what each
// node says of itself in `children`.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_VISIT_H
#define TINE_FRONTEND_SYNTAX_VISIT_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tine::ast {

/// Calls `visit` with the expression as the class that it is of.
template <typename Visitor> void visitAs(const Expr *expr, Visitor visit) {
  switch (expr->kind) {
#define TINE_KIND(KIND, NAME, DESCRIPTION)                                     \
  case ExprKind::KIND:                                                         \
    return visit(*llvm::cast<KIND##Expr>(expr));
    TINE_EXPRESSIONS(TINE_KIND)
#undef TINE_KIND
  }
}

/// Likewise with a statement.
template <typename Visitor> void visitAs(const Stmt *stmt, Visitor visit) {
  switch (stmt->kind) {
#define TINE_KIND(KIND, NAME)                                                  \
  case StmtKind::KIND:                                                         \
    return visit(*llvm::cast<KIND##Stmt>(stmt));
    TINE_STATEMENTS(TINE_KIND)
#undef TINE_KIND
  }
}

/// Calls `visit` for each expression (null where one is left out) and block
/// that a node and its parts hold.
template <typename Visitor> struct ChildVisitor {
  Visitor visit;

  void operator()(Block block) { visit(block); }
  void operator()(const Params *params) { (*this)(params->params); }
  template <typename Node> void operator()(const Node *expr) {
    visit(static_cast<const Expr *>(expr));
  }
  template <typename T> void operator()(llvm::ArrayRef<T> list) {
    for (const T &element : list)
      (*this)(element);
  }
  template <typename Node> void operator()(const Node &node) {
    std::apply([&](const auto &...child) { ((*this)(child), ...); },
               node.children());
  }
};
template <typename Visitor> ChildVisitor(Visitor) -> ChildVisitor<Visitor>;

/// Calls `visit` for each operand of an expression, in the order of their
/// evaluation; null where one is left out. Lambdas and comprehensions, which
/// have names of their own, and the target of `:=` are the caller's.
void visitOperands(const Expr *expr,
                   llvm::function_ref<void(const Expr *)> visit);

/// Calls `visit` for each expression of a statement itself, not of the blocks
/// in it; null where one is left out.
void visitExprs(const Stmt *stmt, llvm::function_ref<void(const Expr *)> visit);

/// Calls `visit` for each name, attribute and element that is a target: in
/// tuples and lists, and behind stars. None for null.
void visitTargets(const Expr *target,
                  llvm::function_ref<void(const Expr *)> visit);

/// Calls `target` for each such target that a statement itself sets or deletes,
/// and `name` for each function, class and module that it gives a name.
void visitBound(const Stmt *stmt, llvm::function_ref<void(const Expr *)> target,
                llvm::function_ref<void(llvm::StringRef)> name);

/// The blocks inside of a statement that run where it does. That of a loop's
/// iterations is the first.
llvm::SmallVector<Block> blocksOf(const Stmt *stmt);

} // namespace tine::ast

#endif // TINE_FRONTEND_SYNTAX_VISIT_H
