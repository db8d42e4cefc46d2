//===- Functions.h - The elementwise functions of PyTorch -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the functions that are one elementwise op, made of the ops'
// records; NNFunctions.td says what the columns are.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_FUNCTIONS_H
#define TINE_DIALECTS_NN_FUNCTIONS_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tine::nn {

struct Function {
  llvm::StringLiteral op, names, gradName;
  bool floats, ints, bools, keepsInts;
  uint8_t operands;
  bool inPlace, compares, chooses;

  /// Whether it computes with elements of the type.
  bool takes(mlir::Type element) const;
};

/// Of all elementwise ops, also those whose `names` are empty.
llvm::ArrayRef<Function> functions();

/// What is told of an op, or null when it is not elementwise.
const Function *findFunction(llvm::StringRef op);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_FUNCTIONS_H
