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

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/PullbackRules.h"
#include "dialects/nn/ReductionOps.h"
#include "dialects/nn/ViewOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
    addAttentionPullbacks(made);
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
      p.b, p.loc, p.b.getZeroAttr(getComputeType(type.getElementType())));
  return FullOp::create(p.b, p.loc, type, zero, dynamicSizes(p, like));
}

Value nn::reshapeLike(const Pullback &p, Value value, Value like) {
  RankedTensorType type = tensorTypeOf(like);
  if (value.getType() == type && type.hasStaticShape())
    return value;
  return ReshapeOp::create(p.b, p.loc, type, value, dynamicSizes(p, like));
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

namespace {

/// Whether a dynamic dimension of the operand, counted from the last, has the
/// size of the result's: nothing else could give it another one.
bool keepsSize(const Pullback &p, Value operand, int64_t fromLast) {
  if (isa<ExpandOp>(p.op))
    return false;
  return llvm::all_of(p.op->getOperands(), [&](Value other) {
    auto type = dyn_cast<RankedTensorType>(other.getType());
    return other == operand || !type || type.getRank() < fromLast ||
           type.getDimSize(type.getRank() - fromLast) == 1;
  });
}

/// The cotangent summed over a dimension where the operand's size is 1 at run
/// time and the cotangent's is not.
Value sumWhereRepeated(const Pullback &p, Value cotangent, int64_t dim,
                       Value operand, int64_t operandDim) {
  RankedTensorType type = tensorTypeOf(cotangent);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = ShapedType::kDynamic;
  auto result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  Value own = tensor::DimOp::create(p.b, p.loc, operand, operandDim);
  Value size = tensor::DimOp::create(p.b, p.loc, cotangent, dim);
  Value same =
      arith::CmpIOp::create(p.b, p.loc, arith::CmpIPredicate::eq, own, size);
  auto branch = scf::IfOp::create(p.b, p.loc, result, same, true);
  OpBuilder::InsertionGuard guard(p.b);
  auto give = [&](Value value) {
    if (value.getType() != result)
      value = tensor::CastOp::create(p.b, p.loc, result, value);
    scf::YieldOp::create(p.b, p.loc, value);
  };
  p.b.setInsertionPointToStart(branch.thenBlock());
  give(cotangent);
  p.b.setInsertionPointToStart(branch.elseBlock());
  give(sumOf(p, cotangent, dim, /*keepdim=*/true));
  return branch.getResult(0);
}

} // namespace

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
  for (int64_t i = lead; i < from.getRank(); ++i)
    if (to.isDynamicDim(i - lead) && from.getDimSize(i) != 1 &&
        !keepsSize(p, value, from.getRank() - i))
      cotangent = sumWhereRepeated(p, cotangent, i, value, i - lead);
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
