//===- MatchLowering.h - Match statements as others -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a match statement as assignments and `if`, which is all that the other
// rooms see of it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_MATCHLOWERING_H
#define TINE_FRONTEND_SYNTAX_MATCHLOWERING_H

#include "frontend/syntax/GrammarPart.h"

namespace tine {

class MatchLowering : GrammarPart {
public:
  explicit MatchLowering(TokenStream &tokens) : GrammarPart(tokens) {}

  /// A case that makes others unreachable is reported.
  ast::Block lower(const ast::MatchStmt &match);

private:
  using Pattern = ast::Pattern;
  /// Makes the expression of what a pattern is compared with.
  using Subject = llvm::function_ref<const Expr *()>;

  ast::Block lowerCase(const ast::MatchCase &arm, ast::Block others,
                       Subject subject, ast::Range whole);
  ast::Block guarded(const ast::MatchCase &arm, const Exprs &needed,
                     Stmts bound, ast::Block others, ast::Range whole);
  void tests(const Pattern *pattern, Subject subject, Exprs &out);
  void bindings(const Pattern *pattern, Subject subject, Stmts &out);
  void forParts(const Pattern *pattern, Subject subject,
                llvm::function_ref<void(const Pattern *, Subject)> visit);

  /// The list of what the program computes for a part of a class pattern.
  const Expr *known(const Pattern *part);
  void declareKnown(const Pattern *pattern, Stmts &out);

  const Expr *name(llvm::StringRef id);
  const Expr *hidden(const llvm::Twine &id);
  const Expr *integer(int64_t value) {
    return made<ast::IntExpr>(value, false, false);
  }
  const Expr *element(const Expr *value, const Expr *index) {
    return made<ast::SubscriptExpr>(value, index);
  }
  const Expr *text(llvm::StringRef value) {
    return made<ast::StringExpr>(value, false);
  }
  const Expr *compare(const Expr *lhs, ast::CompareOp op, const Expr *rhs);
  const Expr *call(llvm::StringRef function, const Exprs &args);
  const Expr *all(const Exprs &tests) { return logic(true, tests); }
  const Expr *logic(bool isAnd, const Exprs &values);
  const Stmt *assign(const Expr *target, const Expr *value);
  const Stmt *branch(const Expr *condition, ast::Block body, ast::Block orelse,
                     ast::Range range) {
    return madeOf<ast::IfStmt>(range, condition, body, orelse);
  }
  ast::Block block(const Stmts &first, ast::Block rest);

  /// A node of these fields. That the tree is too high with it is reported.
  template <typename T, typename... Fields>
  const T *madeOf(ast::Range range, const Fields &...fields) {
    T *node = add(range, T{{}, fields...});
    return node ? node : module.make(T{{}, fields...});
  }
  template <typename T, typename... Fields>
  const T *made(const Fields &...fields) {
    return madeOf<T>(here, fields...);
  }
  template <typename T> llvm::ArrayRef<T> one(const T &element) {
    return module.copy(llvm::ArrayRef<T>(element));
  }

  ast::Range here; // of what is lowered, for errors of the nodes made
};

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_MATCHLOWERING_H
