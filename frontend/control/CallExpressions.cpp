//===- CallExpressions.cpp - Elaboration of call expressions --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a call in the source to values: what is called, and its arguments with
// those behind `*` and `**`. The call itself is in Calls.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/CallExpressions.h"
#include "frontend/builtins/Methods.h"
#include "frontend/control/Comprehensions.h"
#include "frontend/control/StarredArguments.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/objects/ObjectModel.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool readMapping(Elaborator &e, const Value &value, ast::Range range,
                 std::vector<Value> &items) {
  if (value.is(Kind::Dict) && !e.get(value.id).isRuntime) {
    if (!e.containers.needsKeys(value, range) ||
        !e.containers.knowsOrder(value, range))
      return false;
    llvm::append_range(items, e.get(value.id).items);
    return true;
  }
  if (Value behind = itemsBehind(e, value); behind.is(Kind::Dict))
    return readMapping(e, behind, range, items);
  if (entriesOf(e, value, range, items))
    return true;
  if (!e.stopped())
    e.error(range, "'**' needs a dict that is known at compile time");
  return false;
}

/// `list(s)` of a set, or a comprehension over it, where nobody sees its order.
static Value evalInAnyOrder(Elaborator &e, const ast::Expr *arg) {
  if (auto *made = dyn_cast<ast::ComprehensionExpr>(arg);
      made && made->form != ast::ComprehensionKind::Dict) {
    Value kept = takeKept(e, arg);
    return kept ? kept : evalComprehension(e, made, /*inAnyOrder=*/true);
  }
  auto *call = dyn_cast<ast::CallExpr>(arg);
  if (!call || call->args.size() != 1 || !call->keywords.empty() ||
      isa<ast::StarredExpr>(call->args[0]) || !isa<ast::NameExpr>(call->callee))
    return e.eval(arg);
  Value callee = e.eval(call->callee);
  if (!callee.is(Kind::Builtin) ||
      (callee.text != "list" && callee.text != "tuple"))
    return e.stopped() ? Value() : e.eval(arg);
  Value items = e.eval(call->args[0]);
  if (e.stopped())
    return {};
  if (e.objects.isSet(items))
    return e.objects.itemsOfSet(items, call->range);
  e.frames.here = call->range;
  CallArgs args(call->range, {items}, {call->args[0]->range});
  return e.frames.along(call, [&] { return e.call(callee, args); });
}

/// `globals=globals()`, the one place for it.
static bool isGlobalsArgument(const ast::Keyword &keyword) {
  auto *call = dyn_cast<ast::CallExpr>(keyword.value);
  auto *name = call ? dyn_cast<ast::NameExpr>(call->callee) : nullptr;
  return keyword.name == "globals" && name && name->id == "globals" &&
         call->args.empty() && call->keywords.empty();
}

static bool evalKeywords(Elaborator &e, const ast::CallExpr *expr,
                         CallArgs &args) {
  for (const ast::Keyword &keyword : expr->keywords) {
    Value value =
        isGlobalsArgument(keyword) ? globalsHere(e) : e.eval(keyword.value);
    if (e.stopped())
      return false;
    if (!keyword.name.empty()) {
      args.keywords.push_back({keyword.name.str(), value});
      continue;
    }
    std::vector<Value> items;
    if (!readMapping(e, value, keyword.value->range, items))
      return false;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      args.keywords.push_back({items[i].text, items[i + 1]});
  }
  return true;
}

/// What stands behind `*` in a call: its items are added to the positional
/// arguments, or to what comes in the run. False after an error.
static bool addStarred(Elaborator &e, const ast::StarredExpr *star,
                       CallArgs &args, std::vector<Value> &groups) {
  Value value = e.eval(star->value);
  if (!e.stopped())
    value = iterated(e, value, star->range, /*keepsIterators=*/false,
                     /*takesAll=*/true);
  if (e.stopped())
    return false;
  std::vector<Value> &known =
      groups.empty() ? args.positional : groups.back().items;
  if (e.containers.staticItems(value, known)) {
    args.ranges.resize(args.positional.size(), star->range);
    return e.budget.checkLength(known.size(), star->range, "argument list");
  }
  if (e.decisions.keepItems(value))
    return false;
  Value list = args.takesRest ? listOfRun(e, value) : Value();
  if (!list) {
    e.error(star->range,
            "'*' needs a list or tuple whose length is known at compile time");
    return false;
  }
  groups.push_back(list);
  groups.push_back(makeTuple({}));
  return true;
}

bool Elaborator::evalArgs(const ast::CallExpr *expr, CallArgs &args) {
  args.range = expr->range;
  // From the first items on of which only the run knows how many there are.
  std::vector<Value> groups;
  for (const ast::Expr *arg : expr->args) {
    if (auto *star = dyn_cast<ast::StarredExpr>(arg)) {
      if (!addStarred(*this, star, args, groups))
        return false;
      continue;
    }
    Value value = args.inAnyOrder ? evalInAnyOrder(*this, arg) : eval(arg);
    if (stopped())
      return false;
    if (!groups.empty()) {
      groups.back().items.push_back(value);
      continue;
    }
    args.positional.push_back(value);
    args.ranges.push_back(arg->range);
  }
  if (groups.size() == 2 && groups.back().items.empty())
    args.rest = groups.front();
  else if (!groups.empty())
    args.rest = joinedItems(*this, std::move(groups), args.range);
  return !stopped() && evalKeywords(*this, expr, args);
}

/// `print(*values)` where only the run knows how many there are.
static std::optional<Value> printAll(Elaborator &e, const ast::CallExpr *expr) {
  auto isStarred = [](const ast::Expr *arg) {
    return isa<ast::StarredExpr>(arg);
  };
  if (llvm::none_of(expr->args, isStarred) || e.script())
    return std::nullopt;
  std::vector<Value> groups;
  bool isKnown = true;
  for (const ast::Expr *arg : expr->args) {
    auto *starred = dyn_cast<ast::StarredExpr>(arg);
    Value value = e.eval(starred ? starred->value : arg);
    if (starred && !e.stopped())
      value = iterated(e, value, arg->range, /*keepsIterators=*/false,
                       /*takesAll=*/true);
    if (e.stopped())
      return Value();
    std::vector<Value> items{value};
    bool isOfRun = starred && value.is(Kind::List) && e.get(value.id).isRuntime;
    if (starred && !isOfRun) {
      items.clear();
      if (!e.containers.staticItems(value, items))
        return e.stopped() ? Value()
                           : e.error(arg->range, "'*' needs a list or tuple");
    }
    isKnown &= !isOfRun;
    groups.push_back(isOfRun ? value : makeTuple(std::move(items)));
  }
  CallArgs args(expr->range);
  if (!evalKeywords(e, expr, args))
    return Value();
  Value callee = makeBuiltin("print");
  if (isKnown) {
    for (const Value &group : groups)
      llvm::append_range(args.positional, group.items);
    args.ranges.resize(args.positional.size(), expr->range);
  } else {
    callee = e.model.qualified("_operations.print_all");
    args.positional.push_back(makeTuple(std::move(groups)));
    args.ranges.push_back(expr->range);
  }
  if (e.stopped())
    return Value();
  e.frames.here = expr->range;
  return e.frames.along(expr, [&] { return e.call(callee, args); });
}

Value evalCall(Elaborator &e, const ast::CallExpr *expr) {
  // super() needs the frame, annotate() a type.
  auto *name = dyn_cast<ast::NameExpr>(expr->callee);
  if (name && name->id == "super" && !e.frames.back().locals.count("super")) {
    CallArgs args;
    return e.evalArgs(expr, args) ? makeSuper(e, args.positional, expr->range)
                                  : Value();
  }
  Value callee = e.eval(expr->callee);
  if (e.stopped())
    return {};
  bool isAttribute = callee.text == "torch.jit.Attribute";
  if (callee.is(Kind::Builtin) &&
      (callee.text == "torch.jit.annotate" || callee.text == "typing.cast" ||
       (isAttribute && expr->args.size() == 2))) {
    if (expr->args.size() != 2)
      return e.error(expr->range, "annotate takes a type and a value");
    Type type = e.model.evalType(expr->args[isAttribute]);
    Value value = e.stopped() ? Value() : e.eval(expr->args[!isAttribute]);
    if (e.stopped())
      return {};
    // An attribute is what a scripted module makes of it.
    bool script = std::exchange(e.frames.back().script,
                                isAttribute || e.frames.back().script);
    value = e.types.convert(value, type, expr->range, "annotate");
    e.frames.back().script = script;
    return value;
  }
  if (callee.is(Kind::Builtin) && callee.text == "print")
    if (std::optional<Value> printed = printAll(e, expr))
      return *printed;
  // Here a generator expression has its items at once; in Python it has no end
  // to start from.
  bool isReversed = callee.is(Kind::Builtin) && callee.text == "reversed";
  if (isReversed && expr->args.size() == 1)
    if (auto *items = dyn_cast<ast::ComprehensionExpr>(expr->args.front());
        items && items->form == ast::ComprehensionKind::Generator)
      return e.fault("TypeError", expr->range,
                     "'generator' object is not reversible");
  CallArgs args;
  bool ignoresOrder =
      (callee.is(Kind::Builtin) &&
       llvm::is_contained({"sorted", "any", "all", "min", "max"},
                          callee.text)) ||
      (callee.is(Kind::Class) && callee.classInfo->has(ClassRole::Set));
  args.inAnyOrder = ignoresOrder && expr->keywords.empty() && !e.script();
  args.takesRest = true;
  if (!e.evalArgs(expr, args))
    return {};
  e.frames.here = expr->range;
  Value result = e.frames.along(expr, [&] {
    return args.rest ? callWithRest(e, callee, args) : e.call(callee, args);
  });
  // Python calls the function for one item after the other.
  bool isLazy = callee.is(Kind::Builtin) &&
                (callee.text == "map" || callee.text == "filter");
  if (isLazy && e.partlyRaised && !isTakenAtOnce(e, expr->range))
    return {};
  return result;
}

} // namespace tine::elaborate
