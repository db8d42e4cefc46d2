//===- TineToLLVM.cpp - Everything that is left to LLVM -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  functions on scalars, memrefs and counted objects with control flow
//         in blocks; no spawns, waits or tensors.
// Output: the LLVM dialect and omp only. Counted objects are pointers; the ops
//         of `tine` are calls of the runtime (abi.h).
// How:    1. each op of `tine`, and poison, is replaced by calls, with casts at
//         its operands and results; 2. one type conversion of func, cf, arith,
//         math, memref, vector, index and omp; heap buffers come from
//         `tine_abi_alloc`; 3. the casts meet and go away.
// Rejects: an op of `tine` that an earlier phase should have removed.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"
#include "lowering/llvm/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"

namespace tine {
#define GEN_PASS_DEF_TINETOLLVM
#include "lowering/llvm/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

bool isOurs(Operation *op) {
  return isa_and_nonnull<TineDialect>(op->getDialect()) ||
         isa<ub::PoisonOp, math::IPowIOp>(op);
}

LogicalResult lowerTineOps(ModuleOp module, const LLVMTypeConverter &types) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isOurs(op))
      ops.push_back(op);
  });
  AbiBuilder abi(module);
  for (Operation *op : ops) {
    OpLowering lowering(op, abi, types);
    if (lowerStringOp(lowering) || lowerContainerOp(lowering) ||
        lowerObjectOp(lowering) || lowerEffectOp(lowering) ||
        lowerImageOp(lowering) || lowerOutsideOp(lowering) ||
        lowerStoredOp(lowering))
      op->erase();
    else if (!isa<ub::PoisonOp>(op))
      return op->emitOpError("cannot be lowered to LLVM");
  }
  return success();
}

/// The runtime aligns to 64 bytes; more is not asked for.
struct AllocLowering : ConvertOpToLLVMPattern<memref::AllocOp> {
  AllocLowering(const LLVMTypeConverter &types, AbiBuilder &abi)
      : ConvertOpToLLVMPattern(types, /*benefit=*/10), abi(abi) {}

  LogicalResult
  matchAndRewrite(memref::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (!type.getLayout().isIdentity())
      return rewriter.notifyMatchFailure(op, "needs the identity layout");
    Location loc = op.getLoc();
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(loc, type, adaptor.getDynamicSizes(), rewriter,
                             sizes, strides, bytes);
    if (!type.hasStaticShape())
      bytes = checkedBytes(rewriter, loc, type, sizes);
    Value buffer =
        abi.call(rewriter, loc, inMemoryOf(op, "alloc"), abi.pointer(), bytes)
            .getResult();
    rewriter.replaceOp(op, {createMemRefDescriptor(loc, type, buffer, buffer,
                                                   sizes, strides, rewriter)});
    return success();
  }
  /// The number of bytes, or one that no machine has where it overflows.
  Value checkedBytes(OpBuilder &b, Location loc, MemRefType type,
                     ArrayRef<Value> sizes) const {
    Type i64 = b.getI64Type(), i1 = b.getI1Type();
    auto pair = LLVM::LLVMStructType::getLiteral(b.getContext(), {i64, i1});
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(value));
    };
    Value bytes = constant((type.getElementTypeBitWidth() + 7) / 8);
    Value tooMany;
    for (Value size : sizes) {
      Value product =
          LLVM::UMulWithOverflowOp::create(b, loc, pair, bytes, size);
      bytes = LLVM::ExtractValueOp::create(b, loc, product, 0);
      Value over = LLVM::ExtractValueOp::create(b, loc, product, 1);
      tooMany = tooMany ? LLVM::OrOp::create(b, loc, tooMany, over).getResult()
                        : over;
    }
    return LLVM::SelectOp::create(b, loc, tooMany, constant(int64_t(1) << 60),
                                  bytes);
  }
  AbiBuilder &abi;
};

struct DeallocLowering : ConvertOpToLLVMPattern<memref::DeallocOp> {
  DeallocLowering(const LLVMTypeConverter &types, AbiBuilder &abi)
      : ConvertOpToLLVMPattern(types, /*benefit=*/10), abi(abi) {}

  LogicalResult
  matchAndRewrite(memref::DeallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value buffer = MemRefDescriptor(adaptor.getMemref())
                       .allocatedPtr(rewriter, op.getLoc());
    abi.call(rewriter, op.getLoc(), inMemoryOf(op, "free"), {}, buffer);
    rewriter.eraseOp(op);
    return success();
  }
  AbiBuilder &abi;
};

struct TineToLLVM : tine::impl::TineToLLVMBase<TineToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    LLVMTypeConverter types(&getContext());
    types.addConversion([](Type type) -> std::optional<Type> {
      if (isCounted(type))
        return LLVM::LLVMPointerType::get(type.getContext());
      return std::nullopt;
    });
    if (failed(lowerTineOps(module, types)))
      return signalPassFailure();

    AbiBuilder abi(module);
    RewritePatternSet patterns(&getContext());
    patterns.add<AllocLowering, DeallocLowering>(types, abi);
    // Without it, every call looks through all functions.
    SymbolTableCollection symbols;
    populateFuncToLLVMConversionPatterns(types, patterns, &symbols);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    index::populateIndexToLLVMConversionPatterns(types, patterns);
    ub::populateUBToLLVMConversionPatterns(types, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(types, patterns, &symbols);
    populateVectorToLLVMConversionPatterns(types, patterns);
    vector::populateVectorMaskOpLoweringPatterns(patterns);
    vector::populateVectorMaskMaterializationPatterns(
        patterns, /*force32BitVectorIndices=*/false);
    // An intrinsic where there is one: it becomes an instruction and vectors.
    populateMathToLLVMConversionPatterns(
        types, patterns, /*approximateLog1p=*/false, /*benefit=*/2);
    // What LLVM has no intrinsic for is in the C library.
    populateMathToLibmConversionPatterns(patterns);
    populateOpenMPToLLVMConversionPatterns(types, patterns);
    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    // What a device runs has been lowered by its target.
    target.addLegalOp<gpu::GPUModuleOp>();
    target.markOpRecursivelyLegal<gpu::GPUModuleOp>();
    configureOpenMPToLLVMConversionLegality(target, types);
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    // Loops of scf hand on a discardable attribute; LLVM reads the branch's
    // own.
    module.walk([](LLVM::BrOp op) {
      StringRef name = "llvm.loop_annotation";
      auto annotation = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(
          op->getDiscardableAttr(name));
      if (!annotation)
        return;
      op.setLoopAnnotationAttr(annotation);
      op->removeDiscardableAttr(name);
    });
  }
};

} // namespace
