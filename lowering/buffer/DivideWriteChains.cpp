//===- DivideWriteChains.cpp - Long chains of writes in place -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis of bufferization walks back over all versions of a tensor for
// each pair of a read and a write of it: n writes in a row take n^3 steps.
//
// Input:  tensors, before bufferization.
// Output: a tensor that straight code writes to many times, as `x[i] = ...`
//         does, goes through memory after each `sectionLength` writes:
//         bufferization.to_buffer, to_tensor. The analysis stops there.
// How:    a section ends only where nothing that may share memory with an
//         earlier version of the tensor is used any more. A conflict within a
//         section is seen as before, and there is none across its end.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tine {
#define GEN_PASS_DEF_DIVIDEWRITECHAINS
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;

namespace {

/// Writes after which a chain is divided; programs with fewer stay as they are.
constexpr unsigned sectionLength = 16;

/// The op that gives the next version of a tensor which it writes to, or null.
/// There must be one only.
tensor::InsertSliceOp nextWrite(Value version) {
  tensor::InsertSliceOp next;
  for (OpOperand &use : version.getUses())
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(use.getOwner()))
      if (use.get() == insert.getDest()) {
        if (next)
          return {};
        next = insert;
      }
  return next;
}

/// The result of an op that may share memory with this operand; no value if
/// none does. `known` is false for an op of which that is not known.
Value sharedResult(OpOperand &use, bool &known) {
  Operation *op = use.getOwner();
  if (isa<tensor::ExtractSliceOp, tensor::CollapseShapeOp,
          tensor::ExpandShapeOp, tensor::CastOp>(op))
    return op->getResult(0);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return use.get() == insert.getDest() ? insert.getResult() : Value();
  if (auto linalg = dyn_cast<linalg::LinalgOp>(op))
    return linalg.isDpsInit(&use) ? linalg.getTiedOpResult(&use) : Value();
  known = isa<tensor::ExtractOp>(op);
  return {};
}

/// True if nothing that may share memory with `version`, other than `end` and
/// what comes of it, is used behind `end`.
bool isUnusedBehind(Value version, tensor::InsertSliceOp end) {
  SmallVector<Value> open{version};
  while (!open.empty()) {
    for (OpOperand &use : open.pop_back_val().getUses()) {
      Operation *op = use.getOwner();
      if (op == end)
        continue;
      bool known = true;
      Value shared = sharedResult(use, known);
      if (!known || op->getBlock() != end->getBlock() ||
          !op->isBeforeInBlock(end))
        return false;
      if (shared)
        open.push_back(shared);
    }
  }
  return true;
}

/// Lets the users of a version that lie behind it use what memory then holds.
void passThroughMemory(tensor::InsertSliceOp end) {
  OpBuilder b(end->getContext());
  b.setInsertionPointAfter(end);
  auto type = end.getResultType();
  auto buffer = bufferization::ToBufferOp::create(
      b, end.getLoc(), MemRefType::get(type.getShape(), type.getElementType()),
      end.getResult());
  auto tensor = bufferization::ToTensorOp::create(
      b, end.getLoc(), type, buffer, /*restrict=*/true, /*writable=*/true);
  end.getResult().replaceAllUsesExcept(tensor, buffer);
}

struct DivideWriteChains
    : tine::impl::DivideWriteChainsBase<DivideWriteChains> {
  void runOnOperation() override {
    SmallVector<tensor::InsertSliceOp> firsts;
    getOperation()->walk([&](tensor::InsertSliceOp op) {
      if (!op.getDest().getDefiningOp<tensor::InsertSliceOp>())
        firsts.push_back(op);
    });
    for (tensor::InsertSliceOp first : firsts)
      divide(first);
  }

  void divide(tensor::InsertSliceOp write) {
    Value start = write.getDest();
    for (unsigned length = 1; write; ++length) {
      tensor::InsertSliceOp next = nextWrite(write.getResult());
      if (next && next->getBlock() != write->getBlock())
        return;
      if (length >= sectionLength && next && isUnusedBehind(start, write)) {
        passThroughMemory(write);
        start = next.getDest();
        length = 0;
      }
      write = next;
    }
  }
};

} // namespace
