//===- BlockExchange.cpp - What threads of a block combine ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shuffle moves 32 bits: wider values take two, narrower ones are extended.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/BlockExchange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

Value BlockExchange::shuffleWord(Value word, int64_t distance) {
  ImplicitLocOpBuilder &b = k.b;
  Type i32 = b.getI32Type();
  return gpu::ShuffleOp::create(
             b, word, arith::ConstantIntOp::create(b, i32, distance),
             arith::ConstantIntOp::create(b, i32, warp), gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

/// The value of the thread whose number differs in one bit.
Value BlockExchange::shuffle(Value value, int64_t distance) {
  ImplicitLocOpBuilder &b = k.b;
  Type type = value.getType(), i32 = b.getI32Type(), i64 = b.getI64Type();
  if (type.isIndex())
    return arith::IndexCastOp::create(
        b, type, shuffle(arith::IndexCastOp::create(b, i64, value), distance));
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  if (type != integer)
    return arith::BitcastOp::create(
        b, type,
        shuffle(arith::BitcastOp::create(b, integer, value), distance));
  if (bits < 32)
    return arith::TruncIOp::create(
        b, type, shuffleWord(arith::ExtUIOp::create(b, i32, value), distance));
  if (bits == 32)
    return shuffleWord(value, distance);
  Value half = arith::ConstantIntOp::create(b, i64, 32);
  Value low = shuffleWord(arith::TruncIOp::create(b, i32, value), distance);
  Value high = shuffleWord(
      arith::TruncIOp::create(b, i32, arith::ShRUIOp::create(b, value, half)),
      distance);
  return arith::OrIOp::create(
      b, arith::ExtUIOp::create(b, i64, low),
      arith::ShLIOp::create(b, arith::ExtUIOp::create(b, i64, high), half));
}

SmallVector<Value> BlockExchange::combineLanes(SmallVector<Value> mine,
                                               int64_t lanes, CombineTwo two) {
  for (int64_t distance = lanes / 2; distance; distance /= 2) {
    SmallVector<Value> others;
    for (Value value : mine)
      others.push_back(shuffle(value, distance));
    mine = two(mine, others);
  }
  return mine;
}

SmallVector<Value> BlockExchange::buffersFor(ArrayRef<Value> values,
                                             int64_t size) {
  if (!shared.empty())
    gpu::BarrierOp::create(k.b);
  SmallVector<Value> buffers;
  for (Value value : values) {
    Value &buffer = shared[{value.getType(), size}];
    if (!buffer || llvm::is_contained(buffers, buffer))
      buffer = k.sharedMemory(size, value.getType());
    buffers.push_back(buffer);
  }
  return buffers;
}

void BlockExchange::store(ArrayRef<Value> values, ArrayRef<Value> buffers,
                          Value at) {
  for (auto [buffer, value] : llvm::zip_equal(buffers, values))
    memref::StoreOp::create(k.b, k.toStored(value), buffer, ValueRange(at));
}

SmallVector<Value> BlockExchange::load(ArrayRef<Value> buffers,
                                       ArrayRef<Value> like, Value at) {
  SmallVector<Value> values;
  for (auto [buffer, value] : llvm::zip_equal(buffers, like))
    values.push_back(k.fromStored(
        memref::LoadOp::create(k.b, buffer, ValueRange(at)), value.getType()));
  return values;
}

SmallVector<Value> BlockExchange::combine(Value thread, Value group,
                                          int64_t threads,
                                          SmallVector<Value> mine,
                                          CombineTwo two) {
  ImplicitLocOpBuilder &b = k.b;
  mine = combineLanes(mine, std::min(threads, warp), two);
  if (threads <= warp)
    return mine;
  SmallVector<Value> buffers = buffersFor(mine, block / warp);
  Value inWarp = arith::RemUIOp::create(b, thread, k.index(warp));
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, inWarp, k.index(0));
  {
    OpBuilder::InsertionGuard guard(b);
    auto first = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
    b.setInsertionPointToStart(first.thenBlock());
    store(mine, buffers,
          arith::DivUIOp::create(b, thread, k.index(warp)).getResult());
  }
  gpu::BarrierOp::create(b);
  // Each warp combines what those of its group have.
  int64_t warps = threads / warp;
  Value other = arith::RemUIOp::create(b, inWarp, k.index(warps));
  Value at = k.add(k.mul(group, k.index(warps)), other);
  return combineLanes(load(buffers, mine, at), warps, two);
}

SmallVector<Value> BlockExchange::combineColumns(Value thread, int64_t columns,
                                                 SmallVector<Value> mine,
                                                 CombineTwo two) {
  SmallVector<Value> buffers = buffersFor(mine, block);
  store(mine, buffers, thread);
  gpu::BarrierOp::create(k.b);
  Value column = arith::RemUIOp::create(k.b, thread, k.index(columns));
  SmallVector<SmallVector<Value>> rows;
  for (int64_t row = 0; row != block / columns; ++row)
    rows.push_back(load(buffers, mine, k.add(column, k.index(row * columns))));
  while (rows.size() > 1) {
    SmallVector<SmallVector<Value>> pairs;
    for (size_t i = 0; i != rows.size(); i += 2)
      pairs.push_back(two(rows[i], rows[i + 1]));
    rows = std::move(pairs);
  }
  return rows.front();
}
