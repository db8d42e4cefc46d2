//===- LowerObjects.cpp - Boxes, cells and counts -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes as memrefs, cells, reference counts, identity, draws into boxes, and
// parameters in files.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

/// The sizes of a tensor in slots.
static Value storeSizes(OpLowering &l, RankedTensorType type,
                        ValueRange dynamic) {
  int64_t rank = type.getRank();
  Value sizes = l.abi.stackSlots(l.builder, l.loc, std::max<int64_t>(1, rank));
  auto next = dynamic.begin();
  for (int64_t i = 0; i != rank; ++i)
    l.abi.storeSlot(l.builder, l.loc, sizes, i,
                    type.isDynamicDim(i) ? l.in(*next++)
                                         : l.i64(type.getDimSize(i)));
  return sizes;
}

static void lowerBoxAlloc(OpLowering &l, BoxAllocOp op) {
  RankedTensorType type = op.getBox().getType().getTensor();
  Value sizes = storeSizes(l, type, op.getSizes());
  l.out(l.call(
      inMemoryOf(op, "tensor_new"), l.ptr(),
      {l.i32(getDtype(type.getElementType())), l.i32(type.getRank()), sizes}));
}

static void lowerBoxPart(OpLowering &l, BoxPartOp op) {
  RankedTensorType type = op.getPart().getType().getTensor();
  Value sizes = storeSizes(l, type, {});
  l.out(
      l.call("tensor_part", l.ptr(),
             {l.in(op.getVector()), l.i64(static_cast<int64_t>(op.getOffset())),
              l.i32(type.getRank()), sizes}));
}

/// The box's elements as a contiguous memref; dynamic sizes are in the box.
static void lowerBoxBuffer(OpLowering &l, BoxBufferOp op) {
  auto type = cast<MemRefType>(op.getBuffer().getType());
  Value box = l.in(op.getBox());
  auto descriptor =
      MemRefDescriptor::poison(l.builder, l.loc, l.types.convertType(type));
  Value data = LLVM::LoadOp::create(
      l.builder, l.loc, l.ptr(),
      l.abi.offset(l.builder, l.loc, box, offsetof(tine_tensor, data)));
  descriptor.setAllocatedPtr(l.builder, l.loc, data);
  descriptor.setAlignedPtr(l.builder, l.loc, data);
  descriptor.setConstantOffset(l.builder, l.loc, 0);
  Value stride = l.i64(1);
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    Value size = type.isDynamicDim(i)
                     ? l.field(box, offsetof(tine_tensor, sizes) + 8 * i)
                     : l.i64(type.getDimSize(i));
    descriptor.setSize(l.builder, l.loc, i, size);
    descriptor.setStride(l.builder, l.loc, i, stride);
    if (i != 0)
      stride = LLVM::MulOp::create(l.builder, l.loc, stride, size);
  }
  l.out(descriptor);
}

static void lowerBufferPart(OpLowering &l, BufferPartOp op) {
  auto type = cast<MemRefType>(op.getPart().getType());
  MemRefDescriptor source(l.in(op.getSource()));
  auto part =
      MemRefDescriptor::poison(l.builder, l.loc, l.types.convertType(type));
  part.setAllocatedPtr(l.builder, l.loc, source.allocatedPtr(l.builder, l.loc));
  Value data = source.alignedPtr(l.builder, l.loc);
  part.setAlignedPtr(
      l.builder, l.loc,
      LLVM::GEPOp::create(l.builder, l.loc, data.getType(),
                          l.types.convertType(type.getElementType()), data,
                          l.i64(static_cast<int64_t>(op.getOffset()))));
  part.setConstantOffset(l.builder, l.loc, 0);
  int64_t stride = 1;
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    part.setConstantSize(l.builder, l.loc, i, type.getDimSize(i));
    part.setConstantStride(l.builder, l.loc, i, stride);
    stride *= type.getDimSize(i);
  }
  l.out(part);
}

static void lowerDraw(OpLowering &l, DrawOp op) {
  llvm::StringRef name = op.getDistribution();
  Value box = l.in(op.getBox());
  auto as = [&](Type type, Value value) -> Value {
    if (value.getType() == type)
      return value;
    if (type.isF64())
      return LLVM::SIToFPOp::create(l.builder, l.loc, type, value);
    return LLVM::FPToSIOp::create(l.builder, l.loc, type, value);
  };
  Value a = as(l.f64Type(), op.getA()), b = as(l.f64Type(), op.getB());
  if (name == "integers")
    l.call("random",
           {box, as(l.i64Type(), op.getA()), as(l.i64Type(), op.getB())});
  else if (name == "state")
    l.call("random_state", box);
  else if (name == "permutation")
    l.call("randperm", box);
  else if (name == "bernoulli" || name == "exponential")
    l.call(name, {box, a});
  else
    l.call(name, {box, a, b});
}

/// What stands where control never comes: null, an empty tensor, or 0.
static void lowerPoison(OpLowering &l, ub::PoisonOp op) {
  Type type = op.getType();
  if (auto box = dyn_cast<BoxType>(type))
    l.out(l.abi.emptyTensor(l.builder, l.loc, box.getTensor()));
  else if (isCounted(type))
    l.out(LLVM::ZeroOp::create(l.builder, l.loc, l.ptr()));
  else
    l.out(arith::ConstantOp::create(l.builder, l.loc,
                                    l.builder.getZeroAttr(type)));
}

bool tine::lowerObjectOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](BoxAllocOp op) {
        lowerBoxAlloc(l, op);
        return true;
      })
      .Case([&](BoxPartOp op) {
        lowerBoxPart(l, op);
        return true;
      })
      .Case([&](BoxOwnOp op) {
        l.out(l.call(inMemoryOf(op, "tensor_own"), l.ptr(), l.in(op.getBox())));
        return true;
      })
      .Case([&](BoxBufferOp op) {
        lowerBoxBuffer(l, op);
        return true;
      })
      .Case([&](BufferPartOp op) {
        lowerBufferPart(l, op);
        return true;
      })
      .Case([&](DrawOp op) {
        lowerDraw(l, op);
        return true;
      })
      .Case([&](ub::PoisonOp op) {
        if (!isCounted(op.getType()) && !op.getType().isIntOrIndexOrFloat())
          return false;
        lowerPoison(l, op);
        return true;
      })
      .Case([&](LoadParameterOp op) {
        l.out(
            l.call("load_parameter", l.ptr(),
                   {l.i64(op.getNumber()), l.in(op.getInitial()), l.where()}));
        return true;
      })
      .Case([&](SavingOp) {
        l.out(l.toBool(l.call("saving", l.i32Type(), {})));
        return true;
      })
      .Case([&](SaveParameterOp op) {
        l.call("save_parameter", {l.text(op.getName()), l.in(op.getValue())});
        return true;
      })
      .Case([&](EntryStateOp op) {
        ValueRange values = op.getValues();
        Value slots = l.abi.stackSlots(l.builder, l.loc, values.size());
        l.store(slots, values);
        l.call("entry_state",
               {slots, l.i64(values.size()),
                l.i64(getCountedMask(llvm::to_vector(values.getTypes())))});
        return true;
      })
      .Case([&](SameOp op) {
        l.out(LLVM::ICmpOp::create(l.builder, l.loc, LLVM::ICmpPredicate::eq,
                                   l.in(op.getLhs()), l.in(op.getRhs())));
        return true;
      })
      .Case([&](RetainOp op) {
        l.call("retain", l.in(op.getObject()));
        return true;
      })
      .Case([&](ReleaseOp op) {
        l.call("release", l.in(op.getObject()));
        return true;
      })
      .Default(false);
}
