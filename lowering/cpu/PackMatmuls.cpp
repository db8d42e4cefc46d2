//===- PackMatmuls.cpp - Products of floats with packed operands ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces products of floats by cpu.matmul and packs the right operand.
//
// Input: linalg.matmul on tensors, the right operand plain or transposed.
// Output: cpu.matmul; products of integers stay.
// How:
// 1. The tensor that a product starts from becomes its addend: nothing for a
// fill
//    with 0, a row for a broadcast row.
// 2. The right operand is packed, unless the product has few rows, so that
//    each element of it would be used less often than it is moved, or the
//    matrix is tiny. One that does not change in a loop is always packed:
//    loop-invariant code motion then moves the packing out.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "lowering/cpu/Passes.h"
#include "lowering/cpu/TileShape.h"
#include "lowering/support/Sizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_PACKMATMULS
#include "lowering/cpu/Passes.h.inc"

namespace {

/// Products with at most this many rows use a plain right operand.
constexpr int64_t fewRows = 4;
/// Plain matrices of at most this many elements stay in the nearest cache.
constexpr int64_t tinyMatrix = 2048;

/// Whether the right operand is [N, K]; nothing for other layouts.
std::optional<bool> isTransposed(linalg::MatmulOp op) {
  if (!op.hasUserDefinedMaps())
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  MLIRContext *context = op.getContext();
  auto map = [&](unsigned row, unsigned column) {
    return AffineMap::get(
        3, 0,
        {getAffineDimExpr(row, context), getAffineDimExpr(column, context)},
        context);
  };
  if (maps[0] != map(0, 2) || maps[2] != map(0, 1))
    return std::nullopt;
  if (maps[1] == map(2, 1))
    return false;
  if (maps[1] == map(1, 2))
    return true;
  return std::nullopt;
}

/// The addend that an initial value stands for; null for 0.
Value addendOf(Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    if (matchPattern(fill.value(), m_AnyZeroFloat()))
      return {};
  if (auto row = init.getDefiningOp<linalg::BroadcastOp>())
    if (row.getDimensions() == ArrayRef<int64_t>{0} &&
        tensorType(row.getInput()).getRank() == 1)
      return row.getInput();
  return init;
}

bool isLoopInvariant(Operation *op, Value value) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && loop.isDefinedOutsideOfLoop(value);
}

bool shouldPack(linalg::MatmulOp op, bool transposed) {
  Value rhs = op.getInputs()[1];
  if (isLoopInvariant(op, rhs))
    return true;
  int64_t rows = tensorType(op.getInputs()[0]).getDimSize(0);
  if (!ShapedType::isDynamic(rows) && rows <= fewRows)
    return false;
  RankedTensorType type = tensorType(rhs);
  return transposed || !type.hasStaticShape() ||
         type.getNumElements() > tinyMatrix;
}

Value pack(ImplicitLocOpBuilder &b, Value matrix, bool transposed,
           int64_t width) {
  RankedTensorType type = tensorType(matrix);
  OpFoldResult inner = sizeOf(b, matrix, transposed ? 1 : 0);
  OpFoldResult columns = sizeOf(b, matrix, transposed ? 0 : 1);
  OpFoldResult count = affine::makeComposedFoldedAffineApply(
      b, b.getLoc(), b.getAffineDimExpr(0).ceilDiv(width), {columns});
  SmallVector<OpFoldResult> sizes = {count, inner, b.getIndexAttr(width)};
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  auto panels = RankedTensorType::get(shape, type.getElementType());
  Value empty = emptyTensor(b, panels, sizes);
  return cpu::PackOp::create(b, panels, matrix, empty, transposed).getResult();
}

struct PackMatmuls : impl::PackMatmulsBase<PackMatmuls> {
  using PackMatmulsBase::PackMatmulsBase;

  void rewrite(linalg::MatmulOp op) {
    std::optional<bool> transposed = isTransposed(op);
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    if (!transposed || !isa<Float32Type, Float64Type>(type.getElementType()))
      return;
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value lhs = op.getInputs()[0], rhs = op.getInputs()[1];
    Value init = op.getOutputs()[0];
    Value empty = emptyTensor(b, type, sizesOf(b, init));
    TileShape tile = TileShape::of(type.getElementType(), vectorBits);
    bool plain = *transposed;
    if (shouldPack(op, *transposed)) {
      rhs = pack(b, rhs, *transposed, tile.panelWidth(type.getDimSize(1)));
      plain = false;
    }
    auto product =
        cpu::MatmulOp::create(b, type, lhs, rhs, addendOf(init), empty, plain);
    op.getResult(0).replaceAllUsesWith(product.getResult());
    op.erase();
    Operation *source = init.getDefiningOp();
    if (source && isOpTriviallyDead(source))
      source->erase();
  }

  void runOnOperation() override {
    SmallVector<linalg::MatmulOp> products;
    getOperation()->walk([&](linalg::MatmulOp op) {
      if (op.hasPureTensorSemantics())
        products.push_back(op);
    });
    for (linalg::MatmulOp op : products)
      rewrite(op);
  }
};

} // namespace
} // namespace tine
