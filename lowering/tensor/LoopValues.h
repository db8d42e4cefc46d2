//===- LoopValues.h - Changing what a loop carries --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TENSOR_LOOPVALUES_H
#define TINE_LOWERING_TENSOR_LOOPVALUES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tine {

/// Replaces a loop by one that does not carry the values in `dropped`, whose
/// arguments and results have no uses, but carries `added`: each has an initial
/// value, an argument that was appended to the body, and a value that is
/// yielded. The results of the added values are the last ones of the new loop.
struct AddedLoopValue {
  mlir::Value init, yielded;
};
mlir::scf::ForOp changeLoopValues(mlir::scf::ForOp loop,
                                  const llvm::SmallBitVector &dropped,
                                  llvm::ArrayRef<AddedLoopValue> added = {});

} // namespace tine

#endif // TINE_LOWERING_TENSOR_LOOPVALUES_H
