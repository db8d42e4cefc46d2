//===- PointKernels.cpp - A thread for each point -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbouring threads work on neighbouring elements of the first result, so
// that what a warp writes lies together.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/PointKernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// The widest access of a thread.
static constexpr int64_t vectorBytes = 16;

namespace {

class PointEmitter {
public:
  PointEmitter(linalg::GenericOp op, KernelSet &kernels)
      : op(op), k(op, kernels), b(k.b) {
    for (Range range : cast<linalg::LinalgOp>(op.getOperation())
                           .createLoopRanges(k.host(), op.getLoc()))
      sizes.push_back(range.size);
  }

  void emitPoints();
  void emitFlat(int64_t width);

private:
  /// Numbers of the parallel loops, slowest first.
  SmallVector<unsigned> parallelLoops();
  /// The product of the sizes of loops, on the host.
  Value countOf(ArrayRef<unsigned> loops);
  Value blocksFor(Value count);
  Value evaluate(AffineExpr expression, ArrayRef<Value> point);
  Value offsetAt(OpOperand &operand, ArrayRef<Value> point);
  bool isAccumulated(OpOperand *init);
  /// What the body yields for these values of its arguments.
  SmallVector<Value> body(ArrayRef<Value> arguments, ArrayRef<Value> point);
  SmallVector<Value> reduce(SmallVector<Value> &point, ArrayRef<unsigned> loops,
                            ArrayRef<Value> accumulated);
  /// The body at a point; gives the accumulated results, stores the others.
  SmallVector<Value> visit(ArrayRef<Value> point, ArrayRef<Value> accumulated);
  void emitFlatVectors(Value first, int64_t width);
  void emitFlatScalars(Value first, Value end);

  linalg::GenericOp op;
  KernelBuilder k;
  ImplicitLocOpBuilder &b;
  SmallVector<OpFoldResult> sizes;
};

SmallVector<unsigned> PointEmitter::parallelLoops() {
  llvm::SetVector<unsigned> last;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr result : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      last.insert(dim.getPosition());
  SmallVector<unsigned> loops;
  for (auto [i, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (linalg::isParallelIterator(kind) && !last.contains(i))
      loops.push_back(i);
  for (unsigned i : last)
    if (linalg::isParallelIterator(op.getIteratorTypesArray()[i]))
      loops.push_back(i);
  return loops;
}

Value PointEmitter::countOf(ArrayRef<unsigned> loops) {
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  Value count = arith::ConstantIndexOp::create(host, loc, 1);
  for (unsigned loop : loops)
    count = host.createOrFold<arith::MulIOp>(
        loc, count, getValueOrCreateConstantIndexOp(host, loc, sizes[loop]));
  return count;
}

Value PointEmitter::blocksFor(Value count) {
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  Value size = arith::ConstantIndexOp::create(host, loc, plainBlock);
  return host.createOrFold<arith::CeilDivUIOp>(loc, count, size);
}

Value PointEmitter::evaluate(AffineExpr expression, ArrayRef<Value> point) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return point[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return k.index(constant.getValue());
  auto both = cast<AffineBinaryOpExpr>(expression);
  Value x = evaluate(both.getLHS(), point), y = evaluate(both.getRHS(), point);
  switch (expression.getKind()) {
  case AffineExprKind::Add:
    return k.add(x, y);
  case AffineExprKind::Mul:
    return k.mul(x, y);
  case AffineExprKind::Mod:
    return b.createOrFold<arith::RemUIOp>(x, y);
  case AffineExprKind::CeilDiv:
    return b.createOrFold<arith::CeilDivUIOp>(x, y);
  default:
    return b.createOrFold<arith::DivUIOp>(x, y);
  }
}

Value PointEmitter::offsetAt(OpOperand &operand, ArrayRef<Value> point) {
  SmallVector<Value> indices;
  for (AffineExpr result : op.getMatchingIndexingMap(&operand).getResults())
    indices.push_back(evaluate(result, point));
  return k.offsetOf(k.buffer(operand.get()), indices);
}

/// A result that a loop which is not parallel does not move along.
bool PointEmitter::isAccumulated(OpOperand *init) {
  AffineMap map = op.getMatchingIndexingMap(init);
  return llvm::all_of(llvm::enumerate(op.getIteratorTypesArray()),
                      [&](auto loop) {
                        return linalg::isParallelIterator(loop.value()) ||
                               !map.isFunctionOfDim(unsigned(loop.index()));
                      });
}

SmallVector<Value> PointEmitter::body(ArrayRef<Value> arguments,
                                      ArrayRef<Value> point) {
  IRMapping mapping;
  mapping.map(op.getBody()->getArguments(), arguments);
  for (Operation &inner : op.getBody()->without_terminator())
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), point[index.getDim()]);
    else
      k.clone(inner, mapping);
  SmallVector<Value> results;
  for (Value value : op.getBody()->getTerminator()->getOperands())
    results.push_back(mapping.contains(value) ? mapping.lookup(value)
                                              : k.scalar(value));
  return results;
}

SmallVector<Value> PointEmitter::visit(ArrayRef<Value> point,
                                       ArrayRef<Value> accumulated) {
  SmallVector<Value> arguments;
  const Value *next = accumulated.begin();
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.isDpsInit(&operand) && isAccumulated(&operand)) {
      arguments.push_back(*next++);
      continue;
    }
    if (!isa<MemRefType>(operand.get().getType()))
      arguments.push_back(k.scalar(operand.get()));
    else if (op.payloadUsesValueFromOperand(&operand))
      arguments.push_back(
          k.load(k.buffer(operand.get()), offsetAt(operand, point)));
    else
      arguments.push_back(Value());
  }
  // What is not used needs no value; mappings want one.
  for (auto [argument, value] :
       llvm::zip_equal(op.getBody()->getArguments(), arguments))
    if (!value)
      value = b.create<LLVM::PoisonOp>(argument.getType());
  SmallVector<Value> kept;
  for (auto [init, value] :
       llvm::zip_equal(llvm::make_pointer_range(op.getDpsInitsMutable()),
                       body(arguments, point)))
    if (isAccumulated(init))
      kept.push_back(value);
    else
      k.store(value, k.buffer(init->get()), offsetAt(*init, point));
  return kept;
}

SmallVector<Value> PointEmitter::reduce(SmallVector<Value> &point,
                                        ArrayRef<unsigned> loops,
                                        ArrayRef<Value> accumulated) {
  if (loops.empty())
    return visit(point, accumulated);
  Value size = k.scalar(sizes[loops.front()]);
  auto loop = scf::ForOp::create(b, k.index(0), size, k.index(1), accumulated);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  point[loops.front()] = loop.getInductionVar();
  SmallVector<Value> results =
      reduce(point, loops.drop_front(),
             SmallVector<Value>(ValueRange(loop.getRegionIterArgs())));
  // A loop without values ends itself.
  if (!accumulated.empty())
    scf::YieldOp::create(b, results);
  return SmallVector<Value>(loop.getResults());
}

void PointEmitter::emitPoints() {
  SmallVector<unsigned> parallel = parallelLoops(), others;
  for (unsigned i : llvm::seq(op.getNumLoops()))
    if (!llvm::is_contained(parallel, i))
      others.push_back(i);
  Value count = countOf(parallel);
  Value thread = k.thread();
  Value inside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, thread,
                                       k.scalar(count));
  auto branch = scf::IfOp::create(b, inside, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> point(op.getNumLoops());
  Value rest = thread;
  for (unsigned i : llvm::reverse(parallel)) {
    // The whole rest is the slowest loop's.
    if (i == parallel.front()) {
      point[i] = rest;
      break;
    }
    Value size = k.scalar(sizes[i]);
    point[i] = b.createOrFold<arith::RemUIOp>(rest, size);
    rest = b.createOrFold<arith::DivUIOp>(rest, size);
  }
  SmallVector<Value> accumulated;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isAccumulated(&init))
      accumulated.push_back(
          op.payloadUsesValueFromOperand(&init)
              ? k.load(k.buffer(init.get()), offsetAt(init, point))
              : LLVM::PoisonOp::create(
                    b, cast<MemRefType>(init.get().getType()).getElementType())
                    .getResult());
  SmallVector<Value> results = reduce(point, others, accumulated);
  const Value *next = results.begin();
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isAccumulated(&init))
      k.store(*next++, k.buffer(init.get()), offsetAt(init, point));
  k.launch(blocksFor(count), plainBlock);
}

//===----------------------------------------------------------------------===//
// Flat
//===----------------------------------------------------------------------===//

/// An operand that one element stands for.
bool isOne(linalg::GenericOp op, OpOperand &operand) {
  return op.getMatchingIndexingMap(&operand).getNumResults() == 0;
}

void PointEmitter::emitFlatScalars(Value first, Value end) {
  auto loop = scf::ForOp::create(b, first, end, k.index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value at = loop.getInductionVar();
  SmallVector<Value> arguments;
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<MemRefType>(operand.get().getType()))
      arguments.push_back(k.scalar(operand.get()));
    else
      arguments.push_back(k.load(k.buffer(operand.get()),
                                 isOne(op, operand) ? k.index(0) : at));
  for (auto [init, value] :
       llvm::zip_equal(op.getDpsInits(), body(arguments, {})))
    k.store(value, k.buffer(init), at);
}

void PointEmitter::emitFlatVectors(Value first, int64_t width) {
  SmallVector<Value> loaded;
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<MemRefType>(operand.get().getType()))
      loaded.push_back(k.scalar(operand.get()));
    else if (isOne(op, operand))
      loaded.push_back(k.load(k.buffer(operand.get()), k.index(0)));
    else if (op.payloadUsesValueFromOperand(&operand))
      loaded.push_back(k.load(k.buffer(operand.get()), first, width));
    else
      loaded.push_back(Value());
  SmallVector<Value> stored(op.getNumDpsInits());
  for (int64_t lane = 0; lane != width; ++lane) {
    Value number = arith::ConstantIntOp::create(b, b.getI32Type(), lane);
    SmallVector<Value> arguments;
    for (auto [operand, value] : llvm::zip_equal(
             llvm::make_pointer_range(op->getOpOperands()), loaded)) {
      Type element = op.getMatchingBlockArgument(operand).getType();
      if (!value)
        arguments.push_back(LLVM::PoisonOp::create(b, element));
      else if (isa<VectorType>(value.getType()))
        arguments.push_back(k.fromStored(
            LLVM::ExtractElementOp::create(b, value, number), element));
      else
        arguments.push_back(value);
    }
    for (auto [whole, value] : llvm::zip_equal(stored, body(arguments, {}))) {
      value = k.toStored(value);
      if (!whole)
        whole = LLVM::PoisonOp::create(
            b, VectorType::get({width}, value.getType()));
      whole = LLVM::InsertElementOp::create(b, whole, value, number);
    }
  }
  for (auto [init, value] : llvm::zip_equal(op.getDpsInits(), stored))
    k.store(value, k.buffer(init), first, width);
}

void PointEmitter::emitFlat(int64_t width) {
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  Value count = countOf(llvm::to_vector(llvm::seq(op.getNumLoops())));
  Value perThread = arith::ConstantIndexOp::create(host, loc, width);
  Value threads = host.createOrFold<arith::CeilDivUIOp>(loc, count, perThread);
  Value end = k.scalar(count);
  Value first = k.mul(k.thread(), k.index(width));
  auto inside = scf::IfOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::ult, first, end),
      false);
  b.setInsertionPointToStart(inside.thenBlock());
  // A tensor may begin at any element of another one.
  Type i64 = b.getI64Type();
  Value bits = arith::ConstantIntOp::create(b, i64, 0);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()) && !isOne(op, operand))
      bits = b.createOrFold<arith::OrIOp>(
          bits,
          LLVM::PtrToIntOp::create(b, i64, k.buffer(operand.get()).pointer));
  int64_t widest = 1;
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<MemRefType>(operand.get().getType()))
      widest = std::max(widest, storedBytes(type.getElementType()) * width);
  bits = arith::AndIOp::create(
      b, bits, arith::ConstantIntOp::create(b, i64, widest - 1));
  Value aligned =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bits,
                            arith::ConstantIntOp::create(b, i64, 0));
  Value next = k.add(first, k.index(width));
  Value whole = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, next, end);
  auto choice =
      scf::IfOp::create(b, arith::AndIOp::create(b, aligned, whole), true);
  b.setInsertionPointToStart(choice.thenBlock());
  emitFlatVectors(first, width);
  b.setInsertionPointToStart(choice.elseBlock());
  emitFlatScalars(first, b.createOrFold<arith::MinUIOp>(next, end));
  k.launch(blocksFor(threads), plainBlock);
}

/// Whether element after element of the operand is what the loops visit.
bool isFlat(linalg::GenericOp op, OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || isOne(op, operand))
    return !op.isDpsInit(&operand);
  return op.getMatchingIndexingMap(&operand).isIdentity() &&
         type.getLayout().isIdentity();
}

/// Whether the body needs to know where it is, or what is elsewhere.
bool looksAround(linalg::GenericOp op) {
  return op.getBody()
      ->walk([](Operation *inner) {
        return isa<linalg::IndexOp, memref::LoadOp, memref::StoreOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

void cuda::makePointKernel(linalg::GenericOp op, KernelSet &kernels) {
  PointEmitter(op, kernels).emitPoints();
}

bool cuda::makeFlatKernel(linalg::GenericOp op, KernelSet &kernels) {
  if (op.getNumParallelLoops() != op.getNumLoops() || op.getNumLoops() == 0 ||
      looksAround(op) || !llvm::all_of(op->getOpOperands(), [&](auto &operand) {
        return isFlat(op, operand);
      }))
    return false;
  int64_t widest = 1;
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<MemRefType>(operand.get().getType()))
      if (!isOne(op, operand))
        widest = std::max(widest, storedBytes(type.getElementType()));
  PointEmitter(op, kernels).emitFlat(vectorBytes / widest);
  return true;
}
