//===- Types.cpp - What types alone tell of TorchScript -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that were found by asking PyTorch 2.13. TorchScript converts tensors to
// numbers, and bools to ints and floats, where a value is given to a variable
// or parameter; it never converts ints to floats, or numbers to tensors.
//
//===----------------------------------------------------------------------===//

#include "frontend/script/Types.h"

using namespace tine;
using ast::BinaryOp;
using ast::CompareOp;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

namespace tine::elaborate {

Type unknown() {
  static const Type type = makeType(TypeKind::Unknown);
  return type;
}

bool isNumberType(const Type &type) {
  return type->kind == TypeKind::Int || type->kind == TypeKind::Float ||
         type->kind == TypeKind::Bool;
}

static bool isNothing(const Type &type) {
  return type->kind == TypeKind::None || type->kind == TypeKind::Optional;
}

/// Whether the type has neither items nor attributes.
static bool hasNoParts(const Type &type) {
  return isNumberType(type) || isNothing(type);
}

Type typeOfLiteral(const ast::Expr *e) {
  switch (e->kind) {
  case ast::ExprKind::Int:
    return makeType(TypeKind::Int);
  case ast::ExprKind::Float:
    return makeType(TypeKind::Float);
  case ast::ExprKind::Bool:
    return makeType(TypeKind::Bool);
  case ast::ExprKind::String:
  case ast::ExprKind::FString:
    return makeType(TypeKind::Str);
  case ast::ExprKind::None:
    return makeType(TypeKind::None);
  default:
    return unknown();
  }
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// "List" of `List`, `typing.List` and `list`; "Tensor" of `torch.Tensor`.
/// Empty if the program gives the name a meaning.
static StringRef nameOfType(const ast::Expr *e,
                            llvm::function_ref<bool(StringRef)> isOwn) {
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(e)) {
    auto *module = dyn_cast<ast::NameExpr>(attribute->value);
    bool isKnown = module &&
                   (module->id == "torch" || module->id == "typing") &&
                   attribute->name != "Size" && attribute->name != "Generator";
    return isKnown ? attribute->name : StringRef();
  }
  auto *name = dyn_cast<ast::NameExpr>(e);
  if (!name || isOwn(name->id))
    return {};
  return name->id;
}

Type typeOfAnnotation(const ast::Expr *e,
                      llvm::function_ref<bool(StringRef)> isOwn) {
  if (isa<ast::NoneExpr>(e))
    return makeType(TypeKind::None);
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(e)) {
    StringRef name = nameOfType(sub->value, isOwn);
    std::vector<Type> parts;
    auto *tuple = dyn_cast<ast::TupleExpr>(sub->index);
    if (!tuple)
      parts.push_back(typeOfAnnotation(sub->index, isOwn));
    else
      for (const ast::Expr *part : tuple->elements)
        parts.push_back(typeOfAnnotation(part, isOwn));
    if ((name == "List" || name == "list") && parts.size() == 1)
      return makeType(TypeKind::List, parts);
    if ((name == "Dict" || name == "dict") && parts.size() == 2)
      return makeType(TypeKind::Dict, parts);
    if ((name == "Tuple" || name == "tuple") && !parts.empty())
      return makeType(TypeKind::Tuple, parts);
    if (name == "Optional" && parts.size() == 1 && !isUnknown(parts[0]) &&
        !isNothing(parts[0]))
      return makeType(TypeKind::Optional, parts);
    return unknown();
  }
  StringRef name = nameOfType(e, isOwn);
  auto *attribute = dyn_cast<ast::AttributeExpr>(e);
  if (name == "Tensor")
    return makeType(TypeKind::Tensor);
  if (attribute)
    return unknown();
  return llvm::StringSwitch<Type>(name)
      .Case("int", makeType(TypeKind::Int))
      .Case("float", makeType(TypeKind::Float))
      .Case("bool", makeType(TypeKind::Bool))
      .Case("str", makeType(TypeKind::Str))
      .Default(unknown());
}

std::string refusalOfAnnotation(const ast::Expr *e,
                                llvm::function_ref<bool(StringRef)> isOwn) {
  static const StringRef none[] = {"set",      "frozenset", "dict", "object",
                                   "bytes",    "range",     "type", "Callable",
                                   "slice",    "Set",       "Type", "Literal",
                                   "Iterable", "Sequence"};
  static const StringRef bare[] = {"List", "Dict", "Optional"};
  if (isa<ast::IntExpr, ast::FloatExpr>(e))
    return "this is not a type that TorchScript knows";
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(e)) {
    StringRef name = nameOfType(sub->value, isOwn);
    if (llvm::is_contained(none, name) && name != "dict")
      return "this is not a type that TorchScript knows";
    auto *tuple = dyn_cast<ast::TupleExpr>(sub->index);
    if (!tuple)
      return name.empty() ? "" : refusalOfAnnotation(sub->index, isOwn);
    for (const ast::Expr *part : tuple->elements)
      if (std::string message =
              name.empty() ? "" : refusalOfAnnotation(part, isOwn);
          !message.empty())
        return message;
    return "";
  }
  StringRef name = nameOfType(e, isOwn);
  if (llvm::is_contained(bare, name))
    return ("attempted to use typing." + name + " without a contained type")
        .str();
  return llvm::is_contained(none, name)
             ? "this is not a type that TorchScript knows"
             : "";
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

bool certainlyDiffer(const Type &a, const Type &b) {
  if (isUnknown(a) || isUnknown(b) || isNothing(a) || isNothing(b))
    return false;
  if (a->kind != b->kind)
    return true;
  if (a->elements.size() != b->elements.size())
    return true;
  for (size_t i = 0; i < a->elements.size(); ++i)
    if (certainlyDiffer(a->elements[i], b->elements[i]))
      return true;
  return false;
}

/// `from` and `to` are of different kinds.
static bool neverBecomes(TypeKind from, TypeKind to, Place place) {
  bool toNumber = to == TypeKind::Int || to == TypeKind::Float;
  bool isNumber = from == TypeKind::Int || from == TypeKind::Float ||
                  from == TypeKind::Bool;
  switch (from) {
  case TypeKind::Tensor:
    if (toNumber)
      return place == Place::Declared;
    return to != TypeKind::List || place != Place::Argument;
  case TypeKind::Bool:
    if (toNumber)
      return place == Place::Declared;
    [[fallthrough]];
  case TypeKind::Int:
  case TypeKind::Float:
    // A parameter that is a list may take one number.
    return isNumber && (to != TypeKind::List || place != Place::Argument);
  case TypeKind::Tuple:
    return to != TypeKind::List;
  default:
    return true;
  }
}

bool neverConverts(const Type &from, const Type &to, Place place) {
  if (isUnknown(from) || isUnknown(to))
    return false;
  if (to->kind == TypeKind::Optional) {
    Type inner = from->kind == TypeKind::Optional ? from->elements[0] : from;
    return from->kind != TypeKind::None &&
           neverConverts(inner, to->elements[0], place);
  }
  if (isNothing(from))
    return from->kind != to->kind;
  if (from->kind != to->kind)
    return neverBecomes(from->kind, to->kind, place);
  if (from->kind == TypeKind::Tuple &&
      from->elements.size() == to->elements.size()) {
    for (size_t i = 0; i < from->elements.size(); ++i)
      if (neverConverts(from->elements[i], to->elements[i], Place::Variable))
        return true;
    return false;
  }
  return certainlyDiffer(from, to);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static bool isBitwise(BinaryOp op) {
  return op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
         op == BinaryOp::BitXor || op == BinaryOp::ShiftLeft ||
         op == BinaryOp::ShiftRight;
}

static Type typeOfNumbers(BinaryOp op, const Type &a, const Type &b) {
  bool anyFloat = a->kind == TypeKind::Float || b->kind == TypeKind::Float;
  bool anyBool = a->kind == TypeKind::Bool || b->kind == TypeKind::Bool;
  if (op == BinaryOp::MatMul || (isBitwise(op) && anyFloat))
    return {};
  if (anyBool)
    return unknown();
  if (op == BinaryOp::Div || op == BinaryOp::Pow)
    return makeType(TypeKind::Float);
  return makeType(anyFloat ? TypeKind::Float : TypeKind::Int);
}

static Type typeWithList(BinaryOp op, const Type &a, const Type &b) {
  bool both = a->kind == b->kind;
  if (op == BinaryOp::Mul || op == BinaryOp::MatMul || isBitwise(op))
    return unknown();
  if (op == BinaryOp::Add && both)
    return certainlyDiffer(a, b) ? Type() : a;
  const Type &other = a->kind == TypeKind::List ? b : a;
  bool isSimple = both || isNumberType(other) || other->kind == TypeKind::Str ||
                  other->kind == TypeKind::Tensor;
  // "..." % list
  if (op == BinaryOp::Mod && a->kind == TypeKind::Str)
    return makeType(TypeKind::Str);
  return isSimple ? Type() : unknown();
}

Type typeOfBinary(BinaryOp op, const Type &a, const Type &b) {
  if (op == BinaryOp::Mod && a->kind == TypeKind::Str)
    return makeType(TypeKind::Str);
  if (isUnknown(a) || isUnknown(b))
    return unknown();
  if (isNothing(a) || isNothing(b))
    return {};
  if (isNumberType(a) && isNumberType(b))
    return typeOfNumbers(op, a, b);
  if (a->kind == TypeKind::List || b->kind == TypeKind::List)
    return typeWithList(op, a, b);
  auto isPlain = [](const Type &type) {
    return isNumberType(type) || type->kind == TypeKind::Tensor ||
           type->kind == TypeKind::Str;
  };
  if (!isPlain(a) || !isPlain(b))
    return unknown();
  if (a->kind == TypeKind::Str && b->kind == TypeKind::Str)
    return op == BinaryOp::Add ? a : Type();
  if (a->kind == TypeKind::Str || b->kind == TypeKind::Str)
    return {};
  if (op == BinaryOp::MatMul && a->kind != b->kind)
    return {};
  return makeType(TypeKind::Tensor);
}

Type typeOfUnary(ast::UnaryOp op, const Type &operand) {
  if (op == ast::UnaryOp::Not)
    return isNothing(operand) ? Type() : makeType(TypeKind::Bool);
  switch (operand->kind) {
  case TypeKind::Str:
  case TypeKind::List:
  case TypeKind::None:
  case TypeKind::Optional:
    return {};
  case TypeKind::Tensor:
    return operand;
  case TypeKind::Int:
  case TypeKind::Float:
    return op == ast::UnaryOp::Invert ? Type() : operand;
  case TypeKind::Bool:
    return op == ast::UnaryOp::Invert ? Type() : unknown();
  default:
    return unknown();
  }
}

/// Whether a container of `elements` certainly has no such item.
static bool neverContains(const Type &elements, const Type &item) {
  return (elements->kind == TypeKind::Str && isNumberType(item)) ||
         (isNumberType(elements) && item->kind == TypeKind::Str);
}

Type typeOfCompare(CompareOp op, const Type &a, const Type &b) {
  Type truth = makeType(TypeKind::Bool);
  if (op == CompareOp::Is || op == CompareOp::IsNot)
    return truth;
  if (op == CompareOp::In || op == CompareOp::NotIn) {
    bool hasElements = b->kind == TypeKind::List || b->kind == TypeKind::Dict;
    if (isNumberType(b) || neverContains(hasElements ? b->elements[0] : b, a))
      return {};
    return truth;
  }
  if (isUnknown(a) || isUnknown(b))
    return unknown();
  auto isPlain = [](const Type &type) {
    return isNumberType(type) || type->kind == TypeKind::Str ||
           type->kind == TypeKind::Tensor;
  };
  if ((isNothing(a) && isPlain(b)) || (isPlain(a) && isNothing(b)))
    return {};
  if (!isPlain(a) || !isPlain(b))
    return unknown();
  if ((a->kind == TypeKind::Str) != (b->kind == TypeKind::Str))
    return {};
  bool anyTensor = a->kind == TypeKind::Tensor || b->kind == TypeKind::Tensor;
  return anyTensor ? makeType(TypeKind::Tensor) : truth;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static Type typeOfTupleItem(const Type &tuple, const ast::Expr *index) {
  auto *number = dyn_cast<ast::IntExpr>(index);
  if (!number)
    return unknown();
  auto at = static_cast<uint64_t>(number->value);
  return at < tuple->elements.size() ? tuple->elements[at] : Type();
}

Type typeOfSubscript(const Type &base, const ast::Expr *index, const Type &at) {
  bool isSlice = isa<ast::SliceExpr>(index);
  bool isOdd = at->kind == TypeKind::Str || at->kind == TypeKind::Float;
  if (hasNoParts(base))
    return {};
  switch (base->kind) {
  case TypeKind::Tensor:
  case TypeKind::Str:
    return isOdd ? Type() : base;
  case TypeKind::List:
    if (isSlice)
      return base;
    return isOdd                       ? Type()
           : at->kind == TypeKind::Int ? base->elements[0]
                                       : unknown();
  case TypeKind::Dict:
    return neverContains(base->elements[0], at) ? Type() : base->elements[1];
  case TypeKind::Tuple:
    return typeOfTupleItem(base, index);
  default:
    return unknown();
  }
}

Type typeOfElement(const Type &iterable) {
  if (hasNoParts(iterable))
    return {};
  switch (iterable->kind) {
  case TypeKind::Tensor:
  case TypeKind::Str:
    return iterable;
  case TypeKind::List:
  case TypeKind::Dict:
    return iterable->elements[0];
  default:
    return unknown();
  }
}

Type typeOfAttribute(const Type &base, StringRef name) {
  static const std::set<StringRef> ofStr = {
      "capitalize",  "center",  "count",        "endswith",   "expandtabs",
      "find",        "format",  "index",        "isalnum",    "isalpha",
      "isdecimal",   "isdigit", "isidentifier", "islower",    "isnumeric",
      "isprintable", "isspace", "istitle",      "isupper",    "join",
      "ljust",       "lower",   "lstrip",       "partition",  "replace",
      "rfind",       "rindex",  "rjust",        "rpartition", "rsplit",
      "rstrip",      "split",   "splitlines",   "startswith", "strip",
      "swapcase",    "title",   "upper",        "zfill"};
  static const std::set<StringRef> ofList = {
      "append", "clear", "copy",   "count",   "extend", "index",
      "insert", "pop",   "remove", "reverse", "sort"};
  static const std::set<StringRef> ofDict = {
      "clear", "copy",    "get",        "items",  "keys",
      "pop",   "popitem", "setdefault", "update", "values"};
  auto oneOf = [&](const std::set<StringRef> &names) {
    return names.count(name) ? unknown() : Type();
  };
  if (hasNoParts(base))
    return {};
  switch (base->kind) {
  case TypeKind::Str:
    return oneOf(ofStr);
  case TypeKind::List:
    return oneOf(ofList);
  case TypeKind::Dict:
    return oneOf(ofDict);
  case TypeKind::Tensor:
    if (name == "shape")
      return makeType(TypeKind::List, {makeType(TypeKind::Int)});
    return name == "numpy" || name == "astype" ? Type() : unknown();
  default:
    return unknown();
  }
}

Type typeOfMethodCall(const Type &base, StringRef name, size_t arguments) {
  static const std::set<StringRef> tensors = {
      "abs",     "all",     "any",   "clone",   "contiguous", "cos",
      "detach",  "exp",     "float", "int",     "log",        "long",
      "matmul",  "mean",    "mm",    "neg",     "permute",    "relu",
      "reshape", "sigmoid", "sin",   "softmax", "sqrt",       "squeeze",
      "sum",     "t",       "tanh",  "to",      "transpose",  "unsqueeze",
      "view"};
  auto made = [](TypeKind kind) { return makeType(kind); };
  if (base->kind == TypeKind::Tensor) {
    if (tensors.count(name))
      return made(TypeKind::Tensor);
    if (name == "dim" || name == "numel" || (name == "size" && arguments == 1))
      return made(TypeKind::Int);
    if (name == "size" && arguments == 0)
      return makeType(TypeKind::List, {made(TypeKind::Int)});
  }
  if (base->kind == TypeKind::Dict && arguments == 0) {
    if (name == "items")
      return makeType(TypeKind::List,
                      {makeType(TypeKind::Tuple, base->elements)});
    if (name == "keys" || name == "values")
      return makeType(TypeKind::List, {base->elements[name == "values"]});
  }
  if (base->kind == TypeKind::Str) {
    if (name == "split")
      return makeType(TypeKind::List, {made(TypeKind::Str)});
    if (name == "startswith" || name == "endswith")
      return made(TypeKind::Bool);
    if (name == "upper" || name == "lower" || name == "strip" ||
        name == "replace" || name == "join" || name == "format")
      return made(TypeKind::Str);
  }
  return unknown();
}

} // namespace tine::elaborate
