//===- Functions.cpp - The elementwise functions --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Holds the table that the ops' records give.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Functions.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringMap.h"

using namespace tine::nn;

namespace {
#define GET_functionTable_IMPL
#include "dialects/nn/NNTables.inc"
} // namespace

bool Function::takes(mlir::Type element) const {
  return mlir::isa<mlir::FloatType>(element) ? floats
         : element.isInteger(1)              ? bools
                                             : ints;
}

const Function *tine::nn::findFunction(llvm::StringRef op) {
  static const llvm::StringMap<const Function *> byOp = [] {
    llvm::StringMap<const Function *> made;
    for (const Function &function : functionTable)
      made.try_emplace(function.op, &function);
    return made;
  }();
  return byOp.lookup(op);
}
