//===- Pullbacks.cpp - The table of derivatives ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the families together; what their rules share.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/PullbackRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

PullbackRule nn::getPullbackRule(Operation *op) {
  static const PullbackTable table = [] {
    PullbackTable made;
    addElementwisePullbacks(made);
    addReductionPullbacks(made);
    addShapePullbacks(made);
    addProductPullbacks(made);
    addIndexingPullbacks(made);
    return made;
  }();
  // Of the kinds of scatter only these have a derivative.
  if (auto scatter = dyn_cast<ScatterOp>(op))
    if (scatter.getHow() != Scatter::write && scatter.getHow() != Scatter::add)
      return nullptr;
  return table.find(op->getName().getStringRef());
}

SmallVector<Value> nn::dynamicSizes(const Pullback &p, Value like) {
  RankedTensorType type = tensorTypeOf(like);
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(p.b, p.loc, like, i));
  return sizes;
}

Value nn::zerosLike(const Pullback &p, Value like) {
  RankedTensorType type = tensorTypeOf(like);
  Value zero = arith::ConstantOp::create(
      p.b, p.loc, p.b.getZeroAttr(type.getElementType()));
  return FullOp::create(p.b, p.loc, type, zero, dynamicSizes(p, like));
}

Value nn::reshapeLike(const Pullback &p, Value value, Value like) {
  if (value.getType() == like.getType())
    return value;
  return ReshapeOp::create(p.b, p.loc, like.getType(), value,
                           dynamicSizes(p, like));
}

Value nn::sumOf(const Pullback &p, Value value, ArrayRef<int64_t> dims,
                bool keepdim) {
  RankedTensorType type = tensorTypeOf(value);
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(dims, i))
      shape.push_back(type.getDimSize(i));
    else if (keepdim)
      shape.push_back(1);
  auto result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return ReduceOp::create(p.b, p.loc, result, Reduction::sum, value,
                          p.b.getDenseI64ArrayAttr(dims), keepdim);
}

Value nn::spread(const Pullback &p, Value value, Value like,
                 ArrayRef<int64_t> dims, bool keepdim) {
  RankedTensorType type = tensorTypeOf(like);
  auto own = tensorTypeOf(value);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (llvm::is_contained(dims, i))
      shape[i] = 1;
    else if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(p.b, p.loc, like, i));
  auto kept =
      RankedTensorType::get(shape, own.getElementType(), own.getEncoding());
  if (!keepdim && kept != own)
    value = ReshapeOp::create(p.b, p.loc, kept, value, sizes);
  auto whole = RankedTensorType::get(type.getShape(), own.getElementType(),
                                     own.getEncoding());
  if (whole == value.getType())
    return value;
  return ExpandOp::create(p.b, p.loc, whole, value, dynamicSizes(p, like));
}

void nn::addReduced(const Pullback &p, unsigned operand, Value cotangent) {
  Value value = p.op->getOperand(operand);
  auto to = dyn_cast<RankedTensorType>(value.getType());
  if (!to)
    return;
  RankedTensorType from = tensorTypeOf(cotangent);
  int64_t lead = from.getRank() - to.getRank();
  SmallVector<int64_t> dims, ones;
  for (int64_t i = 0; i < from.getRank(); ++i)
    if (i < lead)
      dims.push_back(i);
    else if (to.getDimSize(i - lead) == 1 && from.getDimSize(i) != 1)
      ones.push_back(i);
  if (!ones.empty())
    cotangent = sumOf(p, cotangent, ones, /*keepdim=*/true);
  if (!dims.empty())
    cotangent = sumOf(p, cotangent, dims, /*keepdim=*/false);
  if (cotangent.getType() != to) {
    // A size that one of the two types does not know.
    cotangent =
        tensor::CastOp::areCastCompatible(cotangent.getType(), to)
            ? tensor::CastOp::create(p.b, p.loc, to, cotangent).getResult()
            : reshapeLike(p, cotangent, value);
  }
  p.add(operand, cotangent);
}
