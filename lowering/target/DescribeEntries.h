//===- DescribeEntries.h - Entries of a module as tables --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TARGET_DESCRIBEENTRIES_H
#define TINE_LOWERING_TARGET_DESCRIBEENTRIES_H

#include "lowering/abi/Abi.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace tine {

/// Whether the attribute `tine.entries` of the module, if there is one, is what
/// the front end writes; reports what is not.
bool checkEntries(mlir::ModuleOp module);

/// Makes of the attribute `tine.entries` an array of struct tine_entry, with a
/// function for each that takes slots and calls it; null if there is none.
mlir::LLVM::GlobalOp describeEntries(mlir::ModuleOp module, AbiBuilder &abi);

} // namespace tine

#endif // TINE_LOWERING_TARGET_DESCRIBEENTRIES_H
