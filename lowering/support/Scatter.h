//===- Scatter.h - What lowerings of scatter share --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_SCATTER_H
#define TINE_LOWERING_SUPPORT_SCATTER_H

#include "dialects/nn/NN.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine::nn {
class ScatterOp;
} // namespace tine::nn

namespace tine {

/// Raises where sizes differ or a place is out of range: before anything is
/// written, since a write that fails half way could be seen.
void checkScatter(mlir::ImplicitLocOpBuilder &b, nn::ScatterOp op);

/// What becomes of an element `old` that `x` is written to.
mlir::Value combineScattered(mlir::ImplicitLocOpBuilder &b, nn::Scatter how,
                             mlir::Value old, mlir::Value x);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_SCATTER_H
