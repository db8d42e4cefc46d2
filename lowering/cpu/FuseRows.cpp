//===- FuseRows.cpp - Operations on equal rows in one loop ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs operations that follow each other, and whose first dimensions are the
// same parallel ones, row by row: what one writes the next one finds in the
// cache.
//
// Input: bufferized functions with explicit deallocations.
// Output: scf.parallel over chunks of rows, with linalg on single rows in it.
// How:
// 1. A group is a run of fills, copies and linalg.generic with a number of
//    equal dimensions in front. What stands between them moves in front of it,
//    if it only computes or allocates, and behind it, if it frees. Groups with
//    many such dimensions, whose rows are short, are looked for first.
// 2. Every buffer that the group writes is its function's own, and all in the
//    group use it by rows. So a row needs nothing of other rows.
// 3. A buffer that only the group uses becomes one row on the stack.
// 4. Chunks have about 50 us of work. They depend on shapes alone.
// Rejects: nothing. Groups whose buffers fit the nearest cache stay, and so do
//   those with short rows or few of them.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/cpu/Chunks.h"
#include "lowering/cpu/Passes.h"
#include "lowering/support/Roots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

namespace tine {
#define GEN_PASS_DEF_FUSEROWS
#include "lowering/cpu/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Bytes of the largest buffer from which on it is worth it.
constexpr int64_t leastBytes = 64 * 1024;
/// Elements of the longest row, at least, and bytes at most: several of them
/// stay in the second cache.
constexpr int64_t leastRow = 64, mostRowBytes = 256 * 1024;
constexpr int64_t leastRows = 8;
/// Dimensions of rows, at most.
constexpr unsigned mostDepth = 3;
/// Bytes of a row that goes to the stack, and of all of them.
constexpr int64_t mostStackBytes = 16 * 1024, mostStackOfAll = 64 * 1024;
/// Operations that an element counts for, at least.
constexpr int64_t leastWork = 10;

int64_t bytesOf(MemRefType type) {
  int64_t bits = type.getElementType().isIndex()
                     ? 64
                     : type.getElementType().getIntOrFloatBitWidth();
  return type.getNumElements() * std::max<int64_t>(1, bits / 8);
}

/// How an operation of a group uses a buffer: by rows, or in any other way.
struct Access {
  Value buffer;
  Root root;
  bool byRow;
  bool writes;
};

/// An operation whose first dimensions can be those of a group.
struct RowOp {
  Operation *op;
  SmallVector<int64_t> extents;
  SmallVector<Access> accesses;
  int64_t work = 0; ///< of a row

  int64_t rows() const {
    return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                           std::multiplies<>());
  }
};

/// Whether the first dimensions are the first ones of the loops, and no other
/// one is.
bool usesRows(AffineMap map, unsigned depth) {
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (i < depth ? !dim || dim.getPosition() != i
                  : dim && dim.getPosition() < depth)
      return false;
  }
  return map.getNumResults() >= depth;
}

std::optional<RowOp> matchCopy(memref::CopyOp op, unsigned depth) {
  auto from = cast<MemRefType>(op.getSource().getType());
  auto to = cast<MemRefType>(op.getTarget().getType());
  if (!to.hasStaticShape() || to.getRank() <= depth ||
      to.getNumElements() == 0 || from.getShape() != to.getShape())
    return std::nullopt;
  RowOp row{op, SmallVector<int64_t>(to.getShape().take_front(depth)), {}};
  row.accesses.push_back(
      {op.getSource(), rootOf(op.getSource()), true, /*writes=*/false});
  row.accesses.push_back(
      {op.getTarget(), rootOf(op.getTarget()), true, /*writes=*/true});
  row.work = leastWork * (to.getNumElements() / row.rows());
  return row;
}

std::optional<RowOp> matchLinalg(linalg::LinalgOp op, unsigned depth) {
  if (!isa<linalg::GenericOp, linalg::FillOp>(op.getOperation()) ||
      !op.hasPureBufferSemantics() || op.getNumLoops() < depth)
    return std::nullopt;
  auto kinds = op.getIteratorTypesArray();
  if (llvm::is_contained(ArrayRef(kinds).take_front(depth),
                         utils::IteratorType::reduction))
    return std::nullopt;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (llvm::any_of(ranges, ShapedType::isDynamic) ||
      llvm::is_contained(ranges, 0))
    return std::nullopt;
  RowOp row{op, SmallVector<int64_t>(ArrayRef(ranges).take_front(depth)), {}};
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool byRow = usesRows(map, depth), writes = op.isDpsInit(&operand);
    if (!type.hasStaticShape() || (writes && !byRow) ||
        !llvm::all_of(map.getResults(),
                      llvm::IsaPred<AffineDimExpr, AffineConstantExpr>))
      return std::nullopt;
    row.accesses.push_back(
        {operand.get(), rootOf(operand.get()), byRow, writes});
  }
  // What the body reads by itself.
  WalkResult walked = op->walk([&](Operation *inner) {
    if (auto load = dyn_cast<memref::LoadOp>(inner))
      row.accesses.push_back({load.getMemRef(), rootOf(load.getMemRef()),
                              /*byRow=*/false, /*writes=*/false});
    else if (inner != op.getOperation() && !isMemoryEffectFree(inner))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return std::nullopt;
  int64_t size = 0;
  op.getBlock()->walk([&](Operation *) { ++size; });
  row.work = std::max(size, leastWork);
  for (int64_t range : ArrayRef<int64_t>(ranges).drop_front(depth))
    row.work *= range;
  return row;
}

std::optional<RowOp> matchRowOp(Operation *op, unsigned depth) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return matchCopy(copy, depth);
  if (auto linalg = dyn_cast<linalg::LinalgOp>(op))
    return matchLinalg(linalg, depth);
  return std::nullopt;
}

/// Whether two uses of buffers in different rows never meet.
bool areApart(const Access &x, const Access &y) {
  if (!x.writes && !y.writes)
    return true;
  if (x.root.value != y.root.value)
    return (isFresh(x.root.value) || isForeign(x.root.value)) &&
           (isFresh(y.root.value) || isForeign(y.root.value));
  if (!x.byRow || !y.byRow)
    return false;
  return x.buffer == y.buffer || (x.root.isWhole && y.root.isWhole);
}

struct Group {
  SmallVector<RowOp> members;
  SmallVector<Operation *> before, behind; ///< what moves out

  bool accepts(const RowOp &op) const {
    for (const Access &access : op.accesses)
      if (access.writes && !isFresh(access.root.value))
        return false;
    if (members.empty())
      return true;
    if (members.front().extents != op.extents)
      return false;
    for (const RowOp &member : members)
      for (const Access &x : member.accesses)
        for (const Access &y : op.accesses)
          if (!areApart(x, y))
            return false;
    return true;
  }

  bool isWorthIt() const {
    if (members.empty() || members.front().rows() < leastRows)
      return false;
    int64_t largest = 0, longest = 0, generics = 0;
    llvm::DenseMap<Value, int64_t> uses;
    bool shares = false;
    for (const RowOp &member : members) {
      generics += isa<linalg::GenericOp>(member.op);
      for (const Access &access : member.accesses) {
        auto type = cast<MemRefType>(access.buffer.getType());
        int64_t bytes = bytesOf(type);
        if (!access.byRow)
          continue;
        largest = std::max(largest, bytes);
        longest = std::max(longest, type.getNumElements() / member.rows());
        // Two that go over the same large buffer.
        if (bytes >= leastBytes && isa<linalg::GenericOp>(member.op))
          shares |= uses[access.root.value]++ > 0;
        if (bytes / member.rows() > mostRowBytes)
          return false;
      }
    }
    return generics > 1 && shares && largest >= leastBytes &&
           longest >= leastRow;
  }
};

/// Emits the loops for a group.
class RowLoops {
public:
  RowLoops(Group &group, Operation *last)
      : group(group), b(last->getLoc(), last) {}

  /// Adds buffers that nobody reads or writes any more to `unused`.
  void emit(SmallVectorImpl<Value> &unused) {
    b.setInsertionPointAfter(group.members.back().op);
    int64_t rows = group.members.front().rows(), work = 0;
    for (const RowOp &member : group.members)
      work += member.work;
    int64_t chunk = iterationsOfChunk(rows, work);
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value end = arith::ConstantIndexOp::create(b, rows);
    Value step = arith::ConstantIndexOp::create(b, chunk);
    findTemporaries();
    if (chunk == rows) {
      emitChunk(zero, end);
    } else {
      auto parallel =
          scf::ParallelOp::create(b, ValueRange{zero}, ValueRange{end}, step);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(parallel.getBody());
      Value begin = parallel.getInductionVars()[0];
      Value next = arith::AddIOp::create(b, begin, step);
      emitChunk(begin, arith::MinSIOp::create(b, next, end));
    }
    for (const RowOp &member : llvm::reverse(group.members))
      member.op->erase();
    unused.append(temporaries.begin(), temporaries.end());
  }

private:
  /// Buffers of the group alone, which are there for one row only.
  void findTemporaries() {
    llvm::DenseSet<Operation *> own;
    for (const RowOp &member : group.members)
      own.insert(member.op);
    int64_t left = mostStackOfAll;
    for (const RowOp &member : group.members)
      for (const Access &access : member.accesses) {
        auto alloc = access.buffer.getDefiningOp<memref::AllocOp>();
        if (!alloc || temporaries.contains(access.buffer) || !access.byRow)
          continue;
        int64_t bytes = bytesOf(alloc.getType()) / member.rows();
        if (bytes > std::min(mostStackBytes, left) ||
            !llvm::all_of(alloc->getUsers(), [&](Operation *user) {
              return own.contains(user) || isa<memref::DeallocOp>(user);
            }))
          continue;
        left -= bytes;
        temporaries.insert(access.buffer);
      }
  }

  void emitChunk(Value begin, Value end) {
    auto scope = memref::AllocaScopeOp::create(b, TypeRange{});
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&scope.getBodyRegion());
    ArrayRef<int64_t> extents = group.members.front().extents;
    for (Value buffer : temporaries) {
      auto type = cast<MemRefType>(buffer.getType());
      SmallVector<int64_t> shape(type.getShape());
      std::fill_n(shape.begin(), extents.size(), 1);
      rowsOf.map(buffer, memref::AllocaOp::create(
                             b, MemRefType::get(shape, type.getElementType()),
                             b.getI64IntegerAttr(64))
                             .getResult());
    }
    auto loop =
        scf::ForOp::create(b, begin, end, arith::ConstantIndexOp::create(b, 1));
    memref::AllocaScopeReturnOp::create(b, ValueRange{});
    b.setInsertionPointToStart(loop.getBody());
    // Where the row is in each dimension.
    at.resize(extents.size());
    Value rest = loop.getInductionVar();
    for (size_t i = extents.size(); i-- > 1;) {
      Value extent = arith::ConstantIndexOp::create(b, extents[i]);
      at[i] = arith::RemUIOp::create(b, rest, extent);
      rest = arith::DivUIOp::create(b, rest, extent);
    }
    at[0] = rest;
    for (const RowOp &member : group.members)
      emitRow(member);
  }

  /// The part of a buffer that belongs to the row.
  Value slice(Value buffer, AffineMap map) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes;
    bool isPart = false;
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      sizes.push_back(b.getIndexAttr(type.getDimSize(i)));
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || dim.getPosition() >= at.size())
        continue;
      offsets[i] = at[dim.getPosition()];
      sizes[i] = b.getIndexAttr(1);
      isPart = true;
    }
    if (!isPart)
      return buffer;
    return memref::SubViewOp::create(b, buffer, offsets, sizes, strides);
  }

  void emitRow(const RowOp &member) {
    b.setLoc(member.op->getLoc());
    auto ofRow = [&](Value buffer, AffineMap map) {
      if (!usesRows(map, at.size()))
        return slice(buffer, map);
      if (!rowsOf.contains(buffer))
        rowsOf.map(buffer, slice(buffer, map));
      return rowsOf.lookup(buffer);
    };
    if (auto copy = dyn_cast<memref::CopyOp>(member.op)) {
      AffineMap all = b.getMultiDimIdentityMap(
          cast<MemRefType>(copy.getSource().getType()).getRank());
      linalg::CopyOp::create(b, ofRow(copy.getSource(), all),
                             ofRow(copy.getTarget(), all));
      return;
    }
    auto op = cast<linalg::LinalgOp>(member.op);
    SmallVector<Value> operands;
    for (OpOperand &operand : op->getOpOperands())
      operands.push_back(
          isa<MemRefType>(operand.get().getType())
              ? ofRow(operand.get(), op.getMatchingIndexingMap(&operand))
              : operand.get());
    Operation *clone = mlir::clone(b, op, TypeRange{}, operands);
    clone->walk([&](linalg::IndexOp index) {
      if (index.getDim() < at.size())
        index.replaceAllUsesWith(at[index.getDim()]);
    });
  }

  Group &group;
  ImplicitLocOpBuilder b;
  llvm::SetVector<Value> temporaries;
  SmallVector<Value> at; ///< the row in each dimension
  IRMapping rowsOf;      ///< buffers to the part that belongs to the row
};

struct FuseRows : tine::impl::FuseRowsBase<FuseRows> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        for (unsigned depth = mostDepth; depth > 0; --depth)
          runOn(*block, depth);
  }

  static void runOn(Block &block, unsigned depth) {
    std::vector<Group> groups;
    Group group;
    auto close = [&] {
      if (group.isWorthIt())
        groups.push_back(group);
      group = Group();
    };
    for (Operation &op : block) {
      if (std::optional<RowOp> row = matchRowOp(&op, depth)) {
        if (!group.accepts(*row))
          close();
        if (group.accepts(*row))
          group.members.push_back(*row);
        continue;
      }
      if (group.members.empty())
        continue;
      if (isa<memref::DeallocOp, ReleaseOp>(op))
        group.behind.push_back(&op);
      else if (isMemoryEffectFree(&op) ||
               isa<memref::AllocOp, memref::AllocaOp, BoxAllocOp>(op))
        group.before.push_back(&op);
      else
        close();
    }
    close();
    SmallVector<Value> unused;
    for (Group &each : llvm::reverse(groups))
      fuse(each, unused);
    // Another group may have moved its allocation.
    for (Value buffer : unused) {
      for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
        user->erase();
      buffer.getDefiningOp()->erase();
    }
  }

  static void fuse(Group &group, SmallVectorImpl<Value> &unused) {
    Operation *first = group.members.front().op;
    Operation *last = group.members.back().op;
    // What stands behind the last member may stay.
    for (Operation *op : group.before)
      if (op->isBeforeInBlock(last))
        op->moveBefore(first);
    for (Operation *op : llvm::reverse(group.behind))
      if (op->isBeforeInBlock(last))
        op->moveAfter(last);
    RowLoops(group, last).emit(unused);
  }
};

} // namespace
