//===- EqualFunctions.cpp - Functions that do the same ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/EqualFunctions.h"
#include "dialects/tine/ModuleLocations.h"
#include "dialects/tine/Tine.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tine;

/// Whether the op's location can appear in a message at run time.
static bool showsLocation(Operation *op) {
  return isa<TineDialect>(op->getDialect()) && !isMemoryEffectFree(op) &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

/// Attributes without the name.
static DictionaryAttr attributesOf(func::FuncOp function) {
  NamedAttrList attributes(function->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(function.getContext());
}

size_t tine::hashFunction(func::FuncOp function) {
  llvm::hash_code code = hash_value(Attribute(attributesOf(function)));
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    code =
        llvm::hash_combine(code, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
    if (showsLocation(op))
      code =
          llvm::hash_combine(code, LocationAttr(withoutModules(op->getLoc())));
  });
  return code;
}

bool tine::equalFunctions(func::FuncOp a, func::FuncOp b) {
  if (attributesOf(a) != attributesOf(b) ||
      !OperationEquivalence::isRegionEquivalentTo(
          &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations))
    return false;
  auto shown = [](func::FuncOp function) {
    SmallVector<Location> locations;
    function.getBody().walk([&](Operation *op) {
      if (showsLocation(op))
        locations.push_back(withoutModules(op->getLoc()));
    });
    return locations;
  };
  return shown(a) == shown(b);
}
