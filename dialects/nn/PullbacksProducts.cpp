//===- PullbacksProducts.cpp - Derivatives of products --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product has products as its derivatives.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ProductOps.h"
#include "dialects/nn/PullbackRules.h"
#include "dialects/nn/ViewOps.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

namespace {

Value transpose(Pullback &p, Value x) {
  RankedTensorType type = tensorTypeOf(x);
  int64_t rank = type.getRank();
  SmallVector<int64_t> shape(type.getShape()), dims;
  std::swap(shape[rank - 1], shape[rank - 2]);
  for (int64_t i = 0; i < rank; ++i)
    dims.push_back(i);
  std::swap(dims[rank - 1], dims[rank - 2]);
  return PermuteOp::create(
      p.b, p.loc,
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding()),
      x, dims);
}

/// y = x w, or x w' when the right operand is given transposed.
void matmul(Pullback &p) {
  auto op = cast<MatmulOp>(p.op);
  Value x = op.getLhs(), w = op.getRhs(), g = p.cotangent();
  auto product = [&](Value like, Value a, Value b, bool transposed) {
    return MatmulOp::create(p.b, p.loc, like.getType(), a, b, transposed);
  };
  if (p.wants(0))
    p.add(0, product(x, g, w, !op.getTransposed()));
  if (p.wants(1))
    p.add(1, op.getTransposed() ? product(w, transpose(p, g), x, false)
                                : product(w, transpose(p, x), g, false));
}

void batchMatmul(Pullback &p) {
  auto op = cast<BatchMatmulOp>(p.op);
  Value x = op.getLhs(), w = op.getRhs(), g = p.cotangent();
  if (p.wants(0))
    p.add(0,
          BatchMatmulOp::create(p.b, p.loc, x.getType(), g, transpose(p, w)));
  if (p.wants(1))
    p.add(1,
          BatchMatmulOp::create(p.b, p.loc, w.getType(), transpose(p, x), g));
}

/// One of the ops that a convolution and its derivatives are.
template <typename Op, typename Like>
Value windows(Pullback &p, Like op, Value like, Value x, Value y) {
  return Op::create(p.b, p.loc, like.getType(), x, y, op.getStrides(),
                    op.getPaddings(), op.getDilations(), op.getGroups(),
                    dynamicSizes(p, like));
}

template <typename Like>
Value convolve(Pullback &p, Like op, Value like, Value x, Value w) {
  return ConvOp::create(p.b, p.loc, like.getType(), x, w, Value(),
                        op.getStrides(), op.getPaddings(), op.getDilations(),
                        op.getGroups(), dynamicSizes(p, like));
}

void conv(Pullback &p) {
  auto op = cast<ConvOp>(p.op);
  Value x = op.getInput(), w = op.getWeight(), g = p.cotangent();
  if (p.wants(0))
    p.add(0, windows<ConvTransposeOp>(p, op, x, g, w));
  if (p.wants(1))
    p.add(1, windows<ConvWeightOp>(p, op, w, x, g));
  if (op.getBias() && p.wants(2)) {
    SmallVector<int64_t> dims = {0};
    for (int64_t i = 2; i < tensorTypeOf(x).getRank(); ++i)
      dims.push_back(i);
    Value sum = sumOf(p, g, dims, /*keepdim=*/false);
    p.add(2, reshapeLike(p, sum, op.getBias()));
  }
}

/// Both are linear in each operand: what they give back are the other ops.
void convTranspose(Pullback &p) {
  auto op = cast<ConvTransposeOp>(p.op);
  Value x = op.getInput(), w = op.getWeight(), g = p.cotangent();
  if (p.wants(0))
    p.add(0, convolve(p, op, x, g, w));
  if (p.wants(1))
    p.add(1, windows<ConvWeightOp>(p, op, w, g, x));
}

void convWeight(Pullback &p) {
  auto op = cast<ConvWeightOp>(p.op);
  Value x = op.getInput(), seed = op.getSeed(), g = p.cotangent();
  if (p.wants(0))
    p.add(0, windows<ConvTransposeOp>(p, op, x, seed, g));
  if (p.wants(1))
    p.add(1, convolve(p, op, seed, x, g));
}

} // namespace

void nn::addProductPullbacks(PullbackTable &table) {
  table.add<ConvOp>(conv);
  table.add<ConvTransposeOp>(convTranspose);
  table.add<ConvWeightOp>(convWeight);
  table.add<MatmulOp>(matmul);
  table.add<BatchMatmulOp>(batchMatmul);
}
