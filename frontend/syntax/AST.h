//===- AST.h - Syntax tree of the TorchScript language ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax tree that the parser makes and the elaborator walks. Nodes live in
// the arena of an ast::Module, are immutable after parsing, and carry the exact
// byte range of their source.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_AST_H
#define TINE_FRONTEND_SYNTAX_AST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include <cstdint>
#include <memory>

namespace tine::ast {

/// Half-open byte range of the source file that a node came from.
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Greatest height of a statement.
constexpr unsigned maxTreeHeight = 1000;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

enum class ExprKind : uint8_t {
  Name,
  Int,
  Float,
  Imaginary,
  String,
  FString,
  Bool,
  None,
  Ellipsis,
  Unary,
  Binary,
  BoolOp,
  Compare,
  IfElse,
  Call,
  Attribute,
  Subscript,
  Slice,
  Tuple,
  List,
  Set,
  Dict,
  Comprehension,
  Starred,
  Lambda,
  Walrus,
  Await,
  Yield,
};

struct Expr {
  const ExprKind kind;
  /// Levels of the tree from here down; the parser keeps it below
  /// `maxTreeHeight`, so that walks over the tree may recurse.
  uint16_t height = 1;
  Range range;

protected:
  explicit Expr(ExprKind kind) : kind(kind) {}
};

template <ExprKind K> struct ExprOf : Expr {
  ExprOf() : Expr(K) {}
  static bool classof(const Expr *e) { return e->kind == K; }
};

struct NameExpr : ExprOf<ExprKind::Name> {
  llvm::StringRef id;
};

/// An integer literal. TorchScript's int is 64 bits; a literal that does not
/// fit has `overflow` set and is diagnosed by whoever needs its value. `value`
/// then holds its low 64 bits, so that 2**63 is INT64_MIN.
struct IntExpr : ExprOf<ExprKind::Int> {
  int64_t value = 0;
  bool overflow = false;
  bool fitsNegated = false; // 2**63, which overflows
};

struct FloatExpr : ExprOf<ExprKind::Float> {
  double value = 0;
};

struct ImaginaryExpr : ExprOf<ExprKind::Imaginary> {
  double value = 0;
};

/// A string literal after escapes and adjacent literals were joined (UTF-8;
/// any bytes if `isBytes`, or if an archive holds them).
struct StringExpr : ExprOf<ExprKind::String> {
  llvm::StringRef value;
  bool isBytes = false;
};

/// One part of an f-string: literal text (value is null), or a replacement
/// field `{value!conversion:spec}`. `{x=}` is the text "x=" and a field, whose
/// conversion is 'r' unless it has one or a spec.
struct FStringPart {
  llvm::StringRef text;
  const Expr *value = nullptr;
  char conversion = 0;              // 'r', 's', 'a' or 0
  llvm::ArrayRef<FStringPart> spec; // may hold nested fields
  bool hasSpec = false;
};

struct FStringExpr : ExprOf<ExprKind::FString> {
  llvm::ArrayRef<FStringPart> parts;
};

struct BoolExpr : ExprOf<ExprKind::Bool> {
  bool value = false;
};

struct NoneExpr : ExprOf<ExprKind::None> {};
struct EllipsisExpr : ExprOf<ExprKind::Ellipsis> {};

enum class UnaryOp : uint8_t { Neg, Pos, Not, Invert };

struct UnaryExpr : ExprOf<ExprKind::Unary> {
  UnaryOp op = UnaryOp::Neg;
  const Expr *operand = nullptr;
};

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight,
};

/// The operator as it is written, "+" for Add.
llvm::StringRef spelling(BinaryOp op);

struct BinaryExpr : ExprOf<ExprKind::Binary> {
  BinaryOp op = BinaryOp::Add;
  Range opRange;
  const Expr *lhs = nullptr;
  const Expr *rhs = nullptr;
};

struct BoolOpExpr : ExprOf<ExprKind::BoolOp> {
  bool isAnd = true;
  llvm::ArrayRef<const Expr *> values; // two or more
};

enum class CompareOp : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Is, IsNot, In, NotIn };

/// The operator as it is written, "not in" for NotIn.
llvm::StringRef spelling(CompareOp op);

/// `lhs ops[0] rhs[0] ops[1] rhs[1] ...`
struct CompareExpr : ExprOf<ExprKind::Compare> {
  const Expr *lhs = nullptr;
  llvm::ArrayRef<CompareOp> ops;
  llvm::ArrayRef<const Expr *> rhs;
};

struct IfElseExpr : ExprOf<ExprKind::IfElse> {
  const Expr *condition = nullptr;
  const Expr *thenValue = nullptr;
  const Expr *elseValue = nullptr;
};

/// `name=value`, or `**value` when the name is empty.
struct Keyword {
  llvm::StringRef name;
  Range nameRange;
  const Expr *value = nullptr;
};

struct CallExpr : ExprOf<ExprKind::Call> {
  const Expr *callee = nullptr;
  llvm::ArrayRef<const Expr *> args; // may hold StarredExpr
  llvm::ArrayRef<Keyword> keywords;
};

struct AttributeExpr : ExprOf<ExprKind::Attribute> {
  const Expr *value = nullptr;
  llvm::StringRef name;
  Range nameRange;
};

/// `value[index]`; several indices are a TupleExpr, `a:b:c` is a SliceExpr.
struct SubscriptExpr : ExprOf<ExprKind::Subscript> {
  const Expr *value = nullptr;
  const Expr *index = nullptr;
};

/// Any part may be null.
struct SliceExpr : ExprOf<ExprKind::Slice> {
  const Expr *lower = nullptr;
  const Expr *upper = nullptr;
  const Expr *step = nullptr;
};

struct TupleExpr : ExprOf<ExprKind::Tuple> {
  llvm::ArrayRef<const Expr *> elements;
};

struct ListExpr : ExprOf<ExprKind::List> {
  llvm::ArrayRef<const Expr *> elements;
};

struct SetExpr : ExprOf<ExprKind::Set> {
  llvm::ArrayRef<const Expr *> elements;
};

/// A null key stands for `**value`.
struct DictExpr : ExprOf<ExprKind::Dict> {
  llvm::ArrayRef<const Expr *> keys;
  llvm::ArrayRef<const Expr *> values;
};

struct ComprehensionClause {
  const Expr *target = nullptr;
  const Expr *iterable = nullptr;
  llvm::ArrayRef<const Expr *> conditions;
  bool isAsync = false;
};

enum class ComprehensionKind : uint8_t { List, Set, Dict, Generator };

struct ComprehensionExpr : ExprOf<ExprKind::Comprehension> {
  ComprehensionKind form = ComprehensionKind::List;
  const Expr *key = nullptr; // Dict only
  const Expr *element = nullptr;
  llvm::ArrayRef<ComprehensionClause> clauses;
};

/// `*value` in a call, display or assignment target.
struct StarredExpr : ExprOf<ExprKind::Starred> {
  const Expr *value = nullptr;
};

struct Params;

struct LambdaExpr : ExprOf<ExprKind::Lambda> {
  const Params *params = nullptr;
  const Expr *body = nullptr;
};

struct WalrusExpr : ExprOf<ExprKind::Walrus> {
  const NameExpr *target = nullptr;
  const Expr *value = nullptr;
};

struct AwaitExpr : ExprOf<ExprKind::Await> {
  const Expr *value = nullptr;
};

struct YieldExpr : ExprOf<ExprKind::Yield> {
  const Expr *value = nullptr;
  bool isFrom = false;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

enum class StmtKind : uint8_t {
  Expr,
  Assign,
  AnnAssign,
  AugAssign,
  Return,
  If,
  While,
  For,
  Break,
  Continue,
  Pass,
  Raise,
  Assert,
  Delete,
  With,
  FunctionDef,
  ClassDef,
  Import,
  ImportFrom,
  Global,
  Nonlocal,
  Try,
  Match,
};

struct Stmt {
  const StmtKind kind;
  /// As Expr::height; counts nested statements and their expressions.
  uint16_t height = 1;
  Range range;

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
};

/// `targets[0] = targets[1] = ... = value`
struct AssignStmt : StmtOf<StmtKind::Assign> {
  llvm::ArrayRef<const Expr *> targets;
  const Expr *value = nullptr;
  /// The type of a `# type: T` comment behind it; may be null.
  const Expr *typeComment = nullptr;
};

struct AnnAssignStmt : StmtOf<StmtKind::AnnAssign> {
  const Expr *target = nullptr;
  const Expr *annotation = nullptr;
  const Expr *value = nullptr; // may be null
};

struct AugAssignStmt : StmtOf<StmtKind::AugAssign> {
  const Expr *target = nullptr;
  BinaryOp op = BinaryOp::Add;
  Range opRange;
  const Expr *value = nullptr;
};

struct ReturnStmt : StmtOf<StmtKind::Return> {
  const Expr *value = nullptr; // may be null
};

/// `elif` is an IfStmt as the only statement of `orelse`.
struct IfStmt : StmtOf<StmtKind::If> {
  const Expr *condition = nullptr;
  Block body;
  Block orelse;
};

struct WhileStmt : StmtOf<StmtKind::While> {
  const Expr *condition = nullptr;
  Block body;
  Block orelse;
};

struct ForStmt : StmtOf<StmtKind::For> {
  const Expr *target = nullptr;
  const Expr *iterable = nullptr;
  Block body;
  Block orelse;
  bool isAsync = false;
};

struct BreakStmt : StmtOf<StmtKind::Break> {};
struct ContinueStmt : StmtOf<StmtKind::Continue> {};
struct PassStmt : StmtOf<StmtKind::Pass> {};

struct RaiseStmt : StmtOf<StmtKind::Raise> {
  const Expr *exception = nullptr; // may be null
  const Expr *cause = nullptr;     // may be null
};

struct AssertStmt : StmtOf<StmtKind::Assert> {
  const Expr *condition = nullptr;
  const Expr *message = nullptr; // may be null
};

struct DeleteStmt : StmtOf<StmtKind::Delete> {
  llvm::ArrayRef<const Expr *> targets;
};

struct WithItem {
  const Expr *context = nullptr;
  const Expr *target = nullptr; // may be null
};

struct WithStmt : StmtOf<StmtKind::With> {
  llvm::ArrayRef<WithItem> items;
  Block body;
  bool isAsync = false;
};

enum class ParamKind : uint8_t {
  Positional,
  KeywordOnly,
  VarArgs,
  VarKeywords
};

struct Param {
  llvm::StringRef name;
  Range range;
  ParamKind kind = ParamKind::Positional;
  bool positionalOnly = false;
  const Expr *annotation = nullptr;   // may be null
  const Expr *defaultValue = nullptr; // may be null
};

struct Params {
  llvm::ArrayRef<Param> params;
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
};

struct ClassDefStmt : StmtOf<StmtKind::ClassDef> {
  llvm::StringRef name;
  Range nameRange;
  llvm::ArrayRef<const Expr *> decorators;
  llvm::ArrayRef<const Expr *> bases;
  llvm::ArrayRef<Keyword> keywords;
  Block body;
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
};

struct TryStmt : StmtOf<StmtKind::Try> {
  Block body;
  llvm::ArrayRef<ExceptHandler> handlers;
  Block orelse;
  Block finalbody;
};

/// `match` is recognised so that it can be diagnosed; its body is not kept.
struct MatchStmt : StmtOf<StmtKind::Match> {
  const Expr *subject = nullptr;
};

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

/// One parsed file. Owns every node and every string of the tree.
class Module {
public:
  Block body;

  /// Makes a node in the arena.
  template <typename T> T *make() { return new (arena.Allocate<T>()) T(); }

  /// Copies a list into the arena.
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> from) {
    if (from.empty())
      return {};
    T *to = arena.Allocate<T>(from.size());
    std::uninitialized_copy(from.begin(), from.end(), to);
    return {to, from.size()};
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
