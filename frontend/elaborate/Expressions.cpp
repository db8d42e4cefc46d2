//===- Expressions.cpp - Elaboration of expressions -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, literals, displays, comprehensions, subscripts and short-circuit
// operators.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Format.h"
#include "frontend/elaborate/control/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Python's message for a variable that has no value.
static std::string unsetText(StringRef name, bool isLocal) {
  return isLocal ? ("cannot access local variable '" + name +
                    "' where it is not associated with a value")
                       .str()
                 : ("name '" + name + "' is not defined").str();
}

Value Elaborator::setClass() { return library("_builtins")->globals.at("set"); }

bool Elaborator::isSet(const Value &value) {
  return value.is(Kind::Object) && get(value.id).classInfo->name == "set" &&
         get(value.id).classInfo->scope->isLibrary;
}

Value Elaborator::itemsOfSet(const Value &set, ast::Range range) {
  CallArgs none;
  none.range = range;
  return callMethod(set, "_in_any_order", none);
}

Value Elaborator::makeSet(const Value &items, const ast::Expr *expr) {
  CallArgs args;
  args.range = expr->range;
  args.positional = {items};
  return stopped ? Value()
                 : along(expr, [&] { return call(setClass(), args); });
}

Value Elaborator::lookup(StringRef name, ast::Range range) {
  Frame &frame = frames.back();
  const Value *found = nullptr;
  if (const ClassInfo *body = frame.classBody)
    if (auto it = body->members.find(name.str()); it != body->members.end())
      return body->isIntEnum ? makeInt(it->second.integer)
             : body->isEnum && it->second.is(Kind::Tuple) ? it->second.items[1]
                                                          : it->second;
  auto it = frame.locals.find(name.str());
  if (it != frame.locals.end())
    found = &it->second;
  if (!found && frame.function && !frame.isModule) {
    // A name of the file; the program's own are the variables of its frame.
    if (frame.scope == frames.front().scope) {
      auto global = frames.front().locals.find(name.str());
      if (global != frames.front().locals.end())
        found = &global->second;
    }
  }
  if (!found) {
    auto global = frame.scope->globals.find(name.str());
    if (global != frame.scope->globals.end())
      found = &global->second;
  }
  if (found && found->is(Kind::Maybe)) {
    bool isOwn = it != frame.locals.end();
    bool isLocal = isOwn && frame.function && !frame.isModule;
    Value value = found->items[0];
    mlir::Value isSet = found->ssa;
    check(isSet, isLocal ? "UnboundLocalError" : "NameError",
          unsetText(name, isLocal), range);
    // From here on it is set.
    if (isOwn && isSet.getParentBlock() == b.getInsertionBlock())
      frame.locals[name.str()] = value;
    return value;
  }
  // What each iteration makes, and exists at compile time only.
  if (found && found->is(Kind::Undefined) && !script()) {
    auto loop = frame.setIn.find(name.str());
    if (loop != frame.setIn.end() &&
        facts.unrolled.insert(loop->second).second) {
      requestRestart();
      return {};
    }
  }
  if (found && found->is(Kind::Undefined))
    return found->known ? failQuietly()
                        : error(range, "variable '" + name + "' " +
                                           (found->text.empty()
                                                ? "is not defined on every path"
                                                : found->text));
  if (found) {
    // TorchScript does not see the numbers and strings of the file.
    if (it == frame.locals.end() && frame.script && !frame.scope->isLibrary &&
        (found->isNumber() || found->is(Kind::Str) || found->is(Kind::Tensor) ||
         found->is(Kind::List) || found->is(Kind::Dict)))
      return error(range,
                   "'" + name +
                       "' is a global variable, which TorchScript cannot "
                       "read; pass it as an argument, or make it a "
                       "constant of the module");
    return *found;
  }
  if (name == "set" && !frame.script)
    return setClass();
  if (builtins().count(name.str()))
    return makeBuiltin(name);
  static const char *exceptions[] = {"Exception",         "ValueError",
                                     "RuntimeError",      "TypeError",
                                     "KeyError",          "IndexError",
                                     "AssertionError",    "NotImplementedError",
                                     "AttributeError",    "ArithmeticError",
                                     "ZeroDivisionError", "StopIteration",
                                     "OverflowError",     "NameError",
                                     "ImportError"};
  for (const char *exception : exceptions)
    if (name == exception)
      return makeBuiltin(name);
  if (name == "NotImplemented" && !frame.script)
    return makeBuiltin(name);
  if (name == "__name__")
    return makeStr(frame.scope->moduleName);
  if (name == "__file__")
    return makeStr(file().name());
  SmallVector<StringRef> names;
  for (auto &entry : frame.locals)
    names.push_back(entry.first);
  for (auto &entry : frame.scope->globals)
    names.push_back(entry.first);
  for (auto &entry : frames.front().locals)
    names.push_back(entry.first);
  for (auto &entry : builtins())
    if (!StringRef(entry.first).contains('.'))
      names.push_back(entry.first);
  // Python finds out when it runs.
  if (!frame.script && setsName(frame.body, name)) {
    bool isLocal = frame.function && !frame.isModule;
    return fault(isLocal ? "UnboundLocalError" : "NameError", range,
                 unsetText(name, isLocal));
  }
  std::string near = nearestName(name, names);
  return error(range,
               "name '" + name + "' is not defined" +
                   (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

/// `and` and `or`. They give an operand, or with `asBool` its truth.
Value Elaborator::evalBoolOp(const ast::BoolOpExpr *op, bool asBool) {
  std::function<Value(size_t)> from = [&](size_t i) -> Value {
    auto operand = [&] {
      return asBool ? evalCondition(op->values[i]) : eval(op->values[i]);
    };
    Value value = operand();
    Value condition;
    // Operands that are known need no recursion.
    for (;; ++i, value = operand()) {
      if (stopped || i + 1 == op->values.size())
        return stopped ? Value() : value;
      condition = truth(value, op->values[i]->range);
      if (stopped)
        return {};
      if (!condition.isConst())
        break;
      if (static_cast<bool>(condition.integer) != op->isAnd)
        return value;
    }
    // Python gives the operand, which matters where it is no bool.
    Value shortcut =
        value.is(Kind::Bool) || asBool ? makeBool(!op->isAnd) : value;
    auto more = [&]() -> Value {
      refine(op->values[i], op->isAnd);
      return from(i + 1);
    };
    auto done = [&] { return shortcut; };
    State before = save();
    Value result = op->isAnd ? select(condition.ssa, more, done, op->range)
                             : select(condition.ssa, done, more, op->range);
    if (!stopped)
      for (auto &entry : before.locals)
        if (entry.second.is(Kind::Optional))
          frames.back().locals[entry.first] = entry.second;
    return result;
  };
  return from(0);
}

Value Elaborator::evalCondition(const ast::Expr *expr) {
  if (auto *op = dyn_cast<ast::BoolOpExpr>(expr))
    return evalBoolOp(op, /*asBool=*/true);
  Value value = eval(expr);
  return stopped ? Value() : truth(value, expr->range);
}

Value Elaborator::eval(const ast::Expr *expr) {
  if (stopped || !spend(expr->range))
    return {};
  Value value = evalUnchecked(expr);
  if (stopped || !isUsable(value, expr->range))
    return {};
  return checkValue(value, expr->range) ? value : Value();
}

bool Elaborator::isUsable(const Value &value, ast::Range range) {
  const char *what = value.is(Kind::Tensor)   ? "this tensor "
                     : value.is(Kind::List)   ? "this list "
                     : value.is(Kind::Dict)   ? "this dict "
                     : value.is(Kind::Object) ? "this object "
                                              : nullptr;
  if (!what || get(value.id).conflict.empty())
    return true;
  if (!get(value.id).conflictDependsOnTripOnly || !unrollEnclosingLoop())
    error(range, what + get(value.id).conflict);
  return false;
}

Value Elaborator::evalUnchecked(const ast::Expr *expr) {
  here = expr->range;
  switch (expr->kind) {
  case ast::ExprKind::Name:
    return lookup(cast<ast::NameExpr>(expr)->id, expr->range);
  case ast::ExprKind::Int: {
    auto *literal = cast<ast::IntExpr>(expr);
    if (literal->overflow)
      return error(expr->range, "this integer does not fit 64 bits");
    return makeInt(literal->value);
  }
  case ast::ExprKind::Float:
    return makeFloat(cast<ast::FloatExpr>(expr)->value);
  case ast::ExprKind::Imaginary:
    return error(expr->range, "complex numbers are not supported");
  case ast::ExprKind::String:
    if (cast<ast::StringExpr>(expr)->isBytes)
      return error(expr->range, "bytes are not supported; use a string");
    return makeStr(cast<ast::StringExpr>(expr)->value);
  case ast::ExprKind::FString:
    return evalFString(cast<ast::FStringExpr>(expr));
  case ast::ExprKind::Bool:
    return makeBool(cast<ast::BoolExpr>(expr)->value);
  case ast::ExprKind::None:
    return makeNone();
  case ast::ExprKind::Ellipsis: {
    Value value;
    value.kind = Kind::Ellipsis;
    return value;
  }
  case ast::ExprKind::Unary: {
    auto *op = cast<ast::UnaryExpr>(expr);
    // The one integer whose absolute value does not fit.
    auto *literal = dyn_cast<ast::IntExpr>(op->operand);
    if (op->op == ast::UnaryOp::Neg && literal && literal->fitsNegated)
      return makeInt(INT64_MIN);
    Value value = eval(op->operand);
    here = expr->range;
    return stopped ? Value() : unary(op->op, value, expr->range);
  }
  case ast::ExprKind::Binary: {
    auto *op = cast<ast::BinaryExpr>(expr);
    Value a = eval(op->lhs);
    Value c = eval(op->rhs);
    here = expr->range;
    return stopped ? Value() : binary(op->op, a, c, expr->range);
  }
  case ast::ExprKind::BoolOp:
    return evalBoolOp(cast<ast::BoolOpExpr>(expr), script());
  case ast::ExprKind::Compare: {
    auto *op = cast<ast::CompareExpr>(expr);
    Value left = eval(op->lhs);
    std::function<Value(size_t, Value)> from = [&](size_t i,
                                                   Value lhs) -> Value {
      Value rhs, condition;
      for (;; lhs = rhs, ++i) {
        rhs = eval(op->rhs[i]);
        here = expr->range;
        Value result =
            stopped ? Value() : compare(op->ops[i], lhs, rhs, expr->range);
        if (stopped || i + 1 == op->ops.size())
          return result;
        condition = truth(result, expr->range);
        if (stopped)
          return {};
        if (!condition.isConst())
          break;
        if (!condition.integer)
          return makeBool(false);
      }
      return select(
          condition.ssa, [&] { return from(i + 1, rhs); },
          [&] { return makeBool(false); }, expr->range);
    };
    return stopped ? Value() : from(0, left);
  }
  case ast::ExprKind::IfElse: {
    auto *op = cast<ast::IfElseExpr>(expr);
    Value condition = evalCondition(op->condition);
    if (stopped)
      return {};
    if (condition.isConst())
      return eval(condition.integer ? op->thenValue : op->elseValue);
    auto arm = [&](bool truth, const ast::Expr *value) {
      std::map<std::string, Value> saved = frames.back().locals;
      refine(op->condition, truth);
      Value result = eval(value);
      frames.back().locals = saved;
      return result;
    };
    return select(
        condition.ssa, [&] { return arm(true, op->thenValue); },
        [&] { return arm(false, op->elseValue); }, expr->range);
  }
  case ast::ExprKind::Call:
    return evalCall(cast<ast::CallExpr>(expr));
  case ast::ExprKind::Attribute: {
    auto *attribute = cast<ast::AttributeExpr>(expr);
    Value base = eval(attribute->value);
    here = expr->range;
    return stopped ? Value() : getAttribute(base, attribute->name, expr->range);
  }
  case ast::ExprKind::Subscript:
    return evalSubscript(cast<ast::SubscriptExpr>(expr));
  case ast::ExprKind::Slice: {
    auto *s = cast<ast::SliceExpr>(expr);
    Value value;
    value.kind = Kind::Slice;
    for (const ast::Expr *part : {s->lower, s->upper, s->step}) {
      Value v = part ? eval(part) : Value();
      if (stopped)
        return {};
      value.items.push_back(v.is(Kind::None) ? Value() : v);
    }
    return value;
  }
  case ast::ExprKind::Tuple:
  case ast::ExprKind::List: {
    ArrayRef<const ast::Expr *> elements;
    if (auto *tuple = dyn_cast<ast::TupleExpr>(expr))
      elements = tuple->elements;
    else
      elements = cast<ast::ListExpr>(expr)->elements;
    StringRef what = isa<ast::TupleExpr>(expr) ? "tuple" : "list";
    if (!checkLength(elements.size(), expr->range, what))
      return {};
    std::vector<Value> items;
    for (const ast::Expr *e : elements) {
      if (auto *star = dyn_cast<ast::StarredExpr>(e)) {
        Value value = eval(star->value);
        if (stopped)
          return {};
        if (!staticItems(value, items))
          return error(e->range,
                       "'*' needs a list or tuple whose length is known at "
                       "compile time");
        if (!checkLength(items.size(), expr->range, what))
          return {};
        continue;
      }
      items.push_back(eval(e));
      if (stopped)
        return {};
    }
    if (isa<ast::TupleExpr>(expr))
      return makeTuple(std::move(items));
    return newList(std::move(items), {}, expr, expr->range);
  }
  case ast::ExprKind::Dict: {
    auto *dict = cast<ast::DictExpr>(expr);
    if (!checkLength(dict->keys.size(), expr->range, "dict"))
      return {};
    std::vector<Value> items;
    for (auto [key, value] : llvm::zip(dict->keys, dict->values)) {
      if (!key) {
        Value other = eval(value);
        if (stopped)
          return {};
        if (!other.is(Kind::Dict) || get(other.id).isRuntime)
          return error(value->range,
                       "'**' needs a dict that is known at compile time");
        if (!needsKeys(other, value->range) || !knowsOrder(other, value->range))
          return {};
        llvm::append_range(items, get(other.id).items);
        continue;
      }
      items.push_back(eval(key));
      items.push_back(eval(value));
      if (stopped)
        return {};
    }
    // Without annotation an empty dict holds tensors in TorchScript.
    bool tensors = script() && dict->keys.empty();
    return newDict(std::move(items), tensors ? makeType(TypeKind::Str) : Type(),
                   tensors ? makeTensorType({}) : Type(), expr, expr->range);
  }
  case ast::ExprKind::Comprehension:
    return evalComprehension(cast<ast::ComprehensionExpr>(expr));
  case ast::ExprKind::Set: {
    if (script())
      return error(expr->range,
                   "TorchScript has no sets; use a list, or a dict with True "
                   "as its values");
    std::vector<Value> items;
    for (const ast::Expr *element : cast<ast::SetExpr>(expr)->elements)
      items.push_back(eval(element));
    return stopped ? Value()
                   : makeSet(newList(items, {}, nullptr, expr->range), expr);
  }
  case ast::ExprKind::Lambda: {
    if (script())
      return error(
          expr->range,
          "'lambda' is not supported in TorchScript; define a function");
    auto info = std::make_shared<FunctionInfo>();
    info->lambda = cast<ast::LambdaExpr>(expr);
    info->scope = frames.back().scope;
    info->name = "<lambda>";
    for (const ast::Param &p : info->lambda->params->params)
      if (p.defaultValue)
        info->defaults.push_back(eval(p.defaultValue));
    Value value;
    value.kind = Kind::Function;
    value.function = info;
    // What it reads of the function around it is kept by value.
    Value captured = makeTuple({});
    if (!frames.back().isModule)
      for (auto &entry : frames.back().locals) {
        captured.items.push_back(makeStr(entry.first));
        captured.items.push_back(entry.second);
      }
    value.items.push_back(captured);
    return stopped ? Value() : value;
  }
  case ast::ExprKind::Walrus: {
    auto *walrus = cast<ast::WalrusExpr>(expr);
    if (script())
      return error(expr->range,
                   "':=' is not supported in TorchScript; assign before");
    Value value = eval(walrus->value);
    if (stopped || !assignName(walrus->target->id, value, expr->range))
      return {};
    return value;
  }
  case ast::ExprKind::Starred:
    return error(expr->range, "'*' is not allowed here");
  case ast::ExprKind::Await:
    return error(expr->range, "'await' is not supported; use torch.jit.wait");
  case ast::ExprKind::Yield:
    return error(expr->range, "'yield' is not supported; return a list");
  }
  return error(expr->range, "this expression is not supported");
}

Value Elaborator::evalSubscript(const ast::SubscriptExpr *expr) {
  Value base = eval(expr->value);
  if (stopped)
    return {};
  // List[int] and its like, as a value.
  if (base.is(Kind::TypeValue) ||
      (base.is(Kind::Builtin) && base.text.rfind("typing.", 0) == 0) ||
      (base.is(Kind::Builtin) &&
       (base.text == "list" || base.text == "dict" || base.text == "tuple" ||
        base.text == "torch.jit.Future"))) {
    Type type = evalType(expr);
    if (stopped)
      return {};
    Value value;
    value.kind = Kind::TypeValue;
    value.type = type;
    return value;
  }
  Value index = eval(expr->index);
  here = expr->range;
  return stopped ? Value() : subscript(base, index, expr->range);
}

Type Elaborator::elementTypeOfEmpty(const ast::ComprehensionExpr *expr,
                                    const Value &iterable) {
  Sequence sequence;
  if (!iterable.is(Kind::Range) &&
      !(iterable.is(Kind::List) && !get(iterable.id).isRuntime &&
        get(iterable.id).items.empty()))
    return {};
  if (!sequenceOf(iterable, here, sequence) || !sequence.length.isConst() ||
      sequence.length.integer)
    return {};
  // The element is elaborated for an imagined item, and dropped.
  Type itemType = iterable.is(Kind::Range) ? makeType(TypeKind::Int)
                                           : get(iterable.id).elementType;
  SmallVector<mlir::Type> leafList;
  if (!itemType || isPartial(itemType) || hasStatic(itemType) ||
      !leafTypes(itemType, leafList))
    return {};
  State before = save();
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  ScratchRegion scratch(context);
  b.createBlock(&scratch.get());
  ++conditional;
  SmallVector<mlir::Value> leaves;
  poison(itemType, leaves);
  ValueRange range = leaves;
  Type type;
  if (assign(expr->clauses[0].target, unflatten(itemType, range),
             expr->clauses[0].target->range)) {
    Value element = eval(expr->element);
    if (!stopped)
      type = typeOf(element);
  }
  --conditional;
  if (endDeadPath())
    type = {};
  restore(before);
  b.restoreInsertionPoint(outside);
  return type && !isPartial(type) && !hasStatic(type) ? type : Type();
}

Value Elaborator::evalComprehension(const ast::ComprehensionExpr *expr) {
  if (expr->form == ast::ComprehensionKind::Set && script())
    return error(expr->range, "TorchScript has no sets; use a list");
  if (script() &&
      (expr->clauses.size() != 1 || !expr->clauses[0].conditions.empty()))
    return error(
        expr->range,
        "a comprehension in TorchScript has one 'for' and no 'if'; write "
        "a loop");
  bool isDict = expr->form == ast::ComprehensionKind::Dict;
  Value result =
      isDict ? newDict({}, {}, {}, expr, expr->range)
             : newList({}, makeType(TypeKind::Unknown), expr, expr->range);
  if (stopped)
    return {};
  // The variables of a comprehension are its own.
  std::map<std::string, Value> outer;
  std::vector<llvm::StringRef> names;
  std::function<void(const ast::Expr *)> collect =
      [&](const ast::Expr *target) {
        if (auto *name = dyn_cast<ast::NameExpr>(target))
          names.push_back(name->id);
        if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
          for (const ast::Expr *item : tuple->elements)
            collect(item);
      };
  for (const ast::ComprehensionClause &clause : expr->clauses)
    collect(clause.target);
  for (llvm::StringRef name : names) {
    auto it = frames.back().locals.find(name.str());
    if (it != frames.back().locals.end())
      outer[name.str()] = it->second;
    frames.back().locals.erase(name.str());
  }
  std::function<Flow(size_t)> from = [&](size_t i) -> Flow {
    if (i == expr->clauses.size()) {
      if (isDict) {
        Value key = eval(expr->key);
        Value value = eval(expr->element);
        if (stopped || !dictSet(result, key, value, expr->range))
          return Flow::none();
        return {};
      }
      Value item = eval(expr->element);
      if (stopped || !listAppend(result, item, expr->element->range))
        return Flow::none();
      return {};
    }
    const ast::ComprehensionClause &clause = expr->clauses[i];
    Value iterable = eval(clause.iterable);
    if (stopped)
      return Flow::none();
    // The body for the loop's liveness: the expressions of the comprehension.
    ast::ExprStmt element, iterableStmt;
    element.value = expr->element;
    element.range = expr->range;
    std::vector<const ast::Stmt *> body{&element};
    std::vector<ast::ExprStmt> more(expr->clauses.size());
    for (auto [j, c] : llvm::enumerate(expr->clauses)) {
      if (j <= i)
        continue;
      more[j].value = c.iterable;
      more[j].range = c.iterable->range;
      body.push_back(&more[j]);
    }
    LoopSource source;
    source.node = &clause;
    source.body = body;
    source.range = expr->range;
    source.targets = names;
    if (facts.unrolled.count(site(expr))) {
      facts.unrolled.insert(site(&clause));
      if (keepKnown(iterable))
        return Flow::none();
    }
    here = clause.iterable->range;
    if (!isDict && i == 0 && script())
      if (Type type = elementTypeOfEmpty(expr, iterable))
        if (!get(result.id).isRuntime)
          mutate(result.id).elementType = type;
    if (stopped)
      return Flow::none();
    return iterate(iterable, source, [&](Value value) -> Flow {
      if (!assign(clause.target, value, clause.target->range))
        return Flow::none();
      std::function<Flow(size_t)> filter = [&](size_t k) -> Flow {
        if (k == clause.conditions.size())
          return from(i + 1);
        Value condition = evalCondition(clause.conditions[k]);
        if (stopped)
          return Flow::none();
        if (condition.isConst())
          return condition.integer ? filter(k + 1) : Flow();
        return branch(
            condition.ssa, [&] { return filter(k + 1); },
            []() -> Flow { return {}; }, expr->range);
      };
      return filter(0);
    });
  };
  from(0);
  for (llvm::StringRef name : names)
    frames.back().locals.erase(name.str());
  for (auto &entry : outer)
    frames.back().locals[entry.first] = entry.second;
  if (!stopped && expr->form == ast::ComprehensionKind::Set)
    return makeSet(result, expr);
  return stopped ? Value() : result;
}

bool Elaborator::evalArgs(const ast::CallExpr *expr, CallArgs &args) {
  args.range = expr->range;
  for (const ast::Expr *arg : expr->args) {
    if (auto *star = dyn_cast<ast::StarredExpr>(arg)) {
      Value value = eval(star->value);
      if (stopped)
        return false;
      if (!staticItems(value, args.positional)) {
        error(
            arg->range,
            "'*' needs a list or tuple whose length is known at compile time");
        return false;
      }
      if (!checkLength(args.positional.size(), arg->range, "argument list"))
        return false;
      args.ranges.resize(args.positional.size(), arg->range);
      continue;
    }
    args.positional.push_back(eval(arg));
    args.ranges.push_back(arg->range);
    if (stopped)
      return false;
  }
  for (const ast::Keyword &keyword : expr->keywords) {
    Value value = eval(keyword.value);
    if (stopped)
      return false;
    if (!keyword.name.empty()) {
      args.keywords.push_back({keyword.name.str(), value});
      continue;
    }
    if (!value.is(Kind::Dict) || get(value.id).isRuntime) {
      error(keyword.value->range,
            "'**' needs a dict that is known at compile time");
      return false;
    }
    if (!needsKeys(value, keyword.value->range) ||
        !knowsOrder(value, keyword.value->range))
      return false;
    const std::vector<Value> items = get(value.id).items;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      args.keywords.push_back({items[i].text, items[i + 1]});
  }
  return true;
}

Value Elaborator::evalCall(const ast::CallExpr *expr) {
  // super() needs the frame, annotate() a type.
  if (auto *name = dyn_cast<ast::NameExpr>(expr->callee)) {
    if (name->id == "super" && !frames.back().locals.count("super")) {
      Frame &frame = frames.back();
      if (!frame.owner || !frame.self)
        return error(expr->range, "super() is only possible in a method");
      Value value;
      value.kind = Kind::Builtin;
      value.text = "super";
      value.items = {frame.self};
      value.classInfo = const_cast<ClassInfo *>(frame.owner);
      return value;
    }
  }
  Value callee = eval(expr->callee);
  if (stopped)
    return {};
  bool isAttribute = callee.text == "torch.jit.Attribute";
  if (callee.is(Kind::Builtin) &&
      (callee.text == "torch.jit.annotate" || callee.text == "typing.cast" ||
       (isAttribute && expr->args.size() == 2))) {
    if (expr->args.size() != 2)
      return error(expr->range, "annotate takes a type and a value");
    Type type = evalType(expr->args[isAttribute]);
    Value value = stopped ? Value() : eval(expr->args[!isAttribute]);
    if (stopped)
      return {};
    // An attribute is what a scripted module makes of it.
    bool script = std::exchange(frames.back().script,
                                isAttribute || frames.back().script);
    value = convert(value, type, expr->range, "annotate");
    frames.back().script = script;
    return value;
  }
  CallArgs args;
  if (!evalArgs(expr, args))
    return {};
  here = expr->range;
  return along(expr, [&] { return call(callee, args); });
}

Value Elaborator::evalFString(const ast::FStringExpr *expr) {
  Value text = makeStr("");
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  for (const ast::FStringPart &part : expr->parts) {
    if (!part.value) {
      addLiteral(pattern, part.text);
      continue;
    }
    if (!part.text.empty())
      addLiteral(pattern, part.text); // `x=` of {x=}
    Value value = eval(part.value);
    if (stopped)
      return {};
    if (script() && (part.hasSpec || part.conversion))
      return error(part.value->range,
                   "format specifications are not supported in TorchScript's "
                   "f-strings");
    bool repr = part.conversion == 'r' ||
                (!part.text.empty() && !part.conversion && !part.hasSpec);
    if (!part.hasSpec) {
      bool fine =
          repr || script()
              ? formatPattern(value, repr, part.value->range, pattern, leaves)
              : formatField(*this, value, part.conversion, makeStr(""),
                            part.value->range, pattern, leaves);
      if (!fine)
        return {};
      continue;
    }
    std::string specPattern;
    SmallVector<mlir::Value> specLeaves;
    for (const ast::FStringPart &piece : part.spec) {
      if (!piece.value) {
        addLiteral(specPattern, piece.text);
        continue;
      }
      Value v = eval(piece.value);
      if (stopped)
        return {};
      if (piece.hasSpec)
        return error(piece.value->range,
                     "a field in a format specification is a plain one");
      if (!formatPattern(v, piece.conversion == 'r', piece.value->range,
                         specPattern, specLeaves))
        return {};
    }
    Value spec = formatString(specPattern, specLeaves, part.value->range);
    if (stopped || !formatField(*this, value, part.conversion, spec,
                                part.value->range, pattern, leaves))
      return {};
  }
  return formatString(pattern, leaves, expr->range);
}

} // namespace tine::elaborate
