//===- ASTPrinter.cpp - Prints a syntax tree ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/frontend/parser/inputs/python_ast.py prints CPython's tree in the same
// form; change both together.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ASTPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace tine;
using namespace tine::ast;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace {
class Printer {
public:
  Printer(const SourceFile &file, llvm::raw_ostream &os) : file(file), os(os) {}

  void print(const Module &module) {
    open("module");
    for (const Stmt *stmt : module.body)
      print(stmt);
    close();
    os << '\n';
  }

private:
  const SourceFile &file;
  llvm::raw_ostream &os;
  unsigned level = 0;

  //===--------------------------------------------------------------------===//
  // Pieces
  //===--------------------------------------------------------------------===//

  void line() {
    if (level > 0)
      os << '\n';
    os.indent(2 * level);
  }
  void open(const Twine &head) {
    line();
    os << '(' << head;
    ++level;
  }
  void open(const Twine &head, Range range) {
    open(head);
    SourceFile::Position from = file.position(range.begin);
    SourceFile::Position to = file.position(range.end);
    os << ' ' << from.line << ':' << from.column << '-' << to.line << ':'
       << to.column;
  }
  void close() {
    --level;
    os << ')';
  }
  void leaf(const Twine &head, Range range) {
    open(head, range);
    close();
  }
  void absent() {
    line();
    os << '-';
  }
  void text(StringRef value) {
    os << " \"";
    for (char c : value) {
      if (llvm::isPrint(c) && c != '"' && c != '\\')
        os << c;
      else
        os << llvm::format("\\x%02x", static_cast<uint8_t>(c));
    }
    os << '"';
  }
  void word(StringRef value) { os << ' ' << value; }
  void flag(bool set, StringRef value) {
    if (set)
      word(value);
  }
  /// A list under a heading; nothing if it is empty.
  template <typename T> void list(StringRef head, ArrayRef<T> elements) {
    if (elements.empty())
      return;
    open(head);
    for (const T &element : elements)
      print(element);
    close();
  }
  /// One child under a heading; nothing if it is absent.
  void labelled(StringRef head, const Expr *e) {
    if (!e)
      return;
    open(head);
    print(e);
    close();
  }
  template <typename T> void all(ArrayRef<T> elements) {
    for (const T &element : elements)
      print(element);
  }

  void print(const Keyword &keyword);
  void print(const FStringPart &part);
  void print(const ComprehensionClause &clause);
  void print(const Param &param);
  void print(const WithItem &item);
  void print(const ExceptHandler &handler);
  void print(const ImportAlias &alias);
  void print(const Expr *e);
  void print(const Stmt *s);
  void printOperation(const Expr *e);
  void printDisplay(const Expr *e);
  void printDefinition(const Stmt *s);
  void printBlock(const Stmt *s);
};
} // namespace

//===----------------------------------------------------------------------===//
// Parts of expressions and statements
//===----------------------------------------------------------------------===//

void Printer::print(const Keyword &keyword) {
  open("keyword");
  word(keyword.name.empty() ? StringRef("**") : keyword.name);
  print(keyword.value);
  close();
}

void Printer::print(const FStringPart &part) {
  if (!part.value) {
    open("text");
    text(part.text);
    return close();
  }
  open("field");
  if (part.conversion)
    word(StringRef(&part.conversion, 1));
  print(part.value);
  if (part.hasSpec) {
    open("spec");
    all(part.spec);
    close();
  }
  close();
}

void Printer::print(const ComprehensionClause &clause) {
  open("for");
  flag(clause.isAsync, "async");
  print(clause.target);
  print(clause.iterable);
  all(clause.conditions);
  close();
}

void Printer::print(const Param &param) {
  static constexpr const char *kinds[] = {"", "keyword-only", "*", "**"};
  open("param", param.range);
  word(param.name);
  flag(param.kind != ParamKind::Positional,
       kinds[static_cast<unsigned>(param.kind)]);
  flag(param.positionalOnly, "positional-only");
  labelled("annotation", param.annotation);
  labelled("default", param.defaultValue);
  close();
}

void Printer::print(const WithItem &item) {
  open("item");
  print(item.context);
  print(item.target);
  close();
}

void Printer::print(const ExceptHandler &handler) {
  open("except", handler.range);
  flag(!handler.name.empty(), handler.name);
  print(handler.type);
  list("body", handler.body);
  close();
}

void Printer::print(const ImportAlias &alias) {
  open("alias", alias.range);
  word(alias.name);
  flag(!alias.asName.empty(), alias.asName);
  close();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void Printer::printOperation(const Expr *e) {
  static constexpr const char *unary[] = {"-", "+", "not", "~"};
  switch (e->kind) {
  case ExprKind::Unary: {
    const auto *x = llvm::cast<UnaryExpr>(e);
    open("unary", e->range);
    word(unary[static_cast<unsigned>(x->op)]);
    print(x->operand);
    return close();
  }
  case ExprKind::Binary: {
    const auto *x = llvm::cast<BinaryExpr>(e);
    open("binary", e->range);
    word(spelling(x->op));
    print(x->lhs);
    print(x->rhs);
    return close();
  }
  case ExprKind::BoolOp: {
    const auto *x = llvm::cast<BoolOpExpr>(e);
    open(x->isAnd ? "and" : "or", e->range);
    all(x->values);
    return close();
  }
  case ExprKind::Compare: {
    const auto *x = llvm::cast<CompareExpr>(e);
    open("compare", e->range);
    for (CompareOp op : x->ops)
      text(spelling(op));
    print(x->lhs);
    all(x->rhs);
    return close();
  }
  case ExprKind::IfElse: {
    const auto *x = llvm::cast<IfElseExpr>(e);
    open("if-else", e->range);
    print(x->condition);
    print(x->thenValue);
    print(x->elseValue);
    return close();
  }
  case ExprKind::Call: {
    const auto *x = llvm::cast<CallExpr>(e);
    open("call", e->range);
    print(x->callee);
    all(x->args);
    all(x->keywords);
    return close();
  }
  case ExprKind::Attribute: {
    const auto *x = llvm::cast<AttributeExpr>(e);
    open("attribute", e->range);
    word(x->name);
    print(x->value);
    return close();
  }
  case ExprKind::Subscript: {
    const auto *x = llvm::cast<SubscriptExpr>(e);
    open("subscript", e->range);
    print(x->value);
    print(x->index);
    return close();
  }
  case ExprKind::Slice: {
    const auto *x = llvm::cast<SliceExpr>(e);
    open("slice", e->range);
    print(x->lower);
    print(x->upper);
    print(x->step);
    return close();
  }
  case ExprKind::Lambda: {
    const auto *x = llvm::cast<LambdaExpr>(e);
    open("lambda", e->range);
    list("params", x->params->params);
    print(x->body);
    return close();
  }
  case ExprKind::Walrus: {
    const auto *x = llvm::cast<WalrusExpr>(e);
    open("walrus", e->range);
    print(x->target);
    print(x->value);
    return close();
  }
  case ExprKind::Await:
    open("await", e->range);
    print(llvm::cast<AwaitExpr>(e)->value);
    return close();
  case ExprKind::Yield: {
    const auto *x = llvm::cast<YieldExpr>(e);
    open(x->isFrom ? "yield-from" : "yield", e->range);
    print(x->value);
    return close();
  }
  default:
    return printDisplay(e);
  }
}

void Printer::printDisplay(const Expr *e) {
  static constexpr const char *forms[] = {"list-comprehension",
                                          "set-comprehension",
                                          "dict-comprehension", "generator"};
  switch (e->kind) {
  case ExprKind::Tuple:
    open("tuple", e->range);
    all(llvm::cast<TupleExpr>(e)->elements);
    return close();
  case ExprKind::List:
    open("list", e->range);
    all(llvm::cast<ListExpr>(e)->elements);
    return close();
  case ExprKind::Set:
    open("set", e->range);
    all(llvm::cast<SetExpr>(e)->elements);
    return close();
  case ExprKind::Dict: {
    const auto *x = llvm::cast<DictExpr>(e);
    open("dict", e->range);
    for (size_t i = 0; i < x->values.size(); ++i) {
      print(x->keys[i]);
      print(x->values[i]);
    }
    return close();
  }
  case ExprKind::Comprehension: {
    const auto *x = llvm::cast<ComprehensionExpr>(e);
    open(forms[static_cast<unsigned>(x->form)], e->range);
    if (x->key)
      print(x->key);
    print(x->element);
    all(x->clauses);
    return close();
  }
  default:
    open("starred", e->range);
    print(llvm::cast<StarredExpr>(e)->value);
    return close();
  }
}

void Printer::print(const Expr *e) {
  if (!e)
    return absent();
  switch (e->kind) {
  case ExprKind::Name:
    open("name", e->range);
    word(llvm::cast<NameExpr>(e)->id);
    return close();
  case ExprKind::Int: {
    const auto *x = llvm::cast<IntExpr>(e);
    open("int", e->range);
    os << ' ' << x->value;
    flag(x->overflow, "overflow");
    return close();
  }
  case ExprKind::Float:
    open("float", e->range);
    os << ' ' << llvm::format("%.17g", llvm::cast<FloatExpr>(e)->value);
    return close();
  case ExprKind::Imaginary:
    open("imaginary", e->range);
    os << ' ' << llvm::format("%.17g", llvm::cast<ImaginaryExpr>(e)->value);
    return close();
  case ExprKind::String: {
    const auto *x = llvm::cast<StringExpr>(e);
    open(x->isBytes ? "bytes" : "string", e->range);
    text(x->value);
    return close();
  }
  case ExprKind::FString:
    open("f-string", e->range);
    all(llvm::cast<FStringExpr>(e)->parts);
    return close();
  case ExprKind::Bool:
    return leaf(llvm::cast<BoolExpr>(e)->value ? "true" : "false", e->range);
  case ExprKind::None:
    return leaf("none", e->range);
  case ExprKind::Ellipsis:
    return leaf("ellipsis", e->range);
  default:
    return printOperation(e);
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Printer::printDefinition(const Stmt *s) {
  switch (s->kind) {
  case StmtKind::FunctionDef: {
    const auto *x = llvm::cast<FunctionDefStmt>(s);
    open(x->isAsync ? "async-def" : "def", s->range);
    word(x->name);
    list("decorators", x->decorators);
    list("params", x->params->params);
    labelled("returns", x->returns);
    labelled("type-comment", x->typeCommentParams);
    labelled("type-comment-returns", x->typeCommentReturn);
    list("body", x->body);
    return close();
  }
  case StmtKind::ClassDef: {
    const auto *x = llvm::cast<ClassDefStmt>(s);
    open("class", s->range);
    word(x->name);
    list("decorators", x->decorators);
    list("bases", x->bases);
    all(x->keywords);
    list("body", x->body);
    return close();
  }
  case StmtKind::Import:
    open("import", s->range);
    all(llvm::cast<ImportStmt>(s)->names);
    return close();
  case StmtKind::ImportFrom: {
    const auto *x = llvm::cast<ImportFromStmt>(s);
    open("import-from", s->range);
    os << ' ' << std::string(x->level, '.') << x->module;
    all(x->names);
    return close();
  }
  case StmtKind::Global:
    open("global", s->range);
    for (StringRef name : llvm::cast<GlobalStmt>(s)->names)
      word(name);
    return close();
  default:
    open("nonlocal", s->range);
    for (StringRef name : llvm::cast<NonlocalStmt>(s)->names)
      word(name);
    return close();
  }
}

void Printer::printBlock(const Stmt *s) {
  switch (s->kind) {
  case StmtKind::If: {
    const auto *x = llvm::cast<IfStmt>(s);
    open("if", s->range);
    print(x->condition);
    list("body", x->body);
    list("else", x->orelse);
    return close();
  }
  case StmtKind::While: {
    const auto *x = llvm::cast<WhileStmt>(s);
    open("while", s->range);
    print(x->condition);
    list("body", x->body);
    list("else", x->orelse);
    return close();
  }
  case StmtKind::For: {
    const auto *x = llvm::cast<ForStmt>(s);
    open(x->isAsync ? "async-for" : "for", s->range);
    print(x->target);
    print(x->iterable);
    list("body", x->body);
    list("else", x->orelse);
    return close();
  }
  case StmtKind::With: {
    const auto *x = llvm::cast<WithStmt>(s);
    open(x->isAsync ? "async-with" : "with", s->range);
    all(x->items);
    list("body", x->body);
    return close();
  }
  case StmtKind::Try: {
    const auto *x = llvm::cast<TryStmt>(s);
    open("try", s->range);
    list("body", x->body);
    all(x->handlers);
    list("else", x->orelse);
    list("finally", x->finalbody);
    return close();
  }
  case StmtKind::Match:
    open("match", s->range);
    print(llvm::cast<MatchStmt>(s)->subject);
    return close();
  default:
    return printDefinition(s);
  }
}

void Printer::print(const Stmt *s) {
  switch (s->kind) {
  case StmtKind::Expr:
    open("expr", s->range);
    print(llvm::cast<ExprStmt>(s)->value);
    return close();
  case StmtKind::Assign: {
    const auto *x = llvm::cast<AssignStmt>(s);
    open("assign", s->range);
    all(x->targets);
    print(x->value);
    labelled("type-comment", x->typeComment);
    return close();
  }
  case StmtKind::AnnAssign: {
    const auto *x = llvm::cast<AnnAssignStmt>(s);
    open("annotated-assign", s->range);
    print(x->target);
    print(x->annotation);
    print(x->value);
    return close();
  }
  case StmtKind::AugAssign: {
    const auto *x = llvm::cast<AugAssignStmt>(s);
    open("augmented-assign", s->range);
    word(spelling(x->op));
    print(x->target);
    print(x->value);
    return close();
  }
  case StmtKind::Return:
    open("return", s->range);
    print(llvm::cast<ReturnStmt>(s)->value);
    return close();
  case StmtKind::Break:
    return leaf("break", s->range);
  case StmtKind::Continue:
    return leaf("continue", s->range);
  case StmtKind::Pass:
    return leaf("pass", s->range);
  case StmtKind::Raise: {
    const auto *x = llvm::cast<RaiseStmt>(s);
    open("raise", s->range);
    print(x->exception);
    print(x->cause);
    return close();
  }
  case StmtKind::Assert: {
    const auto *x = llvm::cast<AssertStmt>(s);
    open("assert", s->range);
    print(x->condition);
    print(x->message);
    return close();
  }
  case StmtKind::Delete:
    open("delete", s->range);
    all(llvm::cast<DeleteStmt>(s)->targets);
    return close();
  default:
    return printBlock(s);
  }
}

void tine::printAst(const Module &module, const SourceFile &file,
                    llvm::raw_ostream &os) {
  Printer(file, os).print(module);
}
