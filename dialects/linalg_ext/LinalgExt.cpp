//===- LinalgExt.cpp - What linalg does not have --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects and verifiers of the operations.
//
//===----------------------------------------------------------------------===//

#include "dialects/linalg_ext/LinalgExt.h"
#include "dialects/linalg_ext/Destinations.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tine;
using namespace tine::linalg_ext;

#include "dialects/linalg_ext/LinalgExtDialect.cpp.inc"

void LinalgExtDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/linalg_ext/LinalgExtOps.cpp.inc"
      >();
}

void linalg_ext::addEffects(DestinationStyleOpInterface op, Effects &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (op.isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

LogicalResult linalg_ext::verifyDestinations(DestinationStyleOpInterface op) {
  Type dest = op.getDpsInitOperand(0)->get().getType();
  int64_t count = isa<RankedTensorType>(dest) ? op.getNumDpsInits() : 0;
  if (op->getNumResults() != count)
    return op->emitOpError("has a result when it works on tensors, and only "
                           "then");
  for (int64_t i = 0; i < count; ++i)
    if (op->getResult(i).getType() != op.getDpsInitOperand(i)->get().getType())
      return op->emitOpError("the result must have the destination's type");
  for (Type type : op->getOperandTypes())
    if (isa<RankedTensorType>(type) != isa<RankedTensorType>(dest))
      return op->emitOpError("takes either tensors or buffers");
  return success();
}

void AttentionOp::getEffects(Effects &effects) { addEffects(*this, effects); }
void AttentionGradOp::getEffects(Effects &effects) {
  addEffects(*this, effects);
}

/// Tensors or buffers of 4 dimensions; the first two are those of the batch.
template <typename Op>
static LogicalResult verifyAttention(Op op, ArrayRef<Value> others) {
  SmallVector<Value> all(others);
  all.append({op.getQuery(), op.getKey(), op.getValue()});
  llvm::append_range(all, op.getDest());
  Type element = getElementTypeOrSelf(op.getQuery().getType());
  for (Value value : all) {
    auto type = cast<ShapedType>(value.getType());
    if (type.getRank() != 4 || type.getElementType() != element)
      return op.emitOpError("takes 4 dimensions of one element type");
  }
  if (op.getMask() && cast<ShapedType>(op.getMask().getType()).getRank() != 4)
    return op.emitOpError("needs a mask of 4 dimensions");
  return verifyDestinations(op);
}

LogicalResult AttentionOp::verify() {
  if (getDest().size() != 2)
    return emitOpError("has two destinations");
  return verifyAttention(*this, {});
}

LogicalResult AttentionGradOp::verify() {
  if (getDest().size() != 3)
    return emitOpError("has three destinations");
  return verifyAttention(*this, {getOutput(), getRows(), getSeed()});
}

#define GET_OP_CLASSES
#include "dialects/linalg_ext/LinalgExtOps.cpp.inc"
