//===- RoundedBuffers.cpp - Values of 16 bits in f32 ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer has such values if all that writes to it, also through views, are
// ops of linalg that yield what they have extended. Where ops of linalg are all
// that touches it, its elements become the narrow ones.
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

/// Whether only ops of linalg touch the elements, as a whole or one in a body.
static bool isOfOps(memref::AllocOp alloc) {
  return llvm::all_of(alloc->getUsers(), [](Operation *user) {
    return isa<linalg::GenericOp, memref::DeallocOp, memref::DimOp>(user) ||
           (isa<memref::LoadOp>(user) &&
            user->getParentOfType<linalg::GenericOp>());
  });
}

/// Lets all users of the value, of a type that it had, extend it.
static void extendFor(Value value, Type was, OpBuilder &b) {
  if (value.use_empty())
    return;
  auto extend = arith::ExtFOp::create(b, value.getLoc(), was, value);
  value.replaceAllUsesExcept(extend, extend);
}

/// Gives the buffer elements of the narrow type.
static void narrow(memref::AllocOp alloc, Type type) {
  MemRefType was = alloc.getType();
  Type element = was.getElementType();
  alloc.getResult().setType(MemRefType::get(
      was.getShape(), type, was.getLayout(), was.getMemorySpace()));
  for (OpOperand &use : alloc->getUses()) {
    if (auto load = dyn_cast<memref::LoadOp>(use.getOwner())) {
      OpBuilder b(load->getContext());
      b.setInsertionPointAfter(load);
      load.getResult().setType(type);
      extendFor(load.getResult(), element, b);
      continue;
    }
    auto op = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!op)
      continue;
    BlockArgument argument = op.getMatchingBlockArgument(&use);
    argument.setType(type);
    auto b = OpBuilder::atBlockBegin(op.getBody());
    extendFor(argument, element, b);
    if (!op.isDpsInit(&use))
      continue;
    Operation *end = op.getBody()->getTerminator();
    OpOperand &yielded =
        end->getOpOperand(use.getOperandNumber() - op.getNumDpsInputs());
    auto extend = yielded.get().getDefiningOp<arith::ExtFOp>();
    yielded.set(extend.getIn());
    if (extend->use_empty())
      extend->erase();
  }
}

void cuda::narrowRounded(func::FuncOp function) {
  function.walk([](memref::AllocOp alloc) {
    llvm::SmallSetVector<Type, 2> types;
    if (!alloc.getType().getElementType().isF32())
      return;
    addWritten(alloc, types);
    if (types.size() != 1 || !types[0])
      return;
    if (isOfOps(alloc))
      narrow(alloc, types[0]);
    else
      alloc->setAttr(roundedAttribute, TypeAttr::get(types[0]));
  });
}

Type cuda::roundedType(Value buffer) {
  auto alloc = rootOf(buffer).getDefiningOp<memref::AllocOp>();
  auto type =
      alloc ? alloc->getAttrOfType<TypeAttr>(roundedAttribute) : TypeAttr();
  return type ? type.getValue() : Type();
}
