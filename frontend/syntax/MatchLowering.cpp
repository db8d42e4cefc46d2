//===- MatchLowering.cpp - Match statements as others ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: a match statement. Output: a block that does the same.
//
// How:
//   1. The subject becomes a hidden variable; a variable that no case can
//      change stays what it is, so that `case None` tells of it.
//   2. A pattern becomes tests, which change nothing, and assignments, which
//      stand behind all tests: variables keep their values where it fails.
//   3. `case P: body` and other cases become
//        if TESTS: ASSIGNMENTS; body
//        else: OTHERS
//   4. A guard is one of the tests if there are no assignments (nor `:=`); if
//      there are no tests, they stand in front. Else a flag tells whether to go
//      on:
//        MATCHED = False
//        if TESTS:
//          ASSIGNMENTS
//          if GUARD: MATCHED = True; body
//        if not MATCHED: OTHERS
//
// A part of the subject is an expression (`x[0].y`), which each test of it has.
// What a property gives is kept in a hidden list (`KNOWN`), so that it is asked
// for once.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/MatchLowering.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/Visit.h"
#include "llvm/ADT/STLExtras.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

const Expr *MatchLowering::name(StringRef id) { return made<NameExpr>(id); }

const Expr *MatchLowering::hidden(const llvm::Twine &id) {
  return name(module.copy(StringRef((llvm::Twine(hiddenMark) + id).str())));
}

const Expr *MatchLowering::compare(const Expr *lhs, CompareOp op,
                                   const Expr *rhs) {
  return made<CompareExpr>(lhs, one(op), one(rhs));
}

const Expr *MatchLowering::call(StringRef function, const Exprs &args) {
  return made<CallExpr>(hidden(function), module.copy(args),
                        llvm::ArrayRef<Keyword>());
}

const Expr *MatchLowering::logic(bool isAnd, const Exprs &values) {
  if (values.empty())
    return made<BoolExpr>(isAnd);
  if (values.size() == 1)
    return values[0];
  return made<BoolOpExpr>(isAnd, module.copy(values));
}

const Expr *MatchLowering::known(const Pattern *part) {
  return hidden("known" + llvm::Twine(part->range.begin));
}

void MatchLowering::declareKnown(const Pattern *pattern, Stmts &out) {
  for (const Pattern *part : pattern->parts) {
    here = part->range;
    if (pattern->kind == PatternKind::Class)
      out.push_back(assign(known(part), made<ListExpr>(Exprs())));
    declareKnown(part, out);
  }
}

const Stmt *MatchLowering::assign(const Expr *target, const Expr *value) {
  return made<AssignStmt>(one(target), value, nullptr);
}

Block MatchLowering::block(const Stmts &first, Block rest) {
  Stmts all = first;
  all.append(rest.begin(), rest.end());
  return module.copy<const Stmt *>(all);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The parts of a pattern, with what each is compared with.
void MatchLowering::forParts(
    const Pattern *pattern, Subject subject,
    llvm::function_ref<void(const Pattern *, Subject)> visit) {
  size_t count = pattern->parts.size();
  size_t byPosition = count - pattern->keywords.size();
  bool isBehindStar = false;
  for (auto [i, part] : llvm::enumerate(pattern->parts)) {
    auto index = static_cast<int64_t>(i);
    auto own = [&, i = i, part = part]() -> const Expr * {
      switch (pattern->kind) {
      case PatternKind::Sequence:
        return element(subject(),
                       integer(isBehindStar
                                   ? index - static_cast<int64_t>(count)
                                   : index));
      case PatternKind::Mapping:
        return element(subject(), pattern->exprs[i]);
      case PatternKind::Class:
        return i < byPosition
                   ? call("field", {known(part), subject(), pattern->exprs[0],
                                    integer(index)})
                   : call("attribute",
                          {known(part), subject(),
                           text(pattern->keywords[i - byPosition])});
      default:
        return subject();
      }
    };
    if (part->kind != PatternKind::Star) {
      visit(part, own);
      continue;
    }
    // The elements that no other pattern of the sequence has.
    isBehindStar = true;
    auto rest = [&, i = i]() -> const Expr * {
      const Expr *end = i + 1 < count
                            ? integer(index + 1 - static_cast<int64_t>(count))
                            : nullptr;
      return element(call("list", {subject()}),
                     made<SliceExpr>(integer(index), end, nullptr));
    };
    visit(part, rest);
  }
}

void MatchLowering::tests(const Pattern *pattern, Subject subject, Exprs &out) {
  here = pattern->range;
  auto count = static_cast<int64_t>(pattern->parts.size());
  auto ofParts = [&] {
    forParts(pattern, subject,
             [&](const Pattern *part, Subject own) { tests(part, own, out); });
  };
  switch (pattern->kind) {
  case PatternKind::Capture:
  case PatternKind::Star:
    return;
  case PatternKind::As:
    return ofParts();
  case PatternKind::Value: {
    bool isSingleton = llvm::isa<NoneExpr, BoolExpr>(pattern->exprs[0]);
    out.push_back(compare(subject(),
                          isSingleton ? CompareOp::Is : CompareOp::Eq,
                          pattern->exprs[0]));
    return;
  }
  case PatternKind::Or: {
    Exprs alternatives;
    forParts(pattern, subject, [&](const Pattern *part, Subject own) {
      Exprs needed;
      tests(part, own, needed);
      alternatives.push_back(needed.empty() ? nullptr : all(needed));
    });
    here = pattern->range;
    if (alternatives.back())
      out.push_back(logic(/*isAnd=*/false, alternatives));
    return;
  }
  case PatternKind::Sequence: {
    bool isOpen = llvm::any_of(pattern->parts, [](const Pattern *part) {
      return part->kind == PatternKind::Star;
    });
    out.push_back(call("is_sequence", {subject()}));
    out.push_back(compare(call("len", {subject()}),
                          isOpen ? CompareOp::Ge : CompareOp::Eq,
                          integer(count - isOpen)));
    return ofParts();
  }
  case PatternKind::Mapping:
    out.push_back(call("is_mapping", {subject()}));
    for (const Expr *key : pattern->exprs)
      out.push_back(compare(key, CompareOp::In, subject()));
    return ofParts();
  case PatternKind::Class: {
    size_t byPosition = pattern->parts.size() - pattern->keywords.size();
    const Expr *type = pattern->exprs[0];
    Exprs names;
    for (StringRef keyword : pattern->keywords)
      names.push_back(text(keyword));
    out.push_back(call("isinstance", {subject(), type}));
    if (byPosition > 0)
      out.push_back(
          call("accepts", {type, integer(static_cast<int64_t>(byPosition)),
                           made<TupleExpr>(module.copy(names))}));
    for (auto [i, part] : llvm::enumerate(pattern->parts))
      out.push_back(i < byPosition
                        ? call("has_field", {known(part), subject(), type,
                                             integer(static_cast<int64_t>(i))})
                        : call("has_attribute", {known(part), subject(),
                                                 names[i - byPosition]}));
    return ofParts();
  }
  }
}

/// Whether values that they match differ in numbers and texts only.
static bool areAlike(const Pattern *a, const Pattern *b) {
  if (a->kind != b->kind || a->kind == PatternKind::Class)
    return false;
  return a->parts.size() == b->parts.size() &&
         std::equal(a->parts.begin(), a->parts.end(), b->parts.begin(),
                    areAlike);
}

/// What is assigned where the tests hold.
void MatchLowering::bindings(const Pattern *pattern, Subject subject,
                             Stmts &out) {
  here = pattern->range;
  if (pattern->kind == PatternKind::Or) {
    // Which of the alternatives is it? If not the others, the last one; where
    // that is of another kind, its assignments may not fit the subject.
    Block chain;
    if (!llvm::all_of(pattern->parts, [&](const Pattern *part) {
          return areAlike(part, pattern->parts.back());
        }))
      chain = one<const Stmt *>(made<ExprStmt>(call("no_other", {})));
    for (const Pattern *part : llvm::reverse(pattern->parts)) {
      Stmts own;
      Exprs needed;
      bindings(part, subject, own);
      if (own.empty())
        return;
      tests(part, subject, needed);
      here = pattern->range;
      chain =
          chain.empty()
              ? block(own, {})
              : block({branch(all(needed), block(own, {}), chain, here)}, {});
    }
    out.append(chain.begin(), chain.end());
    return;
  }
  forParts(pattern, subject,
           [&](const Pattern *part, Subject own) { bindings(part, own, out); });
  here = pattern->range;
  if (pattern->name.empty())
    return;
  const Expr *value = subject();
  if (pattern->kind == PatternKind::Mapping)
    value = call("without", {value, made<ListExpr>(pattern->exprs)});
  out.push_back(assign(name(pattern->name), value));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Block MatchLowering::guarded(const MatchCase &arm, const Exprs &needed,
                             Stmts bound, Block others, Range whole) {
  auto flag = [&] { return hidden("matched" + llvm::Twine(whole.begin)); };
  const Stmt *found = assign(flag(), made<BoolExpr>(true));
  bound.push_back(branch(arm.guard, block({found}, arm.body), {},
                         {arm.guard->range.begin, arm.range.end}));
  Stmts result = {assign(flag(), made<BoolExpr>(false)),
                  branch(all(needed), block(bound, {}), {}, arm.range)};
  if (!others.empty()) {
    here = {arm.range.end, arm.range.end};
    result.push_back(branch(made<UnaryExpr>(UnaryOp::Not, flag()), others, {},
                            {arm.range.end, whole.end}));
  }
  return block(result, {});
}

/// A variable that the right side of `and` sets is not known behind it.
static bool hasWalrus(const Expr *e) {
  bool found = llvm::isa_and_nonnull<WalrusExpr>(e);
  if (e)
    visitOperands(e, [&](const Expr *part) { found |= hasWalrus(part); });
  return found;
}

Block MatchLowering::lowerCase(const MatchCase &arm, Block others,
                               Subject subject, Range whole) {
  Exprs needed;
  Stmts bound;
  tests(arm.pattern, subject, needed);
  bindings(arm.pattern, subject, bound);
  here = arm.pattern->range;
  if (!arm.guard && needed.empty() && !others.empty())
    error(here, "this pattern matches anything, which makes the cases behind "
                "it unreachable");
  if (!arm.guard && needed.empty())
    return block(bound, arm.body);
  if (!arm.guard)
    return block({branch(all(needed), block(bound, arm.body), others, whole)},
                 {});
  if (!needed.empty() && (!bound.empty() || hasWalrus(arm.guard)))
    return guarded(arm, needed, bound, others, whole);
  needed.push_back(arm.guard);
  bound.push_back(branch(all(needed), arm.body, others, whole));
  return block(bound, {});
}

static bool binds(const Pattern *pattern, StringRef name) {
  return pattern->name == name ||
         llvm::any_of(pattern->parts,
                      [&](const Pattern *part) { return binds(part, name); });
}

Block MatchLowering::lower(const MatchStmt &match) {
  // A guard may call what sets the variable.
  auto *variable = llvm::dyn_cast<NameExpr>(match.subject);
  bool isFixed = variable && match.cases.size() > 1 &&
                 llvm::none_of(match.cases, [&](const MatchCase &arm) {
                   return arm.guard || binds(arm.pattern, variable->id);
                 });
  auto subject = [&]() -> const Expr * {
    return isFixed ? name(variable->id)
                   : hidden("subject" + llvm::Twine(match.range.begin));
  };
  Stmts first;
  here = match.subject->range;
  if (!isFixed)
    first.push_back(assign(subject(), match.subject));
  Block chain;
  for (const MatchCase &arm : llvm::reverse(match.cases)) {
    Stmts own;
    declareKnown(arm.pattern, own);
    chain = block(own, lowerCase(arm, chain, subject,
                                 {arm.range.begin, match.range.end}));
  }
  return block(first, chain);
}
