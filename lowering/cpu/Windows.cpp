//===- Windows.cpp - The windows of a convolution as a matrix -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the packing of a block of the matrix.
//
// How:
// 1. The columns are cut into runs, which lie in one line of the result.
// 2. For each tap a run reads a part of a line of the input: what lies outside
//    is 0. The part is the same for all channels.
// 3. Lines are copied by vectors, also with a stride of 2. No store is masked:
//    without registers for masks that is slow.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Windows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {

Windows::Windows(ImplicitLocOpBuilder &b, Value input, Sizes kernelSizes,
                 Sizes outSizes, ArrayRef<int64_t> strides,
                 ArrayRef<int64_t> paddings, ArrayRef<int64_t> dilations,
                 int64_t lanes)
    : index{b}, b(b), input(input),
      in{index.size(input, 2), index.size(input, 3), index.size(input, 4)},
      kernel(kernelSizes), out(outSizes), strides(strides), paddings(paddings),
      dilations(dilations),
      vector(VectorType::get(
          {lanes}, cast<MemRefType>(input.getType()).getElementType())),
      taps(index.mul(index.mul(kernel[0], kernel[1]), kernel[2])),
      places(index.mul(index.mul(out[0], out[1]), out[2])) {}

/// Columns of a packed block.
static int64_t widthOf(Value block) {
  int64_t width = cast<MemRefType>(block.getType()).getDimSize(1);
  return ShapedType::isDynamic(width) ? std::numeric_limits<int64_t>::max()
                                      : width;
}

WindowBlock Windows::blockOf(Value channels, int64_t most) {
  std::optional<int64_t> count = getConstantIntValue(taps);
  if (!count || *count > most || *count == 0)
    return {false, 1, most};
  int64_t some = most / *count;
  std::optional<int64_t> all = getConstantIntValue(channels);
  if (all && *all > 0) {
    int64_t blocks = (*all + some - 1) / some;
    some = (*all + blocks - 1) / blocks;
  }
  return {true, some, *count};
}

void Windows::pack(const WindowRows &rows, Value begin, Value end,
                   Value block) {
  auto runFrom = [&](Value column) {
    Value line = index.floorDiv(column, out[2]);
    Run run;
    run.place[2] = index.remainder(column, out[2]);
    run.place[1] = index.remainder(line, out[1]);
    run.place[0] = index.floorDiv(line, out[1]);
    run.length =
        index.min(index.sub(out[2], run.place[2]), index.sub(end, column));
    run.column = index.sub(column, begin);
    packRun(rows, run, block);
    return run.length;
  };
  if (isConstantIntValue(out[0], 1) && isConstantIntValue(out[1], 1)) {
    Value zero = index.constant(0);
    packRun(rows, {{zero, zero, begin}, index.sub(end, begin), zero}, block);
    return;
  }
  auto loop = scf::WhileOp::create(
      b, TypeRange{b.getIndexType()}, ValueRange{begin},
      [&](OpBuilder &at, Location where, ValueRange args) {
        Value more = arith::CmpIOp::create(at, where, arith::CmpIPredicate::slt,
                                           args[0], end);
        scf::ConditionOp::create(at, where, more, args);
      },
      [](OpBuilder &, Location, ValueRange) {});
  OpBuilder::InsertionGuard guard(b);
  Block *body = loop.getAfterBody();
  b.setInsertionPointToStart(body);
  Value column = body->getArgument(0);
  Value length = runFrom(column);
  scf::YieldOp::create(b, ValueRange{index.add(column, length)});
}

/// How many of the places start, start + stride, ... lie below the bound.
Value Windows::below(Value bound, Value start, int64_t stride, Value most) {
  Value rest = index.max(index.sub(bound, start), 0);
  return index.min(index.ceilDiv(rest, stride), most);
}

void Windows::packRun(const WindowRows &rows, const Run &run, Value block) {
  using P = arith::CmpIPredicate;
  Value count = index.sub(rows.lastTap, rows.firstTap);
  index.loop(rows.firstTap, rows.lastTap, 1, [&](Value tap) {
    Value line = index.floorDiv(tap, kernel[2]);
    Value at[3] = {index.floorDiv(line, kernel[1]),
                   index.remainder(line, kernel[1]),
                   index.remainder(tap, kernel[2])};
    for (int i = 0; i < 3; ++i)
      at[i] = index.add(index.add(index.mul(run.place[i], strides[i]),
                                  index.mul(at[i], dilations[i])),
                        -paddings[i]);
    Value begin = below(index.constant(0), at[2], strides[2], run.length);
    Value end = index.max(below(in[2], at[2], strides[2], run.length), begin);
    for (int i = 0; i < 2; ++i) {
      // Below 0 is a great number without a sign.
      Value inside = b.createOrFold<arith::CmpIOp>(P::ult, at[i], in[i]);
      begin = b.createOrFold<arith::SelectOp>(inside, begin, run.length);
      end = b.createOrFold<arith::SelectOp>(inside, end, run.length);
    }
    Value isPart = b.createOrFold<arith::CmpIOp>(P::slt, index.sub(end, begin),
                                                 run.length);
    Value first = index.sub(tap, rows.firstTap);
    index.loop(index.constant(0), rows.channels, 1, [&](Value channel) {
      Value row = index.add(index.mul(channel, count), first);
      index.when(isPart, [&] { clear(row, run, block); });
      copyLine(
          {rows.image, index.add(rows.channel, channel), at[0], at[1], at[2]},
          row, run, begin, end, block);
    });
  });
}

void Windows::clear(Value row, const Run &run, Value block) {
  index.parts(index.constant(0), run.length, lanes(), widthOf(block),
              [&](Value j, int64_t count) {
                vector::StoreOp::create(
                    b, index.zero(vectorOf(count)), block,
                    ValueRange{row, index.add(run.column, j)});
              });
}

void Windows::copyLine(ValueRange from, Value row, const Run &run, Value begin,
                       Value end, Value block) {
  auto load = [&](Value j, int64_t count, int64_t offset) -> Value {
    SmallVector<Value> at(from);
    at[4] = index.add(index.add(at[4], index.mul(j, strides[2])), offset);
    return vector::LoadOp::create(b, vectorOf(count), input, at);
  };
  // Vectors with a greater stride would read more than they use.
  int64_t each = strides[2] > 2 ? 1 : lanes();
  index.parts(begin, end, each, widthOf(block), [&](Value j, int64_t count) {
    Value line = load(j, count, 0);
    if (strides[2] == 2 && count > 1) {
      // The second half ends with the last element that is used.
      Value behind = load(j, count, count - 1);
      SmallVector<int64_t> used;
      for (int64_t i = 0; i < count; ++i)
        used.push_back(2 * i < count ? 2 * i : 2 * i + 1);
      line = vector::ShuffleOp::create(b, line, behind, used);
    }
    vector::StoreOp::create(b, line, block,
                            ValueRange{row, index.add(run.column, j)});
  });
}

} // namespace tine
