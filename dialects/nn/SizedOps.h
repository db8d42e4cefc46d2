//===- SizedOps.h - Ops on tensors of any sizes --------------- -*- C++ -*-===//
//-*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes ops of nn from one op needs the sizes of its results both in types
// and as values.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_SIZEDOPS_H
#define TINE_DIALECTS_NN_SIZEDOPS_H

#include "dialects/nn/ViewOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine::nn {

/// A size, and its value where it is dynamic.
struct Size {
  int64_t known;
  mlir::Value value;
};

/// Makes tensors with the element type and device of another.
class SizedOps {
protected:
  SizedOps(const mlir::ImplicitLocOpBuilder &b, mlir::Value like)
      : b(b), like(mlir::cast<mlir::RankedTensorType>(like.getType())) {}

  Size sizeOf(mlir::Value tensor, int64_t dim) {
    auto type = mlir::cast<mlir::RankedTensorType>(tensor.getType());
    return {type.getDimSize(dim), mlir::tensor::DimOp::create(b, tensor, dim)};
  }
  Size times(Size x, Size y) {
    bool isDynamic = mlir::ShapedType::isDynamic(x.known) ||
                     mlir::ShapedType::isDynamic(y.known);
    return {isDynamic ? mlir::ShapedType::kDynamic : x.known * y.known,
            mlir::arith::MulIOp::create(b, x.value, y.value)};
  }
  mlir::RankedTensorType typeOf(llvm::ArrayRef<Size> sizes,
                                mlir::Type element = {}) {
    llvm::SmallVector<int64_t> shape;
    for (const Size &size : sizes)
      shape.push_back(size.known);
    return mlir::RankedTensorType::get(
        shape, element ? element : like.getElementType(), like.getEncoding());
  }
  static llvm::SmallVector<mlir::Value> dynamic(llvm::ArrayRef<Size> sizes) {
    llvm::SmallVector<mlir::Value> values;
    for (const Size &size : sizes)
      if (mlir::ShapedType::isDynamic(size.known))
        values.push_back(size.value);
    return values;
  }
  mlir::Value reshape(mlir::Value tensor, llvm::ArrayRef<Size> sizes) {
    auto type = mlir::cast<mlir::RankedTensorType>(tensor.getType());
    return ReshapeOp::create(b, typeOf(sizes, type.getElementType()), tensor,
                             dynamic(sizes));
  }

  mlir::ImplicitLocOpBuilder b;

private:
  mlir::RankedTensorType like;
};

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_SIZEDOPS_H
