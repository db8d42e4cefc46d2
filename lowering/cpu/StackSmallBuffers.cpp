//===- StackSmallBuffers.cpp - Small buffers on the stack -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  bufferized functions with explicit deallocations.
// Output: small buffers of static size whose whole life is one block are on the
//         stack; everything else stays on the heap.
// How:    an allocation whose only deallocation stands in the same block moves
//         to the function's entry block, so that a loop does not grow the
//         stack; at most 64 KiB a function.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tine {
#define GEN_PASS_DEF_STACKSMALLBUFFERS
#include "lowering/cpu/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

constexpr int64_t maxBufferBytes = 4096;
constexpr int64_t maxFunctionBytes = 64 * 1024;

/// The size in bytes, or nothing when it is not a static number.
std::optional<int64_t> getBytes(MemRefType type) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrIndexOrFloat())
    return std::nullopt;
  int64_t bits =
      type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
  return type.getNumElements() * std::max<int64_t>(1, bits / 8);
}

memref::DeallocOp findDealloc(memref::AllocOp op) {
  memref::DeallocOp found;
  for (Operation *user : op->getUsers())
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
      if (found || dealloc->getBlock() != op->getBlock())
        return {};
      found = dealloc;
    }
  return found;
}

/// Inside of a parallel construct each thread needs a buffer of its own.
bool isInParallel(Operation *op, func::FuncOp function) {
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp>(parent))
      return true;
  return false;
}

struct StackSmallBuffers
    : tine::impl::StackSmallBuffersBase<StackSmallBuffers> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    int64_t left = maxFunctionBytes;
    OpBuilder builder(function.getContext());
    SmallVector<memref::AllocOp> ops;
    function.walk([&](memref::AllocOp op) { ops.push_back(op); });
    for (memref::AllocOp op : ops) {
      std::optional<int64_t> bytes = getBytes(op.getType());
      memref::DeallocOp dealloc = findDealloc(op);
      if (!bytes || *bytes > std::min(left, maxBufferBytes) || !dealloc ||
          isInParallel(op, function))
        continue;
      left -= *bytes;
      dealloc.erase();
      // Not kept over iterations: the first operation may be one that goes.
      builder.setInsertionPointToStart(&function.front());
      auto stack = memref::AllocaOp::create(builder, op.getLoc(), op.getType(),
                                            op.getAlignmentAttr());
      op.getResult().replaceAllUsesWith(stack.getResult());
      op.erase();
    }
  }
};

} // namespace
