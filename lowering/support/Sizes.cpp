//===- Sizes.cpp - Sizes of tensors and checks of them --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of dimensions, proofs of their equality, and checks at run time.
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Sizes.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace mlir;

namespace tine {

Value indexConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

/// The value of the destination that a result is written to, if any.
static Value destinationOf(Value tensor) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return {};
  if (auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
    return op.getTiedOpOperand(result)->get();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(result.getOwner()))
    return insert.getDest();
  if (auto insert = dyn_cast<tensor::InsertOp>(result.getOwner()))
    return insert.getDest();
  if (auto cast = dyn_cast<tensor::CastOp>(result.getOwner()))
    return cast.getSource();
  if (auto barrier = dyn_cast<nn::OptimizationBarrierOp>(result.getOwner()))
    return barrier.getInput();
  return {};
}

/// A constant that folding has made is an attribute here, so that whoever makes
/// a type of sizes and whoever makes operands of them agree. A negative one is
/// behind a check that fails, and in no type.
static OpFoldResult knownSize(OpFoldResult size) {
  std::optional<int64_t> number = getConstantIntValue(size);
  auto value = dyn_cast<Value>(size);
  if (!value || !number || *number < 0)
    return size;
  return getAsOpFoldResult(value);
}

/// A size of a tensor that has it as an operand; null if it has none.
static OpFoldResult operandSize(Value tensor, int64_t dim) {
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return expand.getMixedOutputShape()[dim];
  if (auto reshape = tensor.getDefiningOp<tensor::ReshapeOp>())
    if (auto sizes = reshape.getShape().getDefiningOp<tensor::FromElementsOp>())
      return sizes.getElements()[dim];
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    if (slice.getType().getRank() == slice.getSourceType().getRank())
      return slice.getMixedSizes()[dim];
  return {};
}

OpFoldResult sizeOf(ImplicitLocOpBuilder &b, Value tensor, int64_t dim) {
  while (true) {
    RankedTensorType type = tensorType(tensor);
    if (!type.isDynamicDim(dim))
      return b.getIndexAttr(type.getDimSize(dim));
    if (OpFoldResult own = operandSize(tensor, dim))
      return knownSize(own);
    Value destination = destinationOf(tensor);
    if (!destination)
      return tensor::DimOp::create(b, tensor, dim).getResult();
    tensor = destination;
  }
}

SmallVector<OpFoldResult> sizesOf(ImplicitLocOpBuilder &b, Value tensor) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0, e = tensorType(tensor).getRank(); i < e; ++i)
    sizes.push_back(sizeOf(b, tensor, i));
  return sizes;
}

Value withSizes(ImplicitLocOpBuilder &b, Value tensor,
                ArrayRef<OpFoldResult> sizes) {
  RankedTensorType type = tensorType(tensor);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, own] : llvm::zip_equal(shape, sizes))
    if (std::optional<int64_t> known = getConstantIntValue(own);
        known && *known >= 0 && ShapedType::isDynamic(size))
      size = *known;
  return b.createOrFold<tensor::CastOp>(type.clone(shape), tensor);
}

Value sizeValue(ImplicitLocOpBuilder &b, Value tensor, int64_t dim) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), sizeOf(b, tensor, dim));
}

SmallVector<OpFoldResult> sizesOfResult(ImplicitLocOpBuilder &b,
                                        RankedTensorType type,
                                        ValueRange dynamicSizes) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(b.getIndexAttr(size));
      continue;
    }
    sizes.push_back(knownSize(dynamicSizes.front()));
    dynamicSizes = dynamicSizes.drop_front();
  }
  return sizes;
}

namespace {
/// Sizes as sums of what is not known about them: values, and dimensions of
/// tensors that loops carry or ops give.
class LinearSizes {
public:
  struct Form {
    // By a value, and which of its dimensions; -1: the value is the size.
    std::map<std::pair<void *, int64_t>, int64_t> factors;
    int64_t constant = 0;

    bool operator==(const Form &other) const {
      return constant == other.constant && factors == other.factors;
    }
  };

  Form get(OpFoldResult size) {
    if (std::optional<int64_t> number = getConstantIntValue(size))
      return constant(*number);
    return get(cast<Value>(size));
  }

private:
  static Form constant(int64_t number) {
    Form form;
    form.constant = number;
    return form;
  }

  static Form atom(Value value, int64_t dim = -1) {
    Form form;
    form.factors[{value.getAsOpaquePointer(), dim}] = 1;
    return form;
  }

  static Form add(Form x, const Form &y, int64_t factor) {
    x.constant += factor * y.constant;
    for (const auto &[atom, count] : y.factors)
      if ((x.factors[atom] += factor * count) == 0)
        x.factors.erase(atom);
    return x;
  }

  Form get(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || ++steps > mostSteps)
      return atom(value);
    if (isa<arith::IndexCastOp>(op))
      return get(OpFoldResult(op->getOperand(0)));
    if (isa<arith::AddIOp, arith::SubIOp>(op))
      return add(get(OpFoldResult(op->getOperand(0))),
                 get(OpFoldResult(op->getOperand(1))),
                 isa<arith::AddIOp>(op) ? 1 : -1);
    if (isa<arith::MulIOp>(op))
      for (unsigned i : {0, 1})
        if (auto factor = getConstantIntValue(op->getOperand(i)))
          return add(Form(), get(OpFoldResult(op->getOperand(1 - i))), *factor);
    auto dim = dyn_cast<tensor::DimOp>(op);
    if (!dim || !dim.getConstantIndex())
      return atom(value);
    return get(dim.getSource(), *dim.getConstantIndex());
  }

  Form get(Value tensor, int64_t dim) {
    while (++steps <= mostSteps) {
      RankedTensorType type = tensorType(tensor);
      if (!type.isDynamicDim(dim))
        return constant(type.getDimSize(dim));
      if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
        return get(empty.getMixedSizes()[dim]);
      if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>())
        return get(expand.getMixedOutputShape()[dim]);
      if (auto reshape = tensor.getDefiningOp<tensor::ReshapeOp>())
        if (auto sizes =
                reshape.getShape().getDefiningOp<tensor::FromElementsOp>())
          return get(OpFoldResult(sizes.getElements()[dim]));
      if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
        if (slice.getType().getRank() == slice.getSourceType().getRank())
          return get(slice.getMixedSizes()[dim]);
      if (auto loop = tensor.getDefiningOp<scf::ForOp>()) {
        tensor = loop.getTiedLoopRegionIterArg(cast<OpResult>(tensor));
        continue;
      }
      if (auto arg = dyn_cast<BlockArgument>(tensor))
        if (auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp()))
          if (OpOperand *init = loop.getTiedLoopInit(arg))
            return carried(arg, init->get(),
                           loop.getTiedLoopYieldedValue(arg)->get(), dim);
      Value destination = destinationOf(tensor);
      if (!destination)
        break;
      tensor = destination;
    }
    return atom(tensor, dim);
  }

  /// What a loop starts with, if its iterations leave it as it is.
  Form carried(BlockArgument arg, Value init, Value next, int64_t dim) {
    Form own = atom(arg, dim);
    if (!assumed.insert({arg, dim}).second)
      return own;
    Form then = get(next, dim);
    assumed.erase({arg, dim});
    Form first = get(init, dim);
    return then == own || then == first ? first : own;
  }

  static constexpr unsigned mostSteps = 1000;
  unsigned steps = 0;
  llvm::DenseSet<std::pair<Value, int64_t>> assumed;
};
} // namespace

std::optional<bool> sameSize(OpFoldResult a, OpFoldResult b) {
  if (a == b)
    return true;
  LinearSizes::Form x = LinearSizes().get(a), y = LinearSizes().get(b);
  if (x == y)
    return true;
  if (x.factors == y.factors)
    return false;
  return std::nullopt;
}

OpFoldResult addSizes(ImplicitLocOpBuilder &b, OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> cx = getConstantIntValue(x),
                         cy = getConstantIntValue(y);
  if (cx && cy)
    return b.getIndexAttr(*cx + *cy);
  return arith::AddIOp::create(
             b, getValueOrCreateConstantIndexOp(b, b.getLoc(), x),
             getValueOrCreateConstantIndexOp(b, b.getLoc(), y))
      .getResult();
}

OpFoldResult multiplySizes(ImplicitLocOpBuilder &b,
                           ArrayRef<OpFoldResult> sizes) {
  int64_t constant = 1;
  Value product;
  for (OpFoldResult size : sizes) {
    if (std::optional<int64_t> value = getConstantIntValue(size)) {
      constant *= *value;
      continue;
    }
    Value factor = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    product = product ? arith::MulIOp::create(b, product, factor).getResult()
                      : factor;
  }
  if (!product)
    return b.getIndexAttr(constant);
  if (constant != 1)
    product = arith::MulIOp::create(b, product, indexConstant(b, constant));
  return product;
}

Value emptyTensor(ImplicitLocOpBuilder &b, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamic;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(i))
      dynamic.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
  return tensor::EmptyOp::create(b, type, dynamic);
}

Value filledTensor(ImplicitLocOpBuilder &b, RankedTensorType type,
                   ArrayRef<OpFoldResult> sizes, TypedAttr value) {
  Value scalar = arith::ConstantOp::create(b, value);
  Value empty = emptyTensor(b, type, sizes);
  return linalg::FillOp::create(b, scalar, empty).getResult(0);
}

void raiseUnless(ImplicitLocOpBuilder &b, Value condition, StringRef kind,
                 StringRef pattern, ValueRange operands) {
  AssertOp::create(b, condition, kind, pattern, operands);
}

void raiseUnlessSame(ImplicitLocOpBuilder &b, OpFoldResult x, OpFoldResult y,
                     StringRef kind, StringRef pattern) {
  if (sameSize(x, y).value_or(false))
    return;
  Value vx = getValueOrCreateConstantIndexOp(b, b.getLoc(), x);
  Value vy = getValueOrCreateConstantIndexOp(b, b.getLoc(), y);
  Value same = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, vx, vy);
  raiseUnless(b, same, kind, pattern, {vx, vy});
}

void raiseUnlessAllocatable(ImplicitLocOpBuilder &b, RankedTensorType type,
                            ArrayRef<OpFoldResult> sizes) {
  if (type.hasStaticShape())
    return;

  int64_t most = int64_t(1) << 46;
  Value limit = indexConstant(b, most), zero = indexConstant(b, 0), fits;
  Value bytes =
      indexConstant(b, llvm::divideCeil(type.getElementTypeBitWidth(), 8));
  SmallVector<Value> numbers;
  std::string text = "a tensor of sizes [";
  for (OpFoldResult size : sizes) {
    Value factor = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    auto wide = arith::MulUIExtendedOp::create(b, bytes, factor);
    bytes = wide.getLow();
    Value small = arith::AndIOp::create(
        b,
        arith::CmpIOp::create(b, arith::CmpIPredicate::ule, bytes, limit)
            .getResult(),
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, wide.getHigh(), zero)
            .getResult());
    fits = fits ? arith::AndIOp::create(b, fits, small).getResult() : small;
    text += numbers.empty() ? "%i" : ", %i";
    numbers.push_back(factor);
  }
  raiseUnless(b, fits, "RuntimeError", text + "] cannot be allocated", numbers);
}

Value castTensor(ImplicitLocOpBuilder &b, Value tensor, RankedTensorType type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(b, type, tensor);
}

} // namespace tine
