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
#include "lowering/cuda/PointEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// The widest access of a thread.
static constexpr int64_t vectorBytes = 16;

namespace {

class PointKernel : PointEmitter {
public:
  using PointEmitter::PointEmitter;

  void emitPoints();
  void emitFlat(int64_t width);

private:
  SmallVector<Value> reduce(SmallVector<Value> &point, ArrayRef<unsigned> loops,
                            ArrayRef<Value> accumulated);
  void emitFlatVectors(Value first, int64_t width);
  void emitFlatScalars(Value first, Value end);
};

SmallVector<Value> PointKernel::reduce(SmallVector<Value> &point,
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

void PointKernel::emitPoints() {
  SmallVector<unsigned> parallel = parallelLoops();
  Value count = countOf(parallel);
  Value thread = k.thread();
  onlyIf(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, thread,
                               k.scalar(count)));
  SmallVector<Value> point(op.getNumLoops());
  setPoint(point, parallel, thread);
  storeAt(point, reduce(point, otherLoops(), startsAt(point)));
  k.launch(divideUp(count, plainBlock), plainBlock);
}

//===----------------------------------------------------------------------===//
// Flat
//===----------------------------------------------------------------------===//

/// An operand that one element stands for.
bool isOne(linalg::GenericOp op, OpOperand &operand) {
  return op.getMatchingIndexingMap(&operand).getNumResults() == 0;
}

void PointKernel::emitFlatScalars(Value first, Value end) {
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

void PointKernel::emitFlatVectors(Value first, int64_t width) {
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

void PointKernel::emitFlat(int64_t width) {
  Value count = countOf(llvm::to_vector(llvm::seq(op.getNumLoops())));
  Value end = k.scalar(count);
  Value first = k.mul(k.thread(), k.index(width));
  onlyIf(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, first, end));
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
  k.launch(divideUp(divideUp(count, width), plainBlock), plainBlock);
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
  KernelBuilder k(op, kernels);
  PointKernel(op, k).emitPoints();
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
  KernelBuilder k(op, kernels);
  PointKernel(op, k).emitFlat(vectorBytes / widest);
  return true;
}
