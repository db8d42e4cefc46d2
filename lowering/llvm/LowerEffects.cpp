//===- LowerEffects.cpp - Errors, output, time, seeds ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program does to the world around it.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tine;

static Value storeNumbers(OpLowering &l, ValueRange values) {
  Value slots = l.abi.stackSlots(l.builder, l.loc, values.size());
  for (auto [i, value] : llvm::enumerate(values))
    l.abi.storeSlot(l.builder, l.loc, slots, i, l.in(value));
  return slots;
}

/// Branches around a call that does not return.
static void lowerAssert(OpLowering &l, AssertOp op) {
  Block *block = op->getBlock();
  Block *rest = block->splitBlock(op);
  Block *fail = l.builder.createBlock(rest);
  if (op.getValues().empty())
    l.call("raise_text",
           {l.text(op.getKind()), l.text(op.getMessage()), l.where()});
  else
    l.call("raise_numbers", {l.text(op.getKind()), l.text(op.getMessage()),
                             storeNumbers(l, op.getValues()), l.where()});
  LLVM::UnreachableOp::create(l.builder, l.loc);
  l.builder.setInsertionPointToEnd(block);
  LLVM::CondBrOp::create(l.builder, l.loc, op.getCondition(), rest, fail);
}

/// An empty statement that reads the buffers, as far as LLVM can know.
static void keepBuffers(OpLowering &l, ValueRange values) {
  SmallVector<Value> addresses;
  for (Value value : values)
    if (isa<MemRefType>(value.getType())) {
      Value address = memref::ExtractAlignedPointerAsIndexOp::create(
          l.builder, l.loc, value);
      addresses.push_back(l.in(address));
    }
  // One operand at a time: there are more buffers than registers.
  for (Value address : addresses)
    LLVM::InlineAsmOp::create(
        l.builder, l.loc, TypeRange(), address, "", "r,~{memory}",
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
        ArrayAttr());
}

/// Seconds are nanoseconds divided once, as Python does it.
static void lowerTime(OpLowering &l, TimeOp op) {
  keepBuffers(l, op.getLive());
  auto clock = static_cast<int32_t>(op.getClock());
  Value time = l.call("clock", l.i64Type(), l.i32(clock));
  if (op.getTime().getType().isF64()) {
    time = LLVM::SIToFPOp::create(l.builder, l.loc, l.f64Type(), time);
    Value second = LLVM::ConstantOp::create(l.builder, l.loc,
                                            l.builder.getF64FloatAttr(1e9));
    time = LLVM::FDivOp::create(l.builder, l.loc, time, second);
  }
  l.out(time);
}

bool tine::lowerEffectOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](RaiseOp op) {
        l.call("raise",
               {l.text(op.getKind()), l.in(op.getMessage()), l.where()});
        return true;
      })
      .Case([&](AssertOp op) {
        lowerAssert(l, op);
        return true;
      })
      .Case([&](PrintOp op) {
        l.call("print", {l.in(op.getText()), l.i32(op.getToStderr() ? 1 : 0)});
        return true;
      })
      .Case([&](WriteFileOp op) {
        l.call("write_file",
               {l.in(op.getPath()), l.in(op.getText()), l.where()});
        return true;
      })
      .Case([&](WarnOp op) {
        l.call("warn",
               {l.in(op.getText()), l.abi.flag(l.builder, l.loc), l.where()});
        return true;
      })
      .Case([&](TimeOp op) {
        lowerTime(l, op);
        return true;
      })
      .Case([&](math::IPowIOp op) {
        l.out(l.call("int_pow", l.i64Type(), l.in(op->getOperands())));
        return true;
      })
      .Case([&](TasksWantedOp) {
        l.out(l.toBool(l.call("tasks_wanted", l.i32Type(), {})));
        return true;
      })
      .Case([&](EndlessOp) { return true; })
      .Case([&](KeepOp op) {
        keepBuffers(l, op.getValues());
        return true;
      })
      .Case([&](SetRandomStateOp op) {
        l.call("set_random_state", l.in(op.getState()));
        return true;
      })
      .Case([&](PythonDrawOp op) {
        l.out(l.call(("python_" + op.getWhat()).str(), op.getNumber().getType(),
                     {op.getGenerator(), op.getArgument()}));
        return true;
      })
      .Case([&](ManualSeedOp op) {
        l.call("manual_seed", op.getSeed());
        return true;
      })
      .Default(false);
}
