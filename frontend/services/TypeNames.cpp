//===- TypeNames.cpp - Names of types in messages -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/TypeNames.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

std::string className(Context &e, const Value &value) {
  switch (value.kind) {
  case Kind::Object:
    return e.get(value.id).classInfo->name;
  case Kind::Tensor:
    return e.get(value.id).isParameter ? "Parameter" : "Tensor";
  case Kind::List:
    return "list";
  case Kind::Dict:
    return "dict";
  case Kind::Tuple:
    return value.classInfo ? value.classInfo->name : "tuple";
  case Kind::Range:
    return "range";
  case Kind::Class:
  case Kind::TypeValue:
    return "type";
  case Kind::Function:
    return "function";
  case Kind::Method:
    return "method";
  case Kind::Namespace:
    return "module";
  case Kind::Builtin:
    return "builtin_function_or_method";
  default:
    return toString(e.types.typeOf(value));
  }
}

/// Whether it is of a class of Python itself whose operations are all known.
static bool isSimple(const Value &value) {
  switch (value.kind) {
  case Kind::None:
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::Str:
  case Kind::Tuple:
    return !value.classInfo;
  case Kind::List:
  case Kind::Dict:
  case Kind::Range:
  case Kind::Function:
  case Kind::Method:
    return true;
  default:
    return false;
  }
}

/// Whether it is None, a number or a text.
static bool isScalar(const Value &value) {
  return isSimple(value) &&
         (value.is(Kind::None) || value.isNumber() || value.is(Kind::Str));
}

Value typeError(Context &e, ArrayRef<Value> operands, ast::Range range,
                const Twine &pythons, const Twine &message) {
  // On the path where a value is of this kind.
  if (e.diagnoser.openKinds && !e.script() && llvm::all_of(operands, isScalar))
    return e.fault("TypeError", range, pythons);
  return llvm::all_of(operands, isSimple)
             ? e.kindError("TypeError", range, pythons, message)
             : e.error(range, message);
}

} // namespace tine::elaborate
