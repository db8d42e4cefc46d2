//===- LinalgToLoops.cpp - Linalg on buffers to loops ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers linalg operations on buffers to loops that LLVM vectorises.
//
// Input: linalg on buffers. Output: scf and memref; an outermost scf.parallel
//   goes over chunks.
// How:
// 1. An elementwise operation on contiguous buffers of one shape becomes one
// loop
//    over all elements.
// 2. Loops stand in the order of the operation's dimensions. Results of
// innermost
//    reductions are carried in registers: LLVM could not prove that a store
//    to the result leaves the input alone. Results that have an element for
//    each iteration of such a loop are stored in it.
// 3. Loops over results come before sums over the first and last dimension. A
//    sum around the innermost loop takes several rows at once.
// 4. When the first dimension is parallel and there is work for more than one
//    chunk of about 50 us, the loop over it is cut into chunks. Their size
//    depends on shapes and the operation only, so that results do not depend
//    on the number of threads. When the first one is a reduction and the last
//    one parallel, parts of the rows are reduced to a row each, or, where such
//    rows are too much, chunks of columns. A reduction of everything is cut
//    likewise; what its parts give is combined in their order. Large copies are
//    cut, too.
// 5. Transpose.cpp emits copies with other dimensions last.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/cpu/Chunks.h"
#include "lowering/cpu/Passes.h"
#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_LINALGTOLOOPS
#include "lowering/cpu/Passes.h.inc"

namespace {

/// Elements of a copy that more than one thread shall do.
constexpr int64_t largeCopy = 1 << 17;
/// Parts of a reduction at most.
constexpr int64_t mostParts = 64;
/// Bytes of the sums of parts of the rows, at most, and parts at least where
/// there are more.
constexpr int64_t mostPartBytes = 64 * 1024, fewestParts = 8;
/// Rows of a sum that are taken together, and operations of such a body at
/// most.
constexpr int64_t jammedRows = 4;
constexpr size_t mostJammed = 16;
/// An element costs at least as much as this many operations: its memory.
constexpr int64_t leastWork = 10;

bool isContiguous(Value operand) {
  auto type = dyn_cast<MemRefType>(operand.getType());
  return !type || type.getLayout().isIdentity();
}

/// Whether all buffers can be seen as vectors of the same length, and the
/// results of reductions as one element.
bool isFlat(linalg::GenericOp op) {
  bool reduces = op.getNumParallelLoops() == 0;
  if (op.getNumLoops() < 2 || op.hasIndexSemantics() ||
      (!reduces && op.getNumLoops() != op.getNumParallelLoops()))
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isScalar =
        map.getNumResults() == 0 && (reduces || !op.isDpsInit(&operand));
    if (reduces && op.isDpsInit(&operand) && !isScalar)
      return false;
    if (!isScalar && (!map.isIdentity() || !isContiguous(operand.get())))
      return false;
  }
  return true;
}

void flatten(linalg::GenericOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  ReassociationIndices all = llvm::to_vector<2>(
      llvm::seq<int64_t>(static_cast<int64_t>(op.getNumLoops())));
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumResults() == 0) {
      maps.push_back(AffineMap::get(1, 0, op.getContext()));
      continue;
    }
    maps.push_back(b.getMultiDimIdentityMap(1));
    operand.set(memref::CollapseShapeOp::create(
        b, operand.get(), ArrayRef<ReassociationIndices>{all}));
  }
  op.setIndexingMapsAttr(b.getAffineMapArrayAttr(maps));
  op.setIteratorTypesAttr(b.getArrayAttr(linalg::IteratorTypeAttr::get(
      op.getContext(), op.getIteratorTypesArray().front())));
}

struct LoopNest {
  ImplicitLocOpBuilder &b;
  IndexBuilder index;
  linalg::GenericOp op;
  unsigned vectorBits;
  SmallVector<Value> sizes, at;
  SmallVector<Value> begins; ///< of loops that do not start with 0
  /// Loops from here on are reductions whose results are carried.
  unsigned firstCarried;
  /// What stands for constants of the body.
  SmallVector<std::pair<Value, Value>> hidden;
  /// The loop of which several iterations are in one body.
  std::optional<unsigned> jammed;
  /// Inputs that were loaded outside of the loops that do not index them.
  llvm::SmallDenseMap<unsigned, Value> loaded;

  LoopNest(ImplicitLocOpBuilder &b, linalg::GenericOp op, unsigned vectorBits)
      : b(b), index{b}, op(op), vectorBits(vectorBits), at(op.getNumLoops()),
        begins(op.getNumLoops()) {
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    firstCarried = kinds.size();
    while (firstCarried > 0 &&
           kinds[firstCarried - 1] == utils::IteratorType::reduction)
      --firstCarried;
    for (unsigned i = 0; i < op.getNumLoops(); ++i)
      sizes.push_back(sizeOfLoop(i));
  }

  Value sizeOfLoop(unsigned loop) {
    Value found;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
        if (expr != getAffineDimExpr(loop, op.getContext()))
          continue;
        auto type = cast<MemRefType>(operand.get().getType());
        if (!type.isDynamicDim(dim))
          return index.constant(type.getDimSize(dim));
        if (!found)
          found = index.size(operand.get(), dim);
      }
    }
    assert(found && "a loop that no operand defines");
    return found;
  }

  int64_t workOfElement() {
    int64_t count = 0;
    op.getBody()->walk([&](Operation *) { ++count; });
    return std::max(count, leastWork);
  }

  /// Iterations in a chunk of a loop whose iterations are so much work.
  Value chunkOf(Value total, Value work, int64_t step) {
    std::optional<int64_t> count = getConstantIntValue(total),
                           each = getConstantIntValue(work);
    if (count && each)
      return index.constant(iterationsOfChunk(*count, *each, step));
    Value some = index.floorDiv(index.constant(chunkWork), index.max(work, 1));
    return index.mul(index.add(index.floorDiv(some, step), 1), step);
  }

  void emit() {
    // Loops of one iteration in front are none.
    unsigned first = 0;
    while (first < firstCarried && isConstantIntValue(sizes[first], 1))
      at[first++] = index.constant(0);
    if (first == firstCarried && !canSplit()) {
      emitFrom(first);
      return;
    }
    // Iterations of the first loop in a chunk, of the innermost one whole cache
    // lines.
    Value work = index.constant(workOfElement());
    for (Value size : ArrayRef<Value>(sizes).drop_front(first + 1))
      work = b.createOrFold<arith::MulIOp>(work, size);
    Value chunk =
        chunkOf(sizes[first], work, first + 1 == sizes.size() ? 16 : 1);
    bool isParallel =
        op.getIteratorTypesArray()[first] == utils::IteratorType::parallel;
    std::optional<int64_t> total = getConstantIntValue(sizes[first]);
    std::optional<int64_t> most = getConstantIntValue(chunk);
    if (first == firstCarried && !(total && most && *total <= *most)) {
      emitSplit(first, chunk);
      return;
    }
    if (!isParallel) {
      if (!emitParts())
        emitColumns(first);
      return;
    }
    if (total && most && *total <= *most) {
      emitFrom(first);
      return;
    }
    auto parallel =
        scf::ParallelOp::create(b, ValueRange{index.constant(0)},
                                ValueRange{sizes[first]}, ValueRange{chunk});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(parallel.getBody());
    Value begin = parallel.getInductionVars()[0];
    Value end = index.min(index.add(begin, chunk), sizes[first]);
    auto loop = scf::ForOp::create(b, begin, end, index.constant(1));
    b.setInsertionPointToStart(loop.getBody());
    at[first] = loop.getInductionVar();
    emitFrom(first + 1);
  }

  /// The first loop is a reduction: chunks of the last one, if that is
  /// parallel.
  void emitColumns(unsigned first) {
    unsigned last = op.getNumLoops() - 1;
    Value work = index.constant(workOfElement());
    for (unsigned loop = first; loop < last; ++loop)
      work = b.createOrFold<arith::MulIOp>(work, sizes[loop]);
    // Several cache lines of each row.
    Value chunk = chunkOf(sizes[last], work, 64);
    std::optional<int64_t> total = getConstantIntValue(sizes[last]);
    std::optional<int64_t> most = getConstantIntValue(chunk);
    if (firstCarried != op.getNumLoops() ||
        op->getParentOfType<scf::ParallelOp>() ||
        (total && most && *total <= *most)) {
      emitFrom(first);
      return;
    }
    auto parallel =
        scf::ParallelOp::create(b, ValueRange{index.constant(0)},
                                ValueRange{sizes[last]}, ValueRange{chunk});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(parallel.getBody());
    begins[last] = parallel.getInductionVars()[0];
    sizes[last] = index.min(index.add(begins[last], chunk), sizes[last]);
    emitFrom(first);
  }

  /// The operation that takes an element into a result, if it is one whose
  /// results can be combined in any grouping.
  Operation *combinerOf(OpOperand &init) {
    BlockArgument before = op.getMatchingBlockArgument(&init);
    Value yielded = op.getBody()->getTerminator()->getOperand(
        init.getOperandNumber() - op.getNumDpsInputs());
    Operation *combiner = yielded.getDefiningOp();
    bool isOwn = combiner && before.hasOneUse() &&
                 *before.user_begin() == combiner && yielded.hasOneUse() &&
                 combiner->getNumOperands() == 2;
    return isOwn && arith::getNeutralElement(combiner) ? combiner : nullptr;
  }

  /// Whether the whole is one reduction that can be cut into parts.
  bool canSplit() {
    if (firstCarried == op.getNumLoops() ||
        op->getParentOfType<scf::ParallelOp>())
      return false;
    return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
      return isCarried(init) && combinerOf(init);
    });
  }

  /// Reduces parts of the first loop in parallel, and then what they give.
  void emitSplit(unsigned first, Value chunk) {
    // No more parts than results of them have room.
    Value least = index.add(index.floorDiv(sizes[first], mostParts * 16), 1);
    chunk = index.max(chunk, index.mul(least, 16));
    Value count = index.floorDiv(
        index.add(index.sub(sizes[first], index.constant(1)), chunk), chunk);
    SmallVector<Value> parts, neutral;
    SmallVector<Operation *> combiners;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      combiners.push_back(combinerOf(init));
      TypedAttr start = *arith::getNeutralElement(combiners.back());
      neutral.push_back(arith::ConstantOp::create(b, start));
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&op->getParentOfType<FunctionOpInterface>()
                                      .getFunctionBody()
                                      .front());
      parts.push_back(memref::AllocaOp::create(
          b, MemRefType::get({mostParts}, start.getType())));
    }
    auto parallel = scf::ParallelOp::create(b, ValueRange{index.constant(0)},
                                            ValueRange{count},
                                            ValueRange{index.constant(1)});
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(parallel.getBody());
      Value part = parallel.getInductionVars()[0];
      Value begin = b.createOrFold<arith::MulIOp>(part, chunk);
      Value end = index.min(index.add(begin, chunk), sizes[first]);
      SmallVector<Value> results = carry(first, neutral, begin, end);
      for (auto [into, result] : llvm::zip_equal(parts, results))
        memref::StoreOp::create(b, result, into, part);
    }
    SmallVector<Value> results;
    for (OpOperand &init : op.getDpsInitsMutable())
      results.push_back(load(init));
    auto loop = scf::ForOp::create(b, index.constant(0), count,
                                   index.constant(1), results);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      SmallVector<Value> next;
      for (auto [before, from, combiner] :
           llvm::zip_equal(loop.getRegionIterArgs(), parts, combiners)) {
        Value x = memref::LoadOp::create(b, from, loop.getInductionVar());
        Operation *both = b.clone(*combiner);
        both->setOperands({before, x});
        next.push_back(both->getResult(0));
      }
      scf::YieldOp::create(b, next);
    }
    for (auto [init, result] :
         llvm::zip_equal(op.getDpsInitsMutable(), loop.getResults()))
      memref::StoreOp::create(b, result, init.get(), indices(init));
  }

  /// Sums over the first dimension, of rows that are not so long: those of
  /// parts of the rows first, each part in one piece of memory.
  bool emitParts() {
    std::optional<int64_t> total = getConstantIntValue(sizes[0]);
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    if (!total || firstCarried != op.getNumLoops() || op.hasIndexSemantics() ||
        op->getParentOfType<scf::ParallelOp>() || op.getNumDpsInits() != 1 ||
        op.getNumReductionLoops() != 1 ||
        kinds.front() != utils::IteratorType::reduction)
      return false;
    OpOperand &init = op.getDpsInitsMutable()[0];
    auto type = cast<MemRefType>(init.get().getType());
    Operation *combiner = combinerOf(init);
    if (!combiner || !type.hasStaticShape() ||
        op.getMatchingIndexingMap(&init).getNumResults() + 1 !=
            op.getNumLoops())
      return false;
    int64_t rows =
        iterationsOfChunk(*total, workOfElement() * type.getNumElements());
    int64_t bytes = type.getNumElements() * type.getElementTypeBitWidth() / 8;
    int64_t most = mostPartBytes / std::max<int64_t>(bytes, 1);
    if (rows >= *total || most < fewestParts)
      return false;
    rows = std::max(rows, (*total - 1) / most + 1);
    int64_t parts = (*total - 1) / rows + 1;
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), parts);
    auto sumsType = MemRefType::get(shape, type.getElementType());
    Value sums;
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&op->getParentOfType<FunctionOpInterface>()
                                      .getFunctionBody()
                                      .front());
      sums = memref::AllocaOp::create(b, sumsType, b.getI64IntegerAttr(64));
    }
    auto parallel = scf::ParallelOp::create(b, ValueRange{index.constant(0)},
                                            ValueRange{index.constant(parts)},
                                            ValueRange{index.constant(1)});
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(parallel.getBody());
      emitPart(parallel.getInductionVars()[0], rows, sums, combiner);
    }
    // The sums of the parts, in their order.
    AffineMap all = b.getMultiDimIdentityMap(sumsType.getRank());
    auto last = linalg::GenericOp::create(
        b, ValueRange{sums}, ValueRange{init.get()},
        ArrayRef<AffineMap>{all, all.getMinorSubMap(type.getRank())}, kinds,
        [&](OpBuilder &nested, Location loc, ValueRange args) {
          Operation *both = nested.clone(*combiner);
          both->setOperands({args[1], args[0]});
          linalg::YieldOp::create(nested, loc, both->getResults());
        });
    emitNest(last);
    return true;
  }

  /// The sums of `rows` rows, or of the rest, in sums[part].
  void emitPart(Value part, int64_t rows, Value sums, Operation *combiner) {
    Value begin = index.mul(part, rows);
    Value count = index.constant(rows);
    if (*getConstantIntValue(sizes[0]) % rows != 0)
      count = index.min(index.sub(sizes[0], begin), count);
    Value own = slice(sums, 0, part, b.getIndexAttr(1));
    Value neutral =
        arith::ConstantOp::create(b, *arith::getNeutralElement(combiner));
    IRRewriter rewriter(b);
    auto fill = linalg::FillOp::create(b, neutral, own);
    emitNest(*linalg::generalizeNamedOp(rewriter, fill));
    SmallVector<Value> operands;
    for (OpOperand *input : op.getDpsInputOperands()) {
      std::optional<unsigned> dim =
          op.getMatchingIndexingMap(input).getResultPosition(
              b.getAffineDimExpr(0));
      operands.push_back(dim ? slice(input->get(), *dim, begin, count)
                             : input->get());
    }
    operands.push_back(own);
    emitNest(cast<linalg::GenericOp>(
        clone(b, op.getOperation(), TypeRange{}, operands)));
  }

  /// A part of a buffer in one dimension, which goes if it is one element.
  Value slice(Value buffer, unsigned dim, OpFoldResult begin,
              OpFoldResult count) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
    SmallVector<OpFoldResult> extents =
        memref::getMixedSizes(b, b.getLoc(), buffer);
    offsets[dim] = begin;
    extents[dim] = count;
    if (getConstantIntValue(count) != 1)
      return memref::SubViewOp::create(b, buffer, offsets, extents, strides);
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + dim);
    MemRefType part = memref::SubViewOp::inferRankReducedResultType(
        shape, type, offsets, extents, strides);
    return memref::SubViewOp::create(b, part, buffer, offsets, extents,
                                     strides);
  }

  void emitNest(linalg::GenericOp inner) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(inner);
    LoopNest(b, inner, vectorBits).emit();
    inner.erase();
  }

  /// Whether a loop is a sum around a short body over the innermost dimension.
  bool canJam(unsigned depth) {
    if (depth + 2 != op.getNumLoops() || firstCarried != op.getNumLoops() ||
        op.getIteratorTypesArray()[depth] != utils::IteratorType::reduction)
      return false;
    std::optional<int64_t> size = getConstantIntValue(sizes[depth]);
    return (!size || *size >= 2 * jammedRows) &&
           op.getBody()->getOperations().size() <= mostJammed;
  }

  /// Several rows of a sum in one loop over the columns: a result is loaded and
  /// stored once for all of them. The elements of a sum keep their order.
  void emitJammed(unsigned depth) {
    unsigned last = depth + 1;
    jammed = depth;
    auto emitRows = [&](Value begin, Value end, int64_t count) {
      index.loop(begin, end, count, [&](Value row) {
        Value from = begins[last] ? begins[last] : index.constant(0);
        auto loop = scf::ForOp::create(b, from, sizes[last], index.constant(1));
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(loop.getBody());
        at[last] = loop.getInductionVar();
        at[depth] = row;
        SmallVector<Value> results;
        for (OpOperand &init : op.getDpsInitsMutable())
          if (isCarried(init))
            results.push_back(load(init));
        for (int64_t i = 0; i < count; ++i) {
          at[depth] = index.add(row, i);
          results = emitBody(results);
        }
        const Value *next = results.begin();
        for (OpOperand &init : op.getDpsInitsMutable())
          if (isCarried(init))
            memref::StoreOp::create(b, *next++, init.get(), indices(init));
      });
    };
    Value whole =
        index.mul(index.floorDiv(sizes[depth], jammedRows), jammedRows);
    emitRows(index.constant(0), whole, jammedRows);
    emitRows(whole, sizes[depth], 1);
    jammed = std::nullopt;
  }

  void emitFrom(unsigned depth) {
    loadOuter(depth);
    if (canJam(depth)) {
      emitJammed(depth);
      return;
    }
    if (depth == firstCarried) {
      SmallVector<Value> results;
      for (OpOperand &init : op.getDpsInitsMutable())
        if (isCarried(init))
          results.push_back(load(init));
      hideInfinities(results);
      results = carry(depth, results);
      const Value *next = results.begin();
      for (OpOperand &init : op.getDpsInitsMutable())
        if (isCarried(init))
          memref::StoreOp::create(b, *next++, init.get(), indices(init));
      return;
    }
    Value begin = begins[depth] ? begins[depth] : index.constant(0);
    auto loop = scf::ForOp::create(b, begin, sizes[depth], index.constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    at[depth] = loop.getInductionVar();
    emitFrom(depth + 1);
  }

  /// LLVM makes max(m, mask ? -inf : x) a choice of m, which it does not
  /// vectorise: the infinity is that of the first m, a NaN only if m is one.
  void hideInfinities(ArrayRef<Value> results) {
    hidden.clear();
    Block *body = op.getBody();
    const Value *next = results.begin();
    for (OpOperand &init : op.getDpsInitsMutable()) {
      if (!isCarried(init))
        continue;
      Value first = *next++;
      Operation *combiner = combinerOf(init);
      if (!isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp>(combiner))
        continue;
      bool isMost = isa<arith::MaximumFOp>(combiner);
      TypedAttr neutral = *arith::getNeutralElement(combiner);
      for (Value operand : combiner->getOperands()) {
        auto choice = operand.getDefiningOp<arith::SelectOp>();
        if (!choice || choice->getBlock() != body)
          continue;
        for (Value value : {choice.getTrueValue(), choice.getFalseValue()}) {
          Attribute constant;
          bool isOwn = llvm::all_of(value.getUsers(), [&](Operation *user) {
            return user == choice || user->getBlock() != body;
          });
          if (!isOwn || !matchPattern(value, m_Constant(&constant)) ||
              constant != neutral)
            continue;
          Value infinity = arith::ConstantOp::create(b, neutral);
          Value known =
              isMost ? arith::MinimumFOp::create(b, first, infinity).getResult()
                     : arith::MaximumFOp::create(b, first, infinity);
          hidden.emplace_back(value, known);
        }
      }
    }
  }

  /// Whether a result has one element for all of the innermost reductions.
  bool isCarried(OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (jammed)
      return !map.isFunctionOfDim(*jammed);
    for (unsigned loop = firstCarried; loop < op.getNumLoops(); ++loop)
      if (map.isFunctionOfDim(loop))
        return false;
    return true;
  }

  SmallVector<Value> carry(unsigned depth, ArrayRef<Value> results) {
    if (depth == op.getNumLoops())
      return emitBody(results);
    return carry(depth, results, index.constant(0), sizes[depth]);
  }

  SmallVector<Value> carry(unsigned depth, ArrayRef<Value> results, Value begin,
                           Value end) {
    auto loop = scf::ForOp::create(b, begin, end, index.constant(1), results);
    if (depth + 1 == op.getNumLoops())
      widen(loop);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    at[depth] = loop.getInductionVar();
    loadOuter(depth + 1);
    SmallVector<Value> carried(loop.getRegionIterArgs());
    scf::YieldOp::create(b, carry(depth + 1, carried));
    return SmallVector<Value>(loop.getResults());
  }

  /// Sums of f32 in f64: LLVM would compute on as many elements at once as
  /// there are f64 in a vector.
  void widen(scf::ForOp loop) {
    auto isWide = [&](OpOperand &init) {
      return getElementTypeOrSelf(init.get().getType()).isF64() &&
             isa_and_nonnull<arith::AddFOp>(combinerOf(init));
    };
    auto isNarrow = [](Value input) {
      return getElementTypeOrSelf(input.getType()).isF32();
    };
    if (!llvm::all_of(op.getDpsInitsMutable(), isWide) ||
        !llvm::any_of(op.getInputs(), isNarrow))
      return;
    auto width = LLVM::LoopVectorizeAttr::get(
        b.getContext(), {}, {}, {}, b.getI32IntegerAttr(vectorBits / 32), {},
        {}, {});
    loop->setAttr("llvm.loop_annotation",
                  LLVM::LoopAnnotationAttr::get(b.getContext(), {}, width, {},
                                                {}, {}, {}, {}, {}, {}, {}, {},
                                                {}, {}, {}, {}));
  }

  SmallVector<Value> indices(OpOperand &operand) {
    SmallVector<Value> result;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        result.push_back(at[dim.getPosition()]);
      else
        result.push_back(
            index.constant(cast<AffineConstantExpr>(expr).getValue()));
    }
    return result;
  }

  Value load(OpOperand &operand) {
    if (!isa<MemRefType>(operand.get().getType()))
      return operand.get();
    return memref::LoadOp::create(b, operand.get(), indices(operand));
  }

  /// Loads the inputs that the loops from `depth` on do not index: LLVM could
  /// not prove that what these store leaves them alone.
  void loadOuter(unsigned depth) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      bool isInner = false;
      for (unsigned loop = depth; loop < op.getNumLoops(); ++loop)
        isInner |= map.isFunctionOfDim(loop);
      if (!isInner && isa<MemRefType>(input->get().getType()))
        loaded.try_emplace(input->getOperandNumber(), load(*input));
    }
  }

  Value inputOf(OpOperand &input) {
    auto found = loaded.find(input.getOperandNumber());
    return found == loaded.end() ? load(input) : found->second;
  }

  SmallVector<Value> emitBody(ArrayRef<Value> results) {
    IRMapping map;
    for (auto [constant, known] : hidden)
      map.map(constant, known);
    for (OpOperand *input : op.getDpsInputOperands())
      map.map(op.getMatchingBlockArgument(input), inputOf(*input));
    const Value *next = results.begin();
    for (OpOperand &init : op.getDpsInitsMutable())
      map.map(op.getMatchingBlockArgument(&init),
              isCarried(init) ? *next++ : load(init));
    for (Operation &inner : op.getBody()->without_terminator()) {
      if (auto position = dyn_cast<linalg::IndexOp>(inner)) {
        map.map(position.getResult(), at[position.getDim()]);
        continue;
      }
      b.clone(inner, map);
    }
    SmallVector<Value> yielded;
    for (auto [init, value] :
         llvm::zip_equal(op.getDpsInitsMutable(),
                         op.getBody()->getTerminator()->getOperands())) {
      Value result = map.lookupOrDefault(value);
      if (isCarried(init))
        yielded.push_back(result);
      else
        memref::StoreOp::create(b, result, init.get(), indices(init));
    }
    return yielded;
  }
};

/// Where sums go over the first and the last dimension, as those of a channel
/// of many images, the loops over results come first: they are parallel, and
/// the sums stay in registers. The elements of a sum keep their order.
void moveReductionsInside(IRRewriter &rewriter, linalg::GenericOp &op) {
  using Kind = utils::IteratorType;
  SmallVector<Kind> kinds = op.getIteratorTypesArray();
  if (kinds.size() < 3 || kinds.front() != Kind::reduction ||
      kinds.back() != Kind::reduction)
    return;
  SmallVector<unsigned> order;
  for (Kind kind : {Kind::parallel, Kind::reduction})
    for (auto [loop, own] : llvm::enumerate(kinds))
      if (own == kind)
        order.push_back(loop);
  FailureOr<linalg::GenericOp> moved =
      linalg::interchangeGenericOp(rewriter, op, order);
  if (succeeded(moved))
    op = *moved;
}

bool hasSimpleMaps(linalg::GenericOp op) {
  return llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return llvm::all_of(map.getResults(),
                        llvm::IsaPred<AffineDimExpr, AffineConstantExpr>);
  });
}

struct LinalgToLoops : impl::LinalgToLoopsBase<LinalgToLoops> {
  using LinalgToLoopsBase::LinalgToLoopsBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::CopyOp copy) {
      auto type = cast<MemRefType>(copy.getTarget().getType());
      if (!type.hasStaticShape() || type.getNumElements() < largeCopy ||
          copy->getParentOfType<scf::ParallelOp>())
        return;
      rewriter.setInsertionPoint(copy);
      linalg::CopyOp::create(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
      rewriter.eraseOp(copy);
    });
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto transpose = dyn_cast<linalg::TransposeOp>(op.getOperation())) {
        ImplicitLocOpBuilder b(op.getLoc(), op);
        if (emitTranspose(b, transpose, vectorBits)) {
          rewriter.eraseOp(op);
          continue;
        }
      }
      auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
      if (!generic) {
        FailureOr<linalg::GenericOp> general =
            linalg::generalizeNamedOp(rewriter, op);
        assert(succeeded(general) && "an op on buffers has loops");
        generic = *general;
      }
      if (!hasSimpleMaps(generic)) {
        (void)linalg::linalgOpToLoops(rewriter, generic);
        rewriter.eraseOp(generic);
        continue;
      }
      if (isFlat(generic))
        flatten(generic);
      else
        moveReductionsInside(rewriter, generic);
      ImplicitLocOpBuilder b(generic.getLoc(), generic);
      LoopNest(b, generic, vectorBits).emit();
      generic.erase();
    }
  }
};

} // namespace
} // namespace tine
