//===- Statements.cpp - Elaboration of statements -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, assignments, branches, `with`, `raise`, `assert`, `del`, imports.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/control/Liveness.h"

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

Flow Elaborator::execNested(ast::Block block) {
  ++frames.back().depth;
  Flow flow = exec(block);
  Frame &frame = frames.back();
  --frame.depth;
  for (auto &entry : frame.defined)
    entry.second.depth = std::min(entry.second.depth, frame.depth);
  return flow;
}

Flow Elaborator::exec(ast::Block block) {
  for (size_t i = 0; i < block.size(); ++i) {
    const ast::Stmt *stmt = block[i];
    if (stopped)
      return Flow::none();
    if (!spend(stmt->range))
      return Flow::none();
    here = stmt->range;
    Checkpoint point = checkpoint();
    // What follows an `if` with return, break or continue runs in the arm that
    // falls through.
    if (auto *branchStmt = dyn_cast<ast::IfStmt>(stmt)) {
      bool abrupt =
          hasAbrupt(branchStmt->body) || hasAbrupt(branchStmt->orelse);
      Value condition = evalCondition(branchStmt->condition);
      if (recover(point, stmt))
        continue;
      if (stopped)
        return Flow::none();
      if (condition.isConst()) {
        ast::Block taken =
            condition.integer ? branchStmt->body : branchStmt->orelse;
        Flow flow = maybeStatic(branchStmt->condition) ? exec(taken)
                                                       : execNested(taken);
        if (stopped || flow.onlyNormal())
          continue;
        return sequence(
            flow, [&] { return exec(block.drop_front(i + 1)); }, stmt->range);
      }
      auto defined = frames.back().defined;
      std::map<std::string, Frame::Definition> byArm[2];
      auto arm = [&](bool truth, ast::Block body) {
        frames.back().defined = defined;
        refine(branchStmt->condition, truth);
        Flow flow = execNested(body);
        byArm[truth] = frames.back().defined;
        return flow;
      };
      bool thenFalls = canFallThrough(branchStmt->body);
      bool elseFalls = canFallThrough(branchStmt->orelse);
      if (abrupt && thenFalls != elseFalls) {
        ast::Block rest = block.drop_front(i + 1);
        auto withRest = [&](bool truth, ast::Block body, bool falls) -> Flow {
          Flow flow = arm(truth, body);
          if (!falls || stopped)
            return flow;
          return sequence(flow, [&] { return exec(rest); }, stmt->range);
        };
        return branch(
            condition.ssa,
            [&] { return withRest(true, branchStmt->body, thenFalls); },
            [&] { return withRest(false, branchStmt->orelse, elseFalls); },
            stmt->range);
      }
      Flow flow = branch(
          condition.ssa, [&] { return arm(true, branchStmt->body); },
          [&] { return arm(false, branchStmt->orelse); }, stmt->range);
      // What one of the arms alone defines is not known behind them.
      if (script() && !stopped) {
        frames.back().defined = byArm[thenFalls];
        if (thenFalls && elseFalls)
          for (auto &[name, definition] : byArm[true])
            if (!byArm[false].count(name))
              frames.back().defined.erase(name);
      }
      if (recover(point, stmt))
        continue;
      if (stopped)
        return Flow::none();
      // An arm that raises tells what holds behind the branch.
      if (!flow.dead() && !abrupt && thenFalls != elseFalls)
        refine(branchStmt->condition, thenFalls);
      if (flow.onlyNormal())
        continue;
      return sequence(
          flow, [&] { return exec(block.drop_front(i + 1)); }, stmt->range);
    }
    Flow flow = execStmt(stmt);
    if (recover(point, stmt))
      continue;
    if (stopped)
      return Flow::none();
    parameters.afterStatement(stmt->range);
    if (flow.onlyNormal())
      continue;
    return sequence(
        flow, [&] { return exec(block.drop_front(i + 1)); }, stmt->range);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

bool Elaborator::assignName(StringRef name, Value value, ast::Range range) {
  Frame &frame = frames.back();
  auto definition = frame.defined.find(name.str());
  bool inside = definition != frame.defined.end() &&
                definition->second.depth < frame.depth;
  // In the block that defined it a variable may get another type.
  auto declared = frame.declared.find(name.str());
  if (declared != frame.declared.end() && !inside &&
      definition != frame.defined.end()) {
    Type now = typeOf(value);
    if (declared->second->kind != now->kind && now->kind != TypeKind::Static &&
        declared->second->kind != TypeKind::Optional &&
        declared->second->kind != TypeKind::Unknown) {
      frame.declared.erase(declared);
      declared = frame.declared.end();
    }
  }
  if (declared != frame.declared.end()) {
    value =
        convert(value, declared->second, range, "the variable '" + name + "'");
    if (stopped)
      return false;
  } else if (frame.script && inside) {
    Type before = definition->second.type, now = typeOf(value);
    bool number = before->kind == TypeKind::Int ||
                  before->kind == TypeKind::Float ||
                  before->kind == TypeKind::Bool;
    bool simple = number || before->kind == TypeKind::Str ||
                  before->kind == TypeKind::None ||
                  before->kind == TypeKind::Tensor;
    if (number && before->kind != TypeKind::Bool &&
        now->kind == TypeKind::Tensor) {
      value = convert(value, before, range, "the variable '" + name + "'");
      if (stopped)
        return false;
    } else if (simple && before->kind != now->kind &&
               now->kind != TypeKind::Static) {
      error(range, "variable '" + name + "' previously had type '" +
                       toString(before) +
                       "' but is now being assigned a value of type '" +
                       toString(now) + "'; use another name");
      return false;
    }
  }
  if (frame.script && isDictView(value)) {
    value = listOfView(value, range);
    if (stopped)
      return false;
  }
  if (frame.script && !inside)
    frame.defined[name.str()] = {frame.depth, typeOf(value)};
  frame.locals[name.str()] = std::move(value);
  return true;
}

bool Elaborator::assign(const ast::Expr *target, Value value,
                        ast::Range range) {
  if (stopped)
    return false;
  if (auto *name = dyn_cast<ast::NameExpr>(target))
    return assignName(name->id, std::move(value), range);
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(target)) {
    Value base = eval(attribute->value);
    return !stopped &&
           setAttribute(base, attribute->name, value, attribute->range);
  }
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(target)) {
    Value base = eval(sub->value);
    Value index = stopped ? Value() : eval(sub->index);
    return !stopped && storeSubscript(base, index, value, sub->range);
  }
  ArrayRef<const ast::Expr *> targets;
  if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
    targets = tuple->elements;
  else if (auto *list = dyn_cast<ast::ListExpr>(target))
    targets = list->elements;
  else {
    error(target->range, "cannot assign to this expression");
    return false;
  }
  std::vector<Value> items;
  if (!staticItems(value, items)) {
    // A tensor or a list of run time is unpacked into as many values as there
    // are targets, and its length checked.
    Sequence sequence;
    if (stopped || !sequenceOf(value, range, sequence))
      return false;
    if (llvm::any_of(targets, [](const ast::Expr *e) {
          return isa<ast::StarredExpr>(e);
        })) {
      error(range, "cannot unpack with * a value whose length is not known at "
                   "compile time");
      return false;
    }
    int64_t want = targets.size();
    if (sequence.length.isConst()) {
      if (sequence.length.integer != want) {
        error(range, "expected " + Twine(want) + " values to unpack but got " +
                         Twine(sequence.length.integer));
        return false;
      }
    } else {
      check(arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::eq,
                                  ssa(sequence.length), constInt(want)),
            "ValueError", "expected " + Twine(want) + " values to unpack",
            range);
    }
    for (int64_t i = 0; i < want && !stopped; ++i)
      items.push_back(sequence.element(makeInt(i)));
    if (stopped)
      return false;
  }
  int star = -1;
  for (auto [i, t] : llvm::enumerate(targets))
    if (isa<ast::StarredExpr>(t))
      star = i;
  if (star < 0 ? items.size() != targets.size()
               : items.size() + 1 < targets.size()) {
    error(range, "expected " + Twine(targets.size() - (star >= 0)) +
                     " values to unpack but got " + Twine(items.size()));
    return false;
  }
  size_t next = 0;
  for (auto [i, t] : llvm::enumerate(targets)) {
    if (static_cast<int>(i) == star) {
      size_t count = items.size() - (targets.size() - 1);
      std::vector<Value> rest(items.begin() + next,
                              items.begin() + next + count);
      next += count;
      // Python makes a list, TorchScript keeps the tuple.
      Value list = script() && value.is(Kind::Tuple)
                       ? makeTuple(rest)
                       : newList(rest, {}, t, range);
      if (stopped || !assign(cast<ast::StarredExpr>(t)->value, list, range))
        return false;
      continue;
    }
    if (!assign(t, items[next++], range))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

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
    auto it = frames.back().locals.find(name->id.str());
    if (it != frames.back().locals.end() && isDictOrEmpty(it->second))
      it->second = Value(it->second.items[truth]);
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
  auto it = frames.back().locals.find(name->id.str());
  if (it == frames.back().locals.end() || !it->second.is(Kind::Optional))
    return;
  it->second = isNone ? makeNone() : Value(it->second.items[0]);
}

/// del values[lower:upper]
static bool deleteSlice(Elaborator &e, const Value &list, const Value &slice,
                        ast::Range range) {
  CallArgs none;
  none.range = range;
  auto absent = [](const Value &v) { return !v || v.is(Kind::None); };
  if (llvm::all_of(slice.items, absent)) {
    e.listMethod(list, "clear", none);
    return !e.stopped;
  }
  bool known = !e.get(list.id).isRuntime && absent(slice.items[2]) &&
               llvm::all_of(slice.items, [&](const Value &v) {
                 return absent(v) || (v.is(Kind::Int) && v.isConst());
               });
  if (!known) {
    e.error(range, "'del' of a part of a list whose length or bounds depend on "
                   "the run is not supported; assign the part that stays");
    return false;
  }
  std::vector<Value> &items = e.mutate(list.id).items;
  auto size = static_cast<int64_t>(items.size());
  auto bound = [&](const Value &v, int64_t otherwise) {
    if (absent(v))
      return otherwise;
    int64_t at = v.integer < 0 ? v.integer + size : v.integer;
    return std::clamp<int64_t>(at, 0, size);
  };
  int64_t lower = bound(slice.items[0], 0);
  int64_t upper = std::max(lower, bound(slice.items[1], size));
  items.erase(items.begin() + lower, items.begin() + upper);
  return true;
}

static bool isDocstring(const ast::Expr *expr) {
  return isa<ast::StringExpr>(expr);
}

Flow Elaborator::execStmt(const ast::Stmt *stmt) {
  auto fail = [&](const Twine &message) {
    error(stmt->range, message);
    return Flow::none();
  };
  switch (stmt->kind) {
  case ast::StmtKind::Expr: {
    auto *expr = cast<ast::ExprStmt>(stmt)->value;
    if (isDocstring(expr))
      return {};
    size_t older = heap.size();
    Value value = eval(expr);
    if (stopped)
      return Flow::none();
    // A result that the program drops is still computed; what was changed in
    // place is not dropped.
    if (value.is(Kind::Tensor) && !script() && frames.back().isModule &&
        get(value.id).storage >= older)
      KeepOp::create(b, loc(stmt->range), ValueRange{read(value)});
    return {};
  }
  case ast::StmtKind::Assign: {
    auto *assignment = cast<ast::AssignStmt>(stmt);
    Value value = eval(assignment->value);
    if (stopped)
      return Flow::none();
    if (assignment->typeComment) {
      Type type = evalType(assignment->typeComment);
      if (stopped)
        return Flow::none();
      value = convert(value, type, assignment->value->range, "this assignment");
    }
    for (const ast::Expr *target : assignment->targets)
      if (!assign(target, value, assignment->value->range))
        return Flow::none();
    return {};
  }
  case ast::StmtKind::AnnAssign: {
    auto *assignment = cast<ast::AnnAssignStmt>(stmt);
    auto *name = dyn_cast<ast::NameExpr>(assignment->target);
    Type type;
    if (script() || !frames.back().isModule) {
      type = evalType(assignment->annotation);
      if (stopped)
        return Flow::none();
    }
    if (!assignment->value) {
      if (name && type && script())
        frames.back().declared[name->id.str()] = type;
      return {};
    }
    Value value = eval(assignment->value);
    if (stopped)
      return Flow::none();
    if (type)
      value = convert(value, type, assignment->value->range,
                      name ? "the variable '" + name->id + "'"
                           : Twine("this attribute"));
    if (stopped)
      return Flow::none();
    if (name && type && script())
      frames.back().declared[name->id.str()] = type;
    if (!assign(assignment->target, value, assignment->value->range))
      return Flow::none();
    return {};
  }
  case ast::StmtKind::AugAssign: {
    auto *assignment = cast<ast::AugAssignStmt>(stmt);
    // The target's parts are evaluated once.
    if (auto *sub = dyn_cast<ast::SubscriptExpr>(assignment->target)) {
      Value base = eval(sub->value);
      Value index = stopped ? Value() : eval(sub->index);
      Value old = stopped ? Value() : subscript(base, index, sub->range);
      Value operand = stopped ? Value() : eval(assignment->value);
      here = stmt->range;
      Value value = stopped
                        ? Value()
                        : inplace(assignment->op, old, operand, stmt->range);
      if (stopped)
        return Flow::none();
      // A view was written through.
      bool isView = base.is(Kind::Tensor) && value.is(Kind::Tensor) &&
                    value.id == old.id &&
                    get(old.id).storage == get(base.id).storage;
      if (!isView && !storeSubscript(base, index, value, sub->range))
        return Flow::none();
      return {};
    }
    if (auto *attribute = dyn_cast<ast::AttributeExpr>(assignment->target)) {
      Value base = eval(attribute->value);
      Value old = stopped
                      ? Value()
                      : getAttribute(base, attribute->name, attribute->range);
      Value operand = stopped ? Value() : eval(assignment->value);
      here = stmt->range;
      Value value = stopped
                        ? Value()
                        : inplace(assignment->op, old, operand, stmt->range);
      if (stopped ||
          !setAttribute(base, attribute->name, value, attribute->range))
        return Flow::none();
      return {};
    }
    Value old = eval(assignment->target);
    Value operand = stopped ? Value() : eval(assignment->value);
    here = stmt->range;
    Value value =
        stopped ? Value() : inplace(assignment->op, old, operand, stmt->range);
    if (stopped)
      return Flow::none();
    if (!assign(assignment->target, value, stmt->range))
      return Flow::none();
    return {};
  }
  case ast::StmtKind::Return: {
    auto *ret = cast<ast::ReturnStmt>(stmt);
    if (frames.back().isModule)
      return fail("'return' outside a function");
    Value value = ret->value ? eval(ret->value) : makeNone();
    if (stopped)
      return Flow::none();
    if (frames.back().returnType)
      value = convert(value, frames.back().returnType, ret->range,
                      "the return value");
    if (stopped)
      return Flow::none();
    Frame &frame = frames.back();
    if (frame.script && isDictView(value))
      value = listOfView(value, ret->range);
    if (stopped)
      return Flow::none();
    if (frame.script && !frame.returnType) {
      // What TorchScript infers is one type.
      Type now = typeOf(value);
      auto simple = [](const Type &type) {
        return type->kind == TypeKind::Int || type->kind == TypeKind::Float ||
               type->kind == TypeKind::Bool || type->kind == TypeKind::Str ||
               type->kind == TypeKind::Tensor;
      };
      if (!frame.returned)
        frame.returned = now;
      else if (simple(now) && simple(frame.returned) &&
               now->kind != frame.returned->kind)
        return fail("the previous 'return' gave a value of type '" +
                    toString(frame.returned) +
                    "' but this one gives a value of type '" + toString(now) +
                    "'");
    }
    Flow flow = Flow::none();
    flow.returns = true;
    flow.result = value;
    return flow;
  }
  case ast::StmtKind::If:
    return exec(ast::Block(stmt));
  case ast::StmtKind::While:
    return execWhile(cast<ast::WhileStmt>(stmt));
  case ast::StmtKind::For:
    return execFor(cast<ast::ForStmt>(stmt));
  case ast::StmtKind::Break: {
    Flow flow = Flow::none();
    flow.breaks = true;
    if (!frames.back().elseFlags.empty() &&
        !frames.back().elseFlags.back().empty())
      frames.back().locals[frames.back().elseFlags.back()] = makeBool(false);
    return flow;
  }
  case ast::StmtKind::Continue: {
    Flow flow = Flow::none();
    flow.continues = true;
    return flow;
  }
  case ast::StmtKind::Pass:
  case ast::StmtKind::Import:
  case ast::StmtKind::ImportFrom:
    break;
  case ast::StmtKind::Raise: {
    auto *raise = cast<ast::RaiseStmt>(stmt);
    if (!raise->exception)
      return fail("a bare 'raise' is not supported; name the exception");
    std::string kind = "RuntimeError";
    Value message = makeStr("");
    const ast::Expr *exception = raise->exception;
    if (auto *callExpr = dyn_cast<ast::CallExpr>(exception)) {
      Value callee = eval(callExpr->callee);
      if (stopped)
        return Flow::none();
      kind = callee.is(Kind::Class)     ? callee.classInfo->name
             : callee.is(Kind::Builtin) ? callee.text
                                        : kind;
      CallArgs args;
      if (!evalArgs(callExpr, args))
        return Flow::none();
      if (args.positional.size() == 1)
        message = toText(args.positional[0], callExpr->range);
      else if (args.positional.size() > 1)
        message = toText(makeTuple(args.positional), callExpr->range);
    } else {
      Value value = eval(exception);
      if (stopped)
        return Flow::none();
      if (value.is(Kind::Class))
        kind = value.classInfo->name;
      else if (value.is(Kind::Builtin))
        kind = value.text;
      else
        return fail("only exceptions can be raised");
    }
    if (stopped)
      return Flow::none();
    RaiseOp::create(b, loc(stmt->range), b.getStringAttr(kind), ssa(message));
    return Flow::none();
  }
  case ast::StmtKind::Assert: {
    auto *assertion = cast<ast::AssertStmt>(stmt);
    Value condition = evalCondition(assertion->condition);
    if (stopped)
      return Flow::none();
    if (condition.isConst() && condition.integer)
      return {};
    auto fails = [&]() -> Flow {
      Value message =
          assertion->message ? eval(assertion->message) : makeStr("");
      if (!stopped)
        message = toText(message, stmt->range);
      if (stopped)
        return Flow::none();
      RaiseOp::create(b, loc(stmt->range), b.getStringAttr("AssertionError"),
                      ssa(message));
      return Flow::none();
    };
    if (condition.isConst())
      return fails();
    branch(
        condition.ssa,
        [&]() -> Flow {
          refine(assertion->condition, true);
          return {};
        },
        fails, stmt->range);
    if (!stopped)
      refine(assertion->condition, true);
    return stopped ? Flow::none() : Flow();
  }
  case ast::StmtKind::Delete:
    for (const ast::Expr *target : cast<ast::DeleteStmt>(stmt)->targets) {
      if (auto *name = dyn_cast<ast::NameExpr>(target)) {
        // It may not be set.
        auto variable = frames.back().locals.find(name->id.str());
        if (variable != frames.back().locals.end() &&
            variable->second.is(Kind::Maybe)) {
          lookup(name->id, target->range);
          if (stopped)
            return Flow::none();
        }
        if (!frames.back().locals.erase(name->id.str()))
          return fail("name '" + name->id + "' is not defined");
        frames.back().defined.erase(name->id.str());
        continue;
      }
      if (auto *attribute = dyn_cast<ast::AttributeExpr>(target)) {
        Value base = eval(attribute->value);
        if (stopped || !deleteAttribute(base, attribute->name, target->range))
          return Flow::none();
        continue;
      }
      auto *sub = dyn_cast<ast::SubscriptExpr>(target);
      if (!sub)
        return fail("'del' takes variables and elements of lists and dicts");
      Value base = eval(sub->value);
      CallArgs args;
      args.range = target->range;
      if (!stopped)
        args.positional.push_back(eval(sub->index));
      if (stopped)
        return Flow::none();
      if (base.is(Kind::Object)) {
        callMethod(base, "__delitem__", args);
        if (stopped)
          return Flow::none();
        continue;
      }
      if (!base.is(Kind::List) && !base.is(Kind::Dict))
        return fail("'del' takes variables and elements of lists and dicts");
      if (base.is(Kind::List) && args.positional[0].is(Kind::Slice)) {
        if (!deleteSlice(*this, base, args.positional[0], target->range))
          return Flow::none();
        continue;
      }
      base.is(Kind::List) ? listMethod(base, "pop", args)
                          : dictMethod(base, "pop", args);
      if (stopped)
        return Flow::none();
    }
    return {};
  case ast::StmtKind::With: {
    auto *with = cast<ast::WithStmt>(stmt);
    if (with->isAsync)
      return fail("'async with' is not supported");
    struct Entered {
      Value manager;
      std::optional<GradMode> grad{}; // to go back to
    };
    std::vector<Entered> entered;
    for (const ast::WithItem &item : with->items) {
      Value manager = eval(item.context);
      if (stopped)
        return Flow::none();
      Entered e{manager};
      Value bound = manager;
      if (manager.is(Kind::Iterator) &&
          StringRef(manager.text).starts_with("grad:")) {
        e.grad = gradMode;
        if (!manager.items.empty())
          e.grad = manager.items.front().integer ? GradMode::On : GradMode::Off;
        gradMode = manager.text == "grad:on" ? GradMode::On : GradMode::Off;
      } else if (manager.is(Kind::Iterator) && manager.text == "nothing") {
        // profiler.record_function and their like do nothing here.
      } else if (manager.is(Kind::Object)) {
        CallArgs args;
        args.range = item.context->range;
        bound = callMethod(manager, "__enter__", args);
      } else {
        error(item.context->range, "a value of type '" +
                                       toString(typeOf(manager)) +
                                       "' cannot be used in 'with'");
      }
      if (stopped ||
          (item.target && !assign(item.target, bound, item.context->range)))
        return Flow::none();
      entered.push_back(e);
    }
    Flow flow = exec(with->body);
    if (stopped)
      return Flow::none();
    for (Entered &e : llvm::reverse(entered)) {
      if (e.grad) {
        gradMode = *e.grad;
        continue;
      }
      if (!e.manager.is(Kind::Object) || flow.dead())
        continue;
      CallArgs args;
      args.range = stmt->range;
      args.positional = {makeNone(), makeNone(), makeNone()};
      callMethod(e.manager, "__exit__", args);
      if (stopped)
        return Flow::none();
    }
    return flow;
  }
  case ast::StmtKind::FunctionDef: {
    auto *def = cast<ast::FunctionDefStmt>(stmt);
    if (script())
      return fail(
          "nested functions are not supported in TorchScript; define '" +
          def->name + "' at module level");
    Value function = defineFunction(def, nullptr);
    if (stopped || !assignName(def->name, function, def->nameRange))
      return Flow::none();
    return {};
  }
  case ast::StmtKind::ClassDef: {
    auto *def = cast<ast::ClassDefStmt>(stmt);
    Value classValue = defineClass(def);
    if (stopped || !assignName(def->name, classValue, def->nameRange))
      return Flow::none();
    return {};
  }
  case ast::StmtKind::Try:
    return fail("'try' is not supported: test for the error before the call");
  case ast::StmtKind::Global:
  case ast::StmtKind::Nonlocal:
    return fail(
        "'global' and 'nonlocal' are not supported: pass the value and return "
        "the new one");
  case ast::StmtKind::Match:
    return fail("'match' is not supported: use 'if' and 'elif'");
  }

  // Imports bind names; nothing is executed.
  auto bindImport = [&](const ast::ImportAlias &alias, StringRef qualifiedName,
                        StringRef local) -> bool {
    Value value = qualified(qualifiedName);
    auto [owner, name] = qualifiedName.rsplit('.');
    while (!value && !name.empty() && !qualified(owner))
      std::tie(owner, name) = owner.rsplit('.');
    if (!value && !name.empty()) {
      error(alias.range,
            "'" + owner + "' has no '" + name + "' that Tine supports");
      return false;
    }
    if (!value) {
      error(alias.range,
            "cannot find '" + qualifiedName +
                "'; available are torch, typing, math, time, collections, "
                "copy, enum and dataclasses");
      return false;
    }
    return assignName(local, value, alias.range);
  };
  if (auto *import = dyn_cast<ast::ImportStmt>(stmt)) {
    for (const ast::ImportAlias &alias : import->names) {
      if (!alias.asName.empty()) {
        if (!bindImport(alias, alias.name, alias.asName))
          return Flow::none();
        continue;
      }
      if (!qualified(alias.name)) {
        bindImport(alias, alias.name, alias.name);
        return Flow::none();
      }
      // `import a.b` binds a.
      StringRef first = alias.name.split('.').first;
      if (!bindImport(alias, first, first))
        return Flow::none();
    }
  }
  if (auto *import = dyn_cast<ast::ImportFromStmt>(stmt)) {
    if (import->level)
      return fail("relative imports are not supported: a program is one file");
    if (import->module == "__future__")
      return {};
    for (const ast::ImportAlias &alias : import->names) {
      if (alias.name == "*")
        return fail("'from ... import *' is not supported: name what is used");
      std::string name = (import->module + "." + alias.name).str();
      if (!bindImport(alias, name,
                      alias.asName.empty() ? alias.name : alias.asName))
        return Flow::none();
    }
  }
  return {};
}

} // namespace tine::elaborate
