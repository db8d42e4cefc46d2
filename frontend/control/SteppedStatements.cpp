//===- SteppedStatements.cpp - Where a part may raise ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/SteppedStatements.h"
#include "frontend/control/Attempts.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// What stands for the function that runs in every round.
static const void *bodyOf(const Frame &frame) {
  if (frame.function && frame.function->lambda)
    return frame.function->lambda;
  return frame.body.statements.data();
}

bool goesInSteps(Elaborator &e) {
  return !e.diagnoser.attempts.empty() && !e.script() &&
         e.decisions.isInSteps(bodyOf(e.frames.back()));
}

bool goInSteps(Elaborator &e) {
  if (!e.decisions.goInSteps(bodyOf(e.frames.back())))
    return false;
  e.diagnoser.requestRestart();
  return true;
}

AsWhole::AsWhole(Elaborator &e, ast::Range range, bool is, bool isTakenAtOnce)
    : e(e), outer(e.frames.back().body.whole), depth(e.frames.size()) {
  if (is)
    e.frames.back().body.whole = {range, e.diagnoser.conditional,
                                  isTakenAtOnce};
}

AsWhole::~AsWhole() {
  if (e.frames.size() == depth)
    e.frames.back().body.whole = outer;
}

Value takeKept(Elaborator &e, const ast::Expr *expr) {
  const auto &kept = e.frames.back().body.kept;
  auto found = kept.find(expr);
  return found == kept.end() ? Value() : found->second;
}

bool isTakenAtOnce(Elaborator &e, ast::Range range) {
  if (!e.frames.back().body.whole.isTakenAtOnce)
    e.error(range, "only the run knows whether an item of this raises an error "
                   "that a handler catches, and the items are made at once "
                   "here; take them by 'list(...)', or write a loop");
  return !e.stopped();
}

namespace {

class Stepping {
public:
  Stepping(Elaborator &e, const ast::Steps &steps, function_ref<Flow()> rest)
      : e(e), steps(steps), rest(rest) {}

  std::optional<Flow> run() {
    for (const ast::Step &step : steps)
      e.frames.back().body.kept.erase(step.expr);
    return from(0);
  }

private:
  std::optional<Flow> from(size_t i) {
    while (i < steps.size()) {
      const ast::Step &step = steps[i++];
      if (step.next) {
        i = mayChange(step.expr) ? step.next : i;
        continue;
      }
      if (!take(step))
        return Flow::none();
      if (e.partlyRaised)
        return e.afterCall([&] { return behind(i); }, step.expr->range);
    }
    return std::nullopt;
  }

  Flow behind(size_t i) {
    std::optional<Flow> flow = from(i);
    return flow ? *flow : rest();
  }

  bool take(const ast::Step &step) {
    AsWhole whole(e, step.expr->range, /*is=*/true, takesAtOnce(step.around));
    Value value =
        step.isCondition ? e.evalCondition(step.expr) : e.eval(step.expr);
    if (e.stopped())
      return false;
    e.frames.back().body.kept[step.expr] = std::move(value);
    return true;
  }

  /// Whether the text of a value is another one once something has run.
  bool mayChange(const ast::Expr *expr) const {
    Value value = takeKept(e, expr);
    return value && !value.isNumber() && !value.is(Kind::Str) &&
           !value.is(Kind::None);
  }

  /// Whether an expression is a call that asks for all items of its first
  /// argument before anything else happens.
  bool takesAtOnce(const ast::Expr *expr) const {
    auto *call = dyn_cast_or_null<ast::CallExpr>(expr);
    if (!call || call->args.empty() || !hasPlainOptions(call))
      return false;
    if (auto *method = dyn_cast<ast::AttributeExpr>(call->callee))
      return method->name == "join" &&
             (isa<ast::StringExpr>(method->value) ||
              takeKept(e, method->value).is(Kind::Str));
    Value callee = takeKept(e, call->callee);
    StringRef name = callee.text;
    if (callee.is(Kind::Class) && callee.classInfo->scope->isLibrary)
      name = callee.classInfo->name;
    return (callee.is(Kind::Builtin) || callee.is(Kind::Class)) &&
           llvm::is_contained({"list", "tuple", "set", "frozenset", "dict",
                               "sum", "min", "max", "sorted"},
                              name);
  }

  /// Whether what else the call is given does nothing, and is no function.
  static bool hasPlainOptions(const ast::CallExpr *call) {
    auto isPlain = [](const ast::Expr *value) {
      return isa<ast::IntExpr, ast::FloatExpr, ast::BoolExpr, ast::StringExpr,
                 ast::NoneExpr>(value);
    };
    return llvm::all_of(call->args.drop_front(), isPlain) &&
           llvm::all_of(call->keywords, [&](const ast::Keyword &keyword) {
             return !keyword.name.empty() && isPlain(keyword.value);
           });
  }

  Elaborator &e;
  const ast::Steps &steps;
  function_ref<Flow()> rest;
};

} // namespace

std::optional<Flow> takeSteps(Elaborator &e, const ast::Steps &steps,
                              function_ref<Flow()> rest) {
  return Stepping(e, steps, rest).run();
}

Flow inSteps(Elaborator &e, ArrayRef<const ast::Expr *> exprs,
             function_ref<Flow()> rest, bool areConditions) {
  if (exprs.empty() || !goesInSteps(e))
    return rest();
  auto more = [&] {
    return inSteps(e, exprs.drop_front(), rest, areConditions);
  };
  if (!exprs.front())
    return more();
  std::optional<Flow> flow =
      takeSteps(e, ast::stepsOf(exprs.front(), areConditions), more);
  return flow ? *flow : more();
}

/// The value that a flow returns, with whether it raises.
static Value resultOf(Elaborator &e, const Flow &flow, ast::Range range) {
  if (e.stopped())
    return {};
  if (!flow.returns) {
    e.diagnoser.thrown = flow.raises;
    return e.die();
  }
  if (flow.raises)
    e.partlyRaised = raisedPart(e, flow, range);
  return flow.result;
}

Value evalWhole(Elaborator &e, const ast::Expr *expr, bool isCondition) {
  auto eval = [&] {
    return isCondition ? e.evalCondition(expr) : e.eval(expr);
  };
  if (!goesInSteps(e))
    return eval();
  auto value = [&] { return returnUnlessRaised(e, eval(), expr->range); };
  return resultOf(e, inSteps(e, expr, value, isCondition), expr->range);
}

Value unlessRaised(Elaborator &e, function_ref<Value()> rest,
                   ast::Range range) {
  auto value = [&] {
    AsWhole whole(e, range);
    return returnUnlessRaised(e, rest(), range);
  };
  return resultOf(e, e.afterCall(value, range), range);
}

Flow returnUnlessRaised(Elaborator &e, const Value &value, ast::Range range) {
  if (e.stopped())
    return Flow::none();
  return e.afterCall(
      [&] {
        Flow flow = Flow::none();
        flow.returns = true;
        flow.result = value;
        return flow;
      },
      range);
}

} // namespace tine::elaborate
