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

#include "dialects/tine/ModuleLocations.h"
#include "dialects/tine/Tine.h"
#include "lowering/abi/Where.h"
#include "lowering/llvm/OpLowering.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "tine/abi.h"

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

/// Code that hardly ever runs, between what is in front of the op and the op:
/// where `condition` holds. `build` ends its block with a branch to the op's.
static void insertCold(OpLowering &l, Value condition, ValueRange otherwise,
                       llvm::function_ref<void(Block *)> build) {
  Block *block = l.op->getBlock();
  Block *rest = block->splitBlock(l.op);
  for (Value value : otherwise)
    rest->addArgument(value.getType(), l.loc);
  Block *cold = l.builder.createBlock(rest);
  build(rest);
  l.builder.setInsertionPointToEnd(block);
  LLVM::CondBrOp::create(l.builder, l.loc, condition, cold, ValueRange(), rest,
                         otherwise, std::pair<int32_t, int32_t>(1, 1 << 20));
  l.builder.setInsertionPoint(l.op);
}

/// Whether a trace is on: read with no order, but anew each time. The end of a
/// span reads it again, or LLVM would make two of the code between, one for
/// spans that have begun.
static Value isTracing(OpLowering &l) {
  Value flag = LLVM::LoadOp::create(
      l.builder, l.loc, l.i32Type(),
      l.abi.variable(l.builder, l.loc, "tracing"), /*alignment=*/4,
      /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic);
  return l.toBool(flag);
}

/// Whether the span is of something that surely takes microseconds: then a call
/// of the runtime, which looks whether a trace is on, costs nothing, and fewer
/// blocks are compiled faster.
static bool isLong(TraceEndOp end) {
  return end.getPart() ||
         (end.getNumbers().empty() && int64_t(end.getFlops()) >= 0);
}

static void lowerTraceBegin(OpLowering &l) {
  if (llvm::all_of(l.op->getUsers(), [](Operation *user) {
        return isLong(cast<TraceEndOp>(user));
      })) {
    l.out(l.call("trace_begin", l.i64Type(), {}));
    return;
  }
  Value none = l.i64(0);
  insertCold(l, isTracing(l), none, [&](Block *rest) {
    Value start = l.call("trace_begin", l.i64Type(), {});
    LLVM::BrOp::create(l.builder, l.loc, start, rest);
  });
  l.out(l.op->getBlock()->getArgument(0));
}

/// Text within quotes of JSON.
static std::string toJson(llvm::StringRef text) {
  std::string quoted;
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted;
}

/// The first bytes, not cut within a character.
static llvm::StringRef firstBytes(llvm::StringRef text, size_t count) {
  if (text.size() <= count)
    return text;
  while (count && (text[count] & 0xc0) == 0x80)
    --count;
  return text.take_front(count);
}

/// Bytes of a place or module in a trace.
static constexpr size_t longestPlace = 250;

static void lowerTraceEnd(OpLowering &l, TraceEndOp op) {
  std::string where = describeWhere(op);
  std::string place =
      firstBytes(llvm::StringRef(where).split('\n').first, longestPlace).str();
  Value start = l.in(op.getStart());
  SmallVector<Value> numbers = l.in(op.getNumbers());
  auto call = [&] {
    Value slots;
    if (numbers.empty()) {
      slots = LLVM::ZeroOp::create(l.builder, l.loc, l.ptr());
    } else {
      slots = l.abi.stackSlots(l.builder, l.loc, int64_t(numbers.size()));
      for (auto [i, number] : llvm::enumerate(numbers))
        l.abi.storeSlot(l.builder, l.loc, slots, int64_t(i), number);
    }
    std::string name = toJson(op.getName()), shapes = toJson(op.getShapes()),
                at = toJson(place),
                module = toJson(
                    firstBytes(describeModule(op.getLoc()), longestPlace));
    Value operation =
        l.abi.record(l.builder, l.loc, {name, at, shapes, module},
                     {int64_t(op.getFlops()), int64_t(op.getBytes())});
    l.call("trace_end", {start, operation, slots, l.i32(op.getPart() ? 1 : 0)});
  };
  if (isLong(op))
    return call();
  insertCold(l, isTracing(l), {}, [&](Block *rest) {
    call();
    LLVM::BrOp::create(l.builder, l.loc, ValueRange(), rest);
  });
}

static void lowerProfile(OpLowering &l, ProfileOp op) {
  SmallVector<Value> arguments = l.in(op.getInputs());
  llvm::StringRef what = op.getWhat();
  if (what == "start")
    arguments.push_back(l.where());
  std::string name = ("profile_" + what).str();
  if (op.getResult())
    l.out(l.call(name, getLeafType(op.getResult().getType()), arguments));
  else
    l.call(name, arguments);
}

static void lowerSystem(OpLowering &l, SystemOp op) {
  SmallVector<Value> arguments = l.in(op.getArguments());
  arguments.push_back(l.where());
  std::string name = ("system_" + op.getWhat()).str();
  if (op.getResult())
    l.out(l.call(name, getLeafType(op.getResult().getType()), arguments));
  else
    l.call(name, arguments);
}

static void lowerFile(OpLowering &l, FileOp op) {
  SmallVector<Value> arguments = l.in(op.getArguments());
  arguments.push_back(l.where());
  std::string name = ("file_" + op.getWhat()).str();
  if (op.getResult())
    l.out(l.call(name, getLeafType(op.getResult().getType()), arguments));
  else
    l.call(name, arguments);
}

static void lowerData(OpLowering &l, DataOp op) {
  SmallVector<Value> arguments = l.in(op.getArguments());
  arguments.push_back(l.where());
  l.out(l.call(op.getWhat().str(), getLeafType(op.getResult().getType()),
               arguments));
}

static void lowerSortRow(OpLowering &l, SortRowOp op) {
  int32_t order = llvm::StringSwitch<int32_t>(op.getOrder())
                      .Case("all", TINE_SORT_ALL)
                      .Case("first", TINE_SORT_FIRST)
                      .Case("partition", TINE_SORT_PARTITION)
                      .Case("kth", TINE_SORT_KTH);
  Value row = LLVM::IntToPtrOp::create(l.builder, l.loc, l.ptr(),
                                       l.in(op.getAddress()));
  l.call(op.getWide() ? "sort_wide" : "sort_narrow",
         {row, l.i32(order), l.in(op.getSize()), l.in(op.getFirst())});
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
      .Case([&](SystemOp op) {
        lowerSystem(l, op);
        return true;
      })
      .Case([&](FileOp op) {
        lowerFile(l, op);
        return true;
      })
      .Case([&](DataOp op) {
        lowerData(l, op);
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
      .Case([&](TraceBeginOp) {
        lowerTraceBegin(l);
        return true;
      })
      .Case([&](TraceEndOp op) {
        lowerTraceEnd(l, op);
        return true;
      })
      .Case([&](ProfileOp op) {
        lowerProfile(l, op);
        return true;
      })
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
      .Case([&](SortRowOp op) {
        lowerSortRow(l, op);
        return true;
      })
      .Case([&](ManualSeedOp op) {
        l.call("manual_seed", op.getSeed());
        return true;
      })
      .Default(false);
}
