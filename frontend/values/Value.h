//===- Value.h - Values of the abstract interpreter -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the elaborator computes with: values of the source language, each known
// at compile time, or standing for SSA values, or a mixture. Their types are in
// Type.h, the classes and functions in Class.h, and the mutable objects that
// values refer to in Object.h.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_VALUE_H
#define TINE_FRONTEND_VALUES_VALUE_H

#include "frontend/values/Type.h"

namespace tine::elaborate {

struct FunctionInfo;

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

/// Whether two values are known to be the same.
bool sameValue(const Value &a, const Value &b);

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

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_VALUE_H
