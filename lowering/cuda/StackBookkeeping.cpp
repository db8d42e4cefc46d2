//===- StackBookkeeping.cpp - Lists of buffers on the stack ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the run decides which buffers are freed, deallocation compares lists of
// their addresses; where it decides a shape, that is a list of sizes. These are
// the host's, in functions whose other buffers are in the memory of a GPU.
//
// Input:  a function that issues work for GPUs, on buffers.
// Output: lists of addresses and sizes are on the stack.
// How:    nothing else is a buffer that a call gets: tensors are boxes there.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tine {
#define GEN_PASS_DEF_STACKBOOKKEEPING
#include "lowering/cuda/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

bool isList(memref::AllocOp alloc) {
  return llvm::any_of(alloc->getUsers(), [&](Operation *user) {
    auto reshape = dyn_cast<memref::ReshapeOp>(user);
    return (reshape && reshape.getShape() == alloc.getMemref()) ||
           isa<func::CallOp>(user) ||
           (isa<memref::CastOp>(user) &&
            llvm::any_of(user->getUsers(), llvm::IsaPred<func::CallOp>));
  });
}

struct StackBookkeeping : tine::impl::StackBookkeepingBase<StackBookkeeping> {
  void runOnOperation() override {
    SmallVector<memref::AllocOp> lists;
    getOperation()->walk([&](memref::AllocOp alloc) {
      if (alloc.getType().hasStaticShape() && isList(alloc))
        lists.push_back(alloc);
    });
    for (memref::AllocOp list : lists) {
      // In front of all loops, so that the stack does not grow.
      auto builder = OpBuilder::atBlockBegin(&getOperation().getBody().front());
      Value place =
          memref::AllocaOp::create(builder, list.getLoc(), list.getType());
      for (Operation *user : llvm::make_early_inc_range(list->getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      list.replaceAllUsesWith(place);
      list.erase();
    }
  }
};

} // namespace
