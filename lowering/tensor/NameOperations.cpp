//===- NameOperations.cpp - Names of operations in locations --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the names of operations into their locations, where they outlive
// lowering and fusion: a trace says which operations a loop nest is made of.
//
// Input:  functions with operations of nn.
// Output: the same; the location of each of those is a fused one of its old
//         location alone, whose metadata is the name as a string.
// How:    the name is the op's, or what it computes where that says more.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/ReductionOps.h"
#include "lowering/tensor/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tine {
#define GEN_PASS_DEF_NAMEOPERATIONS
#include "lowering/tensor/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

StringRef nameOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](nn::ReduceOp reduce) {
        return nn::stringifyReduction(reduce.getReduction());
      })
      .Case([](nn::ArgReduceOp reduce) {
        return reduce.getReduction() == nn::Reduction::max ? "argmax"
                                                           : "argmin";
      })
      .Case([](nn::RnnOp rnn) { return nn::stringifyRnnCell(rnn.getCell()); })
      .Case([](nn::PoolOp pool) {
        return pool.getPool() == nn::Pool::sum ? "avg_pool" : "max_pool";
      })
      .Default(
          [](Operation *other) { return other->getName().stripDialect(); });
}

struct NameOperations : tine::impl::NameOperationsBase<NameOperations> {
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (!isa_and_nonnull<nn::NNDialect>(op->getDialect()))
        return;
      Attribute name = StringAttr::get(&getContext(), nameOf(op));
      op->setLoc(FusedLoc::get({op->getLoc()}, name, &getContext()));
    });
  }
};

} // namespace
