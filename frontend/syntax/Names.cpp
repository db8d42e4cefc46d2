//===- Names.cpp - Which function a variable belongs to -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over the tree of a function for what is bound where.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Names.h"
#include "frontend/syntax/Visit.h"

using namespace tine;
using namespace tine::ast;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;
using llvm::StringSet;

namespace {

/// Collects the names of one function. Those in it have walks of their own.
class NameWalk {
public:
  /// If not null, `ofComprehension` gets its variables that functions read.
  const ComprehensionExpr *comprehension = nullptr;
  StringSet<> ofComprehension;

  void params(const Params &list) {
    for (const Param &param : list.params)
      bind(param.name, 0);
  }

  void block(Block body) {
    for (const Stmt *s : body)
      stmt(s);
  }

  void expr(const Expr *e);
  Names finish();

private:
  /// Where a name is bound, or a function that uses it is made.
  struct Event {
    uint32_t position;
    unsigned loop; // the outermost one around, counted from 1
    bool always;   // it is shared in any case
  };

  void bind(StringRef name, uint32_t position) {
    if (!classes)
      bound[name].push_back({position, loop, false});
  }

  void read(StringRef name) {
    if (!isOfComprehension(name))
      reads.insert(name);
  }

  bool isOfComprehension(StringRef name) const {
    return llvm::any_of(
        inner, [&](const auto &level) { return level.second.contains(name); });
  }

  void capture(StringRef name, uint32_t position, bool sets) {
    for (const auto &[expr, names] : llvm::reverse(inner)) {
      if (!names.contains(name))
        continue;
      if (expr == comprehension)
        ofComprehension.insert(name);
      return;
    }
    captured[name].push_back({position, loop, sets || classes > 0});
    if (sets)
      setInside.insert(name);
  }

  void exprs(llvm::ArrayRef<const Expr *> list) {
    for (const Expr *e : list)
      expr(e);
  }

  /// `position`: where the value is there.
  void target(const Expr *e, uint32_t position) {
    target(e, [&](StringRef name) { bind(name, position); });
  }
  void target(const Expr *e, llvm::function_ref<void(StringRef)> bindName) {
    visitTargets(e, [&](const Expr *part) {
      if (auto *name = dyn_cast<NameExpr>(part))
        bindName(name->id);
      else
        expr(part);
    });
  }

  void inLoop(llvm::function_ref<void()> body) {
    unsigned around = loop;
    if (!loop)
      loop = ++loops;
    body();
    loop = around;
  }

  void walkComprehension(const ComprehensionExpr *e);
  void function(const Params &params, uint32_t position,
                llvm::function_ref<void(NameWalk &)> body);
  void stmt(const Stmt *s);
  void compound(const Stmt *s);
  void definition(const FunctionDefStmt *s);
  void definition(const ClassDefStmt *s);
  bool isRebound(StringRef name, const Event &capture) const;

  llvm::StringMap<std::vector<Event>> bound, captured;
  StringSet<> reads, globals, innerGlobals, nonlocals, setInside;
  std::vector<std::pair<const ComprehensionExpr *, StringSet<>>> inner;
  unsigned loop = 0, loops = 0;
  unsigned classes = 0; // around this point, within the function
};

} // namespace

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void NameWalk::expr(const Expr *e) {
  if (!e)
    return;
  switch (e->kind) {
  case ExprKind::Name:
    return read(cast<NameExpr>(e)->id);
  case ExprKind::Comprehension:
    return walkComprehension(cast<ComprehensionExpr>(e));
  case ExprKind::Lambda: {
    auto *lambda = cast<LambdaExpr>(e);
    return function(*lambda->params, e->range.begin,
                    [&](NameWalk &walk) { walk.expr(lambda->body); });
  }
  case ExprKind::Walrus:
    expr(cast<WalrusExpr>(e)->value);
    return bind(cast<WalrusExpr>(e)->target->id, e->range.end);
  default:
    return visitOperands(e, [&](const Expr *operand) { expr(operand); });
  }
}

void NameWalk::walkComprehension(const ComprehensionExpr *e) {
  expr(e->clauses.front().iterable);
  inLoop([&] {
    inner.emplace_back(e, StringSet<>());
    for (const ComprehensionClause &clause : e->clauses)
      target(clause.target,
             [&](StringRef name) { inner.back().second.insert(name); });
    for (const ComprehensionClause &clause : e->clauses) {
      if (&clause != &e->clauses.front())
        expr(clause.iterable);
      exprs(clause.conditions);
    }
    expr(e->key);
    expr(e->element);
    inner.pop_back();
  });
}

void NameWalk::function(const Params &params, uint32_t position,
                        llvm::function_ref<void(NameWalk &)> body) {
  for (const Param &param : params.params)
    exprs({param.annotation, param.defaultValue});
  NameWalk walk;
  walk.params(params);
  body(walk);
  Names names = walk.finish();
  for (const auto &name : names.outside)
    capture(name.first(), position, names.setOutside.contains(name.first()));
  for (const auto &name : names.allGlobals)
    innerGlobals.insert(name.first());
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void NameWalk::definition(const FunctionDefStmt *s) {
  exprs(s->decorators);
  expr(s->returns);
  function(*s->params, s->range.begin,
           [&](NameWalk &walk) { walk.block(s->body); });
  bind(s->name, s->range.end);
}

void NameWalk::definition(const ClassDefStmt *s) {
  exprs(s->decorators);
  exprs(s->bases);
  ++classes;
  block(s->body);
  --classes;
  bind(s->name, s->range.end);
}

void NameWalk::stmt(const Stmt *s) {
  uint32_t end = s->range.end;
  switch (s->kind) {
  case StmtKind::Expr:
  case StmtKind::Return:
  case StmtKind::Raise:
  case StmtKind::Assert:
    return visitExprs(s, [&](const Expr *e) { expr(e); });
  case StmtKind::Assign:
    expr(cast<AssignStmt>(s)->value);
    break;
  case StmtKind::AnnAssign:
    exprs({cast<AnnAssignStmt>(s)->annotation, cast<AnnAssignStmt>(s)->value});
    break;
  case StmtKind::AugAssign:
    exprs({cast<AugAssignStmt>(s)->target, cast<AugAssignStmt>(s)->value});
    break;
  case StmtKind::Delete:
  case StmtKind::Import:
  case StmtKind::ImportFrom:
    break;
  case StmtKind::FunctionDef:
    return definition(cast<FunctionDefStmt>(s));
  case StmtKind::ClassDef:
    return definition(cast<ClassDefStmt>(s));
  case StmtKind::Global:
    for (StringRef name : cast<GlobalStmt>(s)->names)
      globals.insert(name);
    return;
  case StmtKind::Nonlocal:
    for (StringRef name : cast<NonlocalStmt>(s)->names)
      nonlocals.insert(name);
    return;
  default:
    return compound(s);
  }
  visitBound(
      s, [&](const Expr *t) { target(t, end); },
      [&](StringRef name) { bind(name, end); });
}

void NameWalk::compound(const Stmt *s) {
  auto blocks = [&] {
    for (Block body : blocksOf(s))
      block(body);
  };
  if (auto *loop = dyn_cast<ForStmt>(s)) {
    expr(loop->iterable);
    return inLoop([&] {
      target(loop->target, loop->iterable->range.end);
      blocks();
    });
  }
  if (auto *loop = dyn_cast<WhileStmt>(s))
    return inLoop([&] {
      expr(loop->condition);
      blocks();
    });
  if (auto *branch = dyn_cast<IfStmt>(s))
    expr(branch->condition);
  if (auto *with = dyn_cast<WithStmt>(s))
    for (const WithItem &item : with->items) {
      expr(item.context);
      target(item.target, item.context->range.end);
    }
  blocks();
}

//===----------------------------------------------------------------------===//
// What they come to
//===----------------------------------------------------------------------===//

bool NameWalk::isRebound(StringRef name, const Event &capture) const {
  auto events = bound.find(name);
  return events != bound.end() &&
         llvm::any_of(events->second, [&](const Event &event) {
           return event.position >= capture.position ||
                  (event.loop && event.loop == capture.loop);
         });
}

Names NameWalk::finish() {
  Names names;
  for (const auto &entry : bound)
    if (!globals.contains(entry.first()) && !nonlocals.contains(entry.first()))
      names.own.insert(entry.first());
  auto addOutside = [&](StringRef name) {
    if (!names.own.contains(name) && !globals.contains(name))
      names.outside.insert(name);
  };
  for (const auto &name : reads)
    addOutside(name.first());
  for (const auto &name : nonlocals) {
    names.outside.insert(name.first());
    names.setOutside.insert(name.first());
  }
  for (const auto &entry : captured) {
    StringRef name = entry.first();
    addOutside(name);
    if (names.outside.contains(name) && setInside.contains(name))
      names.setOutside.insert(name);
    if (names.own.contains(name) &&
        llvm::any_of(entry.second, [&](const Event &event) {
          return event.always || isRebound(name, event);
        }))
      names.shared.push_back(name.str());
  }
  llvm::sort(names.shared);
  names.allGlobals = globals;
  for (const auto &name : innerGlobals)
    names.allGlobals.insert(name.first());
  names.globals = std::move(globals);
  return names;
}

namespace tine::ast {

Names namesOf(const Params &params, Block body) {
  NameWalk walk;
  walk.params(params);
  walk.block(body);
  return walk.finish();
}

Names namesOf(const LambdaExpr &lambda) {
  NameWalk walk;
  walk.params(*lambda.params);
  walk.expr(lambda.body);
  return walk.finish();
}

static std::vector<std::string> sorted(const StringSet<> &names) {
  std::vector<std::string> list;
  for (const auto &name : names)
    list.push_back(name.first().str());
  llvm::sort(list);
  return list;
}

std::vector<std::string> globalNames(Block file) {
  NameWalk walk;
  walk.block(file);
  return sorted(walk.finish().allGlobals);
}

std::vector<std::string> sharedNames(const ComprehensionExpr &expr) {
  NameWalk walk;
  walk.comprehension = &expr;
  walk.expr(&expr);
  return sorted(walk.ofComprehension);
}

} // namespace tine::ast
