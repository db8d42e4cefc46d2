//===- AST.h - Syntax tree of the TorchScript language ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements, and the module that owns the tree: its nodes live in an arena,
// are immutable after parsing, and carry the exact byte range of their source.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_AST_H
#define TINE_FRONTEND_SYNTAX_AST_H

#include "frontend/syntax/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <memory>

namespace tine::ast {

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

// clang-format off
/// The kinds of statements, with what `--emit=ast` calls them.
#define TINE_STATEMENTS(X)                                                     \
  X(Expr, "expr") X(Assign, "assign") X(AnnAssign, "annotated-assign")         \
  X(AugAssign, "augmented-assign") X(Return, "return") X(If, "if")             \
  X(While, "while") X(For, "for") X(Break, "break") X(Continue, "continue")    \
  X(Pass, "pass") X(Raise, "raise") X(Assert, "assert") X(Delete, "delete")    \
  X(With, "with") X(FunctionDef, "def") X(ClassDef, "class")                   \
  X(Import, "import") X(ImportFrom, "import-from") X(Global, "global")         \
  X(Nonlocal, "nonlocal") X(Try, "try") X(Match, "match")
// clang-format on

enum class StmtKind : uint8_t {
#define TINE_KIND(KIND, NAME) KIND,
  TINE_STATEMENTS(TINE_KIND)
#undef TINE_KIND
};

struct Stmt {
  const StmtKind kind;
  /// As Expr::height; counts nested statements and their expressions.
  uint16_t height = 1;
  Range range;

  std::tuple<> children() const { return {}; }

protected:
  explicit Stmt(StmtKind kind) : kind(kind) {}
};

template <StmtKind K> struct StmtOf : Stmt {
  StmtOf() : Stmt(K) {}
  static bool classof(const Stmt *s) { return s->kind == K; }
};

using Block = llvm::ArrayRef<const Stmt *>;

struct ExprStmt : StmtOf<StmtKind::Expr> {
  const Expr *value = nullptr;
  auto children() const { return std::tie(value); }
};

/// `targets[0] = targets[1] = ... = value`
struct AssignStmt : StmtOf<StmtKind::Assign> {
  llvm::ArrayRef<const Expr *> targets;
  const Expr *value = nullptr;
  /// The type of a `# type: T` comment behind it; may be null.
  const Expr *typeComment = nullptr;
  auto children() const { return std::tie(targets, value, typeComment); }
};

struct AnnAssignStmt : StmtOf<StmtKind::AnnAssign> {
  const Expr *target = nullptr;
  const Expr *annotation = nullptr;
  const Expr *value = nullptr; // may be null
  auto children() const { return std::tie(target, annotation, value); }
};

struct AugAssignStmt : StmtOf<StmtKind::AugAssign> {
  const Expr *target = nullptr;
  BinaryOp op = BinaryOp::Add;
  Range opRange;
  const Expr *value = nullptr;
  auto children() const { return std::tie(target, value); }
};

struct ReturnStmt : StmtOf<StmtKind::Return> {
  const Expr *value = nullptr; // may be null
  auto children() const { return std::tie(value); }
};

/// `elif` is an IfStmt as the only statement of `orelse`.
struct IfStmt : StmtOf<StmtKind::If> {
  const Expr *condition = nullptr;
  Block body;
  Block orelse;
  auto children() const { return std::tie(condition, body, orelse); }
};

struct WhileStmt : StmtOf<StmtKind::While> {
  const Expr *condition = nullptr;
  Block body;
  Block orelse;
  auto children() const { return std::tie(condition, body, orelse); }
};

struct ForStmt : StmtOf<StmtKind::For> {
  const Expr *target = nullptr;
  const Expr *iterable = nullptr;
  Block body;
  Block orelse;
  bool isAsync = false;
  auto children() const { return std::tie(target, iterable, body, orelse); }
};

struct BreakStmt : StmtOf<StmtKind::Break> {};
struct ContinueStmt : StmtOf<StmtKind::Continue> {};
struct PassStmt : StmtOf<StmtKind::Pass> {};

struct RaiseStmt : StmtOf<StmtKind::Raise> {
  const Expr *exception = nullptr; // may be null
  const Expr *cause = nullptr;     // may be null
  auto children() const { return std::tie(exception, cause); }
};

struct AssertStmt : StmtOf<StmtKind::Assert> {
  const Expr *condition = nullptr;
  const Expr *message = nullptr; // may be null
  auto children() const { return std::tie(condition, message); }
};

struct DeleteStmt : StmtOf<StmtKind::Delete> {
  llvm::ArrayRef<const Expr *> targets;
  auto children() const { return std::tie(targets); }
};

struct WithItem {
  const Expr *context = nullptr;
  const Expr *target = nullptr; // may be null
  auto children() const { return std::tie(context, target); }
};

struct WithStmt : StmtOf<StmtKind::With> {
  llvm::ArrayRef<WithItem> items;
  Block body;
  bool isAsync = false;
  auto children() const { return std::tie(items, body); }
};

struct FunctionDefStmt : StmtOf<StmtKind::FunctionDef> {
  llvm::StringRef name;
  Range nameRange;
  llvm::ArrayRef<const Expr *> decorators;
  const Params *params = nullptr;
  const Expr *returns = nullptr; // may be null
  /// `# type: (A, B) -> R` under the header: a TupleExpr and an Expr, or null.
  /// For `# type: (...) -> R` the first is null and the types, written behind
  /// each parameter, are its annotations.
  const TupleExpr *typeCommentParams = nullptr;
  const Expr *typeCommentReturn = nullptr;
  Block body;
  bool isAsync = false;

  /// Of the arrow or of the comment; may be null.
  const Expr *returnType() const {
    return returns ? returns : typeCommentReturn;
  }
  auto children() const {
    return std::tie(decorators, params, returns, typeCommentParams,
                    typeCommentReturn, body);
  }
};

struct ClassDefStmt : StmtOf<StmtKind::ClassDef> {
  llvm::StringRef name;
  Range nameRange;
  llvm::ArrayRef<const Expr *> decorators;
  llvm::ArrayRef<const Expr *> bases;
  llvm::ArrayRef<Keyword> keywords;
  Block body;
  auto children() const { return std::tie(decorators, bases, keywords, body); }
};

struct ImportAlias {
  llvm::StringRef name;   // dotted; "*" for a star import
  llvm::StringRef asName; // empty when absent
  Range range;
};

struct ImportStmt : StmtOf<StmtKind::Import> {
  llvm::ArrayRef<ImportAlias> names;
};

struct ImportFromStmt : StmtOf<StmtKind::ImportFrom> {
  llvm::StringRef module;
  unsigned level = 0; // number of leading dots
  llvm::ArrayRef<ImportAlias> names;
};

struct GlobalStmt : StmtOf<StmtKind::Global> {
  llvm::ArrayRef<llvm::StringRef> names;
};

struct NonlocalStmt : StmtOf<StmtKind::Nonlocal> {
  llvm::ArrayRef<llvm::StringRef> names;
};

struct ExceptHandler {
  const Expr *type = nullptr; // may be null
  llvm::StringRef name;
  Block body;
  Range range;
  auto children() const { return std::tie(type, body); }
};

struct TryStmt : StmtOf<StmtKind::Try> {
  Block body;
  llvm::ArrayRef<ExceptHandler> handlers;
  Block orelse;
  Block finalbody;
  auto children() const { return std::tie(body, handlers, orelse, finalbody); }
};

enum class PatternKind : uint8_t {
  Value,    // a literal, or a name with a dot
  Capture,  // a name; `_`, if the name is empty
  As,       // one part and a name
  Or,       // two or more parts
  Sequence, // its elements
  Star,     // `*name` in a sequence; `*_`, if the name is empty
  Mapping,  // keys, the parts of their values, and the name of `**name`
  Class,    // parts by position, and behind them those of keywords
};

/// What stands behind `case`. Its meaning is in `MatchStmt::lowered`, so that
/// only the parser and the printer read it.
struct Pattern {
  PatternKind kind = PatternKind::Value;
  Range range;
  llvm::StringRef name;
  llvm::ArrayRef<llvm::StringRef> keywords;
  llvm::ArrayRef<const Expr *> exprs; // the value, the class or the keys
  llvm::ArrayRef<const Pattern *> parts;
  auto children() const { return std::tie(exprs, parts); }
};

struct MatchCase {
  const Pattern *pattern = nullptr;
  const Expr *guard = nullptr; // may be null
  Block body;
  Range range;
  auto children() const { return std::tie(pattern, guard, body); }
};

/// Walks over the tree see what it does, not what is written.

struct MatchStmt : StmtOf<StmtKind::Match> {
  const Expr *subject = nullptr;
  llvm::ArrayRef<MatchCase> cases;
  /// What it does, in assignments and `if`; the subject and the bodies of the
  /// cases are in it.
  Block lowered;
  auto children() const { return std::tie(lowered); }
};

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

/// One parsed file. Owns every node and every string of the tree.
class Module {
public:
  Block body;

  /// Puts a node into the arena.
  template <typename T> T *make(T node = T()) {
    return new (arena.Allocate<T>()) T(node);
  }

  /// Copies a list into the arena.
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> from) {
    if (from.empty())
      return {};
    T *to = arena.Allocate<T>(from.size());
    std::uninitialized_copy(from.begin(), from.end(), to);
    return {to, from.size()};
  }
  template <typename T>
  llvm::ArrayRef<T> copy(const llvm::SmallVectorImpl<T> &from) {
    return copy(llvm::ArrayRef<T>(from));
  }

  /// Copies text into the arena.
  llvm::StringRef copy(llvm::StringRef text) {
    char *to = static_cast<char *>(arena.Allocate(text.size() + 1, 1));
    std::copy(text.begin(), text.end(), to);
    to[text.size()] = 0;
    return {to, text.size()};
  }

private:
  llvm::BumpPtrAllocator arena;
};

} // namespace tine::ast

#endif // TINE_FRONTEND_SYNTAX_AST_H
