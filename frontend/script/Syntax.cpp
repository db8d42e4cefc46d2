//===- Syntax.cpp - Syntax that TorchScript lacks -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the tree of a function. The messages are those of the
// elaborator for the same mistake.
//
//===----------------------------------------------------------------------===//

#include "frontend/script/Syntax.h"
#include "frontend/syntax/Visit.h"
#include "llvm/ADT/STLExtras.h"

using namespace tine::ast;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::Twine;

namespace tine::elaborate {

namespace {

class SyntaxWalk {
public:
  explicit SyntaxWalk(Report report) : report(report) {}

  void parameters(const FunctionDefStmt &function);
  void block(Block body) {
    for (const Stmt *s : body)
      stmt(s);
  }

private:
  void stmt(const Stmt *s);
  void expr(const Expr *e);
  void comprehension(const ComprehensionExpr *e);
  void parts(llvm::ArrayRef<FStringPart> parts);
  /// Whether the expression itself is refused, which was reported then.
  bool refused(const Expr *e);

  Report report;
};

} // namespace

void SyntaxWalk::parameters(const FunctionDefStmt &function) {
  for (const Param &param : function.params->params) {
    if (param.kind == ParamKind::VarArgs ||
        param.kind == ParamKind::VarKeywords)
      report(param.range,
             "TorchScript does not support functions that take any number of "
             "arguments; give '" +
                 function.name + "' a list or tuple");
    else if (param.kind == ParamKind::KeywordOnly && param.defaultValue)
      report(param.range, "TorchScript has no default for a parameter that is "
                          "given by name only");
    else if (param.defaultValue && isa<ListExpr, DictExpr>(param.defaultValue))
      report(param.defaultValue->range,
             "TorchScript has no lists and dicts as defaults; use None");
  }
}

/// What TorchScript calls a statement that it has no form for, and what to do
/// instead; empty for the others.
static std::string refusal(const Stmt *s) {
  switch (s->kind) {
  case StmtKind::Try:
    return "'try' is not supported: test for the error before the call";
  case StmtKind::Match:
    return "'match' is not supported in TorchScript: use 'if' and 'elif'";
  case StmtKind::FunctionDef:
    return ("nested functions are not supported in TorchScript; define '" +
            cast<FunctionDefStmt>(s)->name + "' at module level")
        .str();
  case StmtKind::ClassDef:
    return ("classes inside of functions are not supported in TorchScript; "
            "define '" +
            cast<ClassDefStmt>(s)->name + "' at module level")
        .str();
  case StmtKind::Import:
  case StmtKind::ImportFrom:
    return "TorchScript has no imports in functions; import at module level";
  case StmtKind::Global:
  case StmtKind::Nonlocal:
    return "TorchScript has no 'global' and 'nonlocal': pass the value and "
           "return the new one";
  case StmtKind::Raise:
    return cast<RaiseStmt>(s)->exception
               ? ""
               : "a bare 'raise' is not supported; name the exception";
  case StmtKind::AnnAssign:
    return cast<AnnAssignStmt>(s)->value
               ? ""
               : "TorchScript has no declarations without a value";
  default:
    return "";
  }
}

void SyntaxWalk::stmt(const Stmt *s) {
  if (std::string message = refusal(s); !message.empty())
    return report(s->range, message);
  visitExprs(s, [&](const Expr *e) { expr(e); });
  bool isLoop = isa<ForStmt, WhileStmt>(s);
  for (auto [i, inner] : llvm::enumerate(blocksOf(s)))
    if (i == 0 || !isLoop)
      block(inner);
    else if (!inner.empty())
      report(inner.front()->range,
             "TorchScript has no 'else' of loops; use a flag instead");
}

bool SyntaxWalk::refused(const Expr *e) {
  auto refuse = [&](const char *message) {
    report(e->range, message);
    return true;
  };
  switch (e->kind) {
  case ExprKind::Lambda:
    return refuse(
        "'lambda' is not supported in TorchScript; define a function");
  case ExprKind::Walrus:
    return refuse("':=' is not supported in TorchScript; assign before");
  case ExprKind::Yield:
    return refuse("'yield' is not supported; return a list");
  case ExprKind::Await:
    return refuse("'await' is not supported; use torch.jit.wait");
  case ExprKind::Set:
    return refuse("TorchScript has no sets; use a list, or a dict with True as "
                  "its values");
  case ExprKind::String:
    return cast<StringExpr>(e)->isBytes &&
           refuse("TorchScript has no bytes; use a list of ints");
  case ExprKind::Unary:
    return cast<UnaryExpr>(e)->op == UnaryOp::Pos &&
           refuse("TorchScript has no unary '+'; leave it out");
  case ExprKind::Dict:
    return llvm::is_contained(cast<DictExpr>(e)->keys, nullptr) &&
           refuse("TorchScript has no '**' in dicts; use update()");
  case ExprKind::Call:
    return llvm::any_of(
               cast<CallExpr>(e)->keywords,
               [](const Keyword &keyword) { return keyword.name.empty(); }) &&
           refuse("TorchScript has no '**' in calls; name the arguments");
  default:
    return false;
  }
}

void SyntaxWalk::parts(llvm::ArrayRef<FStringPart> parts) {
  for (const FStringPart &part : parts) {
    if (!part.value)
      continue;
    if (part.hasSpec || part.conversion)
      report(part.value->range, "format specifications are not supported in "
                                "TorchScript's f-strings");
    else
      expr(part.value);
  }
}

void SyntaxWalk::comprehension(const ComprehensionExpr *e) {
  if (e->form == ComprehensionKind::Set)
    return report(e->range, "TorchScript has no sets; use a list");
  if (e->clauses.size() != 1 || !e->clauses[0].conditions.empty())
    return report(
        e->range,
        "a comprehension in TorchScript has one 'for' and no 'if'; write a "
        "loop");
  expr(e->clauses[0].iterable);
  expr(e->key);
  expr(e->element);
}

void SyntaxWalk::expr(const Expr *e) {
  if (!e || refused(e))
    return;
  if (auto *text = dyn_cast<FStringExpr>(e))
    return parts(text->parts);
  if (auto *made = dyn_cast<ComprehensionExpr>(e))
    return comprehension(made);
  visitOperands(e, [&](const Expr *operand) { expr(operand); });
}

void findUnscriptable(const FunctionDefStmt &function, Report report) {
  SyntaxWalk walk(report);
  walk.parameters(function);
  walk.block(function.body);
}

} // namespace tine::elaborate
