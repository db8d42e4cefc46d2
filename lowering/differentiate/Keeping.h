//===- Keeping.h - What a backward region is given --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward pass of a region or block needs values of the forward one. Of
// those, some are kept, and the others computed again from them by cheap ops:
// elementwise ones, views, fills, arithmetic. What is kept is never more in
// bytes than what is needed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_DIFFERENTIATE_KEEPING_H
#define TINE_LOWERING_DIFFERENTIATE_KEEPING_H

#include "mlir/IR/Builders.h"

namespace tine {

/// Computes again in the backward block what is cheap; the values of the
/// forward region that the block then uses. Those in `free` cost nothing to
/// hand over. Values outside of the region do not either, unless they
/// are `costly`. Without `recompute` only views and addresses are computed.
llvm::SmallVector<mlir::Value>
keepLittle(mlir::OpBuilder &b, mlir::Block &backward, mlir::Region &forward,
           mlir::ValueRange free,
           llvm::function_ref<bool(mlir::Value)> isCostly, bool recompute);

/// The same for one block, where the ops from `begin` to the one before `end`
/// are the backward pass of what is in front of them. Values that are there
/// anyhow, as parameters are, or that are small, cost nothing.
void keepLittle(mlir::OpBuilder &b, mlir::Operation *begin,
                mlir::Operation *end);

} // namespace tine

#endif // TINE_LOWERING_DIFFERENTIATE_KEEPING_H
