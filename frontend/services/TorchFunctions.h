//===- TorchFunctions.h - Functions that are one op -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the functions of torch that are one elementwise op;
// TorchFunctions.td has its rows and says what the columns are.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_TORCHFUNCTIONS_H
#define TINE_FRONTEND_SERVICES_TORCHFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tine::elaborate {

struct TorchFunction {
  llvm::StringLiteral op, names, gradName;
  bool inPlace, keepsInts;
};

llvm::ArrayRef<TorchFunction> torchFunctions();

/// What errors call an elementwise op ("nn.add"): as the function that is just
/// this op, if there is one.
llvm::StringRef nameOfElementwise(llvm::StringRef op);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_TORCHFUNCTIONS_H
