//===- Steps.cpp - The parts of a statement, one by one -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Steps.h"
#include "frontend/syntax/Visit.h"

using namespace tine::ast;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Whether an expression is a call of what has the name, as it is written.
bool isCallOf(const Expr *expr, llvm::ArrayRef<llvm::StringRef> names) {
  auto *call = dyn_cast<CallExpr>(expr);
  auto *callee = call ? dyn_cast<NameExpr>(call->callee) : nullptr;
  return callee && llvm::is_contained(names, callee->id);
}

class Collector {
public:
  Steps steps;

  void add(const Expr *expr, const Expr *around = nullptr,
           bool isCondition = false) {
    if (!expr)
      return;
    switch (expr->kind) {
    case ExprKind::Int:
    case ExprKind::Float:
    case ExprKind::Imaginary:
    case ExprKind::String:
    case ExprKind::Bool:
    case ExprKind::None:
    case ExprKind::Ellipsis:
    case ExprKind::Await:
    case ExprKind::Yield:
      return;
    case ExprKind::Starred:
      return add(cast<StarredExpr>(expr)->value, around);
    default:
      addOperands(expr, isCondition);
      steps.push_back({expr, around, isCondition});
    }
    if (auto *text = dyn_cast<FStringExpr>(expr))
      endTests(text);
  }

  void statement(const Stmt *stmt) {
    switch (stmt->kind) {
    case StmtKind::Expr:
      return effect(cast<ExprStmt>(stmt)->value);
    case StmtKind::Assign:
      add(cast<AssignStmt>(stmt)->value);
      return partsOfTarget(cast<AssignStmt>(stmt)->targets.front());
    case StmtKind::AnnAssign:
      if (!cast<AnnAssignStmt>(stmt)->value)
        return;
      add(cast<AnnAssignStmt>(stmt)->value);
      return partsOfTarget(cast<AnnAssignStmt>(stmt)->target);
    case StmtKind::AugAssign:
      add(cast<AugAssignStmt>(stmt)->target);
      return add(cast<AugAssignStmt>(stmt)->value);
    case StmtKind::Return:
      return add(cast<ReturnStmt>(stmt)->value);
    case StmtKind::If:
      return add(cast<IfStmt>(stmt)->condition, nullptr, true);
    case StmtKind::For:
      return add(cast<ForStmt>(stmt)->iterable);
    case StmtKind::Raise:
      return raised(cast<RaiseStmt>(stmt)->exception);
    case StmtKind::Assert:
      return add(cast<AssertStmt>(stmt)->condition, nullptr, true);
    case StmtKind::Delete:
      return partsOfTarget(cast<DeleteStmt>(stmt)->targets.front());
    case StmtKind::With:
      return add(cast<WithStmt>(stmt)->items.front().context);
    default:
      return;
    }
  }

private:
  void addOperands(const Expr *expr, bool isCondition) {
    switch (expr->kind) {
    case ExprKind::Comprehension:
      return add(cast<ComprehensionExpr>(expr)->clauses.front().iterable, expr);
    case ExprKind::IfElse:
      return add(cast<IfElseExpr>(expr)->condition, expr, true);
    case ExprKind::BoolOp:
      return add(cast<BoolOpExpr>(expr)->values.front(), expr, isCondition);
    case ExprKind::Compare:
      add(cast<CompareExpr>(expr)->lhs, expr);
      return add(cast<CompareExpr>(expr)->rhs.front(), expr);
    case ExprKind::Call:
      return operandsOfCall(cast<CallExpr>(expr));
    case ExprKind::FString:
      return fields(cast<FStringExpr>(expr));
    case ExprKind::Tuple:
      return (void)list(cast<TupleExpr>(expr)->elements, expr);
    case ExprKind::List:
      return (void)list(cast<ListExpr>(expr)->elements, expr);
    case ExprKind::Set:
      return (void)list(cast<SetExpr>(expr)->elements, expr);
    case ExprKind::Dict:
      return entries(cast<DictExpr>(expr));
    default:
      return visitOperands(expr, [&](const Expr *part) { add(part, expr); });
    }
  }

  /// What stands behind `*` is walked over before what follows is computed,
  /// which may change it: false there.
  bool list(llvm::ArrayRef<const Expr *> elements, const Expr *around) {
    for (const Expr *element : elements) {
      add(element, around);
      if (isa<StarredExpr>(element))
        return false;
    }
    return true;
  }

  void entries(const DictExpr *dict) {
    for (auto [key, value] : llvm::zip(dict->keys, dict->values)) {
      add(key, dict);
      add(value, dict);
      if (!key)
        return;
    }
  }

  void operandsOfCall(const CallExpr *call) {
    // Forms of the elaborator, which look at what their operand is.
    if (isCallOf(call, {"super"}))
      return;
    add(call->callee, call);
    bool isLone = call->args.size() == 1 && call->keywords.empty();
    auto *items = isLone ? dyn_cast<ComprehensionExpr>(call->args[0]) : nullptr;
    if (items && items->form == ComprehensionKind::Generator &&
        isCallOf(call, {"reversed"}))
      return;
    if (isLone && isCallOf(call, {"sorted"}) &&
        isCallOf(call->args[0], {"list", "tuple"}))
      return operandsOfCall(cast<CallExpr>(call->args[0]));
    if (!list(call->args, call))
      return;
    for (const Keyword &keyword : call->keywords) {
      if (isCallOf(keyword.value, {"globals"}))
        return;
      add(keyword.value, call);
      if (keyword.name.empty())
        return;
    }
  }

  /// Each field becomes text before the next is computed.
  void fields(const FStringExpr *text) {
    const Expr *before = nullptr;
    for (const FStringPart &part : text->parts) {
      if (!part.value)
        continue;
      if (before)
        steps.push_back({before, text, false, openTest});
      add(part.value, text);
      if (llvm::any_of(part.spec, [](const FStringPart &p) { return p.value; }))
        return;
      before = part.value;
    }
  }

  /// The tests between the fields go on behind them.
  void endTests(const FStringExpr *text) {
    for (Step &step : steps)
      if (step.around == text && step.next == openTest)
        step.next = steps.size() - 1;
  }

  /// A statement that is an expression takes its value itself.
  void effect(const Expr *expr) {
    if (auto *yield = dyn_cast<YieldExpr>(expr))
      return add(yield->value);
    add(expr);
    if (!steps.empty() && steps.back().expr == expr)
      steps.pop_back();
  }

  void raised(const Expr *exception) {
    auto *call = exception ? dyn_cast<CallExpr>(exception) : nullptr;
    return call ? operandsOfCall(call) : add(exception);
  }

  void partsOfTarget(const Expr *target) {
    if (isa<SubscriptExpr, AttributeExpr>(target))
      visitOperands(target, [&](const Expr *part) { add(part, target); });
  }

  static constexpr size_t openTest = ~size_t(0);
};

} // namespace

namespace tine::ast {

Steps stepsOf(const Stmt *stmt) {
  Collector collector;
  collector.statement(stmt);
  return std::move(collector.steps);
}

Steps stepsOf(const Expr *expr, bool isCondition) {
  Collector collector;
  collector.add(expr, nullptr, isCondition);
  return std::move(collector.steps);
}

} // namespace tine::ast
