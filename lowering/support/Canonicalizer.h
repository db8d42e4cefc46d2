//===- Canonicalizer.h - MLIR's canonicalizer, faster -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_CANONICALIZER_H
#define TINE_LOWERING_SUPPORT_CANONICALIZER_H

#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tine {

/// MLIR's canonicalizer without the pattern that compares each pair of the
/// values that a loop or branch gives: a training loop carries hundreds. Equal
/// blocks are not merged by default: what is structured has none.
std::unique_ptr<mlir::Pass>
createCanonicalizer(mlir::GreedySimplifyRegionLevel regions =
                        mlir::GreedySimplifyRegionLevel::Normal);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_CANONICALIZER_H
