//===- WriteIntoParts.cpp - Results made where they are kept --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient is computed and then joined to the vector of all gradients. Here
// it is computed in the vector.
//
// Input:  buffers, before anything is freed.
// Output: a buffer that is only filled to be copied to a part of a new vector
//         is that part; the vector, which may be a box, is allocated in front
//         of it.
// How:    a copy goes away when its source is an allocation in the same block
//         that is used neither behind the copy nor by an op that could keep
//         it. Until the copies the vector is not used: it was allocated for
//         them.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tine {
#define GEN_PASS_DEF_WRITEINTOPARTS
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Whether all uses of a buffer and its views come before `copy` and end there.
bool isOnlyFilled(Value buffer, memref::CopyOp copy) {
  Block *block = copy->getBlock();
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (user == copy)
      return true;
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    if (!ancestor || !ancestor->isBeforeInBlock(copy))
      return false;
    if (isa<ViewLikeOpInterface>(user))
      return isOnlyFilled(user->getResult(0), copy);
    // Buffers that leave by a result could be used elsewhere.
    return user->getNumRegions() == 0 || isa<linalg::LinalgOp>(user)
               ? llvm::none_of(user->getResultTypes(),
                               llvm::IsaPred<BaseMemRefType>) &&
                     !user->hasTrait<OpTrait::IsTerminator>()
               : false;
  });
}

/// The vectors that copies to parts fill, each with the copies.
using Vectors = llvm::MapVector<Operation *, SmallVector<memref::CopyOp>>;

/// Whether the op gives a new buffer, or the buffer of a new box.
bool isNewVector(Operation *op) {
  if (isa_and_nonnull<memref::AllocOp>(op))
    return true;
  auto buffer = dyn_cast_or_null<BoxBufferOp>(op);
  auto box =
      buffer ? buffer.getBox().getDefiningOp<BoxAllocOp>() : BoxAllocOp();
  return box && box->getBlock() == op->getBlock() && box.getSizes().empty();
}

/// Moves the vector with its box in front of `op`.
void moveVector(Operation *vector, Operation *op) {
  if (op->isBeforeInBlock(vector))
    vector->moveBefore(op);
  if (auto buffer = dyn_cast<BoxBufferOp>(vector))
    if (Operation *box = buffer.getBox().getDefiningOp();
        vector->isBeforeInBlock(box))
      box->moveBefore(vector);
}

struct WriteIntoParts : tine::impl::WriteIntoPartsBase<WriteIntoParts> {
  void runOnOperation() override {
    Vectors vectors;
    getOperation()->walk([&](memref::CopyOp copy) {
      auto part = copy.getTarget().getDefiningOp<BufferPartOp>();
      if (!part || !part->hasOneUse())
        return;
      Operation *vector = part.getSource().getDefiningOp();
      if (isNewVector(vector) && vector->getBlock() == copy->getBlock() &&
          part->getBlock() == copy->getBlock())
        vectors[vector].push_back(copy);
    });
    for (auto &[vector, copies] : vectors)
      for (memref::CopyOp copy : copies)
        writeIntoPart(vector, copy);
  }

  static void writeIntoPart(Operation *vector, memref::CopyOp copy) {
    auto part = copy.getTarget().getDefiningOp<BufferPartOp>();
    auto source = copy.getSource().getDefiningOp<memref::AllocOp>();
    if (!source || source.getOperation() == vector ||
        source->getBlock() != copy->getBlock() ||
        source.getType() != part.getPart().getType() ||
        !isOnlyFilled(source, copy))
      return;
    moveVector(vector, source);
    part->moveAfter(source);
    source.getResult().replaceAllUsesWith(part.getPart());
    copy.erase();
    source.erase();
  }
};

} // namespace
