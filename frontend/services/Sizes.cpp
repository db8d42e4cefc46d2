//===- Sizes.cpp - Sizes of tensors ---------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes as values, known or of the run.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

mlir::Value TensorBuilder::sizeIndex(const Value &tensor, int64_t dim) {
  RankedTensorType type = tensorType(tensor);
  if (!type.isDynamicDim(dim))
    return constIndex(type.getDimSize(dim));
  return tensor::DimOp::create(b, loc(frames.here), read(tensor), dim);
}

Value TensorBuilder::size(const Value &tensor, int64_t dim) {
  RankedTensorType type = tensorType(tensor);
  if (!type.isDynamicDim(dim))
    return makeInt(type.getDimSize(dim));
  return makeInt(arith::IndexCastOp::create(b, loc(frames.here), b.getI64Type(),
                                            sizeIndex(tensor, dim))
                     .getResult());
}

Value TensorBuilder::sizes(const Value &tensor) {
  Value result = makeTuple({});
  result.isSize = true;
  for (int64_t i = 0; i < rank(tensor); ++i)
    result.items.push_back(size(tensor, i));
  return result;
}

Value TensorBuilder::numel(const Value &tensor) {
  Value n = makeInt(int64_t(1));
  for (int64_t i = 0; i < rank(tensor); ++i)
    n = model.binary(ast::BinaryOp::Mul, n, size(tensor, i), frames.here);
  return n;
}

} // namespace tine::elaborate
