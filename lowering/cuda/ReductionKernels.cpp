//===- ReductionKernels.cpp - Blocks of threads for a result --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread t of a block of 256 combines the values number t, t + 256, ... of its
// result; then the threads combine what they have, in warps and between them.
// So the order is that of the sizes, and results are the same in every run.
// Where neighbouring results are made of neighbouring elements (sums of
// columns), a block has 32 results and 8 threads for each, so that a warp reads
// what lies together. Where results are few, each has several blocks, whose
// parts a second kernel combines.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/ReductionKernels.h"
#include "lowering/cuda/BlockExchange.h"
#include "lowering/cuda/Combiners.h"
#include "lowering/cuda/PointEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// Values of a result from which on it has a block.
static constexpr int64_t leastValues = 64;

/// Values that are worth a block.
static constexpr int64_t valuesOfBlock = 8192;

namespace {

class ReductionKernel : PointEmitter {
public:
  /// A block has so many results, and equally many threads for each.
  ReductionKernel(linalg::GenericOp op, KernelBuilder &k,
                  ArrayRef<Combiner> combiners, int64_t columns)
      : PointEmitter(op, k), combiners(combiners), columns(columns) {}

  /// A block for each group of results.
  void emitWhole();
  /// `parts` blocks for each group of results, whose part s of result p becomes
  /// element p * parts + s of the buffers.
  void emitParts(Value parts, ArrayRef<Value> buffers);
  /// A block for each result, which combines those parts.
  void emitRest(Value parts, ArrayRef<Value> buffers);

private:
  /// Blocks for all results, on the host.
  Value blocksOf();
  /// The number of this thread's result in a group, and whether there is one.
  std::pair<Value, Value> resultOf(Value thread, Value group);
  /// The place of the thread among those of its result.
  Value rowOf(Value thread);
  /// Combines what `step` gives from `first` on below `end`, one in so many as
  /// a result has threads.
  SmallVector<Value> combineStrided(
      Value first, Value end,
      llvm::function_ref<SmallVector<Value>(Value, ArrayRef<Value>)> step);
  /// What all threads of a result have, in each of them.
  SmallVector<Value> combineBlock(Value thread, const SmallVector<Value> &mine);
  /// The values of a result, by number.
  SmallVector<Value> combineValues(SmallVector<Value> &point, Value first,
                                   Value end);
  /// Starts a branch that the first thread of each result takes.
  void onlyFirst(Value thread, Value exists);

  ArrayRef<Combiner> combiners;
  int64_t columns;
};

Value ReductionKernel::blocksOf() {
  return divideUp(countOf(parallelLoops()), columns);
}

std::pair<Value, Value> ReductionKernel::resultOf(Value thread, Value group) {
  if (columns == 1)
    return {group, Value()};
  Value column = arith::RemUIOp::create(b, thread, k.index(columns));
  Value number = k.add(k.mul(group, k.index(columns)), column);
  return {number, arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number,
                                        k.scalar(countOf(parallelLoops())))};
}

Value ReductionKernel::rowOf(Value thread) {
  return columns == 1
             ? thread
             : arith::DivUIOp::create(b, thread, k.index(columns)).getResult();
}

SmallVector<Value> ReductionKernel::combineStrided(
    Value first, Value end,
    llvm::function_ref<SmallVector<Value>(Value, ArrayRef<Value>)> step) {
  auto loop =
      scf::ForOp::create(b, first, end, k.index(sharingThreads / columns),
                         neutralsOf(combiners, k));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> carried(ValueRange(loop.getRegionIterArgs()));
  scf::YieldOp::create(b, step(loop.getInductionVar(), carried));
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value>
ReductionKernel::combineBlock(Value thread, const SmallVector<Value> &mine) {
  BlockExchange exchange(k, sharingThreads);
  auto two = [&](ArrayRef<Value> x, ArrayRef<Value> y) {
    return combine(combiners, x, y, k);
  };
  return columns == 1
             ? exchange.combine(thread, k.index(0), sharingThreads, mine, two)
             : exchange.combineColumns(thread, columns, mine, two);
}

SmallVector<Value> ReductionKernel::combineValues(SmallVector<Value> &point,
                                                  Value first, Value end) {
  SmallVector<unsigned> loops = otherLoops();
  return combineStrided(first, end, [&](Value number, ArrayRef<Value> before) {
    setPoint(point, loops, number);
    return visit(point, before);
  });
}

void ReductionKernel::onlyFirst(Value thread, Value exists) {
  Value first = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, thread,
                                      k.index(columns));
  onlyIf(exists ? arith::AndIOp::create(b, first, exists) : first);
}

void ReductionKernel::emitWhole() {
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  auto [result, exists] =
      resultOf(thread, gpu::BlockIdOp::create(b, gpu::Dimension::x));
  SmallVector<Value> point(op.getNumLoops());
  setPoint(point, parallelLoops(), result);
  Value values = k.scalar(countOf(otherLoops()));
  if (exists)
    values = arith::SelectOp::create(b, exists, values, k.index(0));
  SmallVector<Value> all =
      combineBlock(thread, combineValues(point, rowOf(thread), values));
  onlyFirst(thread, exists);
  storeAt(point, combine(combiners, startsAt(point), all, k));
  k.launch(blocksOf(), sharingThreads);
}

void ReductionKernel::emitParts(Value parts, ArrayRef<Value> buffers) {
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value count = k.scalar(parts), values = k.scalar(countOf(otherLoops()));
  Value part = arith::RemUIOp::create(b, block, count);
  auto [result, exists] =
      resultOf(thread, arith::DivUIOp::create(b, block, count));
  SmallVector<Value> point(op.getNumLoops());
  setPoint(point, parallelLoops(), result);
  Value length = arith::CeilDivUIOp::create(b, values, count);
  Value begin = k.mul(part, length);
  Value end = arith::MinUIOp::create(b, k.add(begin, length), values);
  if (exists)
    end = arith::SelectOp::create(b, exists, end, k.index(0));
  SmallVector<Value> all = combineBlock(
      thread, combineValues(point, k.add(begin, rowOf(thread)), end));
  onlyFirst(thread, exists);
  Value at = k.add(k.mul(result, count), part);
  for (auto [buffer, value] : llvm::zip_equal(buffers, all))
    k.store(value, k.buffer(buffer), at);
  OpBuilder &host = k.host();
  Value blocks = arith::MulIOp::create(host, op.getLoc(), blocksOf(), parts);
  k.launch(blocks, sharingThreads);
}

void ReductionKernel::emitRest(Value parts, ArrayRef<Value> buffers) {
  SmallVector<unsigned> parallel = parallelLoops();
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  SmallVector<Value> point(op.getNumLoops());
  setPoint(point, parallel, block);
  Value count = k.scalar(parts);
  Value first = k.mul(block, count);
  SmallVector<Value> mine =
      combineStrided(thread, count, [&](Value part, ArrayRef<Value> before) {
        SmallVector<Value> loaded;
        for (Value buffer : buffers)
          loaded.push_back(k.load(k.buffer(buffer), k.add(first, part)));
        return combine(combiners, before, loaded, k);
      });
  SmallVector<Value> all = combineBlock(thread, mine);
  onlyFirst(thread, Value());
  storeAt(point, combine(combiners, startsAt(point), all, k));
  k.launch(countOf(parallel), sharingThreads);
}

/// What is known of the work when the program is compiled.
struct Work {
  std::optional<int64_t> results, values;
  /// Neighbouring results are made of neighbouring elements.
  bool isColumnwise = false;
};

Work workOf(linalg::GenericOp op) {
  Work work;
  auto count = [&](utils::IteratorType kind) -> std::optional<int64_t> {
    int64_t product = 1;
    for (auto [size, of] : llvm::zip_equal(op.getStaticLoopRanges(),
                                           op.getIteratorTypesArray())) {
      if (of != kind)
        continue;
      if (ShapedType::isDynamic(size))
        return std::nullopt;
      product *= size;
    }
    return product;
  };
  work.results = count(utils::IteratorType::parallel);
  work.values = count(utils::IteratorType::reduction);
  work.isColumnwise = isColumnwise(op);
  return work;
}

/// The results of a block.
int64_t columnsOf(const Work &work) {
  return work.isColumnwise ? columnsOfBlock : 1;
}

/// The blocks for each group of results, on the host; null for one.
Value partsOf(linalg::GenericOp op, const Work &work) {
  if (!work.results || *work.results == 0)
    return {};
  int64_t columns = columnsOf(work);
  int64_t groups = llvm::divideCeil(*work.results, columns);
  int64_t valuesOfPart = valuesOfBlock / columns;
  if (groups * 2 > sharingBlocks ||
      (work.values && *work.values < 2 * valuesOfPart))
    return {};
  int64_t most = sharingBlocks / groups;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  if (work.values)
    return arith::ConstantIndexOp::create(
        builder, loc, std::min(most, *work.values / valuesOfPart));
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value count = constant(1);
  for (auto [range, kind] :
       llvm::zip_equal(cast<linalg::LinalgOp>(op.getOperation())
                           .createLoopRanges(builder, loc),
                       op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      count = arith::MulIOp::create(
          builder, loc, count,
          getValueOrCreateConstantIndexOp(builder, loc, range.size));
  Value parts =
      arith::CeilDivUIOp::create(builder, loc, count, constant(valuesOfPart));
  parts = arith::MinUIOp::create(builder, loc, parts, constant(most));
  return arith::MaxUIOp::create(builder, loc, parts, constant(1));
}

} // namespace

bool cuda::makeReductionKernels(linalg::GenericOp op, KernelSet &kernels) {
  if (op.getNumReductionLoops() == 0)
    return false;
  Work work = workOf(op);
  if (work.values && *work.values < leastValues)
    return false;
  std::optional<SmallVector<Combiner>> combiners = findCombiners(op);
  if (!combiners || int64_t(combiners->size()) != op.getNumDpsInits() ||
      !fitShared(*combiners))
    return false;
  Value parts = partsOf(op, work);
  if (!parts) {
    KernelBuilder k(op, kernels);
    ReductionKernel(op, k, *combiners, columnsOf(work)).emitWhole();
    return true;
  }
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> buffers;
  Value length = arith::MulIOp::create(
      builder, loc, parts,
      arith::ConstantIndexOp::create(builder, loc, *work.results));
  for (Value init : op.getDpsInits()) {
    Type element = cast<MemRefType>(init.getType()).getElementType();
    buffers.push_back(memref::AllocOp::create(
        builder, loc, MemRefType::get({ShapedType::kDynamic}, element),
        ValueRange(length)));
  }
  // The first kernel takes the place of a copy.
  auto first = cast<linalg::GenericOp>(builder.clone(*op));
  KernelBuilder forParts(first, kernels);
  ReductionKernel(first, forParts, *combiners, columnsOf(work))
      .emitParts(parts, buffers);
  builder.setInsertionPointAfter(op);
  for (Value buffer : buffers)
    memref::DeallocOp::create(builder, loc, buffer);
  KernelBuilder forRest(op, kernels);
  ReductionKernel(op, forRest, *combiners, 1).emitRest(parts, buffers);
  return true;
}
