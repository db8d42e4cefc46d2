//===- Comprehensions.cpp - Comprehensions of lists, dicts and sets -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comprehension is a loop with variables of its own.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Comprehensions.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/Generators.h"
#include "frontend/control/Statements.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/services/Cells.h"
#include "frontend/syntax/Names.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value makeSet(Elaborator &e, const Value &items, const ast::Expr *expr) {
  CallArgs args(expr->range, {items});
  if (e.stopped())
    return {};
  return e.frames.along(expr, [&] {
    return e.call(e.modules.library("_builtins")->globals.at("set"), args);
  });
}

/// The element type that an empty comprehension would have, or null.
static Type elementTypeOfEmpty(Elaborator &e,
                               const ast::ComprehensionExpr *expr,
                               const Value &iterable) {
  Sequence sequence;
  if (!iterable.is(Kind::Range) &&
      !(iterable.is(Kind::List) && !e.get(iterable.id).isRuntime &&
        e.get(iterable.id).items.empty()))
    return {};
  if (!e.paths.sequenceOf(iterable, e.frames.here, sequence) ||
      !sequence.length.isConst() || sequence.length.integer)
    return {};
  // The element is elaborated for an imagined item, and dropped.
  Type itemType = iterable.is(Kind::Range) ? makeType(TypeKind::Int)
                                           : e.get(iterable.id).elementType;
  if (!itemType || hasStatic(itemType) || !e.types.canFlatten(itemType))
    return {};
  State before = e.save();
  OpBuilder::InsertPoint outside = e.b.saveInsertionPoint();
  ScratchRegion scratch(e.program.dropped);
  e.b.createBlock(&scratch.get());
  ++e.diagnoser.conditional;
  SmallVector<mlir::Value> leaves;
  e.types.poison(itemType, leaves);
  ValueRange range = leaves;
  Type type;
  if (e.assign(expr->clauses[0].target, e.types.unflatten(itemType, range),
               expr->clauses[0].target->range)) {
    Value element = e.eval(expr->element);
    if (!e.stopped())
      type = e.types.typeOf(element);
  }
  --e.diagnoser.conditional;
  if (e.diagnoser.endDeadPath())
    type = {};
  e.restore(before);
  e.b.restoreInsertionPoint(outside);
  return type && !isPartial(type) && !hasStatic(type) ? type : Type();
}

namespace {

/// The loops of a comprehension, one in the other.
class Comprehension {
public:
  Comprehension(Elaborator &e, const ast::ComprehensionExpr *expr,
                bool inAnyOrder)
      : e(e), expr(expr), isDict(expr->form == ast::ComprehensionKind::Dict),
        inAnyOrder(inAnyOrder) {
    for (const ast::ComprehensionClause &clause : expr->clauses)
      collectTargets(clause.target, names);
  }

  Value run() {
    result = isDict ? e.containers.newDict({}, {}, {}, expr, expr->range)
                    : e.containers.newList({}, makeType(TypeKind::Unknown),
                                           expr, expr->range);
    if (e.stopped())
      return {};
    // The variables of a comprehension are its own.
    std::map<std::string, Value> outer;
    for (StringRef name : names)
      if (auto it = locals().find(name.str()); it != locals().end()) {
        outer[name.str()] = it->second;
        locals().erase(it);
      }
    Cells cells = e.frames.back().cells;
    for (StringRef name : names)
      e.frames.back().cells.erase(name.str());
    shareVariables(e, e.frames.back(), ast::sharedNames(*expr));
    end = clause(0);
    e.frames.back().cells = std::move(cells);
    for (StringRef name : names)
      locals().erase(name.str());
    for (auto &[name, value] : outer)
      locals()[name] = value;
    return e.stopped() ? Value() : result;
  }

  Flow end; // of the loops, which may raise

private:
  std::map<std::string, Value> &locals() { return e.frames.back().locals; }

  Flow addElement() {
    return inSteps(e, {expr->key, expr->element},
                   [&] { return addComputed(); });
  }

  Flow addComputed() {
    Value key = isDict ? e.eval(expr->key) : Value();
    Value element = e.eval(expr->element);
    bool added =
        !e.stopped() &&
        (isDict
             ? e.containers.dictSet(result, key, element, expr->range)
             : e.containers.listAppend(result, element, expr->element->range));
    return added ? Flow() : Flow::none();
  }

  /// The loop of number `i`, and those in it.
  Flow clause(size_t i) {
    if (i == expr->clauses.size())
      return addElement();
    // The first one is computed around the comprehension.
    if (i == 0)
      return loop(i);
    return inSteps(e, expr->clauses[i].iterable, [&] { return loop(i); });
  }

  Flow loop(size_t i) {
    const ast::ComprehensionClause &clause = expr->clauses[i];
    Value iterable = e.eval(clause.iterable);
    if (!e.stopped() && inAnyOrder && e.objects.isSet(iterable))
      iterable = e.objects.itemsOfSet(iterable, clause.iterable->range);
    if (!e.stopped() && expr->form == ast::ComprehensionKind::Generator)
      iterable = listOfGenerator(e, iterable, clause.iterable->range);
    if (e.stopped())
      return Flow::none();
    // The body for the loop's liveness: the expressions of the comprehension.
    std::vector<ast::ExprStmt> inner(expr->clauses.size() - i);
    std::vector<const ast::Stmt *> body;
    inner[0].value = expr->element;
    inner[0].range = expr->range;
    for (size_t j = 1; j < inner.size(); ++j) {
      inner[j].value = expr->clauses[i + j].iterable;
      inner[j].range = inner[j].value->range;
    }
    for (const ast::ExprStmt &stmt : inner)
      body.push_back(&stmt);
    LoopSource source;
    source.node = &clause;
    source.body = body;
    source.range = expr->range;
    source.targets = names;
    if (iterable.is(Kind::Tensor) && !e.script() &&
        e.numbers.isKnownTensor(e.tensors.read(iterable)))
      e.decisions.unroll(e.frames.site(&clause), "it goes over known numbers");
    if (e.decisions.isUnrolled(e.frames.site(expr))) {
      e.decisions.unroll(e.frames.site(&clause), "its list is known");
      if (e.decisions.keepKnown(iterable))
        return Flow::none();
    }
    e.frames.here = clause.iterable->range;
    if (!isDict && i == 0 && e.script())
      if (Type type = elementTypeOfEmpty(e, expr, iterable);
          type && !e.get(result.id).isRuntime)
        e.mutate(result.id).elementType = type;
    if (e.stopped())
      return Flow::none();
    return e.paths.iterate(iterable, source, [&](Value value) -> Flow {
      if (!e.assign(clause.target, std::move(value), clause.target->range))
        return Flow::none();
      return filter(i, 0);
    });
  }

  /// The conditions of a loop from number `k` on, and what is behind them.
  Flow filter(size_t i, size_t k) {
    const ast::ComprehensionClause &clause = expr->clauses[i];
    if (k == clause.conditions.size())
      return this->clause(i + 1);
    return inSteps(
        e, clause.conditions[k], [&] { return test(i, k); },
        /*areConditions=*/true);
  }

  Flow test(size_t i, size_t k) {
    const ast::ComprehensionClause &clause = expr->clauses[i];
    Value condition = e.evalCondition(clause.conditions[k]);
    if (e.stopped())
      return Flow::none();
    if (condition.isConst())
      return condition.integer ? filter(i, k + 1) : Flow();
    auto taken = [&] {
      e.refine(clause.conditions[k], true);
      return filter(i, k + 1);
    };
    return e.paths.branch(
        condition.ssa, taken, []() -> Flow { return {}; }, expr->range);
  }

  Elaborator &e;
  const ast::ComprehensionExpr *expr;
  bool isDict;
  bool inAnyOrder;              // it may go over a set
  std::vector<StringRef> names; // its variables
  Value result;
};

} // namespace

Value evalComprehension(Elaborator &e, const ast::ComprehensionExpr *expr,
                        bool inAnyOrder) {
  bool isSet = expr->form == ast::ComprehensionKind::Set;
  if (isSet && e.script())
    return e.error(expr->range, "TorchScript has no sets; use a list");
  if (e.script() &&
      (expr->clauses.size() != 1 || !expr->clauses[0].conditions.empty()))
    return e.error(
        expr->range,
        "a comprehension in TorchScript has one 'for' and no 'if'; write "
        "a loop");
  Comprehension loops(e, expr, inAnyOrder || isSet);
  Value result = loops.run();
  if (!e.stopped() && isSet)
    result = makeSet(e, result, expr);
  const Flow &end = loops.end;
  if (e.stopped() || !end.raises)
    return result;
  if (!end.normal) {
    e.diagnoser.thrown = true;
    return e.die();
  }
  bool isLazy = expr->form == ast::ComprehensionKind::Generator;
  return e.leaveCall(end, expr->range) &&
                 (!isLazy || isTakenAtOnce(e, expr->range))
             ? result
             : Value();
}

} // namespace tine::elaborate
