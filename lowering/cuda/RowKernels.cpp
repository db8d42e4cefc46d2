//===- RowKernels.cpp - Rows in registers ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row has a power of two of threads, about one for four elements. Thread t
// keeps the elements number t, t + threads, ... of each buffer in registers,
// from the op that loads or makes them to the last one. What an op combines of
// a row goes through the warp by shuffles and through shared memory between
// warps, in an order that the sizes fix, and is then in a register of every
// thread of the row. Memory is written at the end, where somebody else reads
// it.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/RowKernels.h"
#include "lowering/cuda/BlockExchange.h"
#include "lowering/cuda/Combiners.h"
#include "lowering/cuda/PointEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// Threads of a block, if one row does not need more, and the most there are.
static constexpr int64_t usualBlock = 256, largestBlock = 1024;

/// Elements of a row that a thread has before the row gets more threads.
static constexpr int64_t usualElements = 4;

namespace {

class RowKernel {
public:
  RowKernel(RowGroup &group, KernelSet &kernels)
      : group(group), k(group.ops.back(), kernels), b(k.b) {}

  void emit();

private:
  void plan();
  /// The sizes of the loops over rows.
  SmallVector<OpFoldResult> planRows();
  /// The point of the op's loops in a slot; of an op of rows in any.
  SmallVector<Value> pointAt(Operation *op, size_t slot);
  /// A load that threads without an element do not do; they have zero.
  Value loadIf(Value condition, Value buffer,
               llvm::function_ref<Value()> offset);
  Value condition(Operation *op, size_t slot) {
    return group.isOfRows(op) ? isRow : isElement[slot];
  }

  void emitCopy(memref::CopyOp op);
  void emitGeneric(linalg::GenericOp op);
  void emitReduction(linalg::GenericOp op, PointEmitter &at);
  /// The arguments of the body, of results only those that are combined.
  SmallVector<Value> argumentsAt(linalg::GenericOp op, PointEmitter &at,
                                 size_t slot, ArrayRef<Value> combined);
  Value rowValue(Value buffer);
  Value rowOffset(Value buffer);

  /// What all threads of a row have, in each of them.
  SmallVector<Value> combineRow(ArrayRef<Combiner> combiners,
                                const SmallVector<Value> &mine);

  void storeAll();
  /// True if nothing but the group has to do with the buffer.
  bool isInternal(Value buffer);
  Value both(Value x, Value y) {
    return x && y ? arith::AndIOp::create(b, x, y).getResult() : x ? x : y;
  }

  RowGroup &group;
  KernelBuilder k;
  ImplicitLocOpBuilder &b;
  int64_t length = 1, threads = 0, block = 0;
  Value rows; // how many, on the host
  size_t slots = 0;
  Value thread, lane, rowInBlock;
  SmallVector<Value> rowPoint;
  SmallVector<SmallVector<Value>> innerPoints;
  /// Null where every thread has one.
  Value isRow;
  SmallVector<Value> isElement;
  /// What the buffers hold at this place of the program.
  llvm::DenseMap<Value, SmallVector<Value>> elements;
  llvm::DenseMap<Value, Value> rowValues;
  llvm::SetVector<Value> loaded, written;
  std::optional<BlockExchange> exchange;
};

SmallVector<OpFoldResult> RowKernel::planRows() {
  OpBuilder &host = k.host();
  Location loc = group.ops.back()->getLoc();
  SmallVector<OpFoldResult> sizes;
  int64_t known = 1;
  for (auto [i, size] : llvm::enumerate(group.rows)) {
    sizes.push_back(b.getIndexAttr(size));
    if (ShapedType::isDynamic(size))
      sizes.back() =
          host.createOrFold<memref::DimOp>(loc, group.whole, int64_t(i));
    else
      known *= size;
  }
  rows = arith::ConstantIndexOp::create(host, loc, known);
  for (OpFoldResult size : sizes)
    if (auto value = dyn_cast<Value>(size))
      rows = host.createOrFold<arith::MulIOp>(loc, rows, value);
  return sizes;
}

void RowKernel::plan() {
  SmallVector<OpFoldResult> sizes = planRows();
  for (int64_t size : group.inner)
    length *= size;
  threads = std::clamp<int64_t>(
      llvm::PowerOf2Ceil(llvm::divideCeil(length, usualElements)), 1,
      largestBlock);
  block = std::max(threads, usualBlock);
  slots = llvm::divideCeil(length, threads);
  int64_t rowsOfBlock = block / threads;
  exchange.emplace(k, block);

  thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value row = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  lane = thread;
  rowInBlock = k.index(0);
  if (rowsOfBlock != 1) {
    lane = arith::RemUIOp::create(b, thread, k.index(threads));
    rowInBlock = arith::DivUIOp::create(b, thread, k.index(threads));
    row = k.add(k.mul(row, k.index(rowsOfBlock)), rowInBlock);
    std::optional<int64_t> known = getConstantIntValue(rows);
    if (!known || *known % rowsOfBlock != 0)
      isRow = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, row,
                                    k.scalar(rows));
  }
  rowPoint = k.split(row, sizes);
  for (int64_t slot : llvm::seq<int64_t>(slots)) {
    Value element = k.add(lane, k.index(slot * threads));
    Value inside;
    if ((slot + 1) * threads > length)
      inside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, element,
                                     k.index(length));
    isElement.push_back(both(isRow, inside));
    innerPoints.push_back(
        k.split(element, getAsIndexOpFoldResult(b.getContext(), group.inner)));
  }
}

SmallVector<Value> RowKernel::pointAt(Operation *op, size_t slot) {
  SmallVector<Value> point = rowPoint;
  if (!group.isOfRows(op))
    llvm::append_range(point, innerPoints[slot]);
  else
    while (point.size() < cast<linalg::GenericOp>(op).getNumLoops())
      point.push_back(k.index(0));
  return point;
}

Value RowKernel::loadIf(Value condition, Value buffer,
                        llvm::function_ref<Value()> offset) {
  const KernelBuilder::Buffer &from = k.buffer(buffer);
  if (!condition)
    return k.load(from, offset());
  auto choice = scf::IfOp::create(b, from.element, condition, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, k.load(from, offset()));
  b.setInsertionPointToStart(choice.elseBlock());
  // Constants have no signs.
  Type plain = from.element;
  if (auto integer = dyn_cast<IntegerType>(plain))
    plain = b.getIntegerType(integer.getWidth());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(plain));
  if (plain != from.element)
    zero =
        UnrealizedConversionCastOp::create(b, from.element, zero).getResult(0);
  scf::YieldOp::create(b, zero);
  return choice.getResult(0);
}

Value RowKernel::rowOffset(Value buffer) {
  SmallVector<Value> indices = rowPoint;
  indices.resize(cast<MemRefType>(buffer.getType()).getRank(), k.index(0));
  return k.offsetOf(k.buffer(buffer), indices);
}

Value RowKernel::rowValue(Value buffer) {
  if (Value value = rowValues.lookup(buffer))
    return value;
  loaded.insert(buffer);
  return rowValues[buffer] =
             loadIf(isRow, buffer, [&] { return rowOffset(buffer); });
}

void RowKernel::emitCopy(memref::CopyOp op) {
  Value value = rowValue(op.getSource());
  rowValues[op.getTarget()] = value;
  written.insert(op.getTarget());
}

SmallVector<Value> RowKernel::argumentsAt(linalg::GenericOp op,
                                          PointEmitter &at, size_t slot,
                                          ArrayRef<Value> combined) {
  SmallVector<Value> point = pointAt(op, slot), arguments;
  for (OpOperand &operand : op->getOpOperands()) {
    Value buffer = operand.get();
    auto offset = [&] { return at.offsetAt(operand, point); };
    RowPlace place = group.placeOf(op, operand);
    if (op.isDpsInit(&operand) && !combined.empty()) {
      arguments.push_back(
          combined[operand.getOperandNumber() - op.getNumDpsInputs()]);
    } else if (!isa<MemRefType>(buffer.getType())) {
      arguments.push_back(k.scalar(buffer));
    } else if (!op.payloadUsesValueFromOperand(&operand)) {
      arguments.push_back(LLVM::PoisonOp::create(
          b, op.getMatchingBlockArgument(&operand).getType()));
    } else if (place == RowPlace::Row) {
      arguments.push_back(rowValue(buffer));
    } else if (place == RowPlace::Elsewhere) {
      arguments.push_back(loadIf(condition(op, slot), buffer, offset));
    } else {
      SmallVector<Value> &values = elements[buffer];
      values.resize(slots);
      if (!values[slot]) {
        loaded.insert(buffer);
        values[slot] = loadIf(isElement[slot], buffer, offset);
      }
      arguments.push_back(values[slot]);
    }
  }
  return arguments;
}

void RowKernel::emitReduction(linalg::GenericOp op, PointEmitter &at) {
  SmallVector<Combiner> combiners = *findCombiners(op);
  SmallVector<Value> all = neutralsOf(combiners, k);
  for (size_t slot : llvm::seq(slots)) {
    SmallVector<Value> next =
        at.body(argumentsAt(op, at, slot, all), pointAt(op, slot));
    if (isElement[slot])
      for (auto [value, before] : llvm::zip_equal(next, all))
        value = arith::SelectOp::create(b, isElement[slot], value, before);
    all = next;
  }
  all = combineRow(combiners, all);
  SmallVector<Value> starts;
  for (Value init : op.getDpsInits())
    starts.push_back(rowValue(init));
  for (auto [init, value] :
       llvm::zip_equal(op.getDpsInits(), combine(combiners, starts, all, k))) {
    rowValues[init] = value;
    written.insert(init);
  }
}

void RowKernel::emitGeneric(linalg::GenericOp op) {
  PointEmitter at(op, k);
  if (op.getNumReductionLoops() != 0)
    return emitReduction(op, at);
  bool ofRows = group.isOfRows(op);
  for (size_t slot : llvm::seq(ofRows ? 1 : slots)) {
    SmallVector<Value> results =
        at.body(argumentsAt(op, at, slot, {}), pointAt(op, slot));
    for (auto [init, value] : llvm::zip_equal(op.getDpsInits(), results)) {
      written.insert(init);
      if (ofRows) {
        rowValues[init] = value;
        continue;
      }
      elements[init].resize(slots);
      elements[init][slot] = value;
    }
  }
}

SmallVector<Value> RowKernel::combineRow(ArrayRef<Combiner> combiners,
                                         const SmallVector<Value> &mine) {
  return exchange->combine(thread, rowInBlock, threads, mine,
                           [&](ArrayRef<Value> x, ArrayRef<Value> y) {
                             return combine(combiners, x, y, k);
                           });
}

bool RowKernel::isInternal(Value buffer) {
  return !loaded.contains(buffer) && buffer.getDefiningOp<memref::AllocOp>() &&
         llvm::all_of(buffer.getUsers(), [&](Operation *user) {
           return isa<memref::DeallocOp>(user) ||
                  llvm::is_contained(group.ops, user);
         });
}

void RowKernel::storeAll() {
  // A number that other threads of the row have loaded must have been.
  if (llvm::any_of(written, [&](Value buffer) {
        return rowValues.contains(buffer) && loaded.contains(buffer);
      }))
    gpu::BarrierOp::create(b);
  auto storeIf = [&](Value condition, Value value, Value buffer,
                     llvm::function_ref<Value()> offset) {
    OpBuilder::InsertionGuard guard(b);
    if (condition) {
      auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
      b.setInsertionPointToStart(branch.thenBlock());
    }
    k.store(value, k.buffer(buffer), offset());
  };
  Value isFirst = both(isRow, arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    lane, k.index(0)));
  for (Value buffer : written) {
    if (isInternal(buffer))
      continue;
    if (Value value = rowValues.lookup(buffer)) {
      storeIf(isFirst, value, buffer, [&] { return rowOffset(buffer); });
      continue;
    }
    for (size_t slot : llvm::seq(slots))
      storeIf(isElement[slot], elements[buffer][slot], buffer, [&] {
        SmallVector<Value> point = rowPoint;
        llvm::append_range(point, innerPoints[slot]);
        return k.offsetOf(k.buffer(buffer), point);
      });
  }
}

void RowKernel::emit() {
  plan();
  for (Operation *op : group.ops)
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      emitCopy(copy);
    else
      emitGeneric(cast<linalg::GenericOp>(op));
  storeAll();
  SmallVector<Value> internal;
  for (Value buffer : written)
    if (isInternal(buffer))
      internal.push_back(buffer);
  SmallVector<Operation *> releases = group.findReleases();
  for (Operation *release : llvm::reverse(releases))
    release->moveAfter(group.ops.back());
  Location loc = group.ops.back()->getLoc();
  Value blocks = k.host().createOrFold<arith::CeilDivUIOp>(
      loc, rows,
      arith::ConstantIndexOp::create(k.host(), loc, block / threads));
  k.launch(blocks, block);
  for (Operation *op : ArrayRef(group.ops).drop_back())
    op->erase();
  for (Value buffer : internal) {
    for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
      user->erase();
    buffer.getDefiningOp()->erase();
  }
}

} // namespace

void cuda::makeRowKernel(RowGroup &group, KernelSet &kernels) {
  RowKernel(group, kernels).emit();
}
