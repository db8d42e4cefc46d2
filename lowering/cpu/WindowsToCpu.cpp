//===- WindowsToCpu.cpp - Windows to the dialect cpu ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces nn.conv, nn.conv_weight and nn.pool by their namesakes in cpu.
//
// Input: these ops of nn on tensors.
// Output: none of them; checks of sizes that the run decides are tine.raise.
// How:
// 1. Tensors get dimensions of size 1 in front, to have 3. A kernel of one
//    place that is moved by 1 makes one line of an image.
// 2. The derivative by the weight is transposed: its channels come last.
// 3. The images of all channels are one dimension for pooling.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "dialects/nn/ProductOps.h"
#include "lowering/cpu/Passes.h"
#include "lowering/support/WindowSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_WINDOWSTOCPU
#include "lowering/cpu/Passes.h.inc"

namespace {

RankedTensorType typeOf(ArrayRef<OpFoldResult> sizes, Type element) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, element);
}

struct ImplicitBuilder {
  template <typename... Args>
  explicit ImplicitBuilder(Args &&...args) : b(std::forward<Args>(args)...) {}
  ImplicitLocOpBuilder b;
};

/// The sizes and numbers of a convolution, 3 of them for each tensor.
class Lowering : ImplicitBuilder, ConvSizes {
public:
  template <typename Op>
  explicit Lowering(Op op)
      : ImplicitBuilder(op.getLoc(), op), ConvSizes(b, op),
        groups(op.getGroups()), strides(op.getStrides()),
        paddings(op.getPaddings()), dilations(op.getDilations()) {
    isLine = llvm::all_of(strides, [](int64_t s) { return s == 1; }) &&
             llvm::all_of(paddings, [](int64_t p) { return p == 0; });
    for (size_t i = 2; i < input.size(); ++i)
      isLine &= isConstantIntValue(weight[i], 1) &&
                sameSize(input[i], result[i]).value_or(false);
  }

  void rewrite(nn::ConvOp op);
  void rewrite(nn::ConvWeightOp op);

private:
  OpFoldResult part(OpFoldResult x) {
    if (groups == 1)
      return x;
    if (std::optional<int64_t> known = getConstantIntValue(x))
      return b.getIndexAttr(*known / groups);
    Value size = getValueOrCreateConstantIndexOp(b, b.getLoc(), x);
    return arith::DivUIOp::create(b, size, indexConstant(b, groups))
        .getResult();
  }
  /// The two sizes in front, and three of the window.
  SmallVector<OpFoldResult> wide(ArrayRef<OpFoldResult> sizes);
  SmallVector<int64_t> wide(ArrayRef<int64_t> list, int64_t absent);
  Value widen(Value tensor);
  Value narrow(Value tensor, ArrayRef<OpFoldResult> sizes);

  int64_t groups;
  ArrayRef<int64_t> strides, paddings, dilations;
  bool isLine;
};

SmallVector<OpFoldResult> Lowering::wide(ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> list(sizes.take_front(2));
  ArrayRef<OpFoldResult> window = sizes.drop_front(2);
  list.append(isLine ? 2 : 3 - window.size(), b.getIndexAttr(1));
  if (isLine)
    list.push_back(multiplySizes(b, window));
  else
    llvm::append_range(list, window);
  return list;
}

SmallVector<int64_t> Lowering::wide(ArrayRef<int64_t> list, int64_t absent) {
  SmallVector<int64_t> all(3 - list.size(), absent);
  llvm::append_range(all, list);
  return all;
}

/// {0}, {1}, and the dimensions of the window; the first of these stands for
/// the `absent` ones, too.
static SmallVector<ReassociationIndices> grouped(int64_t rank, int64_t absent) {
  SmallVector<ReassociationIndices> all = {{0}, {1}};
  for (int64_t i = 2; i < rank; ++i) {
    if (i == 2 || i > 2 + absent)
      all.emplace_back();
    all.back().push_back(i);
  }
  return all;
}

/// To 3 dimensions of the window.
Value Lowering::widen(Value tensor) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, tensor);
  Type element = tensorType(tensor).getElementType();
  int64_t rank = sizes.size();
  // They may be known where the type does not say so.
  tensor = castTensor(b, tensor, typeOf(sizes, element));
  if (isLine && rank > 3) {
    sizes = {sizes[0], sizes[1],
             multiplySizes(b, ArrayRef(sizes).drop_front(2))};
    tensor = tensor::CollapseShapeOp::create(b, typeOf(sizes, element), tensor,
                                             grouped(rank, rank - 3));
    rank = 3;
  }
  if (rank == 5)
    return tensor;
  sizes.insert(sizes.begin() + 2, 5 - rank, b.getIndexAttr(1));
  return tensor::ExpandShapeOp::create(b, typeOf(sizes, element), tensor,
                                       grouped(5, 5 - rank), sizes);
}

/// Back to the dimensions of the sizes.
Value Lowering::narrow(Value tensor, ArrayRef<OpFoldResult> sizes) {
  Type element = tensorType(tensor).getElementType();
  int64_t rank = sizes.size(), window = isLine ? 1 : rank - 2;
  if (window < 3) {
    SmallVector<OpFoldResult> own = sizesOf(b, tensor);
    own.erase(own.begin() + 2, own.begin() + 5 - window);
    tensor = tensor::CollapseShapeOp::create(b, typeOf(own, element), tensor,
                                             grouped(5, 3 - window));
  }
  if (isLine && rank > 3)
    tensor = tensor::ExpandShapeOp::create(b, typeOf(sizes, element), tensor,
                                           grouped(rank, rank - 3), sizes);
  return tensor;
}

void Lowering::rewrite(nn::ConvOp op) {
  check(b, groups);
  checkBias(b, op, *this);
  SmallVector<OpFoldResult> sizes = wide(result);
  RankedTensorType type =
      typeOf(sizes, tensorType(op.getResult()).getElementType());
  auto conv = cpu::ConvOp::create(
      b, type, widen(op.getInput()), widen(op.getWeight()), op.getBias(),
      emptyTensor(b, type, sizes), groups, wide(strides, 1), wide(paddings, 0),
      wide(dilations, 1));
  Value whole = narrow(conv.getResult(), result);
  op.getResult().replaceAllUsesWith(
      castTensor(b, whole, tensorType(op.getResult())));
  op.erase();
}

void Lowering::rewrite(nn::ConvWeightOp op) {
  check(b, groups);
  SmallVector<OpFoldResult> sizes = wide(weight);
  OpFoldResult columns = part(sizes[0]);
  sizes[0] = b.getIndexAttr(groups);
  sizes.push_back(columns);
  Type element = tensorType(op.getResult()).getElementType();
  RankedTensorType type = typeOf(sizes, element);
  auto product = cpu::ConvWeightOp::create(
      b, type, widen(op.getInput()), widen(op.getSeed()),
      emptyTensor(b, type, sizes), wide(strides, 1), wide(paddings, 0),
      wide(dilations, 1));
  SmallVector<int64_t> order = {0, 5, 1, 2, 3, 4};
  SmallVector<OpFoldResult> moved;
  for (int64_t dim : order)
    moved.push_back(sizes[dim]);
  Value transposed = linalg::TransposeOp::create(
                         b, product.getResult(),
                         emptyTensor(b, typeOf(moved, element), moved), order)
                         ->getResult(0);
  SmallVector<ReassociationIndices> channels = {{0, 1}, {2}, {3}, {4}, {5}};
  Value whole = tensor::CollapseShapeOp::create(
      b, typeOf(wide(weight), element), transposed, channels);
  whole = narrow(whole, weight);
  op.getResult().replaceAllUsesWith(
      castTensor(b, whole, tensorType(op.getResult())));
  op.erase();
}

/// Images of all channels, with 3 dimensions.
void rewrite(nn::PoolOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  RankedTensorType type = tensorType(op.getResult());
  int64_t absent = 5 - type.getRank();
  SmallVector<OpFoldResult> in = sizesOf(b, op.getInput());
  SmallVector<OpFoldResult> out = sizesOfResult(b, type, op.getSizes());
  checkImages(b, in, out);
  SmallVector<ReassociationIndices> together = {{0, 1}};
  for (int64_t i = 2; i < type.getRank(); ++i)
    together.push_back({i});
  SmallVector<ReassociationIndices> apart = {{0}, {}};
  for (int64_t i = 1; i < 4; ++i) {
    if (i > 1 + absent)
      apart.emplace_back();
    apart.back().push_back(i);
  }
  auto images = [&](ArrayRef<OpFoldResult> sizes, bool isWide) {
    SmallVector<OpFoldResult> list = {multiplySizes(b, sizes.take_front(2))};
    if (isWide)
      list.append(absent, b.getIndexAttr(1));
    llvm::append_range(list, sizes.drop_front(2));
    return list;
  };
  auto wide = [&](ArrayRef<int64_t> list, int64_t filler) {
    SmallVector<int64_t> all(absent, filler);
    llvm::append_range(all, list);
    return all;
  };
  Type from = tensorType(op.getInput()).getElementType();
  SmallVector<OpFoldResult> sizes = images(in, true);
  Value input = castTensor(b, op.getInput(), typeOf(in, from));
  input = tensor::CollapseShapeOp::create(b, input, together);
  if (absent > 0)
    input = tensor::ExpandShapeOp::create(b, typeOf(sizes, from), input, apart,
                                          sizes);
  sizes = images(out, true);
  RankedTensorType wideType = typeOf(sizes, type.getElementType());
  Value result =
      cpu::PoolOp::create(b, wideType, static_cast<cpu::Pool>(op.getPool()),
                          input, emptyTensor(b, wideType, sizes),
                          wide(op.getKernel(), 1), wide(op.getStrides(), 1),
                          wide(op.getPaddings(), 0), wide(op.getDilations(), 1))
          .getResult();
  if (absent > 0)
    result = tensor::CollapseShapeOp::create(b, result, apart);
  result = tensor::ExpandShapeOp::create(b, typeOf(out, type.getElementType()),
                                         result, together, out);
  op.getResult().replaceAllUsesWith(castTensor(b, result, type));
  op.erase();
}

struct WindowsToCpu : impl::WindowsToCpuBase<WindowsToCpu> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto conv = dyn_cast<nn::ConvOp>(op))
        Lowering(conv).rewrite(conv);
      else if (auto conv = dyn_cast<nn::ConvWeightOp>(op))
        Lowering(conv).rewrite(conv);
      else if (auto pool = dyn_cast<nn::PoolOp>(op))
        rewrite(pool);
    });
  }
};

} // namespace
} // namespace tine
