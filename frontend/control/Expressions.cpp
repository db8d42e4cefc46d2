//===- Expressions.cpp - Elaboration of expressions -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, literals, displays, calls, subscripts, f-strings and short-circuit
// operators.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/PythonNames.h"
#include "frontend/builtins/Registry.h"
#include "frontend/control/Attempts.h"
#include "frontend/control/Comprehensions.h"
#include "frontend/control/Elaborator.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/services/Cells.h"
#include "frontend/syntax/Liveness.h"

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

/// TorchScript does not see the numbers and strings of the file; false after an
/// error.
static bool isSeenByScript(Elaborator &e, const Value &value, StringRef name,
                           ast::Range range) {
  const Frame &frame = e.frames.back();
  if (!frame.script || frame.scope->isLibrary ||
      !(value.isNumber() || value.is(Kind::Str) || value.is(Kind::Tensor) ||
        value.is(Kind::List) || value.is(Kind::Dict)))
    return true;
  e.error(range, "'" + name +
                     "' is a global variable, which TorchScript cannot read; "
                     "pass it as an argument, or make it a constant of the "
                     "module");
  return false;
}

/// What Python has under a name that the program does not define; null if
/// nothing.
static Value builtinNamed(Elaborator &e, StringRef name) {
  static const std::set<StringRef> ofLibrary = {"set", "frozenset", "vars",
                                                "exit", "quit"};
  if (ofLibrary.count(name) && !e.script())
    return e.modules.library("_builtins")->globals.at(name.str());
  if (e.builtins().count(name.str()))
    return makeBuiltin(name);
  if (isException(name))
    return makeBuiltin(name);
  if (name == "NotImplemented" && !e.script())
    return makeBuiltin(name);
  if (name == "Ellipsis" && !e.script()) {
    Value dots;
    dots.kind = Kind::Ellipsis;
    return dots;
  }
  if (name == "__name__")
    return makeStr(e.frames.back().scope->moduleName);
  if (name == "__file__")
    return makeStr(e.frames.file().name());
  return {};
}

/// The error of a name that is not there.
static Value unknownName(Elaborator &e, StringRef name, ast::Range range) {
  const Frame &frame = e.frames.back();
  SmallVector<StringRef> names;
  for (auto &entry : frame.locals)
    names.push_back(entry.first);
  for (auto &entry : frame.scope->home().globals)
    names.push_back(entry.first);
  for (auto &entry : e.frames.front().locals)
    names.push_back(entry.first);
  for (auto &entry : frame.cells)
    names.push_back(entry.first);
  for (auto &entry : e.builtins())
    if (!StringRef(entry.first).contains('.'))
      names.push_back(entry.first);
  std::string unsupported = unsupportedBuiltin(name);
  bool isLocal = frame.function && !frame.isModule;
  // Once is enough.
  if (e.diagnoser.collecting) {
    Value failed;
    failed.kind = Kind::Undefined;
    failed.known = true;
    frame.scope->globals[name.str()] = failed;
  }
  // Python finds out when it runs.
  if (!frame.script && (isLocal || unsupported.empty()) &&
      setsName(frame.body.statements, name))
    return e.fault(isLocal ? "UnboundLocalError" : "NameError", range,
                   unsetText(name, isLocal));
  if (!unsupported.empty())
    return e.error(range, unsupported);
  std::string near = nearestName(name, names);
  return e.kindError(
      "NameError", range, "name '" + name + "' is not defined",
      "name '" + name + "' is not defined" +
          (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

Value Elaborator::lookup(StringRef name, ast::Range range) {
  Frame &frame = frames.back();
  const Value *found = nullptr;
  if (const ClassInfo *body = frame.classBody)
    if (auto it = body->members.find(attributeName(*this, name));
        it != body->members.end())
      return body->traits.isIntEnum ? makeInt(it->second.integer)
             : body->traits.isEnum && it->second.is(Kind::Tuple)
                 ? it->second.items[1]
                 : it->second;
  auto it = frame.locals.find(name.str());
  if (it != frame.locals.end())
    found = &it->second;
  if (std::optional<unsigned> object = cellOf(frame, name)) {
    Value value = readShared(*this, *object, name, range);
    if (stopped())
      return {};
    if (value)
      return isSeenByScript(*this, value, name, range) ? value : Value();
  }
  if (!found && frame.function && !frame.isModule) {
    // A name of the file; the program's own are the variables of its frame.
    if (const Frame *file = frames.moduleFrameOf(frame.scope)) {
      auto global = file->locals.find(name.str());
      if (global != file->locals.end())
        found = &global->second;
      else
        found = findVariable(*this, *file, name);
    } else if (std::optional<unsigned> object =
                   globalCell(*this, *frame.scope, name)) {
      Value value = readShared(*this, *object, name, range);
      if (stopped())
        return {};
      if (value)
        return isSeenByScript(*this, value, name, range) ? value : Value();
    }
  }
  if (!found) {
    const auto &globals = frame.scope->home().globals;
    auto global = globals.find(name.str());
    if (global != globals.end())
      found = &global->second;
    // Another module of the program may have set it.
    if (!frame.scope->isLibrary)
      if (const Value *open =
              objects.findOpen(frame.scope->home().moduleName + "." + name))
        found = open;
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
    auto loop = frame.body.setIn.find(name.str());
    if (loop != frame.body.setIn.end() &&
        decisions.unroll(loop->second,
                         "a variable that each iteration makes is "
                         "read behind the loop")) {
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
    return it != frame.locals.end() ||
                   isSeenByScript(*this, *found, name, range)
               ? *found
               : Value();
  }
  Value builtin = builtinNamed(*this, name);
  return builtin ? builtin : unknownName(*this, name, range);
}

/// `and` and `or`. They give an operand, or with `asBool` its truth.
static Value evalBoolOp(Elaborator &e, const ast::BoolOpExpr *op, bool asBool) {
  std::function<Value(size_t)> from = [&](size_t i) -> Value {
    auto operand = [&] {
      return asBool ? e.evalCondition(op->values[i]) : e.eval(op->values[i]);
    };
    Value value = operand();
    Value condition;
    // Operands that are known need no recursion.
    for (;; ++i, value = operand()) {
      if (e.stopped() || i + 1 == op->values.size())
        return e.stopped() ? Value() : value;
      condition = e.model.truth(value, op->values[i]->range);
      if (e.stopped())
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
      e.refine(op->values[i], op->isAnd);
      return from(i + 1);
    };
    auto done = [&] { return shortcut; };
    State before = e.save();
    Value result = op->isAnd
                       ? e.paths.select(condition.ssa, more, done, op->range)
                       : e.paths.select(condition.ssa, done, more, op->range);
    if (!e.stopped())
      for (auto &entry : before.locals)
        if (entry.second.is(Kind::Optional))
          e.frames.back().locals[entry.first] = entry.second;
    return result;
  };
  return from(0);
}

/// The keys and values of what stands behind `**`; false after an error.
static bool readMapping(Elaborator &e, const Value &value, ast::Range range,
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

/// `list(s)` of a set where nobody sees its order.
static Value evalInAnyOrder(Elaborator &e, const ast::Expr *arg) {
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

bool Elaborator::evalArgs(const ast::CallExpr *expr, CallArgs &args) {
  args.range = expr->range;
  for (const ast::Expr *arg : expr->args) {
    if (auto *star = dyn_cast<ast::StarredExpr>(arg)) {
      Value value = eval(star->value);
      if (!stopped())
        value = iterated(*this, value, arg->range);
      if (stopped())
        return false;
      if (!containers.staticItems(value, args.positional)) {
        if (decisions.keepItems(value))
          return false;
        error(
            arg->range,
            "'*' needs a list or tuple whose length is known at compile time");
        return false;
      }
      if (!budget.checkLength(args.positional.size(), arg->range,
                              "argument list"))
        return false;
      args.ranges.resize(args.positional.size(), arg->range);
      continue;
    }
    args.positional.push_back(args.inAnyOrder ? evalInAnyOrder(*this, arg)
                                              : eval(arg));
    args.ranges.push_back(arg->range);
    if (stopped())
      return false;
  }
  for (const ast::Keyword &keyword : expr->keywords) {
    Value value =
        isGlobalsArgument(keyword) ? frames.globalsHere() : eval(keyword.value);
    if (stopped())
      return false;
    if (!keyword.name.empty()) {
      args.keywords.push_back({keyword.name.str(), value});
      continue;
    }
    std::vector<Value> items;
    if (!readMapping(*this, value, keyword.value->range, items))
      return false;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      args.keywords.push_back({items[i].text, items[i + 1]});
  }
  return true;
}

static Value evalCall(Elaborator &e, const ast::CallExpr *expr) {
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
  // Here a generator expression has its items at once; in Python it has no end
  // to start from.
  bool isReversed = callee.is(Kind::Builtin) && callee.text == "reversed";
  if (isReversed && expr->args.size() == 1)
    if (auto *items = dyn_cast<ast::ComprehensionExpr>(expr->args.front());
        items && items->form == ast::ComprehensionKind::Generator)
      return e.fault("TypeError", expr->range,
                     "'generator' object is not reversible");
  CallArgs args;
  args.inAnyOrder = callee.is(Kind::Builtin) && callee.text == "sorted" &&
                    expr->keywords.empty() && !e.script();
  if (!e.evalArgs(expr, args))
    return {};
  e.frames.here = expr->range;
  return e.frames.along(expr, [&] { return e.call(callee, args); });
}

/// The text of a format specification in an f-string, whose fields are plain.
static Value evalSpec(Elaborator &e, const ast::FStringPart &part) {
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  for (const ast::FStringPart &piece : part.spec) {
    if (!piece.value) {
      addLiteral(pattern, piece.text);
      continue;
    }
    Value value = e.eval(piece.value);
    if (e.stopped())
      return {};
    if (piece.hasSpec)
      return e.error(piece.value->range,
                     "a field in a format specification is a plain one");
    if (!formatPattern(e, value, piece.conversion == 'r', piece.value->range,
                       pattern, leaves))
      return {};
  }
  return formatString(e, pattern, leaves, part.value->range);
}

static Value evalFString(Elaborator &e, const ast::FStringExpr *expr) {
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  for (const ast::FStringPart &part : expr->parts) {
    if (!part.value) {
      addLiteral(pattern, part.text);
      continue;
    }
    if (!part.text.empty())
      addLiteral(pattern, part.text); // `x=` of {x=}
    Value value = e.eval(part.value);
    if (e.stopped())
      return {};
    ast::Range range = part.value->range;
    if (e.script() && (part.hasSpec || part.conversion))
      return e.error(range, "format specifications are not supported in "
                            "TorchScript's f-strings");
    bool repr = part.conversion == 'r' ||
                (!part.text.empty() && !part.conversion && !part.hasSpec);
    if (!part.hasSpec && (repr || e.script())) {
      if (!formatPattern(e, value, repr, range, pattern, leaves))
        return {};
      continue;
    }
    Value spec = part.hasSpec ? evalSpec(e, part) : makeStr("");
    if (e.stopped() ||
        !formatField(e, value, part.conversion, spec, range, pattern, leaves))
      return {};
  }
  return formatString(e, pattern, leaves, expr->range);
}

static Value evalUnary(Elaborator &e, const ast::UnaryExpr *op) {
  // The one integer whose absolute value does not fit.
  auto *literal = dyn_cast<ast::IntExpr>(op->operand);
  if (op->op == ast::UnaryOp::Neg && literal && literal->fitsNegated)
    return makeInt(INT64_MIN);
  Value value = e.eval(op->operand);
  e.frames.here = op->range;
  return e.stopped() ? Value() : e.model.unary(op->op, value, op->range);
}

static Value evalBinary(Elaborator &e, const ast::BinaryExpr *op) {
  Value a = e.eval(op->lhs);
  Value c = e.eval(op->rhs);
  e.frames.here = op->range;
  return e.stopped() ? Value() : e.model.binary(op->op, a, c, op->range);
}

/// `a < b < c` from the operator of number `i` on, whose left operand is `lhs`.
static Value compareFrom(Elaborator &e, const ast::CompareExpr *op, size_t i,
                         Value lhs) {
  Value rhs, condition;
  // Comparisons that are known need no recursion.
  for (;; lhs = rhs, ++i) {
    rhs = e.eval(op->rhs[i]);
    e.frames.here = op->range;
    Value result = e.stopped()
                       ? Value()
                       : e.model.compare(op->ops[i], lhs, rhs, op->range);
    if (e.stopped() || i + 1 == op->ops.size())
      return result;
    condition = e.model.truth(result, op->range);
    if (e.stopped())
      return {};
    if (!condition.isConst())
      break;
    if (!condition.integer)
      return makeBool(false);
  }
  return e.paths.select(
      condition.ssa, [&] { return compareFrom(e, op, i + 1, rhs); },
      [&] { return makeBool(false); }, op->range);
}

static Value evalCompare(Elaborator &e, const ast::CompareExpr *op) {
  Value left = e.eval(op->lhs);
  return e.stopped() ? Value() : compareFrom(e, op, 0, left);
}

static Value evalIfElse(Elaborator &e, const ast::IfElseExpr *op) {
  Value condition = e.evalCondition(op->condition);
  if (e.stopped())
    return {};
  if (condition.isConst())
    return e.eval(condition.integer ? op->thenValue : op->elseValue);
  auto arm = [&](bool truth, const ast::Expr *value) {
    std::map<std::string, Value> saved = e.frames.back().locals;
    e.refine(op->condition, truth);
    Value result = e.eval(value);
    e.frames.back().locals = saved;
    return result;
  };
  return e.paths.select(
      condition.ssa, [&] { return arm(true, op->thenValue); },
      [&] { return arm(false, op->elseValue); }, op->range);
}

static Value evalAttribute(Elaborator &e, const ast::AttributeExpr *attribute) {
  Value base = e.eval(attribute->value);
  e.frames.here = attribute->range;
  return e.stopped()
             ? Value()
             : e.model.getAttribute(base, attributeName(e, attribute->name),
                                    attribute->range);
}

static Value evalSubscript(Elaborator &e, const ast::SubscriptExpr *expr) {
  Value base = e.eval(expr->value);
  if (e.stopped())
    return {};
  // Of a generic class the parameters say nothing here.
  if (base.is(Kind::Builtin) &&
      (base.text == "typing.Generic" || base.text == "typing.Protocol"))
    return base;
  if (base.is(Kind::Class) && !base.classInfo->traits.isEnum && !e.script()) {
    CallArgs args(expr->range);
    if (Value own = e.objects.findMember(base.classInfo, "__class_getitem__")) {
      args.positional = {e.eval(expr->index)};
      return e.stopped()
                 ? Value()
                 : e.call(bindMember(e, own, base, base.classInfo, expr->range),
                          args);
    }
    for (const ClassInfo *c : base.classInfo->order)
      if (c->abstractBases.count("typing.Generic") ||
          c->abstractBases.count("typing.Protocol") || c->scope->isLibrary)
        return base;
  }
  // List[int] and its like, as a value.
  if (base.is(Kind::TypeValue) ||
      (base.is(Kind::Builtin) && base.text.rfind("typing.", 0) == 0) ||
      (base.is(Kind::Builtin) &&
       (base.text == "list" || base.text == "dict" || base.text == "tuple" ||
        base.text == "torch.jit.Future"))) {
    Type type = e.model.evalType(expr);
    if (e.stopped())
      return {};
    Value value;
    value.kind = Kind::TypeValue;
    value.type = type;
    return value;
  }
  Value index = e.eval(expr->index);
  e.frames.here = expr->range;
  return e.stopped() ? Value() : e.model.subscript(base, index, expr->range);
}

static Value evalSlice(Elaborator &e, const ast::SliceExpr *s) {
  Value value;
  value.kind = Kind::Slice;
  for (const ast::Expr *part : {s->lower, s->upper, s->step}) {
    Value v = part ? e.eval(part) : Value();
    if (e.stopped())
      return {};
    value.items.push_back(v.is(Kind::None) ? Value() : v);
  }
  return value;
}

/// The elements of a display of a tuple or list; false after an error.
static bool evalElements(Elaborator &e, ArrayRef<const ast::Expr *> elements,
                         StringRef what, ast::Range range,
                         std::vector<Value> &items) {
  if (!e.budget.checkLength(elements.size(), range, what))
    return false;
  for (const ast::Expr *element : elements) {
    auto *star = dyn_cast<ast::StarredExpr>(element);
    Value value = e.eval(star ? star->value : element);
    if (star && !e.stopped())
      value = iterated(e, value, element->range);
    if (e.stopped())
      return false;
    if (!star) {
      items.push_back(value);
      continue;
    }
    if (!e.containers.staticItems(value, items)) {
      if (e.decisions.keepItems(value))
        return false;
      e.error(element->range,
              "'*' needs a list or tuple whose length is known at compile "
              "time");
      return false;
    }
    if (!e.budget.checkLength(items.size(), range, what))
      return false;
  }
  return true;
}

static Value evalDict(Elaborator &e, const ast::DictExpr *dict) {
  if (!e.budget.checkLength(dict->keys.size(), dict->range, "dict"))
    return {};
  std::vector<Value> items;
  for (auto [key, value] : llvm::zip(dict->keys, dict->values)) {
    if (!key) {
      Value other = e.eval(value);
      if (e.stopped() || !readMapping(e, other, value->range, items))
        return {};
      continue;
    }
    items.push_back(e.eval(key));
    items.push_back(e.eval(value));
    if (e.stopped())
      return {};
  }
  // Without annotation an empty dict holds tensors in TorchScript.
  bool tensors = e.script() && dict->keys.empty();
  return e.containers.newDict(
      std::move(items), tensors ? makeType(TypeKind::Str) : Type(),
      tensors ? makeTensorType({}) : Type(), dict, dict->range);
}

static Value evalSet(Elaborator &e, const ast::SetExpr *set) {
  if (e.script())
    return e.error(set->range,
                   "TorchScript has no sets; use a list, or a dict with True "
                   "as its values");
  std::vector<Value> items;
  return evalElements(e, set->elements, "set", set->range, items)
             ? makeSet(e, e.containers.newList(items, {}, nullptr, set->range),
                       set)
             : Value();
}

static Value evalLambda(Elaborator &e, const ast::LambdaExpr *lambda) {
  if (e.script())
    return e.error(
        lambda->range,
        "'lambda' is not supported in TorchScript; define a function");
  auto info = std::make_shared<FunctionInfo>();
  info->lambda = lambda;
  info->scope = e.frames.back().scope;
  info->name = "<lambda>";
  info->qualifiedName = e.classes.qualifiedName("<lambda>", nullptr);
  if (!info->scope->isLibrary)
    info->number = ++e.frames.functionCount;
  for (const ast::Param &p : info->lambda->params->params)
    if (p.defaultValue)
      info->defaults.push_back(e.eval(p.defaultValue));
  Value value;
  value.kind = Kind::Function;
  value.function = info;
  captureVariables(e, value);
  return e.stopped() ? Value() : value;
}

static Value evalWalrus(Elaborator &e, const ast::WalrusExpr *walrus) {
  if (e.script())
    return e.error(walrus->range,
                   "':=' is not supported in TorchScript; assign before");
  Value value = e.eval(walrus->value);
  if (e.stopped() || !e.assignName(walrus->target->id, value, walrus->range))
    return {};
  return value;
}

static Value evalUnchecked(Elaborator &e, const ast::Expr *expr) {
  e.frames.here = expr->range;
  switch (expr->kind) {
  case ast::ExprKind::Name:
    return e.lookup(cast<ast::NameExpr>(expr)->id, expr->range);
  case ast::ExprKind::Int: {
    auto *literal = cast<ast::IntExpr>(expr);
    if (literal->overflow)
      return e.error(expr->range, "this integer does not fit 64 bits");
    return makeInt(literal->value);
  }
  case ast::ExprKind::Float:
    return makeFloat(cast<ast::FloatExpr>(expr)->value);
  case ast::ExprKind::Imaginary:
    return e.error(expr->range, "complex numbers are not supported");
  case ast::ExprKind::String:
    if (cast<ast::StringExpr>(expr)->isBytes)
      return e.error(expr->range, "bytes are not supported; use a string");
    return makeStr(cast<ast::StringExpr>(expr)->value);
  case ast::ExprKind::FString:
    return evalFString(e, cast<ast::FStringExpr>(expr));
  case ast::ExprKind::Bool:
    return makeBool(cast<ast::BoolExpr>(expr)->value);
  case ast::ExprKind::None:
    return makeNone();
  case ast::ExprKind::Ellipsis: {
    Value value;
    value.kind = Kind::Ellipsis;
    return value;
  }
  case ast::ExprKind::Unary:
    return evalUnary(e, cast<ast::UnaryExpr>(expr));
  case ast::ExprKind::Binary:
    return evalBinary(e, cast<ast::BinaryExpr>(expr));
  case ast::ExprKind::BoolOp:
    return evalBoolOp(e, cast<ast::BoolOpExpr>(expr), e.script());
  case ast::ExprKind::Compare:
    return evalCompare(e, cast<ast::CompareExpr>(expr));
  case ast::ExprKind::IfElse:
    return evalIfElse(e, cast<ast::IfElseExpr>(expr));
  case ast::ExprKind::Call:
    return evalCall(e, cast<ast::CallExpr>(expr));
  case ast::ExprKind::Attribute:
    return evalAttribute(e, cast<ast::AttributeExpr>(expr));
  case ast::ExprKind::Subscript:
    return evalSubscript(e, cast<ast::SubscriptExpr>(expr));
  case ast::ExprKind::Slice:
    return evalSlice(e, cast<ast::SliceExpr>(expr));
  case ast::ExprKind::Tuple: {
    std::vector<Value> items;
    return evalElements(e, cast<ast::TupleExpr>(expr)->elements, "tuple",
                        expr->range, items)
               ? makeTuple(std::move(items))
               : Value();
  }
  case ast::ExprKind::List: {
    std::vector<Value> items;
    return evalElements(e, cast<ast::ListExpr>(expr)->elements, "list",
                        expr->range, items)
               ? e.containers.newList(std::move(items), {}, expr, expr->range)
               : Value();
  }
  case ast::ExprKind::Dict:
    return evalDict(e, cast<ast::DictExpr>(expr));
  case ast::ExprKind::Comprehension:
    return evalComprehension(e, cast<ast::ComprehensionExpr>(expr));
  case ast::ExprKind::Set:
    return evalSet(e, cast<ast::SetExpr>(expr));
  case ast::ExprKind::Lambda:
    return evalLambda(e, cast<ast::LambdaExpr>(expr));
  case ast::ExprKind::Walrus:
    return evalWalrus(e, cast<ast::WalrusExpr>(expr));
  case ast::ExprKind::Starred:
    return e.error(expr->range, "'*' is not allowed here");
  case ast::ExprKind::Await:
    return e.error(expr->range, "'await' is not supported; use torch.jit.wait");
  case ast::ExprKind::Yield:
    return e.error(expr->range,
                   "'yield' is supported as a statement of a function");
  }
  return e.error(expr->range, "this expression is not supported");
}

Value Elaborator::evalCondition(const ast::Expr *expr) {
  if (auto *op = dyn_cast<ast::BoolOpExpr>(expr))
    return evalBoolOp(*this, op, /*asBool=*/true);
  Value value = eval(expr);
  return stopped() ? Value() : model.truth(value, expr->range);
}

Value Elaborator::eval(const ast::Expr *expr) {
  if (stopped() || !budget.spend(expr->range))
    return {};
  Value value = evalUnchecked(*this, expr);
  if (stopped() || !objects.isUsable(value, expr->range))
    return {};
  return budget.checkValue(value, expr->range) ? value : Value();
}

} // namespace tine::elaborate
