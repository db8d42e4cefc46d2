//===- Epilogue.cpp - What becomes of the sums of a tile ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of the operation, with vectors along the last dimensions in place of
// its scalars. An operand has all elements, one for each channel, or one.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Epilogue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace tine {

/// Operations of a body, at most: they are emitted for each vector of a row.
static constexpr size_t mostOperations = 16;

/// Whether an operand that is not whole has an element for each channel, or
/// one.
static bool isByChannel(MemRefType type, AffineMap map) {
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    if (type.getDimSize(i) != 1 &&
        expr != getAffineDimExpr(1, map.getContext()))
      return false;
  return true;
}

/// Whether the operation on scalars means the same on vectors.
static bool worksOnVectors(Operation &op, Type element) {
  if (isa<linalg::YieldOp>(op))
    return true;
  auto fits = [&](Type type) { return type == element || type.isInteger(1); };
  return op.getNumRegions() == 0 && op.getNumResults() == 1 &&
         fits(op.getResult(0).getType()) &&
         llvm::all_of(op.getOperandTypes(), fits) &&
         (isa<arith::ConstantOp, math::AbsFOp>(op) ||
          (isa<arith::ArithDialect>(op.getDialect()) &&
           OpTrait::hasElementwiseMappableTraits(&op)));
}

bool canBeEpilogue(linalg::GenericOp op, Value sums, Value dest) {
  auto type = cast<MemRefType>(sums.getType());
  auto of = cast<MemRefType>(dest.getType());
  int64_t rank = type.getRank();
  if (!op.hasPureBufferSemantics() || op.hasIndexSemantics() ||
      op.getNumDpsInits() != 1 || rank < 3 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      op.getNumLoops() != static_cast<unsigned>(rank) || type.isDynamicDim(1) ||
      type.getDimSize(0) != of.getDimSize(0) ||
      type.getDimSize(1) != of.getDimSize(1) ||
      op.getBody()->getOperations().size() > mostOperations ||
      !op.getBody()->getArguments().back().use_empty())
    return false;
  for (Operation &inner : *op.getBody())
    if (!worksOnVectors(inner, type.getElementType()))
      return false;
  for (OpOperand &operand : op->getOpOperands()) {
    auto buffer = dyn_cast<MemRefType>(operand.get().getType());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (!buffer)
      continue;
    bool isWhole = map.isIdentity() && buffer.getLayout().isIdentity();
    bool isSum = operand.get() == sums || op.isDpsInit(&operand);
    if (buffer.getElementType() != type.getElementType() ||
        !(isWhole || (!isSum && isByChannel(buffer, map))))
      return false;
  }
  return true;
}

Epilogue::Epilogue(IndexBuilder index, linalg::GenericOp op, Value sums)
    : index(index), op(op), sums(sums), result(flat(op.getOutputs()[0])) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    bool isWhole = isa<MemRefType>(operand->get().getType()) &&
                   op.getMatchingIndexingMap(operand).isIdentity() &&
                   operand->get() != sums;
    whole.push_back(isWhole ? flat(operand->get()) : Value());
  }
}

Value Epilogue::flat(Value buffer) {
  ReassociationIndices places;
  for (int64_t i = 2; i < cast<MemRefType>(buffer.getType()).getRank(); ++i)
    places.push_back(i);
  return index.collapse(buffer, {{0}, {1}, places});
}

Value Epilogue::apply(VectorType shape, Value sum, ValueRange at, Value mask) {
  ImplicitLocOpBuilder &b = index.b;
  auto all = [&](Value number) -> Value {
    auto type = VectorType::get(shape.getShape(), number.getType());
    return vector::BroadcastOp::create(b, type, number);
  };
  IRMapping vectors;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value from = operand->get(), vector;
    if (from == sums) {
      vector = sum;
    } else if (Value buffer = whole[operand->getOperandNumber()]) {
      vector = index.load(shape, buffer, at, mask);
    } else if (auto type = dyn_cast<MemRefType>(from.getType())) {
      SmallVector<Value> place;
      for (int64_t size : type.getShape())
        place.push_back(size == 1 ? index.constant(0) : at[1]);
      vector = all(memref::LoadOp::create(b, from, place));
    } else {
      vector = all(from);
    }
    vectors.map(op.getMatchingBlockArgument(operand), vector);
  }
  auto ofBody = [&](Value value) {
    if (!vectors.contains(value))
      vectors.map(value, all(value));
    return vectors.lookup(value);
  };
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<arith::ConstantOp>(inner)) {
      vectors.map(inner.getResult(0), all(b.clone(inner)->getResult(0)));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : inner.getOperands())
      operands.push_back(ofBody(operand));
    Type type = VectorType::get(shape.getShape(), inner.getResult(0).getType());
    Operation *made = b.create(inner.getLoc(), inner.getName().getIdentifier(),
                               operands, type, inner.getAttrs());
    vectors.map(inner.getResult(0), made->getResult(0));
  }
  return ofBody(op.getBody()->getTerminator()->getOperand(0));
}

} // namespace tine
