//===- Unreachable.h - What stands behind a certain error -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check of sizes that folding finds false makes the operations behind it
// unreachable. They go, as no type fits them: a product of what does not fit
// would not verify.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_TINE_UNREACHABLE_H
#define TINE_DIALECTS_TINE_UNREACHABLE_H

#include "mlir/IR/PatternMatch.h"

namespace tine {

/// Whether control never goes on behind an operation: it raises an error.
bool alwaysRaises(mlir::Operation *op);

/// Erases what stands behind `op` in its block, of which `alwaysRaises` holds.
/// Fails if there is nothing, or if the block ends with a value of a type that
/// no other value can stand for.
llvm::LogicalResult eraseBehind(mlir::Operation *op,
                                mlir::PatternRewriter &rewriter);

/// Patterns that do so behind every operation that raises.
void populateEraseUnreachable(mlir::RewritePatternSet &patterns);

} // namespace tine

#endif // TINE_DIALECTS_TINE_UNREACHABLE_H
