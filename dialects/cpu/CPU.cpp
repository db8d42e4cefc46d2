//===- CPU.cpp - Products of matrices with packed operands ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects and verifiers of the cpu operations.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "dialects/linalg_ext/Destinations.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tine;
using namespace tine::cpu;

#include "dialects/cpu/CPUDialect.cpp.inc"
#include "dialects/cpu/CPUEnums.cpp.inc"

void CPUDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/cpu/CPUOps.cpp.inc"
      >();
}

using Effects = linalg_ext::Effects;
void PackOp::getEffects(Effects &effects) {
  linalg_ext::addEffects(*this, effects);
}
void MatmulOp::getEffects(Effects &effects) {
  linalg_ext::addEffects(*this, effects);
}
void ConvOp::getEffects(Effects &effects) {
  linalg_ext::addEffects(*this, effects);
}
void ConvWeightOp::getEffects(Effects &effects) {
  linalg_ext::addEffects(*this, effects);
}
void PoolOp::getEffects(Effects &effects) {
  linalg_ext::addEffects(*this, effects);
}
void SortOp::getEffects(Effects &effects) {
  linalg_ext::addEffects(*this, effects);
}

static bool fit(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

LogicalResult PackOp::verify() {
  auto matrix = cast<ShapedType>(getMatrix().getType());
  auto panels = cast<ShapedType>(getDest().getType());
  if (matrix.getRank() != 2 || panels.getRank() != 3)
    return emitOpError("packs a matrix into panels");
  if (panels.isDynamicDim(2))
    return emitOpError("the width of a panel must be static");
  if (!fit(matrix.getDimSize(getTransposed() ? 1 : 0), panels.getDimSize(1)))
    return emitOpError("the shapes do not fit");
  return linalg_ext::verifyDestinations(*this);
}

LogicalResult MatmulOp::verify() {
  auto lhs = cast<ShapedType>(getLhs().getType());
  auto rhs = cast<ShapedType>(getRhs().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (lhs.getRank() != 2 || dest.getRank() != 2 ||
      (rhs.getRank() != 2 && rhs.getRank() != 3))
    return emitOpError("multiplies a matrix by a matrix or panels");
  bool packed = rhs.getRank() == 3;
  if (packed && getTransposed())
    return emitOpError("panels cannot be transposed");
  int64_t inner = rhs.getDimSize(packed ? 1 : getTransposed() ? 1 : 0);
  if (!fit(lhs.getDimSize(1), inner) ||
      !fit(lhs.getDimSize(0), dest.getDimSize(0)) ||
      (!packed &&
       !fit(rhs.getDimSize(getTransposed() ? 0 : 1), dest.getDimSize(1))))
    return emitOpError("the shapes do not fit");
  if (getAddend()) {
    auto addend = cast<ShapedType>(getAddend().getType());
    if (addend.getRank() != 1 && addend.getRank() != 2)
      return emitOpError("the addend must be a row or a matrix");
    if (!fit(addend.getShape().back(), dest.getDimSize(1)))
      return emitOpError("the addend does not fit");
  }
  return linalg_ext::verifyDestinations(*this);
}

template <typename Op> static LogicalResult verifyWindows(Op op) {
  for (ArrayRef<int64_t> list :
       {op.getStrides(), op.getPaddings(), op.getDilations()})
    if (list.size() != 3)
      return op.emitOpError("needs a stride, a padding and a dilation for each "
                            "of 3 dimensions");
  return linalg_ext::verifyDestinations(op);
}

LogicalResult ConvOp::verify() {
  auto input = cast<ShapedType>(getInput().getType());
  auto weight = cast<ShapedType>(getWeight().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (input.getRank() != 5 || weight.getRank() != 5 || dest.getRank() != 5)
    return emitOpError("convolves 3 dimensions");
  if (!fit(input.getDimSize(0), dest.getDimSize(0)) ||
      !fit(weight.getDimSize(0), dest.getDimSize(1)))
    return emitOpError("the shapes do not fit");
  if (getAddend()) {
    auto addend = cast<ShapedType>(getAddend().getType());
    if (addend.getRank() != 1 || !fit(addend.getDimSize(0), dest.getDimSize(1)))
      return emitOpError("the addend does not fit");
  }
  return verifyWindows(*this);
}

LogicalResult FusedOp::verify() {
  Block &block = getBody().front();
  if (!llvm::hasNItems(block, 2) || !isa<ConvOp>(block.front()) ||
      getConv()->getNumResults() != 0)
    return emitOpError("holds a convolution on buffers and one operation");
  auto epilogue = dyn_cast<DestinationStyleOpInterface>(getEpilogue());
  if (!epilogue || !epilogue.hasPureBufferSemantics() ||
      epilogue.getNumDpsInits() != 1)
    return emitOpError("the second operation writes one buffer");
  if (getSums() >= static_cast<uint64_t>(epilogue.getNumDpsInputs()))
    return emitOpError("there is no such operand of the second operation");
  return success();
}

LogicalResult ConvWeightOp::verify() {
  auto input = cast<ShapedType>(getInput().getType());
  auto seed = cast<ShapedType>(getSeed().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (input.getRank() != 5 || seed.getRank() != 5 || dest.getRank() != 6)
    return emitOpError("convolves 3 dimensions");
  if (!fit(input.getDimSize(0), seed.getDimSize(0)) || dest.isDynamicDim(0))
    return emitOpError("the shapes do not fit");
  return verifyWindows(*this);
}

LogicalResult PoolOp::verify() {
  auto input = cast<ShapedType>(getInput().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (input.getRank() != 4 || dest.getRank() != 4 || getKernel().size() != 3)
    return emitOpError("has windows of 3 dimensions");
  if (!fit(input.getDimSize(0), dest.getDimSize(0)))
    return emitOpError("the shapes do not fit");
  if (getPool() == Pool::arg_max
          ? !dest.getElementType().isInteger(64)
          : dest.getElementType() != input.getElementType())
    return emitOpError("the destination has the wrong element type");
  return verifyWindows(*this);
}

LogicalResult SortOp::verify() {
  auto input = cast<ShapedType>(getInput().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (input.getRank() != 2 || dest.getRank() != 2 ||
      !fit(input.getDimSize(0), dest.getDimSize(0)) ||
      !dest.getElementType().isInteger(64))
    return emitOpError("takes a matrix and gives places of as many rows");
  return linalg_ext::verifyDestinations(*this);
}

#define GET_OP_CLASSES
#include "dialects/cpu/CPUOps.cpp.inc"
