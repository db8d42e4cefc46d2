//===- OperationNames.h - How operations are called -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass name-operations puts the name of each operation of nn into its
// location, where it passes through all rewriting. Traces show these names.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_OPERATIONNAMES_H
#define TINE_LOWERING_SUPPORT_OPERATIONNAMES_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace tine {

using OperationNames = llvm::SetVector<llvm::StringRef>;

/// Adds the names in a location, in their order.
void collectNames(mlir::Location loc, OperationNames &names);

/// "mul+relu"; of many the first ones.
std::string joinNames(const OperationNames &names);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_OPERATIONNAMES_H
