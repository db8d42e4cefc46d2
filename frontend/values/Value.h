//===- Value.h - Values of the abstract interpreter -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the elaborator computes with: values of the source language, each known
// at compile time, or standing for SSA values, or a mixture; and their types.
// The mutable objects that values refer to are in Object.h.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_VALUE_H
#define TINE_FRONTEND_VALUES_VALUE_H

#include "dialects/tine/Tine.h"
#include "frontend/syntax/AST.h"
#include "frontend/syntax/Source.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tine::elaborate {

struct ClassInfo;
struct Scope;
struct TypeDesc;
struct Value;
using Type = std::shared_ptr<const TypeDesc>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

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
};

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
  /// Static. Tensor: it is this one on every path.
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
  /// Of the result of a task: what it gives back beside it (Calls.cpp).
  std::vector<mlir::Type> hidden;
};

Type makeType(TypeKind kind, std::vector<Type> elements = {});
Type makeTensorType(mlir::RankedTensorType type, bool requiresGrad = false);
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
/// Whether two values are known to be the same.
bool sameValue(const Value &a, const Value &b);

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

enum class Kind : uint8_t {
  Invalid,
  Undefined, // a variable that is not set on every path; `text` says why;
             // `known` when an error that was reported is why
  None,
  Int,
  Float,
  Bool,
  Str,
  Tensor,
  List,
  Dict,
  Tuple,
  Optional, // present at run time only: `ssa` is the flag, items[0] the value
  Either,   // in Python: items[0] where `ssa` is true, else items[1]
  Maybe,    // in Python: a variable, or a value of a dict, that is items[0] if
            // `ssa` is true, else not set
  Future,
  Object,
  Class,
  Function,  // items[0], if any, has names and values that it took along
  Method,    // items[0] is self, then as a Function
  Builtin,   // `text` is the qualified name, items[0] self of a method
  Namespace, // `text` is the qualified name
  DType,     // `integer` is PyTorch's number
  Device,    // `text` is "cpu" or "cuda:1"
  Range,     // items: start, stop, step
  Iterator,  // enumerate, zip, dict views: `text` says which, items
  Slice,     // items: lower, upper, step (Invalid when absent)
  Ellipsis,
  TypeValue, // a type used as a value: `type`
};

struct FunctionInfo;

struct Value {
  Kind kind = Kind::Invalid;
  bool known = false;  // Int, Float, Bool, Str: a compile-time constant
  bool isSize = false; // Tuple: torch.Size
  int64_t integer = 0; // Int, Bool, DType; Iterator: 1 of a strict zip
  double real = 0;     // Float
  mlir::Value ssa;     // run-time scalars, futures, Optional's flag
  unsigned id = 0;     // Tensor, List, Dict, Object: heap index
  std::string text;
  std::vector<Value> items;
  Type type; // Future: of the result; TypeValue; Undefined: a parameter,
             // buffer or module that some path has set
  ClassInfo *classInfo = nullptr; // Class; Tuple: named tuple
  std::shared_ptr<FunctionInfo> function;

  Value() = default;
  Value(const Value &) = default;
  Value(Value &&) = default;
  ~Value() = default;
  /// By value, because `x = x.items[0]` replaces what it reads.
  Value &operator=(Value other) noexcept {
    this->~Value();
    new (this) Value(std::move(other));
    return *this;
  }

  explicit operator bool() const { return kind != Kind::Invalid; }
  bool is(Kind k) const { return kind == k; }
  /// Of a number that is known.
  double asDouble() const {
    return is(Kind::Float) ? real : static_cast<double>(integer);
  }
  bool isNumber() const {
    return kind == Kind::Int || kind == Kind::Float || kind == Kind::Bool;
  }
  /// A compile-time constant scalar.
  bool isConst() const { return known; }
};

/// Variables that functions share, each in an object of the heap: Python's cell
/// variables.
using Cells = std::map<std::string, unsigned>;

struct FunctionInfo {
  const ast::FunctionDefStmt *def = nullptr;
  const ast::LambdaExpr *lambda = nullptr;
  Scope *scope = nullptr;
  const ClassInfo *owner = nullptr;
  bool scripted = false; // by torch.jit.script or script_method
  bool ignored = false;  // @torch.jit.ignore and unused
  bool isUnused = false; // @torch.jit.unused
  bool isStatic = false;
  bool isClassMethod = false;
  bool isProperty = false;
  bool isAbstract = false;     // @abc.abstractmethod
  Value setter, deleter;       // of a property that has one
  std::optional<bool> grad;    // @torch.no_grad() and its like
  std::vector<Value> defaults; // in the order of parameters with defaults
  Cells cells;                 // variables of others that it may read or set
  std::vector<std::string> shared; // its own that functions in it share
  std::string name;
  std::string qualifiedName; // "outer.<locals>.Class.method"
  /// Of the program's functions, from 1 on: what its own attributes are kept
  /// by (OpenAttributes.h).
  unsigned number = 0;

  void markScripted() {
    scripted = true;
    if (setter)
      setter.function->scripted = true;
  }
};

Value makeNone();
Value makeInt(int64_t value);
Value makeInt(mlir::Value ssa);
Value makeFloat(double value);
Value makeFloat(mlir::Value ssa);
Value makeBool(bool value);
Value makeBool(mlir::Value ssa);
Value makeStr(llvm::StringRef text);
Value makeStrSsa(mlir::Value ssa);
Value makeTuple(std::vector<Value> items);
Value makeBuiltin(llvm::StringRef name);
Value makeNamespace(llvm::StringRef name);
Value makeDType(int64_t number);
Value makeDevice(llvm::StringRef name);
Value makeRef(Kind kind, unsigned id);
/// What keys(), values() and items() give; in TorchScript they are lists.
inline bool isDictView(const Value &value) {
  return value.is(Kind::Iterator) &&
         (value.text == "keys" || value.text == "values" ||
          value.text == "items");
}
/// A function as a method of the object or class, and back.
Value makeMethod(Value function, Value self);
Value functionOf(Value method);

//===----------------------------------------------------------------------===//
// Scopes and classes
//===----------------------------------------------------------------------===//

/// The global names of a file.
struct Scope {
  const SourceFile *file = nullptr;
  std::string moduleName; // "torch.nn", "__main__"
  std::map<std::string, Value> globals;
  bool isLibrary = false;
  /// What relative imports start from; of "__main__" there is none.
  std::optional<std::string> package;
  /// Of a module of the program: its variables that functions change.
  Cells cells;
  /// Of text that runs among the variables of a file: the scope of that.
  Scope *around = nullptr;

  const Scope &home() const { return around ? around->home() : *this; }
  Scope &home() { return around ? around->home() : *this; }
};

/// A field of a dataclass.
struct DataField {
  std::string name;
  const ast::Expr *annotation = nullptr;
  Value field; // dataclasses.Field of the library: default, init, compare, ...
  bool isInitVar = false;
};

struct ClassInfo {
  std::string name;
  std::string qualifiedName; // "outer.<locals>.Class.Inner"
  const ast::ClassDefStmt *def = nullptr;
  Scope *scope = nullptr;
  std::vector<ClassInfo *> bases;
  std::vector<const ClassInfo *> order; // itself, then where to look next
  std::map<std::string, Value> members; // methods and class attributes
  std::map<std::string, const ast::Expr *> annotations; // class-level `x: T`
  std::vector<std::string> annotationOrder;
  std::map<std::string, Value> fieldDefaults;
  /// The object that has its attributes; 0 in its body, whose statements set
  /// `members`.
  unsigned object = 0;
  bool isModule = false; // derives from torch.nn.Module
  bool isNamedTuple = false;
  bool isEnum = false;    // its members are tuples of name and value
  bool isIntEnum = false; // or ints, with their name as text
  bool isException = false;
  /// Of the library, with `_is_record = True`: an object is made once of what
  /// it has, so that one of the run can stand for those of several paths.
  bool isRecord = false;
  bool scripted = false;
  bool isAbstract = false; // its metaclass is ABCMeta: some cannot be made
  /// Bases that have no class of the library: "abc.ABC", "typing.Generic".
  std::set<std::string> abstractBases;
  /// A class of the program that makes it and its objects; null for `type`.
  ClassInfo *metaclass = nullptr;
  /// Why the class cannot be used, though it can be defined: an error where
  /// something needs it.
  std::string unusable;
  // Of a class with the decorator (Dataclasses.cpp).
  bool isDataclass = false;
  bool isFrozen = false;
  bool hasSlots = false;
  std::vector<DataField> dataFields; // with those of its bases
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_VALUE_H
