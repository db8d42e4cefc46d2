//===- IssueKernels.cpp - Work of GPUs as calls of the runtime ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  functions that issue work for GPUs: launches, copies of blocks of
//         memory, loads and stores of single elements, constants, checks.
// Output: calls of tine_abi_cuda_*, for the stream of the queue whose thread
//         runs the function; no access to the memory of a GPU is left.
// How:    the arguments of a kernel are words on the stack. A load waits for
//         the stream. Constants are copied to the GPU by their first use.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/abi/Abi.h"
#include "lowering/cuda/KernelBuilder.h"
#include "lowering/cuda/Passes.h"
#include "lowering/support/Report.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tine {
#define GEN_PASS_DEF_ISSUEKERNELS
#include "lowering/cuda/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

class Issuer {
public:
  explicit Issuer(ModuleOp module) : module(module), abi(module) {}

  void issue(gpu::LaunchFuncOp op);
  void issue(memref::CopyOp op);
  void issue(memref::LoadOp op);
  void issue(memref::StoreOp op);
  void issue(memref::GetGlobalOp op);
  void issue(OpenCheckOp op);
  void issue(SettleChecksOp op);

private:
  static Value asWord(OpBuilder &builder, Location loc, Value value);
  static Value fromWord(OpBuilder &builder, Location loc, Value word,
                        Type type);
  Value pointerTo(OpBuilder &builder, Location loc, Value buffer);
  Value pointerTo(OpBuilder &builder, Location loc, Value buffer,
                  ValueRange indices);
  /// A buffer of a static shape that begins there.
  Value bufferAt(OpBuilder &builder, Location loc, Value pointer,
                 MemRefType type);
  /// The bytes of a contiguous buffer, as i64.
  Value bytesOf(OpBuilder &builder, Location loc, Value buffer);

  ModuleOp module;
  AbiBuilder abi;
};

/// The 64 bits that hold a number; the bits above it are 0.
Value Issuer::asWord(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType(), word = builder.getI64Type();
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, word, value);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, word, value);
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(
        builder, loc, builder.getIntegerType(type.getIntOrFloatBitWidth()),
        value);
  if (value.getType() != word)
    value = arith::ExtUIOp::create(builder, loc, word, value);
  return value;
}

Value Issuer::fromWord(OpBuilder &builder, Location loc, Value word,
                       Type type) {
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, word);
  Value bits = word;
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    bits = arith::TruncIOp::create(builder, loc, builder.getIntegerType(width),
                                   word);
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(builder, loc, type, bits).getResult()
             : bits;
}

static Value asPointer(OpBuilder &builder, Location loc, Value address) {
  Value word =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return LLVM::IntToPtrOp::create(builder, loc, pointer, word);
}

Value Issuer::pointerTo(OpBuilder &builder, Location loc, Value buffer) {
  return asPointer(builder, loc, cuda::addressOf(builder, loc, buffer));
}

Value Issuer::pointerTo(OpBuilder &builder, Location loc, Value buffer,
                        ValueRange indices) {
  Value address = cuda::addressOf(builder, loc, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  if (!indices.empty()) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    Value bytes = arith::ConstantIndexOp::create(
        builder, loc, cuda::storedBytes(type.getElementType()));
    for (auto [index, stride] :
         llvm::zip_equal(indices, metadata.getStrides())) {
      Value step = arith::MulIOp::create(builder, loc, stride, bytes);
      address = arith::AddIOp::create(
          builder, loc, address,
          arith::MulIOp::create(builder, loc, index, step));
    }
  }
  return asPointer(builder, loc, address);
}

Value Issuer::bytesOf(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Value bytes = arith::ConstantIndexOp::create(
      builder, loc, cuda::storedBytes(type.getElementType()));
  for (int64_t i = 0; i != type.getRank(); ++i)
    bytes = builder.createOrFold<arith::MulIOp>(
        loc, bytes, builder.createOrFold<memref::DimOp>(loc, buffer, i));
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), bytes);
}

void Issuer::issue(gpu::LaunchFuncOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto kernel = cast<gpu::GPUFuncOp>(module.lookupSymbol(op.getKernel()));
  Value arguments = abi.stackSlots(builder, loc, op.getNumKernelOperands());
  for (auto [i, operand] : llvm::enumerate(op.getKernelOperands()))
    abi.storeSlot(builder, loc, arguments, i, asWord(builder, loc, operand));
  auto number = kernel->getAttrOfType<IntegerAttr>(cuda::numberAttribute);
  gpu::KernelDim3 grid = op.getGridSizeOperandValues();
  abi.call(builder, loc, "cuda_launch", {},
           {abi.i64(builder, loc, number.getInt()),
            asWord(builder, loc, grid.x), asWord(builder, loc, grid.y),
            asWord(builder, loc, grid.z), arguments});
  op.erase();
}

void Issuer::issue(memref::CopyOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  abi.call(builder, loc, "cuda_copy", {},
           {pointerTo(builder, loc, op.getTarget()),
            pointerTo(builder, loc, op.getSource()),
            bytesOf(builder, loc, op.getSource())});
  op.erase();
}

void Issuer::issue(memref::LoadOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value from = pointerTo(builder, loc, op.getMemRef(), op.getIndices());
  int64_t bytes = cuda::storedBytes(op.getType());
  Value word = abi.call(builder, loc, "cuda_read", builder.getI64Type(),
                        {from, abi.i64(builder, loc, bytes)})
                   .getResult();
  op.getResult().replaceAllUsesWith(fromWord(builder, loc, word, op.getType()));
  op.erase();
}

void Issuer::issue(memref::StoreOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value to = pointerTo(builder, loc, op.getMemRef(), op.getIndices());
  int64_t bytes = cuda::storedBytes(op.getValueToStore().getType());
  abi.call(builder, loc, "cuda_write", {},
           {to, asWord(builder, loc, op.getValueToStore()),
            abi.i64(builder, loc, bytes)});
  op.erase();
}

Value Issuer::bufferAt(OpBuilder &builder, Location loc, Value pointer,
                       MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  SmallVector<Value> fields{pointer, pointer, abi.i64(builder, loc, 0)};
  SmallVector<Type> types{abi.pointer(), abi.pointer(), builder.getI64Type()};
  auto array = LLVM::LLVMArrayType::get(builder.getI64Type(), type.getRank());
  if (type.getRank())
    types.append({array, array});
  auto descriptor =
      LLVM::LLVMStructType::getLiteral(&*builder.getContext(), types);
  Value value = LLVM::PoisonOp::create(builder, loc, descriptor);
  for (auto [i, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(builder, loc, value, field, i);
  for (int64_t i = 0; i != type.getRank(); ++i)
    for (auto [part, number] :
         {std::pair<int64_t, int64_t>{3, type.getDimSize(i)},
          std::pair<int64_t, int64_t>{4, strides[i]}})
      value = LLVM::InsertValueOp::create(builder, loc, value,
                                          abi.i64(builder, loc, number),
                                          ArrayRef<int64_t>{part, i});
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

/// A view of the constant's copy on the GPU.
void Issuer::issue(memref::GetGlobalOp op) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Location loc = op.getLoc();
  Value host = pointerTo(builder, loc, op.getResult());
  Value copy = abi.call(builder, loc, "cuda_constant", abi.pointer(),
                        {host, bytesOf(builder, loc, op.getResult())})
                   .getResult();
  Operation *made = bufferAt(builder, loc, copy, op.getType()).getDefiningOp();
  op.getResult().replaceUsesWithIf(made->getResult(0), [&](OpOperand &use) {
    return use.getOwner()->getBlock() != made->getBlock() ||
           made->isBeforeInBlock(use.getOwner());
  });
}

void Issuer::issue(OpenCheckOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  // The first number is the index that the device finds.
  Value numbers =
      abi.stackSlots(builder, loc, int64_t(op.getValues().size()) + 1);
  for (auto [i, value] : llvm::enumerate(op.getValues()))
    abi.storeSlot(builder, loc, numbers, int64_t(i) + 1,
                  asWord(builder, loc, value));
  Value record =
      abi.call(builder, loc, "cuda_check", abi.pointer(),
               {abi.text(builder, loc, op.getKind()),
                abi.text(builder, loc, op.getMessage()), numbers,
                abi.i32(builder, loc, int64_t(op.getValues().size()) + 1),
                asWord(builder, loc, op.getParts()), abi.where(builder, op)})
          .getResult();
  op.getRecord().replaceAllUsesWith(
      bufferAt(builder, loc, record, op.getRecord().getType()));
  op.erase();
}

void Issuer::issue(SettleChecksOp op) {
  OpBuilder builder(op);
  abi.call(builder, op.getLoc(), "cuda_settle_checks", {}, {});
  op.erase();
}

/// Whether the access is one of the host's memory.
bool isOfHost(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return isa<MemRefType>(operand.getType()) &&
           cuda::rootOf(operand).getDefiningOp<memref::AllocaOp>();
  });
}

struct IssueKernels : tine::impl::IssueKernelsBase<IssueKernels> {
  using IssueKernelsBase::IssueKernelsBase;

  void runOnOperation() override {
    Issuer issuer(getOperation());
    SmallVector<Operation *> ops;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (issuesWork(function))
        function.walk([&](Operation *op) {
          if (isa<gpu::LaunchFuncOp, memref::CopyOp, memref::LoadOp,
                  memref::StoreOp, memref::GetGlobalOp, OpenCheckOp,
                  SettleChecksOp>(op) &&
              !isOfHost(op))
            ops.push_back(op);
        });
    llvm::DenseSet<Location> reported;
    for (Operation *op : ops)
      if (report && isa<memref::LoadOp>(op) &&
          reported.insert(getPosition(op->getLoc())).second)
        emitRemark(op->getLoc())
            << "the thread that issues work waits here for a number of the GPU";
    for (Operation *op : ops)
      llvm::TypeSwitch<Operation *>(op)
          .Case<gpu::LaunchFuncOp, memref::CopyOp, memref::LoadOp,
                memref::StoreOp, memref::GetGlobalOp, OpenCheckOp,
                SettleChecksOp>([&](auto issued) { issuer.issue(issued); });
  }
};

} // namespace
