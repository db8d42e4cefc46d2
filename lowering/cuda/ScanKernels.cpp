//===- ScanKernels.cpp - Blocks of threads for a line ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block goes along a line in tiles. In a tile each thread combines a short
// run of elements; the threads of the line combine what the runs before theirs
// give, in shared memory; then each goes through its run again, now with what
// is before it, and writes the results. Lines whose neighbours lie beside each
// other in memory share a block, that a warp reads what lies together; so do
// short lines. Where lines are few, each has several blocks, and a kernel
// before combines the elements of each of these parts. The order in which
// elements are combined is that of the sizes: results are the same in every
// run.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/ScanKernels.h"
#include "lowering/cuda/Combiners.h"
#include "lowering/cuda/PointEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// Elements of a line from which on it has more than a thread.
static constexpr int64_t leastElements = 32;

/// The elements of a thread in a tile, where a line lies together and where
/// its neighbours do.
static constexpr int64_t runOfLine = 4, runOfColumn = 16;

/// Tiles that are worth a block of their own.
static constexpr int64_t tilesOfPart = 4;

namespace {

//===----------------------------------------------------------------------===//
// The kernels
//===----------------------------------------------------------------------===//

/// How the threads of a block share its lines out.
struct Layout {
  /// The threads of a line and the lines of a block.
  int64_t threads, lines;
  /// From a thread to the next one of the line, and from a line to the next.
  int64_t alongLine, alongLines;
  /// The elements of a thread in a tile.
  int64_t run;

  int64_t tile() const { return threads * run; }
};

class ScanKernel : PointEmitter {
public:
  ScanKernel(linalg::GenericOp op, KernelBuilder &k, const Layout &layout)
      : PointEmitter(op, k), layout(layout), loop(otherLoops().front()),
        combiners(*findCombiners(op)) {}

  /// What a line starts with becomes element line * (parts + 1) of the
  /// buffers; what part s gives, the one s + 1 elements behind.
  void emitParts(Value parts, ArrayRef<Value> buffers);
  /// The results. Without buffers a line is one part.
  void emitResults(Value parts, ArrayRef<Value> buffers);

private:
  /// Where a thread is: its place in the block and in its line, its part of
  /// the line and where that begins and ends.
  struct Place {
    Value thread, row, exists, line, part, begin, end;
  };
  Place enter(Value parts);
  /// The blocks of a launch, on the host.
  Value blocksOf(Value parts);

  SmallVector<Value> neutrals();
  SmallVector<Value> combine(ArrayRef<Value> x, ArrayRef<Value> y);
  /// Goes from `first` on below `end`, and combines what `step` gives.
  SmallVector<Value> combineAlong(
      Value first, Value end, int64_t by, ArrayRef<Value> start,
      llvm::function_ref<SmallVector<Value>(Value, ArrayRef<Value>)> step);
  void allocateShared();
  SmallVector<Value> loadShared(Value at);
  void storeShared(ArrayRef<Value> values, Value at);
  /// The values if the condition holds, else those that change nothing.
  SmallVector<Value> valuesIf(Value condition, ArrayRef<Value> values);
  /// What the threads of a line have, for all of them.
  SmallVector<Value> combineLine(const Place &place, ArrayRef<Value> mine);
  /// What the threads before this one have, and all of them.
  std::pair<SmallVector<Value>, SmallVector<Value>>
  combineBefore(const Place &place, ArrayRef<Value> mine);
  void emitTile(const Place &place, SmallVector<Value> &point, Value first,
                SmallVector<Value> &carried);

  Layout layout;
  unsigned loop;
  SmallVector<Combiner> combiners;
  SmallVector<Value> shared;
};

Value ScanKernel::blocksOf(Value parts) {
  return k.host().createOrFold<arith::MulIOp>(
      op.getLoc(), divideUp(countOf(parallelLoops()), layout.lines), parts);
}

ScanKernel::Place ScanKernel::enter(Value parts) {
  Place place;
  place.thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  place.row = b.createOrFold<arith::RemUIOp>(
      b.createOrFold<arith::DivUIOp>(place.thread, k.index(layout.alongLine)),
      k.index(layout.threads));
  Value inBlock = b.createOrFold<arith::RemUIOp>(
      b.createOrFold<arith::DivUIOp>(place.thread, k.index(layout.alongLines)),
      k.index(layout.lines));
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value partCount = k.scalar(parts);
  place.part = b.createOrFold<arith::RemUIOp>(block, partCount);
  Value group = b.createOrFold<arith::DivUIOp>(block, partCount);
  Value number = k.add(k.mul(group, k.index(layout.lines)), inBlock);
  Value lines = k.scalar(countOf(parallelLoops()));
  place.exists =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number, lines);
  // Threads behind the last line look at it and do nothing.
  place.line = arith::MinUIOp::create(
      b, number, arith::SubIOp::create(b, lines, k.index(1)));
  // A part is a number of whole tiles.
  OpBuilder &host = k.host();
  Value all = countOf({loop});
  Value tiles = divideUp(all, layout.tile());
  Value length = host.createOrFold<arith::MulIOp>(
      op.getLoc(),
      host.createOrFold<arith::CeilDivUIOp>(op.getLoc(), tiles, parts),
      arith::ConstantIndexOp::create(host, op.getLoc(), layout.tile()));
  Value size = k.scalar(all), step = k.scalar(length);
  place.begin = arith::MinUIOp::create(b, k.mul(place.part, step), size);
  place.end = arith::MinUIOp::create(b, k.add(place.begin, step), size);
  return place;
}

SmallVector<Value> ScanKernel::neutrals() { return neutralsOf(combiners, k); }

SmallVector<Value> ScanKernel::combine(ArrayRef<Value> x, ArrayRef<Value> y) {
  return cuda::combine(combiners, x, y, k);
}

SmallVector<Value> ScanKernel::combineAlong(
    Value first, Value end, int64_t by, ArrayRef<Value> start,
    llvm::function_ref<SmallVector<Value>(Value, ArrayRef<Value>)> step) {
  auto loop = scf::ForOp::create(b, first, end, k.index(by), start);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> carried(ValueRange(loop.getRegionIterArgs()));
  scf::YieldOp::create(b, step(loop.getInductionVar(), carried));
  return SmallVector<Value>(loop.getResults());
}

void ScanKernel::allocateShared() {
  for (const Combiner &combiner : combiners)
    shared.push_back(k.sharedMemory(sharingThreads, combiner.result.getType()));
}

SmallVector<Value> ScanKernel::loadShared(Value at) {
  SmallVector<Value> values;
  for (auto [buffer, combiner] : llvm::zip_equal(shared, combiners))
    values.push_back(
        k.fromStored(memref::LoadOp::create(b, buffer, ValueRange(at)),
                     combiner.result.getType()));
  return values;
}

void ScanKernel::storeShared(ArrayRef<Value> values, Value at) {
  for (auto [buffer, value] : llvm::zip_equal(shared, values))
    memref::StoreOp::create(b, k.toStored(value), buffer, ValueRange(at));
}

SmallVector<Value> ScanKernel::valuesIf(Value condition,
                                        ArrayRef<Value> values) {
  SmallVector<Value> chosen;
  for (auto [value, neutral] : llvm::zip_equal(values, neutrals()))
    chosen.push_back(arith::SelectOp::create(b, condition, value, neutral));
  return chosen;
}

SmallVector<Value> ScanKernel::combineLine(const Place &place,
                                           ArrayRef<Value> mine) {
  storeShared(mine, place.thread);
  for (int64_t half = layout.threads / 2; half >= 1; half /= 2) {
    gpu::BarrierOp::create(b);
    Value works = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, place.row,
                                        k.index(half));
    OpBuilder::InsertionGuard guard(b);
    onlyIf(works);
    Value other = k.add(place.thread, k.index(half * layout.alongLine));
    storeShared(combine(loadShared(place.thread), loadShared(other)),
                place.thread);
  }
  gpu::BarrierOp::create(b);
  Value first = arith::SubIOp::create(
      b, place.thread, k.mul(place.row, k.index(layout.alongLine)));
  return loadShared(first);
}

std::pair<SmallVector<Value>, SmallVector<Value>>
ScanKernel::combineBefore(const Place &place, ArrayRef<Value> mine) {
  SmallVector<Value> sums(mine);
  auto before = [&](int64_t distance) {
    Value exists = arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                                         place.row, k.index(distance));
    Value other = arith::SubIOp::create(b, place.thread,
                                        k.index(distance * layout.alongLine));
    Value at = arith::SelectOp::create(b, exists, other, place.thread);
    return valuesIf(exists, loadShared(at));
  };
  storeShared(sums, place.thread);
  for (int64_t distance = 1; distance < layout.threads; distance *= 2) {
    gpu::BarrierOp::create(b);
    SmallVector<Value> others = before(distance);
    gpu::BarrierOp::create(b);
    sums = combine(others, sums);
    storeShared(sums, place.thread);
  }
  gpu::BarrierOp::create(b);
  Value last = arith::SubIOp::create(b, k.index(layout.threads - 1), place.row);
  Value at = k.add(place.thread, k.mul(last, k.index(layout.alongLine)));
  return {before(1), loadShared(at)};
}

void ScanKernel::emitTile(const Place &place, SmallVector<Value> &point,
                          Value first, SmallVector<Value> &carried) {
  Value begin = arith::MinUIOp::create(
      b, k.add(first, k.mul(place.row, k.index(layout.run))), place.end);
  Value end =
      arith::MinUIOp::create(b, k.add(begin, k.index(layout.run)), place.end);
  // A line that is not there has no elements.
  end = arith::SelectOp::create(b, place.exists, end, begin);
  SmallVector<Value> mine = combineAlong(
      begin, end, 1, neutrals(), [&](Value at, ArrayRef<Value> before) {
        point[loop] = at;
        return visit(point, before, /*stores=*/false);
      });
  // What is there from the last tile has been read.
  gpu::BarrierOp::create(b);
  auto [before, all] = combineBefore(place, mine);
  combineAlong(begin, end, 1, combine(carried, before),
               [&](Value at, ArrayRef<Value> before) {
                 point[loop] = at;
                 return visit(point, before);
               });
  carried = combine(carried, all);
}

void ScanKernel::emitResults(Value parts, ArrayRef<Value> buffers) {
  allocateShared();
  Place place = enter(parts);
  SmallVector<Value> point(op.getNumLoops());
  setPoint(point, parallelLoops(), place.line);
  SmallVector<Value> start;
  if (buffers.empty()) {
    start = startsAt(point);
  } else {
    Value first = k.mul(place.line, k.add(k.scalar(parts), k.index(1)));
    start = combineLine(
        place,
        combineAlong(place.row, k.add(place.part, k.index(1)), layout.threads,
                     neutrals(), [&](Value part, ArrayRef<Value> before) {
                       SmallVector<Value> loaded;
                       for (Value buffer : buffers)
                         loaded.push_back(
                             k.load(k.buffer(buffer), k.add(first, part)));
                       return combine(before, loaded);
                     }));
  }
  SmallVector<Value> all =
      combineAlong(place.begin, place.end, layout.tile(), start,
                   [&](Value first, ArrayRef<Value> before) {
                     SmallVector<Value> carried(before);
                     emitTile(place, point, first, carried);
                     return carried;
                   });
  // All threads of a line have read what it starts with.
  gpu::BarrierOp::create(b);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place.row, k.index(0));
  Value isLast =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                            k.add(place.part, k.index(1)), k.scalar(parts));
  onlyIf(arith::AndIOp::create(b, place.exists,
                               arith::AndIOp::create(b, isFirst, isLast)));
  storeAt(point, all);
  k.launch(blocksOf(parts), sharingThreads);
}

void ScanKernel::emitParts(Value parts, ArrayRef<Value> buffers) {
  allocateShared();
  Place place = enter(parts);
  SmallVector<Value> point(op.getNumLoops());
  setPoint(point, parallelLoops(), place.line);
  Value end = arith::SelectOp::create(b, place.exists, place.end, place.begin);
  SmallVector<Value> mine =
      combineAlong(k.add(place.begin, place.row), end, layout.threads,
                   neutrals(), [&](Value at, ArrayRef<Value> before) {
                     point[loop] = at;
                     return visit(point, before, /*stores=*/false);
                   });
  SmallVector<Value> all = combineLine(place, mine);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place.row, k.index(0));
  onlyIf(arith::AndIOp::create(b, place.exists, isFirst));
  Value first = k.mul(place.line, k.add(k.scalar(parts), k.index(1)));
  Value at = k.add(first, k.add(place.part, k.index(1)));
  for (auto [buffer, value] : llvm::zip_equal(buffers, all))
    k.store(value, k.buffer(buffer), at);
  onlyIf(arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place.part,
                               k.index(0)));
  for (auto [buffer, value] : llvm::zip_equal(buffers, startsAt(point)))
    k.store(value, k.buffer(buffer), first);
  k.launch(blocksOf(parts), sharingThreads);
}

//===----------------------------------------------------------------------===//
// The choice of sizes
//===----------------------------------------------------------------------===//

Layout chooseLayout(linalg::GenericOp op, int64_t size) {
  if (isColumnwise(op))
    return {sharingThreads / columnsOfBlock, columnsOfBlock, columnsOfBlock, 1,
            runOfColumn};
  int64_t threads = sharingThreads;
  if (!ShapedType::isDynamic(size))
    threads = std::min<int64_t>(
        threads, llvm::PowerOf2Ceil(llvm::divideCeil(size, runOfLine)));
  return {threads, sharingThreads / threads, 1, threads, runOfLine};
}

/// The blocks for each group of lines, on the host; null for one.
Value choosePartCount(linalg::GenericOp op, const Layout &layout,
                      unsigned loop) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  int64_t part = tilesOfPart * layout.tile();
  int64_t size = op.getStaticLoopRanges()[loop], lines = 1;
  if (!ShapedType::isDynamic(size) && size < 2 * part)
    return {};
  for (auto [i, count] : llvm::enumerate(op.getStaticLoopRanges()))
    if (i != loop)
      lines = ShapedType::isDynamic(count) || ShapedType::isDynamic(lines)
                  ? ShapedType::kDynamic
                  : lines * count;
  if (!ShapedType::isDynamic(lines) &&
      llvm::divideCeil(lines, layout.lines) * 2 > sharingBlocks)
    return {};
  SmallVector<Range> ranges =
      cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(b, loc);
  Value groups = constant(1), length;
  for (auto [i, range] : llvm::enumerate(ranges)) {
    Value count = getValueOrCreateConstantIndexOp(b, loc, range.size);
    if (i == loop)
      length = count;
    else
      groups = b.createOrFold<arith::MulIOp>(loc, groups, count);
  }
  auto atLeastOne = [&](Value x) {
    return b.createOrFold<arith::MaxUIOp>(loc, x, constant(1));
  };
  groups = atLeastOne(
      b.createOrFold<arith::CeilDivUIOp>(loc, groups, constant(layout.lines)));
  Value most =
      b.createOrFold<arith::DivUIOp>(loc, constant(sharingBlocks), groups);
  Value parts = b.createOrFold<arith::DivUIOp>(loc, length, constant(part));
  return atLeastOne(b.createOrFold<arith::MinUIOp>(loc, parts, most));
}

/// A buffer for what the parts of all lines give, of each result that stays.
SmallVector<Value> allocateParts(linalg::GenericOp op, unsigned loop,
                                 Value parts) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value length = b.createOrFold<arith::AddIOp>(loc, parts, one);
  for (auto [i, range] : llvm::enumerate(
           cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(b, loc)))
    if (i != loop)
      length = b.createOrFold<arith::MulIOp>(
          loc, length, getValueOrCreateConstantIndexOp(b, loc, range.size));
  SmallVector<Value> buffers;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!isMoving(op, init))
      buffers.push_back(memref::AllocOp::create(
          b, loc,
          MemRefType::get(
              {ShapedType::kDynamic},
              cast<MemRefType>(init.get().getType()).getElementType()),
          ValueRange(length)));
  return buffers;
}

} // namespace

bool cuda::makeScanKernels(linalg::GenericOp op, KernelSet &kernels) {
  if (op.getNumReductionLoops() != 1)
    return false;
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  unsigned loop = loops.front();
  int64_t size = op.getStaticLoopRanges()[loop];
  if (!ShapedType::isDynamic(size) && size < leastElements)
    return false;
  // One of the results is the scan, the others go along.
  std::optional<SmallVector<Combiner>> combiners = findCombiners(op);
  if (!combiners || combiners->empty() ||
      int64_t(combiners->size()) == op.getNumDpsInits() ||
      !fitShared(*combiners))
    return false;
  Layout layout = chooseLayout(op, size);
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value parts = choosePartCount(op, layout, loop);
  if (!parts) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    KernelBuilder k(op, kernels);
    ScanKernel(op, k, layout).emitResults(one, {});
    return true;
  }
  SmallVector<Value> buffers = allocateParts(op, loop, parts);
  // The first kernel takes the place of a copy.
  auto first = cast<linalg::GenericOp>(builder.clone(*op));
  KernelBuilder forParts(first, kernels);
  ScanKernel(first, forParts, layout).emitParts(parts, buffers);
  builder.setInsertionPointAfter(op);
  for (Value buffer : buffers)
    memref::DeallocOp::create(builder, loc, buffer);
  KernelBuilder forRest(op, kernels);
  ScanKernel(op, forRest, layout).emitResults(parts, buffers);
  return true;
}
