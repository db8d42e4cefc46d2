//===- WindowSizes.h - Sizes of convolutions and pools ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of operands and results, and the checks of those that only the run
// knows, for every target.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_WINDOWSIZES_H
#define TINE_LOWERING_SUPPORT_WINDOWSIZES_H

#include "dialects/nn/NN.h"
#include "lowering/support/Sizes.h"

namespace tine::nn {
class ConvOp;
class ConvWeightOp;
} // namespace tine::nn

namespace tine {

/// The sizes of a convolution's tensors: [N, C, D...], [O, C / groups, K...]
/// and [N, O, E...].
struct ConvSizes {
  llvm::SmallVector<mlir::OpFoldResult> input, weight, result;

  ConvSizes(mlir::ImplicitLocOpBuilder &b, nn::ConvOp op);
  ConvSizes(mlir::ImplicitLocOpBuilder &b, nn::ConvWeightOp op);

  /// Raises PyTorch's errors where they do not fit.
  void check(mlir::ImplicitLocOpBuilder &b, int64_t groups) const;
};

/// Raises where the bias of a convolution has another size than its channels.
void checkBias(mlir::ImplicitLocOpBuilder &b, nn::ConvOp op,
               const ConvSizes &sizes);

/// Raises where the images of a pool's input and result differ in number.
void checkImages(mlir::ImplicitLocOpBuilder &b,
                 llvm::ArrayRef<mlir::OpFoldResult> input,
                 llvm::ArrayRef<mlir::OpFoldResult> result);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_WINDOWSIZES_H
