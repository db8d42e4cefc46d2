//===- Assignments.cpp - Statements that set and delete -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assignment to variables, attributes and elements, one or several, and `del`.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/control/Declarations.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/Statements.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/TypeNames.h"
#include "frontend/syntax/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

bool Elaborator::assignName(StringRef name, Value value, ast::Range range) {
  Frame &frame = frames.back();
  auto definition = frame.types.defined.find(name.str());
  bool inside = definition != frame.types.defined.end() &&
                definition->second.depth < frame.types.depth;
  // In the block that defined it a variable may get another type.
  auto declared = frame.types.declared.find(name.str());
  if (declared != frame.types.declared.end() && !inside &&
      definition != frame.types.defined.end()) {
    Type now = types.typeOf(value);
    if (declared->second->kind != now->kind && now->kind != TypeKind::Static &&
        declared->second->kind != TypeKind::Optional &&
        declared->second->kind != TypeKind::Unknown) {
      frame.types.declared.erase(declared);
      declared = frame.types.declared.end();
    }
  }
  if (declared != frame.types.declared.end()) {
    value = types.convert(value, declared->second, range,
                          "the variable '" + name + "'");
    if (stopped())
      return false;
  } else if (frame.script && inside) {
    Type before = definition->second.type, now = types.typeOf(value);
    bool number = before->kind == TypeKind::Int ||
                  before->kind == TypeKind::Float ||
                  before->kind == TypeKind::Bool;
    bool simple = number || before->kind == TypeKind::Str ||
                  before->kind == TypeKind::None ||
                  before->kind == TypeKind::Tensor;
    if (number && before->kind != TypeKind::Bool &&
        now->kind == TypeKind::Tensor) {
      // Of a number that nobody reads TorchScript drops the conversion.
      if (!namesLiveBehind(frame.body.statements, range).contains(name))
        return true;
      value =
          types.convert(value, before, range, "the variable '" + name + "'");
      if (stopped())
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
    value = containers.listOfView(value, range);
    if (stopped())
      return false;
  }
  if (frame.script && !inside)
    frame.types.defined[name.str()] = {frame.types.depth, types.typeOf(value)};
  setVariable(*this, name, std::move(value));
  return true;
}

/// Reports that a value has another number of items than there are targets.
static bool errorOfCount(Elaborator &e, size_t want, bool atLeast, size_t got,
                         ast::Range range) {
  std::string number = std::to_string(want);
  e.kindError("ValueError", range,
              got > want ? "too many values to unpack (expected " + number + ")"
                         : "not enough values to unpack (expected " +
                               Twine(atLeast ? "at least " : "") + number +
                               ", got " + Twine(got) + ")",
              "expected " + number + " values to unpack but got " + Twine(got));
  return false;
}

/// The same where only the run knows the number.
static void checkCount(Elaborator &e, mlir::Value count, int64_t want,
                       bool atLeast, ast::Range range) {
  mlir::Value wanted = e.constInt(want);
  auto is = [&](arith::CmpIPredicate how) {
    return arith::CmpIOp::create(e.b, e.loc(range), how, count, wanted);
  };
  std::string number = std::to_string(want);
  e.check(is(arith::CmpIPredicate::sge), "ValueError",
          std::string("not enough values to unpack (expected ") +
              (atLeast ? "at least " : "") + number + ", got %i)",
          range, count);
  if (!atLeast)
    e.check(is(arith::CmpIPredicate::sle), "ValueError",
            "too many values to unpack (expected " + number + ")", range);
}

static bool isStarred(const ast::Expr *target) {
  return isa<ast::StarredExpr>(target);
}

/// A tensor or a list of run time is unpacked into one value for each target,
/// and its length checked; that of a target with * is a list.
static bool unpackSequence(Elaborator &e, const Value &value,
                           ArrayRef<const ast::Expr *> targets,
                           ast::Range range, std::vector<Value> &items) {
  Sequence sequence;
  if (e.stopped() || !e.paths.sequenceOf(value, range, sequence))
    return false;
  auto *star = llvm::find_if(targets, isStarred);
  bool hasStar = star != targets.end();
  int64_t want = int64_t(targets.size()) - hasStar;
  const Value &length = sequence.length;
  if (!length.isConst()) {
    checkCount(e, e.ssa(length), want, hasStar, range);
  } else if (hasStar ? length.integer < want : length.integer != want) {
    return errorOfCount(e, want, hasStar, length.integer, range);
  }
  int64_t before = star - targets.begin(), behind = want - before;
  for (int64_t i = 0; i < std::min(before, want) && !e.stopped(); ++i)
    items.push_back(sequence.element(makeInt(i)));
  if (!hasStar || e.stopped())
    return !e.stopped();
  items.push_back(e.callLibrary(
      "_containers.between", {value, makeInt(before), makeInt(behind)}, range));
  for (int64_t i = 0; i < behind && !e.stopped(); ++i) {
    Value at = makeInt(arith::AddIOp::create(e.b, e.loc(range), e.ssa(length),
                                             e.constInt(i - behind))
                           .getResult());
    items.push_back(sequence.element(at));
  }
  return !e.stopped();
}

/// One value for each target; that of a target with * is a list.
static bool assignItems(Elaborator &e, ArrayRef<const ast::Expr *> targets,
                        ArrayRef<Value> items, ast::Range range) {
  return llvm::all_of(llvm::zip_equal(targets, items), [&](auto pair) {
    auto [target, item] = pair;
    auto *star = dyn_cast<ast::StarredExpr>(target);
    return e.assign(star ? star->value : target, item, range);
  });
}

/// `a, b = value`, `a, *b = value`
static bool unpack(Elaborator &e, ArrayRef<const ast::Expr *> targets,
                   Value value, ast::Range range) {
  std::vector<Value> items;
  value = iterated(e, value, range, /*keepsIterators=*/false,
                   /*takesAll=*/true);
  if (e.stopped())
    return false;
  if (value.isNumber() || value.is(Kind::None)) {
    typeError(e, value, range,
              "cannot unpack non-iterable " + className(e, value) + " object",
              "cannot unpack a value of type '" +
                  toString(e.types.typeOf(value)) + "'");
    return false;
  }
  if (!e.containers.staticItems(value, items))
    return unpackSequence(e, value, targets, range, items) &&
           assignItems(e, targets, items, range);
  auto *star = llvm::find_if(targets, isStarred);
  bool hasStar = star != targets.end();
  size_t others = targets.size() - hasStar;
  if (hasStar ? items.size() < others : items.size() != others)
    return errorOfCount(e, others, hasStar, items.size(), range);
  if (hasStar) {
    auto first = items.begin() + (star - targets.begin());
    auto last = first + (items.size() - others);
    std::vector<Value> rest(first, last);
    // Python makes a list, TorchScript keeps the tuple.
    Value list = e.script() && value.is(Kind::Tuple)
                     ? makeTuple(std::move(rest))
                     : e.containers.newList(std::move(rest), {}, *star, range);
    if (e.stopped())
      return false;
    items.insert(items.erase(first, last), list);
  }
  return assignItems(e, targets, items, range);
}

bool Elaborator::assign(const ast::Expr *target, Value value,
                        ast::Range range) {
  if (stopped())
    return false;
  if (auto *name = dyn_cast<ast::NameExpr>(target))
    return assignName(name->id, std::move(value), range);
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(target)) {
    Value base = eval(attribute->value);
    return !stopped() &&
           model.setAttribute(base, attributeName(*this, attribute->name),
                              value, attribute->range);
  }
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(target)) {
    Value base = eval(sub->value);
    Value index = stopped() ? Value() : eval(sub->index);
    return !stopped() && model.storeSubscript(base, index, value, sub->range);
  }
  if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
    return unpack(*this, tuple->elements, value, range);
  if (auto *list = dyn_cast<ast::ListExpr>(target))
    return unpack(*this, list->elements, value, range);
  error(target->range, "cannot assign to this expression");
  return false;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

static bool assignTargets(Elaborator &e, const ast::AssignStmt *stmt,
                          Value value) {
  ast::Range range = stmt->value->range;
  if (stmt->typeComment) {
    Type type = e.model.evalType(stmt->typeComment);
    if (e.stopped())
      return false;
    value = e.types.convert(value, type, range, "this assignment");
  }
  AsWhole whole(e, stmt->targets.back()->range);
  return llvm::all_of(stmt->targets, [&](const ast::Expr *target) {
    return e.assign(target, value, range);
  });
}

/// The targets of `a, *b = value` where the value is a list of the run and a
/// handler is for the error of another number of items; else none.
static ArrayRef<const ast::Expr *>
targetsUnderHandler(Elaborator &e, const ast::AssignStmt *stmt,
                    const Value &value) {
  const ast::Expr *target = stmt->targets.front();
  if (stmt->targets.size() != 1 || !value.is(Kind::List) ||
      !e.get(value.id).isRuntime || !e.diagnoser.isCaught("ValueError"))
    return {};
  if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
    return tuple->elements;
  auto *list = dyn_cast<ast::ListExpr>(target);
  return list ? ArrayRef(list->elements) : ArrayRef<const ast::Expr *>();
}

/// The unpacking itself, by the library, whose error leaves the statement.
static Flow unpackUnderHandler(Elaborator &e, const ast::AssignStmt *stmt,
                               ArrayRef<const ast::Expr *> targets,
                               const Value &list) {
  int64_t star = llvm::find_if(targets, isStarred) - targets.begin();
  auto count = static_cast<int64_t>(targets.size());
  Value items;
  {
    AsWhole whole(e, stmt->range);
    items = e.callLibrary(
        "_operations.unpacked",
        {list, makeInt(count), star == count ? makeNone() : makeInt(star)},
        stmt->range);
  }
  if (e.stopped())
    return Flow::none();
  auto assign = [&] {
    return assignItems(e, targets, items.items, stmt->range) ? Flow()
                                                             : Flow::none();
  };
  return e.afterCall(assign, stmt->range);
}

ast::Range unpackedBy(const ast::Stmt *statement) {
  auto *stmt = dyn_cast<ast::AssignStmt>(statement);
  if (!stmt || stmt->targets.size() != 1 ||
      !isa<ast::TupleExpr, ast::ListExpr>(stmt->targets.front()))
    return {};
  const ast::Expr *value = stmt->value;
  auto *call = dyn_cast<ast::CallExpr>(value);
  auto *name = call ? dyn_cast<ast::NameExpr>(call->callee) : nullptr;
  bool passesOn = name && !call->args.empty() &&
                  (name->id == "map" || name->id == "list" ||
                   name->id == "tuple");
  return passesOn ? call->args.back()->range : value->range;
}

Flow execAssign(Elaborator &e, const ast::AssignStmt *stmt) {
  if (declaresRank(e, stmt))
    return Flow::none();
  Value value = e.eval(stmt->value);
  if (e.stopped())
    return Flow::none();
  ArrayRef<const ast::Expr *> targets = targetsUnderHandler(e, stmt, value);
  if (!targets.empty())
    return unpackUnderHandler(e, stmt, targets, value);
  return assignTargets(e, stmt, value)
             ? e.afterCall([] { return Flow(); }, stmt->range)
             : Flow::none();
}

bool execAnnAssign(Elaborator &e, const ast::AnnAssignStmt *stmt) {
  auto *name = dyn_cast<ast::NameExpr>(stmt->target);
  Type type;
  if (e.script() || !e.frames.back().isModule) {
    type = e.model.evalType(stmt->annotation);
    if (e.stopped())
      return false;
  }
  auto declare = [&] {
    if (name && type && e.script())
      e.frames.back().types.declared[name->id.str()] = type;
  };
  if (!stmt->value) {
    declare();
    return true;
  }
  Value value = e.eval(stmt->value);
  if (e.stopped())
    return false;
  if (type)
    value = e.types.convert(value, type, stmt->value->range,
                            name ? "the variable '" + name->id + "'"
                                 : Twine("this attribute"));
  if (e.stopped())
    return false;
  declare();
  AsWhole whole(e, stmt->target->range);
  return e.assign(stmt->target, value, stmt->value->range);
}

bool execAugAssign(Elaborator &e, const ast::AugAssignStmt *stmt) {
  auto change = [&](const Value &old, bool inPlace = true) -> Value {
    Value operand = e.stopped() ? Value() : e.eval(stmt->value);
    e.frames.here = stmt->range;
    if (e.stopped())
      return {};
    return inPlace ? e.model.inplace(stmt->op, old, operand, stmt->range)
                   : e.model.binary(stmt->op, old, operand, stmt->range);
  };
  // The target's parts are evaluated once.
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(stmt->target)) {
    Value base = e.eval(sub->value);
    Value index = e.stopped() ? Value() : e.eval(sub->index);
    Value old = e.stopped() ? Value() : takeKept(e, sub);
    if (!old && !e.stopped())
      old = e.model.subscript(base, index, sub->range);
    // TorchScript gives a dict another tensor, but changes that of a list.
    Value value = change(old, !e.script() || !base.is(Kind::Dict));
    if (e.stopped())
      return false;
    // A view was written through.
    bool isView = base.is(Kind::Tensor) && value.is(Kind::Tensor) &&
                  value.id == old.id &&
                  e.get(old.id).storage == e.get(base.id).storage;
    AsWhole whole(e, sub->range);
    return isView || e.model.storeSubscript(base, index, value, sub->range);
  }
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(stmt->target)) {
    Value base = e.eval(attribute->value);
    std::string name = attributeName(e, attribute->name);
    Value old = e.stopped() ? Value() : takeKept(e, attribute);
    if (!old && !e.stopped())
      old = e.model.getAttribute(base, name, attribute->range);
    Value value = change(old);
    AsWhole whole(e, attribute->range);
    return !e.stopped() &&
           e.model.setAttribute(base, name, value, attribute->range);
  }
  Value value = change(e.eval(stmt->target));
  return !e.stopped() && e.assign(stmt->target, value, stmt->range);
}

//===----------------------------------------------------------------------===//
// del
//===----------------------------------------------------------------------===//

/// del values[lower:upper]
static bool deleteSlice(Elaborator &e, const Value &list, const Value &slice,
                        ast::Range range) {
  CallArgs none(range);
  auto absent = [](const Value &v) { return !v || v.is(Kind::None); };
  if (llvm::all_of(slice.items, absent)) {
    listMethod(e, list, "clear", none);
    return !e.stopped();
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

static bool deleteName(Elaborator &e, StringRef name, ast::Range range,
                       const ast::DeleteStmt *stmt) {
  if (std::optional<unsigned> object = cellOf(e.frames.back(), name)) {
    if (!readShared(e, *object, name, range)) {
      if (!e.stopped())
        e.kindError("NameError", stmt->range,
                    "name '" + name + "' is not defined",
                    "name '" + name + "' is not defined");
      return false;
    }
    auto &variables = e.mutate(*object).attributes;
    variables.erase(variables.find(name.str()));
    return true;
  }
  // It may not be set.
  Frame &frame = e.frames.back();
  auto variable = frame.locals.find(name.str());
  if (variable != frame.locals.end() && variable->second.is(Kind::Maybe)) {
    e.lookup(name, range);
    if (e.stopped())
      return false;
  }
  if (!frame.locals.erase(name.str())) {
    e.kindError("NameError", stmt->range, "name '" + name + "' is not defined",
                "name '" + name + "' is not defined");
    return false;
  }
  frame.types.defined.erase(name.str());
  return true;
}

static bool deleteElement(Elaborator &e, const ast::SubscriptExpr *target,
                          const ast::DeleteStmt *stmt) {
  Value base = e.eval(target->value);
  CallArgs args(target->range);
  if (!e.stopped())
    args.positional.push_back(e.eval(target->index));
  if (e.stopped())
    return false;
  AsWhole whole(e, target->range, target == stmt->targets.back());
  if (base.is(Kind::Object))
    e.callMethod(base, "__delitem__", args);
  else if (base.is(Kind::List) && args.positional[0].is(Kind::Slice))
    return deleteSlice(e, base, args.positional[0], target->range);
  else if (base.is(Kind::List))
    listMethod(e, base, "__delitem__", args);
  else if (base.is(Kind::Dict))
    dictMethod(e, base, "pop", args);
  else
    e.error(stmt->range,
            "'del' takes variables and elements of lists and dicts");
  return !e.stopped();
}

bool execDelete(Elaborator &e, const ast::DeleteStmt *stmt) {
  return llvm::all_of(stmt->targets, [&](const ast::Expr *target) {
    if (auto *name = dyn_cast<ast::NameExpr>(target))
      return deleteName(e, name->id, target->range, stmt);
    if (auto *attribute = dyn_cast<ast::AttributeExpr>(target)) {
      Value base = e.eval(attribute->value);
      return !e.stopped() &&
             e.model.deleteAttribute(base, attributeName(e, attribute->name),
                                     target->range);
    }
    if (auto *sub = dyn_cast<ast::SubscriptExpr>(target))
      return deleteElement(e, sub, stmt);
    e.error(stmt->range,
            "'del' takes variables and elements of lists and dicts");
    return false;
  });
}

} // namespace tine::elaborate
