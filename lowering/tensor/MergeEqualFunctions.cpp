//===- MergeEqualFunctions.cpp - One function for equal ones --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  a module on tensors with outlined forks.
// Output: private functions that do the same are one: the layers of a deep
//         model that run in forks are compiled once.
// How:    functions are told apart by a hash first, then op by op. Merging
//         makes their callers equal, so this goes on until nothing changes.
// Rejects: nothing.
//
// Locations are compared where they can be seen: an op of tine that has effects
// names its line when it fails. Everywhere else they are ignored.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace tine {
#define GEN_PASS_DEF_MERGEEQUALFUNCTIONS
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Whether the op's location can appear in a message at run time.
bool showsLocation(Operation *op) {
  return isa<TineDialect>(op->getDialect()) && !isMemoryEffectFree(op) &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

/// Attributes without the name.
DictionaryAttr attributesOf(func::FuncOp function) {
  NamedAttrList attributes(function->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(function.getContext());
}

llvm::hash_code hash(func::FuncOp function) {
  llvm::hash_code code = hash_value(Attribute(attributesOf(function)));
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    code =
        llvm::hash_combine(code, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
    if (showsLocation(op))
      code = llvm::hash_combine(code, LocationAttr(op->getLoc()));
  });
  return code;
}

bool equal(func::FuncOp a, func::FuncOp b) {
  if (attributesOf(a) != attributesOf(b) ||
      !OperationEquivalence::isRegionEquivalentTo(
          &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations))
    return false;
  auto shown = [](func::FuncOp function) {
    SmallVector<Location> locations;
    function.getBody().walk([&](Operation *op) {
      if (showsLocation(op))
        locations.push_back(op->getLoc());
    });
    return locations;
  };
  return shown(a) == shown(b);
}

struct MergeEqualFunctions
    : tine::impl::MergeEqualFunctionsBase<MergeEqualFunctions> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    while (mergeOnce(tables))
      ;
  }

  /// Merges what is equal now; false when nothing was.
  bool mergeOnce(SymbolTableCollection &tables) {
    SymbolUserMap users(tables, getOperation());
    llvm::MapVector<size_t, SmallVector<func::FuncOp>> groups;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPrivate() && !function.isExternal() &&
          !users.useEmpty(function))
        groups[hash(function)].push_back(function);
    bool merged = false;
    for (auto &[code, functions] : groups)
      for (size_t i = 0; i < functions.size(); ++i)
        for (size_t k = i + 1; k < functions.size();) {
          if (!equal(functions[i], functions[k])) {
            ++k;
            continue;
          }
          users.replaceAllUsesWith(functions[k], functions[i].getNameAttr());
          functions[k].erase();
          functions.erase(functions.begin() + k);
          merged = true;
        }
    return merged;
  }
};

} // namespace
