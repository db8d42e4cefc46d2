//===- IfStatements.cpp - Branches ----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if`, the rest of its block, and what its condition tells of variables.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Declarations.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/Statements.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Choices.h"
#include "frontend/syntax/Exits.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether TorchScript may take the condition for one of compile time, whose
/// taken arm is then no block of its own.
static bool maybeStatic(const ast::Expr *condition) {
  if (auto *unary = dyn_cast<ast::UnaryExpr>(condition))
    return maybeStatic(unary->operand);
  if (auto *op = dyn_cast<ast::BoolOpExpr>(condition))
    return llvm::any_of(op->values, maybeStatic);
  if (auto *compare = dyn_cast<ast::CompareExpr>(condition))
    return llvm::any_of(
        compare->rhs, [](const ast::Expr *e) { return isa<ast::NoneExpr>(e); });
  return true;
}

/// `x is None`, `x is not None`, `not ...`, `... and ...`: what the condition
/// says about Optional variables.
void Elaborator::refine(const ast::Expr *condition, bool truth) {
  if (auto *unary = dyn_cast<ast::UnaryExpr>(condition)) {
    if (unary->op == ast::UnaryOp::Not)
      refine(unary->operand, !truth);
    return;
  }
  if (auto *op = dyn_cast<ast::BoolOpExpr>(condition)) {
    // `a and b` is true: both are; `a or b` is false: neither is.
    if (op->isAnd == truth)
      for (const ast::Expr *value : op->values)
        refine(value, truth);
    return;
  }
  if (auto *name = dyn_cast<ast::NameExpr>(condition)) {
    const Value *value = findVariable(*this, frames.back(), name->id);
    if (value && isDictOrEmpty(*value))
      setVariable(*this, name->id, Value(value->items[truth]));
    return;
  }
  auto *compare = dyn_cast<ast::CompareExpr>(condition);
  if (!compare || compare->ops.size() != 1 ||
      !isa<ast::NoneExpr>(compare->rhs[0]))
    return;
  bool isNone;
  if (compare->ops[0] == ast::CompareOp::Is ||
      compare->ops[0] == ast::CompareOp::Eq)
    isNone = truth;
  else if (compare->ops[0] == ast::CompareOp::IsNot ||
           compare->ops[0] == ast::CompareOp::Ne)
    isNone = !truth;
  else
    return;
  auto *name = dyn_cast<ast::NameExpr>(compare->lhs);
  if (!name)
    return;
  const Value *value = findVariable(*this, frames.back(), name->id);
  if (value && value->is(Kind::Optional))
    setVariable(*this, name->id, isNone ? makeNone() : Value(value->items[0]));
}

namespace {

/// The arms of an `if` whose condition only the run knows.
class Arms {
public:
  Arms(Elaborator &e, const ast::IfStmt *stmt)
      : e(e), stmt(stmt), thenFalls(canFallThrough(stmt->body)),
        elseFalls(canFallThrough(stmt->orelse)),
        isAbrupt(hasAbrupt(stmt->body) || hasAbrupt(stmt->orelse)),
        before(e.frames.back().types.defined) {}

  /// Whether what follows runs in the one arm that falls through, because the
  /// other returns, breaks or continues.
  bool takeRest() const { return isAbrupt && thenFalls != elseFalls; }

  Flow joined(mlir::Value condition) {
    Flow flow = e.paths.branch(
        condition, [&] { return run(true); }, [&] { return run(false); },
        stmt->range);
    // What one of the arms alone defines is not known behind them.
    if (e.script() && !e.stopped()) {
      auto &defined = e.frames.back().types.defined;
      defined = byArm[thenFalls];
      if (thenFalls && elseFalls)
        for (auto &[name, definition] : byArm[true])
          if (!byArm[false].count(name))
            defined.erase(name);
    }
    return flow;
  }

  Flow withRest(mlir::Value condition, function_ref<Flow()> rest) {
    auto arm = [&](bool truth) -> Flow {
      Flow flow = run(truth);
      bool falls = truth ? thenFalls : elseFalls;
      return falls && !e.stopped() ? e.paths.sequence(flow, rest, stmt->range)
                                   : flow;
    };
    return e.paths.branch(
        condition, [&] { return arm(true); }, [&] { return arm(false); },
        stmt->range);
  }

  /// An arm that raises tells what holds behind the branch.
  void refineBehind(const Flow &flow) {
    if (!flow.dead() && !isAbrupt && thenFalls != elseFalls)
      e.refine(stmt->condition, thenFalls);
  }

private:
  Flow run(bool truth) {
    e.frames.back().types.defined = before;
    e.refine(stmt->condition, truth);
    Flow flow = e.execNested(truth ? stmt->body : stmt->orelse);
    byArm[truth] = e.frames.back().types.defined;
    return flow;
  }

  Elaborator &e;
  const ast::IfStmt *stmt;
  bool thenFalls, elseFalls, isAbrupt;
  std::map<std::string, VariableTypes::Definition> before, byArm[2];
};

} // namespace

std::optional<Flow> execIf(Elaborator &e, const ast::IfStmt *stmt,
                           function_ref<Flow()> rest,
                           const Elaborator::Checkpoint &point) {
  bool endsInError = stmt->orelse.empty() && !stmt->body.empty() &&
                     isa<ast::RaiseStmt>(stmt->body.back());
  if (endsInError && declares(e, stmt->condition, false))
    return Flow::none();
  Value condition = e.evalCondition(stmt->condition);
  if (e.recover(point, stmt))
    return std::nullopt;
  if (e.stopped())
    return Flow::none();
  Flow flow;
  if (condition.isConst()) {
    ast::Block taken = condition.integer ? stmt->body : stmt->orelse;
    flow = maybeStatic(stmt->condition) ? e.exec(taken) : e.execNested(taken);
    if (e.stopped())
      return std::nullopt;
  } else {
    Arms arms(e, stmt);
    if (arms.takeRest())
      return arms.withRest(condition.ssa, rest);
    flow = arms.joined(condition.ssa);
    if (e.recover(point, stmt))
      return std::nullopt;
    if (e.stopped())
      return Flow::none();
    arms.refineBehind(flow);
  }
  if (flow.onlyNormal())
    return std::nullopt;
  return e.paths.sequence(flow, rest, stmt->range);
}

} // namespace tine::elaborate
