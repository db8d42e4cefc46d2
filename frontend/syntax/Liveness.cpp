//===- Liveness.cpp - Which variables a block reads -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the tree in the order of evaluation.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Liveness.h"
#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Visit.h"
#include "llvm/ADT/StringExtras.h"

using namespace tine::ast;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;
using llvm::StringSet;

namespace {

/// Walks in the order of evaluation; calls read and set for each name.
class Walker {
public:
  llvm::function_ref<void(StringRef, uint32_t)> read;
  StringSet<> set;    // surely set so far
  StringSet<> setAny; // on some way so far
  /// If not null, arms that TorchScript may leave out count as taken, and loops
  /// that it may unroll as run.
  const Params *scriptParams = nullptr;
  bool inFunction = false;
  bool collects = false; // what the function sets, not what those in it do
  uint32_t from = 0;     // what is set in front of this position does not count
  bool hasGlobals = false;              // names `globals`
  llvm::SmallVector<StringRef> texts{}; // of string literals

  void setName(StringRef name, uint32_t position) {
    if (position < from)
      return;
    set.insert(name);
    setAny.insert(name);
  }

  void block(Block stmts) {
    for (const Stmt *s : stmts)
      stmt(s);
  }

  void exprs(llvm::ArrayRef<const Expr *> list) {
    for (const Expr *e : list)
      expr(e);
  }

  void target(const Expr *e) {
    visitTargets(e, [&](const Expr *part) {
      if (auto *name = dyn_cast<NameExpr>(part))
        setName(name->id, part->range.begin);
      else
        expr(part); // x[i] = and x.a = read x
    });
  }

  void expr(const Expr *e) {
    if (!e)
      return;
    switch (e->kind) {
    case ExprKind::Name:
      return use(cast<NameExpr>(e));
    case ExprKind::Comprehension:
      return comprehension(cast<ComprehensionExpr>(e));
    case ExprKind::Lambda: {
      auto *lambda = cast<LambdaExpr>(e);
      return nested(lambda->params, [&] { expr(lambda->body); });
    }
    case ExprKind::Walrus:
      return walrus(cast<WalrusExpr>(e));
    case ExprKind::String:
      return texts.push_back(cast<StringExpr>(e)->value);
    case ExprKind::FString:
      for (const FStringPart &part : cast<FStringExpr>(e)->parts)
        texts.push_back(part.text);
      [[fallthrough]];
    default:
      return visitOperands(e, [&](const Expr *operand) { expr(operand); });
    }
  }

  /// What the texts may read, if `globals()` is handed on (timeit).
  void addNamesInTexts(StringSet<> &names) const {
    auto belongs = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    for (StringRef text : texts)
      while (hasGlobals && !text.empty()) {
        names.insert(text.take_while(belongs));
        text = text.drop_while(belongs).drop_until(belongs);
      }
  }

  void use(const NameExpr *name) {
    hasGlobals |= name->id == "globals";
    uint32_t position = inFunction ? ~0u : name->range.begin;
    if (!set.contains(name->id))
      read(name->id, position);
    else if (track)
      track(name->id, position);
  }

  void comprehension(const ComprehensionExpr *e) {
    StringSet<> saved = set, savedAny = setAny;
    for (const ComprehensionClause &clause : e->clauses) {
      expr(clause.iterable);
      target(clause.target);
      exprs(clause.conditions);
    }
    expr(e->key);
    expr(e->element);
    set = saved;
    setAny = savedAny;
  }

  void walrus(const WalrusExpr *e) {
    expr(e->value);
    setName(e->target->id, e->range.begin);
  }

  /// A body that may run any number of times: what it sets is not sure.
  void maybe(Block body) {
    StringSet<> saved = set;
    block(body);
    set = saved;
  }

  void stmt(const Stmt *s) {
    switch (s->kind) {
    case StmtKind::Expr:
    case StmtKind::Return:
    case StmtKind::Raise:
    case StmtKind::Assert:
    case StmtKind::Delete:
      return visitExprs(s, [&](const Expr *e) { expr(e); });
    case StmtKind::Assign:
      expr(cast<AssignStmt>(s)->value);
      for (const Expr *t : cast<AssignStmt>(s)->targets)
        target(t);
      return;
    case StmtKind::AnnAssign:
      expr(cast<AnnAssignStmt>(s)->annotation);
      expr(cast<AnnAssignStmt>(s)->value);
      if (cast<AnnAssignStmt>(s)->value)
        target(cast<AnnAssignStmt>(s)->target);
      return;
    case StmtKind::AugAssign:
      expr(cast<AugAssignStmt>(s)->target);
      expr(cast<AugAssignStmt>(s)->value);
      return target(cast<AugAssignStmt>(s)->target);
    case StmtKind::If:
      return branch(cast<IfStmt>(s));
    case StmtKind::While:
      expr(cast<WhileStmt>(s)->condition);
      maybe(cast<WhileStmt>(s)->body);
      return maybe(cast<WhileStmt>(s)->orelse);
    case StmtKind::For:
      return loop(cast<ForStmt>(s));
    case StmtKind::With:
      for (const WithItem &item : cast<WithStmt>(s)->items) {
        expr(item.context);
        target(item.target);
      }
      return block(cast<WithStmt>(s)->body);
    case StmtKind::FunctionDef:
      return function(cast<FunctionDefStmt>(s));
    case StmtKind::ClassDef:
      exprs(cast<ClassDefStmt>(s)->bases);
      nested(nullptr, [&] { block(cast<ClassDefStmt>(s)->body); });
      if (s->range.begin >= from)
        set.insert(cast<ClassDefStmt>(s)->name);
      return;
    case StmtKind::Try:
      maybe(cast<TryStmt>(s)->body);
      for (const ExceptHandler &h : cast<TryStmt>(s)->handlers)
        maybe(h.body);
      maybe(cast<TryStmt>(s)->orelse);
      return block(cast<TryStmt>(s)->finalbody);
    case StmtKind::Match:
      return block(cast<MatchStmt>(s)->lowered);
    default:
      return;
    }
  }

  void branch(const IfStmt *s) {
    expr(s->condition);
    StringSet<> before = set;
    block(s->body);
    StringSet<> then = set;
    set = before;
    block(s->orelse);
    bool anyArm = scriptParams &&
                  tine::elaborate::mayBeDecided(s->condition, *scriptParams);
    StringSet<> both = anyArm ? set : StringSet<>();
    for (auto &entry : then)
      if (anyArm || set.contains(entry.first()))
        both.insert(entry.first());
    // An arm that does not fall through leaves the other's.
    if (!tine::elaborate::canFallThrough(s->orelse))
      set = then;
    else if (tine::elaborate::canFallThrough(s->body))
      set = both;
  }

  void loop(const ForStmt *s) {
    expr(s->iterable);
    StringSet<> saved = set;
    target(s->target);
    block(s->body);
    auto *call = dyn_cast<CallExpr>(s->iterable);
    auto *callee = call ? dyn_cast<NameExpr>(call->callee) : nullptr;
    if (!scriptParams || (callee && callee->id == "range"))
      set = saved;
    maybe(s->orelse);
  }

  void function(const FunctionDefStmt *s) {
    exprs(s->decorators);
    for (const Param &p : s->params->params) {
      expr(p.annotation);
      expr(p.defaultValue);
    }
    nested(s->params, [&] { block(s->body); });
    if (s->range.begin >= from)
      set.insert(s->name);
  }

  /// A body that runs at any time. What a function sets anywhere is its own, as
  /// are its parameters; a class has none.
  void nested(const Params *params, llvm::function_ref<void()> body) {
    if (collects)
      return;
    StringSet<> savedSet = std::move(set), savedAny = std::move(setAny);
    bool saved = std::exchange(inFunction, true);
    uint32_t savedFrom = std::exchange(from, 0);
    set.clear();
    setAny.clear();
    if (params) {
      auto ignore = [](StringRef, uint32_t) {};
      auto savedRead = std::exchange(read, ignore);
      collects = true;
      body();
      collects = false;
      read = savedRead;
      set = setAny;
      for (const Param &param : params->params)
        set.insert(param.name);
    }
    body();
    from = savedFrom;
    inFunction = saved;
    set = std::move(savedSet);
    setAny = std::move(savedAny);
  }

  llvm::function_ref<void(StringRef, uint32_t)> track;
};

} // namespace

namespace tine::elaborate {

StringSet<> exposedNames(Block body) {
  StringSet<> names;
  auto read = [&](StringRef name, uint32_t) { names.insert(name); };
  Walker walker;
  walker.read = read;
  walker.block(body);
  return names;
}

std::optional<std::pair<StringRef, Range>>
readBeforeSet(const FunctionDefStmt &function) {
  std::optional<std::pair<StringRef, Range>> found;
  Walker walker;
  auto read = [&](StringRef name, uint32_t position) {
    if (!found && position != ~0u && walker.setAny.contains(name))
      found = {name, {position, position + static_cast<uint32_t>(name.size())}};
  };
  walker.read = read;
  walker.scriptParams = function.params;
  for (const Param &param : function.params->params)
    walker.set.insert(param.name);
  walker.block(function.body);
  return found;
}

/// Walks what may run behind the range because a loop is around it.
static void walkLoopsAround(Block body, Range range, Walker &walker) {
  auto loop = [&](const Expr *condition, Block body) {
    if (body.empty() || body.front()->range.begin > range.begin)
      return;
    walker.set.clear();
    walker.expr(condition);
    walker.block(body);
  };
  for (const Stmt *s : body) {
    if (s->range.begin > range.begin || s->range.end < range.end)
      continue;
    if (auto *w = dyn_cast<WhileStmt>(s))
      loop(w->condition, w->body);
    else if (auto *f = dyn_cast<ForStmt>(s))
      loop(nullptr, f->body);
    for (Block inner : blocksOf(s))
      walkLoopsAround(inner, range, walker);
  }
}

static StringSet<> namesBehind(Block body, Range range, bool evenIfSet) {
  StringSet<> names;
  uint32_t from = range.end;
  auto read = [&](StringRef name, uint32_t position) {
    if (position >= from)
      names.insert(name);
  };
  Walker walker;
  walker.read = read;
  if (evenIfSet)
    walker.track = read;
  walker.from = from;
  walker.block(body);
  walker.from = from = 0;
  walkLoopsAround(body, range, walker);
  walker.addNamesInTexts(names);
  return names;
}

StringSet<> namesLiveBehind(Block body, Range range) {
  return namesBehind(body, range, /*evenIfSet=*/false);
}

StringSet<> namesReadBehind(Block body, Range range) {
  return namesBehind(body, range, /*evenIfSet=*/true);
}

/// The innermost statement around the range.
static const Stmt *statementAround(Block body, Range range) {
  for (const Stmt *s : body)
    if (s->range.begin <= range.begin && range.end <= s->range.end) {
      for (Block inner : blocksOf(s))
        if (const Stmt *found = statementAround(inner, range))
          return found;
      return s;
    }
  return nullptr;
}

StringSet<> namesLiveAt(Block body, Range range) {
  const Stmt *s = statementAround(body, range);
  uint32_t begin = s ? s->range.begin : 0;
  return namesLiveBehind(body, {begin, begin});
}

bool setsName(Block body, StringRef name) {
  Walker walker;
  auto read = [](StringRef, uint32_t) {};
  walker.read = read;
  walker.block(body);
  return walker.setAny.contains(name);
}

bool alwaysSets(Block body, StringRef name) {
  Walker walker;
  auto read = [](StringRef, uint32_t) {};
  walker.read = read;
  walker.block(body);
  return walker.set.contains(name) && !hasAbrupt(body);
}

bool onlyAddsTo(Block body, StringRef name) {
  auto isName = [&](const Expr *e) {
    auto *other = dyn_cast<NameExpr>(e);
    return other && other->id == name;
  };
  size_t reads = 0, additions = 0;
  auto read = [&](StringRef other, uint32_t) { reads += other == name; };
  Walker walker;
  walker.read = read;
  walker.track = read;
  walker.block(body);
  for (const Stmt *s : body) {
    if (auto *add = dyn_cast<AugAssignStmt>(s))
      additions += add->op == BinaryOp::Add && isName(add->target);
    auto *assign = dyn_cast<AssignStmt>(s);
    if (!assign || assign->targets.size() != 1 || !isName(assign->targets[0]))
      continue;
    auto *sum = dyn_cast<BinaryExpr>(assign->value);
    if (!sum || sum->op != BinaryOp::Add || !isName(sum->lhs))
      return false;
    ++additions;
  }
  return additions > 0 && reads == additions;
}

} // namespace tine::elaborate
