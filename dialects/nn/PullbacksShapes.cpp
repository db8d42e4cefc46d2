//===- PullbacksShapes.cpp - Derivatives of ops on shapes -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements go back to where they came from.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/PullbackRules.h"
#include "dialects/nn/ViewOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

namespace {

void reshape(Pullback &p) {
  p.add(0, reshapeLike(p, p.cotangent(), p.op->getOperand(0)));
}

void permute(Pullback &p) {
  auto op = cast<PermuteOp>(p.op);
  SmallVector<int64_t> inverse(op.getDims().size());
  for (auto [i, dim] : llvm::enumerate(op.getDims()))
    inverse[dim] = i;
  p.add(0, PermuteOp::create(p.b, p.loc, op.getInput().getType(), p.cotangent(),
                             inverse));
}

void expand(Pullback &p) { addReduced(p, 0, p.cotangent()); }

void slice(Pullback &p) {
  auto op = cast<SliceOp>(p.op);
  p.add(0, InsertSliceOp::create(p.b, p.loc, op.getInput().getType(),
                                 p.cotangent(), zerosLike(p, op.getInput()),
                                 op.getDimAttr(), op.getStart(),
                                 op.getStepAttr()));
}

/// The part of a tensor of `like`'s size along the dimension.
Value part(Pullback &p, Value tensor, Value like, int64_t dim, Value start,
           int64_t step) {
  RankedTensorType type = tensorTypeOf(like);
  SmallVector<int64_t> shape(tensorTypeOf(tensor).getShape());
  shape[dim] = type.getDimSize(dim);
  auto result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  Value size;
  if (type.isDynamicDim(dim))
    size = tensor::DimOp::create(p.b, p.loc, like, dim);
  Value slice =
      SliceOp::create(p.b, p.loc, result, tensor, p.b.getI64IntegerAttr(dim),
                      start, p.b.getI64IntegerAttr(step), size);
  return result == type
             ? slice
             : tensor::CastOp::create(p.b, p.loc, type, slice).getResult();
}

void insertSlice(Pullback &p) {
  auto op = cast<InsertSliceOp>(p.op);
  int64_t dim = op.getDim(), step = op.getStep();
  if (p.wants(0))
    p.add(0, part(p, p.cotangent(), op.getInput(), dim, op.getStart(), step));
  if (p.wants(1))
    p.add(1, InsertSliceOp::create(p.b, p.loc, op.getInto().getType(),
                                   zerosLike(p, op.getInput()), p.cotangent(),
                                   op.getDimAttr(), op.getStart(),
                                   op.getStepAttr()));
}

void flip(Pullback &p) {
  auto op = cast<FlipOp>(p.op);
  p.add(0, FlipOp::create(p.b, p.loc, op.getResult().getType(), p.cotangent(),
                          op.getDims()));
}

void cat(Pullback &p) {
  auto op = cast<CatOp>(p.op);
  int64_t dim = op.getDim();
  Value start = arith::ConstantIndexOp::create(p.b, p.loc, 0);
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    if (p.wants(i))
      p.add(i, part(p, p.cotangent(), input, dim, start, 1));
    Value size = tensor::DimOp::create(p.b, p.loc, input, dim);
    start = arith::AddIOp::create(p.b, p.loc, start, size);
  }
}

} // namespace

void nn::addShapePullbacks(PullbackTable &table) {
  table.add<ReshapeOp>(reshape);
  table.add<PermuteOp>(permute);
  table.add<ExpandOp>(expand);
  table.add<SliceOp>(slice);
  table.add<InsertSliceOp>(insertSlice);
  table.add<FlipOp>(flip);
  table.add<CatOp>(cat);
}
