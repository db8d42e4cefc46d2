//===- CUDA.cpp - What GPUs compute as a whole ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects and verifiers of the cuda operations.
//
//===----------------------------------------------------------------------===//

#include "dialects/cuda/CUDA.h"
#include "dialects/linalg_ext/Destinations.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

#include "dialects/cuda/CUDADialect.cpp.inc"

void CUDADialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/cuda/CUDAOps.cpp.inc"
      >();
}

void SortPiecesOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  linalg_ext::addEffects(*this, effects);
}

LogicalResult SortPiecesOp::verify() {
  auto width = int64_t(getWidth());
  if (width < 2 || width > mostWidth || !llvm::isPowerOf2_64(uint64_t(width)))
    return emitOpError("the width must be a power of two up to ") << mostWidth;
  if (getElementTypeOrSelf(getElements()) != getElementTypeOrSelf(getDest()))
    return emitOpError("the destination must have the same elements");
  if (failed(verifyCompatibleShapes(getOperandTypes())))
    return emitOpError("all rows must have the same sizes");
  return linalg_ext::verifyDestinations(*this);
}

#define GET_OP_CLASSES
#include "dialects/cuda/CUDAOps.cpp.inc"
