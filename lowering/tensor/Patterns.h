//===- Patterns.h - Patterns that lower nn to linalg ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each family of operations; the pass nn-to-linalg takes all.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TENSOR_PATTERNS_H
#define TINE_LOWERING_TENSOR_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace tine {

void populateElementwiseToLinalg(mlir::RewritePatternSet &patterns);
void populateCreationToLinalg(mlir::RewritePatternSet &patterns);
void populateShapesToLinalg(mlir::RewritePatternSet &patterns);
void populateJoinsToLinalg(mlir::RewritePatternSet &patterns);
void populateReductionsToLinalg(mlir::RewritePatternSet &patterns);
void populateProductsToLinalg(mlir::RewritePatternSet &patterns);
void populateDecomposeConvTranspose(mlir::RewritePatternSet &patterns);
void populateIndexingToLinalg(mlir::RewritePatternSet &patterns);
void populateScatterToLinalg(mlir::RewritePatternSet &patterns);
void populateSortToLinalg(mlir::RewritePatternSet &patterns);
void populateRnnToLinalg(mlir::RewritePatternSet &patterns);

} // namespace tine

#endif // TINE_LOWERING_TENSOR_PATTERNS_H
