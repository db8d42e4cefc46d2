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
#include "frontend/syntax/Visit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace tine;
using namespace tine::ast;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace {

//===----------------------------------------------------------------------===//
// Names of nodes
//===----------------------------------------------------------------------===//

StringRef name(const Expr &e) {
#define TINE_KIND(KIND, NAME, ...) NAME,
  static constexpr const char *names[] = {TINE_EXPRESSIONS(TINE_KIND)};
  return names[static_cast<size_t>(e.kind)];
}

StringRef name(const Stmt &s) {
  static constexpr const char *names[] = {TINE_STATEMENTS(TINE_KIND)};
#undef TINE_KIND
  return names[static_cast<size_t>(s.kind)];
}

StringRef name(const StringExpr &e) { return e.isBytes ? "bytes" : "string"; }
StringRef name(const BoolExpr &e) { return e.value ? "true" : "false"; }
StringRef name(const BoolOpExpr &e) { return e.isAnd ? "and" : "or"; }
StringRef name(const YieldExpr &e) { return e.isFrom ? "yield-from" : "yield"; }
StringRef name(const ComprehensionExpr &e) {
  static constexpr const char *names[] = {"list-comprehension",
                                          "set-comprehension",
                                          "dict-comprehension", "generator"};
  return names[static_cast<size_t>(e.form)];
}
StringRef name(const ForStmt &s) { return s.isAsync ? "async-for" : "for"; }
StringRef name(const WithStmt &s) { return s.isAsync ? "async-with" : "with"; }
StringRef name(const FunctionDefStmt &s) {
  return s.isAsync ? "async-def" : "def";
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Writes nested brackets, a line for each.
class BracketWriter {
protected:
  BracketWriter(const SourceFile &file, llvm::raw_ostream &os)
      : os(os), file(file) {}

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
  void words(ArrayRef<StringRef> names) {
    for (StringRef name : names)
      word(name);
  }

  llvm::raw_ostream &os;

private:
  const SourceFile &file;
  unsigned level = 0;
};

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

class Printer : BracketWriter {
public:
  Printer(const SourceFile &file, llvm::raw_ostream &os)
      : BracketWriter(file, os) {}

  void print(const Module &module) {
    open("module");
    all(module.body);
    close();
    os << '\n';
  }

private:
  //===--------------------------------------------------------------------===//
  // Lists
  //===--------------------------------------------------------------------===//

  template <typename T> void all(ArrayRef<T> elements) {
    for (const T &element : elements)
      print(element);
  }
  /// A list under a heading; nothing if it is empty.
  template <typename T> void list(StringRef head, ArrayRef<T> elements) {
    if (elements.empty())
      return;
    open(head);
    all(elements);
    close();
  }
  /// One child under a heading; nothing if it is absent.
  void labelled(StringRef head, const Expr *e) {
    if (e)
      list(head, ArrayRef(e));
  }

  //===--------------------------------------------------------------------===//
  // Nodes: a name, the range, details and children
  //===--------------------------------------------------------------------===//

  void print(const Expr *e) {
    if (e)
      return visitAs(e, [&](const auto &node) { printNode(node); });
    line();
    os << '-';
  }
  void print(const Stmt *s) {
    visitAs(s, [&](const auto &node) { printNode(node); });
  }
  template <typename Node> void printNode(const Node &node) {
    open(name(node), node.range);
    details(node);
    children(node);
    close();
  }

  void details(const Expr &) {}
  void details(const Stmt &) {}
  void details(const NameExpr &e) { word(e.id); }
  void details(const IntExpr &e) {
    os << ' ' << e.value;
    flag(e.overflow, "overflow");
  }
  void details(const FloatExpr &e) { os << llvm::format(" %.17g", e.value); }
  void details(const ImaginaryExpr &e) {
    os << llvm::format(" %.17g", e.value);
  }
  void details(const StringExpr &e) { text(e.value); }
  void details(const UnaryExpr &e) {
    static constexpr const char *operators[] = {"-", "+", "not", "~"};
    word(operators[static_cast<unsigned>(e.op)]);
  }
  void details(const BinaryExpr &e) { word(spelling(e.op)); }
  void details(const CompareExpr &e) {
    for (CompareOp op : e.ops)
      text(spelling(op));
  }
  void details(const AttributeExpr &e) { word(e.name); }
  void details(const AugAssignStmt &s) { word(spelling(s.op)); }
  void details(const FunctionDefStmt &s) { word(s.name); }
  void details(const ClassDefStmt &s) { word(s.name); }
  void details(const ImportFromStmt &s) {
    os << ' ' << std::string(s.level, '.') << s.module;
  }
  void details(const GlobalStmt &s) { words(s.names); }
  void details(const NonlocalStmt &s) { words(s.names); }

  template <typename Node> void children(const Node &node) {
    std::apply([&](const auto &...child) { (print(child), ...); },
               node.children());
  }
  void children(const DictExpr &e);
  void children(const ComprehensionExpr &e);
  void children(const AssignStmt &s);
  void children(const IfStmt &s);
  void children(const WhileStmt &s);
  void children(const ForStmt &s);
  void children(const TryStmt &s);
  void children(const FunctionDefStmt &s);
  void children(const ClassDefStmt &s);
  void children(const MatchStmt &s) {
    print(s.subject);
    all(s.cases);
  }
  void children(const ImportStmt &s) { all(s.names); }
  void children(const ImportFromStmt &s) { all(s.names); }

  //===--------------------------------------------------------------------===//
  // Parts of nodes
  //===--------------------------------------------------------------------===//

  template <typename T> void print(ArrayRef<T> elements) { all(elements); }
  void print(Block body) { list("body", body); }
  void print(const Params *params) { list("params", params->params); }
  void print(const Keyword &keyword);
  void print(const FStringPart &part);
  void print(const ComprehensionClause &clause);
  void print(const Param &param);
  void print(const WithItem &item);
  void print(const ExceptHandler &handler);
  void print(const MatchCase &made);
  void print(const Pattern *pattern);
  void print(const ImportAlias &alias);
};

} // namespace

void Printer::print(const Keyword &keyword) {
  open("keyword");
  word(keyword.name.empty() ? StringRef("**") : keyword.name);
  children(keyword);
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
  children(clause);
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
  children(item);
  close();
}

void Printer::print(const ExceptHandler &handler) {
  open("except", handler.range);
  flag(!handler.name.empty(), handler.name);
  children(handler);
  close();
}

void Printer::print(const MatchCase &made) {
  open("case");
  children(made);
  close();
}

void Printer::print(const Pattern *pattern) {
  static constexpr const char *names[] = {
      "value", "as", "as", "or", "sequence", "star", "mapping", "class"};
  open(Twine("match-") + names[static_cast<unsigned>(pattern->kind)],
       pattern->range);
  flag(!pattern->name.empty(), pattern->name);
  words(pattern->keywords);
  children(*pattern);
  close();
}

void Printer::print(const ImportAlias &alias) {
  open("alias", alias.range);
  word(alias.name);
  flag(!alias.asName.empty(), alias.asName);
  close();
}

//===----------------------------------------------------------------------===//
// Children that have labels, or another order
//===----------------------------------------------------------------------===//

void Printer::children(const DictExpr &e) {
  for (auto [key, value] : llvm::zip_equal(e.keys, e.values)) {
    print(key);
    print(value);
  }
}

void Printer::children(const ComprehensionExpr &e) {
  if (e.key)
    print(e.key);
  print(e.element);
  all(e.clauses);
}

void Printer::children(const AssignStmt &s) {
  all(s.targets);
  print(s.value);
  labelled("type-comment", s.typeComment);
}

void Printer::children(const IfStmt &s) {
  print(s.condition);
  print(s.body);
  list("else", s.orelse);
}

void Printer::children(const WhileStmt &s) {
  print(s.condition);
  print(s.body);
  list("else", s.orelse);
}

void Printer::children(const ForStmt &s) {
  print(s.target);
  print(s.iterable);
  print(s.body);
  list("else", s.orelse);
}

void Printer::children(const TryStmt &s) {
  print(s.body);
  all(s.handlers);
  list("else", s.orelse);
  list("finally", s.finalbody);
}

void Printer::children(const FunctionDefStmt &s) {
  list("decorators", s.decorators);
  print(s.params);
  labelled("returns", s.returns);
  labelled("type-comment", s.typeCommentParams);
  labelled("type-comment-returns", s.typeCommentReturn);
  print(s.body);
}

void Printer::children(const ClassDefStmt &s) {
  list("decorators", s.decorators);
  list("bases", s.bases);
  all(s.keywords);
  print(s.body);
}

void tine::printAst(const Module &module, const SourceFile &file,
                    llvm::raw_ostream &os) {
  Printer(file, os).print(module);
}
