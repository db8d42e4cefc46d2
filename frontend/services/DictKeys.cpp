//===- DictKeys.cpp - Keys of dicts of the run ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/DictKeys.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Entries.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeLattice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool isRunTuple(Context &e, const Value &value) {
  if (value.is(Kind::Tuple))
    return llvm::any_of(value.items,
                        [&](const Value &item) { return isRunTuple(e, item); });
  return e.objects.hasRole(value, ClassRole::RunTuple);
}

bool isKnownKey(Context &e, const Value &key) {
  return knownKey(key) && !isRunTuple(e, key);
}

/// True for the type of a tuple of so many ints or texts as only the run knows.
static bool isPackedList(const Type &type) {
  if (!type->isRecord || !type->classInfo->has(ClassRole::RunTuple))
    return false;
  const Type &list = type->elements[0];
  return list->kind == TypeKind::List &&
         (list->elements[0]->kind == TypeKind::Int ||
          list->elements[0]->kind == TypeKind::Str);
}

/// True if the type is a tuple of what can be packed.
static bool isPacked(const Type &type) {
  if (type->kind != TypeKind::Tuple || type->isRecord || type->isMadeList ||
      type->isMadeDict || (type->classInfo && type->classInfo->traits.isEnum))
    return false;
  return llvm::all_of(type->elements, [](const Type &element) {
    return element->kind == TypeKind::Int || element->kind == TypeKind::Float ||
           element->kind == TypeKind::Bool || element->kind == TypeKind::Str ||
           isPacked(element);
  });
}

Value asRunKey(Context &e, const Value &dict, const Value &key,
               ast::Range range) {
  const Object &object = e.get(dict.id);
  if (!key.is(Kind::Tuple) || !object.isRuntime ||
      !isPackedList(object.keyType))
    return key;
  TypeKind kind = object.keyType->elements[0]->elements[0]->kind;
  bool fits = llvm::all_of(key.items, [&](const Value &item) {
    return e.types.typeOf(item)->kind == kind;
  });
  if (!fits)
    return key;
  auto element = makeType(kind);
  Value list = e.containers.newList(key.items, element, nullptr, range);
  return e.stopped() || !e.containers.materialize(list, range)
             ? Value()
             : e.run.callLibrary("_tuples.tuple", {list}, range);
}

mlir::Type keyLeafType(Context &e, const Type &type) {
  if (isPacked(type) || isPackedList(type))
    return StringType::get(e.getContext());
  SmallVector<mlir::Type> leaves;
  return e.types.leafTypes(type, leaves) && leaves.size() == 1 ? leaves[0]
                                                               : mlir::Type();
}

Compare keyCompare(Context &e, const Type &type) {
  return isPacked(type) || isPackedList(type) ? Compare::by_string
                                              : e.types.compareOf(type);
}

static mlir::Value data(Context &e, Location where, StringRef what,
                        ValueRange arguments) {
  mlir::Type type = DataOp::typeOf(e.getContext(), what);
  return DataOp::create(e.b, where, type, what, arguments).getResult();
}

mlir::Value keyLeaf(Context &e, const Value &key, const Type &type,
                    ast::Range range, bool keep) {
  SmallVector<mlir::Value> leaves;
  if (!e.types.flatten(key, type, range, leaves, keep))
    return {};
  Location where = e.loc(range);
  auto holdsText = [](mlir::Type list) {
    return isa<StringType>(cast<ListType>(list).getLeaves().front());
  };
  if (isPackedList(type))
    return data(e, where,
                holdsText(leaves[0].getType()) ? "key_of_texts" : "key_of_ints",
                leaves[0]);
  if (!isPacked(type))
    return leaves[0];
  mlir::Value packed = e.ssa(makeStr(""));
  for (mlir::Value leaf : leaves) {
    if (leaf.getType().isInteger(1))
      leaf = arith::ExtUIOp::create(e.b, where, e.b.getI64Type(), leaf);
    StringRef what = isa<StringType>(leaf.getType())  ? "key_add_text"
                     : isa<FloatType>(leaf.getType()) ? "key_add_float"
                                                      : "key_add_int";
    packed = data(e, where, what, {packed, leaf});
  }
  return packed;
}

Value keyOfLeaf(Context &e, const Type &type, mlir::Value leaf,
                ast::Range range) {
  SmallVector<mlir::Value> leaves{leaf};
  if (isPackedList(type)) {
    bool areTexts = type->elements[0]->elements[0]->kind == TypeKind::Str;
    leaves[0] =
        data(e, e.loc(range), areTexts ? "key_texts" : "key_ints", leaf);
  } else if (isPacked(type)) {
    leaves.clear();
    Location where = e.loc(range);
    mlir::Value at = e.ssa(makeInt(0)), width = e.ssa(makeInt(8));
    SmallVector<mlir::Type> types;
    e.types.leafTypes(type, types);
    for (mlir::Type part : types) {
      bool isText = isa<StringType>(part);
      StringRef what = isText                 ? "key_text"
                       : isa<FloatType>(part) ? "key_float"
                                              : "key_int";
      mlir::Value value = data(e, where, what, {leaf, at});
      if (part.isInteger(1))
        value = arith::TruncIOp::create(e.b, where, part, value);
      leaves.push_back(value);
      mlir::Value next = arith::AddIOp::create(e.b, where, at, width);
      if (isText)
        next = arith::AddIOp::create(e.b, where, next,
                                     data(e, where, "key_int", {leaf, at}));
      at = next;
    }
  }
  ValueRange parts = leaves;
  return e.types.unflatten(type, parts);
}

} // namespace tine::elaborate
