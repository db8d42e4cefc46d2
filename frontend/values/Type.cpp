//===- Type.cpp - Types of the source language ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors, relations and spelling of types.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Class.h"

namespace tine::elaborate {

Type makeType(TypeKind kind, std::vector<Type> elements) {
  auto type = std::make_shared<TypeDesc>();
  type->kind = kind;
  type->elements = std::move(elements);
  return type;
}

Type makeTensorType(mlir::RankedTensorType tensor, bool requiresGrad) {
  auto type = std::make_shared<TypeDesc>();
  type->kind = TypeKind::Tensor;
  type->tensor = tensor;
  type->requiresGrad = requiresGrad;
  return type;
}

Type makeOpenType(Site madeAt) {
  auto type = std::make_shared<TypeDesc>();
  type->kind = TypeKind::Open;
  type->madeAt = madeAt;
  return type;
}

static std::string join(const std::vector<Type> &types) {
  std::string text;
  for (const Type &type : types)
    text += (text.empty() ? "" : ", ") + toString(type);
  return text;
}

std::string deviceName(mlir::Attribute encoding) {
  auto device = llvm::dyn_cast_or_null<DeviceAttr>(encoding);
  if (!device)
    return "cpu";
  return (device.getKind() + ":" + llvm::Twine(device.getIndex())).str();
}

/// The name of the type of what exists at compile time only.
static std::string nameOfStatic(Kind kind) {
  switch (kind) {
  case Kind::List:
    return "List[Any]";
  case Kind::Dict:
    return "Dict[Any, Any]";
  case Kind::Class:
  case Kind::TypeValue:
    return "type";
  case Kind::Function:
  case Kind::Builtin:
    return "function";
  case Kind::Method:
    return "method";
  case Kind::Namespace:
    return "module";
  case Kind::DType:
    return "dtype";
  case Kind::Device:
    return "Device";
  case Kind::Range:
    return "range";
  case Kind::Iterator:
    return "iterator";
  case Kind::Slice:
    return "slice";
  case Kind::Ellipsis:
    return "ellipsis";
  case Kind::Undefined:
    return "variable that is not set";
  default:
    return "object";
  }
}

std::string toString(const Type &type) {
  if (!type)
    return "?";
  switch (type->kind) {
  case TypeKind::Unknown:
  case TypeKind::Open:
    return "Any";
  case TypeKind::None:
    return "NoneType";
  case TypeKind::Int:
    return "int";
  case TypeKind::Float:
    return "float";
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Str:
    return "str";
  case TypeKind::Tensor:
    return "Tensor";
  case TypeKind::List:
    return "List[" + join(type->elements) + "]";
  case TypeKind::Dict:
    return "Dict[" + join(type->elements) + "]";
  case TypeKind::Tuple:
    if (type->isMadeList || type->isMadeDict) {
      std::set<std::string> names;
      for (const Type &element : type->elements)
        names.insert(toString(element));
      return (type->isMadeList ? "List[" : "Dict[str, ") +
             (names.size() == 1 ? *names.begin() : "Any") + "]";
    }
    if (type->classInfo)
      return type->classInfo->name;
    if (type->isSize)
      return "Size";
    return "Tuple[" + (type->elements.empty() ? "()" : join(type->elements)) +
           "]";
  case TypeKind::Optional:
    return "Optional[" + join(type->elements) + "]";
  case TypeKind::Future:
    return "Future[" + join(type->elements) + "]";
  case TypeKind::Object:
    return type->classInfo ? type->classInfo->name : "object";
  case TypeKind::Static:
    return type->classInfo ? type->classInfo->name
                           : nameOfStatic(type->constant->kind);
  case TypeKind::DType:
    return "dtype";
  case TypeKind::Device:
    return "Device";
  case TypeKind::Number:
    return "number";
  case TypeKind::Never:
    return "NoReturn";
  case TypeKind::Either:
    if (const Type &x = type->elements[0], &y = type->elements[1];
        x->tensor && y->tensor)
      return x->tensor.getRank() == y->tensor.getRank()
                 ? "Tensor of either of two dtypes"
                 : "Tensor of " + std::to_string(x->tensor.getRank()) + " or " +
                       std::to_string(y->tensor.getRank()) + " dimensions";
    return toString(type->elements[0]) + " or " + toString(type->elements[1]);
  case TypeKind::Maybe:
    return toString(type->elements[0]);
  }
  return "?";
}

/// What the name does not say of the first tensor that differs.
static std::string detail(const Type &type, const Type &other) {
  if (type->tensor && other->tensor) {
    int64_t rank = type->tensor.getRank();
    if (rank != other->tensor.getRank())
      return " of " + std::to_string(rank) +
             (rank == 1 ? " dimension" : " dimensions");
    if (type->tensor.getElementType() != other->tensor.getElementType())
      return " of another dtype";
    if (mlir::Attribute device = type->tensor.getEncoding();
        device != other->tensor.getEncoding())
      return " on " + deviceName(device);
  }
  std::string text;
  for (const auto &[own, theirs] : llvm::zip(type->elements, other->elements))
    if (text.empty())
      text = detail(own, theirs);
  return text;
}

std::string toString(const Type &type, const Type &other) {
  std::string text = toString(type);
  if (!type || !other || text != toString(other))
    return text;
  std::string more = detail(type, other);
  return text + (more.empty() || type->tensor ? "" : " with a Tensor") + more;
}

bool sameType(const Type &a, const Type &b) {
  if (a == b)
    return true;
  if (!a || !b || a->kind != b->kind || a->tensor != b->tensor ||
      a->requiresGrad != b->requiresGrad || a->isParameter != b->isParameter ||
      a->classInfo != b->classInfo ||
      a->elements.size() != b->elements.size() || a->hidden != b->hidden ||
      a->madeAt != b->madeAt)
    return false;
  if (a->isMadeList != b->isMadeList || a->isMadeDict != b->isMadeDict ||
      a->isSize != b->isSize || a->isRecord != b->isRecord ||
      a->name != b->name)
    return false;
  auto differ = [](const std::shared_ptr<const Value> &x,
                   const std::shared_ptr<const Value> &y) {
    return !x != !y || (x && !sameValue(*x, *y));
  };
  if (differ(a->constant, b->constant) || differ(a->original, b->original))
    return false;
  if (a->kind == TypeKind::Static)
    return true;
  for (size_t i = 0; i < a->elements.size(); ++i)
    if (!sameType(a->elements[i], b->elements[i]))
      return false;
  return true;
}

Type makeStaticType(const Value &value) {
  auto type = std::make_shared<TypeDesc>();
  type->kind = TypeKind::Static;
  type->classInfo = value.classInfo;
  type->constant = std::make_shared<const Value>(value);
  return type;
}

Type joinMaybe(const Type &a, const Type &b,
               llvm::function_ref<Type(const Type &, const Type &)> join) {
  auto isMaybe = [](const Type &t) { return t && t->kind == TypeKind::Maybe; };
  if (!isMaybe(a) && !isMaybe(b))
    return {};
  Type joined =
      join(isMaybe(a) ? a->elements[0] : a, isMaybe(b) ? b->elements[0] : b);
  return joined ? makeType(TypeKind::Maybe, {joined}) : Type();
}

Type withoutTensors(const Type &type) {
  if (!type || (type->elements.empty() && !type->constant && !type->original))
    return type;
  auto plain = std::make_shared<TypeDesc>(*type);
  if (type->kind == TypeKind::Tensor)
    plain->constant = plain->original = nullptr;
  for (Type &element : plain->elements)
    element = withoutTensors(element);
  return plain;
}

bool isPartial(const Type &type) {
  if (!type || type->kind == TypeKind::Unknown ||
      type->kind == TypeKind::Number ||
      (type->kind == TypeKind::Tensor && !type->tensor))
    return true;
  return llvm::any_of(type->elements, isPartial);
}

bool hasStatic(const Type &type) {
  return type && (type->kind == TypeKind::Static ||
                  llvm::any_of(type->elements, hasStatic));
}

} // namespace tine::elaborate
