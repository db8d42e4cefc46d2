//===- Functions.h - The elementwise functions ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the elementwise ops, made of their records; NNFunctions.td says
// what the columns are.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_FUNCTIONS_H
#define TINE_DIALECTS_NN_FUNCTIONS_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"

namespace tine::nn {

struct Function {
  llvm::StringLiteral op;
  bool floats, ints, bools;
  uint8_t operands;
  bool compares, chooses;

  /// Whether it computes with elements of the type.
  bool takes(mlir::Type element) const;
};

/// What is told of an op, or null when it is not elementwise.
const Function *findFunction(llvm::StringRef op);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_FUNCTIONS_H
