//===- ParallelizeBatches.cpp - Products of a batch at the same time ------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A batch of products is a loop over matrices. Where one product has too little
// work for several threads, they share the iterations.
//
// Input: bufferized functions with explicit deallocations.
// Output: scf.parallel over chunks of iterations.
// How:
// 1. The loop packs, multiplies, computes with linalg and nothing else, on
//    sizes that are known.
// 2. What it writes outside of it is memory of the function, and iteration i
//    uses only row i of that. So an iteration needs nothing of others.
// 3. Buffers of an iteration become those of a chunk and are made in front of
//    the loop: a task allocates nothing.
// 4. Chunks depend on shapes alone.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "lowering/cpu/Passes.h"
#include "lowering/support/Roots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_PARALLELIZEBATCHES
#include "lowering/cpu/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Multiplications of a chunk, at least: about 100 us.
constexpr int64_t chunkWork = 5000000;
/// Of an iteration, at most: a larger product is cut itself.
constexpr int64_t mostWork = 16 * chunkWork;
/// Chunks of a loop, each of which has buffers of its own.
constexpr int64_t mostChunks = 64;

/// A loop whose iterations need nothing of each other.
struct BatchLoop {
  explicit BatchLoop(scf::ForOp loop) : loop(loop) {}

  scf::ForOp loop;
  int64_t work = 0;           ///< multiplications of an iteration
  llvm::SetVector<Value> own; ///< buffers of an iteration

  bool match();

private:
  bool addWork(ArrayRef<int64_t> extents);
  bool matchOp(Operation &op);
  /// The buffer whose row of this iteration a view is in, if it is in one.
  Value batchOf(Value buffer);
  bool isApart();

  llvm::SetVector<Value> read, written;
};

bool BatchLoop::addWork(ArrayRef<int64_t> extents) {
  int64_t product = 1;
  for (int64_t extent : extents) {
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(product, extent, product))
      return false;
  }
  return !llvm::AddOverflow(work, product, work);
}

bool BatchLoop::matchOp(Operation &op) {
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    own.insert(alloc);
    return alloc.getType().hasStaticShape() &&
           llvm::all_of(alloc->getUsers(), [&](Operation *user) {
             return user->getBlock() == op.getBlock() &&
                    isa<memref::DeallocOp, cpu::PackOp, cpu::MatmulOp,
                        linalg::LinalgOp>(user);
           });
  }
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
    return own.contains(dealloc.getMemref());
  if (isMemoryEffectFree(&op))
    return op.getNumRegions() == 0;
  if (auto product = dyn_cast<cpu::MatmulOp>(op)) {
    auto dest = cast<MemRefType>(product.getDest().getType());
    auto lhs = cast<MemRefType>(product.getLhs().getType());
    if (!addWork({dest.getDimSize(0), dest.getDimSize(1), lhs.getDimSize(1)}))
      return false;
  } else if (auto linalg = dyn_cast<linalg::LinalgOp>(op)) {
    if (!linalg.hasPureBufferSemantics() ||
        !addWork(linalg.getStaticLoopRanges()) ||
        op.walk([&](memref::LoadOp) {
            return WalkResult::interrupt();
          }).wasInterrupted())
      return false;
  } else if (!isa<cpu::PackOp>(op)) {
    return false;
  }
  auto writer = cast<DestinationStyleOpInterface>(op);
  for (OpOperand &operand : op.getOpOperands())
    if (isa<MemRefType>(operand.get().getType()) &&
        !own.contains(operand.get()))
      (writer.isDpsInit(&operand) ? written : read).insert(operand.get());
  return true;
}

Value BatchLoop::batchOf(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (auto view = dyn_cast<memref::SubViewOp>(op)) {
      Value source = view.getSource();
      if (rootOf(source).isWhole &&
          view.getMixedOffsets()[0] == OpFoldResult(loop.getInductionVar()) &&
          getConstantIntValue(view.getMixedSizes()[0]) == 1)
        return source;
    } else if (!isa<memref::ExpandShapeOp, memref::CollapseShapeOp,
                    memref::CastOp>(op)) {
      return {};
    }
    buffer = op->getOperand(0);
  }
  return {};
}

bool BatchLoop::isApart() {
  llvm::DenseMap<Value, Value> batches; // by root
  for (Value buffer : written) {
    Value root = rootOf(buffer).value, batch = batchOf(buffer);
    if (!batch || !isFresh(root) ||
        loop->isProperAncestor(root.getDefiningOp()))
      return false;
    if (batches.try_emplace(root, batch).first->second != batch)
      return false;
  }
  for (Value buffer : read) {
    Value root = rootOf(buffer).value;
    auto found = batches.find(root);
    if (found == batches.end() ? !isFresh(root) && !isForeign(root)
                               : batchOf(buffer) != found->second)
      return false;
  }
  return true;
}

bool BatchLoop::match() {
  if (loop.getNumResults() != 0 ||
      !matchPattern(loop.getLowerBound(), m_Zero()) ||
      !matchPattern(loop.getStep(), m_One()))
    return false;
  bool multiplies = false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!matchOp(op))
      return false;
    multiplies |= isa<cpu::MatmulOp>(op);
  }
  std::optional<int64_t> trip = getConstantIntValue(loop.getUpperBound());
  bool hasTwo = !trip || (*trip > 1 && work > 2 * chunkWork / *trip);
  return multiplies && work > 0 && work <= mostWork && hasTwo && isApart();
}

void parallelize(BatchLoop &batch) {
  scf::ForOp loop = batch.loop;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value).getResult();
  };
  Value trip = loop.getUpperBound();
  Value least = b.createOrFold<arith::CeilDivUIOp>(trip, constant(mostChunks));
  Value step = b.createOrFold<arith::MaxUIOp>(
      constant((chunkWork + batch.work - 1) / batch.work), least);
  Value count = b.createOrFold<arith::CeilDivUIOp>(trip, step);
  SmallVector<Value> all;
  for (Value buffer : batch.own) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<int64_t> shape(type.getShape());
    std::optional<int64_t> known = getConstantIntValue(count);
    shape.insert(shape.begin(), known.value_or(ShapedType::kDynamic));
    all.push_back(memref::AllocOp::create(
        b, MemRefType::get(shape, type.getElementType()),
        known ? ValueRange() : ValueRange(count), b.getI64IntegerAttr(64)));
  }
  auto chunks = scf::ParallelOp::create(b, ValueRange(constant(0)),
                                        ValueRange(trip), ValueRange(step));
  for (Value buffer : all)
    memref::DeallocOp::create(b, buffer);
  b.setInsertionPointToStart(chunks.getBody());
  Value begin = chunks.getInductionVars()[0];
  Value number = arith::DivUIOp::create(b, begin, step);
  for (auto [buffer, whole] : llvm::zip_equal(batch.own, all)) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<OpFoldResult> offsets(type.getRank() + 1, b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank() + 1, b.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes = {b.getIndexAttr(1)};
    for (int64_t size : type.getShape())
      sizes.push_back(b.getIndexAttr(size));
    offsets[0] = number;
    auto from = cast<MemRefType>(whole.getType());
    MemRefType part = memref::SubViewOp::inferRankReducedResultType(
        type.getShape(), from, offsets, sizes, strides);
    Value own =
        memref::SubViewOp::create(b, part, whole, offsets, sizes, strides);
    Value old = buffer;
    Operation *alloc = old.getDefiningOp();
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    old.replaceAllUsesWith(own);
    alloc->erase();
  }
  Value end =
      arith::MinUIOp::create(b, arith::AddIOp::create(b, begin, step), trip);
  // The loop itself goes over a chunk.
  loop->moveBefore(chunks.getBody()->getTerminator());
  loop.setLowerBound(begin);
  loop.setUpperBound(end);
}

struct ParallelizeBatches
    : tine::impl::ParallelizeBatchesBase<ParallelizeBatches> {
  void runOnOperation() override {
    SmallVector<BatchLoop> batches;
    getOperation()->walk([&](scf::ForOp loop) {
      if (loop->getParentOfType<scf::ParallelOp>())
        return;
      BatchLoop batch(loop);
      if (batch.match())
        batches.push_back(std::move(batch));
    });
    for (BatchLoop &batch : batches)
      parallelize(batch);
  }
};

} // namespace
