//===- LowerMatmul.cpp - Products of matrices to vector code --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers cpu.matmul and cpu.pack on buffers to scf, vector and memref.
//
// Input: cpu operations on buffers, all shapes static or dynamic.
// Output: none of them.
// How:
// 1. Operands whose rows are strided in memory where vectors are loaded or
//    stored are copied first, a destination afterwards.
// 2. TiledProduct.cpp, DotProducts.cpp and PackPanels.cpp emit the loops.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Passes.h"
#include "lowering/cpu/PlainOperands.h"
#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_LOWERMATMUL
#include "lowering/cpu/Passes.h.inc"

namespace {

struct LowerMatmul : impl::LowerMatmulBase<LowerMatmul> {
  using LowerMatmulBase::LowerMatmulBase;

  /// Replaces an operand by a copy with contiguous rows.
  static void copyOperand(ImplicitLocOpBuilder &b, OpOperand &operand,
                          SmallVectorImpl<Value> &copies) {
    if (hasContiguousRows(operand.get()))
      return;
    Value copy = allocLike(b, operand.get());
    copyElements(b, operand.get(), copy);
    operand.set(copy);
    copies.push_back(copy);
  }

  void lower(cpu::MatmulOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    SmallVector<Value> copies;
    bool dots = op.getTransposed();
    for (OpOperand &operand : op->getOpOperands()) {
      bool isDest = op.isDpsInit(&operand);
      // The tiled product reads single elements of lhs.
      bool byElement = isDest ? dots : operand.getOperandNumber() == 0 && !dots;
      if (!isDest && !byElement)
        copyOperand(b, operand, copies);
    }
    Value dest = op.getDest();
    bool indirect = !dots && !hasContiguousRows(dest);
    if (indirect) {
      copies.push_back(allocLike(b, dest));
      op.getDestMutable().assign(copies.back());
    }
    Type element = cast<MemRefType>(dest.getType()).getElementType();
    TileShape tile = TileShape::of(element, vectorBits);
    bool useFma = vectorBits > 128;
    if (dots)
      emitDotProducts(b, op, tile, useFma);
    else
      emitTiledProduct(b, op, tile, useFma);
    if (indirect)
      copyElements(b, copies.back(), dest);
    for (Value copy : copies)
      memref::DeallocOp::create(b, copy);
    op.erase();
  }

  /// Makes all buffers of a convolution lie in order, but for the image.
  template <typename Op, typename Emit> void lowerConv(Op op, Emit emit) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    SmallVector<Value> copies;
    Value dest = op.getDest();
    for (OpOperand &operand : op->getOpOperands()) {
      bool isInput = operand.getOperandNumber() == 0;
      auto type = cast<MemRefType>(operand.get().getType());
      if (isInput ? hasContiguousRows(operand.get())
                  : type.getLayout().isIdentity())
        continue;
      copies.push_back(allocLike(b, operand.get()));
      if (operand.get() != dest)
        copyElements(b, operand.get(), copies.back());
      operand.set(copies.back());
    }
    Type element = cast<MemRefType>(dest.getType()).getElementType();
    emit(b, op, TileShape::of(element, vectorBits), vectorBits > 128);
    if (op.getDest() != dest)
      copyElements(b, op.getDest(), dest);
    for (Value copy : copies)
      memref::DeallocOp::create(b, copy);
    op.erase();
  }

  void lower(cpu::FusedOp op) {
    cpu::ConvOp conv = op.getConv();
    auto epilogue = cast<linalg::GenericOp>(op.getEpilogue());
    Value sums = epilogue.getInputs()[op.getSums()];
    conv->moveBefore(op);
    epilogue->moveBefore(op);
    op.erase();
    lowerConv(conv, [&](ImplicitLocOpBuilder &b, cpu::ConvOp conv,
                        const TileShape &tile, bool useFma) {
      emitFusedConv(b, conv, epilogue, sums, tile, useFma);
    });
    epilogue.erase();
  }

  void runOnOperation() override {
    SmallVector<cpu::FusedOp> joined;
    getOperation()->walk([&](cpu::FusedOp op) { joined.push_back(op); });
    for (cpu::FusedOp op : joined)
      lower(op);
    getOperation()->walk([&](Operation *op) {
      if (auto conv = dyn_cast<cpu::ConvOp>(op))
        return lowerConv(conv, emitConv);
      if (auto conv = dyn_cast<cpu::ConvWeightOp>(op))
        return lowerConv(conv, emitConvWeight);
      if (auto pool = dyn_cast<cpu::PoolOp>(op))
        return lowerConv(pool, emitPool);
      if (auto sort = dyn_cast<cpu::SortOp>(op)) {
        ImplicitLocOpBuilder b(op->getLoc(), op);
        emitSort(b, sort);
        op->erase();
        return;
      }
      if (auto product = dyn_cast<cpu::MatmulOp>(op)) {
        lower(product);
      } else if (auto pack = dyn_cast<cpu::PackOp>(op)) {
        ImplicitLocOpBuilder b(op->getLoc(), op);
        Type element =
            cast<MemRefType>(pack.getDest().getType()).getElementType();
        Value panels = pack.getDest();
        emitPack(b, pack.getMatrix(), panels, IndexBuilder{b}.size(panels, 1),
                 pack.getTransposed(), TileShape::of(element, vectorBits));
        op->erase();
      }
    });
  }
};

} // namespace
} // namespace tine
