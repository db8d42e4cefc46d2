//===- WidenNarrowTypes.cpp - Arithmetic on f16, bf16 and si8 -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes with narrow elements as PyTorch does on a CPU: in f32 or i16, with
// one rounding at the end of each operation.
//
// Input:  operations of nn on tensors.
// Output: f16, bf16 and si8 are elements of nn.cast, of what moves elements
//   (views, joins, indexing, lists, boxes), and of random numbers, which the
//   runtime makes; every other op has none. i16 wraps around where si8 does:
//   8 bits of sums, products and shifts follow from those of the operands.
// How: an op's narrow operands are cast to the type that it computes in
//   (nn::getComputeType), and its results back. What follows reads the cast
//   back: a loop that is fused of several ops rounds as often as they do.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Ops.h"
#include "lowering/placement/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

namespace tine {
#define GEN_PASS_DEF_WIDENNARROWTYPES
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

Type widened(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.clone(nn::getComputeType(tensor.getElementType()))
                : type;
}

/// Whether an op moves elements, whatever they are.
bool movesElements(Operation *op) {
  if (auto scatter = dyn_cast<nn::ScatterOp>(op))
    return scatter.getHow() == nn::Scatter::write;
  return isa<nn::CastOp, nn::RandomOp, nn::ReshapeOp, nn::PermuteOp,
             nn::ExpandOp, nn::SliceOp, nn::InsertSliceOp, nn::FlipOp,
             nn::CatOp, nn::ListCatOp, nn::IndexSelectOp, nn::GatherOp,
             nn::OptimizationBarrierOp>(op);
}

/// A product of half floats rounds at each element.
bool roundsAtEach(Operation *op) {
  auto reduce = dyn_cast<nn::ReduceOp>(op);
  return reduce && reduce.getReduction() == nn::Reduction::prod &&
         isa<FloatType>(cast<RankedTensorType>(op->getResult(0).getType())
                            .getElementType());
}

/// The logarithm of a softmax along the last dimension: there PyTorch keeps the
/// sum and its logarithm as half floats.
void expandLogSoftmax(nn::SoftmaxOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto narrow = cast<RankedTensorType>(op.getResult().getType());
  auto full = cast<RankedTensorType>(widened(narrow));
  int64_t dim = op.getDim();
  SmallVector<int64_t> shape(narrow.getShape());
  shape[dim] = 1;
  auto row =
      RankedTensorType::get(shape, full.getElementType(), full.getEncoding());
  auto rounded = [&](Value x) -> Value {
    auto half =
        nn::CastOp::create(b, loc, row.clone(narrow.getElementType()), x);
    return nn::CastOp::create(b, loc, row, half);
  };
  auto reduce = [&](nn::Reduction how, Value x) -> Value {
    return nn::ReduceOp::create(b, loc, row, how, x,
                                b.getDenseI64ArrayAttr(dim), /*keepdim=*/true);
  };
  Value x = nn::CastOp::create(b, loc, full, op.getInput());
  Value shifted =
      nn::SubOp::create(b, loc, full, x, reduce(nn::Reduction::max, x));
  Value powers = nn::ExpOp::create(b, loc, shifted);
  Value sum = rounded(reduce(nn::Reduction::sum, powers));
  Value log = rounded(nn::LogOp::create(b, loc, sum));
  Value result = nn::SubOp::create(b, loc, full, shifted, log);
  op.replaceAllUsesWith(nn::CastOp::create(b, loc, narrow, result).getResult());
  op.erase();
}

/// PyTorch's vectors of bfloat16 round the square in x ** 3 and x ** -2.
bool expandPower(nn::PowOp op) {
  auto narrow = cast<RankedTensorType>(op.getResult().getType());
  FloatAttr known;
  if (!narrow.getElementType().isBF16() ||
      !matchPattern(op.getRhs(), m_Constant(&known)))
    return false;
  double exponent = known.getValueAsDouble();
  if (exponent != 3 && exponent != -2)
    return false;
  OpBuilder b(op);
  Location loc = op.getLoc();
  Type full = widened(narrow);
  Value x = op.getLhs();
  auto wide = [&](Value v) -> Value {
    return nn::CastOp::create(b, loc, full, v);
  };
  auto half = [&](Value v) -> Value {
    return nn::CastOp::create(b, loc, narrow, v);
  };
  Value square = half(nn::MulOp::create(b, loc, full, wide(x), wide(x)));
  Value result =
      exponent == 3
          ? nn::MulOp::create(b, loc, full, wide(square), wide(x)).getResult()
          : nn::ReciprocalOp::create(b, loc, wide(square)).getResult();
  op.replaceAllUsesWith(half(result));
  op.erase();
  return true;
}

void widen(Operation *op) {
  if (auto power = dyn_cast<nn::PowOp>(op); power && expandPower(power))
    return;
  if (auto softmax = dyn_cast<nn::SoftmaxOp>(op)) {
    RankedTensorType type = softmax.getResult().getType();
    int64_t dim = softmax.getDim();
    if (softmax.getLog() && dim + 1 == type.getRank() &&
        type.getDimSize(dim) > 0)
      return expandLogSoftmax(softmax);
  }
  OpBuilder b(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = widened(operand.get().getType());
    if (type != operand.get().getType())
      operand.set(nn::CastOp::create(b, op->getLoc(), type, operand.get()));
  }
  b.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type narrow = result.getType(), type = widened(narrow);
    if (type == narrow)
      continue;
    result.setType(type);
    auto back = nn::CastOp::create(b, op->getLoc(), narrow, result);
    result.replaceAllUsesExcept(back, back);
  }
}

struct WidenNarrowTypes : tine::impl::WidenNarrowTypesBase<WidenNarrowTypes> {
  void runOnOperation() override {
    auto isNarrow = [](Type type) { return widened(type) != type; };
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      if (isa_and_nonnull<nn::NNDialect>(op->getDialect()) &&
          !movesElements(op) && !roundsAtEach(op) &&
          (llvm::any_of(op->getOperandTypes(), isNarrow) ||
           llvm::any_of(op->getResultTypes(), isNarrow)))
        found.push_back(op);
    });
    for (Operation *op : found)
      widen(op);
  }
};

} // namespace
