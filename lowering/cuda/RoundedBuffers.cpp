//===- RoundedBuffers.cpp - Values of 16 bits in f32 ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer has such values if all that writes to it, also through views, are
// ops of linalg that yield what they have extended.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/RoundedBuffers.h"
#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

static constexpr llvm::StringLiteral roundedAttribute = "tine.rounded";

/// The narrow type that the generic op writes values of through the use, or
/// null.
static Type writtenType(linalg::GenericOp op, OpOperand &use) {
  unsigned number = use.getOperandNumber() - op.getNumDpsInputs();
  Value value = op.getBody()->getTerminator()->getOperand(number);
  auto extend = value.getDefiningOp<arith::ExtFOp>();
  return extend ? extend.getIn().getType() : Type();
}

/// Adds the type of what each op writes to the buffer, null for any other one.
static void addWritten(Value buffer, llvm::SmallSetVector<Type, 2> &types) {
  for (OpOperand &use : buffer.getUses()) {
    Operation *user = use.getOwner();
    if (isa<memref::LoadOp, memref::DimOp, memref::DeallocOp>(user))
      continue;
    if (isa<ViewLikeOpInterface>(user) && user->getNumResults() == 1) {
      addWritten(user->getResult(0), types);
      continue;
    }
    if (auto copy = dyn_cast<memref::CopyOp>(user);
        copy && copy.getTarget() != buffer)
      continue;
    auto destination = dyn_cast<DestinationStyleOpInterface>(user);
    if (destination && !destination.isDpsInit(&use))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(user);
    types.insert(generic ? writtenType(generic, use) : Type());
  }
}

void cuda::markRounded(func::FuncOp function) {
  function.walk([](memref::AllocOp alloc) {
    llvm::SmallSetVector<Type, 2> types;
    if (!alloc.getType().getElementType().isF32())
      return;
    addWritten(alloc, types);
    if (types.size() == 1 && types[0])
      alloc->setAttr(roundedAttribute, TypeAttr::get(types[0]));
  });
}

Type cuda::roundedType(Value buffer) {
  auto alloc = rootOf(buffer).getDefiningOp<memref::AllocOp>();
  auto type =
      alloc ? alloc->getAttrOfType<TypeAttr>(roundedAttribute) : TypeAttr();
  return type ? type.getValue() : Type();
}
