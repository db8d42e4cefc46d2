//===- BoolsAsBytes.cpp - A bool in memory is a byte ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  the LLVM dialect, where an i1 is loaded and stored as such.
// Output: it is loaded and stored as an i8, which is 0 or 1.
// How:    LLVM gives an i1 a byte in memory, but its loop vectorizer does not
//         take types whose bits do not fill their bytes: loops over masks would
//         stay scalar.
// Rejects: nothing. Vectors of i1 are left as they are.
//
//===----------------------------------------------------------------------===//

#include "lowering/llvm/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tine {
#define GEN_PASS_DEF_BOOLSASBYTES
#include "lowering/llvm/Passes.h.inc"
} // namespace tine

using namespace mlir;

namespace {

struct BoolsAsBytes : tine::impl::BoolsAsBytesBase<BoolsAsBytes> {
  void runOnOperation() override {
    Type byte = IntegerType::get(&getContext(), 8);
    getOperation()->walk([&](Operation *op) {
      OpBuilder b(op);
      if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
        if (store.getValue().getType().isInteger(1))
          store.getValueMutable().assign(
              LLVM::ZExtOp::create(b, op->getLoc(), byte, store.getValue()));
      } else if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
        Value bit = load.getResult();
        if (!bit.getType().isInteger(1))
          return;
        bit.setType(byte);
        b.setInsertionPointAfter(op);
        auto truncated =
            LLVM::TruncOp::create(b, op->getLoc(), b.getI1Type(), bit);
        bit.replaceAllUsesExcept(truncated, truncated);
      }
    });
  }
};

} // namespace
