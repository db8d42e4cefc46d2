//===- NumpyBuiltins.cpp - Numbers of NumPy, for the library --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether a list, or the first one in it, and so on, is of Python's numbers.
static bool startsWithPythonNumber(Context &e, Value value) {
  if (hasIntOrFloat(e, value))
    return true;
  while (value.is(Kind::List) || value.is(Kind::Tuple)) {
    if (value.is(Kind::List) && e.get(value.id).isRuntime) {
      Type type = e.get(value.id).elementType;
      while (type->kind == TypeKind::List || type->kind == TypeKind::Tuple)
        type = type->elements.empty() ? makeType(TypeKind::None)
                                      : type->elements[0];
      bool isNumber = type->kind == TypeKind::Int ||
                      type->kind == TypeKind::Float ||
                      type->kind == TypeKind::Bool;
      return isNumber && !isNumpyClass(type->classInfo);
    }
    std::vector<Value> items = value.items;
    if (value.is(Kind::List))
      items = e.get(value.id).items;
    if (items.empty())
      return true;
    value = items.front();
  }
  return value.isNumber() && !isNumpyNumber(value);
}

/// How deep lists of texts are nested, up to two; 0 of others.
static int64_t depthOfTexts(Context &e, const Value &value) {
  if (!value.is(Kind::List) && !value.is(Kind::Tuple))
    return 0;
  if (value.is(Kind::List) && e.get(value.id).isRuntime) {
    Type type = e.get(value.id).elementType;
    bool isOfRows = type->kind == TypeKind::List && !type->elements.empty();
    if (isOfRows)
      type = type->elements[0];
    return type->kind != TypeKind::Str ? 0 : isOfRows ? 2 : 1;
  }
  const std::vector<Value> &items =
      value.is(Kind::List) ? e.get(value.id).items : value.items;
  auto isText = [](const Value &item) { return item.is(Kind::Str); };
  auto isRow = [&](const Value &item) { return depthOfTexts(e, item) == 1; };
  if (items.empty())
    return 0;
  return llvm::all_of(items, isText) ? 1 : llvm::all_of(items, isRow) ? 2 : 0;
}

/// A tensor of one element, or a number, as a number of NumPy of a dtype.
static Value numpyNumberOf(Context &e, Bound &a) {
  Value number = a[0];
  if (a[0].is(Kind::Tensor)) {
    number = knownItemOfArray(e.tensors.read(a[0]));
    if (!number)
      number = e.numbers.item(a[0], a.range);
  }
  if (e.stopped())
    return {};
  int64_t dtype =
      a.given(1)
          ? a[1].integer
          : e.numbers.dtypeOf(e.tensors.tensorType(a[0]).getElementType());
  return numpyNumber(e, number, dtype, a.range);
}

void registerNumpy(Registry &r) {
  r.add("_tine.numpy_number", "number, dtype=None", numpyNumberOf);
  r.add("_tine.is_numpy_number", "value",
        [](Context &, Bound &a) { return makeBool(isNumpyNumber(a[0])); });
  r.add("_tine.is_unsure_number", "value",
        [](Context &, Bound &a) { return makeBool(isUnsureNumber(a[0])); });
  r.add("_tine.numpy_type", "number",
        [](Context &e, Bound &a) { return makeDType(numpyDType(a[0])); });
  r.add("_tine.starts_with_python_number", "list", [](Context &e, Bound &a) {
    return makeBool(startsWithPythonNumber(e, a[0]));
  });
  r.add("_tine.depth_of_texts", "data",
        [](Context &e, Bound &a) { return makeInt(depthOfTexts(e, a[0])); });
  r.add("_tine.has_int_or_float", "data",
        [](Context &e, Bound &a) { return makeBool(hasIntOrFloat(e, a[0])); });
  r.add("_tine.python_number", "number",
        [](Context &, Bound &a) { return pythonNumber(a[0]); });
}

} // namespace tine::elaborate
