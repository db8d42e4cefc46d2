//===- Expr.h - Expressions of the syntax tree ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions that the parser makes and the elaborator walks. Each node,
// and each part of one, names what it holds in `children`: expressions, parts
// and lists of them, in the order in which they are printed. Walks over all
// kinds (Visit.h) need no other description.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_EXPR_H
#define TINE_FRONTEND_SYNTAX_EXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include <cstdint>
#include <tuple>

namespace tine::ast {

/// Half-open byte range of the source file that a node came from.
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Greatest height of a statement.
constexpr unsigned maxTreeHeight = 1000;

/// The kinds of expressions, with their names in `--emit=ast` and what
/// messages say of them.
#define TINE_EXPRESSIONS(X)                                                    \
  X(Name, "name", "a name")                                                    \
  X(Int, "int", "a number")                                                    \
  X(Float, "float", "a number")                                                \
  X(Imaginary, "imaginary", "a number")                                        \
  X(String, "string", "a string")                                              \
  X(FString, "f-string", "a string")                                           \
  X(Bool, "bool", "a constant")                                                \
  X(None, "none", "a constant")                                                \
  X(Ellipsis, "ellipsis", "a constant")                                        \
  X(Unary, "unary", "an operation")                                            \
  X(Binary, "binary", "an operation")                                          \
  X(BoolOp, "bool-op", "an operation")                                         \
  X(Compare, "compare", "a comparison")                                        \
  X(IfElse, "if-else", "a conditional expression")                             \
  X(Call, "call", "a function call")                                           \
  X(Attribute, "attribute", "an attribute")                                    \
  X(Subscript, "subscript", "a subscript")                                     \
  X(Slice, "slice", "a subscript")                                             \
  X(Tuple, "tuple", "a tuple")                                                 \
  X(List, "list", "a list")                                                    \
  X(Set, "set", "a set display")                                               \
  X(Dict, "dict", "a dict display")                                            \
  X(Comprehension, "comprehension", "a comprehension")                         \
  X(Starred, "starred", "a starred expression")                                \
  X(Lambda, "lambda", "a lambda")                                              \
  X(Walrus, "walrus", "an assignment expression")                              \
  X(Await, "await", "an await expression")                                     \
  X(Yield, "yield", "a yield expression")

enum class ExprKind : uint8_t {
#define TINE_KIND(KIND, NAME, DESCRIPTION) KIND,
  TINE_EXPRESSIONS(TINE_KIND)
#undef TINE_KIND
};

struct Expr {
  const ExprKind kind;
  /// Levels of the tree from here down; the parser keeps it below
  /// `maxTreeHeight`, so that walks over the tree may recurse.
  uint16_t height = 1;
  Range range;

  std::tuple<> children() const { return {}; }

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
  auto children() const { return std::tie(value, spec); }
};

struct FStringExpr : ExprOf<ExprKind::FString> {
  llvm::ArrayRef<FStringPart> parts;
  auto children() const { return std::tie(parts); }
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
  auto children() const { return std::tie(operand); }
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
  auto children() const { return std::tie(lhs, rhs); }
};

struct BoolOpExpr : ExprOf<ExprKind::BoolOp> {
  bool isAnd = true;
  llvm::ArrayRef<const Expr *> values; // two or more
  auto children() const { return std::tie(values); }
};

enum class CompareOp : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Is, IsNot, In, NotIn };

/// The operator as it is written, "not in" for NotIn.
llvm::StringRef spelling(CompareOp op);

/// `lhs ops[0] rhs[0] ops[1] rhs[1] ...`
struct CompareExpr : ExprOf<ExprKind::Compare> {
  const Expr *lhs = nullptr;
  llvm::ArrayRef<CompareOp> ops;
  llvm::ArrayRef<const Expr *> rhs;
  auto children() const { return std::tie(lhs, rhs); }
};

struct IfElseExpr : ExprOf<ExprKind::IfElse> {
  const Expr *condition = nullptr;
  const Expr *thenValue = nullptr;
  const Expr *elseValue = nullptr;
  auto children() const { return std::tie(condition, thenValue, elseValue); }
};

/// `name=value`, or `**value` when the name is empty.
struct Keyword {
  llvm::StringRef name;
  Range nameRange;
  const Expr *value = nullptr;
  auto children() const { return std::tie(value); }
};

struct CallExpr : ExprOf<ExprKind::Call> {
  const Expr *callee = nullptr;
  llvm::ArrayRef<const Expr *> args; // may hold StarredExpr
  llvm::ArrayRef<Keyword> keywords;
  auto children() const { return std::tie(callee, args, keywords); }
};

struct AttributeExpr : ExprOf<ExprKind::Attribute> {
  const Expr *value = nullptr;
  llvm::StringRef name;
  Range nameRange;
  auto children() const { return std::tie(value); }
};

/// `value[index]`; several indices are a TupleExpr, `a:b:c` is a SliceExpr.
struct SubscriptExpr : ExprOf<ExprKind::Subscript> {
  const Expr *value = nullptr;
  const Expr *index = nullptr;
  auto children() const { return std::tie(value, index); }
};

/// Any part may be null.
struct SliceExpr : ExprOf<ExprKind::Slice> {
  const Expr *lower = nullptr;
  const Expr *upper = nullptr;
  const Expr *step = nullptr;
  auto children() const { return std::tie(lower, upper, step); }
};

struct TupleExpr : ExprOf<ExprKind::Tuple> {
  llvm::ArrayRef<const Expr *> elements;
  auto children() const { return std::tie(elements); }
};

struct ListExpr : ExprOf<ExprKind::List> {
  llvm::ArrayRef<const Expr *> elements;
  auto children() const { return std::tie(elements); }
};

struct SetExpr : ExprOf<ExprKind::Set> {
  llvm::ArrayRef<const Expr *> elements;
  auto children() const { return std::tie(elements); }
};

/// A null key stands for `**value`.
struct DictExpr : ExprOf<ExprKind::Dict> {
  llvm::ArrayRef<const Expr *> keys;
  llvm::ArrayRef<const Expr *> values;
  auto children() const { return std::tie(keys, values); }
};

struct ComprehensionClause {
  const Expr *target = nullptr;
  const Expr *iterable = nullptr;
  llvm::ArrayRef<const Expr *> conditions;
  bool isAsync = false;
  auto children() const { return std::tie(target, iterable, conditions); }
};

enum class ComprehensionKind : uint8_t { List, Set, Dict, Generator };

struct ComprehensionExpr : ExprOf<ExprKind::Comprehension> {
  ComprehensionKind form = ComprehensionKind::List;
  const Expr *key = nullptr; // Dict only
  const Expr *element = nullptr;
  llvm::ArrayRef<ComprehensionClause> clauses;
  auto children() const { return std::tie(key, element, clauses); }
};

/// `*value` in a call, display or assignment target.
struct StarredExpr : ExprOf<ExprKind::Starred> {
  const Expr *value = nullptr;
  auto children() const { return std::tie(value); }
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
  auto children() const { return std::tie(annotation, defaultValue); }
};

struct Params {
  llvm::ArrayRef<Param> params;
  auto children() const { return std::tie(params); }
};

struct LambdaExpr : ExprOf<ExprKind::Lambda> {
  const Params *params = nullptr;
  const Expr *body = nullptr;
  auto children() const { return std::tie(params, body); }
};

struct WalrusExpr : ExprOf<ExprKind::Walrus> {
  const NameExpr *target = nullptr;
  const Expr *value = nullptr;
  auto children() const { return std::tie(target, value); }
};

struct AwaitExpr : ExprOf<ExprKind::Await> {
  const Expr *value = nullptr;
  auto children() const { return std::tie(value); }
};

struct YieldExpr : ExprOf<ExprKind::Yield> {
  const Expr *value = nullptr;
  bool isFrom = false;
  auto children() const { return std::tie(value); }
};

} // namespace tine::ast

#endif // TINE_FRONTEND_SYNTAX_EXPR_H
