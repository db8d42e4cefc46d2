//===- Value.cpp - Values of the abstract interpreter ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors of values, and which are the same.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Class.h"
#include "llvm/ADT/bit.h"

namespace tine::elaborate {

bool sameValue(const Value &a, const Value &b) {
  if (a.kind != b.kind || a.known != b.known || a.integer != b.integer ||
      a.ssa != b.ssa || a.id != b.id || a.text != b.text ||
      a.classInfo != b.classInfo || a.items.size() != b.items.size())
    return false;
  // Bits, so that a NaN is itself and 0.0 is not -0.0.
  if (llvm::bit_cast<uint64_t>(a.real) != llvm::bit_cast<uint64_t>(b.real))
    return false;
  if (a.function != b.function &&
      !(a.function && b.function && a.function->def == b.function->def &&
        a.function->lambda == b.function->lambda &&
        a.function->cells == b.function->cells))
    return false;
  for (size_t i = 0; i < a.items.size(); ++i)
    if (!sameValue(a.items[i], b.items[i]))
      return false;
  return true;
}

static Value make(Kind kind) {
  Value value;
  value.kind = kind;
  return value;
}

Value makeNone() { return make(Kind::None); }

Value makeInt(int64_t integer) {
  Value value = make(Kind::Int);
  value.known = true;
  value.integer = integer;
  return value;
}

Value makeFloat(double real) {
  Value value = make(Kind::Float);
  value.known = true;
  value.real = real;
  return value;
}

Value makeBool(bool truth) {
  Value value = make(Kind::Bool);
  value.known = true;
  value.integer = truth;
  return value;
}

static Value makeSsa(Kind kind, mlir::Value ssa) {
  Value value = make(kind);
  value.ssa = ssa;
  return value;
}

Value makeInt(mlir::Value ssa) { return makeSsa(Kind::Int, ssa); }
Value makeFloat(mlir::Value ssa) { return makeSsa(Kind::Float, ssa); }
Value makeBool(mlir::Value ssa) { return makeSsa(Kind::Bool, ssa); }
Value makeStrSsa(mlir::Value ssa) { return makeSsa(Kind::Str, ssa); }

static Value makeText(Kind kind, llvm::StringRef text) {
  Value value = make(kind);
  value.text = text.str();
  return value;
}

Value makeStr(llvm::StringRef text) {
  Value value = makeText(Kind::Str, text);
  value.known = true;
  return value;
}

Value makeBuiltin(llvm::StringRef name) {
  return makeText(Kind::Builtin, name);
}
Value makeNamespace(llvm::StringRef name) {
  return makeText(Kind::Namespace, name);
}
Value makeDevice(llvm::StringRef name) { return makeText(Kind::Device, name); }

Value makeTuple(std::vector<Value> items) {
  Value value = make(Kind::Tuple);
  value.items = std::move(items);
  return value;
}

Value makeDType(int64_t number) {
  Value value = make(Kind::DType);
  value.integer = number;
  return value;
}

Value makeRef(Kind kind, unsigned id) {
  Value value = make(kind);
  value.id = id;
  return value;
}

Value makeMethod(Value function, Value self) {
  function.kind = Kind::Method;
  function.items.insert(function.items.begin(), std::move(self));
  return function;
}

Value functionOf(Value method) {
  method.kind = Kind::Function;
  method.items.erase(method.items.begin());
  return method;
}

} // namespace tine::elaborate
