//===- SortKernels.cpp - Blocks that sort ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bitonic network in shared memory: a piece of `width` elements has width / 2
// threads, each of which compares two in each step. Columns come along, and
// decide between equal elements, so that the order is that of a stable sort.
// Behind the end of a row there are elements that come last.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/SortKernels.h"
#include "lowering/cuda/SortOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// Threads of a block of short pieces.
static constexpr int64_t usualBlock = 256;

namespace {

class SortKernel {
public:
  SortKernel(SortPiecesOp op, KernelSet &kernels)
      : op(op), k(op, kernels), b(k.b), width(int64_t(op.getWidth())),
        threads(width / 2), block(std::max(threads, usualBlock)) {}

  void make();

private:
  /// An element in shared memory, with its column.
  struct Element {
    Value key, column;
  };

  void plan();
  Element loadShared(Value at);
  void storeShared(const Element &element, Value at);
  /// Each of the two elements that this thread moves, by the number in its
  /// piece, and its place in the row.
  void forTwo(llvm::function_ref<void(Value number, Value column)> body);
  void fill();
  void sort();
  void compare(Value level, Value step);
  void write();
  Value comesFirst(const Element &x, const Element &y);

  SortPiecesOp op;
  KernelBuilder k;
  ImplicitLocOpBuilder &b;
  int64_t width, threads, block;
  Value blocks; // of the launch, on the host
  Value keys, columns, lane, base, row, begin, size, isPiece;
};

void SortKernel::plan() {
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(host, loc, value);
  };
  Value rows = host.createOrFold<memref::DimOp>(loc, op.getElements(), 0);
  Value length = host.createOrFold<memref::DimOp>(loc, op.getElements(), 1);
  Value pieces =
      host.createOrFold<arith::CeilDivUIOp>(loc, length, constant(width));
  Value all = host.createOrFold<arith::MulIOp>(loc, rows, pieces);
  blocks = host.createOrFold<arith::CeilDivUIOp>(loc, all,
                                                 constant(block / threads));

  Type element = cast<MemRefType>(op.getElements().getType()).getElementType();
  keys = k.sharedMemory(2 * block, element);
  columns = k.sharedMemory(2 * block, b.getI32Type());
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value piece = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  lane = thread;
  base = k.index(0);
  if (block != threads) {
    lane = arith::RemUIOp::create(b, thread, k.index(threads));
    Value number = arith::DivUIOp::create(b, thread, k.index(threads));
    base = k.mul(number, k.index(width));
    piece = k.add(k.mul(piece, k.index(block / threads)), number);
  }
  Value count = k.scalar(all);
  isPiece = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, piece, count);
  // Of a piece that is not there it reads another one.
  piece = arith::MinUIOp::create(b, piece,
                                 arith::SubIOp::create(b, count, k.index(1)));
  Value ofRow = k.scalar(pieces);
  row = arith::DivUIOp::create(b, piece, ofRow);
  begin = k.mul(arith::RemUIOp::create(b, piece, ofRow), k.index(width));
  size = k.scalar(length);
}

void SortKernel::forTwo(
    llvm::function_ref<void(Value number, Value column)> body) {
  for (int64_t half : {0, 1}) {
    Value number = k.add(lane, k.index(half * threads));
    body(number, k.add(begin, number));
  }
}

SortKernel::Element SortKernel::loadShared(Value at) {
  Type element = cast<MemRefType>(op.getElements().getType()).getElementType();
  return {
      k.fromStored(memref::LoadOp::create(b, keys, ValueRange(at)), element),
      memref::LoadOp::create(b, columns, ValueRange(at))};
}

void SortKernel::storeShared(const Element &element, Value at) {
  memref::StoreOp::create(b, k.toStored(element.key), keys, ValueRange(at));
  memref::StoreOp::create(b, element.column, columns, ValueRange(at));
}

/// The column of what is behind the end.
static Value noColumn(ImplicitLocOpBuilder &b) {
  return arith::ConstantIntOp::create(b, b.getI32Type(),
                                      std::numeric_limits<int32_t>::max());
}

void SortKernel::fill() {
  KernelBuilder::Buffer elements = k.buffer(op.getElements());
  KernelBuilder::Buffer from = k.buffer(op.getFrom());
  Value last = arith::SubIOp::create(b, size, k.index(1));
  forTwo([&](Value number, Value column) {
    Value exists =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, column, size);
    Value place[] = {row, arith::MinUIOp::create(b, column, last)};
    Value key = k.load(elements, k.offsetOf(elements, place));
    Value own = k.load(from, k.offsetOf(from, place));
    storeShared({key, arith::SelectOp::create(b, exists, own, noColumn(b))},
                k.add(base, number));
  });
}

Value SortKernel::comesFirst(const Element &x, const Element &y) {
  auto equals = [&](Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
  };
  Value before = isBefore(b, x.key, y.key, op.getDescending());
  Value behind = isBefore(b, y.key, x.key, op.getDescending());
  Value isLeft =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, x.column, y.column);
  Value none = noColumn(b);
  // Columns decide between equal elements, and where one is behind the end.
  Value byColumn = arith::OrIOp::create(
      b, equals(before, behind),
      arith::OrIOp::create(b, equals(x.column, none), equals(y.column, none)));
  return arith::SelectOp::create(b, byColumn, isLeft, before);
}

/// Of what pieces of 2^level are made of, sorted up and down in turns, the
/// elements that are 2^(level - step) apart.
void SortKernel::compare(Value level, Value step) {
  Value one = k.index(1);
  Value distance =
      arith::ShLIOp::create(b, one, arith::SubIOp::create(b, level, step));
  Value low =
      arith::AndIOp::create(b, lane, arith::SubIOp::create(b, distance, one));
  Value first = arith::AddIOp::create(
      b, lane, arith::SubIOp::create(b, lane, low)); // twice the rest, and low
  Value second = k.add(first, distance);
  Value isUp = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq,
      arith::AndIOp::create(b, first,
                            arith::ShLIOp::create(b, k.index(2), level)),
      k.index(0));
  Value atFirst = k.add(base, first), atSecond = k.add(base, second);
  Element x = loadShared(atFirst), y = loadShared(atSecond);
  Value swaps = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                      comesFirst(y, x), isUp);
  auto choose = [&](const Element &ifSo, const Element &ifNot) -> Element {
    return {arith::SelectOp::create(b, swaps, ifSo.key, ifNot.key),
            arith::SelectOp::create(b, swaps, ifSo.column, ifNot.column)};
  };
  storeShared(choose(y, x), atFirst);
  storeShared(choose(x, y), atSecond);
}

void SortKernel::sort() {
  OpBuilder::InsertionGuard guard(b);
  Value zero = k.index(0), one = k.index(1);
  int64_t levels = int64_t(llvm::Log2_64(uint64_t(width)));
  auto outer = scf::ForOp::create(b, zero, k.index(levels), one);
  b.setInsertionPointToStart(outer.getBody());
  Value level = outer.getInductionVar();
  auto inner = scf::ForOp::create(b, zero, k.add(level, one), one);
  b.setInsertionPointToStart(inner.getBody());
  gpu::BarrierOp::create(b);
  compare(level, inner.getInductionVar());
}

void SortKernel::write() {
  gpu::BarrierOp::create(b);
  KernelBuilder::Buffer elements = k.buffer(op.getDest());
  KernelBuilder::Buffer to = k.buffer(op.getColumns());
  forTwo([&](Value number, Value column) {
    Value exists = arith::AndIOp::create(
        b, isPiece,
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, column, size));
    auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Element element = loadShared(k.add(base, number));
    Value place[] = {row, column};
    k.store(element.key, elements, k.offsetOf(elements, place));
    k.store(element.column, to, k.offsetOf(to, place));
  });
}

void SortKernel::make() {
  plan();
  fill();
  sort();
  write();
  k.launch(blocks, block);
}

} // namespace

void cuda::makeSortKernel(SortPiecesOp op, KernelSet &kernels) {
  SortKernel(op, kernels).make();
}
