//===- Roots.cpp - What memory a buffer names -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Roots.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tine;

Root tine::rootOf(Value buffer) {
  Root root{buffer};
  while (Operation *op = root.value.getDefiningOp()) {
    if (isa<memref::ExpandShapeOp, memref::CollapseShapeOp, memref::CastOp>(
            op)) {
      root.value = op->getOperand(0);
    } else if (isa<memref::SubViewOp, memref::ReinterpretCastOp>(op)) {
      root.value = op->getOperand(0);
      root.isWhole = false;
    } else if (auto box = dyn_cast<BoxBufferOp>(op)) {
      root.value = box.getBox();
    } else {
      break;
    }
  }
  auto type = cast<MemRefType>(buffer.getType());
  root.isWhole &= type.getLayout().isIdentity();
  return root;
}

bool tine::isFresh(Value root) {
  return root.getDefiningOp<memref::AllocOp>() ||
         root.getDefiningOp<memref::AllocaOp>() ||
         root.getDefiningOp<BoxAllocOp>();
}

bool tine::isForeign(Value root) {
  if (root.getDefiningOp<memref::GetGlobalOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(root);
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
         argument.getOwner()->isEntryBlock();
}
