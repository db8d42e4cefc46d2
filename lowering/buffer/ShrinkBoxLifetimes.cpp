//===- ShrinkBoxLifetimes.cpp - Release boxes early -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  bufferized functions in which a box is released at the end of its
// block. Output: the release stands behind the last op that uses the box or a
// buffer
//         that may alias its memory.
// How:    for each release, the aliases of the box's buffers are found (views,
//         branches, loops), then the last op of the block that uses one.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tine {
#define GEN_PASS_DEF_SHRINKBOXLIFETIMES
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct ShrinkBoxLifetimes
    : tine::impl::ShrinkBoxLifetimesBase<ShrinkBoxLifetimes> {
  void runOnOperation() override {
    BufferViewFlowAnalysis aliases(getOperation());
    SmallVector<ReleaseOp> releases;
    getOperation().walk([&](ReleaseOp op) {
      if (isa<BoxType>(op.getObject().getType()))
        releases.push_back(op);
    });
    for (ReleaseOp release : releases)
      if (Operation *last = findLastUse(release, aliases))
        release->moveAfter(last);
  }

  static Operation *findLastUse(ReleaseOp release,
                                BufferViewFlowAnalysis &aliases) {
    Value box = release.getObject();
    Block *block = release->getBlock();
    Operation *last = box.getDefiningOp();
    if (last && last->getBlock() != block)
      return nullptr;
    auto extend = [&](Value value) {
      for (Operation *user : value.getUsers()) {
        Operation *op = block->findAncestorOpInBlock(*user);
        if (op && op != release && (!last || last->isBeforeInBlock(op)))
          last = op;
      }
    };
    extend(box);
    for (Operation *user : box.getUsers())
      if (auto buffer = dyn_cast<BoxBufferOp>(user))
        for (Value alias : aliases.resolve(buffer.getBuffer()))
          extend(alias);
    // A use by the terminator cannot be passed.
    if (!last || last->hasTrait<OpTrait::IsTerminator>())
      return nullptr;
    return last;
  }
};

} // namespace
