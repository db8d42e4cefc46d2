//===- KeptArguments.cpp - What functions keep of their callers -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/KeptArguments.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace tine {

bool KeptArguments::isKeptBy(func::FuncOp function, unsigned argument) {
  if (!function || function.isExternal())
    return true;
  BlockArgument value = function.getArgument(argument);
  // A function that calls itself keeps what it keeps otherwise.
  auto [entry, isNew] = arguments.try_emplace(value, false);
  if (!isNew)
    return entry->second;
  bool kept =
      isKept(value) || llvm::any_of(value.getUsers(), [](Operation *op) {
        return isa<scf::SCFDialect>(op->getDialect());
      });
  arguments[value] = kept;
  return kept;
}

bool KeptArguments::keeps(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto call = dyn_cast<func::CallOp>(op))
    return isKeptBy(symbols.lookup<func::FuncOp>(call.getCallee()),
                    use.getOperandNumber());
  if (auto spawn = dyn_cast<SpawnOp>(op))
    return isKeptBy(symbols.lookup<func::FuncOp>(spawn.getCallee()),
                    use.getOperandNumber());
  // The other ops of tine take boxes, but for those that only read values.
  return isa<func::ReturnOp>(op) ||
         (isa<TineDialect>(op->getDialect()) &&
          !isa<FormatOp, KeepOp, TimeOp, ToOp, SaveFileOp, SaveParameterOp,
               JoinOp, SplitOp>(op));
}

bool KeptArguments::isKept(Value tensor) {
  return llvm::any_of(tensor.getUses(),
                      [&](OpOperand &use) { return keeps(use); });
}

} // namespace tine
