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
//===----------------------------------------------------------------------===//

#include "lowering/support/EqualFunctions.h"
#include "lowering/tensor/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace tine {
#define GEN_PASS_DEF_MERGEEQUALFUNCTIONS
#include "lowering/tensor/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

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
        groups[hashFunction(function)].push_back(function);
    bool merged = false;
    for (auto &[code, functions] : groups)
      for (size_t i = 0; i < functions.size(); ++i)
        for (size_t k = i + 1; k < functions.size();) {
          if (!equalFunctions(functions[i], functions[k])) {
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
