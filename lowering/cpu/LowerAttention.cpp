//===- LowerAttention.cpp - Attention to loops and vectors ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers linalg_ext.attention and linalg_ext.attention_grad on buffers to scf,
// vector, math and memref. It comes before expand-math, which takes the
// exponentials.
//
// Input: these ops on buffers, all shapes static or dynamic.
// Output: none of them.
// How:
// 1. Operands whose rows are strided in memory are copied first, a destination
//    afterwards.
// 2. Attention.cpp and AttentionGrad.cpp emit the loops.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/AttentionTiles.h"
#include "lowering/cpu/Passes.h"
#include "lowering/cpu/PlainOperands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_LOWERATTENTION
#include "lowering/cpu/Passes.h.inc"

namespace {

struct LowerAttention : impl::LowerAttentionBase<LowerAttention> {
  using LowerAttentionBase::LowerAttentionBase;

  template <typename Op>
  void lower(Op op, void (*emit)(ImplicitLocOpBuilder &, Op, const TileShape &,
                                 bool)) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    SmallVector<std::pair<Value, Value>> results; // copy, destination
    SmallVector<Value> copies;
    for (OpOperand &operand : op->getOpOperands()) {
      Value buffer = operand.get();
      // The mask is read by elements.
      if (hasContiguousRows(buffer) || buffer == op.getMask())
        continue;
      copies.push_back(allocLike(b, buffer));
      if (op.isDpsInit(&operand))
        results.emplace_back(copies.back(), buffer);
      else
        copyElements(b, buffer, copies.back());
      operand.set(copies.back());
    }
    Type element = cast<MemRefType>(op.getQuery().getType()).getElementType();
    emit(b, op, TileShape::of(element, vectorBits), vectorBits > 128);
    for (auto [copy, destination] : results)
      copyElements(b, copy, destination);
    for (Value copy : copies)
      memref::DeallocOp::create(b, copy);
    op.erase();
  }

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (auto attention = dyn_cast<linalg_ext::AttentionOp>(op))
        lower(attention, emitAttention);
      else if (auto derivative = dyn_cast<linalg_ext::AttentionGradOp>(op))
        lower(derivative, emitAttentionGrad);
    });
  }
};

} // namespace
} // namespace tine
