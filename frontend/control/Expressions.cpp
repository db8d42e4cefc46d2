//===- Expressions.cpp - Elaboration of expressions -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Literals, displays, subscripts, f-strings and short-circuit operators. Names
// are in Lookup.cpp, calls in CallExpressions.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Methods.h"
#include "frontend/control/Attempts.h"
#include "frontend/control/CallExpressions.h"
#include "frontend/control/Comprehensions.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/StarredArguments.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Choices.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// `and` and `or`. They give an operand, or with `asBool` its truth.
class BoolOperands {
public:
  BoolOperands(Elaborator &e, const ast::BoolOpExpr *op, bool asBool)
      : e(e), op(op), asBool(asBool) {}

  /// The operands from number `i` on.
  Value from(size_t i) { return behind(i, operand(i)); }

private:
  Value operand(size_t i) {
    const ast::Expr *expr = op->values[i];
    if (i > 0 && e.isWhole(op->range))
      return evalWhole(e, expr, asBool);
    return asBool ? e.evalCondition(expr) : e.eval(expr);
  }

  /// Operand number `i`, which has the value, and those behind it.
  Value behind(size_t i, Value value) {
    Value condition;
    // Operands that are known need no recursion.
    for (;; value = operand(++i)) {
      if (e.stopped() || i + 1 == op->values.size())
        return e.stopped() ? Value() : value;
      if (e.partlyRaised)
        return unlessRaised(e, [&] { return behind(i, value); }, op->range);
      condition = e.model.truth(value, op->values[i]->range);
      if (e.stopped())
        return {};
      if (!condition.isConst())
        return choose(i, value, condition);
      if (static_cast<bool>(condition.integer) != op->isAnd)
        return value;
    }
  }

  /// Only the run knows whether those behind operand number `i` count.
  Value choose(size_t i, const Value &value, const Value &condition) {
    // Python gives the operand, which matters where it is no bool.
    Value shortcut =
        value.is(Kind::Bool) || asBool ? makeBool(!op->isAnd) : value;
    // What is true is not None.
    if (!op->isAnd && shortcut.is(Kind::Optional))
      shortcut = Value(shortcut.items[0]);
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
  }

  Elaborator &e;
  const ast::BoolOpExpr *op;
  bool asBool;
};

} // namespace

static Value evalBoolOp(Elaborator &e, const ast::BoolOpExpr *op, bool asBool) {
  return BoolOperands(e, op, asBool).from(0);
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
  auto valueOf = [&](const ast::Expr *value) {
    return e.isWhole(op->range) ? evalWhole(e, value) : e.eval(value);
  };
  if (condition.isConst())
    return valueOf(condition.integer ? op->thenValue : op->elseValue);
  auto arm = [&](bool truth, const ast::Expr *value) {
    std::map<std::string, Value> saved = e.frames.back().locals;
    e.refine(op->condition, truth);
    Value result = valueOf(value);
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

/// What stands behind `*` in a display: its items are added to the last of the
/// groups; a list of the run is one. False after an error.
static bool addStarred(Elaborator &e, const ast::StarredExpr *star,
                       StringRef what, std::vector<Value> &groups) {
  Value value = e.eval(star->value);
  if (!e.stopped())
    value = iterated(e, value, star->range, /*keepsIterators=*/false,
                     /*takesAll=*/true);
  if (e.stopped())
    return false;
  if (e.containers.staticItems(value, groups.back().items))
    return e.budget.checkLength(groups.back().items.size(), star->range, what);
  if (e.decisions.keepItems(value))
    return false;
  Value list = listOfRun(e, value);
  if (!list) {
    e.error(star->range, "'*' needs a list or tuple whose length is known at "
                         "compile time");
    return false;
  }
  groups.push_back(list);
  groups.push_back(makeTuple({}));
  return true;
}

/// A display of a tuple, list or set, which `make` makes of its elements.
static Value evalDisplay(Elaborator &e, ArrayRef<const ast::Expr *> elements,
                         StringRef what, ast::Range range,
                         function_ref<Value(std::vector<Value>)> make) {
  if (!e.budget.checkLength(elements.size(), range, what))
    return {};
  std::vector<Value> groups{makeTuple({})};
  for (const ast::Expr *element : elements) {
    if (auto *star = dyn_cast<ast::StarredExpr>(element)) {
      if (!addStarred(e, star, what, groups))
        return {};
      continue;
    }
    Value value = e.eval(element);
    if (e.stopped())
      return {};
    groups.back().items.push_back(value);
  }
  if (groups.size() == 1)
    return make(std::move(groups[0].items));
  return e.callLibrary(what == "tuple" ? "_tuples.joined"
                                       : "_tuples.joined_list",
                       {makeTuple(std::move(groups))}, range);
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
  Value items = evalDisplay(
      e, set->elements, "set", set->range, [&](std::vector<Value> known) {
        return e.containers.newList(std::move(known), {}, nullptr, set->range);
      });
  return e.stopped() ? Value() : makeSet(e, items, set);
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

static Value evalBytes(Elaborator &e, const ast::StringExpr *literal) {
  if (e.script())
    return e.error(literal->range, "bytes are not supported; use a string");
  return e.run.callLibrary("_bytes.of_raw", {makeStr(literal->value)},
                           literal->range);
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
      return evalBytes(e, cast<ast::StringExpr>(expr));
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
  case ast::ExprKind::Tuple:
    return evalDisplay(
        e, cast<ast::TupleExpr>(expr)->elements, "tuple", expr->range,
        [](std::vector<Value> items) { return makeTuple(std::move(items)); });
  case ast::ExprKind::List:
    return evalDisplay(e, cast<ast::ListExpr>(expr)->elements, "list",
                       expr->range, [&](std::vector<Value> items) {
                         return e.containers.newList(std::move(items), {}, expr,
                                                     expr->range);
                       });
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

/// What a step has computed of the expression; null if none has.
static const Value *keptOf(Elaborator &e, const ast::Expr *expr) {
  const auto &kept = e.frames.back().body.kept;
  auto found = kept.find(expr);
  return found == kept.end() ? nullptr : &found->second;
}

Value Elaborator::evalCondition(const ast::Expr *expr) {
  if (const Value *kept = stopped() ? nullptr : keptOf(*this, expr))
    return model.truth(Value(*kept), expr->range);
  if (auto *op = dyn_cast<ast::BoolOpExpr>(expr))
    return evalBoolOp(*this, op, /*asBool=*/true);
  Value value = eval(expr);
  return stopped() ? Value() : model.truth(value, expr->range);
}

/// What the arms around know of a value that is one of two, or may be None.
static Value knownInArm(Elaborator &e, Value value) {
  bool mayBeNone = value.is(Kind::Optional) && !e.script();
  while (isOfOpenKind(e, value) || mayBeNone) {
    std::optional<bool> first = e.numbers.isKnownTo(value.ssa);
    if (!first)
      break;
    value =
        mayBeNone && !*first ? makeNone() : Value(value.items[*first ? 0 : 1]);
    mayBeNone = false;
  }
  return value;
}

Value Elaborator::eval(const ast::Expr *expr) {
  if (stopped() || !budget.spend(expr->range))
    return {};
  if (const Value *kept = keptOf(*this, expr))
    return *kept;
  Value value = evalUnchecked(*this, expr);
  if (stopped())
    return {};
  value = knownInArm(*this, std::move(value));
  if (program.outside.any())
    program.outside.noteValue(value);
  if (!objects.isUsable(value, expr->range))
    return {};
  return budget.checkValue(value, expr->range) ? value : Value();
}

} // namespace tine::elaborate
