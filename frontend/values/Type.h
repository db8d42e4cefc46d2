//===- Type.h - Types of the source language --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of values as the language sees them, with the tensor types where
// those are known: their construction, comparison and spelling.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_TYPE_H
#define TINE_FRONTEND_VALUES_TYPE_H

#include "dialects/tine/Tine.h"
#include <memory>
#include <string>
#include <vector>

namespace tine::elaborate {

struct ClassInfo;
struct TypeDesc;
struct Value;
using Type = std::shared_ptr<const TypeDesc>;

enum class TypeKind : uint8_t {
  Unknown, // an annotation that says nothing (Any), or a part not yet seen
  None,
  Int,
  Float,
  Bool,
  Str,
  Tensor,
  List,
  Dict,
  Tuple,
  Optional,
  Future,
  Object, // instance of a class
  Static, // known at compile time only; joins with itself alone
  DType,
  Device,
  Number, // int or float
  Never,  // of a task that always fails
  Either, // one of two, known at run time only: a number, or a tensor
  Maybe,  // of what may not be set: its type if it is
  Open,   // of what a list or dict of the run will hold, which is empty so far
};

/// Where an object is made: the expression and the calls that led to it.
using Site = std::pair<const void *, size_t>;

/// The type of a value as the language sees it, with the tensor type where it
/// is known. `leaves` of a value are the SSA values of its type in order.
struct TypeDesc {
  TypeKind kind = TypeKind::Unknown;
  mlir::RankedTensorType tensor; // Tensor, null when rank is unknown
  bool requiresGrad = false;     // Tensor
  bool isParameter = false;      // Tensor
  /// List 1, Dict 2, Tuple n, Optional 1, Future 1; Tensor: of its `.grad`, if
  /// it is a leaf that a path chooses (Choices.h).
  std::vector<Type> elements;
  const ClassInfo *classInfo = nullptr; // Object, named tuples
  /// Static. Tensor: it is this one on every path. Dict: what makes what is
  /// missing, of a defaultdict.
  std::shared_ptr<const Value> constant;
  /// Tensor in the result of a task: the one that its caller has.
  std::shared_ptr<const Value> original;
  /// Tuple: a task's list or dict of values of several types; `constant` has a
  /// dict's keys.
  bool isMadeList = false, isMadeDict = false;
  /// Tuple: an object of a record class, whose attributes have the names in
  /// `constant`.
  bool isRecord = false;
  /// Tuple: torch.Size, or the name of what a function returns ("max").
  bool isSize = false;
  std::string name;
  /// Open: the list or dict.
  Site madeAt{nullptr, 0};
  /// Of the result of a task: what it gives back beside it (Calls.cpp).
  std::vector<mlir::Type> hidden;
};

Type makeType(TypeKind kind, std::vector<Type> elements = {});
Type makeTensorType(mlir::RankedTensorType type, bool requiresGrad = false);
Type makeOpenType(Site madeAt);
/// "cpu" or "cuda:1", of the encoding of a tensor's type.
std::string deviceName(mlir::Attribute encoding);
/// The type as the user would write it: "List[Tensor]".
std::string toString(const Type &type);
/// The same of a type that differs from another one, also where their names do
/// not tell.
std::string toString(const Type &type, const Type &other);
bool sameType(const Type &a, const Type &b);
/// If either is Maybe, it of what `join` makes of the types in them; else null.
Type joinMaybe(const Type &a, const Type &b,
               llvm::function_ref<Type(const Type &, const Type &)> join);
/// The type of other tensors: one that a path alone has may be another on the
/// other path.
Type withoutTensors(const Type &type);
/// True when the type has a Tensor of unknown rank or an Unknown in it.
bool isPartial(const Type &type);
/// True when part of a value of the type exists at compile time only.
bool hasStatic(const Type &type);
/// The type of a value that exists at compile time only.
Type makeStaticType(const Value &value);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_TYPE_H
