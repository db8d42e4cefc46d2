//===- Epilogue.h - What becomes of the sums of a tile ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise operation on the result of a convolution, as code on vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_EPILOGUE_H
#define TINE_LOWERING_CPU_EPILOGUE_H

#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tine {

/// Whether an operation can be the epilogue of a convolution into `dest`, which
/// is all of the buffer `sums` that the operation reads.
bool canBeEpilogue(mlir::linalg::GenericOp op, mlir::Value sums,
                   mlir::Value dest);

class Epilogue {
public:
  /// `sums` is the buffer that the convolution would write.
  Epilogue(IndexBuilder index, mlir::linalg::GenericOp op, mlir::Value sums);

  /// The result [images, channels, places].
  mlir::Value dest() const { return result; }

  /// What becomes of a vector of sums that starts at an image, channel and
  /// place; the mask may be null.
  mlir::Value apply(mlir::VectorType vector, mlir::Value sum,
                    mlir::ValueRange at, mlir::Value mask);

private:
  /// [N, C, ...] as [N, C, P].
  mlir::Value flat(mlir::Value buffer);

  IndexBuilder index;
  mlir::linalg::GenericOp op;
  mlir::Value sums, result;
  /// Operands with all elements, as [N, C, P]; null for the others.
  llvm::SmallVector<mlir::Value> whole;
};

} // namespace tine

#endif // TINE_LOWERING_CPU_EPILOGUE_H
